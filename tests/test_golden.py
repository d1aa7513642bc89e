"""Golden files: their form, their size, how they are read, and how the commands use them."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from copy import deepcopy
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import load, schema
from animspec.cli import main
from animspec.golden import GoldenError, NewerGoldenError, as_text, at_once, compare, read, record
from animspec.golden.drawing import LETTER, WIDTH
from animspec.golden.numbers import HALF, kept, recorded
from animspec.golden.recording import own_version
from animspec.golden.sentences import of_channel, of_comparison
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
from animspec.strategies import animation_sets
from animspec.tolerances import Tolerances, decimals_for
from tests.set_texts import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

ROOT: Final = Path(__file__).parent.parent
FIXTURES: Final = ROOT / "fixtures"
SETS: Final = FIXTURES / "sets"
FILES: Final = [
    *sorted(SETS.glob("*.voxelanim.json")),
    *sorted((FIXTURES / "scenes").glob("*.sceneanim.json")),
    *sorted((FIXTURES / "m3g").glob("walk*")),
]
DOOR: Final = SETS / "door.voxelanim.json"
HUMANOID: Final = SETS / "humanoid.voxelanim.json"


def golden_text(path: Path = DOOR) -> bytes:
    return as_text(record(path))


def changed(path: Path, change: Callable[[Any], None]) -> bytes:
    document = json.loads(path.read_bytes())
    change(document)
    return json.dumps(document).encode()


def opened_wider(document: Any) -> None:
    document["clips"][0]["tracks"][0]["rotation"][1]["value"]["y"] += 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_golden_file_keeps_to_its_schema(path: Path) -> None:
    validator = Draft202012Validator(schema.load("golden"))
    assert list(validator.iter_errors(json.loads(golden_text(path)))) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_as_it_was_recorded(path: Path) -> None:
    comparison = compare(read(golden_text(path)), path)
    assert comparison.passes
    assert comparison.is_same


def test_the_form_is_laid_out_as_it_is_documented() -> None:
    """A change of the layout would show as a change of every golden file there is."""
    text = golden_text().decode()
    assert text.startswith('{\n  "golden": 1,\n  "source": "door.voxelanim.json",\n')
    assert '          "frameKeys": [0, 20, 25],\n          "ways": ["ease 2"],\n' in text
    rows = [
        "              0,0.711,2.744,5.954,10.192,15.313,21.168,27.612,34.496,41.675,",
        "49,56.326,63.504,70.389,76.832,82.688,87.808,92.047,95.256,97.29,\n",
        "              98,97.688,96.944,96.056,95.312,95\n",
    ]
    assert f'            "y": [\n{"".join(rows)}            ],\n            "z": 0\n' in text


def test_recorded_values_are_those_of_the_formula() -> None:
    """SEMANTICS 2.5: between two keys smooth goes by s*s*(3 - 2*s)."""
    (opening, _) = json.loads(golden_text())["motions"]
    values = opening["channels"][0]["values"]["y"]
    shares = np.arange(21) / 20
    assert values[:21] == [round(98 * s * s * (3 - 2 * s) + 1e-9, 3) for s in shares]


def altered(change: Callable[[Any], Any]) -> Iterator[tuple[str, int | None, bytes]]:
    """Yield golden texts of the humanoid in which one number each is another.

    Before each come its channel and the frame, None where it is the one number of a component.
    """
    plain = json.loads(golden_text(HUMANOID))
    for m, motion in enumerate(plain["motions"]):
        for c, channel in enumerate(motion["channels"]):
            for name, values in channel["values"].items():
                made = deepcopy(plain)
                into = made["motions"][m]["channels"][c]["values"]
                frame = len(values) // 2 if isinstance(values, list) else None
                if frame is None:
                    into[name] = change(values)
                else:
                    into[name][frame] = change(values[frame])
                address = f"{motion['name']} {channel['path']}.{channel['name']}"
                yield address, frame, json.dumps(made).encode()


@pytest.mark.parametrize("most", [1, at_once.MOST_CELLS])
@pytest.mark.parametrize(
    ("change", "error"), [(lambda value: value + 0.5, 0.5), (lambda _: None, float("inf"))]
)
def test_a_record_is_held_to_what_its_keys_come_to(
    change: Callable[[Any], Any], error: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys and so the digests are those recorded: the values alone tell."""
    monkeypatch.setattr(at_once, "MOST_CELLS", most)
    document = load(HUMANOID)
    assert compare(read(golden_text(HUMANOID)), document).is_same
    told = list(altered(change))
    assert {frame is None for _, frame, _ in told} == {True, False}
    for address, frame, text in told:
        found = [
            (f"{motion.name} {channel.address}", channel)
            for motion in compare(read(text), document).motions
            for channel in motion.channels
            if channel.status != "same"
        ]
        ((where, channel),) = found
        assert where == address
        assert channel.error == pytest.approx(error, abs=1e-3)  # as rounded
        motion = next(each for each in document.clips if each.id == address.split()[0])
        ticks = 0 if frame is None else frame * 24000 / motion.fps
        assert channel.time == pytest.approx(ticks, abs=0.5)


def test_a_change_of_one_key_changes_lines_around_it_only() -> None:
    def later(document: Any) -> None:
        document["clips"][1]["tracks"][0]["rotation"][-1]["value"]["y"] = 0.5

    before = golden_text().splitlines()
    after = as_text(record(json_model(changed(DOOR, later)), name=DOOR.name)).splitlines()
    different = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    assert len(different) <= 5


def json_model(data: bytes, name: str = DOOR.name) -> Any:
    from animspec.loading import model_of

    return model_of(data, name)


@examples(25, 500)
@given(animation_sets(most_clips=2, most_tracks=2, most_keys=4))
def test_any_set_is_as_it_was_recorded(drawn: AnimationSet) -> None:
    text = as_text(record(drawn))
    golden = read(text)
    assert as_text(golden) == text
    assert as_text(record(drawn, previous=golden)) == text
    assert compare(golden, drawn).is_same


numbers = st.floats(-1e6, 1e6) | st.integers(-1000, 1000).map(lambda number: number / 2000)


@examples(200, 5000)
@given(numbers, st.integers(0, 6))
def test_a_number_is_recorded_to_half_a_unit(value: float, decimals: int) -> None:
    (stored,) = recorded(np.array([value]), decimals).tolist()
    assert abs(stored - value) <= HALF * 10.0**-decimals
    assert stored == float(f"{stored:.{decimals}f}")
    assert str(stored) != "-0.0"


@examples(200, 5000)
@given(st.integers(-(10**6), 10**6), st.floats(-0.5, 0.5), st.integers(0, 6))
def test_a_stored_number_stays_where_the_new_one_rounds_to_it(
    units: int, off: float, decimals: int
) -> None:
    stored = float(np.round(units * 10.0**-decimals, decimals))
    fresh = np.array([(units + off) * 10.0**-decimals])
    assert kept(np.array([stored]), fresh, decimals).tolist() == [stored]
    (moved,) = kept(np.array([stored]), fresh + 10.0**-decimals, decimals).tolist()
    assert moved != stored or abs(off + 1) <= 0.5 + 1e-5


@given(st.floats(1e-9, 1e3))
def test_a_tolerance_is_ten_units_of_the_last_decimal_or_more(tolerance: float) -> None:
    decimals = decimals_for(tolerance, "linear")
    assert 10 * 10.0**-decimals <= tolerance * (1 + 1e-6) or decimals == 0
    assert decimals == 0 or 10 * 10.0 ** -(decimals - 1) > tolerance * (1 - 1e-6)


def test_a_greater_tolerance_needs_fewer_decimals() -> None:
    loose = Tolerances(linear=0.1, degrees=1, tracks=(("*handle*", 5),))
    golden = record(DOOR, tolerances=loose)
    channels = [channel for motion in golden.motions for channel in motion.channels]
    assert [each.decimals for each in channels] == [1, 1, 1, 1]
    assert len(as_text(golden)) < len(golden_text())
    assert read(as_text(golden)).tolerances.tolerances == loose


def noisy(frames: int, tracks: int) -> AnimationSet:
    """Return a clip with a key on every frame, of numbers that nothing foretells."""
    random = np.random.default_rng(1)

    def keys() -> tuple[Key, ...]:
        values = np.round(random.uniform(-100, 100, (frames, 3)), 4).tolist()
        return tuple(Key(1000 * at, Vector3(*value)) for at, value in enumerate(values))

    made = tuple(Track(f"Block{at}", position=keys()) for at in range(tracks))
    return AnimationSet("Fox", (Clip("a", "A", 1000 * (frames - 1), 24, False, made),))


def test_noise_takes_less_than_four_bytes_a_value() -> None:
    """10 000 frames of 300 values then have less than 12 MB; channels at rest hardly any."""
    text = as_text(record(noisy(1000, 4)))
    assert len(gzip.compress(text, 9)) / (1000 * 12) < 4.0
    still = Track("Still", position=(Key(0, Vector3(1, 2, 3)), Key(999_000, Vector3(1, 2, 3))))
    clip = Clip("a", "A", 999_000, 24, False, (still,) * 1)
    assert len(as_text(record(AnimationSet("Fox", (clip,))))) < 1200


BROKEN: Final[dict[str, tuple[Callable[[bytes], bytes], str]]] = {
    "empty": (lambda _: b"", "is empty"),
    "cut off": (lambda text: text[: len(text) // 2], "is cut off"),
    "foreign": (lambda _: b'{"name": "package"}', 'is no golden file: it has no member "golden"'),
    "a list": (lambda _: b"[]", "is no golden file: expected `object`, got `array`"),
    "newer": (lambda text: text.replace(b'"golden": 1', b'"golden": 9'), "is of version 9"),
    "older": (lambda text: text.replace(b'"golden": 1', b'"golden": 0'), "expected 1"),
    "text": (lambda _: b"hello", "is not JSON"),
    "not UTF-8": (lambda text: text.replace(b"Open", b"\xff\xfe"), "is not"),
    "a conflict": (
        lambda text: text.replace(b'  "kind"', b'<<<<<<< HEAD\n  "kind"'),
        "holds a merge conflict, in line 4",
    ),
    "a type": (
        lambda text: text.replace(b'"decimals": 3', b'"decimals": "3"'),
        "is no golden file, at motions[0].channels[0].decimals: expected `int`, got `str`",
    ),
    "a value too few": (lambda text: text.replace(b"95.312,95\n", b"95\n"), "has 25 values"),
    "a way too few": (lambda text: text.replace(b'"ease 2"', b'"ease"'), "there are fewer ways"),
    "a way too many": (lambda text: text.replace(b'"ease 2"', b'"ease 9999999"'), "more ways"),
    "a way of no name": (lambda text: text.replace(b'"ease 2"', b'"fly 2"'), 'a way "fly 2"'),
    "a frame too far": (lambda text: text.replace(b"[0, 20, 25]", b"[0, 20, 99]"), "frameKeys"),
    "keys that do not rise": (
        lambda text: text.replace(b"[0, 20, 25]", b"[0, 20, 20]"),
        "do not rise",
    ),
    "no frames": (lambda text: text.replace(b'"frames": 26', b'"frames": 2'), "has 2 frames"),
    "no end": (lambda text: text.replace(b'"end": 20000', b'"end": -1'), "has times from 0"),
    "frames without end": (lambda text: text.replace(b'"end": 20000', b'"end": 1e300'), "times"),
    "a component too few": (lambda text: text.replace(b'"x": 0,', b""), "those of the components"),
    "no time in a second": (
        lambda text: text.replace(b'Second": 24000', b'Second": 0'),
        'does not fit together: "Open": unitsPerSecond is 0, expected 24000',
    ),
    "more time in a second than numbers hold": (
        lambda text: text.replace(b'Second": 24000', b'Second": 1e308').replace(
            b'"fps": 30', b'"fps": 1e308'
        ),
        "unitsPerSecond is 1e+308, expected 24000",
    ),
    "time that runs back": (
        lambda text: text.replace(b'Second": 24000', b'Second": -24000').replace(
            b'"fps": 30', b'"fps": -30'
        ),
        "unitsPerSecond is -24000, expected 24000",
    ),
    "no word on a second": (
        lambda text: text.replace(b'      "unitsPerSecond": 24000,\n', b""),
        "unitsPerSecond is absent, expected 24000",
    ),
    "no frame in a second": (
        lambda text: text.replace(b'"fps": 30', b'"fps": 0'),
        'does not fit together: "Open": fps is 0, expected more than 0',
    ),
    "frames that run back": (
        lambda text: text.replace(b'"fps": 30', b'"fps": -30'),
        "fps is -30, expected more than 0",
    ),
    "frames of no length": (lambda text: text.replace(b'"fps": 30', b'"fps": 1e308'), "times"),
    "a start beyond all": (lambda text: text.replace(b'"start": 0', b'"start": -1e308'), "times"),
    "a kind of no name": (
        lambda text: text.replace(b'"animation-set"', b'"junk"'),
        "is no golden file, at kind: invalid enum value 'junk'",
    ),
    "another kind": (
        lambda text: text.replace(b'"animation-set"', b'"scene-animation"'),
        "is the record of a document of kind scene-animation, not animation-set",
    ),
    "another unit": (
        lambda text: text.replace(b'"tick"', b'"s"'),
        'does not fit together: "Open": unit is "s", expected "tick"',
    ),
    "looks elsewhere": (
        lambda text: text.replace(b'"beside": 1', b'"beside": 2'),
        'does not fit together: "Open": beside is 2, expected 1',
    ),
    "a row of frames that runs back": (
        lambda text: text.replace(b"[0, 20, 25]", b"[0, [5, 2], 25]"),
        "frameKeys has [5, 2], expected the first frame before the last",
    ),
    "a row of frames without an end": (
        lambda text: text.replace(b"[0, 20, 25]", b"[0, [20], 25]"),
        "is no golden file, at motions[0].channels[0].frameKeys",
    ),
    "no keys": (
        lambda text: text.replace(b'"frameKeys": [0, 20, 25],', b""),
        "it moves and has neither frameKeys nor keys",
    ),
    "keys at rest": (
        lambda text: re.sub(rb'"y": \[[^]]*\]', b'"y": 0', text, count=1),
        "it has keys and is at rest",
    ),
    "a digest that is none": (
        lambda text: re.sub(rb'"digest": ".', b'"digest": "X', text, count=1),
        "at motions[0].channels[0].digest",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.filterwarnings("error")
def test_a_golden_file_that_cannot_be_used_says_why(
    case: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    break_it, said = BROKEN[case]
    text = break_it(golden_text())
    with pytest.raises(GoldenError, match=r".") as caught:
        compare(read(text, "door.golden.json"), DOOR)
    assert said in str(caught.value)
    shutil.copy(DOOR, tmp_path)
    golden = tmp_path / f"{DOOR.name}.golden.json"
    golden.write_bytes(text)
    assert run("golden", "check", str(tmp_path)) == 2
    out, err = capfd.readouterr()
    assert err == ""
    assert said in out
    assert f"{golden}" in out
    newer = case == "newer"
    assert run("golden", "check", "--update", str(tmp_path)) == (2 if newer else 0)
    assert (golden.read_bytes() == text) == newer


@pytest.mark.parametrize("case", BROKEN)
def test_recording_anew_takes_the_place_of_what_cannot_be_used(case: str, tmp_path: Path) -> None:
    shutil.copy(DOOR, tmp_path)
    golden = tmp_path / f"{DOOR.name}.golden.json"
    text = BROKEN[case][0](golden_text())
    golden.write_bytes(text)
    newer = case == "newer"
    assert run("golden", "record", str(tmp_path)) == int(newer)
    assert golden.read_bytes() == (text if newer else golden_text())


JUNK: Final[list[Any]] = [
    None,
    True,
    -1,
    0,
    0.5,
    2,
    1e308,
    "",
    "s",
    "quaternion",
    "hold",
    [],
    [1],
    [5, 2],
    {},
]


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a JSON document: what holds a value, and its name or number there."""
    for at in range(len(node)) if isinstance(node, list) else list(node):
        yield node, at
        if isinstance(node[at], list | dict):
            yield from places(node[at])


DOOR_GOLDEN: Final = json.loads(golden_text())


@pytest.mark.filterwarnings("error")
@examples(300, 20000)
@given(st.data())
def test_what_is_no_golden_file_by_its_schema_is_refused(data: st.DataObject) -> None:
    """One value each is another or is gone; what the schema refuses is an error."""
    document = deepcopy(DOOR_GOLDEN)
    holder, at = data.draw(st.sampled_from([*places(document)]))
    junk = data.draw(st.sampled_from([..., *JUNK]))
    if junk is ...:
        del holder[at]
    else:
        holder[at] = junk
    validator = Draft202012Validator(schema.load("golden"))
    try:
        comparison = compare(read(json.dumps(document).encode()), DOOR)
    except GoldenError:
        return
    assert not comparison.is_same or list(validator.iter_errors(document)) == []


def test_a_channel_of_another_sort_is_told() -> None:
    """The keys are those recorded, so that only what is said of the channel tells."""
    for member, told, sentence in (
        ("measure", "linear", "is measured as degrees, it was as linear"),
        ("unit", "m", 'has values in the unit "degrees", it had "m"'),
    ):
        document = deepcopy(DOOR_GOLDEN)
        document["motions"][0]["channels"][0][member] = told
        comparison = compare(read(json.dumps(document).encode()), DOOR)
        assert list(of_comparison(comparison)) == [f"Open: Frame/Leaf.rotation {sentence}"]
    document = deepcopy(DOOR_GOLDEN)
    channel = document["motions"][0]["channels"][0]
    channel["components"][0] = "r"
    channel["values"]["r"] = channel["values"].pop("x")
    (sentence,) = of_comparison(compare(read(json.dumps(document).encode()), DOOR))
    assert sentence.endswith("has the components x, y, z, it had r, y, z")


def test_a_motion_that_counts_time_otherwise_is_told() -> None:
    """A sequence may take the name that the motion over world time had."""
    path = FIXTURES / "m3g" / "walk.m3ganim.json"
    document = json.loads(golden_text(path))
    (world,) = (each for each in document["motions"] if each["unit"] == "world unit")
    world["unit"] = "sequence unit"
    sentences = list(of_comparison(compare(read(json.dumps(document).encode()), path)))
    assert "World: times are in world units, they were in sequence units" in sentences


def test_a_value_where_there_was_none_and_none_where_there_was_one_are_told() -> None:
    document = deepcopy(DOOR_GOLDEN)
    document["motions"][0]["channels"][0]["values"]["y"][3] = None
    golden = read(json.dumps(document).encode())
    (sentence,) = of_comparison(compare(golden, DOOR))
    assert sentence.endswith("Leaf.rotation.y has a value at frame 3 (0.1 s), it had none")
    (motion, channel) = next(compare(golden, DOOR).failing())
    turned = evolve(channel, old=channel.new, new=channel.old)
    assert of_channel(motion, turned).endswith("has no value at frame 3 (0.1 s), it had one")


@examples(150, 5000)
@given(st.data())
def test_bytes_that_are_changed_never_make_a_traceback(data: st.DataObject) -> None:
    text = bytearray(golden_text())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 9))] = data.draw(
            st.sampled_from(
                [b"", b"null", b"-1", b"1e999", b"{}", b"[", b'"', b"\xff", b"99999999"]
            )
        )
    try:
        compare(read(bytes(text)), DOOR)
    except GoldenError as error:
        told = str(error)
        assert "\n" not in told


def run(*words: str) -> int:
    return main(list(words))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with some recorded files, which is the current one."""
    (tmp_path / "foxes").mkdir()
    for path in (DOOR, HUMANOID):
        shutil.copy(path, tmp_path / "foxes")
    shutil.copy(FIXTURES / "m3g" / "walk.m3g", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("golden", "record") == 0
    return tmp_path


def output(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_recording_tells_what_was_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("golden", "record", "--folder", "apart", "foxes") == 0
    assert output(capsys) == ["Recorded 2 files (2 new)"]
    shutil.rmtree(project / "apart")
    before = {path: path.read_bytes() for path in project.rglob("*.golden.json")}
    assert len(before) == 3
    assert run("golden", "record") == 0
    assert output(capsys) == ["Recorded 3 files (3 unchanged)"]
    assert {path: path.read_bytes() for path in project.rglob("*.golden.json")} == before


def test_checking_tells_the_worst_track_and_its_time(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("golden", "check") == 0
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    capsys.readouterr()
    assert run("golden", "check") == 1
    assert output(capsys) == [
        "foxes/door.voxelanim.json: changed in 1 of 2 motions and 1 of 4 tracks",
        (
            "  Open: Frame/Leaf.rotation.y differs by 4° at frame 20 (0.666667 s) "
            "(tolerance 0.01°): it is 102°, it was 98°"
        ),
        "1 of 3 files changed, 2 as recorded",
    ]


def test_updating_says_what_was_accepted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    (project / "foxes" / HUMANOID.name).unlink()
    shutil.copy(SETS / "idle-steps.voxelanim.json", project)
    capsys.readouterr()
    assert run("golden", "check", "--update") == 0
    lines = output(capsys)
    assert "changed in 1 of 2 motions and 1 of 4 tracks; the golden file is rewritten" in lines[0]
    assert "it is 102°, it was 98°" in lines[1]
    assert lines[2].endswith("the golden file is written")
    assert lines[3].endswith("the golden file is removed")
    assert lines[4].endswith("3 golden files brought up to date")
    assert run("golden", "check") == 0
    assert len(list(project.rglob("*.golden.json"))) == 3


def test_missing_and_left_over_golden_files_fail(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "foxes" / HUMANOID.name).rename(project / "foxes" / "other.voxelanim.json")
    capsys.readouterr()
    assert run("golden", "check") == 1
    lines = output(capsys)
    assert lines[0].startswith("foxes/other.voxelanim.json: there is no foxes/other.voxelanim.json")
    assert lines[1] == (
        "foxes/humanoid.voxelanim.json: is gone, but "
        "foxes/humanoid.voxelanim.json.golden.json is there"
    )


def test_a_file_with_errors_fails_with_their_place(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    door = project / "foxes" / DOOR.name
    door.write_bytes(DOOR.read_bytes()[:300])
    capsys.readouterr()
    assert run("golden", "check", "foxes") == 1
    assert output(capsys)[0].startswith("foxes/door.voxelanim.json: cannot be used: ")

    def swapped(document: Any) -> None:
        keys = document["clips"][0]["tracks"][0]["rotation"]
        keys[0], keys[1] = keys[1], keys[0]

    door.write_bytes(changed(DOOR, swapped))
    assert run("golden", "check", "foxes") == 1
    said = output(capsys)[0]
    assert "cannot be played" in said
    assert "Frame/Leaf" in said
    assert "tick 0" in said


def test_golden_files_can_lie_in_a_folder_that_mirrors_the_assets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "assets" / "foxes").mkdir(parents=True)
    shutil.copy(DOOR, tmp_path / "assets" / "foxes")
    (tmp_path / "animspec.toml").write_text('[golden]\nfolder = "goldens"\n')
    monkeypatch.chdir(tmp_path)
    assert run("golden", "record", "assets") == 0
    golden = tmp_path / "goldens" / "assets" / "foxes" / f"{DOOR.name}.golden.json"
    assert golden.is_file()
    assert run("golden", "check", "assets") == 0
    (tmp_path / "assets" / "foxes" / DOOR.name).unlink()
    capsys.readouterr()
    assert run("golden", "check", "assets") == 1
    assert "is gone" in output(capsys)[0]
    shutil.copy(DOOR, tmp_path / "assets")
    assert run("golden", "record", "assets", "--folder", "elsewhere") == 0
    assert (tmp_path / "elsewhere" / "assets" / f"{DOOR.name}.golden.json").is_file()


@pytest.fixture
def mirrored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two folders of files that were recorded from it into a third."""
    for name, path in (("assets", DOOR), ("other", HUMANOID)):
        (tmp_path / name).mkdir()
        shutil.copy(path, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert run("golden", "record", ".", "--folder", "goldens") == 0
    return tmp_path


def recorded_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*.golden.json")}


def test_what_was_recorded_from_another_folder_is_never_removed(
    mirrored: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded_in(mirrored)
    monkeypatch.chdir(mirrored / "assets")
    for _ in range(2):
        assert run("golden", "check", ".", "--folder", "../goldens", "--update") == 2
        assert recorded_in(mirrored) == before
    assert run("golden", "record", ".", "--folder", "../goldens") == 0
    assert run("golden", "check", ".", "--folder", "../goldens", "--update") == 0
    assert before <= recorded_in(mirrored)
    (mirrored / "goldens" / f"{DOOR.name}.golden.json").unlink()
    named = f"assets/{DOOR.name}"
    capsys.readouterr()
    assert run("golden", "check", named, "--folder", "../goldens", "--update") == 2
    assert before <= recorded_in(mirrored)
    monkeypatch.chdir(mirrored)
    assert run("golden", "check", ".", "--folder", "goldens") == 0


def test_golden_files_that_mirror_nothing_here_are_not_removed(
    mirrored: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded_in(mirrored)
    capsys.readouterr()
    assert run("golden", "check", "--update") == 2
    assert "no file here has a golden file" in capsys.readouterr().err
    assert recorded_in(mirrored) == before
    (mirrored / "empty").mkdir()
    (mirrored / "goldens").rename(mirrored.parent / f"{mirrored.name}-goldens")
    monkeypatch.chdir(mirrored / "empty")
    apart = mirrored.parent / f"{mirrored.name}-goldens"
    assert run("golden", "check", ".", "--folder", str(apart), "--update") == 2
    assert len(recorded_in(apart)) == 2


def test_only_what_mirrors_the_paths_is_gone(mirrored: Path) -> None:
    (mirrored / "assets" / DOOR.name).rename(mirrored / "assets" / "new.voxelanim.json")
    (mirrored / "other" / HUMANOID.name).unlink()
    assert run("golden", "check", "assets", "--folder", "goldens", "--update") == 0
    assert recorded_in(mirrored / "goldens") == {
        "assets/new.voxelanim.json.golden.json",
        f"other/{HUMANOID.name}.golden.json",
    }
    assert run("golden", "check", ".", "--folder", "goldens", "--update") == 0
    assert recorded_in(mirrored / "goldens") == {"assets/new.voxelanim.json.golden.json"}


def test_a_folder_with_its_own_place_for_golden_files_keeps_them(project: Path) -> None:
    (project / "foxes" / "animspec.toml").write_text('[golden]\nfolder = "apart"\n')
    for path in (project / "foxes").glob("*.golden.json"):
        path.unlink()
    assert run("golden", "record") == 0
    before = recorded_in(project)
    assert f"foxes/apart/{DOOR.name}.golden.json" in before
    assert run("golden", "check", "--update") == 0
    assert recorded_in(project) == before


@pytest.mark.parametrize("action", ["record", "check"])
def test_a_path_that_is_not_there_cannot_be_used(
    action: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded_in(project)
    capsys.readouterr()
    assert run("golden", action, "foxes", "none.voxelanim.json") == 2
    out, err = capsys.readouterr()
    said = "none.voxelanim.json cannot be read: No such file or directory"
    assert (out, err) == ("", f"animspec golden: {said}\n")
    assert recorded_in(project) == before


@pytest.mark.parametrize("words", [(), ("--update",)])
def test_a_golden_file_that_cannot_be_read_is_to_blame(
    words: tuple[str, ...], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = project / "foxes" / f"{DOOR.name}.golden.json"
    golden.unlink()
    golden.mkdir()
    capsys.readouterr()
    assert run("golden", "check", *words) == 2
    assert output(capsys)[0] == (
        "foxes/door.voxelanim.json: foxes/door.voxelanim.json.golden.json "
        "cannot be read: Is a directory"
    )


@pytest.mark.parametrize("option", ["--report", "--output-file"])
def test_a_report_that_cannot_be_written_is_named(
    option: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "file").touch()
    for path, reason in (("foxes", "Is a directory"), ("file/report.html", "")):
        capsys.readouterr()
        assert run("golden", "check", option, path) == 2
        assert f"animspec golden: {path} cannot be written: {reason}" in capsys.readouterr().err


def test_configuration_sets_tolerances_by_kind_and_track(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    settings = project / "animspec.toml"
    settings.write_text("[golden.kinds.m3g-animation]\ndegrees = 9\n")
    assert run("golden", "check") == 1
    settings.write_text("[golden.kinds.animation-set]\ndegrees = 9\n")
    assert run("golden", "check") == 0
    settings.write_text('[golden.tracks]\n"frame/*.rotation" = 9\n')
    assert run("golden", "check") == 0
    settings.write_text("[golden]\ndegree = 9\n")
    capsys.readouterr()
    assert run("golden", "check") == 2
    assert 'did you mean "degrees"?' in capsys.readouterr().err


def test_json_and_junit_tell_the_same(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    capsys.readouterr()
    assert run("golden", "check", "--format", "json") == 1
    document = json.loads(capsys.readouterr().out)
    validator = Draft202012Validator(schema.load("golden-report"))
    assert list(validator.iter_errors(document)) == []
    (channel,) = document["files"][0]["motions"][0]["channels"]
    assert (channel["frame"], channel["component"]) == (20, "y")
    assert channel["error"] == pytest.approx(4, abs=0.001)
    assert run("golden", "check", "--format", "junit", "--output-file", "out.xml") == 1
    suite = ET.parse("out.xml").getroot()[0]  # noqa: S314 - our own file
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "0")
    (failure,) = suite.iter("failure")
    assert "Frame/Leaf.rotation.y differs by 4°" in str(failure.text)


class Seen(HTMLParser):
    """What a page refers to and holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in {"href", "src", "action", "data", "srcset"}:
                self.links.append(str(value))
            if name == "id":
                self.places.add(str(value))


def test_the_page_shows_what_moved_and_needs_nothing_from_elsewhere(project: Path) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    assert run("golden", "check", "--report", "out/report.html") == 1
    text = (project / "out" / "report.html").read_text("utf-8")
    seen = Seen(text)
    assert "script" not in seen.tags
    assert "svg" in seen.tags
    assert seen.links
    assert {link.removeprefix("#") for link in seen.links} <= seen.places
    assert "http" not in text
    assert "url(" not in text
    assert "Frame/Leaf.rotation.y differs by 4° at frame 20" in text
    assert "Golden check: failed" in text


def test_a_page_escapes_what_files_say(tmp_path: Path) -> None:
    def renamed(document: Any) -> None:
        document["clips"][0]["name"] = "<script>alert(1)</script>"
        document["clips"][0]["tracks"][0]["path"] = '"><img src=x>'

    data = changed(DOOR, renamed)
    (tmp_path / DOOR.name).write_bytes(data)
    (tmp_path / f"{DOOR.name}.golden.json").write_bytes(golden_text())
    assert run("golden", "check", str(tmp_path), "--report", str(tmp_path / "r.html")) == 1
    assert {"script", "img"}.isdisjoint(Seen((tmp_path / "r.html").read_text("utf-8")).tags)


def worse_and_renamed(document: Any) -> None:
    """Rename a track, turn another, and let a second clip differ by more."""
    walk, idle = document["clips"][:2]
    tracks = {track["path"]: track for track in walk["tracks"]}
    tracks["Hips/Leg.R/Foot.R"]["path"] = "Hips/Leg.R/Boot.R"
    tracks["Hips/Leg.R"]["rotation"][1]["value"]["x"] += 20
    tracks["Hips/Leg.L"]["rotation"][1]["value"]["x"] += 5
    head = next(track for track in idle["tracks"] if track["path"] == "Body/Head")
    head["rotation"][0]["value"]["y"] += 40


def test_table_and_pictures_of_a_page_agree_on_what_is_worst(project: Path) -> None:
    (project / "foxes" / HUMANOID.name).write_bytes(changed(HUMANOID, worse_and_renamed))
    assert run("golden", "check", "--report", "report.html") == 1
    text = (project / "report.html").read_text("utf-8")
    worst = re.findall(r'<td data-column="Worst"><a href="#(\w+)">([^<]+)</a>([^<]*)</td>', text)
    assert [said for _, *said in worst] == [
        ["Body/Head.rotation", " 40°"],
        ["Hips/Leg.R.rotation", " 20° and 1 track renamed"],
    ]
    pictures = re.findall(r'<article id="(\w+)"><h3>([^<]+)</h3>', text)
    assert [name for _, name in pictures] == [
        "Body/Head.rotation",
        "Hips/Leg.R.rotation",
        "Hips/Leg.L.rotation",
        "Hips/Leg.R/Boot.R.rotation",
    ]
    assert [place for place, *_ in worst] == [place for place, _ in pictures[:2]]
    assert "<summary>8 clips move as they did</summary>" in text


def test_a_page_says_what_is_renamed_new_or_gone_where_nothing_moved(tmp_path: Path) -> None:
    def other(document: Any) -> None:
        tracks = document["clips"][0]["tracks"]
        tracks[0]["path"] = "Frame/Other"
        tracks.append({**tracks[0], "path": "Frame/Extra"})

    (tmp_path / "new.voxelanim.json").write_bytes(changed(DOOR, other))
    words = ("--format", "html", "--output-file", str(tmp_path / "page.html"))
    assert run("compare", str(DOOR), str(tmp_path / "new.voxelanim.json"), *words) == 1
    text = (tmp_path / "page.html").read_text("utf-8")
    assert re.search(r"Frame/Other.rotation</a> \(renamed\) and 1 track new</td>", text)
    assert "recorded" not in text


def test_numbers_beside_a_picture_are_told_apart_and_stay_in_it(tmp_path: Path) -> None:
    def far_away(document: Any, way: float) -> None:
        keys = [
            {"tick": tick, "value": {"x": -1234567.25 + far, "y": 0, "z": 0}}
            for tick, far in ((0, 0.0), (240_000_000, way))
        ]
        tracks = [{"path": "Frame", "position": keys}]
        document["clips"][0] |= {"length": 240_000_000, "fps": 24, "loop": False, "tracks": tracks}

    old, new, page = (str(tmp_path / name) for name in ("a.voxelanim.json", "b.json", "c.html"))
    Path(old).write_bytes(changed(DOOR, lambda document: far_away(document, 0.5)))
    Path(new).write_bytes(changed(DOOR, lambda document: far_away(document, 1.5)))
    assert run("compare", old, new, "--format", "html", "--output-file", page) == 1
    found = re.findall(
        r'<text x="([^"]+)" y="[^"]+" text-anchor="(\w+)">([^<]+)<', Path(page).read_text("utf-8")
    )
    labels = [label for *_, label in found]
    assert {"\N{MINUS SIGN}1234566.5", "0 s", "10000 s"} <= set(labels)
    assert len(set(labels)) == len(labels)
    for x, anchor, label in found:
        share = {"end": 1.0, "middle": 0.5}[anchor]
        wide = LETTER * len(label)
        assert float(x) - share * wide >= 0.0
        assert float(x) + (1.0 - share) * wide <= WIDTH


CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")


def in_browser(page: Path, folder: Path) -> str:
    """Return a page as a browser has it after loading."""
    quiet = ("--disable-quic", "--no-first-run", "--disable-background-networking")
    data = ("--disable-component-update", "--disable-sync", f"--user-data-dir={folder}/data")
    words = ("--headless", "--no-sandbox", "--disable-gpu", *quiet, *data, "--dump-dom")
    done = subprocess.run(
        [str(CHROMIUM), *words, page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_a_browser_shows_the_curves(project: Path, tmp_path: Path) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    assert run("golden", "check", "--report", "report.html") == 1
    shown = in_browser(project / "report.html", tmp_path)
    assert "<svg" in shown
    assert shown.count('class="old') == shown.count('class="new') > 0


MEASURE: Final = """<!doctype html><title></title><script>
function measure(inside) {
  const root = inside.document.documentElement;
  inside.document.querySelectorAll("details").forEach(each => each.open = true);
  const cells = [...inside.document.querySelectorAll("td")].filter(each => each.textContent);
  const narrowest = Math.min(...cells.map(each => each.clientWidth));
  document.title = [root.scrollWidth, narrowest].join(" ");
}
</script><iframe style="width:400px;border:0" onload="measure(this.contentWindow)" srcdoc="PAGE">
</iframe>"""
"""What tells how wide a page and its narrowest cell with words came to be."""


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_a_page_can_be_read_in_a_narrow_window(project: Path, tmp_path: Path) -> None:
    deep = "/".join(["AVeryLongNameOfSomeBlock"] * 9)
    data = changed(HUMANOID, worse_and_renamed).replace(b'"Hips/Leg.R"', f'"{deep}"'.encode())
    (project / "foxes" / HUMANOID.name).write_bytes(data)
    assert run("golden", "check", "--report", "report.html") == 1
    measured = project / "measured.html"
    text = (project / "report.html").read_text("utf-8")
    measured.write_text(MEASURE.replace("PAGE", escape(text)), "utf-8")
    found = re.search(r"<title>(\d+) (\d+)</title>", in_browser(measured, tmp_path))
    assert found is not None
    wide, narrowest = map(int, found.groups())
    assert wide <= 400
    assert narrowest > 300


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_python_records_the_same_bytes(path: Path) -> None:
    """The recorded files were written by Python 3.13; whatever runs this test must write them."""
    before = (FIXTURES / "golden" / f"{path.name}.golden.json").read_bytes()
    (version,) = re.findall(rb'"animspec": "([^"]+)"', before)
    now = golden_text(path).replace(own_version().encode(), version, 1)
    assert now == before


def test_python_gets_values_from_recording_and_comparing() -> None:
    document = load(DOOR)
    golden = record(document, name="door")
    assert golden.source == "door"
    assert [motion.label for motion in golden.motions] == ["Open", "Close"]
    other = evolve(document, clips=document.clips[:1])
    comparison = compare(golden, other)
    assert [motion.status for motion in comparison.motions] == ["same", "removed"]
    assert not comparison.passes
    newer = golden_text().replace(b'"golden": 1', b'"golden": 2')
    with pytest.raises(NewerGoldenError, match="a newer one wrote it"):
        read(newer)


def documented(language: str, mark: str) -> str:
    """Return the example in the documentation that has a mark in it."""
    text = (ROOT / "docs" / "golden.md").read_text("utf-8")
    (found,) = (
        each for each in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL) if mark in each
    )
    return str(found)


def test_the_documented_golden_file_is_that_of_the_fixture() -> None:
    shown = json.loads(documented("json", '"golden": 1'))
    recorded_now = json.loads(golden_text())
    recorded_now["motions"] = recorded_now["motions"][:1]
    channels = recorded_now["motions"][0]["channels"] = recorded_now["motions"][0]["channels"][:1]
    channels[0]["values"]["y"] = channels[0]["values"]["y"][:5]
    recorded_now["made"] = shown["made"]
    assert shown == recorded_now


def renamed_track(document: Any) -> None:
    document["clips"][0]["tracks"][0]["path"] = "Frame/Gate"


def track_gone(document: Any) -> None:
    del document["clips"][0]["tracks"][0]


def track_new(document: Any) -> None:
    (track, *_) = document["clips"][0]["tracks"]
    document["clips"][0]["tracks"].append(
        {**track, "path": "Frame/Gate", "rotation": [track["rotation"][1]]}
    )


def clip_gone(document: Any) -> None:
    del document["clips"][0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: None, ""),
        (opened_wider, "Open Frame/Leaf.rotation changed 4.0 20.0\n"),
        (renamed_track, "Open Frame/Gate.rotation renamed 0.0 None\n"),
        (track_gone, "Open Frame/Leaf.rotation removed inf None\n"),
        (track_new, "Open Frame/Gate.rotation added inf None\n"),
        (clip_gone, "[('Close', 'same', ()), ('Open', 'removed', ())]\n"),
    ],
)
def test_the_documented_example_runs(
    change: Callable[[Any], None],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, source in (("fox.voxelanim.json", DOOR), ("old.m3g", FIXTURES / "m3g" / "walk.m3g")):
        shutil.copy(source, tmp_path / name)
    shutil.copy(tmp_path / "old.m3g", tmp_path / "new.m3g")
    (tmp_path / "now.voxelanim.json").write_bytes(changed(DOOR, change))
    monkeypatch.chdir(tmp_path)
    program = documented("python", "compare_documents")
    exec(program.replace('load("fox.', 'load("now.'), {})  # noqa: S102 - our own documentation
    assert capsys.readouterr().out == said


def test_what_rounds_to_a_stored_number_changes_no_line(tmp_path: Path) -> None:
    """An update of one track leaves the lines of the others, though they moved by a hair."""

    def nudged(document: Any) -> None:
        for clip in document["clips"]:
            for track in clip["tracks"]:
                for key in track.get("rotation", ()):
                    key["value"]["z"] += 0.0004
        opened_wider(document)

    (tmp_path / DOOR.name).write_bytes(changed(DOOR, nudged))
    golden = tmp_path / f"{DOOR.name}.golden.json"
    golden.write_bytes(golden_text())
    assert run("golden", "check", "--update", str(tmp_path)) == 0
    before, after = json.loads(golden_text()), json.loads(golden.read_bytes())
    for old, new in zip(before["motions"], after["motions"], strict=True):
        for first, second in zip(old["channels"], new["channels"], strict=True):
            first.pop("digest"), second.pop("digest")
            if (old["label"], first["path"]) == ("Open", "Frame/Leaf"):
                assert first["values"].pop("y") != second["values"].pop("y")
            assert first == second


def test_a_deep_copy_of_a_document_is_no_change() -> None:
    assert compare(record(DOOR), deepcopy(load(DOOR))).is_same


def test_the_commands_start_without_what_they_do_not_need() -> None:
    program = "import sys, animspec.golden; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert {"hypothesis", "matplotlib", "jsonschema", "pytest"}.isdisjoint(done.stdout.split())
