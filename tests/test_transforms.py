"""Placement matrices taken apart and put together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.rotations import normalized
from animspec.transforms import Transform, axes_of, compose, decompose, matched_rotations

FIXTURES = Path(__file__).parent.parent / "fixtures"

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

seeds = st.integers(0, 2**32 - 1)
factors = st.sampled_from([1.0, -1.0, 0.0, 1e-13, -1e-13, 1e-11, 2.5, -0.3, 1e6])
scales = st.tuples(factors, factors, factors)


def read(path: str) -> Any:
    return json.loads((FIXTURES / path).read_text(encoding="utf-8"))


def again(parts: Transform) -> Array:
    return compose(parts.position, parts.rotation, parts.scale)


def matrix_of(seed: int, scale: tuple[float, float, float]) -> Array:
    """Return an affine matrix without shear, written column by column."""
    random = np.random.default_rng(seed)
    turn = axes_of(normalized(random.normal(size=4)))
    columns = [np.append(turn[:, axis] * scale[axis], 0.0) for axis in range(3)]
    return np.concatenate([*columns, np.append(random.normal(size=3), 1.0)])


def test_matrices_come_apart_as_an_independent_implementation_has_them() -> None:
    cases = read("vectors/seed/decompose.json")
    parts = decompose([case["matrix"] for case in cases])
    for key, ours in (
        ("translation", parts.position),
        ("rotation", parts.rotation),
        ("scale", parts.scale),
        ("recomposed", again(parts)),
    ):
        np.testing.assert_allclose(ours, [case[key] for case in cases], rtol=1e-9, atol=1e-9)


@given(seeds, scales)
def test_composing_gives_back_every_matrix_without_shear(
    seed: int, scale: tuple[float, float, float]
) -> None:
    """SEMANTICS 3.8: a mirror is a negative x scale, and columns may be of no length."""
    matrix = matrix_of(seed, scale)
    parts = decompose(matrix)
    tolerance = 1e-12 + 1e-14 * max(map(abs, scale))
    np.testing.assert_allclose(again(parts), matrix, rtol=0, atol=tolerance)
    assert np.linalg.norm(parts.rotation) == pytest.approx(1, abs=1e-14)
    assert (parts.scale[1:] >= 0).all()
    assert (parts.scale == 0).tolist() == [abs(factor) < 1e-12 for factor in scale]
    mirrored = np.prod(np.sign(parts.scale)) < 0
    assert (parts.scale[0] < 0) == mirrored


@given(seeds, st.integers(0, 2), st.floats(0.01, 100))
def test_one_axis_left_is_reached_by_the_least_turn(seed: int, axis: int, length: float) -> None:
    scale = tuple(length if place == axis else 0.0 for place in range(3))
    matrix = matrix_of(seed, scale)  # type: ignore[arg-type]
    rotation = decompose(matrix).rotation
    direction = matrix[4 * axis : 4 * axis + 3] / length
    angle = 2 * np.arctan2(np.linalg.norm(rotation[:3]), abs(rotation[3]))
    assert angle == pytest.approx(np.arccos(np.clip(direction[axis], -1, 1)), abs=1e-7)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("lean", [0.0, 1e-9, 1e-6, -1e-200])
def test_an_axis_turned_to_its_opposite_comes_back(axis: int, lean: float) -> None:
    matrix = np.zeros(16)
    matrix[15] = 1
    matrix[4 * axis + axis] = -2
    matrix[4 * axis + (axis + 1) % 3] = 2 * lean
    np.testing.assert_allclose(again(decompose(matrix)), matrix, atol=1e-15)


def test_a_missing_axis_is_completed_from_the_other_two() -> None:
    turn = axes_of(normalized(np.array([1.0, 2.0, 3.0, 4.0])))
    for axis in range(3):
        matrix = np.eye(4)
        matrix[:3, :3] = turn.T
        matrix[axis] = 0
        parts = decompose(matrix.reshape(16))
        np.testing.assert_allclose(axes_of(parts.rotation), turn, atol=1e-14)
        assert parts.scale[axis] == 0


def test_a_matrix_without_axes_has_no_rotation_of_its_own() -> None:
    keys = read("cases/scene-zero-matrix/input.sceneanim.json")["objects"][0]["keys"]
    value = read("cases/scene-zero-matrix/expected.json")["values"][0]
    zero = decompose(keys[int(value["t"])]["m"])
    assert zero.scale.tolist() == value["scale"]
    assert zero.rotation.tolist() == [0, 0, 0, 1]
    assert not zero.turned


@given(seeds)
def test_between_two_poses_the_rotation_of_the_one_that_has_one_holds(seed: int) -> None:
    matrices = np.array([matrix_of(seed, (1, 1, 1)), np.zeros(16), matrix_of(seed + 1, (1, 2, 1))])
    one, none, two = (decompose(matrix) for matrix in matrices)
    for a, b, expected in (
        (one, none, (one, one)),
        (none, two, (two, two)),
        (one, two, (one, two)),
    ):
        got = matched_rotations(a, b)
        assert [q.tolist() for q in got] == [parts.rotation.tolist() for parts in expected]
    pairs = matched_rotations(decompose(matrices[:2]), decompose(matrices[1:]))
    assert pairs[1].tolist() == [one.rotation.tolist(), two.rotation.tolist()]


@given(st.lists(st.tuples(seeds, scales), min_size=1, max_size=6))
def test_one_matrix_and_many_give_the_same_bits(
    made: list[tuple[int, tuple[float, float, float]]],
) -> None:
    matrices = np.array([matrix_of(*each) for each in made])
    many = decompose(matrices.reshape(1, -1, 16))
    for place, matrix in enumerate(matrices):
        one = decompose(matrix)
        assert one.position.tobytes() == many.position[0, place].tobytes()
        assert one.rotation.tobytes() == many.rotation[0, place].tobytes()
        assert one.scale.tobytes() == many.scale[0, place].tobytes()
        assert again(one).tobytes() == again(many)[0, place].tobytes()


@given(st.lists(st.floats(-1e3, 1e3) | st.just(0.0), min_size=16, max_size=16))
def test_any_matrix_comes_apart_into_finite_numbers(matrix: list[float]) -> None:
    parts = decompose(matrix)
    for numbers in (parts.position, parts.rotation, parts.scale):
        assert np.isfinite(numbers).all()
    assert np.linalg.norm(parts.rotation) == pytest.approx(1, abs=1e-12)
