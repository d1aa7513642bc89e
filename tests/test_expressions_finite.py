"""What is not finite, or no number at all, gets past no machine, however late they look at it."""

from __future__ import annotations

import itertools
import math
import struct
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from expressions import FUNCTIONS, OPERATORS, compile_expression, run, run_many
from expressions.carrying import carried_variables
from tests.expression_texts import VARIABLES, anything, arithmetic, some, values
from tests.test_expressions_conformance import VALUED

if TYPE_CHECKING:
    from expressions import Program

UNSOUND = [math.inf, -math.inf, math.nan]
ORDINARY = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, 3.0, -7.25, 1e-300, 1e300, -1e300, 5e-324]


class Liar(float):
    """A float whose operators and conversions all say 42."""

    def _lie(self, *_: object) -> float:
        return 42.0

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _lie
    __truediv__ = __rtruediv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _lie
    __neg__ = __pos__ = __abs__ = __float__ = conjugate = _lie


class Convertible:
    """No number, though `float` takes it."""

    def __float__(self) -> float:
        return 7.0

    def __mul__(self, other: object) -> float:
        return 7.0

    __rmul__ = __add__ = __radd__ = __truediv__ = __mul__


class Torn(Fraction):
    """A real number that cannot be converted."""

    def __float__(self) -> float:
        raise OverflowError


class Whole(int):
    """An integer by another name."""


ODD: list[Any] = [
    *(True, False, 3, -1, 0, 2**53 + 1, 2**64, 10**400, -(10**308), Whole(2**53 + 1)),
    *(Liar(2.5), Liar("inf"), Liar("nan"), Convertible(), Torn(1, 3)),
    *(np.float64(0.1), np.float64("inf"), np.float64("nan"), np.float32(0.1), np.float16(3)),
    *(np.int8(-3), np.uint64(2**64 - 1), np.bool_(1), np.array(2.5), np.array([1.0, 2.0])),
    *(Decimal("1.5"), Fraction(1, 3), Fraction(10**400), 1j, 2 + 0j, None, "3", "", b"3"),
    *([], [1.0], (2.0,), {}, object(), float, math.inf, -math.inf, math.nan, -0.0, 1e308),
]
"""Of every type, among them all that Python's arithmetic takes without a word."""

odd_values = st.one_of(st.sampled_from(ODD), values)


def _bits(number: float) -> bytes:
    assert type(number) is float
    return struct.pack("<d", number)


def _differing(program: Program, given: dict[str, Any]) -> tuple[float, float] | None:
    function = program.function()
    one, other = run(program, given), function(*[given.get(name) for name in program.variables])
    return None if _bits(one) == _bits(other) else (one, other)


def test_the_generated_function_takes_values_of_every_type_as_the_machine_does() -> None:
    faults = []
    programs = {case.expression: compile_expression(case.expression) for case in VALUED}
    for place, (text, program) in enumerate(programs.items()):
        if len(program.steps) > 100:
            continue
        function = program.function()
        for turn, odd in enumerate(ODD):
            # Every variable is odd once while the others are plain, and once among odd ones.
            among = [ODD[(turn + 7 * at + place) % len(ODD)] for at in range(len(VARIABLES))]
            for at in range(len(program.variables)):
                plain: list[Any] = [0.75] * len(program.variables)
                plain[at] = odd
                mixed = (among * len(program.variables))[: len(program.variables)]
                mixed[at] = odd
                for arguments in (plain, mixed):
                    given = dict(zip(program.variables, arguments, strict=True))
                    if _bits(function(*arguments)) != _bits(run(program, given)):
                        faults.append((text, given))
    assert not faults


@some
@given(anything, st.fixed_dictionaries(dict.fromkeys(VARIABLES, odd_values)))
def test_values_of_every_type_give_the_machine_s_bits(text: str, given: dict[str, Any]) -> None:
    assert _differing(compile_expression(text), given) is None


@some
@given(arithmetic, st.lists(st.tuples(*[odd_values] * len(VARIABLES)), min_size=1, max_size=6))
def test_lists_of_every_type_give_the_machine_s_bits_where_only_operators_are_composed(
    text: str, rows: list[tuple[Any, ...]]
) -> None:
    rows = [tuple(None if isinstance(v, np.ndarray | list | tuple) else v for v in r) for r in rows]
    program = compile_expression(text)
    lists = {name: [row[at] for row in rows] for at, name in enumerate(VARIABLES)}
    one = [run(program, dict(zip(VARIABLES, row, strict=True))) for row in rows]
    assert list(map(_bits, run_many(program, lists).tolist())) == list(map(_bits, one))


@pytest.mark.parametrize("value", [Liar(2.5), np.float64(2.5)])
def test_a_float_of_a_subclass_is_the_number_it_holds(value: float) -> None:
    program = compile_expression("(-x)*2 + x^2 - x/x")
    assert run(program, {"x": value}) == program.function()(value) == 0.25


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_function_carries_what_is_not_finite_exactly_if_its_entry_says_so(name: str) -> None:
    """Of ``carries``: whether an argument that is not finite never gives a finite result."""
    function = FUNCTIONS[name]
    assert function.carries is not _absorbs(function.evaluate, function.arity)


def _absorbs(evaluate: Any, arity: int, only: int | None = None) -> bool:
    """Whether an argument that is not finite, or just that one, ever gives a finite result."""
    for arguments in itertools.product(UNSOUND + ORDINARY, repeat=arity):
        looked_at = arguments if only is None else [arguments[only]]
        if not all(map(math.isfinite, looked_at)) and math.isfinite(evaluate(*arguments)):
            return True
    return False


@pytest.mark.parametrize("symbol", sorted(OPERATORS))
def test_an_operator_carries_those_operands_that_never_vanish(symbol: str) -> None:
    arity, evaluate = OPERATORS[symbol]
    text = f"-({'a'})" if symbol == "neg" else f"a {symbol} b"
    carried = carried_variables(compile_expression(text).steps)
    assert carried == {"ab"[at] for at in range(arity) if not _absorbs(evaluate, arity, at)}


@pytest.mark.parametrize("exponent", [5e-324, 1e-9, 0.5, 1.0, 2.0, 2.5, 3.0, 1e300, 0.0, -1.0])
def test_a_power_carries_its_base_if_the_exponent_is_a_number_above_zero(exponent: float) -> None:
    for text in (f"x^({exponent!r})", f"pow(x, {exponent!r})"):
        steps = compile_expression(text.replace("e+", "e")).steps
        _, power = OPERATORS["^"]
        carries = not any(math.isfinite(power(x, exponent)) for x in UNSOUND)
        assert (carried_variables(steps) == {"x"}) is carries


def _unguarded(program: Program, given: dict[str, float]) -> float:
    """The value if nothing looked at variables or result."""
    stack: list[float] = []
    for step in program.steps:
        if step.k == "num":
            stack.append(float(step.v))
        elif step.k == "var":
            stack.append(given[str(step.v)])
        else:
            function = FUNCTIONS.get(str(step.v))
            arity, evaluate = (
                (function.arity, function.evaluate) if function else OPERATORS[str(step.v)]
            )
            stack[-arity:] = [evaluate(*stack[-arity:])]
    return stack[0]


@some
@given(anything, st.fixed_dictionaries(dict.fromkeys(VARIABLES, values)), st.sampled_from(UNSOUND))
def test_no_finite_result_hides_a_carried_variable_that_is_not_finite(
    text: str, given: dict[str, float], unsound: float
) -> None:
    program = compile_expression(text)
    for name in carried_variables(program.steps):
        assert not math.isfinite(_unguarded(program, {**given, name: unsound})), name
