"""A clip lasts longer than its budget.

Why
    Long clips are large and slow to load. Often the length was mistyped, or an editor's default
    was never changed.

Fix
    Correct the length, split the clip, or raise the budget.

Source
    The rule speaks only where configuration sets a budget, as in clip-seconds = 60.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Paced

RULE: Final = Rule(
    "clip-too-long", Severity.WARNING, (SETS, SCENES), Level.DOCUMENT, budget="clip_seconds"
)


def check(document: Paced, budget: float) -> Iterator[Fault]:
    """Yield each length over the budget."""
    for each in document.paces:
        if each.seconds > budget:
            lasts = number(round(each.seconds, 3))
            unit = "second" if lasts == "1" else "seconds"
            message = f"the {each.noun} lasts {lasts} {unit}, expected at most {number(budget)}"
            yield RULE.fault((*each.pointer, "length"), message)
