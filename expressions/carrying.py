"""Which variables a result betrays: those that cannot be infinite or NaN unless it is so too.

A machine need not look at such a variable before it computes, only at the
result: if that is finite, so was the variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from expressions.entries import FUNCTIONS
from expressions.opcodes import OPERATORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from expressions.opcodes import Step

_OPERATORS: Final[dict[str, tuple[int, ...]]] = {
    "+": (0, 1),
    "-": (0, 1),
    "*": (0, 1),
    "/": (0,),
    "%": (0,),
    "neg": (0,),
}
"""The operands of each operator that never vanish: 1/∞ is 0, ∞/x is not finite."""


def carried_variables(steps: Iterable[Step]) -> frozenset[str]:
    """Return the variables that a finite result proves finite.

    >>> from expressions import compile_expression
    >>> sorted(carried_variables(compile_expression("a*b + 1/c + atan(d)").steps))
    ['a', 'b']
    """
    stack: list[tuple[frozenset[str], float | None]] = []
    for step in steps:
        if step.k == "num":
            stack.append((frozenset(), float(step.v)))
        elif step.k == "var":
            stack.append((frozenset([str(step.v)]), None))
        else:
            takes = OPERATORS[str(step.v)][0] if step.k == "op" else FUNCTIONS[str(step.v)].arity
            values = stack[-takes:]
            names = (values[place][0] for place in _carrying(step, [v for _, v in values]))
            stack[-takes:] = [(frozenset().union(*names), None)]
    return stack[0][0]


def _carrying(step: Step, numbers: Sequence[float | None]) -> Sequence[int]:
    """Return the operands that carry what is not finite into the result of ``step``."""
    name = str(step.v)
    if name in {"^", "pow"}:
        exponent = numbers[1]
        return (0,) if exponent is not None and exponent > 0.0 else ()
    if step.k == "op":
        return _OPERATORS[name]
    return range(len(numbers)) if FUNCTIONS[name].carries else ()
