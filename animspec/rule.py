"""What a rule is: a name, how much it matters, what it looks at, and what it says.

Each module of ``animspec.rules`` holds one rule. Its docstring is the rule's
page; ``RULE`` says what the rule is; ``check`` yields faults for one part of a
document. Rules that the text and structure stages report have no ``check``.

A number that somebody may want otherwise is a threshold. The rule declares it
in ``RULE``, with its default and its meaning, and is then handed all of its
thresholds beside the part::

    RULE: Final = Rule(
        "loop-seam-jump", Severity.WARNING, (SETS,), Level.CHANNEL,
        thresholds={"share": Threshold(0.01, "of the range; below it nobody sees a jump")},
    )

    def check(channel: ChannelPart, thresholds: Thresholds) -> Iterator[Fault]:
        if jump > thresholds["share"] * reach: ...

A threshold has a kebab-case name, is finite and not negative, and can be set
in configuration under ``[thresholds.loop-seam-jump]``.

A rule with a ``fix`` can mend what it finds, or some of it: the faults that it
can mend have a function that makes the ``animspec.fixes.Fix``. A fix whose
result is worse is not applied, so it need not foresee everything; but findings
that its fault had silenced are told from new ones only by ``silenced_by``. So
a rule that says nothing of a channel out of order names ``UNORDERED`` there.

A rule with a ``budget``, the name of an attribute of ``settings.Budgets``, is
asked only where that budget is set, and is handed it: ``check(part, budget)``.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from animspec.findings import Fault, Related, TextRange
    from animspec.fixes import Fix
    from animspec.pointers import Pointer
    from animspec.severities import Safety, Severity


class Level(StrEnum):
    """The part of a document that a rule looks at, one at a time.

    ``STAGE``: none; the text or structure stage, or the reading of files, reports it.
    ``CLIP``: what owns tracks; ``CHANNEL``: keys in a row; ``PLAYED``: a clip that plays an action.
    What each kind of document has at a level stands in its module of ``animspec.parts``.
    """

    STAGE = "stage"
    DOCUMENT = "document"
    CLIP = "clip"
    TRACK = "track"
    CONTROLLER = "controller"
    PLAYED = "played"
    DRIVER = "driver"
    PHYSICS = "physics"
    CHANNEL = "channel"


SETS: Final = "animation-set"
SCENES: Final = "scene-animation"
SEQUENCES: Final = "m3g-animation"
ALL: Final = (SETS, SCENES, SEQUENCES)

UNORDERED: Final = ("keys-out-of-order", "keys-at-the-same-time")
"""The rules that find a channel's keys in no order that could be played."""

Guard: TypeAlias = "Callable[..., bool]"
"""Whether a rule may have something to say of a document, by its survey (and the thresholds)."""

Thresholds: TypeAlias = "Mapping[str, float]"
"""The thresholds of one rule by their names, as they are set."""


@frozen
class Threshold:
    """A number that a rule judges by, and that can be configured.

    ``meaning`` says, after the number, in what it is counted and why it is as it is.
    """

    default: float
    meaning: str


@frozen(eq=False)
class Rule:
    """One rule.

    ``guard`` is asked first, with a survey of the whole document (and the
    thresholds, if there are any): where it says False the rule has nothing to
    say of any part. ``silenced_by`` names
    the rules whose finding at a part makes this one's there a consequence.
    Where there are ``thresholds`` or a ``budget``, ``check`` is handed them
    beside the part. ``fix`` says whether the rule can mend what it finds, and
    whether anybody must look at that.
    """

    name: str
    severity: Severity
    kinds: tuple[str, ...]
    level: Level = Level.STAGE
    silenced_by: tuple[str, ...] = ()
    guard: Guard | None = None
    thresholds: Mapping[str, Threshold] = field(factory=dict)
    budget: str | None = None
    fix: Safety | None = None

    def defaults(self) -> Thresholds:
        """Return the thresholds as they are where nobody set them."""
        return {name: each.default for name, each in self.thresholds.items()}

    def fault(  # noqa: PLR0913 - most are named, and few are given
        self,
        pointer: Pointer,
        message: str,
        related: tuple[str, Pointer] | None = None,
        *,
        at_name: bool = False,
        within: TextRange | None = None,
        fix: Callable[[], Fix] | None = None,
        about: str | None = None,
    ) -> Fault:
        """Return a fault of this rule; ``related`` is another place, and what it is.

        It stands at the value at ``pointer``, at the name of that member, or
        ``within`` the text that the value is. ``fix`` makes its fix, if there is one;
        ``about`` is as faults have it.
        """
        make_fault, make_related = _makers()
        other = None if related is None else make_related(*related)
        return make_fault(
            self.name, pointer, message, other, at_name=at_name, within=within, fix=fix, about=about
        )


@cache
def _makers() -> tuple[type[Fault], type[Related]]:
    from animspec.findings import Fault, Related  # noqa: PLC0415 - clean files have none

    return Fault, Related
