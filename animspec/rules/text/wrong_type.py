"""A value is of another type than the format has.

Why
    Players refuse it, or convert it each in its own way: a text is not a number, and null is
    not an absent member.

Fix
    Write a value of the expected type; leave an optional member out instead of null.

Source
    The JSON Schema of the object.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("wrong-type", Severity.ERROR, ALL)
