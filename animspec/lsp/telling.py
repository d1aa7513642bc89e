"""What is told of times and values, wherever it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from animspec.holes import is_known
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, SCENE_ANIMATION
from animspec.lsp.members import value_at
from animspec.ticks import TICKS_PER_SECOND, FrameRate
from animspec.wording import number, plural

if TYPE_CHECKING:
    from animspec.kinds import Kind
    from animspec.pointers import Pointer

DECIMALS: Final = 4
"""Values of sets are stored with as many; more of a frame or a second nobody reads."""

TICKS: Final = frozenset({"tick", "length"})
"""The members of a set that are counted in ticks."""

SECONDS: Final = frozenset({"t", "length", "start", "from", "to"})
"""The members of a scene that are counted in seconds."""


def brief(value: float) -> str:
    """Return a number with no more decimals than anybody reads.

    >>> brief(0.25), brief(1 / 3), brief(2.0), brief(-0.00001)
    ('0.25', '0.3333', '2', '0')
    """
    return number(round(value, DECIMALS) + 0.0)


def frame_of(kind: Kind, model: Any, pointer: Pointer) -> float | None:
    """Return the frame that a time in a document stands for, None where it is no such time."""
    if not pointer or not isinstance(pointer[-1], str):
        return None
    value, fps = value_at(model, pointer), _fps(kind, model, pointer)
    if not is_known(value) or fps is None or isinstance(value, bool | str):
        return None
    if kind is ANIMATION_SET and pointer[-1] in TICKS:
        return FrameRate(fps).to_frame(value) if FrameRate.is_valid(fps) else None
    if kind is SCENE_ANIMATION and pointer[-1] in SECONDS:
        return float(value) * fps
    return None


def _fps(kind: Kind, model: Any, pointer: Pointer) -> float | None:
    """Return the frame rate that holds at a pointer, None where there is none."""
    fps: Any
    if kind is ANIMATION_SET:
        fps = value_at(model, (*pointer[:2], "fps")) if pointer[0] == "clips" else None
    else:
        fps = None if kind is M3G_ANIMATION else value_at(model, ("fps",))
    return fps if is_known(fps) else None


def time_told(kind: Kind, model: Any, pointer: Pointer) -> str | None:
    """Return what a time in a document comes to: seconds and frame; None where it is no time."""
    value = value_at(model, pointer)
    if not pointer or not is_known(value) or isinstance(value, bool | str | tuple):
        return None
    if kind is M3G_ANIMATION:
        return _of_sequence(model, pointer, value)
    frame = frame_of(kind, model, pointer)
    if frame is None and not (kind is ANIMATION_SET and pointer[-1] in TICKS):
        return None
    seconds = value / TICKS_PER_SECOND if kind is ANIMATION_SET else value
    unit = f"{brief(value)} ticks = " if kind is ANIMATION_SET else ""
    fps = _fps(kind, model, pointer)
    at = "" if frame is None or fps is None else f", frame {brief(frame)} at {brief(fps)} fps"
    return f"{unit}{brief(seconds)} s{at}"


def _of_sequence(model: Any, pointer: Pointer, time: float) -> str | None:
    """Return how far through its sequence a key is."""
    if pointer[-1] != "time" or pointer[0] != "sequences":
        return None
    duration = value_at(model, (*pointer[:2], "duration"))
    if not is_known(duration) or not duration:
        return None
    return f"{brief(time)} of {brief(duration)} units, {brief(100 * time / duration)} %"


def counted(*counts: tuple[int, str]) -> str:
    """Return counts with their nouns, without those of which there is nothing.

    >>> counted((1, "track"), (0, "key"), (12, "clip"))
    '1 track, 12 clips'
    """
    return ", ".join(plural(count, noun) for count, noun in counts if count)
