"""What an editor shows while somebody reads or writes a document, broken or not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.faces import FIXTURES
from tests.lsp_editor import EVERYWHERE, Editor, edited, serving, spot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.asyncio(loop_scope="module")

SET: Final = """{"rig": "Fox", "clips": [
  {"id": "w1", "name": "Walk", "length": 24000, "fps": 24, "loop": true, "tracks": [
    {"path": "Body", "rotation": [
      {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}},
      {"tick": 12500, "value": {"x": 0, "y": 45.00004, "z": 0}, "interpolation": "smooth"},
      {"tick": 24000, "value": {"x": 0, "y": 0, "z": 0}}
    ]}
  ]}
]}
"""

SCENE: Final = """{"length": 4, "fps": 30,
  "objects": [{"path": "Fan", "keys": [{"t": 0, "m": [1,0,0,0, 0,1,0,0, 0,0,1,0, 1,2,3,1]}]}],
  "props": [
    {"path": "Fan", "name": "angle", "driver": {
      "expression": "turn * t * 360 + sin(pi)",
      "variables": {"turn": {"path": "Fan", "name": "turn"}, "k": 2}}},
    {"path": "Fan", "name": "turn", "keys": [{"t": 1, "v": [1]}, {"t": 2, "v": [3]}]}
  ]}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("help").resolve()
    (folder / "animspec.toml").write_text('[hierarchies]\nFox = "fox.json"\n', "utf-8")
    (folder / "fox.json").write_text('{"Body": {"Head": {}, "Tail": {}}}', "utf-8")
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(folder: Path) -> AsyncIterator[Editor]:
    async with serving(folder, "visual_studio_code") as editor:
        yield editor


class Desk:
    """Documents in an editor, each asked about under a name of its own."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.client: Any = editor.client
        self.count = 0

    def put(self, text: str, suffix: str) -> types.TextDocumentIdentifier:
        """Open a document."""
        self.count += 1
        return types.TextDocumentIdentifier(self.editor.show(f"{self.count}.{suffix}", text))

    async def hover(self, text: str, suffix: str = "voxelanim.json") -> str | None:
        """Return what is told of the place of the mark ``|``."""
        plain, position = spot(text)
        params = types.HoverParams(self.put(plain, suffix), position)
        found = await self.client.text_document_hover_async(params)
        return None if found is None else found.contents.value

    async def offered(self, text: str, suffix: str = "voxelanim.json") -> dict[str, str]:
        """Return the text after each completion at the mark, by the label of what is offered."""
        plain, position = spot(text)
        params = types.CompletionParams(self.put(plain, suffix), position)
        found = await self.client.text_document_completion_async(params)
        return {each.label: edited(plain, [each.text_edit]) for each in found.items}


@pytest.fixture(scope="module")
def desk(editor: Editor) -> Desk:
    return Desk(editor)


def marked(text: str, before: str) -> str:
    """Return a text with the mark after the first of some characters."""
    at = text.index(before) + len(before)
    return f"{text[:at]}|{text[at:]}"


class TestHover:
    @pytest.mark.parametrize(
        ("before", "told"),
        [
            ('"length": 24', "24000 ticks = 1 s, frame 24 at 24 fps"),
            ('"tick": 125', "12500 ticks = 0.5208 s, frame 12.5 at 24 fps"),
            ('"interpol', '**interpolation**: `"step"`, `"linear"` or `"smooth"`; optional'),
            ('"fp', "**fps**: a whole number; required\n\nThe frame grid"),
            ('"y": 45', "y 45, z 0; smooth to the next, 11500 ticks on"),
            ('"y": 45', "[value-not-rounded](https://"),
            ('"y": 45', "**Fix.** Round the number"),
        ],
    )
    async def test_a_set_is_explained(self, desk: Desk, before: str, told: str) -> None:
        assert told in (await desk.hover(marked(SET, before)) or "")

    @pytest.mark.parametrize(
        ("before", "told"),
        [
            ("+ si", "`sin(x)`: The sine of `x` radians."),
            ("sin(p", "`pi`: 3.141592653589793"),
            ('expression": "tu', "`turn`: component 0 of `turn` of `Fan`"),
            ("turn * t", "`t`: the time, in seconds"),
            # turn is 1 up to 1 s and 3 from 2 s on: 3 * 2 * 360 and 3 * 4 * 360.
            ("turn * t", "`angle` of `Fan` at 0 s: 0; 2 s: 2160; 4 s: 4320"),
            ('"t": 1', "1 s, frame 30 at 30 fps"),
            ('"v": [3', "`turn` of `Fan` at 2 s: 3"),
            ("1,2,", "`Fan` at 0 s: position 1, 2, 3; scale 1, 1, 1"),
        ],
    )
    async def test_a_scene_is_explained(self, desk: Desk, before: str, told: str) -> None:
        assert told in (await desk.hover(marked(SCENE, before), "sceneanim.json") or "")

    async def test_a_sequence_is_explained(self, desk: Desk) -> None:
        text = (FIXTURES / "m3g" / "walk.m3ganim.json").read_text("utf-8")
        told = await desk.hover(marked(text, '"time": 40'), "m3ganim.json")
        assert (
            told
            == "400 of 1200 units, 33.3333 %\n\n---\n\nsequence `walk.hip`, key 1 of 5: 0, 0.12, 0"
        )

    async def test_where_there_is_nothing_to_tell_nothing_is_told(self, desk: Desk) -> None:
        assert await desk.hover('{"rig": "F|ox", "clips": []}') is None
        assert await desk.hover('{"rig": "Fox", | "clips": []}') is None


class TestCompletion:
    async def test_members_that_an_object_lacks_are_offered(self, desk: Desk) -> None:
        offered = await desk.offered('{"rig": "Fox", "clips": [{"id": "a", "fps": 24, |}]}')
        assert list(offered) == ["name", "length", "loop", "tracks"]
        assert offered["loop"].endswith('"fps": 24, "loop": ${1|true,false|}}]}')

    async def test_a_name_that_is_half_there_is_replaced(self, desk: Desk) -> None:
        offered = await desk.offered('{"rig": "Fox", "clips": [{"id": "a", "le|')
        assert offered["length"] == '{"rig": "Fox", "clips": [{"id": "a", "length": ${1:1}'

    async def test_a_name_before_a_colon_stays_alone(self, desk: Desk) -> None:
        offered = await desk.offered('{"rig": "Fox", "clips": [{"l|": 1, "loop": true}]}')
        assert offered["length"] == '{"rig": "Fox", "clips": [{"length": 1, "loop": true}]}'
        assert "loop" not in offered

    async def test_a_member_before_another_gets_a_comma(self, desk: Desk) -> None:
        offered = await desk.offered('{|"clips": []}')
        assert offered["rig"] == '{"rig": "$1","clips": []}'

    async def test_a_new_key_is_offered_whole(self, desk: Desk) -> None:
        offered = await desk.offered('{"clips": [{"tracks": [{"scale": [|]}]}]}')
        key = '{"tick": ${1:0}, "value": {"x": ${2:0}, "y": ${3:0}, "z": ${4:0}\\}\\}'
        assert offered == {"new key": f'{{"clips": [{{"tracks": [{{"scale": [{key}]}}]}}]}}'}

    async def test_values_of_a_closed_set_are_offered(self, desk: Desk) -> None:
        text = SET.replace('"smooth"', '"sm|"')
        offered = await desk.offered(text)
        assert list(offered) == ['"step"', '"linear"', '"smooth"']
        assert offered['"smooth"'] == SET
        assert list(await desk.offered(SET.replace("true", "|"))) == ["true", "false"]

    async def test_blocks_without_a_track_are_offered_for_one(self, desk: Desk) -> None:
        text = SET.replace("    ]}\n  ]}", '    ]},\n    {"path": "|"}\n  ]}')
        assert list(await desk.offered(text)) == ["Body/Head", "Body/Tail"]
        other = '{"rig": "Dog", "clips": [{"tracks": [{"path": "Ear"}]}, {"tracks": [{"path": |'
        assert list(await desk.offered(other)) == ["Ear"]

    async def test_the_words_of_expressions_are_offered(self, desk: Desk) -> None:
        text = SCENE.replace("turn * t", "tu| * t")
        offered = await desk.offered(text, "sceneanim.json")
        assert {"turn", "k", "t", "frame", "pi", "sin(x)", "clamp(x, lo, hi)"} <= set(offered)
        assert offered["turn"] == SCENE
        assert '"expression": "sin($1) * t' in offered["sin(x)"]

    async def test_what_a_document_names_is_offered_where_it_is_referred_to(
        self, desk: Desk
    ) -> None:
        text = SCENE.replace('"k": 2', '"k": {"path": "Fan", "name": "|"}')
        assert list(await desk.offered(text, "sceneanim.json")) == ["angle", "turn"]
        text = '{"sequences": [{"id": "a"}, {"id": "b"}], "tracks": [{"sequence": "|"}]}'
        assert list(await desk.offered(text, "m3ganim.json")) == ["a", "b"]

    async def test_behind_a_value_nothing_is_offered(self, desk: Desk) -> None:
        assert await desk.offered('{"rig": "Fox" |, "clips": []}') == {}

    async def test_a_client_without_snippets_gets_plain_text(self, folder: Path) -> None:
        async with serving(folder, types.ClientCapabilities()) as editor:
            offered = await Desk(editor).offered('{"clips": [{"|')
        assert offered["fps"] == '{"clips": [{"fps": 24'


def tree(symbols: Any) -> list[Any]:
    """Return the names and details of symbols, with those below them."""
    return [(each.name, each.detail, tree(each.children or ())) for each in symbols]


class TestOutline:
    async def test_clips_tracks_and_channels_are_the_outline(self, desk: Desk) -> None:
        document = desk.put(SET, "voxelanim.json")
        params = types.DocumentSymbolParams(document)
        (clip,) = await desk.client.text_document_document_symbol_async(params)
        assert tree([clip]) == [("Walk", "1 track", [("Body", None, [("rotation", "3 keys", [])])])]
        assert clip.range == types.Range(types.Position(1, 2), types.Position(7, 4))
        assert clip.selection_range == types.Range(types.Position(1, 23), types.Position(1, 29))

    async def test_a_scene_has_an_outline_too(self, desk: Desk) -> None:
        params = types.DocumentSymbolParams(desk.put(SCENE, "sceneanim.json"))
        found = await desk.client.text_document_document_symbol_async(params)
        assert tree(found) == [
            ("Fan", "1 key", []),
            ("Fan angle", "driven", []),
            ("Fan turn", "2 keys", []),
        ]

    async def test_a_client_that_knows_no_trees_gets_a_list(self, folder: Path) -> None:
        async with serving(folder, types.ClientCapabilities()) as editor:
            desk = Desk(editor)
            params = types.DocumentSymbolParams(desk.put(SET, "voxelanim.json"))
            found = await desk.client.text_document_document_symbol_async(params)
        assert [(each.name, each.container_name) for each in found] == [
            ("Walk", None),
            ("Body", "Walk"),
            ("rotation", "Body"),
        ]

    async def test_times_have_their_frames_behind_them(self, desk: Desk) -> None:
        params = types.InlayHintParams(desk.put(SET, "voxelanim.json"), EVERYWHERE)
        found = await desk.client.text_document_inlay_hint_async(params)
        assert [(str(each.position), each.label) for each in found] == [
            ("1:46", "frame 24"),
            ("3:16", "frame 0"),
            ("4:20", "frame 12.5"),
            ("5:20", "frame 24"),
        ]

    async def test_only_times_in_sight_have_frames(self, desk: Desk) -> None:
        where = types.Range(types.Position(3, 0), types.Position(5, 0))
        params = types.InlayHintParams(desk.put(SET, "voxelanim.json"), where)
        found = await desk.client.text_document_inlay_hint_async(params)
        assert [each.label for each in found] == ["frame 0", "frame 12.5"]

    async def test_a_clip_says_what_it_comes_to(self, desk: Desk) -> None:
        params = types.CodeLensParams(desk.put(SET, "voxelanim.json"))
        (lens,) = await desk.client.text_document_code_lens_async(params)
        assert lens.command.title == "1 s, 24 frames, 1 track, 3 keys, loops"
        assert lens.range.start == types.Position(1, 2)


class TestBrokenText:
    async def test_the_last_good_outline_stands_in_moved(self, desk: Desk) -> None:
        document = desk.put(SET, "voxelanim.json")
        name = document.uri
        params = types.DocumentSymbolParams(document)
        await desk.client.text_document_document_symbol_async(params)
        start = types.Range(types.Position(1, 0), types.Position(1, 0))
        desk.editor.type(name, 2, (start, '  "half,\n'))
        (clip,) = await desk.client.text_document_document_symbol_async(params)
        assert clip.name == "Walk"
        assert clip.range == types.Range(types.Position(2, 2), types.Position(8, 4))
        hover = types.HoverParams(document, types.Position(2, 43))
        found = await desk.client.text_document_hover_async(hover)
        assert found.contents.value == "24000 ticks = 1 s, frame 24 at 24 fps"

    async def test_of_a_text_that_never_was_good_the_start_is_shown(self, desk: Desk) -> None:
        text = SET.replace('      {"tick": 24000', '      {"tick": 24000,, ') + "]" * 9
        params = types.DocumentSymbolParams(desk.put(text, "voxelanim.json"))
        found = await desk.client.text_document_document_symbol_async(params)
        assert tree(found) == [("Walk", "1 track", [("Body", None, [("rotation", "3 keys", [])])])]

    async def test_each_keystroke_is_answered(self, desk: Desk) -> None:
        document = desk.put("", "voxelanim.json")
        typed = re.sub(r"\n +", " ", SET)
        for version in range(2, len(typed), 7):
            desk.editor.type(document.uri, version, (None, typed[:version]))
            position = types.Position(0, version)
            for ask, params in (
                (desk.client.text_document_hover_async, types.HoverParams),
                (desk.client.text_document_completion_async, types.CompletionParams),
            ):
                await ask(params(document, position))
            await desk.client.text_document_document_symbol_async(
                types.DocumentSymbolParams(document)
            )
            await desk.client.text_document_code_lens_async(types.CodeLensParams(document))
        assert desk.client.error is None
