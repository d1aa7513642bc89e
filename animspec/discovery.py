"""Which files to look at: what a user names, and what stands below a folder.

In a folder the files with a native name are taken, in the order of their
names. What git ignores is left out, by the ``.gitignore`` files from the top
of the repository down, and so is what git itself keeps.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.kinds import by_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pathspec import GitIgnoreSpec

_NEVER: Final = frozenset({".git", ".hg", ".svn"})
_IGNORE_FILE: Final = ".gitignore"


def discover(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files that paths stand for, each once; what is no folder stands for itself."""
    seen: set[str] = set()
    for path in paths:
        for found in _below(path) if os.path.isdir(path) else (path,):
            real = os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                yield found


@frozen
class _Ignored:
    """The patterns of one ``.gitignore`` file, which count from its folder down."""

    folder: str
    patterns: GitIgnoreSpec

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the path is ignored; None where no pattern speaks of it."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        return self.patterns.check_file(relative + ("/" if is_folder else "")).include


def _below(folder: str) -> Iterator[str]:
    """Yield the animation files in a folder and the folders in it."""
    base = os.path.abspath(folder)
    yield from _walk("" if folder == os.curdir else folder, base, _ignored_above(base))


def _walk(shown: str, folder: str, ignored: tuple[_Ignored, ...]) -> Iterator[str]:
    own = _ignored_in(folder)
    ignored = (*ignored, own) if own is not None else ignored
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        yield shown or os.curdir  # reading it will say why it cannot be read
        return
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name in _NEVER or (not is_folder and not _is_wanted(entry)):
            continue
        if _is_ignored(entry.path, ignored, is_folder=is_folder):
            continue
        if is_folder:
            yield from _walk(os.path.join(shown, entry.name), entry.path, ignored)
        else:
            yield os.path.join(shown, entry.name)


def _is_wanted(entry: os.DirEntry[str]) -> bool:
    """Whether an entry has a native name and is a file or a broken link, not a device or a pipe."""
    if by_name(entry.name) is None:
        return False
    return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))


def _is_ignored(path: str, ignored: tuple[_Ignored, ...], *, is_folder: bool) -> bool:
    """Whether git ignores a path: of all patterns that speak of it the deepest decides."""
    for each in reversed(ignored):
        verdict = each.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def _ignored_above(folder: str) -> tuple[_Ignored, ...]:
    """Return the ignore files from the top of the repository down to above a folder."""
    above: list[_Ignored] = []
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ()  # not in a repository: nothing above the folder concerns it
        folder = parent
        own = _ignored_in(folder)
        if own is not None:
            above.insert(0, own)
    return tuple(above)


def _ignored_in(folder: str) -> _Ignored | None:
    try:
        with open(os.path.join(folder, _IGNORE_FILE), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - only where there is an ignore file

    return _Ignored(folder, GitIgnoreSpec.from_lines(lines))
