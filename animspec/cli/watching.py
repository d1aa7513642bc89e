"""``--watch``: checking again whenever something that a run saw has changed.

A run notes everything that it asks of the disk: files, the names in folders,
configuration that is there or is missing. So all of that is looked at from time
to time, and nothing else. Looking costs a status for each file; the more there
are, the more seldom it is done.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from animspec.cli.session import Session
from animspec.files import entries_of, from_here, is_stream, told_to
from animspec.reports.painting import visible
from animspec.settings import ConfigurationError
from animspec.traces import Trace, again
from animspec.wording import plural

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from animspec.traces import Sight

REST: Final = 0.3
"""In seconds: how long nothing is looked at, at the least. People do not notice that."""

SHARE: Final = 30
"""A look is followed by so many times its own time of rest: it takes 3 % of one core."""

QUIET: Final = 0.05
"""In seconds: how long nothing more may change before files are checked again. Programs that
save many files save them one after the other."""

_CLEARED: Final = "\x1b[H\x1b[2J\x1b[3J"
"""What takes everything off a terminal and begins at its top."""


def watch(arguments: argparse.Namespace, once: Callable[[argparse.Namespace], int]) -> int:
    """Check, and check again whenever something has changed; only Ctrl-C ends it."""
    from animspec.cli import UNUSABLE  # noqa: PLC0415 - that module imports this one

    if any(path == "-" or is_stream(path) for path in arguments.paths):
        print("--watch cannot look at standard input again", file=sys.stderr)
        return UNUSABLE
    if arguments.since is not None:
        from animspec.revisions import changed_since  # noqa: PLC0415 - few runs ask git

        try:
            changed_since(arguments.since, arguments.paths, ())
        except ConfigurationError as error:
            # It is no file that could be mended while others are watched.
            print(error, file=sys.stderr)
            return UNUSABLE
    what = ""
    while True:
        session = _checked(arguments, once, what)
        print("Watching for changes; Ctrl-C ends", file=sys.stderr, flush=True)
        what = _wait(session)


def _checked(
    arguments: argparse.Namespace, once: Callable[[argparse.Namespace], int], what: str
) -> Session:
    """Check once, and say why; return what the run saw."""
    from animspec.cli import parsed  # noqa: PLC0415 - that module imports this one

    session = Session.begun(arguments, arguments.words)
    told_to(session.trace)
    try:
        # The words are taken apart anew: they may name files that have changed.
        fresh = parsed(arguments.words)
        fresh.session = session
        _head(what, to_terminal=sys.stdout.isatty())
        once(fresh)
        sys.stdout.flush()
    finally:
        told_to(None)
    return session


def _head(what: str, *, to_terminal: bool) -> None:
    """Say why files are checked again, on a terminal with nothing above it."""
    if not what:
        return
    now = time.strftime("%H:%M:%S")
    if to_terminal:
        sys.stdout.write(_CLEARED)
        sys.stdout.flush()
    print(f"{now} {what} changed, checking again", file=sys.stderr, flush=True)


def _wait(session: Session) -> str:
    """Wait until something that was seen has changed and all is quiet; say what it is."""
    seen = list(session.trace.sights())
    while True:
        start = time.monotonic()
        changed = _quiet(seen)
        if changed and (set(changed) & _files(seen) or session.has_other_files()):
            return _sentence(changed)
        if changed:  # names came or went that are not checked, such as those of an editor
            seen = [_seen_anew(sight) for sight in seen]
        time.sleep(max(REST, SHARE * (time.monotonic() - start)))


def _quiet(seen: list[Sight]) -> list[str]:
    """Return the paths that have changed, once nothing more changes."""
    changed = list(_changes(seen))
    before: list[str] = []
    while changed != before:
        time.sleep(QUIET)
        before, changed = changed, list(_changes(seen))
    return changed


def _files(seen: list[Sight]) -> set[str]:
    """Return the paths of which more was seen than the names in them."""
    return {sight[1] for sight in seen if sight[0] != "names"}


def _seen_anew(sight: Sight) -> Sight:
    """Return the names in a folder as they are now; anything else as it was seen."""
    if sight[0] != "names" or again(sight) is not None:
        return sight
    trace = Trace()
    told_to(trace)
    try:
        with suppress(OSError):
            entries_of(sight[1])
    finally:
        told_to(None)
    return next(trace.sights())


def _changes(seen: list[Sight]) -> Iterator[str]:
    """Yield the paths that are not as they were seen; what is, is remembered as it is now."""
    for at, sight in enumerate(seen):
        now = again(sight)
        if now is None:
            yield sight[1]
        else:
            seen[at] = now


def _sentence(paths: list[str]) -> str:
    """Say what has changed: its name, or how many there are."""
    names = sorted({visible(from_here(path)) for path in paths})
    return names[0] if len(names) == 1 else plural(len(names), "path")
