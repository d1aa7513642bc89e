"""An object holds two members of one name.

Why
    Parsers keep the first, the last or both: players show different motion from one file.

Fix
    Keep the member that is meant and remove the other. Both places are shown.

Source
    RFC 8259, section 4.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("duplicate-member", Severity.ERROR, ALL)
