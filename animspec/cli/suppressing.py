"""What the command line hides: what is ignored, and what a baseline knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from animspec.catalogue import entry, names
from animspec.files import absolute, exists, is_folder, read_bounded, write_atomically
from animspec.settings import LARGEST_FILE, ConfigurationError
from animspec.suppression.sidecars import Sidecars, unused

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from animspec.configuration.nearest import Configurations
    from animspec.findings import Finding
    from animspec.reports import Counts
    from animspec.settings import Settings
    from animspec.suppression.baseline import Baseline
    from animspec.suppression.ignores import IgnoreFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments about a baseline."""
    group = parser.add_argument_group("baseline: what is known and not to be told again")
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--baseline", metavar="FILE", help="report and fail only on what the baseline does not know"
    )
    which.add_argument(
        "--write-baseline", metavar="FILE",
        help="write a baseline of all that is found, without what is gone, and do not fail; "
        "files that are not checked stay in it as they are",
    )  # fmt: skip
    group.add_argument(
        "--prune-baseline", action="store_true",
        help="with --baseline: take out of it what is gone, and add nothing",
    )  # fmt: skip


class Suppression:
    """What is hidden in one run."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Read the baseline, if one is named.

        Raises:
            ConfigurationError: it cannot be used.
        """
        self._sidecars = None if arguments.isolated else Sidecars()
        folders = [] if arguments.since is not None else filter(is_folder, arguments.paths)
        self._folders = [absolute(path) for path in folders]
        self._file: str | None = arguments.baseline or arguments.write_baseline
        self._writes: bool = arguments.write_baseline is not None
        self._prunes: bool = arguments.prune_baseline
        self._baseline: Baseline | None = None
        if self._prunes and arguments.baseline is None:
            raise ConfigurationError("--prune-baseline needs --baseline, which names the file")
        if self._file is not None:
            self._baseline = _baseline(self._file, learns=self._writes)

    def read(self, name: str) -> IgnoreFile | None:
        """Return the file of ignores that concerns a file.

        Raises:
            ConfigurationError: it cannot be used.
        """
        return None if self._sidecars is None else self._sidecars.of_file(absolute(name))

    def prepared(self, name: str, settings: Settings) -> Settings:
        """Return how a file is checked so that findings can be hidden one by one."""
        if self._baseline is None and self.read(name) is None:
            return settings
        return evolve(settings, fold=False)

    def sift(self, name: str, findings: Sequence[Finding], settings: Settings) -> Sequence[Finding]:
        """Return the findings in a file that are not hidden, folded as the settings say."""
        if self._baseline is None and self._sidecars is None:
            return findings
        path = absolute(name)
        left = findings
        if self._sidecars is not None:
            left = self._sidecars.sift(path, left, settings)
        if self._baseline is not None:
            left = self._new(self._baseline, path, left, settings)
        if not left or not settings.fold:
            return left
        from animspec.suppression.refolding import refold  # noqa: PLC0415 - only for findings

        return refold(left)

    def spared(self, name: str) -> Callable[[Finding], bool] | None:
        """Return what tells which findings in a file are hidden, and so not to be fixed.

        None where none are: a baseline that is written first of all hides nothing yet.
        """
        path = absolute(name)
        file = self.read(name)
        ignores = [each for each in file.ignores if each.files.cover(path)] if file else []
        known = None if self._baseline is None or self._writes else self._baseline.known_in(path)
        if not ignores and not known:
            return None

        def is_hidden(finding: Finding) -> bool:
            told = known is not None and (finding.rule, finding.identity) in known
            return told or any(ignore.hides(finding) for ignore in ignores)

        return is_hidden

    def unused(
        self, configurations: Configurations
    ) -> Iterator[tuple[str, bytes, Sequence[Finding]]]:
        """Yield each file of ignores that hide nothing: its name, its bytes, the findings."""
        for file in () if self._sidecars is None else self._sidecars.files():
            settings = configurations.of_folder(file.folder).settings
            found: Sequence[Finding] = unused(file, settings, self._is_complete)
            if self._baseline is not None:
                found = self._new(self._baseline, absolute(file.name), found, settings)
            if found:
                yield file.name, file.data, found

    def close(self, counts: Counts) -> Counts:
        """Write the baseline, if that is wanted; return the counts with what it hides.

        Raises:
            ConfigurationError: it cannot be written.
        """
        if self._baseline is None or self._file is None:
            return counts
        self._baseline.finish(exists)
        if self._writes or self._prunes:
            _write(self._file, self._baseline)
        return evolve(counts, known=self._baseline.known, gone=self._baseline.gone)

    def _new(
        self, baseline: Baseline, path: str, findings: Sequence[Finding], settings: Settings
    ) -> Sequence[Finding]:
        def is_wanted(rule: str) -> bool:
            return rule not in names() or settings.wants(rule, entry(rule).rule.severity)

        return baseline.sift(path, findings, is_wanted)

    def _is_complete(self, folder: str) -> bool:
        """Whether all files of a folder were checked."""
        from animspec.globs import is_below  # noqa: PLC0415 - only where something is ignored

        return any(folder == each or is_below(folder, each) for each in self._folders)


def _baseline(file: str, *, learns: bool) -> Baseline:
    """Return the baseline in a file; one that learns may be absent, and knows nothing yet."""
    from animspec.suppression.baseline import Baseline, folder_of, read_entries  # noqa: PLC0415

    if learns and not exists(file):
        return Baseline(folder_of(file), {}, learns=True)
    try:
        data = read_bounded(file, LARGEST_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"{file} cannot be read: {reason}") from None
    return Baseline(folder_of(file), read_entries(data, file), learns=learns)


def _write(file: str, baseline: Baseline) -> None:
    """Write what a baseline still knows to its file."""
    from pathlib import Path  # noqa: PLC0415 - slow to load, and most runs write no file

    from animspec.suppression.baseline import write_entries  # noqa: PLC0415

    try:
        write_atomically(Path(file), write_entries(baseline.kept))
    except OSError as error:
        reason = f"{file} cannot be written: {error.strerror or error}"
        raise ConfigurationError(reason) from None
