"""Scenes for tests: read from JSON values, and made at random."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np
from hypothesis import settings

from animspec.documents import read
from animspec.kinds import SCENE_ANIMATION
from animspec.model.scene_animation import ObjectTrack, PropertyTrack, SceneAnimation
from animspec.rotations import normalized
from animspec.transforms import compose

FIXTURES = Path(__file__).parent.parent / "fixtures"

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

FULL = os.environ.get("ANIMSPEC_FULL") == "1"
some = settings(max_examples=1000 if FULL else 60, deadline=None)
few = settings(max_examples=300 if FULL else 15, deadline=None)

POSE_EASES = ["smooth", "linear", "hold", "stop"]
CYCLES = ["hold", "repeat", "offset", "pingpong"]


def vectors(name: str) -> Any:
    """Return the numbers of an independent implementation."""
    path = FIXTURES / "vectors" / "seed" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def scene_of(value: Any) -> SceneAnimation:
    """Return the scene that a JSON value holds, which has no fault of structure."""
    document = read(json.dumps(value).encode(), "test.sceneanim.json", SCENE_ANIMATION)
    assert [fault.message for fault in document.faults] == []
    scene: SceneAnimation = document.model
    return scene


def object_of(value: Any) -> ObjectTrack:
    return msgspec.convert({"path": "Box", **value}, ObjectTrack)


def property_of(value: Any) -> PropertyTrack:
    return msgspec.convert({"path": "Box", "name": "x", **value}, PropertyTrack)


def matrix(random: np.random.Generator) -> list[float]:
    """Return a placement without shear, mirrored or not."""
    scale = random.uniform(0.2, 3, 3) * random.choice([-1, 1], 3)
    place = compose(random.normal(size=3), normalized(random.normal(size=4)), scale)
    numbers: list[float] = place.tolist()
    return numbers


def object_track(random: np.random.Generator, path: str = "Box", **more: Any) -> dict[str, Any]:
    """Return an object's track with one to five keys and perhaps a cycle."""
    times = np.sort(random.choice(5000, random.integers(1, 6), replace=False)) / 1000
    keys = [
        {"t": t, "m": matrix(random), "ease": str(random.choice(POSE_EASES))}
        for t in times.tolist()
    ]
    return {"path": path, "keys": keys, **cycle(random), **more}


def property_track(
    random: np.random.Generator, path: str = "Box", name: str = "x", width: int = 2
) -> dict[str, Any]:
    """Return a property's track with one to five keys and perhaps a cycle."""
    times = np.sort(random.choice(5000, random.integers(1, 6), replace=False)) / 1000
    keys = [
        {"t": t, "v": random.normal(size=width).tolist(), "ease": str(random.choice(POSE_EASES))}
        for t in times.tolist()
    ]
    return {"path": path, "name": name, "keys": keys, **cycle(random)}


def clip(random: np.random.Generator, action: str) -> dict[str, Any]:
    """Return a clip of an action, which lies somewhere in the first seconds."""
    start, first, last = (np.sort(random.integers(0, 4000, 3)) / 1000).tolist()
    return {
        "action": action,
        "start": start,
        "from": first,
        "to": last,
        "scale": float(random.uniform(0.25, 2)),
        "repeat": float(random.choice([1, 1.5, 3])),
        "extend": str(random.choice(["none", "hold", "both"])),
        "blend": str(random.choice(["replace", "add"])),
        "weight": float(random.choice([0, 0.3, 1])),
        "mute": bool(random.random() < 0.2),
    }


def cycle(random: np.random.Generator) -> dict[str, Any]:
    before, after = random.choice(CYCLES, 2).tolist()
    return {} if random.random() < 0.3 else {"cycle": {"before": before, "after": after}}
