"""The same bytes give the same findings at the command line and over HTTP."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.faces import FIXTURES, ROOT, binaries, by_the_command, report_of, texts
from tests.serving import Running, service

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service("--findings", "100000", "--log", "no") as made:
        yield made


def test_every_fixture_is_told_the_same_over_http(running: Running) -> None:
    told = by_the_command("--show", "hint", "--isolated")
    assert texts()
    assert binaries()
    connection = HTTPConnection(*running.address)  # quicker than httpx, for hundreds of files
    for path in (*texts(), *binaries()):
        query = urlencode({"name": path.relative_to(ROOT).as_posix(), "show": "hint"})
        connection.request("POST", f"/v1/check?{query}", body=path.read_bytes())
        answer = connection.getresponse()
        found = json.loads(answer.read())
        assert answer.status == 200, (path, found)
        assert found["findings"] == told.get(path, []), path
    connection.close()


def test_a_report_over_http_is_that_of_the_command_line_byte_for_byte(running: Running) -> None:
    with running.client() as client:
        for path in (FIXTURES / "reports").glob("*.json"):
            answer = client.post("/v1/check", params={"name": str(path)}, content=path.read_bytes())
            assert answer.text == report_of(path), path
