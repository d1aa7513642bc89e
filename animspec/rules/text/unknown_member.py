"""An object holds a member that the format does not know.

Why
    Players ignore it. It may be a misspelling of a member that they would heed; or it is data
    of a tool, which is kept by every edit.

Fix
    Spell it right or remove it. Members that a tool needs can be allowed by name.

Source
    The JSON Schemas allow it; real files carry such members.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("unknown-member", Severity.WARNING, ALL)
