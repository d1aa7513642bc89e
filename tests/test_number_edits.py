"""Numbers are replaced where they stand, the quick way as the thorough one does it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec import changes
from animspec.changes import Changes, Text, numbers_edited
from animspec.edits import Edit, apply_edits
from animspec.fixes import Replace
from animspec.spans import Outline

NAMES = st.sampled_from(["x", "y", "value", "tick", "a b", "ä", "{", "}", '"', "\\", "", ":"])
SCALARS = (
    st.integers(-99, 99) | st.floats(-9, 9) | st.sampled_from(["x", "{", "}", "1"]) | st.none()
)
FLAT = st.dictionaries(NAMES, SCALARS, max_size=4)
OBJECTS = st.dictionaries(
    NAMES, SCALARS | FLAT | st.lists(FLAT, max_size=2), min_size=1, max_size=5
)


def numbers_in(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [each for name, inner in value.items() for each in numbers_in(inner, (*way, name))]
    if isinstance(value, list):
        return [each for at, inner in enumerate(value) for each in numbers_in(inner, (*way, at))]
    return [way] if isinstance(value, int | float) else []


def edits(data: bytes, operations: list[Replace]) -> list[Edit]:
    return sorted(Text(Outline(data)).edits(Changes(operations)))


@given(st.data(), OBJECTS, st.sampled_from([{}, {"indent": 1}, {"ensure_ascii": False}]))
def test_the_quick_way_makes_the_edits_of_the_thorough_one(
    data: st.DataObject, value: Any, manner: dict[str, Any]
) -> None:
    text = json.dumps(value, **manner).encode()
    ways = numbers_in(value)
    chosen = data.draw(st.lists(st.sampled_from(ways), unique=True)) if ways else []
    operations = [Replace(way, number) for number, way in enumerate(chosen, 1_000)]
    quick = edits(text, operations)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(changes, "_SMALL", 0)
        assert edits(text, operations) == quick
    after = json.loads(apply_edits(text, quick))
    for operation in operations:
        at = after
        for step in operation.pointer:
            at = at[step]
        assert at == operation.value


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        (b'{"x": 1, "x": 2}', ("x",)),
        (b'{"c": 5, "d": {"x": 2}}', ("c", "x")),
        (b'{"d": {"x": 2}}', ("x",)),
        (b'{"x": "1"}', ("x",)),
        (b'{"x": {"y": [1]}}', ("x", "y")),
        (rb'{"\u0078": 1}', ("x",)),
        (b'{"n": "x", "x": 1}', ("x",)),
    ],
)
def test_what_is_not_plain_is_left_to_the_thorough_way(text: bytes, pointer: Any) -> None:
    root = Changes([Replace(pointer, 7)]).root
    assert numbers_edited(text, Outline(text).root.value, root) is None


def test_what_is_plain_is_not() -> None:
    text = b' {"tick": 1, "value": {"x": 0.25, "y": -1e3}}'
    root = Changes([Replace(("tick",), 2), Replace(("value", "y"), 0.5)]).root
    found = numbers_edited(text, Outline(text).root.value, root)
    assert found == [Edit(10, 11, b"2"), Edit(39, 43, b"0.5")]
