"""What the service tells without any work: rules, schemas, how it is."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from animspec import schema
from animspec.catalogue import Entry, entry, names
from animspec.web.problems import ProblemError
from animspec.wording import did_you_mean


@cache
def rules() -> bytes:
    """Return the rules as ``animspec rules --format json`` lists them."""
    return _json([entry(name).row for name in names()])


@cache
def rule(name: str) -> bytes:
    """Return one rule with its page.

    Raises:
        ProblemError: there is none of that name.
    """
    if name not in names():
        raise _unknown("rule", name, names())
    return _json(_page(entry(name)))


def _page(described: Entry) -> dict[str, Any]:
    thresholds = {
        name: {"default": each.default, "meaning": each.meaning}
        for name, each in described.rule.thresholds.items()
    }
    return {**described.row, "page": described.markdown, "thresholds": thresholds}


@cache
def schemas() -> bytes:
    """Return the names of all schemas."""
    return _json(list(schema.names()))


@cache
def one_schema(name: str) -> bytes:
    """Return a schema with all that it refers to.

    Raises:
        ProblemError: there is none of that name.
    """
    if name not in schema.names():
        raise _unknown("schema", name, schema.names())
    return _json(schema.bundled(name))


def _unknown(noun: str, name: str, known: tuple[str, ...]) -> ProblemError:
    guess = did_you_mean(name, known)
    return ProblemError("not-found", f'there is no {noun} "{name[:40]}"{guess}')


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
