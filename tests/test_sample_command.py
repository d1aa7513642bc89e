"""``animspec sample``: the values of an animation as a table."""

from __future__ import annotations

import csv
import json
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

import animspec
from animspec.channels import plans
from animspec.cli import main
from animspec.samples import samples
from animspec.sampling import ClipSampler
from animspec.scenes import evaluate_scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
DOOR: Final = str(FIXTURES / "sets" / "door.voxelanim.json")
HUMANOID: Final = str(FIXTURES / "sets" / "humanoid.voxelanim.json")
SCENE: Final = str(FIXTURES / "scenes" / "product-walkthrough.sceneanim.json")
WALK: Final = str(FIXTURES / "m3g" / "walk.m3g")

ONE_OF_UNITS: Final = (
    "--fps: times are in sequence units, of which a second has no known number;"
    " --at takes times in them"
)
NO_FORM: Final = (
    "the name door.txt tells no form, expected *.csv, *.json, *.npz, *.parquet or *.pq, or --format"
)


@pytest.fixture
def sample(capsysbinary: pytest.CaptureFixture[bytes]) -> Any:
    def run(*words: str) -> bytes:
        assert main(["sample", *words]) == 0
        out, err = capsysbinary.readouterr()
        assert err == b""
        return out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str, status: int = 2) -> str:
        assert main(["sample", *words]) == status
        out, err = capsys.readouterr()
        assert out == ""
        return err.removeprefix("animspec sample: ").removesuffix("\n")

    return run


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(data.decode("utf-8"))))


def numbers(rows: Sequence[Sequence[str]], column: int) -> list[float]:
    return [float(row[column]) for row in rows]


def test_csv_has_a_row_a_frame_and_says_its_units(sample: Any) -> None:
    head, *rows = rows_of(sample(DOOR, "--clip", "Open"))
    assert head[:4] == ["clip", "time [tick]", "seconds", "Frame/Leaf.rotation.x [degrees]"]
    assert len(rows) == 26
    assert numbers(rows, 1) == [800.0 * frame for frame in range(26)]
    assert numbers(rows, 2) == [800.0 * frame / 24000 for frame in range(26)]
    # Smooth from 0 at tick 0 to 98 at tick 16000: s*s*(3-2s).
    expected = [98 * (s := 800 * frame / 16000) * s * (3 - 2 * s) for frame in range(21)]
    assert numbers(rows[:21], 4) == pytest.approx(expected, abs=1e-12)


def test_csv_reads_back_as_the_same_doubles(sample: Any) -> None:
    clip = animspec.load(HUMANOID).clips[0]
    _, *rows = rows_of(sample(HUMANOID, "-c", clip.id, "--fps", "7"))
    ticks = numbers(rows, 1)
    assert ticks == [np.floor(frame * 24000 / 7 + 0.5) for frame in range(8)]
    read = np.array([[float(cell) for cell in row[3:]] for row in rows])
    assert read.tolist() == ClipSampler(clip).pack_many(ticks).tolist()


def test_clips_with_other_tracks_leave_cells_empty(sample: Any) -> None:
    head, *rows = rows_of(sample(DOOR, "--at", "0"))
    assert [row[0] for row in rows] == ["Open", "Close"]
    filled = [
        {name for name, cell in zip(head[3:], row[3:], strict=True) if cell != ""} for row in rows
    ]
    handle = "Frame/Leaf/Handle"
    assert {name for name in filled[0] if handle in name} == {
        f"{handle}.rotation.{axis} [degrees]" for axis in "xyz"
    }
    assert {name for name in filled[1] if handle in name} == {
        f"{handle}.position.{axis}" for axis in "xyz"
    }


def test_times_are_lists_and_ranges(sample: Any) -> None:
    _, *rows = rows_of(sample(DOOR, "-c", "open", "--at", "5,0:1:0.1", "--at=-2:-1:1"))
    assert numbers(rows, 1) == pytest.approx([5, *np.arange(11) / 10, -2, -1], abs=1e-12)


def test_every_is_every_tick_or_millisecond(sample: Any, tmp_path: Path) -> None:
    assert len(rows_of(sample(DOOR, "-c", "Close", "--every"))) == 16_002
    scene = tmp_path / "short.sceneanim.json"
    scene.write_text('{"length": 0.5, "fps": 24, "objects": [], "props": [{"path": "a", "name": "b"'
                     ', "keys": [{"t": 0, "v": [1]}]}]}')  # fmt: skip
    times = numbers(rows_of(sample(str(scene), "--every"))[1:], 1)
    assert times == [milli / 1000 for milli in range(501)]


def test_keys_are_sampled_at_their_own_times(sample: Any) -> None:
    _, *rows = rows_of(sample(DOOR, "-c", "Open", "--keys"))
    assert numbers(rows, 1) == [0, 3200, 6400, 9600, 16000, 20000]


def test_json_has_channels_with_their_values(sample: Any) -> None:
    document = json.loads(sample(SCENE, "--format", "json", "--at", "0:12:0.5"))
    (motion,) = document["motions"]
    assert (document["version"], motion["kind"], motion["unit"]) == (1, "scene-animation", "s")
    assert motion["times"] == motion["seconds"] == [half / 2 for half in range(25)]
    values = evaluate_scene(animspec.load(SCENE), motion["times"])
    told = {each["address"]: each["values"] for each in motion["channels"]}
    camera = values.camera
    assert camera is not None
    assert told["camera.eye"] == camera.eye.tolist()
    assert told["camera.fov"] == camera.fov[:, None].tolist()
    assert told["Turntable.angle"] == values.property("Turntable", "angle").tolist()
    # An action's property has no value while no clip plays it.
    level = values.property("Turntable/Speaker", "level")
    assert told["Turntable/Speaker.level"] == [
        [None if np.isnan(row[0]) else row[0]] for row in level.tolist()
    ]
    assert [None] in told["Turntable/Speaker.level"]


def test_npz_and_parquet_hold_the_same_numbers_as_csv(sample: Any, tmp_path: Path) -> None:
    from pyarrow import parquet

    head, *rows = rows_of(sample(DOOR, "--fps", "10"))
    archive, table = tmp_path / "door.npz", tmp_path / "door.parquet"
    for file in (archive, table):
        assert sample(DOOR, "--fps", "10", "-o", str(file)) == b""
    read = parquet.read_table(table)
    bare = [name.partition(" [")[0] for name in head]
    assert read.column_names == bare
    units = [field.metadata[b"unit"].decode() for field in list(read.schema)[1:]]
    assert units == [
        *("tick", "s"),
        *(name.partition(" [")[2].removesuffix("]") for name in head[3:]),
    ]
    for place, name in enumerate(bare[1:], start=1):
        cells = [None if row[place] == "" else float(row[place]) for row in rows]
        assert read[name].to_pylist() == cells
    assert read["clip"].to_pylist() == [row[0] for row in rows]
    arrays = np.load(archive)
    assert arrays["clips"].tolist() == ["Open", "Close"]
    for place, clip in enumerate(arrays["clips"].tolist()):
        own = [row for row in rows if row[0] == clip]
        assert arrays[f"{place}.times"].tolist() == numbers(own, 1)
        for at, name in enumerate(arrays[f"{place}.columns"].tolist()):
            column = numbers(own, bare.index(name))
            assert arrays[f"{place}.values"][:, at].tolist() == column
    assert json.loads(str(arrays["about"]))["motions"][1]["end"] == 16000


def test_the_output_is_replaced_in_one_step_and_the_same_each_time(
    sample: Any, tmp_path: Path
) -> None:
    for name in ("a.csv", "a.json", "a.npz", "a.pq"):
        file = tmp_path / name
        file.write_text("old")
        sample(WALK, "-o", str(file))
        first = file.read_bytes()
        sample(WALK, "-o", str(file))
        assert file.read_bytes() == first != b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.npz", "a.pq"]


def test_binary_files_are_sampled_like_their_documents(sample: Any) -> None:
    document = str(FIXTURES / "m3g" / "walk.m3ganim.json")
    one, other = (rows_of(sample(file, "--clip", "world")) for file in (WALK, document))
    assert one[0] == other[0]
    assert one[0][:3] == ["clip", "time [world unit]", "Hip.TRANSLATION.x"]
    for mine, theirs in zip(one[1:], other[1:], strict=True):
        assert [float(cell) for cell in mine[1:]] == pytest.approx(
            [float(cell) for cell in theirs[1:]], abs=1e-6
        )


def test_a_sheet_of_all_sequences_has_no_seconds(sample: Any) -> None:
    head, *rows = rows_of(sample(WALK, "--at", "0"))
    assert head[:2] == ["clip", "time [sequence unit or world unit]"]
    assert "seconds" not in head
    assert [row[0] for row in rows] == ["walk.hip", "walk.arm", "blink", "fade", "World"]


@pytest.mark.parametrize(
    ("globs", "columns"),
    [
        (["Frame/Leaf"], ["Frame/Leaf.rotation"]),
        (["*.POSITION"], ["Frame/Leaf/Handle.position"]),
        (["frame/*"], ["Frame/Leaf.rotation", "Frame/Leaf/Handle.position"]),
        (["*.rotation", "*.position"], ["Frame/Leaf.rotation", "Frame/Leaf/Handle.position"]),
    ],
)
def test_tracks_are_chosen_by_globs(sample: Any, globs: list[str], columns: list[str]) -> None:
    words = [word for glob in globs for word in ("--track", glob)]
    document = json.loads(sample(DOOR, "-c", "Close", "--at", "0", "--format", "json", *words))
    assert [each["address"] for each in document["motions"][0]["channels"]] == columns


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((DOOR, "-c", "Opne"), f'{DOOR} has no clip "Opne"; did you mean "Open"?'),
        ((DOOR, "-c", "zzz"), f'{DOOR} has no clip "zzz", expected "Open", "Close"'),
        ((WALK, "-c", "wrld"), f'{WALK} has no sequence "wrld"; did you mean "world"?'),
        (
            (DOOR, "-t", "Frame/Leav"),
            f'{DOOR} has no track "Frame/Leav"; did you mean "Frame/Leaf"?',
        ),
        (
            (WALK, "--fps", "30"),
            ONE_OF_UNITS,
        ),
        (
            (DOOR, "-o", "door.txt"),
            NO_FORM,
        ),
        (
            (SCENE, "--fps", "100000000"),
            "there would be 1.2e+09 times, expected at most 10000000",
        ),
        (
            (SCENE, "--at", "0:8999999:1"),
            "there would be 441000000 numbers, expected at most 100000000",
        ),
        (
            (DOOR, "-o", "nowhere/door.csv"),
            "nowhere/door.csv cannot be written: No such file or directory",
        ),
    ],
)
def test_what_cannot_be_done_is_said(refused: Any, words: tuple[str, ...], said: str) -> None:
    assert refused(*words) == said


def test_a_set_without_clips_has_nothing_to_sample(refused: Any, tmp_path: Path) -> None:
    path = tmp_path / "none.voxelanim.json"
    document = json.loads(Path(DOOR).read_bytes())
    path.write_text(json.dumps({**document, "clips": []}))
    assert refused(str(path)) == f"{path} has nothing that moves"


def test_all_clips_of_a_name_are_sampled(sample: Any, tmp_path: Path) -> None:
    path = tmp_path / "twice.voxelanim.json"
    document = json.loads(Path(DOOR).read_bytes())
    first, second = document["clips"]
    second["name"] = first["name"].upper()
    path.write_text(json.dumps(document))
    rows = rows_of(sample(str(path), "-c", first["name"]))
    assert rows == rows_of(sample(str(path)))
    assert len({row[0] for row in rows[1:]}) == 2
    ids = {row[0] for row in rows_of(sample(str(path), "-c", second["id"]))[1:]}
    assert ids == {second["name"]}


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ("0:5", '"0:5" is neither TIME nor START:STOP:STEP'),
        ("5:0:1", "the range ends at 0, before its start 5"),
        ("0:5:0", "0 is not above 0"),
        ("0:5:1e-9", "0:5:1e-9 has more than 10000000 times"),
        ("soon", "'soon' is not a number"),
    ],
)
def test_times_that_are_none_are_said(
    capsys: pytest.CaptureFixture[str], times: str, said: str
) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["sample", DOOR, "--at", times])
    assert raised.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: argument --at: {said}\n")


class Terminal(StringIO):
    buffer = BytesIO()

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("form", ["npz", "parquet"])
def test_binary_forms_do_not_go_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    assert main(["sample", DOOR, "--format", form]) == 2
    assert capsys.readouterr().err == (
        f"animspec sample: {form} is binary and standard output is a terminal,"
        " expected --output FILE\n"
    )


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, refused: Any) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert refused(DOOR, "--format", "parquet") == (
        "Parquet files need pyarrow: pip install 'animspec[parquet]'"
    )


def test_samples_are_told_from_python_as_well() -> None:
    (motion,) = animspec.motions(animspec.load(SCENE))
    found = samples(motion, plans.grid(motion))
    seconds: npt.NDArray[np.float64] | None = found.seconds
    assert seconds is not None
    assert len(seconds) == len(found.values[0]) == 301
    assert [name for name, _, _ in found.columns()][:3] == [f"camera.eye.{axis}" for axis in "xyz"]
