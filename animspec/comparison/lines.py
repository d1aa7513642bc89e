"""A document's motion as lines of text, for tools that compare lines, such as git.

Each track has a line for every key, with the values it comes to and how it goes on; one
whose values come from elsewhere, by drivers, action clips or controllers, has a line for
every frame, too. Equal motions give equal lines, however the file is laid out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from animspec.channels import motions, plans
from animspec.comparison.stretches import channel_breaks, sample_each
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.channels import Channel, Motion
    from animspec.curves import Floats

DIGITS: Final = 7
"""Significant digits of values: more than files store, fewer than the noise of doubles."""


def lines(document: Any) -> Iterator[str]:
    r"""Yield the lines of a document's motions.

    Raises:
        MotionError: the document cannot be played.

    >>> from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
    >>> keys = (Key(0, Vector3(0, 0, 0)), Key(12000, Vector3(0, 0.5, 0), "step"))
    >>> clip = Clip("w", "Walk", 24000, 24, loop=False, tracks=(Track("Body", keys),))
    >>> print("\n".join(lines(AnimationSet("Fox", (clip,)))))
    motion Walk (w): 0 to 24000 tick, 24 frames a second
    track Walk / Body.position
      0 s, frame 0: x 0, y 0, z 0, linear
      0.5 s, frame 12: x 0, y 0.5, z 0, step
      1 s, frame 24: x 0, y 0.5, z 0
    """
    for motion in motions(document):
        yield _heading(motion)
        times = [
            _times(motion, channel, breaks)
            for channel, breaks in zip(motion.channels, channel_breaks(motion), strict=True)
        ]
        values = sample_each(motion, times)
        for at, (channel, address) in enumerate(
            zip(motion.channels, motion.addresses(), strict=True)
        ):
            yield f"track {motion.label} / {address}{f' ({channel.unit})' if channel.unit else ''}"
            yield from (f"  each: {text}" for text in channel.expressions)
            ways = dict(zip(channel.keys.tolist(), channel.interpolations, strict=True))
            for time, row in zip(times[at].tolist(), values[at].tolist(), strict=True):
                way = f", {ways[time]}" if time in ways else ""
                yield f"  {_moment(motion, time)}: {_row(channel, row)}{way}"


def _heading(motion: Motion) -> str:
    name = motion.label if motion.label == motion.name else f"{motion.label} ({motion.name})"
    said = f"motion {name}: {number(motion.start)} to {number(motion.end)} {motion.unit}"
    if motion.fps is not None:
        said += f", {number(motion.fps)} frames a second"
    return f"{said}, loops" if motion.loop else said


def _times(motion: Motion, channel: Channel, breaks: Floats) -> Floats:
    """Return the times of a track's lines."""
    if len(channel.keys) and not channel.driven and not channel.layered:
        return breaks
    return plans.union(breaks, plans.grid(motion))


def _moment(motion: Motion, time: float) -> str:
    if motion.units_per_second is None:
        return f"{number(time)}"
    seconds = time / motion.units_per_second
    if motion.fps is None:
        return f"{seconds:.6g} s"
    frame = (time - motion.start) / motion.units_per_second * motion.fps
    return f"{seconds:.6g} s, frame {round(frame, 3):g}"


def _row(channel: Channel, values: list[float]) -> str:
    if channel.width == 1:
        return _number(values[0])
    named = zip(channel.components, map(_number, values), strict=True)
    return ", ".join(f"{component} {value}" for component, value in named)


def _number(value: float) -> str:
    """Return a number as lines have it.

    >>> _number(-0.0), _number(0.1 + 0.2), _number(float("nan"))
    ('0', '0.3', 'none')
    """
    if np.isnan(value):
        return "none"
    text = f"{value:.{DIGITS}g}"
    return "0" if float(text) == 0.0 else text
