"""A whole number is written with a point or an exponent, such as 24000.0.

Why
    JSON Schema takes it for the integer 24000, but parsers that tell integers from floats
    refuse it.

Fix
    Write it without point and exponent.

Source
    JSON Schema 2020-12, section 4.2.3.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Safety, Severity

RULE: Final = Rule("integer-written-as-float", Severity.HINT, ALL, fix=Safety.SAFE)
