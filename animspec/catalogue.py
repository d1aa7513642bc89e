"""The rules that there are, found in the folders of ``animspec/rules``.

The name of a rule is the name of its module. A module is imported when its
rule is first needed: those of the text and structure stages only when they
have something to report, the others to check.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import frozen

from animspec import rules
from animspec.severities import Safety

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from animspec.findings import Fault
    from animspec.rule import Rule

Check: TypeAlias = "Callable[..., Iterable[Fault]]"
"""How a rule looks at a part; one with thresholds is handed them, too."""

STAGES: Final = ("text", "binary", "suppression")
"""The folders of the rules that no part of a document is checked by."""

_FLAGS: Final[dict[Safety | None, str]] = {
    None: "",
    Safety.SAFE: "--fix",
    Safety.UNSAFE: "--fix --unsafe-fixes",
}

OWN: Final[dict[str, str]] = {
    "drivers": "scene-animation",
    "m3g": "m3g-animation",
    "scenes": "scene-animation",
}
"""The folders of rules that speak of one kind of document: for others they are not loaded."""


@frozen(eq=False)
class Entry:
    """One rule of the catalogue: what it is, how it checks, and its page."""

    rule: Rule
    check: Check | None
    page: str

    @property
    def summary(self) -> str:
        """The first sentence of the page, without its full stop."""
        return self.page.partition("\n")[0].removesuffix(".")

    @property
    def fixed_by(self) -> str:
        """The flags that let the rule mend what it finds; empty where it cannot."""
        return _FLAGS[self.rule.fix]

    @property
    def row(self) -> dict[str, Any]:
        """The rule as lists of rules in JSON have it."""
        return {
            "rule": self.rule.name,
            "severity": str(self.rule.severity),
            "fix": None if self.rule.fix is None else str(self.rule.fix),
            "documents": list(self.rule.kinds),
            "summary": self.summary,
        }

    @property
    def markdown(self) -> str:
        """The page in Markdown, its headings in bold, each with its paragraph."""
        first, *sections = self.page.strip().split("\n\n")
        paragraphs = [" ".join(first.split())]
        for section in sections:
            heading, _, text = section.partition("\n")
            paragraphs.append(f"**{heading.strip()}.** {' '.join(text.split())}")
        return "\n\n".join(paragraphs) + "\n"


@cache
def _modules() -> dict[str, str]:
    """Return the module of each rule by the rule's name, in the order of names."""
    found: dict[str, str] = {}
    for root in rules.__path__:
        for folder in os.scandir(root):
            if folder.is_dir() and not folder.name.startswith("_"):
                found |= _modules_in(folder)
    return dict(sorted(found.items()))


def _modules_in(folder: os.DirEntry[str]) -> dict[str, str]:
    stems = (name.removesuffix(".py") for name in os.listdir(folder) if name.endswith(".py"))
    names = (stem for stem in stems if not stem.startswith("_"))
    return {stem.replace("_", "-"): f"{rules.__name__}.{folder.name}.{stem}" for stem in names}


def names() -> tuple[str, ...]:
    """Return the names of all rules, sorted."""
    return tuple(_modules())


@cache
def entry(name: str) -> Entry:
    """Return one rule.

    Raises:
        KeyError: there is no rule of that name.
    """
    module = import_module(_modules()[name])
    return Entry(module.RULE, getattr(module, "check", None), module.__doc__ or "")


@cache
def checking(kind: str | None = None) -> tuple[Entry, ...]:
    """Return the rules that look at parts of documents, in the order of names.

    With a kind, rules that speak of another kind only are left out.
    """
    left_out = {*STAGES, *(folder for folder, own in OWN.items() if kind not in (None, own))}
    return tuple(
        entry(name) for name, module in _modules().items() if module.split(".")[-2] not in left_out
    )
