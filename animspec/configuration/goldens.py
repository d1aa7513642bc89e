"""What can be set about golden files: where they lie, and how far motions may be apart."""

from __future__ import annotations

from typing import Final

from animspec.globs import Glob
from animspec.kinds import KINDS
from animspec.tables import Items, Keyed, Member, Named, Number, Table, Text, Word
from animspec.tolerances import DEGREES, LINEAR

KEY: Final = "golden"
"""The name of the table."""


def _kinds() -> tuple[str, ...]:
    return tuple(kind.name for kind in KINDS)


def _tolerances() -> dict[str, Member]:
    """Return the members that set how far values may be apart."""
    return {
        "linear": Member(
            Number(exclusive=True),
            "How far positions, scales and properties may be apart, in their own unit.",
            more={"default": LINEAR},
        ),
        "degrees": Member(
            Number(exclusive=True),
            "How far angles and rotations may be apart.",
            more={"default": DEGREES},
        ),
    }


def _of_kind(kind: str) -> Member:
    """Return the member that sets the tolerances of one kind of document."""
    title = next(each.title for each in KINDS if each.name == kind)
    return Member(Table(_tolerances()), f"The tolerances of documents that are: {title}.")


TABLE: Final = Table(
    {
        "folder": Member(
            Text(),
            "A folder, from this file, in which golden files lie as the assets lie from this file; "
            "beside the assets if none is set.",
        ),
        **_tolerances(),
        "kinds": Member(
            Named(Word(_kinds), _of_kind, "tolerances"),
            "Tolerances that hold for one kind of document.",
        ),
        "tracks": Member(
            Keyed(Text(), Number(exclusive=True)),
            "Tolerances that hold for some tracks, by glob over path or path.name in any case, in "
            "the unit of their values; the last that speaks of a track decides.",
        ),
        "paths": Member(
            Items(Glob()),
            "Globs of the files that pytest collects; the plugin collects none if it is not set.",
        ),
    }
)
"""The shape of the table ``[golden]``."""
