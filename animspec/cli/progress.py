"""How far a long run is: a bar on a terminal, where rich is installed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.progress import Progress as Bar
    from rich.progress import TaskID

Item = TypeVar("Item")

PATIENCE: Final = 1.0
"""Seconds that nothing is shown: most runs are over by then, and need no bar."""

REDRAWN: Final = 0.1
"""Seconds between two drawings: more often nobody sees, and each takes about a millisecond."""


class Progress:
    """Shows how many files are done, on standard error, once that takes a while."""

    def __init__(self) -> None:
        self._bar: Bar | None = None

    def over(self, files: Iterable[Item], total: int) -> Iterator[Item]:
        """Yield something for each of so many files; each is done when the next is asked for."""
        if not _is_wanted():
            yield from files
            return
        start, rest = monotonic(), iter(files)
        for done, each in enumerate(rest):
            if monotonic() - start > PATIENCE:
                yield from self._shown(chain([each], rest), done, total)
                return
            yield each

    def clear(self) -> None:
        """Take the bar away, so that something else can be written; it comes back by itself."""
        if self._bar is not None and self._bar.live.is_started:
            self._bar.stop()

    def _shown(self, files: Iterable[Item], done: int, total: int) -> Iterator[Item]:
        bar = self._bar = _bar()
        if bar is None:
            yield from files
            return
        task = bar.add_task("Checking", total=total, completed=done)
        drawn = 0.0
        try:
            for at, each in enumerate(files, done):
                if monotonic() - drawn > REDRAWN:
                    _draw(bar, task, at)
                    drawn = monotonic()
                yield each
        finally:
            self.clear()


def _is_wanted() -> bool:
    """Whether somebody looks at standard error: a terminal that can draw, and no log of a CI."""
    if os.environ.get("CI") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stderr is not None and sys.stderr.isatty()


def _bar() -> Bar | None:
    """Return a bar that is drawn only when told to, or None where rich is missing."""
    with suppress(ImportError):
        from rich import progress  # noqa: PLC0415 - only for long runs at a terminal
        from rich.console import Console  # noqa: PLC0415

        return progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeRemainingColumn(),
            console=Console(file=sys.stderr),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
    return None


def _draw(bar: Bar, task: TaskID, done: int) -> None:
    """Draw the bar below what has been written to the same terminal."""
    bar.update(task, completed=done)
    if bar.live.is_started:
        bar.refresh()
    else:
        sys.stdout.flush()
        bar.start()
