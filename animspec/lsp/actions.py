"""Code actions: the fix of each finding, and all safe fixes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from animspec.fixing import fix
from animspec.lsp.checks import examined, is_ours, remedies
from animspec.lsp.project import spared
from animspec.severities import Safety

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lsprotocol.types import ClientCapabilities, CodeActionParams, Diagnostic

    from animspec.findings import ByteRange, Finding
    from animspec.lsp.checks import Examined
    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project

FIX_ALL: Final = "source.fixAll.animspec"

OFFERED: Final = 50
"""For how many findings at one place fixes are offered."""


def actions(
    project: Project, opened: Opened, params: CodeActionParams, abilities: ClientCapabilities
) -> list[CodeAction]:
    """Return what can be done about the findings in a range of a document."""
    versioned = _takes_versions(abilities)
    wanted = params.context.only
    found: list[CodeAction] = []
    if _is_wanted(CodeActionKind.QuickFix, wanted):
        found += _quick_fixes(project, opened, params, versioned=versioned)
    if wanted is not None and _is_wanted(FIX_ALL, wanted):
        found += _fix_all(project, opened, versioned=versioned)
    return found


def _takes_versions(abilities: ClientCapabilities) -> bool:
    """Whether a client takes edits of a version of a document."""
    workspace = abilities.workspace
    edit = None if workspace is None else workspace.workspace_edit
    return edit is not None and bool(edit.document_changes)


def _is_wanted(kind: str, wanted: Sequence[str] | None) -> bool:
    """Whether a kind of action is among those that a client asks for, or within one of them."""
    return wanted is None or any(f"{kind}.".startswith(f"{each}.") for each in wanted)


def _quick_fixes(
    project: Project, opened: Opened, params: CodeActionParams, *, versioned: bool
) -> list[CodeAction]:
    chosen = project.of(opened.path)
    near = _near(examined(project, opened), opened, params)
    told = remedies(opened, chosen, [finding for finding, _ in near])
    made: list[CodeAction] = []
    for (finding, diagnostic), remedy in zip(near, told, strict=True):
        if remedy is not None:
            edits = [(each.bytes, each.replacement) for each in remedy.edits]
            edit = workspace_edit(opened, edits, versioned=versioned)
            made.append(_quick_fix(finding, diagnostic, remedy.message, edit))
    return sorted(made, key=lambda action: not action.is_preferred)


def _near(
    known: Examined, opened: Opened, params: CodeActionParams
) -> list[tuple[Finding, Diagnostic]]:
    """Return the findings in a range that have a fix."""
    start, end = opened.text.span(params.range)
    near = []
    for finding, diagnostic in zip(known.findings, known.shown, strict=False):
        if finding.fixable is None:
            continue
        first, last = opened.text.span(diagnostic.range)
        if first <= end and start <= last:
            near.append((finding, diagnostic))
    return near[:OFFERED]


def _quick_fix(
    finding: Finding, diagnostic: Diagnostic, message: str, edit: WorkspaceEdit
) -> CodeAction:
    is_safe = finding.fixable is Safety.SAFE
    warning = "" if is_safe else "; look at what it does"
    return CodeAction(
        f"{message[:1].upper()}{message[1:]} ({finding.rule}{warning})",
        kind=CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=is_safe,
        edit=edit,
    )


def _fix_all(project: Project, opened: Opened, *, versioned: bool) -> list[CodeAction]:
    edits = all_fixes(project, opened)
    if not edits:
        return []
    edit = workspace_edit(opened, edits, versioned=versioned)
    return [CodeAction("Apply all safe fixes of animspec", kind=FIX_ALL, edit=edit)]


def all_fixes(project: Project, opened: Opened) -> list[tuple[ByteRange, str]]:
    """Return the edits that ``animspec check --fix`` makes in a document."""
    chosen = project.of(opened.path)
    if not is_ours(opened, chosen):
        return []
    data = opened.text.data
    outcome = fix(data, chosen.name, chosen.settings, chosen.kind, spared=spared(chosen))
    return [((each.start, each.end), each.replacement.decode()) for each in outcome.edits]


def workspace_edit(
    opened: Opened, edits: Iterable[tuple[ByteRange, str]], *, versioned: bool
) -> WorkspaceEdit:
    """Return edits of a document's bytes as a client applies them."""
    made: list[Any] = [TextEdit(opened.text.range(*where), new) for where, new in edits]
    if not versioned:
        return WorkspaceEdit(changes={opened.uri: made})
    document = OptionalVersionedTextDocumentIdentifier(opened.uri, opened.version)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(document, made)])
