"""The machine over arrays: a program's steps, block by block, in buffers that stay in cache.

What hangs on no array is computed once, by the functions of the scalar
machine. The operators of numpy are those of IEEE double, so they give the
scalar machine's bits; powers go through ``float_power``, which calls the C
library's ``pow`` for each element as Python does, where ``power`` may use
vector instructions that round otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from expressions.array_functions import OPERATOR_CHOICES, choice_of
from expressions.functions import FUNCTIONS
from expressions.opcodes import OPERATORS, finite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from expressions.array_functions import Choice, Doubles, Into
    from expressions.opcodes import Step
    from expressions.program import Program

CACHED: Final = 131072
"""Elements of the result and of all buffers that are worked on at a time: 1 MiB."""

SMALLEST_BLOCK: Final = 16384
"""Elements of a block however many buffers there are: calls take as long as a tenth of that."""


def run_blocks(program: Program, variables: Mapping[str, Any]) -> Doubles:
    """Return the values of ``program`` for all elements; see `expressions.machine.run_many`."""
    given = {name: _read(value) for name, value in variables.items()}
    arrays = [value for value in given.values() if not isinstance(value, float)]
    shapes = {array.shape for array in arrays}
    shape = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
    inputs = [_flat(given.get(name, 0.0), shape) for name in program.variables]
    with np.errstate(all="ignore"):
        plan = _Plan(program, inputs)
        if isinstance(plan.result, float):
            return np.full(shape, finite(plan.result))
        result = np.empty(shape)
        plan.run(inputs, result.reshape(-1))
    return result


def _flat(value: float | NDArray[Any], shape: tuple[int, ...]) -> float | NDArray[Any]:
    """Return an array in one dimension, repeated to ``shape``; a number as it is."""
    if isinstance(value, float):
        return value
    return (value if value.shape == shape else np.broadcast_to(value, shape)).reshape(-1)


def _read(value: Any) -> float | NDArray[Any]:
    """Return a variable as a number or an array of numbers; what is not numeric is 0."""
    if hasattr(value, "__array__"):
        array = np.asarray(value)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        # Of a list numpy would make all numbers, or all text: True beside 1.5 would become 1.
        array = np.array(value, dtype=object)
    else:
        return finite(value)
    if array.dtype.kind == "O":
        array = np.array([finite(element) for element in array.flat]).reshape(array.shape)
    elif array.dtype.kind not in "iuf":
        array = np.zeros(array.shape)
    return array if array.ndim else finite(array.item())


class _Plan:
    """A program's steps as calls on numbered slots: inputs first, then buffers and numbers.

    ``result`` is the slot of the result, or the number itself if it hangs on no array.
    ``unseen`` holds the inputs that may be infinite or NaN and the result finite.
    """

    def __init__(self, program: Program, inputs: list[float | NDArray[Any]]) -> None:
        self.calls: list[tuple[Into, tuple[int, ...], int]] = []
        self.slots: list[Any] = list(inputs)
        self.free: list[int] = []
        self.buffers: set[int] = set()
        self.stack: list[int | float] = []
        places = {name: place for place, name in enumerate(program.variables)}
        self.unseen = {place for name, place in places.items() if name not in program.carried}
        for step in program.steps:
            if step.k == "num":
                self.stack.append(float(step.v))
            elif step.k == "var":
                value = inputs[place := places[str(step.v)]]
                self.stack.append(value if isinstance(value, float) else place)
            else:
                self._apply(*_instruction(step))
        self.result = self.stack[0]

    def _apply(self, evaluate: Callable[..., float], takes: int, choose: Choice) -> None:
        values = self.stack[-takes:]
        del self.stack[-takes:]
        numbers = [value if isinstance(value, float) else None for value in values]
        if None not in numbers:
            self.stack.append(evaluate(*numbers))
            return
        function = choose(*numbers)
        sources = tuple(self._slot(value) for value in values)
        self.free += dict.fromkeys(source for source in sources if source in self.buffers)
        target = self.free.pop() if self.free else self._slot(None)
        self.buffers.add(target)
        self.calls.append((function, sources, target))
        self.stack.append(target)

    def _slot(self, value: object) -> int:
        """Return the slot of a value; a number, or nothing yet, gets a new one."""
        if isinstance(value, int):
            return value
        self.slots.append(None if value is None else np.array(value))
        return len(self.slots) - 1

    def run(self, inputs: list[float | NDArray[Any]], result: Doubles) -> None:
        """Fill ``result`` block by block.

        An input that would show in the result is looked at only where the
        result is not finite: then the block is computed again.
        """
        arrays = [
            (place, value) for place, value in enumerate(inputs) if not isinstance(value, float)
        ]
        unseen = [place for place, _ in arrays if place in self.unseen]
        places = self.buffers - {self.result}
        size = min(max(SMALLEST_BLOCK, CACHED // (1 + len(places))), len(result))
        buffers = {place: np.empty(size) for place in places}
        look = _Look(size)
        for start in range(0, len(result), size or 1):
            block = result[start : start + size]
            for place, buffer in buffers.items():
                self.slots[place] = buffer[: len(block)]
            if self.calls:
                # The buffer of the result is the result: one block less to keep in cache.
                self.slots[int(self.result)] = block
            for place, array in arrays:
                self.slots[place] = _doubles(array[start : start + size])
            self._mend(unseen, look)
            self._compute(block)
            if not look.all_finite(block):
                if self._mend([place for place, _ in arrays], look):
                    self._compute(block)
                block[~np.isfinite(block)] = 0.0

    def _mend(self, places: list[int], look: _Look) -> bool:
        """Put 0 where inputs of the block are not finite, and return whether any was."""
        mended = False
        for place in places:
            array = self.slots[place]
            if not look.all_finite(array):
                self.slots[place] = np.where(look.good[: len(array)], array, 0.0)
                mended = True
        return mended

    def _compute(self, block: Doubles) -> None:
        """Call everything once, which leaves the result in ``block``."""
        slots = self.slots
        if not self.calls:
            block[...] = slots[int(self.result)]
            return
        for function, sources, target in self.calls:
            if len(sources) == 2:
                function(slots[sources[0]], slots[sources[1]], out=slots[target])
            else:
                function(*[slots[source] for source in sources], out=slots[target])


class _Look:
    """A look at blocks: ``good`` says which elements of the last one are finite.

    Its bytes are Python's, which finds a zero among them in a tenth of numpy's time.
    """

    def __init__(self, size: int) -> None:
        self._bytes = bytearray(size)
        self.good = np.frombuffer(self._bytes, dtype=np.bool_)

    def all_finite(self, block: Doubles) -> bool:
        """Return whether all elements of ``block`` are finite."""
        np.isfinite(block, out=self.good[: len(block)])
        return self._bytes.find(0, 0, len(block)) < 0


def _doubles(block: NDArray[Any]) -> Doubles:
    return block if block.dtype == np.float64 else block.astype(np.float64)


def _instruction(step: Step) -> tuple[Callable[..., float], int, Choice]:
    """Return what computes a step on numbers, how many it takes, and what on arrays."""
    name = str(step.v)
    if step.k == "op":
        takes, evaluate = OPERATORS[name]
        return evaluate, takes, OPERATOR_CHOICES[name]
    function = FUNCTIONS[name]
    return function.evaluate, function.arity, choice_of(function)
