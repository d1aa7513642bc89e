"""Laws of reading and checking, over documents that are mutated and texts that are broken."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec
import numpy as np
import pytest
from attrs import evolve, fields, has
from hypothesis import assume, event, example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import linting, schema
from animspec.catalogue import entry, names
from animspec.decoding import decode, likeness
from animspec.documents import read
from animspec.exact import read_exactly
from animspec.findings import Fault, Finding
from animspec.hierarchies import Hierarchy
from animspec.holes import HOLE, HoleUsed, is_known
from animspec.kinds import ANIMATION_SET
from animspec.linting import check
from animspec.model.animation_set import LARGEST_INTEGER
from animspec.placing import place_all
from animspec.settings import Settings
from animspec.severities import Severity
from animspec.spans import Outline
from animspec.strategies import as_json
from animspec.syntax import judge
from tests.set_texts import (
    Written,
    clean,
    examples,
    faulty,
    laid_out,
    mangled,
    mutated,
    places,
    sets,
    texts,
    values,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Callable

NAME: Final = "fox.voxelanim.json"
DEEPEST: Final = 64
EVERYTHING: Final = Settings(
    show=Severity.HINT,
    hierarchies={"body": Hierarchy({"body": "Body"}), "walk": Hierarchy({})},
)

anything = faulty | st.binary(max_size=60) | written(values) | mangled(written(values))
"""Bytes of any worth."""


TURNED: Final = json.dumps({
    "rig": "Body",
    "clips": [{
        "id": "4e-7", "name": "Turn", "length": 24000, "fps": 24, "loop": True,
        "tracks": [{"path": "Body", "rotation": [
            {"tick": 0, "value": {"x": 0, "y": 0, "z": 0.5}},
            {"tick": 24000, "value": {"x": 180, "y": 180, "z": 180.5}},
        ], "scale": [{"tick": 0, "value": {"x": 1, "y": -1, "z": 0}}]}],
    }],
}).encode()  # fmt: skip
"""A set whose rotation flips; it has few numbers, each of them once."""


MET: Final = TURNED.replace(
    b'{"tick": 24000', b'{"tick": 24000, "value": {"x": 1, "y": 1, "z": 1}}, {"tick": 24000'
)
"""The same with two keys at one time."""


def text_is(written: Written) -> bytes:
    return written.text.encode()


def plain(value: Any) -> Any:
    """Return a model as nested tuples, holes and the types of numbers shown."""
    if not is_known(value):
        return "hole"
    if isinstance(value, tuple | list):
        return tuple(map(plain, value))
    if has(type(value)):
        return tuple(plain(getattr(value, each.name)) for each in fields(type(value)))
    if isinstance(value, msgspec.Struct):
        return tuple(plain(getattr(value, name)) for name in attributes(type(value)))
    return repr(value)


@cache
def attributes(likeness_: type) -> list[str]:
    """Return the attributes of a likeness in the order of the model that it is like."""
    model = next(each for each in ANIMATION_SET.shapes if likeness(each) is likeness_)
    return [each.name for each in fields(model)]


def errors(faults: tuple[Fault, ...]) -> list[Fault]:
    return [fault for fault in faults if entry(fault.rule).rule.severity is Severity.ERROR]


def holds_what_no_double_does(value: Any) -> bool:
    """Whether an integer in a document is beyond 2^53."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return any(map(holds_what_no_double_does, inner))
    return isinstance(value, int) and abs(value) > LARGEST_INTEGER


VALIDATOR: Final = Draft202012Validator(schema.bundled("animation-set"))


class TestThatTheModelRefusesNothingTheSchemasAccept:
    """The schema accepts exactly what the model can hold."""

    @examples(100, 4000)
    @given(clean.flatmap(lambda document: st.tuples(st.just(document), laid_out(document))))
    def test_a_clean_document_is_read_as_it_is(self, pair: tuple[Any, Written]) -> None:
        document, written = pair
        assert VALIDATOR.is_valid(document)
        assert as_json(read(text_is(written), NAME).model) == document

    @examples(300, 20_000)
    @given(mutated())
    def test_a_document_is_read_without_errors_exactly_if_it_is_valid(self, document: Any) -> None:
        found = read(json.dumps(document).encode(), NAME)
        valid = VALIDATOR.is_valid(document) and not holds_what_no_double_does(document)
        event(f"valid: {valid}")
        assert (not errors(found.faults)) == valid


class TestThatBothWaysOfReadingAgree:
    """The fast way says clean ⇒ the exact way finds nothing, and reads the same model."""

    @examples(400, 25_000)
    @given(texts | faulty)
    @example(b'{"rig": "a\\u003a", "clips": [], "x": 1}')
    @example(b'{"rig": "", "clips": [], "\\u0072ig": ""}')
    def test_what_is_decoded_quickly_is_clean(self, data: bytes) -> None:
        kind = ANIMATION_SET
        model = decode(data, kind.model, kind.shapes[kind.model])
        event(f"decoded quickly: {model is not None}")
        if model is None or not is_utf8(data):
            return
        assert judge(data).faults == ()
        exact, faults = read_exactly(Outline(data), kind, (), quick=False)
        assert faults == []
        assert plain(exact) == plain(model)
        light = decode(data, kind.model, kind.shapes[kind.model], light=True)
        assert isinstance(light, msgspec.Struct)
        assert plain(light) == plain(model)

    @examples(300, 20_000)
    @given(faulty)
    def test_trying_the_quick_way_on_parts_changes_nothing(self, data: bytes) -> None:
        judgement = judge(data)
        text = judgement.repaired
        event(f"readable: {text is not None}")
        if text is None:
            return
        quick, found = read_exactly(Outline(text), ANIMATION_SET, judgement.faults)
        slow, all_found = read_exactly(Outline(text), ANIMATION_SET, judgement.faults, quick=False)
        light, seen = read_exactly(Outline(text), ANIMATION_SET, judgement.faults, light=True)
        assert found == all_found == seen
        assert plain(quick) == plain(slow) == plain(light)


@pytest.mark.parametrize(
    "read_as_array",
    [
        lambda: np.asarray([[1.0, HOLE]], dtype=np.float64),
        lambda: np.asarray([[1.0], HOLE], dtype=np.float64),
        lambda: np.array((HOLE, 1.0), np.float32),
        lambda: np.float64(HOLE),
    ],
)
def test_an_array_is_not_made_of_holes(read_as_array: Callable[[], object]) -> None:
    """numpy would say ``ValueError``, which nobody takes for a fault that is known."""
    with pytest.raises(HoleUsed):
        read_as_array()


class TestThatOneLookAtADocumentProvesWhatItSays:
    """A guard that says no ⇒ the rule finds nothing in any part."""

    @examples(400, 20_000)
    @given(faulty | mutated().map(json.dumps).map(str.encode))
    @example(TURNED)
    @example(TURNED.replace(b"0.5", b"5e-7"))
    @example(TURNED.replace(b"0.5", b"0.00001"))
    @example(TURNED.replace(b"24000", b"0"))
    @example(TURNED.replace(b'"length": 24000', b'"length": 23999'))
    @example(TURNED.replace(b'"Body", "rot', b'" Body", "rot'))
    @example(TURNED.replace(b'"Body", "rot', b'"Body/", "rot'))
    @example(TURNED.replace(b'"Turn"', b'""'))
    @example(TURNED.replace(b'"scale": [', b'"position": [], "scale": ['))
    @example(TURNED.replace(b"180", b"80"))
    @example(TURNED.replace(b"180", b"-180"))
    @example(TURNED.replace(b"180", b"95").replace(b'"x": 0', b'"x": -95'))
    @example(TURNED.replace(b'"tick": 0', b'"tick": 1000'))
    @example(MET.replace(b'"tick": 24000', b'"tick": 23500', 1))
    @example(TURNED.replace(b"}]}]}", b"}]}]}, " + TURNED[TURNED.index(b'{"id"') : -2].lower()))
    def test_no_guard_hides_a_finding(self, data: bytes) -> None:
        guarded = check(data, NAME, EVERYTHING)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(linting, "_may_speak", lambda _guard, _survey: True)
            assert check(data, NAME, EVERYTHING) == guarded


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class TestThatCheckingNeverRaises:
    """Checking never raises, whatever the bytes."""

    @examples(400, 30_000)
    @given(anything, st.sampled_from([NAME, "fox.json", ""]), st.booleans())
    @example(MET.replace(b'"z": 0.5', b'"z": "a"'), NAME, True)
    def test_any_bytes_have_findings_with_places(self, data: bytes, name: str, fold: bool) -> None:  # noqa: FBT001
        settings = evolve(EVERYTHING, fold=fold, remedies=True)
        for finding in check(data, name, settings).findings:
            assert finding.rule in names()
            assert finding.message.isprintable()
            assert stands_inside(finding, data)

    @examples(50, 2000)
    @given(
        st.recursive(st.just([]), lambda inner: st.lists(inner, max_size=2)), st.integers(0, 200)
    )
    def test_depth_is_no_danger(self, core: Any, depth: int) -> None:
        data = b'{"rig": ' + b"[" * depth + json.dumps(core).encode() + b"]" * depth + b"}"
        rules = {finding.rule for finding in check(data, NAME).findings}
        assert ("nested-too-deep" in rules) == (depth + height(core) + 1 > DEEPEST)


def height(value: list[Any]) -> int:
    return 1 + max(map(height, value), default=0)


def stands_inside(finding: Finding, data: bytes) -> bool:
    """Whether the places of a finding are in the text."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    every = [finding.place] if finding.related is None else [finding.place, finding.related.place]
    return all(
        place is not None
        and (place.line, place.column) <= (place.end_line, place.end_column)
        and 1 <= place.line <= place.end_line <= len(lines)
        and 1 <= place.column <= len(lines[place.line - 1]) + 1
        and 1 <= place.end_column <= len(lines[place.end_line - 1]) + 1
        for place in every
    )


class _NotJson(Exception):  # noqa: N818 - a verdict
    pass


def _refuse(word: str) -> NoReturn:
    raise _NotJson(word)


class _Members(list[tuple[str, Any]]):
    """An object, with the members that are written twice."""


def is_json(data: bytes) -> bool:
    """Whether Python's own parser takes a text, with what the format adds to RFC 8259."""
    try:
        text = data.decode()
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_Members)
    except (ValueError, _NotJson, RecursionError):
        return False
    return not text.startswith("\ufeff") and _is_sound(value, 1)


def _is_sound(value: Any, depth: int) -> bool:
    """Whether no string holds half a character and nothing lies too deep."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if not isinstance(value, list):
        return True
    inner = [part for pair in value for part in pair] if isinstance(value, _Members) else value
    return depth <= DEEPEST and all(_is_sound(part, depth + 1) for part in inner)


class TestThatTheScannerJudgesAsTheStandardDoes:
    """UTF-8 without byte order mark or lone surrogates; RFC 8259 JSON; nesting up to 64."""

    @examples(400, 30_000)
    @given(anything | mangled(mangled(texts)))
    @example(b"")
    @example(b"[" * 64 + b"]" * 64)
    @example(b"[" * 65 + b"]" * 65)
    @example(b'"\\ud83e\\udd8a\\udd8a"')
    @example(b"[1, 2\x0c]")
    def test_a_text_has_no_fault_exactly_if_it_is_json(self, data: bytes) -> None:
        assert (not judge(data).faults) == is_json(data)

    @examples(200, 10_000)
    @given(anything)
    def test_what_is_repaired_is_json_of_the_same_length(self, data: bytes) -> None:
        text = judge(data).repaired
        event(f"readable: {text is not None}")
        if text is not None:
            assert len(text) == len(data)
            assert is_json(text)
            assert judge(text).repaired == text

    @examples(200, 10_000)
    @given(anything)
    def test_what_was_not_repaired_has_one_fault_that_ends_it(self, data: bytes) -> None:
        judgement = judge(data)
        ending = {"not-json", "not-utf8", "nested-too-deep"}
        if judgement.repaired is None:
            assert judgement.faults[-1].rule in ending
        assert all(fault.rule not in {"not-json", "not-utf8"} for fault in judgement.faults[:-1])


class TestThatPlacesAreExact:
    """A finding stands at exactly the text of its value."""

    @examples(100, 3000)
    @given(
        mutated().flatmap(
            lambda document: st.tuples(st.just(document), laid_out(document, marked=True))
        )
    )
    def test_every_value_and_name_is_found_where_it_was_written(
        self, pair: tuple[Any, Written]
    ) -> None:
        document, written = pair
        every = [Fault("wrong-type", pointer, "value") for pointer in places(document)]
        every += [Fault("wrong-type", each, "name", at_name=True) for each in written.names]
        found = place_all(read(text_is(written), NAME), every)
        assert len(found) == len(every)
        spans = {
            (message, pointer_text(pointer)): written.text[slice(*span)]
            for message, table in (("value", written.values), ("name", written.names))
            for pointer, span in table.items()
        }
        for finding in found:
            assert text_at(written.text, finding) == spans[finding.message, finding.pointer]

    @examples(100, 3000)
    @given(sets.flatmap(lambda document: laid_out(document, marked=True)), st.data())
    def test_a_fault_is_shown_where_it_is(self, written: Written, data: st.DataObject) -> None:
        numbers = [pointer for pointer in written.values if pointer[-1:] == ("x",)]
        assume(numbers)
        start, stop = written.values[data.draw(st.sampled_from(numbers))]
        broken = written.text[:start] + '"ä🦊"' + written.text[stop:]
        shown = [
            each for each in check(broken.encode(), NAME).findings if each.rule == "wrong-type"
        ]
        assert [text_at(broken, finding) for finding in shown] == ['"ä🦊"']


def pointer_text(pointer: tuple[str | int, ...]) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in pointer)


def text_at(text: str, finding: Finding) -> str:
    """Return the text at a finding's lines and columns."""
    lines = text.removeprefix("\ufeff").split("\n")
    place = finding.place
    assert place is not None
    stretch = lines[place.line - 1 : place.end_line]
    stretch[-1] = stretch[-1][: place.end_column - 1]
    stretch[0] = stretch[0][place.column - 1 :]
    return "\n".join(stretch)
