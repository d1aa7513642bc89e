"""What a run remembers of runs before it, and what it leaves for those after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from animspec.caching.shelves import Known, Shelves
from animspec.cli.checking import Checked
from animspec.packing import pack, unpack
from animspec.settings import Settings
from animspec.traces import digest

if TYPE_CHECKING:
    from animspec.cli.checking import Checking
    from animspec.kinds import Kind
    from animspec.traces import Trace

_WISHES: Final = 64
"""So many ways of checking are kept in memory."""


class Memory:
    """What is known of the files of a run, and the trace of what the run saw of them."""

    def __init__(
        self, checking: Checking, shelves: Shelves | None, trace: Trace, *, with_data: bool
    ) -> None:
        """Take how files are checked, what is known of them, and who is to hear what is seen.

        ``with_data`` tells whether the bytes of files with findings are wanted.
        """
        checking.remembers = True
        self._checking = checking
        self._shelves = shelves
        self._trace = trace
        self._with_data = with_data
        self._fixes = checking.arguments.fix or checking.arguments.diff
        self._wishes: dict[tuple[int, ...], tuple[Settings, bytes]] = {}

    def known(self, path: str) -> Checked | None:
        """Return what was found in a file when it was as it is now, None if that is not known."""
        if self._shelves is None:
            return None
        known = self._shelves.ask(path, self._wish(path))
        if known is None or (known.findings and self._fixes):
            return None
        findings = unpack(known.findings, self._checking.name(path))
        data = b""
        if findings and self._with_data:
            data = self._shelves.bytes_of(path, known) or b""
            if not data:
                return None
        return Checked(findings, data, known.digest, known.status, is_known=True)

    def learn(self, path: str, checked: Checked) -> None:
        """Keep what is found in a file."""
        seen = checked.seen
        if isinstance(seen, bytes):
            self._trace.saw_digest(path, seen, checked.status)
        elif seen is None:
            self._trace.is_complete = False
        else:
            self._trace.saw_failure(path, seen)
        if self._shelves is None or checked.is_known or not isinstance(seen, bytes):
            return
        if checked.mended is not None and checked.mended.shown:
            return  # what is found is found in a text that was not written
        findings = pack(checked.findings)
        self._shelves.learn(path, self._wish(path), Known(seen, checked.status, findings))

    def close(self) -> None:
        """Write what was learnt."""
        if self._shelves is not None:
            self._shelves.close()

    def _wish(self, path: str) -> bytes:
        """Return what stands for how a file is checked."""
        settings, kind = self._checking.how(path)
        parts = (*(id(getattr(settings, name)) for name in _NAMES), id(kind))
        known = self._wishes.get(parts)
        if known is None:
            if len(self._wishes) >= _WISHES:
                self._wishes.clear()
            known = self._wishes[parts] = (settings, wish_of(settings, kind))
        return known[1]


_NAMES: Final = tuple(each.name for each in attrs.fields(Settings))


def wish_of(settings: Settings, kind: Kind | None) -> bytes:
    """Return what stands for settings and a kind: equal for equal ones, in every process."""
    return digest(repr((_plain(settings), kind and kind.name)).encode("utf-8", "surrogatepass"))


def _plain(value: Any) -> Any:
    """Return a value as one whose representation tells all of it, always in the same order."""
    if attrs.has(type(value)):
        return {each.name: _plain(getattr(value, each.name)) for each in attrs.fields(type(value))}
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, dict):
        return sorted((str(key), _plain(inner)) for key, inner in value.items())
    return value
