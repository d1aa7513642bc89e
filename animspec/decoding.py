"""The quick way from text to model: msgspec decodes, and counting proves that nothing was lost.

msgspec skips members it does not know and keeps the last of two members of
one name. So the members in the text are counted, by their colons, and compared
with what the decoded model accounts for. Only a text that says exactly what
the model holds is accepted; everything else is for the exact, explaining way.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, get_type_hints

import msgspec
from attrs import NOTHING, fields, has

from animspec.kinds import RENAMED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from animspec.model.shape import Shape

_DIGITS_ALIKE: Final = bytes.maketrans(b"123456789E", b"0" * 9 + b"e")
_NOT_NUMERIC: Final = bytes(sorted(set(range(256)) - set(b"0123456789eE.-:,")))
_MEMBER: Final = rb'(?s:"(?:[^"\\]++|\\.)*+"[ \t\n\r]*+:)'


def skeleton(data: bytes) -> bytes:
    """Return what a text's numbers look like: every digit as 0, and colons, commas, signs.

    One quick pass over the text makes several questions cheap: how many
    members there are, and whether any number has more than so many decimals.

    >>> skeleton(b'{"x": 1.25, "y": -3E-7}')
    b':0.00,:-0e-0'
    """
    return data.translate(_DIGITS_ALIKE, _NOT_NUMERIC)


def decode(data: bytes, model: type, shape: Shape, bones: bytes | None = None) -> Any | None:
    """Return the model that a text says, or None where it may say anything else.

    ``bones`` is the text's skeleton, where the caller has it.
    """
    value = _decode(data, model)
    if value is None or _members_written(data, bones, shape.texts(value)) != shape.members(value):
        return None
    return value


def decode_all(data: bytes, model: type, shape: Shape) -> list[Any] | None:
    """Return the models in a JSON array, or None where the text may say anything else."""
    values = _decode(data, list[model])  # type: ignore[valid-type]
    if values is None:
        return None
    texts = chain.from_iterable(map(shape.texts, values))
    return (
        values if _members_written(data, None, texts) == sum(map(shape.members, values)) else None
    )


def _members_written(data: bytes, bones: bytes | None, texts: Iterable[str]) -> int:
    """Return how many members stand in a text whose strings are known."""
    if b"\\" in data:
        # An escape may hide a colon, so the names themselves are counted.
        return sum(1 for _ in re.finditer(_MEMBER, data))
    colons = (skeleton(data) if bones is None else bones).count(b":")
    return colons - sum(text.count(":") for text in texts)


def _decode(data: bytes, model: Any) -> Any | None:
    try:
        if not has(model) or not any(each.name in RENAMED for each in fields(model)):
            return _decoder(model).decode(data)
        twin = _decoder(_twin(model)).decode(data)
    except (msgspec.DecodeError, RecursionError):
        return None
    return model(**{each.name: getattr(twin, each.name) for each in fields(model)})


@cache
def _decoder(model: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(model)


@cache
def _twin(model: type) -> type:
    """Return a struct like the model, for members whose names attrs cannot have."""
    types = get_type_hints(model, include_extras=True)
    needed = [(each.name, types[each.name]) for each in fields(model) if each.default is NOTHING]
    optional = [
        (each.name, types[each.name], None) for each in fields(model) if each.default is None
    ]
    return msgspec.defstruct(model.__name__, [*needed, *optional], rename=RENAMED)
