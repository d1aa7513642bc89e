"""Every kind of document as motions of channels: what sampling, plots and comparison speak to.

A document has one or more ``Motion`` values, each with channels that can be sampled together:

* an animation set has one motion per clip, in ticks;
* a scene has one, in seconds: the whole of it, action clips, drivers and the camera's lens
  applied;
* keyframe sequences of JSR-184 have one per sequence, in sequence units, and where tracks
  with controllers apply them, one more: every property over world time.

A ``Channel`` says what it is (``path`` and ``name``, components, unit), how differences of its
values are taken (``measure``), and which keys it has of its own. ``plans`` has the times at
which it is worth looking at a motion: frames, keys, just beside keys, and between.

>>> from animspec.channels import motions, plans
>>> from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
>>> turn = (Key(0, Vector3(0, 0, 0)), Key(12000, Vector3(0, 90, 0)))
>>> clip = Clip("w1", "Wave", 24000, 24, loop=False, tracks=(Track("Arm", rotation=turn),))
>>> (wave,) = motions(AnimationSet("Fox", (clip,)))
>>> wave.name, wave.label, wave.end, wave.unit, wave.channels[0].address
('w1', 'Wave', 24000.0, 'tick', 'Arm.rotation')
>>> (rotation,) = wave.sample(plans.grid(wave, fps=4))
>>> rotation[:, 1].tolist()
[0.0, 45.0, 90.0, 90.0, 90.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from animspec.channels.motion import Channel, Handles, Measure, Motion, MotionError, TimeUnit
from animspec.channels.scenes import scene_motions
from animspec.channels.sequences import sequence_motions
from animspec.channels.sets import set_motions
from animspec.model.animation_set import AnimationSet
from animspec.model.m3g_animation import M3GAnimation
from animspec.model.scene_animation import SceneAnimation

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Channel", "Handles", "Measure", "Motion", "MotionError", "TimeUnit", "motions"]

_MAKERS: Final[dict[type, Callable[[Any], tuple[Motion, ...]]]] = {
    AnimationSet: set_motions,
    SceneAnimation: scene_motions,
    M3GAnimation: sequence_motions,
}


def motions(document: Any) -> tuple[Motion, ...]:
    """Return the motions of a document's model, such as ``animspec.load`` returns, in its order.

    Their names are unlike. A document that ``animspec.check`` finds without errors has motions
    that can be sampled at any time.

    Raises:
        MotionError: the document has errors that players stumble over.
        TypeError: this is no model of a document.
    """
    make = _MAKERS.get(type(document))
    if make is None:
        kinds = ", ".join(kind.__name__ for kind in _MAKERS)
        raise TypeError(f"there is a {type(document).__name__}, expected one of {kinds}")
    # Numbers near the largest double may overflow; what comes of it is sampled.
    with np.errstate(over="ignore", invalid="ignore"):
        return make(document)
