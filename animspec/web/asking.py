"""What a request asks of the engine: the document, its name and kind, and how it is checked."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from animspec.configuration.reading import settings_of
from animspec.kinds import KINDS
from animspec.settings import Settings
from animspec.web.inflating import inflated
from animspec.web.parameters import CHECKING, SETTINGS, read_query
from animspec.web.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.kinds import Kind
    from animspec.web.messages import Task
    from animspec.web.parameters import Parameter

NAMELESS: Final = "<body>"
"""What reports call a document without a name."""

DEFAULTS: Final = Settings()

MOST_DIGITS: Final = 308
"""With more, a whole number may be beyond the largest double."""

_BY_NAME: Final = {kind.name: kind for kind in KINDS}


@frozen
class Setup:
    """What the service gives its workers when they start.

    Attributes:
        settings: how documents are checked where a request does not say.
        body_bytes: the largest body, inflated.
        findings: the most findings that a report lists.
        worker_bytes: the memory that a worker may have for data.
    """

    settings: Settings = DEFAULTS
    body_bytes: int = 2**25
    findings: int = 1000
    worker_bytes: int = 2**30


@frozen
class Asked:
    """A request, read.

    Attributes:
        data: the body, inflated.
        said: what the query says, by parameter.
    """

    setup: Setup
    data: bytes
    said: Mapping[str, Any]
    settings: Settings

    @property
    def name(self) -> str:
        """What reports call the document."""
        name: str = self.said.get("name", NAMELESS)
        return name

    @property
    def kind(self) -> Kind | None:
        """The kind of document that the request names."""
        return _BY_NAME.get(self.said.get("kind", ""))


def asked(setup: Setup, task: Task, data: bytes, known: Mapping[str, Parameter]) -> Asked:
    """Return what a request asks; ``known`` are the parameters of its address.

    Raises:
        ProblemError: it cannot be used.
    """
    said = read_query(task.query, known)
    body = inflated(data, task.encoding, setup.body_bytes)
    about = json.dumps({key: said[key] for key in CHECKING if key in said})
    settings = _settings(_Same(setup.settings), setup.findings, task.settings, about)
    return Asked(setup, body, said, settings)


class _Same:
    """Settings that are equal where they are one: they hold mappings, and so have no hash."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.settings is self.settings

    def __hash__(self) -> int:
        return id(self.settings)


@lru_cache(maxsize=64)
def _settings(base: _Same, most: int, head: str, query: str) -> Settings:
    """Return how a document is checked; equal requests get the same value, planned once."""
    settings = evolve(base.settings, remedies=True, most=most)
    for said in (_said(head), json.loads(query)):
        settings = adjusted(settings, said)
    return settings


def _said(head: str) -> dict[str, Any]:
    """Return what the head says about checking.

    Raises:
        ProblemError: it is not such JSON.
    """
    if not head.strip():
        return {}
    try:
        said = strict_json(head)
    except ValueError as error:
        detail = f"Animspec-Settings is not JSON: {error}"
        raise ProblemError("parameter-wrong", detail, parameter="Animspec-Settings") from None
    problems = list(SETTINGS.problems(said, ""))
    if problems:
        detail = "; ".join(problems[:3])
        raise ProblemError("parameter-wrong", detail, parameter="Animspec-Settings")
    return dict(said)


def adjusted(base: Settings, said: Mapping[str, Any]) -> Settings:
    """Return settings with what a request says; as flags do, ``select`` forgets what is ignored."""
    own = settings_of(said)
    thresholds = dict(base.thresholds)
    for rule, numbers in own.thresholds.items():
        thresholds[rule] = {**thresholds.get(rule, {}), **numbers}
    chosen = {
        key: getattr(own, key) for key in ("show", "fold", "select", "budgets") if key in said
    }
    ignore = frozenset[str]() if "select" in said else base.ignore
    return evolve(
        base,
        **chosen,
        ignore=ignore | own.ignore,
        allowed_members=base.allowed_members | own.allowed_members,
        severities={**base.severities, **own.severities},
        thresholds=thresholds,
    )


def strict_json(text: str | bytes) -> Any:
    """Return what JSON says, where every reader of JSON would say the same.

    >>> strict_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ValueError: the member "a" stands there twice

    Raises:
        ValueError: it is not JSON, or has NaN, an infinity, a member twice, or is nested too deep.
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_float=_finite,
            parse_int=_whole,
        )
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the member {json.dumps(name[:40])} stands there twice")
        found[name] = value
    return found


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def _whole(word: str) -> int:
    if len(word) > MOST_DIGITS:
        raise ValueError(f"{word[:20]}… is beyond the largest number")
    return int(word)


def _finite(word: str) -> float:
    value = float(word)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{word[:40]} is beyond the largest number")
    return value
