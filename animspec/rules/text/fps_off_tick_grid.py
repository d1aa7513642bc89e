"""A clip's fps does not divide a second into whole ticks.

Why
    A second has 24000 ticks, and only for a whole divisor every frame falls on one. With 23.976
    frames drift against the keys: a player that takes 24 is a frame off after 1000.

Fix
    Write one of the rates that the message names: 24 for film at 23.976, 30 for video at 29.97.

Source
    The animation set refuses a clip whose fps is not a positive whole divisor of 24000.
"""

from __future__ import annotations

from typing import Final

from animspec.rule import SETS, Rule
from animspec.severities import Severity

RULE: Final = Rule("fps-off-tick-grid", Severity.ERROR, (SETS,))
