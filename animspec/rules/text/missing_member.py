"""An object lacks a member that it must have.

Why
    There is no default for it, so a player cannot know what is meant.

Fix
    Add the member. Where another name is suggested, it is likely misspelt.

Source
    The JSON Schema of the object.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("missing-member", Severity.ERROR, ALL)
