"""What the service does at which address, described for people and for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from animspec.web import bodies
from animspec.web.jobs import JOBS
from animspec.web.messages import JSON
from animspec.web.problems import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.web.parameters import Parameter

BINARY: Final = "application/octet-stream"

DOCUMENT: Final[dict[str, Any]] = {
    "rig": "Fox",
    "clips": [
        {
            "id": "a1b2c3d4e5f6",
            "name": "Walk",
            "length": 24000,
            "fps": 24,
            "loop": True,
            "tracks": [
                {
                    "path": "Body",
                    "position": [
                        {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}},
                        {"tick": 12000, "value": {"x": 0, "y": 1.25, "z": 0}},
                        {"tick": 24000, "value": {"x": 0, "y": 0, "z": 0}},
                    ],
                }
            ],
        }
    ],
}
"""A small animation set without faults."""

REPORT: Final[dict[str, Any]] = {
    "version": 1,
    "findings": [],
    "summary": {
        "files": 1,
        "filesWithFindings": 0,
        "errors": 0,
        "warnings": 0,
        "hints": 0,
        "fixable": 0,
        "fixableUnsafely": 0,
    },
}
"""What is said of it."""

FAULTS: Final[dict[str, Any]] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "rule": {"type": "string"},
            "message": {"type": "string"},
            "start": {"type": "integer", "description": "The first character, from 0."},
            "end": {"type": "integer", "description": "The character after the last."},
            "line": {"type": "integer"},
            "column": {"type": "integer"},
            "frame": {"type": "string", "description": "The line, and carets under the fault."},
        },
        "required": ["rule", "message", "start", "end", "line", "column", "frame"],
    },
}

_VERDICT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "faults": FAULTS,
        "variables": {"type": "array", "items": {"type": "string"}},
        "functions": {"type": "array", "items": {"type": "string"}},
        "program": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["faults"],
}

_VALUES: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "values": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"t": {"type": "number"}, "value": {"type": "number"}},
                "required": ["t", "value"],
            },
        },
        "missing": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Variables that were not given, and so counted as 0.",
        },
    },
    "required": ["values", "missing"],
}

_FIXED: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "fixed": {"type": "integer", "minimum": 0},
        "refused": {"type": "array", "items": {"type": "object"}},
        "document": {"type": ["string", "null"], "description": "The text after its fixes."},
        "diff": {"type": "string"},
        "report": {"$ref": "#/components/schemas/report"},
    },
    "required": ["fixed", "refused", "document", "diff", "report"],
}


@frozen
class Content:
    """A body or an answer: its schema and an example, by media type."""

    description: str
    by_type: Mapping[str, tuple[dict[str, Any], Any]]


_RULE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "rule": {"type": "string"},
        "severity": {"type": "string", "enum": ["error", "warning", "hint"]},
        "fix": {"enum": ["safe", "unsafe", None]},
        "documents": {"type": "array", "items": {"type": "string"}},
        "summary": {"type": "string"},
    },
    "required": ["rule", "severity", "fix", "documents", "summary"],
}

_PAGE: Final[dict[str, Any]] = {
    **_RULE,
    "properties": {
        **_RULE["properties"],
        "page": {"type": "string", "description": "The rule's page in Markdown."},
        "thresholds": {"type": "object", "additionalProperties": {"type": "object"}},
    },
    "required": [*_RULE["required"], "page", "thresholds"],
}

_STATE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"status": {"type": "string"}},
    "required": ["status"],
}


@frozen
class Operation:
    """One address that asks for work."""

    job: str
    path: str
    tag: str
    summary: str
    description: str
    body: Content
    answer: Content
    problems: tuple[str, ...] = field(default=())

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters of its query."""
        return JOBS[self.job].parameters

    @property
    def refusals(self) -> tuple[str, ...]:
        """The kinds of problem that it may end in, by status."""
        return tuple(sorted({*WORKING, *self.problems}, key=lambda kind: KINDS[kind].status))


WORKING: Final = (
    *("parameter-wrong", "body-not-inflatable", "token-wrong", "body-too-slow", "body-too-large"),
    *("too-much-memory", "encoding-unknown", "internal-error", "too-busy", "worker-died"),
    "took-too-long",
)
"""The problems that any request for work may end in."""

RULES: Final = Content("The rules.", {JSON: ({"type": "array", "items": _RULE}, None)})
RULE: Final = Content("The rule.", {JSON: (_PAGE, None)})
SCHEMAS: Final = Content(
    "Their names.", {JSON: ({"type": "array", "items": {"type": "string"}}, ["animation-set"])}
)
SCHEMA: Final = Content("The schema.", {JSON: ({"type": "object"}, None)})
STATE: Final = Content("So it is.", {JSON: (_STATE, {"status": "ready"})})
METRICS: Final = Content("The counts.", {"text/plain": ({"type": "string"}, None)})

_ANY: Final[dict[str, Any]] = {"type": "string"}

BODY: Final = Content(
    "The document's bytes as they are, text or binary; a Content-Encoding of gzip or deflate is "
    "undone. The media type makes no difference.",
    {
        JSON: ({}, DOCUMENT),
        BINARY: ({"type": "string", "format": "binary"}, None),
    },
)

OPERATIONS: Final = (
    Operation(
        "check",
        "/v1/check",
        "documents",
        "Check a document",
        "Answers with every fault of an animation document: the same report, byte for byte, that "
        "`animspec check --format json` prints of the same bytes. A document with faults is "
        "answered with 200 like any other: look at `summary`.",
        BODY,
        Content(
            "The report, in the form that was asked for.",
            {
                JSON: ({"$ref": "#/components/schemas/report"}, REPORT),
                "application/sarif+json": ({"type": "object"}, None),
                "application/xml": (_ANY, None),
                "text/plain": (_ANY, None),
            },
        ),
    ),
    Operation(
        "fix",
        "/v1/fix",
        "documents",
        "Fix a document",
        "Applies the fixes that are safe, or with `unsafe` the others, too, and answers with the "
        "document, what has changed, and the report of what is left. Nothing else of the "
        "document's text changes.",
        BODY,
        Content(
            "What `output` asks for.",
            {
                JSON: (
                    _FIXED,
                    {"fixed": 0, "refused": [], "document": "{}", "diff": "", "report": REPORT},
                ),
                BINARY: ({"type": "string", "format": "binary"}, None),
                "text/plain": (_ANY, None),
            },
        ),
    ),
    Operation(
        "info",
        "/v1/info",
        "documents",
        "Look into a document",
        "Answers with the motions of a document, their channels, and how far values reach, as "
        "`animspec info --format json` does. A document with errors is answered with 422.",
        BODY,
        Content("The document at a glance.", {JSON: ({"type": "object"}, None)}),
        ("document-unplayable",),
    ),
    Operation(
        "sample",
        "/v1/sample",
        "documents",
        "Sample a document",
        "Answers with the values of channels at frames, at keys, or at any times, as `animspec "
        "sample` does. A document with errors is answered with 422.",
        BODY,
        Content(
            "The samples.",
            {
                JSON: ({"type": "object", "required": ["version", "file", "motions"]}, None),
                "text/csv": (_ANY, None),
                BINARY: ({"type": "string", "format": "binary"}, None),
            },
        ),
        ("document-unplayable",),
    ),
    Operation(
        "compare",
        "/v1/compare",
        "motions",
        "Compare two documents",
        "Answers with the channels of two documents, matched by path and name, and when and by how "
        "much they differ, as `animspec compare --format json` does.",
        Content(
            "The documents and how far they may be apart.",
            {
                JSON: (
                    bodies.COMPARE.schema(),
                    {
                        "old": {"name": "old.voxelanim.json", "text": json.dumps(DOCUMENT)},
                        "new": {"name": "new.voxelanim.json", "text": json.dumps(DOCUMENT)},
                    },
                )
            },
        ),
        Content(
            "The comparison.",
            {JSON: ({"type": "object", "required": ["version", "passes", "motions"]}, None)},
        ),
        ("request-wrong", "document-unplayable"),
    ),
    Operation(
        "check-expression",
        "/v1/expressions/check",
        "expressions",
        "Check a driver expression",
        "Answers with all faults of an expression and their places; of one without faults with the "
        "variables that it reads, the functions that it calls, and its bytecode.",
        Content("The expression.", {JSON: (bodies.CHECK.schema(), {"expression": "sin(t) * amp"})}),
        Content(
            "The verdict.",
            {
                JSON: (
                    _VERDICT,
                    {
                        "faults": [],
                        "variables": ["t", "amp"],
                        "functions": ["sin"],
                        "program": [{"k": "var", "v": "t"}, {"k": "fn", "v": "sin"}],
                    },
                )
            },
        ),
        ("request-wrong",),
    ),
    Operation(
        "evaluate-expression",
        "/v1/expressions/evaluate",
        "expressions",
        "Evaluate a driver expression",
        "Answers with the value of an expression at each time. It may read `t`, and where the "
        "frames a second are known `fps` and `frame`. An expression with faults is answered with "
        "400 and the faults.",
        Content(
            "The expression, its variables, and the times.",
            {
                JSON: (
                    bodies.EVALUATE.schema(),
                    {
                        "expression": "sin(t * tau) * amp",
                        "variables": {"amp": 2},
                        "range": {"start": 0, "stop": 1, "fps": 4},
                    },
                )
            },
        ),
        Content(
            "The values.",
            {JSON: (_VALUES, {"values": [{"t": 0, "value": 0}], "missing": []})},
        ),
        ("request-wrong",),
    ),
)
"""Every address that asks for work."""
