"""A run that may be known already: told again where it is, kept for later where it is not."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from animspec.caching import cache_folder
from animspec.caching.engine import engine
from animspec.caching.replays import LONGEST, Replay, box_of, keep, recall
from animspec.files import is_stream, told_to
from animspec.traces import Trace

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from animspec.cli.checking import Checking
    from animspec.cli.memory import Memory


class Session:
    """One run: what it saw, and where that is kept."""

    def __init__(self, cache: str | None, version: str, words: Sequence[str]) -> None:
        """Take the folder of the cache, None where there is none, and what the run is known by."""
        self.trace = Trace()
        """What the run saw of the disk."""
        self.report = bytearray()
        """What it reported, as far as that may be kept."""
        self.has_other_files: Callable[[], bool] = lambda: True
        """Tells whether other files than then are to be checked by now."""
        self._cache = cache
        self._version = version
        self._box = None if cache is None else box_of(cache, version, words)

    @classmethod
    def begun(cls, arguments: argparse.Namespace, words: Sequence[str]) -> Session:
        """Return the session of a run that takes place in any case."""
        session = None if arguments.no_cache else _session(words)
        return cls(None, "", words) if session is None else session

    def recalled(self) -> Replay | None:
        """Return what the run came to before, None where that is not known any more."""
        return None if self._box is None else recall(self._box)

    def hearing(self, write: Callable[[str], object]) -> Callable[[str], None]:
        """Return what writes a text and takes note of it."""

        def write_and_note(text: str) -> None:
            write(text)
            if len(self.report) <= LONGEST:
                self.report += text.encode("utf-8", "backslashreplace")

        return write_and_note

    def memory(self, checking: Checking, *, with_data: bool) -> Memory:
        """Return what is known of the files of the run."""
        from animspec.caching.shelves import Shelves  # noqa: PLC0415 - not where all is known
        from animspec.cli.memory import Memory  # noqa: PLC0415

        told_to(self.trace)
        shelves = None if self._cache is None else Shelves(self._cache, self._version)
        return Memory(checking, shelves, self.trace, with_data=with_data)

    def keep(self, arguments: argparse.Namespace, status: int) -> None:
        """Keep what the run came to, if a run can come to that by looking only."""
        if self._box is None or self._cache is None:
            return
        from animspec.caching.sweeping import sweep_now_and_then  # noqa: PLC0415

        does_more = _does_more(arguments) or any(map(_is_read_once, arguments.paths))
        if not does_more and status in {0, 1}:
            keep(self._box, Replay(bytes(self.report), status, arguments.output_file), self.trace)
        sweep_now_and_then(self._cache)


def _does_more(arguments: argparse.Namespace) -> bool:
    """Whether a run writes more than a report, or depends on more than it sees of the disk."""
    more = ("fix", "diff", "write_baseline", "prune_baseline", "since", "watch", "show_settings")
    return any(getattr(arguments, name) for name in more)


def _is_read_once(path: str) -> bool:
    return path == "-" or is_stream(path)


def run_or_recall(words: list[str], parsed: Callable[[list[str]], argparse.Namespace]) -> int:
    """Tell a run of ``check`` again where nothing that it saw has changed; else run it.

    ``parsed`` takes words apart, which is not needed for what is known.
    """
    session = None if _without_cache(words) else _session(words)
    known = None if session is None else session.recalled()
    if known is not None:
        return told_again(known)
    if session is not None:
        told_to(session.trace)
    try:
        arguments = parsed(words)
        if arguments.watch or arguments.no_cache:
            session = None
            told_to(None)
        arguments.session = session
        status: int = arguments.run(arguments)
    finally:
        told_to(None)
    return status


def told_again(known: Replay) -> int:
    """Report what a run came to; return its exit status."""
    from animspec.cli.output import Output  # noqa: PLC0415 - only where something is known

    output = Output(known.output, lambda: None)
    output.write_bytes(known.report)
    try:
        output.close()
    except OSError as error:
        print(f"{known.output} cannot be written: {error.strerror or error}", file=sys.stderr)
        return 2
    return known.status


def _without_cache(words: Sequence[str]) -> bool:
    return "--no-cache" in words or "--watch" in words


def _session(words: Sequence[str]) -> Session | None:
    """Return the session of words, None where there is no cache."""
    named: str | None = None
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word == "--cache-dir":
            named = after
        elif word.startswith("--cache-dir="):
            named = word.partition("=")[2]
    with suppress(OSError, RuntimeError):  # there may be no home to keep it in
        cache = cache_folder(named)
        return Session(cache, engine(cache), words)
    return None
