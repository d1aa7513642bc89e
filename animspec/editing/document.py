"""An animation set under commands, which tells its subscribers of every change."""

from __future__ import annotations

import secrets
import string
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from animspec.editing import commands as make
from animspec.editing.changing import changed
from animspec.editing.inverses import inverse
from animspec.editing.loading import loaded, read_set, rounded
from animspec.editing.reader import AnimationSetReader
from animspec.editing.values import read_key, read_tracks
from animspec.model.animation_set import AnimationSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from animspec.editing.commands import Command
    from animspec.model.animation_set import ChannelName, Key, Track

LOCAL: Final = "local"
"""The origin of what a document's own methods change."""

_ID_CHARACTERS: Final = string.ascii_letters + string.digits
_ID_LENGTH: Final = 12


@frozen
class Change:
    """A command that a document has applied, the one that takes it back, and whose it was."""

    command: Command
    inverse: Command
    origin: str


def random_id() -> str:
    """Return a new clip's id: 12 letters and digits."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))


class AnimationDocument:
    """An editable animation set.

    Each method makes a command, which is applied and told to the subscribers,
    unless the set refuses it: then nothing happens, and the method returns
    False, or None where it would return an id.

    >>> document = AnimationDocument()
    >>> wave = document.add_clip("Wave", loop=True)
    >>> document.change_clip(wave, fps=7), document.change_clip(wave, fps=25)
    (False, True)
    >>> document.undo(), document.set.clip(wave).fps
    (True, 24)

    Raises: FaultySetError if the set has faults. A method raises CommandError
    for what no command can hold, such as a tick of -1.
    """

    def __init__(
        self,
        animation_set: AnimationSet | Mapping[str, Any] | None = None,
        *,
        new_id: Callable[[], str] = random_id,
    ) -> None:
        self._reader = AnimationSetReader(AnimationSet("", ()))
        if animation_set is not None:
            self._reader = AnimationSetReader(loaded(animation_set))
        self._new_id = new_id
        self._undone: list[Command] = []
        self._done: list[Command] = []
        self._subscribers: list[Callable[[Change], object]] = []
        self._untold: deque[Change] = deque()
        self._telling = False

    @classmethod
    def from_json(
        cls, data: bytes, name: str = "", *, new_id: Callable[[], str] = random_id
    ) -> AnimationDocument:
        """Return a document of the set in a JSON text; findings call the text ``name``.

        Raises: FaultySetError if the text has faults.
        """
        document = cls(new_id=new_id)
        document._reader = AnimationSetReader(rounded(read_set(data, name)))
        return document

    @property
    def set(self) -> AnimationSetReader:
        """The set as it is now; a later change makes another."""
        return self._reader

    @property
    def can_undo(self) -> bool:
        """Whether there is a local change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to make again."""
        return bool(self._undone)

    def rename_rig(self, rig: str) -> bool:
        """Set the rig's label."""
        return self.apply(make.RenameRig(rig), LOCAL)

    def add_clip(  # noqa: PLR0913 - what a clip has
        self,
        name: str,
        *,
        id: str | None = None,  # noqa: A002 - the member's name
        length: int = make.DEFAULT_LENGTH,
        fps: int = make.DEFAULT_FPS,
        loop: bool = False,
        tracks: Iterable[Track | Mapping[str, Any]] = (),
        before_id: str | None = None,
    ) -> str | None:
        """Add a clip before another, or last, and return its id.

        Without an id it gets a random one of 12 letters and digits. The tracks
        may be those of another set's clip.
        """
        clip_id = self._free_id() if id is None else id
        read = read_tracks(tracks, "/tracks")
        command = make.AddClip(name, clip_id, length, fps, loop, read, before_id)
        return clip_id if self.apply(command, LOCAL) else None

    def remove_clip(self, clip_id: str) -> bool:
        """Remove a clip."""
        return self.apply(make.RemoveClip(clip_id), LOCAL)

    def change_clip(
        self,
        clip_id: str,
        *,
        name: str | None = None,
        length: int | None = None,
        fps: int | None = None,
        loop: bool | None = None,
    ) -> bool:
        """Change what is given of a clip; its keys stay at their ticks."""
        patch = make.ClipPatch(name, length, fps, loop)
        return self.apply(make.ChangeClip(clip_id, patch), LOCAL)

    def move_clip(self, clip_id: str, before_id: str | None = None) -> bool:
        """Move a clip before another, or last."""
        return self.apply(make.MoveClip(clip_id, before_id), LOCAL)

    def write_key(
        self, clip_id: str, path: str, channel: ChannelName, key: Key | Mapping[str, Any]
    ) -> bool:
        """Set the key at the key's tick, rounded; a track that is new comes last."""
        command = make.WriteKey(clip_id, path, channel, read_key(key, "/key"))
        return self.apply(command, LOCAL)

    def remove_key(self, clip_id: str, path: str, channel: ChannelName, tick: int) -> bool:
        """Remove a key, and with its last key the track."""
        return self.apply(make.RemoveKey(clip_id, path, channel, tick), LOCAL)

    def remove_track(self, clip_id: str, path: str) -> bool:
        """Remove a track and its keys."""
        return self.apply(make.RemoveTrack(clip_id, path), LOCAL)

    def rename_track(self, clip_id: str, path: str, to: str) -> bool:
        """Move a track and its keys to another path; a change of case only is one too."""
        return self.apply(make.RenameTrack(clip_id, path, to), LOCAL)

    def apply(self, change: Change | Command, origin: str = "remote") -> bool:
        """Apply a command, or the command of a change that another document made.

        What is not local is placed as well as can be (``placeable``) and is not
        for ``undo`` to take back.
        """
        command = change.command if isinstance(change, Change) else change
        made = self._make(command if origin == LOCAL else self.set.placeable(command), origin)
        if made is None:
            return False
        if origin == LOCAL:
            self._done.append(made.inverse)
            self._undone.clear()
        self._tell()
        return True

    def undo(self) -> bool:
        """Take the last local change back, as one more local change.

        Where others have since removed what it was about, it cannot be taken
        back: it is forgotten, and the answer is False, as it is where nothing
        is left to undo.
        """
        return self._step(self._done, self._undone)

    def redo(self) -> bool:
        """Make the change again that was last undone; a new local change forgets it."""
        return self._step(self._undone, self._done)

    def subscribe(self, subscriber: Callable[[Change], object]) -> Callable[[], None]:
        """Call ``subscriber`` with every change from now on; the answer ends that.

        Changes are told in the order they were made, also those that a
        subscriber makes while it is told of one.
        """
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def _step(self, source: list[Command], target: list[Command]) -> bool:
        """Apply the last command of one list and keep what takes it back in the other."""
        if not source:
            return False
        made = self._make(self.set.placeable(source.pop()), LOCAL)
        if made is None:
            return False
        target.append(made.inverse)
        self._tell()
        return True

    def _make(self, command: Command, origin: str) -> Change | None:
        """Apply a command that the set accepts; the change is yet to be told."""
        if not self.set.accepts(command):
            return None
        if isinstance(command, make.AddClip) and command.id is None:
            command = evolve(command, id=self._free_id())
        change = Change(command, inverse(self.set, command), origin)
        self._reader = AnimationSetReader(changed(self.set.animation_set, command))
        self._untold.append(change)
        return change

    def _tell(self) -> None:
        """Tell the subscribers of what they have not been told, oldest first."""
        if self._telling:
            return
        self._telling = True
        try:
            while self._untold:
                change = self._untold.popleft()
                for subscriber in tuple(self._subscribers):
                    subscriber(change)
        finally:
            self._telling = False

    def _free_id(self) -> str:
        """Return an id that no clip has."""
        while self.set.has(found := self._new_id()):
            pass
        return found
