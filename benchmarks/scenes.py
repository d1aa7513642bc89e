"""Whole scenes, beside peers: ``python benchmarks/scenes.py``.

Run it after ``pip install '.[bench]'``, on a machine that does nothing else. Every figure is
the best of several rounds in which the contenders take turns. The scene has a camera,
objects and properties with keys, clips over some of the objects, and drivers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

# A script's own folder comes first when Python looks for modules, and there stands another
# benchmark of the name of the package "expressions".
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
import orjson
from scipy.interpolate import CubicHermiteSpline
from scipy.spatial.transform import Rotation, Slerp

from animspec.decoding import decode
from animspec.documents import read
from animspec.kinds import SCENE_ANIMATION
from animspec.rotations import normalized
from animspec.sampling import PoseCurve
from animspec.scenes import SceneSampler
from animspec.transforms import compose, decompose
from benchmarks.side_by_side import in_turns, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.curves import Floats
    from animspec.model.scene_animation import ObjectTrack, SceneAnimation

OBJECTS: Final = 50
KEYS: Final = 60
LENGTH: Final = 60.0
FPS: Final = 25
TIMES: Final = np.arange(int(LENGTH * FPS) + 1) / FPS
ROUNDS: Final = 9


def main() -> None:
    """Print all tables."""
    text = json.dumps(made_scene()).encode()
    document = read(text, "made.sceneanim.json", SCENE_ANIMATION)
    assert not document.faults
    reading(text)
    evaluating(document.model)
    posing(document.model)


def made_scene() -> dict[str, Any]:
    """Return a scene of many objects, as JSON."""
    random = np.random.default_rng(5)
    times = np.linspace(0, LENGTH, KEYS).round(3).tolist()

    def objects(names: list[str]) -> list[dict[str, Any]]:
        return [{"path": name, "keys": pose_keys(random, times)} for name in names]

    names = [f"Group/Part {place}" for place in range(OBJECTS)]
    turn = {"expression": "value + 90 * sin(tau * t / v)", "variables": {"v": prop_of(names[1])}}
    props = [{**prop_of(name), "keys": value_keys(random, times)} for name in names]
    driven = [{**prop_of(name, "turn"), "driver": turn} for name in names[:10]]
    clip = {"action": "shake", "from": 0, "to": 30, "blend": "add", "weight": 0.5}
    return {
        "length": LENGTH,
        "fps": FPS,
        "camera": [{"t": t, "cam": camera(random)} for t in times],
        "objects": objects(names),
        "props": [*props, *driven],
        "actions": [{"id": "shake", "objects": objects(names[:10])}],
        "clips": [{**clip, "start": 5}, {**clip, "start": 20, "blend": "replace"}],
    }


def prop_of(path: str, name: str = "glow") -> dict[str, Any]:
    return {"path": path, "name": name}


def camera(random: np.random.Generator) -> dict[str, Any]:
    eye, target = random.normal(size=(2, 3)).round(4).tolist()
    return {"eye": eye, "target": target, "fov": 40}


def pose_keys(random: np.random.Generator, times: list[float]) -> list[dict[str, Any]]:
    turns = normalized(random.normal(size=(len(times), 4)))
    scales = random.uniform(0.5, 2, (len(times), 3))
    matrices = compose(random.normal(size=(len(times), 3)), turns, scales).round(6).tolist()
    return [{"t": t, "m": matrix} for t, matrix in zip(times, matrices, strict=True)]


def value_keys(random: np.random.Generator, times: list[float]) -> list[dict[str, Any]]:
    values = random.normal(size=(len(times), 3)).round(4).tolist()
    return [{"t": t, "v": v, "ease": "bezier"} for t, v in zip(times, values, strict=True)]


def reading(text: bytes) -> None:
    """Compare reading a scene with reading its JSON."""
    shape = SCENE_ANIMATION.shapes[SCENE_ANIMATION.model]
    best = in_turns(
        {
            "orjson, plain lists": lambda: orjson.loads(text),
            "animspec, models": lambda: decode(text, SCENE_ANIMATION.model, shape),
        },
        ROUNDS,
    )
    table(f"reading a scene of {len(text) / 1e6:.1f} MB", best, "orjson, plain lists")


def evaluating(scene: SceneAnimation) -> None:
    """Compare all times at once with one time after the other."""
    sampler = SceneSampler.of(scene)
    few = TIMES[::100]
    scale = len(TIMES) / len(few)
    best = in_turns(
        {
            "all times at once": lambda: sampler.sample_many(TIMES),
            "getting ready for it": lambda: SceneSampler.of(scene),
            "one time after the other": lambda: [sampler.sample_many([time]) for time in few],
        },
        ROUNDS,
    )
    best["one time after the other"] *= scale
    table(
        f"{OBJECTS} objects, {OBJECTS + 10} properties, a camera: {len(TIMES)} times",
        best,
        "all times at once",
    )
    each = best["all times at once"] / len(TIMES) / (2 * OBJECTS + 11)
    print(f"  {each * 1e9:.0f} ns for one track at one time")


def posing(scene: SceneAnimation) -> None:
    """Compare matrices of plain tracks with the same blend by scipy."""
    tracks = scene.objects or ()
    curves = [PoseCurve.of(track.keys) for track in tracks]
    peers = [scipy_pose(track) for track in tracks]
    for curve, peer in zip(curves, peers, strict=True):
        np.testing.assert_allclose(curve.sample_many(TIMES), peer(TIMES), atol=1e-5)
    best = in_turns(
        {
            "animspec": lambda: [curve.sample_many(TIMES) for curve in curves],
            "scipy (Slerp, CubicHermiteSpline)": lambda: [peer(TIMES) for peer in peers],
        },
        ROUNDS,
    )
    table(f"matrices of {OBJECTS} objects at {len(TIMES)} times", best, "animspec")
    print(f"  {best['animspec'] / OBJECTS / len(TIMES) * 1e9:.0f} ns for one matrix")


def scipy_pose(track: ObjectTrack) -> Callable[[Floats], Floats]:
    """Return what samples a track of smooth keys with the means of scipy."""
    times = np.array([key.t for key in track.keys])
    poses = decompose([key.m for key in track.keys])
    turn = Slerp(times, Rotation.from_quat(poses.rotation))
    speeds = np.zeros_like(poses.position)
    apart = (times[2:] - times[:-2])[:, None]
    speeds[1:-1] = (poses.position[2:] - poses.position[:-2]) / apart
    move = CubicHermiteSpline(times, poses.position, speeds)
    flat = np.zeros_like(poses.scale)
    grow = CubicHermiteSpline(times, poses.scale, flat)
    lengths = np.append(np.diff(times), 1.0)

    def sample(moments: Floats) -> Floats:
        at = times.searchsorted(moments, side="right") - 1
        share = (moments - times[at]) / lengths[at]
        eased = times[at] + share * share * (3 - 2 * share) * lengths[at]
        matrices = np.zeros((len(moments), 4, 4))
        axes = turn(np.minimum(eased, times[-1])).as_matrix() * grow(moments)[:, None]
        matrices[:, :3, :3] = np.swapaxes(axes, 1, 2)
        matrices[:, 3, :3] = move(moments)
        matrices[:, 3, 3] = 1
        return matrices.reshape(-1, 16)

    return sample


if __name__ == "__main__":
    main()
