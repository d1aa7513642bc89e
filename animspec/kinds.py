"""The kinds of document, and how to know one.

A kind's model is imported when a document of that kind is met.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from animspec.model.shape import Shapes


# A kind is asked for its model with every file.
_module: Final = cache(import_module)


@frozen(eq=False)
class Kind:
    """One kind of document."""

    name: str
    title: str
    suffix: str
    marks: tuple[frozenset[str], ...]
    """Sets of members of which one is complete at the top of every such document."""
    channels: frozenset[str]
    """The names of the lists that hold a channel's keys."""
    module: str
    """The module of the model: its ``MODEL`` is the document's class, ``SHAPES`` has them all."""
    looked_at: bool = False
    """Whether checking only looks at the model, so that a likeness of it will do.

    The rules of other kinds evaluate documents, which takes the model itself.
    """
    binary_suffix: str | None = None
    """How the names of binary files end that hold such a document."""
    signature: bytes = b""
    """What those files start with."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How the names of files end that hold such a document."""
        return (self.suffix,) if self.binary_suffix is None else (self.suffix, self.binary_suffix)

    @property
    def model(self) -> type:
        """The class of a whole document."""
        model: type = _module(self.module).MODEL
        return model

    @property
    def shapes(self) -> Shapes:
        """What the reader must know of each class of the model."""
        shapes: Shapes = _module(self.module).SHAPES
        return shapes


GOLDEN_SUFFIX: Final = ".golden.json"
"""What the name of a golden file ends with, after the whole name of its document."""


RENAMED: Final[dict[str, str]] = {"schema_": "$schema", "from_": "from"}
"""The attributes whose member has a name that Python does not allow."""


ANIMATION_SET: Final = Kind(
    name="animation-set",
    title="animation set",
    suffix=".voxelanim.json",
    marks=(frozenset({"clips", "rig"}),),
    channels=frozenset({"position", "rotation", "scale"}),
    module="animspec.model.animation_set",
    looked_at=True,
)

SCENE_ANIMATION: Final = Kind(
    name="scene-animation",
    title="scene animation",
    suffix=".sceneanim.json",
    marks=tuple(frozenset({"length", name}) for name in ("camera", "objects", "props")),
    channels=frozenset({"keys", "camera"}),
    module="animspec.model.scene_shapes",
)

M3G_ANIMATION: Final = Kind(
    name="m3g-animation",
    title="keyframe sequences",
    suffix=".m3ganim.json",
    marks=(frozenset({"sequences"}),),
    channels=frozenset({"keyframes"}),
    module="animspec.model.m3g_animation",
    binary_suffix=".m3g",
    signature=bytes.fromhex("AB4A53523138 34BB0D0A1A0A"),
)

KINDS: Final[tuple[Kind, ...]] = (ANIMATION_SET, SCENE_ANIMATION, M3G_ANIMATION)


def by_name(file_name: str) -> Kind | None:
    """Return the kind that a file name declares.

    >>> by_name("fox/Walk.voxelanim.json").title, by_name("package.json")
    ('animation set', None)
    """
    lower = file_name.lower()
    return next((kind for kind in KINDS if lower.endswith(kind.suffixes)), None)


def by_binary(file_name: str, data: bytes) -> Kind | None:
    """Return the kind that a binary file holds, None where the bytes are to be text.

    The name decides; where it declares no kind, the first bytes do.

    >>> by_binary("Fox.M3G", b"").title, by_binary("fox.m3ganim.json", b"")
    ('keyframe sequences', None)
    """
    kind = by_name(file_name)
    if kind is not None:
        suffix = kind.binary_suffix
        return kind if suffix is not None and file_name.lower().endswith(suffix) else None
    starts = (kind for kind in KINDS if kind.signature and data.startswith(kind.signature))
    return next(starts, None)


def by_members(members: Iterable[str]) -> Kind | None:
    """Return the kind that the members at the top of a document show.

    >>> by_members(["rig", "clips", "extra"]).title
    'animation set'
    """
    present = frozenset(members)
    return next((kind for kind in KINDS if any(mark <= present for mark in kind.marks)), None)
