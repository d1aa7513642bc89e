"""Text into a program, or into all that is wrong with it."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final

from expressions.errors import ExpressionError, Rule, Span
from expressions.functions import FUNCTIONS
from expressions.opcodes import OPERATORS, Step
from expressions.parsing import parse_through
from expressions.program import MOST_STEPS, Program
from expressions.repairs import is_decimal_comma
from expressions.syntax import CONSTANTS, Call, Chain, Name, Node, Number, Power, Sign

if TYPE_CHECKING:
    from collections.abc import Callable


def compile_expression(text: str) -> Program:
    """Return the program of ``text``, its constant parts computed.

    >>> print(compile_expression("2*pi*t"))
    0  num 6.283185307179586  ; 1
    1  var t                  ; 2
    2  op  *                  ; 1

    Raises:
        ExpressionError: the text's first fault.
    """
    steps, faults = _translated(text)
    if faults:
        raise faults[0]
    return Program(tuple(steps))


def diagnose(text: str) -> tuple[ExpressionError, ...]:
    """Everything that is wrong with ``text``, in the order of the places; nothing if it compiles.

    >>> [fault.rule for fault in diagnose("2x + sine(t, 1")]
    ['expression-syntax', 'unknown-function', 'expression-syntax']
    """
    return tuple(_translated(text)[1])


def _translated(text: str) -> tuple[list[Step], list[ExpressionError]]:
    """Return the steps of ``text`` as far as it can be understood, and its faults in order."""
    faults: list[ExpressionError] = []
    try:
        node = parse_through(text, faults)
    except ExpressionError as fault:
        # Past a limit nothing more is worth saying, and nothing more is built.
        return [], [fault]
    emitter = _Emitter(text, faults)
    emitter.emit(node)
    return emitter.steps, sorted(faults, key=lambda fault: fault.span)


class _Emitter:
    """Walks a tree and writes its steps, computing what is constant.

    ``known`` mirrors the machine's stack: the number where a value is constant
    (its step is then the last one written for it), else ``None``. ``written``
    counts the steps as the text has them, folded or not: what a text may hold
    must not hang on how much of it a compiler folds.
    """

    def __init__(self, text: str, faults: list[ExpressionError]) -> None:
        self.text = text
        self.faults = faults
        self.steps: list[Step] = []
        self.known: list[float | None] = []
        self.written = 0
        self.broken = sorted(fault.span for fault in faults)

    def emit(self, node: Node) -> None:
        """Write the steps of ``node``, without recursion."""
        waiting: list[Node | Step] = [node]
        while waiting:
            item = waiting.pop()
            if isinstance(item, Step):
                self._apply(item)
            else:
                _VISITS[type(item)](self, item, waiting)
        if self.written > MOST_STEPS:
            sentence = f"the expression takes {self.written} steps, where {MOST_STEPS} are the most"
            self.fault(node.span, "expression-too-large", sentence)

    def fault(self, span: Span, rule: Rule, sentence: str) -> None:
        """Note a fault."""
        self.faults.append(ExpressionError(self.text, span, rule, sentence))

    def is_broken(self, span: Span) -> bool:
        """Return whether the parser found a fault within ``span``; counting arguments is vain."""
        place = bisect_left(self.broken, Span(span.start, span.start))
        return place < len(self.broken) and self.broken[place].end <= span.end

    def starts_broken(self, span: Span) -> bool:
        """Return whether the parser found a fault from the start of ``span`` to past its end."""
        place = bisect_left(self.broken, Span(span.start, span.end + 1))
        return place < len(self.broken) and self.broken[place].start == span.start

    def push(self, step: Step, known: float | None) -> None:
        """Write a step that puts a value on the stack."""
        self.steps.append(step)
        self.known.append(known)

    def _apply(self, step: Step) -> None:
        """Write a step that takes values; if all are constant, write its result instead.

        A result that is not finite has no place in JSON, and the sign of a
        negative zero may get lost there: such steps are left to the machine.
        """
        name = str(step.v)
        if step.k == "op":
            takes, compute = OPERATORS[name]
        else:
            takes, compute = FUNCTIONS[name].arity, FUNCTIONS[name].evaluate
        values = self.known[-takes:]
        del self.known[-takes:]
        numbers = [value for value in values if value is not None]
        if len(numbers) == takes:
            result = compute(*numbers)
            if math.isfinite(result) and (result != 0.0 or math.copysign(1.0, result) > 0.0):
                del self.steps[-takes:]
                self.push(Step("num", result), result)
                return
        self.push(step, None)


def _number(emitter: _Emitter, node: Number, _: list[Node | Step]) -> None:
    emitter.written += 1
    emitter.push(Step("num", node.value), node.value)


def _name(emitter: _Emitter, node: Name, _: list[Node | Step]) -> None:
    emitter.written += 1
    constant = CONSTANTS.get(node.text)
    if constant is not None:
        emitter.push(Step("num", constant), constant)
        return
    if node.text in FUNCTIONS and not emitter.starts_broken(node.span):
        signature = FUNCTIONS[node.text].signature
        sentence = f'"{node.text}" is a function, without its arguments; did you mean {signature}?'
        emitter.fault(node.span, "expression-syntax", sentence)
    emitter.push(Step("var", node.text), None)


def _sign(emitter: _Emitter, node: Sign, waiting: list[Node | Step]) -> None:
    if node.sign == "-":
        emitter.written += 1
        waiting.append(Step("op", "neg"))
    waiting.append(node.operand)


def _power(emitter: _Emitter, node: Power, waiting: list[Node | Step]) -> None:
    emitter.written += 1
    waiting += [Step("op", "^"), node.exponent, node.base]


def _chain(emitter: _Emitter, node: Chain, waiting: list[Node | Step]) -> None:
    emitter.written += len(node.rest)
    for operator, operand in reversed(node.rest):
        waiting += [Step("op", operator), operand]
    waiting.append(node.first)


def _call(emitter: _Emitter, node: Call, waiting: list[Node | Step]) -> None:
    function = FUNCTIONS.get(node.name)
    given = len(node.arguments)
    if function is None:
        emitter.fault(node.name_span, "unknown-function", _unknown(node))
    elif given != function.arity and not (function.variadic and given > function.arity):
        if not emitter.is_broken(node.span):
            emitter.fault(node.span, "wrong-argument-count", _miscounted(node))
    else:
        emitter.written += given - function.arity + 1
        step = Step("fn", node.name)
        for argument in reversed(node.arguments[function.arity :]):
            waiting += [step, argument]
        waiting += [step, *reversed(node.arguments[: function.arity])]
        return
    # The call stands for a number, and its arguments are still looked through.
    emitter.push(Step("num", 0.0), 0.0)
    for argument in reversed(node.arguments):
        waiting += [Step("op", "+"), argument]


ALIASES: Final[dict[str, str]] = {
    "arccos": "acos",
    "arcsin": "asin",
    "arctan": "atan",
    "arctan2": "atan2",
    "fmod": "mod",
    "if": "select",
    "int": "trunc",
    "ln": "log",
    "mix": "lerp",
    "saturate": "clamp",
    "ternary": "select",
    "cosine": "cos",
    "minimum": "min",
    "maximum": "max",
    "deg": "degrees",
    "rad": "radians",
    "tangent": "tan",
}
"""What functions are called elsewhere, where the spelling alone would not tell."""


def _unknown(node: Call) -> str:
    """Return what to say of a call to a function that does not exist."""
    sentence = f'there is no function "{node.name[:40]}"'
    if node.name in CONSTANTS:
        return f'"{node.name}" is a constant, not a function; did you mean "{node.name}*(…)"?'
    guess = likely_function(node.name)
    if guess:
        return f'{sentence}; did you mean "{guess}"?'
    return f'{sentence}; to multiply, write "{node.name[:40]}*(…)"'


def likely_function(name: str) -> str | None:
    """Return the function that an author who wrote ``name`` may have meant.

    >>> likely_function("Math.Sin"), likely_function("ln"), likely_function("sni")
    ('sin', 'log', 'sin')
    >>> likely_function("wiggle") is None
    True
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only when something is misspelled

    plain = name.rpartition(".")[2].lower()[:40]
    if plain in FUNCTIONS or plain in ALIASES:
        return ALIASES.get(plain, plain)
    squeezed = plain.replace("_", "")
    # Two letters in the wrong order make a short name look more unlike than it is.
    swapped = (
        squeezed[:at] + squeezed[at + 1] + squeezed[at] + squeezed[at + 2 :]
        for at in range(len(squeezed) - 1)
    )
    near = [name for name in swapped if name in FUNCTIONS]
    near = near or get_close_matches(squeezed, [*FUNCTIONS, *ALIASES], n=1, cutoff=0.7)
    return ALIASES.get(near[0], near[0]) if near else None


def _miscounted(node: Call) -> str:
    """Return what to say of a call with too many or too few arguments."""
    function = FUNCTIONS[node.name]
    least = "at least " if function.variadic else ""
    noun = "argument" if function.arity == 1 else "arguments"
    sentence = (
        f"{function.signature} takes {least}{function.arity} {noun}, not {len(node.arguments)}"
    )
    guess = _decimal_guess(node) if len(node.arguments) > function.arity else None
    return f'{sentence}; did you mean "{guess}"?' if guess else sentence


def _decimal_guess(node: Call) -> str | None:
    """Return the number meant where two arguments look like one with a decimal comma."""
    for before, after in zip(node.arguments, node.arguments[1:], strict=False):
        if isinstance(before, Number) and isinstance(after, Number):
            words = [f"{number.value:.0f}" for number in (before, after)]
            if is_decimal_comma(words[0], before.span, words[1], after.span):
                return ".".join(words)
    return None


_VISITS: Final[dict[type, Callable[[_Emitter, Any, list[Node | Step]], None]]] = {
    Number: _number,
    Name: _name,
    Sign: _sign,
    Power: _power,
    Chain: _chain,
    Call: _call,
}
