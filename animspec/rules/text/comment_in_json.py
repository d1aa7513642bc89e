"""A comment stands in the text.

Why
    JSON has no comments, and most parsers refuse the file.

Fix
    Move the remark to where people look for it, such as a README beside the file or the commit
    message.

Source
    RFC 8259.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Safety, Severity

RULE: Final = Rule("comment-in-json", Severity.ERROR, ALL, fix=Safety.UNSAFE)
