"""The same bytes give the same findings at the command line and over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    with running.client() as client:
        for path in (*texts(), *binaries()):
            query = {"name": path.relative_to(ROOT).as_posix(), "show": "hint"}
            answer = client.post("/v1/check", params=query, content=path.read_bytes())
            assert answer.status_code == 200, (path, answer.text)
            assert answer.json()["findings"] == told.get(path, []), path


def test_a_report_over_http_is_that_of_the_command_line_byte_for_byte(running: Running) -> None:
    with running.client() as client:
        for path in (FIXTURES / "reports").glob("*.json"):
            answer = client.post("/v1/check", params={"name": str(path)}, content=path.read_bytes())
            assert answer.text == report_of(path), path
