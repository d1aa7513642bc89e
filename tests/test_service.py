"""The service as its clients meet it: over HTTP, friendly or not."""

from __future__ import annotations

import json
import re
import signal
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from attrs import fields

from animspec.catalogue import names
from animspec.cli import main
from animspec.configuration.service import (
    TABLE,
    TOKEN_VARIABLE,
    Service,
    attribute,
    variable,
)
from animspec.schema import names as schema_names
from animspec.web.problems import KINDS
from tests.serving import CHECK, CLEAN, PATIENCE, ROOT, SLOW, Running, problem_of, service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service("--body-bytes", "1000000", "--workers", "2") as made:
        yield made


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/v1/rules/scale-zer", 404, "not-found"),
        ("GET", "/v1/schemas/..%2f..%2fetc%2fpasswd", 404, "not-found"),
        ("GET", "/static/..%2f..%2f..%2fetc%2fpasswd", 404, "not-found"),
        ("GET", "/static/%2fetc%2fpasswd", 404, "not-found"),
        ("GET", "/v1/check", 405, "method-not-allowed"),
        ("DELETE", "/v1/rules", 405, "method-not-allowed"),
        ("POST", "/v1/check?slect=all", 400, "parameter-wrong"),
        ("POST", "/v1/expressions/evaluate", 400, "request-wrong"),
    ],
)
def test_every_error_is_a_problem_document(
    running: Running, method: str, path: str, status: int, kind: str
) -> None:
    with running.client() as client:
        answer = client.request(method, path)
    assert answer.status_code == status
    assert problem_of(answer) == kind


def test_every_answer_tells_browsers_to_be_careful(running: Running) -> None:
    with running.client() as client:
        for path in ("/", "/docs", "/nothing", "/v1/rules", "/healthz"):
            head = client.get(path).headers
            assert head["x-content-type-options"] == "nosniff"
            assert head["referrer-policy"] == "no-referrer"
            assert "frame-ancestors 'none'" in head["content-security-policy"]
            assert "unsafe" not in head["content-security-policy"].replace(
                "style-src 'self' 'unsafe-inline'", "" if path == "/docs" else "unsafe"
            )
            assert "access-control-allow-origin" not in head
            assert re.fullmatch("[0-9a-f]{16}", head["x-request-id"])


def test_a_document_is_looked_into_sampled_and_compared_as_at_the_command_line(
    running: Running, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    slower = CLEAN.replace(b'"tick": 12000', b'"tick": 13000')
    old, new = tmp_path / "old.voxelanim.json", tmp_path / "new.voxelanim.json"
    old.write_bytes(CLEAN)
    new.write_bytes(slower)
    sides = {
        side: {"name": str(path), "text": path.read_text()}
        for side, path in (("old", old), ("new", new))
    }
    with running.client() as client:
        main(["info", "--format", "json", str(old)])
        told = client.post("/v1/info", params={"name": str(old)}, content=CLEAN)
        assert told.json() == json.loads(capfdbinary.readouterr().out)
        main(["sample", "--clip", "Walk", "--track", "Hips*", "--format", "csv", str(old)])
        query = {"clip": "Walk", "track": "Hips*", "format": "csv"}
        assert client.post("/v1/sample", params=query, content=CLEAN).content == (
            capfdbinary.readouterr().out
        )
        main(["compare", "--isolated", "--format", "json", str(old), str(new)])
        compared = client.post("/v1/compare", json=sides)
        assert compared.content == capfdbinary.readouterr().out
        assert compared.json()["passes"] is False
        assert client.post("/v1/compare", json={**sides, "new": sides["old"]}).json()["passes"]


def test_rules_and_schemas_are_told(running: Running, capsys: pytest.CaptureFixture[str]) -> None:
    with running.client() as client:
        main(["rules", "--format", "json"])
        assert client.get("/v1/rules").json() == json.loads(capsys.readouterr().out)
        one = client.get("/v1/rules/loop-seam-jump").json()
        assert one["thresholds"]["share"]["default"] == 0.01
        assert "**Why.**" in one["page"]
        assert client.get("/v1/schemas").json() == list(schema_names())
        main(["schema", "animation-set"])
        document = client.get("/v1/schemas/animation-set").json()
        assert document == json.loads(capsys.readouterr().out)
    assert "loop-seam-jump" in names()


def test_a_head_request_is_answered_like_a_get_without_its_body(running: Running) -> None:
    with running.client() as client:
        whole, head = client.get("/v1/rules"), client.head("/v1/rules")
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == str(len(whole.content))


def test_a_token_is_asked_for_where_there_is_one() -> None:
    environment = {"ANIMSPEC_SERVE_TOKEN": "word of ours"}
    with service(environment=environment) as own, own.client() as client:
        for path in ("/", "/docs", "/healthz", "/readyz", "/v1/openapi.json"):
            assert client.get(path).status_code == 200, path
        for head in ({}, {"Authorization": "Bearer word"}, {"Authorization": "Basic word of ours"}):
            for path in ("/v1/rules", "/metrics", "/nothing"):
                answer = client.get(path, headers=head)
                assert answer.status_code == 401
                assert problem_of(answer) == "token-wrong"
                assert answer.headers["www-authenticate"].startswith("Bearer")
        head = {"Authorization": "bearer word of ours"}
        assert client.get("/v1/rules", headers=head).status_code == 200
        assert client.post(CHECK, content=CLEAN, headers=head).status_code == 200


def test_a_service_of_this_machine_is_not_called_by_other_names(running: Running) -> None:
    with running.client() as client:
        for host, status in (("evil.example", 421), ("LOCALHOST:99", 200), ("127.0.0.1", 200)):
            answer = client.get("/v1/rules", headers={"Host": host})
            assert answer.status_code == status, host


def test_other_origins_read_answers_only_where_they_are_named() -> None:
    origin = {"Origin": "https://tools.example"}
    preflight = {**origin, "Access-Control-Request-Method": "POST"}
    with service("--cors-origins", "https://tools.example") as own, own.client() as client:
        answer = client.post(CHECK, content=CLEAN, headers=origin)
        assert answer.headers["access-control-allow-origin"] == "https://tools.example"
        assert client.options(CHECK, headers=preflight).status_code == 204
        other = client.post(CHECK, content=CLEAN, headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


def test_a_service_that_is_told_to_end_finishes_what_runs() -> None:
    with service("--workers", "1", "--seconds", "60") as own, own.client() as client:
        work = json.loads(SLOW)
        work["range"]["stop"] = 20
        done: list[httpx.Response] = []
        asking = threading.Thread(
            target=lambda: done.append(client.post("/v1/expressions/evaluate", json=work))
        )
        asking.start()
        with own.client() as other:
            while "animspec_workers_busy 1.0" not in other.get("/metrics").text:
                time.sleep(0.01)
        own.process.send_signal(signal.SIGTERM)
        asking.join(timeout=PATIENCE)
        assert done[0].status_code == 200
        assert len(done[0].json()["values"]) == 20_001
        assert own.process.wait(timeout=PATIENCE) == 0
        assert own.workers() == []
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(own.address)


def test_the_log_says_what_was_asked_and_nothing_of_the_document() -> None:
    secret = b'{"rig": "a secret rig", "clips": [{"id": "another secret"}]}'
    with service() as own:
        with own.client() as client:
            answer = client.post("/v1/check?name=a-secret-name.voxelanim.json", content=secret)
        own.stop()
        (line,) = [each for each in own.lines if each.get("method") == "POST"]
        assert line["event"] == "request"
        assert line["status"] == 200
        assert line["path"] == "/v1/check"
        assert line["bytesIn"] == len(secret)
        assert line["bytesOut"] == len(answer.content)
        assert line["request"] == answer.headers["x-request-id"]
        assert "secret" not in json.dumps(own.lines)
        assert own.lines[-1]["event"] == "ended"


def test_every_attribute_of_a_service_has_its_row_and_its_description() -> None:
    assert {attribute(key) for key in TABLE.members} == {each.name for each in fields(Service)}
    for key, member in TABLE.members.items():
        assert member.description.endswith("."), key


def test_without_its_packages_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [*sys.modules]:
        if name.startswith("animspec.web.serving"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--isolated"]) == 2
    said = capsys.readouterr().err
    assert "pip install 'animspec[serve]'" in said
    assert "uvicorn" in said


def test_settings_come_from_flags_environment_and_file_in_this_order() -> None:
    configuration = (
        '[serve]\nbody-bytes = 10\nfindings = 1\n\n[severities]\nloop-seam-jump = "error"\n'
    )
    environment = {"ANIMSPEC_SERVE_BODY_BYTES": "20", "ANIMSPEC_SERVE_FINDINGS": "2"}
    made = service("--findings", "3", environment=environment, configuration=configuration)
    with made as own, own.client() as client:
        assert client.post("/v1/check", content=b" " * 20).status_code == 200
        assert client.post("/v1/check", content=b" " * 21).status_code == 413


@pytest.mark.parametrize(
    ("flags", "environment", "message"),
    [
        (("--port", "x"), {}, '--port is "x", expected a whole number'),
        (("--workers", "1.5"), {}, "--workers is 1.5, expected a whole number"),
        (("--seconds", "0"), {}, "--seconds is 0, expected more than 0"),
        (("--log", "perhaps"), {}, '--log is "perhaps", expected true or false'),
        ((), {"ANIMSPEC_SERVE_SECONDS": "inf"}, "ANIMSPEC_SERVE_SECONDS is Infinity, expected a"),
        (
            (),
            {"ANIMSPEC_SERVE_BODY_BYTE": "1"},
            "ANIMSPEC_SERVE_BODY_BYTE sets nothing of the service; did you mean",
        ),
        ((), {"ANIMSPEC_SERVE_TOKEN": " "}, "ANIMSPEC_SERVE_TOKEN holds no token"),
        (("--token-file", "/nowhere/at/all"), {}, "/nowhere/at/all cannot be read: No such file"),
        (("--host", "256.1.1.1"), {}, "256.1.1.1 port 8321 cannot be used: "),
        (("--port", "70000"), {}, "127.0.0.1 port 70000 cannot be used: "),
    ],
)
def test_settings_that_cannot_be_used_are_told(
    flags: tuple[str, ...],
    environment: dict[str, str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, word in environment.items():
        monkeypatch.setenv(name, word)
    assert main(["serve", "--isolated", *flags]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_what_is_written_elsewhere_of_settings_is_so() -> None:
    known = {variable(key) for key in TABLE.members} | {TOKEN_VARIABLE}
    for name in ("Dockerfile", "deploy/animspec.service", "docs/service.md"):
        said = set(re.findall(r"ANIMSPEC_SERVE_[A-Z_]+", (ROOT / name).read_text()))
        assert said, name
        assert said <= known, name
    told = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", (ROOT / "docs/service.md").read_text()))
    assert set(KINDS) <= told
    assert {key for key in TABLE.members if "-" in key} <= told
