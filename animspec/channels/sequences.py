"""Keyframe sequences as motions, in sequence units, and what their tracks do over world time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.channels.motion import XYZW, Channel, Motion, MotionError
from animspec.channels.worlds import world_motion
from animspec.kinds import M3G_ANIMATION
from animspec.m3g.constants import SPHERICAL
from animspec.m3g.errors import IllegalStateError
from animspec.m3g.scene import load_scene

if TYPE_CHECKING:
    from animspec.curves import Floats
    from animspec.m3g.sequence import KeyframeSequence
    from animspec.m3g.valid_keys import ValidKeys
    from animspec.model.m3g_animation import M3GAnimation, Sequence


def sequence_motions(document: M3GAnimation) -> tuple[Motion, ...]:
    """Return a motion for each sequence, then one for the world if tracks have controllers.

    Raises:
        MotionError: ids repeat, a reference leads nowhere, or a sequence cannot be played.
    """
    ids = [sequence.id for sequence in document.sequences]
    for place, name in enumerate(ids):
        if name in ids[:place]:
            raise MotionError(f'two sequences have the id "{name}", expected one')
    try:
        scene = load_scene(document)
    except (ValueError, IndexError) as error:
        raise MotionError(str(error)) from error
    found = [_motion(each, scene.sequences[each.id]) for each in document.sequences]
    world = world_motion(document, scene)
    return (*found, *([] if world is None else [world]))


def _motion(sequence: Sequence, played: KeyframeSequence) -> Motion:
    try:
        keys = played.valid_keys()
    except IllegalStateError as error:
        raise MotionError(f'sequence "{sequence.id}": {error}') from error
    loops = sequence.repeatMode == "LOOP"

    def sample(times: Floats) -> tuple[Floats, ...]:
        return (played.sample_many(times),)

    return Motion(
        kind=M3G_ANIMATION.name,
        name=sequence.id,
        label=sequence.id,
        start=0.0,
        end=float(sequence.duration),
        unit="sequence unit",
        units_per_second=None,
        fps=None,
        loop=loops,
        channels=(_channel(sequence, keys, "repeat" if loops else "hold"),),
        sampler=sample,
    )


def _channel(sequence: Sequence, keys: ValidKeys, beyond: str) -> Channel:
    """Return the one channel of a sequence, with its valid keys in play order."""
    is_spherical = sequence.interpolation in SPHERICAL
    numbers = tuple(map(str, range(sequence.componentCount)))
    return Channel(
        part="sequence",
        path=sequence.id,
        name="value",
        components=XYZW if is_spherical else numbers,
        measure="quaternion" if is_spherical else "linear",
        keys=keys.times,
        interpolations=(sequence.interpolation,) * len(keys.times),
        values=keys.values,
        before=beyond,
        after=beyond,
    )
