"""Checking only the clips that an edit touched finds what a check of the whole set finds."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec import Severity, check
from animspec.catalogue import checking, entry
from animspec.hierarchies import read_hierarchy
from animspec.lsp import piecewise
from animspec.lsp.piecewise import COMPARING, check_again
from animspec.reading import read_any
from animspec.rule import SETS, Level
from animspec.settings import Budgets, Settings
from animspec.spans import Outline, name_of
from tests.faces import texts

if TYPE_CHECKING:
    from animspec.lsp.piecewise import Pieces

FULL: Final = os.environ.get("ANIMSPEC_FULL") == "1"

NAME: Final = "made.voxelanim.json"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piecewise, "SMALLEST", 0)


@cache
def clips() -> tuple[bytes, ...]:
    """Return the text of every clip in the fixtures that is an object."""
    found: dict[bytes, None] = {}
    for path in texts():
        data = path.read_bytes()
        try:
            data.decode()
            msgspec.json.decode(data, type=msgspec.Raw)
        except (ValueError, RecursionError):
            continue
        outline = Outline(data)
        for member in outline.children(outline.root.value):
            if name_of(data, member) == "clips" and "voxelanim" in path.name:
                for part in outline.children(member.value):
                    text = data[part.value.start : part.value.end]
                    found |= {text: None} if text.startswith(b"{") and len(text) < 9_000 else {}
    return tuple(found)


HEADS: Final = (
    b'{"rig": "Fox", "clips": %b}',
    b'{"clips": %b, "rig": "Dog", "version": 2, "extra": {"a": 1, "a": 2}}\n',
    b'\n{"rig": 5, "rig": "Fox",\r\n "version": 1.0, "clips"  : %b, "\xc3\xa4": [1e999]}',
)

HIERARCHIES: Final = {"fox": read_hierarchy(b'{"Body": {"Head": {}}}')}

SETTINGS: Final = (
    Settings(),
    Settings(show=Severity.HINT),
    Settings(show=Severity.HINT, fold=False, hierarchies=HIERARCHIES),
    Settings(severities={"duplicate-id": Severity.HINT, "scale-zero": Severity.HINT}),
    Settings(ignore=frozenset({"value-not-rounded", "keys-out-of-order"}), show=Severity.HINT),
    Settings(ignore=frozenset({"blank-name"}), show=Severity.HINT),
    Settings(select=frozenset({"path-spelled-differently", "hint"})),
    Settings(allowed_members=frozenset({"extra"}), budgets=Budgets(1, 1, 0.1, (24,), 9)),
)


def made(head: bytes, chosen: list[bytes], between: bytes) -> bytes:
    """Return a set of some clips."""
    return head.replace(b"%b", b"[" + between.join(chosen) + b"]")


@given(st.data())
@settings(max_examples=1000 if FULL else 60)
def test_the_findings_after_edits_are_those_of_a_whole_check(data: st.DataObject) -> None:
    some = st.sampled_from(clips())
    head = data.draw(st.sampled_from(HEADS))
    wanted = data.draw(st.sampled_from(SETTINGS))
    between = data.draw(st.sampled_from([b",", b",\n  ", b" ,\r\n"]))
    chosen = data.draw(st.lists(some, min_size=2, max_size=6))
    before: Pieces | None = None
    for _ in range(data.draw(st.integers(1, 4))):
        text = made(head, chosen, between)
        found, before = check_again(text, NAME, wanted, None, before)
        assert tuple(found) == check(text, NAME, wanted).findings
        at = data.draw(st.integers(0, len(chosen)))
        chosen[at : at + data.draw(st.integers(0, 2))] = data.draw(st.lists(some, max_size=2))


def test_clips_that_are_as_they_were_are_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[bytes] = []

    def reading(data: bytes, *more: Any, **how: Any) -> Any:
        read.append(data)
        return original(data, *more, **how)

    original = read_any
    monkeypatch.setattr(piecewise, "read_any", reading)
    chosen = [b'{"id": "%d"}' % at for at in range(5)]
    wanted = Settings()
    _, before = check_again(made(HEADS[0], chosen, b","), NAME, wanted, None, None)
    assert len(read) == 6
    read.clear()
    chosen[2] = b'{"id": "new"}'
    _, before = check_again(made(HEADS[0], chosen, b","), NAME, wanted, None, before)
    assert read == [made(HEADS[0], chosen[2:3], b","), made(HEADS[0], [], b",")]
    assert before is not None
    assert len(before.known) == 5


@pytest.mark.parametrize(
    "text",
    [
        b'{"rig": "Fox", "clips": [{}, {},]}',
        b'{"rig": "Fox", "clips": [{}, 1]}',
        b'{"rig": "Fox", "clips": [{}, {}], "clips": []}',
        b'{"rig": "Fox", "clips": [{}, {"id": NaN}]}',
        b'{"rig": "Fox", "clips": {}}',
        b'{"rig": "\xff", "clips": [{}, {}]}',
        b"[[1, 2]]",
        b"",
    ],
)
def test_what_cannot_be_taken_apart_is_checked_whole(text: bytes) -> None:
    found, before = check_again(text, NAME, SETTINGS[0], None, None)
    assert before is None
    assert found == check(text, NAME).findings


BY_ITSELF: Final = {
    *("channel-at-rest", "clip-too-long", "constant-channel", "fps-not-allowed"),
    *("loop-seam-kink", "redundant-key", "single-frame-spike", "unknown-block"),
}
"""The rules that are handed whole sets but say of each clip what they say of it alone."""


def test_of_every_rule_that_sees_a_whole_set_it_is_known_whether_it_compares_clips() -> None:
    seeing = {each.rule.name for each in checking(SETS) if each.rule.level is Level.DOCUMENT}
    concerned = {name for name in seeing if SETS in entry(name).rule.kinds}
    assert concerned == BY_ITSELF | set(COMPARING)
