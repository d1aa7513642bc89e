"""Which requests about a document are answered, by what, and what the client is told of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from lsprotocol import types

from animspec.lsp.actions import FIX_ALL, actions
from animspec.lsp.completion import completion
from animspec.lsp.hints import hints
from animspec.lsp.hover import hover
from animspec.lsp.lenses import lenses
from animspec.lsp.symbols import symbols

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project

    Answer: TypeAlias = Callable[[Project, Opened, Any, types.ClientCapabilities], Any]

ANSWERS: Final[dict[str, tuple[Answer, Any]]] = {
    types.TEXT_DOCUMENT_CODE_ACTION: (
        actions,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]),
    ),
    types.TEXT_DOCUMENT_CODE_LENS: (lenses, types.CodeLensOptions()),
    types.TEXT_DOCUMENT_COMPLETION: (
        completion,
        types.CompletionOptions(trigger_characters=['"', "/", ":", "("]),
    ),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (symbols, types.DocumentSymbolOptions()),
    types.TEXT_DOCUMENT_HOVER: (hover, types.HoverOptions()),
    types.TEXT_DOCUMENT_INLAY_HINT: (hints, types.InlayHintOptions()),
}
"""By method: the function that answers, and the options that are told the client."""
