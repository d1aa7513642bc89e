"""Checking a set again after an edit: only the clips that the edit touched are looked at anew.

A clip is checked in a set of its own, beside the members that the whole set
has; what is found there moves to the clip's place. Only the rules that compare
clips look at all of them. Whatever cannot be taken apart so is checked whole,
and the findings are always those of ``linting.check``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from attrs import evolve, field, frozen

from animspec.catalogue import entry
from animspec.collecting import without_consequences
from animspec.decoding import skeleton
from animspec.documents import Document, resting_collector
from animspec.kinds import ANIMATION_SET, by_name
from animspec.linting import check, faults_of, over_budget
from animspec.model.animation_set import AnimationSet
from animspec.placing import place_all
from animspec.reading import read_any
from animspec.spans import Outline, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.findings import ByteRange, Fault, Finding
    from animspec.kinds import Kind
    from animspec.pointers import Pointer
    from animspec.settings import Settings
    from animspec.spans import Part, Span

COMPARING: Final = (
    "block-animated-in-some-clips-only",
    "duplicate-id",
    "duplicate-name",
    "path-spelled-differently",
)
"""The rules whose findings in one clip depend on other clips."""

SMALLEST: Final = 50_000
"""In bytes; a smaller set is checked whole before anybody notices."""

_CLIPS: Final = "clips"
_BRACE: Final = ord("{")


@frozen(eq=False)
class Piece:
    """What is known of one clip, as if it were the only one of its set."""

    model: Any
    faults: tuple[Fault, ...]


@frozen(eq=False)
class Pieces:
    """The clips of a set that were checked last, by their bytes, and what they depend on."""

    settings: Settings
    comparing: Settings
    """The settings under which only rules speak that compare clips."""
    around: tuple[bytes, bytes]
    known: dict[bytes, Piece] = field(factory=dict)
    document: Document | None = None
    """The whole set, to be looked at only."""


@frozen(eq=False)
class _Cut:
    """A set taken apart: its text, the list of clips, and each clip."""

    data: bytes
    outline: Outline
    clips: Span
    parts: Sequence[Part]

    @property
    def around(self) -> tuple[bytes, bytes]:
        """The text before and after the list of clips."""
        return self.data[: self.clips.start], self.data[self.clips.end :]

    def alone(self, clip: bytes) -> bytes:
        """Return the text of a set with one of the clips, or none."""
        before, after = self.around
        return b"%b[%b]%b" % (before, clip, after)


def check_again(
    data: bytes, name: str, settings: Settings, kind: Kind | None, before: Pieces | None
) -> tuple[Sequence[Finding], Pieces | None]:
    """Return the findings of ``check``, and what makes the next check of the document quick.

    ``before`` is what the last check returned so.
    """
    cut = _cut(data, settings) if (kind or by_name(name)) is ANIMATION_SET else None
    if cut is None:
        return check(data, name, settings, kind).findings, None
    with resting_collector():
        pieces = _pieces(cut, name, settings, before)
        document, faults = _whole(cut, name, settings, pieces)
    placed: Sequence[Finding] = place_all(document, faults) if faults else ()
    if settings.severities:
        placed = [evolve(e, severity=settings.severity(e.rule, e.severity)) for e in placed]
    every = (*over_budget(name, len(data), settings), *placed)
    return every, evolve(pieces, document=document)


def _cut(data: bytes, settings: Settings) -> _Cut | None:
    """Return a set taken apart, None where it is to be checked whole."""
    if not SMALLEST < len(data) <= settings.largest_file or _ignores_causes(settings):
        return None
    try:
        data.decode()
        msgspec.json.decode(data, type=msgspec.Raw)
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError):
        return None
    outline = Outline(data)
    members = outline.children(outline.root.value)
    lists = [part.value for part in members if name_of(data, part) == _CLIPS]
    if len(lists) != 1 or data[lists[0].start : lists[0].start + 1] != b"[":
        return None
    parts = outline.children(lists[0])
    if len(parts) < 2 or any(data[part.value.start] != _BRACE for part in parts):
        return None
    return _Cut(data, outline, lists[0], parts)


def _ignores_causes(settings: Settings) -> bool:
    """Whether a rule is ignored that would silence others where it is not, across clips."""
    if not settings.ignore:
        return False
    rules = [entry(name).rule for name in COMPARING]
    causes = {*COMPARING, *(cause for rule in rules for cause in rule.silenced_by)}
    return any(settings.ignores(name, entry(name).rule.severity) for name in causes)


def _pieces(cut: _Cut, name: str, settings: Settings, before: Pieces | None) -> Pieces:
    """Return what is known of each clip; those that are as they were are not looked at."""
    around = cut.around
    known: dict[bytes, Piece] = {}
    comparing = None
    if before is not None and before.settings is settings:
        known, comparing = before.known if before.around == around else {}, before.comparing
    pieces = Pieces(settings, comparing or _comparing(settings), around)
    for part in cut.parts:
        clip = cut.data[part.value.start : part.value.end]
        if clip not in pieces.known:
            pieces.known[clip] = known.get(clip) or _piece(cut, clip, name, settings)
    return pieces


def _piece(cut: _Cut, clip: bytes, name: str, settings: Settings) -> Piece:
    document = read_any(cut.alone(clip), name, ANIMATION_SET, light=True)
    own = (_CLIPS, 0)
    faults = tuple(
        fault
        for fault in faults_of(document, settings)
        if fault.pointer[:2] == own and fault.rule not in COMPARING
    )
    return Piece(document.model.clips[0], faults)


def _whole(
    cut: _Cut, name: str, settings: Settings, pieces: Pieces
) -> tuple[Document, list[Fault]]:
    """Return the set with all its faults."""
    head = read_any(cut.alone(b""), name, ANIMATION_SET)
    clips = [pieces.known[cut.data[part.value.start : part.value.end]] for part in cut.parts]
    model = AnimationSet(
        head.model.rig,
        tuple(piece.model for piece in clips),
        head.model.version,
        head.model.schema_,
    )
    document = Document(
        name, cut.data, cut.data, ANIMATION_SET, model, (), skeleton(cut.data), cut.outline
    )
    own = [fault for fault in faults_of(head, settings) if fault.rule not in COMPARING]
    more = len(cut.data) - len(cut.alone(b""))
    every = list(map(_Move((), 0, cut.clips.start, more).fault, own))
    for at, (piece, part) in enumerate(zip(clips, cut.parts, strict=True)):
        move = _Move((_CLIPS, at), part.value.start - (cut.clips.start + 1))
        every += map(move.fault, piece.faults)
    every += faults_of(document, pieces.comparing) if pieces.comparing.select else ()
    return document, without_consequences(every)


def _comparing(settings: Settings) -> Settings:
    rules = (entry(name).rule for name in COMPARING)
    wanted = frozenset(rule.name for rule in rules if settings.wants(rule.name, rule.severity))
    return evolve(settings, select=wanted)


@frozen
class _Move:
    """How places in a set with one clip, or none, become those in the whole set.

    ``pointer`` takes the place of as many steps. All bytes move by ``shift``,
    those from ``behind`` on by ``more``, too.
    """

    pointer: Pointer
    shift: int
    behind: int = 0
    more: int = 0

    def fault(self, fault: Fault) -> Fault:
        """Return a fault at its place in the whole set."""
        related = fault.related
        if related is not None:
            pointer, where = self._below(related.pointer), self._bytes(related.bytes)
            related = evolve(related, pointer=pointer, bytes=where)
        return evolve(
            fault,
            pointer=self._below(fault.pointer),
            bytes=self._bytes(fault.bytes),
            related=related,
        )

    def _below(self, old: Pointer) -> Pointer:
        return (*self.pointer, *old[len(self.pointer) :])

    def _bytes(self, where: ByteRange | None) -> ByteRange | None:
        if where is None:
            return None
        moved = self.shift + (self.more if where[0] >= self.behind else 0)
        return where[0] + moved, where[1] + moved
