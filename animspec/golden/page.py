"""One page of HTML that shows what has moved; it needs nothing from elsewhere.

The verdict first, then a table of clips, then what moved, worst first, with old and new
curves overlaid. It follows the reader's choice of light or dark, needs no script, and every
link, picture and fold is reached by the keyboard.
"""

from __future__ import annotations

from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Final, TypeAlias

from animspec.golden.drawing import drawn_components, picture
from animspec.golden.forms import headline
from animspec.golden.sentences import amount, of_channel, of_motion
from animspec.golden.verdicts import summary
from animspec.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.comparison import ChannelComparison, MotionComparison
    from animspec.comparison.results import Status
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
body,td{overflow-wrap:anywhere}
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
th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top}
td{min-width:8em}td[data-column="File"]{min-width:15em}
th{font-weight:600;color:var(--soft)}td.number,th.number{text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}
details{margin-top:16px}
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
.picture{overflow-x:auto}
@media(max-width:800px){body{padding:12px 12px 40px}.picture svg{min-width:560px}
thead{display:none}table,tbody,tr,td,td.number{display:block;text-align:left}
tr{padding:8px 0;border-bottom:1px solid var(--line)}
td,td[data-column]{border:0;min-width:0;padding:2px 0;white-space:normal}td:empty{display:none}
td[data-column]:not(:empty)::before{content:attr(data-column) ": ";color:var(--soft)}}
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
    yield from sorted(found, key=lambda each: _order(each[2]))


def _order(channel: ChannelComparison) -> tuple[int, float]:
    """Return what sorts channels, worst first: by how many tolerances they moved.

    After them come those whose values do not compare, then what is only renamed, new or gone.
    """
    if _is_measured(channel):
        apart = channel.error + channel.doubt
        return (0, -apart / channel.tolerance if channel.tolerance else -apart)
    return (1 if channel.status == "changed" else 2, 0.0)


def _is_measured(channel: ChannelComparison) -> bool:
    """Whether it moved, and by how much is known; what is renamed may have moved as well."""
    if channel.time is None:
        return False
    return channel.status == "changed" or channel.error > channel.tolerance


def _worst(motion: MotionComparison) -> list[ChannelComparison]:
    """Return the channels of a motion that are not what they were, worst first."""
    return sorted(motion.failing, key=_order)


def _motion_order(motion: MotionComparison) -> tuple[int, float]:
    """Return what sorts motions, worst channel first; after them those that have none."""
    return min(map(_order, motion.failing), default=(3, 0.0))


def _clips(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the table of clips: files that could not be compared, then clips, worst first."""
    unread = [_unread(each) for each in verdicts if each.comparison is None]
    clips = [
        (verdict, motion)
        for verdict in verdicts
        if verdict.comparison is not None
        for motion in verdict.comparison.motions
    ]
    failing = sorted(
        (each for each in clips if not each[1].passes), key=lambda each: _motion_order(each[1])
    )
    passing = [each for each in clips if each[1].passes]
    if unread or failing:
        yield from ("<h2>By clip</h2>", *_table([*unread, *(_clip(*each) for each in failing)]))
    if passing:
        yield f"<details><summary>{_alike([motion for _, motion in passing])}</summary>"
        yield from (*_table([_clip(*each) for each in passing]), "</details>")


def _alike(motions: Sequence[MotionComparison]) -> str:
    """Say how many clips move as they did, whether that was recorded or is in another file."""
    one = len(motions) == 1
    said = f"{plural(len(motions), 'clip')} {'moves as it' if one else 'move as they'} did"
    slight = any(motion.status != "same" for motion in motions)
    return f"{said}, {'' if one else 'some '}within tolerances" if slight else said


def _unread(verdict: Verdict) -> str:
    """Return the row of a file that could not be compared."""
    word = f'<span class="bad-word">{escape(headline(verdict))}</span>'
    said = _cell("Verdict", word, more=' colspan="3"')
    return f"<tr>{_cell('File', escape(verdict.file))}<td></td>{said}</tr>"


def _cell(column: str, content: str, more: str = "") -> str:
    """Return a cell that knows its column, which it tells where rows are blocks."""
    return f'<td data-column="{column}"{more}>{content}</td>'


def _table(rows: list[str]) -> Iterator[str]:
    yield "<table><thead><tr><th>File</th><th>Clip</th><th>Verdict</th>"
    yield '<th class="number">Tracks changed</th><th>Worst</th></tr></thead><tbody>'
    yield from rows
    yield "</tbody></table>"


def _clip(verdict: Verdict, motion: MotionComparison) -> str:
    tone = "good-word" if motion.passes else "bad-word"
    sentences = "".join(f"<br>{escape(each)}" for each in of_motion(motion))
    changed = f"{len(motion.failing)} of {len(motion.channels)}"
    cells = [
        _cell("File", escape(verdict.file)),
        _cell("Clip", escape(motion.label)),
        _cell("Verdict", f'<span class="{tone}">{motion.status}</span>{sentences}'),
        _cell("Tracks changed", changed, ' class="number"'),
        _cell("Worst", _worst_words(verdict, motion)),
    ]
    return f"<tr>{''.join(cells)}</tr>"


ONLY: Final[dict[Status, str]] = {"renamed": "renamed", "added": "new", "removed": "gone"}
"""What is said of channels that have another name, or are only in one document."""


def _worst_words(verdict: Verdict, motion: MotionComparison) -> str:
    """Return the worst channel and by how much it moved, then what else is not by numbers."""
    failing = _worst(motion)
    if not failing:
        return ""
    first, *others = failing
    said = f'<a href="#{_anchor(verdict, motion, first)}">{escape(first.address)}</a>'
    if first.status in ONLY:
        said += f" ({ONLY[first.status]})"
    if _is_measured(first) and isfinite(first.error):
        said += f" {escape(amount(first.error, first.unit))}"
    counts = {word: sum(each.status == status for each in others) for status, word in ONLY.items()}
    more = [f"{plural(count, 'track')} {word}" for word, count in counts.items() if count]
    return f"{said} and {listed(more)}" if more else said


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
        f"<p>{escape(sentence)}</p>{_framed(drawn, _legend(motion, channel)) if drawn else ''}"
        "</article>"
    )


def _framed(drawn: str, legend: str) -> str:
    """Return a picture in a box of its own, which scrolls where the window is narrow."""
    return f'<div class="picture">{drawn}</div>{legend}'


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
