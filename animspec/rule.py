"""What a rule is: a name, how much it matters, what it looks at, and what it says.

Each module of ``animspec.rules`` holds one rule. Its docstring is the rule's
page; ``RULE`` says what the rule is; ``check`` yields faults for one part of a
document. Rules that the text and structure stages report have no ``check``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.findings import Fault, TextRange
    from animspec.pointers import Pointer
    from animspec.severities import Severity


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


@frozen(eq=False)
class Rule:
    """One rule.

    ``guard`` is asked first, with the skeleton of the whole text: where it
    says False the rule has nothing to say of any part. ``silenced_by`` names
    the rules whose finding at a part makes this one's there a consequence.
    """

    name: str
    severity: Severity
    kinds: tuple[str, ...]
    level: Level = Level.STAGE
    silenced_by: tuple[str, ...] = ()
    guard: Callable[[bytes], bool] | None = None

    def fault(
        self,
        pointer: Pointer,
        message: str,
        related: tuple[str, Pointer] | None = None,
        *,
        at_name: bool = False,
        within: TextRange | None = None,
    ) -> Fault:
        """Return a fault of this rule; ``related`` is another place, and what it is.

        It stands at the value at ``pointer``, at the name of that member, or
        ``within`` the text that the value is.
        """
        from animspec.findings import Fault, Related  # noqa: PLC0415 - clean files have none

        other = None if related is None else Related(*related)
        return Fault(self.name, pointer, message, other, at_name=at_name, within=within)
