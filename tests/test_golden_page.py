"""The page on which a check of golden files is reported."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest

from animspec.golden.drawing import LETTER, WIDTH
from tests.golden_files import (
    DOOR,
    HUMANOID,
    changed,
    golden_text,
    opened_wider,
    recorded_project,
    run,
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with some recorded files, which is the current one."""
    return recorded_project(tmp_path, monkeypatch)


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
