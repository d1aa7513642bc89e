"""Files and findings as other tools know them again: paths, URIs and fingerprints."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from animspec.findings import Finding


def path_from_here(file: str) -> Path:
    """Return the path of a file from the current folder, or its whole path if it lies elsewhere.

    >>> path_from_here("./a/../b/fox.voxelanim.json").as_posix()
    'b/fox.voxelanim.json'
    """
    path = Path(os.path.normpath(Path(file).absolute()))
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def uri(file: str) -> str:
    """Return the URI of a file: relative to the current folder, absolute if it lies elsewhere.

    >>> uri("./50%/fox 1#.voxelanim.json"), uri("c:d.json"), uri("ä")
    ('50%25/fox%201%23.voxelanim.json', 'c%3Ad.json', '%C3%A4')
    """
    path = path_from_here(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


class Fingerprints:
    """Gives each finding of a run a fingerprint that other runs give it, too.

    It is the SHA-256 of rule, file and stable address. Lines, columns and
    places in lists are no part of it, so it survives edits elsewhere in the
    file. Findings that are alike in all three are counted, in the order of
    their places, so that no two of a run have one fingerprint.
    """

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def of(self, finding: Finding, path: str) -> str:
        """Return the fingerprint of the next finding, in the file of that path or URI."""
        parts = (finding.rule, path, finding.identity)
        alike = _hash("\0".join(parts))
        self._seen[alike] += 1
        nth = self._seen[alike]
        return (alike if nth == 1 else _hash(f"{alike.hex()}\0{nth}")).hex()


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
