"""Folding what is left of findings that were looked at one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.collecting import FOLD_ABOVE, folded_message
from animspec.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.findings import Finding

_CHANNELS: Final = frozenset(name for kind in KINDS for name in kind.channels)
"""The lists of keys of all kinds: no kind has a list of that name that is none."""


def refold(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Return findings in which many of one rule in one channel have become the first of them."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        channel = _channel(finding.pointer)
        if channel is not None:
            groups.setdefault((finding.rule, channel), []).append(finding)
    folded = {id(group[0]): group for group in groups.values() if len(group) > FOLD_ABOVE}
    if not folded:
        return findings
    gone = {id(finding) for group in folded.values() for finding in group[1:]}
    return [
        _as_one(folded[id(finding)]) if id(finding) in folded else finding
        for finding in findings
        if id(finding) not in gone
    ]


def _as_one(group: list[Finding]) -> Finding:
    total = sum(finding.count for finding in group)
    return evolve(group[0], message=folded_message(group[0].message, total), count=total)


def _channel(pointer: str) -> str | None:
    """Return the pointer of the channel that a pointer leads into, if it does.

    >>> _channel("/clips/0/tracks/1/rotation/3/value/x"), _channel("/clips/0/name")
    ('/clips/0/tracks/1/rotation', None)
    """
    steps = pointer.split("/")
    for at in range(len(steps) - 1, 0, -1):
        if steps[at].isdecimal() and steps[at - 1] in _CHANNELS:
            return "/".join(steps[:at])
    return None
