"""Colour on terminals, by ANSI escape sequences."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from animspec.severities import Severity

_CODES: Final[dict[Severity, str]] = {
    Severity.ERROR: "1;31",
    Severity.WARNING: "1;33",
    Severity.HINT: "1;36",
}


@frozen(eq=False)
class Paint:
    r"""Colours text, or leaves it as it is where colour is off.

    >>> Paint(on=False).bold("path"), Paint(on=True).bold("path")
    ('path', '\x1b[1mpath\x1b[0m')
    """

    on: bool

    def _painted(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text

    def severity(self, text: str, severity: Severity) -> str:
        """Return the text in the colour of a severity."""
        return self._painted(text, _CODES[severity])

    def bold(self, text: str) -> str:
        """Return the text in bold."""
        return self._painted(text, "1")

    def faint(self, text: str) -> str:
        """Return the text as something beside the point."""
        return self._painted(text, "2")


def visible(text: str) -> str:
    r"""Return a text that comes from outside, such as a file name, so that it cannot forge a line.

    >>> visible("Füchsin 🦊"), visible("a\nb\x1b[2J")
    ('Füchsin 🦊', 'a\\nb\\x1b[2J')
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
