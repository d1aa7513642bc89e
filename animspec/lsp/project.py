"""How each open document is checked: by its project's configuration, ignores and baseline.

What is read of a project is kept until ``forget`` is called, since somebody
has changed a file of it.
"""

from __future__ import annotations

from pathlib import PurePath
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from animspec.catalogue import entry, names
from animspec.configuration import FILE as CONFIGURATION
from animspec.configuration import PROJECT
from animspec.configuration.nearest import Configurations
from animspec.files import absolute, is_folder, read_if_there
from animspec.globs import is_below
from animspec.kinds import by_name
from animspec.lsp.piecewise import check_again
from animspec.settings import ConfigurationError, Settings
from animspec.severities import Severity
from animspec.suppression.baseline import Baseline, folder_of, read_entries
from animspec.suppression.refolding import refold
from animspec.suppression.sidecars import FILE as IGNORES
from animspec.suppression.sidecars import Sidecars

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding
    from animspec.kinds import Kind
    from animspec.lsp.piecewise import Pieces
    from animspec.suppression.baseline import Entry
    from animspec.suppression.ignores import IgnoreFile

FILES: Final = (CONFIGURATION, PROJECT, IGNORES)
"""The names of the files that say how a project is checked."""


@frozen
class Wishes:
    """What a client asks for beside what projects say.

    Attributes:
        show: the least severity that is looked for, at least.
        baseline: a baseline, from the folder that is open.
    """

    show: Severity | None = None
    baseline: str | None = None

    @classmethod
    def of(cls, said: Any) -> Wishes:
        """Return the wishes in a client's options, as far as they are any.

        >>> Wishes.of({"show": "hint", "baseline": 3})
        Wishes(show=<Severity.HINT: 'hint'>, baseline=None)
        """
        options = said if isinstance(said, dict) else {}
        show, baseline = options.get("show"), options.get("baseline")
        return cls(
            Severity(show) if show in list(Severity) else None,
            baseline if isinstance(baseline, str) and baseline else None,
        )

    def adjusted(self, settings: Settings) -> Settings:
        """Return settings with what is wished for."""
        if self.show is None:
            return settings
        return evolve(settings, show=max(settings.show, self.show, key=lambda each: each.rank))


@frozen(eq=False)
class Chosen:
    """How one document is checked.

    Attributes:
        name: what findings call the document.
        settings: how it is checked, as its project says.
        kind: the kind that it is said to be, None where its name or its members tell it.
        is_ours: whether a check of its folder would look at it.
        ignores: the file of ignores that concerns it.
        known: the baseline's entries, and the folder that they count from.
    """

    name: str
    settings: Settings
    kind: Kind | None
    is_ours: bool
    ignores: IgnoreFile | None = None
    known: tuple[str, dict[Entry, int]] | None = None
    alone: Settings | None = None
    """The settings without folding, where findings are to be hidden one by one."""

    @property
    def is_named(self) -> bool:
        """Whether the document is a file, whose name may tell its kind."""
        return self.name != ""


class Project:
    """What is known of the projects of all open documents."""

    def __init__(self, wishes: Wishes | None = None, folders: Sequence[str] = ()) -> None:
        """Start knowing nothing; ``folders`` are those that the client has open, absolute."""
        self.folders = tuple(folders)
        self.wishes = Wishes() if wishes is None else wishes
        self._lock = Lock()
        self.forget()

    def forget(self) -> None:
        """Read everything anew when it is next asked for."""
        with self._lock:
            self._configurations = Configurations(self.wishes.adjusted)
            self._sidecars = Sidecars()
            self._has_failed = False
            self._chosen: dict[str | None, Chosen] = {}
            self._baselines: dict[str, tuple[str, dict[Entry, int]]] = {}

    def concerns(self, path: str) -> bool:
        """Whether a change of a file may change how documents are checked."""
        if PurePath(path).name in FILES:
            return True
        with self._lock:
            if absolute(path) in self._baselines:
                return True
            if self._has_failed and path.endswith(".json"):
                return True  # it may be what was not there
            has_hierarchies = any(each.settings.hierarchies for each in self._chosen.values())
        return has_hierarchies and path.endswith(".json") and by_name(path) is None

    def of(self, path: str | None) -> Chosen:
        """Return how a document is checked; ``path`` is absolute, None of one without a file.

        Raises:
            ConfigurationError: a file that says so cannot be used.
        """
        with self._lock:
            known = self._chosen.get(path)
            if known is None:
                self._has_failed = True
                known = self._chosen[path] = self._unnamed() if path is None else self._of(path)
                self._has_failed = False
            return known

    def _unnamed(self) -> Chosen:
        folder = self.folders[0] if self.folders else None
        settings = (
            self.wishes.adjusted(Settings())
            if folder is None
            else self._configurations.of_folder(folder).settings
        )
        return Chosen("", settings, None, is_ours=True)

    def _of(self, path: str) -> Chosen:
        configuration = self._configurations.of_file(path)
        settings = configuration.settings_of(path)
        ignores = self._sidecars.of_file(path)
        known = self._known(path)
        is_excluded = configuration.excludes_within(path, is_folder=False)
        hides = ignores is not None or known is not None
        return Chosen(
            path,
            settings,
            configuration.kind_of(path),
            is_ours=configuration.includes(path) and not is_excluded,
            ignores=ignores,
            known=known,
            alone=evolve(settings, fold=False) if hides else None,
        )

    def _known(self, path: str) -> tuple[str, dict[Entry, int]] | None:
        """Return what the baseline knows, if there is one; one that is named must be there."""
        if self.wishes.baseline is None:
            return None
        file = absolute(str(PurePath(self._folder(path), self.wishes.baseline)))
        if file not in self._baselines:
            data = None if is_folder(file) else read_if_there(file)
            if data is None:
                raise ConfigurationError(f"{file} cannot be read: there is no such file")
            self._baselines[file] = folder_of(file), dict(read_entries(data, file))
        return self._baselines[file]

    def _folder(self, path: str) -> str:
        """Return the open folder that a file is in, the innermost; else the first one."""
        around = [folder for folder in self.folders if is_below(path, folder)]
        return max(around, key=len) if around else (*self.folders, str(PurePath(path).parent))[0]


def findings(
    data: bytes, chosen: Chosen, before: Pieces | None = None
) -> tuple[Sequence[Finding], Pieces | None]:
    """Return what is wrong with a document and not hidden, as ``animspec check`` tells it.

    Also what makes the next check quick; ``before`` is that of the last one.
    """
    settings = chosen.settings if chosen.alone is None else chosen.alone
    found, pieces = check_again(data, chosen.name, settings, chosen.kind, before)
    return found if chosen.alone is None else _shown(found, chosen, settings), pieces


def _shown(found: Sequence[Finding], chosen: Chosen, settings: Settings) -> Sequence[Finding]:
    """Return the findings that are not hidden, folded as the settings say."""
    hidden = _ignored(chosen)
    left: Sequence[Finding] = [each for each in found if not hidden(each)]
    if chosen.known is not None:
        left = Baseline(*chosen.known).sift(chosen.name, left, lambda rule: _wants(rule, settings))
    return refold(left) if chosen.settings.fold else left


def spared(chosen: Chosen) -> Callable[[Finding], bool] | None:
    """Return what tells which findings are hidden, and so not to be fixed; None where none are."""
    if chosen.alone is None:
        return None
    hidden = _ignored(chosen)
    known = None if chosen.known is None else Baseline(*chosen.known).known_in(chosen.name)

    def is_spared(finding: Finding) -> bool:
        told = known is not None and (finding.rule, finding.identity) in known
        return told or hidden(finding)

    return is_spared


def _ignored(chosen: Chosen) -> Callable[[Finding], bool]:
    file = chosen.ignores
    ignores = [] if file is None else [e for e in file.ignores if e.files.cover(chosen.name)]
    return lambda finding: any(ignore.hides(finding) for ignore in ignores)


def _wants(rule: str, settings: Settings) -> bool:
    return rule not in names() or settings.wants(rule, entry(rule).rule.severity)
