"""Edits of JSON texts: the value is the one asked for, and the rest of the bytes stay."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.edits import (
    Edit,
    Kept,
    OverlapError,
    apply_edits,
    arrange,
    change_members,
    container_at,
    insert_element,
    move_element,
    new_text,
    remove,
    replace_value,
    set_member,
)
from animspec.layout import style_of
from animspec.spans import locate

if TYPE_CHECKING:
    from animspec.pointers import Pointer

names = st.text('abc"\\é{[,:', min_size=1, max_size=3)
# Whole numbers are written without a fraction, so a whole float would not come back as one.
numbers = st.integers(-9, 9) | st.floats(-99, 99).filter(lambda number: not number.is_integer())
values = st.recursive(
    numbers | names | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=14,
)
containers = st.lists(values, max_size=5) | st.dictionaries(names, values, max_size=5)


def spaced(value: Any, draw: Any) -> str:
    """A value written with any white space anywhere."""
    gap: str = draw(st.text(" \n\t", max_size=2))
    if isinstance(value, list):
        return "[" + gap + f"{gap},".join(spaced(item, draw) for item in value) + gap + "]"
    if isinstance(value, dict):
        members = (f"{json.dumps(name)}{gap}: {spaced(item, draw)}" for name, item in value.items())
        return "{" + gap + f",{gap}".join(members) + gap + "}"
    return json.dumps(value)


def texts(value: Any, draw: Any) -> bytes:
    """A text of the value in one of the layouts that are in use, or in none."""
    ways = [
        lambda: json.dumps(value),
        lambda: json.dumps(value, separators=(",", ":")),
        lambda: json.dumps(value, indent=2, ensure_ascii=False) + "\n",
        lambda: json.dumps(value, indent="\t").replace("\n", "\r\n"),
        lambda: spaced(value, draw),
    ]
    return draw(st.sampled_from(ways))().encode()  # type: ignore[no-any-return]


def pointers(value: Any, kind: type, pointer: Pointer = ()) -> list[Pointer]:
    """The pointers to every array, or object, of a value."""
    found = [pointer] if isinstance(value, kind) else []
    items: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for token, inner in items:
        if isinstance(inner, (dict, list)):
            found += pointers(inner, kind, (*pointer, token))
    return found


def at(value: Any, pointer: Pointer) -> Any:
    for token in pointer:
        value = value[token]
    return value


def same(text: bytes, value: Any) -> bool:
    """Whether a text holds a value, with the members in its order."""
    return json.dumps(json.loads(text)) == json.dumps(json.loads(json.dumps(value)))


@settings(max_examples=120)
@given(containers, st.data())
def test_insertions_moves_and_new_values_give_the_value_asked_for(
    value: Any, data: st.DataObject
) -> None:
    text = texts(value, data.draw)
    expected = copy.deepcopy(value)
    arrays, objects = pointers(value, list), pointers(value, dict)
    coin: bool = data.draw(st.booleans())
    new = data.draw(values)
    edits: list[Edit]
    if arrays and (coin or not objects):
        pointer = data.draw(st.sampled_from(arrays))
        array = at(expected, pointer)
        index = data.draw(st.integers(0, len(array)))
        if array and data.draw(st.integers(0, 1)):
            start = data.draw(st.integers(0, len(array) - 1))
            edits = move_element(text, pointer, start, min(index, len(array) - 1))
            array.insert(min(index, len(array) - 1), array.pop(start))
        else:
            edits = insert_element(text, pointer, index, new)
            array.insert(index, new)
    elif objects:
        pointer, name = data.draw(st.sampled_from(objects)), data.draw(names)
        edits = set_member(text, pointer, name, new)
        at(expected, pointer)[name] = new
    else:
        edits, expected = replace_value(text, (), new), new
    assert same(apply_edits(text, edits), expected)


@settings(max_examples=120)
@given(containers, st.data())
def test_removing_any_parts_leaves_the_others_as_they_were(value: Any, data: st.DataObject) -> None:
    text = texts(value, data.draw)
    everywhere = [
        (*pointer, token)
        for kind in (list, dict)
        for pointer in pointers(value, kind)
        for token in (at(value, pointer) if kind is dict else range(len(at(value, pointer))))
    ]
    gone = data.draw(st.sets(st.sampled_from(everywhere), max_size=5)) if everywhere else set()

    def left(inner: Any, pointer: Pointer) -> Any:
        if isinstance(inner, dict):
            keys = [key for key in inner if (*pointer, key) not in gone]
            return {key: left(inner[key], (*pointer, key)) for key in keys}
        if isinstance(inner, list):
            indices = [i for i in range(len(inner)) if (*pointer, i) not in gone]
            return [left(inner[i], (*pointer, i)) for i in indices]
        return inner

    result = apply_edits(text, remove(text, gone))
    assert same(result, left(value, ()))
    assert gone or result == text


@settings(max_examples=100)
@given(st.lists(values, min_size=1, max_size=7), st.data())
def test_an_array_takes_any_arrangement_of_old_and_new_parts(
    value: list[Any], data: st.DataObject
) -> None:
    text = texts(value, data.draw)
    order = data.draw(st.permutations(range(len(value))))
    items: list[Kept | bytes] = [Kept(i) for i in order[: data.draw(st.integers(0, len(value)))]]
    for _ in range(data.draw(st.integers(0, 3))):
        items.insert(data.draw(st.integers(0, len(items))), b'"new"')
    edits = arrange(container_at(text, ()), items)
    expected = [value[item.index] if isinstance(item, Kept) else "new" for item in items]
    assert same(apply_edits(text, edits), expected)


records = st.fixed_dictionaries({"n": numbers, "at": st.lists(numbers, min_size=1)})
indents = st.sampled_from([None, 2, 4, "\t"])


def laid_out(value: Any, indent: str | int | None) -> bytes:
    return json.dumps({"records": value}, indent=indent, ensure_ascii=False).encode()


@settings(max_examples=100)
@given(st.lists(records, min_size=2, max_size=5), records, indents, st.data())
def test_an_edited_text_is_laid_out_as_if_it_had_been_written_so(
    value: list[Any], new: Any, indent: str | int | None, data: st.DataObject
) -> None:
    text = laid_out(value, indent)
    index = data.draw(st.integers(0, len(value) - 1))
    fewer = value[:index] + value[index + 1 :]
    more = [*value[:index], new, *value[index:]]
    moved = [*fewer[:1], value[index], *fewer[1:]]
    at_records: Pointer = ("records",)
    assert apply_edits(text, remove(text, [("records", index)])) == laid_out(fewer, indent)
    assert apply_edits(text, insert_element(text, at_records, index, new)) == (
        laid_out(more, indent)
    )
    assert apply_edits(text, move_element(text, at_records, index, 1)) == laid_out(moved, indent)


EXPANDED = b"""{
  "keys": [
    { "tick": 0, "value": [1.50, 2e1] },
    { "tick": 10, "value": [3, 4] }
  ],
  "none": [],
  "last": true
}
"""


def edited(text: bytes, edits: list[Edit]) -> str:
    return apply_edits(text, edits).decode()


def test_a_new_element_is_written_as_its_neighbour_is() -> None:
    new = {"tick": 5, "value": [0.5, -1.0]}
    assert edited(EXPANDED, insert_element(EXPANDED, ("keys",), 1, new)) == (
        EXPANDED.decode().replace(
            '    { "tick": 10', '    { "tick": 5, "value": [0.5, -1] },\n    { "tick": 10'
        )
    )
    assert edited(EXPANDED, insert_element(EXPANDED, ("keys",), 9, new)) == (
        EXPANDED.decode().replace(
            "[3, 4] }\n", '[3, 4] },\n    { "tick": 5, "value": [0.5, -1] }\n'
        )
    )


def test_an_empty_array_opens_in_the_style_of_the_text() -> None:
    assert edited(EXPANDED, insert_element(EXPANDED, ("none",), 0, {"a": [1]})) == (
        EXPANDED.decode().replace(
            '"none": []', '"none": [\n    {\n      "a": [\n        1\n      ]\n    }\n  ]'
        )
    )


def test_an_element_in_an_empty_array_can_look_like_one_elsewhere() -> None:
    text = (
        b'{\n\t"deep": {\n\t\t"a": [\n\t\t\t{\n\t\t\t\t"n": 1\n\t\t\t}\n\t\t]\n\t},\n\t"b": []\n}'
    )
    box = container_at(text, ("b",))
    new = new_text(box, {"n": 2}, locate(text, ("deep", "a", 0)))
    assert edited(text, arrange(box, [new])) == (
        text.decode().replace('"b": []', '"b": [\n\t\t{\n\t\t\t"n": 2\n\t\t}\n\t]')
    )


def test_an_array_that_loses_its_last_element_closes() -> None:
    assert edited(EXPANDED, remove(EXPANDED, [("keys", 0), ("keys", 1)])) == (
        '{\n  "keys": [],\n  "none": [],\n  "last": true\n}\n'
    )


def test_an_element_goes_with_its_comma_and_its_line() -> None:
    assert edited(EXPANDED, remove(EXPANDED, [("keys", 1)])) == (
        EXPANDED.decode().replace(',\n    { "tick": 10, "value": [3, 4] }', "")
    )
    assert edited(EXPANDED, remove(EXPANDED, [("last",), ("none",)])) == (
        EXPANDED.decode().replace(',\n  "none": [],\n  "last": true', "")
    )


def test_a_new_member_stands_where_the_order_puts_it() -> None:
    box = container_at(EXPANDED, ("keys", 1))
    edits = change_members(box, {"id": b"7"}, ("tick", "id", "value"))
    assert edited(EXPANDED, edits) == EXPANDED.decode().replace(
        '"tick": 10, ', '"tick": 10, "id": 7, '
    )


def test_a_moved_element_takes_its_spelling_and_its_edits_along() -> None:
    box = container_at(EXPANDED, ("keys",))
    tick = locate(EXPANDED, ("keys", 1, "tick")).value
    edits = arrange(box, [Kept(1, (Edit(tick.start, tick.end, b"99"),)), Kept(0)])
    assert edited(EXPANDED, edits) == (
        EXPANDED.decode()
        .replace('    { "tick": 0, "value": [1.50, 2e1] },\n', "")
        .replace('"tick": 10', '"tick": 99')
        .replace("[3, 4] }", '[3, 4] },\n    { "tick": 0, "value": [1.50, 2e1] }')
    )


def test_insertions_at_one_place_all_come_in_the_order_given() -> None:
    edits = [Edit(1, 1, b"x"), Edit(1, 2, b"-"), Edit(1, 1, b"y"), Edit(1, 1, b"x")]
    assert apply_edits(b"abc", edits) == b"axyx-c"


def test_the_same_replacement_twice_is_made_once() -> None:
    assert apply_edits(b"abc", [Edit(0, 1, b""), Edit(0, 1, b"")]) == b"bc"


@pytest.mark.parametrize("other", [Edit(1, 4, b""), Edit(3, 3, b"x"), Edit(2, 3, b"y")])
def test_edits_of_the_same_bytes_are_refused(other: Edit) -> None:
    first = Edit(2, 4, b"x")
    with pytest.raises(OverlapError, match=r"an edit of bytes . to . meets one of bytes") as caught:
        apply_edits(b"abcdef", [first, other])
    assert {caught.value.first, caught.value.second} == {first, other}


def test_the_style_of_a_text_is_told_from_its_habits() -> None:
    style = style_of(b'{\r\n\t"a,b":[1,2],\r\n\t"c":{}\r\n}')
    assert (style.newline, style.unit, style.comma, style.colon) == (b"\r\n", b"\t", b",", b":")
    assert not style.escaped
    assert style_of(b'["\\u00e9"]').escaped
    assert style_of(b'{"a": 1, "b": 2}').unit is None


@pytest.mark.parametrize(
    "call",
    [
        lambda: remove(EXPANDED, [()]),
        lambda: remove(EXPANDED, [("keys", 2)]),
        lambda: move_element(EXPANDED, ("keys",), 2, 0),
        lambda: replace_value(EXPANDED, ("absent",), 1),
    ],
)
def test_a_place_that_is_not_there_is_a_lookup_error(call: Any) -> None:
    with pytest.raises(LookupError):
        call()
