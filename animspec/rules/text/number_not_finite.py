"""A number is NaN or infinite, or too large for a double.

Why
    JSON cannot write such numbers, and a curve through one has no value. 1e999 is read as
    infinity by most parsers.

Fix
    Find out what the exporter divided by zero, and write a number.

Source
    RFC 8259, section 6.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("number-not-finite", Severity.ERROR, ALL)
