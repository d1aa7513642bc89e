"""The keys of a sequence in an ``.m3g`` file, in each of the three encodings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.m3g.binary_faults import ObjectFaultError
from animspec.m3g.binary_layout import VALUE_ENCODINGS
from animspec.m3g.single_precision import shortest_decimals
from animspec.model.m3g_animation import Keyframe
from animspec.wording import choice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from animspec.m3g.binary_cursor import Cursor

GREATEST_STORED: Final[dict[int, int]] = {1: 255, 2: 65535}
"""What the scale stands for in each compressed encoding."""


def read_keyframes(
    cursor: Cursor, encoding: int, components: int, count: int, place: int
) -> tuple[Keyframe, ...]:
    """Return the keys of a sequence; memory is taken only for what the object holds."""
    if encoding not in VALUE_ENCODINGS:
        known = choice([str(number) for number in VALUE_ENCODINGS])
        raise ObjectFaultError(
            "unknown-encoding", f"the encoding of keys is {encoding}, expected {known}", place + 2
        )
    stored = np.dtype(VALUE_ENCODINGS[encoding])
    cursor.fit("components", components, stored.itemsize + 8 * (encoding > 0), place + 15)
    bias, scale = _bias_and_scale(cursor, encoding, components)
    layout_size = 4 + components * stored.itemsize
    cursor.fit("keys", count, layout_size, place + 19)
    start = cursor.position
    layout = np.dtype([("time", "<i4"), ("value", stored, (components,))])
    keys = np.frombuffer(cursor.take("keys", count * layout_size), layout)
    times: NDArray[np.int32] = keys["time"]
    if int(times.min()) < 0:
        index = int((times < 0).argmax())
        raise ObjectFaultError(
            "value-out-of-range",
            f"key {index} is at time {times[index]}, expected 0 or more",
            start + index * layout_size,
        )
    values = _scaled(keys["value"], encoding, bias, scale)
    _all_finite(values, start, layout_size)
    return tuple(map(Keyframe, times.tolist(), map(tuple, shortest_decimals(values))))


def _bias_and_scale(
    cursor: Cursor, encoding: int, components: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what each component of a compressed key is added to and multiplied with."""
    if encoding == 0:
        return np.zeros(0), np.zeros(0)
    both = np.frombuffer(cursor.take("the bias and scale", 8 * components), "<f4")
    with np.errstate(invalid="ignore"):
        # A signalling NaN makes the cast warn; what it does to the keys is reported.
        bias, scale = both.astype(np.float64).reshape(2, components)
    return bias, scale


def _scaled(
    stored: NDArray[np.float32] | NDArray[np.uint8] | NDArray[np.uint16],
    encoding: int,
    bias: NDArray[np.float64],
    scale: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Return values as single floats: ``bias + scale * x / the greatest x`` where compressed."""
    if encoding == 0:
        return stored.astype(np.float32)
    greatest = GREATEST_STORED[encoding]
    with np.errstate(over="ignore", invalid="ignore"):
        return (bias + scale * stored.astype(np.float64) / greatest).astype(np.float32)


def _all_finite(values: NDArray[np.float32], start: int, size: int) -> None:
    """Refuse keys of which a component is not finite."""
    wrong = ~np.isfinite(values).all(axis=1)
    if wrong.any():
        index = int(wrong.argmax())
        raise ObjectFaultError(
            "number-not-finite",
            f"key {index} has the value {values[index].tolist()}, expected finite numbers",
            start + index * size,
        )
