"""Hypothesis strategies for documents, for property tests of what reads or writes them.

``animation_sets``, ``scenes`` and ``m3g_animations`` draw whole documents as models;
``as_json`` returns a model as its file has it. What they draw has no errors, so that every
player plays it. Sets are clean: no rule has a warning about them either. Numbers have at most
4 decimals, keys lie on the clip's frames, names and paths are unlike, and a channel of a
looping clip ends as it starts. ``expressions`` draws driver expressions that compile, and
``key_lists`` the keys of a channel.
"""

from __future__ import annotations

try:
    import hypothesis as _hypothesis  # noqa: F401 - to say what to install where it is missing
except ModuleNotFoundError as error:
    message = 'animspec.strategies needs hypothesis: pip install "animspec[testing]"'
    raise ModuleNotFoundError(message, name=error.name) from None

from animspec.strategies.as_files import as_json
from animspec.strategies.expressions import expressions
from animspec.strategies.scenes import scenes
from animspec.strategies.sequences import controllers, m3g_animations, sequences
from animspec.strategies.sets import (
    LONGEST,
    RANGES,
    RATES,
    animation_sets,
    clips,
    key_lists,
    names,
    numbers,
    paths,
    tracks,
    vectors,
)

__all__ = [
    "LONGEST",
    "RANGES",
    "RATES",
    "animation_sets",
    "as_json",
    "clips",
    "controllers",
    "expressions",
    "key_lists",
    "m3g_animations",
    "names",
    "numbers",
    "paths",
    "scenes",
    "sequences",
    "tracks",
    "vectors",
]
