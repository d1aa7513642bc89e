"""The text is not JSON.

Why
    No player can read the file. What stands after the place could not be checked.

Fix
    Write what the message expects at the place. A file that ends too early was most likely cut
    off while it was written or copied: export it again.

Source
    RFC 8259.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("not-json", Severity.ERROR, ALL)
