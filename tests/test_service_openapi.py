"""The service does what its OpenAPI document says."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator

from animspec.web.jobs import JOBS
from animspec.web.problems import KINDS
from tests.serving import Running, service

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES: Final = 200 if os.environ.get("ANIMSPEC_FULL") else 3


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with service("--log", "no", "--seconds", "20") as made:
        yield made


@pytest.fixture(scope="module")
def described(running: Running) -> dict[str, Any]:
    with running.client() as client:
        found: dict[str, Any] = client.get("/v1/openapi.json").json()
    return found


def operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_every_address_is_described(described: dict[str, Any]) -> None:
    assert set(described["paths"]) == {
        *("/v1/check", "/v1/fix", "/v1/info", "/v1/sample", "/v1/compare"),
        *("/v1/expressions/check", "/v1/expressions/evaluate"),
        *("/v1/rules", "/v1/rules/{rule}", "/v1/schemas", "/v1/schemas/{name}"),
        *("/healthz", "/readyz", "/metrics"),
    }


def test_every_operation_says_what_it_does_and_every_parameter_what_it_means(
    described: dict[str, Any],
) -> None:
    for _, path, operation in operations(described):
        assert operation["summary"], path
        assert operation["description"], path
        assert operation["tags"], path
        for parameter in operation.get("parameters", []):
            assert parameter["description"].endswith("."), (path, parameter["name"])
            assert parameter["schema"], (path, parameter["name"])


def test_every_query_that_a_job_knows_is_described(described: dict[str, Any]) -> None:
    by_id = {operation["operationId"]: operation for _, _, operation in operations(described)}
    for name, job in JOBS.items():
        told = by_id[name].get("parameters", [])
        assert [each["name"] for each in told if each["in"] == "query"] == list(job.parameters)


def test_every_example_is_answered_as_it_says(running: Running, described: dict[str, Any]) -> None:
    with running.client() as client:
        for method, path, operation in operations(described):
            for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
                if "example" not in content:
                    continue
                body = json.dumps(content["example"])
                answer = client.request(
                    method, path, content=body, headers={"Content-Type": media_type}
                )
                assert answer.status_code == 200, (path, answer.text)
                _hold(described, operation, answer.status_code, answer.json())
                example = operation["responses"]["200"]["content"][media_type].get("example")
                if path == "/v1/check":
                    assert answer.json() == example


def _hold(described: dict[str, Any], operation: dict[str, Any], status: int, found: Any) -> None:
    (content,) = [
        each
        for media_type, each in operation["responses"][str(status)]["content"].items()
        if media_type.endswith("json") and "sarif" not in media_type
    ]
    schema = {**content["schema"], "components": described["components"]}
    assert list(Draft202012Validator(schema).iter_errors(found)) == []


def test_parameters_may_be_as_their_examples_are(
    running: Running, described: dict[str, Any]
) -> None:
    with running.client() as client:
        for method, path, operation in operations(described):
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            for parameter in operation.get("parameters", []):
                if body is None or "example" not in parameter:
                    continue
                said = {parameter["name"]: parameter["example"]}
                where = {"query": "params", "header": "headers"}[parameter["in"]]
                if parameter["name"] == "track":
                    said["track"] = "Body*"
                answer = client.request(
                    method,
                    path,
                    content=json.dumps(body["example"]),
                    **{where: said},  # type: ignore[arg-type]
                )
                assert answer.status_code == 200, (path, said, answer.text)


def test_problems_have_one_type_each() -> None:
    assert len({kind.title for kind in KINDS.values()}) == len(KINDS)


def test_whatever_is_sent_is_answered_as_described(
    running: Running, described: dict[str, Any]
) -> None:
    schema = schemathesis.openapi.from_dict(described)
    checks: list[Any] = [
        schemathesis.checks.not_a_server_error,
        schemathesis.checks.CHECKS.get_one("status_code_conformance"),
        schemathesis.checks.CHECKS.get_one("content_type_conformance"),
        schemathesis.checks.CHECKS.get_one("response_schema_conformance"),
    ]
    profile = settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    seen: list[int] = []
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr] # the document has no errors

        told = described["paths"][operation.path][operation.method.lower()]
        if not {"requestBody", "parameters"} & set(told):
            continue  # there is one way only to ask, and the examples do

        @profile
        @given(case=operation.as_strategy())
        def answers(case: schemathesis.Case[Any]) -> None:
            response = case.call(base_url=running.url, timeout=60)
            seen.append(response.status_code)
            case.validate_response(response, checks=checks)

        answers()
    assert 200 in seen
    assert len(seen) >= EXAMPLES
