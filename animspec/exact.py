"""The exact, explaining way from text to model.

What the quick way accepts is taken as it is. What it refuses is taken apart,
object by object, until the refused objects are small; those are parsed here,
judged by their schema, and become models with holes where they are at fault.
So one fault costs one object, however large the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import NOTHING, fields, frozen

from animspec import schema
from animspec.decoding import decode, decode_all, keeps_shape, likeness
from animspec.findings import Fault, Related
from animspec.fixes import replacement
from animspec.holes import HOLE
from animspec.kinds import RENAMED, Kind
from animspec.model.animation_set import LARGEST_INTEGER
from animspec.pointers import Pointer, is_within
from animspec.spans import Outline, Part, Span, name_of
from animspec.syntax import DEEPEST, MARRING
from animspec.wording import did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHOLE: Final = re.compile(rb"-?[0-9]+\Z")

_STAND_INS: Final = 4
"""How many objects stand for a list of them before the schema, which asks for some or none."""

_PIECES: Final = 8
"""How many pieces a refused list is cut into: enough to leave most of it behind at once."""


def read_exactly(
    outline: Outline,
    kind: Kind,
    known: Sequence[Fault] = (),
    *,
    quick: bool = True,
    light: bool = False,
) -> tuple[Any, list[Fault]]:
    """Return the model of a well-formed text, with holes, and its structural faults.

    ``known`` are the faults that were overwritten in the text;
    where they stand in a value's place, the value is a hole. Without ``quick``
    nothing is taken as it is, which shows that both ways agree. ``light``: as
    ``decoding.likeness``.
    """
    reader = _Reader(outline, kind, known, quick=quick, light=light)
    model = reader.read(kind.model, outline.root.value, (), tried=quick and not known)
    return model, reader.faults


@frozen
class _Member:
    """How one attribute of a model is written: its name, and the class of its parts."""

    attribute: str
    name: str
    needed: bool
    hint: Any
    part: type | None
    """The model class of the value, of its elements, or of what its members may be."""
    many: bool
    named: bool
    """Whether the value is an object that maps names to values."""


@cache
def members_of(model: type, kind: Kind) -> dict[str, _Member]:
    """Return the members of a model class by their names in the file."""
    hints = get_type_hints(model, include_extras=True)
    return {
        member.name: member
        for member in (_member(each, hints[each.name], kind) for each in fields(model))
    }


def _member(attribute: Any, hint: Any, kind: Kind) -> _Member:
    plain = _plain(hint)
    many = get_origin(plain) is tuple
    named = get_origin(plain) is Mapping
    options = _parts(get_args(plain)) if many or named else [plain]
    return _Member(
        attribute=attribute.name,
        name=RENAMED.get(attribute.name, attribute.name),
        needed=attribute.default is NOTHING,
        hint=plain,
        part=next((part for part in options if part in kind.shapes), None),
        many=many,
        named=named,
    )


def _parts(arguments: tuple[Any, ...]) -> list[Any]:
    """Return what the elements of a list, or the values of a mapping, may be."""
    plain = _plain(arguments[0] if arguments[-1] is Ellipsis else arguments[-1])
    options = get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)
    return [_plain(option) for option in options]


def _plain(hint: Any) -> Any:
    """Return a type without ``Annotated`` and without ``| None``."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType):
        options = [option for option in get_args(hint) if option is not type(None)]
        return _plain(options[0]) if len(options) == 1 else hint
    return hint


class _Reader:
    """One reading of one text."""

    def __init__(
        self, outline: Outline, kind: Kind, known: Sequence[Fault], *, quick: bool, light: bool
    ) -> None:
        self.outline = outline
        self.data = outline.data
        self.kind = kind
        self.quick = quick
        self.light = light
        self.faults: list[Fault] = []
        marring = [fault for fault in known if fault.rule in MARRING]
        self.marred = [fault.bytes[0] for fault in marring if fault.bytes is not None]
        self.holes = {fault.pointer for fault in marring}

    def read(self, model: type, span: Span, pointer: Pointer, *, tried: bool = False) -> Any:
        """Return one object as its model; ``tried``: the quick way has refused it already."""
        value = None if tried else self._quickly(model, span)
        if value is not None:
            return value
        if self.data[span.start] != _BRACE:
            self._judge(model, self._parse(span, pointer), pointer)
            return HOLE
        return self._object(model, span, pointer)

    def _quickly(self, model: type, span: Span) -> Any | None:
        if not self.quick or any(span.start <= offset < span.end for offset in self.marred):
            return None
        data = self.data[span.start : span.end]
        return decode(data, model, self.kind.shapes[model], light=self.light)

    def _object(self, model: type, span: Span, pointer: Pointer) -> Any:
        """Return an object as its model, read member by member."""
        known = members_of(model, self.kind)
        parts = self._members(span, pointer)
        nested = sum(1 for name in parts if name in known and known[name].part)
        plain: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for name, part in parts.items():
            member = known.get(name)
            if part is None:
                plain[name] = values[name] = HOLE
            elif member is None or member.part is None:
                plain[name] = values[name] = self._parse(part.value, (*pointer, name))
            else:
                read = self._nested(member, part.value, (*pointer, name), alone=nested == 1)
                plain[name], values[name] = read
        wrong = self._judge(model, plain, pointer)
        strangers = [name for name, part in parts.items() if name not in known and part]
        self._report(strangers, [name for name in known if name not in parts], pointer, wrong)
        arguments = {
            member.attribute: self._argument(member, values, parts, wrong, pointer)
            for member in known.values()
        }
        return (likeness(model) if self.light else model)(**arguments)

    def _argument(
        self,
        member: _Member,
        values: dict[str, Any],
        parts: dict[str, Part | None],
        wrong: set[str | int],
        pointer: Pointer,
    ) -> Any:
        """Return a member's value as the model has it, a hole where it is wrong or lacking."""
        name = member.name
        part = parts.get(name)
        if name not in parts:
            return HOLE if member.needed else None
        if name in wrong or part is None:
            return HOLE
        value = values[name]
        if member.part is not None or value is HOLE:
            return value
        return self._converted(value, member.hint, part.value, (*pointer, name))

    def _nested(
        self, member: _Member, span: Span, pointer: Pointer, *, alone: bool
    ) -> tuple[Any, Any]:
        """Return a value made of models: what its schema is to see, and the value.

        ``alone``: no other member of the object has parts, so that the object's
        refusal is most likely due to this one and trying it whole is in vain.
        """
        part: Any = member.part
        opener = self.data[span.start]
        if member.many and opener == _BRACKET:
            parts = [child.value for child in self.outline.children(span)]
            read = tuple(self._elements(part, parts, pointer, 0, tried=alone))
            return [{}] * min(len(parts), _STAND_INS), read
        if member.named and opener == _BRACE:
            return self._named(member, span, pointer)
        if not member.many and opener == _BRACE:
            return {}, self.read(part, span, pointer)
        value = self._parse(span, pointer)
        return value, HOLE

    def _named(
        self, member: _Member, span: Span, pointer: Pointer
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return a mapping from names to models or plain values, as ``_nested`` does."""
        plain: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for name, part in self._members(span, pointer).items():
            place = (*pointer, name)
            if part is None:
                plain[name] = values[name] = HOLE
            elif self.data[part.value.start] == _BRACE:
                model: Any = member.part
                plain[name], values[name] = {}, self.read(model, part.value, place)
            else:
                plain[name] = value = self._parse(part.value, place)
                values[name] = self._converted(value, float, part.value, place)
        return plain, values

    def _elements(
        self, model: type, spans: list[Span], pointer: Pointer, first: int, *, tried: bool
    ) -> list[Any]:
        """Return the objects of a list, cutting it where the quick way refuses it."""
        if not self.quick or not spans:
            return [self.read(model, span, (*pointer, first + at)) for at, span in enumerate(spans)]
        if len(spans) == 1:
            return [self.read(model, spans[0], (*pointer, first), tried=tried)]
        if not tried:
            values = self._list_quickly(model, spans)
            if values is not None:
                return values
        size = -(-len(spans) // _PIECES)
        read: list[Any] = []
        for at in range(0, len(spans), size):
            read += self._elements(model, spans[at : at + size], pointer, first + at, tried=False)
        return read

    def _list_quickly(self, model: type, spans: list[Span]) -> list[Any] | None:
        start, end = spans[0].start, spans[-1].end
        if any(start <= offset < end for offset in self.marred):
            return None
        data = b"[" + self.data[start:end] + b"]"
        return decode_all(data, model, self.kind.shapes[model], light=self.light)

    def _members(self, span: Span, pointer: Pointer) -> dict[str, Part | None]:
        """Return an object's members by name; None for one that is written twice or is a hole."""
        parts: dict[str, Part | None] = {}
        first: dict[str, Span] = {}
        for part in self.outline.children(span):
            name = name_of(self.data, part) or ""
            here = part.name or part.value
            if name in first:
                self._repeated(name, first[name], here, (*pointer, name))
                parts[name] = None
            else:
                first[name] = here
                parts[name] = None if (*pointer, name) in self.holes else part
        return parts

    def _repeated(self, name: str, first: Span, again: Span, pointer: Pointer) -> None:
        message = f"member {shown(name)} is written twice in one object; a reader keeps one of them"
        before = Related("it is first written here", pointer, bytes=(first.start, first.end))
        where = (again.start, again.end)
        self.faults.append(Fault("duplicate-member", pointer, message, before, bytes=where))

    def _judge(self, model: type, value: Any, pointer: Pointer) -> set[str | int]:
        """Report what the schema forbids of one object; return the members at fault.

        Of a missing member the one that is likely meant for it counts as at fault.
        """
        if keeps_shape(value, model):
            return set()
        wrong: set[str | int] = set()
        holes: set[Pointer] = set()
        visible = _without_holes(value, (), holes)
        for found in schema.violations(self.kind.shapes[model].schema, visible):
            place = (*found.pointer, found.missing) if found.missing is not None else found.pointer
            wrong.update(place[:1])
            if any(is_within(place, hole) or is_within(hole, place) for hole in holes):
                continue
            wrong.update([found.guess] if found.guess is not None else [])
            self.faults.append(Fault(found.rule, (*pointer, *found.pointer), found.message))
        return wrong

    def _report(
        self, strangers: list[str], absent: list[str], pointer: Pointer, wrong: set[str | int]
    ) -> None:
        """Report members that the model does not know."""
        for name in strangers:
            if name not in wrong:
                message = (
                    f"member {shown(name)} is not part of the format{did_you_mean(name, absent)}"
                )
                self.faults.append(Fault("unknown-member", (*pointer, name), message, at_name=True))

    def _parse(self, span: Span, pointer: Pointer) -> Any:
        """Return a value as plain JSON, with holes where its text is at fault."""
        if pointer in self.holes:
            return HOLE
        first = self.data[span.start]
        if first in b"[{" and len(pointer) >= DEEPEST:
            return self._at(
                span,
                pointer,
                "nested-too-deep",
                f"an array or object lies more than {DEEPEST} levels deep",
            )
        if first == _BRACKET:
            parts = self.outline.children(span)
            return [self._parse(part.value, (*pointer, at)) for at, part in enumerate(parts)]
        if first == _BRACE:
            members = self._members(span, pointer)
            return {
                name: HOLE if part is None else self._parse(part.value, (*pointer, name))
                for name, part in members.items()
            }
        return self._scalar(span, pointer)

    def _scalar(self, span: Span, pointer: Pointer) -> Any:
        text = self.data[span.start : span.end]
        if text[:1] not in b"-0123456789":
            return json.loads(text)
        whole_number = _WHOLE.match(text) is not None
        value = float(text)
        brief = text[:20].decode() + ("…" if len(text) > 20 else "")
        if whole_number and (abs(value) > LARGEST_INTEGER or abs(int(text)) > LARGEST_INTEGER):
            message = f"{brief} is beyond 2^53, from where on doubles do not hold every integer"
            return self._at(span, pointer, "integer-too-large", message)
        if value in (float("inf"), float("-inf")):
            return self._at(
                span, pointer, "number-not-finite", f"{brief} is too large for a double"
            )
        return int(text) if whole_number else value

    def _at(self, span: Span, pointer: Pointer, rule: str, message: str) -> Any:
        self.faults.append(Fault(rule, pointer, message, bytes=(span.start, span.end)))
        return HOLE

    def _converted(self, value: Any, hint: Any, span: Span, pointer: Pointer) -> Any:
        """Return plain JSON as the model's type has it, with a hint for ``24000.0``."""
        if get_origin(hint) in (Union, UnionType):
            options = (_plain(option) for option in get_args(hint))
            hint = next(
                each for each in options if isinstance(value, list) == (get_origin(each) is tuple)
            )
        if get_origin(hint) is tuple:
            inner = _plain(get_args(hint)[0])
            parts = self.outline.children(span)
            return tuple(
                self._converted(item, inner, part.value, (*pointer, at))
                for at, (item, part) in enumerate(zip(value, parts, strict=True))
            )
        if isinstance(value, bool):
            return value
        if hint is float and isinstance(value, int):
            return float(value)
        if isinstance(value, float) and (hint is int or _is_whole_literal(hint)):
            written = self.data[span.start : span.end].decode()
            message = f"{written} is a whole number, write {int(value)}"
            fix = partial(replacement, f"write {int(value)}", pointer, int(value))
            self.faults.append(Fault("integer-written-as-float", pointer, message, fix=fix))
            return int(value)
        return value


def _is_whole_literal(hint: Any) -> bool:
    return get_origin(hint) is Literal and isinstance(get_args(hint)[0], int)


def _without_holes(value: Any, pointer: Pointer, holes: set[Pointer]) -> Any:
    """Return plain JSON with null in place of its holes; their places are added to ``holes``."""
    if value is HOLE:
        holes.add(pointer)
        return None
    if isinstance(value, dict):
        return {name: _without_holes(item, (*pointer, name), holes) for name, item in value.items()}
    if isinstance(value, list):
        return [_without_holes(item, (*pointer, at), holes) for at, item in enumerate(value)]
    return value


_BRACE: Final = ord("{")
_BRACKET: Final = ord("[")
