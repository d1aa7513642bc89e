"""``animspec frames FILE``: how many frames a scene animation has, and when each is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.cli.scene_files import CommandFailedError, positive, read_scene, tell
from animspec.scene_edits import frame_count, frame_time
from animspec.wording import number, plural

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = "A scene of 2 s at 24 fps has 49 frames: one is at its start, one at its end."
    parser.add_argument("file", metavar="FILE", help="a scene animation (*.sceneanim.json)")
    parser.add_argument(
        "--fps", type=positive, metavar="FPS", help="frames a second, if not those of the scene"
    )
    parser.add_argument(
        "--times", action="store_true", help="print the time of every frame, in seconds"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the frames and return the exit status."""
    try:
        _, scene = read_scene(arguments.file)
    except CommandFailedError as error:
        tell("frames", error.lines)
        return error.status
    fps = scene.fps if arguments.fps is None else arguments.fps
    count = frame_count(scene, fps)
    if arguments.times:
        for frame in range(count):
            print(number(frame_time(frame, fps)))
    else:
        last = number(frame_time(count - 1, fps))
        print(f"{plural(count, 'frame')} at {number(fps)} fps, the last at {last} s")
    return 0
