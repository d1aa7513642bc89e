"""Where a report goes: to standard output as it is made, or at its end to a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from animspec.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable


class Output:
    """Takes the text of a report, in UTF-8; what UTF-8 cannot hold (odd file names) is escaped."""

    def __init__(
        self, path: str | None, before_writing: Callable[[], object], *, to_error: bool = False
    ) -> None:
        """Take the file, or None for standard output; with ``to_error`` standard error instead."""
        self._path = path
        self._stream = sys.stderr if to_error else sys.stdout
        self._before_writing = before_writing
        self._kept: list[bytes] = []

    def write(self, text: str) -> None:
        """Write a text, or keep it for the file."""
        self.write_bytes(text.encode("utf-8", "backslashreplace"))

    def write_bytes(self, data: bytes) -> None:
        """Write what is encoded already."""
        if self._path is None:
            self._before_writing()
            self._stream.buffer.write(data)
        else:
            self._kept.append(data)

    def close(self) -> None:
        """Write the file, if there is one, in one step; a pipe or a device as it is.

        Raises: OSError if it cannot be written.
        """
        if self._path is None:
            return
        from pathlib import Path  # noqa: PLC0415 - slow to load, and most runs write no file

        path, data = Path(self._path), b"".join(self._kept)
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            write_atomically(path, data)
