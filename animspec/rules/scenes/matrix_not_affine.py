"""The fourth row of an object's matrix is not 0, 0, 0, 1.

Why
    Such a matrix is no placement. Our evaluator and many players do not read the row, others
    divide by what it gives, and the object is distorted.

Fix
    Write the matrix column by column, with the position as its thirteenth to fifteenth number,
    and 0, 0, 0, 1 as every fourth.

Source
    A placement is a rotation, a scale and a position; matrices are written column by column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule("matrix-not-affine", Severity.ERROR, (SCENES,), Level.CHANNEL)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each matrix whose fourth row is another."""
    for at, shape in channel.odd_shapes:
        if not shape.affine:
            matrix = channel.keys[at].m
            row = ", ".join(number(matrix[place]) for place in (3, 7, 11, 15))
            by_rows = any(matrix[3:12:4]) and not any(matrix[12:15])
            guess = "; is the matrix written row by row?" if by_rows else ""
            message = f"the fourth row of key {at} is {row}, expected 0, 0, 0, 1{guess}"
            yield RULE.fault((*channel.pointer, at, "m"), message)
