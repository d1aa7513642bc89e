"""Chosen keys spread out from a time, or drawn in towards it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from attrs import evolve, frozen

from animspec.model.scene_animation import LONGEST, PropertyKey
from animspec.rounding import round_time
from animspec.scene_edits.outcome import Loss, SceneEdit, settled
from animspec.scene_edits.retiming import stretched_handles
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from animspec.model.scene_animation import SceneAnimation
    from animspec.pointers import Pointer

Kind: TypeAlias = Literal["camera", "object", "prop"]

_LISTS: Final[dict[Kind, str]] = {"object": "objects", "prop": "props"}


@frozen
class Selection:
    """Keys of one track, by their times; ``i`` is the track's place among its kind."""

    kind: Kind
    i: int = 0
    ts: tuple[float, ...] = ()

    @property
    def pointer(self) -> Pointer:
        """Where the keys are."""
        return ("camera",) if self.kind == "camera" else (_LISTS[self.kind], self.i, "keys")


def scale_keys(
    scene: SceneAnimation, selections: Iterable[Selection], pivot: float, factor: float
) -> SceneEdit:
    """Return a scene whose selected keys are ``factor`` times as far from the time ``pivot``.

    Times are kept within 0 to 3600 s; a key that moves past the end lengthens the
    animation. Where the pivot or the factor is no number, or the factor is not above 0,
    nothing changes.

    Raises:
        LookupError: a selection is of a track that is not there.

    >>> from animspec.model.scene_animation import PropertyKey, PropertyTrack, SceneAnimation
    >>> keys = (PropertyKey(1, (0,)), PropertyKey(2, (5,)))
    >>> scene = SceneAnimation(3, 24, props=(PropertyTrack("Fan", "speed", keys),))
    >>> edit = scale_keys(scene, [Selection("prop", 0, (2,))], pivot=1, factor=3)
    >>> edit.after.length, edit.after.props[0].keys[1].t
    (4.0, 4.0)
    """
    chosen: dict[Pointer, set[float]] = {}
    for selection in selections:
        chosen.setdefault(selection.pointer, set()).update(map(round_time, selection.ts))
    lists = {pointer: _keys_at(scene, pointer) for pointer in chosen}
    if not (isfinite(pivot) and isfinite(factor) and factor > 0):
        return SceneEdit(scene, scene)
    after, kept, losses = scene, {}, list[Loss]()
    for pointer, keys in lists.items():
        moved = []
        for place, key in enumerate(keys):
            if round_time(key.t) in chosen[pointer]:
                key, said = _moved(key, pivot, factor)  # noqa: PLW2901 - the key itself moves
                losses += [Loss((*pointer, place, "t"), said)] if said else []
                after = evolve(after, length=max(after.length, key.t))
            moved.append(key)
        result = settled(keys, moved, pointer)
        kept[pointer] = result.kept
        losses += result.losses
        after = _with_keys(after, pointer, result.keys)
    return SceneEdit(scene, after, kept, tuple(losses))


def _moved(key: Any, pivot: float, factor: float) -> tuple[Any, str | None]:
    """Return a key at its new time, and what to say where its time was kept within bounds."""
    wanted = pivot + (round_time(key.t) - pivot) * factor
    time = min(max(wanted, 0.0), float(LONGEST))
    said = f"a time of {number(round_time(wanted))} s was kept within 0 to {LONGEST} s"
    handles = stretched_handles(key, factor) if isinstance(key, PropertyKey) else {}
    return evolve(key, t=round_time(time), **handles), None if time == wanted else said


def _keys_at(scene: SceneAnimation, pointer: Pointer) -> Sequence[Any]:
    """Return the keys at a pointer."""
    if pointer == ("camera",):
        return scene.camera or ()
    name, place, _ = pointer
    tracks = getattr(scene, str(name)) or ()
    if not isinstance(place, int) or not 0 <= place < len(tracks):
        raise LookupError(f"the scene has {len(tracks)} {name} and so none at {place}")
    keys: Sequence[Any] = tracks[place].keys or ()
    return keys


def _with_keys(scene: SceneAnimation, pointer: Pointer, keys: Any) -> SceneAnimation:
    """Return a scene with other keys at a pointer; a list that is absent stays absent."""
    if pointer == ("camera",):
        return scene if scene.camera is None else evolve(scene, camera=keys)
    name, place, _ = pointer
    tracks: list[Any] = list(getattr(scene, str(name)))
    track = tracks[int(place)]
    tracks[int(place)] = track if track.keys is None else evolve(track, keys=keys)
    changes: dict[str, Any] = {str(name): tuple(tracks)}
    return evolve(scene, **changes)
