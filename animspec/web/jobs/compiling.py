"""Checking an expression: its faults with their places, or its program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from animspec.web.bodies import CHECK, read_body
from animspec.web.messages import Reply
from expressions import CONSTANTS, ExpressionError, compile_expression, diagnose

if TYPE_CHECKING:
    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer


def run(asked: Asked) -> Answer:
    """Compile an expression, or say all that is wrong with it."""
    text = read_body(asked.data, CHECK)["expression"]
    return Reply(), json.dumps(verdict(text)).encode()


def verdict(text: str) -> dict[str, Any]:
    """Return the faults of an expression; of one without faults also what it reads and does."""
    try:
        program = compile_expression(text)
    except ExpressionError:
        return {"faults": [fault_as_json(fault) for fault in diagnose(text)]}
    return {
        "faults": [],
        "variables": [name for name in program.variables if name not in CONSTANTS],
        "functions": list(program.functions),
        "program": program.to_json(),
    }


def fault_as_json(fault: ExpressionError) -> dict[str, Any]:
    """Return a fault: its place in characters from 0, and as people count, and a code frame."""
    return {
        "rule": fault.rule,
        "message": fault.sentence,
        "start": fault.span.start,
        "end": fault.span.end,
        "line": fault.line,
        "column": fault.column,
        "frame": str(fault).partition("\n")[2],
    }
