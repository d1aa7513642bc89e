"""A program: steps for a stack machine that are proven to leave one value.

No other kind exists: making a `Program` proves it, wherever its steps are from.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, cast

from attrs import field, frozen

from expressions.carrying import carried_variables
from expressions.errors import ExpressionError, Span
from expressions.functions import FUNCTIONS
from expressions.opcodes import OPERATORS, Step
from expressions.syntax import number_text
from expressions.tables import PATTERNS

MOST_STEPS: Final = 4096
LONGEST_OPERAND: Final = 60
"""Characters of a name shown in a listing; steps from outside may hold anything."""

_NAME: Final = re.compile(PATTERNS["NAME"])


@frozen
class Program:
    """Steps that run on any number of variables and always leave one finite number.

    ``str()`` disassembles: place, step, and how many values the stack holds after it.

    Raises:
        ExpressionError: the steps do not make a program.
    """

    steps: tuple[Step, ...]
    depth: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "depth", verify(self.steps))

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables read, in the order they are first read."""
        return self._named("var")

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The names of the functions called, in the order they are first called."""
        return self._named("fn")

    @cached_property
    def carried(self) -> frozenset[str]:
        """The variables that a finite result proves finite: see `expressions.carrying`."""
        return carried_variables(self.steps)

    @cached_property
    def code(self) -> tuple[tuple[int, Any], ...]:
        """The steps as the machine wants them: how many values each takes, and what it does.

        A number takes 0 and is itself; a variable takes -1 and is its name.
        """
        return tuple(_prepared(step) for step in self.steps)

    def _named(self, kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(str(step.v) for step in self.steps if step.k == kind))

    def to_json(self) -> list[dict[str, float | str]]:
        """Return the steps as players read them: ``[{"k": "num", "v": 1.5}, …]``."""
        return [{"k": step.k, "v": step.v} for step in self.steps]

    @staticmethod
    def from_json(steps: object) -> Program:
        """Return the program that decoded JSON holds.

        Raises:
            ExpressionError: the steps do not make a program.
        """
        if not isinstance(steps, Sequence) or isinstance(steps, str):
            raise ExpressionError("", Span(0, 0), _RULE, "a program is a list of steps")
        return Program(tuple(_step(value) for value in steps))

    def function(self) -> Callable[..., float]:
        """Return a plain Python function of the variables, positional as in ``variables``.

        It gives what `expressions.run` gives, to the bit; each call makes a new one, so keep it.
        """
        from expressions.generating import function_of  # noqa: PLC0415 - it runs programs

        return function_of(self)

    def __str__(self) -> str:
        return listing(self.steps)[0]


_RULE: Final = "bytecode-not-runnable"


def _step(value: object) -> Step:
    """Return the step that one JSON object holds; what it means is verified later."""
    match value:
        case {"k": "num", "v": bool()}:
            pass
        case {"k": "num", "v": int() | float() as v, **rest} if not rest:
            return Step("num", _double(v))
        case {"k": "var" | "fn" | "op" as k, "v": str() as v, **rest} if not rest:
            return Step(k, v)
    # Not a step at all: `verify` will say so, and show this in its listing.
    return Step(cast("Any", "?"), repr(value))


def _double(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _prepared(step: Step) -> tuple[int, Any]:
    name = str(step.v)
    if step.k == "op":
        return OPERATORS[name]
    if step.k == "fn":
        return FUNCTIONS[name].arity, FUNCTIONS[name].evaluate
    return (0, float(step.v)) if step.k == "num" else (-1, name)


def verify(steps: Sequence[Step]) -> int:
    """Return the most values the stack holds while ``steps`` run.

    Raises:
        ExpressionError: a step that is unknown or takes more than there is, too
            many steps, or other than one value left at the end.
    """
    if len(steps) > MOST_STEPS:
        sentence = f"the program has {len(steps)} steps, where {MOST_STEPS} are the most"
        raise ExpressionError("", Span(0, 0), "expression-too-large", sentence)
    depth = deepest = 0
    for place, step in enumerate(steps):
        takes = takes_of(step)
        if takes is None:
            raise _refused(steps, place, "is no step of this machine")
        if takes > depth:
            raise _refused(steps, place, f"takes {takes} values, but the stack holds {depth}")
        depth += 1 - takes
        deepest = max(deepest, depth)
    if depth != 1:
        raise _refused(steps, len(steps) - 1, f"leaves {depth} values, where 1 is the result")
    return deepest


def takes_of(step: Step) -> int | None:
    """How many values ``step`` takes off the stack; ``None`` if there is no such step."""
    k: str = step.k  # whatever it was called, from outside
    v = step.v
    if k == "num":
        return 0 if _is_finite_number(v) else None
    if not isinstance(v, str):
        return None
    if k == "var":
        return 0 if _NAME.fullmatch(v) else None
    if k == "op":
        return OPERATORS[v][0] if v in OPERATORS else None
    return FUNCTIONS[v].arity if k == "fn" and v in FUNCTIONS else None


def _is_finite_number(v: object) -> bool:
    return isinstance(v, float | int) and not isinstance(v, bool) and math.isfinite(_double(v))


def _refused(steps: Sequence[Step], place: int, sentence: str) -> ExpressionError:
    source, spans = listing(steps)
    if not steps:
        return ExpressionError(source, Span(0, 0), _RULE, "there are no steps, so no value is left")
    start, end = spans[place]
    return ExpressionError(source, Span(start, end), _RULE, f"step {place} {sentence}")


def listing(steps: Sequence[Step]) -> tuple[str, list[tuple[int, int]]]:
    """Return the disassembly of ``steps`` and where in it each step stands.

    >>> print(listing([Step("num", 2.0), Step("var", "t"), Step("op", "*")])[0])
    0  num 2  ; 1
    1  var t  ; 2
    2  op  *  ; 1
    """
    words = [f"{step.k:<3} {_operand(step)}" for step in steps]
    number_width = len(str(max(0, len(words) - 1)))
    width = max(map(len, words), default=0)
    lines, spans = [], []
    depth = offset = 0
    for place, (step, word) in enumerate(zip(steps, words, strict=True)):
        depth += 1 - (takes_of(step) or 0)
        lines.append(f"{place:>{number_width}}  {word:<{width}}  ; {depth}")
        start = offset + number_width + 2
        spans.append((start, start + len(word)))
        offset += len(lines[-1]) + 1
    return "\n".join(lines), spans


def _operand(step: Step) -> str:
    return number_text(step.v) if isinstance(step.v, float) else str(step.v)[:LONGEST_OPERAND]
