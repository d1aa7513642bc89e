"""One page of HTML that shows what has moved; it needs nothing from elsewhere.

The verdict first, then a table of clips, then what moved, worst first, with old and new
curves overlaid. It follows the reader's choice of light or dark, needs no script, and every
link, picture and fold is reached by the keyboard.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, TypeAlias

from animspec.golden.drawing import drawn_components, picture
from animspec.golden.forms import headline
from animspec.golden.sentences import amount, of_channel, of_motion
from animspec.golden.verdicts import summary
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.comparison import ChannelComparison, MotionComparison
    from animspec.golden.verdicts import Verdict

    Moved: TypeAlias = tuple[Verdict, MotionComparison, ChannelComparison]

MOST_PICTURES: Final = 100
"""In a page: it stays small enough to open. What is worst is shown."""

STYLE: Final = """\
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2128;--soft:#59636e;--line:#d5dae0;
--card:#f6f8fa;
--good:#1a7f37;--bad:#cf222e;--c0:#cf222e;--c1:#1a7f37;--c2:#0969da;--c3:#8250df}
@media(prefers-color-scheme:dark){:root{--paper:#0e1116;--ink:#e6eaf0;--soft:#9aa4b0;
--line:#30363d;
--card:#161b22;--good:#3fb950;--bad:#ff7b72;--c0:#ff7b72;--c1:#3fb950;--c2:#58a6ff;--c3:#bc8cff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px 20px 64px;max-width:960px;background:var(--paper);
color:var(--ink);
font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
h1{font-size:22px;margin:0 0 4px}h2{font-size:18px;margin:36px 0 8px}h3{font-size:15px;
margin:0 0 4px}
p{margin:4px 0}.soft{color:var(--soft)}
.verdict{padding:14px 18px;border-left:6px solid var(--good);background:var(--card);
border-radius:6px}
.verdict.bad{border-color:var(--bad)}
table{border-collapse:collapse;width:100%;margin-top:8px}
th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top;
overflow-wrap:anywhere}
th{font-weight:600;color:var(--soft)}td.number,th.number{text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}
th.clip{min-width:8em}details{margin-top:16px}
.bad-word{color:var(--bad);font-weight:600}.good-word{color:var(--good)}
article{margin:14px 0;padding:14px 16px;background:var(--card);border:1px solid var(--line);
border-radius:6px}
a{color:var(--c2)}:focus-visible{outline:3px solid var(--c2);outline-offset:2px;border-radius:4px}
svg{width:100%;height:auto;display:block;margin-top:8px;background:var(--paper);border-radius:4px}
svg text{font:11px system-ui,"DejaVu Sans",sans-serif;fill:var(--soft)}
.grid{stroke:var(--line);stroke-width:1}.worst{stroke:var(--bad);stroke-width:1.5;
stroke-dasharray:2 3}
path{fill:none;stroke-width:1.8;stroke-linejoin:round}
.old{stroke-dasharray:6 4;opacity:.85}.between{stroke:none;opacity:.18}
path.c0{stroke:var(--c0)}path.c1{stroke:var(--c1)}path.c2{stroke:var(--c2)}
path.c3{stroke:var(--c3)}
path.between.c0{fill:var(--c0);stroke:none}path.between.c1{fill:var(--c1);stroke:none}
path.between.c2{fill:var(--c2);stroke:none}path.between.c3{fill:var(--c3);stroke:none}
.key{font-size:13px;color:var(--soft);margin-top:6px}.key b{font-weight:600}
.key .c0{color:var(--c0)}.key .c1{color:var(--c1)}.key .c2{color:var(--c2)}
.key .c3{color:var(--c3)}
ul{margin:4px 0;padding-left:20px}summary{cursor:pointer;padding:4px 0}
"""


def page(verdicts: Sequence[Verdict], title: str = "Golden check") -> str:
    """Return the page on a run."""
    well = all(each.passes for each in verdicts)
    said = escape(summary(verdicts))
    moved = list(_moved(verdicts))
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(title)}: {'passed' if well else 'failed'}</title>",
            f"<style>{STYLE}</style>",
            "<body>",
            f'<header class="verdict{"" if well else " bad"}">',
            f"<h1>{escape(title)}: {'passed' if well else 'failed'}</h1><p>{said}</p></header>",
            "<main>",
            *_clips(verdicts),
            *_pictures(moved),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _moved(
    verdicts: Sequence[Verdict],
) -> Iterator[tuple[Verdict, MotionComparison, ChannelComparison]]:
    """Yield what is not as it was, worst first, of all files together."""
    found = [
        (verdict, motion, channel)
        for verdict in verdicts
        if verdict.comparison is not None
        for motion, channel in verdict.comparison.failing()
    ]
    # What can be drawn comes before what is only there or gone, which a line tells.
    found.sort(key=lambda each: (each[2].curves is None, -each[2].severity))
    yield from found


def _clips(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the table of clips, what fails first, and files that could not be compared."""
    rows: tuple[list[str], list[str]] = [], []
    for verdict in verdicts:
        if verdict.comparison is None:
            word = f'<span class="bad-word">{escape(headline(verdict))}</span>'
            file = escape(verdict.file)
            rows[0].append(f'<tr><td>{file}</td><td></td><td colspan="3">{word}</td></tr>')
            continue
        for motion in verdict.comparison.motions:
            rows[motion.passes].append(_clip(verdict, motion))
    if rows[0]:
        yield from ("<h2>By clip</h2>", *_table(rows[0]))
    if rows[1]:
        yield f"<details><summary>{plural(len(rows[1]), 'clip')} as recorded</summary>"
        yield from (*_table(rows[1]), "</details>")


def _table(rows: list[str]) -> Iterator[str]:
    yield '<table><thead><tr><th>File</th><th class="clip">Clip</th><th>Verdict</th>'
    yield '<th class="number">Tracks changed</th><th>Worst</th></tr></thead><tbody>'
    yield from rows
    yield "</tbody></table>"


def _clip(verdict: Verdict, motion: MotionComparison) -> str:
    failing = motion.failing
    tone = "good-word" if motion.passes else "bad-word"
    worst = ""
    if failing:
        first = failing[0]
        link = _anchor(verdict, motion, first)
        worst = f'<a href="#{link}">{escape(first.address)}</a>'
        if first.time is not None:
            worst += f" {escape(amount(first.error, first.unit))}"
    sentences = "".join(f"<br>{escape(each)}" for each in of_motion(motion))
    return (
        f"<tr><td>{escape(verdict.file)}</td><td>{escape(motion.label)}</td>"
        f'<td><span class="{tone}">{motion.status}</span>{sentences}</td>'
        f'<td class="number">{len(failing)} of {len(motion.channels)}</td><td>{worst}</td></tr>'
    )


def _anchor(verdict: Verdict, motion: MotionComparison, channel: ChannelComparison) -> str:
    """Return the name of a track's place in the page."""
    words = f"{verdict.file}\0{motion.name}\0{channel.address}\0{channel.status}"
    return f"t{words.encode('utf-8', 'surrogatepass').hex()}"


def _pictures(
    moved: list[Moved],
) -> Iterator[str]:
    """Yield what moved, worst first."""
    if not moved:
        return
    yield "<h2>What changed, worst first</h2>"
    for verdict, motion, channel in moved[:MOST_PICTURES]:
        yield _track(verdict, motion, channel)
    left = moved[MOST_PICTURES:]
    if left:
        yield f"<details><summary>{plural(len(left), 'more track')}</summary><ul>"
        for verdict, motion, channel in left:
            where = f"{verdict.file}, {motion.label}: {of_channel(motion, channel)}"
            yield f'<li id="{_anchor(verdict, motion, channel)}">{escape(where)}</li>'
        yield "</ul></details>"


def _track(verdict: Verdict, motion: MotionComparison, channel: ChannelComparison) -> str:
    sentence = of_channel(motion, channel)
    drawn = picture(motion, channel, f"{motion.label}: {sentence}")
    return (
        f'<article id="{_anchor(verdict, motion, channel)}">'
        f"<h3>{escape(channel.address)}</h3>"
        f'<p class="soft">{escape(verdict.file)}, {escape(motion.label)}</p>'
        f"<p>{escape(sentence)}</p>{drawn}{_legend(motion, channel) if drawn else ''}</article>"
    )


def _legend(motion: MotionComparison, channel: ChannelComparison) -> str:
    """Return what the lines of a picture mean, and the other numbers."""
    names = ", ".join(
        f'<b class="c{colour}">{escape(name)}</b>' for colour, name in drawn_components(channel)
    )
    rate = " a second" if motion.units_per_second else f" a {motion.unit}"
    numbers = [
        f"root mean square {amount(channel.rms, channel.unit)}",
        f"speed {amount(channel.velocity, channel.unit)}{rate}",
    ]
    if channel.seam is not None:
        numbers.append(f"loop seam {amount(channel.seam, channel.unit)}")
    return (
        f'<p class="key">{names}: broken line old, unbroken line new, dotted line the worst time. '
        f"Errors: {escape(', '.join(numbers))}</p>"
    )
