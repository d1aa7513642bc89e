"""Whole runs, kept with all that they saw of the disk, to be told again while that is so.

A run is known by the words of its command line, the folder it is started in,
and whether its report is in colour on a terminal.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from animspec.caching.boxes import SUFFIX, mark_used, read_box, write_box
from animspec.traces import again, digest, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.traces import Trace

LONGEST: Final = 4 * 2**20
"""In bytes. Longer reports are not kept: they are for people, who take longer to read them."""


class Replay(NamedTuple):
    """What a run came to."""

    report: bytes
    status: int
    output: str | None
    """The file that the report went to, None for standard output."""


def box_of(cache: str, engine: str, words: Sequence[str]) -> str:
    """Return the path of the box of a run."""
    manner = (sys.stdout.isatty(), bool(os.environ.get("NO_COLOR")))
    run = repr((list(words), os.getcwd(), manner)).encode("utf-8", "surrogatepass")
    return os.path.join(cache, engine, "runs", digest(run).hex() + SUFFIX)


def keep(box: str, replay: Replay, trace: Trace) -> None:
    """Keep a run with what it saw."""
    if trace.is_complete and len(replay.report) <= LONGEST:
        write_box(box, (tuple(replay), trace.packed()))


def recall(box: str) -> Replay | None:
    """Return what a run came to; None where it is not kept, or something it saw has changed."""
    try:
        replay, packs = read_box(box)
        known, seen = Replay(*replay), list(unpacked(packs))
        now = []
        for sight in seen:
            fresh = again(sight)
            if fresh is None:
                return None
            now.append(fresh)
    except (ValueError, TypeError, EOFError):  # there is no box, or something else in it
        return None
    if now != seen:
        write_box(box, (replay, [marshal.dumps(now)]))  # so that files need not be read next time
    else:
        mark_used(box)
    return known
