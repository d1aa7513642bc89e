"""A key of SLERP or SQUAD is a quaternion whose length is not 1.

Why
    A player normalises it when it is set, so what plays is not what is written. Most likely the
    numbers mean something else, angles for instance, or were summed and never normalised.

Fix
    Divide the numbers by the length that the message names, if their direction is what is meant.

Source
    JSR-184, KeyframeSequence: keys of SLERP and SQUAD are normalised when they are set.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.parts.m3g_sequences import is_zero
from animspec.rule import SEQUENCES, Level, Rule, Threshold, Thresholds
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule(
    "quaternion-not-unit",
    Severity.WARNING,
    (SEQUENCES,),
    Level.CHANNEL,
    thresholds={
        "tolerance": Threshold(
            0.01,
            "too long or too short; keys in 8 bits a component, the coarsest encoding of files, "
            "are up to 0.008",
        )
    },
    fix=Safety.UNSAFE,
)


def check(sequence: SequencePart, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each valid key whose quaternion is clearly longer or shorter than 1."""
    for at, norm in sequence.norms.items():
        if abs(norm - 1.0) > thresholds["tolerance"] and not is_zero(norm):
            message = f"key {at} is {norm:.4g} long, expected a unit quaternion"
            yield RULE.fault(sequence.value_pointer(at), message, fix=partial(_fix, sequence, at))


def _fix(sequence: SequencePart, at: int) -> Fix:
    from animspec.turning import normalised  # noqa: PLC0415 - only where a fix is asked for

    return normalised(sequence, at)
