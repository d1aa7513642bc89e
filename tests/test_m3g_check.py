"""``check`` on binary ``.m3g`` files: the same engine, findings by object and byte."""

from __future__ import annotations

import io
import json
import zlib
from pathlib import Path
from struct import pack, unpack_from
from types import SimpleNamespace
from typing import Final

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import animspec
from animspec.catalogue import names
from animspec.cli import main
from animspec.findings import Finding, Spot
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, Kind
from animspec.linting import check
from animspec.m3g import UnwritableError, document_text, read_m3g, write_m3g
from animspec.model.m3g_animation import Controller, Keyframe, M3GAnimation, Sequence, Track
from animspec.settings import Settings
from animspec.severities import Severity
from tests.set_texts import examples
from tests.test_m3g_rules import documents

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
HINTS: Final = Settings(show=Severity.HINT)
SKIPPED: Final = "objects-skipped"
TYPES: Final = {"sequences": 19, "controllers": 1, "tracks": 2}
"""The object type of each list's parts."""

FALLING: Final = Sequence(
    id="door",
    interpolation="LINEAR",
    repeatMode="CONSTANT",
    duration=100,
    componentCount=3,
    keyframes=(Keyframe(50, (0.0, 0.0, 0.0)), Keyframe(20, (0.0, 1.0, 0.0))),
)
CLOCK: Final = Controller("clock", 1.0, 1.0, (9, 5), 0.0, 0)
DOCUMENT: Final = M3GAnimation(
    (FALLING,), (CLOCK,), (Track("Door", "ORIENTATION", "door", "clock"),)
)
"""A document with a fault in each of its three objects: 2 the clock, 3 the door, 4 the track."""


def found(data: bytes, name: str = "fox.m3g") -> tuple[Finding, ...]:
    return check(data, name, HINTS).findings


def faults(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return sorted(
        (each.rule, each.pointer, each.address) for each in findings if each.rule != SKIPPED
    )


def test_each_finding_stands_at_its_object() -> None:
    data = write_m3g(DOCUMENT)
    findings = [each for each in found(data) if each.rule != SKIPPED]
    assert [(each.rule, each.spot and each.spot.object_number) for each in findings] == [
        ("interval-backwards", 2),
        ("keys-out-of-order", 3),
        ("property-mismatch", 4),
    ]
    for finding in findings:
        assert finding.place is None
        assert finding.offset is not None
        assert data[finding.offset] == TYPES[finding.pointer.split("/")[1]]


def test_in_a_deflated_section_the_spot_counts_what_it_inflates_to() -> None:
    data = write_m3g(DOCUMENT, compressed=True)
    section = 50
    stored = unpack_from("<I", data, section + 1)[0]
    objects = zlib.decompress(data[section + 9 : section + stored - 4])
    for finding in (each for each in found(data) if each.rule != SKIPPED):
        assert finding.offset == section
        assert finding.spot is not None
        assert finding.spot.inflated_offset is not None
        kind = TYPES[finding.pointer.split("/")[1]]
        assert objects[finding.spot.inflated_offset] == kind


def test_another_object_that_explains_a_finding_is_named() -> None:
    (finding,) = (each for each in found(write_m3g(DOCUMENT)) if each.rule == "property-mismatch")
    door = next(each for each in found(write_m3g(DOCUMENT)) if each.rule == "keys-out-of-order")
    assert finding.related is None
    assert finding.message == (
        'sequence "door" has 3 components, expected 4 for ORIENTATION '
        f"(they are counted here: {door.spot})"
    )


class TestThatOneEngineStandsBehindBothFormats:
    """The same document has the same findings, as text and as a binary file."""

    @examples(100, 4000)
    @given(documents(), st.booleans())
    def test_a_written_document_has_the_findings_of_its_text(
        self,
        document: M3GAnimation,
        compressed: bool,  # noqa: FBT001 - drawn
    ) -> None:
        try:
            data = write_m3g(document, compressed=compressed)
        except UnwritableError:
            return
        # The file orders tracks by target, and has no empty lists.
        same = read_m3g(data)[0]
        assert faults(found(data)) == faults(found(document_text(same), "fox.m3ganim.json"))


WALK: Final = (FIXTURES / "m3g" / "walk.m3g").read_bytes()
FILES: Final = [path.read_bytes() for path in sorted(FIXTURES.rglob("*.m3g"))]


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """Return a file with some bytes changed, and mostly checksums that are right again."""
    data = bytearray(draw(st.sampled_from(FILES)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        data[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=2))
    if draw(st.integers(0, 3)):
        _sum_again(data)
    return bytes(data)


def _sum_again(data: bytearray) -> None:
    """Write each section's checksum anew, as far as sections can be followed."""
    at = 12
    while at + 13 <= len(data):
        total = unpack_from("<I", data, at + 1)[0]
        if total < 13 or at + total > len(data):
            return
        end = at + total - 4
        data[end : end + 4] = pack("<I", zlib.adler32(data[at:end]))
        at += total


class TestThatCheckingNeverRaises:
    """Checking never raises, whatever the bytes."""

    @examples(300, 30_000)
    @given(broken() | st.binary(max_size=80) | st.binary(max_size=80).map(WALK[:12].__add__))
    def test_any_bytes_have_findings_with_spots(self, data: bytes) -> None:
        for finding in found(data):
            assert finding.rule in names()
            assert finding.message.isprintable()
            assert finding.place is None
            assert finding.offset is not None
            assert 0 <= finding.offset <= len(data)


def test_what_could_not_be_read_may_have_been_what_is_not_named() -> None:
    lone = evolve(FALLING, id="lid", keyframes=FALLING.keyframes[:1])
    tracks = (Track("Door", "SCALE", "lid"), Track("Door", "TRANSLATION", "lid"))
    data = write_m3g(M3GAnimation((lone, FALLING), (), tracks))
    assert [each.rule for each in found(data)] == [SKIPPED, "keys-out-of-order", "unused-sequence"]
    property_number = pack("<I", 270)
    broken = bytearray(data.replace(property_number, pack("<I", 999)))
    _sum_again(broken)
    assert [each.rule for each in found(bytes(broken))] == [
        SKIPPED,
        "keys-out-of-order",
        "value-not-allowed",
    ]


@pytest.mark.parametrize(
    ("name", "kind", "is_binary"),
    [
        ("fox.m3g", None, True),
        ("FOX.M3G", None, True),
        ("<stdin>", None, True),
        ("fox.bin", None, True),
        ("", M3G_ANIMATION, True),
        ("fox.m3ganim.json", None, False),
        ("fox.m3g", ANIMATION_SET, False),
    ],
)
def test_the_name_says_what_is_binary_and_else_the_first_bytes(
    name: str,
    kind: Kind | None,
    is_binary: bool,  # noqa: FBT001
) -> None:
    rules = [each.rule for each in check(WALK, name, HINTS, kind).findings]
    assert (SKIPPED in rules) == is_binary
    assert ("not-utf8" in rules) == (not is_binary)


def test_a_text_is_no_binary_file() -> None:
    (finding,) = check(b'{"sequences": []}', "fox.m3g").findings
    assert finding.rule == "not-m3g"
    assert finding.message.endswith("; is it a text, to be named *.m3ganim.json?")
    (finding,) = check(WALK.replace(b"\r\n", b"\n", 1), "fox.m3g").findings
    assert finding.message.endswith("; has a transfer as text changed its line ends?")


def test_hints_are_hidden_unless_asked_for() -> None:
    assert check(WALK, "walk.m3g").findings == ()


def test_a_binary_file_is_loaded_as_its_document() -> None:
    assert animspec.load(FIXTURES / "m3g/walk.m3g") == animspec.load(
        FIXTURES / "m3g/walk.m3ganim.json"
    )


def test_a_faulty_binary_file_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "cut.m3g"
    path.write_bytes(WALK[:-1])
    with pytest.raises(animspec.DocumentError) as caught:
        animspec.load(path)
    size = len(WALK) - 50
    message = (
        f"the section is {size} bytes long by its own account, "
        f"but only {size - 1} bytes of the file are left; is the file cut off?"
    )
    assert str(caught.value).splitlines() == [
        f"{path} cannot be used:",
        f"  @0x32: section-truncated: {message}",
    ]


LINE: Final = "error[keys-out-of-order]: key 1 is at time 20, which is before key 0 at time 50"


def test_the_command_finds_binary_files_in_folders(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "models" / "door.m3g"
    path.parent.mkdir()
    path.write_bytes(write_m3g(M3GAnimation((FALLING,))))
    assert main(["check", str(tmp_path)]) == 1
    shown = capfdbinary.readouterr().out.decode()
    assert shown == (
        f"{path}:@0x3B (object 2): {LINE}\n"
        " = in sequences[door].keyframes[20].time\n\n"
        "Found 1 error in 1 file\n"
    )
    assert main(["check", "--format", "concise", str(path)]) == 1
    shown = capfdbinary.readouterr().out.decode()
    assert shown == f"{path}:@0x3B (object 2): {LINE}\nFound 1 error in 1 file\n"


def test_standard_input_may_carry_a_binary_file(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = write_m3g(M3GAnimation((FALLING,)))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert main(["check", "--format", "json", "-"]) == 1
    (finding,) = json.loads(capfdbinary.readouterr().out)["findings"]
    assert finding == {
        "rule": "keys-out-of-order",
        "severity": "error",
        "file": "<stdin>",
        "pointer": "/sequences/0/keyframes/1/time",
        "address": "sequences[door].keyframes[20].time",
        "place": None,
        "message": "key 1 is at time 20, which is before key 0 at time 50",
        "count": 1,
        "offset": 59,
        "inflatedOffset": None,
        "object": 2,
    }


def test_a_spot_is_shown_in_hexadecimal() -> None:
    assert str(Spot(418, 5)) == "@0x1A2 (object 5)"
