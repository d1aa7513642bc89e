"""The machine: a program and its variables' values into a finite number (SEMANTICS 4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from expressions.opcodes import finite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from expressions.program import Program


def run(program: Program, variables: Mapping[str, object] | None = None) -> float:
    """Return the value of ``program``; a variable that is absent or not a finite number is 0.

    A result that is not finite is 0.

    >>> from expressions import compile_expression
    >>> run(compile_expression("amp / 2"), {"amp": 3}), run(compile_expression("1 / amp"))
    (1.5, 0.0)
    """
    given = variables or {}
    stack: list[float] = []
    for takes, does in program.code:
        if takes == 2:
            b = stack.pop()
            stack[-1] = does(stack[-1], b)
        elif takes == 0:
            stack.append(does)
        elif takes < 0:
            stack.append(finite(given.get(does)))
        else:
            stack[-takes:] = [does(*stack[-takes:])]
    return finite(stack[0])


def run_many(program: Program, variables: Mapping[str, Any] | None = None) -> Any:
    """Return the values of ``program`` over arrays, as float64 in the shape they broadcast to.

    Operators give what `run` gives, to the bit; a function is within 4 units
    in the last place of it. What is not finite is treated as by `run`, and a
    variable that is not numeric is 0. Without arrays the shape is ``()``.

    Raises:
        ValueError: the shapes do not broadcast.
    """
    from expressions.arrays import run_blocks  # noqa: PLC0415 - numpy is loaded only here

    return run_blocks(program, variables or {})
