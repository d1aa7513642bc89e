"""A section, or the file, is shorter or longer than it says.

Why
    A player refuses the file. What stands after the place could not be checked.

Fix
    The file was most likely cut off while it was written or copied: export it again.

Source
    JSR-184, file format: the total and the uncompressed length of a section, and the header's file
    size.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("section-truncated", Severity.ERROR, (SEQUENCES,))
