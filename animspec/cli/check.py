"""``animspec check``: report every fault of animation files."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from animspec.cli import UNUSABLE, configuring, fixing, suppressing
from animspec.cli.output import Output
from animspec.cli.progress import Progress
from animspec.discovery import discover
from animspec.files import read_bounded
from animspec.linting import check, too_large, without_place
from animspec.reports import FORMS, Counts, Manner, reporter
from animspec.settings import ConfigurationError
from animspec.severities import Severity
from animspec.wording import choice

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from animspec.configuration.nearest import Configurations
    from animspec.findings import Finding
    from animspec.kinds import Kind
    from animspec.reports import Reporter
    from animspec.settings import Settings

    Chosen: TypeAlias = tuple[str, Settings, Kind | None]

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
        choices=[str(severity) for severity in Severity],
        default="error",
        help="the least severity to fail on (error)",
    )
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="colour: on a terminal without NO_COLOR (auto), always or never",
    )  # fmt: skip
    fixing.add_arguments(parser)
    configuring.add_arguments(parser)
    suppressing.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check what the arguments name and report it; return the exit status."""
    threshold = Severity(arguments.fail_on)
    try:
        configurations = configuring.configurations(arguments, threshold)
        if arguments.show_settings:
            from animspec.cli.shown_settings import show_settings  # noqa: PLC0415 - checks nothing

            return show_settings(arguments.paths, configurations)
        return _report(arguments, threshold, configurations)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return UNUSABLE


def _name(arguments: argparse.Namespace, path: str) -> str:
    """Return what reports call a file."""
    return (arguments.stdin_filename or "<stdin>") if path == STANDARD_INPUT else path


def _report(
    arguments: argparse.Namespace, threshold: Severity, configurations: Configurations
) -> int:
    """Check files, each as its configuration says, and report it; return the exit status."""
    suppression = suppressing.Suppression(arguments)
    chosen = dict(_chosen(arguments, configurations, suppression))
    progress = Progress()
    to_error = arguments.fix and STANDARD_INPUT in arguments.paths
    output = Output(arguments.output_file, progress.clear, to_error=to_error)
    fixes = fixing.Fixes(arguments, suppression, output.write)
    form = fixing.Differences(fixes) if fixes.diff else _form(arguments, output, threshold)
    if form is None:
        return UNUSABLE
    counts = Counts()
    for path in progress.over(chosen):
        name, settings, kind = chosen[path]
        prepared = fixes.prepared(suppression.prepared(name, settings))
        findings, data = _checked(path, (name, prepared, kind), fixes)
        findings = suppression.sift(name, findings, settings)
        form.file(name, findings, data)
        counts = counts.plus(findings)
    for name, data, findings in suppression.unused(configurations):
        form.file(name, findings, data)
        counts = counts.plus(findings)
    counts = fixes.counted(suppression.close(counts))
    form.close(counts)
    failing = any(counts.findings[each] for each in Severity if each.at_least(threshold))
    failing = fixes.status(failing=failing)
    return _closed(output, arguments.output_file, UNUSABLE if fixes.failed else int(failing))


def _chosen(
    arguments: argparse.Namespace,
    configurations: Configurations,
    suppression: suppressing.Suppression,
) -> Iterator[tuple[str, Chosen]]:
    """Yield each file with what is chosen for it; all that configuration can say is read."""
    for path in discover(arguments.paths, configurations, force_exclude=arguments.force_exclude):
        name = _name(arguments, path)
        suppression.read(name)
        yield path, (name, *configurations.of(name))


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


def _checked(path: str, chosen: Chosen, fixes: fixing.Fixes) -> tuple[Sequence[Finding], bytes]:
    """Return the findings in one file and its bytes, after its fixes if they are wanted."""
    name, settings, kind = chosen
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
    data = fixes.applied(path, name, data, settings, kind)
    return check(data, name, settings, kind).findings, data


def _wants_colour(wish: str, *, to_file: bool) -> bool:
    if wish == "auto":
        return not to_file and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"
