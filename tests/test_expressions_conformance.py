"""The conformance cases, through every machine there is; and that they leave nothing out."""

from __future__ import annotations

import itertools
import json
import math
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from expressions import (
    FUNCTIONS,
    ExpressionError,
    Program,
    compile_expression,
    parse,
    run,
    run_many,
)
from tests.expression_texts import unfolded

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "fixtures" / "expressions").glob("*.json"))
PLAYER = ROOT / "docs" / "player" / "expressions.mjs"
EXACT = {"operators", "precedence", "numbers", "names"}
LAST_PLACES = 4
"""Units in the last place that functions and powers may be off: engines differ by one or two."""


class Case(NamedTuple):
    file: str
    given: dict[str, Any]
    expression: str
    result: float | None
    error: str | None
    at: list[int] | None


def _cases() -> list[Case]:
    cases = []
    for path in FILES:
        document = json.loads(path.read_text(encoding="utf-8"))
        assert document.keys() == {"given", "cases"}
        for case in document["cases"]:
            wanted = (case.get("result"), case.get("error"), case.get("at"))
            cases.append(Case(path.stem, document["given"], case["expression"], *wanted))
    return cases


CASES = _cases()
VALUED = [case for case in CASES if case.result is not None]
FAULTY = [case for case in CASES if case.error is not None]


def _is_right(case: Case, value: float) -> bool:
    assert case.result is not None
    exact = case.file in EXACT and "^" not in case.expression and "(" not in case.expression
    places = 0 if exact else LAST_PLACES
    return abs(value - case.result) <= places * math.ulp(case.result)


def _wrong(values: list[float]) -> list[tuple[str, float, float | None]]:
    pairs = zip(VALUED, values, strict=True)
    return [(c.expression, value, c.result) for c, value in pairs if not _is_right(c, value)]


def test_the_machine_conforms() -> None:
    assert not _wrong([run(compile_expression(c.expression), c.given) for c in VALUED])


def test_unfolded_programs_conform() -> None:
    programs = [Program(tuple(unfolded(parse(c.expression)))) for c in VALUED if c.file != "limits"]
    values = [run(p, c.given) for p, c in zip(programs, _but_limits(), strict=True)]
    assert not [c for c, v in zip(_but_limits(), values, strict=True) if not _is_right(c, v)]


def _but_limits() -> list[Case]:
    return [case for case in VALUED if case.file != "limits"]


def test_generated_functions_conform() -> None:
    values = []
    for case in VALUED:
        program = compile_expression(case.expression)
        values.append(program.function()(*[case.given.get(name) for name in program.variables]))
    assert not _wrong(values)


def test_arrays_conform() -> None:
    values = []
    for case in VALUED:
        arrays = {
            name: np.full(3, value) if type(value) in {int, float} else None
            for name, value in case.given.items()
        }
        many = run_many(compile_expression(case.expression), arrays)
        values.append(float(np.broadcast_to(many, 3)[1]))
    assert not _wrong(values)


def _node(script: str, read: str = "") -> str:
    """What a module prints that reads ``read`` from standard input."""
    words = ["node", "--input-type=module", "--eval", script]
    return subprocess.run(words, input=read, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("folded", [True, False])
def test_the_javascript_player_conforms(folded: bool) -> None:  # noqa: FBT001 - a parameter
    cases = VALUED if folded else _but_limits()
    work = []
    for case in cases:
        steps = (
            compile_expression(case.expression)
            if folded
            else Program(tuple(unfolded(parse(case.expression))))
        )
        work.append({"steps": steps.to_json(), "given": case.given})
    script = f"""
        import {{ prepare }} from {json.dumps(PLAYER.as_uri())};
        import {{ readFileSync }} from 'node:fs';
        const work = JSON.parse(readFileSync(0, 'utf8'));
        console.log(JSON.stringify(work.map(({{ steps, given }}) => prepare(steps)(given))));
    """
    values = json.loads(_node(script, json.dumps(work)))
    pairs = zip(cases, values, strict=True)
    assert not [(c.expression, v, c.result) for c, v in pairs if not _is_right(c, v)]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_javascript_player_refuses_what_is_no_program() -> None:
    broken = [
        [],
        [{"k": "op", "v": "+"}],
        [{"k": "num", "v": 1}, {"k": "num", "v": 1}],
        [{"k": "fn", "v": "constructor"}],
        [{"k": "op", "v": "toString"}],
        [{"k": "num", "v": "1"}],
        [{"k": "num", "v": None}],
    ]
    script = f"""
        import {{ prepare }} from {json.dumps(PLAYER.as_uri())};
        const refused = (steps) => {{
          try {{ prepare(steps); }} catch (error) {{ return error instanceof RangeError; }}
          return false;
        }};
        console.log(JSON.stringify({json.dumps(broken)}.map(refused)));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [True] * len(broken)


@pytest.mark.parametrize("case", FAULTY, ids=lambda case: case.expression[:20] or "empty")
def test_faults_conform(case: Case) -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression(case.expression)
    assert caught.value.rule == case.error
    if case.at is not None:
        assert [caught.value.span.start, caught.value.span.end] == case.at


def test_there_are_cases_enough() -> None:
    assert len(CASES) >= 300


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_has_cases(name: str) -> None:
    calls = [c for c in CASES if f"{name}(" in c.expression]
    assert [c for c in calls if c.result is not None and c.expression.startswith(f"{name}(")]
    assert [c for c in calls if c.error == "wrong-argument-count"]


def test_every_pair_of_operators_has_a_case_that_shows_its_grouping() -> None:
    results = {c.expression: c.result for c in CASES if c.file == "precedence"}
    for first, second in itertools.product("+-*/%^", repeat=2):
        plain = results[f"a {first} b {second} c"]
        groupings = [results[f"(a {first} b) {second} c"], results[f"a {first} (b {second} c)"]]
        assert plain in groupings
        if (first, second) not in {("+", "+"), ("+", "-"), ("*", "*"), ("*", "/")}:
            assert groupings[0] != groupings[1]


def test_every_limit_has_a_case_on_both_sides() -> None:
    limits = [c for c in CASES if c.file == "limits"]
    valued = [c.expression for c in limits if c.result is not None]
    assert max(map(len, valued)) == 10_000
    assert max(len(compile_expression(text).steps) for text in valued) == 4096
    assert {"(" * 100 + "1" + ")" * 100, "-" * 100 + "1", "1" + "^1" * 100} <= set(valued)
    large = [c.expression for c in limits if c.error == "expression-too-large"]
    assert any(len(text) == 10_001 for text in large)
    assert {"(" * 101 + "1" + ")" * 101, "-" * 101 + "1", "1" + "^1" * 101} <= set(large)
    assert "t" + "+t" * 2048 in large


def test_every_rule_of_expressions_has_cases() -> None:
    assert {case.error for case in FAULTY} == {
        "expression-syntax",
        "unknown-function",
        "wrong-argument-count",
        "expression-too-large",
    }
