"""How far two motions may be apart and still be the same: by measure, by kind, by track."""

from __future__ import annotations

import re
from functools import lru_cache
from math import ceil, isfinite, log10, radians
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, field, frozen

from animspec.paths import path_key

if TYPE_CHECKING:
    from collections.abc import Mapping

LINEAR: Final = 0.001
"""The usual tolerance of what is measured straight: ten times what an animation set stores."""

DEGREES: Final = 0.01
"""The usual tolerance of angles: a point a hundred units off moves by less than 0.02."""

SWITCH: Final = 0.5
"""Between off and on there is nothing, so that any difference is a whole one."""

FINER: Final = 10
"""How many units of the last recorded decimal a tolerance has at least."""

MOST_DECIMALS: Final = 12
"""Beyond them the noise of doubles would be recorded."""


@frozen
class Tolerances:
    """How far values may be apart; a difference of exactly so much is still within.

    Attributes:
        linear: of positions, scales, properties: in their own unit.
        degrees: of angles, and of the angle between two rotations.
        tracks: of some channels, by glob over ``path`` or ``path.name`` in any case; the
            last that speaks of a channel decides. In the channel's unit, rotations in degrees.

    >>> tolerances = Tolerances(tracks=(("Arm*", 0.5), ("*.scale", 0.1)))
    >>> [tolerances.of(path, name, "linear") for path, name in
    ...  (("Arm.L", "position"), ("arm.l", "Scale"), ("Body", "position"))]
    [0.5, 0.1, 0.001]
    """

    linear: float = LINEAR
    degrees: float = DEGREES
    tracks: tuple[tuple[str, float], ...] = field(default=())

    def of(self, path: str, name: str, measure: str) -> float:
        """Return the tolerance of one channel, in its unit; of rotations in degrees."""
        if measure == "switch":
            return SWITCH
        if self.tracks:
            words = path_key(path), path_key(f"{path}.{name}")
            for glob, tolerance in reversed(self.tracks):
                if any(map(_pattern(glob).fullmatch, words)):
                    return tolerance
        return self.linear if measure == "linear" else self.degrees

    def as_json(self) -> dict[str, Any]:
        """Return the tolerances as golden files have them."""
        tracks = {"tracks": dict(self.tracks)} if self.tracks else {}
        return {"linear": self.linear, "degrees": self.degrees, **tracks}


USUAL: Final = Tolerances()


def tolerances_of(said: Mapping[str, Any], kind: str) -> Tolerances:
    """Return the tolerances that the table ``golden`` of a configuration says for a kind.

    >>> said = {"linear": 0.1, "kinds": {"m3g-animation": {"degrees": 1}}, "tracks": {"A": 2}}
    >>> tolerances_of(said, "m3g-animation")
    Tolerances(linear=0.1, degrees=1, tracks=(('A', 2),))
    """
    own = said.get("kinds", {}).get(kind, {})
    wanted = {name: each[name] for each in (said, own) for name in _MEASURED if name in each}
    return evolve(USUAL, tracks=tuple(said.get("tracks", {}).items()), **wanted)


_MEASURED: Final = ("linear", "degrees")


@lru_cache(64)
def decimals_for(tolerance: float, measure: str) -> int:
    """Return with how many decimals values must be known to tell such a difference.

    A tolerance is at least ten units of the last decimal. A rotation's angle is about
    twice the change of its quaternion.

    >>> decimals_for(0.001, "linear"), decimals_for(0.01, "quaternion"), decimals_for(5, "linear")
    (4, 6, 1)
    """
    if measure == "switch":
        return 1
    change = radians(tolerance) / 2 if measure == "quaternion" else tolerance
    if change <= 0 or not isfinite(change):
        return MOST_DECIMALS
    # What is a power of ten is meant as one, whatever its logarithm is in doubles.
    digits = ceil(log10(FINER / change) - 1e-9)
    return min(max(digits, 0), MOST_DECIMALS)


@lru_cache(1024)
def _pattern(glob: str) -> re.Pattern[str]:
    """Return what a glob over paths matches: ``*`` and ``?`` cross slashes, too.

    >>> bool(_pattern("Body/Arm.[LR]*").fullmatch("body/arm.l.position"))
    True
    """
    # Brackets stand for one of some characters; without their end they are plain.
    pieces = re.split(r"(\*|\?|\[[^\]]+\])", path_key(glob))
    return re.compile("".join(map(_piece, pieces)))


def _piece(text: str) -> str:
    if text in _WILD:
        return _WILD[text]
    if text[:1] == "[" and text[-1:] == "]":
        inner = re.sub(r"([\\\[&~|])", r"\\\1", text[1:-1].replace("!", "^", 1))
        return f"[{inner}]"
    return re.escape(text)


_WILD: Final = {"*": ".*", "?": "."}
