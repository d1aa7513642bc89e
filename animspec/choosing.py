"""Which motions of a document, and which of their channels, somebody means."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.kinds import ANIMATION_SET, M3G_ANIMATION
from animspec.names import name_key
from animspec.wording import did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.channels import Motion
    from animspec.curves import Floats

MOST_NAMED: Final = 12
"""How many clips a sentence names when there is none of the name asked for."""


class NothingMovesError(ValueError):
    """A document has no motions."""


class ChoiceError(LookupError):
    """A document has no motion, or no track, of the name that is asked for."""


def chosen(
    found: Sequence[Motion], clip: str | None, tracks: Sequence[str] | None, file: str
) -> tuple[Motion, ...]:
    """Return the motions that are meant, with the channels that are meant.

    ``clip`` is the id of one, or a name: all of that name are meant. ``tracks`` are globs of
    tracks and channels; errors call the document ``file``.

    Raises:
        NothingMovesError: there are no motions at all.
        ChoiceError: there is no such clip, or no such track in any of them.
    """
    meant = tuple(found) if clip is None else _named(found, clip, file)
    if not meant:
        raise NothingMovesError(f"{file} has nothing that moves")
    if not tracks:
        return meant
    kept = [motion for motion in (_with_tracks(motion, tracks) for motion in meant) if motion]
    if not kept:
        words = [word for motion in meant for word in _words(motion)]
        guess = did_you_mean(tracks[0], dict.fromkeys(words))
        said = " or ".join(map(shown, tracks))
        raise ChoiceError(f"{file} has no track {said}{guess}")
    return tuple(kept)


def _named(found: Sequence[Motion], clip: str, file: str) -> tuple[Motion, ...]:
    """Return the motion of an id; else all of that name, trimmed and in any case."""
    by_id = [motion for motion in found if motion.name == clip]
    by_label = [motion for motion in found if name_key(motion.label) == name_key(clip)]
    by_any_id = [motion for motion in found if name_key(motion.name) == name_key(clip)]
    for those in (by_id, by_label, by_any_id):
        if those:
            return tuple(those)
    raise ChoiceError(_no_clip(found, clip, file))


def _no_clip(found: Sequence[Motion], clip: str, file: str) -> str:
    kind = found[0].kind if found else ANIMATION_SET.name
    noun = "sequence" if kind == M3G_ANIMATION.name else "clip"
    names = [motion.label for motion in found]
    known = dict.fromkeys([*names, *(motion.name for motion in found)])
    guess = did_you_mean(clip, known)
    if not guess:
        more = ", …" if len(names) > MOST_NAMED else ""
        guess = f", expected {', '.join(map(shown, names[:MOST_NAMED]))}{more}" if names else ""
    return f"{file} has no {noun} {shown(clip)}{guess}"


def _words(motion: Motion) -> list[str]:
    """Return what tracks and channels of a motion can be asked for by."""
    return [*(channel.path for channel in motion.channels), *motion.addresses()]


def _with_tracks(motion: Motion, tracks: Sequence[str]) -> Motion | None:
    """Return a motion with those of its channels that globs speak of, None without any."""
    globs = [name_key(each) for each in tracks]
    places = [
        place
        for place, (address, channel) in enumerate(
            zip(motion.addresses(), motion.channels, strict=True)
        )
        if any(
            fnmatchcase(name_key(word), glob) for word in (channel.path, address) for glob in globs
        )
    ]
    if not places:
        return None

    def sample(times: Floats) -> tuple[Floats, ...]:
        values = motion.sampler(times)
        return tuple(values[place] for place in places)

    return evolve(
        motion, channels=tuple(motion.channels[place] for place in places), sampler=sample
    )
