"""What surrounds every request, whatever it asks: who may ask, the head of the answer, the log.

An ASGI application around an application. It also sees to it that a client
whose body was not read to its end gets its answer: the rest is read and thrown
away for a while, since closing a connection with unread bytes may lose what was
sent last (RFC 9112, 9.6).
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field, frozen

from animspec.web.logs import tell
from animspec.web.problems import MEDIA_TYPE, Problem, ProblemError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from animspec.web.metrics import Metrics

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Application = Callable[[Any, Any, Any], Awaitable[None]]

LINGER_SECONDS: Final = 5.0
"""How long the rest of a body is read that nobody wants."""

LINGER_IDLE: Final = 0.5
"""Seconds without a byte after which no more is waited for."""

LINGER_BYTES: Final = 256 * 2**20
"""How much of it."""

OPEN: Final = frozenset({"/", "/docs", "/healthz", "/readyz", "/v1/openapi.json"})
"""Addresses that need no token: the page, which holds nothing, and what tells of the service."""

SECURITY: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"x-frame-options", b"DENY"),
)
"""What every answer's head says to browsers."""

POLICY: Final = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The content security policy of what is no page."""


@frozen
class Rules:
    """Who may ask.

    Attributes:
        token: what a bearer must bring; None where nobody need bring anything.
        hosts: what the service may be called; None for anything.
        logs: whether each request is a line of the log.
        shared: whether pages of other origins may read answers.
    """

    token: str | None = None
    hosts: frozenset[str] | None = None
    logs: bool = True
    shared: bool = False

    def judge(self, scope: Any, headers: dict[bytes, bytes]) -> None:
        """Refuse a request that may not be made.

        Raises:
            ProblemError: so it is.
        """
        host = headers.get(b"host", b"").decode("latin-1")
        if self.hosts is not None and bare(host) not in self.hosts:
            raise ProblemError("host-unknown", "the head's Host is no name of this service")
        path = scope["path"]
        if self.token is None or path in OPEN or path.startswith("/static/"):
            return
        if scope["method"] == "OPTIONS" and self.shared:
            return  # a browser asks ahead whether it may ask, and brings nothing
        given = headers.get(b"authorization", b"")
        scheme, _, token = given.partition(b" ")
        known = hmac.compare_digest(token.strip(), self.token.encode())
        if scheme.lower() != b"bearer" or not known:
            detail = "the head has no Authorization with the service's token as bearer"
            raise ProblemError(
                "token-wrong", detail, {"WWW-Authenticate": 'Bearer realm="animspec"'}
            )


def bare(host: str) -> str:
    """Return a name without its port, in lower case.

    >>> bare("Localhost:8321"), bare("[::1]:80"), bare("127.0.0.1")
    ('localhost', '[::1]', '127.0.0.1')
    """
    lower = host.strip().lower()
    if lower.startswith("["):
        return lower.partition("]")[0] + "]"
    return lower.partition(":")[0]


@define(eq=False)
class Exchange:
    """One request and its answer, watched from outside."""

    receive: Receive
    send: Send
    request: str = field(factory=lambda: secrets.token_hex(8))
    status: int = 0
    taken: int = 0
    """Bytes of the body that have been read."""
    given: int = 0
    """Bytes of the answer."""
    is_read: bool = False
    """Whether the request is there to its end, or its client is gone."""
    expects: bool = False
    """Whether the client waits for a word before it sends its body."""

    async def receiving(self) -> Message:
        """Return the next message from the client."""
        message = await self.receive()
        self.expects = False
        self.taken += len(message.get("body", b""))
        self.is_read = message["type"] != "http.request" or not message.get("more_body", False)
        return message

    async def sending(self, message: Message) -> None:
        """Send a message to the client, its head completed."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = self._completed(message.get("headers", []))
            await self.send(message)
            return
        self.given += len(message.get("body", b""))
        if message.get("more_body", False) or self.is_read or self.expects:
            await self.send(message)
            return
        await self.send({**message, "more_body": True})
        await self._linger()
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    def _completed(self, headers: Any) -> list[tuple[bytes, bytes]]:
        said = [(bytes(name).lower(), bytes(value)) for name, value in headers]
        names = {name for name, _ in said}
        said += [pair for pair in SECURITY if pair[0] not in names]
        if b"content-security-policy" not in names:
            said.append((b"content-security-policy", POLICY))
        if b"cache-control" not in names:
            said.append((b"cache-control", b"no-store"))
        said.append((b"x-request-id", self.request.encode()))
        if not self.is_read:
            said.append((b"connection", b"close"))
        return said

    async def _linger(self) -> None:
        """Read what is left of the body, for a while, and throw it away."""
        most = self.taken + LINGER_BYTES
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                while not self.is_read and self.taken < most:
                    await asyncio.wait_for(self.receiving(), LINGER_IDLE)
        except TimeoutError:
            return


@define(eq=False)
class Shell:
    """The application around the application."""

    inner: Application
    rules: Rules
    metrics: Metrics

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        start = perf_counter()
        headers = dict(scope["headers"])
        exchange = Exchange(receive, send)
        exchange.is_read = not _has_body(headers)
        exchange.expects = headers.get(b"expect", b"").lower() == b"100-continue"
        scope = {**scope, "state": {**scope.get("state", {}), "request": exchange.request}}
        if scope["method"] == "HEAD":
            scope["method"] = "GET"  # the server sends the head alone
        try:
            self.rules.judge(scope, headers)
        except ProblemError as error:
            await answer(error.problem(), exchange.sending)
        else:
            await self.inner(scope, exchange.receiving, exchange.sending)
        finally:
            self._note(scope, exchange, perf_counter() - start)

    def _note(self, scope: Any, exchange: Exchange, seconds: float) -> None:
        route = str(scope.get("path_template") or "other")
        self.metrics.answered(route, exchange.status, seconds)
        if exchange.taken:
            self.metrics.took(exchange.taken)
        if self.rules.logs:
            client = scope.get("client")
            tell(
                "request",
                request=exchange.request,
                client=client[0] if client else None,
                method=scope["method"],
                path=scope["path"],
                status=exchange.status,
                seconds=round(seconds, 6),
                bytesIn=exchange.taken,
                bytesOut=exchange.given,
            )


def _has_body(headers: dict[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


async def answer(problem: Problem, send: Send) -> None:
    """Send a problem document."""
    headers = {
        "Content-Type": MEDIA_TYPE,
        "Content-Length": str(len(problem.content)),
        **problem.headers,
    }
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": encoded})
    await send({"type": "http.response.body", "body": problem.content, "more_body": False})
