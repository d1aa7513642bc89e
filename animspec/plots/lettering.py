"""How wide letters are on paper, and texts shortened to what there is room for."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from animspec.plots.style import SETTINGS, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

Kept: TypeAlias = Literal["start", "end"]
"""Which part of a text that is too long stays."""

POINTS: Final = 72.0
"""Points of letters in an inch."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a line of text is in inches, its letters so many points tall."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415 - an extra, slow to load
    from matplotlib.textpath import text_to_path  # noqa: PLC0415

    family, weight = SETTINGS["font.sans-serif"], "bold" if bold else "normal"
    font = FontProperties(family=family, weight=weight, size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / POINTS


def widest(texts: Iterable[str], size: float) -> float:
    """Return how wide the widest line of some texts is in inches, 0 of none."""
    lines = (line for text in texts for line in text.split("\n"))
    return max((text_width(line, size) for line in lines), default=0.0)


def fitted(text: str, room: float, size: float, *, bold: bool = False, kept: Kept = "end") -> str:
    """Return a text that is no wider than some inches: of a path the end matters most."""
    clean = printable(text)
    if text_width(clean, size, bold=bold) <= room:
        return clean

    def cut(count: int) -> str:
        return f"{clean[:count]}…" if kept == "start" else f"…{clean[len(clean) - count :]}"

    counts = range(len(clean))
    most = bisect_right(counts, room, key=lambda count: text_width(cut(count), size, bold=bold))
    return cut(max(most - 1, 0))
