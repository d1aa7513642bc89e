"""Which files to look at: what a user names, and what stands below a folder.

In a folder the files with a native name are taken, and those that the
configuration includes, in the order of their names. What git ignores is left
out, by the ``.gitignore`` files from the top of the repository down, and so
are what git itself keeps and what the configuration excludes.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from animspec.configuration.nearest import Configurations
from animspec.files import entries_of, is_folder
from animspec.kinds import GOLDEN_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from animspec.configuration import Configuration
    from animspec.ignoring import Ignored

_NEVER: Final = frozenset({".git", ".hg", ".svn"})


def discover(
    paths: Iterable[str],
    configurations: Configurations | None = None,
    *,
    force_exclude: bool = False,
) -> Iterator[str]:
    """Yield the files that paths stand for, each once; what is no folder stands for itself.

    What is named is taken even where it is excluded, unless ``force_exclude`` is set.

    Raises:
        ConfigurationError: a configuration file cannot be used.
    """
    configured = Configurations(isolated=True) if configurations is None else configurations
    seen: set[str] = set()
    for path in paths:
        if force_exclude and configured.excludes(path):
            continue
        for found in _below(path, configured) if is_folder(path) else (path,):
            real = os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                yield found


def _below(folder: str, configurations: Configurations) -> Iterator[str]:
    """Yield the animation files in a folder and the folders in it."""
    from animspec.ignoring import ignored_above  # noqa: PLC0415 - single files ask nothing of git

    base = os.path.abspath(folder)
    shown = "" if folder == os.curdir else folder
    yield from _walk(shown, base, ignored_above(base), configurations)


def _walk(
    shown: str, folder: str, ignored: tuple[Ignored, ...], configurations: Configurations
) -> Iterator[str]:
    from animspec.ignoring import ignored_in, is_ignored  # noqa: PLC0415 - single files ask nothing of git

    try:
        entries = entries_of(folder)
    except OSError:
        yield shown or os.curdir  # reading it will say why it cannot be read
        return
    own = ignored_in(folder)
    ignored = (*ignored, own) if own is not None else ignored
    configuration = configurations.of_folder(folder)
    for entry in entries:
        is_inner = entry.is_dir(follow_symlinks=False)
        if entry.name in _NEVER or (not is_inner and not _is_wanted(entry, configuration)):
            continue
        if is_ignored(entry.path, ignored, is_folder=is_inner):
            continue
        if configuration.excludes(entry.path, is_folder=is_inner):
            continue
        if is_inner:
            inner = os.path.join(shown, entry.name)
            yield from _walk(inner, entry.path, ignored, configurations)
        else:
            yield os.path.join(shown, entry.name)


def _is_wanted(entry: os.DirEntry[str], configuration: Configuration) -> bool:
    """Whether an entry is to be checked and is a file or a broken link, not a device or a pipe.

    A golden file is none, also where configuration takes every ``.json`` for a document.
    """
    if entry.name.endswith(GOLDEN_SUFFIX) or not configuration.includes(entry.path):
        return False
    return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
