"""Reading and writing files; everything that touches the disk for others stands here.

A run that is to be repeated only when something has changed has a ``Witness``,
who is told of everything that is asked of the disk.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Witness(Protocol):
    """Is told what was asked of the disk, and what the answer was."""

    def saw_bytes(self, path: str, data: bytes, found: os.stat_result) -> None:
        """Hear what a file holds, and its status before it was read."""

    def saw_no_bytes(self, path: str, error: Exception) -> None:
        """Hear that there is no such file, or why it cannot be read."""

    def saw_names(self, folder: str, entries: Sequence[os.DirEntry[str]] | None) -> None:
        """Hear what is in a folder, in the order of names; None where it cannot be listed."""

    def saw_kind(self, path: str, kind: str) -> None:
        """Hear what a path is: "folder", "other" or "" where there is nothing."""


_witnesses: Final[list[Witness]] = []
"""Who is told; there is one at the most."""


def told_to(witness: Witness | None) -> None:
    """Tell a witness from now on, or nobody any more."""
    _witnesses[:] = [] if witness is None else [witness]


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content in one step: a reader sees the old bytes or the new, never a part.

    A symbolic link stays one: the file it points to is replaced. The file's mode
    is kept; a new file gets the mode that the process gives to new files. When
    writing fails, the old file is as it was and nothing is left beside it.
    A file that may only be read is not replaced, though its folder would allow it:
    that is how version control that locks files says "not now".

    Raises: OSError if the folder or the file cannot be written.
    """
    import secrets  # noqa: PLC0415 - slow to load, and most runs write nothing

    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            beside.chmod(mode)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def read_bounded(path: str, largest: int) -> bytes:
    """Return the bytes of a file, or the first ``largest + 1`` of a larger one.

    A pipe or a device, which might never end, is refused, unless it is this
    process's own (``is_stream``).

    Raises: OSError if it cannot be read.
    """
    try:
        data, found = read_with_status(path, largest)
    except (OSError, ValueError) as error:
        for witness in _witnesses:
            witness.saw_no_bytes(path, error)
        raise
    for witness in _witnesses:
        witness.saw_bytes(path, data, found)
    return data


def read_with_status(path: str, largest: int) -> tuple[bytes, os.stat_result]:
    """Return the bytes of a file as ``read_bounded`` does, and its status before they were read."""
    with open(path, "rb", opener=None if is_stream(path) else _without_waiting) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) and not is_stream(path):
            raise OSError(errno.EINVAL, f"it is {_kind_of(found)}, expected a file")
        return file.read(largest + 1), found


_STREAMS: Final = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")


def is_stream(path: str) -> bool:
    """Whether a path means what this process was started with: a shell writes <(…) like that.

    >>> is_stream("/dev/fd/63"), is_stream("/dev/zero")
    (True, False)
    """
    return path.startswith(_STREAMS)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes to, too."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


_KINDS: Final = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _kind_of(found: os.stat_result) -> str:
    kinds = (words for is_kind, words in _KINDS if is_kind(found.st_mode))
    return next(kinds, "no file")


def read_if_there(path: str) -> bytes | None:
    """Return the bytes of a file, None where there is none of that name.

    Raises: OSError if it is there and cannot be read.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            found = os.fstat(file.fileno())
            data = file.read()
    except (OSError, ValueError) as error:
        for witness in _witnesses:
            witness.saw_no_bytes(path, error)
        if isinstance(error, OSError) and error.errno not in _ABSENT:
            raise
        return None  # a zero byte is in no name
    for witness in _witnesses:
        witness.saw_bytes(path, data, found)
    return data


_ABSENT: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP})
"""What the system says of names that no file has, or that none can have."""


def absolute(path: str) -> str:
    """Return the path from the root, without following links."""
    return os.path.abspath(path)


def from_here(path: str) -> str:
    """Return an absolute path as seen from the current folder, where it is in that folder."""
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path.removeprefix(here) or path


def is_folder(path: str) -> bool:
    """Whether a path is that of a folder."""
    answer = os.path.isdir(path)
    for witness in _witnesses:
        witness.saw_kind(path, "folder" if answer else kind_of(path))
    return answer


def exists(path: str) -> bool:
    """Whether there is a file or a folder of a path."""
    kind = kind_of(path)
    for witness in _witnesses:
        witness.saw_kind(path, kind)
    return bool(kind)


def kind_of(path: str) -> str:
    """Return what a path is: "folder", "other", or "" where there is nothing."""
    try:
        return "folder" if stat.S_ISDIR(os.stat(path).st_mode) else "other"
    except (OSError, ValueError):
        return ""


def entries_of(folder: str) -> list[os.DirEntry[str]]:
    """Return what is in a folder, in the order of names.

    Raises: OSError if it cannot be listed.
    """
    found: list[os.DirEntry[str]] | None = None
    try:
        with os.scandir(folder) as listing:
            found = sorted(listing, key=lambda entry: entry.name)
        return found
    finally:
        for witness in _witnesses:
            witness.saw_names(folder, found)
