"""Whole documents played: every target's properties at a world time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from animspec.m3g.constants import FOREVER, INTERPOLATIONS, PROPERTIES, REPEAT_MODES
from animspec.m3g.controller import AnimationController
from animspec.m3g.errors import IllegalArgumentError
from animspec.m3g.sequence import KeyframeSequence
from animspec.m3g.track import AnimatedObject, AnimationTrack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    from animspec.m3g.track import AnimatedValue
    from animspec.model.m3g_animation import (
        Controller,
        M3GAnimation,
        PropertyName,
        Sequence,
        Track,
    )

    _Found = TypeVar("_Found")


@frozen
class SceneAnimation:
    """The properties that each target's tracks write at a world time, and how long all hold."""

    values: dict[str, dict[PropertyName, AnimatedValue]]
    validity: int


@frozen(eq=False)
class M3GScene:
    """A document made of the standard's objects, by their ids; targets by their names."""

    sequences: dict[str, KeyframeSequence]
    controllers: dict[str, AnimationController]
    targets: dict[str, AnimatedObject]

    def animate(self, world_time: int) -> SceneAnimation:
        """Return what every target's tracks write at a world time.

        Raises:
            IllegalStateError: A sequence that contributes cannot be played.

        """
        each = {name: target.animate(world_time) for name, target in self.targets.items()}
        validity = min((animation.validity for animation in each.values()), default=FOREVER)
        return SceneAnimation({name: one.values for name, one in each.items()}, validity)


def load_scene(document: M3GAnimation) -> M3GScene:
    """Return a document made of the standard's objects.

    Raises:
        IllegalArgumentError: What the standard's operations refuse, or a reference
            to an id that is not there.
        IndexOutOfBoundsError: A valid range that names a key that is not there.

    """
    sequences = {each.id: load_sequence(each) for each in document.sequences}
    controllers = {each.id: load_controller(each) for each in document.controllers or ()}
    targets: dict[str, AnimatedObject] = {}
    for track in document.tracks or ():
        target = targets.setdefault(track.target, AnimatedObject())
        target.add_animation_track(_load_track(track, sequences, controllers))
    return M3GScene(sequences, controllers, targets)


def load_sequence(sequence: Sequence) -> KeyframeSequence:
    """Return a document's sequence with the operations of the standard.

    Raises:
        IllegalArgumentError: Quaternion interpolation of other than 4 components,
            or values of different lengths.
        IndexOutOfBoundsError: A valid range that names a key that is not there.

    """
    keys = sequence.keyframes
    count = sequence.componentCount
    for index, key in enumerate(keys):
        if len(key.value) != count:
            raise IllegalArgumentError(
                f"key {index} has {len(key.value)} components, expected {count}"
            )
    loaded = KeyframeSequence(len(keys), count, INTERPOLATIONS[sequence.interpolation])
    loaded.set_keyframes([key.time for key in keys], [key.value for key in keys])
    loaded.set_repeat_mode(REPEAT_MODES[sequence.repeatMode])
    if sequence.duration:
        loaded.set_duration(sequence.duration)
    if sequence.validRange is not None:
        loaded.set_valid_range(*sequence.validRange)
    return loaded


def load_controller(controller: Controller) -> AnimationController:
    """Return a document's controller with the operations of the standard.

    Raises:
        IllegalArgumentError: An interval that ends before it starts, or a weight below 0.

    """
    loaded = AnimationController()
    loaded.set_speed(controller.speed, controller.refWorldTime)
    loaded.set_position(controller.refSequenceTime, controller.refWorldTime)
    loaded.set_weight(controller.weight)
    loaded.set_active_interval(*controller.activeInterval)
    return loaded


def _load_track(
    track: Track,
    sequences: Mapping[str, KeyframeSequence],
    controllers: Mapping[str, AnimationController],
) -> AnimationTrack:
    """Return a document's track with the operations of the standard."""
    sequence = _named(sequences, "sequence", track.sequence)
    controller = None
    if track.controller is not None:
        controller = _named(controllers, "controller", track.controller)
    return AnimationTrack(sequence, PROPERTIES[track.property], controller)


def _named(found: Mapping[str, _Found], what: str, name: str) -> _Found:
    """Return what a reference leads to."""
    if name not in found:
        raise IllegalArgumentError(f'no {what} has the id "{name}"')
    return found[name]
