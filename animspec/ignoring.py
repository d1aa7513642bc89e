"""What git ignores: the ``.gitignore`` files of a repository, each for its folder and below.

A folder is looked at before what is in it, as git does: so a pattern need only
be asked about the entry at hand, never about the folders above it.
"""

from __future__ import annotations

import codecs
import os
import re
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.files import exists, read_if_there

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_IGNORE_FILE: Final = ".gitignore"


@frozen
class Pattern:
    """One line of an ignore file.

    ``expression`` is that of the paths below the file's folder that it speaks of.
    """

    expression: re.Pattern[str]
    ignores: bool
    """False for a line with an exclamation mark, which takes back."""
    folders_only: bool


@frozen
class Ignored:
    """The patterns of one ``.gitignore`` file, which count from its folder down."""

    folder: str
    patterns: tuple[Pattern, ...]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the path is ignored; None where no pattern speaks of it. The last one decides."""
        # To git a name is bytes, and a question mark stands for one of them.
        relative = os.fsencode(os.path.relpath(path, self.folder)).decode("latin-1")
        relative = relative.replace(os.sep, "/")
        for pattern in reversed(self.patterns):
            if (is_folder or not pattern.folders_only) and pattern.expression.fullmatch(relative):
                return pattern.ignores
        return None


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
    while not exists(os.path.join(folder, ".git")):
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
        data = read_if_there(os.path.join(folder, _IGNORE_FILE))
    except OSError:
        return None  # a folder of that name, or one that nobody may read: git goes on, too
    if data is None:
        return None
    text = data.removeprefix(codecs.BOM_UTF8).decode("latin-1")
    return Ignored(folder, tuple(patterns(text.split("\n"))))


def patterns(lines: Iterable[str]) -> Iterator[Pattern]:
    r"""Yield the patterns of an ignore file's lines.

    >>> (pattern,) = patterns(["# built", "", "/out/**/*.tmp"])
    >>> [bool(pattern.expression.fullmatch(path)) for path in ("out/a/b.tmp", "a/out/b.tmp")]
    [True, False]

    Source: the page gitignore(5) of git.
    """
    for line in lines:
        text = _TRAILING_SPACE.sub("", line.removesuffix("\r"))
        if text.startswith("#"):
            continue
        ignores, text = not text.startswith("!"), text.removeprefix("!")
        expression = _expression(text.removesuffix("/"))
        if expression is not None:
            yield Pattern(expression, ignores, text.endswith("/"))


_TRAILING_SPACE: Final = re.compile(r"(?<!\\) +\Z")

_TOKEN: Final = re.compile(
    r"(?P<above>\A\*\*/)|(?P<between>/(?:\*\*/)+)|(?P<below>/\*\*\Z)"
    r"|(?P<any>\*+)|(?P<one>\?)"
    r"|\[(?P<none>[!^]?)(?P<set>\]?(?:\[:[a-z]+:\]|\\.|[^\]\\])*)\]"
    r"|\\(?P<quoted>.)|(?P<plain>[^\\\[])",
    re.DOTALL,
)
_MEANINGS: Final = {
    "above": "(?:.*/)?",
    "between": "/(?:.*/)?",
    "below": "/.+",
    "any": "[^/]*",
    "one": "[^/]",
}
_IN_SET: Final = re.compile(r"\[:(?P<kind>[a-z]+):\]|\\(?P<quoted>.)|(?P<plain>.)", re.DOTALL)
_KINDS: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


def _expression(pattern: str) -> re.Pattern[str] | None:
    """Return the expression of a pattern without its last slash; None where it means nothing."""
    anchored = "/" in pattern
    body = pattern.removeprefix("/")
    written, at = "" if anchored else "(?:.*/)?", 0
    while at < len(body):
        token = _TOKEN.match(body, at)
        if token is None:
            return None  # a backslash that quotes nothing, or a set without an end
        written += _MEANINGS.get(str(token.lastgroup)) or _meaning(token)
        at = token.end()
    try:
        return re.compile(written, re.DOTALL) if body else None
    except re.error:
        return None  # a range that runs backwards


def _meaning(token: re.Match[str]) -> str:
    """Return the expression of a set of characters, or of one character."""
    if token["set"] is None:
        return re.escape(token["quoted"] or token["plain"])
    members = "".join(map(_member, _IN_SET.finditer(token["set"])))
    return f"(?!/)[{'^' if token['none'] else ''}{members}]"


def _member(token: re.Match[str]) -> str:
    if token["kind"] is not None:
        return _KINDS.get(token["kind"], "")
    return "-" if token["plain"] == "-" else re.escape(token["quoted"] or token["plain"])
