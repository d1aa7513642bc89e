"""A short word for what a channel's keys say, equal where they say the same."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

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
    words = (
        *(channel.measure, channel.before, channel.after, *channel.expressions),
        *(str(channel.values.shape[1:]), *channel.interpolations),
    )
    parts = [
        "\0".join(words).encode("utf-8", "surrogatepass"),
        _bytes(channel.keys),
        _bytes(channel.values),
    ]
    if channel.handles is not None:
        parts += [_bytes(channel.handles.left), _bytes(channel.handles.right)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:LETTERS]


def _bytes(numbers: Floats) -> bytes:
    # There is one zero: adding it takes the sign away.
    return (numbers + 0.0).astype("<f8", copy=False).tobytes()
