"""A short word for what a channel's keys say, equal where they say the same."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from animspec.channels import Channel
    from animspec.curves import Floats

LETTERS: Final = 16
"""Of a digest: enough that no two channels of a project ever share one by chance."""


def digest(channel: Channel) -> str:
    """Return the digest of a channel: of its keys, their handles, cycles and expressions.

    Neither its path and name nor what acts on it from outside take part: values of
    variables, action clips, controllers.

    Source: SHA-256, its first 64 bits, over numbers as little-endian doubles.
    """
    made = hashlib.sha256()
    words = (channel.measure, channel.before, channel.after, *channel.expressions)
    for word in (*words, str(channel.values.shape[1:]), *channel.interpolations):
        made.update(word.encode("utf-8", "surrogatepass") + b"\0")
    numbers = [channel.keys, channel.values]
    if channel.handles is not None:
        numbers += [channel.handles.left, channel.handles.right]
    for each in numbers:
        made.update(_bytes(each))
    return made.hexdigest()[:LETTERS]


def _bytes(numbers: Floats) -> bytes:
    """Return numbers as bytes: one zero, and one way to write what is no number."""
    plain = np.where(np.isnan(numbers), np.nan, numbers + 0.0)
    return plain.astype("<f8").tobytes()
