"""JSR-184 animation: what keyframe sequences, tracks, controllers and ``.m3g`` files mean.

>>> from animspec.m3g import KeyframeSequence
>>> sequence = KeyframeSequence(2, 1, KeyframeSequence.STEP)
>>> sequence.set_keyframe(1, 10, [3.0])
>>> sequence.set_duration(10)
>>> sequence.sample(9).tolist(), sequence.sample(10).tolist(), sequence.validity(4)
([0.0], [3.0], 6)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from animspec.m3g.ambiguity import neighbour_dots, reading_gap
    from animspec.m3g.binary_faults import BinaryFault
    from animspec.m3g.binary_reading import read_m3g, read_m3g_placed
    from animspec.m3g.binary_writing import UnwritableError, write_m3g
    from animspec.m3g.controller import AnimationController
    from animspec.m3g.errors import (
        IllegalArgumentError,
        IllegalStateError,
        IndexOutOfBoundsError,
        NullPointerError,
    )
    from animspec.m3g.json_text import document_text
    from animspec.m3g.scene import M3GScene, load_controller, load_scene, load_sequence
    from animspec.m3g.sequence import KeyframeSequence
    from animspec.m3g.track import AnimatedObject, Animation, AnimationTrack, animate

__all__ = [
    "AnimatedObject",
    "Animation",
    "AnimationController",
    "AnimationTrack",
    "BinaryFault",
    "IllegalArgumentError",
    "IllegalStateError",
    "IndexOutOfBoundsError",
    "KeyframeSequence",
    "M3GScene",
    "NullPointerError",
    "UnwritableError",
    "animate",
    "document_text",
    "load_controller",
    "load_scene",
    "load_sequence",
    "neighbour_dots",
    "read_m3g",
    "read_m3g_placed",
    "reading_gap",
    "write_m3g",
]

_HOMES: Final[dict[str, tuple[str, ...]]] = {
    "ambiguity": ("neighbour_dots", "reading_gap"),
    "binary_faults": ("BinaryFault",),
    "binary_reading": ("read_m3g", "read_m3g_placed"),
    "binary_writing": ("UnwritableError", "write_m3g"),
    "controller": ("AnimationController",),
    "json_text": ("document_text",),
    "errors": (
        "IllegalArgumentError",
        "IllegalStateError",
        "IndexOutOfBoundsError",
        "NullPointerError",
    ),
    "scene": ("M3GScene", "load_controller", "load_scene", "load_sequence"),
    "sequence": ("KeyframeSequence",),
    "track": ("AnimatedObject", "Animation", "AnimationTrack", "animate"),
}
"""Each module's public names; it is imported when one of them is first asked for, so that
whoever needs the constants alone does not pay for numpy."""


def __getattr__(name: str) -> Any:
    """Return a public name from its module."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"animspec.m3g.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
