"""Two clips of a document have one name, compared trimmed and in any case.

Why
    Importers that key clips by name let one overwrite the other, and people cannot tell them
    apart.

Fix
    Rename the later clip; the message names the first free name.

Source
    Names compare as the set's NameSet does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.names import NameSet, name_key
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Named
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "duplicate-name", Severity.ERROR, (SETS, SCENES), Level.DOCUMENT, ("blank-name",)
)


def check(document: Named) -> Iterator[Fault]:
    """Yield each part whose name an earlier part of its list has."""
    for labels in document.named:
        first: dict[str, tuple[str, Pointer]] = {}
        every: NameSet | None = None
        for pointer, name in labels.entries:
            taken = first.setdefault(name_key(name), (name, pointer))
            if taken[1] != pointer:
                every = every or NameSet([label for _, label in labels.entries])
                message = (
                    f"name {shown(name)} is taken by an earlier {labels.noun}, {shown(taken[0])}; "
                    f"{shown(every.free(name))} is free"
                )
                yield RULE.fault(pointer, message, ("the name is first written here", taken[1]))
