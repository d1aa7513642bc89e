"""Expressions for property tests: from noise to well-behaved compositions."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import settings
from hypothesis import strategies as st

from expressions import FUNCTIONS, Step
from expressions.syntax import CONSTANTS, Call, Chain, Name, Node, Number, Power, Sign

PATIENT: Final = bool(os.environ.get("ANIMSPEC_FULL"))

some = settings(max_examples=2000 if PATIENT else 80, deadline=None)
few = settings(max_examples=500 if PATIENT else 25, deadline=None)

VARIABLES: Final = ("t", "x", "amp", "a.b")
WORDS: Final = (
    *VARIABLES,
    *("pi", "e", "sin", "clamp", "max(", "sine(", "1", "2.5", ".5", "1e3", "1e999", "1.", "**"),
    *("+", "-", "*", "/", "%", "^", "(", ")", ",", "=", "&&", "2x", "1,5", " ", "\n", "@", "π"),
)

noise = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=30).map("".join))
"""Texts that may mean anything: characters of all kinds, or the language's words in any order."""

numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 1.0, 2.0, 3.0, 0.5, -1.0, 1e308, 5e-324, 1e-300]),
    st.floats(-10, 10),
)
values = st.one_of(st.floats(), numbers)


def _literal(number: float) -> str:
    return f"({number!r})" if number < 0 or str(number)[0] == "-" else repr(number)


def _joined(operators: str) -> st.SearchStrategy[str]:
    leaves = st.one_of(st.sampled_from(VARIABLES), numbers.map(_literal))

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        pairs = st.tuples(inner, st.sampled_from(operators), inner)
        return st.one_of(
            pairs.map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
            pairs.map(lambda parts: f"{parts[0]} {parts[1]} {parts[2]}"),
            inner.map(lambda text: f"-({text})"),
        )

    return st.recursive(leaves, grown, max_leaves=12)


arithmetic = _joined("+-*/%^")
"""Operators alone, on numbers of every size."""


def _called(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def call(name: str) -> st.SearchStrategy[str]:
        count = FUNCTIONS[name].arity
        return st.lists(inner, min_size=count, max_size=count).map(
            lambda arguments: f"{name}({', '.join(arguments)})"
        )

    pairs = st.tuples(inner, st.sampled_from("+-*/%^"), inner)
    return st.one_of(
        st.sampled_from(sorted(FUNCTIONS)).flatmap(call),
        pairs.map(lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"),
    )


anything = st.recursive(
    st.one_of(st.sampled_from(VARIABLES), numbers.map(_literal)), _called, max_leaves=10
)
"""Every function and operator, on numbers of every size."""

SMOOTH: Final = ("sin", "cos", "atan", "tanh", "abs", "sqrt", "radians", "lerp", "min", "max")


def _smoothly(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def call(name: str) -> st.SearchStrategy[str]:
        count = FUNCTIONS[name].arity
        guard = "abs({})" if name == "sqrt" else "{}"
        return st.lists(inner.map(guard.format), min_size=count, max_size=count).map(
            lambda arguments: f"{name}({', '.join(arguments)})"
        )

    pairs = st.tuples(inner, st.sampled_from("+-*"), inner)
    return st.one_of(
        st.sampled_from(SMOOTH).flatmap(call),
        pairs.map(lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"),
    )


smooth = st.recursive(
    st.one_of(st.sampled_from(VARIABLES), st.floats(-3, 3).map(_literal)), _smoothly, max_leaves=8
)
"""Compositions in which a small error stays small beside the sizes of the terms."""


def unfolded(node: Node) -> list[Step]:
    """The steps of a tree, nothing computed: written with recursion, as the library does not."""
    match node:
        case Number():
            return [Step("num", node.value)]
        case Name():
            known = CONSTANTS.get(node.text)
            return [Step("var", node.text)] if known is None else [Step("num", known)]
        case Sign():
            return unfolded(node.operand) + [Step("op", "neg")] * (node.sign == "-")
        case Power():
            return [*unfolded(node.base), *unfolded(node.exponent), Step("op", "^")]
        case Chain():
            steps = unfolded(node.first)
            for operator, operand in node.rest:
                steps += [*unfolded(operand), Step("op", operator)]
            return steps
        case Call():
            steps = []
            for place, argument in enumerate(node.arguments):
                steps += unfolded(argument)
                if place >= FUNCTIONS[node.name].arity - 1:
                    steps.append(Step("fn", node.name))
            return steps
