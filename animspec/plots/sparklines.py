"""Motions in a terminal: a line of characters for each component that moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.overview import STILL, motion_overview
from animspec.wording import columns, number, padded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.channels import Motion
    from animspec.curves import Floats
    from animspec.overview import Extremes

BLOCKS: Final = "▁▂▃▄▅▆▇█"
PLAIN: Final = "_.-:=+*#"
"""Eight heights, and what stands for them where a terminal has no such characters."""


def sparkline(values: Floats, ramp: str = BLOCKS) -> str:
    """Return values as heights between their least and greatest; blank where there is none.

    >>> sparkline(np.array([0.0, 1.0, np.nan, 7.0]))
    '▁▂ █'
    """
    present = np.isfinite(values)
    if not present.any():
        return " " * len(values)
    least, greatest = values[present].min(), values[present].max()
    reach = greatest - least
    shares = (values - least) / reach if reach > 0.0 else np.zeros_like(values)
    steps = np.floor(np.where(present, shares, 0.0) * (len(ramp) - 1) + 0.5).astype(int)
    return "".join(ramp[step] if there else " " for step, there in zip(steps, present, strict=True))


def table(motion: Motion, width: int, ramp: str = BLOCKS) -> Iterator[str]:
    """Yield the lines of a motion: each component that moves, then what keeps still, by name.

    A line is a component's word, its curve from start to end in so many characters, and from
    where to where it goes.
    """
    times = np.linspace(motion.start, motion.end, max(width, 2))
    rows, still = [], []
    for found, values in zip(motion_overview(motion).channels, motion.sample(times), strict=True):
        if found.state != "moving":
            still.append(found.address)
            continue
        channel = found.channel
        for each, column in zip(found.extremes, values.T, strict=True):
            if each.greatest > each.least + STILL * max(1.0, abs(each.least)):
                word = found.address + ("" if channel.width == 1 else f".{each.component}")
                rows.append((word, sparkline(column, ramp), _reach(each, channel.unit)))
    wide = max((columns(word) for word, _, _ in rows), default=0)
    for word, line, reach in rows:
        yield f"  {padded(word, wide)}  {line}  {reach}"
    if still:
        yield f"  still: {', '.join(still)}"


def _reach(found: Extremes, unit: str) -> str:
    words = (number(float(f"{value:.4g}")) for value in (found.least, found.greatest))
    return " to ".join(words) + (f" {unit}" if unit else "")
