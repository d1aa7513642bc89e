"""Positions of clients, texts that change, and texts that are no JSON: whatever they are."""

from __future__ import annotations

import json
import os
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol.types import (
    ClientCapabilities,
    CodeActionContext,
    CodeActionParams,
    CodeLensParams,
    CompletionParams,
    DocumentSymbolParams,
    HoverParams,
    InlayHintParams,
    Position,
    Range,
    TextDocumentIdentifier,
    TextDocumentItem,
)

from animspec import check
from animspec.lsp.checks import examined
from animspec.lsp.documents import Documents, Opened, path_of
from animspec.lsp.features import ANSWERS
from animspec.lsp.positions import Text, encoded
from animspec.lsp.project import Project
from animspec.lsp.readings import Shift
from animspec.lsp.sketching import closed, spot_at
from animspec.spans import Outline
from tests.faces import texts

FULL: Final = os.environ.get("ANIMSPEC_FULL") == "1"

ENCODINGS: Final = ("utf-8", "utf-16", "utf-32")

CHARACTERS: Final = st.text(
    st.sampled_from('ab ä語🦊\n\r\t"\\{}[]:,\ufeff\ud83e\udd8a'), max_size=40
)


def units(text: str, encoding: str) -> int:
    """Return how many units a text has in an encoding, by its definition."""
    if encoding == "utf-32":
        return len(text)
    width = {"utf-8": 1, "utf-16": 2}[encoding]
    return len(text.encode(f"{encoding}-le".replace("utf-8-le", "utf-8"), "surrogatepass")) // width


def joined(text: str) -> str:
    """Return a text in which halves of surrogate pairs that meet are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def rows(text: str) -> list[str]:
    """Return the lines of a text as the protocol has them, without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@given(CHARACTERS, st.sampled_from(ENCODINGS), st.data())
def test_positions_count_lines_and_units_as_the_protocol_says(
    text: str, encoding: str, data: st.DataObject
) -> None:
    text = joined(text)
    line = data.draw(st.integers(0, len(rows(text)) - 1))
    row = rows(text)[line]
    at = data.draw(st.integers(0, len(row)))
    position = Position(line, units(row[:at], encoding))
    own = Text(encoded(text), encoding)
    offset = own.offset(position)
    assert own.position(offset) == position
    rest = own.data[offset:].decode("utf-8", "surrogatepass")
    assert rows(rest) == [row[at:], *rows(text)[line + 1 :]]


@given(
    CHARACTERS,
    st.sampled_from(ENCODINGS),
    st.lists(st.tuples(*[st.integers(0, 50)] * 4, CHARACTERS), max_size=5),
)
def test_edits_of_any_ranges_make_the_text_that_a_client_has(
    text: str, encoding: str, changes: list[tuple[int, int, int, int, str]]
) -> None:
    own, wanted = Text(encoded(text), encoding), joined(text)
    for a, b, c, d, new in changes:
        ends = sorted(client_offset(wanted, *each, encoding) for each in ((a, b), (c, d)))
        wanted = joined(wanted[: ends[0]] + new + wanted[ends[1] :])
        own = own.changed(Range(Position(a, b), Position(c, d)), new)
        assert own.data == wanted.encode("utf-8", "surrogatepass")


def client_offset(text: str, line: int, character: int, encoding: str) -> int:
    """Return the character of a text at a position, counted one by one."""
    start = 0
    for _ in range(line):
        end = next((at for at in range(start, len(text)) if text[at] in "\r\n"), None)
        if end is None:
            return len(text)
        start = end + (2 if text[end : end + 2] == "\r\n" else 1)
    at = start
    while at < len(text) and text[at] not in "\r\n":
        if units(text[start : at + 1], encoding) > character:
            break
        at += 1
    return at


@given(*[st.binary(max_size=30)] * 4)
def test_what_is_the_same_in_two_texts_is_found_again(
    head: bytes, old: bytes, new: bytes, tail: bytes
) -> None:
    before, after = head + old + tail, head + new + tail
    shift = Shift.between(before, after)
    assert shift.head >= len(head)
    assert len(before) - shift.old >= min(len(tail), min(len(before), len(after)) - shift.head)
    for offset in range(len(before) + 1):
        moved = shift.moved(offset)
        if offset <= shift.head:
            assert before[:offset] == after[:moved]
        elif offset >= shift.old:
            assert before[offset:] == after[moved:]
        else:
            assert shift.head <= moved <= shift.new
    for offset in range(len(after) + 1):
        there = shift.back(offset)
        if there is None:
            assert shift.head < offset < shift.new
        else:
            assert after[:offset] == before[:there] or after[offset:] == before[there:]


class TestSketches:
    """A sketch of a whole document agrees with the reader of well-formed texts."""

    @pytest.mark.parametrize(
        "path", [path for path in texts() if "rules" in path.parts][::5], ids=lambda path: path.name
    )
    def test_spots_in_good_texts_are_where_the_outline_has_them(self, path: Any) -> None:
        data = path.read_bytes()
        try:
            json.loads(data.decode())
        except ValueError:
            return
        outline = Outline(data)
        for offset in range(1, len(data), 17):
            pointer = outline.pointer_at(offset)
            spot = spot_at(data, offset)
            if pointer and data[offset : offset + 1].isalnum() and not spot.is_name:
                assert spot.pointer == pointer

    @given(st.binary(max_size=80), st.integers(0, 80))
    def test_any_bytes_have_a_spot_at_any_offset(self, data: bytes, offset: int) -> None:
        spot = spot_at(data, min(offset, len(data)))
        assert spot.start <= min(offset, len(data)) <= spot.end

    @pytest.mark.parametrize(
        ("text", "pointer", "is_name"),
        [
            ('{"a": [{"b": 1}, {"c": |', ("a", 1, "c"), False),
            ('{"a" 1, "b": {|', ("b", ""), True),
            ('{"a": "unclosed\n "b": |', ("b",), False),
            ('{"a": [1, 2}, "b": |', ("b",), False),
            ('{"a": 1 "b": |', ("b",), False),
            ("[[[|", (0, 0, 0), False),
            ("}}]|", (), False),
        ],
    )
    def test_broken_texts_are_read_as_they_are_meant(
        self, text: str, pointer: tuple[str | int, ...], is_name: object
    ) -> None:
        data = text.replace("|", "").encode()
        spot = spot_at(data, text.encode().index(b"|"))
        assert (spot.pointer, spot.is_name) == (pointer, is_name)

    @given(st.sampled_from(texts()), st.floats(0, 1))
    @settings(max_examples=60)
    def test_the_start_of_a_good_text_can_be_closed(self, path: Any, share: float) -> None:
        data = path.read_bytes()
        try:
            json.loads(data.decode())
        except ValueError:
            return
        text = closed(data, int(share * len(data)))
        assert text == b"" or json.loads(text.decode()) is not None


def questions(opened: Opened, where: Range) -> dict[str, Any]:
    """Return a question of every kind about a document."""
    document = TextDocumentIdentifier(opened.uri)
    return {
        "textDocument/codeAction": CodeActionParams(document, where, CodeActionContext([])),
        "textDocument/codeLens": CodeLensParams(document),
        "textDocument/completion": CompletionParams(document, where.end),
        "textDocument/documentSymbol": DocumentSymbolParams(document),
        "textDocument/hover": HoverParams(document, where.end),
        "textDocument/inlayHint": InlayHintParams(document, where),
    }


SPOILT: Final = st.sampled_from(
    [
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\\",
        "\ud800",
        "\x00",
        "NaN",
        "//",
        "🦊",
        "-",
        "1e999",
        "\r",
        "\ufeff",
    ]
)


@given(st.data())
@settings(max_examples=2000 if FULL else 50)
def test_no_text_and_no_place_makes_an_answer_fail(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(texts()))
    text = path.read_bytes().decode("utf-8", "replace")[:4000]
    documents, project = Documents(), Project()
    opened = documents.open(TextDocumentItem(f"untitled:/{path.name}", "json", 1, text))
    opened = documents.open(TextDocumentItem(f"file:///nowhere/{path.name}", "json", 1, text))
    for version in range(2, 2 + data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(opened.text.data)))
        where = opened.text.range(at, at + data.draw(st.integers(0, 9)))
        changed = opened.text.changed(where, data.draw(SPOILT))
        assert examined(project, opened).shown is not None
        opened = Opened(opened.uri, opened.path, version, changed, opened.memory)
    first, last = (data.draw(st.integers(0, len(opened.text.data))) for _ in range(2))
    where = opened.text.range(first, last)
    for method, (answer, _) in ANSWERS.items():
        answer(project, opened, questions(opened, where)[method], ClientCapabilities())
    found = check(opened.text.data, opened.path or "")
    assert [each.message for each in examined(project, opened).findings] == [
        each.message for each in found.findings
    ]


def test_every_question_is_asked() -> None:
    opened = Documents().open(TextDocumentItem("untitled:a", "json", 1, ""))
    where = Range(Position(0, 0), Position(0, 0))
    assert set(questions(opened, where)) == set(ANSWERS)


@pytest.mark.parametrize(
    "uri", ["", ":", "file:", "file://%00/a", "untitled:a", "http://a/b", "file:///%ff"]
)
def test_no_uri_makes_reading_fail(uri: str) -> None:
    path = path_of(uri)
    assert path is None or path.startswith("/")
    opened = Documents().open(TextDocumentItem(uri, "json", 1, '{"rig": "Fox", "clips": 1}'))
    assert examined(Project(), opened) is not None
