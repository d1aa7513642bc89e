"""A file that was named cannot be read.

Why
    It is absent, a folder or a broken link, or the system refuses it, so nothing of it was
    checked.

Fix
    Name the file as it is spelled, mend the link, or give the user who runs the check the right
    to read it.

Source
    The message is the operating system's.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("cannot-read", Severity.ERROR, ALL)
