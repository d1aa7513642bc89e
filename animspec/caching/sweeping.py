"""Keeping the cache small: what was not used for long leaves, and the oldest of too much."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from animspec.caching.boxes import SUFFIX, TEMPORARY

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT: Final = 30 * 86_400
"""In seconds: how long a box is kept that nobody uses."""

MOST: Final = 256 * 2**20
"""In bytes: how much all boxes may have together."""

_SELDOM: Final = 3_600
"""In seconds: how long nothing is swept after a sweep."""

_STAMP: Final = "swept"


def sweep_now_and_then(cache: str) -> None:
    """Sweep the cache, unless that was done not long ago."""
    stamp = os.path.join(cache, _STAMP)
    with suppress(OSError):
        try:
            if os.stat(stamp).st_mtime > time.time() - _SELDOM:
                return
        except FileNotFoundError:
            _settle_in(cache)
        with open(stamp, "wb"):
            os.utime(stamp)
        sweep(cache)


def sweep(cache: str, most: int = MOST, kept: float = KEPT) -> None:
    """Delete the boxes that nobody used for ``kept`` seconds, then the oldest beyond ``most``."""
    boxes = sorted(_boxes(cache), reverse=True)
    oldest, total = time.time() - kept, 0
    for used, size, path in boxes:
        total += size
        if total > most or used < oldest:
            with suppress(OSError):
                os.unlink(path)
    _without_empty_folders(cache)


def _boxes(cache: str) -> Iterator[tuple[float, int, str]]:
    """Yield when each box was used last, its size and its path; nothing else is ours to delete."""
    for folder, _, names in os.walk(cache):
        for name in names:
            if name.endswith(SUFFIX) or TEMPORARY in name:
                path = os.path.join(folder, name)
                with suppress(OSError):
                    found = os.stat(path)
                    yield found.st_mtime, found.st_size, path


def _without_empty_folders(cache: str) -> None:
    for folder, _, _ in os.walk(cache, topdown=False):
        if folder != cache:
            with suppress(OSError):
                os.rmdir(folder)


_NOTES: Final = {
    "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n# What animspec found before.\n",
    ".gitignore": "*\n",
}
"""What tells backups and git to leave the cache alone, should it stand in a repository.

Source: https://bford.info/cachedir/
"""


def _settle_in(cache: str) -> None:
    os.makedirs(cache, mode=0o700, exist_ok=True)
    for name, text in _NOTES.items():
        with open(os.path.join(cache, name), "w", encoding="utf-8") as file:
            file.write(text)
