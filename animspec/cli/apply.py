"""``animspec apply FILE COMMANDS.json``: edit an animation set by commands.

The result goes to standard output, or as a difference with ``--diff``, or into
the file with ``--in-place``. All commands are applied or none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from animspec.cli import UNUSABLE
from animspec.editing.loading import FaultySetError, read_set
from animspec.editing.rewriting import rewrite
from animspec.editing.scripts import read_commands
from animspec.editing.tracing import RefusedError
from animspec.editing.tracing import run as run_commands
from animspec.editing.values import CommandError
from animspec.edits import apply_edits
from animspec.files import write_atomically
from animspec.patches import unified_diff

if TYPE_CHECKING:
    import argparse

    from animspec.edits import Edit

REFUSED: Final = 1
"""The exit status when the file has faults or the set refuses a command."""

STANDARD_INPUT: Final = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="an animation set (*.voxelanim.json)")
    parser.add_argument(
        "commands",
        metavar="COMMANDS",
        help="a JSON file with an array of commands, or one command; - reads standard input",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--diff", action="store_true", help="print what would change as a unified diff"
    )
    output.add_argument("--in-place", action="store_true", help="write the result into the file")


def run(arguments: argparse.Namespace) -> int:
    """Apply the commands and return the exit status."""
    path = Path(arguments.file)
    try:
        data = path.read_bytes()
        edits = _edits(data, arguments.file, arguments.commands)
        if arguments.in_place:
            if edits:
                write_atomically(path, apply_edits(data, edits))
        elif arguments.diff:
            _print(unified_diff(arguments.file, data, edits))
        else:
            _print(apply_edits(data, edits))
    except OSError as error:
        return _fail(UNUSABLE, f"{error.filename or arguments.file}: {error.strerror or error}")
    except CommandError as error:
        return _fail(UNUSABLE, f"{arguments.commands}: {error}")
    except RefusedError as error:
        return _fail(REFUSED, f"{arguments.commands}: {error}")
    except FaultySetError as error:
        return _fail(REFUSED, *_lines(arguments.file, error))
    return 0


def _edits(data: bytes, file: str, commands: str) -> list[Edit]:
    """Return the edits that the commands make of the file's text."""
    if commands == STANDARD_INPUT:
        script = read_commands(sys.stdin.buffer.read())
    else:
        script = read_commands(Path(commands).read_bytes())
    return rewrite(data, run_commands(read_set(data, file), script))


def _lines(file: str, error: FaultySetError) -> list[str]:
    """Return the lines that say why a file cannot be edited."""
    lines = [f"{file}: {error}"]
    for finding in error.findings:
        place = f":{finding.place.line}:{finding.place.column}" if finding.place else ""
        lines.append(f"{file}{place}: {finding.message} [{finding.rule}]")
    return lines


def _print(data: bytes) -> None:
    """Write bytes to standard output as they are: line ends are the file's own."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def _fail(status: int, *lines: str) -> int:
    for line in lines:
        print(f"animspec apply: {line}", file=sys.stderr)
    return status
