"""Whatever is changed in a file: a golden check finds it where it is, and nothing else.

What a change does is told by sampling both documents densely, a second way that knows nothing
of golden files.
"""

from __future__ import annotations

import json
import os
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from attrs import frozen

from animspec.channels import Channel, Motion, MotionError, motions, plans
from animspec.golden import Golden, as_text, compare, read, record
from animspec.loading import DocumentError, model_of
from animspec.paths import path_key
from animspec.tolerances import USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
FULL: Final = os.environ.get("ANIMSPEC_FULL") == "1"

FILES: Final = (
    "sets/humanoid.voxelanim.json",
    "sets/door.voxelanim.json",
    "sets/idle-steps.voxelanim.json",
    "scenes/product-walkthrough.sceneanim.json",
    "m3g/walk.m3ganim.json",
)

SURE: Final = 0.8
"""Below such a share of its tolerance a difference passes: the rest is what decimals cost."""

NEAR: Final = 0.9
NEAR_DRIVEN: Final = 0.5
"""The error that is told is at least such a share of the worst that dense sampling sees. What a
driver makes may have its peaks anywhere, also between two frames."""

MOST: Final = 10_000 if FULL else 6
"""How many changes of a kind are tried in a file; they are spread evenly."""

INTERPOLATIONS: Final = ("step", "linear", "smooth")
EASES: Final = ("hold", "linear", "smooth", "stop")
STANDARD: Final = {
    "LINEAR": "STEP", "STEP": "LINEAR", "SPLINE": "LINEAR", "SLERP": "STEP", "SQUAD": "SLERP",
}  # fmt: skip


@cache
def source(name: str) -> Any:
    return json.loads((FIXTURES / name).read_bytes())


def model(name: str, document: Any) -> Any:
    return model_of(json.dumps(document).encode(), name)


@cache
def golden(name: str) -> Golden:
    """Return the record of a fixture, as it comes back from its file."""
    return read(as_text(record(model(name, source(name)), name=name)))


@cache
def played(name: str) -> tuple[Motion, ...]:
    return motions(model(name, source(name)))


def lists(document: Any) -> Iterator[list[Any]]:
    """Yield every list of keys in a document."""
    for clip in document.get("clips", ()):
        for track in clip.get("tracks", ()):
            yield from (track[name] for name in ("position", "rotation", "scale") if name in track)
    if document.get("camera"):
        yield document["camera"]
    for owner in (document, *document.get("actions", ())):
        for track in (*owner.get("objects", ()), *owner.get("props", ())):
            if track.get("keys"):
                yield track["keys"]
    yield from (each["keyframes"] for each in document.get("sequences", ()))


def numbers(key: Any) -> tuple[Any, list[Any]]:
    """Return what holds the numbers of a key, and where in it they are."""
    if "cam" in key:
        return key["cam"]["eye"], [0, 1, 2]
    if "m" in key:
        return key["m"], [12, 13, 14]
    value = key.get("v", key.get("value"))
    return value, list(value) if isinstance(value, dict) else list(range(len(value)))


def time_of(key: Any) -> str:
    return next(name for name in ("tick", "t", "time") if name in key)


def keys(document: Any) -> Iterator[tuple[list[Any], int]]:
    for found in lists(document):
        yield from ((found, at) for at in range(len(found)))


def value_changed(document: Any, at: int, amount: float) -> bool:
    found, place = list(keys(document))[at]
    values, where = numbers(found[place])
    values[where[at % len(where)]] += amount
    return True


def tick_changed(document: Any, at: int, amount: float) -> bool:
    """Move a key by a share of the room after it; a whole number stays one."""
    found, place = list(keys(document))[at]
    name = time_of(found[place])
    end = document.get("length", 12000)
    after = found[place + 1][name] if place + 1 < len(found) else max(end, found[place][name] + 1)
    moved = found[place][name] + (after - found[place][name]) * amount
    moved = round(moved, 3) if name == "t" else int(moved)
    if moved in (found[place][name], after):
        return False
    found[place][name] = moved
    return True


def interpolation_changed(document: Any, at: int, amount: float) -> bool:
    found, place = list(keys(document))[at]
    key = found[place]
    if "tick" in key:
        name, choices = "interpolation", [*INTERPOLATIONS]
    elif "t" in key:
        name, choices = "ease", [*EASES]
    else:
        sequence = document["sequences"][at % len(document["sequences"])]
        sequence["interpolation"] = STANDARD[sequence["interpolation"]]
        return True
    own = key.get(name, "linear" if name == "interpolation" else "smooth")
    others = [each for each in choices if each != own]
    key[name] = others[int(amount) % len(others)]
    return True


def key_deleted(document: Any, at: int, _: float) -> bool:
    found, place = list(keys(document))[at]
    if len(found) < 2:
        return False
    del found[place]
    return True


CHANGES: Final = {
    "a value, above": (value_changed, 0.0015),
    "a value, far above": (value_changed, -0.7),
    "a value, below": (value_changed, 0.0004),
    "a tick, a little": (tick_changed, 0.02),
    "a tick, much": (tick_changed, 0.6),
    "an interpolation": (interpolation_changed, 0.0),
    "another interpolation": (interpolation_changed, 1.0),
    "a deletion": (key_deleted, 0.0),
}


def spread(count: int) -> list[int]:
    """Return at most so many places as are tried."""
    return sorted({int(at) for at in np.linspace(0, count - 1, min(count, MOST))})


def apart(measure: str, old: Array, new: Array) -> Array:
    """Return how far values are apart: by formulas of this test's own."""
    if measure == "quaternion":
        lengths = np.linalg.norm(old, axis=1) * np.linalg.norm(new, axis=1)
        dots = np.abs((old * new).sum(axis=1)) / lengths
        return np.asarray(np.degrees(2.0 * np.arccos(np.clip(dots, 0.0, 1.0))))
    gaps = new - old
    if measure == "degrees":
        gaps = (gaps + 180.0) % 360.0 - 180.0
    empty = np.isnan(old) & np.isnan(new)
    return np.asarray(np.where(empty, 0.0, np.nan_to_num(np.abs(gaps), nan=np.inf)).max(axis=1))


@frozen(eq=False)
class Truth:
    """What dense sampling says of a channel."""

    old: Motion
    new: Motion
    at: int
    channel: Channel
    worst: float

    def error(self, time: float) -> float:
        """Return how far the channel is apart at a time."""
        old, new = self.old.sample([time])[self.at], self.new.sample([time])[self.at]
        return float(apart(self.channel.measure, old, new)[0])


def truths(old: tuple[Motion, ...], new: tuple[Motion, ...]) -> Iterator[tuple[str, Truth]]:
    """Yield the name of each channel, and how far it really is from what it was."""
    for before, after in zip(old, new, strict=True):
        ends = max(before.end, after.end)
        fine = np.linspace(before.start, ends, 1537)
        if before.unit == "world unit":
            fine = np.unique(np.round(fine))
        times = plans.union(fine, plans.thorough(before), plans.thorough(after))
        values = zip(before.sample(times), after.sample(times), strict=True)
        for at, (channel, (first, second)) in enumerate(zip(before.channels, values, strict=True)):
            worst = float(apart(channel.measure, first, second).max())
            name = f"{before.name}: {channel.address}"
            yield name, Truth(before, after, at, channel, worst)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_caught_where_it_is_and_only_there(name: str, change: str) -> None:
    make, amount = CHANGES[change]
    caught = 0
    for at in spread(len(list(keys(source(name))))):
        document = deepcopy(source(name))
        if not make(document, at, amount):
            continue
        changed = model(name, document)
        try:
            after = motions(changed)
        except MotionError:
            continue  # an edit that no player plays is told as an error, below
        told = {
            f"{motion.name}: {channel.address}": channel
            for motion in compare(golden(name), changed).motions
            for channel in motion.channels
        }
        for address, truth in truths(played(name), after):
            channel = told[address]
            tolerance = USUAL.of(channel.path, channel.name, channel.measure)
            if truth.worst <= SURE * tolerance:
                assert channel.passes, (at, address, truth.worst, channel)
            if truth.worst > (1 / SURE) * tolerance:
                caught += 1
                assert channel.status == "changed", (at, address, truth.worst)
                assert channel.time is not None
                near = NEAR_DRIVEN if truth.channel.driven else NEAR
                assert channel.error + channel.doubt >= near * truth.worst, (at, address)
                there = truth.error(channel.time)
                own = len(truth.channel.keys) and not truth.channel.driven
                # What is no curve of its own is estimated by straight lines between looks.
                slack = 0.0 if own else 0.01 * channel.error
                most = channel.doubt + 0.25 * tolerance + slack
                assert abs(there - channel.error) <= most, (at, address)
    assert caught or "below" in change


@pytest.mark.parametrize("name", FILES)
def test_keys_out_of_order_are_told_with_their_track_and_time(name: str) -> None:
    found = 0
    for at in spread(len(list(lists(source(name))))):
        document = deepcopy(source(name))
        listed = list(lists(document))[at]
        if len(listed) < 3:
            continue
        listed[0], listed[1] = listed[1], listed[0]
        with pytest.raises(MotionError) as caught:
            compare(golden(name), model(name, document))
        said = str(caught.value)
        times = [str(listed[place][time_of(listed[place])]) for place in (0, 1)]
        assert any(time in said for time in times), said
        found += 1
    assert found


def tracks(document: Any) -> Iterator[tuple[list[Any], int, str]]:
    """Yield the list that holds each track, its place, and the member that names it."""
    for clip in document.get("clips", ()):
        for at in range(len(clip.get("tracks", ()))):
            yield clip["tracks"], at, "path"
    for kind in ("objects", "props"):
        yield from ((document[kind], at, "path") for at in range(len(document.get(kind, ()))))
    for at, track in enumerate(document.get("tracks", ())):
        if "controller" in track:  # without one it does nothing
            yield document["tracks"], at, "target"


@pytest.mark.parametrize("name", FILES)
def test_a_track_under_another_name_is_told_as_renamed(name: str) -> None:
    for at in spread(len(list(tracks(source(name))))):
        document = deepcopy(source(name))
        owner, place, member = list(tracks(document))[at]
        path = owner[place][member]
        if path.lower() == "camera":
            continue  # its lens is a property of no other
        owner[place][member] = f"{path} of old"
        try:
            comparison = compare(golden(name), model(name, document))
        except MotionError:
            continue  # a driver reads the property
        failing = [channel for _, channel in comparison.failing()]
        assert failing, path
        own = [each for each in failing if each.path == f"{path} of old"]
        assert own, path
        for each in own:
            assert each.status in {"renamed", "added"}, each
        if "rig" in document:
            assert {each.was for each in own} == {f"{path}.{each.name}" for each in own}


@pytest.mark.parametrize("name", FILES)
def test_a_track_that_is_deleted_is_told_as_gone(name: str) -> None:
    for at in spread(len(list(tracks(source(name))))):
        document = deepcopy(source(name))
        owner, place, member = list(tracks(document))[at]
        path, last = owner[place][member], len(owner) == 1
        del owner[place]
        try:
            comparison = compare(golden(name), model(name, document))
        except (MotionError, DocumentError):
            continue  # a driver reads the property
        failing = [channel for _, channel in comparison.failing()]
        assert any(path_key(each.path) == path_key(path) for each in failing) or last, path
        assert not comparison.passes


def test_a_clip_under_another_id_is_told_as_renamed() -> None:
    name = FILES[0]
    document = deepcopy(source(name))
    document["clips"][1] |= {"id": "other", "name": "Other"}
    comparison = compare(golden(name), model(name, document))
    assert [motion.status for motion in comparison.motions] == ["same", "renamed", "same"]
    assert comparison.motions[1].was == "Idle (1d1ebr34th02)"
    del document["clips"][1]
    comparison = compare(golden(name), model(name, document))
    assert [motion.status for motion in comparison.motions] == ["same", "same", "removed"]


def test_the_order_of_tracks_and_clips_is_no_change() -> None:
    name = FILES[0]
    document = deepcopy(source(name))
    document["clips"].reverse()
    for clip in document["clips"]:
        clip["tracks"].reverse()
    assert compare(golden(name), model(name, document)).is_same


@pytest.mark.parametrize("between", [1, 7, 21])
def test_no_spike_hides_between_recorded_times(between: int) -> None:
    """Two keys and what is between them leave every frame and every recorded look as it was."""
    name = "sets/door.voxelanim.json"
    document = deepcopy(source(name))
    leaf = document["clips"][1]["tracks"][0]["rotation"]
    before = compare(golden(name), model(name, document))
    assert before.is_same
    start = leaf[0]["tick"] + 100 * between + 3
    for tick, turn in ((start, 0.0), (start + 1, 45.0), (start + 2, 0.0)):
        share = (tick - leaf[0]["tick"]) / (leaf[-2]["tick"] - leaf[0]["tick"])
        value = played(name)[1].sample([tick])[0][0]
        assert 0 < share < 1
        key = {"x": value[0], "y": round(float(value[1]) + turn, 4), "z": value[2]}
        leaf.insert(-2, {"tick": tick, "value": key})
    comparison = compare(golden(name), model(name, document))
    assert comparison.worst is not None
    motion, channel = comparison.worst
    assert (motion.name, channel.address) == (played(name)[1].name, "Frame/Leaf.rotation")
    assert (channel.component, channel.time) == ("y", start + 1)
    assert channel.error == pytest.approx(45.0, abs=0.01)


@pytest.mark.parametrize("name", FILES)
def test_a_record_is_the_same_when_it_is_made_again(name: str) -> None:
    document = model(name, source(name))
    text = as_text(record(document, name=name))
    assert as_text(record(document, name=name)) == text
    assert as_text(read(text)) == text
    assert as_text(record(document, name=name, previous=read(text))) == text
