"""Which configuration a file is checked by: the nearest one above it, unless one is named."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from attrs import evolve

from animspec.configuration import FILE, PROJECT, SECTION, Configuration
from animspec.files import absolute, from_here, is_folder, read_bounded, read_if_there
from animspec.settings import LARGEST_FILE, ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.kinds import Kind
    from animspec.settings import Settings


class Configurations:
    """The configuration of every file, each read once.

    Every file is checked by the configuration file in its folder or the next
    folder above that has one; two are never merged. ``adjust`` is what the
    command line makes of the settings of each.
    """

    def __init__(
        self, adjust: Callable[[Settings], Settings] | None = None, *, isolated: bool = False
    ) -> None:
        """Start knowing no file; ``isolated`` takes no notice of any."""
        self._adjust = adjust
        self._isolated = isolated
        self._named: Configuration | None = None
        self._known: dict[str, Configuration] = {}

    def name(self, file: str) -> None:
        """Check every file by the configuration in one file, wherever it stands.

        Raises:
            ConfigurationError: it cannot be used.
        """
        try:
            data = read_bounded(file, LARGEST_FILE)
        except (OSError, ValueError) as error:
            raise _unreadable(file, error) from None
        found = self._read(data, absolute(file), file)
        if found is None:
            raise ConfigurationError(f"{file} has no table {'.'.join(SECTION)}")
        self._named = found

    def of_folder(self, folder: str) -> Configuration:
        """Return the configuration of the files in a folder, which is an absolute path.

        Raises:
            ConfigurationError: a configuration file cannot be used.
        """
        if self._named is not None:
            return self._named
        below: list[str] = []
        found: Configuration | None = None
        at = folder
        while found is None:
            below.append(at)
            found = self._known.get(at) or self._own(at)
            above = os.path.dirname(at)
            if found is None and above == at:
                found = self._adjusted(Configuration(folder))
            at = above
        self._known.update(dict.fromkeys(below, found))
        return found

    def of_file(self, path: str) -> Configuration:
        """Return the configuration of a file, which is an absolute path."""
        return self.of_folder(os.path.dirname(path))

    def of(self, path: str) -> tuple[Settings, Kind | None]:
        """Return how a file is checked, and the kind that it is said to be.

        Raises:
            ConfigurationError: a configuration file cannot be used.
        """
        whole = absolute(path)
        configuration = self.of_file(whole)
        return configuration.settings_of(whole), configuration.kind_of(whole)

    def excludes(self, path: str) -> bool:
        """Whether a path, or a folder that it is in, is excluded by its configuration."""
        whole = absolute(path)
        return self.of_file(whole).excludes_within(whole, is_folder=is_folder(whole))

    def _own(self, folder: str) -> Configuration | None:
        """Return the configuration that a folder has itself."""
        if self._isolated:
            return None
        for name in (FILE, PROJECT):
            path = os.path.join(folder, name)
            try:
                data = read_if_there(path)
            except OSError as error:
                raise _unreadable(from_here(path), error) from None
            if data is not None and (name == FILE or _may_hold_ours(data)):
                found = self._read(data, path, from_here(path))
                if found is not None:
                    return found
        return None

    def _read(self, data: bytes, path: str, shown: str) -> Configuration | None:
        # Where there is no configuration, nothing of what reads one is loaded.
        from animspec.configuration.reading import read_configuration  # noqa: PLC0415

        found = read_configuration(data, path, shown)
        return None if found is None else self._adjusted(found)

    def _adjusted(self, found: Configuration) -> Configuration:
        if self._adjust is None:
            return found
        return evolve(found, settings=self._adjust(found.settings))


def _may_hold_ours(data: bytes) -> bool:
    r"""Whether a ``pyproject.toml`` may have our table: most need not be parsed to see that not.

    >>> _may_hold_ours(b"[tool.animspec]"), _may_hold_ours(b"[tool]\nanimspec.fold = false")
    (True, True)
    >>> _may_hold_ours(b"[project]\ndependencies = ['animspec']\n[tool.ruff]")
    False
    """
    if SECTION[-1].encode() not in data:
        return False
    pattern = rb"""tool["']?\s*\.\s*["']?animspec|(?m:^)\s*\[?\s*["']?tool["']?\s*[]=]"""
    return re.search(pattern, data) is not None


def _unreadable(file: str, error: Exception) -> ConfigurationError:
    reason = getattr(error, "strerror", None) or str(error)
    return ConfigurationError(f"{file} cannot be read: {reason}")
