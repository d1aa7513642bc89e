"""A controller is used by no track of a target.

Why
    It is the clock of nothing. Most likely a track is missing, or names another controller by
    mistake.

Fix
    Add the track, correct its controller, or remove the controller.

Source
    Tracks name their controller by id. A document without tracks is a collection for others to use,
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
    "unused-controller", Severity.HINT, (SEQUENCES,), Level.DOCUMENT, ("duplicate-id",)
)


def check(document: Referring) -> Iterator[Fault]:
    """Yield each controller that no track names."""
    for references in document.references:
        if references.noun == "controller":
            for pointer, identity in references.unused():
                yield RULE.fault(
                    pointer, f"controller {shown(identity)} is used by no track of a target"
                )
