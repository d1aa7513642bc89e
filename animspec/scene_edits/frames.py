"""The frames of a scene animation: how many there are, and when each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.rounding import round_half_up, round_time

if TYPE_CHECKING:
    from animspec.model.scene_animation import SceneAnimation


def frame_count(scene: SceneAnimation, fps: float | None = None) -> int:
    """Return how many frames a scene has, the one at its start and the one at its end included.

    ``fps`` is the scene's own if none is given.

    >>> from animspec.model.scene_animation import SceneAnimation
    >>> frame_count(SceneAnimation(2.0, 24)), frame_count(SceneAnimation(2.0, 24), 29.97)
    (49, 61)
    """
    rate = scene.fps if fps is None else fps
    return max(1, int(round_half_up(round_time(scene.length) * rate)) + 1)


def frame_time(frame: float, fps: float) -> float:
    """Return the time of a frame, in seconds.

    >>> frame_time(36, 24)
    1.5
    """
    return frame / fps
