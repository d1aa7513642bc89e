"""An earlier clip or track spells the path of the same block or object in another way.

Why
    Paths compare trimmed and in any case, so the document means one thing by both; code that
    compares them letter by letter takes them for two.

Fix
    Spell the path everywhere as the block or the object itself is spelled.

Source
    Paths compare segment by segment as names do; a track keeps the spelling it was written with.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.paths import path_key, trimmed
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts import Spelling
    from animspec.parts.vocabulary import Pathed
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "path-spelled-differently",
    Severity.HINT,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("duplicate-track", "duplicate-body", "blank-name"),
    fix=Safety.UNSAFE,
    guard=lambda survey: not survey.one_spelling,
)


def check(document: Pathed) -> Iterator[Fault]:
    """Yield each path that the part which first has the block spells otherwise."""
    first: dict[str, Spelling] = {}
    for each in document.spellings:
        before = first.setdefault(path_key(each.path), each)
        # White space around names is what another rule speaks of.
        path, spelled = trimmed(each.path), trimmed(before.path)
        if path != spelled and before.scope != each.scope:
            message = f"path {shown(path)} is spelled {shown(spelled)} {document.earlier}"
            related = ("it is first spelled here", before.pointer)
            yield RULE.fault(
                each.pointer, message, related, fix=partial(_fix, each.pointer, spelled)
            )


def _fix(pointer: Pointer, spelled: str) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    return replacement("spell it as before", pointer, spelled)
