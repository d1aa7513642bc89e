"""A plugin of pytest: animation files as tests, and a fixture that compares with golden files.

It collects nothing unless it is told where: by ``animspec_paths`` in pytest's configuration,
or by ``paths`` in the table ``[golden]`` of animspec's. Every such file is an item that checks
it as ``animspec check`` does; one with a golden file is another that compares the two. The
fixture ``animation_golden`` compares what a test makes. ``--animspec-update`` accepts what
differs. Nothing of animspec is loaded before it is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.tolerances import Tolerances

PATHS: Final = "animspec_paths"
FOLDER: Final = "animspec_goldens"
UPDATE: Final = "--animspec-update"

_KEY: Final = pytest.StashKey["_Wanted | None"]()


class MotionChanged(AssertionError):  # noqa: N818 - it says what has happened
    """A file has errors, or does not move as recorded; the message says which and where."""


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
        from animspec.configuration.nearest import Configurations  # noqa: PLC0415 - when needed
        from animspec.globs import globs  # noqa: PLC0415

        self.configurations = Configurations()
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
        judge(asset, self.path.read_bytes(), golden, update=self.config.getoption(UPDATE))


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


def judge(asset: Any, data: bytes, golden: Path, *, update: bool) -> None:
    """Compare a document with its golden file, and write that where it is wanted.

    Raises:
        MotionChanged: they differ, and that is not accepted.
    """
    from animspec.golden.forms import as_text  # noqa: PLC0415 - when needed
    from animspec.golden.working import judged  # noqa: PLC0415

    stored = golden.read_bytes() if golden.is_file() else None
    verdict, text = judged(asset, data, stored, update=update)
    if text is not None:
        _write(golden, text)
    elif not verdict.passes:
        raise MotionChanged(as_text([verdict]).rpartition("\n")[0].rpartition("\n")[0])


def _write(golden: Path, text: bytes) -> None:
    from animspec.files import write_atomically  # noqa: PLC0415 - when needed

    golden.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(golden, text)


@pytest.fixture
def animation_golden(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Return what compares a document with a golden file of a test's own.

    ``animation_golden(document, name=None, tolerances=None)`` takes a model or a path; the
    file is called after the test, or by ``name`` where a test compares several. It lies in
    the folder ``goldens`` of the root folder, or where ``animspec_goldens`` says.
    """
    folder = Path(request.config.rootpath, request.config.getini(FOLDER))

    def compare(
        document: Any, name: str | None = None, tolerances: Tolerances | None = None
    ) -> None:
        word = name or request.node.nodeid.replace("::", ".").replace("/", ".")
        plain = "".join(each if each.isalnum() or each in "._-" else "_" for each in word)
        _hold(document, folder / f"{plain}.golden.json", tolerances, request.config)

    return compare


def _hold(
    document: Any, golden: Path, tolerances: Tolerances | None, config: pytest.Config
) -> None:
    """Compare a document with a golden file of a test's own."""
    from animspec.golden import GoldenError, as_text, compare, read, record  # noqa: PLC0415
    from animspec.golden.sentences import of_comparison  # noqa: PLC0415
    from animspec.tolerances import USUAL  # noqa: PLC0415

    update = config.getoption(UPDATE)
    previous, said = None, [f"there is no {golden}; pytest {UPDATE} writes it"]
    if golden.is_file():
        try:
            previous = read(golden.read_bytes(), golden.name)
            comparison = compare(previous, document, tolerances)
        except GoldenError as error:
            previous, said = None, [str(error)]
        else:
            if comparison.passes:
                return
            said = list(of_comparison(comparison))
    if not update:
        raise MotionChanged("\n".join(said))
    made = record(document, tolerances=tolerances or USUAL, previous=previous)
    _write(golden, as_text(made))
