"""``animspec scale-keys FILE --factor F``: spread keys out from a time, or draw them in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from animspec.cli import UNUSABLE
from animspec.cli.scene_files import (
    CommandFailedError,
    add_output_arguments,
    deliver,
    finite,
    loss_lines,
    positive,
    read_scene,
    tell,
)
from animspec.names import name_key
from animspec.paths import path_key
from animspec.rounding import round_time
from animspec.scene_edits import Selection, rewrite, scale_keys
from animspec.wording import did_you_mean, number

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from animspec.model.scene_animation import SceneAnimation

EPILOG = """\
Without --camera, --object and --property all tracks are chosen; without --from and
--to all of their keys are. A key that moves past the end lengthens the animation.
What the edit could not keep, such as keys that met, is told on standard error.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("file", metavar="FILE", help="a scene animation (*.sceneanim.json)")
    add(
        *("--factor", "-f"), required=True, type=positive, metavar="FACTOR",
        help="how many times as far from the pivot the keys are to be; above 0",
    )  # fmt: skip
    add("--pivot", type=finite, metavar="SECONDS", help="the time that stays (--from, or 0)")
    add("--camera", action="store_true", help="choose the camera's keys")
    add(
        "--object", action="append", default=[], metavar="PATH",
        help="choose an object's keys; may be repeated",
    )  # fmt: skip
    add(
        "--property", action="append", default=[], metavar="PATH:NAME",
        help="choose a property's keys; may be repeated",
    )  # fmt: skip
    add(
        "--from", dest="first", type=finite, metavar="SECONDS",
        help="choose only keys from this time on",
    )  # fmt: skip
    add("--to", type=finite, metavar="SECONDS", help="choose only keys up to this time")
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Scale the chosen keys and return the exit status."""
    try:
        data, scene = read_scene(arguments.file)
        selections = list(chosen(scene, arguments))
        pivot = arguments.first if arguments.pivot is None else arguments.pivot
        edit = scale_keys(scene, selections, pivot or 0.0, arguments.factor)
        deliver(arguments, data, rewrite(data, edit))
    except CommandFailedError as error:
        tell("scale-keys", error.lines)
        return error.status
    lines = loss_lines(arguments.file, edit.losses)
    if edit.after.length != scene.length:
        lengths = f"{number(scene.length)} to {number(edit.after.length)} s"
        lines.append(f"{arguments.file}: /length: the animation was lengthened from {lengths}")
    if not any(selection.ts for selection in selections):
        lines.append(f"{arguments.file}: no key is within the times, so nothing changed")
    tell("scale-keys", lines)
    return 0


def chosen(scene: SceneAnimation, arguments: argparse.Namespace) -> Iterator[Selection]:
    """Yield the keys that the arguments choose, track by track.

    Raises:
        CommandFailedError: there is no such track.
    """
    everything = not (arguments.camera or arguments.object or arguments.property)
    if arguments.camera or everything:
        yield _within(scene.camera, arguments, Selection("camera"))
    objects, props = scene.objects or (), scene.props or ()
    spelled = [track.path for track in objects]
    places = range(len(objects)) if everything else _objects(spelled, arguments.object)
    for place in places:
        yield _within(objects[place].keys, arguments, Selection("object", place))
    addresses = [(track.path, track.name) for track in props]
    places = range(len(props)) if everything else _properties(addresses, arguments.property)
    for place in places:
        yield _within(props[place].keys, arguments, Selection("prop", place))


def _within(keys: Any, arguments: argparse.Namespace, track: Selection) -> Selection:
    """Return the keys of a track that are within the times."""
    first = float("-inf") if arguments.first is None else arguments.first
    last = float("inf") if arguments.to is None else arguments.to
    times = (round_time(key.t) for key in keys or ())
    return Selection(track.kind, track.i, tuple(t for t in times if first <= t <= last))


def _objects(spelled: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return the places of the objects of these paths."""
    places = {path_key(path): place for place, path in reversed(list(enumerate(spelled)))}
    return [
        _found(places.get(path_key(path)), f'object "{path}"', path, spelled) for path in wanted
    ]


def _properties(addresses: Sequence[tuple[str, str]], wanted: Sequence[str]) -> list[int]:
    """Return the places of these properties, given as PATH:NAME."""
    places = {
        (path_key(path), name_key(name)): place
        for place, (path, name) in reversed(list(enumerate(addresses)))
    }
    spelled = [f"{path}:{name}" for path, name in addresses]
    found = []
    for text in wanted:
        # Paths and names may hold colons themselves, so every one may be the one that parts them.
        cuts = [at for at, character in enumerate(text) if character == ":"]
        parts = [(path_key(text[:at]), name_key(text[at + 1 :])) for at in cuts]
        place = next((places[each] for each in parts if each in places), None)
        found.append(_found(place, f'property "{text}"', text, spelled))
    return found


def _found(place: int | None, what: str, text: str, spelled: Sequence[str]) -> int:
    if place is None:
        guess = did_you_mean(text, spelled)
        raise CommandFailedError(UNUSABLE, f"the scene has no {what}{guess}")
    return place
