"""Rotations against vectors and against the rotation matrices they stand for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.rotations import conjugate, from_euler, multiply, normalized, slerp, to_euler
from animspec.transforms import axes_of

VECTORS = Path(__file__).parent.parent / "fixtures" / "vectors" / "seed"

seeds = st.integers(0, 2**32 - 1)
shares = st.floats(0, 1)
angles = st.tuples(*[st.floats(-720, 720)] * 3)


def read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return found


def unit(seed: int, *shape: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return normalized(np.random.default_rng(seed).normal(size=(*shape, 4)))


def about(axis: int, degrees: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the matrix of a turn about one axis, by its definition."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    matrix = np.eye(3)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    matrix[one, one] = matrix[two, two] = cosine
    matrix[two, one], matrix[one, two] = sine, -sine
    return matrix


def test_slerp_has_the_values_of_an_independent_implementation() -> None:
    cases = read("slerp.json")
    a, b, s, value = (np.array([case[key] for case in cases]) for key in ("a", "b", "s", "value"))
    np.testing.assert_allclose(slerp(a, b, s), value, rtol=1e-9, atol=1e-9)


def test_euler_angles_have_the_values_of_an_independent_implementation() -> None:
    cases = {
        key: np.array([case[key] for case in read("euler.json")]) for key in read("euler.json")[0]
    }
    quaternions = cases["quaternion"]
    np.testing.assert_allclose(from_euler(cases["euler"]), quaternions, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(to_euler(quaternions), cases["euler_plain"], rtol=1e-9, atol=1e-9)
    near = to_euler(quaternions, cases["near"])
    np.testing.assert_allclose(near, cases["euler_near"], rtol=1e-9, atol=1e-9)


@given(seeds, shares)
def test_slerp_is_unit_and_symmetric(seed: int, share: float) -> None:
    a, b = unit(seed, 2)
    there = slerp(a, b, share)
    assert np.linalg.norm(there) == pytest.approx(1, abs=1e-14)
    back = slerp(b, a, 1 - share)
    assert abs(there @ back) == pytest.approx(1, abs=1e-14)


@given(seeds, shares, st.floats(1e-3, np.pi))
def test_slerp_turns_by_its_share_of_the_angle_about_the_same_axis(
    seed: int, share: float, angle: float
) -> None:
    """q(s) = a * exp(s * log(a^-1 * b)), the definition by axis and angle."""
    a = unit(seed)
    axis = np.random.default_rng(seed + 1).normal(size=3)
    axis /= np.linalg.norm(axis)
    whole = np.append(axis * np.sin(angle / 2), np.cos(angle / 2))
    part = np.append(axis * np.sin(share * angle / 2), np.cos(share * angle / 2))
    expected = multiply(a, part)
    # A straight blend stands in for turns under 3.6 degrees; it is off by far less than 1e-6.
    tolerance = 1e-12 if np.cos(angle / 2) <= 0.9995 else 1e-6
    np.testing.assert_allclose(slerp(a, multiply(a, whole), share), expected, atol=tolerance)


@given(seeds)
def test_slerp_starts_on_the_first_rotation_and_ends_on_the_second_or_its_opposite(
    seed: int,
) -> None:
    a, b = unit(seed, 2)
    np.testing.assert_allclose(slerp(a, b, 0), a, atol=1e-15)
    np.testing.assert_allclose(slerp(a, b, 1), b * (1 if a @ b >= 0 else -1), atol=1e-15)


def test_slerp_blends_straight_between_the_nearly_alike_and_between_zeros() -> None:
    a, b = from_euler([[0, 0, 0], [0, 0, 2]])
    straight = normalized(0.75 * a + 0.25 * b)
    np.testing.assert_allclose(slerp(a, b, 0.25), straight, rtol=0, atol=1e-16)
    assert slerp(a, -a, 0.5).tolist() == a.tolist()
    np.testing.assert_allclose(slerp(b, b, 0.3), b, atol=1e-16)


@given(seeds, st.integers(1, 40))
def test_one_slerp_and_many_give_the_same_bits(seed: int, count: int) -> None:
    a, b = unit(seed, 2, count)
    share = np.random.default_rng(seed).random(count)
    one_by_one = [slerp(*each) for each in zip(a, b, share, strict=True)]
    assert slerp(a, b, share).tobytes() == np.array(one_by_one).tobytes()


def test_leading_shapes_broadcast() -> None:
    a, b = unit(1, 2, 1), unit(2, 3)
    blended = slerp(a, b, np.linspace(0, 1, 3))
    assert blended.shape == (2, 3, 4)
    assert blended[1, 2].tolist() == slerp(a[1, 0], b[2], 1.0).tolist()
    assert multiply(a, b).shape == (2, 3, 4)


def test_a_long_array_is_worked_on_in_blocks_without_a_seam() -> None:
    a, b = unit(5, 2, 40_000)
    whole = slerp(a, b, 0.3)
    for part in (slice(16_380, 16_390), slice(32_766, 32_770), slice(39_999, None)):
        assert whole[part].tobytes() == slerp(a[part], b[part], 0.3).tobytes()


@given(seeds)
def test_a_product_turns_as_the_product_of_the_matrices(seed: int) -> None:
    a, b = unit(seed, 2)
    np.testing.assert_allclose(axes_of(multiply(a, b)), axes_of(a) @ axes_of(b), atol=1e-14)
    np.testing.assert_allclose(axes_of(conjugate(a)), axes_of(a).T, atol=1e-15)


@given(angles)
def test_euler_angles_turn_about_x_then_y_then_z_in_the_parents_axes(
    euler: tuple[float, float, float],
) -> None:
    x, y, z = (about(axis, degrees) for axis, degrees in enumerate(euler))
    np.testing.assert_allclose(axes_of(from_euler(euler)), z @ y @ x, atol=1e-13)


@given(seeds)
def test_euler_angles_come_back_as_the_same_rotation(seed: int) -> None:
    rotation = unit(seed)
    again = from_euler(to_euler(rotation))
    assert abs(again @ rotation) == pytest.approx(1, abs=1e-12)


@given(angles)
def test_angles_come_back_when_asked_near_themselves(euler: tuple[float, float, float]) -> None:
    # Near straight up, x and z turn about one axis and only their sum or difference is left.
    if abs(np.cos(np.radians(euler[1]))) < 1e-2:
        return
    np.testing.assert_allclose(to_euler(from_euler(euler), near=euler), euler, atol=1e-9)


@given(st.floats(-180, 180), st.sampled_from([90.0, -90.0]), st.floats(-180, 180))
def test_straight_up_is_told_with_z_at_rest(x: float, y: float, z: float) -> None:
    rotation = from_euler([x, y, z])
    told = to_euler(rotation)
    assert told[2] == 0
    assert abs(from_euler(told) @ rotation) == pytest.approx(1, abs=1e-12)
