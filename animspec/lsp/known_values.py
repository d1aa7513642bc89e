"""The values that a document's other parts, or its project, suggest for a member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from animspec.holes import is_known, known_items
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, SCENE_ANIMATION
from animspec.lsp.members import value_at
from animspec.names import name_key
from animspec.paths import path_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from animspec.kinds import Kind
    from animspec.pointers import Pointer
    from animspec.settings import Settings

SCENE: Final = "scene"
"""The rig whose hierarchy names the objects of scenes."""


def suggested(kind: Kind, model: Any, pointer: Pointer, settings: Settings) -> list[str]:
    """Return the texts that are likely at a pointer, the likeliest first, each once."""
    name = pointer[-1] if pointer else None
    found = _TEXTS.get((kind.name, str(name)))
    return list(dict.fromkeys(found(model, pointer, settings))) if found is not None else []


def _texts(model: Any, *lists: Pointer, member: str) -> Iterator[str]:
    """Yield the texts of one member in the elements of some lists."""
    for pointer in lists:
        items = value_at(model, pointer)
        for _, item in known_items(items if isinstance(items, tuple) else None):
            text = getattr(item, member, None)
            if is_known(text) and isinstance(text, str) and text:
                yield text


def _blocks(model: Any, pointer: Pointer, settings: Settings) -> Iterable[str]:
    """Return the paths of a rig's blocks that the clip has no track for yet."""
    clips = value_at(model, ("clips",))
    count = len(clips) if isinstance(clips, tuple) else 0
    here = [*_texts(model, (*pointer[:2], "tracks"), member="path")]
    own = value_at(model, pointer)
    taken = {path_key(path) for path in here} - {path_key(own) if is_known(own) else ""}
    others = _texts(model, *(("clips", at, "tracks") for at in range(count)), member="path")
    paths = [*_hierarchy(value_at(model, ("rig",)), settings), *others]
    return [path for path in paths if path_key(path) not in taken]


def _hierarchy(rig: Any, settings: Settings) -> Iterable[str]:
    if not is_known(rig) or not isinstance(rig, str):
        return ()
    found = settings.hierarchies.get(name_key(rig))
    return () if found is None else found.paths.values()


def _objects(model: Any, _: Pointer, settings: Settings) -> Iterable[str]:
    """Return the paths of a scene's objects."""
    own = _texts(model, ("objects",), ("props",), ("physics", "bodies"), member="path")
    return [*_hierarchy(SCENE, settings), *own]


def _properties(model: Any, pointer: Pointer, _: Settings) -> Iterable[str]:
    """Return the names of properties; those of the same object come first."""
    path = value_at(model, (*pointer[:-1], "path"))
    tracks = [item for _, item in known_items(value_at(model, ("props",)))]
    tracks = [each for each in tracks if is_known(each.name) and is_known(each.path)]
    key = path_key(path) if is_known(path) and isinstance(path, str) else None
    ordered = sorted(tracks, key=lambda each: path_key(each.path) != key)
    return [each.name for each in ordered]


def _from(*pointer: str, member: str = "id") -> Callable[[Any, Pointer, Settings], Iterable[str]]:
    return lambda model, _, __: _texts(model, pointer, member=member)


_TEXTS: Final[dict[tuple[str, str], Callable[[Any, Pointer, Settings], Iterable[str]]]] = {
    (ANIMATION_SET.name, "path"): _blocks,
    (SCENE_ANIMATION.name, "path"): _objects,
    (SCENE_ANIMATION.name, "name"): _properties,
    (SCENE_ANIMATION.name, "action"): _from("actions"),
    (M3G_ANIMATION.name, "sequence"): _from("sequences"),
    (M3G_ANIMATION.name, "controller"): _from("controllers"),
    (M3G_ANIMATION.name, "target"): _from("tracks", member="target"),
}
"""By kind of document and member: what finds the texts."""
