"""``animspec expr``: compile an expression, and evaluate it at a time or over a range of times."""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

import expressions
from expressions import CONSTANTS, ExpressionError, Program, compile_expression, diagnose

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_ROWS: Final = 1_000_000
"""Rows of a table; more is a slip of the keyboard."""

TIME_TOLERANCE: Final = 1e-9
"""Seconds by which the last frame may miss the end of a range: 0.1 three times is not 0.3."""

EPILOG: Final = """\
An expression that starts with "-" goes in parentheses, or after "--": -- -t
Times are seconds. With --at START:STOP:FPS there is one row a frame, both ends
included: 0:1:24 gives 25 rows. The expression may read t, and where the frames
a second are known (from the range or --fps) also fps and frame, which is t*fps.
A variable that is not given counts as 0.
"""


class Times(NamedTuple):
    """The times to evaluate at, in seconds, and the frames a second if they are known."""

    times: list[float]
    fps: float | None
    is_table: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    parser.add_argument("expression", help='such as "sin(t*2*pi)*amp"; "-" reads standard input')
    parser.add_argument(
        *("--var", "-v"),
        action="append",
        default=[],
        type=_variable,
        metavar="NAME=NUMBER",
        help="give a variable its value (repeatable)",
    )
    parser.add_argument(
        *("--at", "-t"),
        type=_times,
        metavar="TIME",
        help="a time, or START:STOP:FPS for a table (default: 0)",
    )
    parser.add_argument("--fps", type=_positive, metavar="FPS", help="frames a second, for frame")
    parser.add_argument(
        "--format", choices=list(_FORMATS), default="text", help="how values are printed"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--disassemble", action="store_true", help="print the bytecode, readably")
    instead.add_argument("--json", action="store_true", help="print the bytecode as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; 1 if the expression has faults, which are printed instead."""
    text = sys.stdin.read() if arguments.expression == "-" else arguments.expression
    try:
        program = compile_expression(text)
    except ExpressionError:
        for fault in diagnose(text):
            print(fault, file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(program.to_json()))
    elif arguments.disassemble:
        print(program)
    else:
        _print_values(program, arguments)
    return 0


def _print_values(program: Program, arguments: argparse.Namespace) -> None:
    times, fps, is_table = arguments.at or Times([0.0], None, is_table=False)
    fps = fps if arguments.fps is None else arguments.fps
    rows = []
    variables: dict[str, float] = {}
    for t in times:
        clock = {"t": t} if fps is None else {"t": t, "frame": t * fps, "fps": fps}
        variables = clock | dict(arguments.var)
        rows.append((t, expressions.run(program, variables)))
    for name in program.variables:
        if name not in variables:
            print(f'"{name}" is not given and counts as 0', file=sys.stderr)
    _FORMATS[arguments.format](rows, is_table)


def _print_text(rows: list[tuple[float, float]], is_table: bool) -> None:  # noqa: FBT001 - a flag of the table
    if not is_table:
        print(_number(rows[0][1]))
        return
    width = max(len(_number(t)) for t, _ in rows)
    print(f"{'t':<{width}}  value")
    for t, value in rows:
        print(f"{_number(t):<{width}}  {_number(value)}")


def _print_csv(rows: list[tuple[float, float]], _: bool) -> None:  # noqa: FBT001 - as above
    print("t,value")
    for t, value in rows:
        print(f"{_number(t)},{_number(value)}")


def _print_json(rows: list[tuple[float, float]], is_table: bool) -> None:  # noqa: FBT001 - as above
    objects = [{"t": t, "value": value} for t, value in rows]
    print(json.dumps(objects if is_table else objects[0]))


_FORMATS: Final[dict[str, Callable[[list[tuple[float, float]], bool], None]]] = {
    "text": _print_text,
    "json": _print_json,
    "csv": _print_csv,
}


def _number(value: float) -> str:
    return repr(value + 0.0).removesuffix(".0")  # a negative zero is nobody's answer


def _variable(word: str) -> tuple[str, float]:
    """Read ``NAME=NUMBER``."""
    name, equals, number = word.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name):
        raise argparse.ArgumentTypeError(f'"{word}" is not of the form NAME=NUMBER')
    if name in CONSTANTS:
        raise argparse.ArgumentTypeError(f'"{name}" is a constant, {CONSTANTS[name]!r}')
    return name, _finite(number)


def _finite(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f'"{word}" is not a finite number')
    return value


def _positive(word: str) -> float:
    value = _finite(word)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{word} frames a second are not more than 0")
    return value


def _times(word: str) -> Times:
    """Read ``TIME`` or ``START:STOP:FPS``."""
    parts = word.split(":")
    if len(parts) == 1:
        return Times([_finite(word)], None, is_table=False)
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f'"{word}" is neither TIME nor START:STOP:FPS')
    start, stop, fps = _finite(parts[0]), _finite(parts[1]), _positive(parts[2])
    if stop < start:
        raise argparse.ArgumentTypeError(f"the range ends at {stop:g}, before its start {start:g}")
    count = (stop - start) * fps
    if not count < MOST_ROWS:
        raise argparse.ArgumentTypeError(f"{word} has more than {MOST_ROWS} frames")
    rows = math.floor(count + TIME_TOLERANCE * fps) + 1
    return Times([start + place / fps for place in range(rows)], fps, is_table=True)
