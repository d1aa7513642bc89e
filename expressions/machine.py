"""The machine: a program and its variables' values into a finite number (SEMANTICS 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expressions.functions import FUNCTIONS
from expressions.opcodes import OPERATORS, finite

if TYPE_CHECKING:
    from collections.abc import Mapping
    from expressions.program import Program


def run(program: Program, variables: Mapping[str, object] | None = None) -> float:
    """Return the value of ``program``; a variable that is missing or no finite number is 0.

    A result that is not finite is 0.

    >>> from expressions import compile_expression
    >>> run(compile_expression("amp / 2"), {"amp": 3}), run(compile_expression("1 / amp"))
    (1.5, 0.0)
    """
    given = variables or {}
    stack: list[float] = []
    for step in program.steps:
        name: Any = step.v
        if step.k == "num":
            stack.append(float(name))
        elif step.k == "var":
            stack.append(finite(given.get(name)))
        else:
            takes, compute = (
                OPERATORS[name]
                if step.k == "op"
                else (FUNCTIONS[name].arity, FUNCTIONS[name].evaluate)
            )
            stack[-takes:] = [compute(*stack[-takes:])]
    return finite(stack[0])


def run_many(program: Program, variables: Mapping[str, Any] | None = None) -> Any:
    """Return the values of ``program`` over arrays: float64, in the shape the variables broadcast to.

    Operators give what `run` gives, to the bit; a function is within 4 units
    in the last place of it. What is not finite is treated as by `run`, and a
    variable that is not numeric is 0. Without arrays the shape is ``()``.

    Raises:
        ValueError: the shapes do not broadcast.
    """
    from expressions.arrays import run_blocks  # noqa: PLC0415 - numpy is loaded only here

    return run_blocks(program, variables or {})
