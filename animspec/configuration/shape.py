"""What a configuration file may say: its keys, each with its shape and its description."""

from __future__ import annotations

from typing import Any, Final

from animspec.catalogue import entry, names
from animspec.configuration import goldens, service
from animspec.globs import Glob
from animspec.kinds import KINDS
from animspec.settings import ALL
from animspec.severities import Severity
from animspec.tables import Flag, Items, Keyed, Member, Named, Number, Table, Text, Word


def _severities() -> tuple[str, ...]:
    return tuple(map(str, Severity))


def _groups() -> tuple[str, ...]:
    """Return what stands for one rule or several."""
    return (ALL, *_severities(), *names())


def _kinds() -> tuple[str, ...]:
    return tuple(kind.name for kind in KINDS)


SEVERITY: Final = Word(_severities)
RULE: Final = Word(names, "the name of a rule")
RULES: Final = Items(Word(_groups, 'the name of a rule, a severity or "all"'))


def _thresholds(rule: str) -> Member | None:
    """Return the member that sets the thresholds of one rule, None where it has none."""
    described = entry(rule)
    if not described.rule.thresholds:
        return None
    members = {
        name: Member(
            Number(), f"{_number(each.default)} {each.meaning}.", more=_default(each.default)
        )
        for name, each in described.rule.thresholds.items()
    }
    return Member(Table(members), f"{described.summary}.")


def _number(value: float) -> str:
    return f"{value:g}"


def _default(value: Any) -> dict[str, Any]:
    return {"default": value}


BUDGETS: Final = Table(
    {
        "keys-per-channel": Member(
            Number(1, whole=True), "The most keys that a channel may have; too-many-keys."
        ),
        "tracks-per-clip": Member(
            Number(1, whole=True), "The most tracks that a clip may have; too-many-tracks."
        ),
        "clip-seconds": Member(
            Number(exclusive=True), "The most seconds that a clip may last; clip-too-long."
        ),
        "fps": Member(
            Items(Number(exclusive=True), least=1),
            "The frame rates that clips may have; fps-not-allowed.",
        ),
        "file-bytes": Member(
            Number(1, whole=True), "The most bytes that a file may have; file-over-budget."
        ),
    }
)

CONFIGURATION: Final = Table(
    {
        "select": Member(
            RULES,
            'The rules that are looked for: their names, severities, or "all", which stands for '
            "all of the severity that show names, or more.",
            more=_default([ALL]),
        ),
        "ignore": Member(RULES, "The rules that are not looked for, likewise.", more=_default([])),
        "show": Member(
            SEVERITY,
            'The least severity that is looked for where select says "all".',
            more=_default(str(Severity.WARNING)),
        ),
        "fold": Member(
            Flag(),
            "Whether more than 20 findings of one rule in one channel become one.",
            more=_default(True),
        ),
        "include": Member(
            Items(Glob()),
            "Globs of files that are checked in folders, beside those with a native name.",
            more=_default([]),
        ),
        "exclude": Member(
            Items(Glob()),
            "Globs of files and folders that are left out of folders.",
            more=_default([]),
        ),
        "allowed-members": Member(
            Items(Text()),
            "Names of extra members that documents may hold.",
            more=_default([]),
        ),
        "severities": Member(Keyed(RULE, SEVERITY), "How much findings matter, by rule."),
        "thresholds": Member(
            Named(RULE, _thresholds, "thresholds"),
            "The numbers that rules judge by.",
        ),
        "budgets": Member(BUDGETS, "Bounds that documents are held to; there are none by default."),
        "kinds": Member(
            Keyed(Glob(alone=True), Word(_kinds)),
            "Which kind of document files hold, by glob; the last that speaks of a file decides. "
            "Such files are checked in folders, too.",
        ),
        "per-file-ignores": Member(
            Keyed(Glob(alone=True), RULES),
            "Rules that are not looked for in some files, by glob.",
        ),
        "hierarchies": Member(
            Keyed(Text(), Text()),
            "The blocks of rigs, by the rig's name: the path, from this file, of a JSON file that "
            "names them as a tree.",
        ),
        goldens.KEY: Member(
            goldens.TABLE, "Where golden files lie, and how far motions may be apart from them."
        ),
        service.KEY: Member(service.TABLE, "How animspec serve listens, and what it bears."),
    }
)
"""The shape of a configuration file."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a configuration file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:animspec:schema:v1:configuration",
        "title": "Configuration",
        "description": "What animspec.toml, or the table tool.animspec of pyproject.toml, may say. "
        "Globs are written as in .gitignore and count from the file's folder.",
        **CONFIGURATION.schema(),
        "examples": [
            {
                "ignore": ["key-off-frame-grid"],
                "exclude": ["vendor/"],
                "severities": {"loop-seam-jump": "error"},
                "thresholds": {"loop-seam-jump": {"share": 0.02}},
                "budgets": {"fps": [24, 30]},
                "kinds": {"motion/*.json": "animation-set"},
                "per-file-ignores": {"legacy/": ["value-not-rounded"]},
            }
        ],
    }
