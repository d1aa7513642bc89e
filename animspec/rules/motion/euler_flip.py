"""A rotation key has far angles for nearly the same orientation, so that the block whirls round.

Why
    Three angles can be written in two ways, and each of them with whole turns added. Where an
    exporter takes another way from one key to the next, the pose is nearly the same, but between
    the keys each axis turns by half a turn or a whole one.

Fix
    Write the key, and those after it, with the near angles that the message names.

Source
    Rotation is interpolated per axis in degrees. (x, y, z) and (x + 180, 180 - y, z + 180) are one
    orientation, and so is each with 360 added anywhere. A spin is meant: whole turns alone are a
    flip only where they happen at once, in a channel that otherwise goes on calmly.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.parts.motion import TURN, said
from animspec.rounding import round_value
from animspec.rule import SETS, UNORDERED, Level, Rule, Threshold
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.motion import Motion
    from animspec.parts.sets import ChannelPart
    from animspec.rule import Thresholds

HALF: Final = 180.0

RULE: Final = Rule(
    "euler-flip",
    Severity.WARNING,
    (SETS,),
    Level.CHANNEL,
    UNORDERED,
    fix=Safety.UNSAFE,
    # Most files turn little about any axis, which one look at the angles shows.
    guard=lambda survey, thresholds: not survey.turns_within((HALF - thresholds["near"]) / 2),
    thresholds={
        "near": Threshold(30.0, "degrees in every axis; what is that near is one motion"),
        "frames": Threshold(2.0, "frames; in them nobody means a whole turn"),
    },
)


LARGEST: Final = 1e9
"""Degrees; a million times that, and doubles no longer tell one turn from the next."""

CLEARLY: Final = 1e-6
"""Degrees by which the other way must be nearer, so that ties and noise do not flip."""


def check(channel: ChannelPart, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each key from which on the angles are written another way."""
    if channel.name == "rotation" and _may_flip(channel, HALF - thresholds["near"]):
        motion = channel.motion
        if motion is not None and all(abs(x) < LARGEST for row in motion.rows for x in row):
            yield from _flips(motion, thresholds)


def _may_flip(channel: ChannelPart, far: float) -> bool:
    """Whether the angles of any axis are far enough apart for a flip."""
    values = [key.value for key in channel.keys]
    columns = ([v.x for v in values], [v.y for v in values], [v.z for v in values])
    return any(column and max(column) - min(column) >= far for column in columns)


def _flips(motion: Motion, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield where the written angles leave the near ones."""
    fix = cache(partial(_fix, motion, thresholds))
    for at, way, is_flip in _ways(motion, thresholds):
        # Where the written angles are the near ones again, a fault told before ends.
        if is_flip and way != AS_WRITTEN:
            message = _sentence(motion, at, way.of(motion.rows[at]))
            yield RULE.fault(motion.value_pointer(at), message, fix=fix)


def _ways(motion: Motion, thresholds: Thresholds) -> Iterator[tuple[int, _Way, bool]]:
    """Follow the near angles through the channel; yield the way of each key, and if it is new."""
    way = AS_WRITTEN
    for at in range(1, len(motion.rows)):
        is_flip = False
        if motion.holds(at - 1):
            way = AS_WRITTEN
        elif _is_flip(motion, at, thresholds):
            is_flip = True
            way = _nearest(motion.rows[at], way.of(motion.rows[at - 1]))
        yield at, way, is_flip


def _fix(motion: Motion, thresholds: Thresholds) -> Fix:
    """Return the fix of all flips of a channel: the keys after one are written its way too."""
    from animspec.fixes import Fix, Replace  # noqa: PLC0415 - only where a fix is asked for

    operations = [
        Replace((*motion.value_pointer(at), axis), round_value(angle))
        for at, way, _ in _ways(motion, thresholds)
        for axis, angle, written in zip(
            "xyz", way.of(motion.rows[at]), motion.rows[at], strict=True
        )
        if angle != written
    ]
    return Fix("write the near angles from there on", tuple(operations), motion.pointer)


def _is_flip(motion: Motion, at: int, thresholds: Thresholds) -> bool:
    """Whether a key's angles are far from those before, and others of its pose are near."""
    before, row = motion.rows[at - 1], motion.rows[at]
    way = _nearest(row, before)
    if way == AS_WRITTEN or _change(before, way.of(row)) > thresholds["near"]:
        return False
    if way.other:
        return True
    at_once = motion.times[at] - motion.times[at - 1] <= thresholds["frames"] * motion.frame
    return at_once and _is_calm(motion, at, HALF - thresholds["near"])


def _is_calm(motion: Motion, at: int, far: float) -> bool:
    """Whether the channel does not whirl on the same way before or after the step to a key."""
    rows = motion.rows
    for step in (at - 1, at + 1):
        if 1 <= step < len(rows):
            beside = zip(rows[step - 1], rows[step], rows[at - 1], rows[at], strict=True)
            same = sum((b - a) * (d - c) for a, b, c, d in beside) > 0.0
            if not same or _change(rows[step - 1], rows[step]) < far:
                return True
    return False


def _change(before: Sequence[float], after: Sequence[float]) -> float:
    """Return by how much the axis that changes most does."""
    return max(abs(b - a) for a, b in zip(before, after, strict=True))


@frozen
class _Way:
    """One of the ways to write an orientation."""

    other: bool
    turns: tuple[float, ...]

    def of(self, angles: Sequence[float]) -> tuple[float, ...]:
        """Return angles written this way."""
        x, y, z = angles
        written = (x + HALF, HALF - y, z + HALF) if self.other else (x, y, z)
        return tuple(angle + turn for angle, turn in zip(written, self.turns, strict=True))


AS_WRITTEN: Final = _Way(other=False, turns=(0.0, 0.0, 0.0))


def _nearest(angles: Sequence[float], wanted: Sequence[float]) -> _Way:
    """Return the way to write an orientation that is nearest to other angles."""
    same, other = (_wound(_Way(each, (0.0, 0.0, 0.0)), angles, wanted) for each in (False, True))
    far_same, far_other = (
        sum(abs(a - b) for a, b in zip(way.of(angles), wanted, strict=True))
        for way in (same, other)
    )
    return other if far_other + CLEARLY < far_same else same


def _wound(way: _Way, angles: Sequence[float], wanted: Sequence[float]) -> _Way:
    """Return a way with the whole turns that bring it nearest."""
    apart = (want - angle for angle, want in zip(way.of(angles), wanted, strict=True))
    return _Way(way.other, tuple(TURN * round(degrees / TURN) + 0.0 for degrees in apart))


def _sentence(motion: Motion, at: int, near: Sequence[float]) -> str:
    before, row = (", ".join(map(said, motion.rows[place])) for place in (at - 1, at))
    return (
        f"{motion.name(at)} turns from {before} to {row} degrees, far for what is nearly the same "
        f"orientation; the near angles are {', '.join(map(said, near))}"
    )
