"""Programs: verified wherever they are from, run to a finite number by every machine."""

from __future__ import annotations

import json
import math
import pickle
import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions import (
    FUNCTIONS,
    OPERATORS,
    ExpressionError,
    Program,
    Step,
    compile_expression,
    parse,
    run,
    run_many,
)
from expressions.generating import source_of
from tests.expression_texts import (
    VARIABLES,
    anything,
    arithmetic,
    few,
    smooth,
    some,
    unfolded,
    values,
)

if TYPE_CHECKING:
    from collections.abc import Callable

VECTORS = Path(__file__).parent.parent / "fixtures" / "vectors" / "seed" / "bytecode.json"
RELATIVE = 1e-9
"""Of the vectors: one has a remainder that makes one last place of another `pow` a thousandfold."""

settings_of_variables = st.fixed_dictionaries(dict.fromkeys(VARIABLES, values))


def _bits(number: float) -> bytes:
    return struct.pack("<d", number)


def _given(program: Program, variables: dict[str, float]) -> list[float]:
    return [variables[name] for name in program.variables]


def test_the_machine_gives_the_numbers_of_an_independent_machine() -> None:
    checked = 0
    for case in json.loads(VECTORS.read_text()):
        program = Program.from_json(case["steps"])
        function = program.function()
        for sample in case["cases"]:
            value = run(program, sample["vars"])
            assert value == pytest.approx(sample["value"], rel=RELATIVE, abs=0)
            positional = [sample["vars"].get(name) for name in program.variables]
            assert _bits(function(*positional)) == _bits(value)
            many = run_many(program, {**sample["vars"], "unread": np.zeros(3)})
            assert many == pytest.approx([value] * 3, rel=RELATIVE, abs=0)
            checked += 1
    assert checked == 1800


@some
@given(anything, settings_of_variables)
def test_every_program_ends_on_a_finite_number(text: str, variables: dict[str, float]) -> None:
    program = compile_expression(text)
    assert math.isfinite(run(program, variables))
    arrays = {name: np.array([value, 1.0]) for name, value in variables.items()}
    assert np.isfinite(run_many(program, arrays)).all()


@some
@given(anything, settings_of_variables)
def test_the_generated_function_gives_the_machine_s_bits(
    text: str, variables: dict[str, float]
) -> None:
    program = compile_expression(text)
    value = program.function()(*_given(program, variables))
    assert _bits(value) == _bits(run(program, variables))


@some
@given(arithmetic, st.lists(settings_of_variables, min_size=1, max_size=9))
def test_arrays_give_the_machine_s_bits_where_only_operators_are_composed(
    text: str, rows: list[dict[str, float]]
) -> None:
    program = compile_expression(text)
    arrays = {name: np.array([row[name] for row in rows]) for name in VARIABLES}
    one_scalar = {**arrays, "x": rows[0]["x"]}
    assert list(map(_bits, run_many(program, arrays))) == [_bits(run(program, row)) for row in rows]
    assert list(map(_bits, run_many(program, one_scalar))) == [
        _bits(run(program, {**row, "x": rows[0]["x"]})) for row in rows
    ]


@some
@given(smooth, st.lists(st.tuples(*[st.floats(-3, 3)] * 4), min_size=1, max_size=9))
def test_arrays_are_near_the_machine_on_well_conditioned_compositions(
    text: str, rows: list[tuple[float, ...]]
) -> None:
    program = compile_expression(text)
    arrays = {
        name: np.array(column)
        for name, column in zip(VARIABLES, zip(*rows, strict=True), strict=False)
    }
    near = [run(program, dict(zip(VARIABLES, row, strict=True))) for row in rows]
    scale = 1.0 + max(map(abs, near))
    assert run_many(program, arrays) == pytest.approx(near, rel=1e-9, abs=1e-9 * scale)


EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.0, 2.5, -2.5, 3.0, 1e-300, 5e-324]
EDGES += [0.49999999999999994, 4503599627370497.5, 9007199254740991.0, 1e16, 1e300, 90.0, 180.0]
EDGES += [-360.0, 450.0, 720.5, 1e-9, 100.0, -1e300, math.pi, -math.pi, 0.1]


def _with(call: str, letter: str, other: str) -> str:
    """The call with another argument in a letter's place."""
    return re.sub(rf"\b{letter}\b", other, call)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_each_function_is_within_four_units_in_the_last_place_over_arrays(name: str) -> None:
    """Also at the edges, where infinities and NaN come from division."""
    function = FUNCTIONS[name]
    letters = "uvw"[: function.arity]
    call = f"{name}({', '.join(letters)})"
    edges = EDGES[:: 2 * function.arity - 1]
    grid = np.array(np.meshgrid(*[edges] * function.arity)).reshape(function.arity, -1)
    forms = [call, f"1/{call}", f"atan(1/{call})"]
    forms += [_with(call, letter, f"(1/{letter})") for letter in letters]
    forms += [_with(call, letter, f"(0/{letter})") for letter in letters]
    for form in forms:
        program = compile_expression(form)
        many = run_many(program, dict(zip(letters, grid, strict=True)))
        rows = [dict(zip(letters, row, strict=True)) for row in grid.T.tolist()]
        one = np.array([run(program, row) for row in rows])
        # A reciprocal and an arc tangent may each add their own last place.
        assert (np.abs(many - one) <= 6 * np.spacing(np.abs(one))).all(), form


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_each_function_keeps_to_the_machine_with_numbers_among_its_arguments(name: str) -> None:
    function = FUNCTIONS[name]
    x = np.array(EDGES)
    for place in range(function.arity):
        for number in ("0", "1", "-1", "0.5", "(-0)", "(1/0)", "(0/0)"):
            arguments = [number] * function.arity
            arguments[place] = "x"
            call = f"{name}({', '.join(arguments)})"
            # One form shows the sign of a zero, the other that of an infinity.
            for form in (f"atan2({call}, -1)", f"atan(1/{call})"):
                program = compile_expression(form)
                function_ = program.function()
                one = [run(program, {"x": value}) for value in EDGES]
                assert [_bits(function_(value)) for value in EDGES] == list(map(_bits, one))
                assert run_many(program, {"x": x}) == pytest.approx(one, rel=1e-14, abs=0)


def test_powers_over_arrays_are_the_c_library_s_as_in_the_machine() -> None:
    generator = np.random.default_rng(7)
    bases = np.exp(generator.uniform(-150, 150, 20_000)) * generator.choice([1, -1], 20_000)
    for exponent in (-3, -1, -0.5, 0.5, 1, 2, 3, 4, 7, 1.3, 100, 1e300):
        program = compile_expression(f"a^{exponent!r}".replace("e+", "e"))
        many = run_many(program, {"a": bases})
        assert list(map(_bits, many)) == [_bits(run(program, {"a": a})) for a in bases.tolist()]
    exponents = generator.uniform(-4, 4, 20_000).round(generator.choice([0, 3]))
    program = compile_expression("a^b")
    pairs = zip(bases.tolist(), exponents.tolist(), strict=True)
    one = [run(program, {"a": a, "b": b}) for a, b in pairs]
    assert list(map(_bits, run_many(program, {"a": bases, "b": exponents}))) == list(
        map(_bits, one)
    )


@pytest.mark.parametrize("size", [0, 1, 65535, 65536, 65537, 131072, 131073, 270000])
def test_arrays_of_every_size_are_filled_to_the_end(size: int) -> None:
    t = np.arange(size, dtype=np.float64)
    assert (run_many(compile_expression("t*2 - t + 1"), {"t": t}) == t + 1).all()
    assert (run_many(compile_expression("t"), {"t": t}) == t).all()
    product = compile_expression("(t + 1)*(t - 1) + (t + 2)*(t + 3)")
    assert (run_many(product, {"t": t}) == 2 * t * t + 5 * t + 5).all()


def test_one_bad_element_changes_no_other() -> None:
    t = np.linspace(1, 2, 140_000)
    for bad in (math.nan, math.inf, -math.inf):
        holed = t.copy()
        holed[[5, 139_000]] = bad
        for text in (
            "1/t",
            "2 + 1/t",
            "3 + 1 % t",
            "t*t",
            "atan(t)",
            "t^0",
            "min(t, 5)",
            "3 - t % 7",
        ):
            program = compile_expression(text)
            wanted = run_many(program, {"t": t})
            wanted[[5, 139_000]] = run(program, {"t": 0.0})
            assert (run_many(program, {"t": holed}) == wanted).all()
            assert np.isnan(holed[5]) or np.isinf(holed[5])


def test_arrays_broadcast_and_scalars_stay() -> None:
    program = compile_expression("a + b * c")
    a, b = np.arange(3.0)[:, None], np.arange(4.0)[None, :]
    assert (run_many(program, {"a": a, "b": b, "c": 10}) == a + b * 10).all()
    assert (run_many(program, {"a": a.T[:, ::-1], "b": 0}) == a.T[:, ::-1]).all()
    assert run_many(program, {"a": 1, "b": 2, "c": 3}) == 7.0
    assert run_many(program, {"a": 1, "b": 2, "c": 3}).shape == ()
    assert (run_many(compile_expression("2"), {"t": [1, 2]}) == [2, 2]).all()
    with pytest.raises(ValueError, match="broadcast"):
        run_many(program, {"a": np.zeros(3), "b": np.zeros(4)})


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3.0),
        (np.float32(0.5), 0.5),
        (np.int8(-1), -1.0),
        (True, 0.0),
        (np.bool_(1), 0.0),
        ("3", 0.0),
        (None, 0.0),
        (10**400, 0.0),
        (2**53 + 1, 2.0**53),
        (1j, 0.0),
        (math.nan, 0.0),
        (-math.inf, 0.0),
        (np.float64("inf"), 0.0),
    ],
)
def test_a_variable_that_is_no_finite_number_is_zero(value: object, number: float) -> None:
    program = compile_expression("x + 0")
    assert run(program, {"x": value}) == number
    assert program.function()(value) == number
    assert type(program.function()(value)) is float
    assert (run_many(program, {"x": value, "t": np.zeros(2)}) == [number, number]).all()
    assert (run_many(program, {"x": [value, 1.0]}) == [number, 1.0]).all()


def test_arrays_that_are_not_numeric_are_zero() -> None:
    program = compile_expression("x + 1")
    for array in (np.array([True]), np.array(["3"]), np.array([1j]), np.array([None])):
        assert (run_many(program, {"x": array}) == [1.0]).all()


@some
@given(anything, settings_of_variables)
def test_folding_changes_no_bit_of_a_result(text: str, variables: dict[str, float]) -> None:
    folded = compile_expression(text)
    plain = Program(tuple(unfolded(parse(text))))
    assert _bits(run(folded, variables)) == _bits(run(plain, variables))
    assert len(folded.steps) <= len(plain.steps)
    assert folded.variables == plain.variables


def test_what_is_constant_is_folded_and_shows_in_the_disassembly() -> None:
    assert str(compile_expression("2*pi*t + sin(0) + 1/4")) == (
        "0  num 6.283185307179586  ; 1\n"
        "1  var t                  ; 2\n"
        "2  op  *                  ; 1\n"
        "3  num 0                  ; 2\n"
        "4  op  +                  ; 1\n"
        "5  num 0.25               ; 2\n"
        "6  op  +                  ; 1"
    )


def test_a_long_call_is_a_chain_of_two() -> None:
    steps = compile_expression("max(a, b, c, d)").steps
    assert [step.v for step in steps] == ["a", "b", "max", "c", "max", "d", "max"]


@pytest.mark.parametrize(
    ("text", "steps"),
    [("1/0", 3), ("-0", 2), ("sqrt(-1)", 2), ("0/0 + t", 5), ("1e308*10", 3), ("2^3^2", 1)],
)
def test_what_json_cannot_hold_is_not_folded(text: str, steps: int) -> None:
    assert len(compile_expression(text).steps) == steps


@some
@given(anything)
def test_a_program_survives_json(text: str) -> None:
    program = compile_expression(text)
    again = Program.from_json(json.loads(json.dumps(program.to_json(), allow_nan=False)))
    assert again == program
    assert again.depth == program.depth


def test_a_program_survives_pickling() -> None:
    program = compile_expression("sin(t) * amp")
    assert program.variables
    again = pickle.loads(pickle.dumps(program))  # noqa: S301 - our own bytes
    assert (again, again.variables, again.depth) == (program, ("t", "amp"), 2)
    assert run(again, {"t": 1.0, "amp": 0.0}) == 0.0


@some
@given(anything)
def test_the_stack_is_as_deep_as_proven_and_no_deeper(text: str) -> None:
    program = compile_expression(text)
    depth = deepest = 0
    for step in program.steps:
        if step.k in {"num", "var"}:
            depth += 1
        elif step.v in FUNCTIONS:
            depth -= len(FUNCTIONS[str(step.v)].parameters) - 1
        else:
            depth -= 0 if step.v == "neg" else 1
        deepest = max(deepest, depth)
    assert (depth, deepest) == (1, program.depth)


BROKEN: list[tuple[Any, str]] = [
    ([], "there are no steps, so no value is left"),
    ([{"k": "op", "v": "+"}], "step 0 takes 2 values, but the stack holds 0"),
    ([{"k": "num", "v": 1}, {"k": "op", "v": "+"}], "step 1 takes 2 values, but the stack holds 1"),
    ([{"k": "num", "v": 1}] * 2, "step 1 leaves 2 values, where 1 is the result"),
    ([{"k": "num", "v": 1}, {"k": "fn", "v": "sine"}], "step 1 is no step of this machine"),
    ([{"k": "op", "v": "**"}], "step 0 is no step of this machine"),
    ([{"k": "num", "v": "1"}], "step 0 is no step of this machine"),
    ([{"k": "num", "v": True}], "step 0 is no step of this machine"),
    ([{"k": "num", "v": math.inf}], "step 0 is no step of this machine"),
    ([{"k": "num", "v": 10**400}], "step 0 is no step of this machine"),
    ([{"k": "var", "v": "a b"}], "step 0 is no step of this machine"),
    ([{"k": "var", "v": 1}], "step 0 is no step of this machine"),
    ([{"k": [], "v": {}}], "step 0 is no step of this machine"),
    ([{"k": "num"}], "step 0 is no step of this machine"),
    ([{"k": "num", "v": 1, "w": 2}], "step 0 is no step of this machine"),
    ([None], "step 0 is no step of this machine"),
    ("abc", "a program is a list of steps"),
    ({"k": "num", "v": 1}, "a program is a list of steps"),
    ([{"k": "num", "v": 1}] * 4097, "the program has 4097 steps, where 4096 are the most"),
]


@pytest.mark.parametrize(("steps", "sentence"), BROKEN)
def test_steps_that_are_no_program_are_refused(steps: Any, sentence: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        Program.from_json(steps)
    assert caught.value.sentence == sentence


def test_a_refused_step_is_underlined_in_the_listing() -> None:
    with pytest.raises(ExpressionError) as caught:
        Program.from_json([{"k": "num", "v": 1}, {"k": "op", "v": "*"}])
    assert str(caught.value).splitlines()[1:] == ["  1  op  *  ; 0", "     ^^^^^"]
    assert caught.value.rule == "bytecode-not-runnable"


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
)
steps = st.one_of(
    st.builds(lambda v: {"k": "num", "v": v}, values),
    st.builds(lambda v: {"k": "var", "v": v}, st.sampled_from(VARIABLES)),
    st.builds(lambda v: {"k": "fn", "v": v}, st.sampled_from(sorted(FUNCTIONS))),
    st.builds(lambda v: {"k": "op", "v": v}, st.sampled_from(sorted(OPERATORS))),
    st.fixed_dictionaries({"k": junk, "v": junk}),
    junk,
)


@some
@given(anything, st.data(), settings_of_variables)
def test_a_mutated_program_is_refused_or_runs_on_every_machine(
    text: str, data: st.DataObject, variables: dict[str, float]
) -> None:
    mutated: list[Any] = list(compile_expression(text).to_json())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(mutated)))
        mutated[place : place + data.draw(st.integers(0, 2))] = data.draw(
            st.lists(steps, max_size=2)
        )
    try:
        program = Program.from_json(mutated)
    except ExpressionError:
        return
    value = run(program, variables)
    assert math.isfinite(value)
    assert _bits(program.function()(*_given(program, variables))) == _bits(value)
    assert np.isfinite(run_many(program, {**variables, "t": np.ones(2)})).all()


OWN = r"(driver|slowly|double|finite|isfinite|fmod|pow|power|f_[a-z0-9_]+|[va][0-9]+|result)"
PYTHON = r"(def|if|and|else|try|except|return|ArithmeticError|TypeError|ValueError)"


@few
@given(anything)
def test_the_generated_source_holds_only_numbers_and_the_machine_s_own_names(text: str) -> None:
    import io
    import tokenize

    source = source_of(compile_expression(text))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        assert token.type != tokenize.STRING
        if token.type == tokenize.NAME:
            assert re.fullmatch(f"{OWN}|{PYTHON}", token.string), token.string


@pytest.mark.parametrize("text", ["+".join(["t"] * 2000), "-" * 100 + "t", "t^" * 100 + "t"])
def test_the_longest_and_deepest_programs_run_on_every_machine(text: str) -> None:
    program = compile_expression(text)
    value = run(program, {"t": 0.5})
    assert program.function()(0.5) == value
    assert run_many(program, {"t": np.array([0.5])}) == [value]


def test_nothing_recurses_in_a_deep_stack() -> None:
    def at(depth: int) -> float:
        if depth:
            return at(depth - 1)
        program = compile_expression("(" * 100 + "+".join(["t"] * 1500) + ")" * 100)
        return run(program, {"t": 1.0}) + program.function()(1.0)

    assert at(800) == 3000.0


@pytest.mark.parametrize("join", [", ".join, " + ".join])
def test_a_program_may_read_a_thousand_variables(join: Callable[[list[str]], str]) -> None:
    names = [f"v{place}" for place in range(1000)]
    program = compile_expression(f"max({join(names)}, 0)")
    values = [float(place) for place in range(1000)]
    value = run(program, dict(zip(names, values, strict=True)))
    assert program.function()(*values) == value
    assert program.function()(*values[:-1], math.inf) == run(
        program, dict(zip(names[:-1], values[:-1], strict=True))
    )
    assert run_many(program, dict(zip(names, np.array(values)[:, None], strict=True))) == [value]


def test_numbers_of_steps_may_be_integers() -> None:
    program = Program((Step("num", 3), Step("var", "t"), Step("op", "*")))
    assert str(program).startswith("0  num 3")
    assert program.function()(2.0) == run(program, {"t": 2.0}) == 6.0
    with pytest.raises(ExpressionError):
        Program((Step("num", 10**400),))


def test_arrays_may_come_in_any_wrapping() -> None:
    class Wrapped:
        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            return np.array([1.0, 2.0])

    program = compile_expression("t + 1")
    for t in (Wrapped(), [1, 2], (1, 2), range(1, 3), np.array([1, 2], dtype=np.float32)):
        assert run_many(program, {"t": t}).tolist() == [2.0, 3.0]
