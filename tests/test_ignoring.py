"""What is ignored is what git ignores."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import pytest

from animspec.discovery import discover
from animspec.ignoring import patterns

if TYPE_CHECKING:
    from pathlib import Path

TREE: Final = (
    *("a", "b", "a/a", "a/b", "a/b/c", "b/a", "b/a/c", "a/x/y/b", "x/b", "x/y", "x/y/z", "out/a"),
    *("out-kept/b", "deep/out/a", "deep/down/out/b", "#a", "!b", "a b", "a ", "a1", "a12", "[a]"),
    *("deep/own", "deep/down/own", "deep/down/other", "sub/s1", "sub/t1", "sub/deep/s2", "sub/a"),
    *("sub/deep/t2", "cache/a", "p/cache/q/b", "-", "ä", "A", "a.b", "a-b", "q?", "z^", "b/b/b/b"),
)
"""Files, each with a native name; ``*`` below stands for it."""

SUFFIX: Final = ".voxelanim.json"

CASES: Final[dict[str, dict[str, str]]] = {
    "names": {"": "a*\nout\n"},
    "taken-back": {"": "a*\n!a.b*\n!a/\n"},
    "folders-only": {"": "a/\nout/\n"},
    "at-the-top": {"": "/a*\n/out\n/x/b*\n"},
    "with-a-slash-inside": {"": "a/b*\ndown/out\nx/y/\n"},
    "everything-but": {"": "*\n!*/\n!s*\n"},
    "everything-but-below": {"sub": "*\n!*/\n!s*\n"},
    "everything-but-one-folder": {"": "/*\n!/sub\n!/a*\n"},
    "below-what-is-ignored-nothing-comes-back": {"": "a\n!a/b\n!a/b/*\n"},
    "below-a-folder": {"": "a/**\nsub/**\n!sub/deep/\n"},
    "at-any-depth": {"": "**/b\n**/down/**\n"},
    "between": {"": "a/**/b*\nb/**/**/b*\nx/**/z*\n"},
    "stars-in-a-row": {"": "a**\nsub/**1*\n"},
    "one-character": {"": "a?.*\n??/b*\n"},
    "sets": {"": "a[0-9].*\n[^a-z].*\n[]-].*\n"},
    "more-sets": {"": "[[:upper:]]*\na[[:digit:]]*\n[!-a]*\n[\\^q]?.*\n"},
    "sets-that-are-none": {"": "[~-a]*\n[a*\na[*\n[]*\n"},
    "quoted": {"": "\\#a*\n\\!b*\na\\ b*\n\\[a\\]*\nq\\?*\n"},
    "unquoted": {"": "#a*\n!b*\n# remark\n!#a*\n"},
    "backslash-at-the-end": {"": "a*\\\nb\\\n"},
    "spaces": {"": "a   \n  \na\\ \n b*\n"},
    "carriage-returns": {"": "a*\r\nout/\r\n\r\n"},
    "no-line-end-at-the-end": {"": "a*\nout"},
    "byte-order-mark": {"": "\ufeffa*\nout\n"},
    "not-ascii": {"": "ä*\n"},
    "a-dot": {"": "./a\n.\n..\na/.\n"},
    "slashes": {"": "/\n//\na//b\n/a/\n"},
    "deeper-files-decide": {"": "out/\nown*\n", "deep": "!out/\n!own*\n", "deep/down": "own*\n"},
    "deeper-anchors": {"deep": "/own*\n/down/o*\n"},
    "from-above-and-below": {"": "deep/*\n!deep/down/\n", "deep/down": "*\n!other*\n"},
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with every file of the tree."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    top = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q"], check=True, cwd=top)
    for name in TREE:
        path = top / f"{name}{SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    return top


@pytest.mark.parametrize("case", CASES)
def test_the_files_found_are_those_that_git_lists(
    case: str, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree)
    written = {tree / folder / ".gitignore": text for folder, text in CASES[case].items()}
    for path, text in written.items():
        path.write_bytes(text.encode())
    try:
        listing = ["git", "ls-files", "-z", "--others", "--exclude-standard", f"*{SUFFIX}"]
        listed = subprocess.run(listing, check=True, capture_output=True).stdout
        assert sorted(discover(["."])) == sorted(filter(None, os.fsdecode(listed).split("\0")))
    finally:
        for path in written:
            path.unlink()


@pytest.mark.parametrize("line", ["", "/", "#a", "!", "a\\", "[~-a]", "   ", "\r"])
def test_a_line_that_means_nothing_is_no_pattern(line: str) -> None:
    assert list(patterns([line])) == []


def test_a_pattern_does_not_run_wild() -> None:
    (pattern,) = patterns(["a" + "*a" * 30 + "/**/b"])
    assert pattern.expression.fullmatch("a/b") is None
