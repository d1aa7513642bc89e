"""Checking many files: known ones are not checked again, the others in several processes."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

from animspec.cli.processes import Processes

if TYPE_CHECKING:
    from collections.abc import Generator

    from animspec.cli.checking import Checked, Checking
    from animspec.cli.session import Session


def results(
    paths: list[str], checking: Checking, session: Session | None
) -> Generator[tuple[str, Checked], None, None]:
    """Yield what is found in each file, in the order of the files."""
    # For one file the collector rests; of thousands what it would collect fills the memory.
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
    jobs: int | None = checking.arguments.jobs
    with_data = checking.arguments.format == "text" and not checking.arguments.statistics
    memory = None if session is None else session.memory(checking, with_data=with_data)
    processes = Processes(
        checking, cores() if jobs is None else jobs, at_once=jobs is not None, with_data=with_data
    )
    found = processes.over(iter(paths), _nothing if memory is None else memory.known)
    try:
        for path, checked in found:
            if memory is not None:
                memory.learn(path, checked)
            yield path, checked
    finally:
        found.close()
        if memory is not None:
            memory.close()


def _nothing(_: str) -> None:
    """Know nothing of any file."""


def cores() -> int:
    """Return how many processes can run at a time."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only some systems tell
        return os.cpu_count() or 1
