"""How fast golden files are checked, beside reading them and sampling alone; and their size.

Run with ``python benchmarks/golden.py``, on a machine that does nothing else.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np

# A benchmark beside this one has the name of a package, which is looked for one folder up.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from animspec.channels import motions, plans  # noqa: E402 - as above
from animspec.golden import as_text, compare, read, record  # noqa: E402 - as above
from animspec.loading import model_of  # noqa: E402 - as above
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3  # noqa: E402 - as above
from benchmarks.made_sets import small_sets  # noqa: E402 - as above
from benchmarks.side_by_side import in_turns, table  # noqa: E402 - as above

FRAMES = 10_000
TRACKS = 100
KEYS = 200
TICKS = 1000
FILES = 600
ROUNDS = 5


def main() -> None:
    """Print all figures."""
    one_large_clip()
    sizes()
    many_small_files()


def long_clip(*, keys: int = KEYS, noise: bool = False) -> AnimationSet:
    """Return a clip of 100 tracks and 10 000 frames: rotations, keyed anywhere."""
    random = np.random.default_rng(1)
    tracks = []
    for at in range(TRACKS):
        frames = np.sort(random.choice(FRAMES, keys, replace=False))
        ticks = frames * TICKS
        steps = (
            random.uniform(-100, 100, (keys, 3))
            if noise
            else random.normal(0, 90 / keys**0.5, (keys, 3))
        )
        values = np.round(steps if noise else np.cumsum(steps, axis=0), 4)
        made = tuple(
            Key(tick, Vector3(*value), "smooth" if at % 2 else None)
            for tick, value in zip(ticks.tolist(), values.tolist(), strict=True)
        )
        tracks.append(Track(f"Body/Block {at}", position=made))
    clip = Clip("a", "Walk", (FRAMES - 1) * TICKS, 24, loop=False, tracks=tuple(tracks))
    return AnimationSet("Fox", (clip,))


def one_large_clip() -> None:
    """Print what a check takes beside reading the golden file plus sampling the frames."""
    document = long_clip()
    text = as_text(record(document))

    def reading_and_sampling() -> None:
        read(text)
        (motion,) = motions(document)
        motion.sample(plans.grid(motion))

    def check() -> None:
        assert compare(read(text), document).is_same

    best = in_turns(
        {
            "reading the golden file, sampling": reading_and_sampling,
            "checking": check,
            "reading the golden file alone": partial(read, text),
            "recording": partial(record, document),
        },
        ROUNDS,
    )
    one = "reading the golden file, sampling"
    table(f"{TRACKS} tracks, {FRAMES} frames, {len(text) / 1e6:.1f} MB", best, one, {"checking": 2})


def sizes() -> None:
    """Print how large golden files of 10 000 frames of 300 values are."""
    print(f"\n{FRAMES} frames of {3 * TRACKS} values (aim: 12 MB or less, compressed)")
    cases = {
        f"{KEYS} keys a track": long_clip(),
        "a key on every frame": long_clip(keys=FRAMES),
        "a key of noise on every frame": long_clip(keys=FRAMES, noise=True),
    }
    for title, document in cases.items():
        text = as_text(record(document))
        compressed = len(gzip.compress(text, 6))
        print(f"  {title:<42} {len(text) / 1e6:8.1f} MB {compressed / 1e6:8.2f} MB compressed")


def many_small_files() -> None:
    """Print how many small files a second are checked, in one process and by the command."""
    files = small_sets(FILES)
    pairs = []
    for data in files:
        document = model_of(data, "made.voxelanim.json")
        pairs.append((data, as_text(record(document))))

    def check() -> None:
        for data, text in pairs:
            assert compare(read(text), model_of(data, "made.voxelanim.json")).is_same

    def sampling() -> None:
        for data, text in pairs:
            read(text)
            for motion in motions(model_of(data, "made.voxelanim.json")):
                motion.sample(plans.grid(motion))

    best = in_turns({"reading both files, sampling": sampling, "checking": check}, ROUNDS)
    table(f"{FILES} small files", best, "reading both files, sampling")
    print(f"  {FILES / best['checking']:.0f} files a second (aim: 300 or more)")
    with tempfile.TemporaryDirectory() as folder:
        for at, (data, text) in enumerate(pairs):
            path = Path(folder, f"made{at}.voxelanim.json")
            path.write_bytes(data)
            Path(f"{path}.golden.json").write_bytes(text)
        words = [sys.executable, "-m", "animspec", "golden", "check", folder]
        start = time.perf_counter()
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env={**os.environ})
        taken = time.perf_counter() - start
    print(f"  {FILES / taken:.0f} files a second by the command, its start counted")


if __name__ == "__main__":
    main()
