"""Keys of SPLINE or SQUAD stand at uneven times, which the page and its players read otherwise.

Why
    The page prints the factors that make up for uneven times the wrong way round. A player written
    by the page's letter shows another motion than those that are shipped, by as much as the message
    says.

Fix
    Nothing is wrong if you know your player. Keys at even times mean the same to all.

Source
    JSR-184, KeyframeSequence, SPLINE: as printed, uniform motion does not stay uniform.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule, Threshold, Thresholds
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.m3g.ambiguity import ReadingGap
    from animspec.model.m3g_animation import Sequence
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule(
    "spline-readings-part",
    Severity.HINT,
    (SEQUENCES,),
    Level.CHANNEL,
    thresholds={
        "share": Threshold(
            1e-6, "of the greatest number of the keys; less is lost in single floats anyway"
        ),
        "degrees": Threshold(
            1e-3, "between two orientations; less is lost in single floats anyway"
        ),
    },
)

_SPLINES: Final = frozenset({"SPLINE", "SQUAD"})


def check(part: SequencePart, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the sequence's interpolation if its two readings part."""
    if part.sequence.interpolation not in _SPLINES or not _is_sound(part):
        return
    gap = _gap(part.sequence)
    if gap is None:
        return
    turns = part.is_spherical
    size = max(abs(number) for key in part.keys for number in key.value)
    if gap.difference > (thresholds["degrees"] if turns else thresholds["share"] * size):
        by = f"{gap.difference:.4g}{' degrees' if turns else ''}"
        message = (
            f"the keys are at uneven times, so the printed and the usual reading of "
            f"{part.sequence.interpolation} part, by up to {by} at time {gap.time:.6g}"
        )
        yield RULE.fault((*part.pointer, "interpolation"), message)


def _is_sound(part: SequencePart) -> bool:
    """Whether the sequence can be played, its duration being checked when it is."""
    return bool(part.order) and part.rises and part.components is not None


def _gap(sequence: Sequence) -> ReadingGap | None:
    """Return by how much the readings part, None where they do not or it cannot be told."""
    # Only hints need numpy.
    import numpy as np  # noqa: PLC0415

    from animspec.m3g import IllegalStateError, load_sequence, reading_gap  # noqa: PLC0415

    with np.errstate(all="ignore"):
        try:
            gap = reading_gap(load_sequence(sequence))
        except IllegalStateError:
            return None  # the duration is at fault, and another rule says so
    return gap if gap is not None and isfinite(gap.difference) else None
