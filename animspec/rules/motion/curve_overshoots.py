"""A curve swings past both keys that it goes between.

Why
    A spline takes its speed at a key from the keys around it. Where these are far apart in time or
    value, it swings out before it comes: a foot slides into the floor, a lens opens too wide, a
    light gets brighter than ever set.

Fix
    Put a key where the curve swings out, bring the keys around it nearer, or make the stretch
    linear or let it stop at the key. Handles of a key's own are taken as meant.

Source
    The curve is sampled between the keys, and compared with the two it goes between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.parts.motion import label, reach, said
from animspec.rule import SCENES, SEQUENCES, UNORDERED, Level, Rule, Threshold
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.curves import Floats
    from animspec.findings import Fault
    from animspec.parts.motion import Group, Motion, Moving
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "curve-overshoots",
    Severity.HINT,
    (SCENES, SEQUENCES),
    Level.CHANNEL,
    (*UNORDERED, "quaternion-sign-flip", "opposite-quaternions"),
    thresholds={
        "share": Threshold(0.1, "of the range of the number; every spline swings a little"),
        "least": Threshold(0.01, "of the range of the numbers beside it; nobody sees less"),
    },
)

PROBES: Final = 64
"""How often a stretch is sampled: the top of a cubic is met to 2e-4 of itself."""


def check(channel: Moving, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the key from which each stretch starts that swings out, with the worst number."""
    motion = channel.motion
    if motion is None or len(motion.times) < 3:
        return
    stretches = [
        at
        for at in range(len(motion.bounds) - 1)
        if motion.bounds[at] < motion.bounds[at + 1] and motion.is_guided(at)
    ]
    if not stretches:
        return
    least = _least(motion, thresholds)
    for at, highest, lowest in _extremes(motion, stretches):
        message = _judged(motion, at, highest, lowest, least)
        if message is not None:
            yield RULE.fault(motion.key_pointer(at), message)


def _least(motion: Motion, thresholds: Thresholds) -> dict[int, float]:
    """Return how far each number may swing out."""
    found = {}
    for group in motion.groups:
        ranges = {column: reach(motion, column) for column in group.columns if motion.axes[column]}
        for column, own in ranges.items():
            least = thresholds["least"] * max(ranges.values())
            found[column] = max(thresholds["share"] * own, least)
    return found


def _columns(motion: Motion) -> Iterator[tuple[Group, int]]:
    """Yield the numbers of a row that mean something one by one, each with its group."""
    for group in motion.groups:
        yield from ((group, column) for column in group.columns if motion.axes[column])


def _extremes(motion: Motion, stretches: Sequence[int]) -> Iterator[tuple[int, Floats, Floats]]:
    """Yield the greatest and the least values inside each stretch."""
    import numpy as np  # noqa: PLC0415 - only hints need it

    bounds = np.asarray(motion.bounds, dtype=np.float64)
    at = np.asarray(stretches, dtype=np.intp)
    shares = (np.arange(PROBES) + 0.5) / PROBES
    times = bounds[at, None] + shares * (bounds[at + 1] - bounds[at])[:, None]
    with np.errstate(all="ignore"):
        values = motion.curve(range(len(motion.times))).sample_many(times.ravel())
        values = values.reshape(len(at), PROBES, -1)
        yield from zip(stretches, values.max(axis=1), values.min(axis=1), strict=True)


def _judged(
    motion: Motion, at: int, highest: Floats, lowest: Floats, least: dict[int, float]
) -> str | None:
    """Return what is to be said of a stretch, if anything."""
    after = (at + 1) % len(motion.times)
    before_row, after_row = motion.row(at), motion.row(after)
    worst, message = 1.0, None
    for group, column in _columns(motion):
        most = least[column]
        low, high = sorted((before_row[column], after_row[column]))
        over, under = float(highest[column]) - high, low - float(lowest[column])
        past = max(over, under)
        if most and past > worst * most:
            worst = past / most
            message = (
                f"after {motion.name(at)} {label(group, motion.axes[column])} swings to "
                f"{high + past if over > under else low - past:.4g}, {past:.3g} past both "
                f"{motion.name(at)} at {said(before_row[column])} and {motion.name(after)} "
                f"at {said(after_row[column])}"
            )
    return message
