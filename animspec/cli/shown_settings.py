"""``animspec check --show-settings``: how files would be checked, as configuration says it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import asdict

from animspec.catalogue import entry, names
from animspec.files import absolute, is_folder
from animspec.reports.painting import visible
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from animspec.configuration.nearest import Configurations
    from animspec.settings import Settings


def show_settings(paths: Iterable[str], configurations: Configurations) -> int:
    """Print the settings of each path as TOML, of a folder those of the files right in it.

    Raises:
        ConfigurationError: a configuration file cannot be used.
    """
    for path in paths:
        whole = absolute(path)
        all_of_it = is_folder(whole)
        found = configurations.of_folder(whole) if all_of_it else configurations.of_file(whole)
        origin = "no configuration file" if found.file is None else visible(found.file)
        print(f"# {visible(path)}, by {origin}")
        kind = None if all_of_it else found.kind_of(whole)
        if kind is not None:
            print(f"# kind: {kind.name}")
        print("\n".join(lines(found.settings if all_of_it else found.settings_of(whole))))
    return 0


def lines(settings: Settings) -> Iterator[str]:
    """Yield settings as the lines of a configuration file; hierarchies only as a remark."""
    yield f"select = {_list(settings.select)}"
    yield f"ignore = {_list(settings.ignore)}"
    yield f"show = {_text(settings.show)}"
    yield f"fold = {json.dumps(settings.fold)}"
    yield f"allowed-members = {_list(settings.allowed_members)}"
    if settings.hierarchies:
        yield f"# hierarchies of: {_list(settings.hierarchies)}"
    severities = {rule: _text(each) for rule, each in settings.severities.items()}
    yield from _table("severities", severities)
    yield from _table("budgets", _budgets(settings))
    for rule in names():
        described = entry(rule).rule
        thresholds = {**described.defaults(), **settings.thresholds.get(rule, {})}
        values = {name: number(each) for name, each in thresholds.items()}
        yield from _table(f"thresholds.{rule}", values)


def _budgets(settings: Settings) -> dict[str, str]:
    """Return the budgets that are set."""
    found = {}
    for name, value in asdict(settings.budgets).items():
        if isinstance(value, tuple):
            found[name.replace("_", "-")] = f"[{', '.join(map(number, value))}]"
        elif value is not None:
            found[name.replace("_", "-")] = number(value)
    return found


def _table(name: str, values: Mapping[str, str]) -> Iterator[str]:
    if values:
        yield f"\n[{name}]"
    for key, value in values.items():
        yield f"{key} = {value}"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, sorted(texts)))}]"


def _text(text: str) -> str:
    """Return a text as TOML writes it: as JSON does, which leaves only one character bare."""
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
