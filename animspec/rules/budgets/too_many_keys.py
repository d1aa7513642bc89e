"""A channel has more keys than its budget.

Why
    Each key costs memory and time wherever the motion is played. A baked recording has a key on
    every frame, most of which nobody would miss.

Fix
    Remove the keys that the curve does not need, or raise the budget.

Source
    The rule speaks only where configuration sets a budget, as in keys-per-channel = 2000.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import ALL, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Ordered

RULE: Final = Rule("too-many-keys", Severity.WARNING, ALL, Level.CHANNEL, budget="keys_per_channel")


def check(channel: Ordered, budget: int) -> Iterator[Fault]:
    """Yield the channel if it has too many keys."""
    count = len(channel.times)
    if count > budget:
        message = f"the channel has {count} keys, expected at most {budget}"
        yield RULE.fault(channel.pointer, message)
