"""A file that was named is of no known kind.

Why
    Neither its name nor the members at its top tell what it is, so nothing of it was checked.

Fix
    Name the file by its kind, such as walk.voxelanim.json, or leave it out.

Source
    A kind is known by the end of the file name, or by the members at the top.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import ALL, Rule
from animspec.severities import Severity

RULE: Final = Rule("unknown-document", Severity.ERROR, ALL)
