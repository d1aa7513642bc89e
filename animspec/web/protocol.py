"""HTTP as uvicorn reads it, with bounds on the head of a request and errors as problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from animspec.web.problems import MEDIA_TYPE, RETRY, problem
from animspec.wording import number

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping

HEAD_BYTES: Final = 64 * 1024
"""The largest head of a request."""

LINGER_SECONDS: Final = 2.0
"""How long what a refused client still sends is thrown away, so that it gets its answer."""


def protocol(head_seconds: float, connections: int) -> Callable[..., asyncio.Protocol]:
    """Return what makes the protocol of a connection: its heads must be there in some seconds.

    So many connections may be open; the next are refused.
    """

    class Bounded(_Bounded):
        seconds = head_seconds
        most = connections

    return Bounded


class _Bounded(HttpToolsProtocol):
    """A connection: uvicorn bounds neither how long the head of a request is, nor its time."""

    seconds: float
    most: int

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.in_head = 0
        self.is_in_head = True
        self.is_refused = False
        self.limit: asyncio.TimerHandle | None = self.loop.call_later(self.seconds, self._too_slow)
        if len(self.connections) > self.most:
            self._refuse("too-busy", f"{self.most} connections are open already", RETRY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        if self.is_in_head:
            self.in_head += len(data)
            if self.limit is None:
                self.limit = self.loop.call_later(self.seconds, self._too_slow)
        super().data_received(data)
        if self.is_in_head and self.in_head > HEAD_BYTES and not self.is_refused:
            detail = f"the head has more than {HEAD_BYTES} bytes"
            self._refuse("head-too-large", detail)

    def on_headers_complete(self) -> None:
        self.is_in_head = False
        self._relax()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.is_in_head = True
        self.in_head = 0

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        del msg
        self._refuse("not-http", "the request cannot be read as HTTP/1.1")

    def _relax(self) -> None:
        if self.limit is not None:
            self.limit.cancel()
            self.limit = None

    def _too_slow(self) -> None:
        if not self.is_refused and not self.transport.is_closing():
            detail = f"the head was not there after {number(self.seconds)} seconds"
            self._refuse("head-too-slow", detail)

    def _refuse(self, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        """Answer with a problem, and close the connection in a while."""
        self.is_refused = True
        self._relax()
        cycle = getattr(self, "cycle", None)
        if cycle is not None and not cycle.response_complete:
            # What is being answered has nobody left to be answered to.
            cycle.disconnected = True
            cycle.message_event.set()
        found = problem(kind, detail)
        head: dict[str, Any] = {
            "content-type": MEDIA_TYPE,
            "content-length": len(found.content),
            "x-content-type-options": "nosniff",
            "connection": "close",
            **(headers or {}),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self.transport.write(STATUS_LINE[found.status] + lines.encode() + b"\r\n" + found.content)
        self.transport.write_eof()
        self.limit = self.loop.call_later(LINGER_SECONDS, self.transport.close)
