"""A number, or the size of a list, is outside of what the format allows.

Why
    Players refuse it or cut it to the range.

Fix
    Write a value in the range that the message names.

Source
    The JSON Schema of the object.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("value-out-of-range", Severity.ERROR, ALL)
