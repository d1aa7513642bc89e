"""The rules that there are, found in the folder ``animspec/rules``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from animspec import rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from animspec.findings import Fault
    from animspec.rule import Rule

Check: TypeAlias = "Callable[[Any], Iterable[Fault]]"
"""How a rule looks at a part."""


@frozen
class Entry:
    """One rule of the catalogue: what it is, how it checks, and its page."""

    rule: Rule
    check: Check | None
    page: str

    @property
    def summary(self) -> str:
        """The first sentence of the page, without its full stop."""
        return self.page.partition("\n")[0].removesuffix(".")


@cache
def catalogue() -> Mapping[str, Entry]:
    """Return every rule by its name, in the order of names."""
    modules = (
        importlib.import_module(f"{rules.__name__}.{found.name}")
        for found in pkgutil.iter_modules(rules.__path__)
    )
    entries = [
        Entry(module.RULE, getattr(module, "check", None), cleandoc(module.__doc__ or ""))
        for module in modules
    ]
    return {entry.rule.name: entry for entry in sorted(entries, key=lambda each: each.rule.name)}
