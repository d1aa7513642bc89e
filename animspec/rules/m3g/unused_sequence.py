"""A sequence is used by no track of a target.

Why
    It moves nothing, and the file carries its keys in vain. Most likely a track is missing, or
    names another sequence by mistake.

Fix
    Add the track, correct its sequence, or remove the sequence.

Source
    Tracks name their sequence by id. A document without tracks is a collection for others to use,
    and nothing is said of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Referring

RULE: Final = Rule(
    "unused-sequence", Severity.HINT, (SEQUENCES,), Level.DOCUMENT, ("duplicate-id",)
)


def check(document: Referring) -> Iterator[Fault]:
    """Yield each sequence that no track names."""
    for references in document.references:
        if references.noun == "sequence":
            for pointer, identity in references.unused():
                yield RULE.fault(
                    pointer, f"sequence {shown(identity)} is used by no track of a target"
                )
