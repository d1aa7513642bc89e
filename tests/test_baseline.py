"""Baselines: what was there at the start is known, what is new is told, what is gone is pruned."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import Settings, Severity, check, schema
from animspec.cli import main
from animspec.strategies import animation_sets, as_json
from animspec.suppression.baseline import BASELINE, Baseline, read_entries, write_entries

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from animspec.findings import Finding
    from animspec.suppression.baseline import Entry

    Run: TypeAlias = "Callable[..., tuple[int, list[str], str]]"

NAME: Final = "fox.voxelanim.json"
FILE: Final = "known.json"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one faulty file, and the current folder."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / NAME, document(clip("w1"), clip("w2")))
    return tmp_path


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], folder: Path) -> Run:
    """Run ``animspec check`` and return its status, its lines and what it says of errors."""
    assert folder.is_dir()

    def call(*words: str) -> tuple[int, list[str], str]:
        status = main(["check", "--format", "concise", *words])
        sys.stdout.flush()
        captured = capfd.readouterr()
        # What is fixable is not what these tests are about.
        lines = re.sub(r" \([^)]* fixable [^)]*\)", "", captured.out).splitlines()
        return status, lines, captured.err

    return call


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def clip(identity: str, *ticks: int, name: str | None = None) -> dict[str, Any]:
    """Return a clip with a number that is not rounded at each tick."""
    keys = [{"tick": tick, "value": {"x": 0.12345, "y": 0, "z": 0}} for tick in ticks or (0,)]
    track = {"path": "Body", "position": keys}
    shape = {"length": 240_000, "fps": 24, "loop": False, "tracks": [track]}
    return {"id": identity, "name": name or f"Clip {identity}", **shape}


def document(*clips: dict[str, Any]) -> str:
    return json.dumps({"rig": "Fox", "clips": clips})


def entries(folder: Path, name: str = FILE) -> list[tuple[str, str, str, int]]:
    said = json.loads((folder / name).read_bytes())
    Draft202012Validator(dict(schema.load("baseline"))).validate(said)
    return [(each["file"], each["rule"], each["at"], each["count"]) for each in said["findings"]]


def at(identity: str, tick: int = 0) -> str:
    return f"clips[{identity}].tracks[Body].position[{tick}].value.x"


RULE: Final = "value-not-rounded"


class TestRuns:
    def test_what_is_written_is_known_from_then_on(self, folder: Path, run: Run) -> None:
        assert run()[0] == 1
        summary = "No findings in 1 file; 2 known from the baseline"
        assert run("--write-baseline", FILE) == (0, [summary], "")
        assert entries(folder) == [(NAME, RULE, at("w1"), 1), (NAME, RULE, at("w2"), 1)]
        assert run("--baseline", FILE) == (0, [summary], "")
        assert run(NAME, "--baseline", f"./{FILE}") == (0, [summary], "")

    def test_a_baseline_is_one_line_for_each_entry_and_sorted(self, folder: Path, run: Run) -> None:
        put(folder / "b" / NAME, document(clip("w1")))
        put(folder / "a" / NAME, document(clip("w1")))
        run("--write-baseline", FILE)
        lines = (folder / FILE).read_text().splitlines()
        assert lines[0] == '{"version": 1, "findings": ['
        assert lines[1] == (
            f'{{"file": "a/{NAME}", "rule": "{RULE}", "at": "{at("w1")}", "count": 1}},'
        )
        assert lines[1:-1] == sorted(lines[1:-1])
        assert lines[-1] == "]}"
        assert len(lines) == 2 + 4

    def test_what_is_new_fails(self, folder: Path, run: Run) -> None:
        run("--write-baseline", FILE)
        put(folder / NAME, document(clip("w2"), clip("w3"), clip("w1")))
        status, lines, _ = run("--baseline", FILE)
        assert status == 1
        assert lines[-1] == "Found 1 error in 1 file; 2 known from the baseline"
        assert len(lines) == 2

    def test_a_fault_that_is_mended_does_not_pay_for_another(self, folder: Path, run: Run) -> None:
        run("--write-baseline", FILE)
        put(folder / NAME, document(clip("w1"), clip("w3")))
        status, lines, _ = run("--baseline", FILE)
        assert status == 1
        assert lines[-1] == "Found 1 error in 1 file; 1 known from the baseline, 1 gone"

    def test_in_a_folded_channel_one_fault_does_not_pay_for_another(
        self, folder: Path, run: Run
    ) -> None:
        ticks = range(0, 30_000, 1000)
        put(folder / NAME, document(clip("w1", *ticks)))
        run("--write-baseline", FILE)
        assert len(entries(folder)) == 30
        put(folder / NAME, document(clip("w1", *ticks[1:], 90_000)))
        status, lines, _ = run("--baseline", FILE)
        assert status == 1
        assert lines[-1] == "Found 1 error in 1 file; 29 known from the baseline, 1 gone"

    def test_faults_of_one_place_are_counted(self, folder: Path, run: Run) -> None:
        put(folder / NAME, '{"rig": "Fox", /* a */ "clips": []}')
        run("--write-baseline", FILE)
        assert entries(folder) == [(NAME, "comment-in-json", "", 1)]
        put(folder / NAME, '{"rig": "Fox", /* a */ "clips": [] /* b */}')
        status, lines, _ = run("--baseline", FILE)
        assert status == 1
        assert lines[0].startswith(f"{NAME}:1:36: error[comment-in-json]")
        assert lines[-1] == "Found 1 error in 1 file; 1 known from the baseline"

    def test_many_new_findings_fold(self, folder: Path, run: Run) -> None:
        run("--write-baseline", FILE)
        put(folder / NAME, document(clip("w1", *range(0, 30_000, 1000))))
        _, lines, _ = run("--baseline", FILE)
        assert len(lines) == 2
        assert "(and 28 more of this rule in the channel)" in lines[0]
        assert lines[1] == "Found 29 errors in 1 file; 1 known from the baseline, 1 gone"

    def test_files_count_from_the_folder_of_the_baseline(
        self, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder / "deep/in" / NAME, document(clip("w1")))
        (folder / "ci").mkdir()
        run("--write-baseline", f"ci/{FILE}")
        files = [entry[0] for entry in entries(folder, f"ci/{FILE}")]
        assert files == [f"../deep/in/{NAME}", f"../{NAME}", f"../{NAME}"]
        monkeypatch.chdir(folder / "deep")
        assert run("in", "--baseline", f"../ci/{FILE}")[0] == 0

    def test_programs_are_told_what_is_known(self, folder: Path, run: Run) -> None:
        run("--write-baseline", FILE)
        put(folder / NAME, document(clip("w1")))
        _, lines, _ = run("--baseline", FILE, "--format", "json")
        summary = json.loads("\n".join(lines))["summary"]
        assert (summary["errors"], summary["known"], summary["gone"]) == (0, 1, 1)

    def test_what_is_ignored_is_not_written(self, folder: Path, run: Run) -> None:
        put(
            folder / "animspec-ignores.toml",
            f'[[ignore]]\nfiles = "*"\nrule = "{RULE}"\nat = "clips[w1]"\nreason = "x"\n',
        )
        run("--write-baseline", FILE)
        assert entries(folder) == [(NAME, RULE, at("w2"), 1)]


class TestPruning:
    @pytest.fixture
    def mended(self, folder: Path, run: Run) -> Path:
        """A baseline of two files, one of which has one fault less and one more by now."""
        put(folder / "other.voxelanim.json", document(clip("w1")))
        run("--write-baseline", FILE)
        put(folder / NAME, document(clip("w1"), clip("w3")))
        return folder

    OTHER: Final = ("other.voxelanim.json", RULE, at("w1"), 1)

    def test_a_baseline_is_only_read(self, mended: Path, run: Run) -> None:
        before = (mended / FILE).read_bytes()
        run("--baseline", FILE)
        assert (mended / FILE).read_bytes() == before

    def test_pruning_takes_out_what_is_gone_and_adds_nothing(self, mended: Path, run: Run) -> None:
        status, lines, _ = run("--baseline", FILE, "--prune-baseline")
        assert status == 1
        assert lines[-1] == "Found 1 error in 1 of 2 files; 2 known from the baseline, 1 gone"
        assert entries(mended) == [(NAME, RULE, at("w1"), 1), self.OTHER]
        assert run("--baseline", FILE)[1][-1].endswith("; 2 known from the baseline")

    def test_writing_it_anew_takes_out_what_is_gone_and_adds_what_is_new(
        self, mended: Path, run: Run
    ) -> None:
        assert run("--write-baseline", FILE)[0] == 0
        assert entries(mended) == [
            (NAME, RULE, at("w1"), 1), (NAME, RULE, at("w3"), 1), self.OTHER,
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "words", [["--write-baseline", FILE], ["--prune-baseline", "--baseline", FILE]]
    )
    def test_files_that_are_not_checked_stay_unless_they_are_no_more(
        self, words: list[str], mended: Path, run: Run
    ) -> None:
        run(NAME, *words)
        assert self.OTHER in entries(mended)
        (mended / self.OTHER[0]).unlink()
        run(NAME, *words)
        assert {file for file, *_ in entries(mended)} == {NAME}

    def test_rules_that_are_not_looked_for_stay(self, mended: Path, run: Run) -> None:
        put(mended / NAME, document())
        _, lines, _ = run(NAME, "--baseline", FILE, "--prune-baseline", "--ignore", RULE)
        assert lines == ["No findings in 1 file; 0 known from the baseline"]
        assert len(entries(mended)) == 3
        assert run(NAME, "--baseline", FILE, "--prune-baseline")[1][-1].endswith(", 2 gone")
        assert entries(mended) == [self.OTHER]

    def test_rules_that_are_no_more_go(self, folder: Path, run: Run) -> None:
        entry = f'{{"file": "{NAME}", "rule": "x", "at": "", "count": 2}}'
        put(folder / FILE, f'{{"version": 1, "findings": [{entry}]}}')
        assert run("--baseline", FILE, "--prune-baseline")[1][-1].endswith(
            "0 known from the baseline, 2 gone"
        )
        assert entries(folder) == []


class TestUnusable:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (None, "known.json cannot be read: No such file or directory"),
            ("", "known.json: the baseline is not JSON: "),
            ("[" * 100_000, "known.json: the baseline is not JSON: "),
            ("[]", "known.json: the file is a list, expected a table"),
            ('{"version": 2, "findings": []}', "known.json: version is 2, expected 1"),
            ('{"version": 1}', 'known.json: the file has no key "findings"'),
            ('{"version": 1, "findings": [{"file": "a", "rule": "b", "at": "", "count": 0}]}',
             "known.json: findings[0].count is 0, expected 1 or more"),
        ],
    )  # fmt: skip
    def test_what_is_no_baseline_is_two(
        self, text: str | None, said: str, folder: Path, run: Run
    ) -> None:
        if text is not None:
            put(folder / FILE, text)
        status, lines, err = run("--baseline", FILE)
        assert (status, lines) == (2, [])
        assert err.startswith(said)

    def test_a_broken_baseline_is_not_written_over(self, folder: Path, run: Run) -> None:
        put(folder / FILE, "broken")
        assert run("--write-baseline", FILE)[0] == 2
        assert (folder / FILE).read_text() == "broken"

    def test_pruning_needs_a_baseline(self, run: Run) -> None:
        status, _, err = run("--prune-baseline")
        assert (status, err) == (2, "--prune-baseline needs --baseline, which names the file\n")

    def test_a_baseline_that_cannot_be_written_is_two(self, run: Run) -> None:
        status, _, err = run("--write-baseline", "absent/known.json")
        assert (status, err) == (
            2, "absent/known.json cannot be written: No such file or directory\n",
        )  # fmt: skip

    @given(
        st.recursive(
            st.sampled_from([None, 0, 1, 1.0, True, "", "a"]),
            lambda inner: (
                st.lists(inner, max_size=2)
                | st.dictionaries(
                    st.sampled_from(["version", "findings", "file", "rule", "at", "count"]), inner
                )
            ),
        )
        | st.fixed_dictionaries(
            {
                "version": st.sampled_from([1, 2, True, "1"]),
                "findings": st.lists(
                    st.fixed_dictionaries(
                        {"file": st.text(max_size=1), "rule": st.text(max_size=1)},
                        optional={"at": st.text(max_size=1), "count": st.integers(0, 2)},
                    ),
                    max_size=2,
                ),
            }
        )
    )
    @settings(max_examples=150, deadline=None)
    def test_the_schema_takes_what_the_reader_takes(self, said: Any) -> None:
        accepted = not list(BASELINE.problems(said, ""))
        assert Draft202012Validator(dict(schema.load("baseline"))).is_valid(said) == accepted


ENTRIES: Final = st.dictionaries(
    st.tuples(st.text(min_size=1), st.text(min_size=1), st.text()), st.integers(1, 9)
)


@given(ENTRIES)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_again(known: dict[Entry, int]) -> None:
    assert read_entries(write_entries(known), FILE) == Counter(known)


def spoilt(clips: list[Any], chance: random.Random) -> list[Any]:
    """Return clips with faults of many kinds here and there, and some of them twice."""
    copied = json.loads(json.dumps(clips))
    for each in copied:
        each |= {
            key: value for key, value in (("name", " same "), ("extra", 1)) if chance.random() < 0.3
        }
        for key in ("fps", "id"):
            if chance.random() < 0.1:
                del each[key]
        for track in each["tracks"]:
            for channel in sorted({"position", "rotation", "scale"} & set(track)):
                track[channel] = spoilt_keys(track[channel], chance)
    return [each for each in copied for _ in range(chance.choice([1, 1, 1, 2]))]


def spoilt_keys(keys: list[Any], chance: random.Random) -> list[Any]:
    if keys and chance.random() < 0.4:
        keys[0]["value"]["x"] = 0.123456
    if len(keys) > 1 and chance.random() < 0.3:
        keys[0]["tick"], keys[1]["tick"] = keys[1]["tick"], keys[0]["tick"]
    return [] if chance.random() < 0.2 else keys


def findings(clips: list[Any], show: Severity = Severity.WARNING) -> tuple[Finding, ...]:
    data = json.dumps({"rig": "Fox", "clips": clips}).encode()
    return check(data, NAME, Settings(fold=False, show=show)).findings


def known_from(found: tuple[Finding, ...]) -> Counter[Entry]:
    learning = Baseline("/repo", {}, learns=True)
    assert learning.sift(f"/repo/{NAME}", found, lambda _: True) == []
    return read_entries(write_entries(learning.kept), FILE)


@given(animation_sets(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_clips_in_another_order_change_nothing(made: Any, chance: random.Random) -> None:
    clips = spoilt(as_json(made)["clips"], chance)
    known = known_from(findings(clips))
    assert known == known_from(findings(clips))
    chance.shuffle(clips)
    again = findings(clips)
    baseline = Baseline("/repo", known)
    assert baseline.sift(f"/repo/{NAME}", again, lambda _: True) == []
    assert (baseline.known, baseline.gone) == (len(again), 0)
    assert baseline.kept == known


@given(animation_sets(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_what_is_new_is_told_and_what_is_gone_is_counted(made: Any, chance: random.Random) -> None:
    clips = as_json(made)["clips"]
    before, after = findings(spoilt(clips, chance)), findings(spoilt(clips, chance))
    baseline = Baseline("/repo", known_from(before))
    new = baseline.sift(f"/repo/{NAME}", after, lambda _: True)
    # Another formulation: the two as multisets.
    old, now = (Counter((each.rule, each.identity) for each in found) for found in (before, after))
    assert Counter((each.rule, each.identity) for each in new) == now - old
    assert baseline.gone == (old - now).total()
    assert baseline.known == (old & now).total()
