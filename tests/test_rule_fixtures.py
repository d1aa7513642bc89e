"""Every rule has a page, a clean fixture and a reported one, and says what it says there."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from attrs import evolve

from animspec import Severity, check, rules
from animspec.catalogue import checking, entry, names
from animspec.configuration.reading import read_configuration
from animspec.hierarchies import read_hierarchy
from animspec.kinds import KINDS
from animspec.names import name_key
from animspec.rule import Level
from animspec.settings import Settings

if TYPE_CHECKING:
    from types import ModuleType

    from animspec.findings import Finding
    from tests.conftest import Golden

TESTS: Final = Path(__file__).parent
FOLDER: Final = TESTS.parent / "fixtures" / "rules"
SUFFIXES: Final = tuple(suffix for kind in KINDS for suffix in kind.suffixes)

COVERED_BY_A_TEST: Final = {
    "cannot-read": ("test_cli_check", "test_a_file_that_is_not_there_is_reported"),
    "unused-ignore": ("test_ignores", "test_an_ignore_that_hides_nothing_is_reported"),
    "file-over-budget": ("test_configuration", "test_a_file_may_have_a_budget_of_bytes"),
    "file-too-large": ("test_bad_input", "test_a_text_over_the_limit_is_not_read"),
    "unknown-document": ("test_bad_input", "test_a_document_of_no_known_kind_is_reported"),
}
"""Rules that no file of a known kind can break, and the test that breaks them."""


def fixtures(beginning: str) -> list[Path]:
    """Return the fixtures of all rules whose names begin so."""
    return sorted(path for path in FOLDER.glob(f"*/{beginning}*") if path.name.endswith(SUFFIXES))


def called(path: Path) -> str:
    """Return what a test run calls a fixture."""
    return f"{path.parent.name}/{path.name.partition('.')[0]}"


def findings(path: Path) -> tuple[Finding, ...]:
    """Return everything found in a fixture; hierarchies beside it are those of their rigs.

    Configuration beside it counts, too, as for rules that need a budget.
    """
    ending = ".hierarchy.json"
    hierarchies = {
        name_key(file.name.removesuffix(ending)): read_hierarchy(file.read_bytes())
        for file in path.parent.glob(f"*{ending}")
    }
    settings = evolve(configured(path.parent), show=Severity.HINT, hierarchies=hierarchies)
    return check(path.read_bytes(), path.name, settings).findings


def configured(folder: Path) -> Settings:
    """Return the settings of a folder's own configuration, if it has one."""
    file = folder / "animspec.toml"
    if not file.exists():
        return Settings()
    configuration = read_configuration(file.read_bytes(), str(file))
    assert configuration is not None
    return configuration.settings


def as_expected(finding: Finding) -> dict[str, Any]:
    """Return what an expected file says of a finding."""
    said = {
        "severity": str(finding.severity),
        "pointer": finding.pointer,
        "address": finding.address,
        **where(finding),
        "message": finding.message,
    }
    related = finding.related
    if related is not None:
        said["related"] = {"message": related.message, "line": related.place.line}
    return said


def where(finding: Finding) -> dict[str, Any]:
    """Return where a finding stands: in a text its line and column, in a binary file the byte."""
    if finding.place is not None:
        return {"line": finding.place.line, "column": finding.place.column}
    assert finding.spot is not None
    return {"spot": str(finding.spot)}


def modules() -> list[ModuleType]:
    """Return the module of every rule."""
    found = pkgutil.walk_packages(rules.__path__, f"{rules.__name__}.")
    return [importlib.import_module(each.name) for each in found if not each.ispkg]


def test_every_module_of_the_rules_is_in_the_catalogue() -> None:
    found = {module.__name__.rpartition(".")[2].replace("_", "-") for module in modules()}
    assert found == set(names())


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.RULE.name)
def test_a_rule_has_the_name_of_its_module(module: ModuleType) -> None:
    assert module.RULE.name == module.__name__.rpartition(".")[2].replace("_", "-")


@pytest.mark.parametrize("name", names())
def test_a_page_says_what_is_wrong_and_why_and_how_to_mend_it(name: str) -> None:
    what, *sections = entry(name).page.rstrip().split("\n\n")
    assert what.endswith(".")
    assert "\n" not in what
    assert [section.partition("\n")[0] for section in sections] == ["Why", "Fix", "Source"]
    for section in sections:
        _, *lines = section.split("\n")
        assert lines
        assert all(line.startswith("    ") for line in lines)
        assert section.rstrip().endswith(".")


def test_only_rules_that_exist_are_named_as_causes() -> None:
    named = {cause for name in names() for cause in entry(name).rule.silenced_by}
    assert named <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_rule_checks_parts_or_stands_for_a_stage(name: str) -> None:
    looks_at_parts = entry(name).rule.level is not Level.STAGE
    assert (entry(name).check is not None) == looks_at_parts
    assert (entry(name) in checking()) == looks_at_parts


def test_no_fixture_is_of_a_rule_that_does_not_exist() -> None:
    assert {folder.name for folder in FOLDER.iterdir() if folder.is_dir()} <= set(names())


@pytest.mark.parametrize("name", sorted(set(names()) - set(COVERED_BY_A_TEST)))
@pytest.mark.parametrize("beginning", ["clean-", "reported-"])
def test_every_rule_has_fixtures(name: str, beginning: str) -> None:
    assert [path for path in fixtures(beginning) if path.parent.name == name]


@pytest.mark.parametrize("name", COVERED_BY_A_TEST)
def test_a_rule_without_fixtures_has_a_test(name: str) -> None:
    file, function = COVERED_BY_A_TEST[name]
    tree = ast.parse((TESTS / f"{file}.py").read_text("utf-8"))
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("path", fixtures("clean-"), ids=called)
def test_a_rule_says_nothing_of_its_clean_fixtures(path: Path) -> None:
    assert [each for each in findings(path) if each.rule == path.parent.name] == []


@pytest.mark.parametrize("path", fixtures("reported-"), ids=called)
def test_a_rule_says_of_its_reported_fixtures_what_is_expected(path: Path, golden: Golden) -> None:
    said = [as_expected(each) for each in findings(path) if each.rule == path.parent.name]
    assert said
    suffix = next(suffix for suffix in SUFFIXES if path.name.endswith(suffix))
    expected = path.with_name(path.name.removesuffix(suffix) + ".expected.json")
    golden(expected, json.dumps(said, indent=2, ensure_ascii=False) + "\n")


@pytest.mark.parametrize("path", fixtures("reported-"), ids=called)
def test_one_fault_is_one_finding(path: Path) -> None:
    beside = [each for each in findings(path) if each.rule != path.parent.name]
    assert [each for each in beside if each.severity is not Severity.HINT] == []


@pytest.mark.parametrize("path", fixtures(""), ids=called)
def test_a_sentence_neither_ends_nor_begs_nor_shouts(path: Path) -> None:
    for finding in findings(path):
        assert not finding.message.endswith(".")
        assert "!" not in finding.message
        assert "invalid" not in finding.message.lower()
        assert "please" not in finding.message.lower()
        assert finding.message.isprintable()
        related = finding.related
        assert related is None or not related.message.endswith((".", ":"))


def test_every_expected_file_belongs_to_a_fixture() -> None:
    stems = {path.parent / path.name.partition(".")[0] for path in fixtures("reported-")}
    for path in FOLDER.glob("*/*.expected.json"):
        assert path.parent / path.name.partition(".")[0] in stems
