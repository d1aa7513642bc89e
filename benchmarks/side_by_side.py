"""Timing peers in turns, so that a busy machine slows them alike and their ratio stays true."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping

Contender = Callable[[], object]


def in_turns(contenders: Mapping[str, Contender], rounds: int = 7) -> dict[str, float]:
    """Return the best seconds of each contender over some rounds, every round running all.

    The garbage collector rests meanwhile, for all alike.
    """
    best = dict.fromkeys(contenders, float("inf"))
    gc.disable()
    try:
        for _ in range(rounds):
            for name, run in contenders.items():
                start = time.perf_counter()
                run()
                best[name] = min(best[name], time.perf_counter() - start)
    finally:
        gc.enable()
    return best


def table(
    title: str, best: dict[str, float], one: str, goal: dict[str, float] | None = None
) -> None:
    """Print the seconds of each contender and how many times those of ``one`` they are."""
    print(f"\n{title}")
    for name, seconds in best.items():
        aim = f"   (aim: {goal[name]:g} or less)" if goal and name in goal else ""
        print(f"  {name:<42} {seconds * 1e3:10.2f} ms {seconds / best[one]:8.2f} x{aim}")
