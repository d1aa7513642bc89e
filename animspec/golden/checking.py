"""A document against its golden file."""

from __future__ import annotations

from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve, frozen

from animspec.channels import motions
from animspec.comparison.digests import digest
from animspec.comparison.documents import changes, closed, put_together, single
from animspec.comparison.judging import Samples, Terms, judge, same
from animspec.comparison.matching import channel_key, matched_channels, matched_motions
from animspec.comparison.measures import DISTANCES, UNHEEDED
from animspec.comparison.renames import renamed
from animspec.comparison.results import ChannelComparison, Comparison, MotionComparison
from animspec.comparison.stretches import channel_breaks, sample_each, stretched
from animspec.golden.at_once import proven_same
from animspec.golden.model import SEMANTICS, GoldenError, Made
from animspec.golden.reading import USUAL_NAME, frames_of, opened
from animspec.golden.rebuilding import estimated, straight_between
from animspec.golden.recording import kind_of, own_version
from animspec.loading import load
from animspec.tolerances import decimals_for
from animspec.wording import shown

if TYPE_CHECKING:
    from animspec.channels import Channel, Motion
    from animspec.curves import Floats
    from animspec.golden.model import Golden, GoldenChannel, GoldenMotion, KindName
    from animspec.golden.rebuilding import Rebuilt
    from animspec.tolerances import Tolerances

INNER: float = 2.1
"""Inside of stretches a recorded value may be off by a unit of the last decimal, where the
way's word stands for it: about so many times as much as on frames."""


@UNHEEDED
def compare(
    golden: Golden,
    document: Any,
    tolerances: Tolerances | None = None,
    *,
    name: str = USUAL_NAME,
) -> Comparison:
    """Return how far a document is from what was recorded of it.

    ``document`` is a model or the path of a file. Tolerances are those of the record unless
    others are given; where the record has too few decimals for them, its own hold. ``name``
    is what messages call the record.

    Raises:
        DocumentError: the file cannot be used.
        MotionError: the document cannot be played.
        GoldenError: the numbers of the record do not fit together, or it is of another kind
            of document.
    """
    model = load(document) if isinstance(document, str | PathLike) else document
    within = golden.tolerances.tolerances if tolerances is None else tolerances
    played = motions(model)
    _require_kind(golden, model, name)
    record = _Record(golden.kind, name, golden.made == Made(own_version(), SEMANTICS))
    return put_together(
        matched_motions(golden.motions, played, one_to_one=False),
        played,
        partial(_compared, tolerances=within, record=record),
        _same_keys,
        _removed,
    )


@frozen
class _Record:
    """What holds for all motions of a record.

    ``name`` is what messages call it. ``trusted``: this same version of animspec wrote it, so
    that equal keys are equal curves, and frames are all that need be looked at.
    """

    kind: KindName
    name: str
    trusted: bool


def _require_kind(golden: Golden, model: Any, name: str) -> None:
    kind = kind_of(model)
    if golden.kind != kind:
        raise GoldenError(f"{name} is the record of a document of kind {golden.kind}, not {kind}")


def _removed(motion: GoldenMotion) -> MotionComparison:
    return MotionComparison(
        name=motion.name,
        label=motion.label,
        status="removed",
        unit=motion.unit,
        units_per_second=motion.unitsPerSecond,
        fps=motion.fps,
        start=motion.start,
    )


def _same_keys(old: GoldenMotion, new: Motion) -> bool:
    """Whether a motion has the channels and the keys that were recorded."""
    if (old.end, len(old.channels)) != (new.end, len(new.channels)):
        return False
    recorded = sorted((*channel_key(each), each.digest) for each in old.channels)
    return recorded == sorted((*channel_key(each), digest(each)) for each in new.channels)


@frozen(eq=False)
class _Look:
    """One channel as it was and as it is, and the times at which it is looked at."""

    old: Rebuilt
    new: Channel
    more: Floats
    """Times at which it was not looked at: at, beside and between new keys."""

    @property
    def times(self) -> Floats:
        """The times besides the frames."""
        if not len(self.more):
            return self.old.stretches.times
        return np.concatenate([self.old.stretches.times, self.more])


@frozen(eq=False)
class _Pair:
    """A motion as it was recorded and as it is; ``times`` are those of its recorded frames.

    ``trusted``: as of the record, where the motion has the ends that it had.
    """

    old: GoldenMotion
    new: Motion
    times: Floats
    trusted: bool
    name: str
    """What messages call the record."""

    def is_known(self, old: GoldenChannel, new: Channel) -> bool:
        """Whether the keys of a channel say all, and say what they said."""
        if not self.trusted or new.driven or new.layered or not len(new.keys):
            return False
        return not _unlike(old, new) and old.digest == digest(new)


def _unlike(old: GoldenChannel, new: Channel) -> str:
    """Say why the values of two channels do not compare, "" where they do."""
    if old.components != new.components:
        was, now = (", ".join(each) for each in (old.components, new.components))
        return f"has the components {now}, it had {was}"
    if old.measure != new.measure:
        return f"is measured as {new.measure}, it was as {old.measure}"
    if old.unit != new.unit:
        now, was = (shown(each.unit) for each in (new, old))
        return f"has values in the unit {now}, it had {was}"
    return ""


def _compared(
    old: GoldenMotion, new: Motion, tolerances: Tolerances, *, record: _Record
) -> MotionComparison:
    """Return how far a motion is from its record."""
    both = _Pair(
        old,
        new,
        frames_of(old, record.kind, record.name),
        record.trusted and (old.start, old.end) == (new.start, new.end),
        record.name,
    )
    pairs, gone, added = matched_channels(old.channels, new.channels)
    moved = renamed(gone, added, _is_alike)
    for yours, _ in moved:
        gone.remove(yours)
    was = {id(mine): yours.address for yours, mine in moved}
    judged = _judged(both, [*pairs, *moved], tolerances)
    channels: list[ChannelComparison] = []
    for mine in new.channels:
        if id(mine) not in judged:
            channels.append(single(mine, "added", tolerances))
        elif id(mine) in was:
            channels.append(evolve(judged[id(mine)], status="renamed", was=was[id(mine)]))
        else:
            channels.append(judged[id(mine)])
    channels += [single(each, "removed", tolerances) for each in gone]
    return closed(new, tuple(channels), (*_other_unit(old, new), *changes(old, new)))


def _other_unit(old: GoldenMotion, new: Motion) -> tuple[str, ...]:
    """Say that times are not counted in what they were, if so."""
    if old.unit == new.unit:
        return ()
    return (f"times are in {new.unit}s, they were in {old.unit}s",)


def _is_alike(old: GoldenChannel, new: Channel) -> bool:
    """Whether a channel has the keys that another had."""
    return old.components == new.components and old.digest == digest(new)


def _judged(
    both: _Pair, pairs: list[tuple[GoldenChannel, Channel]], tolerances: Tolerances
) -> dict[int, ChannelComparison]:
    """Return what is said of each channel, by its identity."""
    if not pairs:
        return {}
    new = both.new
    frames = dict(zip(map(id, new.channels), new.sample(both.times), strict=True))
    known: list[tuple[GoldenChannel, Channel]] = []
    unsure: list[tuple[GoldenChannel, Channel]] = []
    for pair in pairs:
        (known if both.is_known(*pair) else unsure).append(pair)
    found = {}
    alike = proven_same([(yours, frames[id(mine)]) for yours, mine in known])
    for (yours, mine), is_same in zip(known, alike, strict=True):
        terms = _terms(yours, new, mine, tolerances)
        if is_same:
            found[id(mine)] = same(mine, terms)
            continue
        old = yours.frames(len(both.times))
        samples = Samples(both.times, old, frames[id(mine)], yours.noise)
        found[id(mine)] = judge(mine, samples, (), terms)
    if not unsure:
        return found
    looks = _looks(both, unsure)
    nothing = np.empty(0)
    wanted = [looks[id(e)].times if id(e) in looks else nothing for e in new.channels]
    values = dict(zip(map(id, new.channels), sample_each(new, wanted), strict=True))
    for yours, mine in unsure:
        terms = _terms(yours, new, mine, tolerances)
        found[id(mine)] = _told(looks[id(mine)], frames[id(mine)], values[id(mine)], terms)
    return found


def _looks(both: _Pair, pairs: list[tuple[GoldenChannel, Channel]]) -> dict[int, _Look]:
    """Return how channels are looked at besides their frames, by the new one's identity."""
    breaks = dict(zip(map(id, both.new.channels), channel_breaks(both.new), strict=True))
    return {
        id(mine): _look(
            opened(both.old, yours, both.times, both.name), mine, breaks[id(mine)], both.new
        )
        for yours, mine in pairs
    }


def _terms(old: GoldenChannel, motion: Motion, new: Channel, tolerances: Tolerances) -> Terms:
    """Return what a channel is judged by; its tolerance is not finer than its record can tell."""
    wanted = tolerances.of(new.path, new.name, new.measure)
    if decimals_for(wanted, new.measure) > old.decimals:
        coarse = 10.0 ** (1 - old.decimals)
        wanted = float(np.degrees(coarse * 2.0)) if new.measure == "quaternion" else coarse
    return Terms(wanted, motion.units_per_second, motion.loop)


def _look(old: Rebuilt, new: Channel, breaks: Floats, motion: Motion) -> _Look:
    """Return the times at which a channel is looked at, besides its frames."""
    if np.array_equal(old.stretches.breaks, breaks):
        return _Look(old, new, np.empty(0))
    times = np.unique(stretched(breaks, motion.unit).times)
    # What was recorded begins and ends with the motion.
    first, last = old.stretches.breaks[0], old.stretches.breaks[-1]
    times = times[(times >= first) & (times <= last)]
    return _Look(old, new, np.setdiff1d(times, old.stretches.times, assume_unique=False))


def _told(look: _Look, frames: Floats, values: Floats, terms: Terms) -> ChannelComparison:
    old, new = look.old, look.new
    unlike = _unlike(old.channel, new)
    if unlike:
        return evolve(same(new, terms), status="changed", error=float("inf"), unlike=unlike)
    noise, count = old.channel.noise, len(old.stretches.times)
    parts = [Samples(old.stretches.times, old.own, values[:count], noise * INNER)]
    if len(look.more):
        parts.append(_between(look, values[count:], noise * INNER, terms.tolerance))
    on_frames = Samples(old.times, old.frames, frames, noise)
    return judge(new, on_frames, tuple(parts), terms)


def _between(look: _Look, values: Floats, noise: float, tolerance: float) -> Samples:
    """Return what is known at times at which a channel was not looked at.

    The curve through a channel's own keys is in one piece there, so that it can be told how
    much an estimate may be off. What drivers, action clips and controllers make of it may
    have corners anywhere: only what certainly differs counts, by more than the values at the
    looks around do.
    """
    old, times = look.old, look.more
    if len(look.new.keys) and not look.new.driven and not look.new.layered:
        estimates, doubt = estimated(old, times)
        return Samples(times, estimates, values, noise, doubt)
    estimates, step = straight_between(old, times)
    apart = DISTANCES[look.new.measure](estimates, values).max(axis=1)
    surely = apart - step > tolerance
    return Samples(times[surely], estimates[surely], values[surely], noise)
