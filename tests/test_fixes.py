"""Fixes by example: files before and after, what each rule offers, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import animspec
from animspec import Settings, Severity, check
from animspec.catalogue import entry, names
from animspec.changes import Changes, Text
from animspec.cli import main
from animspec.edits import apply_edits
from animspec.fixes import Fix, Insert, Operation, Remove, Reorder, Replace
from animspec.fixing import fix
from animspec.kinds import KINDS
from animspec.reading import read_any
from animspec.rounding import just_before
from animspec.rule import UNORDERED, Level
from animspec.severities import Safety
from animspec.source import Source
from animspec.spans import Outline

if TYPE_CHECKING:
    from animspec.findings import Finding
    from tests.conftest import Golden

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
FIXES: Final = FIXTURES / "fixes"
CASE: Final = FIXTURES / "cases" / "duplicate-tick" / "input.voxelanim.json"
NAME: Final = "fox.voxelanim.json"
EVERYTHING: Final = Settings(show=Severity.HINT)
TELLING: Final = Settings(show=Severity.HINT, fold=False, remedies=True)

SUFFIXES: Final = tuple(suffix for kind in KINDS for suffix in kind.suffixes)
CHANNELS: Final = frozenset(name for kind in KINDS for name in kind.channels)


def befores() -> list[Path]:
    """Return the files before their fixes."""
    return sorted(path for path in FIXES.glob("before-*") if path.name.endswith(SUFFIXES))


def reported() -> list[Path]:
    """Return the texts that a rule reports."""
    paths = (FIXTURES / "rules").glob("*/reported-*.json")
    return sorted(path for path in paths if not path.name.endswith(".expected.json"))


@pytest.mark.parametrize("path", befores(), ids=lambda path: path.name)
@pytest.mark.parametrize("kind", ["safe", "unsafe"])
def test_a_file_is_fixed_as_expected(path: Path, kind: str, golden: Golden) -> None:
    data = path.read_bytes()
    fixed = fix(data, path.name, EVERYTHING, unsafe=kind == "unsafe").data
    golden(path.with_name(path.name.replace("before-", f"{kind}-")), fixed.decode())


def test_every_file_after_its_fixes_belongs_to_one_before_them() -> None:
    stems = {path.name.removeprefix("before-") for path in befores()}
    after = [path for path in FIXES.glob("*safe-*") if not path.name.startswith("before-")]
    assert len(after) == 2 * len(stems) > 0
    assert {re.sub("^(un)?safe-", "", path.name) for path in after} == stems


def test_a_jump_at_one_tick_becomes_a_jump_within_one() -> None:
    """Pull the first key one tick back, 0.9999583, so that the jump happens inside one tick."""
    fixed = fix(CASE.read_bytes(), CASE.name, EVERYTHING, unsafe=True)
    keys = json.loads(fixed.data)["clips"][0]["tracks"][0]["position"]
    assert [(key["tick"], key["value"]["x"]) for key in keys] == [
        (0, 0), (23999, round(23999 / 24000, 4)), (24000, 8), (48000, 9),
    ]  # fmt: skip
    assert check(fixed.data, CASE.name, EVERYTHING).findings == ()
    assert [fault.rule for fault in fixed.fixed] == ["keys-at-the-same-time"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        # A steep way: the key gets the value that the curve has a tick earlier.
        ([(0, 0), (10, 100), (10, 0)], [(0, 0), (9, 90), (10, 0)]),
        # No room before tick 0, nor behind a key that is one tick earlier.
        ([(0, 1), (0, 2), (10, 3)], [(0, 2), (10, 3)]),
        ([(9, 1), (10, 2), (10, 3)], [(9, 1), (10, 3)]),
        # No jump.
        ([(0, 0), (10, 5), (10, 5)], [(0, 0), (10, 5)]),
        # Of three at one tick nobody sees the second.
        ([(0, 0), (10, 10), (10, 4), (10, 5)], [(0, 0), (9, 9), (10, 5)]),
        # Two jumps, the second of which has no room.
        ([(5, 0), (5, 1), (6, 2), (6, 3)], [(4, 0), (5, 1), (6, 3)]),
        # Keys out of order are sorted first, as they are written.
        ([(10, 10), (0, 0), (10, 3)], [(0, 0), (9, 9), (10, 3)]),
    ],
)
def test_keys_at_one_tick_are_moved_apart(
    keys: list[tuple[int, float]], expected: list[tuple[int, float]]
) -> None:
    fixed = json.loads(fix(a_set(keys), NAME, unsafe=True).data)
    written = fixed["clips"][0]["tracks"][0]["position"]
    assert [(key["tick"], key["value"]["x"]) for key in written] == expected


def test_no_two_clips_are_given_one_name() -> None:
    clip = json.loads(a_set([(0, 1)]))["clips"][0]
    clips = [
        {**clip, "id": str(at), "name": name} for at, name in enumerate(["A", "a", "A 2", "A"])
    ]
    data = json.dumps({"rig": "Fox", "clips": clips}).encode()
    told = [each.remedy for each in check(data, NAME, TELLING).findings]
    assert [each.edits[0].replacement for each in told if each] == ['"a 3"', '"A 4"']


def test_keys_that_would_meet_on_a_frame_are_left_to_people() -> None:
    data = a_set([(0, 0), (900, 1), (1100, 2), (2900, 3), (24100, 4)], fps=24, length=24100)
    found = check(data, NAME, TELLING).findings
    keys = [each for each in found if each.rule == "key-off-frame-grid"]
    # Keys 1 and 2 are nearest to frame 1; key 3 has frame 3, key 4 frame 24 to itself.
    assert [(each.pointer[-6], each.fixable) for each in keys] == [
        ("1", None), ("2", None), ("3", Safety.UNSAFE), ("4", Safety.UNSAFE),
    ]  # fmt: skip


def a_set(keys: list[tuple[int, float]], **more: Any) -> bytes:
    position = [{"tick": tick, "value": {"x": x, "y": 0, "z": 0}} for tick, x in keys]
    track = {"path": "Body", "position": position}
    clip = {"id": "a", "name": "A", "length": 24000, "fps": 24000, "loop": False, "tracks": [track]}
    return json.dumps({"rig": "Fox", "clips": [clip | more]}).encode()


def test_a_jump_of_a_scene_keeps_its_spline_still() -> None:
    keys = [{"t": 0, "v": [0]}, {"t": 1, "v": [1]}, {"t": 1, "v": [8]}, {"t": 2, "v": [9]}]
    track = {"path": "Lamp", "name": "power", "keys": keys}
    data = json.dumps({"length": 2, "fps": 25, "props": [track]}).encode()
    fixed = json.loads(fix(data, "a.sceneanim.json", unsafe=True).data)
    before, jump, after, _ = fixed["props"][0]["keys"]
    # The curve into a last key arrives flat: 1 - 3 h² + 2 h³ for h, a millisecond before it.
    assert jump == {"t": 0.999, "v": [pytest.approx(1 - 3e-6 + 2e-9, abs=1e-7)], "ease": "hold"}
    assert (before, after) == (keys[0], keys[2])


@pytest.mark.parametrize("time", [1, 24000])
def test_just_before_a_tick_is_a_tick(time: int) -> None:
    assert (just_before(time), just_before(time / 1)) == (time - 1, time - 0.001)


@pytest.mark.parametrize("path", reported(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_edits_that_a_finding_tells_mend_it(path: Path) -> None:
    """Applied alone, by lines and columns or by bytes, they leave one finding less."""
    data = path.read_bytes()
    found = check(data, path.name, TELLING).findings
    for finding in found:
        if finding.remedy is None:
            continue
        fixed = by_places(data, finding)
        assert fixed == by_bytes(data, finding)
        left = check(fixed, path.name, TELLING).findings
        rules = [each.rule for each in left].count(finding.rule)
        assert rules < [each.rule for each in found].count(finding.rule), finding


def by_bytes(data: bytes, finding: Finding) -> bytes:
    assert finding.remedy is not None
    for edit in reversed(finding.remedy.edits):
        start, end = edit.bytes
        data = data[:start] + edit.replacement.encode() + data[end:]
    return data


def by_places(data: bytes, finding: Finding) -> bytes:
    """Return a text after edits, as an editor makes them, which never sees a byte order mark."""
    assert finding.remedy is not None
    text = data.decode()
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:at]) for at in range(len(lines))]
    if finding.rule == "byte-order-mark":
        return by_bytes(data, finding)
    mark = text.startswith("\ufeff")
    for edit in reversed(finding.remedy.edits):
        place = edit.place
        start = starts[place.line - 1] + place.column - 1 + (mark and place.line == 1)
        end = starts[place.end_line - 1] + place.end_column - 1 + (mark and place.end_line == 1)
        text = text[:start] + edit.replacement + text[end:]
    return text.encode()


@pytest.mark.parametrize("name", names())
def test_a_rule_that_says_it_has_a_fix_has_one(name: str) -> None:
    found = [
        finding
        for path in (FIXTURES / "rules" / name).glob("reported-*.*")
        if path.name.endswith(SUFFIXES)
        for finding in check(path.read_bytes(), path.name, TELLING).findings
        if finding.rule == name
    ]
    assert {finding.fixable for finding in found} - {None} == {entry(name).rule.fix} - {None}
    for finding in found:
        assert finding.place is not None or finding.fixable is None
        assert (finding.remedy is None) == (finding.fixable is None)
        if finding.remedy is not None:
            assert finding.remedy.edits
            assert not finding.remedy.message.endswith(".")


def channel_rules() -> list[tuple[Path, Any]]:
    """Return the sets and scenes that a rule of channels reports, read."""
    rules = (entry(name).rule for name in names())
    looking = {rule.name for rule in rules if rule.level is Level.CHANNEL} - {*UNORDERED}
    paths = [path for path in reported() if path.parent.name in looking]
    return [(path, json.loads(path.read_bytes())) for path in paths if ".m3ganim." not in path.name]


@pytest.mark.parametrize(
    ("path", "document"),
    [pytest.param(*case, id=f"{case[0].parent.name}/{case[0].stem}") for case in channel_rules()],
)
def test_rules_that_unordered_keys_silence_say_so(path: Path, document: Any) -> None:
    """A rule that falls silent where a channel is turned round names ``UNORDERED`` as a cause."""
    rule = entry(path.parent.name).rule
    for channel in channels_told(document, path.name, rule.name):
        turned = deepcopy(document)
        keys = turned
        for step in channel:
            keys = keys[int(step)] if isinstance(keys, list) else keys[step]
        keys.reverse()
        if len(keys) > 1 and channel not in channels_told(turned, path.name, rule.name):
            assert set(UNORDERED) <= set(rule.silenced_by)


def channels_told(document: Any, name: str, rule: str) -> set[tuple[str, ...]]:
    """Return the channels that a rule speaks of, as steps."""
    found = check(json.dumps(document).encode(), name, EVERYTHING).findings
    told = set()
    for finding in found:
        steps = tuple(finding.pointer.split("/")[1:])
        at = [place for place, step in enumerate(steps) if step in CHANNELS]
        if finding.rule == rule and at:
            told.add(steps[: at[-1] + 1])
    return told


TEXT: Final = b'{\n  "a": [\n    1,\n    2,\n    3\n  ],\n  "b": {"x": 1}\n}'


@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        ([Replace(("a", 1), 20), Remove(("a", 0))], {"a": [20, 3], "b": {"x": 1}}),
        ([Remove(("a", at)) for at in range(3)], {"a": [], "b": {"x": 1}}),
        ([Reorder(("a",), (2, 0)), Replace(("a", 2), 9)], {"a": [9, 1], "b": {"x": 1}}),
        ([Insert(("a",), 0, 0), Insert(("a",), 3, 4)], {"a": [0, 1, 2, 3, 4], "b": {"x": 1}}),
        ([Insert(("a",), 1, 7), Remove(("a", 1))], {"a": [1, 7, 3], "b": {"x": 1}}),
        ([Replace(("b", "y"), "ä")], {"a": [1, 2, 3], "b": {"x": 1, "y": "ä"}}),
        ([Remove(("b", "x"))], {"a": [1, 2, 3], "b": {}}),
        ([Remove(("b",)), Replace(("a", 2), [])], {"a": [1, 2, []]}),
    ],
)
def test_operations_together_are_edits(operations: list[Operation], expected: Any) -> None:
    changes = Changes(operations)
    edits = Text(Outline(TEXT)).edits(changes)
    assert json.loads(apply_edits(TEXT, edits)) == expected


@pytest.mark.parametrize(
    ("operations", "pointer", "moved"),
    [
        ([Remove(("a", 0))], ("a", 2, "x"), (("a", 1, "x"), True)),
        ([Remove(("a", 0))], ("a", 0, "x"), (("a",), False)),
        ([Remove(("a", 0)), Remove(("a", 1))], ("a", 2), (("a", 0), True)),
        ([Insert(("a",), 1, 7)], ("a", 0), (("a", 0), True)),
        ([Insert(("a",), 1, 7), Remove(("a", 0))], ("a", 1), (("a", 1), True)),
        ([Reorder(("a",), (2, 0))], ("a", 2, "x"), (("a", 0, "x"), True)),
        ([Reorder(("a",), (2, 0))], ("a", 1), (("a",), False)),
        ([Remove(("b",))], ("a", 1), (("a", 1), True)),
    ],
)
def test_parts_are_followed_to_where_they_are(
    operations: list[Operation], pointer: Any, moved: Any
) -> None:
    assert Changes(operations).moved(pointer) == moved


def test_a_part_that_is_not_there_cannot_be_changed() -> None:
    for operation in (Remove(("c",)), Replace(("a", 3), 1), Replace(("c", "x"), 1)):
        with pytest.raises(LookupError):
            Text(Outline(TEXT)).edits(Changes([operation]))


class TestRefusals:
    """A fix whose result is worse is not applied, and costs no other."""

    def test_a_fix_that_adds_a_finding_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def worse(pointer: Any, rounded: float) -> Fix:
            return Fix("make it worse", (Replace(pointer, rounded), Remove(("clips", 0, "id"))))

        monkeypatch.setattr("animspec.rules.values.value_not_rounded._fix", worse)
        data = a_set([(0, 0.00001)], name=" A")
        outcome = fix(data, NAME)
        assert [(each.fault.rule, each.reason) for each in outcome.refused] == [
            (
                "value-not-rounded",
                'it would add missing-member: the clip has no member "id", expected a text',
            )
        ]
        assert outcome.data == data.replace(b'" A"', b'"A"')

    def test_a_fix_that_does_not_mend_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def vain(pointer: Any, rounded: float) -> Fix:
            return Fix("try", (Replace(pointer, rounded + 0.00001),))

        monkeypatch.setattr("animspec.rules.values.value_not_rounded._fix", vain)
        outcome = fix(a_set([(0, 0.00001)]), NAME)
        (refusal,) = outcome.refused
        assert refusal.reason.startswith("it would leave value-not-rounded: x is")
        assert outcome.edits == ()

    def test_one_bad_fix_among_many_costs_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from animspec.rules.values import value_not_rounded

        make = value_not_rounded._fix  # noqa: SLF001 - it is spoilt here

        def sometimes_worse(pointer: Any, rounded: float) -> Fix:
            more = (Remove((*pointer[:-2], "tick")),) if 7 in pointer else ()
            return Fix("round it", (*make(pointer, rounded).operations, *more))

        monkeypatch.setattr(value_not_rounded, "_fix", sometimes_worse)
        data = a_set([(at, at + 0.00001) for at in range(20)])
        outcome = fix(data, NAME)
        assert len(outcome.refused) == 1
        keys = json.loads(outcome.data)["clips"][0]["tracks"][0]["position"]
        assert [key["value"]["x"] for key in keys] == [
            at + 0.00001 if at == 7 else at for at in range(20)
        ]

    def test_what_meets_a_fix_that_is_refused_is_fixed_after_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def worse(channel: Any) -> Fix:
            return Fix("lose them", (Remove((*channel.pointer[:-1], "path")),), channel.pointer)

        monkeypatch.setattr("animspec.spacing.moved_apart", worse)
        outcome = fix(a_set([(0, 0.00001), (0, 1)]), NAME, unsafe=True)
        assert [each.fault.rule for each in outcome.refused] == ["keys-at-the-same-time"]
        assert outcome.data == a_set([(0, 0), (0, 1)])

    def test_fixes_that_meet_take_turns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """So nothing has to be tried in vain: one check before, and one after each turn."""
        from animspec import fixing

        read: list[bytes] = []

        def reading(data: bytes, *more: Any, **how: Any) -> Any:
            read.append(data)
            return read_any(data, *more, **how)

        monkeypatch.setattr(fixing, "read_any", reading)
        data = a_set([(10, 0.00001), (0, 1.00001)])
        assert fix(data, NAME).data == a_set([(0, 1), (10, 0)])
        assert read == [data, a_set([(0, 1.00001), (10, 0.00001)]), a_set([(0, 1), (10, 0)])]

    def test_a_comment_outlives_other_fixes(self) -> None:
        track = b'{"path": "Body" /* why */, "position": []}'
        kept = b'{"path": "Head", "scale": [{"tick": 0, "value": {"x": 2, "y": 1, "z": 1}}]}'
        clip = b'{"id": "a", "name": "A", "length": 24000, "fps": 24, "loop": false, "tracks": '
        data = b'{"rig": "Fox", "clips": [%b[%b, %b]}]}' % (clip, track, kept)
        outcome = fix(data, NAME)
        assert outcome.data == data
        (refusal,) = outcome.refused
        assert (refusal.fault.rule, "such as a comment" in refusal.reason) == ("empty-track", True)
        assert json.loads(fix(data, NAME, unsafe=True).data)["clips"][0]["tracks"] == [
            json.loads(kept)
        ]


def test_binary_files_and_what_cannot_be_read_stay_as_they_are() -> None:
    data = (FIXTURES / "m3g" / "walk.m3g").read_bytes()
    assert fix(data, "walk.m3g", EVERYTHING, unsafe=True).data == data
    for text in (b"", b"{", b"\xff", b'{"rig": "Fox"', b"[" * 70):
        assert fix(text, NAME, EVERYTHING, unsafe=True).data == text
    assert fix(b" " * 11, NAME, Settings(largest_file=10)).data == b" " * 11


def test_fix_is_public() -> None:
    outcome = animspec.fix(a_set([(0, 0.00001)]), NAME)
    assert isinstance(outcome, animspec.Outcome)
    assert outcome.data == a_set([(0, 0)])


class TestCommandLine:
    """``animspec check --fix``, ``--unsafe-fixes`` and ``--diff``."""

    @pytest.fixture
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        path = tmp_path / NAME
        path.write_bytes(a_set([(0, 0.00001), (10, 1), (10, 2)]))
        return path

    def test_safe_fixes_are_applied_and_the_rest_is_reported(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check", "--fix", "--format", "concise", NAME]) == 1
        assert file.read_bytes() == a_set([(0, 0), (10, 1), (10, 2)])
        finding, summary = capsys.readouterr().out.splitlines()
        assert "error[keys-at-the-same-time]" in finding
        assert summary == "Found 1 error in 1 file (1 fixed, 1 fixable with --unsafe-fixes)"

    def test_nothing_left_is_no_failure(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check", "--fix", "--unsafe-fixes", NAME]) == 0
        assert file.read_bytes() == a_set([(0, 0), (9, 0.9), (10, 2)])
        assert capsys.readouterr().out == "No findings in 1 file (2 fixed)\n"

    @pytest.mark.usefixtures("file")
    def test_what_is_fixed_can_fail(self) -> None:
        words = ["check", "--fix", "--unsafe-fixes", "--exit-non-zero-on-fix", NAME]
        assert main(words) == 1
        assert main(words) == 0, "there is nothing left to fix"

    def test_without_fix_nothing_is_written(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = file.read_bytes()
        summaries = []
        for words in ([], ["--unsafe-fixes"]):
            assert main(["check", *words, NAME]) == 1
            summaries.append(capsys.readouterr().out.splitlines()[-1])
        assert file.read_bytes() == before
        assert summaries == [
            "Found 2 errors in 1 file (1 fixable with --fix, 1 more with --unsafe-fixes)",
            "Found 2 errors in 1 file (2 fixable with --fix --unsafe-fixes)",
        ]

    def test_a_difference_is_shown_and_nothing_written(
        self, file: Path, capfdbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        before = file.read_bytes()
        assert main(["check", "--diff", "--fix", NAME]) == 1
        captured = capfdbinary.readouterr()
        removed, added = captured.out.splitlines()[3], captured.out.splitlines()[5]
        assert removed == b"-" + before
        assert added == b"+" + a_set([(0, 0), (10, 1), (10, 2)])
        assert captured.err == b"Would fix 1 finding in 1 file\n"
        assert file.read_bytes() == before

    def test_no_difference_is_no_failure_whatever_is_left(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file.write_bytes(a_set([(10, 1), (10, 2)]))
        assert main(["check", "--diff", NAME]) == 0
        captured = capsys.readouterr()
        assert (captured.out, captured.err) == ("", "Nothing would be fixed\n")

    def test_a_file_that_cannot_be_read_is_told_beside_a_difference(
        self, capsys: pytest.CaptureFixture[str], file: Path
    ) -> None:
        file.unlink()
        assert main(["check", "--diff", NAME]) == 1
        assert "error[cannot-read]" in capsys.readouterr().err

    def test_standard_input_goes_fixed_to_standard_output(self, file: Path) -> None:
        command = [sys.executable, "-m", "animspec", "check", "--fix", "-", "--format", "concise"]
        command += ["--stdin-filename", NAME]
        done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=False)
        assert done.returncode == 1
        assert done.stdout == a_set([(0, 0), (10, 1), (10, 2)])
        finding, summary = done.stderr.decode().splitlines()
        assert finding.startswith(f"{NAME}:1:")
        assert summary == "Found 1 error in 1 file (1 fixed, 1 fixable with --unsafe-fixes)"

    def test_a_file_that_cannot_be_written_stays_and_is_told(
        self, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("animspec.cli.mending.write_atomically", refuse)
        before = file.read_bytes()
        assert main(["check", "--fix", NAME]) == 2
        captured = capsys.readouterr()
        assert file.read_bytes() == before
        assert captured.err == f"{NAME}: the file cannot be written: Permission denied\n"
        assert "Found 2 errors in 1 file (0 fixed" in captured.out

    def test_a_run_that_writes_nothing_writes_no_baseline(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check", "--diff", "--write-baseline", "known.json", NAME]) == 2
        assert capsys.readouterr().err == "--diff writes nothing, and so no baseline\n"
        assert not (file.parent / "known.json").exists()

    def test_a_file_without_anything_to_fix_is_not_touched(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file.write_bytes(a_set([(0, 0)]))
        monkeypatch.setattr("animspec.cli.mending.write_atomically", None)
        assert main(["check", "--fix", NAME]) == 0

    def test_what_is_refused_is_told(
        self, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def vain(pointer: Any, rounded: float) -> Fix:
            return Fix("try", (Replace(pointer, rounded + 0.00001),))

        monkeypatch.setattr("animspec.rules.values.value_not_rounded._fix", vain)
        assert main(["check", "--fix", NAME]) == 1
        assert capsys.readouterr().err.startswith(
            f"{NAME}: value-not-rounded is not fixed: it would leave value-not-rounded: x is"
        )
        assert b"1e-05" in file.read_bytes()

    def test_what_is_ignored_is_not_fixed(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = file.read_bytes()
        ignores = f'[[ignore]]\nfiles = "{NAME}"\nrule = "value-not-rounded"\nreason = "as it is"\n'
        (file.parent / "animspec-ignores.toml").write_text(ignores, "utf-8")
        main(["check", "--fix", NAME])
        assert file.read_bytes() == before
        assert "0 fixed" in capsys.readouterr().out

    def test_what_a_baseline_knows_is_not_fixed(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        before = file.read_bytes()
        assert main(["check", "--write-baseline", "known.json", NAME]) == 0
        assert main(["check", "--fix", "--baseline", "known.json", NAME]) == 0
        assert file.read_bytes() == before
        assert "(0 fixed)" in capsys.readouterr().out.splitlines()[-1]

    def test_the_report_for_programs_tells_the_edits(
        self, file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        main(["check", "--format", "json", NAME])
        report = json.loads(capsys.readouterr().out)
        rounding = next(each for each in report["findings"] if each["rule"] == "value-not-rounded")
        data = file.read_bytes()
        start = data.index(b"1e-05")
        line, column = Source(data).positions([start])[start]
        place = {"line": line, "column": column, "endLine": line, "endColumn": column + 5}
        edit = {"place": place, "start": start, "end": start + 5, "replacement": "0"}
        assert rounding["fix"] == {"safe": True, "message": "round it to 0", "edits": [edit]}
        summary = report["summary"]
        assert (summary["fixable"], summary["fixableUnsafely"]) == (1, 1)

    def test_rules_tell_their_fixes(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["rules", "--format", "json"])
        rows = {row["rule"]: row["fix"] for row in json.loads(capsys.readouterr().out)}
        assert rows == {name: entry(name).rule.fix for name in names()}
        assert {*rows.values()} == {None, "safe", "unsafe"}
        for name, wanted in (("empty-track", "; safe fix: check --fix"), ("duplicate-id", "")):
            main(["explain", name])
            head = capsys.readouterr().out.partition("\n")[0]
            assert head.partition(";")[1] + head.partition(";")[2] == wanted


def test_what_the_catalogue_promises_is_kept() -> None:
    """The rules of the catalogue with a fix, and whether it is safe."""
    safe = {
        *("byte-order-mark", "trailing-comma", "integer-written-as-float", "name-with-outer-space"),
        *("keys-out-of-order", "empty-channel", "empty-track", "value-not-rounded"),
    }
    unsafe = {
        *("comment-in-json", "duplicate-name", "path-spelled-differently", "keys-at-the-same-time"),
        *("time-not-rounded", "key-off-frame-grid", "length-off-frame-grid", "quaternion-not-unit"),
        *("quaternion-sign-flip", "opposite-quaternions", "euler-flip", "redundant-key"),
        *("constant-channel", "channel-at-rest", "handles-overlap", "handle-points-backwards"),
    }
    fixes = {name: entry(name).rule.fix for name in names() if entry(name).rule.fix}
    assert fixes == dict.fromkeys(safe, Safety.SAFE) | dict.fromkeys(unsafe, Safety.UNSAFE)
