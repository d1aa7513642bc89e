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

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from animspec.names import NameSet, name_key
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts import Labels
    from animspec.parts.vocabulary import Named
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "duplicate-name",
    Severity.ERROR,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("blank-name",),
    fix=Safety.UNSAFE,
    guard=lambda survey: not survey.own_names,
)


def check(document: Named) -> Iterator[Fault]:
    """Yield each part whose name an earlier part of its list has."""
    for labels in document.named:
        first: dict[str, tuple[str, Pointer]] = {}
        every: NameSet | None = None
        renamed = cache(partial(_renamed, labels))
        for pointer, name in labels.entries:
            taken = first.setdefault(name_key(name), (name, pointer))
            if taken[1] != pointer:
                every = every or NameSet([label for _, label in labels.entries])
                message = (
                    f"name {shown(name)} is taken by an earlier {labels.noun}, {shown(taken[0])}; "
                    f"{shown(every.free(name))} is free"
                )
                related = ("the name is first written here", taken[1])
                yield RULE.fault(
                    pointer,
                    message,
                    related,
                    fix=partial(_fix, pointer, renamed),
                    about=f"{labels.noun} {shown(name_key(name))}",
                )


def _renamed(labels: Labels) -> dict[Pointer, str]:
    """Return a name for each part whose name is taken: free, and no two alike."""
    taken = NameSet([label for _, label in labels.entries])
    seen: set[str] = set()
    renamed: dict[Pointer, str] = {}
    for pointer, name in labels.entries:
        if name_key(name) in seen:
            renamed[pointer] = taken.free(name)
            taken = NameSet([*taken.keys, renamed[pointer]])
        seen.add(name_key(name))
    return renamed


def _fix(pointer: Pointer, renamed: Callable[[], dict[Pointer, str]]) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    name = renamed()[pointer]
    return replacement(f"rename it to {shown(name)}", pointer, name)
