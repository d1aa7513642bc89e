"""Where requests that need work are taken in, handed to a worker, and answered."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen
from litestar import Response

from animspec.web.intake import GoneError
from animspec.web.logs import tell
from animspec.web.messages import Task

if TYPE_CHECKING:
    from litestar import Request

    from animspec.web.intake import Intake
    from animspec.web.messages import Reply
    from animspec.web.metrics import Metrics
    from animspec.web.pool import Pool

PATIENCE: Final = 0.25
"""Seconds of work before anybody looks whether the client still waits; most take milliseconds."""


@frozen(eq=False)
class Desk:
    """What answers a request that needs work."""

    pool: Pool
    intake: Intake
    metrics: Metrics

    async def answer(self, job: str, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Return the answer of a worker.

        Raises:
            ProblemError: the request cannot be taken in, or no worker answers it.
            GoneError: the client has gone.
        """
        self.pool.refuse_if_full()
        head = request.headers
        task = Task(
            job=job,
            query=request.scope["query_string"].decode("latin-1"),
            encoding=head.get("content-encoding", ""),
            settings=head.get("animspec-settings", ""),
        )
        async with self.intake.read(request.receive, head.get("content-length")) as body:
            reply, content = await self._worked(task, body, request)
        self._note(task, reply, request)
        return Response(
            content,
            status_code=reply.status,
            media_type=reply.media_type,
            headers=reply.headers,
        )

    async def _worked(
        self, task: Task, body: bytes, request: Request[Any, Any, Any]
    ) -> tuple[Reply, bytes]:
        """Return a worker's answer, for as long as the client waits for it."""
        work = asyncio.ensure_future(self.pool.run(task, body))
        done, _ = await asyncio.wait({work}, timeout=PATIENCE)
        if not done:
            await _while_there(work, request)
        return await work

    def _note(self, task: Task, reply: Reply, request: Request[Any, Any, Any]) -> None:
        self.metrics.found(reply.found)
        if reply.failure:
            number = request.scope["state"].get("request")
            tell("failure", logging.ERROR, request=number, job=task.job, failure=reply.failure)


async def _while_there(work: asyncio.Future[Any], request: Request[Any, Any, Any]) -> None:
    """Wait for work; give it up when the client goes.

    Raises:
        GoneError: the client has gone.
    """
    leaving: asyncio.Future[Any] = asyncio.ensure_future(request.receive())
    await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
    if work.done():
        leaving.cancel()
        return
    work.cancel()
    await asyncio.wait({work})
    raise GoneError
