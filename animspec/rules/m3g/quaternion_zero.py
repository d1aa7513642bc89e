"""A key of SLERP or SQUAD has no direction, its numbers being all but 0.

Why
    No orientation is meant by it. Players take the identity for it, others divide by 0.

Fix
    Write the orientation as x, y, z, w; no rotation is 0, 0, 0, 1.

Source
    JSR-184, KeyframeSequence: keys are normalised when they are set. From a squared length of 1e-5
    down a widely shipped player takes the identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.parts.m3g_sequences import is_zero
from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule("quaternion-zero", Severity.ERROR, (SEQUENCES,), Level.CHANNEL)


def check(sequence: SequencePart) -> Iterator[Fault]:
    """Yield each valid key whose quaternion is too short for a direction."""
    for at, norm in sequence.norms.items():
        if is_zero(norm):
            message = f"key {at} is {norm:.4g} long, expected a unit quaternion"
            yield RULE.fault(sequence.value_pointer(at), message)
