"""A plugin of pytest: animation files as tests, and a fixture that compares with golden files.

It collects nothing unless it is told where: by ``animspec_paths`` in pytest's configuration,
or by ``paths`` in the table ``[golden]`` of animspec's. Every such file is an item that checks
it as ``animspec check`` does; one with a golden file is another that compares the two. The
fixture ``animation_golden`` compares what a test makes. ``--animspec-update`` accepts what
differs, and the end of the run tells it. Nothing of animspec is loaded before it is needed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from animspec.configuration import Configuration
    from animspec.configuration.nearest import Configurations
    from animspec.golden import Golden
    from animspec.golden.verdicts import Verdict
    from animspec.golden.working import Asset
    from animspec.tolerances import Tolerances

PATHS: Final = "animspec_paths"
FOLDER: Final = "animspec_goldens"
UPDATE: Final = "--animspec-update"

_KEY: Final = pytest.StashKey["_Wanted | None"]()
_KNOWN: Final = pytest.StashKey["Configurations"]()
_HELD: Final = pytest.StashKey[dict[str, str]]()
"""From golden files of the fixture to the tests that they are of."""
_ACCEPTED: Final = pytest.StashKey[list[tuple[str, str]]]()
"""Of a test: the golden files that it has brought up to date, and what is said of each."""

_TOLD: Final = "animspec_accepted"
"""The attribute by which reports carry that to the end of the run, from other processes, too."""


class MotionChanged(AssertionError):  # noqa: N818 - it says what has happened
    """A file has errors, or does not move as recorded; the message says which and where."""


class SharedGolden(ValueError):  # noqa: N818 - it says what has happened
    """Two comparisons would use one golden file; the message says which."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare what can be set."""
    group = parser.getgroup("animspec", "animation files")
    group.addoption(
        UPDATE, action="store_true", help="rewrite golden files that differ, and write missing ones"
    )
    parser.addini(
        PATHS, "globs of animation files to collect, from the root folder, as in .gitignore",
        type="linelist", default=[],
    )  # fmt: skip
    parser.addini(
        FOLDER, "the folder of the golden files of tests, from the root folder", default="goldens"
    )


class _Wanted:
    """Which files are collected, and by which configuration they are checked."""

    def __init__(self, config: pytest.Config) -> None:
        from animspec.globs import globs  # noqa: PLC0415 - when needed

        self.configurations = _configurations(config)
        root = str(config.rootpath)
        self._globs = [globs(root, config.getini(PATHS))]
        own = self.configurations.of_folder(root)
        if own.golden.get("paths"):
            self._globs.append(globs(own.folder, own.golden["paths"]))

    def has(self, path: Path) -> bool:
        """Whether a file is to be collected."""
        from animspec.golden.placing import is_golden  # noqa: PLC0415 - when needed

        if is_golden(str(path)) or not any(each.cover(str(path)) for each in self._globs):
            return False
        return self.configurations.of_file(str(path)).includes(str(path))


def _configurations(config: pytest.Config) -> Configurations:
    """Return what finds the configuration of each file, one for the run."""
    if _KNOWN not in config.stash:
        from animspec.configuration.nearest import Configurations  # noqa: PLC0415 - when needed

        config.stash[_KNOWN] = Configurations()
    return config.stash[_KNOWN]


def _wanted(config: pytest.Config) -> _Wanted | None:
    """Return which files are collected, None where nobody says."""
    if _KEY not in config.stash:
        config.stash[_KEY] = _Wanted(config) if config.getini(PATHS) or _may_say(config) else None
    return config.stash[_KEY]


def _may_say(config: pytest.Config) -> bool:
    """Whether a configuration file of animspec in the root folder may name files to collect."""
    for name in ("animspec.toml", "pyproject.toml"):
        path = config.rootpath / name
        if path.is_file():
            data = path.read_bytes()
            if b"golden" in data and b"paths" in data:
                return True
    return False


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> AnimationFile | None:
    """Return the collector of a file that is to be collected."""
    wanted = _wanted(parent.config)
    if wanted is None or not wanted.has(file_path):
        return None
    collector: AnimationFile = AnimationFile.from_parent(parent, path=file_path)
    return collector


class AnimationFile(pytest.File):
    """An animation file: its check, and its golden file where there is one."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the tests of the file."""
        yield CheckItem.from_parent(self, name="check")
        if golden_of(self.config, self.path).is_file() or self.config.getoption(UPDATE):
            yield GoldenItem.from_parent(self, name="golden")


class _Item(pytest.Item):
    """A test of an animation file."""

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Return the sentences alone: where in animspec they were raised helps nobody."""
        if isinstance(excinfo.value, MotionChanged):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test is, and what it is called."""
        return self.path, None, f"{self.path.name}: {self.name}"


class CheckItem(_Item):
    """Fails where a file has errors."""

    def runtest(self) -> None:
        """Check the file.

        Raises:
            MotionChanged: it has errors.
        """
        from animspec.linting import check  # noqa: PLC0415 - when needed
        from animspec.reports.concise import headline  # noqa: PLC0415
        from animspec.reports.painting import Paint  # noqa: PLC0415
        from animspec.severities import Severity  # noqa: PLC0415

        wanted = _wanted(self.config)
        if wanted is None:
            return
        settings, kind = wanted.configurations.of(str(self.path))
        report = check(self.path.read_bytes(), self.path.name, settings, kind)
        errors = [each for each in report.findings if each.severity.at_least(Severity.ERROR)]
        if errors:
            raise MotionChanged("\n".join(headline(each, Paint(on=False)) for each in errors))


class GoldenItem(_Item):
    """Fails where a file does not move as recorded."""

    def runtest(self) -> None:
        """Compare the file with its golden file.

        Raises:
            MotionChanged: they differ.
        """
        from animspec.golden.working import Asset  # noqa: PLC0415 - when needed
        from animspec.tolerances import tolerances_of  # noqa: PLC0415

        wanted = _wanted(self.config)
        if wanted is None:
            return
        configuration = wanted.configurations.of_file(str(self.path))
        golden = golden_of(self.config, self.path)
        asset = Asset(
            self.path.name,
            golden.name,
            configuration.kind_of(str(self.path)),
            lambda kind: tolerances_of(configuration.golden, kind),
        )
        update = self.config.getoption(UPDATE)
        accepted = judge(asset, self.path.read_bytes(), golden, update=update)
        if accepted is not None:
            _note(self, golden, accepted)


def golden_of(config: pytest.Config, path: Path) -> Path:
    """Return where the golden file of a collected file lies."""
    from animspec.golden.placing import Place  # noqa: PLC0415 - when needed

    wanted = _wanted(config)
    folder = None
    if wanted is not None:
        own = wanted.configurations.of_file(str(path))
        if "folder" in own.golden:
            folder = Place(own.folder, str(Path(own.folder, own.golden["folder"])))
    return Path((folder or Place(str(path.parent))).golden(str(path)))


def judge(asset: Asset, data: bytes, golden: Path, *, update: bool) -> Verdict | None:
    """Compare a document with its golden file; return what was accepted, None if nothing was.

    Raises:
        MotionChanged: they differ, and that is not accepted.
    """
    from animspec.golden.forms import as_text  # noqa: PLC0415 - when needed
    from animspec.golden.working import judged  # noqa: PLC0415

    stored = golden.read_bytes() if golden.is_file() else None
    verdict, text = judged(asset, data, stored, update=update)
    if text is not None:
        _write(golden, text)
        return verdict
    if not verdict.passes:
        raise MotionChanged(as_text([verdict]).rpartition("\n")[0].rpartition("\n")[0])
    return None


def _write(golden: Path, text: bytes) -> None:
    from animspec.files import write_atomically  # noqa: PLC0415 - when needed

    golden.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(golden, text)


@pytest.fixture
def animation_golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Return what compares a document with a golden file of a test's own.

    ``animation_golden(document, name=None, tolerances=None)`` takes a model or a path; the
    file is called after the test, or by ``name`` where a test compares several. It lies in
    the folder ``goldens`` of the root folder, or where ``animspec_goldens`` says. Tolerances
    are those of animspec's configuration, unless others are given.
    """
    folder = Path(request.config.rootpath, request.config.getini(FOLDER))
    used: set[str] = set()

    def compare(
        document: Any, name: str | None = None, tolerances: Tolerances | None = None
    ) -> None:
        __tracebackhide__ = True
        from animspec.channels import MotionError  # noqa: PLC0415 - when needed
        from animspec.golden import GoldenError  # noqa: PLC0415
        from animspec.loading import DocumentError  # noqa: PLC0415
        from animspec.settings import ConfigurationError  # noqa: PLC0415

        word = name or request.node.nodeid.replace("::", ".").replace("/", ".")
        plain = "".join(each if each.isalnum() or each in "._-" else "_" for each in word)
        golden = folder / f"{plain}.golden.json"
        _claim(golden, request.node, used)
        try:
            _hold(document, golden, tolerances, request.node)
        except (ConfigurationError, DocumentError, GoldenError, MotionError) as error:
            # The message is all there is to it: where it was raised helps nobody.
            raise error.with_traceback(None) from None

    return compare


def _claim(golden: Path, item: pytest.Item, used: set[str]) -> None:
    """Take a golden file for one comparison of a test; ``used`` are those it has taken before.

    Raises:
        SharedGolden: another comparison has it.
    """
    __tracebackhide__ = True
    key = os.path.normcase(golden)
    shown = _shown(golden, item.config)
    if key in used:
        raise SharedGolden(
            f"{item.nodeid} compares two documents with {shown}: a second one needs a name of "
            'its own, animation_golden(document, "name")'
        )
    # A test that is run again, in a fixture that is made again, has its own files still.
    holder = item.config.stash.setdefault(_HELD, {}).setdefault(key, item.nodeid)
    if holder != item.nodeid:
        raise SharedGolden(
            f"{shown} is the golden file of two tests, {holder} and {item.nodeid}: each needs "
            'one of its own, by another name in animation_golden(document, "name")'
        )
    used.add(key)


def _hold(document: Any, golden: Path, tolerances: Tolerances | None, item: pytest.Item) -> None:
    """Compare a document with a golden file of a test's own, and write that if it is wanted.

    Raises:
        MotionChanged: they differ, and that is not accepted.
    """
    __tracebackhide__ = True
    from animspec.golden import as_text, record  # noqa: PLC0415 - when needed
    from animspec.golden.sentences import of_comparison  # noqa: PLC0415
    from animspec.loading import load  # noqa: PLC0415
    from animspec.tolerances import USUAL  # noqa: PLC0415

    is_path = isinstance(document, str | os.PathLike)
    model = load(document) if is_path else document
    within = tolerances or _tolerances(document, model, item)
    previous, verdict = _compared(model, golden, within, item.config)
    if verdict.passes:
        return
    if not item.config.getoption(UPDATE):
        differences = [] if verdict.comparison is None else of_comparison(verdict.comparison)
        raise MotionChanged(verdict.message or "\n".join(differences))
    name = Path(document).name if is_path else None
    _write(golden, as_text(record(model, tolerances=within or USUAL, name=name, previous=previous)))
    _note(item, golden, verdict)


def _compared(
    model: Any, golden: Path, within: Tolerances | None, config: pytest.Config
) -> tuple[Golden | None, Verdict]:
    """Return what a golden file holds, None where that is no use, and what it says of a model.

    Raises:
        NewerGoldenError: a newer animspec wrote it, so that it must stay as it is.
    """
    from animspec.golden import GoldenError, NewerGoldenError, compare, read  # noqa: PLC0415
    from animspec.golden.verdicts import Verdict  # noqa: PLC0415

    shown = _shown(golden, config)
    if not golden.is_file():
        said = f"there is no {shown}; pytest {UPDATE} writes it"
        return None, Verdict("", shown, "missing", message=said)
    try:
        previous = read(golden.read_bytes(), golden.name)
        comparison = compare(previous, model, within)
    except NewerGoldenError:
        raise
    except GoldenError as error:
        return None, Verdict("", shown, "unreadable", message=str(error))
    return previous, Verdict("", shown, "within" if comparison.passes else "changed", comparison)


def _tolerances(document: Any, model: Any, item: pytest.Item) -> Tolerances | None:
    """Return the tolerances that configuration sets, None where it sets none."""
    from animspec.golden.recording import kind_of  # noqa: PLC0415 - when needed
    from animspec.tolerances import tolerances_of  # noqa: PLC0415

    said = _configuration(document, item).golden
    if said.keys().isdisjoint({"linear", "degrees", "kinds", "tracks"}):
        return None
    return tolerances_of(said, kind_of(model))


def _configuration(document: Any, item: pytest.Item) -> Configuration:
    """Return the configuration of a file of the project; of what a test makes, the test's."""
    from animspec.files import absolute  # noqa: PLC0415 - when needed

    path = item.path
    if isinstance(document, str | os.PathLike):
        own = Path(absolute(os.fspath(document)))
        path = own if own.is_relative_to(item.config.rootpath) else path
    return _configurations(item.config).of_file(str(path))


def _shown(golden: Path, config: pytest.Config) -> str:
    """Return a path as seen from the root folder, where it is in that folder."""
    root = config.rootpath
    return str(golden.relative_to(root) if golden.is_relative_to(root) else golden)


def _note(item: pytest.Item, golden: Path, verdict: Verdict) -> None:
    """Note that a test has brought a golden file up to date, for the end of the run."""
    from animspec.golden.verdicts import parts  # noqa: PLC0415 - when needed

    said = "written" if verdict.state == "missing" else f"rewritten: {verdict.message}"
    if verdict.comparison is not None:
        said = f"rewritten: changed in {parts(verdict.comparison)}"
    item.stash.setdefault(_ACCEPTED, []).append((_shown(golden, item.config), said))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a report carry what its test has accepted, and sum a failure of ours up in its words."""
    report = yield
    accepted = item.stash.get(_ACCEPTED, [])
    if accepted:
        setattr(report, _TOLD, accepted)
        del item.stash[_ACCEPTED]
    crash = getattr(report.longrepr, "reprcrash", None)
    error = None if call.excinfo is None else call.excinfo.value
    if crash is not None and isinstance(error, MotionChanged | SharedGolden):
        crash.message = str(error)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which golden files were brought up to date, and what was accepted in each."""
    reports = [each for some in terminalreporter.stats.values() for each in some]
    accepted = sorted(told for each in reports for told in getattr(each, _TOLD, ()))
    if not accepted:
        return
    from animspec.wording import plural  # noqa: PLC0415 - when needed

    count = plural(len(accepted), "golden file")
    terminalreporter.section(f"animspec: {count} brought up to date")
    for golden, said in accepted:
        terminalreporter.line(f"{golden}: {said}")
