"""Ignores: findings that somebody decided to live with, by file, rule and address.

An address, or a JSON Pointer, covers what it names and all that is in it:
``clips[w1]`` covers ``clips[w1].tracks[Body].rotation``. A star stands for any
characters within one pair of brackets, or within one step of a pointer.
"""

from __future__ import annotations

import os
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from attrs import define, frozen

from animspec.configuration.shape import RULE
from animspec.findings import Place
from animspec.globs import Glob, Globs, globs
from animspec.tables import Items, Member, Table, Text, hold, parse_toml

if TYPE_CHECKING:
    from animspec.findings import Finding

IGNORES: Final = Table(
    {
        "ignore": Member(
            Items(
                Table(
                    {
                        "files": Member(
                            Glob(alone=True),
                            "A glob, as in .gitignore, of the files that it is about; it counts "
                            "from the folder of this file.",
                            required=True,
                        ),
                        "rule": Member(RULE, "The rule whose findings are hidden.", required=True),
                        "at": Member(
                            Text(),
                            "The address of the part, as reports show it, or its JSON Pointer; "
                            "what is in the part is covered, too. A star stands for any "
                            "characters within brackets or within a step. Without it the whole "
                            "file is meant.",
                        ),
                        "reason": Member(
                            Text(blank=False), "Why it may stay as it is.", required=True
                        ),
                    },
                    "the ignore",
                )
            ),
            "The ignores; each hides the findings of one rule.",
        )
    }
)
"""The shape of a file of ignores."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a file of ignores."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:animspec:schema:v1:ignores",
        "title": "Ignores",
        "description": "What animspec-ignores.toml may say.",
        **IGNORES.schema(),
        "examples": [
            {
                "ignore": [
                    {
                        "files": "fox.voxelanim.json",
                        "rule": "loop-seam-jump",
                        "at": "clips[w4lkc7cl3a01].tracks[Body/*]",
                        "reason": "The tail is driven by physics in the game.",
                    }
                ]
            }
        ],
    }


@frozen(eq=False)
class Ignore:
    """One ignore."""

    glob: str
    files: Globs
    rule: str
    at: str | None
    at_expression: re.Pattern[str] | None
    reason: str

    def hides(self, finding: Finding) -> bool:
        """Whether the ignore hides a finding in a file that it is about."""
        if finding.rule != self.rule:
            return False
        if self.at_expression is None or self.at is None:
            return True
        place = finding.pointer if self.at.startswith("/") else finding.address
        return self.at_expression.fullmatch(place) is not None

    @property
    def file(self) -> str | None:
        """The path of the one file that it is about, None where it has a glob for several."""
        if set(self.glob) & set("*?[\\") or "/" not in self.glob.rstrip("/"):
            return None
        return os.path.join(self.files.matcher.folder, *self.glob.strip("/").split("/"))


@define(eq=False)
class Use:
    """What became of one ignore in a run."""

    seen: str | None = None
    """A file that it is about."""
    hidden: int = 0
    doubtful: bool = False
    """Whether its rule was not looked for in a file that it is about."""


@frozen(eq=False, slots=False)
class IgnoreFile:
    """A file of ignores."""

    folder: str
    name: str
    """The file as reports show it."""
    data: bytes
    ignores: tuple[Ignore, ...]

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """What became of each ignore so far."""
        return tuple(Use() for _ in self.ignores)

    def place(self, at: int) -> Place | None:
        """Return where an ignore stands, None where that cannot be told."""
        headings = list(_HEADING.finditer(self.data))
        if len(headings) != len(self.ignores):
            return None
        line = self.data.count(b"\n", 0, headings[at].start()) + 1
        start = headings[at].start(1) - headings[at].start() + 1
        return Place(line, start, line, start + len(headings[at][1]))


_HEADING: Final = re.compile(
    rb"^[ \t]*(\[\[[ \t]*(?:ignore|\"ignore\"|'ignore')[ \t]*\]\])", re.MULTILINE
)


def read_ignores(data: bytes, folder: str, name: str) -> IgnoreFile:
    """Return the ignores in a file; ``folder`` is the absolute path that globs count from.

    Raises:
        ConfigurationError: the file cannot be used.
    """
    said = parse_toml(name, data)
    hold(name, said, IGNORES)
    ignores = tuple(
        Ignore(
            glob=each["files"],
            files=globs(folder, [each["files"]]),
            rule=each["rule"],
            at=each.get("at"),
            at_expression=covering(each["at"]) if "at" in each else None,
            reason=each["reason"],
        )
        for each in said.get("ignore", ())
    )
    return IgnoreFile(folder, name, data, ignores)


def covering(at: str) -> re.Pattern[str]:
    r"""Return the expression of the addresses, or the pointers, that one of them covers.

    >>> tracks = covering("clips[w1].tracks[Body/*]")
    >>> [bool(tracks.fullmatch(f"clips[w1].tracks[{path}].rotation")) for path in ("Body/L", "Leg")]
    [True, False]
    >>> bool(covering("/clips/1").fullmatch("/clips/1/name"))
    True
    >>> bool(covering("/clips/1").fullmatch("/clips/10"))
    False
    """
    is_pointer = at.startswith("/")
    any_run, rest = (r"[^/]*", r"(?:/.*)?") if is_pointer else (r"(?:\\.|[^]\\])*", r"(?:[.\[].*)?")
    body = any_run.join(map(re.escape, at.split("*")))
    return re.compile(body + rest, re.DOTALL)
