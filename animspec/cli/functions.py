"""``animspec functions``: the functions that expressions may call."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", nargs="*", help="a function; all of them if none is named")


def run(arguments: argparse.Namespace) -> int:
    """List the functions with their signatures and meanings."""
    from animspec.cli import UNUSABLE  # noqa: PLC0415 - that package imports this module
    from expressions import CONSTANTS, FUNCTIONS, likely_function  # noqa: PLC0415 - when asked

    unknown = [name for name in arguments.name if name not in FUNCTIONS]
    for name in unknown:
        guess = likely_function(name)
        hint = f'; did you mean "{guess}"?' if guess else ""
        print(f'there is no function "{name}"{hint}', file=sys.stderr)
    if unknown:
        return UNUSABLE
    names = arguments.name or list(FUNCTIONS)
    width = max(len(FUNCTIONS[name].signature) for name in names)
    for name in names:
        entry = FUNCTIONS[name]
        print(f"{entry.signature:<{width}}  {entry.meaning.replace('`', '')}")
    if not arguments.name:
        constants = ", ".join(f"{name} = {value!r}" for name, value in CONSTANTS.items())
        print(f"\nconstants: {constants}")
    return 0
