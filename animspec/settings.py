"""What a user can set about checking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.hierarchies import Hierarchy

LARGEST_FILE: Final = 256 * 2**20
"""In bytes. A file of 200 000 keys has 20 million; far beyond that is not motion."""


@frozen
class Settings:
    """How a document is checked.

    Attributes:
        show: the least severity that is looked for.
        fold: whether more than 20 findings of one rule in one channel become one.
        allowed_members: names of extra members that documents may hold.
        hierarchies: the blocks of rigs, by the rig's name as names compare.
        largest_file: in bytes; a larger file is not read.
        thresholds: numbers that rules judge by, by rule and by name; those that
            are not named are as the rule has them.
    """

    show: Severity = Severity.WARNING
    fold: bool = True
    allowed_members: frozenset[str] = frozenset()
    hierarchies: Mapping[str, Hierarchy] = field(factory=dict)
    largest_file: int = LARGEST_FILE
    thresholds: Mapping[str, Mapping[str, float]] = field(factory=dict)
