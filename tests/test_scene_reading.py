"""Laws of reading, over scenes that are mutated and texts that are broken."""

from __future__ import annotations

import json
from typing import Any, Final

from hypothesis import event, given
from jsonschema import Draft202012Validator

from animspec import schema
from animspec.decoding import decode
from animspec.documents import read
from animspec.exact import read_exactly
from animspec.kinds import SCENE_ANIMATION
from animspec.linting import check
from animspec.settings import Settings
from animspec.severities import Severity
from animspec.spans import Outline
from animspec.syntax import judge
from tests.scene_documents import NAME, bases, scenes
from tests.set_texts import examples, mangled, mutated, written
from tests.test_reading_properties import (
    errors,
    holds_what_no_double_does,
    is_utf8,
    plain,
    stands_inside,
)

VALIDATOR: Final = Draft202012Validator(schema.bundled("scene-animation"))

sound: Final = bases.filter(VALIDATOR.is_valid)
changed: Final = mutated(sound)
faulty: Final = mangled(written(sound)) | written(changed) | mangled(written(changed))
"""Scenes with faults of text, of structure, and of both; some have none."""


class TestThatTheModelRefusesNothingTheSchemasAccept:
    """The schema accepts exactly what the model can hold."""

    @examples(50, 3000)
    @given(scenes())
    def test_a_scene_that_is_valid_is_read_without_faults(self, document: Any) -> None:
        assert VALIDATOR.is_valid(document)
        assert read(json.dumps(document).encode(), NAME).faults == ()

    @examples(150, 20_000)
    @given(changed)
    def test_a_document_is_read_without_errors_exactly_if_it_is_valid(self, document: Any) -> None:
        found = read(json.dumps(document).encode(), NAME)
        valid = VALIDATOR.is_valid(document) and not holds_what_no_double_does(document)
        event(f"valid: {valid}")
        assert (not errors(found.faults)) == valid


class TestThatBothWaysOfReadingAgree:
    """The fast way says clean ⇒ the exact way finds nothing, and reads the same model."""

    @examples(150, 20_000)
    @given(written(sound) | faulty)
    def test_what_is_decoded_quickly_is_clean(self, data: bytes) -> None:
        kind = SCENE_ANIMATION
        model = decode(data, kind.model, kind.shapes[kind.model])
        event(f"decoded quickly: {model is not None}")
        if model is None or not is_utf8(data):
            return
        assert judge(data).faults == ()
        exact, faults = read_exactly(Outline(data), kind, (), quick=False)
        assert faults == []
        assert plain(exact) == plain(model)

    @examples(80, 10_000)
    @given(faulty)
    def test_trying_the_quick_way_on_parts_changes_nothing(self, data: bytes) -> None:
        judgement = judge(data)
        if judgement.repaired is None:
            return
        outline = Outline(judgement.repaired)
        quick, found = read_exactly(outline, SCENE_ANIMATION, judgement.faults)
        slow, all_found = read_exactly(outline, SCENE_ANIMATION, judgement.faults, quick=False)
        assert found == all_found
        assert plain(quick) == plain(slow)


class TestThatPlacesAreInTheText:
    """A finding stands in the text, whatever else is wrong with it."""

    @examples(80, 10_000)
    @given(faulty)
    def test_every_place_is_there(self, data: bytes) -> None:
        for finding in check(data, NAME, Settings(show=Severity.HINT)).findings:
            assert stands_inside(finding, data)
