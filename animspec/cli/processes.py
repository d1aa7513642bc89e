"""Checking in several processes, with the results in the order of the files.

Each process is handed a few files at a time and answers for all of them. When
one dies, its files are handed to others one by one, so that it shows at which
file; that one gets a finding, and the others go on. Results that come early wait
for their turn; so that not too many do, no file is begun that is too far ahead.
"""

from __future__ import annotations

import marshal
import os
import signal
import sys
from collections import deque
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field

from animspec.cli.checking import Checked, Checking, packed, unpacked
from animspec.files import told_to
from animspec.linting import without_place

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

AHEAD: Final = 1024
"""So many files may be looked at before the first of them is done."""

BATCH: Final = 500_000
"""In bytes: as much as this is handed to a process together, so that little is said."""

MOST: Final = 32
"""So many files at the most: their names must fit into a pipe that nobody reads yet."""

ENOUGH: Final = 6_000_000
"""In bytes: with less to check, as two cores measured it, starting processes takes longer than
they save."""

_EACH: Final = 10_000
"""In bytes: what a file costs beside its own."""

_START: Final = "fork" if sys.platform == "linux" else "spawn"
"""A process of ours has no threads, so that it can be forked, which is quick; elsewhere the
system's libraries may have some."""


@define(eq=False)
class _Task:
    """One file, and what is found in it once that is known."""

    path: str
    weight: int = 0
    checked: Checked | None = None


@define(eq=False)
class _Worker:
    """One process, and what it has in hand: what it works on, and what comes next."""

    process: BaseProcess
    line: Connection
    batches: deque[list[_Task]] = field(factory=deque)
    is_ready: bool = False


class Processes:
    """The processes of one run."""

    def __init__(self, checking: Checking, jobs: int, *, at_once: bool, with_data: bool) -> None:
        """Take how files are checked, and by how many processes.

        They are started ``at_once``, or when there is enough to do. ``with_data`` tells whether
        the bytes of files with findings are wanted.
        """
        self._checking = checking
        self._jobs = jobs
        self._enough = 0 if at_once else ENOUGH
        self._with_data = with_data
        self._context: BaseContext = get_context(_START)
        self._workers: list[_Worker] = []
        self._waiting: deque[_Task] = deque()
        self._alone: deque[_Task] = deque()
        """Files that are handed out one by one, since a process died at one of them."""
        self._weight = 0

    def over(
        self, paths: Iterator[str], known: Callable[[str], Checked | None]
    ) -> Generator[tuple[str, Checked], None, None]:
        """Yield what is found in each file, in the order of the files."""
        tasks: deque[_Task] = deque()
        try:
            while self._look_ahead(tasks, paths, known):
                if self._jobs > 1 and self._weight >= self._enough:
                    self._hand_out()
                self._finish(tasks[0])
                while tasks and (checked := tasks[0].checked) is not None:
                    yield tasks.popleft().path, checked
        finally:
            self._end()

    def _look_ahead(
        self, tasks: deque[_Task], paths: Iterator[str], known: Callable[[str], Checked | None]
    ) -> bool:
        """Take more files up, as many as may be; whether there are any left."""
        while len(tasks) < AHEAD and (path := next(paths, None)) is not None:
            task = _Task(path, checked=known(path))
            tasks.append(task)
            if task.checked is None:
                task.weight = _weight(path)
                self._weight += task.weight
                self._waiting.append(task)
            elif len(tasks) == 1:
                break
        return bool(tasks)

    def _finish(self, task: _Task) -> None:
        """Wait until a file is checked, by whomever."""
        while task.checked is None:
            if self._workers:
                self._hear()
                self._hand_out()
            else:
                waiting = self._alone if task in self._alone else self._waiting
                waiting.remove(task)
                task.checked = self._checking.of(task.path)

    def _hand_out(self) -> None:
        """Give every process enough to do; start those that are missing."""
        while len(self._workers) < min(self._jobs, len(self._waiting) + len(self._workers)):
            self._workers.append(self._started())
        for batches in range(2):
            for worker in self._workers:
                if len(worker.batches) <= batches and (self._alone or self._waiting):
                    batch = [self._alone.popleft()] if self._alone else self._batch()
                    worker.batches.append(batch)
                    with suppress(OSError):  # if it died, its end is heard of
                        worker.line.send_bytes(marshal.dumps([task.path for task in batch]))

    def _batch(self) -> list[_Task]:
        """Return the next files, together not too much work."""
        batch = [self._waiting.popleft()]
        weight = batch[0].weight
        while self._waiting and len(batch) < MOST and weight + self._waiting[0].weight <= BATCH:
            batch.append(self._waiting.popleft())
            weight += batch[-1].weight
        return batch

    def _started(self) -> _Worker:
        """Start a process."""
        ours, theirs = self._context.Pipe()
        lines = [ours, *(worker.line for worker in self._workers)]
        others = lines if _START == "fork" else []  # else they are not handed on
        checking = self._checking if _START == "fork" else self._checking.arguments
        process = self._context.Process(  # type: ignore[attr-defined]  # each context has its own
            target=_work,
            args=(theirs, others, checking, self._checking.remembers, self._with_data),
            daemon=True,
        )
        with _undisturbed():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def _hear(self) -> None:
        """Take in what processes have to say, waiting for the first of it."""
        lines = {worker.line: worker for worker in self._workers}
        for line in connection.wait(list(lines)):
            worker = lines[line]  # type: ignore[index]  # only lines were waited for
            try:
                self._take(worker, worker.line.recv_bytes())
            except (EOFError, OSError):
                self._bury(worker)

    def _take(self, worker: _Worker, message: bytes) -> None:
        if not worker.is_ready:
            worker.is_ready = True
            return
        for task, answer in zip(worker.batches.popleft(), marshal.loads(message), strict=True):
            task.checked = unpacked(answer, self._checking.name(task.path))

    def _bury(self, worker: _Worker) -> None:
        """Find the file at which a process died; what else it had goes to another."""
        self._workers.remove(worker)
        worker.line.close()
        worker.process.join()
        if not worker.is_ready:
            self._jobs = len(self._workers)  # none can be started; one would do all by itself
        elif worker.batches and len(worker.batches[0]) == 1:
            (task,) = worker.batches.popleft()
            task.checked = self._lost(task.path, worker.process.exitcode)
        elif worker.batches:
            self._alone.extend(worker.batches.popleft())
        self._waiting.extendleft(
            task for batch in reversed(worker.batches) for task in reversed(batch)
        )

    def _lost(self, path: str, status: int | None) -> Checked:
        """Return the finding about a file at which a process died."""
        settings, _ = self._checking.how(path)
        message = f"the file was not checked: the process that checked it {_end_of(status)}"
        name = self._checking.name(path)
        return Checked(without_place("cannot-read", name, message, settings))

    def _end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.line.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()


def _weight(path: str) -> int:
    """Return how much there is to do for a file, in bytes."""
    try:
        return os.stat(path).st_size + _EACH  # noqa: PTH116 - pathlib is slow
    except (OSError, ValueError):
        return 0


def _end_of(status: int | None) -> str:
    """Say how a process ended."""
    if status is not None and status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = str(-status)
        return f"was ended by {name}, perhaps for want of memory"
    return f"ended by itself with status {status}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let Ctrl-C wait while a process is started, until it can take no notice of it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(
    line: Connection,
    others: list[Connection],
    checking: Checking | argparse.Namespace,
    remembers: bool,  # noqa: FBT001 - processes are started with positions
    with_data: bool,  # noqa: FBT001
) -> None:
    """Check the files that are named on a line, until it is closed."""
    # Ctrl-C goes to every process at a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()  # so that the lines end when the first process does
    told_to(None)
    if not isinstance(checking, Checking):
        checking = _rebuilt(checking)
    checking.remembers = remembers
    try:
        line.send_bytes(b"ready")
        while True:
            paths = marshal.loads(line.recv_bytes())
            answers = [packed(checking.of(path), with_data=with_data) for path in paths]
            line.send_bytes(marshal.dumps(answers))
    except (EOFError, OSError):
        os._exit(0)  # the first process is gone, or wants no more


def _rebuilt(arguments: Any) -> Checking:
    """Return how files are checked, from the arguments, in a process that started afresh."""
    from animspec.cli.check import prepared  # noqa: PLC0415 - imports this module

    return prepared(arguments)[0]
