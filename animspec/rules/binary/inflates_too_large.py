"""A deflated section comes to more than it says, or all of them to more than 16 MiB.

Why
    A player on a telephone runs out of memory, and a small file can be made to fill any memory.

Fix
    Export the file again with the length that the section has, or split the content.

Source
    JSR-184, file format: the uncompressed length of a section. The bound of 16 MiB is ours.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("inflates-too-large", Severity.ERROR, (SEQUENCES,))
