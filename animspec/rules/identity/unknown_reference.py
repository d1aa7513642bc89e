"""A part names another one that the document does not have.

Why
    A track without its sequence or its controller plays nothing, or keeps the document from being
    loaded.

Fix
    Correct the name, or add what it means. A likely id is suggested.

Source
    Tracks of keyframe sequences name their sequence and their controller by id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity
from animspec.wording import did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Referring

RULE: Final = Rule("unknown-reference", Severity.ERROR, (SEQUENCES,), Level.DOCUMENT)

_GUESSED: Final = 20
"""How many references of a list get a guess: each is compared with every id there is."""


def check(document: Referring) -> Iterator[Fault]:
    """Yield each reference that leads nowhere."""
    for references in document.references:
        ids = [label for _, label in references.labels.entries]
        for at, (pointer, name) in enumerate(references.unknown()):
            message = (
                f"{references.noun} {shown(name)} is not in the document, "
                f"expected the id of a {references.noun}"
            )
            guess = did_you_mean(name, ids) if at < _GUESSED else ""
            yield RULE.fault(pointer, message + guess)
