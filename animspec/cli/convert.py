"""``animspec convert SOURCE TARGET``: the same animation in another file format.

What the source has is said first, one finding to a line; a source with errors
is not converted. The target is replaced in one step, or not at all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from animspec.cli import UNUSABLE
from animspec.settings import LARGEST_FILE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from animspec.documents import Document

FAULTY: Final = 1
"""The exit status when the source is not converted for what is wrong with it."""


@frozen
class Conversion:
    """What a source comes to: sentences about it, and the target's bytes unless it has errors."""

    findings: tuple[str, ...]
    data: bytes | None


@frozen
class Options:
    """What a user can say about the target."""

    compress: bool = False


Converter: TypeAlias = "Callable[[bytes, str, Options], Conversion]"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    pairs = ", ".join(f"{source} to {target}" for source, target in CONVERTERS)
    parser.add_argument("source", type=Path, help=f"the file to convert ({pairs})")
    parser.add_argument("target", type=Path, help="the file to write; its name says the format")
    parser.add_argument("--compress", action="store_true", help="deflate the sections of an .m3g")


def run(arguments: argparse.Namespace) -> int:
    """Convert one file and return the exit status."""
    source: Path = arguments.source
    target: Path = arguments.target
    found = converter(source.name, target.name)
    if found is None:
        return _unusable(f"cannot convert {source} to {target}, expected {_known()}")
    if arguments.compress and not target.name.lower().endswith(M3G):
        return _unusable(f"--compress is for {M3G} files, but the target is {target}")
    try:
        data = source.read_bytes() if source.stat().st_size <= LARGEST_FILE else None
    except OSError as error:
        return _unusable(f"{source} cannot be read: {error.strerror}")
    if data is None:
        return _unusable(f"{source} has more than {LARGEST_FILE} bytes")
    conversion = found(data, str(source), Options(compress=arguments.compress))
    for line in conversion.findings:
        print(line)
    if conversion.data is None:
        print(f"{source} was not converted")
        return FAULTY
    return _write(target, conversion.data)


def converter(source: str, target: str) -> Converter | None:
    """Return what converts between two files of such names, None where nothing does.

    >>> converter("Fox.M3G", "fox.m3ganim.json") is _from_m3g, converter("a.m3g", "b.m3g")
    (True, None)
    """
    for (read, written), found in CONVERTERS.items():
        if source.lower().endswith(read) and target.lower().endswith(written):
            return found
    return None


def _from_m3g(data: bytes, name: str, _: Options) -> Conversion:
    """Convert a binary file to a document."""
    from animspec.binaries import read_m3g_document  # noqa: PLC0415 - slow to load
    from animspec.kinds import M3G_ANIMATION  # noqa: PLC0415
    from animspec.m3g import document_text  # noqa: PLC0415

    document = read_m3g_document(data, name, M3G_ANIMATION)
    sentences, has_errors = _said(document)
    return Conversion(sentences, None if has_errors else document_text(document.model))


def _to_m3g(data: bytes, name: str, options: Options) -> Conversion:
    """Convert a document to a binary file."""
    from animspec.documents import read  # noqa: PLC0415 - slow to load
    from animspec.kinds import M3G_ANIMATION  # noqa: PLC0415
    from animspec.m3g import UnwritableError, write_m3g  # noqa: PLC0415

    document = read(data, name, M3G_ANIMATION)
    sentences, has_errors = _said(document)
    if has_errors:
        return Conversion(sentences, None)
    try:
        return Conversion(sentences, write_m3g(document.model, compressed=options.compress))
    except UnwritableError as refusal:
        return Conversion((*sentences, f"{name}: {refusal}"), None)


def _said(document: Document) -> tuple[tuple[str, ...], bool]:
    """Return what is wrong with a source, as ``check`` says it, and whether errors are among it."""
    from animspec.placing import place_all  # noqa: PLC0415 - slow to load
    from animspec.reports.concise import headline  # noqa: PLC0415
    from animspec.reports.painting import Paint  # noqa: PLC0415
    from animspec.severities import Severity  # noqa: PLC0415

    findings = place_all(document, list(document.faults)) if document.faults else ()
    plain = Paint(on=False)
    sentences = tuple(headline(found, plain) for found in findings)
    return sentences, any(found.severity.at_least(Severity.ERROR) for found in findings)


M3G: Final = ".m3g"
DOCUMENT: Final = ".m3ganim.json"

CONVERTERS: Final[dict[tuple[str, str], Converter]] = {
    (M3G, DOCUMENT): _from_m3g,
    (DOCUMENT, M3G): _to_m3g,
}
"""How files that end so become files that end so."""


def _known() -> str:
    """Return the conversions that there are, in words."""
    return " or ".join(f"{source} to {target}" for source, target in CONVERTERS)


def _write(path: Path, data: bytes) -> int:
    """Write the target and return the exit status."""
    from animspec.files import write_atomically  # noqa: PLC0415 - only for a sound source

    try:
        write_atomically(path, data)
    except OSError as error:
        return _unusable(f"{path} cannot be written: {error.strerror}")
    return 0


def _unusable(message: str) -> int:
    """Say why the arguments cannot be used, and return that exit status."""
    print(f"animspec convert: {message}", file=sys.stderr)
    return UNUSABLE
