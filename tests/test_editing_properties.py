"""Random commands: two documents that follow each other, texts, and a plain dictionary beside them.

The dictionary side is written from the specification of the format, with lists
and dictionaries only, and shares no code with the editing package.
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import os
from collections import Counter
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from animspec.editing import (
    AnimationDocument,
    Change,
    read_command,
    read_set,
    rewrite,
    run,
    to_json,
)
from animspec.edits import apply_edits
from animspec.layout import style_of
from animspec.linting import check
from animspec.spans import locate

if TYPE_CHECKING:
    from animspec.model.animation_set import AnimationSet

MANY = 20 if os.environ.get("ANIMSPEC_FULL") else 1

CHANNELS = ("position", "rotation", "scale")
IDS = ("a", "b", "c", "d")
NAMES = ("Hop", "Skip", "Walk", " walk", "ÉTÉ", "été", "")
PATHS = ("Body", "body ", "Body/Arm", "BODY / arm", "Leg", "Tail", "Head", "Leg/")
PATHS_APART = ("Body", "Body/Arm", "Leg")


# The dictionary's side.


def rounded(number: float) -> float:
    return math.floor(number * 10_000 + 0.5) / 10_000 + 0.0


def stored(key: dict[str, Any]) -> dict[str, Any]:
    value = {axis: rounded(number) for axis, number in key["value"].items()}
    return {**key, "value": value}


def same_name(first: str, second: str) -> bool:
    return first.strip().lower() == second.strip().lower()


def same_path(first: str, second: str) -> bool:
    pairs = itertools.zip_longest(first.split("/"), second.split("/"))
    return all(a is not None and b is not None and same_name(a, b) for a, b in pairs)


def named(path: str) -> bool:
    return all(segment.strip() for segment in path.split("/"))


def find_track(clip: dict[str, Any], path: str) -> dict[str, Any] | None:
    return next((track for track in clip["tracks"] if same_path(track["path"], path)), None)


def find_clip(state: dict[str, Any], clip_id: str) -> dict[str, Any] | None:
    return next((clip for clip in state["clips"] if clip["id"] == clip_id), None)


def put(items: list[Any], item: Any, before: Any) -> None:
    items.insert(len(items) if before is None else items.index(before), item)


def do(state: dict[str, Any], command: dict[str, Any]) -> bool:
    """Apply a command to the dictionary; False where it must be refused."""
    return globals()["do_" + command["command"]](state, command)  # type: ignore[no-any-return]


def do_renameRig(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    state["rig"] = command["rig"]
    return True


def clip_is_good(state: dict[str, Any], clip: dict[str, Any], own_id: str | None) -> bool:
    others = [other["name"] for other in state["clips"] if other["id"] != own_id]
    return (
        clip["name"].strip() != ""
        and not any(same_name(clip["name"], other) for other in others)
        and clip["length"] >= 1
        and clip["fps"] >= 1
        and 24_000 % clip["fps"] == 0
    )


def do_addClip(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    defaults = {"length": 24_000, "fps": 24, "loop": False, "tracks": []}
    clip = {**defaults, **{k: v for k, v in command.items() if k not in {"command", "beforeId"}}}
    tracks: list[dict[str, Any]] = []
    for given_track in clip["tracks"]:
        track = {"path": given_track["path"]}
        for channel in CHANNELS:
            keys = given_track.get(channel)
            if keys:
                ticks = [key["tick"] for key in keys]
                if ticks != sorted(set(ticks)):
                    return False
                track[channel] = [stored(key) for key in keys]
        if len(track) > 1:
            if not named(track["path"]) or find_track({"tracks": tracks}, track["path"]):
                return False
            tracks.append(track)
    clip["tracks"] = tracks
    before = find_clip(state, command["beforeId"]) if "beforeId" in command else None
    if find_clip(state, clip["id"]) or not clip_is_good(state, clip, None):
        return False
    if "beforeId" in command and before is None:
        return False
    put(state["clips"], clip, before)
    return True


def do_removeClip(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["id"])
    if clip is None:
        return False
    state["clips"].remove(clip)
    return True


def do_changeClip(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["id"])
    if clip is None or not command["patch"]:
        return False
    if not clip_is_good(state, {**clip, "name": "free", **command["patch"]}, command["id"]):
        return False
    clip.update(command["patch"])
    return True


def do_moveClip(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["id"])
    before = find_clip(state, command["beforeId"]) if "beforeId" in command else None
    if clip is None or before is clip or ("beforeId" in command and before is None):
        return False
    state["clips"].remove(clip)
    put(state["clips"], clip, before)
    return True


def do_writeKey(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["clipId"])
    if clip is None or not named(command["path"]):
        return False
    track = find_track(clip, command["path"])
    if track is None:
        track = {"path": command["path"]}
        clip["tracks"].append(track)
    keys = track.setdefault(command["channel"], [])
    new = stored(command["key"])
    old = next((key for key in keys if key["tick"] == new["tick"]), None)
    if old is None:
        keys.append(new)
        keys.sort(key=lambda key: key["tick"])
    else:
        old["value"].update(new["value"])
        old.pop("interpolation", None)
        old.update({name: item for name, item in new.items() if name != "value"})
    return True


def do_removeKey(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["clipId"])
    track = None if clip is None else find_track(clip, command["path"])
    keys = [] if track is None else track.get(command["channel"], [])
    key = next((key for key in keys if key["tick"] == command["tick"]), None)
    if clip is None or track is None or key is None:
        return False
    keys.remove(key)
    if not keys:
        del track[command["channel"]]
    if not any(channel in track for channel in CHANNELS):
        clip["tracks"].remove(track)
    return True


def do_removeTrack(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["clipId"])
    track = None if clip is None else find_track(clip, command["path"])
    if clip is None or track is None:
        return False
    clip["tracks"].remove(track)
    return True


def do_addTrack(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["clipId"])
    if clip is None:
        return False
    track = {"path": command["track"]["path"]}
    for channel in CHANNELS:
        keys = command["track"].get(channel)
        if keys:
            ticks = [key["tick"] for key in keys]
            if ticks != sorted(set(ticks)):
                return False
            track[channel] = [stored(key) for key in keys]
    before = find_track(clip, command["beforePath"]) if "beforePath" in command else None
    if len(track) == 1 or ("beforePath" in command and before is None):
        return False
    if not named(track["path"]) or find_track(clip, track["path"]):
        return False
    put(clip["tracks"], track, before)
    return True


def do_renameTrack(state: dict[str, Any], command: dict[str, Any]) -> bool:  # noqa: N802
    clip = find_clip(state, command["clipId"])
    track = None if clip is None else find_track(clip, command["path"])
    if clip is None or track is None or track["path"] == command["to"]:
        return False
    other = find_track(clip, command["to"])
    if (other is not None and other is not track) or not named(command["to"]):
        return False
    track["path"] = command["to"]
    return True


# Commands, most of which speak of what is there, and some of which are refused.

ids, names, paths = st.sampled_from(IDS), st.sampled_from(NAMES), st.sampled_from(PATHS)
channels = st.sampled_from(CHANNELS)
ticks = st.integers(0, 4)
numbers = st.sampled_from([0, 1.5, -90, 0.00005, -0.00005, 12.345678, 1e9])
lengths, rates = st.sampled_from([1, 24_000, 48_000, 0]), st.sampled_from([24, 25, 30, 7])


def objects(required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(required, optional=optional)


keys = objects(
    {"tick": ticks, "value": objects({"x": numbers, "y": numbers, "z": numbers}, {})},
    {"interpolation": st.sampled_from(["step", "linear", "smooth"])},
)
in_order = st.lists(keys, min_size=1, max_size=3, unique_by=lambda key: key["tick"]).map(
    lambda drawn: sorted(drawn, key=lambda key: key["tick"])
)
# Some are out of order, or none.
channel_keys = st.one_of(in_order, in_order, in_order, in_order, st.lists(keys, max_size=2))
track_channels = objects(
    {"rotation": channel_keys}, {"position": channel_keys, "scale": channel_keys}
)
clip_members = objects({}, {"length": lengths, "fps": rates, "loop": st.booleans()})
patches: st.SearchStrategy[dict[str, Any]] = st.one_of(
    objects({"loop": st.booleans()}, {"length": lengths}),
    objects({"name": names}, {"fps": rates}),
    objects({"fps": rates, "length": lengths}, {}),
    st.just({}),
)

# Keys come and go more often than the rest.
KINDS = (
    "writeKey", "writeKey", "writeKey", "removeKey", "removeKey", "addTrack", "addTrack",
    "renameTrack", "removeTrack", "moveClip", "changeClip", "addClip", "addClip", "removeClip",
    "renameRig",
)  # fmt: skip


class Aim:
    """What a command is likely to be about: a clip, a track and a key that are there."""

    def __init__(self, state: dict[str, Any], draw: Any) -> None:
        known = [clip["id"] for clip in state["clips"]]
        self.draw = draw
        self.id: str = draw(st.sampled_from([*known * 5, *IDS]))
        self.new_id: str = draw(
            st.sampled_from([*(name for name in IDS if name not in known), *IDS[:1]])
        )
        self.other = draw(st.sampled_from([*known * 3, "none"]))
        found = find_clip(state, self.id) or {"tracks": []}
        track = draw(st.sampled_from([*found["tracks"] * 3, {"path": draw(paths)}]))
        self.path: str = track["path"]
        self.channel = draw(
            st.sampled_from([name for name in CHANNELS if name in track] or CHANNELS)
        )
        there = [key["tick"] for key in track.get(self.channel, [])]
        self.tick: int = draw(st.sampled_from([*there * 3, 7]))
        free = [path for path in PATHS if not find_track(found, path)]
        self.new_path: str = draw(st.sampled_from([*free * 3, *PATHS]))
        self.new_name: str = draw(names)

    def before(self, member: str, value: str) -> dict[str, str]:
        return {member: value} if self.draw(st.booleans()) else {}

    def key(self) -> dict[str, Any]:
        return {**self.draw(keys), "tick": self.draw(st.sampled_from([self.tick, *range(5)]))}

    def track(self) -> dict[str, Any]:
        return {"path": self.new_path, **self.draw(track_channels)}

    def clip(self) -> dict[str, Any]:
        tracks = [self.track()] * self.draw(st.sampled_from([0, 1, 1, 1, 2]))
        return {
            "name": self.new_name, "id": self.new_id, "tracks": tracks, **self.draw(clip_members),
        }  # fmt: skip


DRAWN: dict[str, Any] = {
    "renameRig": lambda aim: {"rig": aim.new_name},
    "addClip": lambda aim: {**aim.clip(), **aim.before("beforeId", aim.other)},
    "removeClip": lambda aim: {"id": aim.id},
    "changeClip": lambda aim: {"id": aim.id, "patch": aim.draw(patches)},
    "moveClip": lambda aim: {"id": aim.id, **aim.before("beforeId", aim.other)},
    "writeKey": lambda aim: {
        "clipId": aim.id,
        "path": aim.draw(st.sampled_from([aim.path, aim.new_path])),
        "channel": aim.draw(st.sampled_from([aim.channel, *CHANNELS])),
        "key": aim.key(),
    },
    "removeKey": lambda aim: {
        "clipId": aim.id, "path": aim.path, "channel": aim.channel, "tick": aim.tick,
    },
    "addTrack": lambda aim: {
        "clipId": aim.id, "track": aim.track(), **aim.before("beforePath", aim.path),
    },
    "removeTrack": lambda aim: {"clipId": aim.id, "path": aim.path},
    "renameTrack": lambda aim: {"clipId": aim.id, "path": aim.path, "to": aim.new_path},
}  # fmt: skip


def some_command(state: dict[str, Any], draw: Any) -> dict[str, Any]:
    """A command that is more likely than not about what is there."""
    kind = draw(st.sampled_from(KINDS))
    return {"command": kind, **DRAWN[kind](Aim(state, draw))}


def some_commands(state: dict[str, Any], draw: Any, least: int, most: int) -> list[dict[str, Any]]:
    """Commands one after the other, each drawn for the state that those before it lead to."""
    state, drawn = copy.deepcopy(state), []
    for _ in range(draw(st.integers(least, most))):
        command = some_command(state, draw)
        after = copy.deepcopy(state)
        state = after if do(after, command) else state
        drawn.append(command)
    return drawn


def good_set(draw: Any) -> dict[str, Any]:
    """A set without faults: some clips with tracks, as adding them to an empty one makes it."""
    state: dict[str, Any] = {"rig": "Fox", "clips": []}
    for clip_id, name in zip(IDS[: draw(st.integers(1, 3))], ("Walk", "Run", "Jump"), strict=False):
        assert do(state, {"command": "addClip", "name": name, "id": clip_id})
        for path in PATHS_APART[: draw(st.integers(0, 3))]:
            track = {"path": path, **{draw(channels): draw(in_order) for _ in range(2)}}
            assert do(state, {"command": "addTrack", "clipId": clip_id, "track": track})
    return state


def is_without_errors(state: dict[str, Any]) -> bool:
    return not check(json.dumps(state).encode(), "a.voxelanim.json").fails()


def test_commands_of_every_kind_are_drawn_that_a_set_accepts_and_that_it_refuses() -> None:
    """Properties of commands that are always refused would hold for any implementation."""
    counts: Counter[tuple[str, bool]] = Counter()

    @settings(max_examples=80, deadline=None, derandomize=True, database=None)
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        state = good_set(data.draw)
        for command in some_commands(state, data.draw, 3, 12):
            after = copy.deepcopy(state)
            accepted = do(after, command)
            state = after if accepted else state
            counts[command["command"], accepted] += 1

    draw()
    for kind in DRAWN:
        assert counts[kind, True] >= 5, counts
        assert counts[kind, False] >= 1 or kind == "renameRig", counts


# Documents.


class TwoDocuments(RuleBasedStateMachine):
    """One document is edited, another follows it and now and then is edited too."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = AnimationDocument(), AnimationDocument()
        self.state: dict[str, Any] = {"rig": "", "clips": []}
        self.past: list[dict[str, Any]] = []
        self.future: list[dict[str, Any]] = []
        self.told: list[Change] = []
        self.follow(self.first, self.second)
        self.follow(self.second, self.first)
        self.first.subscribe(self.told.append)

    def follow(self, source: AnimationDocument, target: AnimationDocument) -> None:
        def tell(change: Change) -> None:
            if change.origin == "local":
                assert target.apply(read_command(json.loads(json.dumps(to_json(change.command)))))

        source.subscribe(tell)

    @initialize(data=st.data())
    def start_with_some_clips(self, data: st.DataObject) -> None:
        for clip in good_set(data.draw)["clips"]:
            self.do_command({"command": "addClip", **clip})

    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        self.do_command(some_command(self.state, data.draw))

    def do_command(self, command: dict[str, Any]) -> None:
        before = copy.deepcopy(self.state)
        count = len(self.told)
        accepted = self.first.apply(read_command(command), "local")
        assert accepted == do(self.state, command)
        assert len(self.told) == count + accepted
        if accepted:
            self.past.append(before)
            self.future = []
        else:
            self.state = before

    @rule()
    def undo(self) -> None:
        assert self.first.undo() == bool(self.past)
        if self.past:
            self.future.append(self.state)
            self.state = self.past.pop()

    @rule()
    def redo(self) -> None:
        assert self.first.redo() == bool(self.future)
        if self.future:
            self.past.append(self.state)
            self.state = self.future.pop()

    @rule(data=st.data())
    @precondition(lambda self: len(self.past) % 5 == 4)
    def edit_the_other(self, data: st.DataObject) -> None:
        command = some_command(self.state, data.draw)
        before = copy.deepcopy(self.state)
        if self.second.apply(read_command(command), "local"):
            assert do(self.state, command)
            # What the first document would undo now mixes with the other's edit, so
            # its steps are taken back here, and only what must hold anyhow is asked.
            while self.first.can_undo:
                self.first.undo()
                assert self.first.set.to_json() == self.second.set.to_json()
                assert is_without_errors(self.first.set.to_json())
            self.state = self.first.set.to_json()
            self.past, self.future = [], []
            self.forget()
        else:
            self.state = before

    def forget(self) -> None:
        """Go on with fresh documents of the same set, which have nothing to redo."""
        animation_set = self.first.set.animation_set
        self.first, self.second = AnimationDocument(animation_set), AnimationDocument(animation_set)
        self.follow(self.first, self.second)
        self.follow(self.second, self.first)
        self.first.subscribe(self.told.append)

    @invariant()
    def both_hold_what_the_dictionary_holds(self) -> None:
        assert self.first.set.to_json() == self.state
        assert self.second.set.animation_set == self.first.set.animation_set
        assert self.first.can_undo == bool(self.past)
        assert self.first.can_redo == bool(self.future)

    def teardown(self) -> None:
        assert is_without_errors(self.state)


TestTwoDocuments = TwoDocuments.TestCase
TestTwoDocuments.settings = settings(max_examples=40 * MANY, stateful_step_count=25, deadline=None)


@settings(max_examples=60 * MANY, deadline=None)
@given(st.data())
def test_an_inverse_leads_back_to_the_very_set(data: st.DataObject) -> None:
    """Undo restores every place and spelling, and redo everything after it."""
    start = good_set(data.draw)
    document = AnimationDocument.from_json(json.dumps(start).encode())
    states = [document.set.to_json()]
    states += [
        document.set.to_json()
        for command in some_commands(start, data.draw, 3, 12)
        if document.apply(read_command(command), "local")
    ]
    for state in reversed(states[:-1]):
        assert document.undo()
        assert document.set.to_json() == state
    assert not document.undo()
    for state in states[1:]:
        assert document.redo()
        assert document.set.to_json() == state
    assert not document.redo()


# Texts.


def with_unknown(value: Any, draw: Any, count: Any) -> Any:
    """The value with members that no schema names, each with a value of its own."""
    if isinstance(value, list):
        return [with_unknown(item, draw, count) for item in value]
    if not isinstance(value, dict):
        return value
    items = [(name, with_unknown(item, draw, count)) for name, item in value.items()]
    if draw(st.integers(0, 3)) == 0:
        items.insert(draw(st.integers(0, len(items))), ("vendor", {"n": [next(count)]}))
    return dict(items)


def spaced(value: Any, draw: Any) -> str:
    """A value written with any white space anywhere."""
    gap: str = draw(st.sampled_from(["", " ", "\n", "\n\t"]))
    if isinstance(value, list):
        return "[" + gap + f"{gap},".join(spaced(item, draw) for item in value) + gap + "]"
    if isinstance(value, dict):
        members = (f"{json.dumps(name)}{gap}: {spaced(item, draw)}" for name, item in value.items())
        return "{" + gap + f",{gap}".join(members) + gap + "}"
    return json.dumps(value)


def text_of(value: Any, draw: Any) -> bytes:
    indent = draw(st.sampled_from([None, 0, 2, "\t", "any"]))
    if indent == "any":
        return spaced(value, draw).encode()
    text = json.dumps(value, indent=indent, ensure_ascii=draw(st.booleans()))
    return (text + "\n").replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode()


def accepted_of(animation_set: AnimationSet, drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The commands that a set accepts one after the other."""
    document = AnimationDocument(animation_set)
    return [command for command in drawn if document.apply(read_command(command), "local")]


@settings(max_examples=60 * MANY, deadline=None)
@given(st.data())
def test_commands_on_a_text_change_the_text_as_they_change_the_set(data: st.DataObject) -> None:
    value = with_unknown(good_set(data.draw), data.draw, itertools.count())
    text = text_of(value, data.draw)
    before = read_set(text, "a.voxelanim.json")
    script = accepted_of(before, some_commands(value, data.draw, 2, 10))
    after = run(before, map(read_command, script))
    result = apply_edits(text, rewrite(text, after))

    assert read_set(result, "a.voxelanim.json") == after.after
    for command in script:
        assert do(value, command)
    # Members that no schema names are still there, in what is still there.
    assert json.loads(result) == value
    assert len(style_of(result).newline) == len(style_of(text).newline)

    ends = locate(text, ("clips",)).value, locate(result, ("clips",)).value
    assert text[ends[0].end :] == result[ends[1].end :] or b"rig" in text[ends[0].end :]
    touched = {command.get("clipId", command.get("id")) for command in script}
    now = {clip["id"]: index for index, clip in enumerate(value["clips"])}
    for index, clip in enumerate(before.clips):
        if clip.id not in touched:
            old = locate(text, ("clips", index)).value
            new = locate(result, ("clips", now[clip.id])).value
            assert text[old.start : old.end] == result[new.start : new.end]


@settings(max_examples=60 * MANY, deadline=None)
@given(st.data())
def test_a_text_laid_out_by_a_rule_keeps_to_it(data: st.DataObject) -> None:
    """Where all texts of a kind look alike, the edited one is one of them."""
    indent = data.draw(st.sampled_from([None, 2, "\t"]))
    full = {"path": "Own", "scale": [{"tick": 0, "value": {"x": 0.5, "y": 2, "z": 3}}]}
    base = good_set(data.draw)
    base["clips"] += [
        {
            "id": f"own {n}",
            "name": f"own {n}",
            "length": 1,
            "fps": 1,
            "loop": True,
            "tracks": [full],
        }
        for n in range(2)
    ]
    text = json.dumps(base, indent=indent).encode()
    before = read_set(text)
    made = accepted_of(before, some_commands(base, data.draw, 2, 8))
    result = apply_edits(text, rewrite(text, run(before, map(read_command, made))))
    value = json.loads(result)
    assert result.decode() == json.dumps(value, indent=indent, ensure_ascii=b"\\u" in result)
