"""Documents of M3G animation as JSON text, laid out for people: one key to a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import attrs

from animspec.model.m3g_animation import Keyframe

if TYPE_CHECKING:
    from animspec.model.m3g_animation import M3GAnimation

INDENT: Final = "  "

EXACT_BELOW: Final = 2.0**53
"""Below it, a whole double is written as an integer without losing anything."""


def document_text(document: M3GAnimation) -> bytes:
    r"""Return a document as JSON in UTF-8, with a line end at its end; absent members stay so.

    >>> from animspec.model.m3g_animation import M3GAnimation
    >>> document_text(M3GAnimation(()))
    b'{\n  "sequences": []\n}\n'
    """
    members = _members(document)
    schema = members.pop("schema_", None)
    whole = members if schema is None else {"$schema": schema, **members}
    return (_object(whole, "") + "\n").encode()


def _members(value: Any) -> dict[str, Any]:
    """Return the members of a part of the document that are there."""
    found = ((each.name, getattr(value, each.name)) for each in attrs.fields(type(value)))
    return {name: member for name, member in found if member is not None}


def _object(members: dict[str, Any], indent: str) -> str:
    """Return an object's text, on one line where it holds no other object."""
    deeper = indent + INDENT
    texts = [f'"{name}": {_text(member, deeper)}' for name, member in members.items()]
    if not any("\n" in text for text in texts) and indent:
        return "{" + ", ".join(texts) + "}"
    return _lines("{}", texts, indent)


def _text(value: Any, indent: str) -> str:
    """Return a member's text; ``indent`` is that of the line on which it stands."""
    if not isinstance(value, tuple):
        return _scalar(value)
    if value and isinstance(value[0], Keyframe):
        return _lines("[]", [_keyframe(key) for key in value], indent)
    if value and attrs.has(type(value[0])):
        return _lines("[]", [_object(_members(part), indent + INDENT) for part in value], indent)
    return "[" + ", ".join(map(_scalar, value)) + "]"


def _keyframe(key: Keyframe) -> str:
    """Return a key's text, as ``_object`` would say it; most of a document is keys."""
    return f'{{"time": {key.time}, "value": [{", ".join(map(_scalar, key.value))}]}}'


def _lines(brackets: str, texts: list[str], indent: str) -> str:
    """Return texts between brackets, each on a line of its own."""
    start = f"\n{indent}{INDENT}"
    return brackets[0] + start + f",{start}".join(texts) + f"\n{indent}" + brackets[1]


def _scalar(value: str | float) -> str:
    """Return a string or number as JSON; a whole number has no fraction."""
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < EXACT_BELOW
        return str(int(value)) if whole else repr(value)
    return json.dumps(value, ensure_ascii=False)
