"""Where the golden file of an asset lies: beside it, or in a folder that mirrors its folders."""

from __future__ import annotations

import os

from attrs import frozen

from animspec.globs import is_below
from animspec.kinds import GOLDEN_SUFFIX


@frozen
class Place:
    """Where golden files lie; paths are absolute.

    Attributes:
        base: the folder from which assets are told.
        folder: the folder that mirrors it, None where golden files lie beside their assets.

    >>> Place("/game", "/game/goldens").golden("/game/fox/walk.m3g")
    '/game/goldens/fox/walk.m3g.golden.json'
    >>> Place("/game").asset("/game/fox/walk.m3g.golden.json")
    '/game/fox/walk.m3g'
    """

    base: str
    folder: str | None = None

    def golden(self, asset: str) -> str:
        """Return the path of an asset's golden file.

        Raises:
            ValueError: golden files lie in a folder, and the asset is not below the base.
        """
        return self.mirrored(asset) + GOLDEN_SUFFIX

    def mirrored(self, path: str) -> str:
        """Return where what belongs to a path lies.

        Raises:
            ValueError: as ``golden``.
        """
        if self.folder is None:
            return path
        if path == self.base:
            return self.folder
        if not is_below(path, self.base):
            raise ValueError(f"{path} is not in {self.base}, which {self.folder} mirrors")
        return self.folder.rstrip(os.sep) + path[len(self.base.rstrip(os.sep)) :]

    def asset(self, golden: str) -> str:
        """Return the path of the asset that a golden file is of."""
        path = golden.removesuffix(GOLDEN_SUFFIX)
        if self.folder is None:
            return path
        return self.base.rstrip(os.sep) + path[len(self.folder.rstrip(os.sep)) :]


def is_golden(path: str) -> bool:
    """Whether a name is that of a golden file.

    >>> is_golden("walk.m3g.golden.json"), is_golden(".golden.json")
    (True, False)
    """
    name = path.rpartition("/")[2].rpartition(os.sep)[2]
    return name.endswith(GOLDEN_SUFFIX) and name != GOLDEN_SUFFIX
