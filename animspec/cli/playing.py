"""What commands that look at motions share: reading the file, and choosing clips and tracks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from attrs import frozen

from animspec import choosing
from animspec.channels import MotionError, motions
from animspec.cli import UNUSABLE
from animspec.cli.scene_files import REFUSED, CommandFailedError, read_bytes
from animspec.loading import DocumentError, model_of
from animspec.settings import LARGEST_FILE
from animspec.wording import plural

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from animspec.channels import Motion

STANDARD_INPUT = "-"


@frozen(eq=False)
class Played:
    """A file's document and its motions."""

    file: str
    document: Any
    motions: tuple[Motion, ...]


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the file, of any kind."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="an animation of any kind (*.voxelanim.json, *.sceneanim.json, *.m3ganim.json, "
        "*.m3g), or - for standard input",
    )


def add_choice_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which clip and which tracks are meant."""
    parser.add_argument(
        *("--clip", "-c"),
        metavar="NAME",
        help="one clip, by its id or name; of keyframe sequences one by its id, or world "
        "(all of them if none is named)",
    )
    parser.add_argument(
        *("--track", "-t"),
        action="append",
        metavar="GLOB",
        help='tracks or channels, such as "Body/*", "*.rotation" or "camera.fov" (repeatable)',
    )


def read_document(file: str) -> Any:
    """Return the model of the document in a file.

    Raises:
        CommandFailedError: it cannot be read, or has faults of text or structure.
    """
    if file == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise CommandFailedError(UNUSABLE, f"{file} has more than {LARGEST_FILE} bytes")
    else:
        data = read_bytes(file)
    try:
        return model_of(data, "" if file == STANDARD_INPUT else file)
    except DocumentError as error:
        raise _unsound(file, error) from error


def _unsound(file: str, error: DocumentError) -> CommandFailedError:
    """Say what is wrong with a file first of all, and how to see the rest."""
    first = error.findings[0]
    where = "" if first.where is None else f"{first.where}: "
    count = plural(len(error.findings), "error")
    sentence = f"{file} has {count}, the first is {where}{first.rule}: {first.message}"
    return CommandFailedError(REFUSED, f"{sentence}; {_advice(file)}")


def _advice(file: str) -> str:
    name = f'"{file}"' if " " in file else file
    return f"run animspec check {name}"


def read_motions(file: str) -> Played:
    """Return the motions of the document in a file.

    Raises:
        CommandFailedError: it cannot be read, or has errors.
    """
    document = read_document(file)
    try:
        return Played(file, document, motions(document))
    except MotionError as error:
        raise unplayable(file, error) from error


def unplayable(file: str, error: MotionError) -> CommandFailedError:
    """Return the failure of a command whose file has errors that only rules see."""
    return CommandFailedError(REFUSED, f"{file} cannot be played: {error}; {_advice(file)}")


def chosen(played: Played, clip: str | None, tracks: Sequence[str] | None) -> tuple[Motion, ...]:
    """Return the motions that are meant, with the channels that are meant.

    Raises:
        CommandFailedError: nothing moves, or there is no such clip, or no such track in any.
    """
    try:
        return choosing.chosen(played.motions, clip, tracks, played.file)
    except choosing.NothingMovesError as error:
        raise CommandFailedError(UNUSABLE, str(error)) from error
    except choosing.ChoiceError as error:
        raise CommandFailedError(UNUSABLE, str(error)) from error
