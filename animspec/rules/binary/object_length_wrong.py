"""An object ends before all of it is there, or goes on after it.

Why
    A player refuses the file, or takes one object's bytes for another's.

Fix
    Export the file again. A writer counts an object's length without its type and the length
    itself.

Source
    JSR-184, file format: the length of an object.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("object-length-wrong", Severity.ERROR, (SEQUENCES,))
