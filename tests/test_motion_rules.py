"""Rules about motion: against dense samples, second formulations and properties of motion."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from math import acos, degrees, dist
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, currently_in_test_context, event, given
from hypothesis import strategies as st

from animspec.curves import SceneKeys, handle_points
from animspec.curves.bezier import kept_inside
from animspec.curves.kinds import Keys
from animspec.cycles import property_curve, value_at
from animspec.linting import check
from animspec.m3g import document_text, load_sequence
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
from animspec.model.m3g_animation import Keyframe, M3GAnimation, Sequence
from animspec.model.scene_animation import ObjectKey
from animspec.parts.motion import at_most, variation
from animspec.parts.scene_matrices import turned
from animspec.parts.sets import DocumentPart
from animspec.rotations import from_euler
from animspec.sampling.poses import PoseCurve
from animspec.settings import Settings
from animspec.severities import Severity
from animspec.thinning import Subject, thinned
from animspec.transforms import compose, decompose
from tests.set_texts import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Sequence as Listed

    from animspec.curves import Floats
    from animspec.findings import Finding
    from animspec.parts.set_motion import SetMotion

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
HINTS: Final = Settings(show=Severity.HINT)
UNFOLDED: Final = Settings(show=Severity.HINT, fold=False)
MOTION: Final = frozenset(
    {
        "channel-at-rest",
        "constant-channel",
        "curve-overshoots",
        "euler-flip",
        "half-turn-between-keys",
        "handle-points-backwards",
        "handles-overlap",
        "loop-seam-jump",
        "loop-seam-kink",
        "redundant-key",
        "single-frame-spike",
    }
)
SEAM: Final = frozenset({"loop-seam-jump", "loop-seam-kink"})
LENGTH: Final = 24_000

SetKeys: TypeAlias = "Listed[tuple[int, Listed[float], str]]"


def of_motion(data: bytes, name: str, settings: Settings = HINTS) -> list[Finding]:
    """Return what the rules about motion find."""
    return [each for each in check(data, name, settings).findings if each.rule in MOTION]


def set_of(keys: SetKeys, channel: str, *, loop: bool = False) -> dict[str, Any]:
    """Return a set with a clip of one channel."""
    written = [
        {"tick": tick, "value": dict(zip("xyz", value, strict=True)), "interpolation": kind}
        for tick, value, kind in keys
    ]
    track = {"path": "Body", channel: written}
    clip = {"id": "a", "name": "A", "length": LENGTH, "fps": 24, "loop": loop, "tracks": [track]}
    return {"rig": "Fox", "clips": [clip]}


def in_channel(
    keys: SetKeys, channel: str = "position", settings: Settings = HINTS, *, loop: bool = False
) -> list[Finding]:
    """Return what they find in a clip of one channel."""
    data = json.dumps(set_of(keys, channel, loop=loop)).encode()
    return of_motion(data, "fox.voxelanim.json", settings)


def in_property(keys: list[dict[str, Any]], cycle: dict[str, str] | None = None) -> list[Finding]:
    """Return what they find in a property of a scene of a minute."""
    track: dict[str, Any] = {"path": "Box", "name": "size", "keys": keys}
    if cycle is not None:
        track["cycle"] = cycle
    return in_scene({"props": [track]})


def in_scene(parts: dict[str, Any]) -> list[Finding]:
    """Return what they find in a scene of a minute."""
    data = json.dumps({"length": 60, "fps": 25, **parts}).encode()
    return of_motion(data, "fox.sceneanim.json")


def in_sequence(sequence: Sequence) -> list[Finding]:
    """Return what they find in a keyframe sequence."""
    return of_motion(document_text(M3GAnimation((sequence,))), "fox.m3ganim.json")


def sequence_of(
    frames: tuple[Keyframe, ...], interpolation: Any, mode: Any = "CONSTANT"
) -> Sequence:
    """Return a sequence of such keys."""
    return Sequence(
        id="a",
        interpolation=interpolation,
        repeatMode=mode,
        duration=13_000,
        componentCount=len(frames[0].value),
        keyframes=frames,
    )


def places(findings: Iterable[Finding], rule: str, depth: int = 1) -> list[int]:
    """Return the keys that a rule names, by the number so deep from the end of the pointer."""
    return [int(each.pointer.split("/")[-depth]) for each in findings if each.rule == rule]


def without(keys: Listed[Any], findings: Iterable[Finding]) -> list[Any]:
    """Return the keys but those that are redundant."""
    dropped = set(places(findings, "redundant-key"))
    if currently_in_test_context():
        event(f"dropped: {min(len(dropped), 4)}")
    return [key for at, key in enumerate(keys) if at not in dropped]


def bound(findings: Iterable[Finding]) -> float:
    """Return the error that redundant keys state."""
    said = [each.message for each in findings if each.rule == "redundant-key"]
    numbers = [float(each) for text in said for each in re.findall(r"at most ([-+.\de]+)", text)]
    return max(numbers, default=0.0)


def set_value(keys: SetKeys, tick: float) -> Floats:
    """Return the value of a channel at a tick, by the sentence of the specification."""
    if tick <= keys[0][0]:
        return np.array(keys[0][1])
    for (start, one, kind), (end, other, _) in pairwise(keys):
        if start <= tick < end:
            share = (tick - start) / (end - start)
            eased = {"step": 0.0, "linear": share, "smooth": share * share * (3 - 2 * share)}[kind]
            value: Floats = np.array(one) + (np.array(other) - np.array(one)) * eased
            return value
    return np.array(keys[-1][1])


ROUNDING: Final = 1e-12
"""What doubles leave of a value of a few units."""

DENSE: Final = np.linspace(-1, 13_001, 1_001)

kinds: Final = st.sampled_from(["linear", "linear", "linear", "smooth", "step"])


@st.composite
def baked(draw: st.DrawFn) -> list[tuple[int, tuple[float, float, float], str]]:
    """Return keys along straight lines, with little noise, some of another kind."""
    tick, value, slope, keys = 0, np.zeros(3), np.zeros(3), []
    noise = draw(st.sampled_from([0.0, 0.0003, 0.0012]))
    for step in draw(st.lists(st.integers(1, 8), min_size=2, max_size=9)):
        off = noise * np.array([draw(st.integers(-1, 1)) for _ in range(3)])
        x, y, z = np.round(value + off, 4).tolist()
        keys.append((tick, (x, y, z), draw(kinds)))
        if draw(st.integers(0, 3)) == 0:
            slope = np.array([draw(st.integers(-2, 2)) / 1000 for _ in range(3)])
        tick, value = tick + 100 * step, value + 100 * step * slope
    return keys


class TestThatRedundantKeysMoveNothingBeyondTheirBound:
    """Dropping it, with all others so found, moves the curve less than the tolerance."""

    @examples(120, 5000)
    @given(baked(), st.sampled_from(["position", "scale", "rotation"]))
    def test_in_sets(self, keys: SetKeys, channel: str) -> None:
        tolerance = {"position": 0.001, "rotation": 0.01, "scale": 0.0005}[channel]
        findings = in_channel(keys, channel)
        kept = without(keys, findings)
        assert (kept[0], kept[-1]) == (keys[0], keys[-1])
        assert bound(findings) <= tolerance * 1.1  # told with two digits, rounded up
        ticks = [*DENSE[keys[-1][0] + 2 > DENSE], *(key[0] for key in keys)]
        moved = max(np.abs(set_value(keys, t) - set_value(kept, t)).max() for t in ticks)
        assert moved <= bound(findings) + ROUNDING

    @examples(60, 2000)
    @given(
        baked(),
        st.sampled_from(["LINEAR", "SPLINE", "STEP"]),
        st.sampled_from(["CONSTANT", "LOOP"]),
    )
    def test_in_sequences(self, keys: SetKeys, interpolation: str, mode: str) -> None:
        frames = tuple(Keyframe(tick, tuple(value)) for tick, value, _ in keys)
        sequence = sequence_of(frames, interpolation, mode)
        findings = in_sequence(sequence)
        thin = evolve(sequence, keyframes=tuple(without(frames, findings)))
        whole, rest = (load_sequence(each).sample_many(DENSE) for each in (sequence, thin))
        assert np.abs(whole - rest).max() <= bound(findings) + ROUNDING

    @examples(60, 2000)
    @given(baked(), st.data())
    def test_in_properties(self, keys: SetKeys, data: st.DataObject) -> None:
        eases = st.sampled_from(["smooth", "linear", "linear", "hold", "stop", "bezier"])
        written = [
            {"t": tick / 500, "v": list(value), "ease": data.draw(eases)} for tick, value, _ in keys
        ]
        findings = in_property(written)
        kept = without(written, findings)
        times = np.linspace(0, keys[-1][0] / 500, 2_000)
        moved = property_curve(written).sample_many(times) - property_curve(kept).sample_many(times)
        assert np.abs(moved).max() <= bound(findings) + ROUNDING

    @examples(40, 1000)
    @given(st.lists(st.integers(0, 3), min_size=3, max_size=7))
    def test_in_objects(self, turns: list[int]) -> None:
        angles = 20.0 * np.cumsum(turns)
        rotations = from_euler([[0, 0, angle] for angle in angles])
        matrices = compose(np.outer(angles, [0.1, 0, 0]), rotations, np.ones((len(turns), 3)))
        keys = [ObjectKey(at, tuple(m), "linear") for at, m in enumerate(matrices.tolist())]
        written = [{"t": key.t, "m": key.m, "ease": key.ease} for key in keys]
        findings = in_scene({"objects": [{"path": "Box", "keys": written}]})
        kept = without(keys, findings)
        times = np.linspace(0, len(turns) - 1, 900)
        moved = PoseCurve.of(keys).sample_many(times) - PoseCurve.of(kept).sample_many(times)
        assert np.abs(moved).max() <= bound(findings) + ROUNDING
        if len(set(turns[1:])) == 1 and turns[1] and len(turns) > 3:
            assert len(kept) < len(keys)


def test_all_keys_between_two_go_on_a_straight_way() -> None:
    keys = [(1000 * at, (at / 8, 0.0, -at / 4), "linear") for at in range(25)]
    assert places(in_channel(keys, settings=UNFOLDED), "redundant-key") == list(range(1, 24))


def test_small_errors_do_not_add_up() -> None:
    """Each key of the arc lies within the tolerance of its neighbours' chord; all do not."""
    keys = [(100 * at, (0.0009 * at * at, 0.0, 0.0), "linear") for at in range(40)]
    kept = [tick / 100 for tick, _, _ in without(keys, in_channel(keys, settings=UNFOLDED))]
    assert 2 < len(kept) < 40
    # The chord over n keys of x = c*t^2 is off by c*n^2/4.
    assert (0.0009 * np.diff(kept) ** 2 / 4 <= 0.001 + 1e-9).all()


def test_a_key_on_the_way_that_bends_the_curve_stays() -> None:
    eased = [(at * 12_000, (5.0 * at, 0.0, 0.0), "smooth") for at in range(3)]
    assert in_channel(eased) == []
    straight = [(tick, value, "linear") for tick, value, _ in eased]
    assert places(in_channel(straight), "redundant-key") == [1]


def test_a_key_that_parts_a_turn_stays() -> None:
    turn = [(at * 12_000, (0.0, 100.0 * at, 0.0), "linear") for at in range(3)]
    assert in_channel(turn, "rotation") == []
    assert places(in_channel(turn, "position"), "redundant-key") == [1]


class TestThatThinningGivesBackOnlyWhatDoesNotFit:
    """Those that fail come back for good."""

    values: Final = np.array([0.0, 1.0, 2.0, 9.0, 4.0, 5.0, 6.0])

    def curve(self, kept: Listed[int]) -> Any:
        """Return the straight curve through some keys."""
        values = self.values

        class Straight:
            def sample_many(self, times: Floats, /) -> Floats:
                sampled: Floats = np.interp(times, kept, values[list(kept)])
                return sampled[:, None]

        return Straight()

    def test_the_keys_beside_a_corner_stay(self) -> None:
        subject = Subject(self.curve, lambda *_: True, 7, range(7))
        assert thinned(subject, [1e-9], range(1, 6)).dropped == (1, 5)

    def test_keys_that_must_not_meet_stay(self) -> None:
        subject = Subject(self.curve, lambda *_: False, 7, range(7))
        assert thinned(subject, [1e-9], range(1, 6)).dropped == ()


@given(st.floats(1e-5, 1e12))
def test_a_bound_is_never_told_less_than_it_is(value: float) -> None:
    assert value * (1 - 1e-9) <= float(at_most(value)) <= value * 1.1 + 1e-6


angles: Final = st.sampled_from([0.0, 10.0, 45.0, 90.0, 170.0, -170.0, -30.0, 360.0])
turning: Final = st.lists(
    st.tuples(st.tuples(angles, angles, angles), kinds), min_size=1, max_size=6
).map(lambda drawn: [(1000 * at, value, kind) for at, (value, kind) in enumerate(drawn)])


@examples(120, 4000)
@given(turning, st.tuples(*[st.integers(-2, 2)] * 3), st.booleans())
def test_a_rotation_shifted_by_whole_turns_is_judged_alike(
    keys: SetKeys,
    turns: tuple[int, ...],
    loop: bool,  # noqa: FBT001 - drawn
) -> None:
    shifted = [
        (tick, [angle + 360.0 * turn for angle, turn in zip(value, turns, strict=True)], kind)
        for tick, value, kind in keys
    ]
    before, after = (
        [(each.rule, each.pointer) for each in in_channel(each_keys, "rotation", loop=loop)]
        for each_keys in (keys, shifted)
    )
    event(f"found: {len(before) > 0}")
    assert before == after


@examples(120, 4000)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.sampled_from([1, 2, 5])), min_size=2, max_size=6),
    st.lists(st.sampled_from(["linear", "smooth"]), min_size=6, max_size=6),
    st.booleans(),
    st.sampled_from([0, 1000]),
)
def test_time_the_other_way_round_has_the_same_seam(
    drawn: list[tuple[int, int]],
    ways: list[str],
    closed: bool,  # noqa: FBT001 - drawn
    late: int,
) -> None:
    spans = np.cumsum([0, *(step for _, step in drawn[:-1])])
    ticks = np.round(late + spans * (LENGTH - late) / spans[-1]).astype(int).tolist()
    numbers = [float(number) for number, _ in drawn]
    if closed:
        numbers[-1] = numbers[0]
    keys = [(tick, (x, 0.0, 0.0), way) for tick, x, way in zip(ticks, numbers, ways, strict=False)]
    back_ways = [*ways[: len(keys) - 1][::-1], "linear"]
    back = [
        (LENGTH - tick, value, way)
        for (tick, value, _), way in zip(keys[::-1], back_ways, strict=True)
    ]
    seams = [
        [each.rule for each in in_channel(each_keys, loop=True) if each.rule in SEAM]
        for each_keys in (keys, back)
    ]
    event(f"found: {seams[0]}")
    assert seams[0] == seams[1]


def test_a_kink_is_told_with_the_speeds_of_the_curve() -> None:
    keys = [
        (1000 * at, (round(float(4 * np.sin(at * np.pi / 24)), 4), 0.0, 0.0), "linear")
        for at in range(25)
    ]
    (kink,) = in_channel(keys, loop=True)
    assert kink.rule == "loop-seam-kink"
    told = re.findall(r"(-?[\d.]+)(?: a second|, a kink)", kink.message)
    near = 1e-3
    arriving, leaving = (
        float(set_value(keys, end)[0] - set_value(keys, start)[0]) / near * 24_000
        for start, end in ((LENGTH - 2 * near, LENGTH - near), (0.0, near))
    )
    assert [float(number) for number in told] == pytest.approx([arriving, leaving], rel=1e-4)


@examples(60, 1000)
@given(
    st.floats(-3, 3), st.floats(-3, 3), st.sampled_from(["repeat", "offset", "pingpong", "hold"])
)
def test_a_kink_of_handles_is_that_of_the_samples(left: float, right: float, after: str) -> None:
    own: dict[str, Any] = {"ease": "bezier", "hm": "free"}
    keys = [
        {"t": 0, "v": [0], **own, "hr": [0.4, 0.4 * right]},
        {"t": 1, "v": [1], **own, "hl": [-0.3, 0], "hr": [0.3, 0]},
        {"t": 3, "v": [0], **own, "hl": [-0.4, -0.4 * left]},
    ]
    findings = in_property(keys, {"before": "hold", "after": after})
    near = 1e-6
    leaving, arriving = value_at(keys, near)[0] / near, -value_at(keys, 3 - near)[0] / near
    kink = abs(leaving - arriving)
    # The fastest stretch has a mean speed of 1; at the key between, nothing bends.
    assume(abs(kink - 0.25) > 1e-3)
    expected = after == "repeat" and kink > 0.25
    assert any(each.rule == "loop-seam-kink" for each in findings) == expected


@st.composite
def flipped(draw: st.DrawFn) -> tuple[SetKeys, SetKeys, int]:
    """Return calm keys, the same ones with a run that is written another way, and its start."""
    count = draw(st.integers(3, 8))
    row = np.array([draw(st.integers(-60, 60)) for _ in range(3)], dtype=np.float64)
    calm = []
    for _ in range(count):
        calm.append(row)
        row = row + [draw(st.integers(-12, 12)) for _ in range(3)]
    first = draw(st.integers(1, count - 1))
    last = draw(st.integers(first + 1, count))
    turns = 360.0 * np.array([draw(st.integers(-1, 1)) for _ in range(3)])
    other = draw(st.booleans()) or not turns.any()
    written = list(calm)
    for at in range(first, last):
        x, y, z = calm[at]
        written[at] = turns + (np.array([x + 180, 180 - y, z + 180]) if other else calm[at])
    one, two = (
        [(1000 * at, row.tolist(), "linear") for at, row in enumerate(rows)]
        for rows in (calm, written)
    )
    return one, two, first


class TestThatFlipsAreFoundWhereTheyBegin:
    """Nearly the same orientation, far angles; offers the near ones."""

    @examples(100, 4000)
    @given(flipped())
    def test_once_for_each_run(self, drawn: tuple[SetKeys, SetKeys, int]) -> None:
        calm, written, first = drawn
        assert places(in_channel(calm, "rotation"), "euler-flip", 2) == []
        flips = [each for each in in_channel(written, "rotation") if each.rule == "euler-flip"]
        assert places(flips, "euler-flip", 2) == [first]
        near = [float(angle) for angle in flips[0].message.partition("angles are ")[2].split(",")]
        dot = abs(float((from_euler(near) * from_euler(written[first][1])).sum()))
        assert degrees(2 * acos(min(dot, 1.0))) < 0.01
        assert near == pytest.approx(calm[first][1])

    def test_a_key_written_a_turn_away_is_one(self) -> None:
        keys = [
            (at * 1000, (0.0, angle, 0.0), "linear") for at, angle in enumerate((0.0, 365.0, 10.0))
        ]
        assert places(in_channel(keys, "rotation"), "euler-flip", 2) == [1]

    @pytest.mark.parametrize("turns", [360.0, -360.0, 1080.0])
    @pytest.mark.parametrize("end", [1000, LENGTH])
    def test_a_spin_is_none(self, turns: float, end: int) -> None:
        keys = [(0, (0.0, 0.0, 0.0), "linear"), (end, (turns, 0.0, 0.0), "linear")]
        assert places(in_channel(keys, "rotation", loop=True), "euler-flip", 2) == []


@examples(80, 2000)
@given(st.integers(1, 22), st.sampled_from([-1, 1]), st.integers(2, 9), st.integers(0, 2))
def test_a_planted_spike_is_found_and_nothing_else(
    at: int, sign: int, size: int, axis: int
) -> None:
    wave = np.repeat(2.0 * np.sin(np.arange(24) / 8)[:, None], 3, axis=1)
    wave[at, axis] += sign * size
    rows = np.round(wave, 4).tolist()
    keys = [(1000 * k, row, "linear") for k, row in enumerate(rows)]
    findings = [each for each in in_channel(keys) if each.rule == "single-frame-spike"]
    assert places(findings, "single-frame-spike", 2) == [at]
    assert f" {'xyz'[axis]} from " in findings[0].message


@examples(50, 1000)
@given(st.floats(0.2, 1.5), st.floats(1.0, 60.0))
def test_no_wave_is_a_spike(speed: float, reach: float) -> None:
    rows = np.round(reach * np.sin(speed * np.arange(24)), 4).tolist()
    keys = [(1000 * k, (x, 0.0, 0.0), "linear") for k, x in enumerate(rows)]
    assert places(in_channel(keys), "single-frame-spike", 2) == []


@examples(100, 2000)
@given(*[st.tuples(*[st.floats(-180, 180)] * 3)] * 2, st.sampled_from([1.0, 0.5, -2.0]))
def test_the_turn_between_matrices_is_that_of_their_quaternions(
    one: tuple[float, ...], other: tuple[float, ...], scale: float
) -> None:
    scales = np.array([[scale, 1.0, 1.0], [scale, 2.0, 3.0]])
    matrices = compose(np.zeros((2, 3)), from_euler([one, other]), scales)
    first, second = decompose(matrices).rotation
    dot = min(abs(float((first * second).sum())), 1.0)
    assert turned(*matrices.tolist()) == pytest.approx(degrees(2 * acos(dot)), abs=1e-4)


tenths: Final = st.integers(-12, 12).map(lambda number: number / 10)


@examples(120, 3000)
@given(tenths, tenths)
def test_handles_are_told_of_exactly_where_players_change_them(right: float, left: float) -> None:
    assume(abs(max(right, 0.0) + max(-left, 0.0) - 1.0) > 1e-6)
    keys: list[dict[str, Any]] = [
        {"t": 0, "v": [0], "ease": "bezier", "hm": "free", "hr": [right, 1]},
        {"t": 1, "v": [1], "hm": "free", "hl": [left, 1]},
    ]
    read = SceneKeys.read(keys)
    points, own = handle_points(read), np.column_stack([read.times, read.values])
    own_keys, at = Keys(read.times, read.values), np.array([0])
    inside = kept_inside(own_keys, at, (points.right - own)[:1], (points.left - own)[1:])
    kept = [float(inside.early[0]), float(inside.late[0])]
    rules = {each.rule for each in in_property(keys)}
    assert bool(rules) == (kept != pytest.approx([right, -left]))
    assert ("handle-points-backwards" in rules) == (right < 0 or left > 0)
    assert ("handles-overlap" in rules) == (max(right, 0) + max(-left, 0) > 1)


def swings(sample: Callable[[Floats], Floats], times: list[int], numbers: list[float]) -> set[int]:
    """Return the stretches that leave both their keys by a tenth of the range, densely sampled."""
    reach, found = max(numbers) - min(numbers), set()
    for at, (start, end) in enumerate(pairwise(times)):
        low, high = sorted(numbers[at : at + 2])
        inside = sample(np.linspace(start, end, 500))
        past = max(inside.max() - high, low - inside.min())
        assume(abs(past - 0.1 * reach) > 1e-3 * reach or not reach)
        if reach and past > 0.1 * reach:
            found.add(at)
    return found


@examples(60, 2000)
@given(st.lists(st.tuples(st.integers(1, 9), st.integers(-5, 5)), min_size=3, max_size=6))
def test_overshoots_are_those_of_a_dense_sampling(drawn: list[tuple[int, int]]) -> None:
    times: list[int] = np.cumsum([step for step, _ in drawn]).tolist()
    numbers = [float(number) for _, number in drawn]
    keys = [{"t": t, "v": [v]} for t, v in zip(times, numbers, strict=True)]
    expected = swings(property_curve(keys).sample_many, times, numbers)
    event(f"found: {len(expected)}")
    assert set(places(in_property(keys), "curve-overshoots")) == expected
    frames = tuple(Keyframe(t, (v,)) for t, v in zip(times, numbers, strict=True))
    sequence = sequence_of(frames, "SPLINE")
    assert set(places(in_sequence(sequence), "curve-overshoots")) == expected


small: Final = st.integers(-2, 2).map(float)


class TestThatOneLookAtASetMissesNothing:
    """What is left out for a number of its channel has nothing to say."""

    @examples(120, 4000)
    @given(
        st.lists(baked() | turning, min_size=1, max_size=4),
        st.sampled_from([0.5, 2.0, 4.0]),
        st.sampled_from([0.001, 0.3, 7.0, 30.0]),
    )
    def test_of_what_a_closer_look_finds(
        self, channels: list[SetKeys], times: float, tolerance: float
    ) -> None:
        tracks = [Track(f"Block {at}", position=made(keys)) for at, keys in enumerate(channels)]
        clip = Clip("a", "A", LENGTH, 24, loop=True, tracks=tuple(tracks))
        document = DocumentPart(AnimationSet("Fox", (clip,)), Settings())
        motions, allowed = document.motions, {"position": tolerance}
        sharp, thin = motions.sharp(times), motions.thinnable(allowed)
        still, kinked = motions.still(allowed), motions.kinked(times)
        event(f"left out: {len(channels) - len(thin)} thin, {len(channels) - len(sharp)} sharp")
        event(f"left out: {len(channels) - len(kinked)} kinked")
        every = [track.channels[0].motion for track in document.clips[0].tracks]
        for motion in every:
            assert motion is not None
            assert motion in thin or not motion.spare([tolerance] * 3)
            off = least_off(motion)
            assume(abs(off - 2 * tolerance) > 1e-6)
            assert (motion in thin) == (off < 2 * tolerance)
            assert motion in still or variation(motion, allowed) is None
            rows = np.array(motion.rows)
            assert (motion in still) == (np.abs(rows - rows[0]).max() <= tolerance)
            assert (motion in kinked) == knocks(motion, times)
            steep = sharpest(motion)
            assume(abs(steep - times) > 1e-6)  # arrays round otherwise than numbers one by one
            assert (motion in sharp) == (steep > times)

    @examples(200, 4000)
    @given(
        st.lists(st.tuples(small, small, small), min_size=2, max_size=4),
        st.lists(st.sampled_from(["linear", "linear", "smooth", "step"]), min_size=4, max_size=4),
        st.sampled_from([(0, LENGTH), (0, LENGTH), (1000, LENGTH), (0, LENGTH - 1000)]),
        st.sampled_from([0.5, 1.5]),
    )
    def test_of_the_seams_of_loops(
        self,
        values: list[tuple[float, float, float]],
        ways: list[str],
        ends: tuple[int, int],
        times: float,
    ) -> None:
        moments = np.linspace(*ends, len(values)).tolist()
        keys = list(zip(map(int, moments), values, ways, strict=False))
        clip = Clip("a", "A", LENGTH, 24, loop=True, tracks=(Track("Body", position=made(keys)),))
        document = DocumentPart(AnimationSet("Fox", (clip,)), Settings())
        motion = document.clips[0].tracks[0].channels[0].motion
        assert motion is not None
        event(f"knocks: {knocks(motion, times)}")
        assert document.motions.kinked(times) == ([motion] if knocks(motion, times) else [])

    def test_where_something_is_unusable(self) -> None:
        keys = [(1000 * at, (at / 4, 0.0, 0.0), "linear") for at in range(4)]
        for member, value in (("tick", "x"), ("value", {"x": 0, "y": "x", "z": 0}), ("value", [])):
            document = set_of(keys, "position")
            broken = json.loads(json.dumps(document["clips"][0]["tracks"][0]))
            broken["path"], broken["position"][1][member] = "Other", value
            document["clips"][0]["tracks"].insert(0, broken)
            findings = of_motion(json.dumps(document).encode(), "fox.voxelanim.json")
            assert [each.pointer for each in findings] == [
                f"/clips/0/tracks/1/position/{at}" for at in (1, 2)
            ]


def test_channels_out_of_order_hide_no_other() -> None:
    keys = [(6000 * at, (at / 4, 0.0, 0.0), "linear") for at in range(5)]
    alone = set_of(keys, "position", loop=True)
    found = of_motion(json.dumps(alone).encode(), "fox.voxelanim.json")
    assert {each.rule for each in found} == {"redundant-key", "loop-seam-jump"}
    for ticks in ([0, 0, 6000], [6000, 0, 6000], [0, 6000, 6000]):
        falling = [(tick, (1.0, 2.0, 0.0), "linear") for tick in ticks]
        both = set_of(falling, "position", loop=True)
        both["clips"][0]["tracks"].append({**alone["clips"][0]["tracks"][0], "path": "Head"})
        again = of_motion(json.dumps(both).encode(), "fox.voxelanim.json")
        assert [(each.rule, each.message) for each in again] == [
            (each.rule, each.message) for each in found
        ]


def made(keys: SetKeys) -> tuple[Key, ...]:
    """Return the keys of a channel."""
    return tuple(Key(tick, Vector3(*value), kind) for tick, value, kind in keys)  # type: ignore[arg-type]


def least_off(motion: SetMotion) -> float:
    """Return how far the key nearest to the way between its neighbours is off it, one by one."""
    keys = [
        (tick, row, motion.kind(at))
        for at, (tick, row) in enumerate(zip(motion.times, motion.rows, strict=True))
    ]
    off = [
        float(np.abs(set_value([keys[at - 1], keys[at + 1]], tick) - row).max())
        for at, (tick, row, _) in enumerate(keys[1:-1], start=1)
    ]
    return min(off, default=np.inf)


def knocks(motion: SetMotion, times: float) -> bool:
    """Whether the seam of the loop is so many times as sharp as any key, in any number."""
    moments, kinds = np.array(motion.times), list(map(motion.kind, range(len(motion.times))))
    if len(moments) < 2 or "step" in (kinds[0], kinds[-2]):
        return False
    speeds = np.diff(np.array(motion.rows), axis=0) / np.diff(moments)[:, None]
    speeds[[kind != "linear" for kind in kinds[:-1]]] = 0.0
    leaving = speeds[0] * (moments[0] == 0)
    arriving = speeds[-1] * (moments[-1] == motion.span[1])
    kinks, bends = np.abs(leaving - arriving), np.abs(np.diff(speeds, axis=0))
    return bool(((kinks > 0) & (bends < kinks / times).all(axis=0)).any())


def sharpest(motion: SetMotion) -> float:
    """Return how many times faster than it moves beside it a key is passed, one by one."""
    pairs = list(pairwise(zip(motion.times, motion.rows, strict=True)))
    speeds = [0.0, *(dist(a, b) / (end - start) for (start, a), (end, b) in pairs), 0.0]
    passed = [
        min(speeds[at : at + 2]) / max(speeds[at - 1], speeds[at + 2], 1e-300)
        for at in range(1, len(speeds) - 2)
    ]
    return max(passed, default=0.0)


def test_handles_of_their_own_are_meant_to_swing() -> None:
    swing = {"ease": "bezier", "hm": "free", "hr": [0.3, 3], "hl": [-0.3, 3]}
    keys: list[dict[str, Any]] = [{"t": at, "v": [at % 2], **swing} for at in range(4)]
    assert in_property(keys) == []
    auto = [{**key, "v": [v], "hm": "auto"} for key, v in zip(keys, (0, 9, 9, 0), strict=True)]
    assert places(in_property(auto), "curve-overshoots") == [1]


REPEATED: Final = {"before": "hold", "after": "repeat"}


@pytest.mark.parametrize("end", [360.0, -720.0, 6.283185, 12.5664])
def test_a_property_that_ends_whole_turns_away_is_an_angle(end: float) -> None:
    keys = [{"t": 0, "v": [0], "ease": "linear"}, {"t": 2, "v": [end]}]
    assert in_property(keys, REPEATED) == []
    keys[1]["v"] = [end - 0.1]
    assert [each.rule for each in in_property(keys, REPEATED)] == ["loop-seam-jump"]


@pytest.mark.parametrize("mode", ["hold", "offset", "pingpong"])
def test_only_what_repeats_has_a_seam(mode: str) -> None:
    keys = [{"t": 0, "v": [0], "ease": "linear"}, {"t": 2, "v": [5]}]
    assert in_property(keys, {"before": mode, "after": mode}) == []


def test_a_repeat_that_nobody_sees_has_no_seam() -> None:
    keys = [{"t": 0, "v": [0], "ease": "linear"}, {"t": 60, "v": [5]}]
    assert in_property(keys, {"before": "repeat", "after": "repeat"}) == []


@pytest.mark.parametrize(("angle", "rule"), [(0.0, "channel-at-rest"), (5.0, "constant-channel")])
def test_a_channel_that_stands_still_is_told_once(angle: float, rule: str) -> None:
    keys = [(1000 * at, (0.0, angle, 0.0), "linear") for at in range(5)]
    assert [each.rule for each in in_channel(keys, "rotation")] == [rule]


def test_a_rest_of_whole_turns_is_told_as_what_it_is() -> None:
    keys = [(1000 * at, (360.0, 0.0, -720.0), "linear") for at in range(5)]
    (finding,) = in_channel(keys, "rotation")
    assert finding.message == "rotation stays at 0, whole turns aside, where it rests anyway"
    (finding,) = in_channel([(0, (0.0, 0.0, 0.0), "linear")], "rotation")
    assert finding.message == "rotation stays at 0, where it rests anyway"


def test_what_an_action_holds_still_may_not_rest_anyway() -> None:
    """SEMANTICS 3.9: an action replaces what the tracks of the scene give."""
    still = {"t": 0, "m": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], "ease": "linear"}
    away = {"t": 4, "m": [*still["m"][:12], 8, 0, 0, 1]}  # type: ignore[index]
    track = {"path": "Box", "keys": [still]}
    assert [each.rule for each in in_scene({"objects": [track]})] == ["channel-at-rest"]
    played = {
        "objects": [{"path": "Box", "keys": [still, away]}],
        "actions": [{"id": "a", "objects": [track]}],
        "clips": [{"action": "a", "start": 1, "from": 0, "to": 1}],
    }
    assert in_scene(played) == []


@pytest.mark.parametrize(
    ("ticks", "within"),
    [(1, "less than a tenth of a frame"), (500, "a frame"), (600, "1.2 frames")],
)
def test_how_short_a_spike_is(ticks: int, within: str) -> None:
    spike = [(6000 + at * ticks, (x, 0.0, 0.0), "linear") for at, x in enumerate((0.0, 5.0, 0.0))]
    keys = [(2000 * at, (at / 100, 0.0, 0.0), "linear") for at in range(9)]
    keys[3:4] = spike
    spikes = [each for each in in_channel(keys) if each.rule == "single-frame-spike"]
    assert [each.message.rpartition(", within ")[2] for each in spikes] == [within]


def test_a_frame_of_a_flip_is_no_spike() -> None:
    keys = [(1000 * at, (0.0, 70.0 + at * at / 4, 0.0), "linear") for at in range(6)]
    keys[3] = (3000, (180.0, 107.0, 180.0), "linear")
    assert [each.rule for each in in_channel(keys, "rotation")] == ["euler-flip"]


@pytest.mark.parametrize(("rule", "value"), [("redundant-key", 0.3), ("constant-channel", 3.0)])
def test_a_threshold_decides(rule: str, value: float) -> None:
    keys = [(6000 * at, (x, 1.0, 0.0), "linear") for at, x in enumerate((0.0, 1.2, 2.0))]
    assert in_channel(keys) == []
    wider = evolve(HINTS, thresholds={rule: {"position": value}})
    assert [each.rule for each in in_channel(keys, settings=wider)] == [rule]


@pytest.mark.parametrize(
    "path", sorted([*FIXTURES.glob("sets/*anim.json"), *FIXTURES.glob("scenes/*anim.json")])
)
def test_nothing_is_wrong_with_the_motion_of_real_files(path: Path) -> None:
    assert of_motion(path.read_bytes(), path.name) == []


def test_a_huge_number_hides_nothing_else_in_its_channel() -> None:
    """Of what overflows nothing is known: such a channel is looked at key by key."""
    slope = [(1000 * at, (at / 100, 0.0, 0.0), "linear") for at in range(24)]
    slope[5] = (5000, (5.0, 0.0, 0.0), "linear")
    assert [each.pointer[-8:] for each in in_channel(slope) if "spike" in each.rule] == ["/5/value"]
    for huge in (1e160, 1e300):
        slope[20] = (20_000, (huge, 0.0, 0.0), "linear")
        data = json.dumps(set_of(slope, "position")).encode()
        wide = evolve(HINTS, thresholds={"single-frame-spike": {"share": 0.0}})
        found = of_motion(data, "fox.voxelanim.json", wide)
        assert "/5/value" in {each.pointer[-8:] for each in found if "spike" in each.rule}
    numbers = [0.0, 1.0, 2.0, 5.0, -1.7e308, 1.7e308, 0.0]
    keys = [
        (1000 * at, (x, 0.0, 0.0), "step" if at > 2 else "linear") for at, x in enumerate(numbers)
    ]
    tracks = (Track("Body", position=made(keys)),)
    clip = Clip("a", "A", LENGTH, 24, loop=False, tracks=tracks)
    document = DocumentPart(AnimationSet("Fox", (clip,)), Settings())
    (motion,) = document.motions.thinnable({"position": 0.001})
    assert 1 in motion.spare([0.001] * 3)


@pytest.mark.parametrize("big", [1e308, 1e154, 5e-324])
@pytest.mark.parametrize("signs", [(1, -1, 1, 1), (1, 1, 1, 1), (0, 1, 0, 0), (0, 1, -1, 0)])
def test_no_number_is_too_large_or_too_small(big: float, signs: tuple[int, ...]) -> None:
    numbers = [sign * big for sign in signs]
    kinds = ("linear", "smooth", "linear", "step")
    for channel in ("position", "rotation", "scale"):
        keys = [(8000 * at, (x, 0.5, -x), kinds[at]) for at, x in enumerate(numbers)]
        assert all(each.message.isprintable() for each in in_channel(keys, channel, loop=True))
    eases = ("bezier", "smooth", "linear", "hold")
    handles = {"hm": "free", "hl": [-big, big], "hr": [big, -big]}
    properties = [
        {"t": at, "v": [x, 0.5], "ease": eases[at], **handles} for at, x in enumerate(numbers)
    ]
    objects = [
        {"t": at, "m": [x, 0, 0, 0, 0, 1, 0, 0, 0, 0, -x, 0, x, 0.5, -x, 1]}
        for at, x in enumerate(numbers)
    ]
    camera = [
        {"t": at, "cam": {"eye": [x, 0, 0], "target": [0, x, -x], "fov": x, "height": x}}
        for at, x in enumerate(numbers)
    ]
    cycle = {"before": "repeat", "after": "repeat"}
    parts = {
        "camera": camera,
        "cameraCycle": cycle,
        "objects": [{"path": "Box", "keys": objects, "cycle": cycle}],
        "props": [{"path": "Box", "name": "size", "keys": properties, "cycle": cycle}],
    }
    assert all(each.message.isprintable() for each in in_scene(parts))


def test_warnings_about_motion_need_no_numpy() -> None:
    rules = ("euler-flip", "loop-seam-jump", "half-turn-between-keys", "handles-overlap")
    paths = [str(path) for rule in rules for path in FIXTURES.glob(f"rules/{rule}/clean*")]
    script = (
        "import sys; from animspec import check\n"
        "for name in sys.argv[1:]:\n"
        "    assert not check(open(name, 'rb').read(), name).findings, name\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script, *paths], check=True)
