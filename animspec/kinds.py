"""The kinds of document: how to know one, and how its file and its model belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from animspec.model import animation_set, m3g_animation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


@frozen
class Shape:
    """What the reader must know of one class of the model.

    ``members`` counts the members that JSON needs for a value and all its
    parts, and ``texts`` yields the texts in it that may hold any character:
    with both, a text that decodes is known to hold nothing that the model
    does not (no unknown member, and none twice).
    """

    schema: str
    members: Callable[[Any], int]
    texts: Callable[[Any], Iterable[str]]


@frozen(eq=False)
class Kind:
    """One kind of document."""

    name: str
    title: str
    suffix: str
    model: type
    marks: tuple[frozenset[str], ...]
    """Sets of members of which one is complete at the top of every such document."""
    channels: frozenset[str]
    """The names of the lists that hold a channel's keys."""
    shapes: Mapping[type, Shape] = field(repr=False)


RENAMED: Final[dict[str, str]] = {"schema_": "$schema", "from_": "from"}
"""The attributes whose member has a name that Python does not allow."""


def _no_texts(_: object) -> tuple[()]:
    return ()


ANIMATION_SET: Final = Kind(
    name="animation-set",
    title="animation set",
    suffix=".voxelanim.json",
    model=animation_set.AnimationSet,
    marks=(frozenset({"clips", "rig"}),),
    channels=frozenset(animation_set.CHANNEL_NAMES),
    shapes={
        animation_set.AnimationSet: Shape(
            "animation-set", animation_set.set_members, animation_set.set_texts
        ),
        animation_set.Clip: Shape(
            "animation-set-clip", animation_set.clip_members, animation_set.clip_texts
        ),
        animation_set.Track: Shape(
            "animation-set-track", animation_set.track_members, animation_set.track_texts
        ),
        animation_set.Key: Shape(
            "animation-set-key", lambda key: animation_set.channel_members((key,)), _no_texts
        ),
        animation_set.Vector3: Shape("vector3", lambda _: 3, _no_texts),
    },
)

M3G_ANIMATION: Final = Kind(
    name="m3g-animation",
    title="keyframe sequences",
    suffix=".m3ganim.json",
    model=m3g_animation.M3GAnimation,
    marks=(frozenset({"sequences"}),),
    channels=frozenset({"keyframes"}),
    shapes={
        m3g_animation.M3GAnimation: Shape(
            "m3g-animation", m3g_animation.animation_members, m3g_animation.animation_texts
        ),
        m3g_animation.Sequence: Shape(
            "m3g-animation-sequence", m3g_animation.sequence_members, m3g_animation.sequence_texts
        ),
        m3g_animation.Keyframe: Shape(
            "m3g-animation-keyframe", m3g_animation.keyframe_members, m3g_animation.keyframe_texts
        ),
        m3g_animation.Controller: Shape(
            "m3g-animation-controller",
            m3g_animation.controller_members,
            m3g_animation.controller_texts,
        ),
        m3g_animation.Track: Shape(
            "m3g-animation-track", m3g_animation.track_members, m3g_animation.track_texts
        ),
    },
)

KINDS: Final[tuple[Kind, ...]] = (ANIMATION_SET,)


def by_name(file_name: str) -> Kind | None:
    """Return the kind that a file name declares.

    >>> by_name("fox/Walk.voxelanim.json").title, by_name("package.json")
    ('animation set', None)
    """
    lower = file_name.lower()
    return next((kind for kind in KINDS if lower.endswith(kind.suffix)), None)


def by_members(members: Iterable[str]) -> Kind | None:
    """Return the kind that the members at the top of a document show.

    >>> by_members(["rig", "clips", "extra"]).title
    'animation set'
    """
    present = frozenset(members)
    return next((kind for kind in KINDS if any(mark <= present for mark in kind.marks)), None)
