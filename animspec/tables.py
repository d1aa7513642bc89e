"""Shapes of the tables that users write in TOML: what may stand where, as JSON Schema and in words.

A shape has two faces. ``problems`` says what is wrong with a value, in
sentences; ``schema`` is the JSON Schema that accepts the same values, for
editors. ``read_toml`` reads a file of a shape.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import field, frozen

from animspec.settings import ConfigurationError
from animspec.wording import choice, did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class Shape(Protocol):
    """What a value may be."""

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value; ``where`` is what sentences call it."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""


@frozen
class Text:
    """A text; ``without`` are characters that it may not start with."""

    without: str = ""
    empty: bool = False
    """Whether it may be empty."""
    blank: bool = True
    """Whether it may be white space alone."""

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, str):
            yield f"{where} is {_said(value)}, expected a text"
        elif value.isspace() and not self.blank:
            yield f"{where} is blank"
        elif not value:
            yield from () if self.empty else (f"{where} is empty",)
        elif value[0] in self.without:
            yield f"{where} starts with {shown(value[0])}, which has no meaning here"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        if not self.blank:
            return {"type": "string", "pattern": r"\S"}
        if not self.without:
            return {"type": "string"} | ({} if self.empty else {"minLength": 1})
        return {"type": "string", "pattern": f"^[^{re.escape(self.without)}]"}


@frozen
class Flag:
    """True or false."""

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, bool):
            yield f"{where} is {_said(value)}, expected true or false"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        return {"type": "boolean"}


@frozen
class Number:
    """A finite number that is ``least`` or more."""

    least: float = 0
    whole: bool = False
    exclusive: bool = False
    """Whether ``least`` itself is too little."""

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not isfinite(value) or (self.whole and value != int(value)):
            noun = "a whole number" if self.whole else "a number"
            yield f"{where} is {_said(value)}, expected {noun}"
        elif value < self.least or (self.exclusive and value == self.least):
            bound = f"more than {self.least}" if self.exclusive else f"{self.least} or more"
            yield f"{where} is {value}, expected {bound}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        bound = "exclusiveMinimum" if self.exclusive else "minimum"
        return {"type": "integer" if self.whole else "number", bound: self.least}


@frozen
class Exactly:
    """One whole number, such as the version of a form."""

    number: int

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if isinstance(value, bool) or value != self.number:
            yield f"{where} is {_said(value)}, expected {self.number}"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        return {"type": "integer", "enum": [self.number]}


@frozen
class Word:
    """One of some words. ``noun`` is what they are; a short list is better named by its words."""

    words: Callable[[], Sequence[str]]
    noun: str = ""

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        words = self.words()
        if not isinstance(value, str):
            yield f"{where} is {_said(value)}, expected {self._expected(words)}"
        elif value not in words:
            guess = did_you_mean(value, words)
            yield f"{where} is {shown(value)}, expected {self._expected(words)}{guess}"

    def _expected(self, words: Sequence[str]) -> str:
        return self.noun or choice([shown(word) for word in words])

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        return {"type": "string", "enum": list(self.words())}


@frozen
class Items:
    """A list of values of one shape."""

    of: Shape
    least: int = 0

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, list):
            yield f"{where} is {_said(value)}, expected a list"
            return
        if len(value) < self.least:
            yield f"{where} is empty"
        for at, item in enumerate(value):
            yield from self.of.problems(item, f"{where}[{at}]")

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.of.schema()} | least


@frozen
class Member:
    """One key of a table."""

    shape: Shape
    description: str
    """A sentence with its full stop."""
    required: bool = False
    more: Mapping[str, Any] = field(factory=dict)
    """What else its JSON Schema says, such as a default."""

    def schema(self, key: str) -> dict[str, Any]:
        """Return the JSON Schema of the member."""
        title = key.replace("-", " ").capitalize()
        said = {"title": title, "description": self.description}
        return said | self.shape.schema() | dict(self.more)


@frozen
class Table:
    """A table with keys of known names; ``noun`` is what sentences call it at the top."""

    members: Mapping[str, Member]
    noun: str = "the file"

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, dict):
            yield f"{where or self.noun} is {_said(value)}, expected a table"
            return
        for key, item in value.items():
            if key in self.members:
                yield from self.members[key].shape.problems(item, below(where, key))
            else:
                guess = did_you_mean(key, self.members) or f"; it knows {self._keys()}"
                yield f"{where or self.noun} has a key {shown(key)} that is not known{guess}"
        for key, member in self.members.items():
            if member.required and key not in value:
                yield f"{where or self.noun} has no key {shown(key)}"

    def _keys(self) -> str:
        return ", ".join(self.members) or "none"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        required = [key for key, member in self.members.items() if member.required]
        return {
            "type": "object",
            "properties": {key: member.schema(key) for key, member in self.members.items()},
            "additionalProperties": False,
        } | ({"required": required} if required else {})


@frozen
class Keyed:
    """A table whose keys are of one shape, and whose values are of one shape."""

    keys: Shape
    values: Shape

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, dict):
            yield f"{where} is {_said(value)}, expected a table"
            return
        for key, item in value.items():
            yield from self.keys.problems(key, f"a key of {where}")
            yield from self.values.problems(item, below(where, key))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        return {
            "type": "object",
            "propertyNames": self.keys.schema(),
            "additionalProperties": self.values.schema(),
        }


@frozen
class Named:
    """A table whose keys are some words, each with a member of its own, made when it is needed.

    A word whose ``member`` is None cannot be a key after all, for ``lacking`` it has something.
    """

    words: Word
    member: Callable[[str], Member | None]
    lacking: str

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        if not isinstance(value, dict):
            yield f"{where} is {_said(value)}, expected a table"
            return
        for key, item in value.items():
            wrong = list(self.words.problems(key, f"a key of {where}"))
            yield from wrong or self._problems(key, item, below(where, key))

    def _problems(self, key: str, item: Any, where: str) -> Iterator[str]:
        member = self.member(key)
        if member is None:
            yield f"{where} cannot be set: {key} has no {self.lacking}"
        else:
            yield from member.shape.problems(item, where)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values."""
        members = {word: self.member(word) for word in self.words.words()}
        return {
            "type": "object",
            "properties": {
                word: member.schema(word) for word, member in members.items() if member is not None
            },
            "additionalProperties": False,
        }


def below(where: str, key: str) -> str:
    """Return what sentences call the value of a key in a table.

    >>> below("", "select"), below("per-file-ignores", "old/*.json")
    ('select', 'per-file-ignores."old/*.json"')
    """
    written = key if _BARE.fullmatch(key) else shown(key)
    return f"{where}.{written}" if where else written


_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
"""Source: TOML 1.0, bare keys."""


def _said(value: Any) -> str:
    """Return a value as sentences show it."""
    if isinstance(value, dict):
        return "a table"
    if value is None or isinstance(value, str | bool | int | float | list):
        return shown(value).replace("an array", "a list")
    return "a date or a time"


_PLACE: Final = re.compile(r"(?P<reason>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)")


def parse_toml(file: str, data: bytes) -> dict[str, Any]:
    """Return what a TOML file says; a byte order mark, as some editors write it, says nothing.

    Raises:
        ConfigurationError: the bytes are not TOML.
    """
    import tomllib  # noqa: PLC0415 - only where there is such a file

    try:
        return tomllib.loads(data.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigurationError(f"{file}:{line}: the text is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{file}{_said_of(str(error), data)}") from None
    except RecursionError:
        raise ConfigurationError(f"{file}: the tables are nested too deep") from None


def _said_of(message: str, data: bytes) -> str:
    """Return the place and the reason that a message of the reader of TOML tells."""
    found = _PLACE.fullmatch(message)
    if found is not None:
        where, reason = f":{found['line']}:{found['column']}", found["reason"]
    else:
        last = data.rstrip().count(b"\n") + 1
        where = f":{last}"
        reason = message.removesuffix(" (at end of document)")
    return f"{where}: the text is not TOML: {reason[:1].lower()}{reason[1:]}"


def hold(file: str, value: Any, shape: Shape, where: str = "") -> None:
    """See that a value has a shape.

    Raises:
        ConfigurationError: it has not; every problem is told.
    """
    problems = [f"{file}: {problem}" for problem in shape.problems(value, where)]
    if problems:
        raise ConfigurationError(*problems)
