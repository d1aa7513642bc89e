"""What is in a document, at a glance: motions, how much they hold, and how far values reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
from attrs import frozen

from animspec.channels import motions, plans
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, SCENE_ANIMATION
from animspec.wording import number, plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.channels import Channel, Motion
    from animspec.curves import Floats

Facts: TypeAlias = dict[str, str | int]
"""What is said of a whole document: a rig's name, counts of parts."""

State: TypeAlias = Literal["moving", "constant", "at rest", "without value"]
"""What a channel does: it changes; it holds one value; that value is the one it has without
keys; or nothing ever gives it a value."""

STILL: Final = 1e-6
"""By how much of its size, or of 1, a value may change and still count as one: the scale of a
matrix that was written with six decimals wavers by so much, and nobody sees it."""

RESTS: Final = {"position": 0.0, "rotation": 0.0, "scale": 1.0}
"""What the channels of blocks are at rest: their values count from the rest pose."""

MOST_FRAMES: Final = 10_000
"""Of a motion with more frames so many even times are looked at, besides those of its keys."""

VERSION: Final = 1
"""The version of the JSON form; it rises when a reader of the old form would go wrong."""


@frozen
class Extremes:
    """The least and the greatest value of a component, each with the first time it is there."""

    component: str
    least: float
    least_at: float
    greatest: float
    greatest_at: float


@frozen(eq=False)
class ChannelOverview:
    """A channel, what it does, and the extremes of its components (none without a value)."""

    address: str
    channel: Channel
    state: State
    extremes: tuple[Extremes, ...]


@frozen(eq=False)
class MotionOverview:
    """A motion and its channels, looked at at frames, keys, beside keys and between."""

    motion: Motion
    channels: tuple[ChannelOverview, ...]

    @property
    def tracks(self) -> int:
        """How many blocks, objects, targets or other paths have channels."""
        return len({each.channel.path for each in self.channels})

    @property
    def keys(self) -> int:
        """How many keys all channels have."""
        return sum(len(each.channel.keys) for each in self.channels)

    def count(self, state: State) -> int:
        """Return how many channels are in a state."""
        return sum(each.state == state for each in self.channels)

    @property
    def driven(self) -> int:
        """How many channels are driven by expressions."""
        return sum(each.channel.driven for each in self.channels)


@frozen(eq=False)
class Overview:
    """A document at a glance; ``facts`` are counts and names that belong to no motion."""

    kind: str
    facts: Facts
    motions: tuple[MotionOverview, ...]


def overview(document: Any) -> Overview:
    """Return what is in a document's model.

    Raises:
        animspec.channels.MotionError: it has errors that players stumble over.
    """
    found = motions(document)
    kind, facts = _FACTS[type(document).__name__]
    return Overview(kind, facts(document), tuple(map(motion_overview, found)))


def motion_overview(motion: Motion) -> MotionOverview:
    """Return a motion at a glance."""
    times = _times(motion)
    sampled = zip(motion.addresses(), motion.channels, motion.sample(times), strict=True)
    return MotionOverview(motion, tuple(_channel(*each, times) for each in sampled))


def _times(motion: Motion) -> Floats:
    """Return the times to look at: frames, or even times of a long motion, and around its keys."""
    keys = plans.keyed(motion)
    if motion.frames is not None and motion.frames > MOST_FRAMES:
        even = np.linspace(motion.start, motion.end, MOST_FRAMES + 1)
    else:
        even = plans.grid(motion)
    return plans.union(even, keys, plans.beside(motion, keys), plans.between(keys))


def span(motion: Motion) -> str:
    """Return how long a motion is, in words, for people."""
    length = motion.end - motion.start
    if motion.seconds is None:
        words = [f"{number(length)} {motion.unit}s"]
        if motion.start:
            words.append(f"from {number(motion.start)} to {number(motion.end)}")
    else:
        words = [f"{number(round(motion.seconds, 3))} s"]
        if motion.fps is not None and motion.frames is not None:
            words.append(f"{plural(motion.frames, 'frame')} at {number(motion.fps)} fps")
    return ", ".join([*words, *(["loops"] if motion.loop else [])])


def _channel(address: str, channel: Channel, values: Floats, times: Floats) -> ChannelOverview:
    present = np.isfinite(values).all(axis=1)
    if not present.any():
        return ChannelOverview(address, channel, "without value", ())
    times, values = times[present], values[present]
    extremes = tuple(
        _extremes(component, column, times)
        for component, column in zip(channel.components, values.T, strict=True)
    )
    return ChannelOverview(address, channel, _state(channel, extremes), extremes)


def _extremes(component: str, column: Floats, times: Floats) -> Extremes:
    low, high = int(column.argmin()), int(column.argmax())
    return Extremes(
        component, float(column[low]), float(times[low]), float(column[high]), float(times[high])
    )


def _state(channel: Channel, extremes: tuple[Extremes, ...]) -> State:
    if any(each.greatest - each.least > STILL * max(1.0, abs(each.least)) for each in extremes):
        return "moving"
    rest = RESTS.get(channel.name) if channel.part == "block" else None
    return "at rest" if all(each.least == rest for each in extremes) else "constant"


def _set_facts(document: Any) -> Facts:
    return {"rig": document.rig, "clips": len(document.clips)}


def _scene_facts(document: Any) -> Facts:
    counted = ("objects", "props", "actions", "clips")
    bodies = 0 if document.physics is None else len(document.physics.bodies or ())
    return {**{name: len(getattr(document, name) or ()) for name in counted}, "bodies": bodies}


def _sequence_facts(document: Any) -> Facts:
    counted = ("sequences", "controllers", "tracks")
    facts: Facts = {name: len(getattr(document, name) or ()) for name in counted}
    return facts


_FACTS: Final[dict[str, tuple[str, Callable[[Any], Facts]]]] = {
    "AnimationSet": (ANIMATION_SET.name, _set_facts),
    "SceneAnimation": (SCENE_ANIMATION.name, _scene_facts),
    "M3GAnimation": (M3G_ANIMATION.name, _sequence_facts),
}


def as_json(found: Overview, file: str) -> dict[str, Any]:
    """Return an overview as the JSON form has it (``docs/seeing.md``)."""
    return {
        "version": VERSION,
        "file": file,
        "kind": found.kind,
        "facts": found.facts,
        "motions": list(map(_motion_json, found.motions)),
    }


def _motion_json(found: MotionOverview) -> dict[str, Any]:
    motion = found.motion
    return {
        "name": motion.name,
        "label": motion.label,
        "start": motion.start,
        "end": motion.end,
        "unit": motion.unit,
        "seconds": motion.seconds,
        "fps": motion.fps,
        "frames": motion.frames,
        "loop": motion.loop,
        "tracks": found.tracks,
        "keys": found.keys,
        "moving": found.count("moving"),
        "constant": found.count("constant"),
        "atRest": found.count("at rest"),
        "driven": found.driven,
        "channels": list(map(_channel_json, found.channels)),
    }


def _channel_json(found: ChannelOverview) -> dict[str, Any]:
    channel = found.channel
    return {
        "address": found.address,
        "part": channel.part,
        "path": channel.path,
        "name": channel.name,
        "unit": channel.unit,
        "measure": channel.measure,
        "state": found.state,
        "keys": len(channel.keys),
        "firstKey": float(channel.keys[0]) if len(channel.keys) else None,
        "lastKey": float(channel.keys[-1]) if len(channel.keys) else None,
        "interpolations": {
            name: channel.interpolations.count(name)
            for name in dict.fromkeys(channel.interpolations)
        },
        "before": channel.before,
        "after": channel.after,
        "driven": channel.driven,
        "expressions": list(channel.expressions),
        "layered": channel.layered,
        "extremes": list(map(_extremes_json, found.extremes)),
    }


def _extremes_json(found: Extremes) -> dict[str, Any]:
    return {
        "component": found.component,
        "least": found.least,
        "leastAt": found.least_at,
        "greatest": found.greatest,
        "greatestAt": found.greatest_at,
    }
