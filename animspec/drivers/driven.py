"""One driven property: its expressions compiled, and run over many times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from animspec.layers import property_address
from animspec.model.scene_animation import Variable
from expressions import compile_expression, run_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.curves import Floats
    from animspec.layers import PropertyAddress
    from animspec.model.scene_animation import Driver, PropertyTrack
    from expressions import Program


@frozen(eq=False)
class DrivenProperty:
    """A property with its driver compiled.

    ``each`` says whether there is a program for each component; otherwise the one serves
    all. ``variables`` are the driver's own, as far as a program reads them.
    """

    path: str
    name: str
    programs: tuple[Program, ...]
    each: bool
    variables: Mapping[str, float | Variable]

    @classmethod
    def of(cls, track: PropertyTrack, driver: Driver) -> DrivenProperty:
        """Return a property with its driver compiled.

        Raises:
            expressions.ExpressionError: an expression does not compile.

        >>> from animspec.model.scene_animation import Driver, PropertyTrack
        >>> driver = Driver("a + t", {"a": 1.0, "b": 2.0})
        >>> dict(DrivenProperty.of(PropertyTrack("Fan", "angle"), driver).variables)
        {'a': 1.0}
        """
        each = not isinstance(driver.expression, str)
        texts = (driver.expression,) if isinstance(driver.expression, str) else driver.expression
        programs = tuple(map(compile_expression, texts))
        read = {name for program in programs for name in program.variables}
        own = {name: value for name, value in (driver.variables or {}).items() if name in read}
        return cls(track.path, track.name, programs, each, own)

    def reads(self) -> tuple[PropertyAddress, ...]:
        """Return the properties that the driver reads, each once."""
        found = (value for value in self.variables.values() if isinstance(value, Variable))
        return tuple(dict.fromkeys(property_address(each.path, each.name) for each in found))

    def sample(
        self,
        known: Mapping[str, Any],
        below: Floats,
        others: Mapping[PropertyAddress, Floats],
    ) -> Floats:
        """Return the driven values, (times, components).

        ``known`` are the variables that every driver has, ``below`` is the value without
        the driver, (times, keyed components), and ``others`` has the properties it reads.
        """
        own = {name: _value(value, others) for name, value in self.variables.items()}
        width = len(self.programs) if self.each else max(below.shape[1], 1)
        values = np.empty((len(below), width))
        for component in range(width):
            program = self.programs[component if self.each else 0]
            keyed = _column(below, component)
            values[:, component] = run_many(program, {**known, "value": keyed, **own})
        return values


def _value(value: float | Variable, others: Mapping[PropertyAddress, Floats]) -> Any:
    """Return what a variable is worth: a number, or a component at all times."""
    if not isinstance(value, Variable):
        return value
    values = others.get(property_address(value.path, value.name))
    return 0.0 if values is None else _column(values, value.component or 0)


def _column(values: Floats, component: int) -> Any:
    """Return one component at all times; 0 where there is none of that number."""
    return values[:, component] if component < values.shape[1] else 0.0
