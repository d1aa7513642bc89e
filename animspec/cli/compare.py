"""``animspec compare OLD NEW``: how the motions of two files differ; and texts for git."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from animspec.cli import UNUSABLE
from animspec.cli.output import Output
from animspec.cli.scene_files import CommandFailedError, positive, read_bytes, show, tell
from animspec.configuration.nearest import Configurations
from animspec.files import absolute
from animspec.kinds import KINDS
from animspec.settings import ConfigurationError
from animspec.tolerances import tolerances_of

if TYPE_CHECKING:
    import argparse

    from animspec.comparison import Comparison
    from animspec.kinds import Kind
    from animspec.tolerances import Tolerances

_EPILOG: Final = """\
exit status:
  0  both move alike, within tolerances
  1  they do not
  2  a file, the configuration or the arguments cannot be used

In git, for differences of motion instead of text (docs/golden.md has more):
  git config diff.animspec.textconv "animspec compare --textconv"
  git config difftool.animspec.cmd 'animspec compare "$LOCAL" "$REMOTE"'
  echo '*.voxelanim.json diff=animspec' >> .gitattributes
"""

FORMS: Final = ("text", "json", "html")
VERSION: Final = 1
"""The version of the JSON form; it rises when a reader of the old form would go wrong."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "old", metavar="OLD", nargs="?",
        help=f"the file to compare with; {os.devnull} stands for no file",
    )  # fmt: skip
    parser.add_argument(
        "new", metavar="NEW", nargs="?",
        help="the file that is compared, of the same kind or of another: channels match by path",
    )  # fmt: skip
    parser.add_argument("--format", choices=FORMS, default="text", help="how to report (text)")
    parser.add_argument("--output-file", metavar="FILE", help="write the report to a file")
    parser.add_argument(
        "--linear", type=positive, metavar="AMOUNT",
        help="how far numbers may be apart, whatever configuration says (0.001)",
    )  # fmt: skip
    parser.add_argument(
        "--degrees", type=positive, metavar="AMOUNT",
        help="how far angles and rotations may be apart, likewise (0.01)",
    )  # fmt: skip
    parser.add_argument(
        "--textconv", metavar="FILE", help="print the motion of one file as lines, for git diff"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--config", metavar="FILE", help="take tolerances from this configuration")
    which.add_argument(
        "--isolated", action="store_true", help="take no notice of configuration files"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compare two files, or print one as lines; return the exit status."""
    try:
        if arguments.textconv is not None:
            return _textconv(arguments)
        return _compare(arguments)
    except ConfigurationError as error:
        print(error, file=sys.stderr)
    except CommandFailedError as error:
        tell("compare", error.lines)
    return UNUSABLE


def _textconv(arguments: argparse.Namespace) -> int:
    """Print a file as lines; one that cannot be played as it is, after a line that says why."""
    if arguments.old is not None:
        raise CommandFailedError(UNUSABLE, "--textconv prints one file, expected no other")
    from animspec.channels import MotionError  # noqa: PLC0415 - numpy, when needed
    from animspec.comparison.lines import lines  # noqa: PLC0415
    from animspec.golden.working import Unplayable, played  # noqa: PLC0415

    file = arguments.textconv
    data = read_bytes(file)
    try:
        document = played(data, file, _kind_of(arguments, file))
        text = "".join(f"{line}\n" for line in lines(document)).encode("utf-8", "replace")
    except (Unplayable, MotionError) as error:
        text = f"cannot be compared as motion: {error}\n".encode("utf-8", "replace") + data
    show(text)
    return 0


def _configurations(arguments: argparse.Namespace) -> Configurations:
    found = Configurations(isolated=arguments.isolated)
    if arguments.config is not None:
        found.name(arguments.config)
    return found


def _kind_of(arguments: argparse.Namespace, file: str) -> Kind | None:
    """Return the kind that configuration says a file holds."""
    whole = absolute(file)
    return _configurations(arguments).of_file(whole).kind_of(whole)


def _compare(arguments: argparse.Namespace) -> int:
    from animspec.channels import MotionError  # noqa: PLC0415 - numpy, when needed
    from animspec.comparison import compare  # noqa: PLC0415

    if arguments.new is None:
        raise CommandFailedError(UNUSABLE, "there must be two files, OLD and NEW")
    old, new = (_document(arguments, file) for file in (arguments.old, arguments.new))
    try:
        comparison = compare(old, new, _tolerances(arguments, new))
    except MotionError as error:
        file = _culprit(old, arguments)
        raise CommandFailedError(UNUSABLE, f"{file} cannot be played: {error}") from error
    output = Output(arguments.output_file, lambda: None)
    output.write(_FORMS[arguments.format](comparison, arguments))
    try:
        output.close()
    except OSError as error:
        sentence = f"{arguments.output_file} cannot be written: {error.strerror}"
        raise CommandFailedError(UNUSABLE, sentence) from error
    return int(not comparison.passes)


def _culprit(old: Any, arguments: argparse.Namespace) -> str:
    """Return which of two files cannot be played."""
    from animspec.channels import MotionError, motions  # noqa: PLC0415 - only where one fails

    try:
        motions(old)
    except MotionError:
        return str(arguments.old)
    except TypeError:
        pass  # there is no old document
    return str(arguments.new)


def _document(arguments: argparse.Namespace, file: str) -> Any:
    """Return the model in a file, None where the file stands for none."""
    if file == os.devnull:
        return None
    from animspec.golden.working import Unplayable, played  # noqa: PLC0415 - numpy, when needed

    try:
        return played(read_bytes(file), file, _kind_of(arguments, file))
    except Unplayable as error:
        raise CommandFailedError(UNUSABLE, f"{file} {error}") from error


def _tolerances(arguments: argparse.Namespace, new: Any) -> Tolerances:
    """Return the tolerances: those of flags, else those of the new file's configuration."""
    file = arguments.old if arguments.new == os.devnull else arguments.new
    said = _configurations(arguments).of_file(absolute(file)).golden
    kind = next((kind.name for kind in KINDS if isinstance(new, kind.model)), "")
    flags = {name: getattr(arguments, name) for name in ("linear", "degrees")}
    given = {name: each for name, each in flags.items() if each is not None}
    return evolve(tolerances_of(said, kind), **given)


def _text(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from animspec.golden.forms import told  # noqa: PLC0415 - only where it is wanted

    return told(comparison, arguments.old, arguments.new)


def _json(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from animspec.golden.forms import comparison_as_json  # noqa: PLC0415 - only where it is wanted

    document = {
        "version": VERSION,
        "old": arguments.old,
        "new": arguments.new,
        "passes": comparison.passes,
        "motions": comparison_as_json(comparison),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _html(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from animspec.golden.page import page  # noqa: PLC0415 - only where it is wanted
    from animspec.golden.verdicts import Verdict  # noqa: PLC0415

    state = partial(Verdict, arguments.new, arguments.old)
    verdict = state("within" if comparison.passes else "changed", comparison)
    return page([verdict], f"Compared with {arguments.old}")


_FORMS: Final = {"text": _text, "json": _json, "html": _html}
