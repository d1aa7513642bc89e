"""A set on its way into a document: refused if it has faults, and rounded.

Values with too many decimals are the one error that is no obstacle: whoever
loads a set rounds them (SEMANTICS 2.1).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from animspec.documents import read, resting_collector
from animspec.editing.commands import to_json
from animspec.editing.values import read_tracks
from animspec.kinds import ANIMATION_SET
from animspec.linting import check
from animspec.severities import Severity
from animspec.wording import plural

if TYPE_CHECKING:
    from animspec.findings import Finding
    from animspec.model.animation_set import AnimationSet, Clip

_ROUNDED_ON_LOAD: Final = "value-not-rounded"


class FaultySetError(ValueError):
    """A set that cannot be edited because of its faults: ``findings``, all of them errors."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        count = plural(len(findings), "error")
        super().__init__(f"the animation set has {count}, the first: {findings[0].message}")
        self.findings = findings


def read_set(data: bytes, name: str = "") -> AnimationSet:
    """Return the animation set that a text holds, as it is written.

    Raises: FaultySetError if the text has faults that stand in the way of editing it.
    """
    _refuse_faults(data, name)
    model: AnimationSet = read(data, name, ANIMATION_SET).model
    return model


def loaded(animation_set: AnimationSet | Mapping[str, Any]) -> AnimationSet:
    """Return the set with key values rounded, and without channels and tracks that hold no key.

    A snapshot, which is the set as decoded JSON, is as good as a model.

    Raises: FaultySetError if the set has faults.
    """
    if isinstance(animation_set, Mapping):
        return rounded(read_set(json.dumps(animation_set).encode()))
    with resting_collector():
        text = json.dumps(to_json(animation_set)).encode()
    _refuse_faults(text, "")
    return rounded(animation_set)


def rounded(animation_set: AnimationSet) -> AnimationSet:
    """Return a set without faults as a document holds it."""
    with resting_collector():
        return evolve(animation_set, clips=tuple(map(_rounded_clip, animation_set.clips)))


def _refuse_faults(data: bytes, name: str) -> None:
    findings = tuple(
        finding
        for finding in check(data, name, kind=ANIMATION_SET).findings
        if finding.severity is Severity.ERROR and finding.rule != _ROUNDED_ON_LOAD
    )
    if findings:
        raise FaultySetError(findings)


def _rounded_clip(clip: Clip) -> Clip:
    return evolve(clip, tracks=read_tracks(clip.tracks, "/tracks"))
