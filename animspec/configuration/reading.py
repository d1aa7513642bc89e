"""Reading a configuration file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from animspec.configuration import PROJECT, SECTION, Configuration
from animspec.configuration.shape import CONFIGURATION
from animspec.files import read_bounded
from animspec.globs import globs
from animspec.hierarchies import read_hierarchy
from animspec.kinds import KINDS
from animspec.names import name_key
from animspec.settings import LARGEST_FILE, Budgets, ConfigurationError, Settings
from animspec.severities import Severity
from animspec.tables import below, hold, parse_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.hierarchies import Hierarchy


def read_configuration(data: bytes, path: str, shown: str | None = None) -> Configuration | None:
    """Return what a configuration file says, None for a ``pyproject.toml`` without our table.

    ``path`` is the file's absolute path; its name tells what kind of file it
    is, its folder is where globs and other paths count from. Problems call it
    ``shown``.

    Raises:
        ConfigurationError: the file, or a file that it names, cannot be used.
    """
    file = path if shown is None else shown
    said: Any = parse_toml(file, data)
    where = ""
    if os.path.basename(path) == PROJECT:
        for key in SECTION:
            said = said.get(key) if isinstance(said, dict) else None
            where = below(where, key)
        if said is None:
            return None
    hold(file, said, CONFIGURATION, where)
    return _configuration(said, path, file)


def _configuration(said: Mapping[str, Any], path: str, file: str) -> Configuration:
    folder = os.path.dirname(path)
    by_kind = {kind.name: kind for kind in KINDS}
    return Configuration(
        folder=folder,
        settings=settings_of(said, _hierarchies(said, folder, file)),
        file=file,
        include=globs(folder, said.get("include", ())),
        exclude=globs(folder, said.get("exclude", ())),
        ignores=tuple(
            (globs(folder, [glob]), frozenset(rules))
            for glob, rules in said.get("per-file-ignores", {}).items()
        ),
        kinds=tuple(
            (globs(folder, [glob]), by_kind[name]) for glob, name in said.get("kinds", {}).items()
        ),
        golden=said.get("golden", {}),
        serve=said.get("serve", {}),
    )


def settings_of(
    said: Mapping[str, Any], hierarchies: Mapping[str, Hierarchy] | None = None
) -> Settings:
    """Return the settings that a table of the configuration's shape describes.

    The files of hierarchies that it names are read by the caller.
    """
    default = Settings()
    return Settings(
        show=Severity(said.get("show", default.show)),
        fold=said.get("fold", default.fold),
        allowed_members=frozenset(said.get("allowed-members", ())),
        hierarchies={} if hierarchies is None else hierarchies,
        thresholds=said.get("thresholds", {}),
        select=frozenset(said.get("select", default.select)),
        ignore=frozenset(said.get("ignore", ())),
        severities={rule: Severity(each) for rule, each in said.get("severities", {}).items()},
        budgets=_budgets(said.get("budgets", {})),
    )


def _hierarchies(said: Mapping[str, Any], folder: str, file: str) -> dict[str, Hierarchy]:
    return {
        name_key(rig): _hierarchy(os.path.join(folder, path), file)
        for rig, path in said.get("hierarchies", {}).items()
    }


def _budgets(said: Mapping[str, Any]) -> Budgets:
    """Return the budgets of a table, whose keys are the attributes with hyphens."""
    values = {key.replace("-", "_"): value for key, value in said.items()}
    if "fps" in values:
        values["fps"] = tuple(values["fps"])
    return Budgets(**values)


def _hierarchy(path: str, file: str) -> Hierarchy:
    try:
        return read_hierarchy(read_bounded(path, LARGEST_FILE))
    except OSError as error:
        reason = f"{path} cannot be read: {error.strerror or error}"
    except ValueError as error:
        reason = f"{path}: {error}"
    raise ConfigurationError(f"{file}: hierarchies: {reason}")
