"""Names as clips, blocks and properties compare them: trimmed and in any case (SEMANTICS 2.3)."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

OUTER_SPACE: Final = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What JavaScript's ``trim`` takes off. Python's ``strip`` differs at U+001C-1F, U+0085, U+FEFF.

Source: ECMA-262, WhiteSpace and LineTerminator.
"""

_TRAILING_NUMBER: Final = re.compile(r" +[0-9]+\Z")


def trim(name: str) -> str:
    r"""Return ``name`` without the white space around it, as JavaScript's ``trim`` sees it.

    >>> trim("\ufeff Walk\u00a0")
    'Walk'
    """
    return name.strip(OUTER_SPACE)


def name_key(name: str) -> str:
    """Return the form names compare by: trimmed, in lower case (not case-folded).

    >>> name_key(" Walk "), name_key("straße") == name_key("STRASSE")
    ('walk', False)
    """
    return name.strip(OUTER_SPACE).lower()


def _keys(names: Iterable[str]) -> frozenset[str]:
    """Return the keys of all names."""
    return frozenset(map(name_key, names))


@frozen
class NameSet:
    """Names that are taken, compared trimmed and in any case.

    >>> names = NameSet(["Walk", "Run"])
    >>> names.has(" walk "), names.free(" Walk"), names.free(" Jump ")
    (True, 'Walk 2', 'Jump')
    """

    keys: frozenset[str] = field(converter=_keys)

    @staticmethod
    def to_key(name: str) -> str:
        """Return the form names compare by: trimmed, in lower case."""
        return name_key(name)

    def has(self, name: str) -> bool:
        """Whether the name is taken."""
        return name_key(name) in self.keys

    def free(self, name: str) -> str:
        """Return ``name`` trimmed if free, else the first free of ``name 2``, ``name 3`` and so on.

        A trailing number is replaced only where a space stands before it.

        >>> NameSet(["Walk", "Walk 2"]).free("Walk 2"), NameSet(["Walk2"]).free("Walk2")
        ('Walk 3', 'Walk2 2')
        """
        trimmed = trim(name)
        if not self.has(trimmed):
            return trimmed
        stem = _TRAILING_NUMBER.sub("", trimmed)
        candidates = (trim(f"{stem} {number}") for number in count(2))
        return next(candidate for candidate in candidates if not self.has(candidate))
