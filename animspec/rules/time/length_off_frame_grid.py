"""A clip's length is not a whole number of frames.

Why
    A timeline that counts in frames shows another length than players play, and a loop is cut
    in the middle of a frame.

Fix
    Make the length a whole number of frames; the message names the nearest.

Source
    The clip's fps is the frame grid that the timeline snaps to.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.holes import known
from animspec.rule import SETS, Level, Rule
from animspec.severities import Safety, Severity
from animspec.ticks import FrameRate
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.sets import ClipPart

RULE: Final = Rule(
    "length-off-frame-grid",
    Severity.HINT,
    (SETS,),
    Level.CLIP,
    fix=Safety.UNSAFE,
    guard=lambda survey: not survey.whole,
)


def check(clip: ClipPart) -> Iterator[Fault]:
    """Yield the clip's length if it is on no frame."""
    rate, length = FrameRate(known(clip.clip.fps)), clip.clip.length
    if length % rate.ticks_per_frame:
        nearest = max(rate.snap(length), rate.ticks_per_frame)
        frames = number(round(rate.to_frame(length), 3))
        message = (
            f"length is {length}, which is {frames} frames at {rate.fps} fps; "
            f"the nearest whole frame is at {nearest}"
        )
        yield RULE.fault((*clip.pointer, "length"), message, fix=partial(_fix, clip, nearest))


def _fix(clip: ClipPart, nearest: int) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    return replacement(f"make it {nearest}", (*clip.pointer, "length"), nearest)
