"""``animspec rules``: list the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.catalogue import entry, names

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to list (text)"
    )


def run(arguments: argparse.Namespace) -> int:
    """List every rule with its severity, its fix and the first sentence of its page."""
    entries = [entry(name) for name in names()]
    if arguments.format == "json":
        import json  # noqa: PLC0415 - only for this form

        rows = [each.row for each in entries]
        print(json.dumps(rows, indent=2))
        return 0
    widest = max(map(len, names()))
    for each in entries:
        fix = each.rule.fix or ""
        print(f"{each.rule.name:<{widest}}  {each.rule.severity:<7}  {fix:<6}  {each.summary}")
    return 0
