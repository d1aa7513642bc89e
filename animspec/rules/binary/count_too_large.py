"""A count says more than the object, or any player, can hold.

Why
    A player that trusts the count reads past the object's end, or takes memory that it does not
    have.

Fix
    Export the file again; the count or the object's length is wrong.

Source
    JSR-184, file format: arrays and counts. The bound of 2^18 objects is ours.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("count-too-large", Severity.ERROR, (SEQUENCES,))
