"""Binary .m3g files: written and read again, read from bytes made here by hand, and broken."""

from __future__ import annotations

import os
import struct
import tracemalloc
import zlib
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.m3g import UnwritableError, read_m3g, read_m3g_placed, write_m3g
from animspec.m3g.binary_faults import MOST_FAULTS, BinaryFault
from animspec.m3g.binary_reading import MOST_OBJECTS
from animspec.m3g.binary_sections import MOST_INFLATED
from animspec.m3g.constants import INTERPOLATIONS, PROPERTIES, REPEAT_MODES
from animspec.m3g.json_text import document_text
from animspec.model.m3g_animation import Controller, Keyframe, M3GAnimation, Sequence, Track

FULL: Final = os.environ.get("ANIMSPEC_FULL") == "1"

IDENTIFIER: Final = b"\xabJSR184\xbb\r\n\x1a\n"

RULES: Final = {
    "not-m3g",
    "section-truncated",
    "checksum-differs",
    "inflates-too-large",
    "object-length-wrong",
    "reference-to-nothing",
    "count-too-large",
    "unknown-encoding",
    "objects-skipped",
    "value-not-allowed",
    "value-out-of-range",
    "number-not-finite",
}


# The layout once more, by hand, so that reader and writer are not only each other's mirror.


def u32(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


def thing(kind: int, data: bytes) -> bytes:
    return bytes([kind]) + u32(len(data)) + data


def section(objects: bytes, *, scheme: int = 0, length: int | None = None) -> bytes:
    stored = zlib.compress(objects) if scheme == 1 else objects
    said = len(objects) if length is None else length
    content = bytes([scheme]) + u32(13 + len(stored), said) + stored
    return content + u32(zlib.adler32(content))


def whole(*objects: bytes, scheme: int = 0, length: int | None = None) -> bytes:
    """Return a file; its second section holds the objects, numbered from 2."""
    body = section(b"".join(objects), scheme=scheme, length=length)
    header = bytes([1, 0, 0]) + u32(0, 0) + b"\0"
    size = len(IDENTIFIER) + len(section(thing(0, header))) + len(body)
    header = bytes([1, 0, 0]) + u32(size, size) + b"\0"
    return IDENTIFIER + section(thing(0, header)) + body


HEAD: Final = u32(0, 0, 0)


def controller(*, speed: float = 1.0, weight: float = 1.0) -> bytes:
    return thing(1, HEAD + struct.pack("<ffiifi", speed, weight, -5, 5, 2.5, -3))


def track(sequence: int, clock: int, prop: int = 275) -> bytes:
    return thing(2, HEAD + u32(sequence, clock, prop))


def sequence(  # noqa: PLR0913 - one argument for each number of the layout
    keys: bytes,
    *,
    encoding: int = 0,
    components: int = 3,
    count: int = 1,
    interpolation: int = 176,
    repeat: int = 192,
    duration: int = 100,
    last: int = 0,
    head: bytes = HEAD,
) -> bytes:
    fixed = bytes([interpolation, repeat, encoding]) + u32(duration, 0, last, components, count)
    return thing(19, head + fixed + keys)


def group(*tracks: int, user_id: int = 0, parameters: bytes = u32(0)) -> bytes:
    head = u32(user_id, len(tracks), *tracks) + parameters
    return thing(9, head + bytes.fromhex("00000101ffffffffff0000000000"))


KEY: Final = struct.pack("<ifff", 0, 1.0, -2.5, 0.1)


def errors(data: bytes) -> list[BinaryFault]:
    return [fault for fault in read_m3g(data)[1] if fault.rule != "objects-skipped"]


def error(data: bytes) -> BinaryFault:
    (found,) = errors(data)
    return found


# Documents written and read again.

texts: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
singles: Final = st.floats(width=32, allow_nan=False, allow_infinity=False)
ints: Final = st.integers(-(2**31), 2**31 - 1)
times: Final = st.integers(0, 2**31 - 1)


@st.composite
def sequences(draw: st.DrawFn, name: str) -> Sequence:
    count = draw(st.integers(1, 4))
    components = draw(st.integers(1, 5))
    values = st.lists(singles, min_size=components, max_size=components).map(tuple)
    return Sequence(
        id=name,
        interpolation=draw(st.sampled_from(list(INTERPOLATIONS))),
        repeatMode=draw(st.sampled_from(list(REPEAT_MODES))),
        duration=draw(times),
        validRange=draw(st.none() | st.tuples(times, times) | st.just((0, count - 1))),
        componentCount=components,
        keyframes=tuple(Keyframe(draw(times), draw(values)) for _ in range(count)),
    )


@st.composite
def documents(draw: st.DrawFn) -> M3GAnimation:
    names = draw(st.lists(texts, unique=True, max_size=3))
    clocks = draw(st.lists(texts, unique=True, max_size=2))
    tracks = st.builds(
        Track,
        texts,
        st.sampled_from(list(PROPERTIES)),
        st.sampled_from(names) if names else st.nothing(),
        st.none() | (st.sampled_from(clocks) if clocks else st.nothing()),
    )
    weights = st.floats(0, width=32, allow_infinity=False)
    return M3GAnimation(
        tuple(draw(sequences(name)) for name in names),
        tuple(
            Controller(
                name,
                draw(singles),
                draw(weights),
                draw(st.tuples(ints, ints)),
                draw(singles),
                draw(ints),
            )
            for name in clocks
        )
        or None,
        tuple(draw(st.lists(tracks, max_size=4)) if names else ()) or None,
    )


def as_shortest(document: M3GAnimation) -> str:
    return document_text(document).decode()


def singled(value: object) -> object:
    """Return any part of a document with every float as a single float."""
    if isinstance(value, float):
        return np.float32(value)
    return tuple(map(singled, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("compressed", [False, True])
@settings(max_examples=200 if FULL else 40, deadline=None)
@given(document=documents())
def test_what_is_written_is_read_again(document: M3GAnimation, *, compressed: bool) -> None:
    data = write_m3g(document, compressed=compressed)
    again, faults = read_m3g(data)
    assert {fault.rule for fault in faults} <= {"objects-skipped"}
    # The numbers come back as the shortest decimals of the same single floats; those stay.
    once, _ = read_m3g(write_m3g(again))
    assert once == again
    assert len(again.sequences) == len(document.sequences)
    for found, wanted in zip(again.sequences, document.sequences, strict=True):
        assert [singled(key.value) for key in found.keyframes] == [
            singled(key.value) for key in wanted.keyframes
        ]
        assert [key.time for key in found.keyframes] == [key.time for key in wanted.keyframes]
        for name in ("id", "interpolation", "repeatMode", "duration", "validRange"):
            assert getattr(found, name) == getattr(wanted, name)
    assert again.tracks == document.tracks
    for clock, meant in zip(again.controllers or (), document.controllers or (), strict=True):
        for name in ("id", "speed", "weight", "activeInterval", "refSequenceTime", "refWorldTime"):
            assert singled(getattr(clock, name)) == singled(getattr(meant, name))


EXAMPLE: Final = M3GAnimation(
    (
        Sequence(
            id="door",
            interpolation="SPLINE",
            repeatMode="LOOP",
            duration=1000,
            validRange=(0, 1),
            componentCount=3,
            keyframes=(Keyframe(0, (0.1, -2.5, 1e-7)), Keyframe(500, (0.0, 0.3333, 12345.678))),
        ),
        Sequence(
            id="Türe",
            interpolation="STEP",
            repeatMode="CONSTANT",
            duration=7,
            componentCount=1,
            keyframes=(Keyframe(7, (0.5,)),),
        ),
    ),
    (Controller("clock", 0.7, 1.0, (-5, 5), 2.5, -3),),
    (
        Track("Door", "TRANSLATION", "door", "clock"),
        Track("Lamp", "ALPHA", "Türe"),
        Track("Door", "VISIBILITY", "Türe", "clock"),
    ),
)


@pytest.mark.parametrize("compressed", [False, True])
def test_decimals_of_few_digits_names_and_the_order_of_tracks_are_kept(*, compressed: bool) -> None:
    assert read_m3g(write_m3g(EXAMPLE, compressed=compressed))[0] == EXAMPLE


def test_a_written_file_has_one_group_for_each_target() -> None:
    (fault,) = read_m3g(write_m3g(EXAMPLE))[1]
    assert (fault.rule, fault.message) == (
        "objects-skipped",
        "2 objects that are not animation were skipped: 2 Group",
    )


def test_a_written_file_says_its_own_size() -> None:
    data = write_m3g(EXAMPLE)
    # Identifier, section head, object head, version and flag stand before the size.
    assert struct.unpack_from("<I", data, 12 + 9 + 5 + 3)[0] == len(data)


# Files made by hand.


def test_a_file_of_another_hand_is_read() -> None:
    data = whole(
        controller(speed=0.7),
        sequence(KEY),
        track(3, 2),
        track(3, 0, 261),
        thing(17, HEAD + b"whatever a texture holds"),
        group(5, 4),
        scheme=1,
    )
    reading = read_m3g_placed(data)
    assert reading.document == M3GAnimation(
        (
            Sequence(
                id="sequence 3",
                interpolation="LINEAR",
                repeatMode="CONSTANT",
                duration=100,
                componentCount=3,
                keyframes=(Keyframe(0, (1.0, -2.5, 0.1)),),
            ),
        ),
        (Controller("controller 2", 0.7, 1.0, (-5, 5), 2.5, -3),),
        (
            Track("Group 7", "TRANSLATION", "sequence 3", "controller 2"),
            Track("Group 7", "DIFFUSE_COLOR", "sequence 3"),
        ),
    )
    (hint,) = reading.faults
    assert hint.message == "2 objects that are not animation were skipped: 1 Texture2D, 1 Group"
    origin = reading.origin("tracks", 1)
    assert origin is not None
    # The section follows the 42 bytes of identifier and header; the track, the other objects.
    assert (origin.object_number, origin.place.offset) == (5, 42)
    assert origin.place.inflated_offset == len(controller() + sequence(KEY) + track(3, 2))
    assert reading.origin("tracks", 2) is None
    assert reading.origin("clips", 0) is None


@pytest.mark.parametrize(("encoding", "code", "most"), [(1, "B", 255), (2, "H", 65535)])
def test_compressed_keys_are_bias_plus_a_share_of_the_scale(
    encoding: int, code: str, most: int
) -> None:
    bias, scale = (0.5, -1.0), (2.0, 0.25)
    stored = [(0, most), (most, 0), (51 * (most // 255), 102 * (most // 255))]
    keys = struct.pack("<4f", *bias, *scale) + b"".join(
        struct.pack(f"<i{code}{code}", 10 * at, *pair) for at, pair in enumerate(stored)
    )
    data = whole(sequence(keys, encoding=encoding, components=2, count=3, last=2))
    (found,) = read_m3g(data)[0].sequences
    assert [key.time for key in found.keyframes] == [0, 10, 20]
    # 51/255 and 102/255 are 0.2 and 0.4.
    expected = [(0.5, -0.75), (2.5, -1.0), (0.9, -0.9)]
    assert [key.value for key in found.keyframes] == expected


def test_compressed_keys_that_are_no_numbers_are_a_fault() -> None:
    signalling = struct.pack("<I", 0x7F800001) + struct.pack("<f", 1.0)
    data = whole(sequence(signalling + bytes(5), encoding=1, components=1))
    fault = error(data)
    assert (fault.rule, fault.message) == (
        "number-not-finite",
        "key 0 has the value [nan], expected finite numbers",
    )
    assert error(whole(controller(speed=float("inf")))).rule == "number-not-finite"


def test_names_that_two_targets_share_are_told_apart() -> None:
    name = u32(1, int.from_bytes(b"name", "little"), 3) + b"Box"
    data = whole(sequence(KEY), track(2, 0), group(3, parameters=name), group(3, parameters=name))
    tracks = read_m3g(data)[0].tracks
    assert tracks is not None
    assert [each.target for each in tracks] == ["Box", "Box (5)"]


# Broken files.


@pytest.mark.parametrize("compressed", [False, True])
def test_a_file_cut_off_anywhere_has_a_fault_with_its_place(*, compressed: bool) -> None:
    data = write_m3g(EXAMPLE, compressed=compressed)
    for size in range(len(data)):
        found = errors(data[:size])
        assert found, size
        assert all(0 <= fault.offset <= size for fault in found)


def test_bytes_after_the_last_section_are_a_fault() -> None:
    data = whole(sequence(KEY))
    assert error(data + b"\0").message == "1 bytes are left, expected the 13 of a section or more"
    assert error(data + b"\0").offset == len(data)
    more = data + section(b"")
    assert error(more).message == (
        f"the file is {len(more)} bytes long, but {len(data)} by its header's account"
    )


def test_something_else_is_no_m3g_file() -> None:
    fault = error(b"\x89PNG\r\n\x1a\n")
    assert (fault.rule, fault.offset) == ("not-m3g", 0)
    assert fault.message == (
        "the file starts with 89 50 4E 47 0D 0A 1A 0A, expected AB 4A 53 52 31 38 34 BB 0D 0A 1A 0A"
    )
    assert error(b"").message.startswith("the file starts with nothing, expected AB")
    assert error(IDENTIFIER).rule == "not-m3g"


def test_a_wrong_checksum_is_one_fault_and_silences_what_follows() -> None:
    data = bytearray(whole(sequence(KEY), track(2, 0), group(3)))
    at = data.rindex(KEY)
    assert errors(bytes(data)) == []
    data[at - 4] = 77
    fault = error(bytes(data))
    assert (fault.rule, fault.offset) == ("checksum-differs", len(data) - 4)
    assert "but its bytes come to" in fault.message


RAW_START: Final = 12 + 30 + 9
"""Identifier, the header's section, the second section's head: where its objects start."""


@pytest.mark.parametrize(
    ("objects", "rule", "number", "position", "message"),
    [
        (
            [thing(200, b"")],
            "object-length-wrong",
            2,
            5,
            "the object ends 0 bytes on, expected 4 bytes of the user id",
        ),
        (
            [b"\x09\xff\xff\xff\xff"],
            "object-length-wrong",
            2,
            1,
            (
                "the object of Group (type 9) is 4294967295 bytes long by its own account,"
                " but 0 bytes are left of the section"
            ),
        ),
        (
            [sequence(KEY), b"\x09\x00"],
            "object-length-wrong",
            3,
            len(sequence(KEY)),
            "the section ends 2 bytes on, expected an object's type and length, 5 bytes",
        ),
        (
            [thing(9, u32(0, 2**32 - 1))],
            "count-too-large",
            2,
            9,
            (
                "there are 4294967295 animation tracks of 4 bytes or more by the object's own"
                " account, but 0 bytes are left of it"
            ),
        ),
        (
            [thing(9, u32(0, 0, 2**32 - 1))],
            "count-too-large",
            2,
            13,
            (
                "there are 4294967295 user parameters of 8 bytes or more by the object's own"
                " account, but 0 bytes are left of it"
            ),
        ),
        (
            [thing(9, u32(0, 0, 1, 7, 2**32 - 1))],
            "object-length-wrong",
            2,
            25,
            "the object ends 0 bytes on, expected 4294967295 bytes of user parameter 7",
        ),
        (
            [sequence(KEY, count=2**32 - 1)],
            "count-too-large",
            2,
            36,
            "the number of keys is 4294967295, expected 1 to 2147483647",
        ),
        (
            [sequence(KEY, count=2**31 - 1)],
            "count-too-large",
            2,
            36,
            (
                "there are 2147483647 keys of 16 bytes or more by the object's own account,"
                " but 16 bytes are left of it"
            ),
        ),
        (
            [sequence(KEY, components=2**31 - 1)],
            "count-too-large",
            2,
            32,
            (
                "there are 2147483647 components of 4 bytes or more by the object's own account,"
                " but 16 bytes are left of it"
            ),
        ),
        (
            [sequence(KEY, duration=2**31)],
            "value-out-of-range",
            2,
            20,
            "the duration is 2147483648, expected 0 to 2147483647",
        ),
        (
            [sequence(KEY, last=2**32 - 1)],
            "value-out-of-range",
            2,
            28,
            "the last valid key is 4294967295, expected 0 to 2147483647",
        ),
        (
            [sequence(KEY, components=0)],
            "value-out-of-range",
            2,
            32,
            "the number of components is 0, expected 1 to 2147483647",
        ),
        (
            [sequence(KEY + b"\0")],
            "object-length-wrong",
            2,
            56,
            "the object goes on for 1 byte, expected its end",
        ),
        (
            [sequence(KEY, encoding=3)],
            "unknown-encoding",
            2,
            19,
            "the encoding of keys is 3, expected 0, 1 or 2",
        ),
        (
            [sequence(KEY, interpolation=181)],
            "value-not-allowed",
            2,
            17,
            "the interpolation is 181, expected 176 to 180",
        ),
        (
            [sequence(KEY, repeat=0)],
            "value-not-allowed",
            2,
            18,
            "the repeat mode is 0, expected 192 to 193",
        ),
        (
            [sequence(struct.pack("<ifff", -1, 0, 0, 0))],
            "value-out-of-range",
            2,
            40,
            "key 0 is at time -1, expected 0 or more",
        ),
        (
            [sequence(struct.pack("<ifff", 0, 0, float("nan"), 0))],
            "number-not-finite",
            2,
            40,
            "key 0 has the value [0.0, nan, 0.0], expected finite numbers",
        ),
        (
            [controller(weight=-1.0)],
            "value-out-of-range",
            2,
            21,
            "the weight is -1.0, expected 0 or more",
        ),
        (
            [track(0, 0)],
            "reference-to-nothing",
            2,
            17,
            "the sequence is object 0, which is none, expected KeyframeSequence (type 19)",
        ),
        (
            [track(3, 0), sequence(KEY)],
            "reference-to-nothing",
            2,
            17,
            (
                "the sequence is object 3, which does not come before object 2,"
                " expected KeyframeSequence (type 19)"
            ),
        ),
        (
            [track(9, 0)],
            "reference-to-nothing",
            2,
            17,
            (
                "the sequence is object 9, which does not come before object 2,"
                " expected KeyframeSequence (type 19)"
            ),
        ),
        (
            [sequence(KEY), track(2, 2)],
            "reference-to-nothing",
            3,
            len(sequence(KEY)) + 21,
            (
                "the controller is object 2, which is of KeyframeSequence (type 19),"
                " expected AnimationController (type 1)"
            ),
        ),
        (
            [sequence(KEY), track(2, 0), group(3, 2)],
            "reference-to-nothing",
            4,
            len(sequence(KEY) + track(2, 0)) + 17,
            (
                "the animation track is object 2, which is of KeyframeSequence (type 19),"
                " expected AnimationTrack (type 2)"
            ),
        ),
        (
            [sequence(KEY), track(2, 0, 277)],
            "value-not-allowed",
            3,
            len(sequence(KEY)) + 25,
            "the property is 277, expected 256 to 276",
        ),
        (
            [thing(0, b"")],
            "not-m3g",
            2,
            5,
            "object 2 is of Header (type 0), expected the header as the first object only",
        ),
        (
            [thing(255, b"texture.png")],
            "object-length-wrong",
            2,
            5,
            "the reference has 11 bytes, expected its one zero as the object's last byte",
        ),
    ],
)
def test_a_fault_of_an_object_is_said_with_its_number_and_byte(
    objects: list[bytes], rule: str, number: int, position: int, message: str
) -> None:
    expected = ("", rule, number, message)
    fault = error(whole(*objects))
    assert ("", fault.rule, fault.object_number, fault.message) == expected
    assert (fault.offset, fault.place.inflated_offset) == (RAW_START + position, None)
    deflated = error(whole(*objects, scheme=1))
    assert (deflated.message, deflated.offset) == (message, RAW_START - 9)
    assert deflated.place.inflated_offset == position


def test_an_object_cannot_refer_to_itself() -> None:
    own = thing(2, u32(0, 1, 3, 0) + u32(2, 0, 275))
    fault = error(whole(sequence(KEY), own))
    assert fault.message == (
        "the animation track is object 3, which does not come before object 3,"
        " expected AnimationTrack (type 2)"
    )


def test_what_refers_to_a_broken_object_has_no_fault_of_its_own() -> None:
    data = whole(sequence(KEY, interpolation=0), track(2, 0), group(3), sequence(KEY))
    assert error(data).object_number == 2
    document = read_m3g(data)[0]
    assert ([each.id for each in document.sequences], document.tracks) == (["sequence 5"], None)


def test_a_file_starts_with_its_header_of_version_1() -> None:
    first = IDENTIFIER + section(sequence(KEY))
    assert error(first).message == (
        "object 1 is of KeyframeSequence (type 19), expected the header first"
    )
    other = bytes([2, 0, 0]) + u32(0, 0) + b"\0"
    fault = errors(IDENTIFIER + section(thing(0, other)))[0]
    assert (fault.rule, fault.message) == (
        "unknown-encoding",
        "the file is of version 2.0, expected 1.0",
    )


@pytest.mark.parametrize(
    ("stored", "scheme", "length", "rule", "message"),
    [
        (b"", 7, 0, "unknown-encoding", "the section's scheme is 7, expected 0 (raw) or 1 (zlib)"),
        (
            b"abc",
            0,
            9,
            "section-truncated",
            "the section's objects are 9 bytes long by its own account, but 3 are stored",
        ),
        (
            zlib.compress(bytes(100)),
            1,
            99,
            "inflates-too-large",
            "the section inflates to more than the 99 bytes of its own account",
        ),
        (
            zlib.compress(bytes(100)),
            1,
            101,
            "section-truncated",
            "the section inflates to 100 bytes and ends, expected 101",
        ),
        (
            zlib.compress(bytes(100))[:-4],
            1,
            100,
            "section-truncated",
            "the section's zlib data ends before its checksum",
        ),
        (
            zlib.compress(bytes(100)),
            1,
            2**32 - 1,
            "inflates-too-large",
            (
                "the section inflates to 4294967295 bytes by its own account, expected 16777216"
                " at most (16777216 in the whole file)"
            ),
        ),
        (
            b"abc",
            1,
            3,
            "unknown-encoding",
            (
                "the section is not zlib data: Error -3 while decompressing data:"
                " incorrect header check"
            ),
        ),
    ],
)
def test_a_section_that_cannot_be_opened_is_a_fault(
    stored: bytes, scheme: int, length: int, rule: str, message: str
) -> None:
    content = bytes([scheme]) + u32(13 + len(stored), length) + stored
    head = whole()[: RAW_START - 9]
    fault = errors(head + content + u32(zlib.adler32(content)))[0]
    assert (fault.rule, fault.message, fault.offset) == (rule, message, RAW_START - 9)


def peak(data: bytes) -> int:
    """Return the most bytes that reading takes at one time."""
    read_m3g(b"")
    tracemalloc.start()
    try:
        read_m3g(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


MEGABYTE: Final = 2**20


@pytest.mark.parametrize(
    "data",
    [
        whole(bytes(100_000), scheme=1, length=2**32 - 1),
        whole(bytes(50_000), scheme=1),
        whole(b"\xff\1\0\0\0\0" * 9_000, scheme=1),
        whole(sequence(b"", count=2**31 - 1, components=2**31 - 1)),
        whole(sequence(bytes(5 * 10_000 + 8), encoding=1, components=1, count=10_000), scheme=1),
        whole(group(*[0] * 15_000), scheme=1),
    ],
)
def test_a_small_file_never_costs_more_than_a_few_megabytes(data: bytes) -> None:
    assert len(data) < 300
    assert peak(data) < 4 * MEGABYTE


def test_a_section_is_not_inflated_beyond_what_it_says() -> None:
    data = whole(bytes(20 * MEGABYTE), scheme=1, length=100)
    assert error(data).rule == "inflates-too-large"
    assert peak(data) < MEGABYTE


def test_what_a_file_inflates_to_is_bounded_over_all_its_sections() -> None:
    block = section(b"\x0a" + u32(8 * MEGABYTE) + bytes(8 * MEGABYTE), scheme=1)
    assert len(block) < 10_000
    found = errors(whole() + block * 3)
    assert found[0].rule == "inflates-too-large"
    assert f"expected {MOST_INFLATED - (8 * MEGABYTE + 5)} at most" in found[0].message


def test_faults_and_objects_are_bounded() -> None:
    assert len(errors(whole(thing(9, b"") * 2 * MOST_FAULTS))) == MOST_FAULTS
    fault = error(whole(thing(255, b"\0") * (MOST_OBJECTS + 10), scheme=1))
    assert (fault.rule, fault.message) == ("count-too-large", "there are more than 262144 objects")


# Random faults.

SEEDS: Final = [
    write_m3g(EXAMPLE),
    write_m3g(EXAMPLE, compressed=True),
    whole(
        controller(),
        sequence(struct.pack("<6f", *range(6)) + bytes(14), encoding=1, count=2, last=1),
        track(3, 2),
        thing(255, b"a\0"),
        group(4),
    ),
]


def resealed(data: bytes) -> bytes:
    """Return a file whose sections have right checksums as far as their lengths lead."""
    changed = bytearray(data)
    offset = len(IDENTIFIER)
    while offset + 13 <= len(changed):
        total = struct.unpack_from("<I", changed, offset + 1)[0]
        if not 13 <= total <= len(changed) - offset:
            break
        end = offset + total
        changed[end - 4 : end] = u32(zlib.adler32(changed[offset : end - 4]))
        offset = end
    return bytes(changed)


edits: Final = st.lists(
    st.tuples(
        st.sampled_from(["set", "word", "cut", "insert", "flip"]),
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 255) | st.sampled_from([0, 1, 127, 128, 255]),
    ),
    min_size=1,
    max_size=5,
)


def mutated(data: bytes, changes: list[tuple[str, float, int]]) -> bytes:
    changed = bytearray(data)
    for what, where, value in changes:
        at = int(where * len(changed)) if changed else 0
        if what == "insert":
            changed[at:at] = bytes([value])
        elif what == "cut":
            del changed[at : at + 1 + value % 9]
        elif what == "word":
            changed[at : at + 4] = bytes([value]) * 4
        elif changed:
            changed[at] = value if what == "set" else changed[at] ^ (1 << value % 8)
    return bytes(changed)


@settings(max_examples=10_000 if FULL else 400, deadline=None)
@given(seed=st.sampled_from(SEEDS), changes=edits, sealed=st.booleans())
def test_no_mutation_of_a_file_makes_reading_fail(
    seed: bytes, changes: list[tuple[str, float, int]], *, sealed: bool
) -> None:
    data = mutated(seed, changes)
    data = resealed(data) if sealed else data
    document, faults = read_m3g(data)
    assert len(faults) <= MOST_FAULTS + 1
    for fault in faults:
        assert fault.rule in RULES
        assert 0 <= fault.offset <= len(data)
    if all(fault.rule == "objects-skipped" for fault in faults):
        # What has no fault can be written, and is the same again.
        assert read_m3g(write_m3g(document))[0] == document


@settings(max_examples=2_000 if FULL else 200, deadline=None)
@given(body=st.binary(max_size=80), scheme=st.integers(0, 2), length=st.integers(0, 2**32 - 1))
def test_no_bytes_make_reading_fail(body: bytes, scheme: int, length: int) -> None:
    read_m3g(body)
    read_m3g(IDENTIFIER + body)
    read_m3g(whole(body, scheme=scheme, length=length))
    read_m3g(whole(body))


# Documents that no file can hold.


def changed(**members: object) -> M3GAnimation:
    first = EXAMPLE.sequences[0]
    parts = {name: getattr(first, name) for name in SEQUENCE_MEMBERS} | members
    return M3GAnimation((Sequence(**parts),))


SEQUENCE_MEMBERS: Final = (
    "id",
    "interpolation",
    "repeatMode",
    "duration",
    "validRange",
    "componentCount",
    "keyframes",
)


@pytest.mark.parametrize(
    ("document", "pointer", "message"),
    [
        (
            M3GAnimation(EXAMPLE.sequences * 2),
            "/sequences/2/id",
            '"door" is also the id of /sequences/0',
        ),
        (
            M3GAnimation((), None, (Track("a", "ALPHA", "b"),)),
            "/tracks/0/sequence",
            'no sequence has the id "b"',
        ),
        (
            M3GAnimation(EXAMPLE.sequences, None, (Track("a", "ALPHA", "door", "c"),)),
            "/tracks/0/controller",
            'no controller has the id "c"',
        ),
        (
            changed(componentCount=2),
            "/sequences/0/keyframes/0/value",
            "the value has 3 components, expected 2",
        ),
        (
            changed(keyframes=(Keyframe(0, (0.0, 1e39, 0.0)),)),
            "/sequences/0/keyframes/0/value",
            "1e+39 has no single float",
        ),
        (
            changed(id="\ud800"),
            "/sequences/0/id",
            "'\\ud800' has half a character, which has no bytes",
        ),
        (
            changed(keyframes=(Keyframe(2**31, (0.0, 0.0, 0.0)),)),
            "/sequences/0",
            "a time lies outside 0 to 2147483647",
        ),
    ],
)
def test_what_no_file_can_hold_is_refused(
    document: M3GAnimation, pointer: str, message: str
) -> None:
    with pytest.raises(UnwritableError) as refusal:
        write_m3g(document)
    assert (refusal.value.pointer, refusal.value.message) == (pointer, message)
