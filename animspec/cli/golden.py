"""``animspec golden record|check``: keep what motions come to, and see that they still do."""

from __future__ import annotations

import errno
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.cli import UNUSABLE
from animspec.cli.output import Output
from animspec.cli.scene_files import CommandFailedError, tell, write
from animspec.configuration.nearest import Configurations
from animspec.discovery import discover
from animspec.files import absolute, exists, from_here, is_folder, read_bounded
from animspec.globs import is_below
from animspec.golden.forms import FORMS
from animspec.golden.placing import Place, is_golden
from animspec.golden.verdicts import Verdict, exit_status
from animspec.golden.working import Asset, Unplayable, judged, recorded
from animspec.kinds import GOLDEN_SUFFIX
from animspec.settings import LARGEST_FILE, ConfigurationError
from animspec.tolerances import tolerances_of
from animspec.wording import plural

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence


_EPILOG: Final = """\
exit status of check:
  0  every file moves as recorded, within tolerances
  1  a file does not, has errors, or has no golden file; or a golden file has no file
  2  a golden file, the configuration or the arguments cannot be used
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    record = actions.add_parser(
        "record", help="write golden files", description="Write the golden files of PATHs.",
        formatter_class=parser.formatter_class,
    )  # fmt: skip
    check = actions.add_parser(
        "check", help="compare with golden files", epilog=_EPILOG,
        description="Compare PATHs with their golden files.",
        formatter_class=parser.formatter_class,
    )  # fmt: skip
    for each in (record, check):
        _add_paths(each)
    check.add_argument(
        "--update", action="store_true",
        help="rewrite golden files that differ or are missing, remove those whose file is gone, "
        "and say what was accepted",
    )  # fmt: skip
    check.add_argument("--format", choices=FORMS, default="text", help="how to report (text)")
    check.add_argument("--output-file", metavar="FILE", help="write the report to a file")
    check.add_argument(
        "--report", metavar="FILE.html", help="write a page that shows what has moved, too"
    )


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", default=["."],
        help="files, or folders (searched for native file names, .gitignore respected); the "
        "current folder if none is given",
    )  # fmt: skip
    parser.add_argument(
        "--folder", metavar="FOLDER",
        help="where golden files lie, as the files lie in the current folder (beside them, or as "
        "configuration says)",
    )  # fmt: skip
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--config", metavar="FILE", help="go by this configuration for every file")
    which.add_argument(
        "--isolated", action="store_true", help="take no notice of configuration files"
    )


def run(arguments: argparse.Namespace) -> int:
    """Record or check what the arguments name; return the exit status."""
    try:
        run = _Run(arguments)
        if arguments.action == "record":
            return _record(run)
        return _check(run, arguments)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
    except CommandFailedError as error:
        tell("golden", error.lines)
    except ValueError as error:
        print(f"animspec golden: {error}", file=sys.stderr)
    except OSError as error:
        if error.filename is None:
            raise  # it is the output that cannot be written, as of any command
        print(f"animspec golden: {error.filename}: {error.strerror}", file=sys.stderr)
    return UNUSABLE


class _Run:
    """Which files a run is about, and where their golden files lie."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.paths: list[str] = [
            each.removesuffix(GOLDEN_SUFFIX) if is_golden(each) else each
            for each in arguments.paths
        ]
        self._folder: str | None = arguments.folder
        self._foreign: list[str] = []
        self._configurations = Configurations(isolated=arguments.isolated)
        if arguments.config is not None:
            self._configurations.name(arguments.config)

    def assets(self) -> Iterator[Asset]:
        """Yield the files that there are."""
        for path in discover(self.paths, self._configurations):
            if not is_golden(path):
                yield self._asset(path)

    def _asset(self, path: str) -> Asset:
        whole = absolute(path)
        configuration = self._configurations.of_file(whole)
        golden = from_here(self.place(whole).golden(whole))
        within = partial(tolerances_of, configuration.golden)
        return Asset(path, golden, configuration.kind_of(whole), within)

    def place(self, path: str) -> Place:
        """Return where the golden files of what is at a path lie."""
        if self._folder is not None:
            return Place(absolute(os.curdir), absolute(self._folder))
        folder = path if is_folder(path) else str(Path(path).parent)
        configuration = self._configurations.of_folder(folder)
        mirror = configuration.golden.get("folder")
        if mirror is None:
            return Place(configuration.folder)
        return Place(configuration.folder, absolute(str(Path(configuration.folder, mirror))))

    def stray(self, known: set[str]) -> Iterator[tuple[str, str]]:
        """Yield golden files without their file, and that file, below the folders of a run."""
        for path in self.paths:
            whole = absolute(path)
            if not is_folder(whole):
                continue
            place = self.place(whole)
            for golden in _goldens(place.mirrored(whole)):
                asset = place.asset(golden)
                shown = from_here(asset)
                if shown in known or exists(asset):
                    continue
                if self._is_own(asset, golden):
                    known.add(shown)
                    yield shown, from_here(golden)
                elif self._folder is not None:
                    self._foreign.append(from_here(golden))

    def _is_own(self, asset: str, golden: str) -> bool:
        """Whether a golden file lies where that of a file would, and is of no other file.

        Folders may have configurations of their own, which place golden files elsewhere; and
        what lies in a named folder may have been recorded from another folder than this.
        """
        place = self.place(asset)
        if place.folder is None or not is_below(asset, place.base):
            return place.folder is None
        if place.golden(asset) != golden:
            return False
        if self._folder is None:
            return True
        relative = os.path.relpath(asset, place.base)
        bases = (*Path(place.base).parents, *Path(place.folder).parents)
        return not any(exists(str(base / relative)) for base in bases)

    def require_files(self) -> None:
        """See that there is what is named, or its golden file.

        Raises:
            CommandFailedError: there is neither.
        """
        for path in self.paths:
            whole = absolute(path)
            if exists(whole):
                continue
            golden = self.place(whole).golden(whole)
            if not (exists(golden) and self._is_own(whole, golden)):
                raise CommandFailedError(UNUSABLE, f"{path} cannot be read: {_NO_FILE}")

    def require_mirror(self, assets: Sequence[Asset], strays: Sequence[tuple[str, str]]) -> None:
        """See that golden files without a file were recorded as this run would do it.

        Where none of the files has a golden file, those that are there may belong to files
        that lie elsewhere, as seen from another folder.

        Raises:
            CommandFailedError: nothing says that they were.
        """
        if not (strays or self._foreign) or any(exists(each.golden) for each in assets):
            return
        homes = {str(Path(absolute(each.file)).parent) for each in assets}
        if any(str(Path(absolute(asset)).parent) in homes for asset, _ in strays):
            return
        if not assets and self._folder is None:
            return
        first, *more = [*self._foreign, *(golden for _, golden in strays)]
        said = f"{first} and {plural(len(more), 'more golden file')}" if more else first
        raise CommandFailedError(
            UNUSABLE,
            f"{said} may be of files elsewhere, for no file here has a golden file: start "
            "animspec in the folder in which they were recorded, with the same --folder, or "
            "remove them by hand",
        )


_NO_FILE: Final = os.strerror(errno.ENOENT)


def _goldens(folder: str) -> Iterator[str]:
    """Yield the golden files in a folder and the folders in it."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith(".git"))
        yield from (str(Path(at, name)) for name in sorted(names) if is_golden(name))


def _record(run: _Run) -> int:
    """Write the golden file of every file, and say how many were new."""
    run.require_files()
    told = {"new": 0, "changed": 0, "unchanged": 0}
    failed = 0
    for asset in run.assets():
        try:
            data = read_bounded(asset.file, LARGEST_FILE)
            before = _old(asset)
            text = recorded(asset, data, before)
        except Unplayable as error:
            failed += 1
            print(f"{asset.file}: {error}", file=sys.stderr)
            continue
        told["new" if before is None else "unchanged" if before == text else "changed"] += 1
        if before != text:
            _write(asset.golden, text)
    parts = ", ".join(f"{count} {word}" for word, count in told.items() if count)
    count = sum(told.values())
    print(f"Recorded {plural(count, 'file')}{f' ({parts})' if parts else ''}")
    return int(failed > 0)


def _old(asset: Asset) -> bytes | None:
    """Return what is in a golden file that is there."""
    return read_bounded(asset.golden, LARGEST_FILE) if exists(asset.golden) else None


def _write(path: str, data: bytes) -> None:
    """Write a file, and the folders that it lies in.

    Raises:
        CommandFailedError: it cannot be written.
    """
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = f"{path} cannot be written: {error.strerror}"
        raise CommandFailedError(UNUSABLE, sentence) from error
    write(path, data)


def _check(run: _Run, arguments: argparse.Namespace) -> int:
    """Compare every file with its golden file; return the exit status."""
    run.require_files()
    assets = [*run.assets()]
    # What is written now must not count as having been there.
    strays = [*run.stray({each.file for each in assets})]
    if arguments.update:
        run.require_mirror(assets, strays)
    verdicts = [_checked(asset, update=arguments.update) for asset in assets]
    verdicts += [_gone(file, golden, update=arguments.update) for file, golden in strays]
    output = Output(arguments.output_file, lambda: None)
    output.write(FORMS[arguments.format](verdicts))
    try:
        output.close()
    except OSError as error:
        sentence = f"{arguments.output_file} cannot be written: {error.strerror}"
        raise CommandFailedError(UNUSABLE, sentence) from error
    if arguments.report is not None:
        from animspec.golden.page import page  # noqa: PLC0415 - only where it is wanted

        _write(arguments.report, page(verdicts).encode("utf-8", "replace"))
    return exit_status(verdicts)


def _checked(asset: Asset, *, update: bool) -> Verdict:
    """Compare one file with its golden file, and bring that up to date if it is wanted."""
    if not exists(asset.file) and exists(asset.golden):
        return _gone(asset.file, asset.golden, update=update)
    try:
        data = read_bounded(asset.file, LARGEST_FILE)
    except (OSError, ValueError) as error:
        return Verdict(asset.file, asset.golden, "faulty", message=_unread(error))
    try:
        stored = _old(asset)
    except (OSError, ValueError) as error:
        message = f"{asset.golden} {_unread(error)}"
        return Verdict(asset.file, asset.golden, "unreadable", message=message)
    verdict, text = judged(asset, data, stored, update=update)
    if text is None:
        return verdict
    _write(asset.golden, text)
    return evolve(verdict, accepted="written" if stored is None else "rewritten")


def _unread(error: Exception) -> str:
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def _gone(file: str, golden: str, *, update: bool) -> Verdict:
    """Tell of a golden file without its file, and remove it if it is wanted."""
    verdict = Verdict(file, golden, "gone", message=f"is gone, but {golden} is there")
    if not update:
        return verdict
    Path(golden).unlink()
    return evolve(verdict, accepted="removed")
