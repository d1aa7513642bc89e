"""Boxes: values in files, each written in one step and checked before it is opened.

Any number of processes may read and write the same boxes. What cannot be read
is as if it were not there, and what cannot be written is not kept: a cache
never makes a run fail.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import time
from contextlib import suppress
from typing import Any, Final

_CHECK: Final = 16
"""In bytes: what stands before the value and tells that it is whole."""

LARGEST: Final = 64 * 2**20
"""In bytes. No box is larger, and no larger file is one."""

SUFFIX: Final = ".box"
"""How the names of boxes end."""

TEMPORARY: Final = ".box-"
"""What stands in the names of boxes that are being written."""


def read_box(path: str) -> Any:
    """Return the value in a box, None where there is none or it is not whole.

    Marshalled bytes are as trusted as those of the modules that Python keeps
    compiled: whoever may write them may write those, too.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST or _check(data[_CHECK:]) != data[:_CHECK]:
            return None
        return marshal.loads(memoryview(data)[_CHECK:])
    except (OSError, ValueError, EOFError, TypeError):
        return None


def write_box(path: str, value: Any) -> bool:
    """Put a value in a box, in one step; whether that went well."""
    data = marshal.dumps(value)
    if len(data) + _CHECK > LARGEST:
        return False
    beside = f"{path.removesuffix(SUFFIX)}{TEMPORARY}{os.getpid()}-{time.monotonic_ns()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(beside, "xb") as file:
            file.write(_check(data))
            file.write(data)
        os.replace(beside, path)
    except OSError:
        with suppress(OSError):
            os.unlink(beside)
        return False
    return True


def mark_used(path: str) -> None:
    """Let the time of change of a box tell that it is in use, so that it is not swept away."""
    with suppress(OSError):
        if os.stat(path).st_mtime < time.time() - _MARKED:
            os.utime(path)


_MARKED: Final = 86_400
"""In seconds: how often a box in use is marked."""


def _check(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_CHECK).digest()
