"""The hole: what stands in a model where the file has something unusable.

A document with one fault is still a document: its other parts are read and
judged. Where a member is missing or wrong the model holds ``HOLE``. Whoever
works with a hole is stopped by ``HoleUsed``, and whoever calls rules takes
that as "nothing to say here": the fault itself has been reported already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class HoleUsed(Exception):  # noqa: N818 - not an error: the fault is known
    """Somebody looked into a hole."""


class Hole:
    """Stands for a value that the file does not have; every use raises ``HoleUsed``.

    Raises:
        HoleUsed: on any attribute, comparison, arithmetic, call or iteration.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "HOLE"

    def _stop(self, *_: object) -> NoReturn:
        raise HoleUsed

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            # Tools that look at any object (doctest, debuggers) expect this of what is not there.
            raise AttributeError(name)
        raise HoleUsed

    __call__ = __iter__ = __len__ = __bool__ = __getitem__ = __contains__ = _stop
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _stop
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _stop
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _stop
    __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = __round__ = __floor__ = _stop
    # numpy takes what has a length for a list, and hides what that raises, unless it finds this.
    __array__ = _stop
    __float__ = __int__ = __index__ = __str__ = __format__ = __hash__ = _stop


HOLE: Final[Any] = Hole()


def is_known(value: object) -> bool:
    """Whether a value is there, not a hole.

    >>> is_known(0), is_known(HOLE)
    (True, False)
    """
    return value is not HOLE


def known(value: Any) -> Any:
    """Return the value if it is there.

    Raises:
        HoleUsed: it is not.
    """
    if value is HOLE:
        raise HoleUsed
    return value


def known_items(items: Sequence[Any] | None) -> Iterator[tuple[int, Any]]:
    """Yield the items of a list that are known, each with its place; of an unknown list none.

    >>> list(known_items(("a", HOLE, "c"))), list(known_items(HOLE)), list(known_items(None))
    ([(0, 'a'), (2, 'c')], [], [])
    """
    if items is not None and items is not HOLE:
        for at, item in enumerate(items):
            if item is not HOLE:
                yield at, item
