"""Two documents compared: their motions and channels matched, sampled and judged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from attrs import evolve, frozen

from animspec.channels import motions, plans
from animspec.comparison.digests import digest
from animspec.comparison.judging import Samples, Terms, judge
from animspec.comparison.matching import channel_key, matched_channels, matched_motions
from animspec.comparison.measures import UNHEEDED
from animspec.comparison.renames import rename_label, renamed
from animspec.comparison.results import ChannelComparison, Comparison, MotionComparison
from animspec.comparison.stretches import channel_breaks, sample_each, stretched
from animspec.curves import rounded
from animspec.rotations import from_euler
from animspec.tolerances import USUAL, Tolerances
from animspec.wording import number, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from animspec.channels import Channel, Motion
    from animspec.comparison.matching import Named, Told
    from animspec.comparison.results import Status
    from animspec.curves import Floats

_Old = TypeVar("_Old", bound="Named")

MILLISECONDS: Final = 1000.0
"""How many units JSR-184's players give a second, where two kinds of documents are compared."""


@UNHEEDED
def compare(old: Any, new: Any, tolerances: Tolerances = USUAL) -> Comparison:
    """Return how far a document's motions are from those of an older one.

    Both are models, as ``animspec.load`` returns them, or None where there is no document.
    They are looked at on the frames of both, at the keys of both, just beside them and
    between them. Of two kinds channels match by path and name: JSR-184's ``TRANSLATION`` is
    a ``position``, Euler angles are compared as rotations, and its time units are taken for
    milliseconds.

    Raises:
        MotionError: one of them cannot be played.

    >>> from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
    >>> def fox(y):
    ...     keys = (Key(0, Vector3(0, 0, 0)), Key(12000, Vector3(0, y, 0), "step"))
    ...     clip = Clip("w", "Walk", 24000, 24, loop=False, tracks=(Track("Body", keys),))
    ...     return AnimationSet("Fox", (clip,))
    >>> compare(fox(1), fox(1.0005)).passes
    True
    >>> motion, channel = compare(fox(1), fox(1.5)).worst
    >>> channel.address, channel.component, channel.error, motion.frame(channel.time)
    ('Body.position', 'y', 0.5, 12.0)
    """
    olds, news = (() if each is None else motions(each) for each in (old, new))
    kinds = {each.kind for each in (*olds, *news)}
    if len(kinds) > 1:
        olds, news = _played(olds), _played(news)
    return put_together(
        matched_motions(olds, news, one_to_one=len(kinds) > 1),
        news,
        partial(_compared, tolerances=tolerances),
        _same_keys,
        partial(lonely, status="removed"),
    )


def put_together(
    matches: tuple[list[tuple[_Old, Motion]], list[_Old], list[Motion]],
    news: Iterable[Motion],
    compared: Callable[[_Old, Motion], MotionComparison],
    are_alike: Callable[[_Old, Motion], bool],
    removed: Callable[[_Old], MotionComparison],
) -> Comparison:
    """Return what is said of all motions, in the order of the new ones, then of those gone.

    ``matches`` are the pairs, what has gone and what has come, as ``matched_motions`` tells
    them; what is alike among the last two counts as renamed.
    """
    pairs, gone, added = matches
    found = {id(mine): compared(yours, mine) for yours, mine in pairs}
    for yours, mine in renamed(gone, added, are_alike):
        said = compared(yours, mine)
        found[id(mine)] = evolve(said, status="renamed", was=rename_label(yours))
        gone.remove(yours)
    present = [found[id(each)] if id(each) in found else lonely(each, "added") for each in news]
    return Comparison((*present, *map(removed, gone)))


def _played(found: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """Return what a document plays on its targets: no sequences where tracks apply them."""
    targets = tuple(each for each in found if each.unit == "world unit")
    return targets or found


def lonely(motion: Motion, status: Status) -> MotionComparison:
    """Return what is said of a motion that only one document has."""
    return MotionComparison(
        name=motion.name,
        label=motion.label,
        status=status,
        unit=motion.unit,
        units_per_second=motion.units_per_second,
        fps=motion.fps,
        start=motion.start,
    )


def _same_keys(old: Motion, new: Motion) -> bool:
    """Whether two motions have the same channels with the same keys."""
    if (old.end, len(old.channels)) != (new.end, len(new.channels)):
        return False
    return sorted(map(_told, old.channels)) == sorted(map(_told, new.channels))


def _told(channel: Channel) -> tuple[str, str, str]:
    return (*channel_key(channel), digest(channel))


@frozen(eq=False)
class _Pair:
    """Two motions, and how many of the old one's units are one of the new one's."""

    old: Motion
    new: Motion
    scale: float

    def frames(self) -> Floats:
        """Return the frames of both, in units of the new motion."""
        own = plans.grid(self.new)
        theirs = plans.grid(self.old) / self.scale
        return self.playable(own if np.array_equal(own, theirs) else plans.union(own, theirs))

    def playable(self, times: Floats) -> Floats:
        """Return times at which both can be: JSR-184's worlds have whole ones only."""
        for motion, scale in ((self.new, 1.0), (self.old, self.scale)):
            if motion.unit == "world unit" and self.old.unit != self.new.unit:
                times = np.unique(rounded(times * scale, 0)) / scale
        return times


def _scale(old: Motion, new: Motion) -> float:
    if old.unit == new.unit:
        return 1.0
    return (old.units_per_second or MILLISECONDS) / (new.units_per_second or MILLISECONDS)


def _compared(old: Motion, new: Motion, tolerances: Tolerances) -> MotionComparison:
    """Return how far a motion is from another that is taken for it."""
    both = _Pair(old, new, _scale(old, new))
    pairs, gone, added = matched_channels(old.channels, new.channels)
    moved = renamed(gone, added, lambda mine, yours: digest(mine) == digest(yours))
    judged = _judged(both, [*pairs, *moved], tolerances)
    for yours, mine in moved:
        gone.remove(yours)
        judged[id(mine)] = evolve(judged[id(mine)], status="renamed", was=yours.address)
    channels = (
        *(
            judged[id(each)] if id(each) in judged else single(each, "added", tolerances)
            for each in new.channels
        ),
        *(single(each, "removed", tolerances) for each in gone),
    )
    return closed(new, channels, tuple(changes(old, new, both.scale)))


def closed(
    motion: Motion, channels: tuple[ChannelComparison, ...], sentences: tuple[str, ...]
) -> MotionComparison:
    """Return what is said of a motion, from what is said of its channels and of its length."""
    status: Status = "same"
    if sentences or not all(each.passes for each in channels):
        status = "changed"
    elif any(each.status == "within" for each in channels):
        status = "within"
    return evolve(lonely(motion, status), channels=channels, changes=sentences)


def single(channel: Told, status: Status, tolerances: Tolerances) -> ChannelComparison:
    """Return what is said of a channel that only one document has."""
    return ChannelComparison(
        path=channel.path,
        name=channel.name,
        status=status,
        components=channel.components,
        unit=channel.unit,
        measure=channel.measure,
        tolerance=tolerances.of(channel.path, channel.name, channel.measure),
        error=float("inf"),
    )


def changes(old: Any, new: Any, scale: float = 1.0) -> list[str]:
    """Return sentences on what else differs between two motions, sampled values aside.

    Of two kinds only the length is compared: frames, loops and names they have otherwise.
    """
    found = []
    for what in ("start", "end"):
        before, after = getattr(old, what), getattr(new, what)
        if abs(before - after * scale) > _SAME_TIME * max(1.0, abs(before)):
            unit = "" if new.unit is None else f" ({new.unit})"
            found.append(f"the {what} is {number(after)}{unit}, it was {number(before / scale)}")
    if old.unit != new.unit:
        return found
    if old.label != new.label and old.name == new.name:
        found.append(f"the name is {shown(new.label)}, it was {shown(old.label)}")
    if old.name != new.name:
        found.append(f"the id is {shown(new.name)}, it was {shown(old.name)}")
    if old.fps != new.fps:
        found.append(f"there are {_rate(new.fps)} frames a second, there were {_rate(old.fps)}")
    if old.loop != new.loop:
        found.append("it loops, it did not" if new.loop else "it does not loop, it did")
    return found


_SAME_TIME: Final = 1e-9
"""Times in two units are the noise of doubles apart."""


def _rate(fps: float | None) -> str:
    return "no" if fps is None else number(fps)


def _judged(
    both: _Pair, pairs: list[tuple[Channel, Channel]], tolerances: Tolerances
) -> dict[int, ChannelComparison]:
    """Return what is said of each pair of channels, by the new one's identity."""
    frames = both.frames()
    olds = _sampled(both.old, frames * both.scale, [yours for yours, _ in pairs])
    news = _sampled(both.new, frames, [mine for _, mine in pairs])
    times = _own_times(both, pairs)
    own_old = _sampled_each(
        both.old, [yours for yours, _ in pairs], [t * both.scale for t in times]
    )
    own_new = _sampled_each(both.new, [mine for _, mine in pairs], times)
    found = {}
    for at, (yours, mine) in enumerate(pairs):
        channel, values = _alike(yours, mine, (olds[at], news[at], own_old[at], own_new[at]))
        tolerance = tolerances.of(mine.path, mine.name, channel.measure)
        if values is None:
            found[id(mine)] = evolve(single(mine, "changed", tolerances), tolerance=tolerance)
            continue
        terms = Terms(tolerance, both.new.units_per_second, both.new.loop)
        on_frames = Samples(frames, values[0], values[1])
        found[id(mine)] = judge(
            channel, on_frames, (Samples(times[at], values[2], values[3]),), terms
        )
    return found


def _sampled(motion: Motion, times: Floats, channels: list[Channel]) -> list[Floats]:
    """Return the values of some channels of a motion, in their order."""
    places = {id(each): at for at, each in enumerate(motion.channels)}
    values = motion.sample(times)
    return [values[places[id(each)]] for each in channels]


def _sampled_each(motion: Motion, channels: list[Channel], times: list[Floats]) -> list[Floats]:
    """Return the values of some channels of a motion at times of their own."""
    nothing = np.empty(0)
    own = {id(channel): each for channel, each in zip(channels, times, strict=True)}
    places = {id(each): at for at, each in enumerate(motion.channels)}
    values = sample_each(motion, [own.get(id(each), nothing) for each in motion.channels])
    return [values[places[id(each)]] for each in channels]


def _own_times(both: _Pair, pairs: list[tuple[Channel, Channel]]) -> list[Floats]:
    """Return for each pair the keys of both, and the times beside and between them."""
    ours = {id(c): b for c, b in zip(both.new.channels, channel_breaks(both.new), strict=True)}
    theirs = {id(c): b for c, b in zip(both.old.channels, channel_breaks(both.old), strict=True)}
    unit = both.new.unit
    found = []
    for yours, mine in pairs:
        old, new = theirs[id(yours)] / both.scale, ours[id(mine)]
        breaks = new if np.array_equal(old, new) else plans.union(old, new)
        found.append(both.playable(np.sort(stretched(breaks, unit).times)))
    return found


def _alike(
    old: Channel, new: Channel, values: tuple[Floats, ...]
) -> tuple[Channel, tuple[Floats, ...] | None]:
    """Return the channel that both are, and their values so that they compare; None if never."""
    if {old.measure, new.measure} == {"degrees", "quaternion"}:
        turned = evolve(new, measure="quaternion", components=("x", "y", "z", "w"), values=_NO_ROWS)
        return turned, tuple(each if each.shape[1] == 4 else from_euler(each) for each in values)
    alike = old.measure == new.measure and old.width == new.width
    return new, values if alike else None


_NO_ROWS: Final = np.empty((0, 4))
