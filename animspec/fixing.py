"""Fixing a document: fixes are applied, the result is checked again, until none is left.

Each round applies the fixes that do not meet, all at once. The result is
checked by every rule: a fixed fault must be gone, and nothing new may be there
but what the fault had silenced. Where that fails the fixes are tried in halves,
so that one bad fix costs no other; what is bad by itself is not applied.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from animspec.addresses import Addresses
from animspec.catalogue import entry
from animspec.changes import Changes, Text
from animspec.collecting import channel_of
from animspec.composing import composed
from animspec.documents import Document, resting_collector
from animspec.edits import Edit, apply_edits, in_order
from animspec.findings import Finding
from animspec.fixes import Cut, Fix, Insert, Operation, Remove, Replace
from animspec.linting import DEFAULTS, faults_of
from animspec.pointers import Pointer, is_within, to_text
from animspec.reading import read_any
from animspec.remedies import fix_of, spoils
from animspec.settings import ALL
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from animspec.findings import Fault
    from animspec.kinds import Kind
    from animspec.settings import Settings

ROUNDS: Final = 100
"""Each round leaves fewer faults but for those that were silenced; two or three are the rule."""

TRIES: Final = 50
"""How often a round may try which of its fixes go together; each try checks the document once."""


@frozen
class Refusal:
    """A fix that is not applied, since its result would be worse."""

    fault: Fault
    reason: str


@frozen
class Outcome:
    """A document after its fixes.

    Attributes:
        data: the fixed text, or what was given where nothing could be fixed.
        edits: how ``data`` comes from what was given.
        fixed: the faults that are gone because their fixes were applied.
        refused: the fixes that were not applied.
    """

    data: bytes = field(repr=False)
    edits: tuple[Edit, ...] = ()
    fixed: tuple[Fault, ...] = ()
    refused: tuple[Refusal, ...] = ()


def fix(
    data: bytes,
    name: str = "",
    settings: Settings | None = None,
    kind: Kind | None = None,
    *,
    unsafe: bool = False,
    spared: Callable[[Finding], bool] | None = None,
) -> Outcome:
    """Return a document with the faults fixed that ``settings`` look for and that can be.

    Only safe fixes are applied, with ``unsafe`` the others too. What is not
    a text, or too large to be read, stays as it is, and so does each finding
    that ``spared`` says is to stay; it is asked by rule, pointer and address.

    >>> fix(b'{"rig": "Fox", "clips": [],}', "fox.voxelanim.json").data
    b'{"rig": "Fox", "clips": []}'
    """
    chosen = DEFAULTS if settings is None else settings
    if len(data) > chosen.largest_file:
        return Outcome(data)
    strict = evolve(
        chosen, show=Severity.HINT, fold=False, select=chosen.select | {ALL}, remedies=False
    )
    with resting_collector():
        wish = _Wish(chosen, unsafe, spared)
        return _fixed(_State.of(data, name, kind, strict), wish)


@frozen
class _Wish:
    """Which faults are to be fixed."""

    settings: Settings
    unsafe: bool
    spared: Callable[[Finding], bool] | None

    def is_for(self, fault: Fault) -> bool:
        """Whether a fault is looked for, and its fix wanted if there is one."""
        rule = entry(fault.rule).rule
        is_wanted = self.settings.wants(rule.name, rule.severity)
        return is_wanted and (self.unsafe or rule.fix is Safety.SAFE)

    def keeps(self, document: Document, fault: Fault) -> bool:
        """Whether a fault is to stay."""
        if self.spared is None:
            return False
        finding = Finding(
            rule=fault.rule,
            severity=entry(fault.rule).rule.severity,
            file=document.name,
            pointer=to_text(fault.pointer),
            address=Addresses(document.model).of(fault.pointer),
            place=None,
            message=fault.message,
            about=fault.about,
        )
        return self.spared(finding)


def _fixed(state: _State, wish: _Wish) -> Outcome:
    """Return the outcome of round after round, until a round changes nothing."""
    data = state.document.data
    outcome = Outcome(data)
    for _ in range(ROUNDS):
        this = _Round(state)
        waiting = _offers(state, wish)
        while waiting and not this.accepted:
            # What meets a fix that is refused has its turn after it.
            batch = _apart(waiting)
            this.settle(batch)
            tried = set(map(id, batch))
            waiting = [offer for offer in waiting if id(offer) not in tried]
        outcome = evolve(outcome, refused=tuple(this.refused))
        if not this.accepted:
            break
        state = this.after
        outcome = evolve(
            outcome,
            data=state.document.data,
            edits=tuple(composed(len(data), outcome.edits, this.edits)),
            fixed=(*outcome.fixed, *(fault for offer in this.accepted for fault in offer.faults)),
        )
    return outcome


@frozen(eq=False)
class _State:
    """A document, and everything that the rules say of it."""

    document: Document
    faults: list[Fault]
    kind: Kind | None
    settings: Settings

    @classmethod
    def of(cls, data: bytes, name: str, kind: Kind | None, settings: Settings) -> _State:
        """Return a document after it has been checked."""
        document = read_any(data, name, kind, light=True)
        return cls(document, list(faults_of(document, settings)), kind, settings)

    def changed(self, edits: Iterable[Edit]) -> _State:
        """Return the document after edits."""
        data = apply_edits(self.document.data, edits)
        return self.of(data, self.document.name, self.kind, self.settings)


@frozen(eq=False)
class _Offer:
    """A fix, and the faults that it mends."""

    fix: Fix
    faults: list[Fault]

    @property
    def is_cut(self) -> bool:
        """Whether the fix is one of the text."""
        return isinstance(self.fix.operations[0], Cut)

    @property
    def claims(self) -> list[Pointer]:
        """The parts that no other fix may change at the same time."""
        if self.fix.scope is not None:
            return [self.fix.scope]
        return [_claim(each) for each in self.fix.operations]


def _claim(operation: Operation) -> Pointer:
    if isinstance(operation, Replace | Remove):
        return operation.pointer
    if isinstance(operation, Insert):
        return (*operation.array, operation.index)
    return () if isinstance(operation, Cut) else operation.array


def _offers(state: _State, wish: _Wish) -> list[_Offer]:
    """Return the fixes that are wanted, those of what matters most first."""
    offers: dict[int, _Offer] = {}
    document = state.document
    if document.spots is not None:
        return []
    for fault in sorted(state.faults, key=lambda fault: entry(fault.rule).rule.severity.rank):
        made = fix_of(fault) if fault.fix is not None and wish.is_for(fault) else None
        if made is not None:
            offers.setdefault(id(made), _Offer(made, [])).faults.append(fault)
    # A fix that mends several faults at once cannot leave one of them.
    return [
        offer
        for offer in offers.values()
        if not any(wish.keeps(document, fault) for fault in offer.faults)
    ]


def _apart(offers: Sequence[_Offer]) -> list[_Offer]:
    """Return the fixes of the text, or else the others, as far as they do not meet."""
    cuts = [offer for offer in offers if offer.is_cut]
    if cuts:
        return _without_overlap(cuts)
    taken: set[Pointer] = set()
    above: set[Pointer] = set()
    chosen = []
    for offer in offers:
        claims = offer.claims
        around = {claim[:length] for claim in claims for length in range(len(claim))}
        if any(claim in above or claim in taken for claim in claims):
            continue
        if not taken.isdisjoint(around):
            continue
        chosen.append(offer)
        taken.update(claims)
        above |= around
    return chosen


def _without_overlap(offers: list[_Offer]) -> list[_Offer]:
    """Return fixes of the text whose bytes are apart."""
    chosen: list[_Offer] = []
    end = 0
    cuts = [
        (each.start, each.end, offer)
        for offer in offers
        for each in offer.fix.operations
        if isinstance(each, Cut)
    ]
    for start, stop, offer in sorted(cuts, key=lambda cut: cut[:2]):
        if start >= end:
            chosen.append(offer)
            end = stop
    return chosen


class _Round:
    """Fixes of one state of a document: which of them go together, and what they leave."""

    def __init__(self, state: _State) -> None:
        self.state = self.after = state
        self.text = Text(state.document.outline)
        self.edits: list[Edit] = []
        self.accepted: list[_Offer] = []
        self.refused: list[Refusal] = []

    def settle(self, offers: list[_Offer]) -> None:
        """Accept all fixes that leave nothing worse together with those accepted before."""
        waiting = [offers] if offers else []
        for _ in range(TRIES):
            if not waiting:
                return
            batch = waiting.pop()
            complaint = self._tried(batch)
            if complaint is None:
                continue
            if len(batch) == 1:
                self.refused.append(Refusal(batch[0].faults[0], complaint))
            else:
                half = len(batch) // 2
                waiting += [batch[half:], batch[:half]]
        reason = "it was not tried, since too many others in the file fail"
        self.refused += [Refusal(each.faults[0], reason) for batch in waiting for each in batch]

    def _tried(self, batch: list[_Offer]) -> str | None:
        """Accept fixes, or return what is wrong with them."""
        offers = [*self.accepted, *batch]
        changes = Changes(each for offer in offers for each in offer.fix.operations)
        edits = in_order(self.text.edits(changes))
        if not changes.cuts and spoils(self.state.document, edits):
            return "it would take away what the text holds beside the values, such as a comment"
        after = self.state.changed(edits)
        complaint = _complaint(self.state, after, offers, changes)
        if complaint is None:
            self.accepted, self.edits, self.after = offers, edits, after
        return complaint


def _complaint(before: _State, after: _State, offers: list[_Offer], changes: Changes) -> str | None:
    """Return what makes a document worse than it was, None if nothing does."""
    fixed = [fault for offer in offers for fault in offer.faults]
    ours = set(map(id, fixed))
    kept = Counter(_moved(changes, (each for each in before.faults if id(each) not in ours)))
    claimed = set(_moved(changes, fixed))
    regions = list(_regions(before.document, changes, fixed))
    for fault in after.faults:
        place = (fault.rule, fault.about or fault.pointer)
        if kept[place]:
            kept[place] -= 1
        elif place in claimed:
            return f"it would leave {fault.rule}: {fault.message}"
        elif not _was_silenced(fault, regions):
            return f"it would add {fault.rule}: {fault.message}"
    return None


def _moved(changes: Changes, faults: Iterable[Fault]) -> Iterator[tuple[str, Pointer | str]]:
    """Yield the rule and the place after the changes of each fault whose part is left.

    A fault that any of several parts may show has what it is about for its place.
    """
    for fault in faults:
        pointer, is_left = changes.moved(fault.pointer)
        if fault.about is not None:
            yield fault.rule, fault.about
        elif is_left:
            yield fault.rule, pointer


def _regions(
    document: Document, changes: Changes, fixed: Iterable[Fault]
) -> Iterator[tuple[str, Pointer]]:
    """Yield the rule of each fixed fault, and the part where it may have silenced others."""
    channels = document.kind.channels if document.kind is not None else frozenset[str]()
    for fault in fixed:
        part = channel_of(fault.pointer, channels) or fault.pointer
        yield fault.rule, changes.moved(part)[0]


def _was_silenced(fault: Fault, regions: Iterable[tuple[str, Pointer]]) -> bool:
    """Whether a fault that is new follows from one that is fixed, and so was not told."""
    causes = entry(fault.rule).rule.silenced_by
    return any(
        rule in causes and (is_within(fault.pointer, part) or is_within(part, fault.pointer))
        for rule, part in regions
    )
