"""Keys add nothing: without all of them together the curve stays where it is.

Why
    They are left over from baking or from posing. They hide the keys that make the motion, and
    whoever moves one of the others gets a bump at them.

Fix
    Remove the keys that are reported, all of them: the error that the message names is measured
    with all of them gone, along the whole curve. The first and the last key are never meant, as
    they say where the motion begins and ends. A key that only looks as if it lay on the way, but
    bends the curve by its interpolation, is not reported; nor is one that parts a turn of more than
    half a turn, which players that turn the short way need.

Source
    The curve is evaluated with and without the keys, as the specification of the document has it.
    Between its probes it is bounded as a cubic is (Ehlich and Zeller, 1964).
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import TOLERANCES, at_most, tolerances
from animspec.rule import ALL, UNORDERED, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.motion import Motion, Moved
    from animspec.rule import Thresholds
    from animspec.thinning import Thinning

RULE: Final = Rule(
    "redundant-key",
    Severity.HINT,
    ALL,
    Level.DOCUMENT,
    (
        *("channel-at-rest", "constant-channel"),
        *UNORDERED,
        *("euler-flip", "quaternion-sign-flip", "opposite-quaternions"),
    ),
    thresholds=TOLERANCES,
    fix=Safety.UNSAFE,
)


def check(document: Moved, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each key that can go together with all others so found in its channel."""
    for motion in document.motions.thinnable(thresholds):
        if len(motion.times) > 2:
            yield from _redundant(motion, thresholds)


def _redundant(motion: Motion, thresholds: Thresholds) -> Iterator[Fault]:
    allowed = tolerances(motion, thresholds)
    spare = motion.spare(allowed)
    if not spare:
        return
    thinning = _thinned(motion, allowed, spare)
    if thinning.dropped:
        measured = _measured(motion, thinning)
        fix = _fix_of(motion, thinning)
        for at in thinning.dropped:
            message = _sentence(motion, thinning, at, measured)
            yield RULE.fault(motion.key_pointer(at), message, fix=fix)


def _fix_of(motion: Motion, thinning: Thinning) -> Callable[[], Fix] | None:
    """Return what makes the fix, which removes all keys so found, as the error is that of all.

    The valid range of a keyframe sequence counts its keys, so that one with a range has none.
    """
    sequence = getattr(motion.channel, "sequence", None)
    if sequence is not None and sequence.validRange is not None:
        return None
    return cache(partial(_fix, motion, thinning))


def _fix(motion: Motion, thinning: Thinning) -> Fix:
    from animspec.fixes import Fix, Remove  # noqa: PLC0415 - only where a fix is asked for

    keys = [motion.key_pointer(at) for at in thinning.dropped]
    message = f"remove {plural(len(keys), 'key')}"
    return Fix(message, tuple(map(Remove, keys)), keys[0][:-1])


def _thinned(motion: Motion, allowed: list[float], spare: Sequence[int]) -> Thinning:
    # Few channels have keys that might go, and numpy is for those.
    import numpy as np  # noqa: PLC0415

    from animspec.thinning import Subject, thinned  # noqa: PLC0415

    subject = Subject(motion.curve, motion.may_join, len(motion.times), motion.bounds)
    with np.errstate(all="ignore"):
        return thinned(subject, allowed, spare)


def _measured(motion: Motion, thinning: Thinning) -> str:
    """Return how far the curve moves, as a sentence says it."""
    moved = [
        (group, max(thinning.moved[column] for column in group.columns)) for group in motion.groups
    ]
    told = [f"{group.noun} moves by at most {at_most(by)}{group.unit}" for group, by in moved if by]
    return listed(told) if told else "the curve is the same"


def _sentence(motion: Motion, thinning: Thinning, at: int, measured: str) -> str:
    others = len(thinning.dropped) - 1
    without = "it" if not others else f"it and the {others} other{'s' * (others > 1)} so found"
    return f"{motion.name(at)} adds nothing: without {without}, {measured}"
