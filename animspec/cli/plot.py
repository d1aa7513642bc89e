"""``animspec plot FILE``: curves as a picture or a page, or as lines in the terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from animspec.cli import UNUSABLE
from animspec.cli.playing import (
    add_choice_arguments,
    add_file_argument,
    chosen,
    read_motions,
)
from animspec.cli.scene_files import CommandFailedError, show, tell, write
from animspec.overview import span
from animspec.plots import sparklines
from animspec.samples import MissingPackageError
from animspec.wording import choice

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from animspec.channels import Motion

FORMS: Final = {".svg": "svg", ".png": "png", ".html": "html", ".htm": "html"}
"""The forms, by the names of their files."""

EPILOG: Final = """\
Up to four channels are drawn large, with keys, handles and the jump at a loop's seam; more as a
sheet with a row for each track. Shaded is what comes before the start and after the end; a loop
shows there how it goes on. Hollow keys lie below a driver or action clips: the curve need not
go through them. Without --output, curves are drawn with characters.
"""

LEAST, MOST = 16, 72
"""How many characters a curve has in a terminal."""

BESIDE: Final = 48
"""How many characters of a line are left to names and numbers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = EPILOG
    add_file_argument(parser)
    add_choice_arguments(parser)
    parser.add_argument(
        *("--output", "-o"),
        metavar="FILE",
        help="write a picture (*.svg, *.png) or a page (*.html), replaced in one step",
    )
    parser.add_argument(
        "--format",
        choices=sorted(set(FORMS.values())),
        help="the form, if the output's name does not tell it",
    )
    parser.add_argument(
        "--layout",
        choices=("close", "sheet"),
        help="large panels with handles, or a row of small ones for each track",
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw what is asked for and return the exit status."""
    try:
        form = _form(arguments)
        found = chosen(read_motions(arguments.file), arguments.clip, arguments.track)
        if form is None:
            show("".join(f"{line}\n" for line in _lines(found)).encode("utf-8", "replace"))
            return 0
        data = _drawn(form, found, arguments)
        if arguments.output is None:
            show(data)
        else:
            write(arguments.output, data)
    except CommandFailedError as error:
        tell("plot", error.lines)
        return error.status
    except MissingPackageError as error:
        tell("plot", [str(error)])
        return UNUSABLE
    return 0


def _form(arguments: argparse.Namespace) -> str | None:
    """Return the form of picture that is asked for, ``None`` for lines in the terminal.

    Raises:
        CommandFailedError: the output's name tells none, or it is binary and would go to a
            terminal.
    """
    form: str | None = arguments.format
    output: str | None = arguments.output
    if output is not None and form is None:
        form = next((FORMS[end] for end in FORMS if output.lower().endswith(end)), None)
        if form is None:
            names = choice([f"*{end}" for end in FORMS if end != ".htm"])
            sentence = f"the name {output} tells no form, expected {names}, or --format"
            raise CommandFailedError(UNUSABLE, sentence)
    if output is None and form == "png" and sys.stdout.isatty():
        sentence = "png is binary and standard output is a terminal, expected --output FILE"
        raise CommandFailedError(UNUSABLE, sentence)
    return form


def _drawn(form: str, found: Sequence[Motion], arguments: argparse.Namespace) -> bytes:
    from animspec.plots.pages import page  # noqa: PLC0415 - lines in a terminal need none of it
    from animspec.plots.pictures import png, svg  # noqa: PLC0415
    from animspec.plots.sheets import TooTallError  # noqa: PLC0415

    draw: Callable[..., bytes] = {"svg": svg, "png": png, "html": page}[form]
    try:
        return draw(found, arguments.layout, arguments.file)
    except TooTallError as error:
        sentence = f"{error}, expected fewer clips (--clip), fewer tracks (--track), or a page"
        raise CommandFailedError(UNUSABLE, f"{sentence} (*.html)") from error


def _lines(found: Sequence[Motion]) -> Iterator[str]:
    """Yield the lines for a terminal."""
    ramp = _ramp()
    width = min(max(_columns() - BESIDE, LEAST), MOST)
    for place, motion in enumerate(found):
        if place:
            yield ""
        yield f"{motion.label}: {span(motion)}"
        yield from sparklines.table(motion, width, ramp)


def _ramp() -> str:
    """Return the heights that standard output can show."""
    try:
        sparklines.BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return sparklines.PLAIN
    return sparklines.BLOCKS


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or os.get_terminal_size().columns
    except (ValueError, OSError):
        return 100
