"""The parser's tables, made from ``driver.lark``: ``python -m expressions.grammar [--check]``.

lark needs longer to load than an expression needs to compile a hundred times
over, so it builds the tables once, here, and `expressions.tables` carries them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

GRAMMAR: Final = Path(__file__).with_name("driver.lark")
TABLES: Final = Path(__file__).with_name("tables.py")

HEADER: Final = '''"""The parser's tables, by ``python -m expressions.grammar``."""

from typing import Final

# fmt: off
# ruff: noqa: E501, Q000 - rows of a table
'''


def grammar(*, strict: bool = False) -> Lark:
    """Return the grammar as lark reads it; ``strict`` refuses what it would resolve silently."""
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", strict=strict)


def tables_text() -> str:
    """Return the text of `expressions.tables`: patterns, rules, and each state's actions.

    In a state, a token or rule maps to the next state, or to ``~n`` for
    "reduce by rule n"; states are numbered as they are reached from the first,
    so that equal grammars give equal text.
    """
    data, memo = grammar().memo_serialize([TerminalDef, Rule])
    parser = data["parser"]["parser"]
    order = _reached(parser)
    rules: dict[int, int] = {}
    states = [_actions(parser, state, order, rules) for state in order]
    return "\n".join(
        [
            HEADER + _table("PATTERNS", "dict[str, str]", _patterns(memo), "{}"),
            _table("RULES", "tuple[tuple[str, str, int], ...]", _rules(memo, rules), "()"),
            _table("ACTIONS", "tuple[dict[str, int], ...]", states, "()"),
            f"ACCEPTING: Final = {order[parser['end_states']['start']]}\n",
        ]
    )


def _table(name: str, annotation: str, rows: list[str], brackets: str) -> str:
    body = "".join(f"    {row},\n" for row in rows)
    return f"{name}: Final[{annotation}] = {brackets[0]}\n{body}{brackets[1]}\n"


def _patterns(memo: dict[int, Any]) -> list[str]:
    terminals = (entry for entry in memo.values() if entry["__type__"] == "TerminalDef")
    return [
        f"{terminal['name']!r}: {_regular(terminal['pattern'])!r}"
        for terminal in sorted(terminals, key=lambda terminal: str(terminal["name"]))
    ]


def _regular(pattern: dict[str, Any]) -> str:
    value: str = pattern["value"]
    return value if pattern["__type__"] == "PatternRE" else "\\" + value


def _rules(memo: dict[int, Any], numbers: dict[int, int]) -> list[str]:
    rows = []
    for key in numbers:
        rule = memo[key]
        origin = rule["origin"]["name"]
        rows.append(repr((rule["alias"] or "", origin, len(rule["expansion"]))))
    return rows


def _reached(parser: dict[str, Any]) -> dict[int, int]:
    """Each state's number, in the order in which a walk from the first meets them."""
    order = {parser["start_states"]["start"]: 0}
    for state in (waiting := list(order)):
        for token in sorted(parser["states"][state], key=parser["tokens"].__getitem__):
            reduces, target = parser["states"][state][token]
            if not reduces and target not in order:
                order[target] = len(order)
                waiting.append(target)
    return order


def _actions(
    parser: dict[str, Any], state: int, order: dict[int, int], rules: dict[int, int]
) -> str:
    row = {}
    for token in sorted(parser["states"][state], key=parser["tokens"].__getitem__):
        reduces, target = parser["states"][state][token]
        row[parser["tokens"][token]] = (
            ~rules.setdefault(target["@"], len(rules)) if reduces else order[target]
        )
    return repr(row)


def main(arguments: list[str]) -> int:
    """Write `expressions.tables`, or with ``--check`` say by the status whether it is current."""
    if "--check" in arguments:
        return int(TABLES.read_text(encoding="utf-8") != tables_text())
    TABLES.write_text(tables_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
