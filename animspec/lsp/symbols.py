"""The clips, tracks and channels of a document as its outline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import frozen
from lsprotocol.types import DocumentSymbol, Location, Range, SymbolInformation, SymbolKind

from animspec.holes import is_known, known_items
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, SCENE_ANIMATION
from animspec.lsp.telling import brief, counted
from animspec.model.animation_set import CHANNEL_NAMES
from animspec.spans import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lsprotocol.types import ClientCapabilities, DocumentSymbolParams

    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project
    from animspec.lsp.readings import Reading
    from animspec.pointers import Pointer
    from animspec.spans import Part


@frozen(eq=False)
class Entry:
    """A line of the outline: the part, what it is called, and the lines below it."""

    pointer: Pointer
    name: str
    kind: SymbolKind
    detail: str = ""
    below: tuple[Entry, ...] = ()
    named_at: Pointer | None = None
    """Where its name stands, if that is a part of its own."""


def symbols(
    project: Project, opened: Opened, _: DocumentSymbolParams, abilities: ClientCapabilities
) -> list[DocumentSymbol] | list[SymbolInformation]:
    """Return the outline of a document; flat for a client that knows no other."""
    reading = opened.reading(project.of(opened.path))
    if reading is None or reading.kind is None or not is_known(reading.model):
        return []
    made = _made(opened, reading, list(_ENTRIES[reading.kind.name](reading.model)))
    document = abilities.text_document
    found = None if document is None else document.document_symbol
    if found is not None and found.hierarchical_document_symbol_support:
        return made
    return list(_flat(made, opened.uri, None))


def _made(opened: Opened, reading: Reading, entries: Sequence[Entry]) -> list[DocumentSymbol]:
    """Return entries with their ranges, each part of the text sought once."""
    wanted = list(_pointers(entries))
    parts = reading.outline.locate_all(wanted)
    return [_symbol(opened, reading, entry, parts) for entry in entries]


def _pointers(entries: Sequence[Entry]) -> Iterator[Pointer]:
    for entry in entries:
        yield entry.pointer
        if entry.named_at is not None:
            yield entry.named_at
        yield from _pointers(entry.below)


def _symbol(
    opened: Opened, reading: Reading, entry: Entry, parts: Mapping[Pointer, Part]
) -> DocumentSymbol:
    part = parts[entry.pointer]
    where = opened.text.range(*reading.now(Span(part.start, part.end)))
    name = where
    if entry.named_at is not None:
        name = opened.text.range(*reading.now(parts[entry.named_at].value))
    elif part.name is not None:
        name = opened.text.range(*reading.now(part.name))
    return DocumentSymbol(
        entry.name or "(blank)",
        entry.kind,
        where,
        _within(name, where),
        detail=entry.detail or None,
        children=[_symbol(opened, reading, each, parts) for each in entry.below],
    )


def _within(inner: Range, outer: Range) -> Range:
    """Return a range if it is within another; while a text is broken it may not be."""
    return inner if outer.start <= inner.start and inner.end <= outer.end else outer


def _flat(
    made: Sequence[DocumentSymbol], uri: str, above: str | None
) -> Iterator[SymbolInformation]:
    for symbol in made:
        location = Location(uri, symbol.range)
        yield SymbolInformation(location, symbol.name, symbol.kind, container_name=above)
        yield from _flat(symbol.children or (), uri, symbol.name)


def _text(value: Any, otherwise: str = "?") -> str:
    return value if is_known(value) and isinstance(value, str) else otherwise


def _size(value: Any) -> int:
    return len(value) if is_known(value) and value is not None else 0


def _of_set(model: Any) -> Iterator[Entry]:
    for at, clip in known_items(model.clips):
        pointer = ("clips", at)
        tracks = tuple(_tracks(clip, pointer))
        detail = counted((_size(clip.tracks), "track"))
        yield Entry(
            pointer, _text(clip.name), SymbolKind.Class, detail, tracks, _at(pointer, clip, "name")
        )


def _at(pointer: Pointer, part: Any, member: str) -> Pointer | None:
    value = getattr(part, member)
    return (*pointer, member) if is_known(value) and value is not None else None


def _tracks(clip: Any, above: Pointer) -> Iterator[Entry]:
    for at, track in known_items(clip.tracks):
        pointer = (*above, "tracks", at)
        channels = tuple(
            Entry((*pointer, name), name, SymbolKind.Array, counted((_size(keys), "key")))
            for name in CHANNEL_NAMES
            if is_known(keys := getattr(track, name)) and keys is not None
        )
        named_at = _at(pointer, track, "path")
        yield Entry(pointer, _text(track.path), SymbolKind.Field, "", channels, named_at)


def _of_scene(model: Any) -> Iterator[Entry]:
    if is_known(model.camera) and model.camera is not None:
        detail = counted((_size(model.camera), "key"))
        yield Entry(("camera",), "camera", SymbolKind.Array, detail)
    yield from _scene_tracks(model, ())
    for at, action in known_items(model.actions):
        pointer = ("actions", at)
        tracks = tuple(_scene_tracks(action, pointer))
        name = _text(action.name, _text(action.id))
        yield Entry(pointer, name, SymbolKind.Class, "action", tracks, _at(pointer, action, "id"))
    for at, clip in known_items(model.clips):
        pointer = ("clips", at)
        named_at = _at(pointer, clip, "action")
        name = _text(clip.name, _text(clip.action))
        start = f"from {brief(clip.start)} s" if is_known(clip.start) else ""
        yield Entry(pointer, name, SymbolKind.Event, start, (), named_at)


def _scene_tracks(owner: Any, above: Pointer) -> Iterator[Entry]:
    """Yield the tracks of objects and properties of a scene or an action."""
    for at, track in known_items(owner.objects):
        pointer = (*above, "objects", at)
        detail = counted((_size(track.keys), "key"))
        yield Entry(
            pointer, _text(track.path), SymbolKind.Field, detail, (), _at(pointer, track, "path")
        )
    for at, track in known_items(owner.props):
        pointer = (*above, "props", at)
        driver = "driven" if is_known(track.driver) and track.driver is not None else ""
        detail = ", ".join(filter(None, (counted((_size(track.keys), "key")), driver)))
        name = f"{_text(track.path)} {_text(track.name)}"
        named_at = _at(pointer, track, "name")
        yield Entry(pointer, name, SymbolKind.Property, detail, (), named_at)


def _of_sequences(model: Any) -> Iterator[Entry]:
    for at, sequence in known_items(model.sequences):
        pointer = ("sequences", at)
        detail = counted((_size(sequence.keyframes), "key"))
        named_at = _at(pointer, sequence, "id")
        yield Entry(pointer, _text(sequence.id), SymbolKind.Array, detail, (), named_at)
    for at, controller in known_items(model.controllers):
        pointer = ("controllers", at)
        named_at = _at(pointer, controller, "id")
        yield Entry(pointer, _text(controller.id), SymbolKind.Object, "controller", (), named_at)
    for at, track in known_items(model.tracks):
        pointer = ("tracks", at)
        named_at = _at(pointer, track, "target")
        detail = _text(track.property, "")
        yield Entry(pointer, _text(track.target), SymbolKind.Field, detail, (), named_at)


_ENTRIES: Final[dict[str, Callable[[Any], Iterator[Entry]]]] = {
    ANIMATION_SET.name: _of_set,
    SCENE_ANIMATION.name: _of_scene,
    M3G_ANIMATION.name: _of_sequences,
}
"""What makes the outline, by kind of document."""
