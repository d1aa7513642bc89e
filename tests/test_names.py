"""Names, trimmed and in any case."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.names import NameSet, name_key, trim

names = st.text(st.sampled_from("ab 12\u00a0\ufeff\u0085ΣẞK"), max_size=8)


def test_trim_takes_off_what_ecmascript_calls_white_space_and_line_ends() -> None:
    """ECMA-262: TAB VT FF ZWNBSP, every space separator; LF CR LS PS."""
    named = set("\t\v\f\ufeff\n\r\u2028\u2029")
    taken_off = {
        character for character in map(chr, range(sys.maxunicode + 1)) if trim(character) == ""
    }
    separators = {chr(n) for n in range(0x10000) if unicodedata.category(chr(n)) == "Zs"}
    assert taken_off == named | separators


@pytest.mark.parametrize("kept", ["\x1c", "\x1f", "\x85", "\u200b", "\u180e"])
def test_trim_keeps_what_only_python_calls_white_space(kept: str) -> None:
    assert trim(f" {kept}a{kept} ") == f"{kept}a{kept}"


def test_names_compare_in_lower_case_and_not_case_folded() -> None:
    assert name_key("ÄRM.L") == name_key(" ärm.l\ufeff")
    assert name_key("straße") != name_key("STRASSE")


@pytest.mark.parametrize(
    ("taken", "name", "free"),
    [
        ([], " Walk ", "Walk"),
        (["Walk"], "Walk", "Walk 2"),
        (["walk"], "WALK", "WALK 2"),
        (["Walk", "Walk 2"], "Walk 2", "Walk 3"),
        (["Walk", "Walk 2", "Walk 3"], "Walk", "Walk 4"),
        (["Walk 7"], "Walk 7", "Walk 2"),
        (["Walk2"], "Walk2", "Walk2 2"),
        (["Walk", "Walk 3"], "walk", "walk 2"),
        (["Walk", "walk  2 "], "walk", "walk 2"),
        (["Take 1 2"], "Take 1 2", "Take 1 3"),
        (["2"], "2", "2 2"),
        ([""], " ", "2"),
    ],
)
def test_a_free_name_counts_from_two(taken: list[str], name: str, free: str) -> None:
    assert NameSet(taken).free(name) == free


@given(st.lists(names, max_size=12), names)
def test_a_free_name_is_free_trimmed_and_the_name_itself_when_that_is_free(
    taken: list[str], name: str
) -> None:
    names_taken = NameSet(taken)
    free = names_taken.free(name)
    assert not names_taken.has(free)
    assert trim(free) == free
    assert (free == trim(name)) == (not names_taken.has(name))


@given(st.lists(names, max_size=6), names)
def test_a_set_holds_a_name_when_an_equal_key_was_given(taken: list[str], name: str) -> None:
    assert NameSet(taken).has(name) == (NameSet.to_key(name) in [name_key(t) for t in taken])


def test_a_set_of_the_same_names_is_the_same_value() -> None:
    assert NameSet(["Walk", "run "]) == NameSet(["RUN", "walk"])
    assert len({NameSet(["a"]), NameSet([" A"])}) == 1
