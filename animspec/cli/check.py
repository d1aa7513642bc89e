"""``animspec check``: report every fault of animation files."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from animspec.cli import UNUSABLE
from animspec.cli.output import Output
from animspec.cli.progress import Progress
from animspec.discovery import discover
from animspec.files import read_bounded
from animspec.linting import check, too_large, without_place
from animspec.reports import FORMS, Counts, Manner, reporter
from animspec.settings import Settings
from animspec.severities import Severity
from animspec.wording import choice

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from animspec.findings import Finding
    from animspec.hierarchies import Hierarchy
    from animspec.reports import Reporter

STANDARD_INPUT: Final = "-"

_EPILOG: Final = """\
exit status:
  0  nothing at or above --fail-on was found
  1  something was
  2  the arguments cannot be used
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = _EPILOG
    severities = [str(severity) for severity in Severity]
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        default=["."],
        help="files, folders (searched for native file names, .gitignore respected), or - for "
        "standard input; the current folder if none is given",
    )
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="the name of what - reads, which tells its kind"
    )
    parser.add_argument("--format", choices=FORMS, default="text", help="how to report (text)")
    parser.add_argument(
        "--output-file", metavar="FILE",
        help="write the report to a file, replaced in one step when all is checked",
    )  # fmt: skip
    parser.add_argument(
        "--statistics", action="store_true",
        help="report how often each rule was broken instead of the findings (text, concise, json)",
    )  # fmt: skip
    parser.add_argument(
        "--fail-on",
        choices=severities,
        default="error",
        help="the least severity to fail on (error)",
    )
    parser.add_argument(
        "--show", choices=severities, default="warning",
        help="the least severity to look for and report (warning, or that of --fail-on if less)",
    )  # fmt: skip
    parser.add_argument(
        "--no-fold", action="store_true",
        help="report each finding, also where a channel has more than 20 of one rule",
    )  # fmt: skip
    parser.add_argument(
        "--allow-member", action="append", default=[], metavar="NAME",
        help="an extra member that documents may hold; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--hierarchy", action="append", default=[], metavar="RIG=FILE", type=_hierarchy,
        help="the blocks of a rig, as a JSON tree of names; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="colour: on a terminal without NO_COLOR (auto), always or never",
    )  # fmt: skip


def _hierarchy(argument: str) -> tuple[str, Hierarchy]:
    """Return the rig's key and its blocks."""
    from argparse import ArgumentTypeError  # noqa: PLC0415 - only where a hierarchy is named

    from animspec.hierarchies import read_hierarchy  # noqa: PLC0415
    from animspec.names import name_key  # noqa: PLC0415

    rig, equals, path = argument.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{argument!r} has no equals sign, expected RIG=FILE")
    try:
        return name_key(rig), read_hierarchy(read_bounded(path, Settings().largest_file))
    except OSError as error:
        raise ArgumentTypeError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise ArgumentTypeError(f"{path}: {error}") from None


def run(arguments: argparse.Namespace) -> int:
    """Check what the arguments name and report it; return the exit status."""
    threshold = Severity(arguments.fail_on)
    settings = _settings(arguments, threshold)
    progress = Progress()
    output = Output(arguments.output_file, progress.clear)
    form = _form(arguments, output, threshold)
    if form is None:
        return UNUSABLE
    counts = Counts()
    for path in progress.over(discover(arguments.paths)):
        name = (arguments.stdin_filename or "<stdin>") if path == STANDARD_INPUT else path
        findings, data = _checked(path, name, settings)
        form.file(name, findings, data)
        counts = counts.plus(findings)
    form.close(counts)
    failing = any(counts.findings[each] for each in Severity if each.at_least(threshold))
    return _closed(output, arguments.output_file, int(failing))


def _settings(arguments: argparse.Namespace, threshold: Severity) -> Settings:
    shown = max(Severity(arguments.show), threshold, key=lambda severity: severity.rank)
    return Settings(
        show=shown,
        fold=not arguments.no_fold,
        allowed_members=frozenset(arguments.allow_member),
        hierarchies=dict(arguments.hierarchy),
    )


def _form(arguments: argparse.Namespace, output: Output, threshold: Severity) -> Reporter | None:
    """Return the form of report that is wanted; None, and say so, if there is none."""
    to_file = arguments.output_file is not None
    manner = Manner(_wants_colour(arguments.color, to_file=to_file), threshold)
    if not arguments.statistics:
        return reporter(arguments.format, output.write, manner)
    from animspec.reports import statistics  # noqa: PLC0415 - only where they are wanted

    if arguments.format not in statistics.FORMS:
        forms = choice(statistics.FORMS)
        print(f"--statistics has no form {arguments.format}, expected {forms}", file=sys.stderr)
        return None
    return statistics.Report(output.write, manner, as_json=arguments.format == "json")


def _closed(output: Output, path: str | None, status: int) -> int:
    """Write the report to its file, if it has one; return the exit status."""
    try:
        output.close()
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror or error}", file=sys.stderr)
        return UNUSABLE
    return status


def _checked(path: str, name: str, settings: Settings) -> tuple[Sequence[Finding], bytes]:
    """Return the findings in one file, and its bytes."""
    try:
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(settings.largest_file + 1)
        else:
            data = read_bounded(path, settings.largest_file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the file cannot be read: {reason}"
        return without_place("cannot-read", name, message, settings), b""
    if len(data) > settings.largest_file:
        return too_large(name, settings), b""
    return check(data, name, settings).findings, data


def _wants_colour(wish: str, *, to_file: bool) -> bool:
    if wish == "auto":
        return not to_file and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"
