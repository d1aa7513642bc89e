"""Golden files read, whatever their bytes are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec
from attrs import frozen

from animspec.comparison.stretches import QUARTERS
from animspec.documents import resting_collector
from animspec.golden.model import VERSION, Golden, GoldenError, beside
from animspec.golden.rebuilding import rebuilt, require_fitting
from animspec.ticks import TICKS_PER_SECOND
from animspec.wording import choice, number, shown

if TYPE_CHECKING:
    from animspec.channels import TimeUnit
    from animspec.curves import Floats
    from animspec.golden.model import GoldenChannel, GoldenMotion, KindName
    from animspec.golden.rebuilding import Rebuilt

_MERGE: Final = re.compile(rb"^(<{7}|={7}|>{7})(?= |\r?$)", re.MULTILINE)
"""What git leaves in a file where two changes meet."""


USUAL_NAME: Final = "the golden file"
"""What messages call a golden file of which nobody says where it lies."""


class NewerGoldenError(GoldenError):
    """A golden file is of a version that a newer animspec writes: it is not to be overwritten."""


@frozen
class _Mark:
    """What every golden file starts with, in every version."""

    golden: int


def read(data: bytes, name: str = USUAL_NAME) -> Golden:
    """Return what a golden file tells; ``name`` is what messages call it.

    Numbers are not looked at: ``opened`` sees whether they fit together.

    Raises:
        NewerGoldenError: a newer animspec wrote it.
        GoldenError: it is cut off, no golden file, or no file of JSON.
    """
    try:
        mark = msgspec.json.decode(data, type=_Mark)
        if mark.golden > VERSION:
            raise NewerGoldenError(
                f"{name} is of version {mark.golden}, this animspec reads version {VERSION}; "
                "a newer one wrote it"
            )
        if mark.golden != VERSION:
            raise GoldenError(f"{name} is of version {mark.golden}, expected {VERSION}")
        with resting_collector():
            golden = msgspec.json.decode(data, type=Golden)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GoldenError(f"{name} {_reason(data, error)}") from None
    if golden.plan.between != QUARTERS:
        shares = ", ".join(map(number, golden.plan.between))
        raise GoldenError(f"{name} was looked at between keys at {shares}, expected {QUARTERS}")
    return golden


def _reason(data: bytes, error: Exception) -> str:
    """Say why some bytes are no golden file."""
    merge = _MERGE.search(data)
    if merge is not None:
        line = data.count(b"\n", 0, merge.start()) + 1
        return f"holds a merge conflict, in line {line}"
    if data.startswith(b"version https://git-lfs"):
        return "is a pointer of Git LFS, whose file has not been fetched"
    if isinstance(error, msgspec.ValidationError):
        return _foreign(str(error))
    if not data.strip():
        return "is empty"
    if data.lstrip()[:1] == b"{" and data.rstrip()[-1:] != b"}":
        return "is cut off"
    return f"is not JSON: {_lower(str(error).removeprefix('JSON is malformed: '))}"


def _foreign(text: str) -> str:
    """Say what a JSON text lacks that a golden file has."""
    if "missing required field `golden`" in text:
        return 'is no golden file: it has no member "golden"'
    what, _, where = text.partition(" - at `$")
    place = where.rstrip("`").replace("[...]", "[]").lstrip(".")
    return f"is no golden file{f', at {place}' if place else ''}: {_lower(what)}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


UNITS: Final[dict[KindName, dict[TimeUnit, float | None]]] = {
    "animation-set": {"tick": float(TICKS_PER_SECOND)},
    "scene-animation": {"s": 1.0},
    "m3g-animation": {"sequence unit": None, "world unit": None},
}
"""The units of time that motions of each kind of document have, and how many a second has."""


def frames_of(motion: GoldenMotion, kind: KindName, name: str = USUAL_NAME) -> Floats:
    """Return the times of a motion's frames, once all of its parts have been seen to fit together.

    ``kind`` is the kind of document that was recorded.

    Raises:
        GoldenError: they do not.
    """
    where = f"{name} does not fit together: {shown(motion.label)}"
    try:
        _require_times(motion, kind)
        times = motion.times()
    except ValueError as error:
        raise GoldenError(f"{where}: {error}") from None
    if len(times) != motion.frames:
        raise GoldenError(f"{where} has {motion.frames} frames, expected {len(times)}")
    for channel in motion.channels:
        try:
            require_fitting(channel, len(times))
        except ValueError as error:
            raise GoldenError(f"{where}, {shown(channel.address)}: {error}") from None
    return times


def _require_times(motion: GoldenMotion, kind: KindName) -> None:
    """See that a motion's times are those that its kind of document has.

    Raises:
        ValueError: they are not.
    """
    units = UNITS[kind]
    if motion.unit not in units:
        raise ValueError(f"unit is {shown(motion.unit)}, expected {choice([*map(shown, units)])}")
    told, wanted = motion.unitsPerSecond, units[motion.unit]
    if told != wanted:
        said, expected = ("absent" if each is None else number(each) for each in (told, wanted))
        raise ValueError(f"unitsPerSecond is {said}, expected {expected}")
    if not motion.start <= motion.end:
        ends = f"{number(motion.start)} to {number(motion.end)}"
        raise ValueError(f"it has times from {ends}, expected a start before the end")
    apart = beside(motion.unit)
    if motion.beside != apart:
        raise ValueError(f"beside is {number(motion.beside)}, expected {number(apart)}")


def opened(
    motion: GoldenMotion, channel: GoldenChannel, times: Floats, name: str = USUAL_NAME
) -> Rebuilt:
    """Return a channel of a motion with all its numbers; ``times`` are those of the frames.

    Raises:
        GoldenError: they do not fit together.
    """
    try:
        return rebuilt(motion, channel, times)
    except (ValueError, TypeError, OverflowError) as error:
        where = f"{name} does not fit together: {shown(motion.label)}"
        raise GoldenError(f"{where}, {shown(channel.address)}: {error}") from None
