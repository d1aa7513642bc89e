"""Which requests about a document are answered, by what, and what the client is told of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lsprotocol import types

from animspec.lsp.actions import FIX_ALL, actions

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project

    Answer: TypeAlias = Callable[[Project, Opened, Any, types.ClientCapabilities], Any]


def code_actions(
    project: Project,
    opened: Opened,
    params: types.CodeActionParams,
    abilities: types.ClientCapabilities,
) -> list[types.CodeAction]:
    """Return what can be done about findings."""
    workspace = abilities.workspace
    edit = None if workspace is None else workspace.workspace_edit
    return actions(
        project, opened, params, versioned=edit is not None and bool(edit.document_changes)
    )


ANSWERS: Final[dict[str, tuple[Answer, Any]]] = {
    types.TEXT_DOCUMENT_CODE_ACTION: (
        code_actions,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]),
    ),
}
"""By method: the function that answers, and the options that are told the client."""
