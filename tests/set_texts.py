"""Texts of animation sets for property tests: laid out in any way, and broken on purpose."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from animspec.strategies import animation_sets, as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.pointers import Pointer

PATIENT: Final = bool(os.environ.get("ANIMSPEC_FULL"))


def examples(usual: int, full: int) -> settings:
    """Return how many documents a test looks at, usually and in a full run."""
    slow = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
    return settings(
        max_examples=full if PATIENT else usual, deadline=None, suppress_health_check=slow
    )


clean = animation_sets(most_clips=2, most_tracks=2, most_keys=2).map(as_json)
"""Clean documents, small enough to print."""


def some(documents: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Return some documents, the same ones in every run."""
    found: list[Any] = []

    @seed(1)
    @settings(max_examples=count, phases=[Phase.generate], database=None, deadline=None)
    @given(documents)
    def keep(document: Any) -> None:
        found.append(document)

    keep()
    return found


sets = clean if PATIENT else st.sampled_from(some(clean, 60))
"""Clean documents to start from: drawing from a few costs a tenth of making each anew."""

leaves = st.one_of(
    st.sampled_from([None, True, False, 0, 1, -1, 2, 24, 7, -24, 24000, 0.5, 23.976, -0.0, 1e16]),
    st.sampled_from([2**53, 2**53 + 1, 2.0**53, -(2**53), -(2**53) - 1, 2**63, 10**400]),
    st.sampled_from(["", " ", "24", "step", "Linear", "a:b", "\\", '"', "\u0000", "🦊"]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(),
    st.text(st.characters(codec="utf-8"), max_size=5),
)
names = st.sampled_from(["x", "tick", "value", "clips", "a:b", ""])
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=4,
)
"""Any JSON, with a liking for what stands in sets and for the ends of what is allowed."""

strangers = st.sampled_from(["extra", "X", "Tick", "interpolaton", "a:b", "", "$schema", "version"])
"""Names of members that most objects do not have."""


def places(value: Any, pointer: Pointer = ()) -> Iterator[Pointer]:
    """Yield the pointer of every value in a document, its own first."""
    yield pointer
    if isinstance(value, dict | list):
        for step, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*pointer, step))


def at(document: Any, pointer: Pointer) -> Any:
    """Return the value at a pointer."""
    for step in pointer:
        document = document[step]
    return document


@st.composite
def mutated(draw: st.DrawFn, whole: st.SearchStrategy[Any] = sets) -> Any:
    """Return a set with one to three changes, which need not be faults."""
    document = [deepcopy(draw(whole))]
    for _ in range(draw(st.integers(1, 3))):
        pointers = [pointer for pointer in places(document) if pointer]
        pointer = draw(st.sampled_from(pointers))
        _change(draw, at(document, pointer[:-1]), pointer[-1])
        if not document:
            return draw(values)
    return document[0]


def _change(draw: st.DrawFn, container: Any, step: str | int) -> None:
    """Change one value of a container."""
    change = draw(st.sampled_from(("replace", "remove", "add", "double", "rename")))
    if change == "replace":
        container[step] = draw(values)
    elif change == "remove":
        del container[step]
    elif isinstance(container, list):
        container.insert(int(step), deepcopy(container[int(step)]))
    elif change == "rename":
        container[draw(strangers)] = container.pop(step)
    else:
        container[draw(strangers)] = draw(values)


@frozen
class Written:
    """A document as text, with the place of every value and name by code points."""

    text: str
    values: dict[Pointer, tuple[int, int]] = field(factory=dict)
    names: dict[Pointer, tuple[int, int]] = field(factory=dict)


@st.composite
def laid_out(draw: st.DrawFn, document: Any, *, marked: bool = False) -> Written:
    """Return a document as text: any white space, any spelling of strings and numbers.

    ``marked``: the text may start with a byte order mark.
    """
    writer = _Writer(Random(draw(st.integers(0, 2**32))))  # noqa: S311 - for layouts
    if marked and draw(st.booleans()):
        writer.put("\ufeff")
    writer.space()
    writer.value(document, ())
    writer.space()
    return Written("".join(writer.pieces), writer.values, writer.names)


class _Writer:
    """Writes one document, with a fixed taste for white space."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.spaces = random.choice([[""], ["", " "], ["\n", "\n  "], ["\r\n", "\t", " "]])
        self.pieces: list[str] = []
        self.length = 0
        self.values: dict[Pointer, tuple[int, int]] = {}
        self.names: dict[Pointer, tuple[int, int]] = {}

    def put(self, piece: str) -> None:
        self.pieces.append(piece)
        self.length += len(piece)

    def space(self) -> None:
        self.put(self.random.choice(self.spaces))

    def value(self, value: Any, pointer: Pointer) -> None:
        start = self.length
        if isinstance(value, dict):
            members = list(value.items())
            self.random.shuffle(members)
            self.container("{}", members, lambda each: self.member(each[0], each[1], pointer))
        elif isinstance(value, list):
            items = list(enumerate(value))
            self.container("[]", items, lambda item: self.value(item[1], (*pointer, item[0])))
        elif isinstance(value, str):
            self.put(self.string(value))
        elif isinstance(value, float):
            self.put(self.random.choice([repr(value), f"{value:.17e}", f"{value:.17E}"]))
        else:
            self.put(json.dumps(value))
        self.values[pointer] = (start, self.length)

    def container(self, brackets: str, items: list[Any], write: Callable[[Any], None]) -> None:
        self.put(brackets[0])
        for place, item in enumerate(items):
            self.put("," if place else "")
            self.space()
            write(item)
            self.space()
        self.put(brackets[1])

    def member(self, name: str, value: Any, pointer: Pointer) -> None:
        start = self.length
        self.put(self.string(name))
        self.names[*pointer, name] = (start, self.length)
        self.space()
        self.put(":")
        self.space()
        self.value(value, (*pointer, name))

    def string(self, text: str) -> str:
        """Return a string: as it is, or with some characters or all as escapes."""
        share = self.random.choice([0.0, 0.0, 0.3, 1.0])
        return '"' + "".join(self.character(each, share) for each in text) + '"'

    def character(self, character: str, share: float) -> str:
        if self.random.random() < share:
            units = character.encode("utf-16-be").hex()
            return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
        return json.dumps(character, ensure_ascii=False)[1:-1]


TOKENS: Final = (
    *(b"NaN", b"-Infinity", b"1e999", b"Infinity", b"True", b"None", b"null", b"true", b"0"),
    *(b",", b",,", b":", b'"', b"'", b"{", b"}", b"[", b"]", b"//", b"// x\n", b"/* x */", b"/*"),
    *(b"\\", b"\\u", b"\\ud800", b"\\udc00", b"\\u0022", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80"),
    *(b"-", b"+", b".", b"e", b"E-", b"00", b"1.", b" ", b"\n", b"\r", b"\t", b"\x00", b"\x0c"),
    *(b'"a":1,', b'"tick":0,', b'"x":0,', b'"id":"b",', b"[]", b"{}", "ä".encode(), "🦊".encode()),
    *(b"[" * 70, b"[" * 70 + b"]" * 70, b'{"a":' * 65 + b"1" + b"}" * 65, b"9" * 20, b"9" * 400),
)
"""What is put into texts to break them."""


@st.composite
def mangled(draw: st.DrawFn, texts: st.SearchStrategy[bytes]) -> bytes:
    """Return a text with one to three bytes or stretches changed, which may still be JSON."""
    data = bytearray(draw(texts))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.sampled_from((0, 1, 1, 2, 5, 40))))
        kind = draw(st.sampled_from(("insert", "insert", "replace", "remove", "double", "flip")))
        if kind == "insert":
            data[start:start] = draw(st.sampled_from(TOKENS))
        elif kind == "replace":
            data[start:stop] = draw(st.sampled_from(TOKENS))
        elif kind == "remove":
            del data[start:stop]
        elif kind == "double":
            data[start:start] = data[start:stop]
        elif start < len(data):
            data[start] ^= 1 << draw(st.integers(0, 7))
    return bytes(data)


def written(documents: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    """Return documents as bytes, laid out in any way."""
    return documents.flatmap(laid_out).map(lambda laid: laid.text.encode())


texts = written(sets)
"""Clean documents as bytes."""

faulty = mangled(texts) | written(mutated()) | mangled(written(mutated()))
"""Documents with faults of text, of structure, and of both; some have none."""
