"""Edits of scene animations (SEMANTICS 3.10): other lengths, other tempo, camera walkthroughs.

The edits are plain functions of models. What one of them could not keep, such as keys that
met, it tells with its result; ``rewrite`` brings a result into the text of the scene.
"""

from animspec.scene_edits.frames import frame_count, frame_time
from animspec.scene_edits.outcome import Loss, SceneEdit
from animspec.scene_edits.retiming import retime
from animspec.scene_edits.rewriting import rewrite, with_walkthrough
from animspec.scene_edits.scaling import Selection, scale_keys
from animspec.scene_edits.walkthroughs import Walkthrough, walkthrough

__all__ = [
    "Loss",
    "SceneEdit",
    "Selection",
    "Walkthrough",
    "frame_count",
    "frame_time",
    "retime",
    "rewrite",
    "scale_keys",
    "walkthrough",
    "with_walkthrough",
]
