"""What was found before, kept on the disk so that it need not be found again.

``boxes`` are files that are written in one step and never trusted blindly;
``engine`` tells one version of animspec from another; ``replays`` keep whole
runs, ``shelves`` the findings in single files; ``sweeping`` bounds it all. None
of them loads more than Python has itself, so that a run in which nothing has
changed is over before anything else would be loaded.
"""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "ANIMSPEC_CACHE_DIR"
"""The environment variable that names the folder of the cache."""


OWN: Final = "animspec-1"
"""The folder in it that is ours; the number rises when boxes are kept in another way."""


def cache_folder(named: str | None) -> str:
    """Return our folder in that of the cache: the one that is named, or else the user's own."""
    folder = named or os.environ.get(VARIABLE)
    if folder:
        return os.path.join(os.path.abspath(folder), OWN)
    import platformdirs  # noqa: PLC0415 - slow to load, and most who name a folder name theirs

    return os.path.join(platformdirs.user_cache_dir("animspec", appauthor=False), OWN)
