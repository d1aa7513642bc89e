"""Motions as one HTML page that needs nothing else: a list of clips, then a picture of each."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from animspec.plots.pictures import inline_svg
from animspec.plots.style import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.channels import Motion

STYLE: Final = """\
  body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; background: #fff; color: #222;
         font: 15px/1.5 "DejaVu Sans", Verdana, Arial, sans-serif; }
  h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
  nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
  a { color: #0072b2; }
  section { margin: 1.5rem 0; border-top: 1px solid #ddd; padding-top: 1rem; }
  svg { width: 100%; height: auto; }
"""


def page(motions: Sequence[Motion], layout: str | None = None, file: str = "") -> bytes:
    """Return a page with a picture of each motion, drawn into it.

    Raises:
        animspec.samples.MissingPackageError: matplotlib is not installed.
        animspec.plots.sheets.TooTallError: a motion has too many tracks.
    """
    title = escape(printable(file))
    links = "".join(
        f'<li><a href="#clip-{place}">{escape(printable(motion.label))}</a></li>'
        for place, motion in enumerate(motions)
    )
    sections = "".join(
        f'<section id="clip-{place}" aria-label="{escape(printable(motion.label))}">\n'
        f"{inline_svg(motion, layout, f'clip-{place}-')}</section>\n"
        for place, motion in enumerate(motions)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<nav><ul>{links}</ul></nav>\n{sections}</body>\n</html>\n"
    ).encode("utf-8", "backslashreplace")
