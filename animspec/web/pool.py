"""Workers that can be killed, each in a process of its own with a channel of its own.

A request has one worker, and a worker one request; so whatever becomes of a
worker is the matter of one request alone. ``docs/decisions`` says why no
library does this.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

from animspec.web.messages import LENGTHS, Reply, Task, decode_head, frame
from animspec.web.problems import RETRY, ProblemError
from animspec.web.worker import work
from animspec.wording import number, plural

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.context import ForkServerProcess, SpawnProcess

    from animspec.web.asking import Setup

BUFFER: Final = 2**20
"""How many bytes of an answer may wait in memory before the worker has to."""

STARTING: Final = 60.0
"""Seconds that a worker may take to be ready; it takes milliseconds, the first one a second."""

TRIES: Final = 3
"""To so many workers a request is handed, where one after the other dies before it has read it."""

PAUSE: Final = 0.5
"""Seconds before a worker is started again where that has failed."""


@define(eq=False)
class Worker:
    """A worker as the service knows it."""

    process: ForkServerProcess | SpawnProcess
    channel: socket.socket
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    answered: int = 0

    async def ask(self, task: Task, data: bytes) -> tuple[Reply, bytes]:
        """Return the worker's answer.

        Raises:
            EOFError, OSError: the worker is no more.
        """
        self.writer.writelines(frame(task, data))
        await self.writer.drain()
        answer = await self.read()
        self.answered += 1
        return answer

    async def read(self) -> tuple[Reply, bytes]:
        """Return the next frame of the worker."""
        lengths = await self.reader.readexactly(LENGTHS.size)
        head_length, body_length = LENGTHS.unpack(lengths)
        head = decode_head(await self.reader.readexactly(head_length), Reply)
        return head, await self.reader.readexactly(body_length)

    @property
    def is_gone(self) -> bool:
        """Whether the worker has closed its end, also where nobody has been told yet."""
        if self.reader.at_eof():
            return True
        try:
            return not self.channel.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def kill(self) -> None:
        """End the worker at once."""
        self.writer.close()
        self.process.kill()


@frozen
class Bounds:
    """What a pool bears.

    Attributes:
        workers: how many there are.
        waiting: how many requests may wait for one.
        seconds: how long a request may wait, and then how long it may take.
        requests: after so many a worker is replaced.
    """

    workers: int
    waiting: int
    seconds: float
    requests: int


@define(eq=False)
class Pool:
    """Workers, and the requests that wait for one of them.

    ``tell`` is told of each worker that is replaced, and why.
    """

    setup: Setup
    bounds: Bounds
    tell: Callable[[str], object]
    waiting: int = 0
    """How many requests wait for a worker."""
    ready: int = 0
    """How many workers there are."""
    _idle: asyncio.LifoQueue[Worker] = field(factory=asyncio.LifoQueue)
    _workers: set[Worker] = field(factory=set)
    _chores: set[asyncio.Task[None]] = field(factory=set)
    _closing: bool = False

    async def start(self) -> None:
        """Start all workers; they are ready when this returns."""
        await asyncio.gather(*(self._add() for _ in range(self.bounds.workers)))

    async def close(self) -> None:
        """End all workers; nobody may ask any more."""
        self._closing = True
        for chore in self._chores:
            chore.cancel()
        for worker in self._workers:
            worker.writer.close()
        await asyncio.to_thread(_join, [worker.process for worker in self._workers])

    @property
    def busy(self) -> int:
        """How many workers are at work."""
        return self.ready - self._idle.qsize()

    def refuse_if_full(self) -> None:
        """Refuse a request that would have to wait where too many do.

        Raises:
            ProblemError: so it is.
        """
        if self._idle.empty() and self.waiting >= self.bounds.waiting:
            detail = f"{plural(self.waiting, 'request')} wait already"
            raise ProblemError("too-busy", detail, RETRY)

    async def run(self, task: Task, data: bytes) -> tuple[Reply, bytes]:
        """Return a worker's answer.

        Raises:
            ProblemError: there was no worker in time, it took too long, or has died.
        """
        for _ in range(TRIES):
            try:
                return await self._asked(task, data)
            except OSError:
                # Its end was closed before it had read the request: it was dying already.
                self.tell("died-idle")
        raise _died()

    async def _asked(self, task: Task, data: bytes) -> tuple[Reply, bytes]:
        """Return the answer of one worker.

        Raises:
            ProblemError: as ``run``.
            OSError: the worker died before it had read the request.
        """
        worker = await self._take()
        keep = False
        try:
            async with asyncio.timeout(self.bounds.seconds):
                answer = await worker.ask(task, data)
            keep = True
        except TimeoutError:
            self.tell("took-too-long")
            detail = f"the work takes more than {number(self.bounds.seconds)} seconds"
            raise ProblemError("took-too-long", detail) from None
        except EOFError:
            self.tell("died")
            raise _died() from None
        finally:
            self._give_back(worker, keep=keep)
        return answer

    async def _take(self) -> Worker:
        """Return a worker that is idle, after waiting for it where there is none."""
        self.refuse_if_full()
        self.waiting += 1
        try:
            async with asyncio.timeout(self.bounds.seconds):
                while (worker := await self._idle.get()).is_gone:
                    # It died while nobody asked it anything: no request is lost to it.
                    self.tell("died-idle")
                    self._replace(worker)
        except TimeoutError:
            detail = f"no worker was free within {number(self.bounds.seconds)} seconds"
            raise ProblemError("too-busy", detail, RETRY) from None
        finally:
            self.waiting -= 1
        return worker

    def _give_back(self, worker: Worker, *, keep: bool) -> None:
        if not keep:
            self._replace(worker)
        elif worker.answered >= self.bounds.requests:
            self.tell("recycled")
            self._replace(worker)
        else:
            self._idle.put_nowait(worker)

    def _replace(self, worker: Worker) -> None:
        """End a worker, and start another in the background."""
        worker.kill()
        self._workers.discard(worker)
        self.ready -= 1
        if not self._closing:
            chore = asyncio.create_task(self._renew(worker))
            self._chores.add(chore)
            chore.add_done_callback(self._chores.discard)

    async def _renew(self, gone: Worker) -> None:
        while True:
            try:
                await self._add()
            except (OSError, EOFError, TimeoutError) as error:
                self.tell(f"not started: {type(error).__name__}")
                await asyncio.sleep(PAUSE)
            else:
                break
        await asyncio.to_thread(_join, [gone.process])

    async def _add(self) -> None:
        """Start a worker and wait until it is ready."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        with theirs:
            process = await asyncio.to_thread(_started, theirs, self.setup)
        ours.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=ours, limit=BUFFER)
        worker = Worker(process, ours, reader, writer)
        try:
            async with asyncio.timeout(STARTING):
                await worker.read()
        except BaseException:
            worker.kill()
            raise
        self._workers.add(worker)
        self.ready += 1
        self._idle.put_nowait(worker)


def _died() -> ProblemError:
    detail = "the process that did the work ended before it had answered"
    return ProblemError("worker-died", detail, RETRY)


def _started(channel: socket.socket, setup: Setup) -> ForkServerProcess | SpawnProcess:
    """Start a process that works at a channel."""
    if sys.platform == "win32":
        process = multiprocessing.get_context("spawn").Process(target=work, args=(channel, setup))
    else:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["animspec.web.warmed"])
        process = context.Process(target=work, args=(channel, setup), daemon=True)
    process.start()
    return process


def _join(processes: list[ForkServerProcess | SpawnProcess]) -> None:
    """Wait until processes have ended; kill those that do not."""
    for process in processes:
        process.join(timeout=2)
        if process.is_alive():
            process.kill()
            process.join()
        with suppress(ValueError):
            process.close()
