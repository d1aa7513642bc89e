"""Animation sets under commands: reading, refusals, subscribers, two documents."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from animspec.editing import (
    AddTrack,
    AnimationDocument,
    AnimationSetReader,
    Change,
    ChangeClip,
    Command,
    CommandError,
    FaultySetError,
    MoveClip,
    RenameRig,
    read_command,
    to_json,
)
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3

ORIGIN = Vector3(0, 0, 0)
WALK = Clip(
    "walk",
    "Walk",
    24_000,
    24,
    loop=True,
    tracks=(
        Track("Body", rotation=(Key(0, ORIGIN), Key(1000, ORIGIN, "smooth"))),
        Track("Body/Arm.L", position=(Key(0, ORIGIN),)),
    ),
)
RUN = Clip("run", "Run", 12_000, 24, loop=True, tracks=(Track("body", scale=(Key(0, ORIGIN),)),))
SET = AnimationSet("Fox", (WALK, RUN))


@pytest.fixture
def document() -> AnimationDocument:
    return AnimationDocument(SET)


# Reading.


def test_a_reader_finds_clips_tracks_and_keys_by_what_names_them() -> None:
    reader = AnimationSetReader(SET)
    assert (reader.rig, reader.size, reader.has("walk"), reader.has("Walk")) == (
        "Fox", 2, True, False,
    )  # fmt: skip
    assert reader.clip("run") is RUN
    assert reader.clip("hop") is None
    assert reader.clips() == (WALK, RUN)
    assert [reader.next_clip_after(clip) for clip in ("walk", "run", "hop")] == ["run", None, None]
    assert reader.track("walk", " BODY / arm.l") is WALK.tracks[1]
    assert reader.track("walk", "Body/Arm.R") is None
    assert reader.track("hop", "Body") is None
    assert reader.key_at("walk", "body", "rotation", 1000) == Key(1000, ORIGIN, "smooth")
    assert reader.key_at("walk", "body", "rotation", 999) is None
    assert reader.key_at("walk", "body", "position", 0) is None
    assert reader.track_paths() == ("Body", "Body/Arm.L")


def test_clip_names_compare_trimmed_and_in_any_case() -> None:
    reader = AnimationSetReader(SET)
    assert reader.clip_name_taken(" WALK ")
    assert not reader.clip_name_taken("walk", except_id="walk")
    assert not reader.clip_name_taken("Walk 2")
    assert reader.free_clip_name(" walk ") == "walk 2"


def test_what_is_read_cannot_change_the_set(document: AnimationDocument) -> None:
    reader = document.set
    with pytest.raises(FrozenInstanceError):
        reader.clips()[0].name = "Jump"  # type: ignore[misc]
    snapshot = reader.to_json()
    snapshot["clips"][0]["tracks"].clear()
    assert reader.to_json() == to_json(SET)
    document.remove_clip("walk")
    assert reader.size == 2
    assert document.set.size == 1


# Editing.


def test_a_new_clip_has_the_defaults_of_the_format() -> None:
    document = AnimationDocument()
    clip_id = document.add_clip("Wave")
    assert clip_id is not None
    assert re.fullmatch("[A-Za-z0-9]{12}", clip_id)
    assert document.set.clips() == (Clip(clip_id, "Wave", 24_000, 24, loop=False, tracks=()),)
    assert document.set.rig == ""
    assert document.add_clip("Wave 2") != clip_id


def test_an_id_that_is_taken_is_not_given_again() -> None:
    ids = iter(["a", "a", "b"])
    document = AnimationDocument(new_id=lambda: next(ids))
    assert [document.add_clip("Wave"), document.add_clip("Walk")] == ["a", "b"]


def test_a_clip_is_added_and_moved_before_another_or_last(document: AnimationDocument) -> None:
    document.add_clip("Hop", id="hop", before_id="run")
    assert [clip.id for clip in document.set.clips()] == ["walk", "hop", "run"]
    assert document.move_clip("walk")
    assert [clip.id for clip in document.set.clips()] == ["hop", "run", "walk"]
    assert document.move_clip("walk", "hop")
    assert [clip.id for clip in document.set.clips()] == ["walk", "hop", "run"]


def test_a_clip_of_another_set_is_copied_with_its_tracks(document: AnimationDocument) -> None:
    other = AnimationDocument()
    other.add_clip("Walk", id="copy", tracks=WALK.tracks)
    document.remove_track("walk", "Body")
    copied = other.set.clip("copy")
    assert copied is not None
    assert copied.tracks == WALK.tracks


def test_a_key_replaces_the_one_at_its_tick_and_keys_stay_in_order(
    document: AnimationDocument,
) -> None:
    new = Key(500, Vector3(0.006363961, 0, 0), "step")
    assert document.write_key("walk", "BODY", "rotation", new)
    assert document.write_key("walk", "Body", "rotation", Key(0, Vector3(1, 2, 3)))
    assert document.set.track("walk", "Body") == Track(
        "Body",
        rotation=(
            Key(0, Vector3(1, 2, 3)),
            Key(500, Vector3(0.0064, 0, 0), "step"),
            Key(1000, ORIGIN, "smooth"),
        ),
    )


def test_a_new_track_comes_last_and_keeps_the_path_it_was_first_written_with(
    document: AnimationDocument,
) -> None:
    for path in ("Tail/Tip", "TAIL / tip", "Ear"):
        document.write_key("walk", path, "scale", Key(0, ORIGIN))
    paths = [track.path for track in document.set.clips()[0].tracks]
    assert paths == ["Body", "Body/Arm.L", "Tail/Tip", "Ear"]


def test_an_edit_shares_what_it_does_not_touch(document: AnimationDocument) -> None:
    before = document.set.clips()
    document.write_key("walk", "Body", "rotation", Key(500, ORIGIN))
    after = document.set.clips()
    assert after[1] is before[1]
    assert after[0].tracks[1] is before[0].tracks[1]


def test_a_track_goes_with_its_last_key_and_comes_back_in_its_place(
    document: AnimationDocument,
) -> None:
    assert document.remove_key("walk", "body", "rotation", 0)
    assert document.remove_key("walk", "body", "rotation", 1000)
    assert document.set.clip("walk") == Clip(
        "walk", "Walk", 24_000, 24, loop=True, tracks=WALK.tracks[1:]
    )
    assert document.undo()
    assert document.undo()
    assert document.set.animation_set == SET


def test_a_renamed_track_keeps_its_keys_and_its_place(document: AnimationDocument) -> None:
    assert document.rename_track("walk", "body", "Torso")
    assert document.set.track("walk", "torso") == Track("Torso", rotation=WALK.tracks[0].rotation)
    assert [track.path for track in document.set.clips()[0].tracks] == ["Torso", "Body/Arm.L"]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"command": "addClip", "name": " walk"},
     'the name " walk" is that of another clip; "walk 2" is free'),
    ({"command": "addClip", "name": "\ufeff "},
     r'the name is "\ufeff ", expected one with a character that shows'),
    ({"command": "addClip", "name": "Hop", "id": "run"}, 'the id "run" is that of another clip'),
    ({"command": "addClip", "name": "Hop", "length": 0},
     "the length is 0, expected at least 1 tick"),
    ({"command": "addClip", "name": "Hop", "fps": 7},
     "the fps is 7, expected a positive divisor of 24000 such as 6"),
    ({"command": "addClip", "name": "Hop", "beforeId": "hop"},
     'the set has no clip of the id "hop" to stand before'),
    ({"command": "addClip", "name": "Hop", "id": "hop", "beforeId": "hop"},
     'the clip "hop" cannot stand before itself'),
    ({"command": "addClip", "name": "Hop", "tracks": [
        {"path": "A", "scale": [{"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}]},
        {"path": " a", "scale": [{"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}]}]},
     'two tracks have the same path, "A" and " a"'),
    ({"command": "addClip", "name": "Hop", "tracks": [
        {"path": "A", "scale": [{"tick": 5, "value": {"x": 0, "y": 0, "z": 0}}] * 2}]},
     'the scale of "A" has a key at tick 5 after the one at tick 5, expected rising ticks'),
    ({"command": "removeClip", "id": "hop"}, 'the set has no clip of the id "hop"'),
    ({"command": "changeClip", "id": "hop", "patch": {"loop": True}},
     'the set has no clip of the id "hop"'),
    ({"command": "changeClip", "id": "walk", "patch": {}},
     "the patch is empty, expected a name, length, fps or loop"),
    ({"command": "changeClip", "id": "walk", "patch": {"name": "RUN"}},
     'the name "RUN" is that of another clip; "RUN 2" is free'),
    ({"command": "changeClip", "id": "walk", "patch": {"length": -3}},
     "the length is -3, expected at least 1 tick"),
    ({"command": "changeClip", "id": "walk", "patch": {"fps": 0}},
     "the fps is 0, expected a positive divisor of 24000 such as 1"),
    ({"command": "moveClip", "id": "hop"}, 'the set has no clip of the id "hop"'),
    ({"command": "moveClip", "id": "run", "beforeId": "run"},
     'the clip "run" cannot stand before itself'),
    ({"command": "moveClip", "id": "run", "beforeId": "hop"},
     'the set has no clip of the id "hop" to stand before'),
    ({"command": "writeKey", "clipId": "hop", "path": "A", "channel": "scale",
      "key": {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}},
     'the set has no clip of the id "hop"'),
    ({"command": "writeKey", "clipId": "run", "path": "A//B", "channel": "scale",
      "key": {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}},
     'the path "A//B" has a segment without a name'),
    ({"command": "removeKey", "clipId": "hop", "path": "A", "channel": "scale", "tick": 0},
     'the set has no clip of the id "hop"'),
    ({"command": "removeKey", "clipId": "run", "path": "A", "channel": "scale", "tick": 0},
     'the clip has no track "A"'),
    ({"command": "removeKey", "clipId": "run", "path": "Body", "channel": "scale", "tick": 1},
     'the scale of "Body" has no key at tick 1'),
    ({"command": "removeKey", "clipId": "run", "path": "Body", "channel": "position", "tick": 0},
     'the position of "Body" has no key at tick 0'),
    ({"command": "addTrack", "clipId": "run", "track": {"path": "A"}},
     "the track has no key, without which it is none"),
    ({"command": "addTrack", "clipId": "run", "track": {
        "path": "BODY", "scale": [{"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}]}},
     'the path "BODY" is that of track "body"'),
    ({"command": "addTrack", "clipId": "run", "beforePath": "Leg", "track": {
        "path": "A", "scale": [{"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}]}},
     'the clip has no track "Leg" to stand before'),
    ({"command": "removeTrack", "clipId": "run", "path": "A"}, 'the clip has no track "A"'),
    ({"command": "removeTrack", "clipId": "hop", "path": "A"},
     'the set has no clip of the id "hop"'),
    ({"command": "renameTrack", "clipId": "walk", "path": "A", "to": "B"},
     'the clip has no track "A"'),
    ({"command": "renameTrack", "clipId": "walk", "path": "body", "to": "Body"},
     'the track\'s path is "Body" already'),
    ({"command": "renameTrack", "clipId": "walk", "path": "Body", "to": "body/ARM.l"},
     'the path "body/ARM.l" is that of track "Body/Arm.L"'),
    ({"command": "renameTrack", "clipId": "walk", "path": "Body", "to": "/"},
     'the path "/" has a segment without a name'),
]  # fmt: skip


@pytest.mark.parametrize(("value", "reason"), REFUSED)
def test_a_refused_command_changes_nothing_and_tells_nobody(
    document: AnimationDocument, value: dict[str, Any], reason: str
) -> None:
    told: list[Change] = []
    document.subscribe(told.append)
    command = read_command(value)
    assert document.set.refusal(command) == reason
    assert not document.set.accepts(command)
    assert not document.apply(command, "local")
    assert document.set.animation_set == SET
    assert told == []
    assert not document.can_undo


def test_methods_answer_false_or_none_where_the_set_refuses(document: AnimationDocument) -> None:
    assert document.add_clip("Walk") is None
    assert document.remove_clip("hop") is False
    assert document.change_clip("walk") is False
    assert document.move_clip("hop") is False
    assert document.write_key("hop", "Body", "scale", Key(0, ORIGIN)) is False
    assert document.remove_key("walk", "Body", "scale", 0) is False
    assert document.remove_track("walk", "Tail") is False
    assert document.rename_track("walk", "Body", "Body") is False
    assert document.undo() is False
    assert document.redo() is False


def test_writing_what_is_there_already_is_accepted(document: AnimationDocument) -> None:
    assert document.rename_rig("Fox")
    assert document.move_clip("run")
    assert document.change_clip("walk", name="WALK")
    assert document.change_clip("walk", loop=True)
    assert document.write_key("walk", "Body", "rotation", Key(0, ORIGIN))
    assert document.rename_track("walk", "Body", "BODY")


@pytest.mark.parametrize(
    ("channel", "key", "member"),
    [
        ("rotation", Key(0, Vector3(0, float("nan"), 0)), "/key/value/y"),
        ("rotation", Key(-1, ORIGIN), "/key/tick"),
        ("rotation", {"tick": 0.5, "value": {"x": 0, "y": 0, "z": 0}}, "/key/tick"),
        ("rotations", Key(0, ORIGIN), "/channel"),
        ("rotation", Key(0, ORIGIN, "cubic"), "/key/interpolation"),  # type: ignore[arg-type]
        ("rotation", {"tick": 0}, "/key/value"),
    ],
)
def test_a_key_that_no_file_can_hold_is_an_error_that_names_the_member(
    document: AnimationDocument, channel: Any, key: Any, member: str
) -> None:
    with pytest.raises(CommandError) as caught:
        document.write_key("walk", "Body", channel, key)
    assert caught.value.member == member
    assert document.set.animation_set == SET


# Sets with faults.


@pytest.mark.parametrize(
    ("faulty", "rules"),
    [
        (AnimationSet("", (WALK, evolve(RUN, id="walk"))), {"duplicate-id"}),
        (AnimationSet("", (WALK, evolve(RUN, name="walk "))), {"duplicate-name"}),
        (AnimationSet("", (Clip("a", "A", 1, 7, loop=True, tracks=()),)), {"fps-off-tick-grid"}),  # type: ignore[arg-type]
        (AnimationSet("", (Clip("a", "A", 0, 1, loop=True, tracks=()),)), {"value-out-of-range"}),
        (
            AnimationSet(
                "", (Clip("a", "A", 9, 1, loop=True, tracks=(
                    Track("B", scale=(Key(2, ORIGIN), Key(1, ORIGIN))),
                    Track("b ", scale=(Key(0, Vector3(float("inf"), 0, 0)),)),
                )),)
            ),
            {"number-not-finite", "keys-out-of-order", "duplicate-track"},
        ),
    ],
)  # fmt: skip
def test_a_set_with_faults_is_refused_with_its_findings(
    faulty: AnimationSet, rules: set[str]
) -> None:
    with pytest.raises(FaultySetError) as caught:
        AnimationDocument(faulty)
    assert {finding.rule for finding in caught.value.findings} == rules
    assert caught.value.findings[0].message in str(caught.value)


def test_a_text_with_faults_is_refused_with_the_places() -> None:
    text = b'{"rig": "Fox",\n "clips": [{"id": "a"}]}'
    with pytest.raises(FaultySetError) as caught:
        AnimationDocument.from_json(text, "fox.voxelanim.json")
    finding = caught.value.findings[0]
    assert (finding.file, finding.pointer) == ("fox.voxelanim.json", "/clips/0")
    assert finding.place is not None
    assert finding.place.line == 2


def test_a_loaded_set_is_rounded_and_loses_tracks_without_keys() -> None:
    tracks = (Track("A", scale=(Key(0, Vector3(0.00005, -0.00005, 9)),), position=()), Track("B"))
    loose = AnimationSet("", (Clip("a", "A", 1, 1, loop=True, tracks=tracks),))
    assert AnimationDocument(loose).set.clips()[0].tracks == (
        Track("A", scale=(Key(0, Vector3(0.0001, 0, 9)),)),
    )


# Following.


def follow(source: AnimationDocument, target: AnimationDocument) -> None:
    def tell(change: Change) -> None:
        if change.origin == "local":
            target.apply(change, origin="remote")

    source.subscribe(tell)


def test_two_documents_follow_each_other() -> None:
    first, second = AnimationDocument(SET), AnimationDocument(SET)
    follow(first, second)
    follow(second, first)
    first.add_clip("Hop")
    second.change_clip("walk", name="Stroll")
    second.undo()
    first.write_key("run", "Tail", "scale", Key(0, ORIGIN))
    assert first.set.animation_set == second.set.animation_set
    assert first.set.size == 3
    assert (first.can_undo, second.can_undo, second.can_redo) == (True, False, True)


def test_a_change_carries_the_command_as_applied_its_inverse_and_its_origin(
    document: AnimationDocument,
) -> None:
    told: list[Change] = []
    unsubscribe = document.subscribe(told.append)
    clip_id = document.add_clip("Hop", before_id="walk")
    document.apply(RenameRig("Wolf"), origin="server")
    unsubscribe()
    unsubscribe()
    document.rename_rig("Dog")
    as_json = [(to_json(each.command), to_json(each.inverse), each.origin) for each in told]
    assert as_json == [
        (
            {
                "command": "addClip", "name": "Hop", "id": clip_id, "length": 24_000, "fps": 24,
                "loop": False, "tracks": [], "beforeId": "walk",
            },
            {"command": "removeClip", "id": clip_id},
            "local",
        ),
        (
            {"command": "renameRig", "rig": "Wolf"},
            {"command": "renameRig", "rig": "Fox"},
            "server",
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "placed"),
    [
        (MoveClip("walk", "gone"), MoveClip("walk")),
        (MoveClip("walk", "run"), MoveClip("walk", "run")),
        (MoveClip("walk", "walk"), MoveClip("walk")),
        (AddTrack("run", Track("A"), "gone"), AddTrack("run", Track("A"))),
        (AddTrack("run", Track("A"), "BODY"), AddTrack("run", Track("A"), "BODY")),
        (RenameRig("Wolf"), RenameRig("Wolf")),
    ],
)
def test_a_place_before_what_is_gone_is_last(command: Command, placed: Command) -> None:
    assert AnimationSetReader(SET).placeable(command) == placed


def test_a_remote_command_is_placed_and_a_local_one_refused(document: AnimationDocument) -> None:
    command = MoveClip("walk", "gone")
    assert not document.apply(command, "local")
    assert document.apply(command)
    assert [clip.id for clip in document.set.clips()] == ["run", "walk"]


def test_an_undo_that_others_made_impossible_is_forgotten(document: AnimationDocument) -> None:
    document.rename_rig("Wolf")
    document.change_clip("walk", loop=False)
    document.apply(read_command({"command": "removeClip", "id": "walk"}))
    assert document.undo() is False
    assert document.undo() is True
    assert document.set.rig == "Fox"
    assert not document.can_undo


def test_undo_puts_a_clip_last_when_its_neighbour_is_gone(document: AnimationDocument) -> None:
    document.add_clip("Hop", id="hop")
    document.remove_clip("walk")
    document.apply(read_command({"command": "removeClip", "id": "run"}))
    assert document.undo()
    assert [clip.id for clip in document.set.clips()] == ["hop", "walk"]


def test_a_new_change_forgets_what_was_undone(document: AnimationDocument) -> None:
    document.rename_rig("Wolf")
    document.undo()
    document.rename_rig("Dog")
    assert not document.can_redo
    assert not document.redo()
    assert document.set.rig == "Dog"


def test_changes_are_told_in_order_even_when_a_subscriber_edits(
    document: AnimationDocument,
) -> None:
    told: list[str] = []

    def answer(change: Change) -> None:
        if change.command == RenameRig("Wolf"):
            document.change_clip("walk", name="Trot")

    document.subscribe(answer)
    document.subscribe(lambda change: told.append(type(change.command).__name__))
    document.rename_rig("Wolf")
    assert told == ["RenameRig", "ChangeClip"]


def test_a_subscriber_that_fails_does_not_stop_later_changes_from_being_told(
    document: AnimationDocument,
) -> None:
    told: list[Command] = []

    def fail(_: Change) -> None:
        raise RuntimeError("no")

    stop = document.subscribe(fail)
    with pytest.raises(RuntimeError, match="no"):
        document.rename_rig("Wolf")
    stop()
    document.subscribe(lambda change: told.append(change.command))
    document.change_clip("walk", loop=False)
    assert document.set.rig == "Wolf"
    assert [type(command) for command in told] == [ChangeClip]


def test_the_worked_example_of_the_format_moves_as_it_says() -> None:
    from animspec.sampling import ClipSampler
    from animspec.ticks import FrameRate

    document = AnimationDocument()
    wave = document.add_clip(name="Wave", loop=True)
    assert wave is not None
    frames = FrameRate(24)
    start = {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}, "interpolation": "smooth"}
    end = {
        "tick": frames.to_tick(12),
        "value": {"x": 0, "y": 0, "z": 90},
        "interpolation": "smooth",
    }
    assert document.write_key(wave, "Body/Arm.R", "rotation", start)
    assert document.write_key(wave, "Body/Arm.R", "rotation", end)
    clip = document.set.clip(wave)
    assert clip is not None
    sample = ClipSampler(clip).sample(frames.to_tick(6))["Body/Arm.R"]
    assert sample.rotation == Vector3(0, 0, 45)
    assert sample.position is None


def test_the_page_on_editing_says_what_happens() -> None:
    page = Path(__file__).parent.parent / "docs" / "editing.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 15
    assert results.failed == 0


def test_a_snapshot_opens_as_the_set_it_was_taken_of() -> None:
    document = AnimationDocument()
    wave = document.add_clip("Wave", loop=True)
    assert wave is not None
    document.write_key(
        wave, "Body/Arm.R", "rotation", {"tick": 0, "value": {"x": 0, "y": 1, "z": 2}}
    )
    snapshot = document.set.to_json()
    assert AnimationDocument(snapshot).set.to_json() == snapshot
    snapshot["clips"][0]["fps"] = 7
    with pytest.raises(FaultySetError) as refused:
        AnimationDocument(snapshot)
    assert [finding.rule for finding in refused.value.findings] == ["fps-off-tick-grid"]
