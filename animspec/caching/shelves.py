"""The findings in single files, on one shelf for each folder, in one box.

A file is asked first by its status, then by its bytes; what was found in those
bytes is known by them, by the end of the file's name, and by all that was set
for checking it. So a file that is as it was some changes ago, as after a change
of branch, is known, too.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from animspec.caching.boxes import SUFFIX, mark_used, read_box, write_box
from animspec.files import kind_of, read_with_status
from animspec.traces import digest, status_of

if TYPE_CHECKING:
    from animspec.traces import Status

_OPEN: Final = 32
"""So many shelves are kept in memory, those used last."""

LARGEST: Final = 2**30
"""In bytes, and more than any file has that is checked."""

_ANSWERS: Final = 4
"""So many answers for each file are kept on a shelf: some settings, some former contents."""


class Known(NamedTuple):
    """What is known of a file: what stands for its bytes, its status then, and its findings."""

    digest: bytes
    status: Status | None
    findings: bytes
    """Packed."""


class _Shelf:
    """What is known of the files in one folder."""

    def __init__(self, folder: str, box: str) -> None:
        self.folder = folder
        self.box = box
        known = read_box(box)
        if not (isinstance(known, tuple) and [*map(type, known)] == [dict, dict]):
            known = ({}, {})
        self.files: dict[str, tuple[Status, bytes]] = known[0]
        self.answers: dict[bytes, bytes] = known[1]
        self.is_changed = False

    def close(self) -> None:
        """Write what was learnt, without files that are no more and answers not used for long."""
        if not self.is_changed:
            mark_used(self.box)
            return
        for name in [each for each in self.files if not kind_of(os.path.join(self.folder, each))]:
            del self.files[name]
        most = _ANSWERS * max(16, len(self.files))
        for key in list(self.answers)[:-most]:
            del self.answers[key]
        write_box(self.box, (self.files, self.answers))


class Shelves:
    """What is known of the files of one engine; a folder's shelf is opened when it is asked."""

    def __init__(self, cache: str, engine: str) -> None:
        """Start in the folder of the cache, with what stands for this version of animspec."""
        self._root = os.path.join(cache, engine, "shelves")
        self._shelves: OrderedDict[str, _Shelf] = OrderedDict()

    def ask(self, path: str, wish: bytes) -> Known | None:
        """Return what is known of a file; ``wish`` stands for how it is to be checked."""
        shelf, name = self._shelf(path)
        now = time.time_ns()
        try:
            found = os.stat(path)
            status = status_of(found, now)
            known = shelf.files.get(name)
            if known is not None and status is not None and known[0] == status:
                return _answer(shelf, known[1], name, wish, status)
            if not shelf.answers or not _is_plain(found):
                return None
            data, found = read_with_status(path, found.st_size)
        except (OSError, ValueError):
            return None
        if len(data) != found.st_size:
            return None
        seen, status = digest(data), status_of(found, now)
        answer = _answer(shelf, seen, name, wish, status)
        if answer is not None and status is not None:
            shelf.files[name] = (status, seen)
            shelf.is_changed = True
        return answer

    def bytes_of(self, path: str, known: Known) -> bytes | None:
        """Return the bytes of a file that is known, None where it is another by now."""
        try:
            data = read_with_status(path, LARGEST)[0]
        except (OSError, ValueError):
            return None
        return data if digest(data) == known.digest else None

    def learn(self, path: str, wish: bytes, known: Known) -> None:
        """Keep what was found in a file."""
        shelf, name = self._shelf(path)
        shelf.is_changed = True
        if known.status is None:
            shelf.files.pop(name, None)
        else:
            shelf.files[name] = (known.status, known.digest)
        shelf.answers[_key(known.digest, name, wish)] = known.findings

    def close(self) -> None:
        """Write what was learnt."""
        while self._shelves:
            self._shelves.popitem()[1].close()

    def _shelf(self, path: str) -> tuple[_Shelf, str]:
        folder, name = os.path.split(os.path.abspath(path))
        shelf = self._shelves.get(folder)
        if shelf is None:
            box = digest(folder.encode("utf-8", "surrogatepass")).hex() + SUFFIX
            shelf = self._shelves[folder] = _Shelf(folder, os.path.join(self._root, box))
            if len(self._shelves) > _OPEN:
                self._shelves.popitem(last=False)[1].close()
        else:
            self._shelves.move_to_end(folder)
        return shelf, name


def _key(seen: bytes, name: str, wish: bytes) -> bytes:
    """Return what an answer is known by."""
    return digest(seen + wish + name.encode("utf-8", "surrogatepass"))


def _answer(
    shelf: _Shelf, seen: bytes, name: str, wish: bytes, status: Status | None
) -> Known | None:
    key = _key(seen, name, wish)
    findings = shelf.answers.pop(key, None)
    if findings is None:
        return None
    shelf.answers[key] = findings  # those used last are kept longest
    return Known(seen, status, findings)


def _is_plain(found: os.stat_result) -> bool:
    """Whether a file is one that can be read again; what is in a pipe is gone once it is read."""
    return found.st_mode & 0o170000 == 0o100000
