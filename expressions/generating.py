"""A plain Python function made of a program, for the one value that is needed often.

The source holds numbers, names of this module's choosing and local variables;
nothing of an expression's text gets into it. It computes first and doubts later:

- each variable goes through ``float.conjugate``, which gives an exact float back,
  makes one of a subclass and raises `TypeError` for all else, ``bool`` and ``int``
  among it; then all variables are made finite and the function starts anew;
- a finite result proves those variables finite that `expressions.carrying` knows to
  show in it; only the others are looked at, in one sum;
- where the arithmetic raises or one of the two is not finite, the machine runs the
  program, and knows what the answer is.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from expressions.functions import FUNCTIONS, Function
from expressions.machine import run
from expressions.opcodes import finite, power

if TYPE_CHECKING:
    from collections.abc import Callable

    from expressions.opcodes import Step
    from expressions.program import Program

DEEPEST_TERM: Final = 20
"""Levels of parentheses in one term; Python's own parser gives up at 200."""


class Term(NamedTuple):
    """Python text for one value; ``number`` where it is constant."""

    text: str
    depth: int
    number: float | None = None


def function_of(program: Program) -> Callable[..., float]:
    """Return ``program`` as a function of its variables, positional in their order.

    >>> from expressions import compile_expression
    >>> wave = function_of(compile_expression("amp * sin(t) + 1"))
    >>> wave(2.0, 0.0), wave(2.0, "?"), wave(float("inf"), 1.0)
    (1.0, 1.0, 1.0)
    """
    names = program.variables

    def slowly(*values: object) -> float:
        return run(program, dict(zip(names, values, strict=True)))

    namespace: dict[str, Any] = {"slowly": slowly, **_NAMES, "__builtins__": {}}
    # The source is made of numbers and of names chosen here, never of an author's text.
    exec(source_of(program), namespace)  # noqa: S102
    function: Callable[..., float] = namespace["driver"]
    return function


def source_of(program: Program) -> str:
    """Return the source of the function ``driver`` that computes ``program``."""
    names = {name: f"v{place}" for place, name in enumerate(program.variables)}
    unseen = [local for name, local in names.items() if name not in program.carried]
    reads = Counter(names[str(step.v)] for step in program.steps if step.k == "var")
    kept = [local for local in reads if reads[local] > 1 or local in unseen]
    once = {name: Term(f"double({local})", 1) for name, local in names.items()}
    writer = _Writer({**once, **{name: Term(v, 0) for name, v in names.items() if v in kept}})
    for step in program.steps:
        writer.write(step)
    given = ", ".join(names.values())
    lines = [f"def driver({given}):", "    try:"]
    lines += [f"        {local} = double({local})" for local in kept]
    lines += [f"        {line}" for line in [*writer.lines, f"result = {writer.stack[0].text}"]]
    lines += ["    except (ArithmeticError, ValueError):", f"        return slowly({given})"]
    if names:
        finite_ones = ", ".join(f"finite({local})" for local in names.values())
        lines += ["    except TypeError:", f"        return driver({finite_ones})"]
    lines += [f"    return result if {_are_finite('result', unseen)} else slowly({given})"]
    return "\n".join(lines) + "\n"


def _are_finite(result: str, unseen: list[str]) -> str:
    """Return the test that the result is finite, and those variables that do not show in it.

    Infinities and NaN show in a sum. It may overflow too: then the machine gives
    the same answer. Sums are short, since Python nests them.
    """
    parts = [unseen[at : at + DEEPEST_TERM] for at in range(0, len(unseen), DEEPEST_TERM)]
    terms = [result, *(" + ".join(part) for part in parts)]
    return " and ".join(f"isfinite({term})" for term in terms)


class _Writer:
    """The terms on the machine's stack, and the lines that come before them."""

    def __init__(self, variables: dict[str, Term]) -> None:
        self.variables = variables
        self.stack: list[Term] = []
        self.lines: list[str] = []

    def write(self, step: Step) -> None:
        """Do with terms what the machine does with values."""
        if step.k == "num":
            self.stack.append(_number(float(step.v)))
        elif step.k == "var":
            self.stack.append(self.variables[str(step.v)])
        elif step.k == "op":
            self._operator(str(step.v))
        else:
            function = FUNCTIONS[str(step.v)]
            self._call(function, self._take(function.arity))

    def _take(self, count: int) -> list[Term]:
        terms = self.stack[-count:]
        del self.stack[-count:]
        return terms

    def _put(self, text: str, *parts: Term) -> None:
        term = Term(text, 1 + max(part.depth for part in parts))
        self.stack.append(self._local(term) if term.depth > DEEPEST_TERM else term)

    def _local(self, term: Term) -> Term:
        """Return ``term`` as a name or number, which may stand more than once."""
        if term.depth == 0:
            return term
        name = f"a{len(self.lines)}"
        self.lines.append(f"{name} = {term.text}")
        return Term(name, 0)

    def _operator(self, symbol: str) -> None:
        if symbol == "neg":
            (a,) = self._take(1)
            self._put(f"(-{a.text})", a)
            return
        a, b = self._take(2)
        if symbol == "^":
            self._power(a, b)
        elif symbol == "%":
            self._put(f"fmod({a.text}, {b.text})", a, b)
        else:
            self._put(f"({a.text} {symbol} {b.text})", a, b)

    def _power(self, a: Term, b: Term) -> None:
        """Write a power; C and JavaScript differ only where the exponent is not finite."""
        if b.number is None:
            self._put(f"power({a.text}, {b.text})", a, b)
        elif b.number in {2.0, 3.0}:
            base = self._local(a)
            self._put(f"({' * '.join([base.text] * int(b.number))})", base)
        else:
            self._put(f"pow({a.text}, {b.text})", a, b)

    def _call(self, function: Function, terms: list[Term]) -> None:
        special = _SPECIAL.get(function.name)
        if special and special(self, *terms):
            return
        texts = [term.text for term in terms]
        if function.inline is None:
            self._put(f"{_called(function)}({', '.join(texts)})", *terms)
            return
        for place, name in enumerate(function.parameters):
            if function.inline.count(f"{{{name}}}") > 1:
                terms[place] = self._local(terms[place])
                texts[place] = terms[place].text
        named = dict(zip(function.parameters, texts, strict=True))
        self._put(f"({function.inline.format(**named)})", *terms)

    def greatest(self, a: Term, b: Term) -> bool:
        """Write the larger of two terms if one of them is a plain number."""
        return self._bound(a, b, "<=")

    def least(self, a: Term, b: Term) -> bool:
        """Write the smaller of two terms if one of them is a plain number."""
        return self._bound(a, b, ">")

    def clamp(self, x: Term, low: Term, high: Term) -> bool:
        """Write ``x`` between two plain numbers."""
        if not (_plain(low) and _plain(high)):
            return False
        self.greatest(x, low)
        self.least(self.stack.pop(), high)
        return True

    def _bound(self, a: Term, b: Term, beyond: str) -> bool:
        """Write the bound where the value is beyond it, else the value.

        So a NaN stays, and of two zeros the one that `min` and `max` choose.
        """
        value, bound = (b, a) if _plain(a) else (a, b)
        if not _plain(bound):
            return False
        value = self._local(value)
        text = f"({bound.text} if {value.text} {beyond} {bound.text} else {value.text})"
        self._put(text, value)
        return True


_SPECIAL: Final[dict[str, Callable[..., bool]]] = {
    "max": _Writer.greatest,
    "min": _Writer.least,
    "clamp": _Writer.clamp,
}


def _number(value: float) -> Term:
    text = repr(value)
    return Term(f"({text})" if text.startswith("-") else text, 0, value)


def _plain(term: Term) -> bool:
    """Whether ``term`` is a number, and not the negative zero."""
    return term.number is not None and term.text != "(-0.0)"


def _called(function: Function) -> str:
    return f"f_{function.name}"


_NAMES: Final[dict[str, Any]] = {
    "ArithmeticError": ArithmeticError,
    "ValueError": ValueError,
    "TypeError": TypeError,
    "double": float.conjugate,
    "finite": finite,
    "fmod": math.fmod,
    "isfinite": math.isfinite,
    "pow": math.pow,
    "power": power,
    **{_called(entry): entry.quick or entry.evaluate for entry in FUNCTIONS.values()},
}
