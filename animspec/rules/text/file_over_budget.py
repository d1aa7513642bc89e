"""A file has more bytes than its budget.

Why
    Everybody who checks out, downloads or loads the file pays for its size.

Fix
    Remove keys that the curves do not need, split the file, or raise the budget.

Source
    The rule speaks only where configuration sets a budget, as in file-bytes = 5_000_000.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("file-over-budget", Severity.WARNING, ALL)
