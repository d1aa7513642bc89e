"""Whatever a client sends, the language server goes on; when the client leaves, it ends."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest
import pytest_asyncio

from animspec.cli import main
from tests.lsp_editor import COMMAND, PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Wire:
    """A connection to the server on which anything can be sent."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self.count = 0

    async def send(self, message: Any) -> None:
        """Send a message, or bytes as they are."""
        if not isinstance(message, bytes):
            body = json.dumps(message).encode()
            message = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        self.stdin.write(message)
        await self.stdin.drain()

    async def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        await self.send({"jsonrpc": "2.0", "method": method, "params": params})

    async def receive(self) -> Any:
        """Return the next message."""
        length = 0
        while line := (await asyncio.wait_for(self.stdout.readline(), PATIENCE)).strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(await self.stdout.readexactly(length))

    async def ask(self, method: str, params: Any) -> Any:
        """Send a request and return its answer."""
        self.count += 1
        await self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return await self.answer(self.count)

    async def answer(self, to: Any) -> Any:
        """Return the answer to a request, once it comes."""
        while True:
            message = await self.receive()
            if message.get("id") == to and "method" not in message:
                return message

    async def open(self, uri: str, text: str) -> None:
        """Open a document."""
        item = {"uri": uri, "languageId": "json", "version": 1, "text": text}
        await self.tell("textDocument/didOpen", {"textDocument": item})


async def connected() -> Wire:
    """Return a connection to a new server."""
    pipe = asyncio.subprocess.PIPE
    return Wire(
        await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wire() -> AsyncIterator[Wire]:
    wire = await connected()
    answer = await wire.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    assert answer["result"]["capabilities"]["positionEncoding"] == "utf-16"
    await wire.tell("initialized", {})
    yield wire
    answer = await wire.ask("shutdown", None)
    assert answer["result"] is None
    await wire.tell("exit", None)
    assert await asyncio.wait_for(wire.process.wait(), PATIENCE) == 0


URI: Final = "file:///nowhere/a.voxelanim.json"


async def is_alive(wire: Wire) -> bool:
    """Whether the server still answers as it should."""
    await wire.open("file:///nowhere/alive.voxelanim.json", '{"rig": "Fox", "clips": []}')
    document = {"uri": "file:///nowhere/alive.voxelanim.json"}
    answer = await wire.ask("textDocument/documentSymbol", {"textDocument": document})
    return bool(answer["result"] == [])


@pytest.mark.parametrize(
    "message",
    [
        b"hello\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 5\r\n\r\nnot a",
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 4\r\n\r\nnull",
        b"Content-Length: 3\r\n\r\n\xff\xfe\xfd",
        {},
        {"jsonrpc": "1.0", "id": 5, "method": "shutdown"},
        {"jsonrpc": "2.0", "id": 9, "result": 1},
        {"jsonrpc": "2.0", "method": "nothing/known", "params": {}},
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 12345}},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}},
        {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": 3}},
    ],
    ids=lambda message: str(message)[:40],
)
async def test_what_is_no_message_is_passed_over(wire: Wire, message: Any) -> None:
    await wire.send(message)
    assert await is_alive(wire)


@pytest.mark.parametrize(
    "edit",
    [
        {"range": {"start": [5, 0], "end": [1, 9]}, "text": "x"},
        {"range": {"start": [0, 99999], "end": [99999, 0]}, "text": "x"},
        {"range": {"start": [2147483647, 2147483647], "end": [0, 0]}, "text": "x"},
        {"text": "\ud800 \udc00\ud800"},
        {"text": "\r\n\r\r\n\n\u2028\x0b\x0c"},
        {"text": "\ufeff{}"},
        {"text": "[" * 20_000},
        {"text": '{"clips": [' * 2_000},
        {"text": '{"rig": "' + "x" * 200_000},
        {"text": ""},
    ],
    ids=lambda edit: str(edit)[:40],
)
async def test_a_document_may_become_anything(wire: Wire, edit: Any) -> None:
    if "range" in edit:
        ends = {
            end: dict(zip(("line", "character"), at, strict=True))
            for end, at in edit["range"].items()
        }
        edit = {**edit, "range": ends}
    await wire.open(URI, '{"rig": "🦊",\r\n "clips": [\r]}')
    document = {"uri": URI, "version": 2}
    await wire.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [edit]})
    place = {"line": 3, "character": 7}
    about = {"textDocument": {"uri": URI}, "position": place}
    assert "error" not in await wire.ask("textDocument/hover", about)
    assert "error" not in await wire.ask("textDocument/completion", about)
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 2147483647, "character": 0}}
    about = {"textDocument": {"uri": URI}, "range": everywhere}
    assert "error" not in await wire.ask("textDocument/inlayHint", about)
    about["context"] = {"diagnostics": []}
    assert "error" not in await wire.ask("textDocument/codeAction", about)
    assert "error" not in await wire.ask("textDocument/codeLens", about)
    assert await is_alive(wire)


async def test_documents_that_are_not_open_are_nothing(wire: Wire) -> None:
    unknown = {"textDocument": {"uri": "file:///nowhere/unknown.voxelanim.json", "version": 3}}
    await wire.tell("textDocument/didChange", {**unknown, "contentChanges": [{"text": "{"}]})
    await wire.tell("textDocument/didClose", unknown)
    await wire.tell("textDocument/didSave", unknown)
    place = {"line": 0, "character": 0}
    answer = await wire.ask("textDocument/hover", {**unknown, "position": place})
    assert answer["result"] is None
    assert await is_alive(wire)


async def test_a_request_that_is_cancelled_is_answered_so(wire: Wire) -> None:
    keys = ",".join(f'{{"tick": {at}, "value": {{"x": 0, "y": 0, "z": 0}}}}' for at in range(9_999))
    text = f'{{"rig": "Fox", "clips": [{{"tracks": [{{"path": "a", "scale": [{keys},]}}]}}]}}'
    await wire.open(URI, text)
    about = {"textDocument": {"uri": URI}}
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    slow = {**about, "range": everywhere, "context": {"diagnostics": [], "only": ["source"]}}
    for name, method, params in (
        ("slow", "textDocument/codeAction", slow),
        ("late", "textDocument/codeLens", about),
    ):
        await wire.send({"jsonrpc": "2.0", "id": name, "method": method, "params": params})
    await wire.tell("$/cancelRequest", {"id": "late"})
    answered: dict[str, Any] = {}
    while len(answered) < 2:
        message = await wire.receive()
        if message.get("id") in ("slow", "late"):
            answered[message["id"]] = message
    cancelled = -32800
    assert answered["late"]["error"]["code"] == cancelled
    assert len(answered["slow"]["result"]) == 1
    assert await is_alive(wire)


async def test_a_question_about_a_large_document_keeps_nobody_waiting(wire: Wire) -> None:
    keys = ",".join(f'{{"tick": {at}, "value": {{"x": "0"}}}}' for at in range(3_000))
    text = f'{{"rig": "Fox", "clips": [{{"tracks": [{{"path": "a", "scale": [{keys}]}}]}}]}}'
    await wire.open("file:///nowhere/large.voxelanim.json", text)
    await wire.send({"jsonrpc": "2.0", "id": "quick", "method": "nothing/known", "params": {}})
    seen: list[str] = []
    while not seen or seen[-1] != "textDocument/publishDiagnostics large":
        message = await wire.receive()
        uri = message.get("params", {}).get("uri", "")
        seen.append(message["id"] if "id" in message else f"{message['method']} {uri[16:21]}")
    assert "quick" in seen[:-1]


async def test_the_server_ends_when_its_client_is_gone() -> None:
    wire = await connected()
    await wire.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    await wire.open(URI, "{")
    wire.stdin.close()
    await asyncio.wait_for(wire.process.wait(), PATIENCE)


async def test_the_command_listens_for_a_client_on_a_port(unused_tcp_port: int) -> None:
    address = f"127.0.0.1:{unused_tcp_port}"
    process = await asyncio.create_subprocess_exec(*COMMAND, "--tcp", address)
    for _ in range(200):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", unused_tcp_port)
            break
        except OSError:
            await asyncio.sleep(PATIENCE / 200)
    body = json.dumps(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"processId": None, "rootUri": None, "capabilities": {}},
        }
    ).encode()
    writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert b"Content-Length" in await asyncio.wait_for(reader.readline(), PATIENCE)
    writer.close()
    await asyncio.wait_for(process.wait(), PATIENCE)


@pytest.mark.parametrize("address", ["7000", ":7000", "localhost", "localhost:http", "a:99999"])
async def test_what_is_no_address_is_refused(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["lsp", "--tcp", address])
    assert stopped.value.code == 2
    assert f"{address!r} is no address, expected HOST:PORT" in capsys.readouterr().err


async def test_without_its_library_the_command_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['pygls'] = None; from animspec.cli import main; "
        "sys.exit(main(['lsp']))"
    )
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stderr=pipe)
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().strip() == ('the language server needs pygls: pip install "animspec[lsp]"')
