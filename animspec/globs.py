"""Globs that users write, as in ``.gitignore``: which files below a folder they speak of."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from attrs import frozen

from animspec.ignoring import Ignored, patterns
from animspec.tables import Text
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@frozen(eq=False)
class Globs:
    """Globs that count from a folder; the last that speaks of a path decides."""

    matcher: Ignored

    def match(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether the globs speak of a path itself, whatever they say of folders above it."""
        if not self.matcher.patterns or not is_below(path, self.matcher.folder):
            return False
        return bool(self.matcher.verdict(path, is_folder=is_folder))

    def cover(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether the globs speak of a path, or of a folder that it is in."""
        if not self.matcher.patterns or not is_below(path, self.matcher.folder):
            return False
        start = len(self.matcher.folder.rstrip(os.sep)) + 1
        end = path.find(os.sep, start)
        while end >= 0:
            if self.match(path[:end], is_folder=True):
                return True
            end = path.find(os.sep, end + 1)
        return self.match(path, is_folder=is_folder)


def globs(folder: str, texts: Iterable[str]) -> Globs:
    """Return the globs that count from a folder, which is an absolute path.

    >>> vendored = globs("/repo", ["vendor/", "*.baked.json", "!keep.baked.json"])
    >>> [vendored.cover(f"/repo/{path}") for path in ("vendor/a.json", "b.baked.json", "b.json")]
    [True, True, False]
    >>> vendored.cover("/repo/keep.baked.json"), vendored.cover("/elsewhere/b.baked.json")
    (False, False)
    """
    return Globs(Ignored(folder, tuple(patterns(texts))))


def is_below(path: str, folder: str) -> bool:
    """Whether an absolute path is in a folder, or in a folder of it.

    >>> is_below("/a/b/c", "/a/b"), is_below("/a/bc", "/a/b"), is_below("/a", "/")
    (True, False, True)
    """
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def means_something(text: str) -> bool:
    """Whether a text is a glob that can speak of any path.

    >>> means_something("*.json"), means_something("[a"), means_something("# old")
    (True, False, False)
    """
    return any(True for _ in patterns([text]))


@frozen
class Glob:
    """The shape of a glob; where there is only one, it cannot take back what others say."""

    alone: bool = False

    @property
    def _text(self) -> Text:
        return Text(without="#!" if self.alone else "#")

    def problems(self, value: Any, where: str) -> Iterator[str]:
        """Yield what is wrong with a value."""
        wrong = list(self._text.problems(value, where))
        if not wrong and not means_something(value):
            wrong = [f"{where} is {shown(value)}, which is a glob for nothing"]
        yield from wrong

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of such values; of meaning it knows nothing."""
        return self._text.schema()
