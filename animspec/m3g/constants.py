"""The standard's named constants and their numbers, as its files and operations write them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.model.m3g_animation import InterpolationName, PropertyName, RepeatModeName

INTERPOLATIONS: Final[Mapping[InterpolationName, int]] = MappingProxyType(
    {"LINEAR": 176, "SLERP": 177, "SPLINE": 178, "SQUAD": 179, "STEP": 180}
)
"""Each interpolation's number."""

SPHERICAL: Final[frozenset[InterpolationName]] = frozenset({"SLERP", "SQUAD"})
"""The interpolations whose keys are quaternions."""

QUATERNION_SIZE: Final = 4
"""Components x, y, z, w."""

SMALLEST_NORM: Final = 1e-5
"""Quaternions with no more than this squared length are taken for the identity by players."""

REPEAT_MODES: Final[Mapping[RepeatModeName, int]] = MappingProxyType({"CONSTANT": 192, "LOOP": 193})
"""Each repeat mode's number."""

PROPERTIES: Final[Mapping[PropertyName, int]] = MappingProxyType(
    {
        "ALPHA": 256,
        "AMBIENT_COLOR": 257,
        "COLOR": 258,
        "CROP": 259,
        "DENSITY": 260,
        "DIFFUSE_COLOR": 261,
        "EMISSIVE_COLOR": 262,
        "FAR_DISTANCE": 263,
        "FIELD_OF_VIEW": 264,
        "INTENSITY": 265,
        "MORPH_WEIGHTS": 266,
        "NEAR_DISTANCE": 267,
        "ORIENTATION": 268,
        "PICKABILITY": 269,
        "SCALE": 270,
        "SHININESS": 271,
        "SPECULAR_COLOR": 272,
        "SPOT_ANGLE": 273,
        "SPOT_EXPONENT": 274,
        "TRANSLATION": 275,
        "VISIBILITY": 276,
    }
)
"""Each animation property's number."""

COMPONENT_COUNTS: Final[Mapping[PropertyName, tuple[int, ...]]] = MappingProxyType(
    {
        "ALPHA": (1,),
        "AMBIENT_COLOR": (3,),
        "COLOR": (3,),
        "CROP": (2, 4),
        "DENSITY": (1,),
        "DIFFUSE_COLOR": (3,),
        "EMISSIVE_COLOR": (3,),
        "FAR_DISTANCE": (1,),
        "FIELD_OF_VIEW": (1,),
        "INTENSITY": (1,),
        "MORPH_WEIGHTS": (),
        "NEAR_DISTANCE": (1,),
        "ORIENTATION": (4,),
        "PICKABILITY": (1,),
        "SCALE": (1, 3),
        "SHININESS": (1,),
        "SPECULAR_COLOR": (3,),
        "SPOT_ANGLE": (1,),
        "SPOT_EXPONENT": (1,),
        "TRANSLATION": (3,),
        "VISIBILITY": (1,),
    }
)
"""How many components a property's sequences may have; none named means any number."""

_NODE: Final[frozenset[PropertyName]] = frozenset(
    {"ALPHA", "ORIENTATION", "PICKABILITY", "SCALE", "TRANSLATION", "VISIBILITY"}
)

OBJECT_PROPERTIES: Final[Mapping[str, frozenset[PropertyName]]] = MappingProxyType(
    {
        "Background": frozenset({"ALPHA", "COLOR", "CROP"}),
        "Camera": _NODE | {"FAR_DISTANCE", "FIELD_OF_VIEW", "NEAR_DISTANCE"},
        "Fog": frozenset({"COLOR", "DENSITY", "FAR_DISTANCE", "NEAR_DISTANCE"}),
        "Group": _NODE,
        "Light": _NODE | {"COLOR", "INTENSITY", "SPOT_ANGLE", "SPOT_EXPONENT"},
        "Material": frozenset(
            {
                "ALPHA",
                "AMBIENT_COLOR",
                "DIFFUSE_COLOR",
                "EMISSIVE_COLOR",
                "SHININESS",
                "SPECULAR_COLOR",
            }
        ),
        "Mesh": _NODE,
        "MorphingMesh": _NODE | {"MORPH_WEIGHTS"},
        "SkinnedMesh": _NODE,
        "Sprite3D": _NODE | {"CROP"},
        "Texture2D": frozenset({"COLOR", "ORIENTATION", "SCALE", "TRANSLATION"}),
        "VertexBuffer": frozenset({"ALPHA", "COLOR"}),
        "World": _NODE,
    }
)
"""The properties that each kind of object can have animated; other kinds have none."""

FOREVER: Final = 2**31 - 1
"""The validity of what does not change any more: the greatest of 32 bits."""


def fits(prop: PropertyName, component_count: int) -> bool:
    """Whether sequences of so many components can drive a property.

    >>> fits("SCALE", 1), fits("SCALE", 2), fits("MORPH_WEIGHTS", 7)
    (True, False, True)
    """
    allowed = COMPONENT_COUNTS[prop]
    return component_count in allowed if allowed else component_count >= 1
