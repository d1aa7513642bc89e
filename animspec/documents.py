"""From bytes to a document: its kind, its model, and what its text and structure lack.

The text stage and the structure stage both go on as far as the text lets
them: a fault silences what follows from it only in the part that it concerns.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from animspec.decoding import decode, skeleton
from animspec.holes import HOLE
from animspec.kinds import KINDS, Kind, by_members, by_name
from animspec.wording import choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.findings import Fault, Spot
    from animspec.mending import Judgement
    from animspec.pointers import Pointer
    from animspec.spans import Outline


@frozen(eq=False)
class Document:
    """A document as far as it could be read.

    ``model`` has holes where the text or the structure is at fault, and is a
    hole itself where nothing could be read. ``text`` is well-formed and as
    long as ``data``: what the text stage objected to is overwritten. A binary
    file has no text.
    """

    name: str
    data: bytes = field(repr=False)
    text: bytes = field(repr=False)
    kind: Kind | None
    model: Any
    faults: tuple[Fault, ...]
    bones: bytes | None = field(repr=False)
    """The skeleton of the text (see ``decoding.skeleton``), None for a binary file."""
    split: Outline | None = field(default=None, repr=False)
    spots: Callable[[Pointer], Spot] | None = field(default=None, repr=False)
    """Where each part stands in a binary file, None for a text."""

    @property
    def is_clean(self) -> bool:
        """Whether the text is known to say what the model holds, all of it, and nothing else."""
        return self.bones is not None and self.split is None and not self.faults

    @property
    def outline(self) -> Outline:
        """Where the parts of the text stand, as far as they are known already."""
        from animspec.spans import Outline  # noqa: PLC0415 - a clean document needs no places

        return Outline(self.text) if self.split is None else self.split


def read(data: bytes, name: str, kind: Kind | None = None, *, light: bool = False) -> Document:
    """Return the document that the bytes hold, whatever they are.

    ``kind`` overrides what the name and the members say. ``light``: the model
    is one to look at only, as ``decoding.likeness`` has it, where that will do.
    """
    kind = by_name(name) if kind is None else kind
    bones = skeleton(data)
    if kind is not None:
        with resting_collector():
            model = decode(
                data, kind.model, kind.shapes[kind.model], bones, light=light and kind.looked_at
            )
        if model is not None and (data.isascii() or _is_utf8(data)):
            return Document(name, data, data, kind, model, (), bones)
    return _read_explaining(data, name, kind, bones, light=light)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _read_explaining(
    data: bytes, name: str, kind: Kind | None, bones: bytes, *, light: bool
) -> Document:
    """Return the document, with every fault of its text and structure."""
    from animspec.exact import read_exactly  # noqa: PLC0415 - a clean document needs none of it
    from animspec.spans import Outline  # noqa: PLC0415

    judgement = _judged(data)
    text, faults = judgement.repaired, judgement.faults
    if text is None:
        return Document(name, data, data, kind, HOLE, faults, bones)
    outline = judgement.outline or Outline(text)
    kind = _kind_of(outline) if kind is None else kind
    if kind is None:
        faults = (*faults, _unknown())
        return Document(name, data, text, None, HOLE, faults, bones, outline)
    with resting_collector():
        model, structural = read_exactly(outline, kind, faults, light=light and kind.looked_at)
    return Document(name, data, text, kind, model, (*faults, *structural), bones, outline)


def _judged(data: bytes) -> Judgement:
    """Return the faults of the text, and the text without its lesser faults, if it can be read."""
    from animspec.mending import Judgement, stumble  # noqa: PLC0415 - see above
    from animspec.syntax import judge  # noqa: PLC0415

    if not _is_utf8(data):
        return judge(data)
    stumbled = stumble(data)
    return Judgement((), data) if stumbled is None else judge(data, stumbled)


def _kind_of(outline: Outline) -> Kind | None:
    """Return the kind that a document's members show."""
    from animspec.spans import name_of  # noqa: PLC0415

    parts = outline.children(outline.root.value)
    names = (name_of(outline.data, part) for part in parts)
    return by_members(name for name in names if name is not None)


def _unknown() -> Fault:
    suffixes = choice([f"*{suffix}" for kind in KINDS for suffix in kind.suffixes])
    message = (
        f"neither the name nor the members at the top are those of a known kind of document, "
        f"expected {suffixes}"
    )
    from animspec.findings import Fault  # noqa: PLC0415 - a clean document has none

    return Fault("unknown-document", (), message)


@contextmanager
def resting_collector() -> Iterator[None]:
    """Keep the garbage collector at rest: a model is many small values and no garbage."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
