"""The server: which requests of a client are answered by what, and when documents are checked.

Messages are taken in one after the other on the loop. Whatever looks at a
document runs beside it in threads: one checks, one answers. Of a document that
has changed meanwhile nothing is told. An answer that fails is logged, and the
client gets none; nothing that a client sends ends the server.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from animspec.lsp.checks import Examined, examined
from animspec.lsp.documents import Documents, path_of
from animspec.lsp.features import ANSWERS
from animspec.lsp.project import FILES, Project, Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from animspec.lsp.documents import Opened
    from animspec.lsp.features import Answer

DEBOUNCE: Final = 0.15
"""Seconds without a change after which a document is checked: about a pause in typing."""

SECTION: Final = "animspec"
"""Under which name clients keep our settings."""

_LOG: Final = logging.getLogger(__name__)


class Session:
    """One client with its documents."""

    def __init__(self, server: LanguageServer, wishes: Wishes) -> None:
        self.server = server
        self.documents = Documents()
        self.project = Project(wishes)
        self._given = wishes
        self._checker = ThreadPoolExecutor(1, "check")
        self._reader = ThreadPoolExecutor(1, "read")
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def abilities(self) -> types.ClientCapabilities:
        """What the client can do."""
        return self.server.client_capabilities

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics itself, also when it is told to ask again."""
        document, workspace = self.abilities.text_document, self.abilities.workspace
        if document is None or document.diagnostic is None or workspace is None:
            return False
        return workspace.diagnostics is not None and bool(workspace.diagnostics.refresh_support)

    def start(self, params: types.InitializeParams) -> None:
        """Take in what the client says of itself."""
        encoding = self.server.workspace.position_encoding
        self.documents.encoding = str(getattr(encoding, "value", encoding))
        self.wish(params.initialization_options)
        self.move()

    def wish(self, options: Any) -> None:
        """Take in the client's settings."""
        said = options.get(SECTION, options) if isinstance(options, dict) else None
        wished = Wishes.of(said)
        self.project.wishes = Wishes(
            wished.show or self._given.show, wished.baseline or self._given.baseline
        )
        self.renew()

    def move(self) -> None:
        """Take in which folders are open."""
        workspace = self.server.workspace
        uris = [*workspace.folders, *([workspace.root_uri] if workspace.root_uri else [])]
        paths = [path_of(uri) for uri in uris]
        self.project.folders = tuple(dict.fromkeys(path for path in paths if path is not None))
        self.renew()

    def renew(self) -> None:
        """Read what projects say anew, and check all documents again."""
        self.project.forget()
        if self.pulls:
            if list(self.documents):
                self.server.workspace_diagnostic_refresh(None)
            return
        for opened in self.documents:
            self.check_soon(opened.uri, 0)

    def check_soon(self, uri: str, delay: float = DEBOUNCE) -> None:
        """Check a document after a while without a change, unless the client asks itself."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        if not self.pulls:
            loop = asyncio.get_running_loop()
            self._timers[uri] = loop.call_later(delay, self._check, uri)

    def _check(self, uri: str) -> None:
        self._timers.pop(uri, None)
        task = asyncio.get_running_loop().create_task(self._checked(uri))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _checked(self, uri: str) -> None:
        """Tell what is found in a document, unless it has changed before that is known."""
        opened = self.documents.get(uri)
        if opened is None:
            return
        found = await self.examine(opened)
        if found is not None and self.documents.get(uri) is opened:
            self._publish(uri, list(found.shown), opened.version)

    async def examine(self, opened: Opened) -> Examined | None:
        """Return what is found in a document; None where it changed before it was looked at."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._checker, self._examined, opened)

    def _examined(self, opened: Opened) -> Examined | None:
        if self.documents.get(opened.uri) is not opened:
            return None
        try:
            return examined(self.project, opened)
        except Exception:  # noqa: BLE001 - whatever a document holds must not end the server
            _LOG.exception("%s cannot be checked", opened.uri)
            return Examined()

    def close(self, uri: str) -> None:
        """Forget a document, and what was told of it."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        if self.documents.get(uri) is not None and not self.pulls:
            self._publish(uri, [], None)
        self.documents.close(uri)

    def _publish(self, uri: str, shown: list[types.Diagnostic], of: int | None) -> None:
        params = types.PublishDiagnosticsParams(uri, shown, version=of)
        self.server.text_document_publish_diagnostics(params)

    async def answer(self, answer: Answer, opened: Opened, params: Any) -> Any:
        """Return the answer to a request about a document; None where it fails."""
        loop = asyncio.get_running_loop()
        work = partial(answer, self.project, opened, params, self.abilities)
        try:
            return await loop.run_in_executor(self._reader, work)
        except Exception:  # noqa: BLE001 - as above
            _LOG.exception("a request about %s has no answer", opened.uri)
            return None


def make_server(wishes: Wishes | None = None) -> LanguageServer:
    """Return a server, which is started with ``start_io`` or ``start_tcp``."""
    server = LanguageServer("animspec", version("animspec"))
    session = Session(server, Wishes() if wishes is None else wishes)
    for method, handler in _notified(session).items():
        # What the library does with texts costs as much as checking them.
        server.protocol.fm.add_builtin_feature(method, handler)
    for method, handler in _listening(session).items():
        server.feature(method)(handler)
    for method, (answer, options) in ANSWERS.items():
        server.feature(method, options)(_asked(session, answer))
    return server


_PULLING: Final = types.DiagnosticOptions(
    inter_file_dependencies=False, workspace_diagnostics=False, identifier=SECTION
)


def _notified(session: Session) -> dict[str, Callable[[Any], None]]:
    """Return what is done when documents are opened, changed and closed."""

    def opened(params: types.DidOpenTextDocumentParams) -> None:
        session.documents.open(params.text_document)
        session.check_soon(params.text_document.uri, 0)

    def changed(params: types.DidChangeTextDocumentParams) -> None:
        which = params.text_document
        if session.documents.change(which.uri, which.version, params.content_changes) is not None:
            session.check_soon(which.uri)

    def closed(params: types.DidCloseTextDocumentParams) -> None:
        session.close(params.text_document.uri)

    return {
        types.TEXT_DOCUMENT_DID_OPEN: opened,
        types.TEXT_DOCUMENT_DID_CHANGE: changed,
        types.TEXT_DOCUMENT_DID_CLOSE: closed,
    }


def _listening(session: Session) -> dict[str, Callable[[Any], None]]:
    """Return what is done when the client, its settings or a project's files change."""

    def started(params: types.InitializeParams) -> None:
        session.start(params)
        if session.pulls:
            # A client that can ask is told of it only if it is not told the findings, too.
            pulled = _pulled(session)
            session.server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, _PULLING)(pulled)

    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [path_of(change.uri) for change in params.changes]
        if any(path is not None and session.project.concerns(path) for path in paths):
            session.renew()

    def saved(params: types.DidSaveTextDocumentParams) -> None:
        # A client that watches no files still saves them.
        if session.documents.get(params.text_document.uri) is not None:
            session.renew()

    return {
        types.INITIALIZE: started,
        types.INITIALIZED: lambda _: _register(session),
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: watched,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: lambda params: session.wish(params.settings),
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: lambda _: session.move(),
        types.TEXT_DOCUMENT_DID_SAVE: saved,
    }


def _register(session: Session) -> None:
    """Ask the client to tell of changes of the files that say how documents are checked."""
    workspace = session.abilities.workspace
    watching = None if workspace is None else workspace.did_change_watched_files
    if watching is None or not watching.dynamic_registration:
        return
    patterns = [f"**/{name}" for name in FILES] + ["**/*.json"]
    watchers = [types.FileSystemWatcher(pattern) for pattern in patterns]
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    registration = types.Registration("animspec-files", method, options)
    session.server.client_register_capability(types.RegistrationParams([registration]))


def _asked(session: Session, answer: Answer) -> Callable[[Any], Any]:
    """Return what answers a request about a document in the state that it has right now."""

    def ask(params: Any) -> Generator[Any, Any, Any]:
        opened = session.documents.get(params.text_document.uri)
        if opened is None:
            return None
        return (yield session.answer, (answer, opened, params), None)

    return ask


def _pulled(session: Session) -> Callable[[Any], Any]:
    """Return what answers a request for diagnostics."""

    async def pull(
        params: types.DocumentDiagnosticParams,
    ) -> types.RelatedFullDocumentDiagnosticReport:
        shown: list[types.Diagnostic] = []
        found: Examined | None = None
        while found is None:
            opened = session.documents.get(params.text_document.uri)
            if opened is None:
                break
            found = await session.examine(opened)
            shown = [] if found is None else list(found.shown)
        return types.RelatedFullDocumentDiagnosticReport(items=shown)

    return pull
