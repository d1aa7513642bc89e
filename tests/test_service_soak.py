"""Many clients at once with good, bad and huge bodies, while a worker is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
from attrs import frozen

from animspec.web.asking import Setup
from animspec.web.jobs import answer
from animspec.web.messages import Task
from tests.serving import CLEAN, ROOT, Running, service

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FULL: Final = bool(os.environ.get("ANIMSPEC_FULL"))
REQUESTS: Final = 2000 if FULL else 160
CLIENTS: Final = 32 if FULL else 12
BODY_BYTES: Final = 2_000_000

GROWTH: Final = 1.3
"""How much more memory the service may take after the second half of the requests than after the
first: allocators keep some of what they had, but what leaks grows with every request."""


@frozen
class Ask:
    """One request, and how it is to be answered; ``content`` is None where any will do."""

    path: str
    body: bytes
    status: int
    content: bytes | None = None
    headers: Mapping[str, str] = {}


def known(job: str, path: str, query: str, body: bytes) -> Ask:
    """Return a request with the answer that the engine gives in this process."""
    reply, content = answer(Setup(body_bytes=BODY_BYTES), Task(job, query), body)
    return Ask(f"{path}?{query}", body, reply.status, content)


def asks() -> list[Ask]:
    faulty = (ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json").read_bytes()
    huge = b'{"rig": "Fox", "clips": [' + b" " * 1_900_000 + b"]}"
    name = "name=a.voxelanim.json"
    expression = json.dumps({"expression": "sin(t) + x", "times": [0, 1, 2]}).encode()
    return [
        *[known("check", "/v1/check", name, CLEAN)] * 4,
        *[known("check", "/v1/check", f"{name}&show=hint", faulty)] * 3,
        known("check", "/v1/check", name, faulty[:-20]),
        known("check", "/v1/check", name, b"\x00\xff" * 1000),
        known("check", "/v1/check", "slect=all", CLEAN),
        known("check", "/v1/check", name, huge),
        known("fix", "/v1/fix", f"{name}&unsafe=true", faulty),
        known("sample", "/v1/sample", name, CLEAN),
        known("evaluate-expression", "/v1/expressions/evaluate", "", expression),
        known("evaluate-expression", "/v1/expressions/evaluate", "", b'{"expression": NaN}'),
        Ask("/v1/check", b" " * (BODY_BYTES + 1), 413),
        Ask("/v1/check", CLEAN, 415, headers={"Content-Encoding": "br"}),
        Ask("/nothing", CLEAN, 404),
    ]


def memory(running: Running) -> int:
    """Return the bytes that the service and its workers have to themselves or share, once each."""
    total = 0
    for pid in (running.process.pid, *running.workers()):
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        total += sum(
            int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")
        )
    return total * 1024


class Soak:
    """The requests of many clients, and what became of them."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.wrong: list[str] = []
        self.statuses: list[int] = []

    def run(self, requests: int, seed: int) -> None:
        """Ask so many times, by all clients together."""
        choice = random.Random(seed)  # noqa: S311 - the same requests in every run
        planned = choice.choices(asks(), k=requests)
        shares = [planned[client::CLIENTS] for client in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as threads:
            list(threads.map(self._client, shares))

    def _client(self, share: list[Ask]) -> None:
        with self.running.client() as client:
            for each in share:
                self._one(client, each)

    def _one(self, client: httpx.Client, each: Ask) -> None:
        try:
            got = client.post(each.path, content=each.body, headers=each.headers)
        except httpx.HTTPError as error:
            self.wrong.append(f"{each.path} had no answer: {error!r}")
            return
        self.statuses.append(got.status_code)
        if got.status_code == 503:
            assert got.headers["retry-after"] == "1"
        elif got.status_code != each.status:
            self.wrong.append(f"{each.path} was answered with {got.status_code}, not {each.status}")
        elif each.content is not None and got.content != each.content:
            self.wrong.append(f"{each.path} was answered wrongly")


def kill_later(soak: Soak, victim: int, after: int) -> threading.Thread:
    """Return a thread that kills a worker when so many requests have been answered."""

    def kill() -> None:
        while len(soak.statuses) < after:
            time.sleep(0.002)
        os.kill(victim, signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    return thread


def test_many_clients_get_right_answers_while_a_worker_dies(
    record_property: Callable[[str, object], None],
) -> None:
    flags = ("--workers", "2", "--body-bytes", str(BODY_BYTES), "--seconds", "60", "--log", "no")
    with service(*flags) as running:
        soak = Soak(running)
        soak.run(REQUESTS // 2, seed=1)
        before = memory(running)
        victim = running.workers()[0]
        killing = kill_later(soak, victim, REQUESTS * 3 // 4)
        soak.run(REQUESTS - REQUESTS // 2, seed=2)
        killing.join()
        after = memory(running)
        record_property("megabytes", [round(each / 1e6) for each in (before, after)])
        assert soak.wrong == []
        assert len(soak.statuses) == REQUESTS
        assert soak.statuses.count(503) <= 2
        assert victim not in running.workers()
        assert after < GROWTH * before
        with running.client() as client:
            counts = client.get("/metrics").text
        assert "animspec_bodies_held_bytes 0.0" in counts
        assert "animspec_workers_ready 2.0" in counts
