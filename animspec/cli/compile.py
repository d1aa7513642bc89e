"""``animspec compile FILE``: the bytecode of a scene's drivers, for players."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from animspec.cli.scene_files import REFUSED, CommandFailedError, read_scene, show, tell, write
from animspec.drivers import DriverCycleError, expression_faults, scene_bytecode
from animspec.pointers import to_text

if TYPE_CHECKING:
    import argparse

    from animspec.model.scene_animation import SceneAnimation

EPILOG = """\
The result is {"drivers": [...]} in the order in which a player must run them. Each
has the path and name of the property, whether there is a program for each of its
components ("each"; otherwise the one serves all), the programs as lists of steps,
and what the variables stand for that the programs read beside t, frame, fps, length
and value: a number, or the component of a property.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = EPILOG
    parser.add_argument("file", metavar="FILE", help="a scene animation (*.sceneanim.json)")
    parser.add_argument(
        "--output", metavar="TARGET", help="the file to write; without it, standard output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile the drivers and return the exit status."""
    try:
        _, scene = read_scene(arguments.file)
        text = _text(compiled(scene, arguments.file))
        if arguments.output is None:
            show(text)
        else:
            write(arguments.output, text)
    except CommandFailedError as error:
        tell("compile", error.lines)
        return error.status
    return 0


def compiled(scene: SceneAnimation, file: str) -> dict[str, Any]:
    """Return the drivers of a scene as JSON.

    Raises:
        CommandFailedError: an expression does not compile, or drivers read each other in a
            loop; all of it is told.
    """
    faults = [f"{file}: {to_text(pointer)}: {fault}" for pointer, fault in expression_faults(scene)]
    if faults:
        raise CommandFailedError(REFUSED, *faults)
    try:
        return scene_bytecode(scene)
    except DriverCycleError as error:
        pointer = to_text(("props", error.loop[0], "driver"))
        raise CommandFailedError(REFUSED, f"{file}: {pointer}: {error}") from error
    except ValueError as error:
        raise CommandFailedError(REFUSED, f"{file}: {error}") from error


def _text(value: dict[str, Any]) -> bytes:
    """Return the result as text, with a line for each program."""
    drivers = ",\n".join(map(_driver_text, value["drivers"]))
    inner = f"[\n{drivers}\n  ]" if drivers else "[]"
    return f'{{\n  "drivers": {inner}\n}}\n'.encode()


def _driver_text(driver: dict[str, Any]) -> str:
    programs = ",\n".join(f"        {_flat(program)}" for program in driver["programs"])
    members = [f'      "{name}": {_flat(driver[name])}' for name in ("path", "name", "each")]
    members.append(f'      "programs": [\n{programs}\n      ]')
    members.append(f'      "variables": {_flat(driver["variables"])}')
    return "    {\n" + ",\n".join(members) + "\n    }"


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
