"""Reading and editing animation sets: commands, documents that follow each other, text edits.

>>> from animspec.sampling import ClipSampler
>>> from animspec.ticks import FrameRate
>>> document = AnimationDocument()
>>> wave = document.add_clip(name="Wave", loop=True)
>>> frames = FrameRate(24)
>>> document.write_key(wave, "Body/Arm.R", "rotation", {
...     "tick": 0, "value": {"x": 0, "y": 0, "z": 0}, "interpolation": "smooth",
... })
True
>>> document.write_key(wave, "Body/Arm.R", "rotation", {
...     "tick": frames.to_tick(12), "value": {"x": 0, "y": 0, "z": 90}, "interpolation": "smooth",
... })
True
>>> sampler = ClipSampler(document.set.clip(wave))
>>> sampler.sample(frames.to_tick(6))["Body/Arm.R"].rotation
Vector3(x=0.0, y=0.0, z=45.0)
"""

from animspec.editing.commands import (
    COMMANDS,
    AddClip,
    AddTrack,
    ChangeClip,
    ClipPatch,
    Command,
    MoveClip,
    RemoveClip,
    RemoveKey,
    RemoveTrack,
    RenameRig,
    RenameTrack,
    WriteKey,
    read_command,
    to_json,
)
from animspec.editing.document import LOCAL, AnimationDocument, Change
from animspec.editing.loading import FaultySetError, read_set
from animspec.editing.reader import AnimationSetReader
from animspec.editing.rewriting import rewrite
from animspec.editing.scripts import read_commands
from animspec.editing.tracing import RefusedError, Run, run
from animspec.editing.values import CommandError

__all__ = [
    "COMMANDS",
    "LOCAL",
    "AddClip",
    "AddTrack",
    "AnimationDocument",
    "AnimationSetReader",
    "Change",
    "ChangeClip",
    "ClipPatch",
    "Command",
    "CommandError",
    "FaultySetError",
    "MoveClip",
    "RefusedError",
    "RemoveClip",
    "RemoveKey",
    "RemoveTrack",
    "RenameRig",
    "RenameTrack",
    "Run",
    "WriteKey",
    "read_command",
    "read_commands",
    "read_set",
    "rewrite",
    "run",
    "to_json",
]
