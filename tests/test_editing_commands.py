"""Commands: what they hold, how they read and write JSON, and what is no command."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from attrs import fields
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from animspec import schema
from animspec.editing import (
    COMMANDS,
    AddClip,
    ChangeClip,
    ClipPatch,
    CommandError,
    WriteKey,
    read_command,
    read_commands,
    to_json,
)
from animspec.editing.commands import member_name
from animspec.model.animation_set import LARGEST_INTEGER, Key, Track, Vector3

SCHEMA = schema.load("animation-set-command")
EXAMPLES: list[dict[str, Any]] = SCHEMA["examples"]
KEY = {"tick": 5, "value": {"x": 0, "y": 1, "z": 2}, "interpolation": "step"}
WRITE = {"command": "writeKey", "clipId": "a", "path": "Arm", "channel": "scale", "key": KEY}
ADD = {"command": "addClip", "name": "Wave", "tracks": [{"path": "Arm", "scale": [KEY]}]}


@cache
def validator() -> Draft202012Validator:
    resources = [
        (schema.PREFIX + name, Resource.from_contents(schema.load(name))) for name in schema.names()
    ]
    return Draft202012Validator(SCHEMA, registry=Registry().with_resources(resources))


def test_every_command_has_its_schema_with_the_same_members() -> None:
    described = {each["properties"]["command"]["const"]: each for each in SCHEMA["oneOf"]}
    assert list(described) == list(COMMANDS)
    for name, kind in COMMANDS.items():
        members = {member_name(each.name): each for each in fields(kind)}
        assert [*described[name]["properties"]] == ["command", *members]
        needed = [member for member, each in members.items() if each.default is not None]
        optional = {"length", "fps", "loop", "tracks"} if kind is AddClip else set()
        assert described[name]["required"] == ["command", *[m for m in needed if m not in optional]]
    patch = described["changeClip"]["properties"]["patch"]
    assert [*patch["properties"]] == [each.name for each in fields(ClipPatch)]


def test_the_defaults_of_a_new_clip_are_those_its_schema_names() -> None:
    described = next(
        each for each in SCHEMA["oneOf"] if each["properties"]["command"]["const"] == "addClip"
    )
    written = to_json(AddClip("Wave"))
    for name, member in described["properties"].items():
        assert member.get("default", written.get(name)) == written.get(name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["command"])
def test_an_example_reads_and_writes_itself(example: dict[str, Any]) -> None:
    command = read_command(example)
    written = json.loads(json.dumps(to_json(command)))
    assert {**written, **example} == written
    assert read_command(written) == command
    validator().validate(example)
    validator().validate(written)


BAD: list[tuple[dict[str, Any], tuple[str | int, ...], Any, str]] = [
    (WRITE, ("command",), "writekey", 'is "writekey", expected renameRig'),
    (WRITE, ("clipId",), 7, "is 7, expected a text"),
    (WRITE, ("clipId",), None, "is null, expected a value or no such member"),
    (WRITE, ("path",), "\ud800", "holds a lone surrogate, which no file can hold"),
    (WRITE, ("channel",), "rotatoin", 'is "rotatoin", expected position, rotation or scale; did'),
    (WRITE, ("channel",), 1, "is 1, expected position, rotation or scale"),
    (WRITE, ("key",), [], "is an array, expected an object"),
    (WRITE, ("key", "tick"), -1, "is -1, expected a whole number from 0 on"),
    (WRITE, ("key", "tick"), 0.5, "is 0.5, expected a whole number"),
    (WRITE, ("key", "tick"), True, "is true, expected a whole number"),
    (WRITE, ("key", "tick"), "5", 'is "5", expected a whole number'),
    (WRITE, ("key", "tick"), 2**53 + 2, "expected a whole number within 9007199254740992"),
    (WRITE, ("key", "value"), 3, "is 3, expected an object"),
    (WRITE, ("key", "value", "x"), float("nan"), "is NaN, expected a finite number"),
    (WRITE, ("key", "value", "y"), float("inf"), "is Infinity, expected a finite number"),
    (WRITE, ("key", "value", "y"), 10**400, "is too large, expected a finite number"),
    (WRITE, ("key", "value", "z"), "1", 'is "1", expected a finite number'),
    (WRITE, ("key", "value", "z"), False, "is false, expected a finite number"),
    (WRITE, ("key", "interpolation"), "liner", 'did you mean "linear"?'),
    (WRITE, ("key", "interpolation"), None, "is null, expected a value or no such member"),
    (WRITE, ("key", "interpolaton"), "step", 'without meaning here; did you mean "interpolation"?'),
    (ADD, ("tracks",), {}, "is an object, expected an array"),
    (ADD, ("tracks", 0, "scale"), 0, "is 0, expected an array"),
    (ADD, ("tracks", 0, "scale", 0, "tick"), -5, "is -5, expected a whole number from 0 on"),
    (ADD, ("tracks", 0, "keys"), [], "is a member without meaning here"),
    (ADD, ("loop",), 1, "is 1, expected true or false"),
    (ADD, ("length",), 1.5, "is 1.5, expected a whole number"),
    (ADD, ("beforeID",), "a", 'did you mean "beforeId"?'),
    (
        {"command": "changeClip", "id": "a", "patch": {}},
        ("patch", "length"),
        "9",
        'is "9", expected a whole number',
    ),
]  # fmt: skip


def changed(value: Any, place: tuple[str | int, ...], new: Any) -> Any:
    value = copy.deepcopy(value)
    inner = value
    for token in place[:-1]:
        inner = inner[token]
    inner[place[-1]] = new
    return value


@pytest.mark.parametrize(("good", "place", "value", "sentence"), BAD)
def test_what_is_wrong_with_a_command_is_named_by_its_member(
    good: dict[str, Any], place: tuple[str | int, ...], value: Any, sentence: str
) -> None:
    read_command(good)
    with pytest.raises(CommandError) as caught:
        read_command(changed(good, place, value))
    assert caught.value.member == "".join(f"/{token}" for token in place)
    assert sentence in caught.value.sentence
    assert str(caught.value) == f"{caught.value.member} {caught.value.sentence}"


@pytest.mark.parametrize(("good", "place", "value", "_"), BAD)
def test_what_the_schema_rejects_is_no_command(
    good: dict[str, Any], place: tuple[str | int, ...], value: Any, _: str
) -> None:
    """The reader is never laxer than the schema; only numbers no JSON text holds escape it."""
    assert validator().is_valid(good)
    number = isinstance(value, float | int) and abs(value) <= LARGEST_INTEGER
    only_beyond_json = isinstance(value, float | int) and not number and place[-1] != "tick"
    only_deeper = place == ("tracks", 0, "keys")
    expected = only_beyond_json or only_deeper or value == "\ud800"
    assert validator().is_valid(changed(good, place, value)) == expected


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
values = st.recursive(
    scalars | st.sampled_from([KEY, WRITE, ADD]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(max_examples=300)
@given(st.data())
def test_any_json_is_a_command_or_is_said_to_be_none(data: st.DataObject) -> None:
    command: Any = copy.deepcopy(data.draw(st.sampled_from(EXAMPLES)))
    inner, name = command, data.draw(st.sampled_from(list(command)))
    while isinstance(inner[name], dict) and inner[name] and data.draw(st.booleans()):
        inner = inner[name]
        name = data.draw(st.sampled_from(list(inner)))
    inner[name] = data.draw(values)
    try:
        read = read_commands(json.dumps(command).encode())
    except CommandError:
        return
    assert read_commands(json.dumps([to_json(read[0])]).encode()) == read
    validator().validate(command)


def test_an_unknown_member_is_named_as_a_pointer_writes_it() -> None:
    with pytest.raises(
        CommandError, match=r"^/a~1b~0 is a member without meaning here; the members are command, "
    ):
        read_command({**WRITE, "a/b~": 1})


@pytest.mark.parametrize("name", list(COMMANDS))
def test_a_missing_member_is_named(name: str) -> None:
    example = next(example for example in EXAMPLES if example["command"] == name)
    described = next(
        each for each in SCHEMA["oneOf"] if each["properties"]["command"]["const"] == name
    )
    for member in described["required"]:
        with pytest.raises(CommandError, match=f"^/{member} is missing$"):
            read_command({key: value for key, value in example.items() if key != member})


@pytest.mark.parametrize("value", [None, 3, "writeKey", [], {}])
def test_a_value_that_is_no_object_with_a_command_is_none(value: Any) -> None:
    with pytest.raises(CommandError):
        read_command(value)


def test_a_command_made_in_python_is_read_as_one_from_json_is() -> None:
    with pytest.raises(CommandError, match=r"^/key/tick is -1, expected a whole number from 0 on$"):
        WriteKey("a", "Arm", "scale", Key(-1, Vector3(0, 0, 0)))
    with pytest.raises(CommandError, match=r"^/patch is a Python object, expected an object$"):
        ChangeClip("a", object())  # type: ignore[arg-type]


def test_the_values_of_a_command_are_rounded_and_empty_tracks_left_out() -> None:
    key = Key(5.0, Vector3(0.006363961, -0.00005, 1))  # type: ignore[arg-type]
    command = AddClip("Wave", tracks=(Track("Arm", scale=(key,), position=()), Track("Leg")))
    assert command.tracks == (Track("Arm", scale=(Key(5, Vector3(0.0064, 0.0, 1.0)),)),)
    assert isinstance(command.tracks[0].scale, tuple)
    assert json.dumps(to_json(command.tracks[0])) == (
        '{"path": "Arm", "scale": [{"tick": 5, "value": {"x": 0.0064, "y": 0.0, "z": 1.0}}]}'
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[", "the command is not JSON from line 1, column 2 on: Expecting value"),
        (b"\xff", "the command is not UTF-8 at byte 0"),
        (b'{"command": "removeClip", "id": "a", "id": "b"}', 'has the member "id" twice'),
        (b"[" * 100_000, "the command is nested too deep to be one"),
        (b"1" * 5000, "the command holds an integer too large to be read"),
        (b'[{"command": "removeClip", "id": "a"}, 5]', "/1 is 5, expected an object"),
        (b'[{"command": "removeClip", "id": 5}]', "/0/id is 5, expected a text"),
        (
            json.dumps(changed(WRITE, ("key", "value", "x"), float("nan"))).encode(),
            "/key/value/x is NaN, expected a finite number",
        ),
    ],
)
def test_a_commands_file_that_is_none_says_where(text: bytes, message: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_commands(text)
    assert message in str(caught.value)


def test_a_commands_file_holds_an_array_or_one_command() -> None:
    assert read_commands(json.dumps(EXAMPLES).encode()) == list(map(read_command, EXAMPLES))
    assert read_commands(json.dumps(WRITE).encode()) == [read_command(WRITE)]
