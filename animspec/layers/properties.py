"""Actions laid over properties."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import frozen

from animspec.cycles import CycledCurve, property_curve
from animspec.layers.timing import played_clips
from animspec.names import name_key
from animspec.paths import path_key

if TYPE_CHECKING:
    import numpy.typing as npt

    from animspec.curves import Floats
    from animspec.layers.timing import PlayedClip
    from animspec.model.scene_animation import PropertyTrack, SceneAnimation

PropertyAddress: TypeAlias = tuple[str, str]
"""A property by its path and its name, as paths and names compare."""


def property_address(path: str, name: str) -> PropertyAddress:
    """Return what a property is known by.

    >>> property_address("Lamp / Bulb", " Power")
    ('lamp/bulb', 'power')
    """
    return path_key(path), name_key(name)


@frozen(eq=False)
class PropertyLayer:
    """One clip's part in one property; ``first`` is the action's first value, (components,)."""

    clip: PlayedClip
    curve: CycledCurve
    first: Floats

    @classmethod
    def of(cls, clip: PlayedClip, track: PropertyTrack) -> PropertyLayer:
        """Return the part of a clip that plays a track."""
        cycled = property_curve(track.keys or (), track.cycle)
        return cls(clip, cycled, cycled.curve.sample(cycled.curve.starts[0]))

    def over(self, under: Floats, local: Floats) -> Floats:
        """Return values with the action's over them; where there is none, its own stands below."""
        count = under.shape[1]
        values, first = self.curve.sample_many(local)[:, :count], self.first[:count]
        adds = self.clip.blend == "add"
        below = np.where(np.isnan(under), first if adds else values, under)
        mixed: Floats = below + (values - (first if adds else below)) * self.clip.weight
        return mixed


@frozen(eq=False)
class LayeredProperty:
    """A property's base keys, if any, with the clips over them; its driver stands apart."""

    path: str
    name: str
    base: CycledCurve | None
    layers: tuple[PropertyLayer, ...]

    @property
    def width(self) -> int:
        """How many components it has; 0 where neither keys nor actions give it any."""
        if self.base is not None:
            return self.base.curve.width
        return max((len(layer.first) for layer in self.layers), default=0)

    def sample_many(self, times: npt.ArrayLike) -> Floats:
        """Return the values at all times, (times, width); NaN where nothing gives a value.

        An action with fewer components changes the first ones, and one with more those
        that the property has.
        """
        moments = np.asarray(times, dtype=np.float64)
        values = np.full((len(moments), self.width), np.nan)
        if self.base is not None:
            values[:] = self.base.sample_many(moments)
        for layer in self.layers:
            local = layer.clip.local_times(moments)
            at = ~np.isnan(local)
            if at.any():
                count = min(self.width, len(layer.first))
                values[at, :count] = layer.over(values[at, :count], local[at])
        return values


def layered_properties(scene: SceneAnimation) -> dict[PropertyAddress, LayeredProperty]:
    """Return every property of a scene and of the actions it plays, drivers left out.

    Raises:
        ValueError: a clip plays an action that is not there, or times do not strictly rise.
    """
    base: dict[PropertyAddress, PropertyTrack] = {}
    spelling: dict[PropertyAddress, PropertyTrack] = {}
    layers: dict[PropertyAddress, list[PropertyLayer]] = {}
    for track in scene.props or ():
        address = property_address(track.path, track.name)
        spelling.setdefault(address, track)
        base.setdefault(address, track)
    for clip, action in played_clips(scene):
        for track in action.props or ():
            if track.keys:
                address = property_address(track.path, track.name)
                spelling.setdefault(address, track)
                layers.setdefault(address, []).append(PropertyLayer.of(clip, track))
    return {
        address: LayeredProperty(
            track.path, track.name, _curve(base.get(address)), tuple(layers.get(address, ()))
        )
        for address, track in spelling.items()
    }


def _curve(track: PropertyTrack | None) -> CycledCurve | None:
    """Return the curve through a track's keys, if there are any."""
    return property_curve(track.keys, track.cycle) if track is not None and track.keys else None
