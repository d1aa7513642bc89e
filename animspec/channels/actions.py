"""When action clips turn: where they start and end, and where their keys come to lie."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.curves import rounded_times
from animspec.layers import played_clips
from animspec.rounding import round_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from animspec.curves import Floats
    from animspec.layers import PlayedClip
    from animspec.model.scene_animation import (
        Action,
        ObjectTrack,
        PropertyTrack,
        SceneAnimation,
    )

MOST_MOMENTS: Final = 10_000
"""For each clip: one that repeats a short part very often has no more of them."""


def action_moments(scene: SceneAnimation) -> Floats:
    """Return the times in a scene at which its action clips start, end or pass a key.

    Raises:
        ValueError: a clip plays an action that is not there.

    >>> from animspec.model.scene_animation import Action, Clip, PropertyKey, PropertyTrack
    >>> from animspec.model.scene_animation import SceneAnimation
    >>> keys = (PropertyKey(0, (0.0,)), PropertyKey(0.5, (1.0,)), PropertyKey(1, (0.0,)))
    >>> blink = Action("b", props=(PropertyTrack("Lamp", "power", keys),))
    >>> twice = Clip(action="b", start=1, from_=0, to=1, repeat=2)
    >>> action_moments(SceneAnimation(4, 24, actions=(blink,), clips=(twice,))).tolist()
    [1.0, 1.5, 2.0, 2.5, 3.0]
    """
    found = [_clip_moments(clip, action, scene) for clip, action in played_clips(scene)]
    times = np.concatenate([*found, np.empty(0)])
    return np.unique(times[(times >= 0.0) & (times <= round_time(scene.length))])


def _clip_moments(clip: PlayedClip, action: Action, scene: SceneAnimation) -> Floats:
    """Return the moments of a clip, those before and after the scene among them."""
    tracks: Iterable[ObjectTrack | PropertyTrack] = chain(action.objects or (), action.props or ())
    keys = rounded_times([key.t for track in tracks for key in track.keys or ()])
    inside = np.unique(np.append(keys[(keys >= clip.from_) & (keys <= clip.to)], clip.from_))
    span = (clip.to - clip.from_) * clip.scale
    ends = np.array([clip.start, clip.end])
    if span <= 0.0:
        return ends
    shown = min(clip.end, round_time(scene.length)) - clip.start
    turns = min(np.ceil(max(shown, 0.0) / span), max(1, MOST_MOMENTS // len(inside)))
    starts = clip.start + span * np.arange(turns)
    times = (starts[:, None] + (inside - clip.from_) * clip.scale).ravel()
    return np.concatenate([ends, times[times <= clip.end]])
