"""The parts of a document of keyframe sequences as rules see them.

Only parts that the file has in a usable form appear. Where a list lacks some
of its parts, nothing is said that they could make wrong.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from animspec.holes import is_known
from animspec.m3g.constants import fits
from animspec.parts import Labels, References
from animspec.parts.m3g_sequences import SequencePart
from animspec.parts.motion import motions_of
from animspec.rule import Level
from animspec.wording import plural, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence

    from animspec.model.m3g_animation import Controller, M3GAnimation, Track
    from animspec.parts.motion import SomeMotions
    from animspec.parts.vocabulary import Claim
    from animspec.pointers import Pointer
    from animspec.settings import Settings


def walk(
    model: M3GAnimation,
    settings: Settings,  # noqa: ARG001 - all walks take them
    levels: Collection[Level],  # noqa: ARG001 - as above
) -> Iterator[tuple[Level, Any]]:
    """Yield every part of a document of keyframe sequences with its level."""
    document = DocumentPart(model)
    yield Level.DOCUMENT, document
    for target in document.targets:
        yield Level.CLIP, target
    for track in document.tracks:
        yield Level.TRACK, track
    for controller in document.controllers:
        yield Level.CONTROLLER, controller
    for sequence in document.sequences:
        yield Level.CHANNEL, sequence


class DocumentPart:
    """A whole document of keyframe sequences."""

    def __init__(self, model: M3GAnimation) -> None:
        self.model = model
        self.sequences = [SequencePart(at, each) for at, each in _known(model.sequences)]
        self.controllers = [ControllerPart(at, each) for at, each in _known(model.controllers)]
        self.tracks = [TrackPart(self, at, each) for at, each in _known(model.tracks)]

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ()

    @property
    def motions(self) -> SomeMotions:
        """The motions of the sequences."""
        return motions_of(self.sequences)

    @cached_property
    def targets(self) -> list[TargetPart]:
        """The targets in the order in which tracks first name them."""
        found: dict[str, list[TrackPart]] = {}
        for part in self.tracks:
            if is_known(part.track.target):
                found.setdefault(part.track.target, []).append(part)
        return [TargetPart(name, tracks) for name, tracks in found.items()]

    @cached_property
    def identified(self) -> list[Labels]:
        """The ids of the sequences, and those of the controllers."""
        sequences = [((*part.pointer, "id"), part.sequence.id) for part in self.sequences]
        controllers = [((*part.pointer, "id"), part.controller.id) for part in self.controllers]
        return [
            Labels("sequence", [each for each in sequences if is_known(each[1])]),
            Labels("controller", [each for each in controllers if is_known(each[1])]),
        ]

    @cached_property
    def references(self) -> list[References]:
        """What the tracks name of the sequences, and of the controllers."""
        return [
            self._references(labels, listed)
            for labels, listed in zip(
                self.identified, (self.model.sequences, self.model.controllers), strict=True
            )
        ]

    def _references(self, labels: Labels, listed: Sequence[Any] | None) -> References:
        """Return what the tracks name of one list; tracks have a member of its noun."""
        named = [(part.pointer, getattr(part.track, labels.noun)) for part in self.tracks]
        named = [each for each in named if each[1] is not None]
        entries = [((*where, labels.noun), name) for where, name in named if is_known(name)]
        return References(
            labels,
            all_labels=is_known(listed) and len(labels.entries) == len(listed or ()),
            entries=entries,
            all_entries=self._knows_tracks and len(entries) == len(named),
        )

    @property
    def _knows_tracks(self) -> bool:
        """Whether there are tracks, and all of them are known."""
        tracks = self.model.tracks
        return is_known(tracks) and 0 < len(tracks or ()) == len(self.tracks)

    @cached_property
    def _sequences(self) -> dict[str, SequencePart | None]:
        """The sequences by id, None where several have one."""
        found: dict[str, SequencePart | None] = {}
        for part in self.sequences:
            if is_known(part.sequence.id):
                found[part.sequence.id] = None if part.sequence.id in found else part
        return found

    def sequence(self, identity: str) -> SequencePart | None:
        """Return the one sequence of an id."""
        return self._sequences.get(identity)


def _known(parts: Sequence[Any] | None) -> Iterator[tuple[int, Any]]:
    """Yield the parts of a list that are known, each with its place."""
    if parts is not None and is_known(parts):
        yield from ((at, part) for at, part in enumerate(parts) if is_known(part))


class ControllerPart:
    """One controller."""

    __slots__ = ("at", "controller")

    def __init__(self, at: int, controller: Controller) -> None:
        self.at = at
        self.controller = controller

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ("controllers", self.at)


class TrackPart:
    """One track."""

    __slots__ = ("at", "document", "track")

    def __init__(self, document: DocumentPart, at: int, track: Track) -> None:
        self.document = document
        self.at = at
        self.track = track

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ("tracks", self.at)

    @property
    def sequence(self) -> SequencePart | None:
        """The track's sequence, None where its id leads to none or to several."""
        name = self.track.sequence
        return self.document.sequence(name) if is_known(name) else None


class TargetPart:
    """One target with its tracks."""

    __slots__ = ("name", "tracks")

    def __init__(self, name: str, tracks: list[TrackPart]) -> None:
        self.name = name
        self.tracks = tracks

    @property
    def claims(self) -> list[Claim]:
        """The claims of the tracks on the target's properties."""
        found: list[Claim] = []
        for part in self.tracks:
            track = part.track
            if all(map(is_known, (track.property, track.sequence, track.controller))):
                found.append(_Sameness(part))
                count = None if part.sequence is None else part.sequence.components
                # A sequence that does not fit the property is what another rule speaks of.
                if count is not None and fits(track.property, count):
                    found.append(_Share(part, count))
        return found


class _Share:
    """A track's claim on a share of a property, which sums sequences of one component count."""

    __slots__ = ("count", "part")

    noun = "property"

    def __init__(self, part: TrackPart, count: int) -> None:
        self.part = part
        self.count = count

    @property
    def key(self) -> Hashable:
        """The property."""
        return self.part.track.property

    @property
    def place(self) -> Pointer:
        """Where the property stands."""
        return (*self.part.pointer, "property")

    def against(self, before: _Share) -> str | None:
        """Return why the two cannot be summed."""
        if self.count == before.count:
            return None
        return (
            f"{self.part.track.property} has {plural(self.count, 'component')} here and "
            f"{before.count} in an earlier track of {shown(self.part.track.target)}, "
            f"expected one component count for a property"
        )


class _Sameness:
    """A track's claim to be the only one of its property, sequence and controller."""

    __slots__ = ("part",)

    noun = "track"

    def __init__(self, part: TrackPart) -> None:
        self.part = part

    @property
    def key(self) -> Hashable:
        """All that makes the track what it is."""
        track = self.part.track
        return track.property, track.sequence, track.controller

    @property
    def place(self) -> Pointer:
        """Where the track stands."""
        return self.part.pointer

    def against(self, before: _Sameness) -> str:
        """Return why the target cannot have the track once more."""
        return (
            f"track {self.part.at} is track {before.part.at} once more, expected each track of "
            f"{shown(self.part.track.target)} once"
        )
