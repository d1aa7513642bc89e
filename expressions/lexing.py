"""Text into tokens, with a word for what belongs to other languages.

The limits on length and nesting are kept here, before anything is built, so
that a megabyte of ``(`` costs no more than a look at its length.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from expressions.errors import ExpressionError, Span
from expressions.tables import PATTERNS

LONGEST_TEXT: Final = 10_000
DEEPEST_NESTING: Final = 100

END: Final = "$END"
UNKNOWN: Final = "UNKNOWN"


class Token(NamedTuple):
    """A word of the text; ``kind`` is the grammar's name for it."""

    kind: str
    text: str
    span: Span


class Foreign(NamedTuple):
    """A word of another language: what to say of it, and the kind of token to go on with."""

    meaning: str
    kind: str


_NO_COMPARISON: Final = "is not an operator; step(edge, x) is 1 where x is at least the edge"
FOREIGN: Final[dict[str, Foreign]] = {
    "**": Foreign('is not an operator; did you mean "^"?', "CARET"),
    "//": Foreign("is not an operator; did you mean floor(a / b)?", "SLASH"),
    "&&": Foreign('is not an operator; did you mean "*", which is 0 when a side is 0?', "STAR"),
    "&": Foreign('is not an operator; did you mean "*", which is 0 when a side is 0?', "STAR"),
    "||": Foreign("is not an operator; did you mean max(a, b)?", "PLUS"),
    "|": Foreign("is not an operator; did you mean max(a, b)?", "PLUS"),
    "=": Foreign("sets nothing here: an expression is one value", "PLUS"),
    "==": Foreign("is not an operator; did you mean select(a - b, 0, 1)?", "PLUS"),
    "===": Foreign("is not an operator; did you mean select(a - b, 0, 1)?", "PLUS"),
    "!=": Foreign("is not an operator; did you mean select(a - b, 1, 0)?", "PLUS"),
    "!==": Foreign("is not an operator; did you mean select(a - b, 1, 0)?", "PLUS"),
    "<": Foreign(_NO_COMPARISON, "PLUS"),
    "<=": Foreign(_NO_COMPARISON, "PLUS"),
    ">": Foreign(_NO_COMPARISON, "PLUS"),
    ">=": Foreign(_NO_COMPARISON, "PLUS"),
    "!": Foreign("is not an operator; did you mean select(x, 0, 1)?", UNKNOWN),
    "?": Foreign("is not an operator; did you mean select(condition, a, b)?", "PLUS"),
    ":": Foreign("is not an operator; did you mean select(condition, a, b)?", "PLUS"),
    "[": Foreign('does not group; did you mean "("?', "OPEN"),
    "]": Foreign('does not group; did you mean ")"?', "CLOSE"),
    "{": Foreign('does not group; did you mean "("?', "OPEN"),
    "}": Foreign('does not group; did you mean ")"?', "CLOSE"),
    ";": Foreign('separates nothing here; did you mean ","?', "COMMA"),
    "×": Foreign('is not an operator; did you mean "*"?', "STAR"),  # noqa: RUF001 - the point
    "·": Foreign('is not an operator; did you mean "*"?', "STAR"),
    "÷": Foreign('is not an operator; did you mean "/"?', "SLASH"),
    "\u2212": Foreign('is not the minus sign of the keyboard; did you mean "-"?', "MINUS"),
    "\u2013": Foreign('is not the minus sign of the keyboard; did you mean "-"?', "MINUS"),
    "π": Foreign('is not a name; did you mean "pi"?', "NUMBER"),
    "τ": Foreign('is not a name; did you mean "tau"?', "NUMBER"),
    "²": Foreign('is not an operator; did you mean "^2"?', UNKNOWN),
    "³": Foreign('is not an operator; did you mean "^3"?', UNKNOWN),
    "√": Foreign("is not an operator; did you mean sqrt(x)?", UNKNOWN),
    "°": Foreign("is not an operator; did you mean radians(x) or sind(x)?", UNKNOWN),
    "\u00a0": Foreign("is white space of another kind; did you mean a space?", UNKNOWN),
    "\ufeff": Foreign("is a byte order mark, not part of an expression", UNKNOWN),
}

_WORD: Final = re.compile(
    "|".join(
        [
            r"(?P<FOREIGN>\*\*|//|[=!]==?|[<>]=|&&|\|\|)",
            r"(?P<TORN>[0-9]+\.(?![0-9])(?:[eE][+-]?[0-9]+)?)",
            *(f"(?P<{kind}>{pattern})" for kind, pattern in PATTERNS.items()),
            r"(?P<UNKNOWN>(?s:.))",
        ]
    )
)

_TROUBLES: Final = frozenset({"FOREIGN", "TORN", UNKNOWN})
_SIGNS: Final = frozenset({"PLUS", "MINUS"})
_CLOSING: Final = frozenset({"CLOSE", "COMMA"})
_ENDS_AN_OPERAND: Final = frozenset({"STAR", "SLASH", "PERCENT"}) | _SIGNS | _CLOSING
_ENDS_A_VALUE: Final = frozenset({"NUMBER", "NAME", "CLOSE"})


def tokens_of(text: str, faults: list[ExpressionError]) -> tuple[list[Token], bool]:
    """Return the tokens of ``text``, closed by one of kind ``END``; faults are added to ``faults``.

    Also whether parentheses come in pairs and commas stand only in calls.

    Raises:
        ExpressionError: the text is too long or nested too deep to go on.
    """
    if len(text) > LONGEST_TEXT:
        sentence = f"the text has {len(text)} characters, where {LONGEST_TEXT} are the most"
        span = Span(LONGEST_TEXT, LONGEST_TEXT + 1)
        raise ExpressionError(text, span, "expression-too-large", sentence)
    tokens: list[Token] = []
    for match in _WORD.finditer(text):
        kind = match.lastgroup or UNKNOWN
        if kind == "SPACE":
            continue
        start, end = match.span()
        token = Token(kind, text[start:end], Span(start, end))
        tokens.append(_explained(text, token, faults) if kind in _TROUBLES else token)
    tokens.append(Token(END, "", Span(len(text), len(text))))
    return tokens, _hold_nesting(text, tokens)


def _explained(text: str, token: Token, faults: list[ExpressionError]) -> Token:
    """Return the token to go on with in the place of one that is not the language's."""
    kind, word, span = token
    if kind == "TORN":
        sentence = f"{quoted(word)} has no digit after its point; did you mean {word}0?"
        faults.append(ExpressionError(text, span, "expression-syntax", sentence))
        return Token("NUMBER", "0", span)
    known = FOREIGN.get(word) or Foreign("is not part of the language", UNKNOWN)
    last = faults[-1] if faults else None
    if last and last.span.end == span.start and last.sentence.endswith(known.meaning):
        # A run of strange characters is one fault, as long as it is.
        last.span = last.span.to(span)
    else:
        sentence = f"{quoted(word)} {known.meaning}"
        faults.append(ExpressionError(text, span, "expression-syntax", sentence))
    return Token(known.kind, word, span)


def quoted(word: str) -> str:
    """``word`` in quotes; what is not plain ASCII with its code point."""
    if word.isascii() and word.isprintable():
        return f'"{word}"'
    codes = " ".join(f"U+{ord(character):04X}" for character in word)
    return f'"{word}" ({codes})' if word.isprintable() else codes


def _hold_nesting(text: str, tokens: list[Token]) -> bool:
    """Raise where the nesting passes the limit; return whether the parentheses are in order.

    A parenthesis nests until it closes; a sign, or the right side of ``^``,
    until the next operator, comma or parenthesis of its own level ends it.
    """
    outer: list[tuple[int, bool]] = []
    depth, own, before, in_call, in_order = 0, 0, "", False, True
    for kind, _, span in tokens:
        if kind == "OPEN":
            outer.append((own, in_call))
            depth, own, in_call = depth + 1, 0, before == "NAME"
        elif kind == "CLOSE" and outer:
            depth -= own + 1
            own, in_call = outer.pop()
        elif kind == "CARET" or (kind in _SIGNS and before not in _ENDS_A_VALUE):
            depth, own = depth + 1, own + 1
        elif kind in _ENDS_AN_OPERAND:
            depth, own = depth - own, 0
            in_order = in_order and (kind not in _CLOSING or (kind == "COMMA" and in_call))
        if depth > DEEPEST_NESTING:
            sentence = (
                f"the nesting is deeper here than {DEEPEST_NESTING} levels, the most there may be"
            )
            raise ExpressionError(text, span, "expression-too-large", sentence)
        before = kind
    return in_order and not outer
