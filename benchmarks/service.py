"""How long a check takes over HTTP, beside the same check in this process.

Run with ``python benchmarks/service.py`` after ``pip install '.[serve]'``, on a
machine that does nothing else. Requests and checks take turns, so that a busy
machine slows both alike.
"""

from __future__ import annotations

import http.client
import json
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from animspec import check
from benchmarks.made_sets import large_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAME = "made.voxelanim.json"
TURNS = 600
AIM = 3.0


@contextmanager
def service() -> Iterator[http.client.HTTPConnection]:
    """Give a connection to a service of its own, which ends with the context."""
    command = [sys.executable, "-m", "animspec", "serve", "--isolated", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        host, port = json.loads(process.stderr.readline())["url"].rpartition("/")[2].split(":")
        log = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        try:
            yield http.client.HTTPConnection(host, int(port))
        finally:
            process.terminate()
            log.wait()


def ask(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None) -> None:
    """Send a request and read its answer."""
    connection.request(method, path, body=body)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, answer.status


def milliseconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Print the medians, and their ratio."""
    data = large_set(tracks=8, keys=25, indent=1)
    assert not check(data, NAME).findings
    with service() as connection:
        turns: dict[str, Callable[[], object]] = {
            "check in this process": lambda: check(data, NAME),
            "check over HTTP": lambda: ask(connection, "POST", f"/v1/check?name={NAME}", data),
            "an answer without work": lambda: ask(connection, "GET", "/healthz", None),
        }
        taken: dict[str, list[float]] = {name: [] for name in turns}
        for turn in range(TURNS + 50):
            for name, action in turns.items():
                once = milliseconds(action)
                if turn >= 50:
                    taken[name].append(once)
    print(f"a clean file of {len(data)} bytes, {TURNS} turns, in milliseconds")
    base = taken["check in this process"]
    for name, spent in taken.items():
        ratio = statistics.median(spent) / statistics.median(base)
        aim = f" (aim: {AIM} or less)" if name == "check over HTTP" else ""
        print(
            f"  {name:<24} median {statistics.median(spent):6.3f}, best {min(spent):6.3f}: "
            f"{ratio:.2f} x{aim}, at best {min(spent) / min(base):.2f} x"
        )


if __name__ == "__main__":
    main()
