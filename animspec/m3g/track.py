"""Animation tracks, and the values that a set of tracks gives its properties at a world time.

A property is the weighted sum of its tracks, not divided by the weights
(SEMANTICS 5.8). A track without a controller, of weight 0 or out of its active
interval contributes nothing, and a property to which nobody contributes is not
written.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from attrs import define, field, frozen

from animspec.m3g.constants import (
    COMPONENT_COUNTS,
    FOREVER,
    OBJECT_PROPERTIES,
    PROPERTIES,
    fits,
)
from animspec.m3g.controller import whole_time
from animspec.m3g.errors import IllegalArgumentError, NullPointerError
from animspec.m3g.quaternions import unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from animspec.curves import Floats
    from animspec.m3g.controller import AnimationController
    from animspec.m3g.sequence import KeyframeSequence
    from animspec.model.m3g_animation import PropertyName

AnimatedValue: TypeAlias = "Floats | bool"
"""A property's value: its components, or whether it is on."""

_PROPERTY_NAMES: Final[dict[int, PropertyName]] = {
    number: name for name, number in PROPERTIES.items()
}

TRUE_FROM: Final = 0.5
"""Booleans are true from here on."""


@frozen
class Contribution:
    """What a track adds to its property: a value times its weight, and how long that holds."""

    value: Floats
    weight: float
    validity: int


@frozen
class Animation:
    """The properties that are written at a world time, and how long they stay so.

    ``validity`` is in units of world time, the least of all tracks.
    """

    values: dict[PropertyName, AnimatedValue]
    validity: int


class AnimationTrack:
    """A sequence for a property, on a controller's clock.

    Raises:
        NullPointerError: There is no sequence.
        IllegalArgumentError: No property has the number, or the property cannot
            have sequences of so many components.

    """

    def __init__(
        self,
        sequence: KeyframeSequence | None,
        prop: int,
        controller: AnimationController | None = None,
    ) -> None:
        if sequence is None:
            raise NullPointerError("the sequence is None, expected a KeyframeSequence")
        if prop not in _PROPERTY_NAMES:
            numbers = f"{min(_PROPERTY_NAMES)} to {max(_PROPERTY_NAMES)}"
            raise IllegalArgumentError(f"the property is {prop}, expected {numbers}")
        name = _PROPERTY_NAMES[prop]
        count = sequence.get_component_count()
        if not fits(name, count):
            allowed = " or ".join(str(number) for number in COMPONENT_COUNTS[name])
            raise IllegalArgumentError(
                f"the sequence has {count} components, expected {allowed} for {name}"
            )
        self._sequence = sequence
        self._name = name
        self._controller = controller

    def get_keyframe_sequence(self) -> KeyframeSequence:
        """Return the track's sequence."""
        return self._sequence

    def get_target_property(self) -> int:
        """Return the property as the standard numbers it."""
        return PROPERTIES[self._name]

    @property
    def property_name(self) -> PropertyName:
        """The property as the standard names it."""
        return self._name

    def get_controller(self) -> AnimationController | None:
        """Return the track's controller, None where it has none."""
        return self._controller

    def set_controller(self, controller: AnimationController | None) -> None:
        """Follow another controller, or none."""
        self._controller = controller

    def contribution(self, world_time: int) -> Contribution:
        """Return what the track adds to its property at a world time.

        Raises:
            IllegalStateError: The sequence would be played, but cannot.

        """
        nothing = np.zeros(self._sequence.get_component_count())
        controller = self._controller
        if controller is None or controller.get_weight() == 0.0:
            return Contribution(nothing, 0.0, FOREVER)
        change = controller.time_to_change(world_time)
        if not controller.is_active(world_time):
            return Contribution(nothing, 0.0, change)
        time = whole_time(controller.get_position(world_time))
        weight = controller.get_weight()
        value = weight * self._sequence.sample(time)
        return Contribution(value, weight, min(change, self._sequence.validity(time)))


def _as_summed(value: Floats) -> AnimatedValue:
    return value


def _turned(value: Floats) -> AnimatedValue:
    return unit(value)


def _opacity(value: Floats) -> AnimatedValue:
    return value.clip(0.0, 1.0)


def _switched(value: Floats) -> AnimatedValue:
    return bool(value[0] >= TRUE_FROM)


def _stretched(value: Floats) -> AnimatedValue:
    return np.broadcast_to(value, 3).copy()


FINISHES: Final[Mapping[PropertyName, Callable[[Floats], AnimatedValue]]] = MappingProxyType(
    {
        **dict.fromkeys(PROPERTIES, _as_summed),
        "ALPHA": _opacity,
        "ORIENTATION": _turned,
        "PICKABILITY": _switched,
        "SCALE": _stretched,
        "VISIBILITY": _switched,
    }
)
"""What happens to a property's sum before it is written: ORIENTATION is normalised, ALPHA
clamped to 0..1, a switch is on from 0.5, and one SCALE component stands for all three."""


def animate(tracks: Iterable[AnimationTrack], world_time: int) -> Animation:
    """Return what the tracks of one object write at a world time, and how long it holds.

    Raises:
        IllegalStateError: A sequence that contributes cannot be played.
        IllegalArgumentError: Two tracks of a property have different component counts.

    """
    sums: dict[PropertyName, Contribution] = {}
    validity = FOREVER
    for track in tracks:
        added = track.contribution(world_time)
        validity = min(validity, added.validity)
        under = sums.get(track.property_name)
        if under is not None:
            _require_alike(track, len(under.value))
            added = Contribution(under.value + added.value, under.weight + added.weight, 0)
        sums[track.property_name] = added
    values = {
        name: FINISHES[name](total.value) for name, total in sums.items() if total.weight > 0.0
    }
    return Animation(values, validity)


@define(eq=False)
class AnimatedObject:
    """An object whose properties tracks animate; a kind, such as "Group", limits which.

    Without a kind it takes every property.
    """

    kind: str | None = None
    _tracks: list[AnimationTrack] = field(factory=list, init=False)

    @property
    def tracks(self) -> tuple[AnimationTrack, ...]:
        """The object's tracks in the order in which they were added."""
        return tuple(self._tracks)

    def add_animation_track(self, track: AnimationTrack | None) -> None:
        """Add a track.

        Raises:
            NullPointerError: The track is None.
            IllegalArgumentError: The object has no such property, has this track
                already, or has one for the property with another component count.

        """
        if track is None:
            raise NullPointerError("the track is None, expected an AnimationTrack")
        name = track.property_name
        if self.kind is not None and name not in OBJECT_PROPERTIES.get(self.kind, ()):
            raise IllegalArgumentError(f"an object of kind {self.kind} has no property {name}")
        if any(other is track for other in self._tracks):
            raise IllegalArgumentError(f"the object has this track for {name} already")
        for other in self._tracks:
            if other.property_name == name:
                _require_alike(track, other.get_keyframe_sequence().get_component_count())
        self._tracks.append(track)

    def remove_animation_track(self, track: AnimationTrack | None) -> None:
        """Remove a track; one that the object does not have changes nothing."""
        self._tracks = [other for other in self._tracks if other is not track]

    def get_animation_track_count(self) -> int:
        """Return how many tracks the object has."""
        return len(self._tracks)

    def animate(self, world_time: int) -> Animation:
        """Return what the object's tracks write at a world time, and how long it holds.

        Raises:
            IllegalStateError: A sequence that contributes cannot be played.

        """
        return animate(self._tracks, world_time)


def _require_alike(track: AnimationTrack, count: int) -> None:
    """Refuse tracks of one property that have different component counts."""
    own = track.get_keyframe_sequence().get_component_count()
    if own != count:
        raise IllegalArgumentError(
            f"the track for {track.property_name} has {own} components,"
            f" expected {count} like another track for it"
        )
