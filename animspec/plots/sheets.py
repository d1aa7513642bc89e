"""Panels laid out on paper: large ones to look closely, or one row of small ones per track.

Everything stands where it is put, in inches, so that nothing overlaps, however long a name is.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.overview import span
from animspec.plots.curves import drawn
from animspec.plots.lettering import POINTS, fitted, text_width, widest
from animspec.plots.panels import draw, value_axis, x_limits, y_label
from animspec.plots.rulers import LETTERS, fitting_ruler
from animspec.plots.style import GREY, SETTINGS, colour, mark, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from animspec.channels import Channel, Motion
    from animspec.plots.curves import Drawn
    from animspec.plots.rulers import Ruler

WIDTH: Final = 10.0
"""Inches."""

TALLEST: Final = 200.0
"""Inches; what is taller no viewer shows, and is better told apart by clips."""

EDGE: Final = 0.3
HEADER: Final = 0.62
RULER: Final = 0.5

CLOSE_LEFT: Final = 0.95
CLOSE_RIGHT: Final = 1.1
CLOSE_TITLE: Final = 0.34
CLOSE_HEIGHT: Final = 1.9

SMALL_LEFT: Final = 2.1
SMALL_GAP: Final = 0.55
SMALL_TITLE: Final = 0.24
SMALL_HEIGHT: Final = 0.78
MOST_COLUMNS: Final = 3
"""Inches, and how many small panels stand side by side."""

TICK: Final = 0.12
"""Inches from a panel's edge over its ticks to the far side of their room."""

NAME_GAP: Final = 0.15
"""Inches between texts side by side."""

UNIT: Final = 0.2
"""Inches that the unit of a large panel's values takes, written upwards."""

CLOSE_NAMES, SMALL_NAMES = 10.0, 8.0
CLOSE_VALUES, SMALL_VALUES = SETTINGS["ytick.labelsize"], 7.0
TITLE, NOTE, TRACK, LEGEND = 14.0, 8.0, 8.5, 9.0
"""How tall letters are, in points."""

LEGEND_ENTRY: Final = 4.0
"""What an entry of a legend takes besides its letters, in heights of those."""

CLOSE_FROM: Final = 4
"""Up to so many channels are drawn large without being asked for."""

PLACED: Final = ("position", "rotation", "scale")
"""Channels that stand side by side, where there are no others."""


class TooTallError(ValueError):
    """So many clips or tracks that their picture would be too tall."""


@frozen(eq=False)
class Cell:
    """A panel and where it stands: its left, top, width and height from the top left, in inches."""

    drawn: Drawn
    box: tuple[float, float, float, float]
    has_ruler: bool
    label: str | None
    """The track's name, where a row starts."""


@frozen(eq=False)
class Block:
    """A motion's panels, and how tall they are with their heading, in inches."""

    motion: Motion
    cells: tuple[Cell, ...]
    height: float
    is_close: bool


def is_close(motion: Motion, layout: str | None) -> bool:
    """Whether a motion is drawn in large panels: if asked for, or if it has few channels."""
    few = len(motion.channels) <= CLOSE_FROM
    return few if layout is None or not motion.channels else layout == "close"


def figure(motions: Sequence[Motion], layout: str | None = None, file: str = "") -> Figure:
    """Return a figure of motions under each other.

    ``layout`` is ``close`` (a large panel per channel, with keys and handles), ``sheet`` (a row
    of small ones per track), or ``None`` for whichever suits each motion.

    Raises:
        TooTallError: the figure would be taller than 200 inches.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load

    blocks = [block(motion, close=is_close(motion, layout)) for motion in motions]
    height = 2 * EDGE + sum(each.height for each in blocks)
    if height > TALLEST:
        raise TooTallError(f"the picture would be {height:.0f} inches tall")
    made = Figure(figsize=(WIDTH, height))
    top = EDGE
    for each in blocks:
        _draw_block(made, each, top, file)
        top += each.height
    return made


def block(motion: Motion, *, close: bool) -> Block:
    """Return a motion's panels laid out."""
    cells, height = (_close_cells if close else _small_cells)(motion, drawn(motion))
    return Block(motion, tuple(cells), height, close)


def _close_cells(motion: Motion, found: Sequence[Drawn]) -> tuple[list[Cell], float]:
    values = _values_width(motion, found, closely=True)
    start = max(CLOSE_LEFT, EDGE + UNIT + values + TICK)
    width = WIDTH - start - CLOSE_RIGHT
    step = CLOSE_TITLE + CLOSE_HEIGHT + RULER
    cells = [
        Cell(each, (start, HEADER + CLOSE_TITLE + step * row, width, CLOSE_HEIGHT), True, None)
        for row, each in enumerate(found)
    ]
    return cells, HEADER + step * len(found)


def _values_width(motion: Motion, found: Sequence[Drawn], *, closely: bool) -> float:
    """Return how wide what is written at the values of some channels is, in inches."""
    size = CLOSE_VALUES if closely else SMALL_VALUES
    axes = (value_axis(motion, each, closely=closely) for each in found)
    return max((widest(axis.labels, size) for axis in axes), default=0.0)


def _small_cells(motion: Motion, found: Sequence[Drawn]) -> tuple[list[Cell], float]:
    """Return small panels, a row or more for each path; the last of a column has the ruler."""
    rows = _rows(found)
    columns = max(len(row) for row in rows)
    gap = _gap(motion, found)
    width = (WIDTH - SMALL_LEFT - EDGE) / columns - gap
    step = SMALL_TITLE + SMALL_HEIGHT
    last = {at: place for place, row in enumerate(rows) for at, _ in enumerate(row)}
    cells = []
    labelled = ""
    for place, row in enumerate(rows):
        for at, each in enumerate(row):
            path = each.channel.path
            left = SMALL_LEFT + at * (width + gap) + gap
            box = (left, HEADER + SMALL_TITLE + step * place, width, SMALL_HEIGHT)
            label = path if path != labelled else None
            cells.append(Cell(each, box, last[at] == place, label))
            labelled = path
    return cells, HEADER + step * len(rows) + RULER


def _gap(motion: Motion, found: Sequence[Drawn]) -> float:
    """Return the room left of small panels, in inches: for their values, and for two rulers.

    There half of one's last label stands beside the heading of the next.
    """
    values = _values_width(motion, found, closely=False) + TICK
    last = fitting_ruler(motion, 1, WIDTH)
    rulers = widest(last.labels[-1:], LETTERS) / 2 + widest([last.heading], LETTERS) + TICK
    return max(SMALL_GAP, values, rulers)


def _rows(found: Sequence[Drawn]) -> list[list[Drawn]]:
    """Return the channels in rows by path; of placements, what most tracks have comes first."""
    by_path: dict[str, list[Drawn]] = {}
    for each in found:
        by_path.setdefault(each.channel.path, []).append(each)
    names = {each.channel.name for each in found}
    if names <= set(PLACED):
        counts = Counter(each.channel.name for each in found)
        order = sorted(names, key=lambda name: (-counts[name], PLACED.index(name)))
        return [_ordered(group, order) for group in by_path.values()]
    columns = min(MOST_COLUMNS, max(map(len, by_path.values())))
    return [
        group[start : start + columns]
        for group in by_path.values()
        for start in range(0, len(group), columns)
    ]


def _ordered(group: Sequence[Drawn], order: Sequence[str]) -> list[Drawn]:
    own = {each.channel.name: each for each in group}
    return [own[name] for name in order if name in own]


def _draw_block(made: Figure, found: Block, top: float, file: str) -> None:
    _draw_heading(made, found, top, file)
    scale = _ruler(found)
    for cell in found.cells:
        axes = _axes(made, cell, top)
        draw(axes, found.motion, cell.drawn, closely=found.is_close)
        axes.set_xticks(scale.ticks, scale.labels if cell.has_ruler else ())
        if not cell.has_ruler:
            axes.tick_params(axis="x", length=0, labelbottom=False)
        else:
            _head_ruler(axes, scale.heading)
        (_name_closely if found.is_close else _name_small)(made, axes, cell, top)


def _ruler(found: Block) -> Ruler:
    """Return the ruler of a motion's panels, which all are equally wide."""
    width = min((cell.box[2] for cell in found.cells), default=WIDTH)
    first, last = x_limits(found.motion)
    most = 12 if width >= WIDTH / 2 else 8 if width >= WIDTH / 4 else 7
    return fitting_ruler(found.motion, most, width / (last - first))


def _axes(made: Figure, cell: Cell, top: float) -> Axes:
    left, down, width, height = cell.box
    tall = made.get_figheight()
    bottom = tall - top - down - height
    return made.add_axes((left / WIDTH, bottom / tall, width / WIDTH, height / tall))


def _head_ruler(axes: Axes, heading: str) -> None:
    """Write what the lines of the ruler are, left of it."""
    axes.annotate(
        heading,
        (0.0, 0.0),
        (-6.0, -5.5),
        xycoords="axes fraction",
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=LETTERS,
        color="#8a8a8a",
        annotation_clip=False,
    )


def _draw_heading(made: Figure, found: Block, top: float, file: str) -> None:
    """Write the motion's name and span, and what the colours mean."""
    tall = made.get_figheight()
    motion = found.motion
    first, second = 1 - (top + 0.22) / tall, 1 - (top + 0.45) / tall
    left, room = EDGE / WIDTH, WIDTH - 2 * EDGE
    components = {} if found.is_close else _components(found)
    names = max(room - _legend_width(components), room / 3)
    title = fitted(motion.label, names, TITLE, bold=True, kept="start")
    made.text(left, first, title, fontsize=TITLE, fontweight="bold", color="#222222", va="baseline")
    said = span(motion)
    if file:
        rest = room - text_width(f"{said}   ", LEGEND)
        said = f"{said}   {fitted(file, min(rest, room / 2), LEGEND)}"
    made.text(left, second, said, fontsize=LEGEND, color=GREY, va="baseline")
    if components:
        _draw_legend(made, components, top)


def _components(found: Block) -> dict[str, int]:
    """Return the components of all channels with several, and where each stands among them."""
    places: dict[str, int] = {}
    for cell in found.cells:
        channel = cell.drawn.channel
        if channel.width > 1:
            for place, component in enumerate(channel.components):
                places.setdefault(component, place)
    return places


def _legend_width(components: Iterable[str]) -> float:
    """Return how wide the legend of a sheet is, in inches."""
    entry = LEGEND * LEGEND_ENTRY / POINTS
    return sum(text_width(_said(name), LEGEND) + entry for name in components)


def _draw_legend(made: Figure, components: dict[str, int], top: float) -> None:
    """Write the components of a sheet once, at its top right."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - an extra, and slow to load

    lines = [
        Line2D([], [], color=colour(name, place), marker=mark(place), ms=4, label=_said(name))
        for name, place in components.items()
    ]
    tall = made.get_figheight()
    made.legend(
        handles=lines,
        loc="upper right",
        bbox_to_anchor=(1 - EDGE / WIDTH, 1 - (top + 0.02) / tall),
        bbox_transform=made.transFigure,
        ncols=len(lines),
        borderpad=0.0,
        handlelength=1.6,
        columnspacing=1.2,
        fontsize=LEGEND,
    )


def _said(component: str) -> str:
    return f"[{component}]" if component.isdigit() else component


def _name_closely(_: Figure, axes: Axes, cell: Cell, __: float) -> None:
    """Write a large panel's name, unit and components around it."""
    channel = cell.drawn.channel
    left, _top, width, _height = cell.box
    path = fitted(channel.path, width / 2, CLOSE_NAMES, bold=True)
    name = f"{path}   {fitted(channel.name, width / 4, CLOSE_NAMES, bold=True)}"
    axes.set_title(name, loc="left", fontsize=CLOSE_NAMES, fontweight="bold", color="#333333")
    if not cell.drawn.jumps().any():
        room = width - text_width(name, CLOSE_NAMES, bold=True) - NAME_GAP
        note = fitted(_note(channel), room, NOTE, kept="start")
        axes.set_title(note, loc="right", fontsize=NOTE, color=GREY, style="italic")
    axes.set_ylabel(y_label(channel), fontsize=8.5)
    axes.yaxis.set_label_coords((EDGE + UNIT - left) / width, 0.5)
    if channel.width > 1:
        _close_legend(axes, cell)


def _note(channel: Channel) -> str:
    """Return why the curve of a channel need not go through its keys, in words."""
    if channel.expressions:
        return f"driven by  {printable('  |  '.join(channel.expressions))}"
    if channel.part == "target":
        return "weighted sum of tracks"
    return "action clips apply" if channel.layered else ""


def _close_legend(axes: Axes, cell: Cell) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415 - an extra, and slow to load

    channel = cell.drawn.channel
    marker_of = mark if len(channel.keys) else (lambda _: "")
    lines = [
        Line2D([], [], color=colour(name, place), marker=marker_of(place), ms=5, mec="white",
               mew=0.6, label=_said(name))
        for place, name in enumerate(channel.components)
    ]  # fmt: skip
    axes.legend(
        handles=lines, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, fontsize=9
    )


def _name_small(made: Figure, axes: Axes, cell: Cell, top: float) -> None:
    """Write a small panel's name above it, and the track's at the left of its row."""
    channel = cell.drawn.channel
    _, down, width, height = cell.box
    unit = y_label(channel)
    more = f"{f', {unit}' if unit else ''}{', driven' if channel.driven else ''}"
    room = width + SMALL_GAP - NAME_GAP - text_width(more, SMALL_NAMES)
    name = f"{fitted(channel.name, max(room, width / 4), SMALL_NAMES)}{more}"
    axes.set_title(name, loc="left", fontsize=SMALL_NAMES, color=GREY, pad=2.5)
    axes.tick_params(axis="y", labelsize=SMALL_VALUES)
    if cell.label is None:
        return
    tall = made.get_figheight()
    made.text(
        EDGE / WIDTH, 1 - (top + down + height / 2) / tall,
        fitted(cell.label, SMALL_LEFT - EDGE, TRACK, bold=True),
        fontsize=TRACK, fontweight="bold", color="#333333", va="center",
    )  # fmt: skip
