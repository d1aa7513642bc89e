"""Bytes of files and golden files to verdicts and new golden files, whatever the bytes are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from animspec.channels import MotionError
from animspec.golden.checking import compare
from animspec.golden.model import Golden, GoldenError
from animspec.golden.reading import NewerGoldenError, read
from animspec.golden.recording import kind_of, record
from animspec.golden.verdicts import Verdict
from animspec.golden.writing import as_text
from animspec.loading import DocumentError, model_of
from animspec.paths import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.golden.verdicts import State
    from animspec.kinds import Kind
    from animspec.tolerances import Tolerances


@frozen(eq=False)
class Asset:
    """A file, and how it is recorded.

    Attributes:
        file, golden: the paths of the file and of its golden file, as they are shown.
        kind: the kind of document that configuration says it holds.
        within: from a kind of document to the tolerances that hold for it.
    """

    file: str
    golden: str
    kind: Kind | None
    within: Callable[[str], Tolerances]


class Unplayable(ValueError):  # noqa: N818 - it says what the document is
    """A file cannot be recorded; the message says why."""


def played(data: bytes, name: str, kind: Kind | None) -> Any:
    """Return the model of the document in some bytes.

    Raises:
        Unplayable: they hold none without errors of text and structure.
    """
    try:
        return model_of(data, name, kind)
    except DocumentError as error:
        first = error.findings[0]
        where = "" if first.where is None else f" in {first.where}"
        more = f", and {len(error.findings) - 1} more" if len(error.findings) > 1 else ""
        raise Unplayable(f"cannot be used: {first.message}{where}{more}") from error


def recorded(asset: Asset, data: bytes, before: bytes | None) -> bytes:
    """Return the golden file of some bytes, ``before`` being the one that is there.

    Where that cannot be used it is written anew, unless a newer animspec wrote it.

    Raises:
        Unplayable: the document cannot be used or played, or the record is a newer one's.
    """
    document = played(data, asset.file, asset.kind)
    previous = None
    if before is not None:
        try:
            previous = read(before)
        except NewerGoldenError as error:
            raise Unplayable(str(error)) from error
        except GoldenError:
            previous = None
    return _text(asset, document, previous)


def _text(asset: Asset, document: Any, previous: Golden | None) -> bytes:
    tolerances = asset.within(kind_of(document))
    source = asset.file.replace("\\", SEPARATOR).rpartition(SEPARATOR)[2]
    try:
        return as_text(record(document, tolerances=tolerances, name=source, previous=previous))
    except GoldenError as error:
        if previous is not None:
            # Its numbers do not fit together, so that none of them can be kept.
            return _text(asset, document, None)
        raise Unplayable(f"cannot be recorded: {error}") from error
    except MotionError as error:
        raise Unplayable(f"cannot be played: {error}") from error


def judged(
    asset: Asset, data: bytes, stored: bytes | None, *, update: bool
) -> tuple[Verdict, bytes | None]:
    """Return what is said of a file, and the golden file to write, None where it is to stay."""
    previous: Golden | None = None
    try:
        document = played(data, asset.file, asset.kind)
        if stored is None:
            verdict = _verdict(
                "missing", f"there is no {asset.golden}; animspec golden record writes it"
            )
        else:
            previous, verdict = _compared(asset, document, stored)
        if verdict.state in {"same", "within"} or not update:
            return _named(asset, verdict), None
        text = _text(asset, document, previous)
    except NewerGoldenError as error:
        return _named(asset, _verdict("unreadable", str(error))), None
    except (Unplayable, MotionError) as error:
        return _named(asset, _verdict("faulty", _sentence(error))), None
    return _named(asset, verdict), text


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, Unplayable) else f"cannot be played: {error}"


def _compared(asset: Asset, document: Any, stored: bytes) -> tuple[Golden | None, Verdict]:
    """Return the record and what it says of a document."""
    try:
        previous = read(stored, asset.golden)
        tolerances = asset.within(kind_of(document))
        comparison = compare(previous, document, tolerances, name=asset.golden)
    except NewerGoldenError:
        raise
    except GoldenError as error:
        return None, _verdict("unreadable", str(error))
    state: State = "changed"
    if comparison.passes:
        state = "same" if comparison.is_same else "within"
    return previous, Verdict("", "", state, comparison)


def _verdict(state: State, message: str) -> Verdict:
    return Verdict("", "", state, message=message)


def _named(asset: Asset, verdict: Verdict) -> Verdict:
    return Verdict(asset.file, asset.golden, verdict.state, verdict.comparison, verdict.message)
