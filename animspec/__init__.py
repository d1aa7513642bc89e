"""Specification, linter and reference evaluator for keyframe animation.

``check`` returns the findings in a document's bytes, ``fix`` mends what it can
of them; ``load`` reads a file into its model, and ``motions`` makes that model
channels that can be sampled.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from animspec.channels import Motion, MotionError, motions
    from animspec.findings import Finding
    from animspec.fixing import Outcome, fix
    from animspec.linting import Report, check
    from animspec.loading import DocumentError, load
    from animspec.settings import Settings
    from animspec.severities import Severity

_HOMES: Final = {
    "DocumentError": "animspec.loading",
    "Finding": "animspec.findings",
    "Outcome": "animspec.fixing",
    "Motion": "animspec.channels",
    "MotionError": "animspec.channels",
    "Report": "animspec.linting",
    "Settings": "animspec.settings",
    "Severity": "animspec.severities",
    "check": "animspec.linting",
    "fix": "animspec.fixing",
    "load": "animspec.loading",
    "motions": "animspec.channels",
}
"""Where each public name is defined; a module is imported when its name is first used."""

__all__ = [
    "DocumentError",
    "Finding",
    "Motion",
    "MotionError",
    "Outcome",
    "Report",
    "Settings",
    "Severity",
    "check",
    "fix",
    "load",
    "motions",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
