"""Objects that are not animation were skipped.

Why
    Only keyframe sequences, controllers and tracks are looked at. A mesh or a texture in the file
    may have faults that nobody has told.

Fix
    Nothing is wrong. Converting the file to a document keeps the animation only.

Source
    The message counts the objects by their types.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("objects-skipped", Severity.HINT, (SEQUENCES,))
