"""``animspec schema``: print a JSON Schema."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from animspec import schema
from animspec.cli import UNUSABLE

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "name", nargs="?", help="the name of a schema; without it the names are listed"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a schema with all that it refers to, so that it stands alone in one file."""
    if arguments.name is None:
        print("\n".join(schema.names()))
        return 0
    try:
        document = schema.bundled(arguments.name)
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return UNUSABLE
    print(json.dumps(document, indent=2, ensure_ascii=False))
    return 0
