"""The command line: ``animspec COMMAND …``, one module of this package per command.

A command module offers ``add_arguments(parser)`` and ``run(arguments) -> int``,
the exit status. Only the chosen command's module is imported, so that
``animspec check`` on a clean file starts quickly.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import stat
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, NoReturn

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "check": ("animspec.cli.check", "report every fault of animation files"),
    "info": ("animspec.cli.info", "tell what is in an animation"),
    "sample": ("animspec.cli.sample", "write the values of an animation as a table"),
    "plot": ("animspec.cli.plot", "draw the curves of an animation"),
    "golden": ("animspec.cli.golden", "record motions, and see whether they changed"),
    "compare": ("animspec.cli.compare", "tell how the motions of two files differ"),
    "apply": ("animspec.cli.apply", "edit an animation set by commands"),
    "retime": ("animspec.cli.retime", "stretch or squeeze a scene animation to another length"),
    "scale-keys": ("animspec.cli.scale_keys", "spread keys of a scene out from a time"),
    "walkthrough": ("animspec.cli.walkthrough", "make a camera go through saved scenes"),
    "frames": ("animspec.cli.frames", "count the frames of a scene animation"),
    "compile": ("animspec.cli.compile", "write the bytecode of a scene's drivers"),
    "convert": ("animspec.cli.convert", "write an animation in another file format"),
    "expr": ("animspec.cli.expr", "evaluate or compile a driver expression"),
    "functions": ("animspec.cli.functions", "list the functions of driver expressions"),
    "serve": ("animspec.cli.serve", "check over HTTP, with a page to try it"),
    "rules": ("animspec.cli.rules", "list the rules"),
    "explain": ("animspec.cli.explain", "print the page of a rule"),
    "lsp": ("animspec.cli.lsp", "help editors by the Language Server Protocol"),
    "schema": ("animspec.cli.schema", "print a JSON Schema"),
}
"""Each command's module and its line in the help."""

UNUSABLE: Final = 2
"""The exit status when arguments or configuration cannot be used."""


def program() -> NoReturn:
    """Run as the program ``animspec``: as ``main``, but end the process at once.

    Starting and ending Python is most of the time that a small file takes. So
    the garbage collector rests while modules are loaded, and the process ends
    without taking them apart: whatever has been written is flushed.
    """
    gc.disable()
    status = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a character is no reason to fail.
            stream.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else argv
    if words and words[0] not in COMMANDS and not words[0].startswith("-"):
        print(f"animspec: {_unknown(words[0])}", file=sys.stderr)
        return UNUSABLE
    try:
        status = _status(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`animspec … | head`): nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # What commands read and write by name they tell of themselves.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        what = "the output cannot be written" if error.filename is None else error.filename
        print(f"animspec: {what}: {error.strerror or error}", file=sys.stderr)
        return UNUSABLE
    return status


def _status(words: list[str]) -> int:
    """Do what words ask for; return the exit status."""
    if words[:1] == ["check"] and _asks_for_much(words[1:]):
        # A run in which nothing has changed is over before arguments are taken apart.
        from animspec.cli.session import run_or_recall  # noqa: PLC0415 - few files are quicker so

        return run_or_recall(words, parsed)
    arguments = parsed(words)
    status: int = arguments.run(arguments)
    return status


MUCH: Final = 1_000_000
"""In bytes: less, in files that are named, is checked before it could be known again."""


def _asks_for_much(words: list[str]) -> bool:
    """Whether words name a folder, or large files: worth asking what was found before."""
    size = 0
    for word in words:
        try:
            found = os.stat(word)  # noqa: PTH116 - pathlib is slow to load
        except (OSError, ValueError):
            continue
        size += MUCH if stat.S_ISDIR(found.st_mode) else found.st_size
    return size >= MUCH or not any(map(os.path.exists, words))


def parsed(words: list[str]) -> argparse.Namespace:
    """Return the arguments that words are; the program ends where they are none."""
    arguments = _parser(words[0] if words else None).parse_args(words)
    arguments.session, arguments.words = None, words
    return arguments


def _unknown(word: str) -> str:
    """Say that there is no such command, and which is likely meant."""
    from animspec.wording import did_you_mean, shown  # noqa: PLC0415 - only where one is misspelt

    guess = did_you_mean(word, COMMANDS) or "; see animspec --help"
    return f"there is no command {shown(word)}{guess}"


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """Build the parser; only the chosen command's arguments are filled in."""
    parser = argparse.ArgumentParser(
        prog="animspec",
        description="Check, evaluate and edit keyframe animation files.",
        formatter_class=_help_formatter,
    )
    parser.add_argument("--version", action=_Version)
    subparsers = parser.add_subparsers(prog="animspec", metavar="COMMAND", required=True)
    for name, (module_name, line) in COMMANDS.items():
        command = subparsers.add_parser(
            name,
            help=line,
            description=f"{line[0].upper()}{line[1:]}.",
            formatter_class=_help_formatter,
        )
        if name == chosen:
            module = importlib.import_module(module_name)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter as wide as the terminal, found without loading shutil."""
    try:
        columns = int(os.environ.get("COLUMNS", "")) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 80
    return argparse.RawDescriptionHelpFormatter(prog, width=columns - 2)


class _Version(argparse.Action):
    """``--version``, which reads the installed package's metadata only when asked."""

    def __init__(self, option_strings: list[str], dest: str, **_: object) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # noqa: PLC0415 - only when asked

        parser.exit(0, f"animspec {version('animspec')}\n")
