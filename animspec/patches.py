"""Edits of a text shown as a unified diff, which ``patch`` and ``git apply`` read.

Only the lines around the edits are compared, so a small edit of a large file
shows at once.

Source: IEEE Std 1003.1-2017, utility ``diff``, option ``-u`` for the form.
"""

from __future__ import annotations

from bisect import bisect_right
from difflib import SequenceMatcher
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from animspec.edits import Edit, apply_edits, in_order

if TYPE_CHECKING:
    from collections.abc import Iterable

CONTEXT: Final = 3
"""So many unchanged lines are shown before and after a change."""


@frozen
class _Block:
    """Lines ``start`` to ``end`` of the old text, and what they become."""

    start: int
    end: int
    lines: tuple[bytes, ...]


def unified_diff(name: str, data: bytes, edits: Iterable[Edit]) -> bytes:
    r"""Return the edits of a text as a unified diff; nothing if they change nothing.

    >>> print(unified_diff("a", b"1\n2\n", [Edit(2, 3, b"3")]).decode(), end="")
    --- a
    +++ a
    @@ -1,2 +1,2 @@
     1
    -2
    +3
    """
    old = _lines(data)
    hunks: list[list[_Block]] = []
    for block in _changes(old, _blocks(data, old, in_order(edits))):
        if hunks and block.start - hunks[-1][-1].end <= 2 * CONTEXT:
            hunks[-1].append(block)
        else:
            hunks.append([block])
    shift = 0
    pieces = [f"--- {name}\n+++ {name}\n".encode("utf-8", "backslashreplace")] if hunks else []
    for hunk in hunks:
        pieces += _shown(old, hunk, shift)
        shift += sum(len(block.lines) - (block.end - block.start) for block in hunk)
    return b"".join(pieces)


def _lines(data: bytes) -> list[bytes]:
    """Return the lines of a text with their ends; only a line feed ends one."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _blocks(data: bytes, old: list[bytes], edits: list[Edit]) -> list[_Block]:
    """Return the whole lines that the edits touch, those of neighbouring edits together."""
    starts = [0, *accumulate(map(len, old))]
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in edits:
        first = max(min(bisect_right(starts, edit.start) - 1, len(old) - 1), 0)
        last = min(bisect_right(starts, max(edit.end, edit.start)), len(old))
        if groups and first <= groups[-1][1]:
            start, end, members = groups[-1]
            groups[-1] = (start, max(end, last), [*members, edit])
        else:
            groups.append((first, last, [edit]))
    return [_block(data, starts, group) for group in groups]


def _block(data: bytes, starts: list[int], group: tuple[int, int, list[Edit]]) -> _Block:
    first, last, edits = group
    offset = starts[first]
    inside = [evolve(edit, start=edit.start - offset, end=edit.end - offset) for edit in edits]
    new = apply_edits(data[offset : starts[last]], inside)
    return _Block(first, last, tuple(_lines(new)))


def _changes(old: list[bytes], blocks: list[_Block]) -> list[_Block]:
    """Return the lines that differ, without those in a block that are the same after all."""
    changes = []
    for block in blocks:
        before = old[block.start : block.end]
        matcher = SequenceMatcher(None, before, block.lines, autojunk=False)
        changes += [
            _Block(block.start + i1, block.start + i2, block.lines[j1:j2])
            for tag, i1, i2, j1, j2 in matcher.get_opcodes()
            if tag != "equal"
        ]
    return changes


def _shown(old: list[bytes], hunk: list[_Block], shift: int) -> list[bytes]:
    """Return the lines of one hunk; ``shift`` is by how many lines the hunks before have grown."""
    start = max(hunk[0].start - CONTEXT, 0)
    end = min(hunk[-1].end + CONTEXT, len(old))
    body: list[bytes] = []
    position = start
    for block in hunk:
        body += [b" " + line for line in old[position : block.start]]
        body += [b"-" + line for line in old[block.start : block.end]]
        body += [b"+" + line for line in block.lines]
        position = block.end
    body += [b" " + line for line in old[position:end]]
    grown = sum(len(block.lines) - (block.end - block.start) for block in hunk)
    head = f"@@ -{_range(start, end)} +{_range(start + shift, end + shift + grown)} @@\n"
    return [head.encode(), *(_ended(line) for line in body)]


def _range(start: int, end: int) -> str:
    """Return lines ``start`` to ``end``, counted from 0, as a hunk's head says them.

    >>> _range(0, 2), _range(4, 5), _range(3, 3)
    ('1,2', '5', '3,0')
    """
    count = end - start
    return f"{start + 1}" if count == 1 else f"{start + 1 if count else start},{count}"


def _ended(line: bytes) -> bytes:
    return line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"
