"""``animspec retime FILE --length SECONDS``: stretch or squeeze a scene animation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.cli.scene_files import (
    CommandFailedError,
    add_output_arguments,
    deliver,
    finite,
    loss_lines,
    read_scene,
    tell,
)
from animspec.scene_edits import retime, rewrite

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = (
        "What the edit could not keep, such as keys that met, is told on standard error."
    )
    parser.add_argument("file", metavar="FILE", help="a scene animation (*.sceneanim.json)")
    parser.add_argument(
        *("--length", "-l"), required=True, type=finite, metavar="SECONDS",
        help="the new length; kept within 0.5 to 3600",
    )  # fmt: skip
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Retime the scene and return the exit status."""
    try:
        data, scene = read_scene(arguments.file)
        edit = retime(scene, arguments.length)
        deliver(arguments, data, rewrite(data, edit))
    except CommandFailedError as error:
        tell("retime", error.lines)
        return error.status
    tell("retime", loss_lines(arguments.file, edit.losses))
    return 0
