"""A scene stretched or squeezed to another length."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from animspec.model.scene_animation import DEFAULT_CLIP, LONGEST, SHORTEST, PropertyKey
from animspec.rounding import round_time
from animspec.scene_edits.outcome import Loss, SceneEdit, settled
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.model.scene_animation import Clip, SceneAnimation
    from animspec.pointers import Pointer

LEAST_SCALE: Final = 0.01
GREATEST_SCALE: Final = 100.0
"""A clip's scale is kept between them."""


def retime(scene: SceneAnimation, length: float) -> SceneEdit:
    """Return a scene whose tracks and clips are stretched or squeezed to a new length, in seconds.

    The length is rounded and kept within 0.5 to 3600 s. Actions stay as they are: the
    clips that play them take longer or shorter. Where the length is no number, nothing
    changes.

    >>> from animspec.model.scene_animation import PropertyKey, PropertyTrack, SceneAnimation
    >>> keys = (PropertyKey(1, (0,), hr=(0.5, 2)), PropertyKey(2, (5,)))
    >>> edit = retime(SceneAnimation(4, 24, props=(PropertyTrack("Fan", "speed", keys),)), 6)
    >>> edit.after.length, edit.after.props[0].keys[0].t, edit.after.props[0].keys[0].hr
    (6.0, 1.5, (0.75, 2))
    """
    if not isfinite(length):
        return SceneEdit(scene, scene)
    rounded = round_time(length)
    new = min(max(rounded, SHORTEST), float(LONGEST))
    work = _Stretching(new / round_time(scene.length), {}, [])
    if new != rounded:
        said = f"a length of {number(rounded)} s was kept within {SHORTEST} to {LONGEST} s"
        work.losses.append(Loss(("length",), said))
    after = evolve(
        scene,
        length=new,
        camera=work.keys(scene.camera, ("camera",)),
        objects=work.tracks(scene.objects, "objects"),
        props=work.tracks(scene.props, "props"),
        clips=work.clips(scene.clips),
    )
    return SceneEdit(scene, after, work.kept, tuple(work.losses))


@frozen(eq=False)
class _Stretching:
    """One retiming: by which factor, and what it has come to so far."""

    factor: float
    kept: dict[Pointer, tuple[int, ...]]
    losses: list[Loss]

    def keys(self, keys: Sequence[Any] | None, pointer: Pointer) -> Any:
        """Return keys at their new times."""
        if keys is None:
            return None
        moved = settled(keys, [self._key(key) for key in keys], pointer)
        self.kept[pointer] = moved.kept
        self.losses.extend(moved.losses)
        return moved.keys

    def tracks(self, tracks: Sequence[Any] | None, name: str) -> Any:
        """Return tracks with their keys at new times."""
        if tracks is None:
            return None
        lists = (self.keys(each.keys, (name, at, "keys")) for at, each in enumerate(tracks))
        return tuple(evolve(each, keys=keys) for each, keys in zip(tracks, lists, strict=True))

    def clips(self, clips: Sequence[Clip] | None) -> tuple[Clip, ...] | None:
        """Return clips that start later or earlier, and play slower or faster."""
        if clips is None:
            return None
        return tuple(self._clip(clip, place) for place, clip in enumerate(clips))

    def _key(self, key: Any) -> Any:
        changes: dict[str, Any] = {"t": round_time(round_time(key.t) * self.factor)}
        if isinstance(key, PropertyKey):
            changes |= stretched_handles(key, self.factor)
        return evolve(key, **changes)

    def _clip(self, clip: Clip, place: int) -> Clip:
        start = round_time(round_time(clip.start) * self.factor)
        scale = DEFAULT_CLIP.scale if clip.scale is None else clip.scale
        wanted = (scale or 1.0) * self.factor
        new = min(max(wanted, LEAST_SCALE), GREATEST_SCALE)
        if new != wanted:
            limits = f"{LEAST_SCALE} to {number(GREATEST_SCALE)}"
            said = f"a scale of {number(wanted)} was kept within {limits}"
            self.losses.append(Loss(("clips", place, "scale"), said))
        absent = clip.scale is None and new == scale
        return evolve(clip, start=start, scale=None if absent else new)


def stretched_handles(key: PropertyKey, factor: float) -> dict[str, tuple[float, ...]]:
    """Return the handles that a key has, longer or shorter in time by a factor.

    >>> stretched_handles(PropertyKey(0, (1,), hl=(-0.5, 3)), 2)
    {'hl': (-1.0, 3)}
    """
    stored = (("hl", key.hl), ("hr", key.hr))
    return {name: (handle[0] * factor, *handle[1:]) for name, handle in stored if handle}
