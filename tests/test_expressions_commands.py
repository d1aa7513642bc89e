"""``animspec expr``, ``animspec functions`` and the pages made from the table of functions."""

from __future__ import annotations

import io
import json
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from animspec.cli import main
from expressions import FUNCTIONS, Program, compile_expression

DOCS = Path(__file__).parent.parent / "docs"


def _out(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (["2^10"], "1024\n"),
        (["t/4 + x", "--at", "3", "--var", "x=0.5"], "1.25\n"),
        (["amp*2", "-v", "amp=-1e-3"], "-0.002\n"),
        (["(-t)", "--at", "0"], "0\n"),
        (["frame", "--at", "2", "--fps", "24"], "48\n"),
        (["1/0"], "0\n"),
        (["t", "--at", "2", "--format", "json"], '{"t": 2.0, "value": 2.0}\n'),
        (["t", "--at", "2", "--format", "csv"], "t,value\n2,2\n"),
        (["t", "--var", "t=7", "--at", "2"], "7\n"),
        (["t*2", "--at", "1:1.5:4"], "t     value\n1     2\n1.25  2.5\n1.5   3\n"),
        (["t", "--at", "0:0.3:10", "--format", "csv"], "t,value\n0,0\n0.1,0.1\n0.2,0.2\n0.3,0.3\n"),
        (["fps + frame", "--at", "0:0.5:2", "--format", "csv"], "t,value\n0,2\n0.5,3\n"),
        (["2*pi*t", "--disassemble"], f"{compile_expression('2*pi*t')}\n"),
    ],
)
def test_an_expression_is_evaluated(
    words: list[str], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _out(capsys, "expr", *words) == (0, printed, "")


def test_a_range_of_one_second_has_a_row_a_frame_and_one_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = _out(capsys, "expr", "t", "--at", "0:1:24", "--format", "json")
    rows = json.loads(out)
    assert len(rows) == 25
    assert rows[-1] == {"t": 1.0, "value": 1.0}


def test_bytecode_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = _out(capsys, "expr", "sin(t*2*pi)*amp", "--json")
    assert status == 0
    assert Program.from_json(json.loads(out)) == compile_expression("sin(t*2*pi)*amp")


def test_an_expression_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1 +\n2\n"))
    assert _out(capsys, "expr", "-")[1] == "3\n"


def test_a_variable_that_is_not_given_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert _out(capsys, "expr", "amp + 1") == (0, "1\n", '"amp" is not given and counts as 0\n')


def test_every_fault_is_printed_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    faults = (
        'line 1, column 1: "x" follows "2" without an operator; did you mean "2*x"?'
        " [expression-syntax]\n  2x + sine(t)\n  ^^\n"
        'line 1, column 6: there is no function "sine"; did you mean "sin"?'
        " [unknown-function]\n  2x + sine(t)\n       ^^^^\n"
    )
    assert _out(capsys, "expr", "2x + sine(t)") == (1, "", faults)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["t", "--var", "x"], '"x" is not of the form NAME=NUMBER'),
        (["t", "--var", "2x=3"], '"2x=3" is not of the form NAME=NUMBER'),
        (["t", "--var", "x=big"], '"big" is not a finite number'),
        (["t", "--var", "x=inf"], '"inf" is not a finite number'),
        (["t", "--var", "pi=3"], '"pi" is a constant, 3.141592653589793'),
        (["t", "--at", "0:1"], '"0:1" is neither TIME nor START:STOP:FPS'),
        (["t", "--at", "1:0:24"], "the range ends at 0, before its start 1"),
        (["t", "--at", "0:1:0"], "0 frames a second are not more than 0"),
        (["t", "--at", "0:1e9:24"], "0:1e9:24 has more than 1000000 frames"),
        (["t", "--fps", "-1"], "-1 frames a second are not more than 0"),
        (["t", "--json", "--disassemble"], "not allowed with argument"),
        ([], "the following arguments are required: expression"),
    ],
)
def test_unusable_arguments_are_named(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["expr", *words])
    assert caught.value.code == 2
    assert sentence in capsys.readouterr().err


def test_the_functions_are_listed_with_signature_and_meaning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = _out(capsys, "functions")
    assert status == 0
    lines = out.splitlines()
    assert len(lines) == len(FUNCTIONS) + 2
    assert lines[0] == "abs(x)                       x without its sign."
    assert lines[-1].startswith("constants: pi = 3.14159")
    assert _out(capsys, "functions", "min")[1] == (
        "min(a, b, …)  The smallest of the arguments; NaN if one is NaN.\n"
    )


def test_a_function_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    message = 'there is no function "sine"; did you mean "sin"?\n'
    assert _out(capsys, "functions", "sine") == (2, "", message)


def _blocks(language: str) -> list[str]:
    page = (DOCS / "expressions.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def test_the_commands_of_the_language_page_print_what_it_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    commands = re.compile(r"^\$ animspec (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
    shown = commands.findall("".join(_blocks("console")))
    assert len(shown) == 5
    for command, printed in shown:
        _, out, err = _out(capsys, *shlex.split(command))
        assert out + err == printed


def test_the_python_of_the_language_page_computes_what_it_says() -> None:
    (block,) = _blocks("python")
    namespace: dict[str, Any] = {}
    exec(block, namespace)  # noqa: S102 - our own page
    assert namespace["wave"](2.0, 0.25) == 2.0
    assert namespace["program"].variables == ("amp", "t")
    assert namespace["run"](namespace["program"], {"amp": 2.0, "t": 0.25}) == 2.0


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_says_what_it_means(name: str) -> None:
    assert FUNCTIONS[name].meaning.endswith(".")
    assert FUNCTIONS[name].formula


def test_the_pages_made_from_the_code_are_current() -> None:
    done = subprocess.run(
        [sys.executable, DOCS / "generate.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_a_page_that_differs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module = runpy.run_path(str(DOCS / "generate.py"))
    globals_of_main = module["main"].__globals__
    globals_of_main["DOCS"] = tmp_path
    globals_of_main["PAGES"] = {"functions.md": module["functions_page"]}
    assert module["main"](["--check"]) == 1
    assert not (tmp_path / "functions.md").exists()
    assert module["main"]([]) == 0
    assert module["main"](["--check"]) == 0
    assert capsys.readouterr().out == "functions.md\nfunctions.md\n"
