"""Driver expressions beside their peers: ``python benchmarks/expressions.py``.

The peers numexpr, simpleeval and asteval come with the extra ``bench``; one
that is missing is left out. All contenders of a table run in turn, round after
round, and the best round of each counts; numexpr runs on one thread. A ratio is
the first contender's time over this one's: below 1 the first is quicker.

One value is timed as a statement in a loop, with all it needs in local variables:
`function(t, amp, x)` beside `eval(code, names, values)`. Two rows are no peers:
what calling a function costs that does nothing, and what the written Python costs
if it only makes sure that its result is finite.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from timeit import Timer
from typing import TYPE_CHECKING, Any, Final

import numpy as np

# This script has the package's name, so the package is looked for one folder up.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from expressions import compile_expression, run, run_many  # noqa: E402 - as above

if TYPE_CHECKING:
    from collections.abc import Callable


def optional(name: str) -> Any:
    """Return a module, or ``None`` where it is not installed."""
    with suppress(ImportError):
        return import_module(name)
    return None


numexpr = optional("numexpr")
asteval = optional("asteval")
simpleeval = optional("simpleeval")

SCALAR: Final = {"t": 0.3, "amp": 2.0, "x": 0.5}
ELEMENTS: Final = 1_000_000
CALLS: Final = 5_000

EXPRESSIONS: Final = {
    "wave": (
        "sin(t*2*pi)*amp + clamp(x, 0, 1)^2",
        "sin(t*2*pi)*amp + min(max(x, 0.0), 1.0)**2",
        "sin(t*2*pi)*amp + where(x < 0, 0, where(x > 1, 1, x))**2",
    ),
    "spring": (
        "amp*exp(-t)*cos(8*t) + x",
        "amp*exp(-t)*cos(8*t) + x",
        "amp*exp(-t)*cos(8*t) + x",
    ),
    "ease": (
        "lerp(-amp, amp, x^2*(3 - 2*x))",
        "-amp + (amp - -amp)*(x**2*(3 - 2*x))",
        "-amp + (amp - -amp)*(x**2*(3 - 2*x))",
    ),
    "sum": ("t*amp + x", "t*amp + x", "t*amp + x"),
}
"""Each in our language, in Python's and in numexpr's."""


def best(contenders: dict[str, Timer], rounds: int, calls: int) -> dict[str, float]:
    """Return the seconds of one call of each contender in its best round."""
    seconds = dict.fromkeys(contenders, math.inf)
    for _ in range(rounds):
        for name, timer in contenders.items():
            seconds[name] = min(seconds[name], timer.timeit(calls) / calls)
    return seconds


def scalar_contenders(ours: str, python: str) -> dict[str, Timer]:
    """Return one call of everything that evaluates a single value."""
    program = compile_expression(ours)
    names = {"sin": math.sin, "cos": math.cos, "exp": math.exp, "pi": math.pi}
    names |= {"min": min, "max": max}
    given = ", ".join(program.variables)
    call = f"function({given})"

    def defined(body: str) -> Any:
        known: dict[str, Any] = {**names, "isfinite": math.isfinite}
        exec(f"def function({given}):\n{body}", known)
        return known["function"]

    looking = f" result = {python}\n return result if isfinite(result) else 0.0"
    code = compile(python, "driver", "eval")
    return {
        "generated function": statement(call, function=program.function()),
        "hand-written Python": statement(call, function=defined(f" return {python}")),
        "compile() + eval": statement("eval(code, names, values)", code=code, names=names),
        "run": statement("run(program, values)", run=run, program=program),
        **peers(python, names),
        "(a call that does nothing)": statement(call, function=defined(" pass")),
        "(hand-written, with finite result)": statement(call, function=defined(looking)),
    }


def statement(text: str, **known: Any) -> Timer:
    """Return a timer of a statement that finds what it needs in local variables."""
    local = {**SCALAR, "values": dict(SCALAR), **known}
    names = ", ".join(local)
    return Timer(text, f"{names}, = known", globals={"known": tuple(local.values())})


def peers(python: str, names: dict[str, Any]) -> dict[str, Timer]:
    """Return one call of each peer, its expression parsed before."""
    calls: dict[str, Timer] = {}
    if simpleeval:
        simple = simpleeval.SimpleEval(functions={k: v for k, v in names.items() if callable(v)})
        parsed = simple.parse(python)
        simple.names = {**SCALAR, "pi": math.pi}
        call = "simple.eval(python, previously_parsed=parsed)"
        calls["simpleeval"] = statement(call, simple=simple, python=python, parsed=parsed)
    if asteval:
        interpreter = asteval.Interpreter(symtable={**names, **SCALAR})
        tree = interpreter.parse(python)
        calls["asteval"] = statement("interpreter.run(tree)", interpreter=interpreter, tree=tree)
    return calls


def array_contenders(ours: str, python: str, theirs: str) -> dict[str, Timer]:
    """Return one call of everything that evaluates a million elements."""
    generator = np.random.default_rng(1)
    arrays = {"t": generator.uniform(0, 10, ELEMENTS), "x": generator.uniform(-1, 2, ELEMENTS)}
    program = compile_expression(ours)
    variables = {**arrays, "amp": 2.0}
    names = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "pi": np.pi, "clip": np.clip}
    hand: dict[str, Callable[..., object]] = {}
    text = python.replace("min(max(x, 0.0), 1.0)", "clip(x, 0.0, 1.0)")
    exec(f"def driver({', '.join(program.variables)}): return {text}", names, hand)
    values = [variables[name] for name in program.variables]
    contenders = {
        "run_many": Timer(lambda: run_many(program, variables)),
        "hand-written numpy": Timer(lambda: hand["driver"](*values)),
    }
    if numexpr:
        known = {**variables, "pi": math.pi}
        contenders["numexpr, one thread"] = Timer(lambda: numexpr.evaluate(theirs, known))
    return contenders


def compiling() -> dict[str, Timer]:
    """Return one compilation of each expression."""

    def of(text: str) -> Timer:
        return Timer(lambda: compile_expression(text))

    return {ours: of(ours) for ours, _, _ in EXPRESSIONS.values()}


def table(title: str, seconds: dict[str, float], unit: float, name: str) -> None:
    """Print each contender's time and how many times as long the first takes."""
    first, *_ = seconds.values()
    print(f"\n{title}")
    for contender, taken in seconds.items():
        print(f"  {contender:<40} {taken / unit:9.2f} {name}   ratio {first / taken:5.2f}")


def loading(rounds: int) -> None:
    """Print what a first expression costs in a new process, beside lark's own loading."""
    words = {
        "python -c pass": "pass",
        "import attrs": "import attrs",
        "import expressions": "import expressions",
        "… and compile": "import expressions; expressions.compile_expression('sin(t)')",
        "lark from the grammar": "from expressions.grammar import grammar; grammar()",
    }

    def started(text: str) -> Timer:
        return Timer(lambda: subprocess.run([sys.executable, "-c", text], check=True))

    seconds = best({name: started(text) for name, text in words.items()}, rounds, 1)
    print("\na new process")
    for name, taken in seconds.items():
        print(f"  {name:<40} {taken * 1e3:9.2f} ms")


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description="Driver expressions beside their peers.")
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    if numexpr:
        numexpr.set_num_threads(1)
    for name, (ours, python, theirs) in EXPRESSIONS.items():
        contenders = scalar_contenders(ours, python)
        table(f"one value, {name}: {ours}", best(contenders, rounds, CALLS // 5), 1e-6, "µs")
        many = best(array_contenders(ours, python, theirs), rounds, 1)
        table(f"{ELEMENTS} elements, {name}", many, 1e-3, "ms")
    seconds = best(compiling(), rounds, 100)
    print("\ncompiling")
    for text, taken in seconds.items():
        print(f"  {text:<40} {taken * 1e6:9.2f} µs")
    loading(rounds)


if __name__ == "__main__":
    main()
