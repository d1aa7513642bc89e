"""The blocks of a rig, read from a file that names them as a tree."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from attrs import frozen

from animspec.paths import SEPARATOR, path_key
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@frozen
class Hierarchy:
    """The paths of a rig's blocks as they are spelled, by the key that paths compare by."""

    paths: Mapping[str, str]

    def has(self, path: str) -> bool:
        """Whether the rig has the block.

        >>> read_hierarchy(b'{"Body": {"Arm.L": {}}}').has("body/arm.l")
        True
        """
        return path_key(path) in self.paths


def read_hierarchy(data: bytes) -> Hierarchy:
    """Return the hierarchy that a JSON tree of names describes: an object in an object, by name.

    Raises:
        ValueError: the bytes are not such a tree, or two blocks have one path.
    """
    try:
        tree = json.loads(data, object_pairs_hook=_Blocks)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the hierarchy is not JSON: {error}") from None
    paths: dict[str, str] = {}
    for path in _paths(tree, ()):
        key = path_key(path)
        before = paths.get(key)
        if before is not None:
            again = "twice" if before == path else f"as {shown(before)}, too"
            raise ValueError(f"the hierarchy has {shown(path)} {again}, expected each block once")
        paths[key] = path
    return Hierarchy(paths)


class _Blocks(list[tuple[str, Any]]):
    """The members of an object in a tree, in which names may repeat."""


def _paths(tree: Any, above: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(tree, _Blocks):
        where = f'"{SEPARATOR.join(above)}"' if above else "the hierarchy"
        message = f"{where} is {shown(tree)}, expected an object that names the blocks below"
        raise ValueError(message)  # noqa: TRY004 - a fault of the file, not of the call
    for name, below in tree:
        yield SEPARATOR.join((*above, name))
        yield from _paths(below, (*above, name))
