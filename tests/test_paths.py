"""Track paths, compared segment by segment."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.names import name_key
from animspec.paths import TrackPath, path_key

# The three Greek sigmas: which one a capital becomes depends on what stands around it.
paths = st.text(st.sampled_from("aAb\u03a3\u03c3\u03c2./ \ufeff"), max_size=8)

SPELLINGS = ("Body/Arm.L", "body/arm.l", " Body / ARM.L ", "BODY/\ufeffarm.l")


@pytest.mark.parametrize(("one", "other"), list(product(SPELLINGS, repeat=2)))
def test_spellings_of_one_path_are_equal_and_hash_alike(one: str, other: str) -> None:
    assert TrackPath(one).equals(other)
    assert TrackPath(one).equals(TrackPath(other))
    assert len({TrackPath(one), TrackPath(other)}) == 1


@pytest.mark.parametrize("other", ["Body/Arm.R", "Body", "Body/Arm.L/", "/Body/Arm.L", "BodyArm.L"])
def test_other_paths_differ(other: str) -> None:
    assert not TrackPath("Body/Arm.L").equals(other)
    assert TrackPath("Body/Arm.L") != TrackPath(other)


@given(paths, paths)
def test_paths_are_equal_when_their_segments_are_equal_names(one: str, other: str) -> None:
    segments = [[name_key(segment) for segment in path.split("/")] for path in (one, other)]
    assert TrackPath(one).equals(other) == (segments[0] == segments[1])
    assert (path_key(one) == path_key(other)) == (segments[0] == segments[1])


def test_a_path_keeps_its_spelling_and_knows_its_block() -> None:
    path = TrackPath("Body/Arm.L")
    assert (path.path, path.key, path.block_name) == ("Body/Arm.L", "body/arm.l", "Arm.L")
    assert TrackPath("Body").block_name == "Body"
    assert TrackPath.SEPARATOR == "/"
