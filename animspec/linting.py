"""Checking a document: bytes in, findings out, whatever the bytes are."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from animspec.catalogue import checking, entry
from animspec.collecting import Collector, without_consequences
from animspec.documents import Document, resting_collector
from animspec.holes import HOLE, HoleUsed
from animspec.kinds import ANIMATION_SET
from animspec.parts.unseen import Unseen
from animspec.reading import read_any
from animspec.settings import Settings
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from animspec.catalogue import Check, Entry
    from animspec.findings import Fault, Finding
    from animspec.kinds import Kind
    from animspec.parts.vocabulary import Survey
    from animspec.rule import Guard, Level, Rule

    Walk = Callable[[Any, Settings, Collection[Level]], Iterator[tuple[Level, Any]]]

DEFAULTS: Final = Settings()

WALKS: Final[dict[str, str]] = {
    "animation-set": "animspec.parts.sets",
    "scene-animation": "animspec.parts.scenes",
    "m3g-animation": "animspec.parts.m3g",
}
"""The module that walks over the parts of a document, by kind."""


@frozen
class Report:
    """The findings in one document, in the order of their places.

    ``left_out`` are the faults beyond what the settings want told.
    """

    findings: tuple[Finding, ...]
    left_out: tuple[Fault, ...] = ()

    def worst(self) -> Severity | None:
        """Return the severity of what matters most; None if there is nothing."""
        severities = [finding.severity for finding in self.findings]
        return min(severities, key=lambda severity: severity.rank, default=None)

    def fails(self, threshold: Severity = Severity.ERROR) -> bool:
        """Whether any finding matters as much as the threshold, or more."""
        return any(finding.severity.at_least(threshold) for finding in self.findings)


def check(
    data: bytes, name: str = "", settings: Settings | None = None, kind: Kind | None = None
) -> Report:
    """Return what is wrong with a document.

    The kind of document is taken from the end of ``name`` if that tells it,
    else from the members at the top, or from the first bytes of a binary file;
    ``kind`` overrides both. Nothing that the bytes hold makes it raise.

    >>> check(b'{"rig": "Fox", "clips": {}}', "fox.voxelanim.json").findings[0].message
    'clips is an object, expected an array'
    """
    chosen = DEFAULTS if settings is None else settings
    if len(data) > chosen.largest_file:
        return Report(too_large(name, chosen))
    with resting_collector():
        # The document goes before the collector wakes up, which else would look through it.
        found, faults = _placed(data, name, chosen, kind)
    return Report((*over_budget(name, len(data), chosen), *found), tuple(faults[len(found) :]))


def _placed(
    data: bytes, name: str, settings: Settings, kind: Kind | None
) -> tuple[tuple[Finding, ...], list[Fault]]:
    """Return the findings in a document, and all its faults."""
    document = read_any(data, name, kind, light=True)
    faults = list(faults_of(document, settings))
    if not faults:
        return (), faults
    from animspec.placing import place_all  # noqa: PLC0415 - a clean document has no places

    placed = place_all(document, faults[: settings.most], remedies=settings.remedies)
    if settings.severities:
        placed = tuple(
            evolve(each, severity=settings.severity(each.rule, each.severity)) for each in placed
        )
    return placed, faults


def without_place(
    rule: str, name: str, message: str, settings: Settings = DEFAULTS
) -> tuple[Finding, ...]:
    """Return the finding about a file as a whole, or nothing where it is not looked for."""
    own = entry(rule).rule.severity
    if not settings.wants(rule, own):
        return ()
    from animspec.findings import Finding  # noqa: PLC0415 - a clean document has none

    return (Finding(rule, settings.severity(rule, own), name, "", "", None, message),)


def too_large(name: str, settings: Settings = DEFAULTS) -> tuple[Finding, ...]:
    """Return the finding that a file is larger than what is read."""
    message = f"the file has more than {settings.largest_file} bytes"
    return without_place("file-too-large", name, message, settings)


def over_budget(name: str, size: int, settings: Settings) -> tuple[Finding, ...]:
    """Return the finding that a file has more bytes than its budget, if it has."""
    most = settings.budgets.file_bytes
    if most is None or size <= most:
        return ()
    message = f"the file has {size} bytes, expected at most {most}"
    return without_place("file-over-budget", name, message, settings)


def faults_of(document: Document, settings: Settings) -> Iterator[Fault]:
    """Yield the faults of a document that are to be shown."""
    channels = document.kind.channels if document.kind is not None else frozenset[str]()
    collector = Collector(channels, fold=settings.fold)
    for fault in document.faults:
        if not _is_allowed(fault, settings):
            collector.add(fault)
    if document.kind is not None and document.model is not HOLE:
        _apply(document, document.kind, settings, collector)
    if not collector:
        return
    for fault in without_consequences(collector.faults()):
        if settings.wants(fault.rule, entry(fault.rule).rule.severity):
            yield fault


def _is_allowed(fault: Fault, settings: Settings) -> bool:
    return fault.rule == "unknown-member" and fault.pointer[-1] in settings.allowed_members


def _apply(
    document: Document,
    kind: Kind,
    settings: Settings,
    collector: Collector,
) -> None:
    """Let every rule look at every part of its level, as far as the part is known."""
    if kind.name not in WALKS:
        return
    survey = _survey(document, kind, settings)
    checks: dict[Level, list[Check]] = {}
    for rule, check_part, guard in _plan(kind, settings):
        if guard is None or _may_speak(guard, survey):
            checks.setdefault(rule.level, []).append(check_part)
    if not checks:
        return
    walk: Walk = import_module(WALKS[kind.name]).walk
    # This loop runs some hundred times for a small file, hence no function per turn.
    for level, part in walk(document.model, settings, checks):
        for check_part in checks.get(level, ()):
            try:
                for fault in check_part(part):
                    collector.add(fault)
            except HoleUsed:
                continue


def _survey(document: Document, kind: Kind, settings: Settings) -> Survey:
    """Return what one look at a document proves."""
    if kind is not ANIMATION_SET:
        return UNSEEN
    from animspec.parts.set_survey import SetSurvey  # noqa: PLC0415 - of one kind

    return SetSurvey(document, settings)


def _may_speak(guard: Guard, survey: Survey) -> bool:
    """Whether a rule may have something to say; who looks into a hole proves nothing."""
    try:
        return guard(survey)
    except HoleUsed:
        return True


UNSEEN: Final = Unseen()

_Plan = list[tuple["Rule", "Check", "Guard | None"]]
_PLANS: Final[dict[tuple[str, int], tuple[Settings, _Plan]]] = {}
"""What has been planned, by kind and by the settings' identity, with the settings themselves."""

_PLANS_KEPT: Final = 64


def _plan(kind: Kind, settings: Settings) -> _Plan:
    """Return the rules that look at documents of a kind, each as it checks under the settings.

    Files by the thousand are checked under the same few settings.
    """
    key = (kind.name, id(settings))
    known = _PLANS.get(key)
    if known is None:
        if len(_PLANS) >= _PLANS_KEPT:
            _PLANS.clear()
        plan = [
            (each.rule, *_bound(each.rule, each.check, settings))
            for each in _asked(kind, settings)
            if each.check is not None
        ]
        known = _PLANS[key] = (settings, plan)
    return known[1]


def _bound(rule: Rule, check_part: Check, settings: Settings) -> tuple[Check, Guard | None]:
    """Return how a rule looks at a part under its thresholds or its budget, and its guard."""
    if rule.budget is not None:
        return partial(check_part, budget=getattr(settings.budgets, rule.budget)), rule.guard
    if not rule.thresholds:
        return check_part, rule.guard
    thresholds = {**rule.defaults(), **settings.thresholds.get(rule.name, {})}
    guard = None if rule.guard is None else partial(rule.guard, thresholds=thresholds)
    return partial(check_part, thresholds=thresholds), guard


def _asked(kind: Kind, settings: Settings) -> list[Entry]:
    """Return the rules that look at documents: those looked for, and ignored causes of them."""
    concerned = [each for each in checking(kind.name) if _concerns(each.rule, kind, settings)]
    asked = [each for each in concerned if settings.wants(each.rule.name, each.rule.severity)]
    if settings.ignore:
        # Who ignores a fault wants nothing of what follows from it either.
        causes = {cause for each in asked for cause in each.rule.silenced_by}
        asked += [
            each
            for each in concerned
            if each.rule.name in causes and settings.ignores(each.rule.name, each.rule.severity)
        ]
    return asked


def _concerns(rule: Rule, kind: Kind, settings: Settings) -> bool:
    """Whether a rule speaks of a kind of document, and has the budget that it speaks of."""
    if kind.name not in rule.kinds:
        return False
    return rule.budget is None or getattr(settings.budgets, rule.budget) is not None
