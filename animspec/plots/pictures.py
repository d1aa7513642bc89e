"""Motions as SVG and PNG; equal motions give equal bytes."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from animspec.plots.sheets import figure
from animspec.plots.style import house_style, require_matplotlib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.channels import Motion

DOTS: Final = 150
"""Dots an inch of a PNG."""

MOST_DOTS: Final = 30_000
"""Dots on a side of a PNG: more is refused by what writes it."""


def svg(motions: Sequence[Motion], layout: str | None = None, file: str = "") -> bytes:
    """Return motions under each other as SVG; letters stay letters.

    Raises:
        animspec.samples.MissingPackageError: matplotlib is not installed.
        animspec.plots.sheets.TooTallError: there are too many.
    """
    return _saved(motions, layout, file, format="svg", metadata=_NO_DATE)


def png(motions: Sequence[Motion], layout: str | None = None, file: str = "") -> bytes:
    """Return motions under each other as PNG.

    Raises:
        animspec.samples.MissingPackageError: matplotlib is not installed.
        animspec.plots.sheets.TooTallError: there are too many.
    """
    return _saved(motions, layout, file, format="png", metadata={"Software": "animspec"})


_NO_DATE: Final[dict[str, str | None]] = {"Date": None, "Creator": "animspec"}


def _saved(motions: Sequence[Motion], layout: str | None, file: str, **how: Any) -> bytes:
    """Return motions drawn and saved as matplotlib is told ``how``."""
    require_matplotlib()
    data = BytesIO()
    with house_style():
        made = figure(motions, layout, file)
        made.savefig(data, dpi=min(float(DOTS), MOST_DOTS / made.get_figheight()), **how)
    return data.getvalue()


def inline_svg(motion: Motion, layout: str | None, prefix: str) -> str:
    """Return one motion as an ``svg`` element for a page, whose ids start with a prefix.

    Raises:
        animspec.samples.MissingPackageError: matplotlib is not installed.
        animspec.plots.sheets.TooTallError: it has too many tracks.
    """
    text = svg([motion], layout).decode("utf-8")
    element = text[text.index("<svg") :]
    element = re.sub(r"<metadata>.*?</metadata>", "", element, count=1, flags=re.DOTALL)
    element = re.sub(r'(?<=\bid=")', prefix, element)
    element = re.sub(r"(?<=url\(#)", prefix, element)
    return re.sub(r'(?<=href="#)', prefix, element)
