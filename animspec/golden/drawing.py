"""Curves overlaid as pictures in SVG: what a track was, what it is, and how far apart that is."""

from __future__ import annotations

from html import escape
from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.golden.sentences import short
from animspec.plots.panels import tick_labels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.comparison import ChannelComparison, Curves, MotionComparison
    from animspec.curves import Floats
    from animspec.transforms import Flags

WIDTH: Final = 880
HEIGHT: Final = 240
LEFT: Final = 64
RIGHT: Final = 16
TOP: Final = 12
BOTTOM: Final = 34

MOST_POINTS: Final = 480
"""Of a curve: about two to a step of the picture. Peaks stay, whatever is left out."""

LETTER: Final = 7.0
"""How wide a letter of the axes is, at most on average."""

GAP: Final = 8
"""What stays free between the numbers of values and the curves."""

COLOURS: Final = 4
"""How many colours components have; more components share them."""

TICKS: Final = 5
"""About how many numbers stand along an axis."""

ROOM: Final = 0.06
"""The share of the height that stays free above and below the curves."""


@frozen(eq=False)
class _Frame:
    """What numbers are where in the picture."""

    times: tuple[float, float]
    values: tuple[float, float]
    left: float = LEFT

    def x(self, time: Floats | float) -> Floats:
        first, last = self.times
        share = (np.asarray(time) - first) / ((last - first) or 1.0)
        return self.left + share * (WIDTH - self.left - RIGHT)

    def y(self, value: Floats | float) -> Floats:
        low, high = self.values
        share = (np.asarray(value) - low) / ((high - low) or 1.0)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def picture(motion: MotionComparison, channel: ChannelComparison, title: str) -> str:
    """Return the picture of a channel that moved; components that did not move are left out.

    Old curves are broken lines, new ones unbroken; a line marks the worst time.
    """
    curves = channel.curves
    if curves is None or not len(curves.times):
        return ""
    shown = _shown(curves)
    both = np.concatenate([curves.old[:, shown], curves.new[:, shown]])
    known = both[np.isfinite(both)]
    if not len(known):
        return ""
    low, high = float(known.min()), float(known.max())
    room = (high - low) * ROOM or max(abs(high) * ROOM, 1.0)
    times = float(curves.times[0]), float(curves.times[-1])
    values = (low - room, high + room)
    sign = "°" if channel.unit == "degrees" and channel.measure != "quaternion" else ""
    marked = {value: f"{label}{sign}" for value, label in labelled(*values)}
    frame = _Frame(
        times, values, max(LEFT, 2 * GAP + LETTER * max(map(len, marked.values()), default=0))
    )
    parts = [*_values_axis(frame, marked), *_times_axis(frame, motion)]
    if channel.time is not None:
        x = float(frame.x(channel.time))
        line = f'x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"'
        parts.append(f'<line class="worst" {line}/>')
    for at in shown:
        parts += _component(frame, curves, at)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" tabindex="0" '
        f'aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _shown(curves: Curves) -> list[int]:
    """Return the components that differ, or all where none does by itself."""
    apart = np.nan_to_num(np.abs(curves.new - curves.old), nan=np.inf)
    worst = apart.max(axis=0)
    finite = worst[np.isfinite(worst)]
    least = float(finite.max()) * _FAINT if len(finite) else 0.0
    found = [int(at) for at in np.flatnonzero(worst > least)]
    return found or list(range(curves.old.shape[1]))


_FAINT: Final = 0.01
"""A component that differs by less of the worst one's difference would only clutter."""


def drawn_components(channel: ChannelComparison) -> list[tuple[int, str]]:
    """Return the components that a picture has: the number of their colours, and their names."""
    if channel.curves is None or not len(channel.curves.times):
        return []
    return [(at % COLOURS, channel.components[at]) for at in _shown(channel.curves)]


def _component(frame: _Frame, curves: Curves, at: int) -> Iterator[str]:
    colour = at % COLOURS
    old, new = curves.old[:, at], curves.new[:, at]
    keep = thinned(curves.times, old, new)
    yield f'<path class="between c{colour}" d="{_area(frame, curves.times, old, new, keep)}"/>'
    for name, values in (("old", old), ("new", new)):
        yield f'<path class="{name} c{colour}" d="{_line(frame, curves.times, values, keep)}"/>'


def thinned(times: Floats, old: Floats, new: Floats) -> Flags:
    """Return which points to draw: of each strip of time the least and the greatest values.

    >>> spike = np.zeros(10_000)
    >>> spike[5000] = 1
    >>> keep = thinned(np.arange(10_000.0), np.zeros(10_000), spike)
    >>> bool(keep[5000]), int(keep.sum()) < 3000
    (True, True)
    """
    if len(times) <= MOST_POINTS:
        return np.full(len(times), True)
    span = times[-1] - times[0]
    strips = np.minimum((times - times[0]) / span * MOST_POINTS // 2, MOST_POINTS // 2 - 1)
    starts = np.flatnonzero(np.diff(strips, prepend=-1.0))
    keep = np.zeros(len(times), dtype=bool)
    keep[starts] = keep[0] = keep[-1] = True
    for values in (old, new, new - old):
        plain = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
        for start, stop in zip(starts, [*starts[1:], len(times)], strict=True):
            part = plain[start:stop]
            keep[start + part.argmin()] = keep[start + part.argmax()] = True
    return keep


def _line(frame: _Frame, times: Floats, values: Floats, keep: Flags) -> str:
    """Return the path through points; where there is no value it has a gap."""
    pen, path = "M", []
    xs, ys = frame.x(times[keep]), frame.y(values[keep])
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        if isfinite(y):
            path.append(f"{pen}{x:.1f} {y:.1f}")
        pen = "L" if isfinite(y) else "M"
    return "".join(path)


def _area(frame: _Frame, times: Floats, old: Floats, new: Floats, keep: Flags) -> str:
    """Return the path around what lies between two curves."""
    there = keep & np.isfinite(old) & np.isfinite(new)
    if there.sum() < 2:
        return ""
    xs = frame.x(times[there])
    around = [
        *zip(xs.tolist(), frame.y(old[there]).tolist(), strict=True),
        *reversed(list(zip(xs.tolist(), frame.y(new[there]).tolist(), strict=True))),
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in around) + "Z"


def labelled(low: float, high: float) -> list[tuple[float, str]]:
    """Return round values from low to high, in more digits where it takes them to differ.

    >>> labelled(0.0, 1000.0)[-2:], labelled(1234567.0, 1234568.0)[-2:]
    ([(800.0, '800'), (1000.0, '1000')], [(1234567.8, '1234567.8'), (1234568.0, '1234568')])
    """
    values = _round_numbers(low, high)
    labels = [short(value) for value in values]
    told = labels if len({*labels}) == len(labels) else tick_labels(values)
    return [*zip(values, told, strict=True)]


def _values_axis(frame: _Frame, marked: dict[float, str]) -> Iterator[str]:
    """Yield lines across, each with its number at the left."""
    for value, label in marked.items():
        y = float(frame.y(value))
        ends = f'x1="{frame.left:g}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
        yield f'<line class="grid" {ends}/>'
        at = f'x="{frame.left - GAP:g}" y="{y + 4:.1f}"'
        yield f'<text {at} text-anchor="end">{label}</text>'


def _times_axis(frame: _Frame, motion: MotionComparison) -> Iterator[str]:
    """Yield upright lines, each with its time below; the last may not leave the picture."""
    scale = motion.units_per_second or 1.0
    noun = "s" if motion.units_per_second else motion.unit
    first, last = (each / scale for each in frame.times)
    for value, number in labelled(first, last):
        x = float(frame.x(value * scale))
        label = f"{number} {noun}"
        middle = min(x, WIDTH - LETTER * len(label) / 2)
        yield (
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
            f'<text x="{middle:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label}</text>'
        )


def _round_numbers(low: float, high: float) -> list[float]:
    """Return round numbers from low to high, about so many as an axis has.

    >>> _round_numbers(-0.2, 1.1)
    [0.0, 0.5, 1.0]
    """
    if not high > low:
        return [low]
    power = 10.0 ** floor(log10((high - low) / TICKS))
    step = next(each * power for each in (1, 2, 5, 10) if (high - low) / (each * power) <= TICKS)
    return [each * step for each in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
