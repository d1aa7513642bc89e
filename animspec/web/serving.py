"""Running the service: the socket, the server, and its end."""

from __future__ import annotations

import os
import signal
import socket
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from attrs import frozen

from animspec.web import logs
from animspec.web.application import application
from animspec.web.asking import Setup
from animspec.web.protocol import protocol
from animspec.web.shell import Rules, bare

if TYPE_CHECKING:
    from animspec.configuration.service import Service
    from animspec.settings import Settings

LOCAL: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""What this machine calls itself."""

LAST_PORT: Final = 65_535

BACKLOG: Final = 128
"""Connections that the system keeps until they are taken."""


@frozen(eq=False)
class Server:
    """A service that is to run."""

    service: Service
    settings: Settings
    token: str | None

    def open(self) -> socket.socket:
        """Return the socket that the service listens at.

        Raises:
            OSError: the address cannot be used.
            OverflowError: there are no ports of that number.
        """
        host = self.service.host.strip("[]")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        if self.service.port > LAST_PORT:
            raise OverflowError(f"ports end at {LAST_PORT}")
        return socket.create_server((host, self.service.port), family=family, backlog=BACKLOG)

    def run(self, listening: socket.socket) -> None:
        """Answer requests until the process is told to end, and end what runs then."""
        logs.begin()
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        logs.tell("listening", url=f"http://{shown}:{port}", workers=self.workers)
        for each in (signal.SIGTERM, signal.SIGINT):
            # The server sends itself again what has ended it: an end in order is no failure.
            signal.signal(each, _nothing)
        uvicorn.Server(self._config()).run(sockets=[listening])
        logs.tell("ended")

    @property
    def workers(self) -> int:
        """How many workers there are."""
        return self.service.workers or _cores()

    def _config(self) -> uvicorn.Config:
        service = self.service
        setup = Setup(self.settings, service.body_bytes, service.findings, service.worker_bytes)
        rules = Rules(self.token, hosts_of(service), service.log, bool(service.cors_origins))
        made: Any = application(setup, service, self.workers, rules)
        return uvicorn.Config(
            made,
            http=protocol(service.body_seconds, service.connections),  # type: ignore[arg-type] # a protocol's factory
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=max(int(service.shutdown_seconds), 1),
            proxy_headers=False,
        )


def hosts_of(service: Service) -> frozenset[str] | None:
    """Return the names that the service may be called by; None for any.

    A page of anyone can have its own name lead to this machine, and so read
    what a service answers that only this machine reaches: hence the names.
    """
    if service.allowed_hosts:
        # Nobody can have these lead elsewhere, and looks at a container's health use them.
        return LOCAL.union(bare(host) for host in service.allowed_hosts)
    host = service.host.lower()
    is_local = host == "localhost" or host.startswith("127.") or host.strip("[]") == "::1"
    return LOCAL | {host} if is_local else None


def _cores() -> int:
    """Return how many cores the process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return (os.cpu_count() or 1) if affinity is None else len(affinity(0))


def _nothing(number: int, frame: object) -> None:
    """Take notice of a signal, and do nothing."""
