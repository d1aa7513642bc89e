"""What commands that look at motions share: reading the file, and choosing clips and tracks."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from animspec.channels import MotionError, motions
from animspec.cli import UNUSABLE
from animspec.cli.scene_files import REFUSED, CommandFailedError, read_bytes
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION
from animspec.loading import DocumentError, model_of
from animspec.names import name_key
from animspec.settings import LARGEST_FILE
from animspec.wording import did_you_mean, plural, shown

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from animspec.channels import Motion
    from animspec.curves import Floats

STANDARD_INPUT = "-"

MOST_NAMED = 12
"""How many clips a sentence names when there is none of the name asked for."""


@frozen(eq=False)
class Played:
    """A file's document and its motions."""

    file: str
    document: Any
    motions: tuple[Motion, ...]


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the file, of any kind."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="an animation of any kind (*.voxelanim.json, *.sceneanim.json, *.m3ganim.json, "
        "*.m3g), or - for standard input",
    )


def add_choice_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which clip and which tracks are meant."""
    parser.add_argument(
        *("--clip", "-c"),
        metavar="NAME",
        help="one clip, by its id or name; of keyframe sequences one by its id, or world "
        "(all of them if none is named)",
    )
    parser.add_argument(
        *("--track", "-t"),
        action="append",
        metavar="GLOB",
        help='tracks or channels, such as "Body/*", "*.rotation" or "camera.fov" (repeatable)',
    )


def read_document(file: str) -> Any:
    """Return the model of the document in a file.

    Raises:
        CommandFailedError: it cannot be read, or has faults of text or structure.
    """
    if file == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise CommandFailedError(UNUSABLE, f"{file} has more than {LARGEST_FILE} bytes")
    else:
        data = read_bytes(file)
    try:
        return model_of(data, "" if file == STANDARD_INPUT else file)
    except DocumentError as error:
        raise _unsound(file, error) from error


def _unsound(file: str, error: DocumentError) -> CommandFailedError:
    """Say what is wrong with a file first of all, and how to see the rest."""
    first = error.findings[0]
    where = "" if first.where is None else f"{first.where}: "
    count = plural(len(error.findings), "error")
    sentence = f"{file} has {count}, the first is {where}{first.rule}: {first.message}"
    return CommandFailedError(REFUSED, f"{sentence}; {_advice(file)}")


def _advice(file: str) -> str:
    name = f'"{file}"' if " " in file else file
    return f"run animspec check {name}"


def read_motions(file: str) -> Played:
    """Return the motions of the document in a file.

    Raises:
        CommandFailedError: it cannot be read, or has errors.
    """
    document = read_document(file)
    try:
        return Played(file, document, motions(document))
    except MotionError as error:
        raise unplayable(file, error) from error


def unplayable(file: str, error: MotionError) -> CommandFailedError:
    """Return the failure of a command whose file has errors that only rules see."""
    return CommandFailedError(REFUSED, f"{file} cannot be played: {error}; {_advice(file)}")


def chosen(played: Played, clip: str | None, tracks: Sequence[str] | None) -> tuple[Motion, ...]:
    """Return the motions that are meant, with the channels that are meant.

    Raises:
        CommandFailedError: there is no such clip, or no such track in any of them.
    """
    found = played.motions if clip is None else (_named(played, clip),)
    if not found:
        raise CommandFailedError(REFUSED, f"{played.file} has nothing that moves")
    if not tracks:
        return found
    kept = [motion for motion in (_with_tracks(motion, tracks) for motion in found) if motion]
    if not kept:
        words = [word for motion in found for word in _words(motion)]
        guess = did_you_mean(tracks[0], dict.fromkeys(words))
        said = " or ".join(map(shown, tracks))
        raise CommandFailedError(UNUSABLE, f"{played.file} has no track {said}{guess}")
    return tuple(kept)


def _named(played: Played, clip: str) -> Motion:
    """Return the motion of an id; else the one of that name, trimmed and in any case."""
    by_id = [motion for motion in played.motions if motion.name == clip]
    by_label = [motion for motion in played.motions if name_key(motion.label) == name_key(clip)]
    by_any_id = [motion for motion in played.motions if name_key(motion.name) == name_key(clip)]
    for found in (by_id, by_label, by_any_id):
        if found:
            return found[0]
    raise CommandFailedError(UNUSABLE, _no_clip(played, clip))


def _no_clip(played: Played, clip: str) -> str:
    kind = played.motions[0].kind if played.motions else ANIMATION_SET.name
    noun = "sequence" if kind == M3G_ANIMATION.name else "clip"
    names = [motion.label for motion in played.motions]
    known = dict.fromkeys([*names, *(motion.name for motion in played.motions)])
    guess = did_you_mean(clip, known)
    if not guess:
        more = ", …" if len(names) > MOST_NAMED else ""
        guess = f", expected {', '.join(map(shown, names[:MOST_NAMED]))}{more}" if names else ""
    return f"{played.file} has no {noun} {shown(clip)}{guess}"


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
