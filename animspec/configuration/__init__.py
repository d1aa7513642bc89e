"""What a project says about how its files are checked.

``shape`` says what a configuration file may hold, ``reading`` turns one into
a ``Configuration``, and ``nearest`` finds the one that a file is checked by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, field, frozen

from animspec.kinds import by_name
from animspec.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.globs import Globs
    from animspec.kinds import Kind

FILE: Final = "animspec.toml"
"""The name of a configuration file."""

PROJECT: Final = "pyproject.toml"
"""The name of a file that may hold configuration among other things."""

SECTION: Final = ("tool", "animspec")
"""Where in a ``pyproject.toml`` the configuration stands."""

DEFAULTS: Final = Settings()


@frozen(eq=False)
class Configuration:
    """How the files below a folder are checked.

    Attributes:
        folder: the absolute path of the folder that globs count from.
        settings: what holds for all of them.
        file: the configuration file as it is shown, None where there is none.
        include: the files that are checked in folders, beside those with a native name.
        exclude: the files and folders that are left out of folders.
        ignores: the rules that are ignored in the files of some globs.
        kinds: the kind of document that the files of some globs hold.
        golden: what is set about golden files, by key.
        serve: what is set about the service, by key.
    """

    folder: str
    settings: Settings = DEFAULTS
    file: str | None = None
    include: Globs | None = None
    exclude: Globs | None = None
    ignores: tuple[tuple[Globs, frozenset[str]], ...] = ()
    kinds: tuple[tuple[Globs, Kind], ...] = ()
    golden: Mapping[str, Any] = field(factory=dict)
    serve: Mapping[str, Any] = field(factory=dict)

    def settings_of(self, path: str) -> Settings:
        """Return how one file is checked; ``path`` is absolute."""
        more = [names for files, names in self.ignores if files.cover(path)]
        if not more:
            return self.settings
        return evolve(self.settings, ignore=self.settings.ignore.union(*more))

    def kind_of(self, path: str) -> Kind | None:
        """Return the kind of document that globs say a file holds, None where they say nothing."""
        return next((kind for files, kind in reversed(self.kinds) if files.cover(path)), None)

    def includes(self, path: str) -> bool:
        """Whether a file is checked where it is found in a folder; ``path`` is absolute."""
        if by_name(path) is not None:
            return True
        if self.include is not None and self.include.cover(path):
            return True
        return self.kind_of(path) is not None

    def excludes(self, path: str, *, is_folder: bool) -> bool:
        """Whether a file or folder is left out where it is found in its folder."""
        return self.exclude is not None and self.exclude.match(path, is_folder=is_folder)

    def excludes_within(self, path: str, *, is_folder: bool) -> bool:
        """Whether a file or folder, or a folder that it is in, is left out."""
        return self.exclude is not None and self.exclude.cover(path, is_folder=is_folder)
