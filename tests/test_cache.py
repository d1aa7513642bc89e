"""What is remembered from run to run: never stale, never trusted blindly, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from animspec import Severity, check, kinds
from animspec.caching import boxes, cache_folder, engine, replays, sweeping
from animspec.cli import main
from animspec.cli.checking import Checking
from animspec.cli.memory import wish_of
from animspec.findings import Finding, Place, PlacedEdit, RelatedPlace, Remedy, Spot
from animspec.hierarchies import read_hierarchy
from animspec.packing import pack, unpack
from animspec.reports import FORMS
from animspec.settings import Budgets, Settings
from animspec.severities import Safety
from animspec.traces import SETTLED, Trace, again, status_of

if TYPE_CHECKING:
    from animspec.cli.checking import Checked

ROOT: Final = Path(__file__).parents[1]
CLEAN: Final = (ROOT / "fixtures/sets/door.voxelanim.json").read_bytes()
FAULTY: Final = (ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json").read_bytes()
HEAVY: Final = ("attr", "attrs", "msgspec", "numpy", "jsonschema", "lark", "rich", "argparse")

Told = tuple[int, bytes, bytes]


class Runs:
    """Runs of the command in one folder with a cache of its own, and what they had to check."""

    def __init__(self, capture: pytest.CaptureFixture[bytes], cache: Path) -> None:
        self._capture = capture
        self.cache = cache
        self.checked: list[str] = []

    def told(self, *words: str) -> Told:
        """Return what a run says."""
        status = main(["check", *words])
        captured = self._capture.readouterr()
        return status, captured.out, captured.err

    def again(self, *words: str) -> tuple[Told, list[str]]:
        """Return what a run says, and which files it had to check."""
        self.checked.clear()
        told = self.told(*words)
        return told, list(self.checked)


@pytest.fixture
def runs(
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> Runs:
    made = Runs(capsysbinary, tmp_path / "cache")
    game = tmp_path / "game"
    game.mkdir()
    monkeypatch.chdir(game)
    monkeypatch.setenv("ANIMSPEC_CACHE_DIR", str(made.cache))
    check_file = Checking.of

    def noting(self: Checking, path: str) -> Checked:
        made.checked.append(path)
        return check_file(self, path)

    monkeypatch.setattr(Checking, "of", noting)
    for name, data in (("door", CLEAN), ("fox", FAULTY), ("odd", b"{")):
        Path(f"{name}.voxelanim.json").write_bytes(data)
    Path("wolf.m3g").write_bytes(b"none")
    return made


def names(folder: Path | None = None) -> list[str]:
    """Return the names in a folder, or in the current one."""
    return sorted(path.name for path in (folder or Path.cwd()).iterdir())


def settle() -> None:
    """Let files look as if nobody had changed them for long."""
    for path in names():
        os.utime(path, (1_700_000_000, 1_700_000_000))


class TestWholeRuns:
    @pytest.mark.parametrize("form", FORMS)
    def test_a_run_that_is_known_says_what_it_said(self, form: str, runs: Runs) -> None:
        first = runs.told("--format", form)
        assert runs.again("--format", form) == (first, [])
        assert first[0] == 1

    @pytest.mark.parametrize("form", FORMS)
    def test_files_that_are_known_are_reported_as_they_were(self, form: str, runs: Runs) -> None:
        Path("new.voxelanim.json").write_bytes(FAULTY)
        whole = runs.told("--no-cache", "--format", form)
        Path("new.voxelanim.json").unlink()
        runs.told("--format", form)
        Path("new.voxelanim.json").write_bytes(FAULTY)
        assert runs.again("--format", form) == (whole, ["new.voxelanim.json"])

    def test_statistics_and_colours_and_files_are_known_too(self, runs: Runs) -> None:
        for words in (["--statistics"], ["--color", "always"], ["--output-file", "../report.txt"]):
            first = runs.told(*words)
            report = Path("../report.txt")
            written = report.read_bytes() if report.exists() else b""
            report.unlink(missing_ok=True)
            assert runs.again(*words) == (first, [])
            assert (report.read_bytes() if report.exists() else b"") == written

    @pytest.mark.parametrize(
        "change",
        [
            lambda: Path("new.voxelanim.json").write_bytes(FAULTY),
            lambda: Path("fox.voxelanim.json").unlink(),
            lambda: Path("fox.voxelanim.json").write_bytes(CLEAN),
            lambda: Path("fox.voxelanim.json").rename("fix.voxelanim.json"),
            lambda: Path("animspec.toml").write_text('ignore = ["keys-at-the-same-time"]'),
            lambda: Path("../animspec.toml").write_text('ignore = ["keys-at-the-same-time"]'),
            lambda: Path("pyproject.toml").write_text("[tool.animspec]\nexclude = ['fox*']"),
            lambda: Path("animspec-ignores.toml").write_text(
                '[[ignore]]\nfiles = "fox*"\nrule = "keys-at-the-same-time"\nreason = "so"\n'
            ),
            lambda: Path("rig.json").write_text('{"Body": {}}'),
            lambda: Path("known.json").write_text(
                '{"version": 1, "findings": [{"file": "fox.voxelanim.json", "rule": '
                '"keys-at-the-same-time", "at": "clips[a].tracks[Body].position[24000].tick", '
                '"count": 1}]}'
            ),
        ],
    )  # fmt: skip
    def test_whatever_a_run_depends_on_makes_it_new(self, change: object, runs: Runs) -> None:
        assert callable(change)
        Path("rig.json").write_text('{"Leg": {}}')
        Path("known.json").write_text('{"version": 1, "findings": []}')
        words = ["--hierarchy", "Fox=rig.json", "--baseline", "known.json"]
        for name in ("Humanoid", "Test", "Rig"):
            words += ["--hierarchy", f"{name}=rig.json"]
        before = runs.told(*words)
        change()
        after = runs.told(*words)
        assert after == runs.told(*words, "--no-cache")
        assert after != before or Path("rig.json").read_text() != '{"Leg": {}}'

    def test_what_git_ignores_is_part_of_it(self, runs: Runs) -> None:
        Path(".git").mkdir()
        before = runs.told()
        Path(".gitignore").write_text("fox*\n")
        after = runs.told()
        assert b"of 4 files" in before[1]
        assert b"of 3 files" in after[1]

    def test_files_that_were_only_touched_are_known_by_their_bytes(self, runs: Runs) -> None:
        first = runs.told()
        settle()
        assert runs.again() == (first, [])
        assert runs.again() == (first, [])

    def test_a_change_within_one_tick_of_the_clock_is_seen(self, runs: Runs) -> None:
        """Size, times and inode may all be as they were; only the bytes tell."""
        path = Path("fox.voxelanim.json")
        first = runs.told()
        found = path.stat()
        with path.open("r+b") as file:
            file.write(FAULTY.replace(b'"tick": 24000', b'"tick": 23999', 1))
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
        second, checked = runs.again()
        assert checked == ["fox.voxelanim.json"]
        assert second != first

    def test_what_writes_or_reads_once_is_not_kept(self, runs: Runs) -> None:
        for words in (["--fix"], ["--diff"], ["--write-baseline", "../known.json"]):
            runs.told(*words)
            runs.again(*words)
            assert replays_in(runs.cache) == 0

    def test_without_a_cache_nothing_is_kept_or_used(self, runs: Runs) -> None:
        first = runs.told("--no-cache")
        assert not runs.cache.exists()
        assert runs.again("--no-cache")[1] == names()
        assert runs.told() == first

    def test_the_flag_wins_over_the_variable(self, runs: Runs, tmp_path: Path) -> None:
        first = runs.told("--cache-dir", "../other")
        assert not runs.cache.exists()
        assert runs.again("--cache-dir", "../other") == (first, [])
        assert runs.again(f"--cache-dir={tmp_path / 'other'}")[1] == []

    def test_reports_beyond_the_limit_are_not_kept(
        self, runs: Runs, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("animspec.cli.session.LONGEST", 10)
        monkeypatch.setattr("animspec.caching.replays.LONGEST", 10)
        first = runs.told()
        assert replays_in(runs.cache) == 0
        assert runs.told() == first


def replays_in(cache: Path) -> int:
    """Return how many whole runs are kept."""
    return len(list(cache.glob("*/*/runs/*.box")))


class TestFiles:
    def test_only_what_has_changed_is_checked_again(self, runs: Runs) -> None:
        runs.told()
        Path("door.voxelanim.json").write_bytes(CLEAN + b"\n")
        assert runs.again()[1] == ["door.voxelanim.json"]
        assert runs.again("--format", "concise")[1] == []

    def test_settings_make_other_answers(self, runs: Runs) -> None:
        runs.told()
        everything = names()
        for words in (
            ["--show", "hint"],
            ["--ignore", "not-json"],
            ["--no-fold"],
            ["--format", "json"],
        ):
            assert runs.again(*words)[1] == everything
            assert runs.again(*words, "--fail-on", "error")[1] == []

    def test_a_former_content_is_known(self, runs: Runs) -> None:
        path = Path("fox.voxelanim.json")
        runs.told()
        path.write_bytes(CLEAN)
        runs.told()
        path.write_bytes(FAULTY)
        assert runs.again("--color", "never")[1] == []

    def test_the_same_bytes_under_another_name_may_be_another_kind(self, runs: Runs) -> None:
        runs.told()
        Path("fox.voxelanim.json").rename("fox.sceneanim.json")
        told, checked = runs.again()
        assert checked == ["fox.sceneanim.json"]
        assert told == runs.told("--no-cache")

    def test_clean_files_need_not_be_fixed(self, runs: Runs) -> None:
        runs.told()
        told, checked = runs.again("--fix")
        assert "door.voxelanim.json" not in checked
        assert told[0] == 1

    def test_a_named_small_file_is_checked_without_the_cache(self, runs: Runs) -> None:
        runs.told("fox.voxelanim.json")
        assert runs.again("fox.voxelanim.json")[1] == ["fox.voxelanim.json"]
        assert not runs.cache.exists()

    def test_a_named_large_file_is_known(self, runs: Runs) -> None:
        Path("fox.voxelanim.json").write_bytes(FAULTY + b" " * 1_000_000)
        first = runs.told("fox.voxelanim.json")
        assert runs.again("fox.voxelanim.json") == (first, [])


class TestTrouble:
    @pytest.mark.parametrize("damage", [b"", b"\0", b"\0" * 100, b"x" * 5_000])
    def test_damaged_boxes_are_as_if_they_were_not_there(self, damage: bytes, runs: Runs) -> None:
        first = runs.told()
        for box in runs.cache.rglob("*.box"):
            data = box.read_bytes()
            box.write_bytes(damage or data[:-1])
        assert runs.told() == first
        assert runs.again() == (first, [])

    @pytest.mark.parametrize("value", [None, 1, "text", (), [1, 2, 3], ({}, 1), (1, [b"x"])])
    def test_whole_boxes_with_something_else_are_no_fault(self, value: object, runs: Runs) -> None:
        first = runs.told()
        for box in runs.cache.rglob("*.box"):
            boxes.write_box(str(box), value)
        assert runs.told() == first
        assert runs.again() == (first, [])

    def test_a_cache_that_cannot_be_written_is_no_fault(self, runs: Runs, tmp_path: Path) -> None:
        tmp_path.joinpath("file").write_text("not a folder")
        first = runs.told("--no-cache")
        for place in ("../file", "../file/below", "/dev/null", "/proc/none"):
            assert runs.told("--cache-dir", place) == first

    def test_many_runs_at_once_do_not_disturb_each_other(self, tmp_path: Path) -> None:
        for at in range(20):
            tmp_path.joinpath(f"{at:02}.voxelanim.json").write_bytes((CLEAN, FAULTY)[at % 2])
        command = [sys.executable, "-m", "animspec", "check", "--cache-dir", "cache"]
        command += ["--format", "concise"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        several = [
            subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, env=environment)
            for _ in range(6)
        ]
        said = {run.communicate()[0] for run in several}
        assert len(said) == 1
        assert len(said.pop().splitlines()) == 11
        assert not list(tmp_path.rglob("*.box-*"))

    def test_a_link_that_leads_elsewhere_is_seen(self, runs: Runs) -> None:
        Path("../a.json").write_bytes(CLEAN)
        Path("../b.json").write_bytes(FAULTY)
        Path("link.voxelanim.json").symlink_to("../a.json")
        first = runs.told()
        Path("link.voxelanim.json").unlink()
        Path("link.voxelanim.json").symlink_to("../b.json")
        assert runs.told() == runs.told("--no-cache") != first


class TestWhatIsLoaded:
    @pytest.mark.parametrize("words", [["."], ["--format", "sarif", "--select", "all", "."], []])
    def test_a_run_that_is_known_loads_next_to_nothing(
        self, words: list[str], tmp_path: Path
    ) -> None:
        for name, data in (("door", CLEAN), ("fox", FAULTY)):
            tmp_path.joinpath(f"{name}.voxelanim.json").write_bytes(data)
        words = ["check", "--cache-dir", "../cache", *words]
        program = (
            f"import sys; from animspec.cli import main; status = main({words!r}); "
            "sys.stdout.flush(); print('\\n'.join(sys.modules), file=sys.stderr); sys.exit(status)"
        )
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        game = tmp_path / "game"
        game.mkdir()
        for path in tmp_path.glob("*.json"):
            path.rename(game / path.name)
        first, second = (
            subprocess.run(
                [sys.executable, "-c", program],
                cwd=game, env=environment, capture_output=True, text=True, check=False,
            )
            for _ in range(2)
        )  # fmt: skip
        assert (second.returncode, second.stdout) == (first.returncode, first.stdout)
        assert first.returncode == 1, first.stderr
        loaded = {name.split(".")[0] for name in second.stderr.split()}
        assert "msgspec" in first.stderr.split()
        assert loaded.isdisjoint({*HEAVY} - {"argparse"})


class TestEngine:
    @pytest.fixture
    def copy(self, tmp_path: Path) -> Path:
        for name in ("animspec", "expressions", "schemas"):
            shutil.copytree(
                ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "web")
            )
        return tmp_path

    def version(self, copy: Path) -> str:
        program = "from animspec.caching.engine import engine; print(engine('boxes'))"
        run = [sys.executable, "-c", program]
        environment = {**os.environ, "PYTHONPATH": str(copy)}
        done = subprocess.run(run, cwd=copy, env=environment, capture_output=True, check=True)
        return done.stdout.decode()

    @pytest.mark.parametrize(
        "name",
        ["animspec/rules/values/value_not_rounded.py", "schemas/v1/animation-set.schema.json"],
    )
    def test_one_changed_character_makes_another_version(self, name: str, copy: Path) -> None:
        before = self.version(copy)
        assert self.version(copy) == before
        data = copy.joinpath(name).read_bytes()
        copy.joinpath(name).write_bytes(data + b" ")
        assert self.version(copy) != before
        copy.joinpath(name).write_bytes(data)
        assert self.version(copy) == before

    def test_an_old_package_of_the_same_age_is_told_by_its_bytes(self, copy: Path) -> None:
        for path in copy.rglob("*"):
            os.utime(path, (1_700_000_000, 1_700_000_000))
        before = self.version(copy)
        path = copy / "animspec/ticks.py"
        path.write_bytes(path.read_bytes().replace(b"24000", b"24001"))
        os.utime(path, (1_700_000_000, 1_700_000_000))
        assert self.version(copy) != before

    def test_this_one_is_the_same_from_run_to_run(self, tmp_path: Path) -> None:
        assert engine.engine(str(tmp_path)) == engine.engine(str(tmp_path))


class TestPacking:
    texts = st.text(st.characters(exclude_categories=[]), max_size=8)
    numbers = st.integers(0, 2**40)
    places = st.builds(Place, numbers, numbers, numbers, numbers)
    findings = st.builds(
        Finding,
        rule=texts,
        severity=st.sampled_from(Severity),
        file=st.just("fox"),
        pointer=texts,
        address=texts,
        place=st.none() | places,
        message=texts,
        related=st.none() | st.builds(RelatedPlace, texts, texts, places),
        count=numbers,
        spot=st.none() | st.builds(Spot, numbers, st.none() | numbers, st.none() | numbers),
        fixable=st.none() | st.sampled_from(Safety),
        remedy=st.none()
        | st.builds(
            Remedy,
            texts,
            st.lists(
                st.builds(PlacedEdit, places, st.tuples(numbers, numbers), texts), max_size=3
            ).map(tuple),
        ),
        about=st.none() | texts,
    )

    @given(st.lists(findings, max_size=4))
    def test_findings_come_out_as_they_went_in(self, findings: list[Finding]) -> None:
        back = unpack(pack(findings), "fox")
        assert list(back) == findings
        assert [type(each.severity) for each in back] == [Severity] * len(findings)

    def test_the_file_is_that_of_who_opens_them(self) -> None:
        found = check(FAULTY, "a/fox.voxelanim.json").findings
        assert unpack(pack(found), "b") == tuple(evolve(each, file="b") for each in found)


class TestWishes:
    def test_each_setting_makes_another_wish(self) -> None:
        changed = [
            Settings(show=Severity.HINT),
            Settings(fold=False),
            Settings(allowed_members=frozenset({"x"})),
            Settings(hierarchies={"fox": read_hierarchy(b'{"Body": {}}')}),
            Settings(hierarchies={"fox": read_hierarchy(b'{"Leg": {}}')}),
            Settings(largest_file=1),
            Settings(thresholds={"scale-zero": {"x": 1.0}}),
            Settings(select=frozenset({"scale-zero"})),
            Settings(ignore=frozenset({"scale-zero"})),
            Settings(severities={"scale-zero": Severity.ERROR}),
            Settings(budgets=Budgets(fps=(24.0,))),
            Settings(remedies=True),
        ]
        wishes = [wish_of(each, None) for each in (Settings(), *changed)]
        wishes += [wish_of(Settings(), kind) for kind in kinds.KINDS]
        assert len(set(wishes)) == len(wishes)

    def test_the_order_of_a_set_makes_none(self) -> None:
        program = (
            "from animspec.cli.memory import wish_of; from animspec.settings import Settings;"
            "print(wish_of(Settings(ignore=frozenset('abcdefgh')), None))"
        )
        said = {
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            ).stdout
            for seed in "123"
        }
        assert len(said) == 1


class TestTraces:
    def test_what_has_just_changed_proves_nothing_by_its_status(self, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_text("a")
        found = path.stat()
        assert status_of(found, found.st_ctime_ns + SETTLED - 1) is None
        assert status_of(found, found.st_ctime_ns + SETTLED + 1) is not None
        assert status_of(found, found.st_ctime_ns - 10**12) is None, "a clock that went back"

    def test_a_trace_holds_all_that_was_seen_in_order(self) -> None:
        trace = Trace()
        for at in range(1_000):
            trace.saw_kind(f"/no/such/{at}", "")
        assert [sight[1] for sight in trace.sights()] == [f"/no/such/{at}" for at in range(1_000)]
        assert all(again(sight) for sight in trace.sights())


class TestSweeping:
    def test_old_boxes_leave_and_then_the_oldest_of_too_many(self, tmp_path: Path) -> None:
        clock, now = count(1), time.time()
        for name, age in (("old", 40), ("a", 20), ("b", 10), ("new", 0)):
            path = tmp_path / "v" / name
            boxes.write_box(f"{path}.box", b"x" * 1_000 * next(clock))
            os.utime(f"{path}.box", (now - age * 86_400,) * 2)
        sweeping.sweep(str(tmp_path), most=7_500)
        assert names(tmp_path / "v") == ["b.box", "new.box"]

    def test_nothing_but_boxes_is_ever_deleted(self, tmp_path: Path) -> None:
        mine = tmp_path / "walk.voxelanim.json"
        mine.write_bytes(CLEAN)
        os.utime(mine, (0, 0))
        cache = Path(cache_folder(str(tmp_path)))
        boxes.write_box(str(cache / "a.box"), 1)
        os.utime(cache / "a.box", (0, 0))
        cache.joinpath("swept").write_text("")
        os.utime(cache / "swept", (0, 0))
        cache.joinpath("notes.txt").write_text("mine")
        os.utime(cache / "notes.txt", (0, 0))
        sweeping.sweep_now_and_then(str(cache))
        assert mine.exists()
        assert names(cache) == ["notes.txt", "swept"]

    def test_boxes_in_use_are_marked(self, tmp_path: Path) -> None:
        box = tmp_path / "a.box"
        replays.keep(str(box), replays.Replay(b"", 0, None), Trace())
        os.utime(box, (1_700_000_000, 1_700_000_000))
        assert replays.recall(str(box)) is not None
        assert box.stat().st_mtime > 1_700_000_000

    def test_git_and_backups_leave_the_cache_alone(self, runs: Runs) -> None:
        runs.told()
        assert (runs.cache / "animspec-1/.gitignore").read_text() == "*\n"
        assert (runs.cache / "animspec-1/CACHEDIR.TAG").read_text().startswith("Signature: 8a477f")


def test_the_cache_stands_where_the_system_has_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANIMSPEC_CACHE_DIR")
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
        assert cache_folder(None) == "/caches/animspec/animspec-1"
    monkeypatch.setenv("ANIMSPEC_CACHE_DIR", "/elsewhere")
    assert cache_folder(None) == str(Path("/elsewhere/animspec-1"))
    assert cache_folder("/named") == str(Path("/named/animspec-1"))
