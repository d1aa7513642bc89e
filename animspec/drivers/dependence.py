"""What reads what: the order in which things that read each other can be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Mapping

_Node = TypeVar("_Node", bound="Hashable")


def components(reads: Mapping[_Node, Collection[_Node]]) -> list[list[_Node]]:
    """Return the nodes in groups, each after the groups that it reads.

    Two nodes are in one group if each reads the other, be it by way of others. Nothing
    recurses, however long a chain is. What is no node of its own is left aside.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).

    >>> components({"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []})
    [['d'], ['c'], ['a', 'b']]
    """
    search = _Search(reads)
    for node in reads:
        if node not in search.order:
            search.enter(node)
            search.finish()
    return search.groups


class _Search(Generic[_Node]):
    """One walk through all nodes, depth first.

    ``lowest`` is the least order that is known to be reached from a node by way of open
    ones, which are those that have not found their group.
    """

    def __init__(self, reads: Mapping[_Node, Collection[_Node]]) -> None:
        self.reads = reads
        self.order: dict[_Node, int] = {}
        self.lowest: dict[_Node, int] = {}
        self.open: dict[_Node, None] = {}
        self.way: list[tuple[_Node, Iterator[_Node]]] = []
        self.groups: list[list[_Node]] = []

    def enter(self, node: _Node) -> None:
        """Step onto a new node."""
        self.order[node] = self.lowest[node] = len(self.order)
        self.open[node] = None
        self.way.append((node, iter(self.reads[node])))

    def finish(self) -> None:
        """Walk on until the way is empty."""
        while self.way:
            node, waiting = self.way[-1]
            fresh = next((other for other in waiting if not self._is_known(node, other)), None)
            if fresh is None:
                self.way.pop()
                self._leave(node)
            else:
                self.enter(fresh)

    def _is_known(self, node: _Node, other: _Node) -> bool:
        """Whether there is nothing to walk to; what is open counts for the node's lowest."""
        if other in self.open:
            self.lowest[node] = min(self.lowest[node], self.order[other])
        return other in self.order or other not in self.reads

    def _leave(self, node: _Node) -> None:
        """Step back from a node; the first of a group closes it."""
        if self.way:
            before = self.way[-1][0]
            self.lowest[before] = min(self.lowest[before], self.lowest[node])
        if self.lowest[node] == self.order[node]:
            group: list[_Node] = []
            while not group or group[-1] != node:
                group.append(self.open.popitem()[0])
            self.groups.append(group[::-1])


def loop_in(
    reads: Mapping[_Node, Collection[_Node]], group: Collection[_Node]
) -> tuple[_Node, ...]:
    """Return a loop in a group of nodes: each reads the next, the last the first; or nothing.

    >>> loop_in({"a": ["c", "b"], "b": ["a"]}, ["a", "b"]), loop_in({"a": []}, ["a"])
    (('a', 'b'), ())
    """
    inside = set(group)
    way: dict[_Node, int] = {}
    node = next(iter(group))
    while node not in way:
        way[node] = len(way)
        following = [other for other in reads[node] if other in inside]
        if not following:
            return ()
        node = min(following, key=lambda other: other not in way)
    return tuple(way)[way[node] :]
