"""Which files differ from a git revision: committed, staged, changed or new since."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Final

from animspec.settings import ConfigurationError
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FORK: Final = "..."
"""After a revision: where the branch that is checked out left it."""

_HOOKS: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")
"""What git tells its hooks, and what would mislead it about another folder."""


def changed_since(revision: str, paths: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield those of the files that were found which differ from a revision, or are not in git.

    ``paths`` are those that a user named. Each is asked about in the repository
    that it is in. What is in a submodule counts as changed when the submodule is.

    Raises:
        ConfigurationError: a path is in no repository, or git does not know the revision.
    """
    changed: set[str] = set()
    asked: set[str] = set()
    for path in paths:
        top = _top(path)
        if top not in asked:
            asked.add(top)
            changed.update(_changed(top, revision))
    return (path for path in found if _is_among(path, changed))


def _is_among(path: str, changed: set[str]) -> bool:
    """Whether a file, or a folder that it is in, is among those that have changed."""
    folder, name = os.path.split(os.path.abspath(path))
    at = os.path.join(os.path.realpath(folder), name)
    if os.path.realpath(path) in changed:  # a link to a file that has changed
        return True
    while at not in changed:
        above = os.path.dirname(at)
        if above == at:
            return False
        at = above
    return True


def _top(path: str) -> str:
    """Return the folder at the top of the repository that a path is in."""
    folder = path if os.path.isdir(path) else os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        folder = os.curdir  # the path cannot be read, as its finding will say
    done = _git(folder, "rev-parse", "--show-toplevel")
    if done.returncode:
        where = shown(os.path.realpath(folder))
        raise ConfigurationError(f"--since needs a git repository, and {where} is in none")
    return os.path.realpath(os.fsdecode(done.stdout.removesuffix(b"\n")))


def _changed(top: str, revision: str) -> Iterator[str]:
    """Yield the absolute paths of what differs from a revision."""
    commit = _commit(top, revision)
    differing = ("diff", "--name-only", "-z", "--no-renames", "--diff-filter=d", "--no-ext-diff")
    for question in (
        (*differing, commit, "--"),
        (*differing, "--cached", commit, "--"),
        ("ls-files", "-z", "--others", "--exclude-standard"),
    ):
        done = _git(top, *question)
        if done.returncode:
            raise ConfigurationError(f"--since: git failed in {shown(top)}: {_reason(done)}")
        for name in done.stdout.split(b"\0"):
            if name:
                yield os.path.join(top, *os.fsdecode(name).rstrip("/").split("/"))


def _commit(top: str, revision: str) -> str:
    """Return the commit that a revision is."""
    name = revision.removesuffix(_FORK)
    done = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if done.returncode:
        reason = f"--since: git knows no revision {shown(name)} in {shown(top)}"
        if not _git(top, "rev-parse", "--is-shallow-repository").stdout.startswith(b"false"):
            reason += "; the clone is shallow, so that it lacks older ones"
        raise ConfigurationError(reason)
    commit = done.stdout.decode().strip()
    if not revision.endswith(_FORK):
        return commit
    done = _git(top, "merge-base", commit, "HEAD")
    if done.returncode:
        raise ConfigurationError(f"--since: {shown(name)} and HEAD have no commit in common")
    return done.stdout.decode().strip()


def _git(folder: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Ask git about a folder.

    Raises:
        ConfigurationError: there is no git.
    """
    environment = {name: value for name, value in os.environ.items() if name not in _HOOKS}
    try:
        return subprocess.run(  # noqa: S603 - the words are ours, a revision stands after --verify
            ["git", *words],  # noqa: S607 - the user's own git
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise ConfigurationError("--since needs git, and there is none on the PATH") from None


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
    return lines[-1].removeprefix("fatal: ") if lines else f"it ended with {done.returncode}"
