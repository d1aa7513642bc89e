"""Stable addresses: what a finding is about, by names that survive reordering.

``clips[a1b2].tracks[Body/Arm.L].rotation[12000].value.x`` is the x of the key
at tick 12000 in that channel of the track of that path in the clip of that
id, wherever they stand in the file. Of a scene, ``props[Lamp power].keys[1.5]`` is
the key at 1.5 seconds of that property. A part without a usable name of its own is
addressed by its place, as in ``clips[#3]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from animspec.holes import is_known
from animspec.kinds import RENAMED
from animspec.wording import number

if TYPE_CHECKING:
    from animspec.pointers import Pointer

_NAMING: Final = (
    ("id",),
    ("path", "name"),
    ("path",),
    ("tick",),
    ("t",),
    ("time",),
    ("target", "property", "sequence"),
    ("name",),
    ("action", "start"),
)
"""The members that together name an element of a list, the best first."""

_ATTRIBUTES: Final = {name: attribute for attribute, name in RENAMED.items()}


def address(model: Any, pointer: Pointer) -> str:
    """Return the stable address of the part of a model at a pointer.

    >>> from animspec.model.animation_set import AnimationSet, Clip
    >>> walk = Clip("w1", "Walk", 24000, 24, False, ())
    >>> address(AnimationSet("Humanoid", (walk,)), ("clips", 0, "name"))
    'clips[w1].name'
    """
    written = ""
    part: Any = model
    for step in pointer:
        part = _below(part, step)
        if isinstance(step, int):
            written += f"[{_name(part, step)}]"
        else:
            written += f".{step}" if written else step
    return written


def _below(part: Any, step: str | int) -> Any:
    """Return what a model holds at one step, or None where it holds nothing usable."""
    if part is None or not is_known(part):
        return None
    if isinstance(step, int):
        return part[step] if isinstance(part, tuple) and step < len(part) else None
    return getattr(part, _ATTRIBUTES.get(step, step), None)


def _name(element: Any, at: int) -> str:
    """Return what names an element of a list."""
    if element is None or not is_known(element):
        return f"#{at}"
    for members in _NAMING:
        names = [getattr(element, member, None) for member in members]
        if all(is_known(name) and name is not None and name != "" for name in names):
            return " ".join(map(_text, names)).replace("\\", "\\\\").replace("]", "\\]")
    return f"#{at}"


def _text(name: Any) -> str:
    return number(name) if isinstance(name, float) else str(name)
