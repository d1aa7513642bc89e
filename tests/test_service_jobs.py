"""What the service's workers do: requests as values, without HTTP."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.linting import check
from animspec.web.asking import Setup, strict_json
from animspec.web.inflating import inflated
from animspec.web.jobs import JOBS, answer
from animspec.web.messages import Task
from animspec.web.problems import KINDS, ProblemError
from tests.faces import ROOT

if TYPE_CHECKING:
    from animspec.web.messages import Reply

TWICE: Final = (ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json").read_bytes()
JUMPS: Final = (ROOT / "fixtures/fixes/before-jumps.voxelanim.json").read_bytes()
EXAMPLES: Final = 500 if os.environ.get("ANIMSPEC_FULL") else 40
SETUP: Final = Setup(body_bytes=100_000)


def ask(job: str, body: bytes | str | dict[str, Any], **query: str) -> tuple[Reply, bytes]:
    if isinstance(body, dict):
        body = json.dumps(body)
    data = body.encode() if isinstance(body, str) else body
    return answer(SETUP, Task(job, urlencode(query)), data)


def problem(job: str, body: bytes | str | dict[str, Any], **query: str) -> dict[str, Any]:
    reply, content = ask(job, body, **query)
    found: dict[str, Any] = json.loads(content)
    assert reply.media_type == "application/problem+json"
    assert reply.status == found["status"]
    assert KINDS[found["type"].removeprefix("urn:animspec:problem:")].status == reply.status
    return found


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ({"slect": "all"}, 'the address has no parameter "slect"; did you mean "select"?'),
        ({"fold": "maybe"}, 'fold is "maybe", expected true or false'),
        (
            {"show": "hnit"},
            'show is "hnit", expected "error", "warning" or "hint"; did you mean "hint"?',
        ),
        (
            {"select": "loop-seam-jmp"},
            (
                'select[0] is "loop-seam-jmp", expected the name of a rule, a severity or "all"; '
                'did you mean "loop-seam-jump"?'
            ),
        ),
        (
            {"severities": "loop-seam-jump"},
            'severities: "loop-seam-jump" has no colon, expected NAME:VALUE',
        ),
        (
            {"thresholds": "loop-seam-jump:1"},
            'thresholds: "loop-seam-jump" has no dot, expected RULE.THRESHOLD:NUMBER',
        ),
        (
            {"thresholds": "loop-seam-jump.share:nan"},
            "thresholds.loop-seam-jump.share is NaN, expected a number",
        ),
        ({"name": ""}, "name is empty"),
    ],
)
def test_a_parameter_that_cannot_be_used_is_told(query: dict[str, str], detail: str) -> None:
    found = problem("check", TWICE, **query)
    assert found["status"] == 400
    assert found["detail"] == detail


def test_the_head_may_set_what_a_configuration_file_may() -> None:
    said = '{"budgets": {"fps": [30]}, "ignore": ["keys-at-the-same-time"]}'
    _, content = answer(SETUP, Task("check", settings=said), TWICE)
    assert [each["rule"] for each in json.loads(content)["findings"]] == ["fps-not-allowed"]


@pytest.mark.parametrize(
    ("said", "detail"),
    [
        ("{", "Animspec-Settings is not JSON: "),
        ('{"ignore": [], "ignore": []}', 'Animspec-Settings is not JSON: the member "ignore"'),
        ('{"hierarchies": {"a": "/etc/passwd"}}', "Animspec-Settings has a key"),
        ('{"exclude": ["x"]}', "Animspec-Settings has a key"),
        ("[1]", "Animspec-Settings is a list, expected a table"),
    ],
)
def test_a_head_that_cannot_be_used_is_told(said: str, detail: str) -> None:
    reply, content = answer(SETUP, Task("check", settings=said), TWICE)
    assert reply.status == 400
    assert json.loads(content)["detail"].startswith(detail)


def test_the_query_wins_over_the_head() -> None:
    task = Task(
        "check", "severities=keys-at-the-same-time:hint&show=hint", settings='{"show": "error"}'
    )
    _, content = answer(SETUP, task, TWICE)
    assert [each["severity"] for each in json.loads(content)["findings"]] == ["hint"]


def test_a_report_lists_only_so_many_findings_and_counts_all() -> None:
    few = Setup(findings=2)
    task = Task("check", "show=hint&fold=false&name=a.voxelanim.json")
    reply, content = answer(few, task, JUMPS)
    document = json.loads(content)
    _, whole = answer(SETUP, task, JUMPS)
    total = len(json.loads(whole)["findings"])
    assert total > 2
    assert document["findings"] == json.loads(whole)["findings"][:2]
    assert document["summary"] == {**json.loads(whole)["summary"], "leftOut": total - 2}
    assert reply.headers == {"Animspec-Findings-Left-Out": str(total - 2)}


@pytest.mark.parametrize(
    ("form", "media_type", "start"),
    [
        ("text", "text/plain", "a.voxelanim.json:34:16: error[keys-at-the-same-time]"),
        ("sarif", "application/sarif+json", "{"),
        ("junit", "application/xml", "<?xml"),
        ("gitlab", "application/json", "["),
    ],
)
def test_a_report_has_the_form_that_is_asked_for(form: str, media_type: str, start: str) -> None:
    reply, content = ask("check", TWICE, format=form, name="a.voxelanim.json")
    assert reply.media_type == media_type
    assert content.decode().startswith(start)


def test_fixes_are_answered_as_document_diff_and_report() -> None:
    before = (ROOT / "fixtures/fixes/before-by-hand.voxelanim.json").read_bytes()
    safe = (ROOT / "fixtures/fixes/safe-by-hand.voxelanim.json").read_bytes()
    name = "before-by-hand.voxelanim.json"
    reply, content = ask("fix", before, name=name, show="hint", output="document")
    assert content == safe
    fixed = int(reply.headers["Animspec-Fixed"])
    assert fixed > 0
    _, content = ask("fix", before, name=name, show="hint")
    document = json.loads(content)
    assert document["document"].encode() == safe
    assert document["fixed"] == document["report"]["summary"]["fixed"] == fixed
    _, diff = ask("fix", before, name=name, show="hint", output="diff")
    assert diff.decode() == document["diff"]
    assert patched(before, diff) == safe


def patched(data: bytes, diff: bytes) -> bytes:
    """Return a text after its lines were changed as a unified diff says."""
    old = data.splitlines(keepends=True)
    new: list[bytes] = []
    at = 0
    whole = diff.replace(b"\n\\ No newline at end of file\n", b"")
    for line in whole.splitlines(keepends=True)[2:]:
        if line.startswith(b"@@"):
            start = int(line.split()[1].split(b",")[0][1:]) - 1
            new += old[at:start]
            at = start
        elif line.startswith(b"+"):
            new.append(line[1:])
        else:
            assert old[at] == line[1:]
            new += [] if line.startswith(b"-") else [old[at]]
            at += 1
    return b"".join([*new, *old[at:]])


def test_an_expression_is_compiled_or_its_faults_are_told() -> None:
    _, content = ask("check-expression", {"expression": "sin(t) + amp"})
    verdict = json.loads(content)
    assert verdict["faults"] == []
    assert verdict["variables"] == ["t", "amp"]
    assert verdict["program"] == [
        {"k": "var", "v": "t"},
        {"k": "fn", "v": "sin"},
        {"k": "var", "v": "amp"},
        {"k": "op", "v": "+"},
    ]
    _, content = ask("check-expression", {"expression": "sine(t"})
    first, second = json.loads(content)["faults"]
    assert first["message"] == 'there is no function "sine"; did you mean "sin"?'
    assert (first["start"], first["end"]) == (0, 4)
    assert second["frame"] == "  sine(t\n      ^"


def test_an_expression_is_evaluated_at_each_time() -> None:
    body = {
        "expression": "frame + fps * amp + missing",
        "variables": {"amp": 0.5},
        "range": {"start": 0, "stop": 0.3, "fps": 10},
    }
    _, content = ask("evaluate-expression", body)
    found = json.loads(content)
    assert [each["value"] for each in found["values"]] == pytest.approx([5, 6, 7, 8])
    assert [each["t"] for each in found["values"]] == pytest.approx([0, 0.1, 0.2, 0.3])
    assert found["missing"] == ["missing"]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ('{"expression": "t", "times": [NaN]}', "the body is not JSON: NaN is no number of JSON"),
        ('{"expression": "t", "times": [-Infinity]}', "the body is not JSON: -Infinity is no"),
        ('{"expression": "t", "times": [1e999]}', "the body is not JSON: 1e999 is beyond the"),
        ('{"expression": "t", "times": [1' + "0" * 400 + "]}", "the body is not JSON: 1000000"),
        ('{"expression": "t", "expression": "1"}', 'the body is not JSON: the member "expression"'),
        (
            '{"expression": "t", "variables": {"a": 1, "a": 2}}',
            'the body is not JSON: the member "a"',
        ),
        ("[" * 100_000, "the body is not JSON: it is nested too deep"),
        (b'{"expression": "\xff"}', "the body is not JSON: it is not UTF-8"),
        ("{}", 'the body has no key "expression"'),
        ('{"expression": 1}', "expression is 1, expected a text"),
        ('{"expression": "t", "time": 1}', 'the body has a key "time" that is not known; did you'),
        ('{"expression": "t", "variables": {"pi": 3}}', '"pi" is a constant, 3.14159265358979'),
        ('{"expression": "t +"}', "expression: "),
        (
            '{"expression": "t", "range": {"start": 0, "stop": 1e9, "fps": 60}}',
            "range has more than 100000 times",
        ),
        (
            '{"expression": "t", "range": {"start": 1, "stop": 0, "fps": 60}}',
            "range ends at 0, before its start 1",
        ),
        (
            '{"expression": "t", "times": [1], "range": {"start": 0, "stop": 1, "fps": 1}}',
            "the body has times and range, expected one of them",
        ),
    ],
)
def test_a_body_that_cannot_be_used_is_told(body: str | bytes, detail: str) -> None:
    found = problem("evaluate-expression", body)
    assert found["status"] == 400
    assert found["detail"].startswith(detail)


@settings(max_examples=EXAMPLES)
@given(st.recursive(st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text() |
    st.floats(allow_nan=False, allow_infinity=False), lambda inner: st.lists(inner) |
    st.dictionaries(st.text(), inner), max_leaves=10))  # fmt: skip
def test_strict_reading_of_json_reads_all_json(value: Any) -> None:
    assert strict_json(json.dumps(value)) == value


@settings(max_examples=EXAMPLES)
@given(st.binary(max_size=2000), st.sampled_from(["gzip", "deflate", "raw", "identity", "GZIP "]))
def test_a_body_is_inflated_to_what_was_deflated(data: bytes, encoding: str) -> None:
    packed = {
        "gzip": gzip.compress,
        "GZIP ": gzip.compress,
        "deflate": zlib.compress,
        "raw": lambda each: zlib.compress(each, wbits=-15),
        "identity": bytes,
    }[encoding](data)
    assert inflated(packed, encoding.replace("raw", "deflate"), 2000) == data


def test_a_gzip_file_of_several_members_is_read_whole() -> None:
    assert inflated(gzip.compress(b"[1,") + gzip.compress(b"2]"), "gzip", 5) == b"[1,2]"


@pytest.mark.parametrize(
    ("body", "encoding", "kind"),
    [
        (gzip.compress(b" " * 10_000_000), "gzip", "body-too-large"),
        (zlib.compress(b" " * 10_000_000), "deflate", "body-too-large"),
        (gzip.compress(b" " * 60_000) * 2, "gzip", "body-too-large"),
        (gzip.compress(b"{}")[:-9], "gzip", "body-not-inflatable"),
        (gzip.compress(b"{}") + b"more", "gzip", "body-not-inflatable"),
        (zlib.compress(b"{}") + b"more", "deflate", "body-not-inflatable"),
        (b"{}", "gzip", "body-not-inflatable"),
        (b"{}", "br", "encoding-unknown"),
        (b"{}", "gzip, gzip", "encoding-unknown"),
    ],
)
def test_a_body_that_does_not_inflate_is_refused(body: bytes, encoding: str, kind: str) -> None:
    with pytest.raises(ProblemError) as caught:
        inflated(body, encoding, 100_000)
    assert caught.value.kind == kind


def test_a_failure_of_the_engine_is_told_without_its_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a word of the document")

    monkeypatch.setattr("animspec.web.jobs.checking.check", fails)
    reply, content = ask("check", TWICE)
    assert reply.status == 500
    assert reply.failure.startswith("KeyError in tests.test_service_jobs")
    assert "word of the document" not in reply.failure + content.decode()


HOSTILE: Final = (
    "../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "C:\\autoexec.bat",
    "a\x00.voxelanim.json",
    "x" * 5000 + ".voxelanim.json",
    "http://127.0.0.1:1/a.voxelanim.json",
)

WATCHING: Final = """
import json, os, sys
from urllib.parse import urlencode
from animspec.web import warmed
from animspec.web.asking import Setup
from animspec.web.jobs import JOBS, answer
from animspec.web.messages import Task
names, bodies, ours = json.load(sys.stdin)
ours = (*ours, sys.prefix, sys.base_prefix)
seen = []
def watch(event, arguments):
    if event.split(".")[0] in ("open", "os", "socket", "subprocess", "shutil", "glob", "urllib"):
        if not str(arguments[0]).startswith(ours):  # modules, and the schemas
            seen.append((event, str(arguments[:1])))
sys.addaudithook(watch)
for job in JOBS:
    for body in bodies:
        for name in names:
            said = {"name": name, "show": "hint"} if "name" in JOBS[job].parameters else {}
            answer(Setup(), Task(job, urlencode(said)), body.encode())
print(json.dumps(seen))
"""


def test_no_name_and_no_body_of_a_request_touches_a_file() -> None:
    bodies = [
        TWICE.decode(),
        '{"$schema": "file:///etc/passwd", "rig": "../../etc/passwd", "clips": [{"id": 1}]}',
        '{"$ref": "/etc/passwd", "sequences": [{"$ref": "http://127.0.0.1/"}]}',
        '{"length": 1, "fps": 24, "props": [{"path": "/etc/passwd", "name": "x", "keys": [{}]}]}',
        '{"expression": "t", "variables": {"../../etc/passwd": 1}}',
        "{",
    ]
    ours = [f"{ROOT}/{folder}/" for folder in ("animspec", "expressions", "schemas")]
    done = subprocess.run(
        [sys.executable, "-c", WATCHING],
        input=json.dumps([HOSTILE, bodies, ours]).encode(),
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    assert json.loads(done.stdout) == []


def test_every_job_is_described() -> None:
    from animspec.web.operations import OPERATIONS

    assert [operation.job for operation in OPERATIONS] == list(JOBS)


def test_a_document_is_checked_by_the_settings_that_a_request_makes() -> None:
    from animspec.settings import Settings

    _, content = ask("check", JUMPS, select="error", name="a.voxelanim.json")
    expected = check(JUMPS, "a.voxelanim.json", Settings(select=frozenset({"error"})))
    told = [(each["rule"], each["pointer"]) for each in json.loads(content)["findings"]]
    assert told == [(each.rule, each.pointer) for each in expected.findings]
