"""What the language server tells of documents: the findings of the command line, while typing."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import client_capabilities

from tests.faces import FIXTURES, by_the_command, texts
from tests.lsp_editor import EVERYWHERE, SET, Editor, edited, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from pathlib import Path

pytestmark = pytest.mark.asyncio(loop_scope="module")

FAULTY: Final = """{"rig": "Fox", "clips": [
  {"id": "🦊", "name": "Trab", "length": 24000, "fps": 7, "loop": true, "tracks": []}
]}
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strict() -> AsyncIterator[Editor]:
    async with serving(FIXTURES, "visual_studio_code", "--show", "hint") as editor:
        yield editor


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project").resolve()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(project: Path) -> AsyncIterator[Editor]:
    async with serving(project, "neovim@0.10") as editor:
        yield editor


def as_diagnostic(finding: Mapping[str, Any], text: str) -> tuple[Any, ...]:
    """Return a finding of the command line's report as a client counts: UTF-16 from 0."""
    place = finding["place"]
    where = (0, 0, 0, 0)
    if place is not None:
        starts = position(text, place["line"], place["column"])
        where = (*starts, *position(text, place["endLine"], place["endColumn"]))
    return (finding["rule"], finding["severity"], finding["message"], where)


def position(text: str, line: int, column: int) -> tuple[int, int]:
    """Return the client's line and character of a place, by the definition of both."""
    mark = "\ufeff" if text.startswith("\ufeff") and line == 1 else ""
    row = text.split("\n")[line - 1].removeprefix(mark)
    before = "\n".join([*text.split("\n")[: line - 1], mark + as_counted(row, column - 1)])
    if text.startswith(f"{before}\n"):
        before = before.removesuffix("\r")  # there is no place within the end of a line
    rows = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(rows) - 1, len(rows[-1].encode("utf-16-le", "surrogatepass")) // 2


def as_counted(row: str, columns: int) -> str:
    """Return the start of a line of so many columns: what is not UTF-8 counts by its bytes."""
    data = row.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")[:columns]
    whole = re.sub(rb"\xed[\xa0-\xbf]?\Z", b"?", data.encode("utf-8", "surrogateescape"))
    return whole.decode("utf-8", "surrogatepass")


SEVERITIES: Final = {1: "error", 2: "warning", 4: "hint"}


def told(diagnostics: Sequence[types.Diagnostic]) -> list[tuple[Any, ...]]:
    """Return what diagnostics tell."""
    return [
        (
            each.code,
            SEVERITIES[each.severity or 0],
            each.message,
            (
                each.range.start.line,
                each.range.start.character,
                each.range.end.line,
                each.range.end.character,
            ),
        )
        for each in diagnostics
    ]


async def test_an_editor_is_told_what_the_command_line_finds(strict: Editor) -> None:
    wanted = by_the_command("--show", "hint")
    sent = 0
    for path in texts():
        try:
            text = path.read_bytes().decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            continue  # no editor can send it
        name = str(path.relative_to(FIXTURES))
        found = await strict.open(name, text)
        assert told(found) == [as_diagnostic(each, text) for each in wanted[path]], name
        strict.close(name)
        sent += 1
    assert sent > 300


async def test_diagnostics_say_what_rule_they_are_of_and_where_its_page_is(editor: Editor) -> None:
    text = FAULTY.replace('"tracks": []', '"tracks": [], "id": "b"').replace("7", "24")
    (found,) = await editor.open("twice.voxelanim.json", text)
    assert (found.source, found.code) == ("animspec", "duplicate-member")
    assert found.code_description is not None
    assert found.code_description.href.endswith("docs/rules.md#duplicate-member")
    assert found.related_information is not None
    (related,) = found.related_information
    assert related.message == "it is first written here"
    assert related.location.uri == editor.uri("twice.voxelanim.json")
    assert related.location.range == types.Range(types.Position(1, 3), types.Position(1, 7))


async def test_only_the_last_of_quick_changes_is_checked(editor: Editor) -> None:
    uri = editor.show("quick.voxelanim.json", "{}")
    assert len(await editor.told(uri, 1)) == 2
    for version in range(2, 12):
        editor.type("quick.voxelanim.json", version, (None, FAULTY * (version % 2)))
    seen: list[int | None] = []
    last = None
    while last is None or last.version != 11:
        last = await editor.published.get()
        seen += [last.version] if last.uri == uri else []
    assert seen == [11]
    assert [each.code for each in last.diagnostics] == ["fps-off-tick-grid"]


async def test_edits_are_counted_in_the_units_of_the_client(editor: Editor) -> None:
    name = "units.voxelanim.json"
    await editor.open(name, FAULTY)
    row = FAULTY.split("\n")[1]
    at = len(row[: row.index("7,")].encode("utf-16-le")) // 2
    where = types.Range(types.Position(1, at), types.Position(1, at + 1))
    editor.type(name, 2, (where, "30"))
    assert await editor.told(editor.uri(name), 2) == []


async def test_a_document_that_is_closed_has_no_diagnostics_left(editor: Editor) -> None:
    assert await editor.open("closed.voxelanim.json", FAULTY)
    editor.close("closed.voxelanim.json")
    assert await editor.told(editor.uri("closed.voxelanim.json"), None) == []


async def test_files_that_a_check_would_not_look_at_are_left_alone(editor: Editor) -> None:
    assert await editor.open("package.json", "{") == []


async def test_a_document_without_a_file_is_known_by_its_members(editor: Editor) -> None:
    assert [each.code for each in await editor.open("untitled:Untitled-1", FAULTY)] == [
        "fps-off-tick-grid"
    ]
    assert await editor.open("untitled:Untitled-2", '{"name": "a"}') == []


async def test_a_change_of_configuration_is_heard(editor: Editor, project: Path) -> None:
    folder = project / "configured"
    folder.mkdir()
    name = f"configured/{SET}"
    file = folder / "animspec.toml"
    file.write_text('select = ["all"]\n[severities]\nfps-off-tick-grid = "warning"\n', "utf-8")
    (found,) = await editor.open(name, FAULTY)
    assert found.severity == types.DiagnosticSeverity.Warning
    file.write_text('show = "hint"\n', "utf-8")
    changed(editor, file)
    found, hint = await editor.told(editor.uri(name), 1)
    assert found.severity == types.DiagnosticSeverity.Error
    assert (hint.code, hint.severity) == ("clip-without-tracks", types.DiagnosticSeverity.Hint)
    assert list(hint.tags or ()) == [types.DiagnosticTag.Unnecessary]
    file.write_text('ignore = ["fps-of-tick-grid"]\n', "utf-8")
    changed(editor, file)
    (refused,) = await editor.told(editor.uri(name), 1)
    assert refused.message.startswith(f"the document is not checked: {file}: ignore[0] is ")
    file.write_text('exclude = ["*.voxelanim.json"]\n', "utf-8")
    changed(editor, file)
    assert await editor.told(editor.uri(name), 1) == []


def changed(editor: Editor, file: Path) -> None:
    """Tell that a file has changed."""
    change = types.FileEvent(file.as_uri(), types.FileChangeType.Changed)
    params = types.DidChangeWatchedFilesParams([change])
    editor.client.workspace_did_change_watched_files(params)


async def test_ignored_findings_are_not_told_nor_fixed(editor: Editor, project: Path) -> None:
    folder = project / "ignoring"
    folder.mkdir()
    name = f"ignoring/{SET}"
    text = '{"rig": "Fox", "clips": [],}'
    assert [each.code for each in await editor.open(name, text)] == ["trailing-comma"]
    ignores = folder / "animspec-ignores.toml"
    ignores.write_text(
        f'[[ignore]]\nfiles = "{SET}"\nrule = "trailing-comma"\nreason = "for a test"\n', "utf-8"
    )
    changed(editor, ignores)
    assert await editor.told(editor.uri(name), 1) == []
    assert await editor.actions(name, EVERYWHERE, ["source.fixAll"]) == []


async def test_what_a_baseline_knows_is_not_told(editor: Editor, project: Path) -> None:
    known = '{"file": "known.voxelanim.json", "rule": "fps-off-tick-grid", "at": "%s", "count": 1}'
    entry = known % "clips[🦊].fps"
    (project / "base.json").write_text(f'{{"version": 1, "findings": [{entry}]}}', "utf-8")
    assert await editor.open("known.voxelanim.json", FAULTY)
    settings: Any = {"animspec": {"baseline": "base.json"}}
    params = types.DidChangeConfigurationParams(settings)
    editor.client.workspace_did_change_configuration(params)
    assert await editor.told(editor.uri("known.voxelanim.json"), 1) == []
    assert [each.code for each in await editor.open("new.voxelanim.json", FAULTY)] == [
        "fps-off-tick-grid"
    ]
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    assert await editor.told(editor.uri("known.voxelanim.json"), 1)


async def test_a_baseline_that_is_not_there_yet_is_said_and_awaited(tmp_path: Path) -> None:
    async with serving(tmp_path, "visual_studio_code", "--baseline", "base.json") as editor:
        (refused,) = await editor.open(SET, FAULTY)
        file = tmp_path / "base.json"
        assert refused.message == (
            f"the document is not checked: {file} cannot be read: there is no such file"
        )
        file.write_text('{"version": 1, "findings": []}', "utf-8")
        changed(editor, file)
        assert [each.code for each in await editor.told(editor.uri(SET), 1)] == [
            "fps-off-tick-grid"
        ]
        (registered,) = editor.registered
        options: Any = registered.register_options
        patterns = [each["globPattern"] for each in options["watchers"]]
        assert {"**/animspec.toml", "**/pyproject.toml", "**/*.json"} <= set(patterns)


def fix(folder: Path) -> None:
    """Let the command line fix the files in a folder."""
    command = [sys.executable, "-m", "animspec", "check", "--fix", str(folder)]
    assert subprocess.run(command, capture_output=True, check=False).returncode in (0, 1)


async def test_fix_all_makes_what_the_command_makes(editor: Editor, tmp_path: Path) -> None:
    befores = sorted((FIXTURES / "fixes").glob("before-*.json"))
    assert len(befores) >= 5
    for before in befores:
        (tmp_path / before.name).write_bytes(before.read_bytes())
    fix(tmp_path)
    changed_texts = 0
    for before in befores:
        text = before.read_text("utf-8")
        await editor.open(before.name, text)
        only = [types.CodeActionKind.SourceFixAll]
        offered = await editor.actions(before.name, EVERYWHERE, only)
        assert {each.kind for each in offered} <= {"source.fixAll.animspec"}
        made = [edit for action in offered for edit in edits(action)]
        assert edited(text, made) == (tmp_path / before.name).read_text("utf-8")
        changed_texts += bool(made)
        editor.close(before.name)
    assert changed_texts >= 3


def edits(action: types.CodeAction) -> list[types.TextEdit]:
    """Return the edits of a code action in the one document that it changes."""
    assert action.edit is not None
    if action.edit.changes is not None:
        (made,) = action.edit.changes.values()
        return list(made)
    assert action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    return [each for each in change.edits if isinstance(each, types.TextEdit)]


async def test_each_fix_is_offered_where_its_finding_is(editor: Editor) -> None:
    text = """{"rig": "Fox", "clips": [
  {"id": "a", "name": "A", "length": 24000, "fps": 24, "loop": false, "tracks": [
    {"path": "Body", "scale": [
      {"tick": 0, "value": {"x": 1.00001, "y": 1, "z": 1}},
      {"tick": 1000, "value": {"x": 1, "y": 1, "z": 1}},
      {"tick": 1000, "value": {"x": 2, "y": 1, "z": 1}}
    ]}
  ]}
]}
"""
    await editor.open("each.voxelanim.json", text)
    third, fifth = (types.Range(types.Position(at, 0), types.Position(at, 0)) for at in (3, 5))
    assert await editor.actions("each.voxelanim.json", third) == []
    line = types.Range(types.Position(3, 0), types.Position(4, 0))
    (safe,) = await editor.actions("each.voxelanim.json", line)
    assert safe.title == "Round it to 1 (value-not-rounded)"
    assert (safe.kind, safe.is_preferred) == (types.CodeActionKind.QuickFix, True)
    assert '"x": 1,' in edited(text, edits(safe)).split("\n")[3]
    line = types.Range(fifth.start, types.Position(6, 0))
    (unsafe,) = await editor.actions("each.voxelanim.json", line)
    assert unsafe.title.endswith("(keys-at-the-same-time; look at what it does)")
    assert unsafe.is_preferred is False
    assert '"tick": 999,' in edited(text, edits(unsafe)).split("\n")[4]


async def test_an_editor_that_asks_for_diagnostics_is_told_the_same() -> None:
    capabilities = client_capabilities("neovim@0.11")
    assert capabilities.workspace is not None
    capabilities.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(
        refresh_support=True
    )
    async with serving(FIXTURES, capabilities) as editor:
        client: Any = editor.client
        uri = editor.show("asked.voxelanim.json", FAULTY)
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await client.text_document_diagnostic_async(params)
        assert [each.code for each in report.items] == ["fps-off-tick-grid"]
        shown = types.DidChangeConfigurationParams({"show": "hint"})
        client.workspace_did_change_configuration(shown)
        report = await client.text_document_diagnostic_async(params)
        assert [each.code for each in report.items] == ["fps-off-tick-grid", "clip-without-tracks"]
        assert client.diagnostic_refresh_count == 1
        assert editor.published.empty()
