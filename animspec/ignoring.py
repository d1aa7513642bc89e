"""What git ignores: the ``.gitignore`` files of a repository, each for its folder and below."""

from __future__ import annotations

import os
from typing import Final

from attrs import frozen
from pathspec import GitIgnoreSpec

_IGNORE_FILE: Final = ".gitignore"


@frozen
class Ignored:
    """The patterns of one ``.gitignore`` file, which count from its folder down."""

    folder: str
    patterns: GitIgnoreSpec

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the path is ignored; None where no pattern speaks of it."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        return self.patterns.check_file(relative + ("/" if is_folder else "")).include


def is_ignored(path: str, ignored: tuple[Ignored, ...], *, is_folder: bool) -> bool:
    """Whether git ignores a path: of all patterns that speak of it the deepest decides."""
    for each in reversed(ignored):
        verdict = each.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def ignored_above(folder: str) -> tuple[Ignored, ...]:
    """Return the ignore files from the top of the repository down to above a folder."""
    above: list[Ignored] = []
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ()  # not in a repository: nothing above the folder concerns it
        folder = parent
        own = ignored_in(folder)
        if own is not None:
            above.insert(0, own)
    return tuple(above)


def ignored_in(folder: str) -> Ignored | None:
    """Return the patterns of a folder's own ignore file, if it has one."""
    try:
        with open(os.path.join(folder, _IGNORE_FILE), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    return Ignored(folder, GitIgnoreSpec.from_lines(lines))
