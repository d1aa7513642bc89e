"""Which files to look at: what a user names, and what stands below a folder.

In a folder the files with a native name are taken, in the order of their
names. What git ignores is left out, by the ``.gitignore`` files from the top
of the repository down, and so is what git itself keeps.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from animspec.kinds import by_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from animspec.ignoring import Ignored

_NEVER: Final = frozenset({".git", ".hg", ".svn"})


def discover(paths: Iterable[str]) -> Iterator[str]:
    """Yield the files that paths stand for, each once; what is no folder stands for itself."""
    seen: set[str] = set()
    for path in paths:
        for found in _below(path) if os.path.isdir(path) else (path,):
            real = os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                yield found


def _below(folder: str) -> Iterator[str]:
    """Yield the animation files in a folder and the folders in it."""
    from animspec.ignoring import ignored_above  # noqa: PLC0415 - single files ask nothing of git

    base = os.path.abspath(folder)
    yield from _walk("" if folder == os.curdir else folder, base, ignored_above(base))


def _walk(shown: str, folder: str, ignored: tuple[Ignored, ...]) -> Iterator[str]:
    from animspec.ignoring import ignored_in, is_ignored  # noqa: PLC0415 - single files ask nothing of git

    own = ignored_in(folder)
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
        if is_ignored(entry.path, ignored, is_folder=is_folder):
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
