"""Write the pages made from the code: ``python docs/generate.py [--check]``.

With ``--check`` nothing is written; the pages that differ are named, and the
status is 1 if there are any.
"""

# ruff: noqa: INP001, T201 - a script that prints

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

DOCS: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))

from animspec.catalogue import entry, names  # noqa: E402 - found by the line above
from animspec.configuration import service, shape  # noqa: E402
from animspec.suppression import baseline, ignores  # noqa: E402
from expressions import CONSTANTS, FUNCTIONS  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.catalogue import Entry

PLAYER: Final = DOCS / "player" / "expressions.mjs"
BEGIN: Final = "  // functions: made by docs/generate.py\n"
END: Final = "  // functions end\n"

FUNCTIONS_INTRODUCTION: Final = """\
# Functions of driver expressions

Made by `python docs/generate.py` from `expressions/functions.py`. The language is
described in [expressions.md](expressions.md).

The formula is JavaScript, as a player computes it; `floored`, `turned` and `smooth` stand in
[player/expressions.mjs](player/expressions.mjs). Numbers are IEEE doubles, and no function
raises: outside of its domain a function is NaN, beyond the largest double it is an infinity,
and only at the very end does a result that is not finite become 0.

| function | meaning | formula |
|---|---|---|
"""


def functions_page() -> str:
    """Return the table of functions and constants."""
    rows = [
        f"| `{entry.signature}` | {entry.meaning} | `{entry.formula}` |\n"
        for entry in FUNCTIONS.values()
    ]
    constants = ", ".join(f"`{name}` is {value!r}" for name, value in CONSTANTS.items())
    return f"{FUNCTIONS_INTRODUCTION}{''.join(rows)}\nThe constants: {constants}.\n"


def player() -> str:
    """Return the JavaScript player, its table of functions made anew."""
    before, _, rest = PLAYER.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    rows = [
        f"  {entry.name}: [{entry.arity}, ({', '.join(entry.parameters)}) => {entry.formula}],\n"
        for entry in FUNCTIONS.values()
    ]
    return f"{before}{BEGIN}{''.join(rows)}{END}{after}"


RULES_INTRODUCTION: Final = """\
# Rules

Made by `python docs/generate.py` from the modules of `animspec/rules`; `animspec explain RULE`
prints the same pages. An **error** means that players differ, fail or lose data; a **warning**
is surely not meant; a **hint** is worth a look and hidden unless asked for with `--show hint`.
What a [fix](fixes.md) is: **safe** ones are applied by `animspec check --fix`, **unsafe** ones,
which somebody must look at, by `animspec check --fix --unsafe-fixes`. Not every fault of such a
rule has one.

| rule | severity | fix | for | what it finds |
|---|---|---|---|---|
"""


def rules_page() -> str:
    """Return the pages of all rules, with a table before them."""
    entries = [entry(name) for name in names()]
    rows = [
        f"| [{each.rule.name}](#{each.rule.name}) | {each.rule.severity} | {each.rule.fix or ''} "
        f"| {', '.join(kind.replace('-', ' ') for kind in each.rule.kinds)} | {each.summary} |\n"
        for each in entries
    ]
    pages = [f"\n## {each.rule.name}\n\n{each.markdown}{_fixed(each)}" for each in entries]
    return f"{RULES_INTRODUCTION}{''.join(rows)}{''.join(pages)}"


def _fixed(each: Entry) -> str:
    """Return the line that says which command mends what a rule finds."""
    if each.rule.fix is None:
        return ""
    return f"\nThe fix is {each.rule.fix}: `animspec check {each.fixed_by}`.\n"


SERVICE: Final = DOCS / "service.md"
SETTINGS_BEGIN: Final = "<!-- settings: made by docs/generate.py -->\n"
SETTINGS_END: Final = "<!-- settings end -->\n"


def service_page() -> str:
    """Return the page of the service, its table of settings made anew."""
    before, _, rest = SERVICE.read_text(encoding="utf-8").partition(SETTINGS_BEGIN)
    after = rest.partition(SETTINGS_END)[2]
    rows = [
        f"| `{key}` | {_default_cell(service.default(key))} | {member.description} |\n"
        for key, member in service.TABLE.members.items()
    ]
    head = "| setting | default | |\n|---|---|---|\n"
    key = "body-bytes"
    example = f"\n`{key}` is `--{key}` and `{service.variable(key)}`, and so on.\n"
    return f"{before}{SETTINGS_BEGIN}{head}{''.join(rows)}{example}{SETTINGS_END}{after}"


def _default_cell(value: Any) -> str:
    """Return a default as a table shows it; nothing where there is none."""
    if value is None or value == []:
        return ""
    return f"`{json.dumps(value) if isinstance(value, bool) else value}`"


def as_file(schema: Callable[[], dict[str, Any]]) -> Callable[[], str]:
    """Return what makes the file of a schema."""
    return lambda: json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


PAGES: Final[dict[str, Callable[[], str]]] = {
    "../schemas/v1/baseline.schema.json": as_file(baseline.schema),
    "../schemas/v1/configuration.schema.json": as_file(shape.schema),
    "../schemas/v1/ignores.schema.json": as_file(ignores.schema),
    "functions.md": functions_page,
    "rules.md": rules_page,
    "service.md": service_page,
    "player/expressions.mjs": player,
}
"""Each page made from the code, and what makes it."""


def main(words: list[str] | None = None) -> int:
    """Write every page, or with ``--check`` name those that differ."""
    parser = argparse.ArgumentParser(description="Write the pages made from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing, name what differs")
    arguments = parser.parse_args(words)
    different = 0
    for page, make in PAGES.items():
        path, text = DOCS / page, make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        different += 1
        print(page)
        if not arguments.check:
            path.write_text(text, encoding="utf-8")
    return int(arguments.check and different > 0)


if __name__ == "__main__":
    sys.exit(main())
