"""A service for tests: the command itself, at a port that is free, in a folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import httpx
from attrs import define, field

from animspec.web.problems import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 60.0
"""Seconds; a busy machine is no fault of the service."""

CHECK: Final = "/v1/check?name=a.voxelanim.json"

SLOW: Final = json.dumps(
    {"expression": " + ".join(["sin(t)"] * 1100), "range": {"start": 0, "stop": 99, "fps": 1000}}
).encode()
"""A request that works for longer than the limits of these tests allow."""

CLEAN: Final = (ROOT / "fixtures/sets/humanoid.voxelanim.json").read_bytes()


@define(eq=False)
class Running:
    """A service that runs."""

    process: subprocess.Popen[bytes]
    url: str
    lines: list[dict[str, Any]] = field(factory=list)
    """What it has written to its log."""
    reader: Thread | None = None

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.url.removeprefix("http://").rpartition(":")
        return host.strip("[]"), int(port)

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=PATIENCE, **more)

    def raw(self, data: bytes, *, keep: bool = False) -> bytes:
        """Return what the service answers to some bytes, until it closes the connection."""
        with socket.create_connection(self.address, timeout=PATIENCE) as connection:
            connection.sendall(data)
            if not keep:
                connection.shutdown(socket.SHUT_WR)
            pieces = []
            while piece := connection.recv(65536):
                pieces.append(piece)
        return b"".join(pieces)

    def workers(self) -> list[int]:
        """Return the process ids of its workers: those with the most ancestors."""
        children: dict[int, list[int]] = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                pid, rest = status.read_text().split(" (", 1)
            except OSError:
                continue  # it has ended meanwhile
            parent = int(rest.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(pid))
        return [
            worker
            for server in children.get(self.process.pid, [])
            for worker in children.get(server, [])
        ]

    def stop(self) -> int:
        """Tell it to end, and return its status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=PATIENCE)
        if self.reader is not None:
            self.reader.join(timeout=PATIENCE)
        return status


def _follow(running: Running) -> None:
    assert running.process.stderr is not None
    for line in running.process.stderr:
        running.lines.append(json.loads(line))


@contextmanager
def service(
    *flags: str, environment: Mapping[str, str] | None = None, configuration: str = ""
) -> Iterator[Running]:
    """Give a service that runs; it ends with the context."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "animspec.toml").write_text(configuration)
        command = [sys.executable, "-m", "animspec", "serve", "--port", "0", *flags]
        variables = {key: word for key, word in os.environ.items() if "ANIMSPEC_SERVE" not in key}
        with subprocess.Popen(
            command,
            cwd=folder,
            env={**variables, **(environment or {})},
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        ) as process:
            try:
                assert process.stderr is not None
                first = json.loads(process.stderr.readline())
                running = Running(process, first["url"], [first])
                running.reader = Thread(target=_follow, args=(running,), daemon=True)
                running.reader.start()
                with running.client() as client:
                    client.get("/readyz", headers={"Host": "localhost"})
                yield running
                running.stop()
            finally:
                process.kill()


def problem_of(answer: httpx.Response) -> str:
    """Return the kind of a problem document, which is whole."""
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert {"type", "title", "status", "detail"} <= set(document)
    assert document["status"] == answer.status_code
    kind: str = document["type"].removeprefix("urn:animspec:problem:")
    assert KINDS[kind].title == document["title"]
    return kind


def raw_problem(answer: bytes) -> dict[str, Any]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    document: dict[str, Any] = json.loads(body)
    assert head.startswith(f"HTTP/1.1 {document['status']} ".encode())
    return document
