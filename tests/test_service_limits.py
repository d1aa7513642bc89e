"""What the service bears: large and slow bodies, long work, dying workers, too many at once."""

from __future__ import annotations

import gzip
import os
import re
import signal
import socket
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.serving import CHECK, CLEAN, SLOW, Running, problem_of, raw_problem, service

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service("--body-bytes", "1000000", "--workers", "2") as made:
        yield made


@pytest.fixture(scope="module")
def strict() -> Iterator[Running]:
    """A service that is short of everything."""
    flags = {
        "workers": "1",
        "waiting": "1",
        "seconds": "0.4",
        "body-bytes": "100000",
        "body-seconds": "0.5",
        "held-bytes": "150000",
        "worker-requests": "3",
    }
    with service(*(word for key, value in flags.items() for word in (f"--{key}", value))) as made:
        yield made


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [
        (gzip.compress(CLEAN), "gzip", 200),
        (zlib.compress(CLEAN), "deflate", 200),
        (gzip.compress(b" " * 50_000_000), "gzip", 413),
        (b"\x00" * 100, "gzip", 400),
        (CLEAN, "br", 415),
        (CLEAN, "zstd", 415),
    ],
)
def test_compressed_bodies_are_inflated_as_far_as_they_may_be(
    running: Running, body: bytes, encoding: str, status: int
) -> None:
    with running.client() as client:
        answer = client.post(CHECK, content=body, headers={"Content-Encoding": encoding})
    assert answer.status_code == status
    if status == 415:
        assert answer.headers["accept-encoding"] == "gzip, deflate"
    if status != 200:
        problem_of(answer)


def test_a_body_that_is_too_large_is_refused_before_it_is_read(running: Running) -> None:
    head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n"
    answer = running.raw(head + b"Expect: 100-continue\r\n\r\n", keep=True)
    assert raw_problem(answer)["type"] == "urn:animspec:problem:body-too-large"
    assert b"connection: close" in answer


def test_a_client_that_sends_on_after_it_was_refused_gets_the_answer(running: Running) -> None:
    head = b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n"
    answer = running.raw(head + b"x" * 30_000_000, keep=True)
    assert raw_problem(answer)["type"] == "urn:animspec:problem:body-too-large"


def test_a_body_that_grows_too_large_is_refused_and_its_client_gets_the_answer(
    running: Running,
) -> None:
    pieces = (b"x" * 100_000 for _ in range(50))
    with running.client() as client:
        answer = client.post("/v1/check", content=pieces)
    assert answer.status_code == 413
    assert problem_of(answer) == "body-too-large"


def test_a_request_that_two_readers_may_cut_differently_is_refused(running: Running) -> None:
    ambiguous = (
        b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX",
        b"Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
        b"Content-Length: +2\r\n\r\n{}",
        b"Content-Length: 2\r\nX-A: b\rX-C: d\r\n\r\n{}",
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    )
    for rest in ambiguous:
        answer = running.raw(b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\n" + rest)
        assert raw_problem(answer)["status"] == 400, rest
        assert answer.count(b"HTTP/1.1 ") == 1, rest


def test_what_is_not_http_is_told_so(running: Running) -> None:
    found = raw_problem(running.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"))
    assert found["type"] == "urn:animspec:problem:not-http"


def test_a_head_that_is_too_large_is_refused(running: Running) -> None:
    endless = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: " + b"a" * 200_000
    found = raw_problem(running.raw(endless, keep=True))
    assert found["type"] == "urn:animspec:problem:head-too-large"


def test_slow_heads_and_slow_bodies_time_out_and_hold_no_worker(strict: Running) -> None:
    starts = [
        b"POST /v1/check HTTP/1.1\r\nHost: local",
        b"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
    ] * 4
    with ThreadPoolExecutor(len(starts)) as threads:
        slow = [threads.submit(strict.raw, start, keep=True) for start in starts]
        with strict.client() as client:
            assert client.post(CHECK, content=CLEAN).status_code == 200
        for each in slow:
            assert raw_problem(each.result())["status"] == 408


def test_work_that_takes_too_long_is_stopped_and_others_go_on(strict: Running) -> None:
    before = strict.workers()
    with strict.client() as client:
        answer = client.post("/v1/expressions/evaluate", content=SLOW)
        assert problem_of(answer) == "took-too-long"
        assert client.post(CHECK, content=CLEAN).status_code == 200
    assert before
    assert set(strict.workers()).isdisjoint(before)


def test_a_full_service_says_when_to_come_back(strict: Running) -> None:
    def ask(_: int) -> httpx.Response:
        with strict.client() as client:
            return client.post("/v1/expressions/evaluate", content=SLOW)

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(ask, range(6)))
    kinds = [problem_of(answer) for answer in answers]
    assert set(kinds) == {"took-too-long", "too-busy"}
    for answer, kind in zip(answers, kinds, strict=True):
        assert ("retry-after" in answer.headers) == (kind == "too-busy")


def test_all_bodies_together_may_only_be_so_large(strict: Running) -> None:
    def trickle() -> Iterator[bytes]:
        for _ in range(3):
            time.sleep(0.05)
            yield b" " * 30_000

    def ask(_: int) -> str:
        with strict.client() as client:
            answer = client.post(CHECK, content=trickle())
            return "" if answer.status_code == 200 else problem_of(answer)

    with ThreadPoolExecutor(8) as threads:
        assert "too-busy" in set(threads.map(ask, range(8)))
    with strict.client() as client:
        assert "animspec_bodies_held_bytes 0.0" in client.get("/metrics").text


def test_connections_beyond_the_most_are_told_to_come_back() -> None:
    with service("--connections", "3") as own:
        held = [socket.create_connection(own.address) for _ in range(3)]
        time.sleep(0.2)  # until the service has taken them
        answer = own.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", keep=True)
        assert raw_problem(answer)["type"] == "urn:animspec:problem:too-busy"
        assert b"Retry-After: 1\r\n" in answer
        for connection in held:
            connection.close()
        with own.client() as client:
            assert client.get("/healthz").status_code == 200


def test_a_worker_makes_way_after_its_share_of_requests(strict: Running) -> None:
    with strict.client() as client:
        for _ in range(7):
            assert client.post(CHECK, content=CLEAN).status_code == 200
        counts = client.get("/metrics").text
    found = re.search(r'animspec_workers_replaced_total\{reason="recycled"\} (\d+)', counts)
    assert found is not None
    assert int(found[1]) >= 2


def test_a_worker_that_dies_costs_its_own_request_alone() -> None:
    with service("--workers", "1", "--seconds", "60") as own, own.client() as client:
        (worker,) = own.workers()
        with ThreadPoolExecutor(4) as threads:
            first = threads.submit(client.post, "/v1/expressions/evaluate", content=SLOW)
            while "animspec_workers_busy 1.0" not in client.get("/metrics").text:
                time.sleep(0.01)
            others = [threads.submit(client.post, CHECK, content=CLEAN) for _ in range(3)]
            os.kill(worker, signal.SIGKILL)
            assert problem_of(first.result()) == "worker-died"
            assert [each.result().status_code for each in others] == [200, 200, 200]
        for _ in range(10):
            for worker in own.workers():
                os.kill(worker, signal.SIGKILL)  # nobody has asked it anything
            assert client.post(CHECK, content=CLEAN).status_code == 200


def test_a_document_that_needs_too_much_memory_is_refused() -> None:
    with (
        service("--workers", "1", "--worker-bytes", "150000000") as own,
        own.client() as client,
    ):
        answer = client.post(CHECK, content=b'{"clips": [' + b"[]," * 8_000_000 + b"[]]}")
        assert problem_of(answer) in {"too-much-memory", "worker-died"}
        assert client.post(CHECK, content=CLEAN).status_code == 200


def test_work_for_a_client_that_has_gone_is_given_up() -> None:
    with service("--workers", "1", "--seconds", "60") as own, own.client() as client:
        (worker,) = own.workers()
        head = (
            f"POST /v1/expressions/evaluate HTTP/1.1\r\nHost: a\r\nContent-Length: {len(SLOW)}\r\n"
        )
        with socket.create_connection(own.address) as connection:
            connection.sendall(head.replace("Host: a", "Host: localhost").encode() + b"\r\n" + SLOW)
            while "animspec_workers_busy 1.0" not in client.get("/metrics").text:
                time.sleep(0.01)
        assert client.post(CHECK, content=CLEAN).status_code == 200
        assert worker not in own.workers()
