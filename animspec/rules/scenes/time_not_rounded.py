"""A time or a length has more than 3 decimals.

Why
    Times count as rounded to milliseconds, so that what is written is not what plays, and an
    editor changes the document as soon as it is opened and saved.

Fix
    Round the time; the message says to what. Two keys may meet by that.

Source
    The times of a scene's keys and clips, and its length, are rounded to 3 decimals, halves up
    (SEMANTICS 3.1).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.holes import is_known, known_items
from animspec.parts.scene_channels import rounded
from animspec.rule import SCENES, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.model.scene_animation import Clip
    from animspec.parts.scenes import DocumentPart
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "time-not-rounded",
    Severity.WARNING,
    (SCENES,),
    Level.DOCUMENT,
    ("keys-at-the-same-time",),
    fix=Safety.UNSAFE,
)


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each time that rounding to 3 decimals changes."""
    yield from _judged(("length",), "length", document.model.length)
    for played in document.clips:
        for name, time in _times(played.clip):
            yield from _judged((*played.pointer, name), name, time)
    for channel in document.channels:
        if not channel.is_rounded:
            for at, key in known_items(channel.keys):
                yield from _judged(channel.time_pointer(at), "t", key.t)


def _times(clip: Clip) -> list[tuple[str, float]]:
    return [("start", clip.start), ("from", clip.from_), ("to", clip.to)]


def _judged(pointer: Pointer, name: str, time: float) -> Iterator[Fault]:
    if is_known(time) and rounded(time) != time:
        plays = number(rounded(time))
        message = f"{name} is {number(time)} s, expected at most 3 decimals: it plays as {plays} s"
        yield RULE.fault(pointer, message, fix=partial(_fix, pointer, rounded(time)))


def _fix(pointer: Pointer, time: float) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    return replacement(f"round it to {number(time)}", pointer, time)
