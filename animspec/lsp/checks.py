"""What is found in an open document, each version looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from animspec.documents import resting_collector
from animspec.kinds import by_members
from animspec.linting import faults_of
from animspec.lsp.diagnostics import about_configuration, about_more, diagnostics
from animspec.lsp.project import findings
from animspec.lsp.sketching import spot_at
from animspec.pointers import to_text
from animspec.reading import read_any
from animspec.remedies import remedies_of
from animspec.settings import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lsprotocol.types import Diagnostic

    from animspec.documents import Document
    from animspec.findings import Fault, Finding, Remedy
    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Chosen, Project

Key: TypeAlias = tuple[str, str, str]
"""What tells a fault and its finding: rule, pointer and message."""

MOST: Final = 5_000
"""How many diagnostics of a document are shown: far more, and a client does nothing else."""


@frozen(eq=False)
class Examined:
    """What was found in one version of a document, and the diagnostics of that, in one order.

    After them may come diagnostics that are of no finding.
    """

    findings: Sequence[Finding] = ()
    shown: Sequence[Diagnostic] = ()


def examined(project: Project, opened: Opened) -> Examined:
    """Return what is wrong with an open document; it takes a while."""
    try:
        chosen = project.of(opened.path)
    except ConfigurationError as error:
        return Examined((), about_configuration(error))
    memory = opened.memory
    known = memory.checked
    if known is not None and known[0] is opened.text and known[1] is chosen:
        return known[2]
    found: Sequence[Finding] = ()
    if is_ours(opened, chosen):
        found, memory.pieces = findings(opened.text.data, chosen, memory.pieces)
    shown = diagnostics(found[:MOST], opened.text, opened.uri)
    result = Examined(found[:MOST], [*shown, *about_more(len(found), MOST)])
    memory.checked = (opened.text, chosen, result)
    return result


def is_ours(opened: Opened, chosen: Chosen) -> bool:
    """Whether a document is to be checked; one without a name if its members tell its kind."""
    if chosen.is_named:
        return chosen.is_ours
    data = opened.text.data
    return by_members(spot_at(data, len(data.rstrip().removesuffix(b"}"))).names) is not None


def remedies(opened: Opened, chosen: Chosen, wanted: Sequence[Finding]) -> list[Remedy | None]:
    """Return the remedy of each of some findings; None where it has none that can be told."""
    document, faults = _faults(opened, chosen)
    concerned = [faults.get((each.rule, each.pointer, each.message)) for each in wanted]
    return [None if fault is None else _remedy(document, fault) for fault in concerned]


def _remedy(document: Document, fault: Fault) -> Remedy | None:
    try:
        return remedies_of(document, [fault])[0]
    except Exception:  # noqa: BLE001 - a fix that fails is no reason to offer none of the others
        return None


def _faults(opened: Opened, chosen: Chosen) -> tuple[Document, dict[Key, Fault]]:
    """Return a document with its faults, whose fixes can be made."""
    memory = opened.memory
    known = memory.faults
    if known is not None and known[0] is opened.text and known[1] is chosen:
        return known[2], known[3]
    settings = chosen.settings if chosen.alone is None else chosen.alone
    with resting_collector():
        document = read_any(opened.text.data, chosen.name, chosen.kind)
        every = {
            (fault.rule, to_text(fault.pointer), fault.message): fault
            for fault in faults_of(document, settings)
        }
    memory.faults = (opened.text, chosen, document, every)
    return document, every
