"""Golden files: their form, their size, and how they are read."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import load, schema
from animspec.golden import GoldenError, NewerGoldenError, as_text, at_once, compare, read, record
from animspec.golden.numbers import HALF, kept, recorded
from animspec.golden.recording import kind_of, own_version
from animspec.golden.sentences import of_channel, of_comparison
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
from animspec.strategies import animation_sets
from animspec.tolerances import Tolerances, decimals_for
from tests.golden_files import (
    DOOR,
    FIXTURES,
    HUMANOID,
    ROOT,
    SETS,
    changed,
    golden_text,
    json_model,
    opened_wider,
    run,
)
from tests.set_texts import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

FILES: Final = [
    *sorted(SETS.glob("*.voxelanim.json")),
    *sorted((FIXTURES / "scenes").glob("*.sceneanim.json")),
    *sorted((FIXTURES / "m3g").glob("walk*")),
]


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


def test_what_is_no_document_has_no_record() -> None:
    with pytest.raises(TypeError, match="there is a dict, expected"):
        record({"clips": []})
    with pytest.raises(TypeError, match="there is a dict, expected"):
        kind_of({"clips": []})


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


def test_a_deep_copy_of_a_document_is_no_change() -> None:
    assert compare(record(DOOR), deepcopy(load(DOOR))).is_same


def test_the_commands_start_without_what_they_do_not_need() -> None:
    program = "import sys, animspec.golden; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert {"hypothesis", "matplotlib", "jsonschema", "pytest"}.isdisjoint(done.stdout.split())
