"""Which file of ignores concerns a file, what it hides, and which ignores hide nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from animspec.catalogue import entry
from animspec.files import exists, from_here, read_if_there
from animspec.settings import ConfigurationError
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from animspec.findings import Finding
    from animspec.settings import Settings
    from animspec.suppression.ignores import Ignore, IgnoreFile, Use

FILE: Final = "animspec-ignores.toml"
"""The name of a file of ignores."""

UNUSED: Final = "unused-ignore"
"""The rule that an ignore breaks which hides nothing."""


class Sidecars:
    """The files of ignores of a run, each read once.

    The one that concerns a file is in its folder, or in the next folder above
    that has one, up to the top of the repository.
    """

    def __init__(self) -> None:
        self._known: dict[str, IgnoreFile | None] = {}

    def of_folder(self, folder: str) -> IgnoreFile | None:
        """Return the file of ignores for the files in a folder, which is an absolute path.

        Raises:
            ConfigurationError: it cannot be used.
        """
        below: list[str] = []
        at = folder
        while at not in self._known:
            below.append(at)
            own = _own(at)
            above = os.path.dirname(at)
            if own is not None or above == at or exists(os.path.join(at, ".git")):
                self._known[at] = own
                break
            at = above
        found = self._known[at]
        self._known.update(dict.fromkeys(below, found))
        return found

    def of_file(self, path: str) -> IgnoreFile | None:
        """Return the file of ignores for a file; ``path`` is absolute."""
        return self.of_folder(os.path.dirname(path))

    def sift(self, path: str, findings: Sequence[Finding], settings: Settings) -> Sequence[Finding]:
        """Return the findings in a file that no ignore hides; ``path`` is absolute."""
        file = self.of_file(path)
        if file is None:
            return findings
        concerned = [
            (ignore, use)
            for ignore, use in zip(file.ignores, file.uses, strict=True)
            if ignore.files.cover(path)
        ]
        for ignore, use in concerned:
            use.seen = path
            own = entry(ignore.rule).rule.severity
            use.doubtful = use.doubtful or not settings.wants(ignore.rule, own)
        return [finding for finding in findings if not _is_hidden(finding, concerned)]

    def files(self) -> Iterator[IgnoreFile]:
        """Yield the files of ignores that concern a file of the run, each once."""
        seen = {id(file): file for file in self._known.values() if file is not None}
        yield from seen.values()


def _own(folder: str) -> IgnoreFile | None:
    path = os.path.join(folder, FILE)
    try:
        data = read_if_there(path)
    except OSError as error:
        reason = error.strerror or error
        raise ConfigurationError(f"{from_here(path)} cannot be read: {reason}") from None
    if data is None:
        return None
    from animspec.suppression.ignores import read_ignores  # noqa: PLC0415 - most have no such file

    return read_ignores(data, folder, from_here(path))


def _is_hidden(finding: Finding, ignores: list[tuple[Ignore, Use]]) -> bool:
    """Whether an ignore hides a finding; every one that does is used."""
    hidden = False
    for ignore, use in ignores:
        if ignore.hides(finding):
            use.hidden += finding.count
            hidden = True
    return hidden


def unused(
    file: IgnoreFile, settings: Settings, is_complete: Callable[[str], bool]
) -> tuple[Finding, ...]:
    """Return a finding for each ignore that hid nothing though it could have.

    ``is_complete`` tells whether all files of a folder were checked: where
    they were not, an ignore for many of them may be of use elsewhere.
    """
    own = entry(UNUSED).rule.severity
    if not settings.wants(UNUSED, own):
        return ()
    from animspec.findings import Finding  # noqa: PLC0415 - most runs have no ignores

    whole = is_complete(file.folder)
    severity = settings.severity(UNUSED, own)
    return tuple(
        Finding(
            rule=UNUSED,
            severity=severity,
            file=file.name,
            pointer=f"/ignore/{at}",
            address=f"ignore[{ignore.rule} {ignore.glob}{'' if ignore.at is None else ' '}"
            f"{ignore.at or ''}]",
            place=file.place(at),
            message=_sentence(ignore, use),
        )
        for at, (ignore, use) in enumerate(zip(file.ignores, file.uses, strict=True))
        if _is_unused(ignore, use, whole=whole)
    )


def _is_unused(ignore: Ignore, use: Use, *, whole: bool) -> bool:
    if use.hidden or use.doubtful:
        return False
    return whole or (use.seen is not None and use.seen == ignore.file)


def _sentence(ignore: Ignore, use: Use) -> str:
    if use.seen is None:
        return f"the ignore hides nothing: no file that is checked is {shown(ignore.glob)}"
    where = "" if ignore.at is None else f" at {shown(ignore.at)}"
    return f"the ignore hides nothing: {shown(ignore.glob)} has no finding of {ignore.rule}{where}"
