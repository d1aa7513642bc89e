"""A key leaves the motion and comes back within a frame or two.

Why
    On screen it is a twitch. A capture lost its marker for a frame, or the key was set for another
    frame, block or channel.

Fix
    Look at the frame. If nothing is meant, remove the key; a blink or an impact is fine.

Source
    A key is a spike where it is reached and left several times faster than anything moves next to
    it, in opposite directions. Keys of a step are not meant.
"""

from __future__ import annotations

from math import dist
from operator import sub, truediv
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import label, said
from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule, Threshold
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.findings import Fault
    from animspec.parts.motion import Group, Motion, Moved, Row
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "single-frame-spike",
    Severity.HINT,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("euler-flip", *UNORDERED),
    thresholds={
        "frames": Threshold(2.0, "frames from the key before to the key after; a spike is short"),
        "share": Threshold(0.05, "of the channel's range; a smaller spike is noise"),
        "times": Threshold(4.0, "times the speed next to it; below, the motion is a fast one"),
        "back": Threshold(0.5, "of the spike; with more left of it the motion has not come back"),
    },
)

SLACK: Final = 0.05
"""Of a frame: so much wider two of 60 a second may be when times are rounded to milliseconds."""


def check(document: Moved, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each key that is a spike."""
    for motion in document.motions.sharp(thresholds["times"]):
        if len(motion.times) > 2 and motion.frame:
            yield from _in_motion(motion, thresholds)


def _in_motion(motion: Motion, thresholds: Thresholds) -> Iterator[Fault]:
    for group in motion.groups:
        if motion.axes[group.columns[0]]:
            whole = len(group.columns) == len(motion.axes)
            rows = motion.rows if whole else [_part(row, group) for row in motion.rows]
            for at in _spikes(motion, rows, thresholds):
                yield RULE.fault(motion.value_pointer(at), _sentence(motion, at, group))


def _part(row: Row, group: Group) -> Row:
    return [row[column] for column in group.columns]


def _spikes(motion: Motion, rows: Sequence[Row], thresholds: Thresholds) -> Iterator[int]:
    """Yield the keys at which the values leave and come back."""
    times, factor = motion.times, thresholds["times"]
    gaps, steps = list(map(sub, times[1:], times)), list(map(dist, rows[1:], rows))
    speeds = [0.0, *map(truediv, steps, gaps), 0.0]
    around = zip(speeds, speeds[1:], speeds[2:], speeds[3:], strict=False)
    # Hardly any key is reached and left faster than what comes before and after.
    fast = [
        at
        for at, (before, into, out, after) in enumerate(around, start=1)
        if into > factor * before
        and out > factor * after
        and out > factor * before
        and into > factor * after
    ]
    within = (thresholds["frames"] + SLACK) * motion.frame
    for at in fast:
        size = min(steps[at - 1], steps[at])
        if (
            gaps[at - 1] + gaps[at] <= within
            and dist(rows[at - 1], rows[at + 1]) <= thresholds["back"] * size
            and size > thresholds["share"] * _reach(rows)
            and not (motion.holds(at - 1) or motion.holds(at))
        ):
            yield at


def _reach(rows: Sequence[Row]) -> float:
    """Return how far the number that goes farthest does."""
    ranges: list[float] = [max(column) - min(column) for column in zip(*rows, strict=True)]
    return max(ranges)


def _sentence(motion: Motion, at: int, group: Group) -> str:
    """Say what the number does that leaves most."""
    before, row, after = (motion.row(place) for place in (at - 1, at, at + 1))
    most = max(group.columns, key=lambda column: abs(row[column] - before[column]))
    frames = round((motion.times[at + 1] - motion.times[at - 1]) / motion.frame, 1)
    within = f"{frames:g} frames" if frames else "less than a tenth of a frame"
    return (
        f"{motion.name(at)} takes {label(group, motion.axes[most])} from "
        f"{said(before[most])} to {said(row[most])}, and the next key back to {said(after[most])}, "
        f"within {'a frame' if frames == 1.0 else within}"
    )
