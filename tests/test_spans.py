"""The spans of a JSON text, against the values that a parser reads from the slices."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.spans import Part, Span, children, locate, locate_all, name_of, whole

if TYPE_CHECKING:
    from animspec.pointers import Pointer

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | names
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
blanks = st.text(" \t\n\r", max_size=3)


def written(value: Any, draw: Any) -> str:
    """One of the ways to write a value: any white space, any spelling of strings."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=draw(st.booleans()))
    if isinstance(value, list):
        inner = [draw(blanks) + written(item, draw) + draw(blanks) for item in value]
        return "[" + (",".join(inner) or draw(blanks)) + "]"
    if isinstance(value, dict):
        inner = [
            draw(blanks) + written(name, draw) + draw(blanks) + ":" + draw(blanks)
            + written(item, draw) + draw(blanks)
            for name, item in value.items()
        ]  # fmt: skip
        return "{" + (",".join(inner) or draw(blanks)) + "}"
    return json.dumps(value)


def pointers(value: Any, pointer: Pointer = ()) -> list[tuple[Pointer, Any]]:
    """Every part of a value with the pointer to it."""
    found = [(pointer, value)]
    if isinstance(value, dict):
        parts: list[tuple[str | int, Any]] = list(value.items())
    else:
        parts = list(enumerate(value)) if isinstance(value, list) else []
    for token, inner in parts:
        found += pointers(inner, (*pointer, token))
    return found


def sliced(data: bytes, part: Part) -> Any:
    return json.loads(data[part.value.start : part.value.end])


@settings(max_examples=150)
@given(st.data())
def test_every_pointer_leads_to_the_text_of_its_value(data: st.DataObject) -> None:
    value = data.draw(values)
    text = (data.draw(blanks) + written(value, data.draw) + data.draw(blanks)).encode()
    expected = pointers(value)
    found = locate_all(text, [pointer for pointer, _ in expected])
    for pointer, part in expected:
        assert sliced(text, found[pointer]) == part
        assert locate(text, pointer) == found[pointer]
        if pointer and isinstance(pointer[-1], str):
            assert name_of(text, found[pointer]) == pointer[-1]


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(["a", "b", "\\u0061"]), scalars), max_size=6), st.data())
def test_repeated_members_are_all_listed_and_the_last_is_located(
    members: list[tuple[str, Any]], data: st.DataObject
) -> None:
    inner = [
        f'{data.draw(blanks)}"{name}":{json.dumps(value)}{data.draw(blanks)}'
        for name, value in members
    ]
    text = ("{" + ",".join(inner) + "}").encode()
    listed = children(text, whole(text).value)
    assert [sliced(text, part) for part in listed] == [value for _, value in members]
    assert [name_of(text, part) for part in listed] == [
        "b" if name == "b" else "a" for name, _ in members
    ]
    for name, value in json.loads(text).items():
        assert sliced(text, locate(text, (name,))) == value


def test_a_repeated_member_of_equal_text_is_listed_twice() -> None:
    assert len(children(b'{"a":1,"a":1}', Span(0, 13))) == 2
    assert len(children(b'{"a":1,"b":2,"a":1}', Span(0, 19))) == 3


def test_text_nested_beyond_a_recursive_parser_is_located() -> None:
    deep = b"[" * 5000 + b"]" * 5000
    text = b'{"a": ' + deep + b', "b": [1, ' + deep + b", 2]}"
    place = locate(text, ("b", 2)).value
    assert text[place.start : place.end] == b"2"
    assert text[locate(text, ("a",)).value.end :].startswith(b', "b"')


def test_lone_surrogates_do_not_hide_a_part() -> None:
    text = b'{"\\ud800": "\\udfff", "n": [{"x": "]}\\"\\ud800"}, 7]}'
    assert sliced(text, locate(text, ("n", 1))) == 7
    assert sliced(text, locate(text, ("\ud800",))) == "\udfff"


def test_a_byte_order_mark_is_not_part_of_the_root() -> None:
    assert whole(b"\xef\xbb\xbf {} \r\n").value == Span(4, 6)


def test_a_scalar_has_no_children() -> None:
    assert children(b'"[1]"', Span(0, 5)) == []


@pytest.mark.parametrize("pointer", [("b",), (0,), ("a", 2), ("a", "0"), ("a", 0, "x")])
def test_a_part_that_is_not_there_is_a_lookup_error(pointer: Pointer) -> None:
    with pytest.raises(LookupError, match="the text has no"):
        locate(b'{"a": [1, 2]}', pointer)
