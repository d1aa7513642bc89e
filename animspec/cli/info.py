"""``animspec info FILE``: what is in an animation, clip by clip and channel by channel."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from animspec.channels import MotionError
from animspec.cli.playing import add_file_argument, read_document, unplayable
from animspec.cli.scene_files import CommandFailedError, show, tell
from animspec.kinds import KINDS
from animspec.overview import as_json, overview, span
from animspec.wording import columns, number, padded, plural

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from animspec.overview import ChannelOverview, Extremes, MotionOverview, Overview

DIGITS = 4
"""The significant digits of an extreme that is shown to people."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = (
        "Extremes are those of the evaluated motion: at every frame, every key, just beside keys "
        "and between them."
    )
    add_file_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how (text)")
    parser.add_argument("--brief", action="store_true", help="the clips only, not their channels")


def run(arguments: argparse.Namespace) -> int:
    """Print what is in the file and return the exit status."""
    try:
        found = _overview(arguments.file)
    except CommandFailedError as error:
        tell("info", error.lines)
        return error.status
    if arguments.format == "json":
        document = as_json(found, arguments.file)
        if arguments.brief:
            for motion in document["motions"]:
                del motion["channels"]
        text = json.dumps(document, ensure_ascii=False, indent=2)
    else:
        text = "\n".join(_lines(found, arguments.file, brief=arguments.brief))
    show(f"{text}\n".encode("utf-8", "backslashreplace"))
    return 0


def _overview(file: str) -> Overview:
    document = read_document(file)
    try:
        return overview(document)
    except MotionError as error:
        raise unplayable(file, error) from error


def _lines(found: Overview, file: str, *, brief: bool) -> Iterator[str]:
    """Yield the lines for people."""
    title = next(kind.title for kind in KINDS if kind.name == found.kind)
    facts = [f'rig "{found.facts["rig"]}"'] if "rig" in found.facts else []
    facts += [
        _counted(count, name) for name, count in found.facts.items() if isinstance(count, int)
    ]
    yield f"{file}: {title}, {', '.join(facts)}"
    for each in found.motions:
        yield ""
        yield from _motion_lines(each, brief=brief)


def _counted(count: int, name: str) -> str:
    """Return a count of what the file calls by a plural."""
    noun = {"props": "property", "bodies": "body"}.get(name, name.removesuffix("s"))
    return (
        f"{count} {noun}" if count == 1 else f"{count} {'properties' if name == 'props' else name}"
    )


def _motion_lines(found: MotionOverview, *, brief: bool) -> Iterator[str]:
    motion = found.motion
    name = motion.label if motion.label == motion.name else f"{motion.label} ({motion.name})"
    yield f"{name}: {span(motion)}"
    counts = [
        plural(found.tracks, "track"),
        plural(len(found.channels), "channel"),
        plural(found.keys, "key"),
    ]
    states = [
        f"{count} {state}"
        for state in ("moving", "constant", "at rest", "without value")
        if (count := found.count(state))
    ]
    if found.driven:
        states.append(f"{found.driven} driven")
    yield "  " + ", ".join(counts) + (f"; {', '.join(states)}" if states else "")
    if not brief:
        yield from _table([_row(each) for each in found.channels])


def _row(found: ChannelOverview) -> tuple[str, ...]:
    """Return the cells of a channel: address, keys, how they lead on, what it does, extremes."""
    channel = found.channel
    kinds = "/".join(dict.fromkeys(channel.interpolations[:-1] or channel.interpolations))
    more = [word for word in ("driven", "layered") if getattr(channel, word)]
    unit = "" if not channel.unit else f" {channel.unit}"
    many = channel.width > 1
    extremes = "  ".join(_extremes(each, is_one_of_many=many) for each in found.extremes)
    keys = plural(len(channel.keys), "key") if len(channel.keys) else "no keys"
    state = "" if found.state == "moving" else found.state
    what = ", ".join([*filter(None, [kinds, state]), *more])
    return (found.address, keys, what, extremes + unit if extremes else "")


def _extremes(found: Extremes, *, is_one_of_many: bool) -> str:
    """Return from where to where a component goes, after its name where there are several."""
    least, greatest = _short(found.least), _short(found.greatest)
    reach = least if least == greatest else f"{least}…{greatest}"
    if not is_one_of_many:
        return reach
    component = f"[{found.component}]" if found.component.isdigit() else found.component
    return f"{component} {reach}"


def _short(value: float) -> str:
    """Return a number with a few digits.

    >>> _short(0.30000000000000004), _short(720.0), _short(-1234.5678)
    ('0.3', '720', '-1235')
    """
    text = f"{value:.{DIGITS}g}"
    return number(float(text))


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield rows with their columns under each other."""
    widths = [max(map(columns, column), default=0) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (padded(cell, width) for cell, width in zip(row, widths, strict=True))
        yield "    " + "  ".join(cells).rstrip()
