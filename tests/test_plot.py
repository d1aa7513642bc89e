"""``animspec plot``: the curves of an animation as pictures, pages and lines of text."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from html.parser import HTMLParser
from io import BytesIO, StringIO, TextIOWrapper
from itertools import combinations
from pathlib import Path
from typing import Any, Final, get_args
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg

import animspec
from animspec.channels import Motion, motions
from animspec.cli import main
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
from animspec.plots.curves import drawn
from animspec.plots.lettering import Kept, fitted, text_width
from animspec.plots.pages import page
from animspec.plots.pictures import png, svg
from animspec.plots.rulers import fitting_ruler, ruler
from animspec.plots.sheets import WIDTH, block, figure
from animspec.plots.sparklines import sparkline
from animspec.plots.style import house_style, printable

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
HUMANOID: Final = str(FIXTURES / "sets" / "humanoid.voxelanim.json")
SCENE: Final = str(FIXTURES / "scenes" / "product-walkthrough.sceneanim.json")
WALK: Final = str(FIXTURES / "m3g" / "walk.m3g")
CASES: Final = FIXTURES / "cases"

HOSTILE: Final = '<script>alert("$x$")</script>\x01\n\u202e&amp; 走る 🦊'
"""A name with all that could break a picture or a page: markup, formulas, what is no letter."""

NO_FORM: Final = "the name a.gif tells no form, expected *.svg, *.png or *.html, or --format"

PIXEL: Final = 1.0
"""By how much boxes of letters may touch: their edges are whole dots."""


def motion_of(file: str | Path, name: str | None = None) -> Motion:
    found = motions(animspec.load(file))
    return next(motion for motion in found if name in {None, motion.name, motion.label})


def key(tick: int, y: float, interpolation: Any = None) -> Key:
    return Key(tick, Vector3(0.0, y, 0.0), interpolation)


def clip_of(*tracks: Track, loop: bool = False, name: str = "A") -> Motion:
    clip = Clip("a", name, 24000, 24, loop=loop, tracks=tracks)
    return motions(AnimationSet("Fox", (clip,)))[0]


def some_of(motion: Motion, *paths: str) -> Motion:
    """Return a motion with the channels of a few paths."""
    places = [at for at, each in enumerate(motion.channels) if each.path in paths]
    return evolve(
        motion,
        channels=tuple(motion.channels[at] for at in places),
        sampler=lambda times: tuple(motion.sampler(times)[at] for at in places),
    )


# What there is to draw


def test_a_step_is_drawn_upright() -> None:
    """The value changes between two neighbouring doubles and nowhere else."""
    keys = (key(0, 0, "step"), key(7000, 5, "step"), key(15001, -5, "step"))
    (curve,) = drawn(clip_of(Track("Arm", position=keys)))
    changes = np.flatnonzero(np.diff(curve.values[:, 1]))
    assert curve.times[changes + 1].tolist() == [7000.0, 15001.0]
    apart = np.diff(curve.times)[changes]
    assert (apart < 1e-10).all()


def test_a_loop_shows_its_end_before_its_start_and_its_start_after_its_end() -> None:
    walk = motion_of(HUMANOID, "Walk")
    tail = next(curve for curve in drawn(walk) if curve.channel.path == "Hips/Tail")
    assert tail.before is not None
    assert tail.after is not None
    times, values = tail.before
    assert times.max() == 0.0
    assert np.allclose(values, walk.sample(times + 24000)[2])
    times, values = tail.after
    assert times.min() == 24000.0
    assert np.allclose(values, walk.sample(times - 24000)[2])
    assert tail.jumps().tolist() == [0.0, 0.0, 0.0]


def test_the_seam_is_as_the_linter_has_it() -> None:
    file = CASES / "loop-one-frame-short" / "input.voxelanim.json"
    (curve,) = drawn(motion_of(file))
    report = animspec.check(file.read_bytes(), str(file))
    (message,) = [each.message for each in report.findings if each.rule == "loop-seam-jump"]
    assert "ends with 10, a jump of 10" in message
    assert curve.jumps().tolist() == [0.0, 0.0, -10.0]


def test_whole_turns_are_no_jump() -> None:
    keys = (key(0, 0), key(24000, 730.0))
    (curve,) = drawn(clip_of(Track("Wheel", rotation=keys), loop=True))
    assert curve.jumps().tolist() == [0.0, -10.0, 0.0]
    assert curve.after is not None
    assert curve.after[1][0].tolist() == [0.0, 720.0, 0.0]
    assert curve.before is not None
    assert curve.before[1][-1].tolist() == [0.0, 10.0, 0.0]


def test_what_steps_jumps_on_purpose() -> None:
    keys = (key(0, 0, "step"), key(12000, 9, "step"))
    (curve,) = drawn(clip_of(Track("Sign", position=keys), loop=True))
    assert curve.jumps().tolist() == [0.0, 0.0, 0.0]
    (curve,) = drawn(clip_of(Track("Sign", position=keys)))
    assert (curve.before, curve.after) == (None, None)


def test_a_ruler_names_seconds_and_frames_and_the_end() -> None:
    found = ruler(motion_of(HUMANOID, "Walk"), most=9)
    assert found.ticks == tuple(3000.0 * place for place in range(9))
    assert found.labels[:2] == ("0\n0", "0.125\n3")
    assert found.labels[-1] == "1\n24"
    short = motion_of(CASES / "loop-one-frame-short" / "input.voxelanim.json")
    assert ruler(short, most=9).labels[-2:] == ("0.5\n12", "0.625\n15")
    assert ruler(motion_of(WALK), most=12).labels[-1] == "1200"
    assert ruler(motion_of(WALK), most=12).heading == "units"


# Pictures


def boxes(made: Any) -> dict[str, list[Any]]:
    """Return what stands on a figure, in dots: axes with all their letters, and other texts."""
    canvas = FigureCanvasAgg(made)
    renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
    made.draw(renderer)
    return {
        "axes": [axes.get_tightbbox(renderer) for axes in made.axes],
        "texts": [text.get_window_extent(renderer) for text in made.texts],
        "legends": [legend.get_window_extent(renderer) for legend in made.legends],
        "labels": [
            [
                label.get_window_extent(renderer)
                for label in (*axis.get_ticklabels(), axis.label)
                if label.get_text()
            ]
            for axes in made.axes
            for axis in (axes.xaxis, axes.yaxis)
        ],
        "page": [made.bbox],
    }


def overlap(one: Any, other: Any) -> bool:
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(wide > PIXEL and high > PIXEL)


LONG: Final = "Body/Spine.Upper/Shoulder.L/Arm.L/Hand.L/Finger.Index.Third.L"


def lasting(seconds: int) -> Motion:
    """Return a long clip whose values need many digits, of tracks with long and wide names."""
    end = seconds * 24_000
    wide = tuple(
        Key(tick, Vector3(value, value, value), None)
        for tick, value in ((0, -100_000.05), (end, -100_011.0))
    )
    tracks = [
        Track(path, position=wide, rotation=wide, scale=wide)
        for path in ("W" * 60, "アニメ/腕/" * 8, "Arm")
    ]
    clip = Clip("a", "走る" * 40, end, 24, loop=True, tracks=tuple(tracks))
    return motions(AnimationSet("Fox", (clip,)))[0]


@pytest.mark.parametrize(
    ("case", "layout"),
    [
        *((case, "sheet") for case in ("walk", "idle", "scene", "world", "seam", "long")),
        *((case, "close") for case in ("world", "seam", "long", "close")),
        *((case, layout) for case in ("minutes", "hours") for layout in ("sheet", "close")),
    ],
)
def test_nothing_overlaps_and_all_is_on_the_page(case: str, layout: str) -> None:
    motion = {
        "walk": lambda: motion_of(HUMANOID, "Walk"),
        "idle": lambda: motion_of(HUMANOID, "Idle"),
        "scene": lambda: motion_of(SCENE),
        "close": lambda: some_of(motion_of(SCENE), "Lamp", "Turntable/Speaker"),
        "world": lambda: motion_of(WALK, "world"),
        "seam": lambda: motion_of(CASES / "loop-one-frame-short" / "input.voxelanim.json"),
        "long": lambda: clip_of(
            *(
                Track(f"{LONG}{place}", rotation=(key(0, -1e6), key(24000, 1e6 / 3)))
                for place in range(5)
            ),
            name=LONG * 3,
            loop=True,
        ),
        "minutes": lambda: lasting(600),
        "hours": lambda: lasting(36_000),
    }[case]()
    with house_style():
        found = boxes(figure([motion], layout, "some/folder/" * 20))
    (sheet,) = found["page"]
    everything = [*found["axes"], *found["texts"], *found["legends"]]
    for box in everything:
        assert sheet.x0 - PIXEL <= box.x0
        assert box.x1 <= sheet.x1 + PIXEL
        assert sheet.y0 - PIXEL <= box.y0
        assert box.y1 <= sheet.y1 + PIXEL
    for one, other in combinations(everything, 2):
        assert not overlap(one, other)
    for labels in found["labels"]:
        for one, other in combinations(labels, 2):
            assert not overlap(one, other)


def test_a_clip_of_minutes_has_fewer_ticks_where_panels_are_narrow() -> None:
    minutes = lasting(600)
    wide, narrow = (fitting_ruler(minutes, 7, inches / minutes.end) for inches in (8, 2))
    assert [label.split("\n")[1] for label in narrow.labels] == ["0", "4800", "9600", "14400"]
    assert wide == ruler(minutes, 7)
    assert len(fitting_ruler(minutes, 7, 0.0).ticks) == 2


def test_a_long_title_keeps_its_beginning_and_a_path_its_end() -> None:
    motion = clip_of(Track(LONG, rotation=(key(0, 0),)), name=f"Greeting {'and waving ' * 20}")
    said = texts_of(svg([motion], "sheet"))
    assert any(re.fullmatch(r"Greeting and waving.*…", text) for text in said)
    assert any(re.fullmatch(r"….*Index.Third.L", text) for text in said)


@given(st.text(max_size=80), st.floats(0.3, 4.0), st.sampled_from(get_args(Kept)))
def test_a_fitted_text_is_no_wider_than_its_room(text: str, room: float, kept: Kept) -> None:
    with house_style():
        said = fitted(text, room, 8.0, kept=kept)
        assert text_width(said, 8.0) <= room
    whole = printable(text)
    assert whole.startswith(said[:-1]) if kept == "start" else whole.endswith(said[1:])


def test_a_sheet_has_a_row_for_each_track() -> None:
    walk = block(motion_of(HUMANOID, "Walk"), close=False)
    labels = [cell.label for cell in walk.cells if cell.label is not None]
    clip = animspec.load(HUMANOID).clips[0]
    assert labels == [track.path for track in clip.tracks]
    assert all(cell.box[0] + cell.box[2] < WIDTH for cell in walk.cells)


def test_equal_motions_give_equal_bytes_whatever_the_user_has_set() -> None:
    first = svg([motion_of(HUMANOID, "Wave")], "sheet", "a")
    with mpl.rc_context({"font.size": 30, "svg.hashsalt": "other", "lines.linewidth": 9}):
        assert svg([motion_of(HUMANOID, "Wave")], "sheet", "a") == first
        assert mpl.rcParams["font.size"] == 30
    assert b"<dc:date>" not in first
    picture = png([motion_of(WALK, "walk.arm")])
    assert png([motion_of(WALK, "walk.arm")]) == picture


def texts_of(data: bytes) -> set[str]:
    root = ET.fromstring(data)  # noqa: S314 - our own
    return {
        (element.text or "").strip() for element in root.iter("{http://www.w3.org/2000/svg}text")
    }


def test_svg_has_its_names_as_letters() -> None:
    said = texts_of(svg([motion_of(HUMANOID, "Walk")], None, "walk.json"))
    assert {"Walk", "Hips/Leg.L/Foot.L", "rotation, degrees", "s", "x", "y", "z"} <= said
    assert "1 s, 24 frames at 24 fps, loops   walk.json" in said


def test_png_is_ten_inches_wide() -> None:
    data = png([motion_of(HUMANOID, "Wave")])
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height > 500) == (1500, True)


@pytest.mark.parametrize("layout", ["close", "sheet"])
def test_no_name_breaks_a_picture_or_a_page(layout: str) -> None:
    motion = clip_of(Track(HOSTILE, rotation=(key(0, 0), key(9000, 1))), name=HOSTILE)
    said = " ".join(texts_of(svg([motion], layout, HOSTILE)))
    assert "alert" in said
    assert png([motion], layout, HOSTILE).startswith(b"\x89PNG")
    html = page([motion], layout, HOSTILE).decode("utf-8")
    assert "<script" not in html
    assert "\x01" not in html


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [
            value or "" for name, value in attrs if name in {"href", "xlink:href", "src"}
        ]


def test_a_page_needs_nothing_else_and_its_names_are_its_own() -> None:
    html = page(motions(animspec.load(WALK))[:3], None, "walk").decode("utf-8")
    found = Page()
    found.feed(html)
    assert found.tags.count("svg") == 3
    assert len(found.ids) == len(set(found.ids))
    assert all(link.startswith("#") for link in found.links)
    assert {link[1:] for link in found.links} <= set(found.ids)
    assert set(re.findall(r"url\(#([^)]*)\)", html)) <= set(found.ids)
    assert "script" not in found.tags


# The command


def plot(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(["plot", *words]) == status
    out, err = capsys.readouterr()
    assert (out if status else err) == ""
    return err if status else out


def test_lines_in_a_terminal_show_what_moves_and_name_what_does_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    file = tmp_path / "fox.voxelanim.json"
    ramp = (
        {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}},
        {
            "tick": 24000,
            "value": {"x": 0, "y": 7.5, "z": 0},
        },
    )
    still = [{"tick": 0, "value": {"x": 0, "y": 1, "z": 0}}]
    tracks = [{"path": "Arm", "position": still, "rotation": ramp}]
    clip = {"id": "a", "name": "A", "length": 24000, "fps": 24, "loop": False, "tracks": tracks}
    file.write_text(json.dumps({"rig": "Fox", "clips": [clip]}))
    assert plot(capsys, str(file)) == (
        "A: 1 s, 24 frames at 24 fps\n"
        "  Arm.rotation.y  ▁▁▂▂▃▃▄▄▅▅▆▆▇▇██  0 to 7.5 degrees\n"
        "  still: Arm.position\n"
    )


@pytest.mark.parametrize("command", ["plot", "info"])
def test_wide_letters_keep_columns_under_each_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "fox.voxelanim.json"
    ramp = [{"tick": tick, "value": {"x": 0, "y": tick, "z": 0}} for tick in (0, 24000)]
    names = ("Arm", "アニメ", "Fu\u0308chsin 🦊", "\u2602\ufe0f")
    tracks = [{"path": name, "position": ramp} for name in names]
    clip = {"id": "a", "name": "A", "length": 24000, "fps": 24, "loop": False, "tracks": tracks}
    file.write_text(json.dumps({"rig": "Fox", "clips": [clip]}))
    assert main([command, str(file)]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if ".position" in line]
    starts = [re.split(r"(?<=\S) {2,}(?=\S)", line)[0].lstrip() for line in lines]
    pads = [len(re.search(r"(?<=\S) {2,}(?=\S)", line)[0]) for line in lines]  # type: ignore[index]
    own = [3, 6, 10, 1]  # columns of the names
    assert [start.split(".")[0] for start in starts] == [*names]
    assert len({width + pad for width, pad in zip(own, pads, strict=True)}) == 1


def test_a_terminal_without_such_characters_gets_plain_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = TextIOWrapper(BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", out)
    assert main(["plot", WALK, "--clip", "fade"]) == 0
    assert isinstance(out.buffer, BytesIO)
    line = out.buffer.getvalue().decode("ascii").splitlines()[1]
    assert re.fullmatch(r"  fade.value  _+\.+-+:+=+\++\*+#+  0 to 1", line)


def test_a_sparkline_goes_from_its_least_to_its_greatest() -> None:
    assert sparkline(np.arange(8.0)) == "▁▂▃▄▅▆▇█"
    assert sparkline(np.array([5.0, 5.0])) == "▁▁"
    assert sparkline(np.array([np.nan, 0.0, 1.0])) == " ▁█"


@pytest.mark.parametrize(
    "drawn_as",
    [("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("A.HTML", b"<!DOCTYPE html>")],
)
@pytest.mark.parametrize(
    "chosen",
    [(HUMANOID, "Wave", "Body/*"), (SCENE, "scene", "camera"), (WALK, "world", "*")],
)
def test_every_kind_is_drawn_in_every_form(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    chosen: tuple[str, str, str],
    drawn_as: tuple[str, bytes],
) -> None:
    file, clip, glob = chosen
    name, start = drawn_as
    output = tmp_path / name
    assert plot(capsys, file, "-c", clip, "-t", glob, "-o", str(output)) == ""
    assert output.read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_tracks_and_clips_are_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = tmp_path / "arm.svg"
    plot(capsys, HUMANOID, "-c", "wave", "--track", "*/arm.r.rotation", "-o", str(output))
    said = texts_of(output.read_bytes())
    assert "Body/Arm.R   rotation" in said
    assert not any("Head" in text for text in said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "a.gif"), NO_FORM),
        (("-c", "Wolk", "-o", "a.svg"), f'{HUMANOID} has no clip "Wolk"; did you mean "Walk"?'),
        (("-o", "no/a.svg"), "no/a.svg cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_said(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert plot(capsys, HUMANOID, "-t", "Body", *words, status=2) == f"animspec plot: {said}\n"


def test_a_picture_of_too_many_tracks_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    value = {"x": 0, "y": 0, "z": 0}
    tracks = [{"path": f"Block {n}", "rotation": [{"tick": 0, "value": value}]} for n in range(250)]
    clip = {"id": "a", "name": "A", "length": 24000, "fps": 24, "loop": False, "tracks": tracks}
    file = tmp_path / "fox.voxelanim.json"
    file.write_text(json.dumps({"rig": "Fox", "clips": [clip]}))
    assert plot(capsys, str(file), "-o", str(tmp_path / "a.png"), status=2) == (
        "animspec plot: the picture would be 257 inches tall, expected fewer clips (--clip),"
        " fewer tracks (--track), or a page (*.html)\n"
    )


def test_without_matplotlib_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = plot(capsys, HUMANOID, "--format", "svg", status=2)
    assert said == "animspec plot: pictures need matplotlib: pip install 'animspec[plot]'\n"
    assert plot(capsys, HUMANOID, "--clip", "Wave").startswith("Wave: 1.5 s")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_png_does_not_go_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    assert main(["plot", HUMANOID, "--format", "png"]) == 2
    assert capsys.readouterr().err == (
        "animspec plot: png is binary and standard output is a terminal, expected --output FILE\n"
    )


def test_pictures_alone_load_what_draws_them() -> None:
    program = (
        "from animspec.cli import main; import sys\n"
        f"assert main(['plot', {WALK!r}]) == main(['info', {WALK!r}]) == 0\n"
        f"assert main(['sample', {WALK!r}]) == 0\n"
        "sys.exit(str({'matplotlib', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.stderr == b"set()" + os.linesep.encode()
