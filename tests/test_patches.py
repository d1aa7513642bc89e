"""Unified diffs of edits, read back by the ``patch`` utility's rules."""

from __future__ import annotations

import difflib
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.edits import Edit, OverlapError, apply_edits
from animspec.patches import unified_diff

texts = st.text("ab\n\r", max_size=60).map(str.encode)
HEAD = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n")


def patched(data: bytes, diff: bytes) -> bytes:
    """The text after a unified diff, applied as its form is defined: by line numbers alone."""
    lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
    result: list[bytes] = []
    position = 0
    before = b""
    for line in re.findall(rb"[^\n]*\n", diff)[2:]:
        head = HEAD.fullmatch(line)
        if head:
            start = int(head[1]) - (head[2] != b"0")
            result += lines[position:start]
            position = start
            assert int(head[3]) - (head[4] != b"0") == len(result)
        elif line.startswith(b"\\"):
            if not before.startswith(b"-"):
                result[-1] = result[-1].removesuffix(b"\n")
        elif line.startswith(b"+"):
            result.append(line[1:])
        else:
            assert lines[position].removesuffix(b"\n") == line[1:].removesuffix(b"\n")
            result += [lines[position]] if line.startswith(b" ") else []
            position += 1
        before = line
    return b"".join(result + lines[position:])


@settings(max_examples=200)
@given(texts, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9), texts), max_size=4))
def test_a_diff_leads_from_the_old_text_to_the_new(
    data: bytes, drawn: list[tuple[int, int, bytes]]
) -> None:
    places = [(min(start, len(data)), length, new) for start, length, new in drawn]
    edits = [Edit(start, min(start + length, len(data)), new) for start, length, new in places]
    try:
        expected = apply_edits(data, edits)
    except OverlapError:
        return
    diff = unified_diff("a", data, edits)
    assert patched(data, diff) == expected
    assert (diff == b"") == (expected == data)


def test_a_diff_is_that_of_the_standard_library() -> None:
    old = "".join(f"line {number}\n" for number in range(40))
    new = old.replace("line 3\n", "three\n").replace("line 9\n", "").replace("line 30\n", "x\ny\n")
    data = old.encode()
    at = {text: data.index(text) for text in (b"line 3\n", b"line 9\n", b"line 30\n")}
    edits = [
        Edit(at[b"line 3\n"], at[b"line 3\n"] + 6, b"three"),
        Edit(at[b"line 9\n"], at[b"line 9\n"] + 7, b""),
        Edit(at[b"line 30\n"], at[b"line 30\n"] + 7, b"x"),
        Edit(at[b"line 30\n"] + 7, at[b"line 30\n"] + 7, b"\ny"),
    ]
    expected = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), "a.json", "a.json"
    )
    assert unified_diff("a.json", data, edits).decode() == "".join(expected)


def test_a_last_line_without_an_end_says_so() -> None:
    assert unified_diff("a", b"1\n2", [Edit(2, 3, b"3")]) == (
        b"--- a\n+++ a\n@@ -1,2 +1,2 @@\n 1\n"
        b"-2\n\\ No newline at end of file\n+3\n\\ No newline at end of file\n"
    )
