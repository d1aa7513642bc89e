"""What the schemas say of the parts of a document, and what its model holds at them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from animspec.holes import HOLE, is_known
from animspec.kinds import RENAMED, by_members, by_name
from animspec.lsp.sketching import spot_at
from animspec.schema import PREFIX, load
from animspec.wording import choice, kind_of, number, shown

if TYPE_CHECKING:
    from animspec.kinds import Kind
    from animspec.lsp.project import Chosen
    from animspec.pointers import Pointer

Schema = Mapping[str, Any]

_ATTRIBUTES: Final = {name: attribute for attribute, name in RENAMED.items()}

FEW: Final = 12
"""How many allowed values are listed in a description."""


def kind_of_text(data: bytes, chosen: Chosen) -> Kind | None:
    """Return the kind of a document whose text may be broken."""
    kind = chosen.kind or by_name(chosen.name)
    if kind is not None:
        return kind
    return by_members(spot_at(data, len(data.rstrip().removesuffix(b"}"))).names)


def schema_at(kind: Kind, pointer: Pointer) -> Schema | None:
    """Return the schema of the value at a pointer, None where the schemas know of none.

    >>> from animspec.kinds import ANIMATION_SET
    >>> schema_at(ANIMATION_SET, ("clips", 0, "tracks", 2, "scale", 1, "tick"))["title"]
    'Tick'
    """
    schema: Schema | None = load(kind.shapes[kind.model].schema)
    for step in pointer:
        if schema is None:
            return None
        schema = _below(whole(schema), step)
    return schema


def whole(schema: Schema) -> Schema:
    """Return a schema with what it refers to; what it says itself comes first."""
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith(PREFIX):
        return {**load(reference.removeprefix(PREFIX)), **_without_reference(schema)}
    options = schema.get("anyOf", ())
    objects = [each for each in options if "$ref" in each]
    return whole(objects[0]) if objects else schema


def _without_reference(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "$ref"}


def _below(schema: Schema, step: str | int) -> Schema | None:
    if isinstance(step, int):
        found = schema.get("items")
    else:
        found = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    return found if isinstance(found, Mapping) else None


def described(name: str, schema: Schema, *, needed: bool) -> str:
    """Return what a member is, in Markdown: its type, whether it is needed, its description."""
    full = whole(schema)
    facts = [_allowed(full), "required" if needed else "optional"]
    if "default" in schema:
        facts.append(f"{shown(schema['default'])} where it is left out")
    text = schema.get("description", full.get("description", ""))
    return f"**{name}**: {'; '.join(facts)}\n\n{text}"


def _allowed(schema: Schema) -> str:
    """Say what values a schema allows."""
    allowed = schema.get("enum")
    if allowed is not None and len(allowed) <= FEW:
        return choice([f"`{shown(each)}`" for each in allowed])
    if "anyOf" in schema:
        return choice([_allowed(each) for each in schema["anyOf"]])
    types = schema.get("type", "object")
    said = choice([kind_of(name) for name in ([types] if isinstance(types, str) else types)])
    bounds = [
        f"{word} {number(schema[key])}"
        for key, word in _BOUNDS.items()
        if key in schema and abs(schema[key]) < _HUGE
    ]
    return " ".join([said, *bounds])


_BOUNDS: Final = {
    "minimum": "from",
    "exclusiveMinimum": "above",
    "maximum": "up to",
    "exclusiveMaximum": "below",
}

_HUGE: Final = 2**31 - 1
"""A bound from there on is a limit of numbers, and tells nobody anything."""


def value_at(model: Any, pointer: Pointer) -> Any:
    """Return what a model holds at a pointer, a hole where it holds nothing usable."""
    part = model
    for step in pointer:
        if part is None or not is_known(part):
            return HOLE
        if isinstance(part, tuple):
            part = part[step] if isinstance(step, int) and 0 <= step < len(part) else HOLE
        elif isinstance(part, Mapping):
            part = part.get(step, HOLE)
        else:
            name = str(step)
            part = getattr(part, _ATTRIBUTES.get(name, name), HOLE)
    return HOLE if part is None else part
