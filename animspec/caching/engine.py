"""What tells one version of animspec from another: whatever may change what it finds.

That is Python's version, those of the packages that judge with it, and the
bytes of every module and schema of its own. So a development checkout needs
no version to be raised: with one character of one module changed, nothing that
was kept before counts. The bytes are read again only when the status of one of
those files has changed.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Final

from animspec.caching.boxes import SUFFIX, read_box, write_box
from animspec.traces import digest, status_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGES: Final = ("attrs-", "msgspec-", "jsonschema-", "numpy-", "animspec-")
"""How the folders of metadata of those packages start that have a say in what is found."""


_JUDGING: Final = (".py", ".lark", ".schema.json")
"""How the names of the files end that have a say themselves."""

_NEVER: Final = frozenset({"__pycache__", "node_modules"})


def engine(cache: str) -> str:
    """Return what stands for this very version; ``cache`` is the folder of the cache."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    files = sorted(_files(root))
    now = time.time_ns()
    statuses = [status_of(os.stat(path), now) for path in files]
    seen = digest(repr((files, statuses)).encode("utf-8", "surrogatepass"))
    box = os.path.join(cache, f"engine-{digest(os.fsencode(root)).hex()}{SUFFIX}")
    known = read_box(box)
    if None not in statuses and isinstance(known, tuple) and len(known) == 2 and known[0] == seen:
        own = known[1]
    else:
        own = digest(b"".join(_contents(root, files)))
        if None not in statuses:
            write_box(box, (seen, own))
    others = sorted(_others())
    return digest(repr((own, sys.version, sys.flags.optimize, others)).encode()).hex()


def _files(root: str) -> Iterator[str]:
    """Yield the modules and schemas."""
    waiting = [os.path.join(root, name) for name in ("animspec", "expressions", "schemas")]
    while waiting:
        folder = waiting.pop()
        if not os.path.isdir(folder):
            continue
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(_JUDGING):
                    yield entry.path
                elif entry.name not in _NEVER and entry.is_dir():
                    waiting.append(entry.path)


def _contents(root: str, files: list[str]) -> Iterator[bytes]:
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        yield f"{os.path.relpath(path, root)}\0{len(data)}\0".encode("utf-8", "surrogatepass")
        yield data


def _others() -> Iterator[str]:
    """Yield the names, versions in them, of the packages that have a say."""
    for folder in sys.path:
        if folder.endswith("-packages") and os.path.isdir(folder):
            yield from (name for name in os.listdir(folder) if name.startswith(_PACKAGES))
