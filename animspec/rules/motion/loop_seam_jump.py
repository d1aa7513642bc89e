"""A looping clip ends elsewhere than it starts, so that it jumps when it repeats.

Why
    The playhead wraps from the clip's length to 0. What the channel has at the end and what it
    has at the start follow each other at once. Most often the last frame was lost on export, or
    the last key was never set.

Fix
    Put a key with the start's value at the clip's end. The message says which frame lacks one. If
    the clip is not meant to loop, say so in the clip.

Source
    With loop, the playhead is the elapsed time modulo the length; rotations that differ by
    whole turns are the same pose. A channel that steps to its last value jumps on purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rounding import round_value
from animspec.rule import SETS, Level, Rule, Threshold, Thresholds
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ChannelPart

RULE: Final = Rule(
    "loop-seam-jump",
    Severity.WARNING,
    (SETS,),
    Level.CHANNEL,
    ("key-past-end", "keys-out-of-order"),
    thresholds={
        "share": Threshold(0.01, "of the channel's range; nobody sees a smaller jump"),
        "least": Threshold(
            0.001,
            "units, degrees or factors; ten times what rounding to 4 decimals can do",
        ),
    },
)

TURN: Final = 360.0
_AXES: Final = ("x", "y", "z")


def check(channel: ChannelPart, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the channel if its end and its start differ."""
    keys = channel.keys
    if len(keys) < 2 or keys[0].value == keys[-1].value or not channel.clip.loop:
        return
    if _ends_on_a_step(channel):
        return
    if not channel.rises or channel.times[-1] > channel.end:
        return
    jumps = [(_jump(channel, axis), axis) for axis in _AXES]
    jump, axis = max(jumps)
    if jump > thresholds["least"] and jump > thresholds["share"] * _range(channel, axis):
        yield RULE.fault(channel.pointer, _sentence(channel, jump, axis))


def _ends_on_a_step(channel: ChannelPart) -> bool:
    """Whether the channel jumps to its last value, or from it, on purpose."""
    return "step" in (channel.keys[-1].interpolation, channel.keys[-2].interpolation)


def _jump(channel: ChannelPart, axis: str) -> float:
    """Return how far the end is from the start; of rotations less whole turns."""
    start, end = channel.keys[0].value, channel.keys[-1].value
    jump: float = abs(round_value(getattr(end, axis)) - round_value(getattr(start, axis)))
    if channel.name == "rotation":
        jump %= TURN
        jump = min(jump, TURN - jump)
    return jump


def _range(channel: ChannelPart, axis: str) -> float:
    numbers: list[float] = [getattr(key.value, axis) for key in channel.keys]
    return max(numbers) - min(numbers)


def _sentence(channel: ChannelPart, jump: float, axis: str) -> str:
    start = number(getattr(channel.keys[0].value, axis))
    end = number(getattr(channel.keys[-1].value, axis))
    unit = {"rotation": " degrees", "scale": "", "position": ""}[channel.name]
    far = number(round(jump, 4))
    rate, last = channel.rate, channel.times[-1]
    sentence = (
        f"{channel.name} starts with {axis} {start} and ends with {end}, a jump of {far}{unit}"
    )
    if last < channel.end:
        frame = number(round(rate.to_frame(channel.end), 3))
        before = number(round(rate.to_frame(last), 3))
        sentence += f"; frame {frame}, the clip's end, lacks a key, the last is on frame {before}"
    return sentence
