"""The file is not an M3G file, or has no header as its first object.

Why
    No player loads it. Nothing of it could be checked.

Fix
    Export the file again, or name it by what it is. A file that went through a transfer as text has
    other line ends in its first 12 bytes.

Source
    JSR-184, file format: the file identifier, and the header object.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("not-m3g", Severity.ERROR, (SEQUENCES,))
