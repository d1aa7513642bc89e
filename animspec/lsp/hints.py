"""The frame that each time stands for, shown behind it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from lsprotocol.types import InlayHint, InlayHintKind

from animspec.holes import is_known
from animspec.lsp.telling import brief, frame_of
from animspec.spans import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lsprotocol.types import ClientCapabilities, InlayHintParams

    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project
    from animspec.lsp.readings import Reading
    from animspec.pointers import Pointer
    from animspec.spans import Part

MOST: Final = 2_000
"""How many times of one range get a hint: a document on one line has all in one."""

_OPENERS: Final = b"{["


def hints(
    project: Project, opened: Opened, params: InlayHintParams, _: ClientCapabilities
) -> list[InlayHint]:
    """Return the frame of each time in a range of a document."""
    reading = opened.reading(project.of(opened.path))
    if reading is None or reading.kind is None or not is_known(reading.model):
        return []
    start, end = opened.text.span(params.range)
    made: list[InlayHint] = []
    for pointer, part in _members(reading, start, end):
        frame = frame_of(reading.kind, reading.model, pointer)
        if frame is None:
            continue
        at = opened.text.position(reading.shift.moved(part.value.end))
        made.append(
            InlayHint(at, f"frame {brief(frame)}", kind=InlayHintKind.Type, padding_left=True)
        )
        if len(made) == MOST:
            break
    return made


def _members(reading: Reading, start: int, end: int) -> Iterator[tuple[Pointer, Part]]:
    """Yield the members with a plain value that stand in a range of the text as it is now."""
    data, moved = reading.outline.data, reading.shift.moved
    waiting: list[tuple[Pointer, Part]] = [((), reading.outline.root)]
    while waiting:
        pointer, part = waiting.pop()
        if data[part.value.start] not in _OPENERS:
            if part.name is not None:
                yield pointer, part
            continue
        parts = reading.outline.children(part.value)
        first = bisect_left(parts, start, key=lambda each: moved(each.end))
        last = bisect_right(parts, end, key=lambda each: moved(each.start))
        for at in range(last - 1, first - 1, -1):
            name = name_of(data, parts[at])
            waiting.append(((*pointer, at if name is None else name), parts[at]))
