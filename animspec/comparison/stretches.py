"""Where a channel may turn, and the times between at which it is looked at.

A channel is taken apart at its keys, and at whatever else may turn it: action clips and
controllers that start or end, the keys of what a driver may read, the keys that a cycle
plays again. Inside such a stretch a curve is in one piece, so that a few looks tell it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import field, frozen

from animspec.channels import plans
from animspec.channels.plans import RESOLUTIONS
from animspec.curves import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from animspec.channels import Channel, Motion, TimeUnit
    from animspec.curves import Floats, Places

QUARTERS: Final = (0.25, 0.5, 0.75)

LOOKS: Final = 2 + len(QUARTERS)
"""How often a stretch is looked at inside: just after its start, at its quarters, just before
its end. With its ends that is more than any cubic needs."""

NEAREST: Final = 8
"""A look just beside a key stays within such a part of the stretch, so that looks rise."""

MOST_ROUNDS: Final = 1000
"""Of a cycle that plays its keys again more often, no more are looked at on their own."""

MOST_CELLS: Final = 2**24
"""How many numbers are sampled at a time: 128 megabytes."""


@frozen(eq=False)
class Stretches:
    """A channel taken apart.

    Attributes:
        breaks: (n,) rising times, from the start of the motion to its end.
        inner: (n - 1, 5) the times inside of each stretch.
        times: (n + 5 * (n - 1),) all breaks, then all inner times row by row.
    """

    breaks: Floats
    inner: Floats
    times: Floats = field(init=False)

    @times.default
    def _all(self) -> Floats:
        return np.concatenate([self.breaks, self.inner.ravel()])


def stretched(breaks: Floats, unit: TimeUnit) -> Stretches:
    """Return the stretches between breaks, times being in a unit of motions.

    >>> stretched(np.array([0.0, 24.0, 28.0]), "tick").inner.tolist()
    [[1.0, 6.0, 12.0, 18.0, 23.0], [24.5, 25.0, 26.0, 27.0, 27.5]]
    """
    starts, spans = breaks[:-1], np.diff(breaks)
    near = np.minimum(RESOLUTIONS[unit], spans / NEAREST)
    inner = np.empty((len(spans), LOOKS))
    inner[:, 0] = starts + near
    inner[:, 1:-1] = starts[:, None] + spans[:, None] * QUARTERS
    inner[:, -1] = breaks[1:] - near
    # World times of JSR-184 are whole.
    return Stretches(breaks, rounded(inner, 0) if unit == "world unit" else inner)


def channel_breaks(motion: Motion) -> list[Floats]:
    """Return for each channel of a motion the times at which it may turn, both ends among them."""
    found: dict[bytes, Floats] = {}
    everything: list[Floats] = []
    of_channels = []
    for channel in motion.channels:
        more = _more(motion, channel, everything)
        if more:
            times = np.concatenate([channel.keys, *more])
            of_channels.append(_within(motion, times))
            continue
        if channel.measure == "switch":
            # It may switch in the middle between two keys: then the middle is a break, too.
            ends = _within(motion, channel.keys)
            of_channels.append(plans.union(ends, plans.between(ends)))
            continue
        known = channel.keys.tobytes()
        breaks = found.get(known)
        if breaks is None:
            breaks = found[known] = _within(motion, channel.keys)
        of_channels.append(breaks)
    return of_channels


def _more(motion: Motion, channel: Channel, everything: list[Floats]) -> list[Floats]:
    """Return what turns a channel besides its keys; ``everything`` keeps what turns any."""
    more = list(_repeated(motion, channel))
    if channel.driven:
        # A driver reads other properties, and those may read more.
        if not everything:
            everything.append(motion.moments)
            for each in motion.channels:
                if each.part in _READ:
                    everything.extend((each.keys, *_repeated(motion, each)))
        more += everything
    elif channel.layered or motion.unit == "world unit":
        more.append(motion.moments)
    return more


_READ: Final = ("property", "camera")
"""What drivers can read, by the part of a document; the camera's lens may be a property."""


def _within(motion: Motion, times: Floats) -> Floats:
    """Return the ends of a motion and the times within, each once."""
    start, end = motion.start, motion.end
    if len(times) and times[0] == start and times[-1] == end and (times[:-1] < times[1:]).all():
        return times
    inside = times[(times > start) & (times < end)]
    return np.unique(np.concatenate([(start,), inside, (end,)]))


def _repeated(motion: Motion, channel: Channel) -> Iterable[Floats]:
    """Yield the times at which a cycle plays the keys again, before the first and after the last.

    A pingpong plays them backwards every other time; both ways are taken for it.
    """
    keys = channel.keys
    if len(keys) < 2 or (channel.before == "hold" and channel.after == "hold"):
        return
    first, last = keys[0], keys[-1]
    span = last - first
    for mode, low, high in (
        (channel.before, motion.start, first),
        (channel.after, last, motion.end),
    ):
        if mode == "hold" or high <= low:
            continue
        rounds = np.arange(np.floor((low - first) / span), np.ceil((high - first) / span))
        starts = first + span * rounds[:MOST_ROUNDS, None]
        yield (starts + (keys - first)).ravel()
        if mode == "pingpong":
            yield (starts + (last - keys)).ravel()


def looks(motion: Motion) -> list[Stretches]:
    """Return each channel of a motion taken apart."""
    made: dict[int, Stretches] = {}
    breaks = channel_breaks(motion)
    for each in breaks:
        if id(each) not in made:
            made[id(each)] = stretched(each, motion.unit)
    return [made[id(each)] for each in breaks]


def sample_each(motion: Motion, times: Sequence[Floats]) -> list[Floats]:
    """Return the values of each channel at times of its own, (n, width) each.

    Channels are sampled together, at the times of all, so many at a time that memory lasts.
    """
    unlike = {id(each): each for each in times}
    if not unlike:
        return []
    flat = np.concatenate(list(unlike.values()))
    if not len(flat):
        return [np.empty((0, channel.width)) for channel in motion.channels]
    union, places = np.unique(flat, return_inverse=True)
    ends = np.cumsum([len(each) for each in unlike.values()])
    rows = dict(zip(unlike, np.split(places.ravel(), ends[:-1]), strict=True))
    width = sum(channel.width for channel in motion.channels)
    most = max(MOST_CELLS // max(width, 1), 1)
    if len(union) <= most:
        sampled = motion.sample(union)
        return [values[rows[id(each)]] for values, each in zip(sampled, times, strict=True)]
    return _in_blocks(motion, union, [rows[id(each)] for each in times], most)


def _in_blocks(motion: Motion, union: Floats, rows: list[Places], most: int) -> list[Floats]:
    """Return the wanted rows of what channels are at many times."""
    found = [
        np.empty((len(wanted), channel.width))
        for wanted, channel in zip(rows, motion.channels, strict=True)
    ]
    for start in range(0, len(union), most):
        sampled = motion.sample(union[start : start + most])
        for into, wanted, values in zip(found, rows, sampled, strict=True):
            here = np.flatnonzero((wanted >= start) & (wanted < start + most))
            into[here] = values[wanted[here] - start]
    return found
