"""Action clips over base tracks (SEMANTICS 3.9).

``timing`` says when a clip plays which part of its action, ``poses`` lays actions over the
placement of objects and ``properties`` over properties. Clips apply in the order of their
list; where none plays, the base track shows.
"""

from animspec.layers.poses import LayeredPose, blend_pose, layered_poses
from animspec.layers.properties import (
    LayeredProperty,
    PropertyAddress,
    layered_properties,
    property_address,
)
from animspec.layers.timing import PlayedClip, clip_local, played_clips

__all__ = [
    "LayeredPose",
    "LayeredProperty",
    "PlayedClip",
    "PropertyAddress",
    "blend_pose",
    "clip_local",
    "layered_poses",
    "layered_properties",
    "played_clips",
    "property_address",
]
