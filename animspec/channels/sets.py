"""The clips of an animation set as motions, in ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.channels.motion import XYZ, Channel, Motion, MotionError
from animspec.kinds import ANIMATION_SET
from animspec.sampling import ClipSampler
from animspec.ticks import TICKS_PER_SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.channels.motion import Measure
    from animspec.curves import Floats
    from animspec.model.animation_set import AnimationSet, ChannelName, Clip

MEASURES: Final[dict[ChannelName, tuple[str, Measure]]] = {
    "position": ("", "linear"),
    "rotation": ("degrees", "degrees"),
    "scale": ("", "linear"),
}
"""Each channel's unit and measure; positions are in the rig's own units."""


@frozen(eq=False)
class _ClipSamples:
    """Samples the channels of a clip in the order of ``ClipSampler.columns``."""

    sampler: ClipSampler

    def __call__(self, ticks: Floats) -> tuple[Floats, ...]:
        return tuple(self.sampler.sample_many(ticks).values())


def set_motions(document: AnimationSet) -> tuple[Motion, ...]:
    """Return the clips of a set; channels without keys move nothing and are left out.

    Raises:
        MotionError: ids repeat, tracks have equal paths, or ticks do not strictly rise.
    """
    found: dict[str, Motion] = {}
    for clip in document.clips:
        if clip.id in found:
            raise MotionError(f'two clips have the id "{clip.id}", expected one')
        found[clip.id] = _motion(clip)
    return tuple(found.values())


def _motion(clip: Clip) -> Motion:
    try:
        sampler = ClipSampler(clip)
    except ValueError as error:
        raise MotionError(f'clip "{clip.id}": {error}') from error
    return Motion(
        kind=ANIMATION_SET.name,
        name=clip.id,
        label=clip.name,
        start=0.0,
        end=float(clip.length),
        unit="tick",
        units_per_second=float(TICKS_PER_SECOND),
        fps=float(clip.fps),
        loop=clip.loop,
        channels=tuple(_channels(sampler)),
        sampler=_ClipSamples(sampler),
    )


def _channels(sampler: ClipSampler) -> Iterator[Channel]:
    """Yield the channels of a clip; their keys are parts of the sampler's."""
    keys = sampler.keys
    bounds = keys.bounds.tolist()
    for (path, name), start, end in zip(sampler.columns, bounds, bounds[1:], strict=False):
        unit, measure = MEASURES[name]
        yield Channel(
            part="block",
            path=path,
            name=name,
            components=XYZ,
            unit=unit,
            measure=measure,
            keys=keys.ticks[start:end],
            interpolations=tuple(keys.interpolations[start:end]),
            values=keys.values[start:end],
        )
