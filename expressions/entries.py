"""The table of functions, and the decorator that enters a function into it."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable


@frozen
class Function:
    """A function of the language: what it takes, what it means and how it is computed.

    ``formula`` is its definition in JavaScript. Then, where there are quicker
    ways to the same number than ``evaluate``, the ways:

    - ``quick``: a function that gives the same, or raises where the entry gives
      something not finite;
    - ``inline``: the same as an expression in Python, each parameter in braces;
    - ``array``: the name of a function of numpy, or of `expressions.array_functions`,
      that does it for whole arrays; without it ``evaluate`` is called per element;
    - ``carries``: whether an argument that is not finite never gives a finite result.
    """

    name: str
    parameters: tuple[str, ...]
    meaning: str
    formula: str
    evaluate: Callable[..., float]
    quick: Callable[..., float] | None = None
    inline: str | None = None
    array: str | None = None
    carries: bool = False
    variadic: bool = False

    @property
    def arity(self) -> int:
        """The number of values one step of the bytecode takes."""
        return len(self.parameters)

    @property
    def signature(self) -> str:
        """The call as an author writes it: ``min(a, b, …)``."""
        more = ", …" if self.variadic else ""
        return f"{self.name}({', '.join(self.parameters)}{more})"


FUNCTIONS: Final[dict[str, Function]] = {}
"""The table, in the order of `expressions.functions`, which fills it."""


def function(formula: str, **ways: Any) -> Callable[[Callable[..., float]], Callable[..., float]]:
    """Return a decorator that enters a function that never raises into `FUNCTIONS`.

    The name is the function's own without an underscore at its end, the meaning
    the first sentence of its docstring; ``ways`` are members of `Function`.
    """

    def enter(evaluate: Callable[..., float]) -> Callable[..., float]:
        name = evaluate.__name__.rstrip("_")
        sentence = inspect.cleandoc(evaluate.__doc__ or "").partition("\n")[0]
        meaning = sentence.removeprefix("Return ").replace("``", "`")
        meaning = meaning[:1].upper() + meaning[1:]
        code = evaluate.__code__
        parameters = code.co_varnames[: code.co_argcount]
        FUNCTIONS[name] = Function(name, parameters, meaning, formula, evaluate, **ways)
        return evaluate

    return enter
