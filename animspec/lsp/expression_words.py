"""The words of driver expressions, for whoever writes one: what there is, and what each means."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from animspec.holes import is_known
from animspec.kinds import SCENE_ANIMATION
from animspec.lsp.members import value_at
from animspec.lsp.sketching import written
from animspec.wording import number
from expressions import CONSTANTS, FUNCTIONS

if TYPE_CHECKING:
    from animspec.kinds import Kind
    from animspec.lsp.sketching import Spot
    from animspec.pointers import Pointer

KNOWN: Final = {
    "t": "the time, in seconds",
    "frame": "the time, in frames: t times fps",
    "fps": "the frames in a second",
    "length": "the length of the scene, in seconds",
    "value": "the keyed value of this component; 0 without keys",
}
"""What every driver's expression knows, and what it is (SEMANTICS 4)."""

_BEFORE: Final = re.compile(r"[A-Za-z_0-9.]*\Z")
_AFTER: Final = re.compile(r"[A-Za-z_0-9.]*")


@frozen
class Word:
    """A word in an expression: its text, and its bytes in the document."""

    text: str
    start: int
    end: int


def is_expression(kind: Kind | None, spot: Spot) -> bool:
    """Whether a spot is inside the text of a driver's expression."""
    steps = spot.pointer[:-1] if spot.pointer and spot.pointer[-1:] != ("expression",) else None
    steps = spot.pointer if steps is None else steps
    return kind is SCENE_ANIMATION and spot.is_string and steps[-2:] == ("driver", "expression")


def word_at(data: bytes, spot: Spot, offset: int) -> Word:
    """Return the word of an expression that an offset is in or at the end of; it may be empty."""
    before = _BEFORE.search(written(data[spot.start : offset]))
    after = _AFTER.match(data[offset : spot.end].decode("utf-8", "replace"))
    head = "" if before is None else before.group()
    tail = "" if after is None else after.group()
    return Word(head + tail, offset - len(head), offset + len(tail))


def driver_of(pointer: Pointer) -> Pointer:
    """Return the pointer of the driver that an expression belongs to."""
    at = len(pointer) - 1 - pointer[::-1].index("driver")
    return pointer[: at + 1]


def variables(model: Any, pointer: Pointer) -> dict[str, str]:
    """Return the variables of the driver of an expression, and what each reads."""
    own = value_at(model, (*driver_of(pointer), "variables"))
    if not is_known(own) or not isinstance(own, Mapping):
        return {}
    return {name: _reads(value) for name, value in own.items()}


def _reads(value: Any) -> str:
    if not is_known(value):
        return "a variable of this driver"
    if isinstance(value, int | float):
        return f"{number(value)}, as the driver sets it"
    path, name = value.path, value.name
    if not is_known(path) or not is_known(name):
        return "a component of a property"
    component = value.component if is_known(value.component) and value.component else 0
    return f"component {component} of `{name}` of `{path}`"


def meaning(word: str, own: Mapping[str, str]) -> str | None:
    """Return what a word of an expression means, in Markdown; None where it means nothing.

    >>> meaning("pi", {}), meaning("t", {"t": "2, as the driver sets it"})
    ('`pi`: 3.141592653589793', '`t`: 2, as the driver sets it')
    """
    if word in own:
        return f"`{word}`: {own[word]}"
    if word in KNOWN:
        return f"`{word}`: {KNOWN[word]}"
    if word in CONSTANTS:
        return f"`{word}`: {CONSTANTS[word]!r}"
    function = FUNCTIONS.get(word)
    return None if function is None else f"`{function.signature}`: {function.meaning}"
