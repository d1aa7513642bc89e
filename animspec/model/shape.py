"""What the reader of documents must know of a model class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Shapes: TypeAlias = Mapping[type, "Shape"]
    Chain: TypeAlias = tuple[str, ...]


@frozen(eq=False)
class Shape:
    """One class of a model: its schema, and what its JSON is made of.

    ``members`` counts the members that JSON needs for a value and all its
    parts, and ``texts`` yields the texts in it that may hold any character:
    with both, a text that decodes is known to hold nothing that the model
    does not (no unknown member, and none twice).

    ``landmarks`` are members that in the whole model only the elements of one list have, and
    each of them, with the names of the lists that lead there from this class.
    """

    schema: str
    members: Callable[[Any], int]
    texts: Callable[[Any], Iterable[str]]
    landmarks: Mapping[str, Chain] = field(factory=dict)


def no_texts(_: object) -> tuple[()]:
    """Return the texts of a value that has none."""
    return ()
