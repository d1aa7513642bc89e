"""Name paths such as ``Body/Arm.L``, compared segment by segment as names (SEMANTICS 2.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from attrs import field, frozen

from animspec.names import name_key, trim

SEPARATOR: Final = "/"


# The clips of a set, and the sets of a game, name the same few blocks again and again.
_REMEMBERED: Final = 4096


@lru_cache(_REMEMBERED)
def path_key(path: str) -> str:
    """Return the form paths compare by: each segment trimmed and in lower case.

    >>> path_key("Body / Arm.L")
    'body/arm.l'
    """
    return SEPARATOR.join(map(name_key, path.split(SEPARATOR)))


@lru_cache(_REMEMBERED)
def trimmed(path: str) -> str:
    """Return a path with each segment trimmed.

    >>> trimmed(" Body / Arm.L")
    'Body/Arm.L'
    """
    return SEPARATOR.join(map(trim, path.split(SEPARATOR)))


@lru_cache(_REMEMBERED)
def has_blank_segment(path: str) -> bool:
    """Whether a segment of a path is empty or only white space.

    >>> has_blank_segment("Body//Arm.L"), has_blank_segment("Body/Arm.L")
    (True, False)
    """
    return not all(map(trim, path.split(SEPARATOR)))


@frozen
class TrackPath:
    """A path as written, equal to and hashed with every path of the same key.

    >>> {TrackPath("Body/Arm.L"): 1}[TrackPath("body/arm.l ")]
    1
    """

    SEPARATOR: ClassVar[str] = SEPARATOR

    path: str = field(eq=False)
    key: str = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "key", path_key(self.path))

    def equals(self, other: str | TrackPath) -> bool:
        """Whether the other path, as text or value, addresses the same block.

        >>> TrackPath("Body/Arm.L").equals("body/arm.l")
        True
        """
        return self.key == (path_key(other) if isinstance(other, str) else other.key)

    @property
    def block_name(self) -> str:
        """The last segment as written: the block's own name.

        >>> TrackPath("Body/Arm.L").block_name
        'Arm.L'
        """
        return self.path.rpartition(SEPARATOR)[2]
