"""JSON Pointers: the way from the top of a document to one of its parts (RFC 6901)."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Pointer: TypeAlias = tuple[str | int, ...]
"""Member names and array indices, outermost first; ``()`` is the whole document."""


def to_text(pointer: Pointer) -> str:
    """Return the pointer as RFC 6901 writes it.

    >>> to_text(("clips", 0, "a/b", "~"))
    '/clips/0/a~1b/~0'
    >>> to_text(())
    ''
    """
    return "".join([f"/{_escaped(step)}" for step in pointer])


# The members of documents have few names.
@lru_cache(1024)
def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")


def is_within(pointer: Pointer, part: Pointer) -> bool:
    """Whether ``pointer`` is ``part`` or lies below it.

    >>> is_within(("clips", 0, "name"), ("clips", 0)), is_within(("clips",), ("clips", 0))
    (True, False)
    """
    return pointer[: len(part)] == part
