"""When a clip plays, and which time of its action it then shows (SEMANTICS 3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from attrs import frozen

from animspec.model.scene_animation import DEFAULT_CLIP
from animspec.rounding import round_time
from animspec.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from animspec.curves import Floats
    from animspec.model.scene_animation import Action, Blend, Clip, Extend, SceneAnimation

TIME_TOLERANCE: Final = 1e-9
"""Seconds by which a time may miss a clip's ends and still count as on them."""

SHORTEST_RANGE: Final = 1e-6
"""Seconds; a clip of a shorter part of its action lasts as long as if the part were so long."""


@frozen(kw_only=True)
class PlayedClip:
    """A clip with its defaults filled in and its times rounded, as it plays."""

    start: float
    from_: float
    to: float
    scale: float
    repeat: float
    extend: Extend
    blend: Blend
    weight: float
    mute: bool

    @classmethod
    def of(cls, clip: Clip) -> PlayedClip:
        """Return a clip as it plays.

        >>> from animspec.model.scene_animation import Clip
        >>> played = PlayedClip.of(Clip(action="a", start=0.0004, from_=0, to=1))
        >>> played.start, played.scale, played.extend, played.mute
        (0.0, 1.0, 'none', False)
        """

        def said(name: str) -> Any:
            value = getattr(clip, name)
            return getattr(DEFAULT_CLIP, name) if value is None else value

        return cls(
            start=round_time(clip.start),
            from_=round_time(clip.from_),
            to=round_time(clip.to),
            scale=said("scale"),
            repeat=said("repeat"),
            extend=said("extend"),
            blend=said("blend"),
            weight=said("weight"),
            mute=said("mute"),
        )

    @property
    def end(self) -> float:
        """The time at which the last repeat ends."""
        return self.start + max(self.to - self.from_, SHORTEST_RANGE) * self.scale * self.repeat

    def local_times(self, times: npt.ArrayLike) -> Floats:
        """Return the times in the action that the clip shows; NaN where it does not play.

        At the end of its last repeat it shows the end of its range, even where the repeat
        is a fraction and the range has not been played so far.
        """
        moments = np.asarray(times, dtype=np.float64)
        if self.mute:
            return np.full(moments.shape, np.nan)
        inside = self._inside(moments)
        before = moments < self.start - TIME_TOLERANCE
        inside[before] = self.from_ if self.extend == "both" else np.nan
        after = moments > self.end + TIME_TOLERANCE
        inside[after] = np.nan if self.extend == "none" else self.to
        return inside

    def _inside(self, moments: Floats) -> Floats:
        """Return the times in the action, as if the clip played at all times."""
        span = self.to - self.from_
        if span <= TIME_TOLERANCE:
            return np.full(moments.shape, self.from_)
        # A scale may be so small that the time played is beyond doubles; it has then ended.
        with np.errstate(over="ignore", invalid="ignore"):
            played = (moments - self.start) / self.scale
            inside: Floats = self.from_ + np.fmod(played, span)
        inside[played >= span * self.repeat - TIME_TOLERANCE] = self.to
        return inside


def clip_local(clip: Clip, time: float) -> float | None:
    """Return the time in its action that a clip shows, or None where it does not play.

    >>> from animspec.model.scene_animation import Clip
    >>> clip = Clip(action="spin", start=1, from_=0, to=2, repeat=1.5)
    >>> [clip_local(clip, time) for time in (0.5, 1.5, 3.5, 4.0, 4.5)]
    [None, 0.5, 0.5, 2.0, None]
    """
    local = float(PlayedClip.of(clip).local_times([time])[0])
    return None if np.isnan(local) else local


def played_clips(scene: SceneAnimation) -> Iterator[tuple[PlayedClip, Action]]:
    """Yield the clips that are not mute, each with its action.

    Raises:
        ValueError: there is no action that a clip names.
    """
    actions: dict[str, Action] = {}
    for action in scene.actions or ():
        actions.setdefault(action.id, action)
    for place, clip in enumerate(scene.clips or ()):
        if clip.action not in actions:
            guess = did_you_mean(clip.action, actions)
            raise ValueError(
                f'clip {place} plays action "{clip.action}", which is not there{guess}'
            )
        if not clip.mute:
            yield PlayedClip.of(clip), actions[clip.action]
