"""The bytecode of a scene's drivers, for players that have the machine but no compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from animspec.drivers.properties import PropertySampler
from animspec.model.scene_animation import Variable

if TYPE_CHECKING:
    from animspec.drivers.driven import DrivenProperty
    from animspec.model.scene_animation import SceneAnimation


def scene_bytecode(scene: SceneAnimation) -> dict[str, Any]:
    """Return the drivers of a scene as JSON, in the order in which a player must run them.

    Each has the property's ``path`` and ``name``, a list of ``programs`` (one for all
    components, or, where ``each`` is true, one for each) and the ``variables`` that the
    programs read beside ``t``, ``frame``, ``fps``, ``length`` and ``value``.

    Raises:
        animspec.drivers.DriverCycleError: drivers read each other in a loop.
        ValueError: an expression does not compile.

    >>> from animspec.model.scene_animation import Driver, PropertyTrack, SceneAnimation
    >>> fan = PropertyTrack("Fan", "angle", driver=Driver("360 * t"))
    >>> scene_bytecode(SceneAnimation(2, 24, props=(fan,)))["drivers"][0]["programs"]
    [[{'k': 'num', 'v': 360.0}, {'k': 'var', 'v': 't'}, {'k': 'op', 'v': '*'}]]
    """
    driven = PropertySampler.of(scene).driven
    return {"drivers": [_written(each) for each in driven.values()]}


def _written(driven: DrivenProperty) -> dict[str, Any]:
    return {
        "path": driven.path,
        "name": driven.name,
        "each": driven.each,
        "programs": [program.to_json() for program in driven.programs],
        "variables": {name: _variable(value) for name, value in driven.variables.items()},
    }


def _variable(value: float | Variable) -> Any:
    if not isinstance(value, Variable):
        return value
    return {"path": value.path, "name": value.name, "component": value.component or 0}
