"""A document to its golden file: what each channel comes to, in as few numbers as tell it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from attrs import frozen

from animspec.channels import motions, plans
from animspec.comparison.digests import digest
from animspec.comparison.matching import channel_key
from animspec.comparison.measures import UNHEEDED
from animspec.comparison.stretches import LOOKS, looks, sample_each
from animspec.golden.model import (
    SEMANTICS,
    Golden,
    GoldenChannel,
    GoldenError,
    GoldenMotion,
    GoldenTolerances,
    Made,
    beside,
)
from animspec.golden.numbers import HALF, kept, recorded, signed_like
from animspec.golden.reading import frames_of as recorded_frames
from animspec.golden.reading import opened
from animspec.golden.ways import TOLD, found, in_rows
from animspec.kinds import KINDS
from animspec.loading import load
from animspec.paths import SEPARATOR
from animspec.tolerances import USUAL, Tolerances, decimals_for

if TYPE_CHECKING:
    from animspec.channels import Channel, Motion
    from animspec.comparison.stretches import Stretches
    from animspec.curves import Floats
    from animspec.golden.model import KindName, Value
    from animspec.golden.rebuilding import Rebuilt

MOST_NUMBERS: Final = 50_000_000
"""Of one motion on its frames: beyond that a golden file would have hundreds of megabytes."""


@UNHEEDED
def record(
    source: Any,
    *,
    tolerances: Tolerances = USUAL,
    name: str | None = None,
    previous: Golden | None = None,
) -> Golden:
    """Return what every motion of a document comes to.

    ``source`` is the path of a file or a model, as ``animspec.load`` returns it; ``name`` is
    what the record calls it, else the file's own name. Numbers of a ``previous`` record stay
    where the new ones round to them.

    Raises:
        DocumentError: the file cannot be used.
        MotionError: the document cannot be played.
        GoldenError: there is too much of it, or the numbers of ``previous`` do not fit together.
    """
    document = load(source) if isinstance(source, str | PathLike) else source
    if name is None and isinstance(source, str | PathLike):
        name = fspath(source).replace("\\", SEPARATOR).rpartition(SEPARATOR)[2]
    played = motions(document)
    kind = kind_of(document)
    before = {} if previous is None else _before(previous)
    return Golden(
        source=name or "",
        kind=kind,
        made=Made(own_version(), SEMANTICS),
        tolerances=GoldenTolerances(**tolerances.as_json()),
        motions=[_motion(each, tolerances, before.get(each.name)) for each in played],
    )


def kind_of(document: Any) -> KindName:
    """Return the kind of a document.

    Raises:
        TypeError: this is no model of a document.
    """
    for kind in KINDS:
        if isinstance(document, kind.model):
            return cast("KindName", kind.name)
    raise TypeError(f"there is a {type(document).__name__}, expected the model of a document")


@cache
def own_version() -> str:
    """Return the version of animspec, as it is installed."""
    try:
        return version("animspec")
    except PackageNotFoundError:
        return "unknown"


def frames_of(motion: Motion) -> Floats:
    """Return the times of a motion's frames.

    Raises:
        GoldenError: they are too many to be recorded.
    """
    try:
        times = plans.grid(motion)
    except plans.TooManyTimesError as error:
        raise GoldenError(f"{motion.label} has too many frames: {error}") from error
    width = sum(channel.width for channel in motion.channels)
    if len(times) * width > MOST_NUMBERS:
        raise GoldenError(
            f"{motion.label} has {width} values on {len(times)} frames, expected at most "
            f"{MOST_NUMBERS} numbers"
        )
    return times


def _motion(motion: Motion, tolerances: Tolerances, previous: _Before | None) -> GoldenMotion:
    times = frames_of(motion)
    frames = motion.sample(times)
    parts = looks(motion)
    own = sample_each(motion, [each.times for each in parts])
    before = {} if previous is None else previous.channels(times)
    channels = []
    for at, channel in enumerate(motion.channels):
        tolerance = tolerances.of(channel.path, channel.name, channel.measure)
        drawn = _Drawn(channel, times, frames[at], parts[at], own[at])
        decimals = decimals_for(tolerance, channel.measure)
        channels.append(_channel(drawn, decimals, before.get(channel_key(channel))))
    return GoldenMotion(
        name=motion.name,
        label=motion.label,
        start=motion.start,
        end=motion.end,
        unit=motion.unit,
        unitsPerSecond=motion.units_per_second,
        fps=motion.fps,
        loop=motion.loop,
        frames=len(times),
        beside=beside(motion.unit),
        channels=channels,
    )


@frozen(eq=False)
class _Before:
    """A motion as it was recorded before, with the times of its frames."""

    motion: GoldenMotion
    times: Floats

    def channels(self, times: Floats) -> dict[tuple[str, str], Rebuilt]:
        """Return what the channels were, where they had the same frames."""
        if not np.array_equal(self.times, times):
            return {}
        recorded = self.motion.channels
        return {channel_key(each): opened(self.motion, each, times) for each in recorded}


def _before(previous: Golden) -> dict[str, _Before]:
    """Return the motions of a record by their names."""
    return {
        each.name: _Before(each, recorded_frames(each, previous.kind)) for each in previous.motions
    }


@frozen(eq=False)
class _Drawn:
    """A channel with its values on frames, and at and between its breaks."""

    channel: Channel
    times: Floats
    frames: Floats
    stretches: Stretches
    own: Floats

    @property
    def count(self) -> int:
        return len(self.stretches.breaks)


def _channel(drawn: _Drawn, decimals: int, before: Rebuilt | None) -> GoldenChannel:
    channel = drawn.channel
    if before is not None and (before.channel.decimals, before.width) != (decimals, channel.width):
        before = None
    stored = None if before is None else before.frames
    frames = _rounded(drawn.frames, stored, decimals, channel.measure)
    moving = _moving(frames, drawn.own, decimals, channel.measure)
    values: dict[str, Value | list[Value]] = {
        name: told(frames[:, at]) if at in moving else _number(frames[0, at])
        for at, name in enumerate(channel.components)
    }
    more = _broken(drawn, frames, moving, decimals, before) if moving else {}
    return GoldenChannel(
        path=channel.path,
        name=channel.name,
        components=channel.components,
        unit=channel.unit,
        measure=channel.measure,
        decimals=decimals,
        digest=digest(channel),
        values=values,
        **more,
    )


def _rounded(fresh: Floats, stored: Floats | None, decimals: int, measure: str) -> Floats:
    """Return values as recorded, as they were where they can be."""
    if stored is None:
        return recorded(fresh, decimals)
    if measure == "quaternion":
        fresh = signed_like(stored, fresh)
    return kept(stored, fresh, decimals)


def _moving(frames: Floats, own: Floats, decimals: int, measure: str) -> list[int]:
    """Return the places of components that are not at rest; a rotation moves as a whole."""
    first = frames[:1]
    empty = np.isnan(first)
    moves = ~((frames == first) | (np.isnan(frames) & empty)).all(axis=0)
    with np.errstate(invalid="ignore"):
        rests = np.abs(own - first) <= HALF * 10.0**-decimals
    moves |= ~(rests | (np.isnan(own) & empty)).all(axis=0)
    if measure == "quaternion" and moves.any():
        moves[:] = True
    return [int(at) for at in np.flatnonzero(moves)]


def _broken(
    drawn: _Drawn,
    frames: Floats,
    moving: list[int],
    decimals: int,
    before: Rebuilt | None,
) -> dict[str, Any]:
    """Return the members that tell where a channel turns, and how it goes between."""
    channel, breaks, count = drawn.channel, drawn.stretches.breaks, drawn.count
    places = np.searchsorted(drawn.times, breaks).clip(max=len(drawn.times) - 1)
    on_frame = drawn.times[places] == breaks
    same = before is not None and np.array_equal(before.stretches.breaks, breaks)
    stored = before.own if before is not None and same else None
    rounded = _rounded(drawn.own, stored, decimals, channel.measure)
    ends = rounded[:count]
    ends[on_frame] = frames[places[on_frame]]
    inner = drawn.own[count:].reshape(-1, LOOKS, channel.width)
    ways = found(
        drawn.stretches,
        ends,
        (inner, rounded[count:].reshape(inner.shape)),
        10.0**-decimals,
        quaternions=channel.measure == "quaternion",
    )
    looked = rounded[count:].reshape(inner.shape)[:, :, moving]
    return {
        "frameKeys": _runs(places[on_frame].tolist()),
        "keys": [
            [time, *row]
            for time, row in zip(
                breaks[~on_frame].tolist(), _table(ends[~on_frame][:, moving]), strict=True
            )
        ],
        "ways": in_rows(ways),
        "between": [
            told(looked[at, list(TOLD[word])].ravel())
            for at, word in enumerate(ways)
            if word in TOLD
        ],
    }


def _runs(frames: list[int]) -> list[Any]:
    """Return frames, three or more in a row as the first and the last of them.

    >>> _runs([0, 2, 3, 4, 7, 8])
    [0, [2, 4], 7, 8]
    """
    runs: list[Any] = []
    for _, row in groupby(enumerate(frames), lambda pair: pair[1] - pair[0]):
        found = [frame for _, frame in row]
        runs += [[found[0], found[-1]]] if len(found) > 2 else found
    return runs


def _table(rows: Floats) -> list[list[Value]]:
    return [told(row) for row in rows]


def told(numbers: Floats) -> list[Value]:
    """Return numbers as JSON can hold them.

    >>> told(np.array([1.5, np.nan]))
    [1.5, None]
    """
    if not np.isnan(numbers.sum()):
        listed: list[Value] = numbers.tolist()
        return listed
    return [_number(each) for each in numbers.tolist()]


def _number(value: float) -> Value:
    return None if np.isnan(value) else float(value)
