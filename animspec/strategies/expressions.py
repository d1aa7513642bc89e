"""Driver expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from expressions import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

KNOWN: Final = ("t", "frame", "fps", "length", "value")
"""What every driver knows without variables."""

OPERATORS: Final = ("+", "-", "*", "/", "%", "^")

MOST_LEAVES: Final = 8
"""Of an expression: as much as anybody writes, far below the language's limits."""


def expressions(
    variables: Sequence[str] = KNOWN, *, most: int = MOST_LEAVES
) -> st.SearchStrategy[str]:
    """Return texts of expressions that compile, over some variables, with so many leaves at most.

    Every function and operator occurs; a value need not be finite on the way.
    """
    numbers = st.integers(0, 10_000).map(lambda number: f"{number / 1000:g}")
    leaves = st.sampled_from([*variables, "pi"]) | numbers
    return st.recursive(leaves, _grown, max_leaves=most)


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, st.sampled_from(OPERATORS), inner)
    return st.one_of(
        pairs.map(lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"),
        inner.map(lambda text: f"-({text})"),
        st.sampled_from(sorted(FUNCTIONS)).flatmap(lambda name: _called(name, inner)),
    )


def _called(name: str, inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    count = FUNCTIONS[name].arity
    arguments = st.lists(inner, min_size=count, max_size=count)
    return arguments.map(lambda texts: f"{name}({', '.join(texts)})")
