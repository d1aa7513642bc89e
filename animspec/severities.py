"""How much a finding matters, and how safe its fix is."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """How much a finding matters.

    ``ERROR``: players differ, fail or lose data; ``WARNING``: surely not meant;
    ``HINT``: worth a look, hidden unless asked for.
    """

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """0 for an error, more for what matters less."""
        return _RANKS[self]

    def at_least(self, other: Severity) -> bool:
        """Whether this matters as much as ``other`` or more.

        >>> Severity.ERROR.at_least(Severity.WARNING), Severity.HINT.at_least(Severity.WARNING)
        (True, False)
        """
        return self.rank <= other.rank


_RANKS: Final[dict[Severity, int]] = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.HINT: 2}


class Safety(StrEnum):
    """Whether a fix may be applied without anybody looking.

    ``SAFE``: no player can tell the difference, or the specification demands it.
    ``UNSAFE``: the fix is likely what is meant, but somebody must look.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
