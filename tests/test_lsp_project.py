"""How open documents are checked: by their projects, wherever those are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lsprotocol.types import DiagnosticSeverity, TextDocumentItem

from animspec import Severity
from animspec.lsp import checks
from animspec.lsp.checks import examined
from animspec.lsp.documents import Documents
from animspec.lsp.project import Project, Wishes
from animspec.settings import ConfigurationError

if TYPE_CHECKING:
    from pathlib import Path

FAULTY = '{"rig": "Fox", "clips": [{"id": "a", "fps": 7, "tracks": []}]}'
NAME = "a.voxelanim.json"


def rules(project: Project, path: Path, text: str = FAULTY) -> list[str]:
    """Return the rules that find something in a text at a path, sorted."""
    opened = Documents().open(TextDocumentItem(path.as_uri(), "json", 1, text))
    return sorted({each.rule for each in examined(project, opened).findings})


def test_each_folder_has_its_own_configuration_and_baseline(tmp_path: Path) -> None:
    selected = {
        "one": "error",
        "two": "missing-member",
        "two/inner": "fps-off-tick-grid",
    }
    folders = [tmp_path / name for name in selected]
    for folder, rule in zip(folders, selected.values(), strict=True):
        folder.mkdir()
        (folder / "animspec.toml").write_text(f'select = ["{rule}"]')
        (folder / "base.json").write_text('{"version": 1, "findings": []}')
    known = f'"file": "{NAME}", "rule": "fps-off-tick-grid", "at": "clips[a].fps", "count": 1'
    (folders[0] / "base.json").write_text(f'{{"version": 1, "findings": [{{{known}}}]}}')
    project = Project(Wishes(baseline="base.json"), list(map(str, folders)))
    assert rules(project, folders[0] / NAME) == ["missing-member"]
    assert rules(project, folders[1] / NAME) == ["missing-member"]
    assert rules(project, folders[2] / NAME) == ["fps-off-tick-grid"]


def test_a_file_outside_of_all_folders_has_the_configuration_above_it(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.animspec]\nselect = ["missing-member"]\n')
    (tmp_path / "deep").mkdir()
    assert rules(Project(), tmp_path / "deep" / NAME) == ["missing-member"]


def test_a_document_without_a_file_is_checked_as_the_first_folder_says(tmp_path: Path) -> None:
    (tmp_path / "animspec.toml").write_text('select = ["fps-off-tick-grid"]\n')
    project = Project(folders=[str(tmp_path)])
    opened = Documents().open(TextDocumentItem("untitled:a", "json", 1, FAULTY))
    assert [each.rule for each in examined(project, opened).findings] == ["fps-off-tick-grid"]


def test_other_names_are_checked_where_the_configuration_includes_them(tmp_path: Path) -> None:
    path = tmp_path / "fox.anim"
    assert rules(Project(), path) == []
    (tmp_path / "animspec.toml").write_text('[kinds]\n"*.anim" = "animation-set"\n')
    assert "fps-off-tick-grid" in rules(Project(), path)


def test_what_was_read_is_kept_until_it_is_to_be_forgotten(tmp_path: Path) -> None:
    project = Project()
    first = project.of(str(tmp_path / NAME))
    assert project.of(str(tmp_path / NAME)) is first
    (tmp_path / "animspec.toml").write_text('show = "hint"\n')
    assert project.of(str(tmp_path / NAME)) is first
    project.forget()
    assert project.of(str(tmp_path / NAME)).settings.show is Severity.HINT


@pytest.mark.parametrize(
    ("name", "concerns"),
    [
        ("animspec.toml", True),
        ("pyproject.toml", True),
        ("animspec-ignores.toml", True),
        ("fox.json", True),
        (NAME, False),
        ("notes.txt", False),
    ],
)
def test_changes_of_some_files_concern_a_project(
    tmp_path: Path, name: str, *, concerns: bool
) -> None:
    (tmp_path / "animspec.toml").write_text('[hierarchies]\nFox = "fox.json"\n')
    project = Project()
    with pytest.raises(ConfigurationError):
        project.of(str(tmp_path / NAME))
    assert project.concerns(str(tmp_path / "fox.json"))
    (tmp_path / "fox.json").write_text("{}")
    assert project.of(str(tmp_path / NAME)).settings.hierarchies
    assert project.concerns(str(tmp_path / name)) is concerns


def test_wishes_add_to_what_a_project_shows(tmp_path: Path) -> None:
    (tmp_path / "animspec.toml").write_text('show = "hint"\n')
    for wished in (None, Severity.ERROR, Severity.HINT):
        chosen = Project(Wishes(show=wished)).of(str(tmp_path / NAME))
        assert chosen.settings.show is Severity.HINT
    assert Project(Wishes(show=Severity.HINT)).of(None).settings.show is Severity.HINT


@pytest.mark.parametrize("said", [None, 3, [], {"show": "loud"}, {"show": {}}, {"baseline": ""}])
def test_options_that_are_none_are_no_wishes(said: Any) -> None:
    assert Wishes.of(said) == Wishes()


def test_of_very_many_findings_some_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST", 2)
    opened = Documents().open(
        TextDocumentItem("file:///nowhere/a.voxelanim.json", "json", 1, FAULTY)
    )
    shown = examined(Project(), opened).shown
    assert len(shown) == 3
    assert shown[-1].severity == DiagnosticSeverity.Information
    assert shown[-1].message.startswith("2 of ")
    assert shown[-1].message.endswith(" findings are shown")
