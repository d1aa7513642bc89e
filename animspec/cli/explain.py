"""``animspec explain``: print the page of a rule."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from animspec.catalogue import entry, names
from animspec.cli import UNUSABLE
from animspec.wording import did_you_mean, listed, number

if TYPE_CHECKING:
    import argparse

    from animspec.catalogue import Entry
    from animspec.rule import Rule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("rule", help="the name of a rule, as findings show it")


def run(arguments: argparse.Namespace) -> int:
    """Print what a rule is about, why it matters and how to mend what it finds."""
    if arguments.rule not in names():
        guess = did_you_mean(arguments.rule, names())
        print(f'there is no rule "{arguments.rule}"{guess}', file=sys.stderr)
        return UNUSABLE
    print(page(entry(arguments.rule)))
    return 0


def page(described: Entry) -> str:
    """Return a rule's page as text."""
    rule = described.rule
    documents = listed([kind.replace("-", " ") + "s" for kind in rule.kinds])
    fix = "" if rule.fix is None else f"; {rule.fix} fix: check {described.fixed_by}"
    return (
        f"{rule.name}: {rule.severity}, for {documents}{fix}\n\n{described.page}{_thresholds(rule)}"
    )


def _thresholds(rule: Rule) -> str:
    """Return what a rule judges by and can be set, as one more section of its page."""
    if not rule.thresholds:
        return ""
    lines = [
        f"    {name} = {number(each.default)} {each.meaning}\n"
        for name, each in rule.thresholds.items()
    ]
    return f"\nThresholds\n{''.join(lines)}"
