"""The bytes of the file are not UTF-8.

Why
    JSON that is exchanged is UTF-8; players and tools differ in what they make of other bytes,
    or refuse them.

Fix
    Save the file as UTF-8 without a byte order mark.

Source
    RFC 8259, section 8.1.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("not-utf8", Severity.ERROR, ALL)
