"""A baseline: the findings that were there when somebody began, so that only new ones are told.

An entry is a file, a rule, a stable address and how often that comes. So
clips may change places and keys may be added elsewhere, and nothing is new;
and a fault that is mended cannot pay for another one.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from animspec.files import absolute
from animspec.settings import ConfigurationError
from animspec.tables import Exactly, Items, Member, Number, Table, Text, hold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from animspec.findings import Finding

VERSION: Final = 1
"""The version of the form; it rises when a reader of the old form would go wrong."""

Entry: TypeAlias = tuple[str, str, str]
"""A file, seen from the folder of the baseline with forward slashes; a rule; an address."""

BASELINE: Final = Table(
    {
        "version": Member(Exactly(VERSION), "The version of this form.", required=True),
        "findings": Member(
            Items(
                Table(
                    {
                        "file": Member(
                            Text(),
                            "The file, from the folder of the baseline, with forward slashes.",
                            required=True,
                        ),
                        "rule": Member(Text(), "The rule's name.", required=True),
                        "at": Member(
                            Text(empty=True),
                            "The stable address; empty where the whole file is meant.",
                            required=True,
                        ),
                        "count": Member(
                            Number(1, whole=True), "How often that is found.", required=True
                        ),
                    },
                    "the finding",
                )
            ),
            "What is known, sorted.",
            required=True,
        ),
    }
)
"""The shape of a baseline."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a baseline."""
    finding = {
        "file": "fox.voxelanim.json",
        "rule": "loop-seam-jump",
        "at": "clips[w4lkc7cl3a01].tracks[Body].rotation",
        "count": 1,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:animspec:schema:v1:baseline",
        "title": "Baseline",
        "description": "What animspec check --write-baseline writes.",
        **BASELINE.schema(),
        "examples": [{"version": VERSION, "findings": [finding]}],
    }


def read_entries(data: bytes, name: str) -> Counter[Entry]:
    """Return what a baseline knows; ``name`` is what problems call the file.

    Raises:
        ConfigurationError: the bytes are no baseline.
    """
    try:
        said: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{name}: the baseline is not JSON: {error}") from None
    hold(name, said, BASELINE, "")
    known: Counter[Entry] = Counter()
    for each in said["findings"]:
        known[each["file"], each["rule"], each["at"]] += int(each["count"])
    return known


def write_entries(known: Mapping[Entry, int]) -> bytes:
    """Return a baseline, one entry on each line and sorted, so that changes and merges are small.

    >>> print(write_entries({("fox.m3g", "unused-sequence", "sequences[a]"): 1}).decode())
    {"version": 1, "findings": [
    {"file": "fox.m3g", "rule": "unused-sequence", "at": "sequences[a]", "count": 1}
    ]}
    <BLANKLINE>
    """
    lines = [
        json.dumps({"file": file, "rule": rule, "at": at, "count": known[file, rule, at]})
        for file, rule, at in sorted(known)
        if known[file, rule, at] > 0
    ]
    body = ",\n".join(lines)
    return f'{{"version": {VERSION}, "findings": [\n{body}\n]}}\n'.encode()


def folder_of(file: str) -> str:
    """Return the absolute path of the folder that the files in a baseline count from."""
    return os.path.dirname(absolute(file))


class Baseline:
    """What is known at the start of a run, and what the run makes of it."""

    def __init__(self, folder: str, known: Mapping[Entry, int], *, learns: bool = False) -> None:
        """Start with what is known; ``folder`` is the absolute path that files count from.

        One that ``learns`` knows whatever is found.
        """
        self._folder = folder
        self._learns = learns
        self._left: dict[str, Counter[tuple[str, str]]] = {}
        for (file, rule, at), count in known.items():
            self._left.setdefault(file, Counter())[rule, at] += count
        self.known = 0
        """How many findings were known."""
        self.gone = 0
        """How many of those that are known were not found, though they were looked for."""
        self.kept: Counter[Entry] = Counter()
        """What is known and not gone."""

    def sift(
        self, path: str, findings: Sequence[Finding], is_wanted: Callable[[str], bool]
    ) -> list[Finding]:
        """Return the findings in a file that are not known; ``path`` is absolute.

        Of equal ones the last are the new ones. ``is_wanted`` tells which rules were looked for.
        """
        file = self.file(path)
        left = self._left.pop(file, Counter())
        new = [finding for finding in findings if not self._is_known(file, finding, left)]
        for (rule, at), count in left.items():
            if is_wanted(rule):
                self.gone += count
            else:
                self.kept[file, rule, at] += count
        return new

    def known_in(self, path: str) -> frozenset[tuple[str, str]]:
        """Return what is known of a file, as rules and identities; ``path`` is absolute."""
        return frozenset(self._left.get(self.file(path), ()))

    def finish(self, exists: Callable[[str], bool]) -> None:
        """Keep what is known of files that were not checked, unless they are no more."""
        for file, left in self._left.items():
            is_there = exists(os.path.join(self._folder, *file.split("/")))
            for (rule, at), count in left.items():
                if is_there:
                    self.kept[file, rule, at] += count
                else:
                    self.gone += count
        self._left.clear()

    def file(self, path: str) -> str:
        """Return a path as entries have it."""
        try:
            return os.path.relpath(path, self._folder).replace(os.sep, "/")
        except ValueError:  # another drive
            return path.replace(os.sep, "/")

    def _is_known(self, file: str, finding: Finding, left: Counter[tuple[str, str]]) -> bool:
        entry = finding.rule, finding.identity
        if left[entry] >= finding.count:
            left[entry] -= finding.count
        elif not self._learns:
            return False
        self.known += finding.count
        self.kept[file, *entry] += finding.count
        return True
