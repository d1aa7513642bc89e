"""Two clips of a set have one name, compared trimmed and in any case.

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

from animspec.holes import is_known
from animspec.names import NameSet, name_key
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import DocumentPart
    from animspec.pointers import Pointer

RULE: Final = Rule("duplicate-name", Severity.ERROR, (SETS,), Level.DOCUMENT, ("blank-name",))


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each clip whose name an earlier clip has."""
    first: dict[str, tuple[str, Pointer]] = {}
    for part in document.clips:
        name = part.clip.name
        if not is_known(name):
            continue
        pointer = (*part.pointer, "name")
        taken = first.setdefault(name_key(name), (name, pointer))
        if taken[1] != pointer:
            names = [each.clip.name for each in document.clips if is_known(each.clip.name)]
            message = (
                f"name {shown(name)} is taken by an earlier clip, {shown(taken[0])}; "
                f"{shown(NameSet(names).free(name))} is free"
            )
            yield RULE.fault(pointer, message, ("the name is first written here", taken[1]))
