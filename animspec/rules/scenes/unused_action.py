"""An action is played by no clip.

Why
    It moves nothing, and the file carries its keys in vain. Most likely a clip is missing, or
    names another action by mistake.

Fix
    Add the clip, correct its action, or remove the action.

Source
    Clips name their action by id. A scene without clips is a collection of actions for others
    to use, and nothing is said of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Referring

RULE: Final = Rule("unused-action", Severity.HINT, (SCENES,), Level.DOCUMENT, ("duplicate-id",))


def check(document: Referring) -> Iterator[Fault]:
    """Yield each action that no clip names."""
    for references in document.references:
        if references.noun == "action":
            for pointer, identity in references.unused():
                yield RULE.fault(pointer, f"action {shown(identity)} is played by no clip")
