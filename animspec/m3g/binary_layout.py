"""The layout of ``.m3g`` files: what reader and writer must agree on.

A file is an identifier and sections. A section is a head (u8 scheme, u32 total
length, u32 uncompressed length), objects, stored as they are or deflated, and
an Adler-32 checksum of all its bytes before that, as stored. An object is a
head (u8 type, u32 length) and that much data; objects are numbered from 1 in
file order, and 0 refers to none. All numbers are little endian.
"""

from __future__ import annotations

from struct import Struct
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from animspec.kinds import M3G_ANIMATION

if TYPE_CHECKING:
    from collections.abc import Mapping

IDENTIFIER: Final = M3G_ANIMATION.signature
"""A word, and line ends that a transfer as text would spoil."""

RAW: Final = 0
ZLIB: Final = 1

SECTION_HEAD: Final = Struct("<BII")
"""Scheme, total length (head and checksum included), uncompressed length of the objects."""

CHECKSUM: Final = Struct("<I")
OBJECT_HEAD: Final = Struct("<BI")
HEADER: Final = Struct("<BBBII")
"""Major and minor version, external references or not, file size, approximate content size."""

INTEGER: Final = Struct("<I")
PARAMETER_HEAD: Final = Struct("<II")
CONTROLLER: Final = Struct("<ffiifi")
"""Speed, weight, start and end of the active interval, reference sequence and world time."""

TRACK: Final = Struct("<III")
"""Sequence, controller, property."""

SEQUENCE: Final = Struct("<BBBIIIII")
"""Interpolation, repeat mode, encoding, duration, first, last, components, keys."""

GROUP_END: Final = bytes.fromhex("00 00 01 01 FF FFFFFFFF 00 00000000")
"""No transforms; rendered, picked, opaque, every scope; no alignment; no children."""

HEADER_TYPE: Final = 0
CONTROLLER_TYPE: Final = 1
TRACK_TYPE: Final = 2
GROUP_TYPE: Final = 9
SEQUENCE_TYPE: Final = 19
EXTERNAL_REFERENCE_TYPE: Final = 255

OBJECT_TYPES: Final[Mapping[int, str]] = MappingProxyType(
    {
        HEADER_TYPE: "Header",
        CONTROLLER_TYPE: "AnimationController",
        TRACK_TYPE: "AnimationTrack",
        3: "Appearance",
        4: "Background",
        5: "Camera",
        6: "CompositingMode",
        7: "Fog",
        8: "PolygonMode",
        GROUP_TYPE: "Group",
        10: "Image2D",
        11: "TriangleStripArray",
        12: "Light",
        13: "Material",
        14: "Mesh",
        15: "MorphingMesh",
        16: "SkinnedMesh",
        17: "Texture2D",
        18: "Sprite3D",
        SEQUENCE_TYPE: "KeyframeSequence",
        20: "VertexArray",
        21: "VertexBuffer",
        22: "World",
        EXTERNAL_REFERENCE_TYPE: "ExternalReference",
    }
)

VALUE_ENCODINGS: Final[Mapping[int, str]] = MappingProxyType({0: "<f4", 1: "u1", 2: "<u2"})
"""How a sequence's encoding stores one component, as numpy names it."""

NAME_PARAMETER: Final = int.from_bytes(b"name", "little")
"""The user parameter in which our files keep an id or a target's name, as UTF-8."""

FULL_RANGE_PARAMETER: Final = int.from_bytes(b"rang", "little")
"""The user parameter, empty, that marks a valid range of all keys that was written out."""


def type_name(number: int) -> str:
    """Return an object type as messages call it.

    >>> type_name(19), type_name(77)
    ('KeyframeSequence (type 19)', 'type 77')
    """
    name = OBJECT_TYPES.get(number)
    return f"type {number}" if name is None else f"{name} (type {number})"
