"""Of two keys that follow each other one mirrors the object and the other does not.

Why
    No rotation leads from the one to the other: on the way the object is squeezed flat and
    comes out inside out.

Fix
    Give both keys the same sign, or hold the first one, so that the object jumps.

Source
    A mirror shows as a negative x scale, and scales blend between keys (SEMANTICS 3.7 and 3.8).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, UNORDERED, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule(
    "mirror-between-keys",
    Severity.WARNING,
    (SCENES,),
    Level.CHANNEL,
    ("matrix-not-affine", *UNORDERED),
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each key that a mirrored object leads to, or leads to a mirrored object."""
    if len({shape.sign for _, shape in channel.shapes} - {0}) < 2:
        return
    for (before, first), (at, second) in pairwise(channel.shapes):
        # A key without volume is told of by another rule, and a hold passes nothing.
        if first.sign * second.sign < 0 and at == before + 1 and _moves(channel, before):
            mirrored, plain = (before, at) if first.sign < 0 else (at, before)
            message = (
                f"key {mirrored} mirrors the object and key {plain} does not, "
                f"so that it is flat on the way; is a hold meant?"
            )
            yield RULE.fault((*channel.pointer, at, "m"), message)


def _moves(channel: ChannelPart, at: int) -> bool:
    return bool(channel.keys[at].ease != "hold")
