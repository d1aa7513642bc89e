"""Bodies that are sent compressed, inflated as far as they may be."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from animspec.web.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ACCEPTED: Final = "gzip, deflate"
"""What the service says of the encodings that it knows."""

_GZIP: Final = 31
_ZLIB: Final = 15
_RAW: Final = -15
"""Windows of zlib; many senders of "deflate" leave out the wrapper of RFC 1950."""


def inflated(data: bytes, encoding: str, most: int) -> bytes:
    """Return a body as it was before its sender compressed it.

    >>> inflated(zlib.compress(b"{}"), "deflate", 100)
    b'{}'

    Raises:
        ProblemError: the encoding is not known, or the body is not of it or inflates to more
            than ``most`` bytes.
    """
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return data
    if name not in _INFLATERS:
        detail = f'the Content-Encoding is "{name[:40]}", expected gzip or deflate'
        raise ProblemError("encoding-unknown", detail, {"Accept-Encoding": ACCEPTED})
    try:
        return _INFLATERS[name](data, most)
    except zlib.error as error:
        detail = f"the body is not {name}: {error}"
        raise ProblemError("body-not-inflatable", detail) from None


def _gzip(data: bytes, most: int) -> bytes:
    """Inflate the members of a gzip file, one after the other (RFC 1952, 2.2)."""
    pieces: list[bytes] = []
    left = most
    while data:
        piece, data = _stream(data, _GZIP, left)
        left -= len(piece)
        pieces.append(piece)
    return b"".join(pieces)


def _deflate(data: bytes, most: int) -> bytes:
    """Inflate a zlib stream, or one without its wrapper."""
    try:
        piece, rest = _stream(data, _ZLIB, most)
    except zlib.error:
        piece, rest = _stream(data, _RAW, most)
    if rest:
        raise zlib.error(f"{len(rest)} bytes follow its end")
    return piece


def _stream(data: bytes, window: int, most: int) -> tuple[bytes, bytes]:
    """Return what a stream inflates to, and what follows it."""
    machine = zlib.decompressobj(window)
    piece = machine.decompress(data, most + 1)
    if len(piece) > most:
        raise ProblemError("body-too-large", "the body inflates to more bytes than are taken")
    if not machine.eof:
        raise zlib.error("it ends too soon")
    return piece, machine.unused_data


_INFLATERS: Final[Mapping[str, Callable[[bytes, int], bytes]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
}
