"""The text starts with a byte order mark.

Why
    JSON must not start with one, and strict parsers refuse the file.

Fix
    Save the file as UTF-8 without a byte order mark.

Source
    RFC 8259, section 8.1.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Safety, Severity

RULE: Final = Rule("byte-order-mark", Severity.ERROR, ALL, fix=Safety.SAFE)
