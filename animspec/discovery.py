"""Which files to look at: what a user names, and what stands below a folder.

In a folder the files with a native name are taken, in the order of their
names. What git ignores is left out, by the ``.gitignore`` files from the top
of the repository down, and so is what git itself keeps.
"""

from __future__ import annotations

import os
from pathlib import Path
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
        for found in _below(Path(path)) if os.path.isdir(path) else (path,):  # noqa: PTH112 - never raises
            real = os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                yield found


@frozen
class _Ignored:
    """The patterns of one ``.gitignore`` file, which count from its folder down."""

    folder: Path
    patterns: GitIgnoreSpec

    def verdict(self, path: Path, *, is_folder: bool) -> bool | None:
        """Whether the path is ignored; None where no pattern speaks of it."""
        relative = path.relative_to(self.folder).as_posix() + ("/" if is_folder else "")
        return self.patterns.check_file(relative).include


def _below(folder: Path) -> Iterator[str]:
    """Yield the animation files in a folder and the folders in it."""
    base = Path(os.path.abspath(folder))  # noqa: PTH100 - links stay as they are named
    yield from _walk(folder, base, _ignored_above(base))


def _walk(shown: Path, folder: Path, ignored: tuple[_Ignored, ...]) -> Iterator[str]:
    own = _ignored_in(folder)
    ignored = (*ignored, own) if own is not None else ignored
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        yield str(shown)  # reading it will say why it cannot be read
        return
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name in _NEVER or (not is_folder and not _is_wanted(entry)):
            continue
        if _is_ignored(folder / entry.name, ignored, is_folder=is_folder):
            continue
        if is_folder:
            yield from _walk(shown / entry.name, folder / entry.name, ignored)
        else:
            yield str(shown / entry.name)


def _is_wanted(entry: os.DirEntry[str]) -> bool:
    """Whether an entry has a native name and is a file or a broken link, not a device or a pipe."""
    if by_name(entry.name) is None:
        return False
    return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))  # noqa: PTH110


def _is_ignored(path: Path, ignored: tuple[_Ignored, ...], *, is_folder: bool) -> bool:
    """Whether git ignores a path: of all patterns that speak of it the deepest decides."""
    for each in reversed(ignored):
        verdict = each.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def _ignored_above(folder: Path) -> tuple[_Ignored, ...]:
    """Return the ignore files from the top of the repository down to above a folder."""
    above: list[_Ignored] = []
    if (folder / ".git").exists():
        return ()
    for parent in folder.parents:
        own = _ignored_in(parent)
        if own is not None:
            above.insert(0, own)
        if (parent / ".git").exists():
            return tuple(above)
    return ()  # not in a repository: nothing above the folder concerns it


def _ignored_in(folder: Path) -> _Ignored | None:
    file = folder / _IGNORE_FILE
    try:
        lines = file.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - only where there is an ignore file

    return _Ignored(folder, GitIgnoreSpec.from_lines(lines))
