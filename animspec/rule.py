"""What a rule is: a name, how much it matters, what it looks at, and what it says.

Each module of ``animspec.rules`` holds one rule. Its docstring is the rule's
page; ``RULE`` says what the rule is; ``check`` yields faults for one part of a
document. Rules that the text and structure stages report have no ``check``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.findings import Fault, Related, Severity

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.pointers import Pointer


class Level(StrEnum):
    """The part of a document that a rule looks at, one at a time.

    ``STAGE``: none; the text or structure stage, or the reading of files, reports it.
    """

    STAGE = "stage"
    DOCUMENT = "document"
    CLIP = "clip"
    TRACK = "track"
    CHANNEL = "channel"


SETS: Final = "animation-set"
SCENES: Final = "scene-animation"
SEQUENCES: Final = "m3g-animation"
ALL: Final = (SETS, SCENES, SEQUENCES)


@frozen
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

    def fault(self, pointer: Pointer, message: str, related: Related | None = None) -> Fault:
        """Return a fault of this rule."""
        return Fault(self.name, pointer, message, related)
