"""Evaluating an expression at times."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

from animspec.web.bodies import EVALUATE, read_body
from animspec.web.jobs.compiling import fault_as_json
from animspec.web.messages import Reply
from animspec.web.problems import ProblemError
from expressions import CONSTANTS, ExpressionError, Program, compile_expression, diagnose, run_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer

MOST_TIMES: Final = 100_000
"""Times of one request; more is a slip, or no request of a tool that means well."""

TIME_TOLERANCE: Final = 1e-9
"""Seconds by which the last time may miss the end of a range: 0.1 three times is not 0.3."""


def run(asked: Asked) -> Answer:
    """Evaluate an expression."""
    said = read_body(asked.data, EVALUATE)
    times, fps = times_of(said)
    text = said["expression"]
    try:
        program = compile_expression(text)
    except ExpressionError as error:
        faults = [fault_as_json(fault) for fault in diagnose(text)]
        raise ProblemError(
            "request-wrong", f"expression: {error.sentence}", faults=faults
        ) from None
    variables = said.get("variables", {})
    for name in variables:
        if name in CONSTANTS:
            raise ProblemError("request-wrong", f'"{name}" is a constant, {CONSTANTS[name]!r}')
    return Reply(), json.dumps(_values(program, variables, times, fps)).encode()


def times_of(said: Mapping[str, Any]) -> tuple[list[float], float | None]:
    """Return the times that a body asks for, and the frames a second if they are known.

    >>> times_of({"range": {"start": 0, "stop": 0.5, "fps": 4}})
    ([0.0, 0.25, 0.5], 4)

    Raises:
        ProblemError: there are none, or too many.
    """
    fps = said.get("fps")
    span = said.get("range")
    if span is None:
        times = [float(time) for time in said.get("times", [0])]
        if len(times) > MOST_TIMES:
            raise ProblemError("request-wrong", f"times has more than {MOST_TIMES} times")
        return times, fps
    if "times" in said:
        raise ProblemError("request-wrong", "the body has times and range, expected one of them")
    start, stop, rate = span["start"], span["stop"], span["fps"]
    if stop < start:
        raise ProblemError("request-wrong", f"range ends at {stop:g}, before its start {start:g}")
    count = (stop - start) * rate
    if not count < MOST_TIMES:
        raise ProblemError("request-wrong", f"range has more than {MOST_TIMES} times")
    rows = math.floor(count + TIME_TOLERANCE * rate) + 1
    return [start + place / rate for place in range(rows)], rate if fps is None else fps


def _values(
    program: Program, variables: Mapping[str, float], times: list[float], fps: float | None
) -> dict[str, Any]:
    """Return a value for each time, and which variables nobody has given."""
    import numpy as np  # noqa: PLC0415 - loaded by the worker before its first request

    t = np.array(times, np.float64)
    clock: dict[str, Any] = {"t": t}
    if fps is not None:
        clock |= {"frame": t * fps, "fps": float(fps)}
    given = clock | dict(variables)
    values = np.broadcast_to(run_many(program, given), t.shape) + 0.0  # no negative zero
    return {
        "values": [
            {"t": time, "value": value} for time, value in zip(times, values.tolist(), strict=True)
        ],
        "missing": [name for name in program.variables if name not in given],
    }
