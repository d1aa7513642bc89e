"""``animspec check``: report every fault of animation files."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Final

from animspec.cli import UNUSABLE, configuring, fixing, suppressing
from animspec.cli.checking import OWN_INPUT, Checking
from animspec.cli.output import Output
from animspec.cli.progress import Progress
from animspec.discovery import discover
from animspec.files import is_stream
from animspec.reports import FORMS, Counts, Manner, reporter
from animspec.settings import ConfigurationError
from animspec.severities import Severity
from animspec.wording import choice

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator, Iterator

    from animspec.cli.checking import Checked
    from animspec.cli.session import Session
    from animspec.configuration.nearest import Configurations
    from animspec.reports import Reporter

_EPILOG: Final = """\
exit status:
  0  nothing at or above --fail-on was found
  1  something was, and --exit-zero is not given
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
    parser.add_argument("--exit-zero", action="store_true", help="exit with 0, whatever is found")
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="colour: on a terminal without NO_COLOR (auto), always or never",
    )  # fmt: skip
    _add_scale(parser)
    fixing.add_arguments(parser)
    configuring.add_arguments(parser)
    suppressing.add_arguments(parser)


def _add_scale(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments about which files are checked again, and by how many processes."""
    group = parser.add_argument_group("scale: many files, and the same files again")
    group.add_argument(
        "--jobs", metavar="N", type=_count,
        help="check in so many processes (as many as there are cores, or one where there is "
        "little to do)",
    )  # fmt: skip
    group.add_argument(
        "--since", metavar="REF",
        help="check only files that differ from a git revision, or are not in git; with REF... "
        "from where this branch left it",
    )  # fmt: skip
    group.add_argument(
        "--watch", action="store_true", help="check again whenever something changes; end by Ctrl-C"
    )
    group.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep what was found before"
    )
    group.add_argument(
        "--cache-dir", metavar="FOLDER",
        help="where that is kept ($ANIMSPEC_CACHE_DIR, or the user's folder for caches)",
    )  # fmt: skip


def _count(word: str) -> int:
    """Return how many processes a flag asks for."""
    if word.isascii() and word.isdecimal() and int(word) > 0:
        return int(word)
    from argparse import ArgumentTypeError  # noqa: PLC0415 - only for what is none

    raise ArgumentTypeError(f"it is {word!r}, expected a whole number from 1")


def run(arguments: argparse.Namespace) -> int:
    """Check what the arguments name and report it; return the exit status."""
    if arguments.watch:
        from animspec.cli.watching import watch  # noqa: PLC0415 - few runs do

        return watch(arguments, once)
    return once(arguments)


def once(arguments: argparse.Namespace) -> int:
    """Check what the arguments name once."""
    threshold = Severity(arguments.fail_on)
    try:
        if arguments.show_settings:
            from animspec.cli.shown_settings import show_settings  # noqa: PLC0415 - checks nothing

            configurations = configuring.configurations(arguments, threshold)
            return show_settings(arguments.paths, configurations)
        return _report(arguments, threshold)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return UNUSABLE


def prepared(
    arguments: argparse.Namespace,
) -> tuple[Checking, Configurations, suppressing.Suppression]:
    """Return how files are checked, and what says so.

    Raises:
        ConfigurationError: a file that is named cannot be used.
    """
    configurations = configuring.configurations(arguments, Severity(arguments.fail_on))
    suppression = suppressing.Suppression(arguments)
    return Checking(arguments, configurations, suppression), configurations, suppression


def _report(arguments: argparse.Namespace, threshold: Severity) -> int:
    """Check files, each as its configuration says, and report it; return the exit status."""
    checking, configurations, suppression = prepared(arguments)
    paths = list(_chosen(checking, configurations, suppression))
    progress = Progress()
    session: Session | None = arguments.session
    to_error = arguments.fix and any(path in OWN_INPUT or is_stream(path) for path in paths)
    output = Output(arguments.output_file, progress.clear, to_error=to_error)
    write = output.write if session is None else session.hearing(output.write)
    if session is not None:
        session.has_other_files = lambda: list(_found(checking, configurations)) != paths
    fixes = fixing.Fixes(arguments, write)
    form = fixing.Differences(fixes) if fixes.diff else _form(arguments, write, threshold)
    if form is None:
        return UNUSABLE
    counts = Counts()
    with closing(_results(paths, checking, session)) as results:
        for path, checked in progress.over(results, len(paths)):
            name = checking.name(path)
            if checked.mended is not None:
                progress.clear()
                fixes.take(checked.mended)
            findings = suppression.sift(name, checked.findings, configurations.of(name)[0])
            form.file(name, findings, checked.data)
            counts = counts.plus(findings)
    for name, data, findings in suppression.unused(configurations):
        form.file(name, findings, data)
        counts = counts.plus(findings)
    counts = fixes.counted(suppression.close(counts))
    form.close(counts)
    failing = any(counts.findings[each] for each in Severity if each.at_least(threshold))
    failing = fixes.status(failing=failing) and not arguments.exit_zero
    status = _closed(output, arguments.output_file, UNUSABLE if fixes.failed else int(failing))
    if session is not None:
        session.keep(arguments, status)
    return status


def _results(
    paths: list[str], checking: Checking, session: Session | None
) -> Generator[tuple[str, Checked], None, None]:
    """Yield what is found in each file, in the order of the files."""
    if session is None and len(paths) < 2:
        for path in paths:
            yield path, checking.of(path)
        return
    from animspec.cli.many import results  # noqa: PLC0415 - a single file needs none of it

    yield from results(paths, checking, session)


def _chosen(
    checking: Checking, configurations: Configurations, suppression: suppressing.Suppression
) -> Iterator[str]:
    """Yield each file that is checked; all that configuration can say of it is read."""
    for path in _found(checking, configurations):
        name = checking.name(path)
        suppression.read(name)
        configurations.of(name)
        yield path


def _found(checking: Checking, configurations: Configurations) -> Iterator[str]:
    """Yield the files that the arguments ask for."""
    arguments = checking.arguments
    found = discover(arguments.paths, configurations, force_exclude=arguments.force_exclude)
    if arguments.since is None:
        return found
    from animspec.revisions import changed_since  # noqa: PLC0415 - few runs ask git

    return changed_since(arguments.since, arguments.paths, found)


def _form(
    arguments: argparse.Namespace, write: Callable[[str], object], threshold: Severity
) -> Reporter | None:
    """Return the form of report that is wanted; None, and say so, if there is none."""
    to_file = arguments.output_file is not None
    manner = Manner(_wants_colour(arguments.color, to_file=to_file), threshold)
    if not arguments.statistics:
        return reporter(arguments.format, write, manner)
    from animspec.reports import statistics  # noqa: PLC0415 - only where they are wanted

    if arguments.format not in statistics.FORMS:
        forms = choice(statistics.FORMS)
        print(f"--statistics has no form {arguments.format}, expected {forms}", file=sys.stderr)
        return None
    return statistics.Report(write, manner, as_json=arguments.format == "json")


def _closed(output: Output, path: str | None, status: int) -> int:
    """Write the report to its file, if it has one; return the exit status."""
    try:
        output.close()
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror or error}", file=sys.stderr)
        return UNUSABLE
    return status


def _wants_colour(wish: str, *, to_file: bool) -> bool:
    if wish == "auto":
        return not to_file and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"
