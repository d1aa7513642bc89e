"""A worker: a process that answers one request after the other over a channel of its own."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from animspec.web.jobs import answer
from animspec.web.messages import Reply, Task, frame, read_frame

if TYPE_CHECKING:
    from socket import socket

    from animspec.web.asking import Setup


SMALL: Final = 64 * 1024
"""Bytes of an answer that are sooner copied than sent by themselves."""


def work(channel: socket, setup: Setup) -> None:
    """Answer what comes over a channel, until its other end is closed.

    The first frame is the worker's own: it says that the worker is ready.
    """
    # An interrupt at the terminal reaches all processes; the service decides when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound(setup.worker_bytes)
    with suppress(ConnectionError), channel:
        _send(channel, Reply(), b"")
        while (asked := read_frame(channel, Task)) is not None:
            _send(channel, *answer(setup, *asked))


def _send(channel: socket, reply: Reply, content: bytes) -> None:
    pieces = frame(reply, content)
    for piece in [b"".join(pieces)] if len(content) < SMALL else pieces:
        channel.sendall(piece)


def _bound(worker_bytes: int) -> None:
    """Bound the process's memory, and let it write no file, where the system can."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    for limit, most in ((resource.RLIMIT_DATA, worker_bytes), (resource.RLIMIT_FSIZE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, (most, most))
