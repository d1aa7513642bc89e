"""What a run saw of the disk, and whether all of that is still so.

A file is asked first by its status (size, time of change, inode), which costs
next to nothing, and read only where the status differs or proves nothing: a
file that was changed just before it was seen may change again within the same
tick of the clock of its disk. Nothing here needs more than Python has itself.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import time
from typing import TYPE_CHECKING, Final, TypeAlias

from animspec.files import entries_of, kind_of, read_with_status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Status: TypeAlias = tuple[int, int, int, int]
"""Size, times of change of content and of anything, inode: equal as long as nobody writes."""

Sight: TypeAlias = tuple[str, str, "Status | None", "bytes | int | str"]
"""What is looked at ("bytes", "names" or "kind"), its path, its status if that proves anything,
and what was seen: a digest, the number of an error, or a word."""

SETTLED: Final = 2 * 10**9
"""In nanoseconds. A file that has not changed for so long cannot change again unnoticed: the
coarsest clock of a file system in use ticks every two seconds (FAT)."""

_BLOCK: Final = 256
"""So many sights are packed together: packed they take a quarter of the memory."""


def digest(data: bytes) -> bytes:
    """Return what stands for some bytes: 128 bits that no other bytes are known to share."""
    return hashlib.blake2b(data, digest_size=16).digest()


def status_of(found: os.stat_result, now: int) -> Status | None:
    """Return what tells that a file is as it was, None where it changed too recently to tell.

    ``now`` is the time in nanoseconds when it was found.
    """
    if max(found.st_mtime_ns, found.st_ctime_ns) > now - SETTLED:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


class Trace:
    """Everything that a run asked of the disk: a witness of ``animspec.files``."""

    def __init__(self) -> None:
        self.is_complete = True
        """Whether nothing was looked at that cannot be looked at again, such as a pipe."""
        self._open: list[Sight] = []
        self._blocks: list[bytes] = []

    def saw_bytes(self, path: str, data: bytes, found: os.stat_result) -> None:
        """Hear what a file holds, and its status before it was read."""
        if len(data) != found.st_size:
            self.is_complete = False  # it was too large to be read whole, or it is no real file
        self.saw_digest(path, digest(data), status_of(found, time.time_ns()))

    def saw_digest(self, path: str, seen: bytes, status: Status | None) -> None:
        """Hear what stands for the bytes of a file."""
        self._add(("bytes", path, status, seen))

    def saw_no_bytes(self, path: str, error: Exception) -> None:
        """Hear that there is no such file, or why it cannot be read."""
        self.saw_failure(path, number_of(error))

    def saw_failure(self, path: str, number: int) -> None:
        """Hear with which error reading a file ended."""
        self._add(("bytes", path, None, number))

    def saw_names(self, folder: str, entries: Sequence[os.DirEntry[str]] | None) -> None:
        """Hear what is in a folder."""
        self._add(("names", folder, None, _names(entries)))

    def saw_kind(self, path: str, kind: str) -> None:
        """Hear what a path is."""
        self._add(("kind", path, None, kind))

    def _add(self, sight: Sight) -> None:
        self._open.append(sight)
        if len(self._open) >= _BLOCK:
            self._blocks.append(marshal.dumps(self._open))
            self._open.clear()

    def sights(self) -> Iterator[Sight]:
        """Yield everything that was seen."""
        for block in self._blocks:
            yield from marshal.loads(block)
        yield from self._open

    def packed(self) -> list[bytes]:
        """Return everything that was seen, in packs that ``unpacked`` opens."""
        return [*self._blocks, marshal.dumps(self._open)]


def unpacked(packs: Sequence[bytes]) -> Iterator[Sight]:
    """Yield what was seen, from packs."""
    for pack in packs:
        yield from marshal.loads(pack)


def again(sight: Sight) -> Sight | None:
    """Return a sight as it is now, which tells the newest status; None where it has changed."""
    what, path, status, seen = sight
    if what == "bytes":
        return _bytes_again(sight, status)
    if what == "kind":
        return sight if kind_of(path) == seen else None
    try:
        names = _names(entries_of(path))
    except OSError:
        names = _names(None)
    return sight if names == seen else None


def _bytes_again(sight: Sight, status: Status | None) -> Sight | None:
    what, path, _, seen = sight
    try:
        if status is not None:
            found = os.stat(path)
            if (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino) == status:
                return sight
            if found.st_size != status[0]:
                return None
        data, found = read_with_status(path, _ALL)
    except (OSError, ValueError) as error:
        return sight if number_of(error) == seen else None
    if digest(data) != seen:
        return None
    return what, path, status_of(found, time.time_ns()), seen


_ALL: Final = 2**31
"""In bytes, and more than anything that is checked has."""


def number_of(error: Exception) -> int:
    """Return the system's number of an error, 0 where it has none."""
    return getattr(error, "errno", None) or 0


def _names(entries: Sequence[os.DirEntry[str]] | None) -> bytes:
    """Return what stands for the names in a folder, and for what each of them is."""
    if entries is None:
        return b""
    lines = [f"{_mark(entry)}{entry.name}" for entry in entries]
    return digest("\0".join(lines).encode("utf-8", "surrogatepass"))


def _mark(entry: os.DirEntry[str]) -> str:
    """Return what kind an entry is; of a link, what it leads to, too."""
    if entry.is_symlink():
        return f"@{os.path.realpath(entry.path)}\0{kind_of(entry.path)}\0"
    return "/" if entry.is_dir() else "-" if entry.is_file() else "?"
