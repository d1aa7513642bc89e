"""Sampling, beside the peers: ``python benchmarks/sample.py [--three FOLDER] [--rounds N]``.

Every figure is the best of several rounds, channel by channel where there are several, and
the peers take turns within a round. Where
``node`` is present, its part runs in one process beside this one. three.js is taken from
``FOLDER/node_modules``, or installed by ``npm`` into a temporary folder for this run.
scipy comes with the extra ``bench``. What is missing is skipped, and said.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from animspec.curves import Floats, SceneKeys, handle_points
from animspec.cycles import property_curve
from animspec.model.animation_set import Clip, Interpolation, Key, Track, Vector3
from animspec.rotations import normalized, slerp
from animspec.sampling import ClipSampler, KeyCurve


def optional(name: str) -> Any:
    """Return a module, or ``None`` where it is not installed."""
    with suppress(ImportError):
        return import_module(name)
    return None


interpolate = optional("scipy.interpolate")
transform = optional("scipy.spatial.transform")

TRACKS: Final = 100
KEYS: Final = 200
SAMPLES: Final = 10_000
LENGTH: Final = 480_000
PROPERTY_TRACKS: Final = 1000
TRACK_KEYS: Final = 50
SHORT_REPEATS: Final = 50
"""A contestant that takes under a millisecond runs so often in a turn; its best time counts."""

Work = Callable[[], list[float]]
"""One turn of a contestant; returns the seconds that its parts took."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--three", type=Path, help="a folder with node_modules/three")
    arguments = parser.parse_args()
    clip = make_clip()
    tracks = make_tracks()
    pairs = make_pairs()
    data = {
        "clip": clip_data(clip),
        "tracks": tracks_data(tracks),
        "pairs": {name: array.ravel().tolist() for name, array in pairs.items()},
    }
    with node_peers(arguments.three, data) as peers:
        compare_clip(clip, peers, arguments.rounds)
        compare_tick(clip, arguments.rounds)
        compare_bezier(tracks, peers, arguments.rounds)
        compare_slerp(pairs, peers, arguments.rounds)


def make_clip() -> Clip:
    """Return a clip whose 300 channels have keys at times and of kinds of their own."""
    random = np.random.default_rng(7)

    def keys() -> tuple[Key, ...]:
        ticks = np.sort(random.choice(LENGTH + 1, KEYS, replace=False)).tolist()
        values = random.normal(size=(KEYS, 3)).round(4).tolist()
        names: list[Interpolation] = ["step", "linear", "smooth"]
        kinds = [names[n] for n in random.integers(0, 3, KEYS)]
        rows = zip(ticks, values, kinds, strict=True)
        return tuple(Key(tick, Vector3(*value), kind) for tick, value, kind in rows)

    tracks = tuple(Track(f"Block {n}", keys(), keys(), keys()) for n in range(TRACKS))
    return Clip("bench", "Bench", LENGTH, 24, loop=True, tracks=tracks)


def channels_of(clip: Clip) -> Iterator[tuple[Key, ...]]:
    for track in clip.tracks:
        for keys in (track.position, track.rotation, track.scale):
            assert keys is not None
            yield keys


def clip_data(clip: Clip) -> dict[str, object]:
    """Return the clip's arrays for the node process."""
    channels = [
        {
            "times": [key.tick for key in keys],
            "values": [n for key in keys for n in (key.value.x, key.value.y, key.value.z)],
        }
        for keys in channels_of(clip)
    ]
    return {"channels": channels, "ticks": np.linspace(0, LENGTH, SAMPLES).tolist()}


def compare_clip(clip: Clip, peers: dict[str, Work], rounds: int) -> None:
    """All channels at many rising ticks."""
    ticks = np.linspace(0, LENGTH, SAMPLES)
    sampler = ClipSampler(clip)
    curves = [KeyCurve(keys) for keys in channels_of(clip)]
    contestants = {
        "animspec, each channel": timed_each(partial(curve.sample_many, ticks) for curve in curves),
        "animspec, packed": timed(lambda: sampler.pack_many(ticks)),
    }
    if interpolate is not None:
        splines = [make_spline(keys) for keys in channels_of(clip)]
        contestants["scipy PPoly"] = timed_each(partial(spline, ticks) for spline in splines)
    contestants |= {name: work for name, work in peers.items() if name.startswith("three.js clip")}
    best = race(contestants, rounds)
    report(f"{3 * TRACKS} channels x {KEYS} keys at {SAMPLES} rising ticks, ns per vec3 sample")
    table(best, 3 * TRACKS * SAMPLES * 1e-9, "ns")


def make_spline(keys: tuple[Key, ...]) -> Any:
    """Return scipy's piecewise cubic through the keys (all eased, which costs it the same)."""
    times = np.array([key.tick for key in keys], dtype=float)
    values = np.array([(key.value.x, key.value.y, key.value.z) for key in keys])
    lengths, changes = np.diff(times)[:, None], np.diff(values, axis=0)
    zero = np.zeros_like(changes)
    cubic = np.stack([-2 * changes / lengths**3, 3 * changes / lengths**2, zero, values[:-1]])
    return interpolate.PPoly(cubic, times)


def compare_tick(clip: Clip, rounds: int) -> None:
    """All channels at one tick."""
    sampler = ClipSampler(clip)
    ticks = iter(np.random.default_rng(1).integers(0, LENGTH, 1_000_000).tolist())
    contestants = {
        "packed array": timed(lambda: sampler.pack(next(ticks)), SHORT_REPEATS),
        "mapping": timed(lambda: sampler.sample(next(ticks)), SHORT_REPEATS),
    }
    report(f"one tick of {3 * TRACKS} channels, us")
    table(race(contestants, rounds), 1e-6, "us")


def make_tracks() -> list[list[dict[str, object]]]:
    """Return the keys of property tracks of one component, Bezier with auto handles."""
    random = np.random.default_rng(11)

    def keys() -> list[dict[str, object]]:
        times = np.sort(random.choice(60_000, TRACK_KEYS, replace=False)) / 1000
        values = random.normal(size=TRACK_KEYS)
        return [
            {"t": time, "v": [value], "ease": "bezier"}
            for time, value in zip(times.tolist(), values.tolist(), strict=True)
        ]

    return [keys() for _ in range(PROPERTY_TRACKS)]


def tracks_data(tracks: list[list[dict[str, object]]]) -> dict[str, object]:
    """Return the control points of all stretches for the node process."""
    channels = []
    for track in tracks:
        keys = SceneKeys.read(track)
        points = handle_points(keys)
        channels.append(
            {
                "times": keys.times.tolist(),
                "values": keys.values[:, 0].tolist(),
                "left": points.left.ravel().tolist(),
                "right": points.right.ravel().tolist(),
            }
        )
    return {"channels": channels, "times": np.linspace(0, 60, SAMPLES).tolist()}


def compare_bezier(
    tracks: list[list[dict[str, object]]], peers: dict[str, Work], rounds: int
) -> None:
    """Property tracks with Bezier keys at many rising times."""
    curves = [property_curve(track) for track in tracks]
    times = np.linspace(0, 60, SAMPLES)
    contestants = {"animspec": timed_each(partial(curve.sample_many, times) for curve in curves)}
    contestants |= {name: work for name, work in peers.items() if "bisection" in name}
    report(f"{PROPERTY_TRACKS} Bezier tracks x {TRACK_KEYS} keys at {SAMPLES} times, ns per sample")
    table(race(contestants, rounds), PROPERTY_TRACKS * SAMPLES * 1e-9, "ns")


def make_pairs() -> dict[str, Floats]:
    """Return pairs of rotations and a share for each."""
    random = np.random.default_rng(13)
    a, b = normalized(random.normal(size=(2, SAMPLES, 4)))
    return {"a": a, "b": b, "share": random.random(SAMPLES)}


def compare_slerp(pairs: dict[str, Floats], peers: dict[str, Work], rounds: int) -> None:
    """Pairs of rotations, each blended by its own share."""
    a, b, share = pairs.values()
    contestants = {"animspec": timed(lambda: slerp(a, b, share), SHORT_REPEATS)}
    if transform is not None:
        rotations = transform.Rotation.from_quat(np.stack([a, b], axis=1).reshape(-1, 4))
        through = transform.Slerp(np.arange(2 * SAMPLES), rotations)
        times = 2 * np.arange(SAMPLES) + share
        contestants["scipy Slerp"] = timed(lambda: through(times), SHORT_REPEATS)
    contestants |= {name: work for name, work in peers.items() if "slerp" in name}
    report(f"slerp of {SAMPLES} pairs, ns per quaternion")
    table(race(contestants, rounds), SAMPLES * 1e-9, "ns")


def timed(work: Callable[[], object], repeats: int = 1) -> Work:
    """Return a turn that runs the work so often and tells its best seconds."""
    return lambda: [min(seconds(work) for _ in range(repeats))]


def timed_each(works: Iterable[Callable[[], object]]) -> Work:
    """Return a turn that runs all works and tells the seconds of each."""
    parts = list(works)
    return lambda: [seconds(work) for work in parts]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def race(contestants: dict[str, Work], rounds: int) -> dict[str, float]:
    """Return the seconds of each, the best of each of its parts, taking turns."""
    turns: dict[str, list[list[float]]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, turn in contestants.items():
            turns[name].append(turn())
    return {name: float(np.min(parts, axis=0).sum()) for name, parts in turns.items()}


def report(title: str) -> None:
    print(f"\n{title}")


def table(best: dict[str, float], unit: float, name: str) -> None:
    """Print each figure and its ratio to the first."""
    first = next(iter(best.values()))
    for contestant, seconds in best.items():
        ratio = first / seconds
        print(f"  {contestant:<24}{seconds / unit:10.1f} {name}   ours / this = {ratio:.2f}")


@contextmanager
def node_peers(three: Path | None, data: dict[str, object]) -> Iterator[dict[str, Work]]:
    """Run the node part; yields its contestants, or none with a word of why."""
    if shutil.which("node") is None:
        print("node is not here: its contestants are skipped")
        yield {}
        return
    with tempfile.TemporaryDirectory() as folder:
        place = three or install_three(Path(folder))
        source = Path(folder, "data.json")
        source.write_text(json.dumps(data), encoding="utf-8")
        script = Path(__file__).with_name("sample_peers.mjs")
        command = ["node", str(script), str(source), str(place or "")]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as node:
            assert node.stdout is not None
            assert node.stdin is not None
            names = json.loads(node.stdout.readline())
            yield {
                name: asking(node, name, SHORT_REPEATS if "slerp" in name else 1) for name in names
            }
            node.stdin.close()


def asking(node: subprocess.Popen[str], name: str, repeats: int) -> Work:
    """Return a turn of the node process, which answers with the seconds of its parts."""

    def turn() -> list[float]:
        assert node.stdout is not None
        assert node.stdin is not None
        node.stdin.write(f"{repeats} {name}\n")
        node.stdin.flush()
        found: list[float] = json.loads(node.stdout.readline())
        return found

    return turn


def install_three(folder: Path) -> Path | None:
    """Install three.js for this run only; ``None`` with a word where that cannot be done."""
    npm = shutil.which("npm")
    if npm is not None:
        with suppress(subprocess.CalledProcessError):
            subprocess.run(
                [npm, "install", "three", "--no-audit", "--no-fund", "--silent"],
                cwd=folder,
                check=True,
                stdout=sys.stderr,
            )
            return folder
    print("three.js could not be installed: its contestants are skipped")
    return None


if __name__ == "__main__":
    main()
