"""Tokens into a tree, by the tables made from ``driver.lark``.

A token that no action fits is a fault; it is explained, repaired, and the
parser goes on, so that one look finds all there is to say about a text.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from expressions.errors import ExpressionError, Span
from expressions.lexing import Token, tokens_of
from expressions.repairs import Repairs
from expressions.syntax import Call, Chain, Name, Node, Number, Power, Sign
from expressions.tables import ACCEPTING, ACTIONS, PATTERNS, RULES

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
    tokens, is_balanced = tokens_of(text, faults)
    repairs = Repairs(text, faults)
    if not is_balanced:
        tokens = repairs.balanced(tokens)
    states: list[int] = [0]
    values: list[Any] = [None]
    state = 0
    position = 0
    while True:
        token = tokens[position]
        action = ACTIONS[state].get(token.kind)
        if action is None:
            repairs.at(tokens, position, state)
        elif action >= 0:
            states.append(action)
            values.append(token)
            state = action
            position += 1
        else:
            make, origin, size = _REDUCTIONS[~action]
            if make:
                values[-size:] = [make(values[-size:], text, faults)]
            del states[-size:]
            state = ACTIONS[states[-1]][origin]
            states.append(state)
            if state == ACCEPTING:
                return _node(_closed(values[-1]))


_SYMBOLS: Final = {kind: pattern.removeprefix("\\") for kind, pattern in PATTERNS.items()}
"""The operator a token stands for; one from another language may be written otherwise."""


def _number(parts: list[Any], text: str, faults: list[ExpressionError]) -> Number:
    token: Token = parts[0]
    value = float(token.text) if token.text[:1] in _STARTS_A_NUMBER else 0.0
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
    arguments.append(_node(_closed(parts[-1])))
    return arguments


class _Group(NamedTuple):
    """A node in parentheses: they belong to its place, not to its meaning."""

    node: Node
    span: Span


def _node(value: Any) -> Node:
    return value.node if isinstance(value, _Group) else value


def _chain(parts: list[Any], *_: object) -> list[Any]:
    """Return a chain still growing: its first value, then pairs of an operator and a value."""
    left, operator, right = parts
    symbol = _SYMBOLS[operator.kind]
    is_same_level = isinstance(left, list) and (left[1][0] in "+-") == (symbol in "+-")
    chain = left if is_same_level else [_closed(left)]
    chain.append((symbol, _closed(right)))
    return chain


def _closed(value: Any) -> Any:
    """Return a value that will not grow any more."""
    if not isinstance(value, list):
        return value
    first, *rest = value
    nodes = tuple((operator, _node(operand)) for operator, operand in rest)
    return Chain(first.span.to(rest[-1][1].span), _node(first), nodes)


def _group(parts: list[Any], *_: object) -> _Group:
    return _Group(_node(_closed(parts[1])), parts[0].span.to(parts[2].span))


def _sign(parts: list[Any], *_: object) -> Sign:
    sign, operand = parts
    return Sign(sign.span.to(operand.span), _SYMBOLS[sign.kind], _node(operand))


def _power(parts: list[Any], *_: object) -> Power:
    base, _, exponent = parts
    return Power(base.span.to(exponent.span), _node(base), _node(exponent))


_MAKERS: Final[dict[str, Callable[[list[Any], str, list[ExpressionError]], Any]]] = {
    "number": _number,
    "name": lambda parts, *_: Name(parts[0].span, parts[0].text),
    "call": _call,
    "argument": _argument,
    "group": _group,
    "power": _power,
    "sign": _sign,
    "chain": _chain,
}
_REDUCTIONS: Final = tuple((_MAKERS.get(alias), origin, size) for alias, origin, size in RULES)
"""What each rule makes of its parts; a rule without a name has one part and leaves it as it is."""
