"""An editor for tests: a client of the language server that edits texts and waits for findings."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from attrs import define, field
from lsprotocol import types
from pytest_lsp import ClientServerConfig, client_capabilities

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from pytest_lsp import LanguageClient

COMMAND: Final = (sys.executable, "-m", "animspec", "lsp")

PATIENCE: Final = 30.0
"""Seconds until a test gives up: a busy machine is slow."""

SET: Final = "walk.voxelanim.json"
SCENE: Final = "scene.sceneanim.json"


@define(eq=False)
class Editor:
    """A client with the folder that it has open."""

    client: LanguageClient
    folder: Path
    registered: list[types.Registration] = field(factory=list)
    published: asyncio.Queue[types.PublishDiagnosticsParams] = field(factory=asyncio.Queue)

    def uri(self, name: str) -> str:
        """Return the URI of a file in the folder, or the name if it is one already."""
        return name if ":" in name else (self.folder / name).as_uri()

    async def told(self, uri: str, version: int | None) -> Sequence[types.Diagnostic]:
        """Return the diagnostics of a version of a document, once they are told."""
        while True:
            params = await asyncio.wait_for(self.published.get(), PATIENCE)
            if params.uri == uri and params.version == version:
                return list(params.diagnostics)

    def show(self, name: str, text: str, version: int = 1) -> str:
        """Open a document; return its URI."""
        uri = self.uri(name)
        item = types.TextDocumentItem(uri, "json", version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    async def open(self, name: str, text: str) -> Sequence[types.Diagnostic]:
        """Open a document and return its diagnostics."""
        return await self.told(self.show(name, text), 1)

    def type(self, name: str, version: int, *edits: tuple[types.Range | None, str]) -> None:
        """Change a document: each text takes the place of a range, or of everything."""
        changes: list[Any] = [
            types.TextDocumentContentChangeWholeDocument(text)
            if where is None
            else types.TextDocumentContentChangePartial(range=where, text=text)
            for where, text in edits
        ]
        which = types.VersionedTextDocumentIdentifier(version, self.uri(name))
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(which, changes))

    def close(self, name: str) -> None:
        """Close a document."""
        which = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(which))

    async def actions(
        self, name: str, where: types.Range, only: Sequence[str] | None = None
    ) -> list[types.CodeAction]:
        """Return the code actions that are offered for a range."""
        context = types.CodeActionContext([], only=only)
        params = types.CodeActionParams(self.document(name), where, context)
        offered = await self.client.text_document_code_action_async(params)
        return [each for each in offered or () if isinstance(each, types.CodeAction)]

    def document(self, name: str) -> types.TextDocumentIdentifier:
        """Return what requests call a document."""
        return types.TextDocumentIdentifier(self.uri(name))


@asynccontextmanager
async def serving(
    folder: Path,
    capabilities: str | types.ClientCapabilities,
    *flags: str,
    options: Any = None,
) -> AsyncIterator[Editor]:
    """Run the server for a client that has a folder open; it must end well with it."""
    config = ClientServerConfig(server_command=[*COMMAND, *flags])
    client: Any = await config.start()
    editor = Editor(client, folder)
    features = client.protocol.fm.features
    features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = editor.published.put_nowait
    features[types.CLIENT_REGISTER_CAPABILITY] = lambda params: editor.registered.extend(
        params.registrations
    )
    params = types.InitializeParams(
        client_capabilities(capabilities) if isinstance(capabilities, str) else capabilities,
        workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
        initialization_options=options,
    )
    await client.initialize_session(params)
    yield editor
    await client.shutdown_session()
    assert client.error is None
    await client.stop()


def spot(text: str, mark: str = "|") -> tuple[str, types.Position]:
    """Return a text without a mark in it, and where the mark was, in units of UTF-16.

    >>> spot("a\\nb|c")
    ('a\\nbc', 1:1)
    """
    before, _, after = text.partition(mark)
    line = before.count("\n")
    units = before.rpartition("\n")[2].encode("utf-16-le")
    return before + after, types.Position(line, len(units) // 2)


def edited(text: str, edits: Sequence[types.TextEdit]) -> str:
    """Return a text after the edits of a client that counts in UTF-16 and knows LF only."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def at(position: types.Position) -> int:
        units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
        return starts[position.line] + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda each: at(each.range.start), reverse=True):
        text = text[: at(edit.range.start)] + edit.new_text + text[at(edit.range.end) :]
    return text


EVERYWHERE: Final = types.Range(types.Position(0, 0), types.Position(1_000_000, 0))
