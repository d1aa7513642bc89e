"""Arrays or objects lie more than 64 levels deep in one another.

Why
    Parsers have limits of their own, some crash beyond them. No format of animation needs a
    dozen levels.

Fix
    Take the value out, or flatten it.

Source
    RFC 8259, section 9, lets a parser set limits; 64 is ours.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("nested-too-deep", Severity.ERROR, ALL)
