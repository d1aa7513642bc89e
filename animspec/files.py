"""Reading and writing files; everything that touches the disk for others stands here."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's content in one step: a reader sees the old bytes or the new, never a part.

    A symbolic link stays one: the file it points to is replaced. The file's mode
    is kept; a new file gets the mode that the process gives to new files. When
    writing fails, the old file is as it was and nothing is left beside it.

    Raises: OSError if the folder or the file cannot be written.
    """
    import secrets  # noqa: PLC0415 - slow to load, and most runs write nothing

    target = path.resolve()
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

    Raises: OSError if it cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(largest + 1)


def read_if_there(path: str) -> bytes | None:
    """Return the bytes of a file, None where there is none of that name.

    Raises: OSError if it is there and cannot be read.
    """
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        return None  # a zero byte, which no name has
    except OSError as error:
        if error.errno in _UNNAMEABLE:
            return None
        raise


_UNNAMEABLE: Final = frozenset({errno.ENAMETOOLONG, errno.ELOOP})
"""What the system says of names that no file can have."""


def absolute(path: str) -> str:
    """Return the path from the root, without following links."""
    return os.path.abspath(path)


def from_here(path: str) -> str:
    """Return an absolute path as seen from the current folder, where it is in that folder."""
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path.removeprefix(here) or path


def is_folder(path: str) -> bool:
    """Whether a path is that of a folder."""
    return os.path.isdir(path)


def exists(path: str) -> bool:
    """Whether there is a file or a folder of a path."""
    return os.path.exists(path)
