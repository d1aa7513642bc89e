"""What an expression's text says: a tree of nodes, each with its span.

``Chain`` holds a whole run of operators of one level, ``a + b - c``, so that
the tree is as deep as the text is nested, however long its sums are. Nodes
compare by what they say, not by where they stand; ``str()`` writes them with
the fewest parentheses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import field, frozen

from expressions.errors import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CONSTANTS: Final[dict[str, float]] = {
    "pi": 3.141592653589793,
    "tau": 6.283185307179586,
    "e": 2.718281828459045,
}
"""Names that are numbers, and no variable's."""


@frozen
class Number:
    """A number as written; its value is finite and has no sign."""

    span: Span = field(eq=False)
    value: float

    def __str__(self) -> str:
        return text_of(self)


@frozen
class Name:
    """A variable or a constant."""

    span: Span = field(eq=False)
    text: str

    def __str__(self) -> str:
        return text_of(self)


@frozen
class Call:
    """A function with its arguments; its name stands at the start of the span."""

    span: Span = field(eq=False)
    name: str
    arguments: tuple[Node, ...]

    @property
    def name_span(self) -> Span:
        """Where the name alone stands."""
        return Span(self.span.start, self.span.start + len(self.name))

    def __str__(self) -> str:
        return text_of(self)


@frozen
class Sign:
    """A ``+`` or ``-`` before its operand."""

    span: Span = field(eq=False)
    sign: str
    operand: Node

    def __str__(self) -> str:
        return text_of(self)


@frozen
class Power:
    """A base and, after ``^``, its exponent."""

    span: Span = field(eq=False)
    base: Node
    exponent: Node

    def __str__(self) -> str:
        return text_of(self)


@frozen
class Chain:
    """Operands joined from the left by operators of one level: ``+ -`` or ``* / %``."""

    span: Span = field(eq=False)
    first: Node
    rest: tuple[tuple[str, Node], ...]

    def __str__(self) -> str:
        return text_of(self)


Node: TypeAlias = Number | Name | Call | Sign | Power | Chain

SUM, PRODUCT, UNARY, POWER, ATOM = range(5)
"""The levels of the grammar, loosest first: where a looser node stands, it needs parentheses."""


def level(node: Node) -> int:
    """Return the loosest level of the grammar at which ``node`` needs no parentheses."""
    match node:
        case Chain():
            return SUM if node.rest[0][0] in "+-" else PRODUCT
        case Sign():
            return UNARY
        case Power():
            return POWER
        case _:
            return ATOM


def text_of(node: Node) -> str:
    """Return the text of ``node``, written the one usual way.

    >>> from expressions.parsing import parse
    >>> text_of(parse("((2))^-(x)*clamp( (a+b) ,0, 1)-(c-d)"))
    '2^-x*clamp(a + b, 0, 1) - (c - d)'
    """
    written: list[str] = []
    waiting: list[Node | str] = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            written.append(item)
        else:
            waiting.extend(reversed(list(_PARTS[type(item)](item))))
    return "".join(written)


def number_text(value: float) -> str:
    """Return the shortest text that reads back as ``value``: ``2`` rather than ``2.0``."""
    text = repr(value)
    return text.removesuffix(".0").replace("e+", "e")


def _at(node: Node, lowest: int) -> Iterator[Node | str]:
    """``node`` where the grammar wants ``lowest``, in parentheses if it is looser."""
    if level(node) >= lowest:
        yield node
    else:
        yield "("
        yield node
        yield ")"


def _call(node: Call) -> Iterator[Node | str]:
    yield f"{node.name}("
    for position, argument in enumerate(node.arguments):
        if position:
            yield ", "
        yield argument
    yield ")"


def _sign(node: Sign) -> Iterator[Node | str]:
    yield node.sign
    yield from _at(node.operand, UNARY)


def _power(node: Power) -> Iterator[Node | str]:
    yield from _at(node.base, ATOM)
    yield "^"
    yield from _at(node.exponent, UNARY)


def _chain(node: Chain) -> Iterator[Node | str]:
    own = level(node)
    yield from _at(node.first, own + 1)
    for operator, operand in node.rest:
        yield f" {operator} " if own == SUM else operator
        yield from _at(operand, own + 1)


_PARTS: Final[dict[type, Callable[[Any], Iterator[Node | str]]]] = {
    Number: lambda node: iter([number_text(node.value)]),
    Name: lambda node: iter([node.text]),
    Call: _call,
    Sign: _sign,
    Power: _power,
    Chain: _chain,
}
