"""Bodies of requests, read as far as they may be: in bytes, in time, and all together."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from attrs import define

from animspec.web.problems import RETRY, ProblemError
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from typing import Any, TypeAlias

    Receive: TypeAlias = Callable[[], Awaitable[Any]]


class GoneError(Exception):
    """The client has gone before its request was there: there is nobody to answer."""


@define(eq=False)
class Intake:
    """Reads bodies; ``held`` is how many bytes of them there are now.

    Attributes:
        body_bytes: the largest body.
        body_seconds: how long one may take to arrive.
        held_bytes: the most bytes of all bodies together.
    """

    body_bytes: int
    body_seconds: float
    held_bytes: int
    held: int = 0

    @asynccontextmanager
    async def read(self, receive: Receive, declared: str | None) -> AsyncIterator[bytes]:
        """Give a request's body, which counts as held until the context ends.

        ``declared`` is the head's ``Content-Length``.

        Raises:
            ProblemError: the body is too large, too slow, or there are too many.
            GoneError: the client has gone.
        """
        if declared is not None and declared.isdigit() and int(declared) > self.body_bytes:
            raise self._too_large(f"the body has {declared} bytes")
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.body_seconds) as limit:
                async for piece in _pieces(receive):
                    size += len(piece)
                    self.held += len(piece)
                    self._judge(size)
                    pieces.append(piece)
                limit.reschedule(None)
            yield pieces[0] if len(pieces) == 1 else b"".join(pieces)
        except TimeoutError:
            detail = f"the body was not there after {number(self.body_seconds)} seconds"
            raise ProblemError("body-too-slow", detail) from None
        finally:
            self.held -= size

    def _judge(self, size: int) -> None:
        """See that a body that has grown to a size is not too much."""
        if size > self.body_bytes:
            raise self._too_large("the body has more bytes")
        if self.held > self.held_bytes:
            detail = f"the bodies of all requests have more than {self.held_bytes} bytes"
            raise ProblemError("too-busy", detail, RETRY)

    def _too_large(self, what: str) -> ProblemError:
        return ProblemError("body-too-large", f"{what}, expected at most {self.body_bytes}")


async def _pieces(receive: Receive) -> AsyncIterator[bytes]:
    """Yield a body as it arrives."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        piece: bytes = message.get("body", b"")
        if piece:
            yield piece
        if not message.get("more_body", False):
            return
