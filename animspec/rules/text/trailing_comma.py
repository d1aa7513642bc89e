"""A comma stands before the end of an array or object.

Why
    JSON does not allow it, and most parsers refuse the file.

Fix
    Remove the comma.

Source
    RFC 8259, sections 4 and 5.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Safety, Severity

RULE: Final = Rule("trailing-comma", Severity.ERROR, ALL, fix=Safety.SAFE)
