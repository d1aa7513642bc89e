"""``animspec sample FILE``: values of all channels at frames, keys or any times, as a table."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.channels import plans
from animspec.cli import UNUSABLE
from animspec.cli.playing import (
    add_choice_arguments,
    add_file_argument,
    chosen,
    read_motions,
)
from animspec.cli.scene_files import CommandFailedError, finite, positive, show, tell, write
from animspec.samples import FORMS, MissingPackageError, TooManyCellsError, form_of, samples
from animspec.wording import choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.channels import Motion
    from animspec.curves import Floats

EPILOG: Final = """\
Times are in the document's own unit: ticks (24000 a second) of animation sets, seconds of
scenes, units of keyframe sequences. If nothing is said, there is a row for each frame of the
document; keyframe sequences have no frames and are sampled in even steps.
--at takes times and ranges, START:STOP:STEP, both ends included where the steps meet the stop:
  --at 0,500,12000    --at 0:24000:1000    --at=-500:500:100 (a minus sign needs the =)
A looping clip is not wrapped: its end is its last frame, so that the seam can be seen.
"""

MOST_AT: Final = plans.MOST_TIMES

STEP_TOLERANCE: Final = 1e-9
"""The share of a step by which the last one may miss the stop: 0.1 three times is not 0.3."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = EPILOG
    add_file_argument(parser)
    add_choice_arguments(parser)
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--fps", type=positive, metavar="N", help="so many rows a second")
    when.add_argument(
        "--at",
        type=times_of,
        action="append",
        metavar="TIMES",
        help="at these times (repeatable)",
    )
    when.add_argument(
        "--every", action="store_true", help="at every tick, millisecond or whole unit"
    )
    when.add_argument(
        "--keys", action="store_true", help="at every key, and where action clips start and end"
    )
    parser.add_argument("--format", choices=list(FORMS), help="csv if the output tells no other")
    parser.add_argument(
        *("--output", "-o"), metavar="FILE", help="write into a file, replaced in one step"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the table and return the exit status."""
    try:
        form = FORMS[_form(arguments)]
        found = chosen(read_motions(arguments.file), arguments.clip, arguments.track)
        data = form.write(
            [samples(motion, _times(motion, arguments)) for motion in found], arguments.file
        )
        if arguments.output is None:
            show(data)
        else:
            write(arguments.output, data)
    except CommandFailedError as error:
        tell("sample", error.lines)
        return error.status
    except (MissingPackageError, TooManyCellsError, plans.TooManyTimesError) as error:
        tell("sample", [str(error)])
        return UNUSABLE
    return 0


def _form(arguments: argparse.Namespace) -> str:
    """Return the form that is asked for.

    Raises:
        CommandFailedError: the output's name tells none, or it is binary and would go to a
            terminal.
    """
    output: str | None = arguments.output
    form: str | None = arguments.format
    if form is None and output is not None:
        form = form_of(output)
        if form is None:
            names = choice([f"*{suffix}" for each in FORMS.values() for suffix in each.suffixes])
            sentence = f"the name {output} tells no form, expected {names}, or --format"
            raise CommandFailedError(UNUSABLE, sentence)
    form = form or "csv"
    if output is None and not FORMS[form].is_text and sys.stdout.isatty():
        sentence = f"{form} is binary and standard output is a terminal, expected --output FILE"
        raise CommandFailedError(UNUSABLE, sentence)
    return form


def _times(motion: Motion, arguments: argparse.Namespace) -> Floats:
    """Return the times at which a motion is sampled."""
    if arguments.at is not None:
        return np.concatenate(arguments.at)
    if arguments.every:
        return plans.every(motion)
    if arguments.keys:
        return plans.keyed(motion)
    try:
        return plans.grid(motion, arguments.fps)
    except plans.TooManyTimesError:
        raise
    except ValueError as error:
        raise CommandFailedError(UNUSABLE, f"--fps: {error}; --at takes times in them") from error


def times_of(word: str) -> Floats:
    """Return the times that a word lists: times and ranges, with commas between them.

    >>> times_of("5,0:1:0.25").tolist()
    [5.0, 0.0, 0.25, 0.5, 0.75, 1.0]
    """
    return np.concatenate([_range(part) for part in word.split(",")])


def _range(word: str) -> Floats:
    """Return one time, or those of START:STOP:STEP."""
    parts: Sequence[str] = word.split(":")
    if len(parts) == 1:
        return np.array([finite(word)])
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f'"{word}" is neither TIME nor START:STOP:STEP')
    start, stop, step = finite(parts[0]), finite(parts[1]), positive(parts[2])
    if stop < start:
        raise argparse.ArgumentTypeError(f"the range ends at {stop:g}, before its start {start:g}")
    count = np.floor((stop - start) / step + STEP_TOLERANCE) + 1
    if not count <= MOST_AT:
        raise argparse.ArgumentTypeError(f"{word} has more than {MOST_AT} times")
    times: Floats = start + np.arange(count) * step
    return times
