"""Differences in words: which track, by how much, and when, in frames and seconds."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.comparison import ChannelComparison, Comparison, MotionComparison
    from animspec.comparison.results import Status

UNITS: Final = {"degrees": "°"}
"""Units that have a sign; it follows the number without a space."""

LONELY: Final[dict[Status, str]] = {"added": "is new", "removed": "is gone"}


def of_comparison(comparison: Comparison) -> Iterator[str]:
    """Yield a sentence for everything that is not what it was; tracks worst first."""
    for motion in comparison.motions:
        for sentence in of_motion(motion):
            yield f"{motion.label}: {sentence}"
    for motion, channel in comparison.failing():
        yield f"{motion.label}: {of_channel(motion, channel)}"


def of_motion(motion: MotionComparison) -> Iterator[str]:
    """Yield sentences on a motion itself."""
    if motion.status in LONELY:
        yield LONELY[motion.status]
    if motion.was is not None:
        yield f"was {motion.was}"
    yield from motion.changes


def of_channel(motion: MotionComparison, channel: ChannelComparison) -> str:
    """Return the sentence on a channel that differs."""
    if channel.status in LONELY:
        return f"{channel.address} {LONELY[channel.status]}"
    renamed = f"{channel.address} was {channel.was}" if channel.was is not None else ""
    if renamed and channel.error <= channel.tolerance:
        return renamed
    said = f"{_subject(channel)} {_difference(motion, channel)}"
    return f"{renamed}; {said}" if renamed else said


def _subject(channel: ChannelComparison) -> str:
    if channel.component is None or len(channel.components) == 1:
        return channel.address
    return f"{channel.address}.{channel.component}"


def _difference(motion: MotionComparison, channel: ChannelComparison) -> str:
    if channel.time is None:
        return channel.unlike or "has other components than it had"
    when = f"at {moment(motion, channel.time)}"
    had, has = (_has_value(channel, each) for each in (channel.old, channel.new))
    if had != has:
        return f"has a value {when}, it had none" if has else f"has no value {when}, it had one"
    apart = amount(channel.error, channel.unit)
    if channel.doubt > 0 and channel.error <= channel.tolerance:
        apart = f"{apart} or up to {amount(channel.error + channel.doubt, channel.unit)}"
    allowed = f"tolerance {amount(channel.tolerance, channel.unit)}"
    return f"differs by {apart} {when} ({allowed}){values(channel)}"


def _has_value(channel: ChannelComparison, values: Sequence[float]) -> bool:
    """Whether there is a value where the error is: of its component, of a rotation as a whole."""
    if channel.component is None:
        return all(map(isfinite, values))
    return isfinite(values[channel.components.index(channel.component)])


def values(channel: ChannelComparison) -> str:
    """Return the clause that names both values; of rotations it would tell nobody anything."""
    if channel.component is None:
        return ""
    at = channel.components.index(channel.component)
    new, old = (amount(each[at], channel.unit) for each in (channel.new, channel.old))
    return f": it is {new}, it was {old}"


def moment(motion: MotionComparison, time: float) -> str:
    """Return a time in frames and seconds, or in the motion's own unit.

    Seconds count from the document's zero, frames from the motion's start.
    """
    frame, seconds = motion.frame(time), motion.seconds(time)
    if seconds is None:
        return f"{short(time)} ({motion.unit})"
    if frame is None:
        return f"{short(seconds)} s"
    return f"frame {round(frame, 2):g} ({short(seconds)} s)"


def amount(value: float, unit: str) -> str:
    """Return a number with its unit.

    >>> amount(2.5, "degrees"), amount(0.125, "")
    ('2.5°', '0.125')
    """
    if unit in UNITS:
        return f"{short(value)}{UNITS[unit]}"
    return f"{short(value)} {unit}" if unit else short(value)


def short(value: float) -> str:
    """Return a number with six digits.

    >>> short(0.12345678), short(24000.0), short(-0.0)
    ('0.123457', '24000', '0')
    """
    return f"{value + 0.0:.6g}"
