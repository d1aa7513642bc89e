"""What the language says of texts that it cannot compile, word for word."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given

from expressions import (
    FUNCTIONS,
    ExpressionError,
    Span,
    compile_expression,
    diagnose,
    likely_function,
)
from tests.expression_texts import noise, some

SENTENCES = {
    "2 ** x": '"**" is not an operator; did you mean "^"?',
    "2x": '"x" follows "2" without an operator; did you mean "2*x"?',
    "2(x)": '"(" follows "2" without an operator; did you mean "2*(…)"?',
    "(a)(b)": '"(" follows ")" without an operator; did you mean "(…)*(…)"?',
    "1 2": '"2" follows "1" without an operator',
    "x = 2": '"=" sets nothing here: an expression is one value',
    "x == 2": '"==" is not an operator; did you mean select(a - b, 0, 1)?',
    "a && b": '"&&" is not an operator; did you mean "*", which is 0 when a side is 0?',
    "a < b": '"<" is not an operator; step(edge, x) is 1 where x is at least the edge',
    "a ? b : c": '"?" is not an operator; did you mean select(condition, a, b)?',
    "1,5": '"," stands outside of a call\'s arguments; did you mean "1.5"?',
    "a, b": '"," stands outside of a call\'s arguments',
    "sin(t": '"(" is never closed; did you forget ")"?',
    "t)": '")" closes nothing',
    "1 + * 2": '"*" follows "+", where a value was expected',
    "1 +": 'the expression ends after "+", where a value was expected',
    "": "the expression is empty, where a value was expected",
    "* 2": '"*", where a value was expected',
    "1. + t": '"1." has no digit after its point; did you mean 1.0?',
    "1e999": "1e999 is too large a number; the largest is 1.797e308",
    "a @@@ b": '"@" is not part of the language',
    "3 − 1": '"−" (U+2212) is not the minus sign of the keyboard; did you mean "-"?',  # noqa: RUF001
    "t\u200b": "U+200B is not part of the language",
    "sin + 1": '"sin" is a function, without its arguments; did you mean sin(x)?',
    "sin t": '"sin" is a function, its argument not in parentheses; did you mean "sin(t)"?',
    "sine(t)": 'there is no function "sine"; did you mean "sin"?',
    "ln(t)": 'there is no function "ln"; did you mean "log"?',
    "Math.cos(t)": 'there is no function "Math.cos"; did you mean "cos"?',
    "wiggle(t)": 'there is no function "wiggle"; to multiply, write "wiggle*(…)"',
    "pi(t)": '"pi" is a constant, not a function; did you mean "pi*(…)"?',
    "sin(t, 1)": "sin(x) takes 1 argument, not 2",
    "sin(1,5)": 'sin(x) takes 1 argument, not 2; did you mean "1.5"?',
    "max(1)": "max(a, b, …) takes at least 2 arguments, not 1",
    "clamp(t, 0)": "clamp(x, lo, hi) takes 3 arguments, not 2",
    "clamp(t, 0,5, 1)": 'clamp(x, lo, hi) takes 3 arguments, not 4; did you mean "0.5"?',
    "-" * 101 + "t": "the nesting is deeper here than 100 levels, the most there may be",
    "t" * 10_001: "the text has 10001 characters, where 10000 are the most",
    "t" + "+t" * 2048: "the expression takes 4097 steps, where 4096 are the most",
}


@pytest.mark.parametrize(("text", "sentence"), SENTENCES.items(), ids=lambda value: value[:20])
def test_each_fault_has_its_sentence(text: str, sentence: str) -> None:
    assert diagnose(text)[0].sentence == sentence


@pytest.mark.parametrize("text", SENTENCES, ids=lambda value: value[:20])
def test_a_sentence_keeps_the_style_of_the_house(text: str) -> None:
    for fault in diagnose(text):
        assert not re.search(r"(?i)invalid|please|[!.]$", fault.sentence)


def test_an_error_prints_its_line_with_carets() -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression("1 +\n2 ** t\n+ 3")
    assert str(caught.value) == (
        'line 2, column 3: "**" is not an operator; did you mean "^"? [expression-syntax]\n'
        "  2 ** t\n"
        "    ^^"
    )
    error = caught.value
    assert (error.rule, error.span, error.line, error.column) == (
        "expression-syntax",
        Span(6, 8),
        2,
        3,
    )


@pytest.mark.parametrize(
    ("text", "shown", "carets"),
    [
        ("\tx @", "  \tx @", "  \t  ^"),
        ("a +\r\nb @", "  b @", "    ^"),
        ("\u4f60 + 1", "  \u4f60 + 1", "  ^"),
        ('"a" @', '  "a" @', "  ^"),
        ("1\x1b+2", "  1\ufffd+2", "   ^"),
    ],
)
def test_carets_stand_under_the_fault(text: str, shown: str, carets: str) -> None:
    lines = str(diagnose(text)[0]).splitlines()
    assert lines[1] == shown
    assert lines[2] == carets


def test_carets_after_wide_characters_are_moved_along() -> None:
    fault = diagnose("\u4f60\u4f60 @")[0]
    wide = ExpressionError(fault.source, Span(3, 4), "expression-syntax", "told")
    assert str(wide).splitlines()[2] == "       ^"


def test_a_long_line_is_cut_around_the_fault() -> None:
    text = "t+" * 1000 + "@" + "+t" * 1000
    shown, carets = str(diagnose(text)[0]).splitlines()[1:]
    assert len(shown) < 110
    assert shown[carets.index("^")] == "@"


def test_diagnose_finds_every_fault_in_the_order_of_the_text() -> None:
    faults = diagnose("2x + sine(t) ** clamp(1) + (y")
    assert [(fault.rule, fault.span.start) for fault in faults] == [
        ("expression-syntax", 0),
        ("unknown-function", 5),
        ("expression-syntax", 13),
        ("wrong-argument-count", 16),
        ("expression-syntax", 27),
    ]


def test_compiling_raises_the_first_fault() -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression("sine(t) + 2x")
    assert caught.value.rule == "unknown-function"
    assert caught.value.sentence == diagnose("sine(t) + 2x")[0].sentence


@pytest.mark.parametrize(
    "text", ["a @ b", "sin t", "1 + cos 2*t", "f $(x)", "sin(,)", "x[1]", "(1,5)*2", "t) * (t"]
)
def test_a_fault_silences_what_follows_from_it(text: str) -> None:
    wanted = {"x[1]": 3, "f $(x)": 2, "sin(,)": 2, "t) * (t": 2}.get(text, 1)
    assert len(diagnose(text)) == wanted


def test_a_text_that_compiles_has_no_faults() -> None:
    assert diagnose("sin(t*2*pi)*amp + clamp(x, 0, 1)^2") == ()


def test_an_error_survives_pickling() -> None:
    error = diagnose("2x")[0]
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert str(again) == str(error)
    assert again.span == error.span


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_misspelled_function_is_recognised(name: str) -> None:
    assert likely_function(name.upper()) == name
    if len(name) > 4 and name[:-1] not in FUNCTIONS:
        assert likely_function(name[:-1]) == name


@some
@given(noise)
def test_any_text_compiles_or_has_faults_with_places(text: str) -> None:
    faults = diagnose(text)
    if not faults:
        assert compile_expression(text).steps
        return
    with pytest.raises(ExpressionError) as caught:
        compile_expression(text)
    assert str(caught.value) == str(faults[0])
    assert all(0 <= fault.span.start <= fault.span.end <= len(text) for fault in faults)


@pytest.mark.parametrize("character", ["(", ")", "-", "^", "9", "*", ",", "@", "=", "t(", "\u00e9"])
def test_a_megabyte_of_anything_is_refused_at_once(character: str) -> None:
    faults = diagnose(character * 1_000_000)
    assert [fault.rule for fault in faults] == ["expression-too-large"]
    assert len(str(faults[0])) < 500


@pytest.mark.parametrize(
    "text", ["(", ")", "-", "^", "9", "*", ",", "@", "=", "t(", "a b ", "min(1)+", "sin(),", "[]"]
)
def test_the_longest_texts_of_one_kind_end_with_faults(text: str) -> None:
    assert diagnose((text * 10_000)[:10_000])


def test_text_of_another_type_is_a_wrong_call() -> None:
    with pytest.raises(TypeError):
        compile_expression(3)  # type: ignore[arg-type]
