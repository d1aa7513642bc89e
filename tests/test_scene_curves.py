"""The curves of scene animation: Catmull-Rom, Bézier, and the handles."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from attrs import frozen
from hypothesis import example, given
from hypothesis import strategies as st

from animspec.curves import (
    EASES,
    HANDLE_MODES,
    POSE_SHARES,
    SHARES,
    Floats,
    SceneKeys,
    handle_points,
    scene_curve,
)
from animspec.curves.bezier import halved, solved
from animspec.cycles import Mode, property_curve, value_at
from animspec.model.animation_set import Interpolation
from animspec.model.scene_animation import CycleMode, HandleMode, PropertyEase

VECTORS = Path(__file__).parent.parent / "fixtures" / "vectors" / "seed"

seeds = st.integers(0, 2**32 - 1)
millis = st.lists(st.integers(0, 10_000), min_size=1, max_size=7, unique=True).map(sorted)
eases = list(EASES)
modes = ["auto", "vector", "free", "aligned"]


def read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return found


def random_track(moments: list[int], seed: int, ease: str | None = None) -> list[dict[str, Any]]:
    """Keys at these milliseconds of two components, with eases and handles of all sorts."""
    random = np.random.default_rng(seed)

    def key(moment: int) -> dict[str, Any]:
        made: dict[str, Any] = {"t": moment / 1000, "v": random.uniform(-10, 10, 2).tolist()}
        made["ease"] = ease or eases[random.integers(len(eases))]
        made["hm"] = modes[random.integers(len(modes))]
        for side, sign in (("hl", -1), ("hr", 1)):
            if random.random() < 0.7:
                reach = sign * random.choice([0.0, 0.1, 1.0, 5.0, -0.5])
                made[side] = [reach, *random.uniform(-5, 5, 2).tolist()]
        return made

    return [key(moment) for moment in moments]


def test_values_are_those_of_an_independent_implementation() -> None:
    for case in read("value_at.json"):
        track, samples = case["track"], case["samples"]
        curve = property_curve(track["keys"], track.get("cycle"))
        values = curve.sample_many([sample["t"] for sample in samples])
        expected = [sample["value"] for sample in samples]
        np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-9)


def test_a_single_value_is_that_of_an_independent_implementation() -> None:
    case = read("value_at.json")[0]
    for sample in case["samples"][:5]:
        got = value_at(case["track"]["keys"], sample["t"], case["track"]["cycle"])
        assert got == pytest.approx(sample["value"], rel=1e-9, abs=1e-9)


def test_handles_are_those_of_an_independent_implementation() -> None:
    for case in read("handle_points.json"):
        points = handle_points(SceneKeys.read(case["track"]["keys"]))
        for side, ours in (("l", points.left), ("r", points.right)):
            expected = [[handle[side][0], *handle[side][1]] for handle in case["handles"]]
            np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)


@given(millis, seeds)
def test_a_scene_curve_meets_its_keys_and_is_held_outside(moments: list[int], seed: int) -> None:
    keys = SceneKeys.read(random_track(moments, seed))
    curve = scene_curve(keys)
    assert np.array_equal(curve.sample_many(keys.times), keys.values)
    outside = curve.sample_many([keys.times[0] - 1, keys.times[-1] + 1])
    assert np.array_equal(outside, keys.values[[0, -1]])


@given(millis, st.lists(st.floats(-1, 11), min_size=1, max_size=40), seeds)
def test_one_time_and_many_in_any_order_give_the_same_bits(
    moments: list[int], asked: list[float], seed: int
) -> None:
    curve = scene_curve(SceneKeys.read(random_track(moments, seed)))
    one_by_one = np.array([curve.sample(time) for time in asked])
    assert curve.sample_many(asked).tobytes() == one_by_one.tobytes()
    rising = np.argsort(asked, kind="stable")
    in_order = curve.sample_many(np.array(asked)[rising])
    assert in_order.tobytes() == one_by_one[rising].tobytes()


@given(seeds)
def test_every_ease_but_hold_arrives_at_the_next_key(seed: int) -> None:
    for ease in eases:
        keys = SceneKeys.read(random_track([0, 1000, 2500], seed, ease))
        just_before = scene_curve(keys).sample_many(np.nextafter(keys.times[1:], 0))
        arrives = keys.values[1:] if ease != "hold" else keys.values[:-1]
        # One double before the key: at a vertical tangent that is 1e-5 of the stretch in u.
        np.testing.assert_allclose(just_before, arrives, atol=1e-4 if ease == "bezier" else 1e-12)


def hermite(
    moments: list[Fraction], values: list[Fraction], flat: set[int], at: int, time: Fraction
) -> Fraction:
    """Return the Catmull-Rom value by the Hermite basis, exactly."""

    def speed(key: int) -> Fraction:
        if key in flat or key in (0, len(values) - 1):
            return Fraction(0)
        return (values[key + 1] - values[key - 1]) / (moments[key + 1] - moments[key - 1])

    length = moments[at + 1] - moments[at]
    s = (time - moments[at]) / length
    return (
        values[at] * (1 + 2 * s) * (1 - s) ** 2
        + values[at + 1] * s * s * (3 - 2 * s)
        + length * speed(at) * s * (1 - s) ** 2
        + length * speed(at + 1) * s * s * (s - 1)
    )


@given(
    st.lists(st.integers(0, 10_000), min_size=2, max_size=6, unique=True).map(sorted),
    seeds,
    st.floats(0, 1, exclude_max=True),
)
def test_smooth_and_stop_follow_the_hermite_basis(
    moments: list[int], seed: int, part: float
) -> None:
    """SEMANTICS 3.4: flat at the ends, at stop, at hold, and just after a hold."""
    random = np.random.default_rng(seed)
    names = [["smooth", "stop", "hold"][n] for n in random.integers(0, 3, len(moments))]
    values = random.uniform(-10, 10, (len(moments), 1))
    keys = SceneKeys.of([moment / 1000 for moment in moments], values, names)
    at = int(random.integers(len(moments) - 1))
    time = float(keys.times[at] + part * (keys.times[at + 1] - keys.times[at]))
    if names[at] == "hold" or time >= keys.times[at + 1]:
        return
    flat = {n for n, name in enumerate(names) if name != "smooth" or "hold" in names[n - 1 : n]}
    exact = hermite(
        [Fraction(t) for t in keys.times.tolist()],
        [Fraction(v) for v in values[:, 0].tolist()],
        flat,
        at,
        Fraction(time),
    )
    assert scene_curve(keys).sample(time)[0] == pytest.approx(float(exact), abs=1e-11)


def test_uniform_motion_stays_uniform_on_uneven_times() -> None:
    times = np.array([0.0, 1.0, 1.5, 4.0, 5.0])
    curve = scene_curve(SceneKeys.of(times, 3 * times[:, None], ["smooth"] * 5))
    asked = np.linspace(1, 4, 50)
    np.testing.assert_allclose(curve.sample_many(asked)[:, 0], 3 * asked, atol=1e-14)


def exact_u(early: Fraction, late: Fraction, time: Fraction) -> Fraction:
    """Return u where the time's Bézier cubic reaches ``time``, by halving in exact arithmetic."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(80):
        u = (low + high) / 2
        x = 3 * (1 - u) ** 2 * u * early + 3 * (1 - u) * u * u * (1 - late) + u**3
        low, high = (u, high) if x < time else (low, u)
    return low


def solve_one(early: float, late: float, y: float) -> float:
    """Return u by the module, for the half that starts at the early handle."""
    a, b, c = 3 * early + 3 * late - 2, 3 * (1 - late - 2 * early), 3 * early
    cubic = (np.array([a]), np.array([b]), np.array([c]))
    middle = halved(np.array([0.5]), *cubic)
    bend = 4 * (0.5 - c * middle) / middle**2
    return float(solved(np.array([y]), *cubic, bend)[0])


shares = st.floats(0, 1) | st.sampled_from([0.0, 1.0, 1e-12, 1e-6, 0.5, 1 / 3])


@given(shares, shares, st.floats(0, 0.5) | st.sampled_from([1e-15, 1e-9, 1e-4]))
@example(0.0, 1.0, 1e-15)
@example(0.0, 1.0, 0.5)
@example(1.0, 0.0, 0.5)
@example(0.0, 0.0, 1e-12)
def test_the_time_is_solved_to_the_last_doubles_of_u(early: float, late: float, y: float) -> None:
    """SEMANTICS 3.5: until the bracket in u is as narrow as doubles allow."""
    late = min(late, 1 - early)
    u = solve_one(early, late, y)
    exact = exact_u(Fraction(early), Fraction(late), Fraction(y))
    assert abs(Fraction(u) - exact) <= 1e-15
    x = 3 * (1 - u) ** 2 * u * early + 3 * (1 - u) * u * u * (1 - late) + u**3
    assert abs(x - y) <= 1e-12


def test_no_handles_make_the_solver_lose_its_way() -> None:
    """All handles and times of a grid against plain halving, 1e6 of them."""
    grid = np.concatenate([[0, 1e-12, 1e-6, 1e-3], np.linspace(0.01, 1, 60)])
    early, late = (side.ravel() for side in np.meshgrid(grid, grid))
    fits = early + late <= 1
    early, late = early[fits], late[fits]
    a, b, c = 3 * early + 3 * late - 2, 3 * (1 - late - 2 * early), 3 * early
    middle = halved(np.full_like(a, 0.5), a, b, c)
    bend = 4 * (0.5 - c * middle) / middle**2
    for y in [0, *10.0 ** np.arange(-18, -1), *np.linspace(0.1, 0.5, 9)]:
        times = np.full_like(a, y)
        np.testing.assert_allclose(
            solved(times, a, b, c, bend), halved(times, a, b, c), rtol=0, atol=1e-15
        )


def bezier_keys(early: float, late: float) -> list[dict[str, Any]]:
    """A stretch of 2 s from value 10 to 20, whose handles have these shares of it in time."""
    return [
        {"t": 1, "v": [10], "ease": "bezier", "hm": "free", "hr": [2 * early, 7]},
        {"t": 3, "v": [20], "hm": "free", "hl": [-2 * late, 1]},
    ]


@given(
    st.sampled_from([(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.4), (0.4, 0.0), (0.5, 0.5)]),
    st.sampled_from([0.0, 2.0]),
    st.floats(-16, -0.5),
)
def test_at_a_vertical_tangent_the_value_is_right(
    handles: tuple[float, float], end: float, exponent: float
) -> None:
    """A billionth of the stretch, however near to the end that stands upright."""
    early, late = handles
    time = 1 + abs(end - 10**exponent)
    u = exact_u(Fraction(early), Fraction(late), (Fraction(time) - 1) / 2)
    v1 = Fraction(10) + (7 if early > 0 else 0)
    v2 = Fraction(20) + (1 if late > 0 else 0)
    w = 1 - u
    exact = w**3 * 10 + 3 * w * w * u * v1 + 3 * w * u * u * v2 + u**3 * 20
    got = property_curve(bezier_keys(early, late)).sample(time)[0]
    assert abs(Fraction(got) - exact) <= 10 * 1e-9


@given(seeds, st.floats(0.1, 5), st.floats(0.1, 5))
def test_handles_that_are_too_long_shrink_by_one_factor_values_too(
    seed: int, reach: float, back: float
) -> None:
    """SEMANTICS 3.5: kept inside the stretch, here of 1 s; both together no longer than it."""
    lift, drop = np.random.default_rng(seed).uniform(-5, 5, 2)
    early, late = min(reach, 1), min(back, 1)
    factor = min(1, 1 / (early + late))

    def keys(right: list[float], left: list[float]) -> list[dict[str, Any]]:
        return [
            {"t": 0, "v": [0], "ease": "bezier", "hm": "aligned", "hr": right},
            {"t": 1, "v": [1], "hm": "aligned", "hl": left},
        ]

    early, late = early * factor, late * factor
    given_keys = keys([reach, lift], [-back, drop])
    shrunk = keys([early, lift * early / reach], [-late, drop * late / back])
    asked = np.linspace(0, 1, 17)
    np.testing.assert_allclose(
        property_curve(given_keys).sample_many(asked),
        property_curve(shrunk).sample_many(asked),
        atol=1e-7,
    )
    points = handle_points(SceneKeys.read(given_keys))
    assert points.right[0].tolist() == [reach, lift]
    assert points.left[1].tolist() == [1 - back, 1 + drop]


def test_a_handle_that_points_the_wrong_way_is_no_handle() -> None:
    backwards = [
        {"t": 0, "v": [0], "ease": "bezier", "hm": "free", "hr": [-0.5, 3]},
        {"t": 1, "v": [1], "hm": "free", "hl": [0.25, 3]},
    ]
    # Without handles value and time are the same cubic: the way is straight.
    asked = np.linspace(0, 1, 11)
    np.testing.assert_allclose(
        property_curve(backwards).sample_many(asked)[:, 0], asked, atol=1e-14
    )


@given(seeds)
def test_vector_handles_go_straight(seed: int) -> None:
    values = np.random.default_rng(seed).uniform(-10, 10, 3)
    track = [
        {"t": t, "v": [v], "ease": "bezier", "hm": "vector"}
        for t, v in zip([0, 1, 4], values.tolist(), strict=True)
    ]
    asked = np.linspace(0, 4, 33)
    np.testing.assert_allclose(
        property_curve(track).sample_many(asked)[:, 0],
        np.interp(asked, [0, 1, 4], values),
        atol=1e-13,
    )


@frozen
class FileKey:
    """A key as a model has it: every member an attribute, ``None`` where it is absent."""

    t: float
    v: tuple[float, ...]
    ease: str | None = None
    hm: str | None = None
    hl: tuple[float, ...] | None = None
    hr: tuple[float, ...] | None = None


@given(millis, seeds)
def test_keys_are_read_from_values_as_from_mappings(moments: list[int], seed: int) -> None:
    track = random_track(moments, seed)
    one, other = SceneKeys.read(track), SceneKeys.read([FileKey(**key) for key in track])

    def bits(keys: SceneKeys) -> list[object]:
        arrays: list[Floats] = [keys.times, keys.values, keys.left, keys.right]
        return [keys.eases, keys.modes, *(array.tobytes() for array in arrays)]

    assert bits(one) == bits(other)


def test_of_keys_that_meet_by_rounding_the_later_one_stays() -> None:
    """SEMANTICS 3.1, 3.2."""
    keys = SceneKeys.of(
        [0.0001, 0.0002, 0.9996, 1.0001, 2.0], [[1], [2], [3], [4], [5]], list("abcde")
    )
    assert keys.times.tolist() == [0.0, 1.0, 2.0]
    assert keys.values[:, 0].tolist() == [2, 4, 5]
    assert keys.eases == ("b", "d", "e")


@pytest.mark.parametrize("second", [1.0, 0.5])
def test_times_that_do_not_rise_are_refused(second: float) -> None:
    message = f"key 1 is at {second} s, which is not after key 0 at 1.0 s"
    with pytest.raises(ValueError, match=f"^{message}$"):
        SceneKeys.of([1.0, second], [[0], [0]], ["smooth"] * 2)


def test_no_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="there are no keys, expected at least one"):
        SceneKeys.read([])


def test_the_tables_have_the_names_of_the_models() -> None:
    assert tuple(EASES) == get_args(PropertyEase)
    assert EASES.keys() == POSE_SHARES.keys()
    assert tuple(SHARES) == get_args(Interpolation)
    assert get_args(HandleMode) == HANDLE_MODES
    assert get_args(CycleMode) == get_args(Mode)
    assert POSE_SHARES["smooth"] == POSE_SHARES["bezier"] == SHARES["smooth"]
