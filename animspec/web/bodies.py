"""The JSON bodies that requests about expressions have."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from animspec.tables import Items, Keyed, Member, Number, Table, Text
from animspec.web.asking import strict_json
from animspec.web.problems import ProblemError

if TYPE_CHECKING:
    from animspec.tables import Shape

ANY_NUMBER: Final = Number(-sys.float_info.max)
"""A finite number."""

POSITIVE: Final = Number(exclusive=True)

_EXPRESSION: Final = Member(Text(empty=True), "The text of the expression.", required=True)

_VARIABLES: Final = Member(
    Keyed(Text(), ANY_NUMBER), "The values of variables; one that is not given counts as 0."
)

CHECK: Final = Table({"expression": _EXPRESSION}, noun="the body")
"""What is asked of an expression that is to be checked."""

RANGE: Final = Table(
    {
        "start": Member(ANY_NUMBER, "The first time, in seconds.", required=True),
        "stop": Member(ANY_NUMBER, "The last time, in seconds, itself included.", required=True),
        "fps": Member(POSITIVE, "How many times a second.", required=True),
    }
)

EVALUATE: Final = Table(
    {
        "expression": _EXPRESSION,
        "variables": _VARIABLES,
        "times": Member(Items(ANY_NUMBER), "Times in seconds; 0 alone where nothing is said."),
        "range": Member(RANGE, "Times from start to stop instead."),
        "fps": Member(POSITIVE, "The frames a second, for fps and frame; those of range, if any."),
    },
    noun="the body",
)
"""What is asked of an expression that is to be evaluated."""


_SIDE: Final = Table(
    {
        "name": Member(Text(), "What the document is called; its end tells its kind."),
        "text": Member(Text(empty=True), "The document's text."),
        "base64": Member(Text(), "The bytes of a binary document, instead."),
    }
)

COMPARE: Final = Table(
    {
        "old": Member(_SIDE, "The document to compare with.", required=True),
        "new": Member(_SIDE, "The document that is compared.", required=True),
        "linear": Member(POSITIVE, "How far numbers may be apart.", more={"default": 0.001}),
        "degrees": Member(POSITIVE, "How far angles may be apart.", more={"default": 0.01}),
    },
    noun="the body",
)
"""What is asked of two documents that are to be compared."""


def read_body(data: bytes, shape: Shape) -> dict[str, Any]:
    """Return what a JSON body of a shape says.

    Raises:
        ProblemError: the body is not such JSON.
    """
    try:
        said = strict_json(data)
    except ValueError as error:
        raise ProblemError("request-wrong", f"the body is not JSON: {error}") from None
    problems = list(shape.problems(said, ""))
    if problems:
        raise ProblemError("request-wrong", "; ".join(problems[:3]))
    return dict(said)
