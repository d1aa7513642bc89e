"""One channel's old and new values to how far they are apart."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from attrs import evolve, frozen

from animspec.comparison.measures import DISTANCES, rotated, straight, turned
from animspec.comparison.results import ChannelComparison, Curves
from animspec.rotations import conjugate, multiply

if TYPE_CHECKING:
    from animspec.channels import Channel
    from animspec.curves import Floats

ROUNDING: float = 1e-9
"""By such a share a difference may pass its tolerance: that much is the noise of doubles."""


@frozen(eq=False)
class Samples:
    """Old and new values of a channel, (n, width), at the same times, (n,), which rise.

    ``noise`` is how far they may be apart where nothing has changed: old values may come
    from a file with so many decimals. ``doubt`` (n,) is how much less is known of each old
    value, None where nothing.
    """

    times: Floats
    old: Floats
    new: Floats
    noise: float = 0.0
    doubt: Floats | None = None

    @property
    def is_same(self) -> bool:
        """Whether no difference is known."""
        if not len(self.times):
            return True
        apart = self.new - self.old
        # The worst of both ends, and a NaN passes no comparison.
        if apart.max() <= self.noise and apart.min() >= -self.noise:
            return True
        return bool((straight(self.old, self.new) <= self.noise).all())


@frozen
class Terms:
    """What a channel is judged by: its tolerance, how long a second is, whether it loops."""

    tolerance: float
    units_per_second: float | None
    loop: bool


def judge(
    channel: Channel, frames: Samples, more: tuple[Samples, ...], terms: Terms
) -> ChannelComparison:
    """Return how far a channel is apart on its frames and at ``more`` times."""
    said = same(channel, terms)
    if frames.is_same and all(each.is_same for each in more):
        return said
    return evolve(said, **_measured(channel, frames, more, terms))


def same(channel: Channel, terms: Terms) -> ChannelComparison:
    """Return what is said of a channel of which no difference is known."""
    return ChannelComparison(
        path=channel.path,
        name=channel.name,
        status="same",
        components=channel.components,
        unit=channel.unit or ("degrees" if channel.measure == "quaternion" else ""),
        measure=channel.measure,
        tolerance=terms.tolerance,
    )


def _measured(
    channel: Channel, frames: Samples, more: tuple[Samples, ...], terms: Terms
) -> dict[str, Any]:
    """Return the status and the numbers of a channel that differs."""
    parts = (frames, *more)
    order = np.argsort(np.concatenate([each.times for each in parts]), kind="stable")
    times = np.concatenate([each.times for each in parts])[order]
    old = np.concatenate([each.old for each in parts])[order]
    new = np.concatenate([each.new for each in parts])[order]
    doubt = np.concatenate([_doubt(each) for each in parts])[order]
    errors = DISTANCES[channel.measure](old, new)
    # Where nothing differs there is no doubt either: both are known to be the same.
    worst = errors.max(axis=1) + doubt
    noise = np.concatenate([np.full(len(each.times), each.noise) for each in parts])[order]
    allowed = terms.tolerance * (1.0 + ROUNDING)
    on_frame = np.repeat([True, *(False for _ in more)], [len(each.times) for each in parts])[order]
    noise *= _SCALES.get(channel.measure, 1.0)
    at = _first(worst, np.where(on_frame, noise, -np.inf), noise[worst.argmax()], allowed)
    error = float(errors[at].max())
    changed = worst[at] > allowed
    whole = channel.measure == "quaternion"
    return {
        "status": "changed" if changed else "within",
        "error": error,
        "time": float(times[at]),
        "component": None if whole else channel.components[int(errors[at].argmax())],
        "old": tuple(old[at].tolist()),
        "new": tuple(new[at].tolist()),
        # The worst error is told within the noise; no mean of errors is above it.
        "rms": min(_root_mean_square(channel.measure, frames), float(worst[at])),
        "velocity": _velocity(channel.measure, frames, terms.units_per_second),
        "seam": _seam(channel.measure, frames) if terms.loop else None,
        "doubt": float(doubt[at]),
        "curves": Curves(times, old, new),
    }


_SCALES: Final = {"quaternion": float(np.degrees(4.0))}
"""How many units of the error one unit of noise may come to: a rotation has four components,
and turns by twice as much as they change."""


def _first(worst: Floats, noise: Floats, own: float, allowed: float) -> int:
    """Return the place of the first error that is the worst, as far as can be told.

    ``noise`` is how far each may be off, ``own`` that of the worst itself. Errors that this
    keeps apart are alike, unless the worst is beyond what is allowed and the other is not.
    Looks off the frames have none here: one just beside a key would come before the key.
    """
    top = worst.max()
    alike = (worst >= top * (1.0 - ROUNDING)) | (worst + noise >= top - own)
    if top > allowed:
        alike &= worst > allowed
    return int(alike.argmax())


def _doubt(samples: Samples) -> Floats:
    return np.zeros(len(samples.times)) if samples.doubt is None else samples.doubt


def _root_mean_square(measure: str, frames: Samples) -> float:
    """Return the root of the mean over frames of the square of each one's greatest error."""
    if not len(frames.times):
        return 0.0
    errors = DISTANCES[measure](frames.old, frames.new).max(axis=1)
    top = float(errors.max())
    if top == 0.0 or not isfinite(top):
        return top
    # As shares of the greatest their squares do not overflow.
    return top * float(np.sqrt(((errors / top) ** 2).mean()))


def _drift(measure: str, frames: Samples, later: slice, sooner: slice) -> Floats:
    """Return by how much the way between two times differs, the greatest component of each.

    It is how far the error at the one time is from the error at the other; an error of a
    rotation is the turn from old to new.
    """
    if measure == "quaternion":
        off = multiply(conjugate(frames.old), frames.new)
        return rotated(off[sooner], off[later])[:, 0]
    off = frames.new - frames.old
    distance = turned if measure == "degrees" else straight
    apart: Floats = distance(off[sooner], off[later]).max(axis=1)
    return apart


def _velocity(measure: str, frames: Samples, units_per_second: float | None) -> float:
    if len(frames.times) < 2:
        return 0.0
    spans = np.diff(frames.times) / (units_per_second or 1.0)
    return float((_drift(measure, frames, slice(1, None), slice(None, -1)) / spans).max())


def _seam(measure: str, frames: Samples) -> float | None:
    if not len(frames.times):
        return None
    return float(_drift(measure, frames, slice(-1, None), slice(0, 1))[0])
