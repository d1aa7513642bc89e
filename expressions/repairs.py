"""How the parser goes on where a text is wrong, and what is said about it there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from expressions.errors import ExpressionError, Span
from expressions.functions import FUNCTIONS
from expressions.lexing import END, UNKNOWN, Token, quoted
from expressions.tables import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

_STARTS_A_VALUE: Final = frozenset({"NUMBER", "NAME", "OPEN"})


class Repairs:
    """The faults of a text's syntax, each told once, and the changes to its tokens."""

    def __init__(self, text: str, faults: list[ExpressionError]) -> None:
        self.text = text
        self.faults = faults
        self.told = {fault.span.start for fault in faults}

    def say(self, token: Token, span: Span, sentence: str) -> None:
        """Note a fault, unless there is one at ``token`` already."""
        if token.span.start not in self.told:
            self.faults.append(ExpressionError(self.text, span, "expression-syntax", sentence))

    def balanced(self, tokens: Sequence[Token]) -> list[Token]:
        """Return ``tokens`` with every parenthesis in a pair, and commas only between arguments."""
        kept: list[Token] = []
        opened: list[tuple[Token, bool]] = []
        waiting = list(reversed(tokens))
        while waiting:
            token = waiting.pop()
            if token.kind == "OPEN":
                opened.append((token, bool(kept) and kept[-1].kind == "NAME"))
            elif token.kind == "CLOSE" and not opened:
                self.say(token, token.span, f"{quoted(token.text)} closes nothing")
                continue
            elif token.kind == "CLOSE":
                opened.pop()
            elif token.kind == "COMMA" and not (opened and opened[-1][1]):
                if self._stray_comma(kept, token, waiting[-1]):
                    waiting.pop()
                    continue
                token = Token("PLUS", token.text, token.span)
            elif token.kind == END:
                kept += self._closed(opened, token)
            kept.append(token)
        return kept

    def _stray_comma(self, kept: list[Token], comma: Token, after: Token) -> bool:
        """Tell of a comma outside of a call; return whether it stands in a number."""
        sentence = f"{quoted(comma.text)} stands outside of a call's arguments"
        before = kept[-1] if kept else comma
        if is_decimal_comma(before.text, before.span, after.text, after.span):
            guess = f'did you mean "{before.text}.{after.text}"?'
            self.say(comma, before.span.to(after.span), f"{sentence}; {guess}")
            return True
        self.say(comma, comma.span, sentence)
        return False

    def _closed(self, opened: list[tuple[Token, bool]], end: Token) -> list[Token]:
        """Return a closing parenthesis for each of ``opened``."""
        for token, _ in opened:
            sentence = f'{quoted(token.text)} is never closed; did you forget ")"?'
            self.say(token, token.span, sentence)
        return [Token("CLOSE", "", end.span) for _ in opened]

    def at(self, tokens: list[Token], position: int, state: int) -> None:
        """Change ``tokens`` at ``position`` so that the parser can go on from ``state``.

        The parser has done nothing yet on account of the token: one that may
        follow a value is acted on in every state after a value.
        """
        token = tokens[position]
        if token.kind == UNKNOWN:
            del tokens[position]
            self.told.add(tokens[position].span.start)
            return
        if "NUMBER" in ACTIONS[state]:
            self._value_missing(tokens[position - 1] if position else None, token)
            kind = "NUMBER"
        else:
            self._operator_missing(tokens[position - 1], token)
            kind = "STAR"
        tokens.insert(position, Token(kind, "", Span(token.span.start, token.span.start)))

    def _value_missing(self, before: Token | None, token: Token) -> None:
        found = quoted(token.text) if token.text else "the expression ends"
        if before is None:
            place = "" if token.text else "the expression is empty"
            found = place or found
        elif token.text:
            found += f" follows {quoted(before.text)}"
        else:
            found += f" after {quoted(before.text)}"
        self.say(token, token.span, f"{found}, where a value was expected")

    def _operator_missing(self, before: Token, token: Token) -> None:
        if before.kind == "NAME" and before.text in FUNCTIONS:
            sentence = f"{quoted(before.text)} is a function, its argument not in parentheses"
            argument = "…" if token.text in FUNCTIONS else token.text
            guess = f'did you mean "{before.text}({argument})"?'
            self.say(token, before.span.to(token.span), f"{sentence}; {guess}")
            return
        sentence = f"{quoted(token.text)} follows {quoted(before.text)} without an operator"
        if (before.kind, token.kind) != ("NUMBER", "NUMBER"):
            left = "(…)" if before.kind == "CLOSE" else before.text
            right = "(…)" if token.kind == "OPEN" else token.text
            sentence += f'; did you mean "{left}*{right}"?'
        self.say(token, before.span.to(token.span), sentence)


def is_decimal_comma(before: str, before_span: Span, after: str, after_span: Span) -> bool:
    """Return whether two words around a comma look like one number: ``1,5``."""
    together = before_span.end + 1 == after_span.start
    return together and before.isdecimal() and after.isdecimal()
