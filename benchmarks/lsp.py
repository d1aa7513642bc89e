"""How long an editor waits for the language server: findings, answers, and answers meanwhile.

Run with ``python benchmarks/lsp.py`` after ``pip install '.[dev]'``, on a machine that does
nothing else. A client on standard input and output changes one number of a document of
1 MB and asks for its diagnostics at once, so that no debounce is counted; beside it stands
the check of the same bytes in one process.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from typing import Any

from animspec import check
from benchmarks.made_sets import _clip

ROUNDS = 9
NAME = "file:///made/made.voxelanim.json"
CLIPS = 7
AIM = 150.0


class Client:
    """A client that speaks to a server of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "animspec", "lsp"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0
        document: dict[str, Any] = {"diagnostic": {}}
        workspace = {"diagnostics": {"refreshSupport": True}}
        capabilities = {"textDocument": document, "workspace": workspace}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self.tell("initialized", {})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def start(self, method: str, params: Any) -> int:
        """Send a request; return its number."""
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        return self.count

    def ask(self, method: str, params: Any) -> Any:
        """Send a request and return its result."""
        return self.answer(self.start(method, params))

    def answer(self, number: int) -> Any:
        """Return the result of a request."""
        stdout = self.process.stdout
        assert stdout is not None
        while True:
            length = 0
            while line := stdout.readline().strip():
                if line.startswith(b"Content-Length: "):
                    length = int(line[16:])
            message = json.loads(stdout.read(length))
            if message.get("id") == number and "method" not in message:
                return message["result"]


def made(faults: int, indent: int | None, count: int) -> str:
    """Return a set of about 1 MB in so many clips, with so many faults of five rules."""
    rng = random.Random(3)
    tracks = 10 * (CLIPS if indent is not None else CLIPS + 5) // count
    paths = [f"Body/Block {number}" for number in range(tracks)]
    clips = [_clip(rng, f"c{at}", f"Clip {at}", paths, 30) for at in range(count)]
    for at in range(faults):
        track = rng.choice(rng.choice(clips)["tracks"])
        keys = track[rng.choice(("position", "rotation", "scale"))]
        place = rng.randrange(1, len(keys) - 1)
        _spoil(keys[place], keys[place - 1], at % 5)
    return json.dumps({"version": 1, "rig": "Humanoid", "clips": clips}, indent=indent)


def _spoil(key: dict[str, Any], before: dict[str, Any], how: int) -> None:
    if how == 0:
        key["value"]["x"] = 0.1234567
    elif how == 1:
        key["value"]["y"] = "1"
    elif how == 2:
        key["extra"] = 1
    elif how == 3:
        key["tick"] = before["tick"]
    else:
        key["interpolation"] = "liner"


def position(text: str, offset: int) -> dict[str, int]:
    """Return where a character stands in a text that is ASCII."""
    line = text.count("\n", 0, offset)
    return {"line": line, "character": offset - text.rfind("\n", 0, offset) - 1}


def edits(text: str) -> list[dict[str, Any]]:
    """Return changes of one number in the middle of a text, there and back."""
    at = text.index('"x": ', len(text) // 2) + len('"x": ')
    where = {"start": position(text, at), "end": position(text, at + 1)}
    return [{"range": where, "text": digit} for digit in ("1", text[at])]


def typing(client: Client, text: str) -> tuple[list[float], list[float], int]:
    """Return the milliseconds to diagnostics after edits, to a hover then, and the findings."""
    document = {"uri": NAME}
    item = {**document, "languageId": "json", "version": 1, "text": text}
    client.tell("textDocument/didOpen", {"textDocument": item})
    found = client.ask("textDocument/diagnostic", {"textDocument": document})
    changes = edits(text)
    waits, meanwhile = [], []
    for version in range(2, 2 + 2 * ROUNDS):
        change = [changes[version % 2]]
        about = {"textDocument": {**document, "version": version}, "contentChanges": change}
        start = time.perf_counter()
        client.tell("textDocument/didChange", about)
        number = client.start("textDocument/diagnostic", {"textDocument": document})
        client.answer(number)
        waits.append(1000 * (time.perf_counter() - start))
        place = change[0]["range"]["start"]
        start = time.perf_counter()
        client.ask("textDocument/hover", {"textDocument": document, "position": place})
        meanwhile.append(1000 * (time.perf_counter() - start))
    client.tell("textDocument/didClose", {"textDocument": document})
    return waits, meanwhile, len(found["items"])


def in_process(text: str) -> float:
    """Return the milliseconds that a check of the bytes takes, the best of some."""
    data, best = text.encode(), float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        check(data, NAME)
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def main() -> None:
    """Print the table."""
    client = Client()
    print(f"milliseconds; aim for diagnostics: {AIM:g}")
    print(f"{'document':<44}{'found':>6}{'diagnostics':>13}{'median':>8}{'check':>8}{'hover':>8}")
    for indent, count in ((None, CLIPS + 5), (1, CLIPS), (1, 1)):
        for faults in (0, 1, 20, 50, 200):
            text = made(faults, indent, count)
            waits, meanwhile, found = typing(client, text)
            form = "on one line" if indent is None else "indented"
            name = f"{len(text) / 1e6:.2f} MB, {count} clips {form}, {faults} faults"
            middle = sorted(waits)[len(waits) // 2]
            print(
                f"{name:<44}{found:>6}{min(waits):>13.1f}{middle:>8.1f}"
                f"{in_process(text):>8.1f}{min(meanwhile):>8.1f}"
            )
    client.ask("shutdown", None)
    client.tell("exit", None)
    client.process.wait()


if __name__ == "__main__":
    main()
