"""The application: every address, and what becomes of errors."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from litestar import Litestar, Request, Response, get, post
from litestar.config.cors import CORSConfig
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from animspec.web import assets, operations, reference
from animspec.web.desk import Desk
from animspec.web.intake import GoneError, Intake
from animspec.web.logs import tell
from animspec.web.messages import JSON
from animspec.web.metrics import MEDIA_TYPE as METRICS_TYPE
from animspec.web.metrics import Metrics
from animspec.web.openapi import answer_class, document, operation_class
from animspec.web.operations import OPERATIONS
from animspec.web.pool import Bounds, Pool
from animspec.web.problems import MEDIA_TYPE, RETRY, Problem, ProblemError, problem
from animspec.web.shell import Shell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager

    from litestar.handlers import HTTPRouteHandler

    from animspec.configuration.service import Service
    from animspec.web.asking import Setup
    from animspec.web.operations import Operation
    from animspec.web.shell import Rules

GONE: Final = 499
"""The status in the log of a request whose client has gone."""

_KINDS: Final = {404: "not-found", 405: "method-not-allowed"}


def application(setup: Setup, service: Service, workers: int, rules: Rules) -> Shell:
    """Return the application, whose workers start and end with it."""
    desk = _desk(setup, service, workers)
    working = [_working(operation, desk) for operation in OPERATIONS]
    handlers = [*working, *REFERENCE, *_state(desk.pool, desk.metrics)]
    described = document(handlers, secured=rules.token is not None)
    inner = Litestar(
        [*handlers, *PAGES, _openapi(described)],
        openapi_config=None,
        cors_config=_cors(service),
        exception_handlers={
            ProblemError: _as_problem,
            GoneError: _as_gone,
            HTTPException: _as_http,
            Exception: _as_failure,
        },
        lifespan=[_lifespan(desk.pool)],
        request_max_body_size=None,
        logging_config=None,
    )
    return Shell(inner, rules, desk.metrics)


def _desk(setup: Setup, service: Service, workers: int) -> Desk:
    """Return what answers requests that need work, watched by its metrics."""
    metrics = Metrics()
    bounds = Bounds(workers, service.waiting, service.seconds, service.worker_requests)
    pool = Pool(setup, bounds, metrics.replaced)
    intake = Intake(service.body_bytes, service.body_seconds, service.held_bytes)
    metrics.watch(
        {
            "animspec_workers_ready": ("Workers that are ready.", lambda: pool.ready),
            "animspec_workers_busy": ("Workers that are at work.", lambda: pool.busy),
            "animspec_requests_waiting": ("Requests without a worker.", lambda: pool.waiting),
            "animspec_bodies_held_bytes": ("Bytes of bodies in memory.", lambda: intake.held),
        }
    )
    return Desk(pool, intake, metrics)


def _lifespan(pool: Pool) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Return the time from the start of the workers to their end."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await pool.start()
        tell("ready", workers=pool.ready)
        try:
            yield
        finally:
            await pool.close()

    return lifespan


def _cors(service: Service) -> CORSConfig | None:
    if not service.cors_origins:
        return None
    return CORSConfig(
        allow_origins=list(service.cors_origins),
        allow_methods=["GET", "POST"],
        allow_headers=["Animspec-Settings", "Authorization", "Content-Encoding", "Content-Type"],
        expose_headers=["Animspec-Findings-Left-Out", "Animspec-Fixed", "X-Request-ID"],
    )


def _working(operation: Operation, desk: Desk) -> HTTPRouteHandler:
    """Return what answers at an address that asks for work."""

    async def handle(request: Request[Any, Any, Any]) -> Response[bytes]:
        return await desk.answer(operation.job, request)

    return post(
        operation.path,
        status_code=200,
        operation_id=operation.job,
        operation_class=operation_class(operation),
        summary=operation.summary,
        description=operation.description,
        tags=[operation.tag],
    )(handle)


RuleName: TypeAlias = Annotated[
    str, Parameter(description="The name of a rule, as findings show it.")
]
SchemaName: TypeAlias = Annotated[
    str, Parameter(description="The name of a schema, such as animation-set.")
]


@get(
    "/v1/rules",
    summary="List the rules",
    tags=["reference"],
    operation_class=answer_class(operations.RULES),
    media_type=JSON,
)
async def rules() -> bytes:
    """Answer with every rule: its name, severity, fix, kinds of document, and summary."""
    return reference.rules()


@get(
    "/v1/rules/{rule:str}",
    summary="Read a rule's page",
    tags=["reference"],
    operation_class=answer_class(operations.RULE, ["not-found"]),
    media_type=JSON,
)
async def one_rule(rule: RuleName) -> bytes:
    """Answer with one rule: its page in Markdown, and the thresholds that it judges by."""
    return reference.rule(rule)


@get(
    "/v1/schemas",
    summary="List the schemas",
    tags=["reference"],
    operation_class=answer_class(operations.SCHEMAS),
    media_type=JSON,
)
async def schemas() -> bytes:
    """Answer with the names of all schemas."""
    return reference.schemas()


@get(
    "/v1/schemas/{name:str}",
    summary="Read a schema",
    tags=["reference"],
    operation_class=answer_class(operations.SCHEMA, ["not-found"]),
    media_type=JSON,
)
async def one_schema(name: SchemaName) -> bytes:
    """Answer with a JSON Schema that stands alone."""
    return reference.one_schema(name)


REFERENCE: Final = (rules, one_rule, schemas, one_schema)


def _state(pool: Pool, metrics: Metrics) -> tuple[HTTPRouteHandler, ...]:
    """Return what tells how the service is."""

    @get(
        "/healthz",
        summary="Whether the service lives",
        tags=["service"],
        operation_class=answer_class(operations.STATE),
    )
    async def healthz() -> dict[str, str]:
        """Answer at once, whatever there is to do."""
        return {"status": "alive"}

    @get(
        "/readyz",
        summary="Whether the service can work",
        tags=["service"],
        operation_class=answer_class(operations.STATE, ["too-busy"]),
    )
    async def readyz() -> dict[str, str]:
        """Answer with 503 where no worker is ready."""
        if not pool.ready:
            raise ProblemError("too-busy", "no worker is ready", RETRY)
        return {"status": "ready"}

    @get(
        "/metrics",
        summary="Counts for Prometheus",
        tags=["service"],
        operation_class=answer_class(operations.METRICS),
        media_type=METRICS_TYPE,
    )
    async def counts() -> bytes:
        """Answer with what the service has counted."""
        return metrics.text()

    return healthz, readyz, counts


def _page(name: str) -> Response[bytes]:
    content, policy = assets.page(name)
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    return Response(content, media_type=assets.MEDIA_TYPES["html"], headers=headers)


@get("/")
async def front() -> Response[bytes]:
    """Answer with the page."""
    return _page("index.html")


@get("/docs")
async def docs() -> Response[bytes]:
    """Answer with the page that tries addresses."""
    return _page("docs.html")


@get("/static/{name:str}")
async def static(name: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Answer with a file of the page."""
    found = assets.asset(name)
    headers = {"Cache-Control": "no-cache", "ETag": found.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers)
    takes = request.headers.get("accept-encoding", "")
    if found.packed is not None and "gzip" in takes:
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, media_type=found.media_type, headers=headers)
    return Response(found.content, media_type=found.media_type, headers=headers)


PAGES: Final = (front, docs, static)


def _openapi(described: bytes) -> HTTPRouteHandler:
    @get("/v1/openapi.json", media_type=JSON)
    async def openapi() -> bytes:
        """Answer with the description of all addresses."""
        return described

    return openapi


def _response(found: Problem) -> Response[bytes]:
    return Response(
        found.content, status_code=found.status, media_type=MEDIA_TYPE, headers=found.headers
    )


def _as_problem(_: Request[Any, Any, Any], error: ProblemError) -> Response[bytes]:
    return _response(error.problem())


def _as_gone(_: Request[Any, Any, Any], __: GoneError) -> Response[bytes]:
    return Response(b"", status_code=GONE)


def _as_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer with what Litestar says of an address that it does not know, or of its method."""
    kind = _KINDS.get(error.status_code)
    if kind is None:
        return _response(problem("request-wrong", "the request cannot be read"))
    where = request.scope["path"][:100]
    detail = f"there is nothing at {where}"
    if kind == "method-not-allowed":
        detail = f"{where} has no method {request.scope['method'][:20]}"
    return _response(problem(kind, detail, error.headers))


def _as_failure(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    number = request.scope["state"].get("request")
    tell("failure", logging.ERROR, request=number, failure=type(error).__name__)
    return _response(problem("internal-error", "the service has failed on this request"))
