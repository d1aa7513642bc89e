"""``animspec walkthrough SCENES``: a camera that goes through saved scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from animspec.cli import UNUSABLE
from animspec.cli.scene_files import (
    REFUSED,
    CommandFailedError,
    add_output_arguments,
    deliver,
    finite,
    read_bytes,
    read_scene,
    show,
    tell,
    write,
)
from animspec.model.scene_animation import LONGEST
from animspec.scene_edits import Walkthrough, walkthrough, with_walkthrough
from animspec.scene_edits.rewriting import scene_text
from animspec.scene_edits.walkthroughs import HOLD, MOVE
from animspec.wording import number

if TYPE_CHECKING:
    import argparse

FPS = 24.0

EPILOG = """\
SCENES is a JSON file: an array of scenes, or an object whose "scenes" is one. Each
scene has a "cam" with "eye" and "target", three numbers each, and perhaps "fov",
"persp" and "height"; a scene without is skipped. The result is a new scene animation
or, with --into, an existing one with this camera and this length.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = EPILOG
    parser.add_argument("scenes", metavar="SCENES", help="a JSON file with saved scenes")
    parser.add_argument(
        "--move", type=finite, default=MOVE, metavar="SECONDS",
        help=f"how long the way to the next scene takes ({number(MOVE)})",
    )  # fmt: skip
    parser.add_argument(
        "--hold", type=finite, default=HOLD, metavar="SECONDS",
        help=f"how long the camera stays at a scene ({number(HOLD)})",
    )  # fmt: skip
    parser.add_argument(
        "--fps", type=finite, metavar="FPS",
        help=f"the frames a second of a new scene animation ({number(FPS)})",
    )  # fmt: skip
    parser.add_argument(
        "--into", dest="file", metavar="FILE", help="the scene animation to give the camera to"
    )
    add_output_arguments(parser)
    parser.add_argument("--output", metavar="TARGET", help="the file to write the new one to")


def run(arguments: argparse.Namespace) -> int:
    """Make the walkthrough and return the exit status."""
    try:
        _require_sense(arguments)
        walk = _walk(arguments)
        if arguments.file is not None:
            data, _ = read_scene(arguments.file)
            deliver(arguments, data, with_walkthrough(data, walk))
        else:
            text = scene_text(walk, FPS if arguments.fps is None else arguments.fps)
            if arguments.output is None:
                show(text)
            else:
                write(arguments.output, text)
    except CommandFailedError as error:
        tell("walkthrough", error.lines)
        return error.status
    skipped = (f"scene {place} has no usable camera and was skipped" for place in walk.skipped)
    tell("walkthrough", (f"{arguments.scenes}: {line}" for line in skipped))
    return 0


def _require_sense(arguments: argparse.Namespace) -> None:
    """Refuse arguments that contradict each other or the format."""
    for name in ("move", "hold"):
        value = getattr(arguments, name)
        if value < 0:
            raise CommandFailedError(UNUSABLE, f"--{name} is {number(value)}, expected 0 or more")
    if arguments.fps is not None and not 0 < arguments.fps <= 1000:
        sentence = f"--fps is {number(arguments.fps)}, expected more than 0 and at most 1000"
        raise CommandFailedError(UNUSABLE, sentence)
    into = arguments.file is not None
    if (arguments.diff or arguments.in_place) and not into:
        raise CommandFailedError(UNUSABLE, "--diff and --in-place need --into")
    if into and (arguments.output is not None or arguments.fps is not None):
        raise CommandFailedError(UNUSABLE, "--output and --fps are for a new scene, without --into")


def _walk(arguments: argparse.Namespace) -> Walkthrough:
    """Return the walkthrough of the scenes in the file."""
    walk = walkthrough(_scenes(arguments.scenes), arguments.move, arguments.hold)
    if not walk.keys:
        raise CommandFailedError(REFUSED, f"{arguments.scenes}: no scene has a usable camera")
    if walk.length > LONGEST:
        sentence = f"the walk takes {number(walk.length)} s, expected {LONGEST} or less"
        raise CommandFailedError(REFUSED, f"{arguments.scenes}: {sentence}")
    return walk


def _scenes(file: str) -> list[Any]:
    """Return the saved scenes in a file."""
    try:
        value = msgspec.json.decode(read_bytes(file))
    except (msgspec.DecodeError, RecursionError) as error:
        raise CommandFailedError(UNUSABLE, f"{file} is not JSON: {error}") from error
    scenes = value.get("scenes") if isinstance(value, dict) else value
    if not isinstance(scenes, list):
        sentence = 'expected an array of scenes, or an object whose "scenes" is one'
        raise CommandFailedError(UNUSABLE, f"{file} holds no scenes, {sentence}")
    return scenes
