"""Fixing a document: the text after its fixes, what they change, and what is left."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from animspec.fixing import fix
from animspec.linting import check
from animspec.patches import unified_diff
from animspec.pointers import to_text
from animspec.severities import Safety
from animspec.web.jobs.checking import TEXT, counted, report
from animspec.web.messages import JSON, Reply

if TYPE_CHECKING:
    from animspec.fixing import Outcome
    from animspec.reports import Counts
    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer

FIXED: Final = "Animspec-Fixed"
"""The head of an answer that says how many findings were fixed."""


def run(asked: Asked) -> Answer:
    """Fix a document and answer with what the request wants of it."""
    unsafe: bool = asked.said.get("unsafe", False)
    outcome = fix(asked.data, asked.name, asked.settings, asked.kind, unsafe=unsafe)
    headers = {FIXED: str(len(outcome.fixed))}
    output = asked.said.get("output", "report")
    if output == "document":
        return Reply(media_type="application/octet-stream", headers=headers), outcome.data
    patch = unified_diff(asked.name, asked.data, outcome.edits) if outcome.edits else b""
    if output == "diff":
        return Reply(media_type=TEXT, headers=headers), patch
    return _whole(asked, outcome, patch, headers)


def _whole(asked: Asked, outcome: Outcome, patch: bytes, headers: dict[str, str]) -> Answer:
    """Return all that there is to say, as JSON."""
    after = evolve(asked, data=outcome.data)
    found = check(after.data, asked.name, asked.settings, asked.kind)
    counts = _counted(counted(found, asked.settings), len(outcome.fixed), asked)
    text = report("json", found, after, counts)
    document: dict[str, Any] = {
        "fixed": len(outcome.fixed),
        "refused": [
            {
                "rule": each.fault.rule,
                "pointer": to_text(each.fault.pointer),
                "message": each.fault.message,
                "reason": each.reason,
            }
            for each in outcome.refused[: asked.setup.findings]
        ],
        "document": _text(outcome.data),
        "diff": patch.decode("utf-8", "backslashreplace"),
        "report": json.loads(text),
    }
    content = json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Reply(media_type=JSON, headers=headers), content


def _counted(counts: Counts, fixed: int, asked: Asked) -> Counts:
    """Return the counts with what was fixed, and what more would be."""
    if asked.said.get("unsafe", False):
        every = sum(counts.fixable.values())
        counts = evolve(counts, fixable={Safety.SAFE: 0, Safety.UNSAFE: every})
    return evolve(counts, fixed=fixed)


def _text(data: bytes) -> str | None:
    """Return a document as text, None where it is binary or not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
