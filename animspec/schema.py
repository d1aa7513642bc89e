"""The JSON Schemas, and their verdicts on values in our own sentences.

The schemas lie in ``schemas/v1`` of a checkout and inside the installed
package. jsonschema judges one object at a time, its parts standing apart, so
that only what is at fault pays for its thoroughness.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from animspec.model.animation_set import LARGEST_INTEGER
from animspec.ticks import FRAME_RATES
from animspec.wording import SHOWN, choice, did_you_mean, kind_of, likely, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from jsonschema.protocols import Validator

    from animspec.pointers import Pointer

SUFFIX: Final = ".schema.json"
PREFIX: Final = "urn:animspec:schema:v1:"
"""What every schema's ``$id`` starts with; the file's stem follows."""


@frozen
class Violation:
    """What a schema forbids of a value: the rule, the place below the value, the sentence."""

    rule: str
    pointer: Pointer
    message: str
    missing: str | None = None
    """The name of the member that the object lacks, for ``missing-member``."""
    guess: str | None = None
    """The unknown member that is likely meant for the missing one."""


def folder() -> Traversable:
    """Return where the schemas lie: inside the package, or beside it in a checkout."""
    package = files("animspec")
    inside = package / "schemas" / "v1"
    if inside.is_dir():
        return inside
    return package / ".." / "schemas" / "v1"


def names() -> tuple[str, ...]:
    """Return the names of all schemas, sorted."""
    return tuple(
        sorted(
            item.name.removesuffix(SUFFIX)
            for item in folder().iterdir()
            if item.name.endswith(SUFFIX)
        )
    )


@cache
def load(name: str) -> Mapping[str, Any]:
    """Return a schema as decoded JSON.

    Raises:
        LookupError: there is no schema of that name.
    """
    item = folder() / (name + SUFFIX)
    if name not in names():
        guess = did_you_mean(name, names())
        raise LookupError(f'there is no schema "{name}"{guess}')
    schema: Mapping[str, Any] = json.loads(item.read_text("utf-8"))
    return schema


def bundled(name: str) -> dict[str, Any]:
    """Return a schema that stands alone: what it refers to is in its ``$defs``."""
    found: dict[str, Any] = {}
    waiting = list(_references(load(name)))
    while waiting:
        reference = waiting.pop()
        if reference not in found and reference != PREFIX + name:
            found[reference] = load(reference.removeprefix(PREFIX))
            waiting.extend(_references(found[reference]))
    schema = dict(load(name))
    if found:
        others = {key.removeprefix(PREFIX): found[key] for key in sorted(found)}
        schema["$defs"] = {**schema.get("$defs", {}), **others}
    return schema


def _references(schema: Any) -> Iterator[str]:
    """Yield every ``$ref`` to another file in a schema."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref" and value.startswith(PREFIX):
                yield value
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _references(item)


def violations(name: str, value: Any) -> Iterator[Violation]:
    """Yield what the schema forbids of one object, at most one for each place.

    Parts that have schemas of their own are only checked to be objects.
    """
    seen: set[Pointer] = set()
    for breach in sorted(_breaches(name, value), key=_precedence):
        for violation in _violations(breach):
            place = (*violation.pointer, violation.missing or "")
            if place not in seen:
                seen.add(place)
                yield violation


@frozen
class _Breach:
    """One keyword of a schema that a value does not keep."""

    keyword: str
    wanted: Any
    """The keyword's value."""
    value: Any
    schema: Mapping[str, Any]
    pointer: Pointer
    optional: bool
    """Whether the value is a member that could be left out."""


def _breaches(name: str, value: Any) -> Iterator[_Breach]:
    for error in _validator(name).iter_errors(value):
        schema: Any = error.schema
        pointer = tuple(error.absolute_path)
        optional = len(pointer) == 1 and pointer[0] not in load(name).get("required", ())
        yield _Breach(
            str(error.validator), error.validator_value, error.instance, schema, pointer, optional
        )


def _precedence(breach: _Breach) -> int:
    """Order breaches so that the one which explains the others comes first."""
    return 0 if breach.keyword == "type" else 1


@cache
def _validator(name: str) -> Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to load, rarely needed

    return Draft202012Validator(_shallow(load(name)))


def _shallow(schema: Any) -> Any:
    """Return a schema in which references to other files only ask for an object."""
    if isinstance(schema, dict):
        if str(schema.get("$ref", "")).startswith(PREFIX):
            return {"type": "object"}
        return {key: _shallow(value) for key, value in schema.items()}
    return [_shallow(item) for item in schema] if isinstance(schema, list) else schema


def _violations(breach: _Breach) -> Iterator[Violation]:
    """Turn one breach into our violations."""
    if breach.keyword == "required":
        lacking = [member for member in breach.wanted if member not in breach.value]
        yield from (_missing(breach, member) for member in lacking)
    elif _is_off_grid(breach):
        yield Violation("fps-off-tick-grid", breach.pointer, fps_sentence(breach.value))
    else:
        rule = _RULES.get(breach.keyword, "value-not-allowed")
        expected, guess = _expected(breach)
        message = f"{_subject(breach)} is {shown(breach.value)}, expected {expected}{guess}"
        yield Violation(rule, breach.pointer, message)


def _is_off_grid(breach: _Breach) -> bool:
    number = isinstance(breach.value, int | float) and not isinstance(breach.value, bool)
    return number and breach.schema.get("x-rule") == "fps-off-tick-grid"


def fps_sentence(fps: float) -> str:
    """Say why an fps does not fit the ticks, and which ones nearby do.

    >>> fps_sentence(23.976)
    'fps is 23.976, expected a positive whole divisor of 24000; the nearest are 24 and 20'
    """
    below = [rate for rate in FRAME_RATES if rate < fps][-1:]
    above = [rate for rate in FRAME_RATES if rate > fps][:1]
    nearest = [str(rate) for rate in sorted(below + above, key=lambda rate: abs(rate - fps))]
    verb = "the nearest is" if len(nearest) == 1 else "the nearest are"
    return (
        f"fps is {shown(fps)}, expected a positive whole divisor of 24000; "
        f"{verb} {' and '.join(nearest)}"
    )


def _missing(breach: _Breach, member: str) -> Violation:
    """Say which member an object lacks, and which of its members may be meant for it."""
    known = breach.schema.get("properties", {})
    strangers = [name for name in breach.value if name not in known]
    expected = _describe(known.get(member, {}))
    guess = likely(member, strangers)
    clause = f"; is it meant by {shown(guess)}?" if guess else ""
    message = f'{_subject(breach)} has no member "{member}", expected {expected}{clause}'
    return Violation("missing-member", breach.pointer, message, missing=member, guess=guess)


def _subject(breach: _Breach) -> str:
    """Name what a sentence is about: a member, an element, or the object as a whole."""
    if not breach.pointer:
        return f"the {str(breach.schema.get('title', 'value')).lower()}"
    last = breach.pointer[-1]
    if isinstance(last, str):
        return last
    return f"{breach.pointer[-2]}[{last}]" if len(breach.pointer) > 1 else f"item {last}"


_RULES: Final[dict[str, str]] = {
    "type": "wrong-type",
    "anyOf": "wrong-type",
    "oneOf": "wrong-type",
    "enum": "value-not-allowed",
    "const": "value-not-allowed",
    "minimum": "value-out-of-range",
    "maximum": "value-out-of-range",
    "exclusiveMinimum": "value-out-of-range",
    "exclusiveMaximum": "value-out-of-range",
    "minItems": "value-out-of-range",
    "maxItems": "value-out-of-range",
}

_BOUNDS: Final[dict[str, str]] = {
    "minimum": "{} or more",
    "maximum": "{} or less",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
}


def _expected(breach: _Breach) -> tuple[str, str]:
    """Return what was expected instead, and the guess what was meant."""
    keyword, wanted = breach.keyword, breach.wanted
    if keyword in _BOUNDS:
        return _BOUNDS[keyword].format(shown(wanted)), ""
    if keyword in ("minItems", "maxItems"):
        least, most = breach.schema.get("minItems"), breach.schema.get("maxItems")
        bound = "at least " if keyword == "minItems" else "at most "
        exact = "" if least == most else bound
        return f"{exact}{wanted} items, not {len(breach.value)}", ""
    if keyword in ("enum", "const"):
        allowed = wanted if keyword == "enum" else [wanted]
        texts = [text for text in allowed if isinstance(text, str)]
        guess = did_you_mean(breach.value, texts) if isinstance(breach.value, str) else ""
        return choice([shown(item) for item in allowed]), guess
    return _describe(breach.schema), _guess(breach)


def _describe(schema: Mapping[str, Any]) -> str:
    """Say what values a schema allows."""
    if "enum" in schema and "x-rule" not in schema:
        return choice([shown(item) for item in schema["enum"]])
    if "anyOf" in schema:
        return choice([_describe(option) for option in schema["anyOf"]])
    types = schema.get("type", "object")
    return choice([kind_of(name) for name in ([types] if isinstance(types, str) else types)])


def _guess(breach: _Breach) -> str:
    """Guess that a number in quotes is meant as a number, and a null as an absent member."""
    value, schema = breach.value, breach.schema
    if value is None and breach.optional:
        return "; leave the member out where there is no value"
    if isinstance(value, str) and schema.get("type") in ("number", "integer"):
        text = value.strip()
        # Where only one value is expected, the sentence has named it already.
        if _is_number(text, whole=schema["type"] == "integer") and text != _describe(schema):
            return f"; did you mean {text}?"
    return ""


def _is_number(text: str, *, whole: bool) -> bool:
    """Whether a text is a number as JSON writes it, and short enough to be meant as one."""
    if len(text) > SHOWN or not text[-1:].isdecimal():
        return False
    try:
        number = json.loads(text)
    except ValueError:
        return False
    return abs(number) < LARGEST_INTEGER and (not whole or number == int(number))
