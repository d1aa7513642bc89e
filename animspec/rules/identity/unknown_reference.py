"""A part names another one that the document does not have.

Why
    A track without its sequence or its controller, or a clip without its action, plays nothing, or
    keeps the document from being loaded. A driver that reads a property which is not there reads 0,
    and a body without its object cannot be placed.

Fix
    Correct the name, or add what it means: a key holds a property or an object in its place. The
    likely name is suggested. Where objects without keys take part in a simulation, name the
    hierarchy of the scene's objects; bodies are then looked up there (see unknown-block).

Source
    Tracks of keyframe sequences name their sequence and their controller by id, clips of scene
    animations their action. Variables name a property by path and name, bodies an object by path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SEQUENCES, Level, Rule
from animspec.severities import Severity
from animspec.wording import did_you_mean, shown, with_article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Referring

RULE: Final = Rule("unknown-reference", Severity.ERROR, (SCENES, SEQUENCES), Level.DOCUMENT)

_GUESSED: Final = 20
"""How many references of a list get a guess: each is compared with every id there is."""


def check(document: Referring) -> Iterator[Fault]:
    """Yield each reference that leads nowhere."""
    for references in document.references:
        ids = [label for _, label in references.labels.entries]
        for at, (pointer, name) in enumerate(references.unknown()):
            message = (
                f"{references.noun} {shown(name)} is not in the document, "
                f"expected the {references.word} of {with_article(references.noun)}"
            )
            guess = did_you_mean(name, ids) if at < _GUESSED else ""
            yield RULE.fault(pointer, message + guess)
