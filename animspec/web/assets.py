"""The files of the page, read once when the service starts: no request names a file."""

from __future__ import annotations

import gzip
import hashlib
import secrets
from functools import cache
from importlib.resources import files
from typing import Final

from attrs import frozen

from animspec.web.problems import ProblemError

MEDIA_TYPES: Final = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "txt": "text/plain",
}
"""The kinds of file that the page is made of."""

NONCE: Final = b"{{nonce}}"
"""Where a page names the word that its styles are known by, a new one each time."""

STYLED_INLINE: Final = frozenset({"docs.html"})
"""Pages whose elements have styles of their own: Swagger UI writes some."""

WORTH_PACKING: Final = 1024
"""Bytes from which on a file is sent compressed."""


@frozen(eq=False)
class Asset:
    """One file as it is sent."""

    media_type: str
    content: bytes
    packed: bytes | None
    tag: str


@cache
def assets() -> dict[str, Asset]:
    """Return every file of the page by its name."""
    folder = files("animspec.web") / "static"
    return {
        item.name: _asset(item.name, item.read_bytes())
        for item in folder.iterdir()
        if item.name.rpartition(".")[2] in MEDIA_TYPES
    }


def _asset(name: str, content: bytes) -> Asset:
    packed = gzip.compress(content, mtime=0) if len(content) >= WORTH_PACKING else None
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Asset(MEDIA_TYPES[name.rpartition(".")[2]], content, packed, tag)


def asset(name: str) -> Asset:
    """Return a file of the page.

    Raises:
        ProblemError: it has none of that name.
    """
    found = assets().get(name)
    if found is None:
        raise ProblemError("not-found", "the page has no file of this name")
    return found


def page(name: str) -> tuple[bytes, str]:
    """Return a page, and the policy that it is read under: no script but the service's own."""
    nonce = secrets.token_urlsafe(16)
    styles = "'unsafe-inline'" if name in STYLED_INLINE else f"'nonce-{nonce}'"
    policy = (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
        f"style-src 'self' {styles}; font-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    return asset(name).content.replace(NONCE, nonce.encode()), policy
