"""The model of scene animations and its schemas say the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from referencing import Registry, Resource

from animspec import check
from animspec.decoding import decode, decode_all
from animspec.documents import read
from animspec.exact import read_exactly
from animspec.kinds import RENAMED, SCENE_ANIMATION
from animspec.model import scene_animation as model
from animspec.model.scene_shapes import SHAPES, scene_texts
from animspec.pointers import to_text
from animspec.spans import Outline

SCHEMAS: Final = Path(__file__).parent.parent / "schemas" / "v1"
PREFIX: Final = "urn:animspec:schema:v1:"
CLASSES: Final = {shape.schema: cls for cls, shape in SHAPES.items()}


def load(stem: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{stem}.schema.json").read_text("utf-8"))
    return schema


FULL: Final = load("scene-animation")["examples"][0]


def validator(stem: str) -> jsonschema.Draft202012Validator:
    registry: Registry[Any] = Registry().with_resources(
        (PREFIX + name, Resource.from_contents(load(name))) for name in CLASSES
    )
    return jsonschema.Draft202012Validator(load(stem), registry=registry)


def peel(hint: Any) -> tuple[Any, list[Any]]:
    """Return a type without ``| None`` and ``Annotated``, and what that said."""
    notes: list[Any] = []
    while True:
        if get_origin(hint) is Annotated:
            notes += hint.__metadata__
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, UnionType):
            options = [option for option in get_args(hint) if option is not type(None)]
            if len(options) > 1:
                return tuple(options), notes
            hint = options[0]
        else:
            return hint, notes


def expected_schema(hint: Any) -> dict[str, Any]:
    """Return what a member's type says, as a schema says it, prose and defaults left out."""
    plain, notes = peel(hint)
    if isinstance(plain, tuple):
        return one_of([expected_schema(option) for option in plain])
    if plain in SHAPES:
        return {"$ref": PREFIX + SHAPES[plain].schema}
    origin, arguments = get_origin(plain), get_args(plain)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": expected_schema(arguments[1])}
    if origin is tuple:
        least = next((note.min_length for note in notes), None)
        most = None
        if arguments[-1] is not Ellipsis:
            least = most = len(arguments)
        schema = {"type": "array", "items": expected_schema(arguments[0])}
        return schema | stated({"minItems": least, "maxItems": most})
    names = {str: "string", int: "integer", float: "number", bool: "boolean"}
    return {"type": names[plain]} | bounds(notes)


def one_of(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a schema for any of the parts; types that need no other words share one."""
    if any("$ref" in part for part in parts):
        return {"anyOf": parts}
    types = [part.pop("type") for part in parts]
    return {"type": types} | parts[0] | parts[1]


def bounds(notes: list[Any]) -> dict[str, Any]:
    """Return the bounds of a number; those at 2^53 are no rule of the format but for integers."""
    found: dict[str, Any] = {}
    for note in notes:
        least = None if note.gt == -model.DOUBLES_HOLD_INTEGERS else note.gt
        found |= stated({"minimum": note.ge, "maximum": note.le, "exclusiveMinimum": least})
    return found


def stated(words: dict[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in words.items() if value is not None}


def without_prose(schema: Any) -> Any:
    prose = ("title", "description", "default")
    return {key: value for key, value in schema.items() if key not in prose}


@pytest.mark.parametrize("stem", CLASSES)
def test_a_schema_has_the_members_and_types_of_its_class(stem: str) -> None:
    schema, cls = load(stem), CLASSES[stem]
    hints = get_type_hints(cls, include_extras=True)
    fields = attrs.fields(cls)
    assert {name: without_prose(part) for name, part in schema["properties"].items()} == {
        RENAMED.get(each.name, each.name): expected_schema(hints[each.name]) for each in fields
    }
    required = [
        RENAMED.get(each.name, each.name) for each in fields if each.default is attrs.NOTHING
    ]
    assert schema.get("required", []) == required


@pytest.mark.parametrize("stem", CLASSES)
def test_a_schema_names_and_explains_itself_and_its_members(stem: str) -> None:
    schema = load(stem)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == PREFIX + stem
    assert all(schema[word] for word in ("title", "description", "examples"))
    for part in schema["properties"].values():
        assert part["title"]
        assert part["description"].endswith(".")


def test_the_defaults_are_those_of_the_schemas() -> None:
    for stem, values in (
        ("scene-animation-camera", model.DEFAULT_CAMERA),
        ("scene-animation-clip", model.DEFAULT_CLIP),
        ("scene-animation-ground", model.DEFAULT_GROUND),
        ("scene-animation-physics", model.DEFAULT_PHYSICS),
    ):
        properties = load(stem)["properties"]
        stated = {name: part["default"] for name, part in properties.items() if "default" in part}
        for name, default in stated.items():
            value = getattr(values, {"from": "from_"}.get(name, name))
            assert (list(value) if isinstance(value, tuple) else value) == default, (stem, name)
        assert stated


def count_members(value: Any) -> int:
    if isinstance(value, dict):
        return len(value) + sum(map(count_members, value.values()))
    return sum(map(count_members, value)) if isinstance(value, list) else 0


@pytest.mark.parametrize("stem", CLASSES)
def test_the_examples_are_accepted_quickly_and_exactly_and_every_member_is_counted(
    stem: str,
) -> None:
    cls = CLASSES[stem]
    for example in load(stem)["examples"]:
        validator(stem).validate(example)
        text = json.dumps(example).encode()
        value = decode(text, cls, SHAPES[cls])
        assert value is not None
        assert SHAPES[cls].members(value) == count_members(example)
        assert decode_all(b"[%b, %b]" % (text, text), cls, SHAPES[cls]) == [value, value]


def test_the_exact_way_reads_what_the_quick_way_reads() -> None:
    text = json.dumps(FULL).encode()
    quick = decode(text, model.SceneAnimation, SHAPES[model.SceneAnimation])
    assert quick is not None
    assert quick.clips[0].from_ == 0
    assert quick.physics.from_ == 0
    exact, faults = read_exactly(Outline(text), SCENE_ANIMATION, quick=False)
    assert exact == quick
    assert faults == []


def test_the_free_texts_are_all_that_may_hold_a_colon() -> None:
    document = json.loads(
        json.dumps(FULL).replace('"speed":', '":speed":').replace("speed * t", "a:b")
    )
    document["$schema"] = "urn:x"
    text = json.dumps(document).encode()
    scene = decode(text, model.SceneAnimation, SHAPES[model.SceneAnimation])
    assert scene is not None
    texts = list(scene_texts(scene))
    assert {":speed", "a:b * 360", "urn:x", "Box/Lid", "open", "Ball", "Open the lid"} <= set(texts)


def places(value: Any, pointer: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the pointers of all parts of a value."""
    if not isinstance(value, dict | list):
        return [pointer]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    below = [place for step, part in inner for place in places(part, (*pointer, step))]
    return [pointer, *below] if pointer else below


OTHERS: Final[list[Any]] = [
    None,
    True,
    "x",
    "bezier",
    -1,
    0,
    2.5,
    1e300,
    [],
    {},
    [1.5, 2],
    {"a": 1},
]


@given(st.sampled_from(places(FULL)), st.sampled_from([*OTHERS, "gone", "stranger"]))
def test_whatever_is_wrong_the_exact_way_finds_it_where_the_schema_does(
    place: tuple[Any, ...], other: Any
) -> None:
    document = json.loads(json.dumps(FULL))
    holder = document
    for step in place[:-1]:
        holder = holder[step]
    if other == "gone":
        del holder[place[-1]]
    elif other == "stranger" and isinstance(holder, dict):
        holder["stranger"] = 1
    else:
        holder[place[-1]] = other
    text = json.dumps(document).encode()
    faults = read(text, "a.sceneanim.json").faults
    findings = check(text, "a.sceneanim.json").findings
    assert {fault.rule for fault in faults} <= {finding.rule for finding in findings}
    errors = [fault for fault in faults if fault.rule != "unknown-member"]
    wrong = list(validator("scene-animation").iter_errors(document))
    assert bool(errors) == bool(wrong), (errors, wrong)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("length",), 0.4, "length is 0.4, expected 0.5 or more"),
        (("fps",), 0, "fps is 0, expected more than 0"),
        (
            ("objects", 0, "keys", 0, "ease"),
            "bezier",
            'expected "smooth", "linear", "hold" or "stop"',
        ),
        (("objects", 0, "keys", 0, "m"), [1.0] * 15, "m is an array, expected 16 items, not 15"),
        (("props", 0, "driver", "expression"), 5, "expected a text or an array"),
        (("props", 0, "driver", "expression"), ["t", 5], "expression[1] is 5, expected a text"),
        (("props", 0, "driver", "variables", "speed"), "fast", "expected a number or an object"),
        (("props", 0, "driver", "variables", "speed"), {"pth": "a", "name": "b"}, '"pth"?'),
        (("clips", 0, "weight"), 1.5, "weight is 1.5, expected 1 or less"),
        (("physics", "bodies", 0, "shape"), "bax", 'did you mean "box"?'),
    ],
)
def test_a_fault_is_said_at_its_place(place: tuple[Any, ...], value: Any, message: str) -> None:
    document = json.loads(json.dumps(FULL))
    holder = document
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    (fault,) = read(json.dumps(document).encode(), "a.sceneanim.json").faults
    assert message in fault.message
    assert to_text(fault.pointer).startswith(to_text(place))


def test_an_unknown_member_in_a_variable_is_seen() -> None:
    document = json.loads(json.dumps(FULL))
    document["props"][0]["driver"]["variables"]["speed"]["axis"] = "x"
    (fault,) = read(json.dumps(document).encode(), "a.sceneanim.json").faults
    assert fault.rule == "unknown-member"
    assert fault.pointer == ("props", 0, "driver", "variables", "speed", "axis")


@pytest.mark.parametrize("members", [("length", "camera"), ("length", "objects")])
def test_a_scene_is_known_by_its_members(members: tuple[str, ...]) -> None:
    text = json.dumps({name: FULL[name] for name in (*members, "fps")}).encode()
    assert read(text, "a.json").kind is SCENE_ANIMATION
