"""Stable addresses: what a finding is about, by names that survive reordering.

``clips[a1b2].tracks[Body/Arm.L].rotation[12000].value.x`` is the x of the key
at tick 12000 in that channel of the track of that path in the clip of that
id, wherever they stand in the file. Of a scene, ``props[Lamp power].keys[1.5]`` is
the key at 1.5 seconds of that property. A part without a usable name of its own is
addressed by its place, as in ``clips[#3]``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from animspec.holes import HOLE
from animspec.kinds import RENAMED
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Hashable

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


class Addresses:
    """The stable addresses of a model's parts; many faults lie below the same few parts.

    >>> from animspec.model.animation_set import AnimationSet, Clip
    >>> walk = Clip("w1", "Walk", 24000, 24, False, ())
    >>> Addresses(AnimationSet("Humanoid", (walk,))).of(("clips", 0, "name"))
    'clips[w1].name'
    """

    def __init__(self, model: Any) -> None:
        self._known: dict[Pointer, tuple[str, Any]] = {(): ("", model)}

    def of(self, pointer: Pointer) -> str:
        """Return the address of the part at a pointer."""
        return self._at(pointer)[0]

    def _at(self, pointer: Pointer) -> tuple[str, Any]:
        """Return the address and the part at a pointer, None where there is nothing usable."""
        found = self._known.get(pointer)
        if found is None:
            found = self._known[pointer] = _below(*self._at(pointer[:-1]), pointer[-1])
        return found


def _below(written: str, part: Any, step: str | int) -> tuple[str, Any]:
    """Return the address and the part one step below another."""
    if isinstance(step, str):
        known = part is not None and part is not HOLE
        part = getattr(part, _ATTRIBUTES.get(step, step), None) if known else None
        return (f"{written}.{step}" if written else step), part
    part = part[step] if isinstance(part, tuple) and step < len(part) else None
    return f"{written}[{_name(part, step)}]", part


def _name(element: Any, at: int) -> str:
    """Return what names an element of a list."""
    if element is None or element is HOLE:
        return f"#{at}"
    for members in _naming(element.__class__):
        names = [getattr(element, member) for member in members]
        if not [name for name in names if name is HOLE or name is None or name == ""]:
            told = " ".join([_text(name) for name in names])
            return told.replace("\\", "\\\\").replace("]", "\\]")
    return f"#{at}"


@lru_cache(256)
def _naming(kind: Hashable) -> list[tuple[str, ...]]:
    """Return the members that name an element of a class, the best first."""
    return [members for members in _NAMING if all(hasattr(kind, name) for name in members)]


def _text(name: Any) -> str:
    return number(name) if isinstance(name, float) else str(name)
