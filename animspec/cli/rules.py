"""``animspec rules``: list the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.catalogue import catalogue

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to list (text)"
    )


def run(arguments: argparse.Namespace) -> int:
    """List every rule with its severity and the first sentence of its page."""
    entries = catalogue().values()
    if arguments.format == "json":
        import json  # noqa: PLC0415 - only for this form

        rows = [
            {
                "rule": entry.rule.name,
                "severity": str(entry.rule.severity),
                "documents": list(entry.rule.kinds),
                "summary": entry.summary,
            }
            for entry in entries
        ]
        print(json.dumps(rows, indent=2))
        return 0
    widest = max(len(entry.rule.name) for entry in entries)
    for entry in entries:
        print(f"{entry.rule.name:<{widest}}  {entry.rule.severity:<7}  {entry.summary}")
    return 0
