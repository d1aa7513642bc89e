"""A scheme, encoding or version is none that the standard has, or data does not inflate.

Why
    A player cannot tell what the bytes mean.

Fix
    Export the file for JSR-184, version 1.0: sections raw or deflated, keys as floats, bytes or 16
    bits.

Source
    JSR-184, file format: the compression scheme of a section, the encoding of a KeyframeSequence.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SEQUENCES, Rule
from animspec.severities import Severity

RULE: Final = Rule("unknown-encoding", Severity.ERROR, (SEQUENCES,))
