"""A value is not one of those that the format knows.

Why
    A player does not know what is meant, and falls back to something or fails.

Fix
    Write one of the values in the message.

Source
    The JSON Schema of the object.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("value-not-allowed", Severity.ERROR, ALL)
