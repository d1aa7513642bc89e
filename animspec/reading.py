"""The document in some bytes, whether they are text or binary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.documents import Document, read
from animspec.kinds import by_binary

if TYPE_CHECKING:
    from animspec.kinds import Kind


def read_any(data: bytes, name: str, kind: Kind | None = None, *, light: bool = False) -> Document:
    """Return the document that the bytes hold, as text or binary, whatever they are.

    ``kind`` overrides what the name and the bytes say. ``light``: the model of
    a text is one to look at only, as ``decoding.likeness`` has it.
    """
    binary = by_binary(name, data)
    if binary is None or kind not in (None, binary):
        return read(data, name, kind, light=light)
    # Texts need no reader of binary files, and nothing of numpy.
    from animspec.binaries import read_m3g_document  # noqa: PLC0415

    return read_m3g_document(data, name, binary)
