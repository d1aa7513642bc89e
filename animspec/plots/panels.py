"""One channel drawn on axes: its curves, and for a closer look its keys and handles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.plots.curves import MARGIN
from animspec.plots.style import DASHES, GREY, SEAM, colour, mark, printable
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from animspec.channels import Channel, Motion
    from animspec.curves import Floats
    from animspec.plots.curves import Drawn

FLATTEST: Final = 1e-4
"""What a channel that keeps still spans at least on paper, as a share of its size or of 1: noise
in the last decimals is not shown as motion."""

HEADROOM: Final = 0.12
"""The share of the values' reach that is left free above and below."""

CLOSE_TICKS, SMALL_TICKS = 6, 3
"""The most values that are written at the left of a panel."""

MINUS: Final = "\N{MINUS SIGN}"

TICK_NOISE: Final = 1e-9
"""The share of a tick by which sums of steps may miss a round value."""

FADED: Final = 0.35
"""How much of a colour is left beyond the ends of a loop."""


def draw(axes: Axes, motion: Motion, drawn: Drawn, *, closely: bool) -> None:
    """Draw a channel; ``closely`` with every key, its handles and the height of a seam's jump."""
    _draw_ends(axes, motion)
    channel = drawn.channel
    for place, component in enumerate(channel.components):
        tint = colour(component, place)
        _draw_component(axes, drawn, place, tint)
        if place < channel.values.shape[1]:
            _draw_keys(axes, channel, place, tint, closely=closely)
    _draw_seam(axes, motion, drawn, closely=closely)
    _set_limits(axes, motion, drawn, closely=closely)


def _draw_ends(axes: Axes, motion: Motion) -> None:
    """Draw where a motion starts and ends, shaded beyond."""
    low, high = x_limits(motion)
    axes.axvspan(low, motion.start, color="#f4f4f4", lw=0, zorder=0)
    axes.axvspan(motion.end, high, color="#f4f4f4", lw=0, zorder=0)
    for edge in (motion.start, motion.end):
        axes.axvline(edge, color="#9a9a9a", lw=0.8, ls=(0, (4, 2)), zorder=1)


def x_limits(motion: Motion) -> tuple[float, float]:
    """Return from when to when a motion is shown."""
    length = (motion.end - motion.start) or 1.0
    return motion.start - length * MARGIN, motion.end + length * MARGIN


def _draw_component(axes: Axes, drawn: Drawn, place: int, tint: str) -> None:
    # What is on or off has nothing between, wherever between two points it changes.
    style = "steps-post" if drawn.channel.measure == "switch" else "default"
    dashes = DASHES[min(drawn.twins(place), len(DASHES) - 1)]
    axes.plot(drawn.times, drawn.values[:, place], color=tint, drawstyle=style, ls=dashes, zorder=3)
    for beyond in (drawn.before, drawn.after):
        if beyond is not None:
            times, values = beyond
            axes.plot(times, values[:, place], color=tint, lw=1.1, alpha=FADED, zorder=2)


def _draw_keys(axes: Axes, channel: Channel, place: int, tint: str, *, closely: bool) -> None:
    """Draw a component's keys; hollow where the curve need not go through them."""
    free = channel.driven or channel.layered
    if closely:
        _draw_handles(axes, channel, place, tint)
    axes.plot(
        channel.keys,
        channel.values[:, place],
        ls="none",
        marker=mark(place),
        ms=5.0 if closely else 2.6,
        mfc="white" if free else tint,
        mec=tint if free else "white",
        mew=0.9 if free else 0.6,
        alpha=0.6 if free else 1.0,
        zorder=5,
        clip_on=True,
    )


def _draw_handles(axes: Axes, channel: Channel, place: int, tint: str) -> None:
    """Draw the Bézier handles of a component, from each key to its ends."""
    if channel.handles is None:
        return
    for points in (channel.handles.left, channel.handles.right):
        there = ~np.isnan(points[:, 0])
        ends = points[there][:, [0, place + 1]]
        starts = np.column_stack([channel.keys, channel.values[:, place]])[there]
        for start, end in zip(starts, ends, strict=True):
            axes.plot(*zip(start, end, strict=True), color=GREY, lw=0.8, zorder=4)
        axes.plot(*ends.T, ls="none", marker="o", ms=3.2, mfc="white", mec=tint, mew=0.9, zorder=5)


def _draw_seam(axes: Axes, motion: Motion, drawn: Drawn, *, closely: bool) -> None:
    """Draw the jump from the end of a loop to its start, where there is one."""
    jumps = drawn.jumps()
    for place in np.flatnonzero(jumps):
        end = drawn.values[-1, place]
        axes.plot(
            [motion.end, motion.end],
            [end, end + jumps[place]],
            color=SEAM,
            lw=2.4 if closely else 1.8,
            solid_capstyle="butt",
            zorder=6,
        )
    if closely and jumps.any():
        worst = int(np.abs(jumps).argmax())
        name = drawn.channel.components[worst]
        text = f"seam jumps {number(float(f'{jumps[worst]:+.4g}'))}"
        axes.set_title(f"{text} in {name}", loc="right", fontsize=8, color=SEAM)


def _set_limits(axes: Axes, motion: Motion, drawn: Drawn, *, closely: bool) -> None:
    axes.set_xlim(*x_limits(motion))
    found = value_axis(motion, drawn, closely=closely)
    axes.set_ylim(found.low, found.high)
    axes.set_yticks(found.ticks, found.labels)


@frozen
class ValueAxis:
    """From where to where values are shown, and what is written at which of them."""

    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]


def value_axis(motion: Motion, drawn: Drawn, *, closely: bool) -> ValueAxis:
    """Return an axis with all of the curve and its keys, with some room, and round values.

    Noise of what keeps still is not shown as motion.
    """
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 - an extra, and slow to load

    low, high = _reach(motion, drawn, closely=closely)
    least = FLATTEST * max(1.0, abs(low), abs(high))
    if high - low < least:
        room = 0.5 * max(1.0, abs(low) * 0.1)
        low, high = low - room, high + room
    room = (high - low) * HEADROOM
    low, high = low - room, high + room
    if drawn.channel.measure == "switch":
        return ValueAxis(low, high, (0.0, 1.0), ("off", "on"))
    most = CLOSE_TICKS if closely else SMALL_TICKS
    ticks = MaxNLocator(most, min_n_ticks=2).tick_values(low, high)
    inside = tuple(float(tick) for tick in ticks if low <= tick <= high)
    return ValueAxis(low, high, inside, tuple(tick_labels(inside)))


def tick_labels(ticks: Sequence[float]) -> list[str]:
    """Return ticks in as few digits as tell them apart, three or more.

    >>> tick_labels([0.0, 0.5]), tick_labels([1000000.0, 2000000.0])
    (['0', '0.5'], ['1e+06', '2e+06'])
    >>> tick_labels([100000.05, 100000.1])
    ['100000.05', '100000.1']
    """
    for digits in range(3, 17):
        labels = [f"{tick + 0.0:.{digits}g}" for tick in ticks]
        told = [float(label) for label in labels]
        if all(abs(a - b) <= TICK_NOISE * abs(b) for a, b in zip(told, ticks, strict=True)):
            break
    return [f"{MINUS}{label[1:]}" if label[:1] == "-" else label for label in labels]


def _reach(motion: Motion, drawn: Drawn, *, closely: bool) -> tuple[float, float]:
    channel = drawn.channel
    first, last = x_limits(motion)
    inside = (channel.keys >= first) & (channel.keys <= last)
    parts: list[Floats] = [drawn.values, channel.values[inside]]
    parts += [beyond[1] for beyond in (drawn.before, drawn.after) if beyond is not None]
    if closely and channel.handles is not None:
        parts += [channel.handles.left[:, 1:], channel.handles.right[:, 1:]]
    numbers = np.concatenate([part.ravel() for part in parts])
    numbers = numbers[np.isfinite(numbers)]
    return (float(numbers.min()), float(numbers.max())) if len(numbers) else (0.0, 0.0)


def y_label(channel: Channel) -> str:
    """Return what a channel's values are in, for its axis."""
    return printable(channel.unit)
