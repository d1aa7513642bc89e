"""Clips and tracks sampled: the value of every channel at one time or many.

``clips`` plays the clips of animation sets, ``poses`` the placement of objects in
scene animations. A property of a scene is sampled by ``animspec.cycles``.
"""

from animspec.sampling.clips import AnimationSample, ChannelAddress, ClipSampler, KeyCurve
from animspec.sampling.poses import PoseCurve, pose_at

__all__ = [
    "AnimationSample",
    "ChannelAddress",
    "ClipSampler",
    "KeyCurve",
    "PoseCurve",
    "pose_at",
]
