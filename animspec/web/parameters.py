"""What the query of a request may say: each parameter, how it is read, and how it is described."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from attrs import field, frozen

from animspec.configuration.shape import CONFIGURATION
from animspec.kinds import KINDS
from animspec.reports import FORMS
from animspec.tables import Flag, Items, Member, Number, Table, Text, Word
from animspec.web.problems import ProblemError
from animspec.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from animspec.tables import Shape

MOST_PARAMETERS: Final = 100
"""Pairs in a query; more are no request of ours."""

CHECKING: Final = (
    *("select", "ignore", "show", "fold", "allowed-members"),
    *("severities", "thresholds", "budgets"),
)
"""The keys of a configuration file that a request may set: those that name no file."""

SETTINGS: Final = Table(
    {key: CONFIGURATION.members[key] for key in CHECKING}, noun="Animspec-Settings"
)
"""The shape of what a request sets about checking."""


@frozen
class Parameter:
    """One parameter of a query.

    Attributes:
        shape: what its value may be, once it has been read.
        description: a sentence with its full stop.
        example: how it is written in a query.
        default: what holds without it, as the description has it.
    """

    shape: Shape
    description: str
    example: str
    default: Any = None
    read: Callable[[Sequence[str]], Any] = field(default=lambda words: words[-1])

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema, as it is written in a query."""
        written: dict[str, Any] = {"type": "string"}
        if isinstance(self.shape, Word | Flag | Number):
            written = self.shape.schema()
        return written if self.default is None else {**written, "default": self.default}


_FLAGS: Final = {"true": True, "1": True, "": True, "false": False, "0": False}


def _flag(words: Sequence[str]) -> Any:
    return _FLAGS.get(words[-1].lower(), words[-1])


def _number(words: Sequence[str]) -> Any:
    try:
        return float(words[-1])
    except ValueError:
        return words[-1]


def _list(words: Sequence[str]) -> list[str]:
    return [each.strip() for word in words for each in word.split(",") if each.strip()]


def _pairs(words: Sequence[str]) -> dict[str, str]:
    """Return the value that follows the last colon of each item, by what stands before it."""
    found = {}
    for item in _list(words):
        key, colon, value = item.rpartition(":")
        if not colon:
            raise ValueError(f'"{item}" has no colon, expected NAME:VALUE')
        found[key] = value
    return found


def _thresholds(words: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return thresholds by rule and by name."""
    found: dict[str, dict[str, Any]] = {}
    for place, value in _pairs(words).items():
        rule, dot, name = place.partition(".")
        if not dot:
            raise ValueError(f'"{place}" has no dot, expected RULE.THRESHOLD:NUMBER')
        found.setdefault(rule, {})[name] = _number([value])
    return found


def _of(key: str) -> Member:
    return CONFIGURATION.members[key]


NAME: Final = Parameter(
    Text(),
    "What reports call the document; the end of a native name tells its kind. It is a label: "
    "no file of that name is looked for.",
    "fox.voxelanim.json",
    "<body>",
)

KIND: Final = Parameter(
    Word(lambda: [kind.name for kind in KINDS]),
    "The kind of document, whatever the name and the members at the top say.",
    "animation-set",
)

ABOUT_DOCUMENT: Final[dict[str, Parameter]] = {"name": NAME, "kind": KIND}

ABOUT_CHECKING: Final[dict[str, Parameter]] = {
    "select": Parameter(
        _of("select").shape,
        'The only rules that are looked for: names and severities with commas between, or "all".',
        "error,loop-seam-jump",
        read=_list,
    ),
    "ignore": Parameter(
        _of("ignore").shape,
        "Rules that are not looked for, beside those that the service ignores.",
        "key-off-frame-grid",
        read=_list,
    ),
    "show": Parameter(_of("show").shape, _of("show").description, "hint", "warning"),
    "fold": Parameter(_of("fold").shape, _of("fold").description, "false", True, _flag),
    "allowed-members": Parameter(
        _of("allowed-members").shape,
        "Names of extra members that the document may hold, with commas between.",
        "extras",
        read=_list,
    ),
    "severities": Parameter(
        _of("severities").shape,
        "How much findings matter, by rule: RULE:SEVERITY, with commas between.",
        "loop-seam-jump:error",
        read=_pairs,
    ),
    "thresholds": Parameter(
        _of("thresholds").shape,
        "The numbers that rules judge by: RULE.THRESHOLD:NUMBER, with commas between.",
        "loop-seam-jump.share:0.02",
        read=_thresholds,
    ),
}

FORMAT: Final = Parameter(Word(lambda: FORMS), "The form of the report.", "sarif", "json")

UNSAFE: Final = Parameter(
    Flag(), "Whether fixes are applied that somebody must look at.", "true", False, _flag
)


PLANS: Final = ("frames", "keys", "curve")

SAMPLES: Final = ("json", "csv", "npz")


def _numbers(words: Sequence[str]) -> list[Any]:
    return [_number([word]) for word in _list(words)]


ABOUT_SAMPLING: Final[dict[str, Parameter]] = {
    "clip": Parameter(
        Text(), "One clip, by its id or name; of keyframe sequences one by its id.", "Walk"
    ),
    "track": Parameter(
        Items(Text(), least=1),
        "Globs of tracks or channels with commas between.",
        "Body/*,camera.fov",
        read=_list,
    ),
    "plan": Parameter(
        Word(lambda: PLANS),
        "When: at every frame, at every key, or as a drawing of the curve needs it.",
        "curve",
        "frames",
    ),
    "fps": Parameter(Number(exclusive=True), "So many frames a second.", "30", read=_number),
    "at": Parameter(
        Items(Number(-sys.float_info.max), least=1),
        "At these times, in the document's own unit, with commas between; instead of a plan.",
        "0,500,12000",
        read=_numbers,
    ),
    "format": Parameter(Word(lambda: SAMPLES), "The form of the samples.", "csv", "json"),
    "keys": Parameter(
        Flag(), "Whether JSON tells the keys of each channel, too.", "true", False, _flag
    ),
}

OUTPUTS: Final = ("report", "document", "diff")

OUTPUT: Final = Parameter(
    Word(lambda: OUTPUTS),
    "What is answered: all that there is to say, as JSON; the fixed document alone; or what the "
    "fixes change, as a unified diff.",
    "diff",
    "report",
)


def read_query(query: str, known: Mapping[str, Parameter]) -> dict[str, Any]:
    """Return what a query says, by parameter.

    >>> read_query("select=error,scale-zero&fold=false", ABOUT_CHECKING)
    {'select': ['error', 'scale-zero'], 'fold': False}

    Raises:
        ProblemError: a parameter is not known, or has a value that cannot be used.
    """
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        detail = f"the query has more than {MOST_PARAMETERS} parameters"
        raise ProblemError("parameter-wrong", detail) from None
    words: dict[str, list[str]] = {}
    for key, word in pairs:
        words.setdefault(key, []).append(word)
    return {key: _read(key, each, known) for key, each in words.items()}


def _read(key: str, words: Sequence[str], known: Mapping[str, Parameter]) -> Any:
    """Return the value of one parameter."""
    if key not in known:
        guess = did_you_mean(key, known) or f"; it knows {', '.join(known) or 'none'}"
        detail = f'the address has no parameter "{key[:40]}"{guess}'
        raise ProblemError("parameter-wrong", detail, parameter=key[:40])
    parameter = known[key]
    try:
        value = parameter.read(words)
        problems = list(parameter.shape.problems(value, key))
    except ValueError as error:
        problems = [f"{key}: {error}"]
    if problems:
        detail = "; ".join(problems[:3])
        raise ProblemError("parameter-wrong", detail, parameter=key)
    return value
