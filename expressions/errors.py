"""What the language says about a text it cannot compile, and where in the text."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Rule: TypeAlias = Literal[
    "expression-syntax",
    "unknown-function",
    "wrong-argument-count",
    "expression-too-large",
    "bytecode-not-runnable",
]

WIDEST_EXCERPT: Final = 100
"""Columns of a source line that are shown at most: a terminal's width, about."""


class Span(NamedTuple):
    """A stretch of a text: the offsets of its first character and of the one after its last."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """Return the span from where this one starts to where ``other`` ends."""
        return Span(self.start, other.end)


class ExpressionError(ValueError):
    """The one error of the language: a text that does not compile, or steps that do not run.

    ``str()`` is the sentence, the rule and the line of the source with carets
    under the span. For steps from outside the source is their listing.
    """

    def __init__(self, source: str, span: Span, rule: Rule, sentence: str) -> None:
        super().__init__(source, span, rule, sentence)
        self.source = source
        self.span = span
        self.rule: Rule = rule
        self.sentence = sentence

    @property
    def line(self) -> int:
        """The line the span starts on, counted from 1."""
        return len(_lines_before(self.source, self.span.start))

    @property
    def column(self) -> int:
        """The column the span starts at, counted from 1 in code points."""
        return len(_lines_before(self.source, self.span.start)[-1]) + 1

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        return f"{place}: {self.sentence} [{self.rule}]\n{excerpt(self.source, self.span)}"


def excerpt(source: str, span: Span) -> str:
    r"""Return the line ``span`` starts on and carets under it, cut where the line is long.

    >>> print(excerpt("a +\n2 ** x", Span(6, 8)))
      2 ** x
        ^^
    """
    before = _lines_before(source, span.start)[-1]
    tail = source[span.start : span.start + WIDEST_EXCERPT]
    after = (tail.splitlines() or [""])[0]
    marked = max(1, min(span.end - span.start, len(after)))
    cut_left, cut_right = len(before) > WIDEST_EXCERPT // 2, len(after) >= WIDEST_EXCERPT // 2
    left = ("…" if cut_left else "") + before[-(WIDEST_EXCERPT // 2) :]
    right = after[: WIDEST_EXCERPT // 2]
    carets = "".join(_blank(character) for character in left) + "^" * min(marked, len(right) or 1)
    line = "".join(_shown(character) for character in left + right)
    return f"  {line}{'…' if cut_right else ''}\n  {carets}".replace("  \n", "\n", 1)


def _lines_before(source: str, offset: int) -> list[str]:
    """Return the lines up to ``offset``; the last one ends there."""
    return (source[:offset] + "|").replace("\r\n", "\n").replace("\r", "\n")[:-1].split("\n")


def _shown(character: str) -> str:
    """Return the character as a terminal may have it: what does not print is replaced."""
    return character if character.isprintable() or character == "\t" else "\ufffd"


def _blank(character: str) -> str:
    """As much blank space as the character is wide."""
    if character == "\t" or character.isascii():
        return "\t" if character == "\t" else " "
    from unicodedata import east_asian_width  # noqa: PLC0415 - only for text that is not ASCII

    return "  " if east_asian_width(character) in "WF" else " "
