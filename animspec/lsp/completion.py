"""What could be written at a place: members, values, and words of expressions."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen
from lsprotocol.types import (
    CompletionItem,
    CompletionItemKind,
    CompletionList,
    InsertTextFormat,
    MarkupContent,
    MarkupKind,
    TextEdit,
)

from animspec.holes import HOLE
from animspec.lsp.expression_words import KNOWN, is_expression, meaning, variables, word_at
from animspec.lsp.known_values import suggested
from animspec.lsp.members import described, kind_of_text, schema_at, whole
from animspec.lsp.sketching import spot_at
from animspec.lsp.snippets import Piece, Stop, member, plain, snippet, value
from expressions import CONSTANTS, FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lsprotocol.types import ClientCapabilities, CompletionParams, Range

    from animspec.kinds import Kind
    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project
    from animspec.lsp.sketching import Spot
    from animspec.settings import Settings

_NEXT: Final = re.compile(rb"\s*+(.?)", re.DOTALL)


@frozen(eq=False)
class _Place:
    """Where something is to be written: the bytes that it replaces, and in what way."""

    opened: Opened
    spot: Spot
    takes_snippets: bool

    @property
    def next(self) -> bytes:
        """The first byte after the spot that is no white space."""
        found = _NEXT.match(self.opened.text.data, self.spot.end)
        return b"" if found is None else found[1]

    @property
    def range(self) -> Range:
        """What is replaced: the string or word that stands there."""
        return self.opened.text.range(self.spot.start, self.spot.end)


def completion(
    project: Project, opened: Opened, params: CompletionParams, abilities: ClientCapabilities
) -> CompletionList:
    """Return what could be written at a place of a document, whose text may be broken."""
    chosen = project.of(opened.path)
    data = opened.text.data
    offset = opened.text.offset(params.position)
    kind, spot = kind_of_text(data, chosen), spot_at(data, offset)
    if kind is None or not spot.levels or spot.is_after_value:
        return CompletionList(is_incomplete=False, items=[])
    reading = opened.reading(chosen)
    model = HOLE if reading is None else reading.model
    place = _Place(opened, spot, _takes_snippets(abilities))
    if is_expression(kind, spot):
        items = list(_words(place, model, offset))
    elif spot.is_name:
        items = list(_members(place, kind))
    else:
        items = list(_values(place, kind, model, chosen.settings))
    return CompletionList(is_incomplete=False, items=items)


def _takes_snippets(abilities: ClientCapabilities) -> bool:
    document = abilities.text_document
    found = None if document is None else document.completion
    item = None if found is None else found.completion_item
    return item is not None and bool(item.snippet_support)


def _members(place: _Place, kind: Kind) -> Iterator[CompletionItem]:
    """Yield the members that the object lacks, those that it needs first."""
    schema = schema_at(kind, place.spot.container)
    full = {} if schema is None else whole(schema)
    needed = full.get("required", ())
    for at, (name, about) in enumerate(full.get("properties", {}).items()):
        if name in place.spot.names or name.startswith("$"):
            continue
        is_needed = name in needed
        yield _item(
            place,
            name,
            _with_comma(place, member(name, about)),
            CompletionItemKind.Property,
            about=described(name, about, needed=is_needed),
            order=f"{0 if is_needed else 1}{at:03}",
        )


def _with_comma(place: _Place, pieces: list[Piece]) -> list[Piece]:
    """Return an insertion that fits what follows: only a name before a colon, else a comma."""
    if place.next == b":":
        return [str(pieces[0]).partition(":")[0]]
    return [*pieces, ","] if place.next in (b'"', b"{", b"[") else pieces


def _values(place: _Place, kind: Kind, model: Any, settings: Settings) -> Iterator[CompletionItem]:
    """Yield the values that belong at a place."""
    schema = schema_at(kind, place.spot.pointer)
    if schema is None:
        return
    pointer = place.spot.pointer
    for at, text in enumerate(suggested(kind, model, pointer, settings)):
        written = json.dumps(text, ensure_ascii=False)
        yield _item(place, text, [written], CompletionItemKind.Reference, order=f"0{at:05}")
    full = whole(schema)
    allowed = full.get("enum", [full["const"]] if "const" in full else [])
    if full.get("type") == "boolean":
        allowed = [True, False]
    for at, each in enumerate(allowed):
        kind_of_item = CompletionItemKind.EnumMember
        yield _item(place, json.dumps(each), [json.dumps(each)], kind_of_item, order=f"1{at:03}")
    if not allowed and not place.spot.is_string and _is_composite(full):
        yield _new(place, full)


def _is_composite(schema: Any) -> bool:
    return schema.get("type", "object") in ("object", "array")


def _new(place: _Place, schema: Any) -> CompletionItem:
    """Return a new object or list, with all that it needs."""
    title = str(schema.get("title", "value")).lower()
    pieces = value(schema)
    return _item(
        place,
        f"new {title}",
        pieces,
        CompletionItemKind.Struct,
        about=str(schema.get("description", "")),
        filters=plain(pieces)[:1],
    )


def _words(place: _Place, model: Any, offset: int) -> Iterator[CompletionItem]:
    """Yield the functions, variables and constants of expressions."""
    word = word_at(place.opened.text.data, place.spot, offset)
    where = place.opened.text.range(word.start, word.end)
    own = variables(model, place.spot.pointer)
    names = [*own, *(name for name in (*KNOWN, *CONSTANTS) if name not in own)]
    for at, name in enumerate(names):
        kind = CompletionItemKind.Constant if name in CONSTANTS else CompletionItemKind.Variable
        about = meaning(name, own) or ""
        yield _item(place, name, [name], kind, about=about, order=f"0{at:03}", where=where)
    for name, function in FUNCTIONS.items():
        yield _item(
            place,
            function.signature,
            [name, "(", Stop(), ")"] if function.parameters else [name, "()"],
            CompletionItemKind.Function,
            about=meaning(name, {}) or "",
            order=f"1{name}",
            where=where,
            filters=name,
        )


def _item(  # noqa: PLR0913 - an item has as many sides
    place: _Place,
    label: str,
    pieces: Sequence[Piece],
    kind: CompletionItemKind,
    *,
    about: str = "",
    order: str | None = None,
    where: Range | None = None,
    filters: str | None = None,
) -> CompletionItem:
    """Return an item that replaces what stands at the place, or at ``where``."""
    with_stops = place.takes_snippets and not all(isinstance(each, str) for each in pieces)
    text = snippet(pieces) if with_stops else plain(pieces)
    quoted = label if label.startswith('"') else json.dumps(label, ensure_ascii=False)
    in_string = where is None and place.spot.is_string
    return CompletionItem(
        label,
        kind=kind,
        documentation=MarkupContent(MarkupKind.Markdown, about) if about else None,
        sort_text=order,
        filter_text=filters if filters is not None else quoted if in_string else label,
        insert_text_format=InsertTextFormat.Snippet if with_stops else InsertTextFormat.PlainText,
        text_edit=TextEdit(place.range if where is None else where, text),
    )
