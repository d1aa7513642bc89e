"""What the tracks of a JSR-184 document make of its targets, over world time.

The values are those of ``animspec.m3g.animate``, for many times at once (SEMANTICS 5.8): the
weighted sum of a property's tracks, NaN where no track contributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.channels.motion import XYZ, XYZW, Channel, Motion
from animspec.curves import rounded
from animspec.kinds import M3G_ANIMATION
from animspec.m3g.controller import LARGEST, SMALLEST
from animspec.m3g.track import FINISHES
from animspec.names import NameSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.channels.motion import Measure
    from animspec.curves import Floats
    from animspec.m3g.controller import AnimationController
    from animspec.m3g.scene import M3GScene
    from animspec.m3g.sequence import KeyframeSequence
    from animspec.m3g.track import AnimationTrack
    from animspec.model.m3g_animation import M3GAnimation, PropertyName

WORLD: Final = "world"
"""The name of the motion; a sequence of that name makes it ``world 2``."""

MOST_TURNS: Final = 100
"""Of an interval that lasts longer, only so many rounds of a loop belong to the motion."""

MOST_MOMENTS: Final = 10_000
"""For each track."""

RGB: Final = ("r", "g", "b")
COLOURS: Final = ("AMBIENT_COLOR", "COLOR", "DIFFUSE_COLOR", "EMISSIVE_COLOR", "SPECULAR_COLOR")
SWITCHES: Final = ("PICKABILITY", "VISIBILITY")
ANGLES: Final = ("FIELD_OF_VIEW", "SPOT_ANGLE")


@frozen(eq=False)
class _Part:
    """A track that contributes: its sequence on its controller's clock."""

    sequence: KeyframeSequence
    clock: AnimationController

    def add_to(self, sums: Floats, weights: Floats, times: Floats) -> None:
        """Add the track's share at whole world times to sums, (n, width), and weights, (n,)."""
        start, end = self.clock.get_active_interval_start(), self.clock.get_active_interval_end()
        active = (start <= times) & (times < end) if start != end else np.full(times.shape, True)
        if active.any():
            weight = self.clock.get_weight()
            moments = whole_times(self._positions(times[active]))
            sums[active] += weight * self.sequence.sample_many(moments)
            weights[active] += weight

    def _positions(self, times: Floats) -> Floats:
        """Return the sequence times that the clock shows, before they are rounded."""
        passed = times - self.clock.get_ref_world_time()
        return self.clock.get_ref_sequence_time() + self.clock.get_speed() * passed

    def span(self) -> tuple[float, float]:
        """Return from when to when the track is worth looking at, in world time."""
        start, end = self.clock.get_active_interval_start(), self.clock.get_active_interval_end()
        ways = [self._world(0.0), self._world(float(self.sequence.get_duration()))]
        first, last = min(ways), max(ways)
        if start == end:
            return first, last
        if self.sequence.get_repeat_mode() == self.sequence.LOOP:
            return start, min(float(end), start + MOST_TURNS * max(last - first, 1.0))
        if last <= start or first >= end:
            return start, min(float(end), start + 1.0)
        return min(max(first, start), end), max(min(last, end), start)

    def _world(self, position: float) -> float:
        """Return the world time at which the clock shows a sequence time."""
        speed = self.clock.get_speed()
        reference = self.clock.get_ref_world_time()
        if speed == 0.0:
            return float(reference)
        with np.errstate(over="ignore"):
            return reference + (position - self.clock.get_ref_sequence_time()) / speed

    def moments(self, start: float, end: float) -> Floats:
        """Return the world times at which the track starts, ends or passes a key."""
        keys = np.unique(self.sequence.valid_keys().times)
        found = np.array([self._world(key) for key in keys])
        period = abs(self._world(float(self.sequence.get_duration())) - self._world(0.0))
        if self.sequence.get_repeat_mode() == self.sequence.LOOP and period > 0.0:
            first = np.floor((start - found.max()) / period)
            turns = min(np.ceil((end - start) / period) + 2, max(1, MOST_MOMENTS // len(keys)))
            found = (found + period * (first + np.arange(turns))[:, None]).ravel()
        edges = [self.clock.get_active_interval_start(), self.clock.get_active_interval_end()]
        return np.concatenate([found, np.array(edges, np.float64)])


@frozen(eq=False)
class _Property:
    """One property of a target, with the tracks that contribute to it."""

    channel: Channel
    name: PropertyName
    width: int
    parts: tuple[_Part, ...]

    def sample(self, times: Floats) -> Floats:
        """Return the values at whole world times, (n, components)."""
        sums, weights = np.zeros((len(times), self.width)), np.zeros(len(times))
        for part in self.parts:
            part.add_to(sums, weights, times)
        values = np.full((len(times), self.channel.width), np.nan)
        finish = FINISHES[self.name]
        for at in np.flatnonzero(weights > 0.0):
            values[at] = finish(sums[at])
        return values


def world_motion(document: M3GAnimation, scene: M3GScene) -> Motion | None:
    """Return what a document's targets do over world time; ``None`` where no track does anything.

    It lasts as long as the tracks need: from where a sequence is first at its start to where it
    is last at its end, or as long as controllers are active.
    """
    properties = tuple(_properties(scene))
    parts = [part for each in properties for part in each.parts]
    if not parts:
        return None
    spans = [part.span() for part in parts]
    start = float(np.floor(max(min(first for first, _ in spans), SMALLEST)))
    end = float(np.ceil(min(max(last for _, last in spans), LARGEST)))
    moments = np.concatenate([part.moments(start, end) for part in parts])
    moments = np.unique(rounded(moments, 0))

    def sample(times: Floats) -> tuple[Floats, ...]:
        moments = rounded(times, 0)
        return tuple(each.sample(moments) for each in properties)

    name = NameSet(sequence.id for sequence in document.sequences).free(WORLD)
    return Motion(
        kind=M3G_ANIMATION.name,
        name=name,
        label="World",
        start=start,
        end=max(start, end),
        unit="world unit",
        units_per_second=None,
        fps=None,
        loop=False,
        channels=tuple(each.channel for each in properties),
        sampler=sample,
        moments=moments[(moments >= start) & (moments <= end)],
    )


def _properties(scene: M3GScene) -> list[_Property]:
    """Return the properties of all targets to which a track can contribute."""
    found = []
    for target, animated in scene.targets.items():
        by_name: dict[PropertyName, list[AnimationTrack]] = {}
        for track in animated.tracks:
            by_name.setdefault(track.property_name, []).append(track)
        for name, tracks in by_name.items():
            parts = tuple(_parts(tracks))
            if parts:
                width = parts[0].sequence.get_component_count()
                found.append(_Property(_channel(target, name, width), name, width, parts))
    return found


def _parts(tracks: Sequence[AnimationTrack]) -> list[_Part]:
    clocks = ((track.get_keyframe_sequence(), track.get_controller()) for track in tracks)
    return [
        _Part(sequence, clock)
        for sequence, clock in clocks
        if clock is not None and clock.get_weight() > 0.0
    ]


def _channel(target: str, name: PropertyName, width: int) -> Channel:
    measure: Measure = "linear"
    components = tuple(map(str, range(width)))
    if name in {"TRANSLATION", "SCALE"}:
        components = XYZ
    elif name == "ORIENTATION":
        components, measure = XYZW, "quaternion"
    elif name in COLOURS:
        components = RGB
    elif name in SWITCHES:
        measure = "switch"
    return Channel(
        part="target",
        path=target,
        name=name,
        components=components,
        unit="degrees" if name in ANGLES else "",
        measure=measure,
        layered=True,
    )


def whole_times(positions: Floats) -> Floats:
    """Return the sequence times at positions: halves away from 0, the ends of 32 bits held.

    >>> whole_times(np.array([2.5, -2.5, 0.49999999999999994, 1e300])).tolist()
    [3.0, -3.0, 0.0, 2147483647.0]
    """
    bounded = np.clip(np.nan_to_num(positions, nan=0.0), SMALLEST, LARGEST)
    whole = np.trunc(bounded)
    away: Floats = whole + np.copysign(np.abs(bounded - whole) >= 0.5, bounded)
    return away
