"""Time sampling, reading and writing of M3G animation, beside other ways to the same numbers.

Run ``python benchmarks/m3g.py``. Each line is the best of several rounds, taken in turn in one
run; read the ratios, which hold on other machines, rather than the times, which do not.
"""

from __future__ import annotations

import struct
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, Slerp

from animspec.m3g import (
    AnimationController,
    AnimationTrack,
    KeyframeSequence,
    animate,
    document_text,
    read_m3g,
    write_m3g,
)
from animspec.m3g.constants import INTERPOLATIONS, PROPERTIES
from animspec.m3g.interpolation import key_speeds
from animspec.model.m3g_animation import Keyframe, M3GAnimation, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 7
KEYS: Final = 200
SAMPLES: Final = 200_000
FILE_KEYS: Final = 100_000


def best(ways: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return the best time of each way, in seconds; the ways take turns."""
    times = dict.fromkeys(ways, float("inf"))
    for _ in range(rounds):
        for name, way in ways.items():
            start = perf_counter()
            way()
            times[name] = min(times[name], perf_counter() - start)
    return times


def show(title: str, times: dict[str, float], count: int, unit: str) -> None:
    """Print each way's time a piece, and its ratio to the first."""
    first = next(iter(times.values()))
    print(title)
    for name, time in times.items():
        print(f"  {name:<34} {time / count * 1e9:10.1f} ns {unit}   {time / first:6.2f}")


def sequence(kind: str, *, loop: bool = False) -> KeyframeSequence:
    """Return a sequence of uneven keys."""
    random = np.random.default_rng(1)
    size = 4 if kind in ("SLERP", "SQUAD") else 3
    made = KeyframeSequence(KEYS, size, INTERPOLATIONS[kind])  # type: ignore[index]
    times = np.cumsum(random.integers(1, 2000, KEYS))
    made.set_keyframes(times, random.normal(size=(KEYS, size)))
    made.set_duration(int(times[-1]) + 500)
    made.set_repeat_mode(KeyframeSequence.LOOP if loop else KeyframeSequence.CONSTANT)
    return made


def sampling() -> None:
    """Compare sampling of each kind with scipy where that has it."""
    for kind in INTERPOLATIONS:
        made = sequence(kind)
        keys = made.valid_keys()
        times = np.linspace(keys.times[0], keys.times[-1], SAMPLES)
        shuffled = np.random.default_rng(2).permutation(times)
        looped = sequence(kind, loop=True)
        ways: dict[str, Callable[[], object]] = {
            f"{kind}, rising times": partial(made.sample_many, times),
            "any order": partial(made.sample_many, shuffled),
            "LOOP": partial(looped.sample_many, times),
        }
        if kind == "SPLINE":
            peer = CubicHermiteSpline(keys.times, keys.values, key_speeds(keys))
            ways["scipy CubicHermiteSpline"] = partial(peer, times)
        if kind == "SLERP":
            turns = Slerp(keys.times, Rotation.from_quat(keys.values))
            ways["scipy Slerp (short way)"] = partial(turns, times)
        show(f"sampling {SAMPLES} times over {KEYS} keys", best(ways), SAMPLES, "a sample")


def playing() -> None:
    """Time one world time of many tracks, as a player asks."""
    controller = AnimationController()
    kinds = ["LINEAR", "SPLINE", "STEP"] * 10
    tracks = [
        AnimationTrack(sequence(kind), PROPERTIES["TRANSLATION"], controller) for kind in kinds
    ]
    show("animate, 30 tracks", best({"animate": lambda: animate(tracks, 777)}, 50), 30, "a track")


def files() -> None:
    """Compare reading and writing with the floor: structs, and JSON of the same document."""
    values = np.random.default_rng(3).normal(size=(FILE_KEYS, 3)).round(4)
    keys = tuple(Keyframe(at * 7, tuple(value)) for at, value in enumerate(values.tolist()))
    document = M3GAnimation(
        (
            Sequence(
                id="a",
                interpolation="LINEAR",
                repeatMode="LOOP",
                duration=7 * FILE_KEYS,
                componentCount=3,
                keyframes=keys,
            ),
        )
    )
    raw, deflated = write_m3g(document), write_m3g(document, compressed=True)
    text = document_text(document)
    key = struct.Struct("<ifff")
    body = raw[-4 - key.size * FILE_KEYS : -4]
    reading: dict[str, Callable[[], object]] = {
        "read_m3g, raw": lambda: read_m3g(raw),
        "read_m3g, deflated": lambda: read_m3g(deflated),
        "struct into the same values": lambda: [
            Keyframe(time, tuple(value)) for time, *value in key.iter_unpack(body)
        ],
        "msgspec, the document as JSON": lambda: msgspec.json.decode(text, type=M3GAnimation),
    }
    show(f"reading {FILE_KEYS} keys", best(reading), FILE_KEYS, "a key")
    writing: dict[str, Callable[[], object]] = {
        "write_m3g, raw": lambda: write_m3g(document),
        "write_m3g, deflated": lambda: write_m3g(document, compressed=True),
        "document_text": lambda: document_text(document),
        "msgspec, JSON on one line": lambda: msgspec.json.encode(document),
    }
    show(f"writing {FILE_KEYS} keys", best(writing), FILE_KEYS, "a key")


if __name__ == "__main__":
    sampling()
    playing()
    files()
