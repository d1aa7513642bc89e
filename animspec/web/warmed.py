"""Importing this loads and tries all that a worker needs; workers are then copies of the process.

A worker that has died or has had its share is replaced in milliseconds, and
what is loaded here lies in memory once for all workers.
"""

from __future__ import annotations

import gc
import json
from typing import Final

from animspec.web import worker
from animspec.web.asking import Setup
from animspec.web.jobs import answer, warm
from animspec.web.messages import Task
from animspec.web.operations import DOCUMENT

DOCUMENTS: Final = {
    "a.voxelanim.json": b'{"rig": "Fox", "clips": [{"id": 1, "name": "a", "extra": NaN}],}',
    "b.voxelanim.json": (
        b'{"rig": "Fox", "clips": [{"id": "a", "name": "Walk", "length": 10, "fps": 24, "loop": '
        b'true, "tracks": [{"path": "Body", "position": [{"tick": 0, "value": {"x": 0.00001, '
        b'"y": 0, "z": 0}}, {"tick": 0, "value": {"x": 1, "y": 0, "z": 0}}]}]}]}'
    ),
    "c.sceneanim.json": (
        b'{"length": 1, "fps": 24, "props": [{"path": "Lamp", "name": "power", "keys": [{"t": 0, '
        b'"v": [1]}, {"t": 0.5, "v": [2]}], "driver": {"expression": "sin(t) +"}}]}'
    ),
    "d.m3ganim.json": b'{"sequences": [{"id": 1}]}',
}
"""Small documents with faults of many kinds."""

MOVING: Final = json.dumps(DOCUMENT).encode()

__all__ = ["worker"]


def _try() -> None:
    setup = Setup()
    for name, data in DOCUMENTS.items():
        for job in ("check", "fix"):
            answer(setup, Task(job, f"name={name}&show=hint"), data)
    answer(setup, Task("evaluate-expression"), b'{"expression": "sin(t) + x", "times": [1]}')
    for job in ("info", "sample"):
        answer(setup, Task(job, "name=a.voxelanim.json"), MOVING)
    answer(setup, Task("check-expression"), b'{"expression": "sine(t"}')


warm()
_try()
# What is here now stays: collections need not look at it, and so copy none of its memory.
gc.collect()
gc.freeze()
