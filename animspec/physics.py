"""The settings of a simulation of rigid bodies, complete; the simulation runs elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from animspec.model.scene_animation import DEFAULT_GROUND, DEFAULT_PHYSICS, Ground, Physics
from animspec.rounding import round_time

if TYPE_CHECKING:
    from animspec.model.scene_animation import SceneAnimation


def physics_of(scene: SceneAnimation) -> Physics:
    """Return the settings of a scene with all that it leaves out (SEMANTICS 3.11), times rounded.

    >>> from animspec.model.scene_animation import SceneAnimation
    >>> settings = physics_of(SceneAnimation(2, 24, physics=Physics(to=1.0004)))
    >>> settings.gravity, settings.ground, settings.to, settings.substeps, settings.bodies
    ((0.0, 0.0, -9.81), Ground(on=True, z=0.0), 1.0, 20, ())
    """
    own = scene.physics or Physics()
    start = DEFAULT_PHYSICS.from_ if own.from_ is None else own.from_
    end = DEFAULT_PHYSICS.to if own.to is None else own.to
    return Physics(
        gravity=DEFAULT_PHYSICS.gravity if own.gravity is None else own.gravity,
        ground=_ground(own.ground),
        from_=round_time(start or 0.0),
        to=round_time(end or 0.0),
        substeps=DEFAULT_PHYSICS.substeps if own.substeps is None else own.substeps,
        bodies=() if own.bodies is None else own.bodies,
    )


def _ground(own: Ground | None) -> Ground:
    if own is None:
        return DEFAULT_GROUND
    return evolve(
        own,
        on=DEFAULT_GROUND.on if own.on is None else own.on,
        z=DEFAULT_GROUND.z if own.z is None else own.z,
    )
