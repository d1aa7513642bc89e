"""Reading one object of an ``.m3g`` file without going past its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from animspec.m3g.binary_faults import ObjectFaultError
from animspec.m3g.binary_layout import INTEGER
from animspec.wording import plural

if TYPE_CHECKING:
    from struct import Struct


@define
class Cursor:
    """Where reading stands in the data of one object; it never goes past the end."""

    objects: memoryview
    position: int
    end: int

    @property
    def left(self) -> int:
        """The bytes not read yet."""
        return self.end - self.position

    def take(self, what: str, size: int) -> memoryview:
        """Return the next bytes.

        Raises:
            ObjectFaultError: The object ends before them.

        """
        if size > self.left:
            raise ObjectFaultError(
                "object-length-wrong",
                f"the object ends {self.left} bytes on, expected {size} bytes of {what}",
                self.position,
            )
        start = self.position
        self.position += size
        return self.objects[start : self.position]

    def unpack(self, what: str, layout: Struct) -> tuple[float, ...]:
        """Return the numbers of a fixed layout.

        Raises:
            ObjectFaultError: The object ends before them.

        """
        return layout.unpack(self.take(what, layout.size))

    def count(self, what: str, size: int) -> int:
        """Return a count of things, each of at least ``size`` bytes.

        Raises:
            ObjectFaultError: So many do not fit into the object.

        """
        place = self.position
        (number,) = INTEGER.unpack(self.take(f"the number of {what}", INTEGER.size))
        self.fit(what, number, size, place)
        return int(number)

    def fit(self, what: str, number: int, size: int, place: int) -> None:
        """Check that ``number`` things of ``size`` bytes lie ahead.

        Raises:
            ObjectFaultError: So many do not fit into the object.

        """
        if number * size > self.left:
            raise ObjectFaultError(
                "count-too-large",
                f"there are {number} {what} of {size} bytes or more by the object's own account,"
                f" but {self.left} bytes are left of it",
                place,
            )

    def finish(self) -> None:
        """Check that the object ends here.

        Raises:
            ObjectFaultError: Bytes are left.

        """
        if self.left:
            raise ObjectFaultError(
                "object-length-wrong",
                f"the object goes on for {plural(self.left, 'byte')}, expected its end",
                self.position,
            )
