"""The documents that a client has open, each in the state of its last version."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen
from lsprotocol.types import PositionEncodingKind, TextDocumentContentChangePartial
from pygls.uris import to_fs_path

from animspec.files import absolute
from animspec.lsp.positions import Text, encoded
from animspec.lsp.readings import Reading, Shift, read_now

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lsprotocol.types import TextDocumentContentChangeEvent, TextDocumentItem

    from animspec.documents import Document
    from animspec.findings import Fault
    from animspec.lsp.checks import Examined
    from animspec.lsp.piecewise import Pieces
    from animspec.lsp.project import Chosen

FILE_SCHEME: Final = "file:"


class Memory:
    """What is found out about a document while it is open, from version to version."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.good: Document | None = None
        """The last state of the document that was JSON."""
        self.read: tuple[Text, Chosen, Reading | None] | None = None
        """What was read last: of which text, checked how, and the reading."""
        self.checked: tuple[Text, Chosen, Examined] | None = None
        """What was found last, likewise."""
        self.pieces: Pieces | None = None
        """What makes the next check quick."""
        self.faults: tuple[Text, Chosen, Document, dict[tuple[str, str, str], Fault]] | None = None
        """The faults that fixes were last asked for, with the document."""


@frozen(eq=False)
class Opened:
    """An open document in the state of one version; ``path`` is None where it is no file."""

    uri: str
    path: str | None
    version: int | None
    text: Text
    memory: Memory = field(factory=Memory, repr=False)

    def reading(self, chosen: Chosen) -> Reading | None:
        """Return the document as far as it can be read just now; reading it takes a while."""
        memory = self.memory
        with memory.lock:
            known = memory.read
            if known is not None and known[0] is self.text and known[1] is chosen:
                return known[2]
            reading = self._read(chosen)
            if reading is not None and reading.document is not memory.good:
                memory.good = reading.document
            memory.read = (self.text, chosen, reading)
            return reading

    def _read(self, chosen: Chosen) -> Reading | None:
        data, pieces = self.text.data, self.memory.pieces
        document = None if pieces is None else pieces.document
        if document is not None and document.data is data:
            return Reading(document, Shift.none(data))
        return read_now(data, chosen.name, chosen.kind, self.memory.good)


class Documents:
    """All open documents, by their URIs."""

    def __init__(self) -> None:
        self.encoding: str = PositionEncodingKind.Utf16
        """What the client counts characters in."""
        self._open: dict[str, Opened] = {}

    def __iter__(self) -> Iterator[Opened]:
        """Yield every open document."""
        return iter(list(self._open.values()))

    def get(self, uri: str) -> Opened | None:
        """Return an open document, None where the client has not opened it."""
        return self._open.get(uri)

    def open(self, item: TextDocumentItem) -> Opened:
        """Take in a document that was opened."""
        text = Text(encoded(item.text), self.encoding)
        opened = Opened(item.uri, path_of(item.uri), item.version, text)
        self._open[item.uri] = opened
        return opened

    def change(
        self, uri: str, version: int | None, changes: Sequence[TextDocumentContentChangeEvent]
    ) -> Opened | None:
        """Take in changes of a document, one after the other; None where it is not open."""
        opened = self._open.get(uri)
        if opened is None:
            return None
        text = opened.text
        for change in changes:
            if isinstance(change, TextDocumentContentChangePartial):
                text = text.changed(change.range, change.text)
            else:
                text = Text(encoded(change.text), self.encoding)
        self._open[uri] = evolve(opened, text=text, version=version)
        return self._open[uri]

    def close(self, uri: str) -> None:
        """Forget a document that was closed."""
        self._open.pop(uri, None)


def path_of(uri: str) -> str | None:
    """Return the absolute path of a file's URI, None of any other.

    >>> path_of("file:///game/My%20fox.voxelanim.json"), path_of("untitled:Untitled-1")
    ('/game/My fox.voxelanim.json', None)
    """
    if not uri.startswith(FILE_SCHEME):
        return None
    try:
        path = to_fs_path(uri)
    except ValueError:
        return None
    return absolute(path) if path and "\0" not in path else None
