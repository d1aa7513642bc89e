"""What all tests share: the option that rewrites expected files."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# A busy machine is no fault of the code: no example is judged by how long it takes.
settings.register_profile(
    "animspec", parent=settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("animspec")

Golden: TypeAlias = "Callable[[Path, str], None]"
"""Asserts that a file holds a text; with ``--update-expected`` it writes the text instead."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-expected",
        action="store_true",
        help="rewrite expected files instead of comparing with them; read the diff before it is "
        "committed",
    )


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of the tests' own: none reads or writes that of whoever runs them."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANIMSPEC_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    rewriting = request.config.getoption("--update-expected")

    def compare(path: Path, actual: str) -> None:
        if rewriting:
            path.write_bytes(actual.encode())
        assert path.is_file(), f"{path.name} is missing; --update-expected writes it"
        assert actual == path.read_bytes().decode()

    return compare
