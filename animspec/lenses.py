"""The lens of a camera: what it is where it is left out, and the bounds it is kept within."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from animspec.model.scene_animation import DEFAULT_CAMERA, Camera

NARROWEST_FOV: Final = 10.0
WIDEST_FOV: Final = 120.0
"""Degrees; a field of view is kept between them (SEMANTICS 3.6)."""

LOWEST: Final = 1e-6
HIGHEST: Final = 1e7
"""The heights of a parallel view are kept between them."""


def complete(camera: Camera) -> Camera:
    """Return a camera with the lens that it leaves out, kept within bounds.

    >>> complete(Camera((1, 2, 3), (0, 0, 0), fov=5, height=0))
    Camera(eye=(1, 2, 3), target=(0, 0, 0), fov=10.0, persp=True, height=1e-06)
    """
    fov = DEFAULT_CAMERA.fov if camera.fov is None else camera.fov
    height = DEFAULT_CAMERA.height if camera.height is None else camera.height
    return evolve(
        camera,
        fov=min(max(fov or 0.0, NARROWEST_FOV), WIDEST_FOV),
        persp=DEFAULT_CAMERA.persp if camera.persp is None else camera.persp,
        height=min(max(height or 0.0, LOWEST), HIGHEST),
    )
