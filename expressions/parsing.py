"""Tokens into a tree, by the tables made from ``driver.lark``.

A token that no action fits is a fault; it is explained, repaired, and the
parser goes on, so that one look finds all there is to say about a text.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, cast

from expressions.errors import ExpressionError, Span
from expressions.lexing import UNKNOWN, Token, quoted, tokens_of
from expressions.syntax import Call, Chain, Name, Node, Number, Power, Sign
from expressions.tables import ACCEPTING, ACTIONS, RULES

if TYPE_CHECKING:
    from collections.abc import Callable


def parse(text: str) -> Node:
    """Return the tree of ``text``.

    Raises:
        ExpressionError: the first fault of the text.
    """
    faults: list[ExpressionError] = []
    node = parse_through(text, faults)
    if faults:
        raise min(faults, key=lambda fault: fault.span)
    return node


def parse_through(text: str, faults: list[ExpressionError]) -> Node:
    """Return the tree of ``text`` as repaired; what was wrong is added to ``faults``.

    Raises:
        ExpressionError: the text is too long or nested too deep.
    """
    repair = _Repair(text, tokens_of(text, faults), faults)
    tokens = repair.tokens
    states: list[int] = [0]
    values: list[Any] = [None]
    state = 0
    position = 0
    while True:
        token = tokens[position]
        action = ACTIONS[state].get(token.kind)
        if action is None:
            repair.at(position, state)
        elif action >= 0:
            states.append(action)
            values.append(token)
            state = action
            position += 1
        else:
            make, origin, size = _REDUCTIONS[~action]
            parts = values[-size:]
            del values[-size:], states[-size:]
            state = ACTIONS[states[-1]][origin]
            states.append(state)
            values.append(make(parts, text, faults))
            if state == ACCEPTING:
                return cast("Node", values[-1])


class _Repair:
    """The tokens of a text, and how to go on where one does not fit."""

    def __init__(self, text: str, tokens: list[Token], faults: list[ExpressionError]) -> None:
        self.text = text
        self.tokens = tokens
        self.faults = faults
        self.quiet = -1  # the place of a repair that a fault already told of

    def at(self, position: int, state: int) -> None:
        """Change the tokens at ``position`` so that the parser can go on from ``state``."""
        token = self.tokens[position]
        wants_value = "NUMBER" in ACTIONS[state]
        if token.kind == UNKNOWN:
            del self.tokens[position]
            self.quiet = position
        elif wants_value:
            self._value_missing(position)
        elif token.kind in _STARTS_A_VALUE:
            self._operator_missing(position)
        elif token.kind == "COMMA":
            self._comma(position)
        elif token.kind == "CLOSE":
            self._say(position, token.span, f"{quoted(token.text)} closes nothing")
            del self.tokens[position]
        else:
            self._close_missing(position)

    def _say(self, position: int, span: Span, sentence: str) -> None:
        if position != self.quiet:
            self.faults.append(ExpressionError(self.text, span, "expression-syntax", sentence))

    def _insert(self, position: int, kind: str, text: str) -> None:
        start = self.tokens[position].span.start
        self.tokens.insert(position, Token(kind, text, Span(start, start)))
        if position == self.quiet:
            self.quiet += 1

    def _value_missing(self, position: int) -> None:
        token = self.tokens[position]
        before = self.tokens[position - 1] if position else None
        found = quoted(token.text) if token.text else "the expression ends"
        if before is None:
            found = found if token.text else "the expression is empty"
            sentence = f"{found}, where a value was expected"
        elif token.text:
            sentence = f"{found} follows {quoted(before.text)}, where a value was expected"
        else:
            sentence = f"{found} after {quoted(before.text)}, where a value was expected"
        self._say(position, token.span, sentence)
        self._insert(position, "NUMBER", "0")

    def _operator_missing(self, position: int) -> None:
        before, token = self.tokens[position - 1], self.tokens[position]
        guess = f"{before.text}*{token.text}" + ("…)" if token.kind == "OPEN" else "")
        if before.kind == "CLOSE":
            guess = "(…" + guess
        sentence = f"{quoted(token.text)} follows {quoted(before.text)} without an operator"
        if (before.kind, token.kind) != ("NUMBER", "NUMBER"):
            sentence += f'; did you mean "{guess}"?'
        self._say(position, before.span.to(token.span), sentence)
        self._insert(position, "STAR", "*")

    def _comma(self, position: int) -> None:
        before, comma, after = self.tokens[position - 1 : position + 2]
        sentence = f"{quoted(comma.text)} stands outside of a call's arguments"
        if decimal_comma(before.text, before.span, after.text, after.span):
            sentence += f'; did you mean "{before.text}.{after.text}"?'
            self._say(position, before.span.to(after.span), sentence)
            del self.tokens[position : position + 2]
        else:
            self._say(position, comma.span, sentence)
            self.tokens[position] = Token("PLUS", "+", comma.span)

    def _close_missing(self, position: int) -> None:
        opened: list[Token] = []
        for token in self.tokens[:position]:
            if token.kind == "OPEN":
                opened.append(token)
            elif token.kind == "CLOSE":
                opened.pop()
        sentence = f'{quoted(opened[-1].text)} is never closed; did you forget ")"?'
        self._say(position, opened[-1].span, sentence)
        self._insert(position, "CLOSE", ")")


_STARTS_A_VALUE: Final = frozenset({"NUMBER", "NAME", "OPEN"})


def decimal_comma(before: str, before_span: Span, after: str, after_span: Span) -> bool:
    """Whether two words around a comma look like one number with a decimal comma: ``1,5``."""
    together = before_span.end + 1 == after_span.start
    return together and before.isdecimal() and after.isdecimal()


def _number(parts: list[Any], text: str, faults: list[ExpressionError]) -> Number:
    token: Token = parts[0]
    value = float(token.text) if token.text[0] in _STARTS_A_NUMBER else 0.0
    if not math.isfinite(value):
        shown = token.text if len(token.text) <= 24 else f"{token.text[:20]}…"
        sentence = f"{shown} is too large a number; the largest is 1.797e308"
        faults.append(ExpressionError(text, token.span, "expression-syntax", sentence))
        value = 0.0
    return Number(token.span, value)


_STARTS_A_NUMBER: Final = frozenset("0123456789.")


def _call(parts: list[Any], *_: object) -> Call:
    arguments = tuple(parts[2]) if len(parts) == 4 else ()
    return Call(parts[0].span.to(parts[-1].span), parts[0].text, arguments)


def _argument(parts: list[Any], *_: object) -> list[Node]:
    arguments: list[Node] = parts[0] if len(parts) == 3 else []
    arguments.append(_closed(parts[-1]))
    return arguments


def _chain(parts: list[Any], *_: object) -> list[Any]:
    """Return a chain still growing: its first node, then pairs of an operator and a node."""
    left, operator, right = parts
    chain = left if isinstance(left, list) else [left]
    chain.append((operator.text, _closed(right)))
    return chain


def _closed(value: Any) -> Any:
    """Return a value that will not grow any more."""
    if not isinstance(value, list):
        return value
    first, *rest = value
    return Chain(first.span.to(rest[-1][1].span), first, tuple(rest))


def _group(parts: list[Any], *_: object) -> Any:
    return _closed(parts[1])


_MAKERS: Final[dict[str, Callable[[list[Any], str, list[ExpressionError]], Any]]] = {
    "number": _number,
    "name": lambda parts, *_: Name(parts[0].span, parts[0].text),
    "call": _call,
    "argument": _argument,
    "group": _group,
    "power": lambda parts, *_: Power(parts[0].span.to(parts[2].span), parts[0], parts[2]),
    "sign": lambda parts, *_: Sign(parts[0].span.to(parts[1].span), parts[0].text, parts[1]),
    "chain": _chain,
    "": lambda parts, *_: _closed(parts[0]),
}
_REDUCTIONS: Final = tuple((_MAKERS[alias], origin, size) for alias, origin, size in RULES)
