"""How pictures look: colours that the colour-blind tell apart, marks, lines and letters."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from animspec.samples import MissingPackageError

if TYPE_CHECKING:
    from collections.abc import Iterator

BLUE: Final = "#0072b2"
GREEN: Final = "#009e73"
VERMILION: Final = "#d55e00"
GREY: Final = "#5a5a5a"
SEAM: Final = "#b0006d"

COLOURS: Final[dict[str, str]] = {
    "x": VERMILION,
    "y": GREEN,
    "z": BLUE,
    "w": GREY,
    "r": VERMILION,
    "g": GREEN,
    "b": BLUE,
}
OTHERS: Final = (BLUE, VERMILION, GREEN, "#cc79a7", "#e69f00", "#56b4e9", GREY)
"""The palette of Okabe and Ito: red, green and blue stay apart for all common kinds of sight.

Source: M. Okabe, K. Ito, "Color Universal Design" (2008).
"""

MARKS: Final = ("o", "s", "^", "D", "v", "P", "X")
"""The marks of keys, by component: who sees no colours tells them by their shape."""

DASHES: Final = ("solid", (0, (6, 6)), (0, (3, 9)), (0, (1.5, 10.5)))
"""How a component is drawn that lies on none, one, two or more others, so that all show."""

SETTINGS: Final[dict[Any, Any]] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "font.size": 9.0,
    "axes.linewidth": 0.6,
    "axes.edgecolor": "#8c8c8c",
    "axes.labelcolor": "#333333",
    "axes.unicode_minus": True,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "grid.color": "#ececec",
    "grid.linewidth": 0.7,
    "xtick.color": "#555555",
    "ytick.color": "#555555",
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "lines.linewidth": 1.5,
    "lines.solid_joinstyle": "round",
    "legend.frameon": False,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    # Names may hold dollar signs, which are no formulas.
    "text.parse_math": False,
    # Letters stay letters: they can be searched, and every script shows.
    "svg.fonttype": "none",
    "svg.hashsalt": "animspec",
    "path.simplify_threshold": 0.2,
}
"""What differs from matplotlib's defaults."""


def colour(component: str, place: int) -> str:
    """Return a component's colour.

    >>> colour("x", 0), colour("0", 0)
    ('#d55e00', '#0072b2')
    """
    return COLOURS.get(component, OTHERS[place % len(OTHERS)])


def mark(place: int) -> str:
    """Return the mark of a component's keys."""
    return MARKS[place % len(MARKS)]


def printable(text: str) -> str:
    r"""Return a text in which what cannot be drawn is a replacement character.

    >>> printable("Arm\nL\x00")
    'Arm\ufffdL\ufffd'
    """
    return "".join(each if each.isprintable() else "\ufffd" for each in text)


def require_matplotlib() -> None:
    """Make sure that there is something to draw with.

    Raises:
        MissingPackageError: matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: F401, PLC0415 - an extra, and slow to load
    except ImportError as error:
        message = "pictures need matplotlib: pip install 'animspec[plot]'"
        raise MissingPackageError(message) from error


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in this style, whatever the user has set for other pictures."""
    import logging  # noqa: PLC0415 - only where there is a picture
    import warnings  # noqa: PLC0415

    import matplotlib as mpl  # noqa: PLC0415

    # It tells of fonts it looks for and of letters it lacks, which is nothing to act upon.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        yield
