"""A whole number is beyond 2^53.

Why
    Doubles do not hold every integer from there on, so that players read another number than
    the file says.

Fix
    Write a number that fits. Ticks and lengths of real motion are far smaller.

Source
    RFC 8259, section 6.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("integer-too-large", Severity.ERROR, ALL)
