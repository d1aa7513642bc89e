"""An ignore hides nothing.

Why
    The fault that it was written for is gone, or the file or the part has another name now. Left
    where it is, it would hide the next fault there.

Fix
    Remove the ignore, or correct its glob, its rule or its address.

Source
    An ignore is judged where all files that it may be about were checked and its rule was looked
    for: where a folder is checked that holds the file of ignores, or the one file that it names.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("unused-ignore", Severity.WARNING, ALL)
