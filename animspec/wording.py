"""Words that sentences of findings are made of."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from animspec.holes import known

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHOWN: Final = 40
"""How many characters of a value a sentence quotes."""

_KINDS: Final[dict[str, str]] = {
    "object": "an object",
    "array": "an array",
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def kind_of(name: str) -> str:
    """Return what a sentence calls a type of JSON Schema.

    >>> kind_of("integer")
    'a whole number'
    """
    return _KINDS[name]


def shown(value: Any) -> str:
    """Return a value as a sentence quotes it: as JSON, shortened, containers by their kind.

    >>> shown("30"), shown(2.5), shown([1, 2]), shown(None)
    ('"30"', '2.5', 'an array', 'null')
    """
    import json  # noqa: PLC0415 - only where something is wrong

    if isinstance(known(value), str):
        text = json.encoder.encode_basestring(value)
    elif isinstance(value, dict):
        return "an object"
    elif isinstance(value, list | tuple):
        return "an array"
    else:
        text = json.dumps(value)
    text = text if text.isprintable() else json.dumps(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def number(value: float) -> str:
    """Return a number as a sentence writes it: whole where it is whole.

    >>> number(90.0), number(0.0415), number(-0.5)
    ('90', '0.0415', '-0.5')
    """
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)


def choice(options: Sequence[str]) -> str:
    """Join what can be chosen from.

    >>> choice(["a", "b", "c"]), choice(["a"])
    ('a, b or c', 'a')
    """
    return " or ".join(filter(None, (", ".join(options[:-1]), options[-1])))


def listed(things: Sequence[str]) -> str:
    """Join what all holds.

    >>> listed(["x", "y", "z"])
    'x, y and z'
    """
    return " and ".join(filter(None, (", ".join(things[:-1]), things[-1])))


def with_article(noun: str) -> str:
    """Return a noun after its article.

    >>> with_article("block"), with_article("object")
    ('a block', 'an object')
    """
    return f"{'an' if noun[:1] in 'aeio' else 'a'} {noun}"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun.

    >>> plural(1, "error"), plural(0, "error"), plural(2, "key")
    ('1 error', '0 errors', '2 keys')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> columns("Arm"), columns("\u8d70"), columns("e\u0301"), columns("\u2602\ufe0f")
    (3, 2, 1, 1)

    Source: Unicode Standard Annex 11, East Asian Width.
    """
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    from unicodedata import category, east_asian_width  # noqa: PLC0415 - most text is ASCII

    if category(character) in {"Mn", "Me", "Cf"}:  # marks on the letter before, and joiners
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def padded(text: str, width: int) -> str:
    """Return a text with spaces after it, so that it takes so many columns of a terminal.

    >>> padded("\u8d70", 4) + "|", padded("Arm", 2) + "|"
    ('\u8d70  |', 'Arm|')
    """
    return text + " " * (width - columns(text))


def likely(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that ``word`` is likely a misspelling of.

    >>> likely("liner", ["step", "linear", "smooth"]), likely("zzz", ["step"])
    ('linear', None)
    """
    return _likely(word[:200].lower(), tuple(known))


@lru_cache(256)  # an exporter makes one mistake a thousand times
def _likely(word: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415 - only where something is misspelt

    spelled = {name.lower(): name for name in known}
    close = get_close_matches(word, spelled, n=1, cutoff=0.6)
    return spelled[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the second clause of a sentence: the likely spelling, or nothing.

    >>> did_you_mean("liner", ["step", "linear"])
    '; did you mean "linear"?'
    """
    guess = likely(word, known)
    return f"; did you mean {shown(guess)}?" if guess is not None else ""
