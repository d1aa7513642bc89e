"""Landmarks of a text lead where splitting it does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from animspec import landmarks
from animspec.documents import read
from animspec.kinds import ANIMATION_SET
from animspec.spans import Outline
from animspec.strategies import animation_sets, as_json
from tests.set_texts import examples, places

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from animspec.pointers import Pointer

NAME: Final = "fox.voxelanim.json"

LIKE_NAMES: Final = ["path", "id", "name", "fps", "path:", "id ", "ü", ":", ",", "}", "{", "]"]
"""Texts that could be taken for members of those names, or for the end of something."""


@st.composite
def texts(draw: st.DrawFn) -> tuple[Any, bytes]:
    """Return a set with its text: members in any order, any layout, misleading names."""
    document = as_json(draw(animation_sets(most_clips=3, most_tracks=5, most_keys=2)))
    random = draw(st.randoms(use_true_random=False))
    document["rig"] = draw(st.sampled_from(LIKE_NAMES))
    taken: list[str] = random.sample(LIKE_NAMES, len(LIKE_NAMES))
    for clip in document["clips"]:
        clip["id"] += taken.pop()
        for track, path in zip(clip["tracks"], random.sample(LIKE_NAMES, 5), strict=False):
            track["path"] = draw(st.sampled_from([path, f"{path}/{path}", track["path"]]))
    if draw(st.booleans()):
        document = shuffled(document, random)
    indent = draw(st.sampled_from([None, 0, 1, 4, "\t"]))
    between = draw(st.sampled_from([(", ", ": "), (",", ":"), (" , ", " : "), (",", "\n\n: ")]))
    ascii_only = draw(st.booleans())
    text = json.dumps(document, indent=indent, separators=between, ensure_ascii=ascii_only)
    return document, text.encode()


def shuffled(value: Any, random: Random) -> Any:
    if isinstance(value, dict):
        members = [(name, shuffled(each, random)) for name, each in value.items()]
        return dict(random.sample(members, len(members)))
    return [shuffled(each, random) for each in value] if isinstance(value, list) else value


@pytest.fixture(scope="module", params=[1, landmarks.MANY], autouse=True)
def _many(request: pytest.FixtureRequest) -> Any:
    """From one track on, so that all elements are entered; and as it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(landmarks, "MANY", request.param)
        yield


@examples(150, 5000)
@given(texts(), st.data())
def test_they_lead_where_splitting_does(drawn: tuple[Any, bytes], data: st.DataObject) -> None:
    document, text = drawn
    every = list(places(document))
    wanted = data.draw(st.lists(st.sampled_from(every), max_size=6)) or every
    found = landmarks.locate_all(read(text, NAME), wanted)
    event("escapes" if b"\\" in text else "no escapes")
    assert found == Outline(text).locate_all(wanted)


def located(text: bytes, monkeypatch: pytest.MonkeyPatch) -> list[Pointer]:
    """Return which of all pointers took a split."""
    split: list[Pointer] = []
    locate_all: Callable[..., Any] = Outline.locate_all

    def noting(outline: Outline, pointers: list[Pointer]) -> Any:
        split.extend(pointers)
        return locate_all(outline, pointers)

    monkeypatch.setattr(Outline, "locate_all", noting)
    landmarks.locate_all(read(text, NAME), list(places(json.loads(text))))
    return split


KEY: Final = {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}
CLIP: Final = {
    "id": "a",
    "name": "A",
    "length": 1000,
    "fps": 24,
    "loop": False,
    "tracks": [{"path": f"Block {at}", "position": [KEY]} for at in range(landmarks.MANY)],
}


def test_no_landmark_takes_a_split(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"rig": "Fox", "clips": [CLIP]}).encode()
    members = [*ANIMATION_SET.shapes[ANIMATION_SET.model].landmarks]
    split = located(text, monkeypatch)
    assert not [pointer for pointer in split if pointer and pointer[-1] in members]
    assert not [pointer for pointer in split if "position" in pointer]
    assert ("clips", 0, "tracks") in split


def test_a_text_that_is_not_clean_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two members of one name the last counts, and a name may be written by escapes."""
    clean = json.dumps({"rig": "Fox", "clips": [CLIP]}).encode()
    for old, new in (
        (b'"path": "Block 0"', b'"path": "?", "path": "Block 0"'),
        (b'"fps": 24', b'"fps": 24, "x": {"path": 1}'),
        (b'"path"', b'"p\\u0061th"'),
    ):
        text = clean.replace(old, new, 1)
        with monkeypatch.context() as patch:
            assert ("clips", 0, "tracks", 1, "path") in located(text, patch)
