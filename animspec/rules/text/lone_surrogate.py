r"""A string holds half of a surrogate pair, such as \ud83d alone.

Why
    It is not a character. Parsers refuse it, replace it or keep it, and the name it stands in
    is another one in each of them.

Fix
    Write the whole pair or the character itself.

Source
    RFC 8259, section 8.2.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("lone-surrogate", Severity.ERROR, ALL)
