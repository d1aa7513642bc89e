"""One file of a run: read, mended if that is wanted, and checked."""

from __future__ import annotations

import marshal
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from animspec.files import is_stream, read_with_status
from animspec.linting import check, too_large, without_place

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from animspec.cli.mending import Mended, Mending
    from animspec.cli.suppressing import Suppression
    from animspec.configuration.nearest import Configurations
    from animspec.findings import Finding
    from animspec.kinds import Kind
    from animspec.settings import Settings
    from animspec.traces import Status

STANDARD_INPUT: Final = "-"

TELLING: Final = frozenset({"json", "sarif"})
"""The forms of report that tell the edits of each fix."""

OWN_INPUT: Final = frozenset({STANDARD_INPUT, "/dev/stdin"})
"""The paths that mean standard input."""


class Checked:
    """What is found in one file.

    It is no class of attrs, since making one takes longer than checking a small file.
    """

    __slots__ = ("data", "findings", "is_known", "mended", "seen", "status")

    def __init__(
        self,
        findings: Sequence[Finding],
        data: bytes = b"",
        seen: bytes | int | None = None,
        status: Status | None = None,
        mended: Mended | None = None,
        *,
        is_known: bool = False,
    ) -> None:
        self.findings = findings
        """What is found, nothing of it hidden yet."""
        self.data = data
        """The file's bytes, for showing lines of it; empty where it has no findings."""
        self.seen = seen
        """What stands for the bytes, or the number of the error that kept them from being read;
        None where the run need not remember them, or cannot."""
        self.status = status
        """The file's status, where that proves that its bytes are the same."""
        self.mended = mended
        """What its fixes made of it."""
        self.is_known = is_known
        """Whether that was found by a run before."""


class Checking:
    """How the files of a run are checked, each as its configuration says."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        configurations: Configurations,
        suppression: Suppression,
    ) -> None:
        """Take what is wanted, and who knows how each file is checked."""
        self.arguments = arguments
        self.remembers = False
        """Whether it is to be told what stands for the bytes of each file."""
        self._configurations = configurations
        self._suppression = suppression
        self._mending: Mending | None = None
        self._tells = arguments.format in TELLING and not arguments.diff
        if arguments.fix or arguments.diff:
            from animspec.cli.mending import Mending  # noqa: PLC0415 - only where something is fixed

            self._mending = Mending(arguments, suppression)

    def name(self, path: str) -> str:
        """Return what reports call a file."""
        named: str | None = self.arguments.stdin_filename if path in OWN_INPUT else None
        return named or ("<stdin>" if path == STANDARD_INPUT else path)

    def how(self, path: str) -> tuple[Settings, Kind | None]:
        """Return how a file is checked, and of which kind it is said to be."""
        settings, kind = self._configurations.of(self.name(path))
        prepared = self._suppression.prepared(self.name(path), settings)
        return evolve(prepared, remedies=True) if self._tells else prepared, kind

    def of(self, path: str) -> Checked:
        """Return what is found in a file."""
        name, (settings, kind) = self.name(path), self.how(path)
        status: Status | None = None
        seen: bytes | None = None
        try:
            if path == STANDARD_INPUT:
                data = sys.stdin.buffer.read(settings.largest_file + 1)
            else:
                data, found = read_with_status(path, settings.largest_file)
                if self.remembers and len(data) == found.st_size and not is_stream(path):
                    from animspec.traces import digest, status_of  # noqa: PLC0415 - in long runs

                    seen, status = digest(data), status_of(found, time.time_ns())
        except (OSError, ValueError) as error:
            return _unread(name, settings, error)
        if len(data) > settings.largest_file:
            return Checked(too_large(name, settings))
        mended = None
        if self._mending is not None:
            mended = self._mending.of(path, name, data, settings, kind)
            data = mended.data
            if mended.is_written:
                from animspec.traces import digest  # noqa: PLC0415 - only where it is fixed

                seen, status = digest(data) if seen is not None else None, None
        findings = check(data, name, settings, kind).findings
        return Checked(findings, data if findings else b"", seen, status, mended)


def _unread(name: str, settings: Settings, error: Exception) -> Checked:
    """Return the finding that a file cannot be read."""
    reason = getattr(error, "strerror", None) or str(error)
    message = f"the file cannot be read: {reason}"
    number = getattr(error, "errno", None) or 0
    return Checked(without_place("cannot-read", name, message, settings), seen=number)


def packed(checked: Checked, *, with_data: bool) -> bytes:
    """Return what is found in a file as bytes, to cross from one process to another."""
    from animspec.packing import pack  # noqa: PLC0415 - only where there are processes

    mended: Any = None
    if checked.mended is not None:
        from attrs import astuple  # noqa: PLC0415

        mended = (b"", *astuple(checked.mended)[1:])
    data = checked.data if with_data else b""
    return marshal.dumps((pack(checked.findings), data, checked.seen, checked.status, mended))


def unpacked(data: bytes, name: str) -> Checked:
    """Return what is found in a file from its bytes."""
    from animspec.packing import unpack  # noqa: PLC0415 - only where there are processes

    findings, text, seen, status, mended = marshal.loads(data)
    if mended is not None:
        from animspec.cli.mending import Mended  # noqa: PLC0415 - only where something is fixed

        mended = Mended(*mended)
    return Checked(unpack(findings, name), text, seen, status, mended)
