"""Ignores: what somebody decided to live with, and which of them are of no use."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import schema
from animspec.cli import main
from animspec.collecting import FOLD_ABOVE
from animspec.suppression.ignores import IGNORES, covering, read_ignores

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run: TypeAlias = "Callable[..., tuple[int, list[str], str]]"

NAME: Final = "fox.voxelanim.json"
FILE: Final = "animspec-ignores.toml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The top of a repository with one faulty file, and the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
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
        return status, captured.out.splitlines(), captured.err

    return call


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def clip(identity: str, keys: int = 1) -> dict[str, Any]:
    """Return a clip with so many numbers that are not rounded."""
    values = [
        {"tick": at * 1000, "value": {"x": 0.12345 + at, "y": 0, "z": 0}} for at in range(keys)
    ]
    track = {"path": "Body", "position": values}
    shape = {"length": 24000 * keys, "fps": 24, "loop": False}
    return {"id": identity, "name": f"Clip {identity}", **shape, "tracks": [track]}


def document(*clips: dict[str, Any]) -> str:
    return json.dumps({"rig": "Fox", "clips": clips})


def ignore(**said: str) -> str:
    """Return an ignore of numbers that are not rounded; ``said`` changes it."""
    chosen = {"files": NAME, "rule": "value-not-rounded", "reason": "old export"} | said
    lines = [f"{key} = {json.dumps(value)}" for key, value in chosen.items()]
    return "\n".join(["[[ignore]]", *lines, ""])


def found(lines: list[str]) -> list[str]:
    """Return file and rule of each finding."""
    matches = [re.match(r"(.*?):\d+:\d+: .*?\[(.*?)\]", line) for line in lines]
    return [f"{match[1]} {match[2]}" for match in matches if match is not None]


BOTH: Final = [f"{NAME} value-not-rounded"] * 2
ONE: Final = BOTH[:1]
UNUSED: Final = [f"{FILE} unused-ignore"]


class TestHiding:
    @pytest.mark.parametrize(
        ("said", "left"),
        [
            ({}, []),
            ({"files": "*.json"}, []),
            ({"files": "/"}, None),
            ({"at": "clips[w1]"}, ONE),
            ({"at": "clips[w1].tracks[Body].position[0].value.x"}, ONE),
            ({"at": "clips[*]"}, []),
            ({"at": "clips[*].tracks[B*].position"}, []),
            ({"at": "clips[w*].tracks[Leg]"}, BOTH + UNUSED),
            ({"at": "clips[w"}, BOTH + UNUSED),
            ({"at": "/clips/0"}, ONE),
            ({"at": "/clips/*/tracks/0"}, []),
            ({"at": "/clips/0/tracks/1"}, BOTH + UNUSED),
            ({"rule": "scale-zero"}, BOTH),
            ({"rule": "key-past-end"}, BOTH + UNUSED),
            ({"files": "other.voxelanim.json"}, BOTH + UNUSED),
        ],
    )
    def test_an_ignore_hides_a_rule_in_files_at_places(
        self, said: dict[str, str], left: list[str] | None, folder: Path, run: Run
    ) -> None:
        put(folder / FILE, ignore(**said))
        status, lines, err = run()
        if left is None:
            assert (status, lines) == (2, [])
            assert err == f'{FILE}: ignore[0].files is "/", which is a glob for nothing\n'
        else:
            assert found(lines) == left
            assert status == int(left[:1] == ONE)

    def test_no_ignore_hides_the_other_findings_of_a_folded_channel(
        self, folder: Path, run: Run
    ) -> None:
        count = FOLD_ABOVE + 5
        put(folder / NAME, document(clip("w1", count)))
        first = "clips[w1].tracks[Body].position[0]"
        put(folder / FILE, ignore(at=first))
        _, lines, _ = run()
        assert len(lines) == 2
        assert f"(and {count - 2} more of this rule in the channel)" in lines[0]
        assert lines[1].startswith(f"Found {count - 1} errors in 1 file")
        assert len(run("--no-fold")[1]) == count

    def test_isolated_nothing_is_hidden(self, folder: Path, run: Run) -> None:
        put(folder / FILE, ignore())
        assert found(run("--isolated")[1]) == BOTH


class TestWhichFileCounts:
    def test_the_nearest_file_counts_and_no_other(self, folder: Path, run: Run) -> None:
        put(folder / FILE, ignore())
        put(folder / "in" / NAME, document(clip("w1")))
        put(folder / "own" / NAME, document(clip("w1")))
        put(folder / "own" / FILE, "")
        assert found(run()[1]) == [f"own/{NAME} value-not-rounded"]

    def test_above_the_top_of_the_repository_none_counts(self, folder: Path, run: Run) -> None:
        put(folder / FILE, ignore())
        put(folder / "inner" / ".git", "gitdir: elsewhere")
        put(folder / "inner" / "in" / NAME, document(clip("w1")))
        assert found(run("inner")[1]) == [f"inner/in/{NAME} value-not-rounded"]

    def test_globs_count_from_the_folder_of_the_file(self, folder: Path, run: Run) -> None:
        put(folder / "in" / FILE, ignore(files=f"/{NAME}"))
        put(folder / "in" / NAME, document(clip("w1")))
        put(folder / "in" / "deep" / NAME, document(clip("w1")))
        (folder / NAME).unlink()
        assert found(run()[1]) == [f"in/deep/{NAME} value-not-rounded"]


class TestUnused:
    def test_an_ignore_that_hides_nothing_is_reported(self, folder: Path, run: Run) -> None:
        unused = ignore(at="clips[w3]").replace("[[ignore]]", "  [[ ignore ]] # old")
        put(folder / FILE, f"{ignore()}\n{unused}")
        status, lines, _ = run()
        assert status == 0
        where = f'"{NAME}" has no finding of value-not-rounded at "clips[w3]"'
        assert lines == [
            f"{FILE}:6:3: warning[unused-ignore]: the ignore hides nothing: {where}",
            "Found 1 warning in 1 of 2 files",
        ]

    def test_an_ignore_of_a_file_that_is_no_more_is_reported(self, folder: Path, run: Run) -> None:
        put(folder / FILE, ignore(files="gone.voxelanim.json"))
        assert run()[1][-2].endswith(
            'the ignore hides nothing: no file that is checked is "gone.voxelanim.json"'
        )

    @pytest.mark.parametrize(
        ("files", "words", "reported"),
        [
            ("a*.json", ["."], UNUSED),
            ("a*.json", ["a.voxelanim.json"], []),
            ("/a.voxelanim.json", ["a.voxelanim.json"], UNUSED),
            ("/a.voxelanim.json", ["b.voxelanim.json"], []),
            ("/in/a.voxelanim.json", ["in"], UNUSED),
            ("a.voxelanim.json", ["in"], []),
        ],
    )
    def test_only_where_all_that_it_may_concern_was_checked(
        self, files: str, words: list[str], reported: list[str], folder: Path, run: Run
    ) -> None:
        (folder / NAME).unlink()
        for name in ("a", "b", "in/a"):
            put(folder / f"{name}.voxelanim.json", document())
        put(folder / FILE, ignore(files=files))
        assert found(run(*words)[1]) == reported

    @pytest.mark.parametrize(
        "words", [["--ignore", "value-not-rounded"], ["--select", "hint,unused-ignore"]]
    )
    def test_an_ignore_of_a_rule_that_is_not_looked_for_is_not_judged(
        self, words: list[str], folder: Path, run: Run
    ) -> None:
        put(folder / NAME, document())
        put(folder / FILE, ignore())
        assert found(run()[1]) == UNUSED
        assert found(run(*words)[1]) == []

    def test_it_is_a_rule_like_others(self, folder: Path, run: Run) -> None:
        put(folder / FILE, ignore() + ignore(at="clips[w3]"))
        assert run("--fail-on", "warning")[0] == 1
        assert run("--ignore", "unused-ignore")[1] == ["No findings in 1 file"]
        put(folder / "animspec.toml", '[severities]\nunused-ignore = "error"')
        assert run()[0] == 1

    def test_ignores_in_one_line_have_no_place(self, folder: Path, run: Run) -> None:
        said = '{files = "x", rule = "scale-zero", reason = "y"}'
        put(folder / FILE, f"ignore = [{said}]")
        assert run("--show", "hint")[1][-2].startswith(f"{FILE}: warning[unused-ignore]: ")


class TestReading:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("[[ignore]", ":1:9: the text is not TOML: expected ']]' at the end of an array"),
            (ignore(rule="value-rounded"), ': ignore[0].rule is "value-rounded", expected '),
            (ignore(reason=""), ": ignore[0].reason is empty"),
            (ignore(reason=" \t"), ": ignore[0].reason is blank"),
            ("[[ignore]]\nfiles = 'a'\nrule = 'scale-zero'", ': ignore[0] has no key "reason"'),
            (ignore(were="x"), ': ignore[0] has a key "were" that is not known; '),
            ("[[ignores]]", ': the file has a key "ignores" that is not known; '),
        ],
    )  # fmt: skip
    def test_what_cannot_be_used_is_said(
        self, text: str, said: str, folder: Path, run: Run
    ) -> None:
        put(folder / FILE, text)
        status, lines, err = run()
        assert (status, lines) == (2, [])
        assert err.startswith(FILE + said)

    @given(
        st.fixed_dictionaries(
            {},
            optional={
                "ignore": st.lists(
                    st.fixed_dictionaries(
                        {},
                        optional={
                            "files": st.sampled_from(["*.json", "", "!a", 1]),
                            "rule": st.sampled_from(["scale-zero", "scale-zer"]),
                            "at": st.sampled_from(["clips[a]", ""]),
                            "reason": st.sampled_from(["because", ""]),
                            "until": st.just("2030"),
                        },
                    ),
                    max_size=2,
                ),
                "ignores": st.just([]),
            },
        )
    )
    @settings(max_examples=150, deadline=None)
    def test_the_schema_takes_what_the_reader_takes(self, said: Any) -> None:
        accepted = not list(IGNORES.problems(said, ""))
        assert Draft202012Validator(dict(schema.load("ignores"))).is_valid(said) == accepted

    def test_each_ignore_has_its_reason(self) -> None:
        text = ignore(reason="played by nobody") + ignore(at="clips[w1]")
        read = read_ignores(text.encode(), "/repo", FILE).ignores
        assert [each.reason for each in read] == ["played by nobody", "old export"]


NAMES: Final = st.text(st.sampled_from(["a", "*", "]", "\\", ".", "[", "/", " "]), max_size=4)


@given(st.lists(NAMES, min_size=1, max_size=3), st.data())
@settings(max_examples=100, deadline=None)
def test_an_address_covers_itself_and_what_is_in_it(names: list[str], data: st.DataObject) -> None:
    parts = ["part[" + name.replace("\\", "\\\\").replace("]", "\\]") + "]" for name in names]
    whole = ".".join(parts)
    length = data.draw(st.integers(1, len(parts)))
    assert covering(".".join(parts[:length])).fullmatch(whole)
    starred = data.draw(st.integers(0, len(parts) - 1))
    some = [*parts[:starred], "part[*]", *parts[starred + 1 :]]
    assert covering(".".join(some)).fullmatch(whole)
