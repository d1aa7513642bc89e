"""An object refers to none, to a later one, or to one of another type.

Why
    A player refuses the file: objects are made in the order of the file, from what came before.

Fix
    Write what is referred to first, and count objects from 1 at the header.

Source
    JSR-184, file format: object references.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("reference-to-nothing", Severity.ERROR, (SEQUENCES,))
