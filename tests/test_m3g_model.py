"""The model of M3G documents and its schemas say the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import jsonschema
import msgspec
import pytest
from referencing import Registry, Resource

from animspec.m3g.constants import COMPONENT_COUNTS, INTERPOLATIONS, PROPERTIES, REPEAT_MODES
from animspec.m3g.json_text import document_text
from animspec.model import m3g_animation as model

SCHEMAS: Final = Path(__file__).parent.parent / "schemas" / "v1"
PREFIX: Final = "urn:animspec:schema:v1:"

CLASSES: Final[dict[str, type]] = {
    "m3g-animation": model.M3GAnimation,
    "m3g-animation-sequence": model.Sequence,
    "m3g-animation-keyframe": model.Keyframe,
    "m3g-animation-controller": model.Controller,
    "m3g-animation-track": model.Track,
}

MEMBERS: Final[dict[str, Any]] = {
    "m3g-animation": model.animation_members,
    "m3g-animation-sequence": model.sequence_members,
    "m3g-animation-keyframe": model.keyframe_members,
    "m3g-animation-controller": model.controller_members,
    "m3g-animation-track": model.track_members,
}

TEXTS: Final[dict[str, Any]] = {
    "m3g-animation": model.animation_texts,
    "m3g-animation-sequence": model.sequence_texts,
    "m3g-animation-keyframe": model.keyframe_texts,
    "m3g-animation-controller": model.controller_texts,
    "m3g-animation-track": model.track_texts,
}

EXAMPLE: Final = {
    "sequences": [
        {
            "id": "a: colon",
            "interpolation": "SLERP",
            "repeatMode": "LOOP",
            "duration": 10,
            "validRange": [1, 0],
            "componentCount": 4,
            "keyframes": [
                {"time": 5, "value": [0.0, 0.0, 0.0, 1.0]},
                {"time": 0, "value": [0.0, 0.0, 1.0, 0.0]},
            ],
        },
        {
            "id": "b",
            "interpolation": "STEP",
            "repeatMode": "CONSTANT",
            "duration": 0,
            "componentCount": 1,
            "keyframes": [{"time": 0, "value": [0.5]}],
        },
    ],
    "controllers": [
        {
            "id": "c",
            "speed": -1.5,
            "weight": 0.0,
            "activeInterval": [-5, 5],
            "refSequenceTime": 2.5,
            "refWorldTime": -3,
        }
    ],
    "tracks": [
        {"target": "T", "property": "ORIENTATION", "sequence": "a: colon", "controller": "c"},
        {"target": "T", "property": "ALPHA", "sequence": "b"},
    ],
}


def load(stem: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{stem}.schema.json").read_text("utf-8"))
    return schema


def validator(stem: str) -> jsonschema.Draft202012Validator:
    registry: Registry[Any] = Registry().with_resources(
        (PREFIX + name, Resource.from_contents(load(name))) for name in CLASSES
    )
    return jsonschema.Draft202012Validator(load(stem), registry=registry)


def file_name(attribute: str) -> str:
    return {"schema_": "$schema"}.get(attribute, attribute)


def peel(hint: Any) -> tuple[Any, list[msgspec.Meta]]:
    """Return a type without ``| None`` and ``Annotated``, and what that said."""
    notes: list[msgspec.Meta] = []
    while True:
        if get_origin(hint) is Annotated:
            notes += hint.__metadata__
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, UnionType):
            (hint,) = (option for option in get_args(hint) if option is not type(None))
        else:
            return hint, notes


def expected_schema(hint: Any) -> dict[str, Any]:
    """Return what a member's type says, as a schema says it, descriptions left out."""
    plain, notes = peel(hint)
    if get_origin(plain) is Literal:
        return {"enum": list(get_args(plain))}
    if plain in CLASSES.values():
        return {"$ref": PREFIX + next(key for key, value in CLASSES.items() if value is plain)}
    if get_origin(plain) is tuple:
        first, *others = get_args(plain)
        schema: dict[str, Any] = {"type": "array", "items": expected_schema(first)}
        if others != [Ellipsis]:
            assert all(other == first for other in others)
            schema |= {"minItems": 1 + len(others), "maxItems": 1 + len(others)}
        for note in notes:
            schema |= {"minItems": note.min_length}
        return schema
    schema = {"type": {str: "string", int: "integer", float: "number"}[plain]}
    for note in notes:
        # Bounds at 2^53 send a number to whoever reads its text; they are no rule of the format.
        schema |= {"minimum": note.ge} if note.ge is not None else {}
        schema |= {"maximum": note.le} if note.le is not None else {}
    return schema


def without_prose(schema: Any) -> Any:
    return {key: value for key, value in schema.items() if key not in ("title", "description")}


@pytest.mark.parametrize("stem", CLASSES)
def test_a_schema_has_the_members_and_types_of_its_class(stem: str) -> None:
    schema, cls = load(stem), CLASSES[stem]
    hints = get_type_hints(cls, include_extras=True)
    fields = attrs.fields(cls)
    assert {name: without_prose(part) for name, part in schema["properties"].items()} == {
        file_name(each.name): expected_schema(hints[each.name]) for each in fields
    }
    required = [file_name(each.name) for each in fields if each.default is attrs.NOTHING]
    assert schema["required"] == required


@pytest.mark.parametrize("stem", CLASSES)
def test_a_schema_names_and_explains_itself_and_its_members(stem: str) -> None:
    schema = load(stem)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == PREFIX + stem
    assert all(schema[word] for word in ("title", "description", "examples"))
    for part in schema["properties"].values():
        assert part["title"]
        assert part["description"].endswith(".")


@pytest.mark.parametrize("stem", CLASSES)
def test_the_examples_are_accepted_by_their_schema_and_by_the_decoder(stem: str) -> None:
    jsonschema.Draft202012Validator.check_schema(load(stem))
    for example in load(stem)["examples"]:
        validator(stem).validate(example)
        msgspec.json.decode(json.dumps(example), type=CLASSES[stem])


def test_the_enums_are_the_tables() -> None:
    assert get_args(model.InterpolationName) == tuple(INTERPOLATIONS)
    assert get_args(model.RepeatModeName) == tuple(REPEAT_MODES)
    assert get_args(model.PropertyName) == tuple(PROPERTIES) == tuple(COMPONENT_COUNTS)


def count_members(value: Any) -> int:
    if isinstance(value, dict):
        return len(value) + sum(map(count_members, value.values()))
    return sum(map(count_members, value)) if isinstance(value, list) else 0


@pytest.mark.parametrize("stem", CLASSES)
def test_every_member_of_a_part_is_counted(stem: str) -> None:
    for example in [*load(stem)["examples"], *([EXAMPLE] if stem == "m3g-animation" else [])]:
        value: Any = msgspec.json.decode(json.dumps(example), type=CLASSES[stem])
        assert MEMBERS[stem](value) == count_members(example)


def test_the_free_texts_are_all_that_may_hold_a_colon() -> None:
    value: Any = msgspec.json.decode(json.dumps(EXAMPLE), type=model.M3GAnimation)
    texts = list(model.animation_texts(value))
    assert texts == ["a: colon", "b", "c", "T", "a: colon", "c", "T", "b"]
    assert list(model.keyframe_texts(value.sequences[0].keyframes[0])) == []
    assert [
        list(TEXTS[f"m3g-animation-{name}"](part))
        for name, part in (
            ("sequence", value.sequences[0]),
            ("controller", value.controllers[0]),
            ("track", value.tracks[0]),
        )
    ] == [["a: colon"], ["c"], ["T", "a: colon", "c"]]


def test_a_written_document_says_what_was_read() -> None:
    value = msgspec.json.decode(json.dumps(EXAMPLE), type=model.M3GAnimation)
    text = document_text(value)
    assert json.loads(text) == EXAMPLE
    assert b'        {"time": 5, "value": [0, 0, 0, 1]},\n' in text
    with_schema = document_text(attrs.evolve(value, schema_="x"))
    assert json.loads(with_schema) == {"$schema": "x", **EXAMPLE}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sequences", 1, "duration"), -1),
        (("sequences", 1, "duration"), 2**31),
        (("sequences", 1, "interpolation"), "HERMITE"),
        (("sequences", 1, "keyframes"), []),
        (("sequences", 1, "componentCount"), 0),
        (("sequences", 0, "validRange"), [0, 1, 2]),
        (("sequences", 0, "keyframes", 0, "value"), []),
        (("sequences", 0, "keyframes", 0, "time"), -1),
        (("controllers", 0, "weight"), -0.25),
        (("controllers", 0, "activeInterval"), [0, 2**31]),
        (("tracks", 0, "property"), "COLOUR"),
        (("tracks", 1, "controller"), None),
    ],
)
def test_the_schema_refuses_what_the_format_cannot_say(path: tuple[Any, ...], value: Any) -> None:
    document = json.loads(json.dumps(EXAMPLE))
    validator("m3g-animation").validate(document)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not validator("m3g-animation").is_valid(document)


def test_the_constants_alone_do_not_load_numpy() -> None:
    program = (
        "import sys, animspec.m3g, animspec.m3g.constants;"
        "assert 'numpy' not in sys.modules;"
        "assert animspec.m3g.KeyframeSequence.LOOP == 193;"
        "assert not set(animspec.m3g.__all__) - set(filter("
        "lambda name: hasattr(animspec.m3g, name), animspec.m3g.__all__))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
