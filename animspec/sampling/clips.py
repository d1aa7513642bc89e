"""An animation set's clips played: the value of every channel at any tick (SEMANTICS 2.5).

Values are evaluated as the set stores them, rounded to 4 decimals. At a key's own tick
the answer is the key's value to the bit, and one tick and many give the same bits.

>>> from animspec.model.animation_set import Clip, Key, Track, Vector3
>>> from animspec.ticks import FrameRate
>>> frames = FrameRate(24)
>>> wave = (
...     Key(0, Vector3(0, 0, 0), "smooth"),
...     Key(frames.to_tick(12), Vector3(0, 0, 90), "smooth"),
... )
>>> clip = Clip("wave", "Wave", 24000, 24, loop=True, tracks=(Track("Body/Arm.R", rotation=wave),))
>>> sampler = ClipSampler(clip)
>>> sampler.sample(frames.to_tick(6))["Body/Arm.R"].rotation
Vector3(x=0.0, y=0.0, z=45.0)
>>> sampler.tick_at(30_000)
6000
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from attrs import fields, frozen

from animspec.curves import Curve, CurveBundle, Floats, share_formula
from animspec.model.animation_set import (
    CHANNEL_NAMES,
    ChannelName,
    Clip,
    Key,
    Track,
    Vector3,
)
from animspec.paths import path_key
from animspec.sampling.tables import AXES, KeyTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from attrs import AttrsInstance

ChannelAddress: TypeAlias = tuple[str, ChannelName]
"""A channel of a clip: its track's path as written, and its name."""

_Value = TypeVar("_Value", bound="AttrsInstance")


@frozen
class AnimationSample:
    """One block's values at a tick, relative to its rest pose; ``None`` where it has no keys."""

    position: Vector3 | None = None
    rotation: Vector3 | None = None
    scale: Vector3 | None = None


@frozen(init=False, eq=False)
class KeyCurve:
    """The curve through one channel's keys; without keys, nothing.

    Raises:
        ValueError: a key's tick is not after the tick of the key before it.

    >>> keys = (Key(0, Vector3(0, 0, 0)), Key(10, Vector3(1, 2, 3), "step"))
    >>> KeyCurve(keys).sample(5)
    Vector3(x=0.5, y=1.0, z=1.5)
    >>> KeyCurve(keys).sample_many([0, 5, 99]).tolist()
    [[0.0, 0.0, 0.0], [0.5, 1.0, 1.5], [1.0, 2.0, 3.0]]
    """

    curve: Curve | None
    """The neutral curve that is sampled."""

    def __init__(self, keys: Sequence[Key]) -> None:
        table = KeyTable.of([keys])
        if not table.is_ordered:
            _require_order(keys)
        curve = Curve(table.share_table(), share_formula, AXES) if keys else None
        self.__attrs_init__(curve)

    @staticmethod
    def is_ordered(keys: Sequence[Key]) -> bool:
        """Whether the keys' ticks strictly rise.

        >>> KeyCurve.is_ordered([Key(1, Vector3(0, 0, 0)), Key(1, Vector3(0, 0, 0))])
        False
        """
        return all(before.tick < after.tick for before, after in pairwise(keys))

    def sample(self, tick: float) -> Vector3 | None:
        """Return the value at a tick, or ``None`` without keys."""
        return Vector3(*self.curve.sample(tick).tolist()) if self.curve else None

    def sample_many(self, ticks: npt.ArrayLike) -> Floats | None:
        """Return the values at all ticks, of shape (ticks, 3), or ``None`` without keys."""
        return self.curve.sample_many(ticks) if self.curve else None


@frozen(init=False, eq=False)
class ClipSampler:
    """The channels of a clip, ready to be sampled; make another when the clip has changed.

    A packed row holds x, y and z of every channel that has keys, one channel after the
    other; ``columns`` says where each stands, and ``keys`` has their keys in that order.

    Raises:
        ValueError: two tracks have equal paths, or the ticks of a channel do not strictly rise.
    """

    length: int
    loop: bool
    columns: dict[ChannelAddress, slice]
    keys: KeyTable
    _paths: tuple[str, ...]
    _channels: CurveBundle | None
    _places: tuple[tuple[int, ...], ...]

    def __init__(self, clip: Clip) -> None:
        _require_unlike_paths(clip.tracks)
        channels = dict(_channels(clip.tracks))
        table = KeyTable.of(tuple(channels.values()))
        if not table.is_ordered:
            for (path, name), keys in channels.items():
                _require_order(keys, f"{name} of {path!r}: ")
        order = {address: place for place, address in enumerate(channels)}
        columns = {address: slice(AXES * n, AXES * (n + 1)) for address, n in order.items()}
        paths = tuple(track.path for track in clip.tracks)
        # Per channel name the place of each track's channel; -1, the last, where it has none.
        places = tuple(
            tuple(order.get((path, name), -1) for path in paths) for name in CHANNEL_NAMES
        )
        bundle = _bundle(table) if channels else None
        self.__attrs_init__(clip.length, clip.loop, columns, table, paths, bundle, places)

    def tick_at(self, elapsed: float) -> float:
        """Return the playhead so many ticks after the start.

        A looping clip wraps, floored: at its length it is at 0 again, and before its
        start it comes from the end. Another is held at 0 and at its length.
        """
        if not self.loop:
            return min(max(0, elapsed), self.length)
        wrapped = elapsed % self.length
        # A tiny negative time rounds up to the length itself, which is the start.
        return 0 if wrapped == self.length else wrapped

    def sample(self, tick: float) -> dict[str, AnimationSample]:
        """Return the values of every track at a tick, by the path as written."""
        numbers = self.pack(tick).tolist()
        vectors = [*_made(Vector3, *(numbers[axis::AXES] for axis in range(AXES))), None]
        channels = ([vectors[place] for place in places] for places in self._places)
        return dict(zip(self._paths, _made(AnimationSample, *channels), strict=True))

    def sample_many(self, ticks: npt.ArrayLike) -> dict[ChannelAddress, Floats]:
        """Return the values of every channel at all ticks, each of shape (ticks, 3)."""
        packed = self.pack_many(ticks)
        return {address: packed[:, columns] for address, columns in self.columns.items()}

    def pack(self, tick: float) -> Floats:
        """Return the packed row at a tick, of shape (3 * channels,)."""
        return self._channels.pack(tick) if self._channels else np.empty(0)

    def pack_many(self, ticks: npt.ArrayLike) -> Floats:
        """Return a packed row per tick, of shape (ticks, 3 * channels).

        Ticks in rising order are several times faster than others.
        """
        if self._channels is None:
            return np.empty((np.size(ticks), 0))
        return self._channels.pack_many(ticks)


def _made(kind: type[_Value], *columns: Sequence[object]) -> list[_Value]:
    """Return values of a slotted attrs class, made in bulk from a column per field.

    This costs half of calling its constructor for each, and skips nothing but the call:
    the class must have no converters and no validators.
    """
    made = list(map(object.__new__, repeat(kind, len(columns[0]))))
    for attribute, column in zip(fields(kind), columns, strict=True):
        put = getattr(kind, attribute.name).__set__
        deque(map(put, made, column), maxlen=0)
    return made


def _channels(tracks: Sequence[Track]) -> list[tuple[ChannelAddress, Sequence[Key]]]:
    """Return the channels that have keys, in the order of the tracks."""
    return [
        ((track.path, name), keys)
        for track in tracks
        for name in CHANNEL_NAMES
        if (keys := getattr(track, name))
    ]


def _bundle(keys: KeyTable) -> CurveBundle:
    """Return the curves of channels that have keys, side by side."""
    return CurveBundle(keys.share_table(), keys.bounds, share_formula, AXES)


def _require_order(keys: Sequence[Key], where: str = "") -> None:
    """Refuse keys whose ticks do not strictly rise."""
    for place, (before, after) in enumerate(pairwise(keys), start=1):
        if after.tick <= before.tick:
            raise ValueError(
                f"{where}key {place} is at tick {after.tick}, "
                f"which is not after key {place - 1} at tick {before.tick}"
            )


def _require_unlike_paths(tracks: Sequence[Track]) -> None:
    """Refuse tracks of equal paths."""
    taken: dict[str, str] = {}
    for track in tracks:
        first = taken.setdefault(path_key(track.path), track.path)
        if first is not track.path:
            raise ValueError(f"track {track.path!r} has the path of track {first!r}")
