"""All properties of a scene: keys, layers and drivers, each after those it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from animspec.drivers.dependence import components, loop_in
from animspec.drivers.driven import DrivenProperty
from animspec.layers import LayeredProperty, layered_properties, property_address
from animspec.rounding import round_time
from expressions import ExpressionError, diagnose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    import numpy.typing as npt

    from animspec.curves import Floats
    from animspec.layers import PropertyAddress
    from animspec.model.scene_animation import PropertyTrack, SceneAnimation
    from animspec.pointers import Pointer


class DriverCycleError(ValueError):
    """Drivers that wait for each other.

    Attributes:
        loop: the properties' places in the scene; each reads the next, the last the first.
    """

    def __init__(self, loop: tuple[int, ...], sentence: str) -> None:
        super().__init__(sentence)
        self.loop = loop


def driver_cycles(scene: SceneAnimation) -> tuple[tuple[int, ...], ...]:
    """Return the loops of driven properties that read each other, or themselves.

    Each loop has the properties' places in the scene: each reads the next, and the last
    reads the first. Of properties that are in several loops together one is told. What
    an expression that does not compile would read is not known.

    >>> from animspec.model.scene_animation import (
    ...     Driver, PropertyTrack, SceneAnimation, Variable
    ... )
    >>> fan = PropertyTrack("Fan", "speed", driver=Driver("v", {"v": Variable("Fan", "Speed")}))
    >>> driver_cycles(SceneAnimation(1, 24, props=(fan,)))
    ((0,),)
    """
    compiled = {}
    for address, (_, track) in _driven(scene).items():
        try:
            compiled[address] = DrivenProperty.of(track, _driver(track))
        except ExpressionError:
            continue
    return tuple(_loops(scene, compiled))


def expression_faults(scene: SceneAnimation) -> Iterator[tuple[Pointer, ExpressionError]]:
    """Yield all that is wrong with the expressions of a scene's drivers, each with its place.

    >>> from animspec.model.scene_animation import Driver, PropertyTrack, SceneAnimation
    >>> fan = PropertyTrack("Fan", "angle", driver=Driver(("t", "sine(t)")))
    >>> scene = SceneAnimation(1, 24, props=(fan,))
    >>> [(pointer, fault.rule) for pointer, fault in expression_faults(scene)]
    [(('props', 0, 'driver', 'expression', 1), 'unknown-function')]
    """
    for place, track in enumerate(scene.props or ()):
        if track.driver is None:
            continue
        pointer = ("props", place, "driver", "expression")
        expression = track.driver.expression
        if isinstance(expression, str):
            yield from ((pointer, fault) for fault in diagnose(expression))
        else:
            for at, text in enumerate(expression):
                yield from (((*pointer, at), fault) for fault in diagnose(text))


def loop_sentence(scene: SceneAnimation, loop: tuple[int, ...]) -> str:
    """Return what to say of a loop of driven properties.

    >>> from animspec.model.scene_animation import PropertyTrack, SceneAnimation
    >>> scene = SceneAnimation(1, 24, props=(PropertyTrack("a", "x"), PropertyTrack("b", "y")))
    >>> loop_sentence(scene, (0, 1))
    'property "x" of "a" reads "y" of "b", which reads "x" of "a"'
    >>> loop_sentence(scene, (1,))
    'property "y" of "b" reads itself'
    """
    tracks = [(scene.props or ())[place] for place in loop]
    first, *others = [f'"{track.name}" of "{track.path}"' for track in tracks]
    if not others:
        return f"property {first} reads itself"
    return f"property {first} reads " + ", which reads ".join([*others, first])


def _loops(
    scene: SceneAnimation, compiled: Mapping[PropertyAddress, DrivenProperty]
) -> Iterator[tuple[int, ...]]:
    """Yield the loops of compiled drivers, each from its first property on."""
    places = {address: place for address, (place, _) in _driven(scene).items()}
    reads = {address: driven.reads() for address, driven in compiled.items()}
    for group in components(reads):
        loop = [places[address] for address in loop_in(reads, group)]
        if loop:
            start = loop.index(min(loop))
            yield (*loop[start:], *loop[:start])


def _driven(scene: SceneAnimation) -> dict[PropertyAddress, tuple[int, PropertyTrack]]:
    """Return the driven properties with their places; of equal addresses the first counts."""
    first: dict[PropertyAddress, tuple[int, PropertyTrack]] = {}
    for place, track in enumerate(scene.props or ()):
        first.setdefault(property_address(track.path, track.name), (place, track))
    return {
        address: (place, track)
        for address, (place, track) in first.items()
        if track.driver is not None
    }


def _driver(track: PropertyTrack) -> Any:
    return track.driver


@frozen(eq=False)
class PropertySampler:
    """All properties of a scene, ready to be sampled.

    ``layered`` has what is below the drivers; ``driven`` has the drivers, each after
    those that it reads.
    """

    layered: Mapping[PropertyAddress, LayeredProperty]
    driven: Mapping[PropertyAddress, DrivenProperty]
    fps: float
    length: float

    @classmethod
    def of(cls, scene: SceneAnimation) -> PropertySampler:
        """Return the properties of a scene.

        Raises:
            DriverCycleError: drivers read each other in a loop.
            ValueError: an expression does not compile, a clip plays an action that is not
                there, or times do not strictly rise.
        """
        compiled = {
            address: DrivenProperty.of(track, _driver(track))
            for address, (_, track) in _driven(scene).items()
        }
        for loop in _loops(scene, compiled):
            raise DriverCycleError(loop, loop_sentence(scene, loop))
        reads = {address: driven.reads() for address, driven in compiled.items()}
        order = [address for group in components(reads) for address in group]
        driven = {address: compiled[address] for address in order}
        return cls(layered_properties(scene), driven, scene.fps, round_time(scene.length))

    def sample_many(
        self, times: npt.ArrayLike, wanted: Collection[PropertyAddress] | None = None
    ) -> dict[PropertyAddress, Floats]:
        """Return the values of the wanted properties, by default all: (times, components) each.

        A value is NaN at times at which neither keys, nor a clip, nor a driver give one.
        """
        moments = np.asarray(times, dtype=np.float64)
        chosen = list(self.layered) if wanted is None else [a for a in wanted if a in self.layered]
        needed = self._needed(chosen)
        known = {"t": moments, "frame": moments * self.fps, "fps": self.fps, "length": self.length}
        values = {
            address: layered.sample_many(moments)
            for address, layered in self.layered.items()
            if address in needed
        }
        for address, driven in self.driven.items():
            if address in needed:
                values[address] = driven.sample(known, values[address], values)
        return {address: values[address] for address in chosen}

    def _needed(self, chosen: Collection[PropertyAddress]) -> set[PropertyAddress]:
        """Return the properties that the chosen ones need, themselves among them."""
        needed: set[PropertyAddress] = set()
        waiting = list(chosen)
        while waiting:
            address = waiting.pop()
            if address not in needed:
                needed.add(address)
                waiting += self.driven[address].reads() if address in self.driven else ()
        return needed
