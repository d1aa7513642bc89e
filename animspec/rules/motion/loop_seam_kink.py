"""A loop meets in value but not in speed, so that its motion gets a knock when it repeats.

Why
    Each round the block stops, starts or turns at once where the end meets the start, and nowhere
    else as sharply. Most often the loop was closed by copying the first key, and the way into it
    was not looked at, or a frame is missing at the end.

Fix
    Give the last stretch the speed of the first one, or ease both. A bounce is fine.

Source
    With loop, the playhead is the elapsed time modulo the length; a repeated track of a scene plays
    the span of its keys again. Speeds are those of the curve on either side of the seam.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import NOISE, label, said
from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule, Threshold
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.motion import Group, Motion, Moved
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "loop-seam-kink",
    Severity.HINT,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("key-past-end", "loop-seam-jump", "euler-flip", *UNORDERED),
    thresholds={
        "share": Threshold(0.25, "of the fastest change between two keys; nobody sees less"),
        "times": Threshold(1.5, "times the sharpest bend at another key; below, bends are a style"),
    },
)


def check(document: Moved, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each channel that bends at the seam, and nowhere else as sharply."""
    for motion in document.motions.kinked(thresholds["times"]):
        if motion.loops and len(motion.times) > 1 and not _steps(motion):
            yield from _kinks(motion, thresholds)


def _kinks(motion: Motion, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the channel, with the first number that bends, if any does."""
    (start, end), times = motion.span, motion.times
    if times[-1] > end:
        return
    still = (0.0,) * len(motion.axes)
    arriving = motion.arriving(len(times) - 1) if times[-1] == end else still
    leaving = motion.leaving(0) if times[0] == start else still
    if arriving == leaving:
        return
    for group in motion.groups:
        for column in group.columns:
            kink = abs(leaving[column] - arriving[column])
            if kink and motion.axes[column] and _stands_out(motion, column, kink, thresholds):
                message = _sentence(motion, group, column, arriving[column], leaving[column])
                yield RULE.fault(motion.pointer, message)
                return


def _steps(motion: Motion) -> bool:
    """Whether the channel jumps to its last value, or from its first, on purpose."""
    return motion.holds(0) or motion.holds(len(motion.times) - 2)


def _stands_out(motion: Motion, column: int, kink: float, thresholds: Thresholds) -> bool:
    """Whether a bend at the seam is one that anybody sees, and sharper than all others."""
    most = kink / thresholds["times"] if thresholds["times"] else inf
    for at in range(1, len(motion.times) - 1):
        if abs(motion.leaving(at)[column] - motion.arriving(at)[column]) >= most:
            return False
    moves = zip(pairwise(motion.rows), pairwise(motion.times), strict=True)
    fastest = max(abs(b[column] - a[column]) / (end - start) for (a, b), (start, end) in moves)
    return kink > thresholds["share"] * fastest


def _sentence(motion: Motion, group: Group, column: int, arriving: float, leaving: float) -> str:
    noise = NOISE * max(abs(arriving), abs(leaving))
    end, start = (
        said(speed * motion.per_second if abs(speed) > noise else 0.0)
        for speed in (arriving, leaving)
    )
    return (
        f"{label(group, motion.axes[column])} reaches the end at {end}{group.unit} a second and "
        f"leaves the start at {start}, a kink in the loop"
    )
