"""Reading a file into its model, for programs that work with what is in it."""

from __future__ import annotations

from os import fspath
from typing import TYPE_CHECKING, Any

from animspec.files import read_bounded
from animspec.linting import too_large, without_place
from animspec.placing import place_all
from animspec.reading import read_any
from animspec.settings import LARGEST_FILE
from animspec.severities import Severity

if TYPE_CHECKING:
    from os import PathLike

    from animspec.findings import Finding
    from animspec.kinds import Kind


class DocumentError(ValueError):
    """A document cannot be used; the findings say why.

    Attributes:
        name: the file's name.
        findings: what is wrong, errors only.
    """

    def __init__(self, name: str, findings: tuple[Finding, ...]) -> None:
        self.name = name
        self.findings = findings
        lines = [f"{name} cannot be used:"]
        for finding in findings:
            where = "" if finding.where is None else f"{finding.where}: "
            lines.append(f"  {where}{finding.rule}: {finding.message}")
        super().__init__("\n".join(lines))


def load(path: str | PathLike[str]) -> Any:
    """Return the model of the document in a file, such as an ``AnimationSet``.

    The model holds what the file says, in its own order and numbers: rules are
    not asked, so that keys may be out of order. ``check`` asks them.

    Raises:
        DocumentError: the file cannot be read, or its text or structure is at fault.
    """
    name = fspath(path)
    try:
        data = read_bounded(name, LARGEST_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        findings = without_place("cannot-read", name, f"the file cannot be read: {reason}")
        raise DocumentError(name, findings) from error
    if len(data) > LARGEST_FILE:
        raise DocumentError(name, too_large(name))
    return model_of(data, name)


def model_of(data: bytes, name: str = "", kind: Kind | None = None) -> Any:
    """Return the model of the document in some bytes; ``name`` tells its kind, else ``kind``.

    Raises:
        DocumentError: the text or the structure is at fault.
    """
    document = read_any(data, name, kind)
    if document.faults:
        findings = place_all(document, list(document.faults))
        errors = tuple(each for each in findings if each.severity is Severity.ERROR)
        if errors:
            raise DocumentError(name, errors)
    return document.model
