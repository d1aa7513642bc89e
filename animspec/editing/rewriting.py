"""What commands have changed, written into the text of an animation set.

All that the commands do not touch stays as it is written: the order of
members, members that the model does not know, the spelling of numbers, the
layout. A clip or track that is moved or renamed takes its text along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from animspec.documents import resting_collector
from animspec.editing.commands import to_json
from animspec.editing.values import has_keys
from animspec.edits import Edit, Item, Kept, arrange, change_members, new_text, split
from animspec.layout import scalar, style_of
from animspec.model.animation_set import CHANNEL_NAMES, channels
from animspec.paths import path_key
from animspec.spans import whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from animspec.editing.tracing import Origin, Run
    from animspec.edits import Change, Container
    from animspec.layout import Style
    from animspec.model.animation_set import ChannelName, Clip, Key, Track
    from animspec.spans import Part

_CLIP_SCALARS: Final = ("name", "length", "fps", "loop")
_TRACK_ORDER: Final = ("path", *CHANNEL_NAMES)
_KEY_ORDER: Final = ("tick", "value", "interpolation")


@frozen(eq=False)
class _Page:
    """The text that is rewritten, and in it a track with a key, the model for other tracks."""

    data: bytes
    style: Style
    track: Part | None = None
    boxes: dict[int, Container] = field(factory=dict)

    def split(self, part: Part) -> Container:
        """Return an array or object with its parts, which are sought only once."""
        box = self.boxes.get(part.value.start)
        if box is None:
            box = self.boxes[part.value.start] = split(self.data, part, self.style)
        return box

    def members(self, part: Part) -> dict[str, Part]:
        box = self.split(part)
        return dict(zip(box.names(), box.parts, strict=True))

    def channel(self) -> Part | None:
        """Return a channel with a key."""
        members = self.members(self.track) if self.track else {}
        channels = (members[name] for name in CHANNEL_NAMES if name in members)
        return next((part for part in channels if self.split(part).parts), None)

    def key(self) -> Part | None:
        """Return a key."""
        channel = self.channel()
        return self.split(channel).parts[0] if channel else None


def rewrite(data: bytes, run: Run) -> list[Edit]:
    """Return the edits that make the text of the set before a run that of the set after it.

    ``data`` must be the text that the set was read from.
    """
    with resting_collector():
        return _set_edits(data, run)


def _set_edits(data: bytes, run: Run) -> list[Edit]:
    page = _Page(data, style_of(data))
    top = page.members(whole(data))
    clips = page.split(top["clips"])
    place = next((place for place, clip in enumerate(run.before.clips) if _has_keys(clip)), 0)
    model = clips.parts[place] if clips.parts else None
    if model and _has_keys(run.before.clips[place]):
        page = evolve(page, track=_keyed_track(page, model, run.before.clips[place]))
    items: list[Item] = []
    for clip in run.after.clips:
        origin = run.origins.get(clip.id)
        if origin is None:
            items.append(new_text(clips, to_json(clip), model))
        else:
            edits = _clip_edits(page, clips.parts[origin.index], run, clip, origin)
            items.append(Kept(origin.index, tuple(edits)))
    changes = _scalars(page, run.before, run.after, ("rig",))
    changes["clips"] = arrange(clips, items)
    return change_members(page.split(whole(data)), changes)


def _has_keys(clip: Clip) -> bool:
    return any(map(has_keys, clip.tracks))


def _keyed_track(page: _Page, part: Part, clip: Clip) -> Part:
    """Return the first track of a clip that has a key."""
    place = next(place for place, track in enumerate(clip.tracks) if has_keys(track))
    return page.split(page.members(part)["tracks"]).parts[place]


def _scalars(page: _Page, old: object, new: object, names: Iterable[str]) -> dict[str, Change]:
    """Return the changes of members that hold a single value or are absent."""
    values = ((name, getattr(old, name), getattr(new, name)) for name in names)
    return {
        name: None if after is None else scalar(after, page.style)
        for name, before, after in values
        if before != after
    }


def _clip_edits(page: _Page, part: Part, run: Run, clip: Clip, origin: Origin) -> list[Edit]:
    before = run.before.clips[origin.index]
    if before is clip:
        return []
    changes = _scalars(page, before, clip, _CLIP_SCALARS)
    if before.tracks is not clip.tracks:
        tracks = page.split(page.members(part)["tracks"])
        changes["tracks"] = arrange(tracks, _track_items(page, tracks, before, clip, origin))
    return change_members(page.split(part), changes)


def _track_items(
    page: _Page, box: Container, before: Clip, clip: Clip, origin: Origin
) -> list[Item]:
    items: list[Item] = []
    for track in clip.tracks:
        place = origin.tracks.get(path_key(track.path))
        if place is None:
            model = box.parts[-1] if box.parts else page.track
            items.append(new_text(box, to_json(track), model))
        else:
            gone = {(channel, tick) for at, channel, tick in origin.gone if at == place}
            edits = _track_edits(page, box.parts[place], before.tracks[place], track, gone)
            items.append(Kept(place, tuple(edits)))
    return items


def _track_edits(
    page: _Page, part: Part, before: Track, track: Track, gone: set[tuple[ChannelName, int]]
) -> list[Edit]:
    if before is track:
        return []
    changes = _scalars(page, before, track, ("path",))
    box = page.split(part)
    members = dict(zip(box.names(), box.parts, strict=True))
    keyed = next((members[name] for name, keys in channels(before) if keys), None)
    for name in CHANNEL_NAMES:
        old, new = getattr(before, name), getattr(track, name)
        if old is new:
            continue
        if new is None:
            changes[name] = None
        elif old is None:
            changes[name] = new_text(box, to_json(new), keyed or page.channel())
        else:
            ticks = {tick for channel, tick in gone if channel == name}
            changes[name] = _channel_edits(page, page.split(members[name]), old, new, ticks)
    return change_members(box, changes, _TRACK_ORDER)


def _channel_edits(
    page: _Page, box: Container, before: tuple[Key, ...], keys: tuple[Key, ...], gone: set[int]
) -> list[Edit]:
    places = {key.tick: place for place, key in enumerate(before) if key.tick not in gone}
    model = box.parts[-1] if box.parts else page.key()
    items: list[Item] = []
    for key in keys:
        place = places.get(key.tick)
        if place is None:
            items.append(new_text(box, to_json(key), model))
        else:
            edits = _key_edits(page, box.parts[place], before[place], key)
            items.append(Kept(place, tuple(edits)))
    return arrange(box, items)


def _key_edits(page: _Page, part: Part, before: Key, key: Key) -> list[Edit]:
    if before is key or before == key:
        return []
    changes = _scalars(page, before, key, ("interpolation",))
    if before.value != key.value:
        vector = page.split(page.members(part)["value"])
        changes["value"] = change_members(vector, _scalars(page, before.value, key.value, "xyz"))
    return change_members(page.split(part), changes, _KEY_ORDER)
