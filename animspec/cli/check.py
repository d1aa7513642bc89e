"""``animspec check``: report every fault of animation files."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from animspec.discovery import discover
from animspec.files import read_bounded
from animspec.linting import check, too_large, without_place
from animspec.reports import FORMS, Counts, Manner, reporter
from animspec.settings import Settings
from animspec.severities import Severity

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from animspec.findings import Finding
    from animspec.hierarchies import Hierarchy

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
    shown = max(Severity(arguments.show), threshold, key=lambda severity: severity.rank)
    settings = Settings(
        show=shown,
        fold=not arguments.no_fold,
        allowed_members=frozenset(arguments.allow_member),
        hierarchies=dict(arguments.hierarchy),
    )
    form = reporter(arguments.format, _write, Manner(_wants_colour(arguments.color), threshold))
    counts = Counts()
    for path in discover(arguments.paths):
        name = (arguments.stdin_filename or "<stdin>") if path == STANDARD_INPUT else path
        findings, data = _checked(path, name, settings)
        form.file(name, findings, data)
        counts = counts.plus(findings)
    form.close(counts)
    failing = any(counts.findings[each] for each in Severity if each.at_least(threshold))
    return 1 if failing else 0


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
        return (without_place("cannot-read", name, message),), b""
    if len(data) > settings.largest_file:
        return (too_large(name, settings.largest_file),), b""
    return check(data, name, settings).findings, data


def _wants_colour(wish: str) -> bool:
    if wish == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return wish == "always"


def _write(text: str) -> None:
    """Write to standard output in UTF-8; what UTF-8 cannot hold (odd file names) is escaped."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
