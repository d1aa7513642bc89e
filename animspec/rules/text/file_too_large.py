"""A file is larger than what is read.

Why
    A file of 200 000 keys has about 20 million bytes. A limit keeps a wrong path from filling
    the memory.

Fix
    Split the set, or leave the file out of the check.

Source
    The limit is 256 MiB.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("file-too-large", Severity.ERROR, ALL)
