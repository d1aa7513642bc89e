"""What the service does for a request, as pure functions: the same bytes, the same findings.

A job is handed what is asked and gives a reply with its content. It runs in a
worker; here nothing knows of HTTP but for statuses and media types.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.reports import FORMS
from animspec.web import parameters
from animspec.web.asking import asked
from animspec.web.messages import refused
from animspec.web.problems import MEDIA_TYPE, ProblemError, problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from animspec.web.asking import Asked, Setup
    from animspec.web.messages import Reply, Task
    from animspec.web.parameters import Parameter

    Answer: TypeAlias = tuple[Reply, bytes]


@frozen
class Job:
    """One kind of work: the module whose ``run`` does it, and the parameters it knows."""

    module: str
    parameters: Mapping[str, Parameter]

    @property
    def run(self) -> Callable[[Asked], Answer]:
        """The function that does the work."""
        function: Callable[[Asked], Answer] = import_module(self.module).run
        return function


_CHECKED: Final = {**parameters.ABOUT_DOCUMENT, **parameters.ABOUT_CHECKING}

JOBS: Final[dict[str, Job]] = {
    "check": Job("animspec.web.jobs.checking", {**_CHECKED, "format": parameters.FORMAT}),
    "fix": Job(
        "animspec.web.jobs.mending",
        {**_CHECKED, "unsafe": parameters.UNSAFE, "output": parameters.OUTPUT},
    ),
    "info": Job("animspec.web.jobs.looking", parameters.ABOUT_DOCUMENT),
    "sample": Job(
        "animspec.web.jobs.playing", {**parameters.ABOUT_DOCUMENT, **parameters.ABOUT_SAMPLING}
    ),
    "compare": Job("animspec.web.jobs.comparing", {}),
    "check-expression": Job("animspec.web.jobs.compiling", {}),
    "evaluate-expression": Job("animspec.web.jobs.evaluating", {}),
}
"""Every job by its name."""


def answer(setup: Setup, task: Task, data: bytes) -> Answer:
    """Return the reply to a request and its content, whatever the request is."""
    job = JOBS[task.job]
    try:
        return job.run(asked(setup, task, data, job.parameters))
    except ProblemError as error:
        return refused(error.problem(), MEDIA_TYPE)
    except MemoryError:
        found = problem("too-much-memory", "the work needs more memory than a worker has")
        return refused(found, MEDIA_TYPE)
    except Exception as error:  # noqa: BLE001 - one bad request stops no worker
        found = problem("internal-error", "the engine has failed on this request")
        return refused(found, MEDIA_TYPE, _failure(error))


def _failure(error: Exception) -> str:
    """Return the kind and the place of a failure; its message may quote the document."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    code = trace.tb_frame.f_code
    module = trace.tb_frame.f_globals.get("__name__", code.co_filename)
    return f"{type(error).__name__} in {module}.{code.co_qualname}, line {trace.tb_lineno}"


def warm() -> None:
    """Load everything that jobs need, so that no request waits for it."""
    for job in JOBS.values():
        import_module(job.module)
    for module in (*_NEEDED_AT_TIMES, *(f"animspec.reports.{form}" for form in FORMS)):
        import_module(module)


_NEEDED_AT_TIMES: Final = (
    *("jsonschema", "numpy", "animspec.placing", "animspec.remedies", "animspec.patches"),
    *("animspec.spotting", "animspec.binaries", "animspec.exact", "animspec.malformed"),
)
"""What is loaded where something is wrong."""
