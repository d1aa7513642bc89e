"""Animation sets.

The sets that they draw are clean: no rule has an error or a warning to report.
Numbers have at most 4 decimals, keys lie on the clip's frames, names and paths
are unlike, and a channel of a looping clip ends as it starts.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from attrs import evolve
from hypothesis import strategies as st

from animspec.model.animation_set import (
    CHANNEL_NAMES,
    AnimationSet,
    ChannelName,
    Clip,
    FramesPerSecond,
    Interpolation,
    Key,
    Track,
    Vector3,
)
from animspec.names import name_key, trim
from animspec.paths import SEPARATOR, path_key
from animspec.ticks import FrameRate

if TYPE_CHECKING:
    from collections.abc import Callable

Keys: TypeAlias = "tuple[Key, ...]"

TEN_THOUSANDTHS: Final = 10_000
"""Stored numbers are whole multiples of a ten thousandth."""

LONGEST: Final = 240
"""The most frames of a clip: long enough for any motion, short enough to print."""

RATES: Final[tuple[FramesPerSecond, ...]] = (24, 25, 30, 48, 50, 60, 120, 1, 24000)
"""The rates that clips are drawn with: usual ones, and both ends."""

INTERPOLATIONS: Final[tuple[Interpolation | None, ...]] = (None, "linear", "smooth", "step")
"""What a key may say of the way to the next; ``None`` says nothing."""

RANGES: Final[dict[ChannelName, tuple[float, float]]] = {
    "position": (-1000.0, 1000.0),
    # Below a quarter turn three angles and the orientation they mean are one to one.
    "rotation": (-89.0, 89.0),
    "scale": (0.125, 8.0),
}
"""The numbers that a channel's values are drawn from."""


def numbers(low: float = -1000.0, high: float = 1000.0) -> st.SearchStrategy[float]:
    """Return numbers with at most 4 decimals, as an animation set stores them."""
    parts = st.integers(round(low * TEN_THOUSANDTHS), round(high * TEN_THOUSANDTHS))
    return parts.map(lambda number: number / TEN_THOUSANDTHS)


@cache
def vectors(channel: ChannelName = "position") -> st.SearchStrategy[Vector3]:
    """Return values of a channel."""
    axis = numbers(*RANGES[channel])
    return st.tuples(axis, axis, axis).map(lambda value: Vector3(*value))


_INTERPOLATIONS: Final = st.sampled_from(INTERPOLATIONS)


@st.composite
def key_lists(
    draw: st.DrawFn,
    channel: ChannelName = "position",
    rate: FrameRate | None = None,
    frames: int = LONGEST,
    *,
    closed: bool = False,
    most: int = 5,
) -> Keys:
    """Return the keys of a channel, at least one, on frames from 0 to ``frames``.

    ``closed``: the last value is the first, as a loop needs it.
    """
    ticks_per_frame = (rate or FrameRate(24)).ticks_per_frame
    at = draw(st.lists(st.integers(0, frames), min_size=1, max_size=most, unique=True))
    keys = [
        Key(frame * ticks_per_frame, draw(vectors(channel)), draw(_INTERPOLATIONS))
        for frame in sorted(at)
    ]
    if closed:
        keys[-1] = evolve(keys[-1], value=keys[0].value)
    return tuple(keys)


@st.composite
def tracks(draw: st.DrawFn, path: str, channel_keys: Callable[[ChannelName], Any]) -> Track:
    """Return a track with a key in at least one channel.

    ``channel_keys`` gives the strategy for the keys of a channel.
    """
    present = draw(st.lists(st.sampled_from(CHANNEL_NAMES), min_size=1, unique=True))
    return Track(path, **{channel: draw(channel_keys(channel)) for channel in present})


@cache
def names() -> st.SearchStrategy[str]:
    """Return names of clips and blocks: any characters, no slash, no space around them."""
    characters = st.characters(codec="utf-8", exclude_characters=SEPARATOR)
    texts = st.text(characters, min_size=1, max_size=12).map(trim).filter(bool)
    return st.sampled_from(["Walk", "Idle", "Body", "Arm.L", "Straße", "走る", "🦊"]) | texts


@cache
def paths() -> st.SearchStrategy[str]:
    """Return name paths of blocks."""
    return st.lists(names(), min_size=1, max_size=3).map(SEPARATOR.join)


@st.composite
def clips(
    draw: st.DrawFn, name: str = "Walk", identity: str = "walk", *, most: int = 3, keys: int = 5
) -> Clip:
    """Return a clip with at most so many tracks, and so many keys a channel."""
    rate = FrameRate(draw(st.sampled_from(RATES)))
    frames, loop = draw(st.integers(1, LONGEST)), draw(st.booleans())
    taken = draw(st.lists(paths(), max_size=most, unique_by=path_key))

    def channel_keys(channel: ChannelName) -> st.SearchStrategy[Keys]:
        return key_lists(channel, rate, frames, closed=loop, most=keys)

    made = tuple(draw(tracks(path, channel_keys)) for path in taken)
    return Clip(identity, name, frames * rate.ticks_per_frame, rate.fps, loop, made)  # type: ignore[arg-type]


@st.composite
def animation_sets(
    draw: st.DrawFn, *, most_clips: int = 3, most_tracks: int = 3, most_keys: int = 5
) -> AnimationSet:
    """Return an animation set."""
    called = draw(st.lists(names(), max_size=most_clips, unique_by=name_key))
    made = [
        draw(clips(name, f"clip{at}", most=most_tracks, keys=most_keys))
        for at, name in enumerate(called)
    ]
    version: Literal[1] | None = draw(st.sampled_from((None, 1)))
    return AnimationSet(draw(names()), tuple(made), version)
