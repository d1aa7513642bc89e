"""The OpenAPI document: what Litestar sees of the addresses, with all that they say of bodies."""

from __future__ import annotations

import json
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, cast

from litestar import Litestar
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import (
    Components,
    License,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    Parameter,
    RequestBody,
    SecurityScheme,
    Tag,
)

from animspec import schema
from animspec.web.problems import KINDS, MEDIA_TYPE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestar.handlers import HTTPRouteHandler

    from animspec.web.operations import Content
    from animspec.web.operations import Operation as Work

DESCRIPTION: Final = """\
Checks, fixes and evaluates keyframe animation. The same engine stands behind the command line \
and the editor: the same bytes give the same findings.

Errors are problem documents (RFC 9457); `type` says which kind, and never changes its meaning. \
Nothing that is sent is stored, and no name that is sent is looked for as a file.
"""

TAGS: Final = {
    "documents": "Animation documents: checked, fixed, looked into, sampled.",
    "motions": "Motions, compared.",
    "expressions": "Driver expressions: checked and evaluated.",
    "reference": "Rules and schemas.",
    "service": "How the service is.",
}

SETTINGS_HEADER: Final = Parameter(
    name="Animspec-Settings",
    param_in="header",
    description="How the document is checked, as a JSON object with the keys that a configuration "
    "file has for it: select, ignore, show, fold, allowed-members, severities, thresholds, "
    "budgets. The query wins.",
    schema=cast("Any", {"type": "string"}),
    example='{"budgets": {"fps": [24, 30]}}',
)


def operation_class(work: Work) -> type[Operation]:
    """Return what makes the description of an address that asks for work."""
    # Litestar calls it with what it sees, and takes what it returns.
    return cast("type[Operation]", partial(_operation, work))


def _operation(work: Work, **seen: Any) -> Operation:
    """Return what Litestar sees of an address, with what is known of it."""
    known = {
        "parameters": [*_parameters(work), SETTINGS_HEADER] if work.tag == "documents" else None,
        "request_body": RequestBody(
            content=_content(work.body), description=work.body.description, required=True
        ),
        "responses": {
            "200": OpenAPIResponse(
                description=work.answer.description, content=_content(work.answer)
            ),
            **problems(work.refusals),
        },
    }
    return Operation(**{**seen, **known})


def answer_class(answer: Content, refusals: Sequence[str] = ()) -> type[Operation]:
    """Return what makes the description of an address that only tells something."""
    return cast("type[Operation]", partial(_telling, answer, refusals))


def _telling(answer: Content, refusals: Sequence[str], **seen: Any) -> Operation:
    responses = {
        "200": OpenAPIResponse(description=answer.description, content=_content(answer)),
        **problems((*refusals, "token-wrong")),
    }
    return Operation(**{**seen, "responses": responses})


def _parameters(work: Work) -> list[Parameter]:
    return [
        Parameter(
            name=name,
            param_in="query",
            description=each.description,
            schema=cast("Any", each.schema()),
            example=each.example,
        )
        for name, each in work.parameters.items()
    ]


def _content(content: Content) -> dict[str, OpenAPIMediaType]:
    return {
        media_type: OpenAPIMediaType(schema=cast("Any", said), example=example)
        for media_type, (said, example) in content.by_type.items()
    }


def problems(kinds: Sequence[str]) -> dict[str, OpenAPIResponse]:
    """Return what an operation says of the problems that it may end in, by status."""
    by_status: dict[str, list[str]] = {}
    for kind in kinds:
        by_status.setdefault(str(KINDS[kind].status), []).append(kind)
    return {
        status: OpenAPIResponse(
            description="; ".join(KINDS[kind].title for kind in sorted(those)),
            content={
                MEDIA_TYPE: OpenAPIMediaType(
                    schema=cast("Any", {"$ref": "#/components/schemas/problem"}),
                    example={
                        "type": f"urn:animspec:problem:{those[0]}",
                        "title": KINDS[those[0]].title,
                        "status": int(status),
                        "detail": "what is wrong with this request",
                    },
                )
            },
        )
        for status, those in by_status.items()
    }


PROBLEM: Final[dict[str, Any]] = {
    "title": "Problem",
    "description": "What went wrong, as RFC 9457 has it.",
    "type": "object",
    "properties": {
        "type": {"type": "string", "enum": [f"urn:animspec:problem:{kind}" for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}


def document(handlers: Sequence[HTTPRouteHandler], *, secured: bool) -> bytes:
    """Return the OpenAPI document of some handlers; ``secured``: a token is needed."""
    schemes = {"token": SecurityScheme(type="http", scheme="bearer")} if secured else None
    config = OpenAPIConfig(
        title="animspec",
        version=version("animspec"),
        description=DESCRIPTION,
        license=License(name="MIT", identifier="MIT"),
        tags=[Tag(name=name, description=line) for name, line in TAGS.items()],
        components=Components(security_schemes=cast("Any", schemes)),
        security=[{"token": []}] if secured else None,
        use_handler_docstrings=True,
    )
    found = Litestar(handlers, openapi_config=config).openapi_schema.to_schema()
    # Litestar lists the schemas that it has made itself, and no others.
    listed = found.setdefault("components", {}).setdefault("schemas", {})
    listed |= {**_hoisted("report"), "problem": PROBLEM}
    return json.dumps(found, ensure_ascii=False).encode()


def _hoisted(name: str) -> dict[str, Any]:
    """Return one of our schemas and the parts it refers to, as components of the document."""
    whole = schema.bundled(name)
    parts = whole.pop("$defs", {})
    for key in ("$schema", "$id"):
        whole.pop(key, None)
    named = {name: whole, **{f"{name}-{part}": each for part, each in parts.items()}}
    return {key: _referring(each, name) for key, each in named.items()}


def _referring(value: Any, name: str) -> Any:
    """Return a schema whose references lead to components."""
    if isinstance(value, dict):
        return {
            key: f"#/components/schemas/{name}-{each.rpartition('/')[2]}"
            if key == "$ref"
            else _referring(each, name)
            for key, each in value.items()
        }
    return [_referring(each, name) for each in value] if isinstance(value, list) else value
