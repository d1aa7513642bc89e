"""What commands on scene animations share: reading the file, saying what is wrong, the result.

The result goes to standard output, or as a difference with ``--diff``, or into the file
with ``--in-place``, in one step.
"""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

from animspec.cli import UNUSABLE
from animspec.edits import apply_edits
from animspec.files import read_bounded, write_atomically
from animspec.kinds import SCENE_ANIMATION, by_name
from animspec.loading import DocumentError
from animspec.patches import unified_diff
from animspec.settings import LARGEST_FILE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from animspec.edits import Edit
    from animspec.model.scene_animation import SceneAnimation
    from animspec.scene_edits import Loss

REFUSED: Final = 1
"""The exit status when a file has faults that stand in the way."""


class CommandFailedError(Exception):
    """A command cannot go on: the exit status, and the lines that say why."""

    def __init__(self, status: int, *lines: str) -> None:
        super().__init__(*lines)
        self.status = status
        self.lines = lines


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the result goes."""
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--diff", action="store_true", help="print what would change as a unified diff"
    )
    output.add_argument("--in-place", action="store_true", help="write the result into the file")


def finite(text: str) -> float:
    """Return a number from the command line.

    >>> finite("1.5")
    1.5
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ArgumentTypeError(f"{text!r} is not a number")
    return value


def positive(text: str) -> float:
    """Return a number above 0 from the command line.

    >>> positive("29.97")
    29.97
    """
    value = finite(text)
    if value <= 0:
        raise ArgumentTypeError(f"{text} is not above 0")
    return value


def read_bytes(file: str) -> bytes:
    """Return what is in a file.

    Raises:
        CommandFailedError: it cannot be read, or is too large.
    """
    try:
        data = read_bounded(file, LARGEST_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandFailedError(UNUSABLE, f"{file} cannot be read: {reason}") from error
    if len(data) > LARGEST_FILE:
        raise CommandFailedError(UNUSABLE, f"{file} has more than {LARGEST_FILE} bytes")
    return data


def read_scene(file: str) -> tuple[bytes, SceneAnimation]:
    """Return the text of a file and the scene animation in it.

    Raises:
        CommandFailedError: it cannot be read, or is no scene animation without faults of
            text and structure.
    """
    from animspec.loading import model_of  # noqa: PLC0415 - what reads documents, when needed

    data = read_bytes(file)
    kind = by_name(file)
    if kind is not None and kind is not SCENE_ANIMATION:
        sentence = f"{file} is named as {kind.title}, expected a scene animation"
        raise CommandFailedError(UNUSABLE, f"{sentence} (*{SCENE_ANIMATION.suffix})")
    try:
        scene: SceneAnimation = model_of(data, file, SCENE_ANIMATION)
    except DocumentError as error:
        raise CommandFailedError(REFUSED, str(error)) from error
    return data, scene


def deliver(arguments: argparse.Namespace, data: bytes, edits: list[Edit]) -> None:
    """Bring the result to where the arguments want it.

    Raises:
        CommandFailedError: the file cannot be written.
    """
    file = arguments.file
    if arguments.in_place:
        if edits:
            write(file, apply_edits(data, edits))
    elif arguments.diff:
        show(unified_diff(file, data, edits))
    else:
        show(apply_edits(data, edits))


def write(file: str, data: bytes) -> None:
    """Write a file in one step.

    Raises:
        CommandFailedError: it cannot be written.
    """
    try:
        write_atomically(Path(file), data)
    except OSError as error:
        raise CommandFailedError(UNUSABLE, f"{file} cannot be written: {error.strerror}") from error


def show(data: bytes) -> None:
    """Write bytes to standard output as they are: line ends are the file's own."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def tell(command: str, lines: Iterable[str]) -> None:
    """Say something about the run, apart from the result."""
    for line in lines:
        print(f"animspec {command}: {line}", file=sys.stderr)


def loss_lines(file: str, losses: Iterable[Loss]) -> list[str]:
    """Return the lines that say what an edit could not keep."""
    from animspec.pointers import to_text  # noqa: PLC0415 - only where something is lost

    return [f"{file}: {to_text(loss.pointer)}: {loss.message}" for loss in losses]
