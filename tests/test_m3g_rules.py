"""Rules about keyframe sequences: against the evaluator, over mutated documents, and in doubt."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st

from animspec.catalogue import names
from animspec.linting import check
from animspec.m3g import document_text, load_scene, load_sequence, neighbour_dots
from animspec.m3g.constants import COMPONENT_COUNTS, INTERPOLATIONS, REPEAT_MODES
from animspec.model.m3g_animation import Controller, Keyframe, M3GAnimation, Sequence, Track
from animspec.parts.m3g_sequences import LONG_BELOW, SequencePart
from animspec.settings import Settings
from animspec.severities import Severity
from tests.set_texts import examples, laid_out, mangled, mutated, written

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
NAME: Final = "fox.m3ganim.json"
HINTS: Final = Settings(show=Severity.HINT)

REFUSED: Final = {
    "duplicate-track",
    "interval-backwards",
    "keys-out-of-order",
    "last-key-after-duration",
    "loop-without-duration",
    "property-mismatch",
    "unknown-reference",
    "valid-range-outside",
    "value-length-differs",
}
"""The rules whose faults the standard's operations refuse, when made or when sampled."""

TOLERATED: Final = ("once more", "unit quaternions")
"""Words of their sentences that speak of what is not refused: two tracks that are one, and
quaternions for what is no orientation."""

QUARTERS: Final = st.integers(-8, 8).map(lambda number: number / 4.0)
"""Numbers that every float holds."""


@st.composite
def sequences(draw: st.DrawFn, name: str) -> Sequence:
    """Return a sequence as schemas allow it, mostly sound."""
    kind = draw(st.sampled_from(list(INTERPOLATIONS)))
    count = draw(st.sampled_from([4, 4, 4, 4, 4, 4, 3] if kind[1] in "LQ" else [1, 3, 4, 4, 2]))
    times = draw(st.lists(st.integers(0, 12), min_size=1, max_size=5))
    first = draw(st.integers(0, len(times) - 1))
    if draw(st.integers(0, 8)):
        times = sorted(times)
        times = times[first:] + times[:first]
    lengths = [draw(st.integers(1, 60)) == 1 for _ in times]
    keys = tuple(
        Keyframe(time, tuple(draw(QUARTERS) for _ in range(count + odd)))
        for time, odd in zip(times, lengths, strict=True)
    )
    rotated = ((len(times) - first) % len(times), (len(times) - first - 1) % len(times))
    other = st.tuples(st.integers(0, len(times)), st.integers(0, len(times) - 1))
    return Sequence(
        id=name,
        interpolation=kind,
        repeatMode=draw(st.sampled_from(list(REPEAT_MODES))),
        duration=draw(st.sampled_from([12] * 9 + [20, 6, 0])),
        validRange=draw(st.sampled_from([rotated] * 5 + [None]) | other),
        componentCount=count,
        keyframes=keys,
    )


@st.composite
def documents(draw: st.DrawFn) -> M3GAnimation:
    """Return a document as schemas allow it, with few faults, some of them of references."""
    ids = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True))
    played = tuple(draw(sequences(name)) for name in ids)
    ends = st.sampled_from([0, 0, 5, 9, 7, 8, -3])
    clocks = tuple(
        Controller(name, 1.0, 1.0, (0, draw(ends)), 0.0, 0) for name in draw(st.sets(st.just("k")))
    )
    tracks = st.builds(
        Track,
        st.sampled_from("xy"),
        st.sampled_from(list(COMPONENT_COUNTS) + ["MORPH_WEIGHTS"] * 90 + ["ORIENTATION"] * 9),
        st.sampled_from([*ids * 20, "e"]),
        st.none() | st.just("k"),
    )
    return M3GAnimation(played, clocks or None, tuple(draw(st.lists(tracks, max_size=3))) or None)


def refuses(document: M3GAnimation) -> bool:
    """Whether the standard's operations refuse to make or to sample a document."""
    try:
        scene = load_scene(document)
        for sequence in scene.sequences.values():
            sequence.sample(0)
    except (ValueError, IndexError, RuntimeError):
        return True
    return False


class TestThatRulesAndEvaluatorAgree:
    """What the standard's operations refuse is an error, and errors are what they refuse."""

    @examples(200, 8000)
    @given(documents())
    def test_a_document_has_an_error_exactly_if_it_is_refused(self, document: M3GAnimation) -> None:
        findings = check(document_text(document), NAME).findings
        found = [
            each
            for each in findings
            if each.rule in REFUSED and not any(words in each.message for words in TOLERATED)
        ]
        assert {each.rule for each in findings if each.severity is Severity.ERROR} <= {
            *REFUSED,
            "quaternion-zero",
        }
        event(f"refused: {bool(found)}")
        assert bool(found) == refuses(document)


directions: Final = st.tuples(*[st.integers(-2, 2)] * 4).filter(any)


@st.composite
def turns(draw: st.DrawFn) -> Sequence:
    """Return a sound sequence of quaternions whose keys all stand at times of their own."""
    keys = draw(st.lists(directions, min_size=1, max_size=6))
    return Sequence(
        id="turn",
        interpolation=draw(st.sampled_from(["SLERP", "SQUAD"])),
        repeatMode=draw(st.sampled_from(list(REPEAT_MODES))),
        duration=100,
        componentCount=4,
        keyframes=tuple(
            Keyframe(10 * at, tuple(map(float, value))) for at, value in enumerate(keys)
        ),
    )


class TestThatLongWaysAreThoseOfTheEvaluator:
    """A negative dot product of neighbours goes the long way."""

    @examples(150, 5000)
    @given(turns())
    def test_each_long_way_is_told_once(self, sequence: Sequence) -> None:
        neighbours = neighbour_dots(load_sequence(sequence))
        expected = [(each.key, each.following) for each in neighbours if each.dot < LONG_BELOW]
        ways = SequencePart(0, sequence).long_ways
        told = [
            {way.key, neighbour}
            for way in ways
            for neighbour in way.neighbours
            if way.key != neighbour
        ]
        assert all(set(pair) in told for pair in expected)
        assert all(tuple(pair) in expected or tuple(pair)[::-1] in expected for pair in told)
        assert len({way.key for way in ways}) == len(ways) <= len(expected)
        assert [way.dot for way in ways] == pytest.approx(
            [
                min(
                    each.dot
                    for each in neighbours
                    if {each.key, each.following} & {way.key}
                    and {each.key, each.following} & set(way.neighbours)
                )
                for way in ways
            ]
        )


bases: Final = st.sampled_from(
    [json.loads(path.read_bytes()) for path in sorted(FIXTURES.rglob("*.m3ganim.json"))]
)
"""Documents to start from."""


class TestThatCheckingNeverRaises:
    """Checking never raises, whatever the document is."""

    @examples(250, 20_000)
    @given(
        mutated(bases).map(lambda document: json.dumps(document).encode())
        | mangled(written(bases))
        | mangled(mutated(bases).flatmap(laid_out).map(lambda laid: laid.text.encode()))
    )
    def test_a_mutated_document_has_findings_with_places(self, data: bytes) -> None:
        for finding in check(data, NAME, HINTS).findings:
            assert finding.rule in names()
            assert finding.message.isprintable()
            assert finding.place is not None

    @examples(100, 5000)
    @given(documents(), st.sampled_from([1e-300, 1e30, 1e154, 1e308]))
    def test_no_number_is_too_large_or_too_small(
        self, document: M3GAnimation, scale: float
    ) -> None:
        scaled = evolve(document, sequences=tuple(_scaled(s, scale) for s in document.sequences))
        for finding in check(document_text(scaled), NAME, HINTS).findings:
            assert finding.message.isprintable()


def _scaled(sequence: Sequence, scale: float) -> Sequence:
    keys = (evolve(key, value=tuple(scale * x for x in key.value)) for key in sequence.keyframes)
    return evolve(sequence, keyframes=tuple(keys))


def key(time: Any, *value: float) -> dict[str, Any]:
    return {"time": time, "value": list(value)}


def sequence(name: Any = "door", **members: Any) -> dict[str, Any]:
    made = {
        "id": name,
        "interpolation": "LINEAR",
        "repeatMode": "CONSTANT",
        "duration": 100,
        "componentCount": 1,
        "keyframes": [key(0, 0), key(50, 1), key(100, 0)],
    }
    return {**made, **members}


def track(named: Any = "door", **members: Any) -> dict[str, Any]:
    return {"target": "Door", "property": "ALPHA", "sequence": named, **members}


def rules(document: dict[str, Any]) -> list[str]:
    return [finding.rule for finding in check(json.dumps(document).encode(), NAME, HINTS).findings]


def test_a_sound_document_has_no_findings() -> None:
    assert rules({"sequences": [sequence()], "tracks": [track()]}) == []


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"sequences": [sequence(7), sequence("lid")], "tracks": [track("dor")]}, ["wrong-type"]),
        ({"sequences": [{}], "tracks": [track("dor")]}, ["missing-member"] * 6),
        ({"sequences": "none", "tracks": [track("dor")]}, ["wrong-type"]),
        ({"sequences": [sequence()], "tracks": [track(7)]}, ["wrong-type"]),
        ({"sequences": [sequence(), sequence("lid")], "tracks": [track(), 7]}, ["wrong-type"]),
        ({"sequences": [sequence()], "tracks": 7}, ["wrong-type"]),
    ],
)
def test_what_could_not_be_read_may_have_been_what_is_named(
    document: dict[str, Any], expected: list[str]
) -> None:
    assert rules(document) == expected


def test_a_wrong_key_silences_only_its_own_sequence() -> None:
    wrong = sequence(keyframes=[key("0", 0), key(50, 1), key(20, 1)], validRange=[0, 1])
    fallen = sequence("lid", keyframes=[key(50, 1), key(20, 1)])
    document = {"sequences": [wrong, fallen], "tracks": [track(), track("lid", target="Lid")]}
    assert rules(document) == ["wrong-type", "keys-out-of-order"]


def test_a_misspelt_reference_is_one_finding() -> None:
    document = {"sequences": [sequence(), sequence("lid")], "tracks": [track(), track("lit")]}
    assert rules(document) == ["unknown-reference"]


def test_a_range_that_is_not_there_is_one_finding() -> None:
    keys = [key(50, 1), key(20, 1, 1)]
    document = {"sequences": [sequence(validRange=[0, 2], keyframes=keys[:1] * 2)]}
    assert rules(document) == ["valid-range-outside"]


def test_a_last_key_is_judged_only_where_times_do_not_fall() -> None:
    fallen = sequence(keyframes=[key(0, 0), key(200, 1), key(150, 0)])
    assert rules({"sequences": [fallen]}) == ["keys-out-of-order"]


def test_a_loop_without_duration_is_one_finding() -> None:
    assert rules({"sequences": [sequence(repeatMode="LOOP", duration=0)]}) == [
        "loop-without-duration"
    ]


@pytest.mark.parametrize("flipped", range(4))
def test_a_lone_key_turned_over_is_one_finding_in_every_place_of_a_loop(flipped: int) -> None:
    keys = [key(25 * at, 0, 0, math.sin(at / 9), math.cos(at / 9)) for at in range(4)]
    keys[flipped] = key(25 * flipped, *[-number for number in keys[flipped]["value"]])
    looping = sequence(
        interpolation="SLERP", componentCount=4, repeatMode="LOOP", duration=120, keyframes=keys
    )
    found = check(json.dumps({"sequences": [looping]}).encode(), NAME).findings
    assert [(each.rule, each.pointer) for each in found] == [
        ("quaternion-sign-flip", f"/sequences/0/keyframes/{flipped}/value")
    ]


def test_many_findings_of_one_rule_in_a_sequence_are_folded() -> None:
    keys = [key(at, 0, 0) for at in range(50)]
    keys[0] = key(0, 0)
    found = check(json.dumps({"sequences": [sequence(keyframes=keys)]}).encode(), NAME).findings
    assert [(each.rule, each.count) for each in found] == [("value-length-differs", 49)]


def test_the_members_tell_what_an_unnamed_document_is() -> None:
    data = json.dumps({"sequences": [sequence(duration=0)]}).encode()
    assert [each.rule for each in check(data, "door.json").findings] == ["last-key-after-duration"]


PROGRAM: Final = """
import sys
from animspec import check
check(open(sys.argv[1], "rb").read(), sys.argv[1])
loaded = {"numpy", "jsonschema", "lark", "animspec.rules.m3g"} & set(sys.modules)
print(*sorted(loaded))
"""


@pytest.mark.parametrize(
    ("name", "loaded"),
    [("m3g/walk.m3ganim.json", "animspec.rules.m3g"), ("sets/door.voxelanim.json", "")],
)
def test_a_clean_document_loads_only_what_its_rules_need(name: str, loaded: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(FIXTURES / name)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == loaded


def test_keys_in_order_are_those_that_rise_pair_by_pair() -> None:
    part = SequencePart(
        0,
        Sequence(
            id="a",
            interpolation="STEP",
            repeatMode="LOOP",
            duration=9,
            validRange=(2, 1),
            componentCount=1,
            keyframes=tuple(Keyframe(time, (0.0,)) for time in (4, 9, 1, 4)),
        ),
    )
    times = [part.times[at] for at in part.order]
    assert times == [1, 4, 4, 9]
    assert part.rises == all(before <= after for before, after in pairwise(times))
