"""The quick mending of common faults gives what the scanner gives."""

from __future__ import annotations

import json
import os

from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.mending import mend
from animspec.syntax import judge, scan

FULL = bool(os.environ.get("ANIMSPEC_FULL"))

SPOILT = st.sampled_from(
    ["NaN", "-Infinity", "+NaN", "Infinity", ",]", ",}", " , ]", "[,]", "\ufeff", "//\n"]
)
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def spoilt_texts(draw: st.DrawFn) -> bytes:
    """JSON in which values and closing brackets are replaced by faults that leave a meaning."""
    text = json.dumps(
        draw(VALUES), ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1]))
    )
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(SPOILT) + text[at + draw(st.integers(0, 1)) :]
    return text.encode("utf-8", "surrogatepass")


@given(spoilt_texts())
@settings(max_examples=20_000 if FULL else 600, deadline=None)
def test_mending_says_what_the_scanner_says_or_leaves_it_to_the_scanner(text: bytes) -> None:
    try:
        text.decode()
    except UnicodeDecodeError:
        return
    mended = mend(text)
    if mended is not None:
        scanned = scan(text)
        assert sorted(map(repr, mended.faults)) == sorted(map(repr, scanned.faults))
        assert mended.repaired == scanned.repaired


def test_a_trailing_comma_and_nan_are_mended_without_the_scanner() -> None:
    text = b'{"a": [1, NaN,], "b": -Infinity}'
    assert [(fault.rule, fault.pointer, fault.bytes) for fault in mend(text).faults] == [  # type: ignore[union-attr]
        ("number-not-finite", ("a", 1), (10, 13)),
        ("trailing-comma", ("a",), (13, 14)),
        ("number-not-finite", ("b",), (22, 31)),
    ]
    assert judge(text).repaired == b'{"a": [1, 0   ], "b": 0        }'
