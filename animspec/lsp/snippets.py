"""New members and values as they are inserted, with places to fill in where the client has them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import frozen

from animspec.lsp.members import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from animspec.lsp.members import Schema


@frozen
class Stop:
    """A place to fill in: what stands there until then, and what it may be where that is known."""

    text: str = ""
    choices: tuple[str, ...] = ()


Piece: TypeAlias = str | Stop

DEEPEST: Final = 2
"""How many objects in objects are written out."""

MOST_CHOICES: Final = 12
"""How many values are offered to choose from within an insertion."""


def snippet(pieces: Iterable[Piece]) -> str:
    r"""Return an insertion in the syntax of snippets.

    >>> snippet(['"x": ', Stop("0"), "$ ", Stop("", ("true", "false"))])
    '"x": ${1:0}\\$ ${2|true,false|}'
    """
    written, number = "", 0
    for piece in pieces:
        if isinstance(piece, str):
            written += _escaped(piece)
            continue
        number += 1
        if piece.choices:
            written += f"${{{number}|{','.join(map(_escaped_choice, piece.choices))}|}}"
        else:
            written += f"${{{number}:{_escaped(piece.text)}}}" if piece.text else f"${number}"
    return written


def plain(pieces: Iterable[Piece]) -> str:
    """Return an insertion as plain text.

    >>> plain(['"loop": ', Stop("", ("true", "false"))])
    '"loop": true'
    """
    return "".join(
        piece if isinstance(piece, str) else (*piece.choices, piece.text)[0] for piece in pieces
    )


def _escaped(text: str) -> str:
    return re.sub(r"([\\$}])", r"\\\1", text)


def _escaped_choice(text: str) -> str:
    return re.sub(r"([\\$},|])", r"\\\1", text)


def member(name: str, schema: Schema) -> list[Piece]:
    """Return a new member."""
    return [f"{json.dumps(name)}: ", *value(schema)]


def value(schema: Schema, depth: int = 0) -> list[Piece]:
    """Return a new value as a schema has it: objects with what they need.

    >>> plain(value({"type": "array", "items": {"type": "number"}, "minItems": 2}))
    '[0, 0]'
    """
    full = whole(schema)
    if "default" in schema:
        return [Stop(json.dumps(schema["default"]))]
    allowed = full.get("enum")
    if allowed is not None:
        return [_choice(allowed)]
    types = full.get("type", "object")
    kind = types if isinstance(types, str) else types[0]
    if kind == "object" and depth < DEEPEST:
        return _object(full, depth)
    if kind == "array":
        return _array(full, depth)
    return _SCALARS[kind](full)


def _choice(allowed: Sequence[Any]) -> Stop:
    texts = tuple(json.dumps(each) for each in allowed)
    return Stop("", texts) if len(texts) <= MOST_CHOICES else Stop(_likely(allowed))


def _likely(allowed: Sequence[Any]) -> str:
    """Return one of many allowed values to start with: 24 frames a second, if that is one."""
    return json.dumps(24 if 24 in allowed else allowed[0])


def _object(schema: Schema, depth: int) -> list[Piece]:
    needed = schema.get("required", ())
    if not needed:
        return ["{", Stop(), "}"]
    pieces: list[Piece] = ["{"]
    for at, name in enumerate(needed):
        pieces += [", " if at else "", f"{json.dumps(name)}: "]
        pieces += value(schema["properties"].get(name, {}), depth + 1)
    return [*pieces, "}"]


def _array(schema: Schema, depth: int) -> list[Piece]:
    items = schema.get("items", {})
    count = schema.get("minItems", 0)
    if not count or depth >= DEEPEST:
        return ["[", Stop(), "]"]
    pieces: list[Piece] = ["["]
    for at in range(count):
        pieces += [", " if at else "", *value(items, depth + 1)]
    return [*pieces, "]"]


def _least(schema: Schema) -> str:
    """Return a number to start with: 0, or the least that there may be."""
    return json.dumps(max(0, schema.get("minimum", 1 if "exclusiveMinimum" in schema else 0)))


_SCALARS: Final[dict[str, Callable[[Schema], list[Piece]]]] = {
    "string": lambda _: ['"', Stop(), '"'],
    "number": lambda schema: [Stop(_least(schema))],
    "integer": lambda schema: [Stop(_least(schema))],
    "boolean": lambda _: [Stop("", ("true", "false"))],
    "object": lambda _: ["{", Stop(), "}"],
    "null": lambda _: ["null"],
}
"""New values by their type."""
