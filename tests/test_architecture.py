"""The order of imports, what a clean check loads, and who touches files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = ROOT / "animspec"

FACES: Final = frozenset({"animspec", "animspec.__main__"})
"""The package itself, which names what its modules have, and ``python -m animspec``."""

TOUCHING: Final = {
    "animspec.files": "reads and writes for all others",
    "animspec.discovery": "walks folders",
    "animspec.ignoring": "reads ignore files",
    "animspec.schema": "reads the schemas it ships with",
    "animspec.loading": "opens what a program names",
    "animspec.catalogue": "lists the folder of the rules",
    "animspec.web": "a face",
    "animspec.traces": "looks again at what was seen",
    "animspec.caching": "keeps boxes on the disk",
    "animspec.revisions": "asks git",
    "animspec.cli": "a face",
    "animspec.pytest_plugin": "a face",
}
"""Modules that may touch the disk, standard streams or the clock, and why."""

HEAVY: Final = ("jsonschema", "lark", "numpy", "tree_sitter", "rich", "hypothesis")
"""Packages that are slow to load, and not needed where nothing is wrong."""


@cache
def order() -> tuple[str, ...]:
    """Return the modules and packages in the order that ARCHITECTURE.md lists them."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    (block,) = re.findall(r"```order\n(.*?)```", text, re.DOTALL)
    return tuple(line.split()[0] for line in block.splitlines() if line.strip())


@cache
def modules() -> dict[str, Path]:
    """Return the file of every module of the package."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def row(module: str) -> str | None:
    """Return the line of the order that a module belongs to."""
    parts = module.split(".")
    ancestors = (".".join(parts[:length]) for length in range(len(parts), 1, -1))
    return next((name for name in ancestors if name in order()), None)


def imported(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, in functions and for types, too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by dots"
            base = str(node.module)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in modules() else base
        elif isinstance(node, ast.Constant) and "." in str(node.value):
            # Modules that are named to be imported later count as imported.
            yield from {str(node.value)} & set(modules())


def test_every_module_has_a_place_in_the_order() -> None:
    assert [name for name in modules() if name not in FACES and row(name) is None] == []


def test_every_line_of_the_order_is_a_module() -> None:
    assert [name for name in order() if name not in modules()] == []
    assert len(set(order())) == len(order())


@pytest.mark.parametrize("name", sorted(set(modules()) - FACES))
def test_a_module_imports_only_what_stands_above_it(name: str) -> None:
    own = row(name)
    assert own is not None
    above = order()[: order().index(own) + 1]
    ours = {each for each in imported(modules()[name]) if each.split(".")[0] == "animspec"}
    assert {each for each in ours if row(each) not in above} == set()


def test_the_expression_language_knows_nothing_of_animation() -> None:
    for path in (ROOT / "expressions").rglob("*.py"):
        assert [each for each in imported(path) if each.split(".")[0] == "animspec"] == []


STREAMS: Final = frozenset({"stdin", "stdout", "stderr"})
CALLS: Final = frozenset({"open", "print", "input", "exec", "eval"})
PATHS: Final = frozenset(
    {
        *("read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "mkdir", "unlink"),
        *("rename", "rmdir", "glob", "rglob", "stat", "exists", "is_file", "is_dir", "resolve"),
        *("isfile", "isdir", "islink", "realpath", "abspath", "getsize", "getmtime", "lexists"),
    }
)
"""Methods of paths, and functions of ``os.path``, that touch the disk."""
HARMLESS: Final = frozenset({"fspath", "fsencode", "fsdecode", "sep", "PathLike", "path"})
"""What ``os`` has that does not reach outside."""
OUTSIDE: Final = frozenset({"socket", "subprocess", "shutil", "tempfile", "time", "datetime"})
"""Modules that do nothing else."""


def touches(path: Path) -> Iterator[str]:
    """Yield what in a file reaches the disk, standard streams, other processes or the clock."""
    tree = ast.parse(path.read_text("utf-8"))
    ours = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("animspec")
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
            yield f"a call in line {node.lineno}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in PATHS and getattr(node.func.value, "id", "") not in ours:
                yield f".{node.func.attr}() in line {node.lineno}"
        elif isinstance(node, ast.Attribute):
            base = getattr(node.value, "id", "")
            of_system = base == "os" and node.attr not in HARMLESS
            if of_system or (base == "sys" and node.attr in STREAMS):
                yield f"{base}.{node.attr} in line {node.lineno}"
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in OUTSIDE)
        elif isinstance(node, ast.ImportFrom) and node.module in {*OUTSIDE, "os", "sys"}:
            yield from (alias.name for alias in node.names if alias.name not in HARMLESS)


def test_only_some_modules_touch_files() -> None:
    reaching = {
        name: found
        for name, path in modules().items()
        if row(name) not in TOUCHING and (found := list(touches(path)))
    }
    assert reaching == {}


def test_what_reaches_outside_is_seen() -> None:
    seen = {name for name, path in modules().items() if list(touches(path))}
    assert {"animspec.files", "animspec.discovery", "animspec.cli.check"} <= seen


def loaded(*statements: str) -> set[str]:
    """Return which packages a new process has loaded after some statements."""
    program = "; ".join(
        [*statements, "import sys", "print('\\n'.join(sys.modules), file=sys.stderr)"]
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {name.split(".")[0] for name in done.stderr.split()}


def check_of(path: str) -> str:
    return f"from animspec.cli import main; main(['check', {path!r}])"


def test_the_package_loads_next_to_nothing() -> None:
    assert loaded("import animspec").isdisjoint({*HEAVY, "attrs", "msgspec", "argparse"})


@pytest.mark.parametrize("name", ["humanoid", "door", "idle-steps"])
def test_a_clean_check_loads_nothing_heavy(name: str) -> None:
    seen = loaded(check_of(f"fixtures/sets/{name}.voxelanim.json"))
    assert seen.isdisjoint(HEAVY)
    assert "msgspec" in seen


def test_a_faulty_structure_may_load_what_explains_it() -> None:
    assert "jsonschema" in loaded(check_of("fixtures/reports/fox.voxelanim.json"))


def test_a_fault_of_the_text_or_of_a_rule_loads_nothing_heavy() -> None:
    for path in (
        "fixtures/reports/cut-off.voxelanim.json",
        "fixtures/reports/one-line.voxelanim.json",
    ):
        assert loaded(check_of(path)).isdisjoint(HEAVY)


POSSESSIVE_GROUP: Final = re.compile(r"\)[*+?]\+")


@pytest.mark.parametrize("name", sorted(modules()))
def test_no_pattern_repeats_a_group_possessively(name: str) -> None:
    """Pythons before 3.11.5 match such a pattern wrongly (CPython issue 106052)."""
    texts = [
        node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
        for node in ast.walk(ast.parse(modules()[name].read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
    assert [text for text in texts if POSSESSIVE_GROUP.search(text)] == []
