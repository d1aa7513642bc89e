"""The results of scene edits, written into the text of the scene.

All that an edit does not touch stays as it is written: the order of members, members that
the model does not know, the spelling of numbers, the layout. A key that moves takes its
text along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from animspec.edits import Edit, Kept, arrange, change_members, new_text, split
from animspec.layout import dump, scalar, style_of
from animspec.spans import whole

if TYPE_CHECKING:
    from animspec.edits import Change, Container, Item
    from animspec.layout import Style
    from animspec.model.scene_animation import CameraKey, Clip, SceneAnimation
    from animspec.pointers import Pointer
    from animspec.scene_edits.outcome import SceneEdit
    from animspec.scene_edits.walkthroughs import Walkthrough
    from animspec.spans import Part

_TRACKS: Final = ("objects", "props")
_CLIP_NUMBERS: Final = ("start", "scale")
_CLIP_ORDER: Final = ("action", "name", "start", "from", "to", "scale")
_SCENE_ORDER: Final = ("$schema", "length", "fps", "camera")
_HANDLES: Final = ("hl", "hr")


@frozen(eq=False)
class _Page:
    """The text that is rewritten."""

    data: bytes
    style: Style

    def split(self, part: Part) -> Container:
        return split(self.data, part, self.style)

    def members(self, part: Part) -> dict[str, Part]:
        box = self.split(part)
        return dict(zip(box.names(), box.parts, strict=True))


def rewrite(data: bytes, edit: SceneEdit) -> list[Edit]:
    """Return the edits that make the text of the scene before an edit that of the scene after it.

    ``data`` must be the text that the scene was read from.
    """
    page = _Page(data, style_of(data))
    root = whole(data)
    top = page.members(root)
    before, after = edit.before, edit.after
    changes: dict[str, Change] = {}
    if before.length != after.length:
        changes["length"] = scalar(after.length)
    if before.camera is not None and before.camera != after.camera:
        changes["camera"] = _key_edits(page, top["camera"], edit, ("camera",))
    for name in _TRACKS:
        if getattr(before, name) != getattr(after, name):
            tracks = page.split(top[name]).parts
            changes[name] = [
                each
                for place, track in enumerate(tracks)
                for each in _track_edits(page, track, edit, (name, place, "keys"))
            ]
    if before.clips is not None and before.clips != after.clips:
        pairs = zip(page.split(top["clips"]).parts, before.clips, after.clips or (), strict=True)
        changes["clips"] = [
            each for part, old, new in pairs for each in _clip(page, part, old, new)
        ]
    return change_members(page.split(root), changes)


def _track_edits(page: _Page, track: Part, edit: SceneEdit, pointer: Pointer) -> list[Edit]:
    """Return the edits of one track's keys."""
    if not edit.kept.get(pointer):
        return []
    return _key_edits(page, page.members(track)["keys"], edit, pointer)


def _key_edits(page: _Page, part: Part, edit: SceneEdit, pointer: Pointer) -> list[Edit]:
    """Return the edits of a list of keys: their order, and what is in each."""
    box = page.split(part)
    before, after = _at(edit.before, pointer), _at(edit.after, pointer)
    items: list[Item] = [
        Kept(place, tuple(_key(page, box.parts[place], before[place], key)))
        for place, key in zip(edit.kept[pointer], after, strict=True)
    ]
    return arrange(box, items)


def _at(scene: SceneAnimation, pointer: Pointer) -> Any:
    """Return what a scene has at a pointer."""
    part: Any = scene
    for step in pointer:
        part = part[step] if isinstance(step, int) else getattr(part, step)
    return part


def _key(page: _Page, part: Part, old: Any, new: Any) -> list[Edit]:
    """Return the edits of one key: its time, and how far its handles reach."""
    changes: dict[str, Change] = {} if old.t == new.t else {"t": scalar(new.t)}
    for name in _HANDLES:
        before, after = getattr(old, name, None), getattr(new, name, None)
        if before is not None and after is not None and before != after:
            first = page.split(page.members(part)[name]).parts[0]
            changes[name] = [Edit(first.start, first.end, scalar(after[0]))]
    return change_members(page.split(part), changes) if changes else []


def _clip(page: _Page, part: Part, old: Clip, new: Clip) -> list[Edit]:
    """Return the edits of one clip."""
    changes: dict[str, Change] = {
        name: scalar(getattr(new, name))
        for name in _CLIP_NUMBERS
        if getattr(old, name) != getattr(new, name)
    }
    return change_members(page.split(part), changes, _CLIP_ORDER) if changes else []


def with_walkthrough(data: bytes, walk: Walkthrough) -> list[Edit]:
    """Return the edits that give a scene's text the camera and the length of a walkthrough."""
    page = _Page(data, style_of(data))
    root = whole(data)
    box = page.split(root)
    top = page.members(root)
    keys = [key_json(key) for key in walk.keys]
    changes: dict[str, Change] = {"length": scalar(walk.length)}
    if "camera" in top:
        camera = page.split(top["camera"])
        model = camera.parts[0] if camera.parts else None
        changes["camera"] = arrange(camera, [new_text(camera, key, model) for key in keys])
    else:
        changes["camera"] = dump(keys, page.style, box.indent())
    return change_members(box, changes, _SCENE_ORDER)


def key_json(key: CameraKey) -> dict[str, Any]:
    """Return a camera's key as plain JSON."""
    cam = {
        "eye": list(key.cam.eye),
        "target": list(key.cam.target),
        "fov": key.cam.fov,
        "persp": key.cam.persp,
        "height": key.cam.height,
    }
    ease = {} if key.ease is None else {"ease": key.ease}
    stated = {name: value for name, value in cam.items() if value is not None}
    return {"t": key.t, "cam": stated, **ease}


def scene_text(walk: Walkthrough, fps: float) -> bytes:
    """Return the text of a new scene that is nothing but a walkthrough, a line for each key.

    >>> from animspec.scene_edits.walkthroughs import walkthrough
    >>> print(scene_text(walkthrough([]), 24).decode(), end="")
    {
      "length": 0.5,
      "fps": 24,
      "camera": []
    }
    """
    flat = style_of(b"{}")
    keys = [b"    " + dump(key_json(key), flat, None) for key in walk.keys]
    camera = b"[\n" + b",\n".join(keys) + b"\n  ]" if keys else b"[]"
    members = (
        b'"length": ' + scalar(walk.length),
        b'"fps": ' + scalar(fps),
        b'"camera": ' + camera,
    )
    return b"{\n  " + b",\n  ".join(members) + b"\n}\n"
