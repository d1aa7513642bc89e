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
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from attrs import NOTHING, fields, has

from animspec.holes import HoleUsed
from animspec.kinds import RENAMED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from animspec.model.shape import Shape

_DIGITS_ALIKE: Final = bytes.maketrans(b"123456789", b"0" * 9)
_NOT_IN_BONES: Final = bytes(sorted(set(range(256)) - set(b"0123456789.-:")))
_MEMBER: Final = rb'(?s:"(?>(?:[^"\\]++|\\.)*)"[ \t\n\r]*+:)'


def skeleton(data: bytes) -> bytes:
    """Return what a text's numbers look like: every digit as 0, points, minus signs, and colons.

    One quick pass over the text makes several questions cheap: how many
    members there are, and whether any number has more than so many decimals.
    In an object a colon stands between any two numbers.

    >>> skeleton(b'{"x": 1.25, "y": -3E-7}')
    b':0.00:-0-0'
    """
    return data.translate(_DIGITS_ALIKE, _NOT_IN_BONES)


def decode(
    data: bytes, model: type, shape: Shape, bones: bytes | None = None, *, light: bool = False
) -> Any | None:
    """Return the model that a text says, or None where it may say anything else.

    ``bones`` is the text's skeleton, where the caller has it. ``light``: as ``likeness``.
    """
    value = _decode(data, model, likeness(model) if light else _twin(model))
    if value is None or _members_written(data, bones, shape.texts(value)) != shape.members(value):
        return None
    return value


def decode_all(data: bytes, model: type, shape: Shape, *, light: bool = False) -> list[Any] | None:
    """Return the models in a JSON array, or None where the text may say anything else."""
    values = _decode(data, model, likeness(model) if light else _twin(model), many=True)
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
    return colons - "".join(texts).count(":")


def _decode(data: bytes, model: type, read_as: type, *, many: bool = False) -> Any | None:
    """Return what a text says, read as a class like the model, None where it cannot be."""
    try:
        value = _decoder(list[read_as] if many else read_as).decode(data)  # type: ignore[valid-type]
    except (msgspec.DecodeError, RecursionError):
        return None
    return value if read_as is not _twin(model) or read_as is model else _untwinned(value, model)


@cache
def _decoder(model: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(model)


@cache
def likeness(model: type) -> type:
    """Return a struct with the attributes of a model, and so for the models in it.

    msgspec makes one in two thirds of the time, and its attributes are read
    quicker. Who only looks at documents, as rules do, need not have the model itself.
    """
    hints = get_type_hints(model, include_extras=True)
    return _struct(model, {name: _replaced(hint, likeness) for name, hint in hints.items()})


@cache
def _twin(model: type) -> type:
    """Return a struct like the model, for members whose names attrs cannot have.

    A model without such members, in its parts neither, is its own twin.
    """
    hints = get_type_hints(model, include_extras=True)
    twins = {name: _replaced(hint, _twin) for name, hint in hints.items()}
    if twins == hints and not any(each.name in RENAMED for each in fields(model)):
        return model
    return _struct(model, twins)


@cache
def _shell(model: type) -> type:
    """Return a struct with the attributes of a model, each model in it any object."""
    hints = get_type_hints(model, include_extras=True)
    return _struct(model, {name: _replaced(hint, lambda _: dict) for name, hint in hints.items()})


def keeps_shape(plain: Any, model: type) -> bool:
    """Whether plain JSON has the members that a model needs, of the types that it wants.

    Parts that are models themselves need only be objects, and members that
    the model does not know may be there. It is true only where the schema has
    nothing to say of the object.
    """
    if not isinstance(plain, dict) or any(value is None for value in plain.values()):
        # What a model says by None is an absent member; null is refused.
        return False
    try:
        msgspec.convert(plain, _shell(model))
    except (msgspec.ValidationError, HoleUsed):
        return False
    return True


def _struct(model: type, hints: Mapping[str, Any]) -> type:
    """Return a struct with the attributes of a model, of other types."""
    needed = [(each.name, hints[each.name]) for each in fields(model) if each.default is NOTHING]
    optional = [
        (each.name, hints[each.name], None) for each in fields(model) if each.default is None
    ]
    members = [*needed, *optional]
    # A struct refers to nothing that could refer to it, so the collector need not know it.
    return msgspec.defstruct(model.__name__, members, rename=RENAMED, frozen=True, gc=False)


def _replaced(hint: Any, by: Callable[[type], type]) -> Any:
    """Return a type with other classes for the models in it."""
    if isinstance(hint, type) and has(hint):
        return by(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Annotated[(_replaced(arguments[0], by), *arguments[1:])]
    if origin in (Union, UnionType):
        return Union[tuple(_replaced(each, by) for each in arguments)]  # noqa: UP007 - computed
    if origin is tuple:
        return tuple[tuple(_replaced(each, by) for each in arguments)]  # type: ignore[misc]
    return hint


@cache
def _twin_parts(model: type) -> dict[str, type]:
    """Return the model classes of the members whose values are twins."""
    hints = get_type_hints(model)
    return {
        name: next(part for part in _models(hint) if _twin(part) is not part)
        for name, hint in hints.items()
        if any(_twin(part) is not part for part in _models(hint))
    }


def _models(hint: Any) -> Iterator[type]:
    """Yield the model classes in a type."""
    if isinstance(hint, type) and has(hint):
        yield hint
    for argument in get_args(hint):
        yield from _models(argument)


def _untwinned(value: Any, model: type) -> Any:
    """Return a twin as its model, and so for lists of twins."""
    if value is None:
        return None
    if isinstance(value, list | tuple):
        return type(value)(_untwinned(item, model) for item in value)
    arguments = {each.name: getattr(value, each.name) for each in fields(model)}
    for name, part in _twin_parts(model).items():
        arguments[name] = _untwinned(arguments[name], part)
    return model(**arguments)
