"""What a recorded channel was: at every time it was looked at, and estimated between.

Inside a stretch a curve is in one piece. Its five looks and two ends are more than a cubic
needs, so that straight, smooth and spline stretches come back to a unit of the last decimal;
how far the estimates of two orders differ bounds what others may hide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.comparison.measures import DISTANCES
from animspec.comparison.stretches import LOOKS
from animspec.golden.numbers import signed_like
from animspec.golden.ways import BEND, FREE, TOLD, Ends, bent, counted, lagrange, shares_of, ways_of

if TYPE_CHECKING:
    from animspec.comparison.stretches import Stretches
    from animspec.curves import Floats, Places
    from animspec.golden.model import Frame, GoldenChannel, GoldenMotion, Run

NODES: Final = (0, 2, 4, 5, 3)
"""Which of a stretch's start and five looks an estimate stands on: not the one just after the
start, beside which the last decimals of the two would count many times. The middle is last: an
estimate without it tells how good the one with it is."""

AROUND: Final = 4
"""How many frames an estimate between frames stands on."""


@frozen(eq=False)
class Rebuilt:
    """A recorded channel with all its numbers.

    Attributes:
        frames: (frames, width) at ``times``.
        own: (n + 5 * (n - 1), width) at ``stretches.times``; of a channel at rest there are
            the start and the end only.
    """

    channel: GoldenChannel
    times: Floats
    frames: Floats
    stretches: Stretches
    own: Floats

    @property
    def width(self) -> int:
        """How many components a value has."""
        return len(self.channel.components)

    @property
    def ends(self) -> Floats:
        """The values at the breaks, (n, width)."""
        return self.own[: len(self.stretches.breaks)]

    @property
    def inner(self) -> Floats:
        """The values inside of stretches, (n - 1, 5, width)."""
        return self.own[len(self.stretches.breaks) :].reshape(-1, LOOKS, self.width)


def require_fitting(channel: GoldenChannel, frames: int) -> None:
    """See that the parts of a recorded channel fit together, of so many frames.

    This looks at no number, so that it costs little where none is needed.

    Raises:
        ValueError: they do not.
    """
    values = channel.values
    if len(values) != len(channel.components) or not frames:
        raise ValueError(_OTHER_VALUES)
    moving = 0
    for component in channel.components:
        if component not in values:
            raise ValueError(_OTHER_VALUES)
        told = values[component]
        if not isinstance(told, list):
            continue
        moving += 1
        if len(told) != frames:
            raise ValueError(
                f"{component} has {len(told)} values, expected {frames}, one for each frame"
            )
    if not moving:
        _require_rest(channel)
        return
    for at, row in enumerate(channel.keys):
        if len(row) != 1 + moving:
            raise ValueError(f"key {at} has {len(row)} numbers, expected {1 + moving}")
    count = len(channel.keys) + _key_frames(channel.frameKeys, frames)
    if not count:
        raise ValueError("it moves and has neither frameKeys nor keys, expected its ends at least")
    _require_rows(channel, count - 1, moving)


def _require_rest(channel: GoldenChannel) -> None:
    """See that a channel at rest has nothing but its values."""
    if channel.frameKeys or channel.keys or channel.ways or channel.between:
        raise ValueError("it has keys and is at rest, expected only its values")


_OTHER_VALUES: Final = "values are not those of the components"


def _key_frames(runs: list[Frame | Run], frames: int) -> int:
    """Return on how many frames a channel may turn: each is a number, or a first and a last."""
    count, before = 0, -1
    for run in runs:
        first, last = (run[0], run[-1]) if isinstance(run, list) else (run, run)
        if last < first:
            raise ValueError(f"frameKeys has {run}, expected the first frame before the last")
        if last >= frames:
            raise ValueError(f"frameKeys has {run}, expected frames up to {frames - 1}")
        if first <= before:
            raise ValueError("the times of keys do not rise")
        count, before = count + last - first + 1, last
    return count


def _require_rows(channel: GoldenChannel, stretches: int, moving: int) -> None:
    """See that each stretch has a way, and a row of the right length where its way needs one."""
    ways = ways_of(channel.measure == "quaternion")
    sizes: list[int] = []
    left = stretches
    for word, many in counted(channel.ways, stretches):
        left -= many
        if word in TOLD:
            sizes += [len(TOLD[word]) * moving] * many
        elif word not in ways:
            raise ValueError(f'a channel of its measure has no way "{word}"')
    if left:
        raise ValueError(f"there are fewer ways than the {stretches} stretches between keys")
    if len(sizes) != len(channel.between):
        raise ValueError(f"between has {len(channel.between)} rows, expected {len(sizes)}")
    for size, row in zip(sizes, channel.between, strict=True):
        if len(row) != size:
            raise ValueError(f"a row of between has {len(row)} numbers, expected {size}")


def rebuilt(motion: GoldenMotion, channel: GoldenChannel, times: Floats) -> Rebuilt:
    """Return a recorded channel with all its numbers; ``times`` are those of the frames.

    Raises:
        ValueError: the record does not fit together.
    """
    require_fitting(channel, len(times))
    frames = channel.frames(len(times))
    moving = channel.moving
    if not moving:
        stretches = motion.stretches(np.unique((motion.start, motion.end)))
        own = np.repeat(frames[:1], len(stretches.times), axis=0)
        return Rebuilt(channel, times, frames, stretches, own)
    breaks, ends = _ends(channel, times, frames, moving)
    stretches = motion.stretches(breaks)
    inner = _inner(channel, stretches, ends, moving)
    own = np.concatenate([ends, inner.reshape(-1, frames.shape[1])])
    return Rebuilt(channel, times, frames, stretches, own)


def _ends(
    channel: GoldenChannel, times: Floats, frames: Floats, moving: list[int]
) -> tuple[Floats, Floats]:
    """Return the breaks and the values there."""
    places = _places(channel)
    rows = np.array(channel.keys, dtype=np.float64).reshape(-1, 1 + len(moving))
    off = np.repeat(frames[:1], len(rows), axis=0)
    off[:, moving] = rows[:, 1:]
    breaks = np.concatenate([times[places], rows[:, 0]])
    order = np.argsort(breaks, kind="stable")
    breaks = breaks[order]
    if not (np.isfinite(breaks).all() and (breaks[:-1] < breaks[1:]).all()):
        raise ValueError("the times of keys do not rise")
    return breaks, np.concatenate([frames[places], off])[order]


def _places(channel: GoldenChannel) -> Places:
    """Return the frames on which a channel may turn."""
    found: list[int] = []
    for run in channel.frameKeys:
        if isinstance(run, list):
            found.extend(range(run[0], run[-1] + 1))
        else:
            found.append(run)
    return np.array(found, dtype=np.intp)


def _inner(channel: GoldenChannel, stretches: Stretches, ends: Floats, moving: list[int]) -> Floats:
    """Return the values inside of stretches, (n - 1, 5, width)."""
    count = len(stretches.inner)
    told = counted(channel.ways, count)
    words = np.repeat([word for word, _ in told], [many for _, many in told])
    inner = np.empty((count, LOOKS, ends.shape[1]))
    inner[:] = ends[:1]
    shares = shares_of(stretches)
    ways = ways_of(channel.measure == "quaternion")
    for word in {word for word, _ in told if word in ways}:
        at = np.flatnonzero(words == word)
        inner[at] = ways[word](Ends(at, shares[at], stretches.breaks, ends))
    wanted = np.flatnonzero((words == BEND) | (words == FREE)).tolist()
    for place, row in zip(wanted, channel.between, strict=True):
        looks = TOLD[str(words[place])]
        numbers = np.array(row, dtype=np.float64).reshape(len(looks), -1)
        inner[place][np.ix_(looks, moving)] = numbers
    at = np.flatnonzero(words == BEND)
    if len(at):
        known = Ends(at, shares[at], stretches.breaks, ends)
        with np.errstate(divide="ignore", invalid="ignore"):
            inner[at] = bent(known, inner[at][:, TOLD[BEND]])
    return inner


def estimated(old: Rebuilt, times: Floats) -> tuple[Floats, Floats]:
    """Return the values at other times, (n, width), and how much they may be off, (n,).

    Times lie within the motion. The better of two estimates counts: by the stretch that a
    time falls in, and by the frames around it, if they all lie in that stretch.
    """
    if not old.channel.moving:
        return np.repeat(old.frames[:1], len(times), axis=0), np.zeros(len(times))
    last = len(old.stretches.inner) - 1
    at = np.clip(np.searchsorted(old.stretches.breaks, times, side="right") - 1, 0, last)
    values, doubt = _by_stretch(old, at, times)
    nearer, less = _by_frames(old, at, times)
    better = less < doubt
    values[better], doubt[better] = nearer[better], less[better]
    lost = ~np.isfinite(doubt)
    if lost.any():
        # Looks fall together, as those at whole world times of JSR-184 may.
        values[lost], doubt[lost] = straight_between(old, times[lost])
    return values, doubt


def straight_between(old: Rebuilt, times: Floats) -> tuple[Floats, Floats]:
    """Return values straight between the looks around, and by how much those two differ, (n,).

    All frames and looks count, whatever lies between them.
    """
    moments, places = np.unique(np.concatenate([old.times, old.stretches.times]), return_index=True)
    values = np.concatenate([old.frames, old.own])[places]
    at = np.clip(np.searchsorted(moments, times, side="right") - 1, 0, max(len(moments) - 2, 0))
    after = np.minimum(at + 1, len(moments) - 1)
    first, last = values[at], values[after]
    if old.channel.measure == "quaternion":
        last = signed_like(first, last)
    spans = np.where(after > at, moments[after] - moments[at], 1.0)
    step: Floats = DISTANCES[old.channel.measure](first, last).max(axis=1)
    return first + (last - first) * ((times - moments[at]) / spans)[:, None], step


def _by_stretch(old: Rebuilt, at: Places, times: Floats) -> tuple[Floats, Floats]:
    starts = old.stretches.breaks[at, None]
    spans = np.diff(old.stretches.breaks)[at, None]
    moments = np.concatenate([starts, old.stretches.inner[at]], axis=1)[:, NODES]
    values = np.concatenate([old.ends[at, None], old.inner[at]], axis=1)[:, NODES]
    return _polynomials(old, (moments - starts) / spans, values, (times[:, None] - starts) / spans)


def _by_frames(old: Rebuilt, at: Places, times: Floats) -> tuple[Floats, Floats]:
    """Return estimates by the frames around; where they are not all in the stretch, none."""
    values = np.full((len(times), old.width), np.nan)
    doubt = np.full(len(times), np.inf)
    first = np.searchsorted(old.times, times, side="right") - AROUND // 2
    inside = (first >= 0) & (first + AROUND <= len(old.times))
    first = np.where(inside, first, 0)
    last = np.minimum(first + AROUND, len(old.times)) - 1
    inside &= (old.times[first] >= old.stretches.breaks[at]) & (
        old.times[last] < old.stretches.breaks[at + 1]
    )
    if inside.any():
        rows = first[inside, None] + np.arange(AROUND)
        moments, starts = old.times[rows], old.times[first[inside], None]
        span = old.times[last[inside], None] - starts
        values[inside], doubt[inside] = _polynomials(
            old, (moments - starts) / span, old.frames[rows], (times[inside, None] - starts) / span
        )
    return values, doubt


def _polynomials(old: Rebuilt, nodes: Floats, values: Floats, at: Floats) -> tuple[Floats, Floats]:
    """Return the values of polynomials through nodes, and how much they may be off.

    That is what one node less would say, and what the last decimals of all may come to.
    """
    if old.channel.measure == "quaternion":
        signs = np.sign((values * values[:, :1]).sum(axis=2, keepdims=True))
        values = values * np.where(signs == 0.0, 1.0, signs)
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = lagrange(nodes, at)
        best = np.einsum("skn,snw->skw", weights, values)[:, 0]
        fewer = np.einsum("skn,snw->skw", lagrange(nodes[:, :-1], at), values[:, :-1])[:, 0]
        apart = np.abs(best - fewer).max(axis=1)
    noise = old.channel.noise * np.abs(weights[:, 0]).sum(axis=1)
    scale = np.degrees(2.0) if old.channel.measure == "quaternion" else 1.0
    doubt = (apart + noise) * scale
    # A channel may have no value here and there: then nothing is known between.
    return best, np.where(np.isnan(doubt), np.inf, doubt)
