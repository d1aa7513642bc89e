"""The drivers of a scene as rules see them: their expressions, compiled or explained."""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from animspec.holes import is_known, known
from expressions import ExpressionError, compile_expression, diagnose, parse
from expressions.functions import FUNCTIONS
from expressions.opcodes import OPERATORS
from expressions.syntax import Call, Chain, Name, Power, Sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from animspec.model.scene_animation import Driver
    from animspec.parts.scene_tracks import PropertyPart
    from animspec.pointers import Pointer
    from expressions import Program, Span
    from expressions.syntax import Node

KNOWN: Final = ("t", "frame", "fps", "length", "value")
"""The variables that every driver has."""


class DriverPart:
    """The driver of a property."""

    def __init__(self, owner: PropertyPart, driver: Driver) -> None:
        self.property = owner
        self.driver = driver
        self.pointer: Pointer = (*owner.pointer, "driver")

    @property
    def is_readable(self) -> bool:
        """Whether it is known what the expressions are."""
        return is_known(self.driver.expression)

    @property
    def is_list(self) -> bool:
        """Whether there is an expression for each component."""
        return not isinstance(known(self.driver.expression), str)

    @cached_property
    def texts(self) -> list[tuple[Pointer, str]]:
        """The expressions, each with its place."""
        place, expression = (*self.pointer, "expression"), known(self.driver.expression)
        if isinstance(expression, str):
            return [(place, expression)]
        return [((*place, at), text) for at, text in enumerate(expression)]

    @cached_property
    def programs(self) -> list[Program]:
        """The expressions compiled; none where one of them does not compile."""
        try:
            return [compile_expression(text) for _, text in self.texts]
        except ExpressionError:
            return []

    @cached_property
    def faults(self) -> list[tuple[Pointer, ExpressionError]]:
        """What is wrong with the expressions, each with the place of the text."""
        if self.programs:
            return []
        return [(pointer, fault) for pointer, text in self.texts for fault in diagnose(text)]

    @property
    def own(self) -> Mapping[str, Any]:
        """The driver's own variables."""
        variables: Mapping[str, Any] | None = known(self.driver.variables)
        return {} if variables is None else variables

    def variable_pointer(self, name: str) -> Pointer:
        """Return where a variable of the driver's own stands."""
        return (*self.pointer, "variables", name)

    @cached_property
    def reads(self) -> set[str]:
        """The names that the expressions read."""
        return {name for program in self.programs for name in program.variables}

    @property
    def unknown(self) -> set[str]:
        """The names that nothing stands for."""
        return self.reads - set(self.own) - set(KNOWN)

    @property
    def numbers(self) -> dict[str, float]:
        """The variables that are the same number at all times."""
        scene, own = self.property.owner.scene, self.own
        fixed = {"fps": scene.fps, "length": scene.length}
        numbers = {name: fixed[name] for name in fixed if name not in own}
        return numbers | {name: value for name, value in own.items() if isinstance(value, float)}


def place_of(text: str, name: str) -> Span:
    """Return where an expression first reads a name; it must read it.

    >>> place_of("2*a + sin(b)", "b")
    Span(start=10, end=11)
    """
    return min(each.span for each in _names(parse(text)) if each.text == name)


def _names(node: Node) -> Iterator[Name]:
    """Yield all names in a tree, without recursion."""
    waiting: list[Node] = [node]
    while waiting:
        each = waiting.pop()
        match each:
            case Name():
                yield each
            case Call():
                waiting += each.arguments
            case Sign():
                waiting.append(each.operand)
            case Power():
                waiting += (each.base, each.exponent)
            case Chain():
                waiting += (each.first, *(operand for _, operand in each.rest))


LARGE: Final = 1e100
"""Numbers below multiply to finite ones, and what scenes hold is far below."""

# fmt: off
SAFE: Final = frozenset({
    "abs", "sign", "floor", "ceil", "round", "trunc", "fract", "cbrt", "sin", "cos", "tan",
    "atan", "tanh", "radians", "degrees", "sind", "cosd", "atan2", "hypot", "step", "min",
    "max", "clamp", "lerp", "select",
})
# fmt: on
"""Functions that give a finite number for all that are not large."""

APART: Final = frozenset({"inverse_lerp", "smoothstep"})
"""Functions that do so where their first two arguments differ."""


def may_be_infinite(program: Program, numbers: Mapping[str, float]) -> bool:
    """Whether an expression may be infinite or not a number; False is certain.

    ``numbers`` are the variables that are the same at all times. Variables are taken to be
    no larger than what scenes hold.

    >>> [may_be_infinite(compile_expression(text), {"length": 2.0})
    ...     for text in ("sin(t) / 4", "t / length", "1 / t", "sqrt(t)", "1 / 0", "x^2")]
    [False, False, True, True, True, False]
    """
    stack: list[float | None] = []
    for step in program.steps:
        name = str(step.v)
        if step.k in ("num", "var"):
            number = float(step.v) if step.k == "num" else numbers.get(name)
            if number is not None and abs(number) > LARGE:
                return True
            stack.append(number)
            continue
        is_operator = step.k == "op"
        takes, compute = (
            OPERATORS[name] if is_operator else (FUNCTIONS[name].arity, FUNCTIONS[name].evaluate)
        )
        taken = stack[-takes:]
        del stack[-takes:]
        values = [value for value in taken if value is not None]
        if len(values) == takes:
            result = compute(*values)
            if not isfinite(result) or abs(result) > LARGE:
                return True
            stack.append(result)
        elif not (_operator_is_safe if is_operator else _function_is_safe)(name, taken):
            return True
        else:
            stack.append(None)
    return False


def _operator_is_safe(name: str, taken: list[float | None]) -> bool:
    last = taken[-1]
    if name in ("/", "%"):
        return bool(last)
    if name == "^":
        return last is not None and last >= 0.0 and last.is_integer() and last <= 8.0
    return True


def _function_is_safe(name: str, taken: list[float | None]) -> bool:
    if name in APART:
        return taken[0] is not None and taken[1] is not None and taken[0] != taken[1]
    if name in ("mod", "pow"):
        return _operator_is_safe({"mod": "%", "pow": "^"}[name], taken)
    return name in SAFE
