"""Bad input: whatever the bytes, findings say what is wrong and where; nothing is raised."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from animspec import Severity, check
from animspec.loading import DocumentError, load, model_of
from animspec.reports import Manner, reporter
from animspec.settings import Settings

if TYPE_CHECKING:
    from animspec.findings import Finding
    from tests.conftest import Golden

FOLDER: Final = Path(__file__).parent.parent / "fixtures" / "input"
SUFFIX: Final = ".voxelanim.json"
NAME: Final = f"fox{SUFFIX}"
EVERYTHING: Final = Settings(show=Severity.HINT)

INPUTS: Final = sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}"))


def found(data: bytes, name: str = NAME) -> tuple[Finding, ...]:
    return check(data, name, EVERYTHING).findings


def line(finding: Finding) -> str:
    """Return all that a finding says, in one line."""
    place, related = finding.place, finding.related
    assert place is not None
    where = f"{place.line}:{place.column}-{place.end_line}:{place.end_column}"
    label = f"{finding.severity}[{finding.rule}]"
    said = f"{where}: {label} {finding.pointer or 'the document'}: {finding.message}"
    if related is not None:
        said += f" ({related.message}, {related.place.line}:{related.place.column})"
    return said


def lines(findings: tuple[Finding, ...]) -> list[str]:
    return [line(finding) for finding in findings]


@pytest.mark.parametrize("stem", INPUTS)
def test_bad_input_is_explained(stem: str, golden: Golden) -> None:
    said = lines(found((FOLDER / f"{stem}{SUFFIX}").read_bytes()))
    assert said
    golden(FOLDER / f"{stem}.expected.txt", "\n".join(said) + "\n")


def test_every_expected_file_belongs_to_an_input() -> None:
    stems = {path.name.removesuffix(".expected.txt") for path in FOLDER.glob("*.expected.txt")}
    assert stems == set(INPUTS)


@pytest.mark.parametrize("stem", INPUTS)
def test_what_has_errors_is_not_loaded(stem: str) -> None:
    data = (FOLDER / f"{stem}{SUFFIX}").read_bytes()
    errors = [each for each in found(data) if each.severity is Severity.ERROR]
    if {each.rule for each in errors} <= {"blank-name"}:
        assert model_of(data, NAME).clips
        return
    with pytest.raises(DocumentError) as caught:
        model_of(data, NAME)
    assert caught.value.findings == tuple(errors)


DEEP: Final = 100_000
WHERE_64: Final = "/0" * 64


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"[" * DEEP, f"1:65-1:66: error[nested-too-deep] {WHERE_64}", id="open"),
        pytest.param(
            b"[" * DEEP + b"]" * DEEP,
            f"1:65-1:{2 * DEEP - 63}: error[nested-too-deep] {WHERE_64}",
            id="closed",
        ),
        pytest.param(
            b'{"a":' * DEEP, f"1:321-1:322: error[nested-too-deep] {'/a' * 64}", id="objects"
        ),
        pytest.param(
            b'{"clips": [], "rig": ' + b"[" * DEEP + b"]" * DEEP + b"}",
            f"1:85-1:{85 + 2 * (DEEP - 63)}: error[nested-too-deep] /rig{'/0' * 63}",
            id="rig",
        ),
        pytest.param(
            b'{"clips": ' + b'[{"tracks": ' * DEEP,
            f"1:384-1:385: error[nested-too-deep] /clips{'/0/tracks' * 31}/0",
            id="clips",
        ),
    ],
)
def test_a_hundred_thousand_brackets_are_one_finding(data: bytes, expected: str) -> None:
    message = "an array or object lies more than 64 levels deep"
    deep = [each for each in found(data) if each.rule == "nested-too-deep"]
    assert lines(tuple(deep)) == [f"{expected}: {message}"]


def test_sixty_four_levels_are_read() -> None:
    data = b'{"rig": "Fox", "clips": [], "extra": ' + b"[" * 63 + b"]" * 63 + b"}"
    assert [finding.rule for finding in found(data)] == ["unknown-member"]


def key(tick: int, x: str = "0") -> str:
    return f'{{"tick":{tick},"value":{{"x":{x},"y":0,"z":0}}}}'


def one_line(keys: list[str]) -> bytes:
    """Return a set with one channel of these keys, without a line end."""
    clip = '{"id":"a","name":"A","length":240000000,"fps":24,"loop":false,"tracks":'
    channel = f'[{{"path":"Body","position":[{",".join(keys)}]}}]}}'
    return f'{{"rig":"Fox","clips":[{clip}{channel}]}}'.encode()


def test_ten_megabytes_in_one_line_have_short_frames() -> None:
    keys = [key(tick) for tick in range(0, 240_000_000, 1000)]
    keys[120_000] = key(120_000_000, '"0"')
    data = one_line(keys)
    assert len(data) > 10_000_000
    errors = [each for each in found(data) if each.severity is Severity.ERROR]
    column = data.index(b'"0"') + 1
    pointer = "/clips/0/tracks/0/position/120000/value/x"
    message = 'x is "0", expected a number; did you mean 0?'
    said = f"1:{column}-1:{column + 3}: error[wrong-type] {pointer}: {message}"
    assert lines(tuple(errors)) == [said]
    written: list[str] = []
    reporter("text", written.append, Manner()).file("", errors, data)
    shown = "".join(written).splitlines()
    assert max(map(len, shown)) < 250
    assert shown[1].index('"0"') == shown[2].index("^^^")


def test_memory_stays_within_a_small_multiple_of_the_file() -> None:
    keys = [
        f'{{ "tick": {tick}, "value": {{ "x": 12.3456, "y": -0.25, "z": 90 }}, '
        '"interpolation": "smooth" }'
        for tick in range(0, 10_000_000, 1000)
    ]
    keys[5000] = key(5_000_000, "null")
    data = one_line(keys)
    check(one_line(keys[4990:5010]), NAME)
    tracemalloc.start()
    try:
        check(data, NAME)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10 * len(data)


def test_a_text_over_the_limit_is_not_read() -> None:
    data = b'{"rig": "Fox", "clips": []}'
    assert check(data, NAME, Settings(largest_file=len(data))).findings == ()
    (finding,) = check(data, NAME, Settings(largest_file=len(data) - 1)).findings
    assert (finding.rule, finding.severity) == ("file-too-large", Severity.ERROR)
    assert finding.message == "the file has more than 26 bytes"
    assert finding.place is None


@pytest.mark.parametrize("data", [b"{}", b"[1]", b'{"clips": []}', b'{"name": "animspec"}', b"0"])
def test_a_document_of_no_known_kind_is_reported(data: bytes) -> None:
    (finding,) = found(data, "package.json")
    assert (finding.rule, finding.severity) == ("unknown-document", Severity.ERROR)
    assert finding.message.startswith(
        "neither the name nor the members at the top are those of a known kind of document, "
        "expected *.voxelanim.json"
    )


def test_a_document_without_a_native_name_is_known_by_its_members() -> None:
    assert lines(found(b'{"rig": 1, "clips": []}', "fox.json")) == [
        "1:9-1:10: error[wrong-type] /rig: rig is 1, expected a text"
    ]


def test_the_name_counts_more_than_the_members() -> None:
    assert found(b'{"rig": "", "clips": []}', "FOX.VoxelAnim.JSON") == ()
    rules = [finding.rule for finding in found(b'{"length": 1, "camera": []}', NAME)]
    assert rules == ["missing-member", "missing-member", "unknown-member", "unknown-member"]


HUGE: Final = "9" * 5000
"""More digits than Python turns into an integer."""


@pytest.mark.parametrize("written", [HUGE, f"-{HUGE}", f"{HUGE}.5", f"1e{HUGE}"])
def test_a_number_of_thousands_of_digits_is_judged_and_shortened(written: str) -> None:
    (finding,) = found(one_line([key(0, written)]))
    assert finding.rule in {"integer-too-large", "number-not-finite"}
    assert finding.message.startswith(written[:20] + "… is ")


def test_a_number_is_judged_by_what_a_double_makes_of_it() -> None:
    assert found(one_line([key(0, f"0.{HUGE}")])) == ()


def test_a_long_name_is_shortened_in_the_sentence() -> None:
    (finding,) = found(b'{"rig": "Fox", "clips": [], "%b": 1}' % (b"x" * 100_000))
    assert finding.message == f'member "{"x" * 38}… is not part of the format'


def test_a_missing_file_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with pytest.raises(DocumentError) as caught:
        load(path)
    (finding,) = caught.value.findings
    assert (finding.rule, finding.file) == ("cannot-read", str(path))
    assert finding.message == "the file cannot be read: No such file or directory"


def test_what_cannot_be_loaded_is_listed() -> None:
    with pytest.raises(DocumentError) as caught:
        model_of(b'{\n "rig": 1,\n "clips": {}\n}', NAME)
    assert str(caught.value).splitlines() == [
        f"{NAME} cannot be used:",
        "  2:9: wrong-type: rig is 1, expected a text",
        "  3:11: wrong-type: clips is an object, expected an array",
    ]


def test_hints_and_warnings_do_not_keep_a_document_from_being_loaded() -> None:
    loaded: Any = model_of(b'{"version": 1.0, "rig": "Fox", "clips": [], "extra": 1}', NAME)
    assert loaded.version == 1
    assert json.dumps(loaded.version) == "1"
