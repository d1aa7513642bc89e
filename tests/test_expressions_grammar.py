"""The grammar, and the parser that reads the tables made from it, beside lark itself."""

from __future__ import annotations

import ast
import math
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from expressions import ExpressionError, compile_expression, parse
from expressions.grammar import GRAMMAR, TABLES, grammar, main, tables_text
from expressions.syntax import Call, Chain, Name, Node, Number, Power, Sign
from tests.expression_texts import anything, arithmetic, noise, some

if TYPE_CHECKING:
    from pathlib import Path

LARK = Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr")


def test_lark_finds_no_ambiguity_in_the_grammar_that_it_would_resolve_silently() -> None:
    assert grammar(strict=True).options.strict


def test_the_tables_are_those_of_the_grammar() -> None:
    assert TABLES.read_text(encoding="utf-8") == tables_text()
    assert main(["--check"]) == 0


def test_lark_is_not_loaded_to_compile_an_expression() -> None:
    program = (
        "import sys, expressions; expressions.compile_expression('sin(t)'); "
        "assert not {'lark', 'numpy', 'difflib'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


PACKAGE = GRAMMAR.parent
LIBRARIES = {"attrs": None, "numpy": {"arrays", "array_functions"}, "lark": {"grammar"}}


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.stem)
def test_the_language_knows_nothing_of_animation(path: Path) -> None:
    """It imports the standard library and attrs; numpy only for arrays, lark for the tables."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for top in {name.partition(".")[0] for name in names}:
            allowed = LIBRARIES.get(top, set())
            assert (
                top in sys.stdlib_module_names
                or top == "expressions"
                or allowed is None
                or path.stem in allowed
            ), top


def _spelled(token: Token) -> str:
    return repr(float(token)) if token.type == "NUMBER" else str(token)


def _by_lark(tree: Tree[Token]) -> str:
    """The text in full parentheses, as lark groups it."""
    parts = [
        _by_lark(child) if isinstance(child, Tree) else _spelled(child) for child in tree.children
    ]
    if tree.data == "group":
        parts = parts[1:-1]
    text = "".join(parts)
    return f"({text})" if tree.data in {"chain", "power", "sign"} and len(parts) > 1 else text


def _grouped(node: Node) -> str:
    """The text in full parentheses, as our parser groups it."""
    match node:
        case Number():
            return repr(node.value)
        case Name():
            return node.text
        case Call():
            return f"{node.name}({','.join(_grouped(argument) for argument in node.arguments)})"
        case Sign():
            return f"({node.sign}{_grouped(node.operand)})"
        case Power():
            return f"({_grouped(node.base)}^{_grouped(node.exponent)})"
        case Chain():
            text = _grouped(node.first)
            for operator, operand in node.rest:
                text = f"({text}{operator}{_grouped(operand)})"
            return text


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("a+b-c", "((a+b)-c)"),
        ("a+b*c", "(a+(b*c))"),
        ("a*b%c/d", "(((a*b)%c)/d)"),
        ("-a^b", "(-(a^b))"),
        ("a^-b^c", "(a^(-(b^c)))"),
        ("a^b^c", "(a^(b^c))"),
        ("-a*b", "((-a)*b)"),
        ("- + a", "(-(+a))"),
        ("f(a+b, -c)", "f((a+b),(-c))"),
        ("(a+b)*c", "((a+b)*c)"),
    ],
)
def test_operators_group_as_the_specification_says(text: str, grouped: str) -> None:
    assert _grouped(parse(text)) == grouped


@some
@given(anything | noise)
def test_a_text_that_parses_is_grouped_as_lark_groups_it(text: str) -> None:
    try:
        node = parse(text)
    except ExpressionError:
        return
    assert _grouped(node) == _by_lark(LARK.parse(text))


@some
@given(noise)
def test_a_text_that_lark_refuses_does_not_parse_and_no_other(text: str) -> None:
    try:
        tree = LARK.parse(text)
    except UnexpectedInput:
        with pytest.raises(ExpressionError):
            parse(text)
        return
    tokens = tree.scan_values(lambda value: isinstance(value, Token))
    numbers = [float(str(token)) for token in tokens if getattr(token, "type", "") == "NUMBER"]
    if all(map(math.isfinite, numbers)):
        assert parse(text).span.end <= len(text)


@some
@given(anything | arithmetic)
def test_what_is_printed_parses_to_what_was_printed(text: str) -> None:
    node = parse(text)
    assert parse(str(node)) == node
    assert str(parse(str(node))) == str(node)


@some
@given(anything)
def test_spans_hold_the_text_of_their_nodes(text: str) -> None:
    node = parse(text)
    assert parse(text[node.span.start : node.span.end]) == node


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(a*b+c)*d", "(a*b + c)*d"),
        ("a*b+c*d-e", "a*b + c*d - e"),
        ("a-(b-c)", "a - (b - c)"),
        ("a/(b*c)", "a/(b*c)"),
        ("(a*b)/c", "(a*b)/c"),
        ("(-a)^b", "(-a)^b"),
        ("-(a^b)", "-a^b"),
        ("a^(-b)", "a^-b"),
        ("a^(b^c)", "a^b^c"),
        ("(a^b)^c", "(a^b)^c"),
        ("-(-a)", "--a"),
        ("-(a+b)*c", "-(a + b)*c"),
        ("(-a)*b", "-a*b"),
        ("a*(-b)", "a*-b"),
        ("f((a),(b+c))", "f(a, b + c)"),
        ("1.50e3+.5", "1500 + 0.5"),
        ("1e300", "1e300"),
    ],
)
def test_a_tree_is_printed_with_the_fewest_parentheses(text: str, printed: str) -> None:
    assert str(parse(text)) == printed


def test_a_long_chain_is_no_deep_tree() -> None:
    text = " + ".join(["t"] * 2000)
    node = parse(text)
    assert isinstance(node, Chain)
    assert len(node.rest) == 1999
    assert str(node) == text
    assert node == parse(text)
    assert len(compile_expression(text).steps) == 3999
