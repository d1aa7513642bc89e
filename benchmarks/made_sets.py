"""Animation sets for benchmarks: like exported ones, of any size, the same in every run."""

from __future__ import annotations

import json
import math
import random
from typing import Any

BLOCKS = (
    "Body",
    "Head",
    "Arm.L",
    "Arm.R",
    "Hand.L",
    "Hand.R",
    "Leg.L",
    "Leg.R",
    "Foot.L",
    "Foot.R",
)
CHANNELS = ("position", "rotation", "scale")


def large_set(tracks: int = 100, keys: int = 667, indent: int | None = None) -> bytes:
    """Return one clip with so many tracks of three channels with so many keys."""
    rng = random.Random(1)
    paths = [f"Body/Block {number}" for number in range(tracks)]
    clips = [_clip(rng, "a", "Walk", paths, keys)]
    return json.dumps({"version": 1, "rig": "Humanoid", "clips": clips}, indent=indent).encode()


def small_sets(count: int = 2_000) -> list[bytes]:
    """Return sets of 50 to 500 keys, as a repository of a game has them."""
    rng = random.Random(2)
    return [_small_set(rng, rng.randint(50, 500)) for _ in range(count)]


def _small_set(rng: random.Random, keys: int) -> bytes:
    clips: list[dict[str, Any]] = []
    per_channel = rng.randint(5, 15)
    while keys > 0:
        tracks = max(1, min(len(BLOCKS), keys // (2 * per_channel)))
        paths = ["Body" if name == "Body" else f"Body/{name}" for name in BLOCKS[:tracks]]
        name = f"Clip {len(clips) + 1}"
        clips.append(_clip(rng, f"clip{len(clips)}", name, paths, per_channel, CHANNELS[:2]))
        keys -= 2 * tracks * per_channel
    return json.dumps({"version": 1, "rig": "Humanoid", "clips": clips}, indent=1).encode()


def _clip(
    rng: random.Random,
    identity: str,
    name: str,
    paths: list[str],
    keys: int,
    channels: tuple[str, ...] = CHANNELS,
) -> dict[str, Any]:
    tracks = [
        {"path": path, **{channel: _keys(rng, channel, keys) for channel in channels}}
        for path in paths
    ]
    length = keys * 1000
    return {
        "id": identity,
        "name": name,
        "length": length,
        "fps": 24,
        "loop": True,
        "tracks": tracks,
    }


def _keys(rng: random.Random, channel: str, count: int) -> list[dict[str, Any]]:
    """Return keys on a swing with some noise: scales stay positive."""
    middle, reach = {"position": (0.0, 2.0), "rotation": (0.0, 60.0), "scale": (1.0, 0.4)}[channel]
    phases = [rng.uniform(0, math.tau) for _ in range(3)]
    keys: list[dict[str, Any]] = [
        {
            "tick": at * 1000,
            "value": {
                axis: round(middle + reach * math.sin(at / 5 + phase) + rng.uniform(-0.1, 0.1), 4)
                for axis, phase in zip("xyz", phases, strict=True)
            },
            "interpolation": rng.choice(("linear", "smooth", "smooth", "step")),
        }
        for at in range(count)
    ]
    keys[-1]["value"] = dict(keys[0]["value"])  # so that the clip loops
    return keys
