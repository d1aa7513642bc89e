"""Verdicts as text for people, as JSON for programs, and as JUnit XML."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from animspec.golden.sentences import of_comparison
from animspec.golden.verdicts import NOUNS, Verdict, counts, parts, summary
from animspec.reports.junit import attribute, content
from animspec.reports.painting import visible
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from animspec.comparison import ChannelComparison, Comparison, MotionComparison

VERSION: Final = 1
"""The version of the JSON form; it rises when a reader of the old form would go wrong."""

MOST_LINES: Final = 10
"""So many differences of a file are told to people; the others are counted."""


def as_text(verdicts: Sequence[Verdict]) -> str:
    """Return what people read: a line for each file that is not well, then its differences."""
    lines = [line for each in verdicts for line in _lines(each)]
    return "\n".join([*lines, summary(verdicts)]) + "\n"


def _lines(verdict: Verdict) -> Iterator[str]:
    if verdict.state in {"same", "within"}:
        return
    said = headline(verdict)
    yield f"{visible(verdict.file)}: {said}"
    if verdict.comparison is None:
        return
    sentences = list(of_comparison(verdict.comparison))
    yield from (f"  {visible(each)}" for each in sentences[:MOST_LINES])
    if len(sentences) > MOST_LINES:
        yield f"  and {plural(len(sentences) - MOST_LINES, 'more difference')}"


def headline(verdict: Verdict) -> str:
    """Say in a line what is with a file."""
    if verdict.comparison is not None and verdict.state == "changed":
        said = f"changed in {parts(verdict.comparison)}"
    else:
        said = verdict.message or NOUNS[verdict.state]
    return f"{said}; the golden file is {verdict.accepted}" if verdict.accepted else said


def as_json(verdicts: Sequence[Verdict]) -> str:
    """Return what programs read, described by ``schemas/v1/golden-report.schema.json``."""
    document: dict[str, Any] = {
        "version": VERSION,
        "files": [_file(each) for each in verdicts],
        "summary": {"files": len(verdicts)}
        | {str(state): n for state, n in counts(verdicts).items()},
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _file(verdict: Verdict) -> dict[str, Any]:
    told: dict[str, Any] = {
        "file": verdict.file,
        "golden": verdict.golden,
        "state": verdict.state,
        "passes": verdict.passes,
        "message": headline(verdict),
    }
    if verdict.accepted:
        told["accepted"] = verdict.accepted
    if verdict.comparison is not None:
        told["motions"] = comparison_as_json(verdict.comparison)
    return told


def comparison_as_json(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the motions of a comparison; channels that are the same are only counted."""
    return [_motion(each) for each in comparison.motions]


def _motion(motion: MotionComparison) -> dict[str, Any]:
    told: dict[str, Any] = {"name": motion.name, "label": motion.label, "status": motion.status}
    if motion.was is not None:
        told["was"] = motion.was
    return told | {
        "changes": [*motion.changes],
        "tracks": len(motion.channels),
        "same": sum(each.status == "same" for each in motion.channels),
        "channels": [_channel(motion, each) for each in motion.channels if each.status != "same"],
    }


def _channel(motion: MotionComparison, channel: ChannelComparison) -> dict[str, Any]:
    told: dict[str, Any] = {
        "path": channel.path,
        "name": channel.name,
        "status": channel.status,
        "tolerance": channel.tolerance,
    }
    if channel.was is not None:
        told["was"] = channel.was
    if channel.time is None:
        return told
    return told | {
        "unit": channel.unit,
        "component": channel.component,
        "error": _number(channel.error),
        "time": channel.time,
        "timeUnit": motion.unit,
        "seconds": motion.seconds(channel.time),
        "frame": motion.frame(channel.time),
        "old": [_number(each) for each in channel.old],
        "new": [_number(each) for each in channel.new],
        "rms": _number(channel.rms),
        "velocity": _number(channel.velocity),
        "seam": None if channel.seam is None else _number(channel.seam),
        "doubt": _number(channel.doubt),
    }


def _number(value: float) -> float | None:
    """Return a number, None where JSON has none for it."""
    return value if isfinite(value) else None


def as_junit(verdicts: Sequence[Verdict]) -> str:
    """Return a suite of one test a file: changed ones fail; what cannot be judged is an error."""
    failures = sum(not each.passes and each.state != "unreadable" for each in verdicts)
    errors = sum(not each.passes and each.state == "unreadable" for each in verdicts)
    numbers = f'tests="{len(verdicts)}" failures="{failures}" errors="{errors}"'
    cases = "".join(map(_case, verdicts))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="{SUITE}" {numbers}>\n'
        f'  <testsuite name="{SUITE}" {numbers} skipped="0">\n{cases}'
        "  </testsuite>\n</testsuites>\n"
    )


SUITE: Final = "animspec golden"


def _case(verdict: Verdict) -> str:
    path = attribute(verdict.file)
    opening = f'    <testcase classname="{SUITE}" name="{path}" file="{path}"'
    if verdict.passes:
        return f"{opening}/>\n"
    element = "error" if verdict.state == "unreadable" else "failure"
    message = attribute(headline(verdict))
    inside = "" if verdict.comparison is None else "\n".join(of_comparison(verdict.comparison))
    return (
        f'{opening}>\n      <{element} type="{verdict.state}" message="{message}">'
        f"{content(inside)}</{element}>\n    </testcase>\n"
    )


FORMS: Final[dict[str, Callable[[Sequence[Verdict]], str]]] = {
    "text": as_text,
    "json": as_json,
    "junit": as_junit,
}
"""The forms in which ``animspec golden check`` tells what it found."""


def told(comparison: Comparison, old: str, new: str) -> str:
    """Return what people read of two files that were compared; every difference is told."""
    lines = [f"  {visible(each)}" for each in of_comparison(comparison)]
    if not lines:
        slight = "" if comparison.is_same else ", within tolerances"
        return f"{visible(new)} moves as {visible(old)} does{slight}\n"
    head = f"{visible(new)} differs from {visible(old)} in {parts(comparison)}:"
    return "\n".join([head, *lines]) + "\n"
