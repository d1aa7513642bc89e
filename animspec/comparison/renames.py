"""What is gone under one name and there under another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.comparison.matching import Named

_A = TypeVar("_A")
_B = TypeVar("_B")


def renamed(
    gone: Sequence[_A], added: Sequence[_B], alike: Callable[[_A, _B], bool]
) -> list[tuple[_A, _B]]:
    """Return the pairs of what is gone and what is added that are alike, each taken once.

    >>> renamed(["a", "bb"], ["cc", "dd"], lambda old, new: len(old) == len(new))
    [('bb', 'cc')]
    """
    left = list(added)
    pairs = []
    for old in gone:
        found = next((new for new in left if alike(old, new)), None)
        if found is not None:
            left.remove(found)
            pairs.append((old, found))
    return pairs


def rename_label(motion: Named) -> str:
    """Return what a motion was called: its label, and its id where that is another word."""
    return motion.label if motion.label == motion.name else f"{motion.label} ({motion.name})"
