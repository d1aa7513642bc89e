"""The bytes of a section are not those that its checksum was made of.

Why
    Something changed them after they were written. A player may refuse the file, or play whatever
    it now holds. Faults inside of the section follow from that and are not told.

Fix
    Export the file again, or fetch it again. A program that edits files has to write a new
    checksum.

Source
    JSR-184, file format: the Adler-32 checksum at the end of a section.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("checksum-differs", Severity.ERROR, (SEQUENCES,))
