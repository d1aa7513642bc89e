"""What a clip comes to, shown above it: its length, its tracks and its keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lsprotocol.types import CodeLens, Command

from animspec.holes import is_known, known_items
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, SCENE_ANIMATION
from animspec.lsp.telling import brief, counted, frame_of
from animspec.model.animation_set import CHANNEL_NAMES
from animspec.ticks import TICKS_PER_SECOND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lsprotocol.types import ClientCapabilities, CodeLensParams

    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project
    from animspec.pointers import Pointer


def lenses(
    project: Project, opened: Opened, _: CodeLensParams, __: ClientCapabilities
) -> list[CodeLens]:
    """Return what each clip, or each sequence, of a document comes to."""
    reading = opened.reading(project.of(opened.path))
    if reading is None or reading.kind is None or not is_known(reading.model):
        return []
    told = dict(_TITLES[reading.kind.name](reading.model))
    parts = reading.outline.locate_all(told)
    made = []
    for pointer, title in told.items():
        where = opened.text.range(*reading.now(parts[pointer].value))
        made.append(CodeLens(where, Command(title, command="")))
    return made


def _of_set(model: Any) -> Iterator[tuple[Pointer, str]]:
    for at, clip in known_items(model.clips):
        tracks = [track for _, track in known_items(clip.tracks)]
        keys = sum(_size(getattr(track, name)) for track in tracks for name in CHANNEL_NAMES)
        facts = [*_length_of_clip(model, at), counted((len(tracks), "track"), (keys, "key"))]
        if is_known(clip.loop) and clip.loop:
            facts.append("loops")
        yield ("clips", at), ", ".join(filter(None, facts))


def _length_of_clip(model: Any, at: int) -> Iterator[str]:
    """Yield how long a clip is, in seconds and in frames, as far as that is known."""
    length = model.clips[at].length
    if not is_known(length):
        return
    yield f"{brief(length / TICKS_PER_SECOND)} s"
    frame = frame_of(ANIMATION_SET, model, ("clips", at, "length"))
    if frame is not None:
        yield f"{brief(frame)} frames"


def _size(keys: Any) -> int:
    return len(keys) if is_known(keys) and keys is not None else 0


def _of_scene(model: Any) -> Iterator[tuple[Pointer, str]]:
    facts = []
    if is_known(model.length):
        facts.append(f"{brief(model.length)} s")
        frame = frame_of(SCENE_ANIMATION, model, ("length",))
        facts += [] if frame is None else [f"{brief(frame)} frames"]
    tracks = [track for each in ("objects", "props") for track in _known(getattr(model, each))]
    keys = sum(_size(track.keys) for track in tracks) + _size(model.camera)
    facts.append(counted((len(tracks), "track"), (keys, "key"), (_size(model.clips), "clip")))
    yield (), ", ".join(filter(None, facts))


def _known(items: Any) -> list[Any]:
    return [item for _, item in known_items(items)]


def _of_sequences(model: Any) -> Iterator[tuple[Pointer, str]]:
    for at, sequence in known_items(model.sequences):
        duration = sequence.duration
        facts = [f"{brief(duration)} units"] if is_known(duration) else []
        facts.append(counted((_size(sequence.keyframes), "key")))
        if is_known(sequence.repeatMode) and sequence.repeatMode == "LOOP":
            facts.append("loops")
        yield ("sequences", at), ", ".join(filter(None, facts))


_TITLES: Final[dict[str, Callable[[Any], Iterator[tuple[Pointer, str]]]]] = {
    ANIMATION_SET.name: _of_set,
    SCENE_ANIMATION.name: _of_scene,
    M3G_ANIMATION.name: _of_sequences,
}
"""What tells of parts, by kind of document."""
