"""Keys at one time moved apart, so that a jump which they stand for stays a jump.

Of the keys at one time the first is pulled back by the least time that two keys can be
apart, to the value that the curve has there; the last stays, and those between them,
which nobody sees, go. Where there is no room, or no jump, only the last stays.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from animspec.fixes import Fix, Reorder, Replace
from animspec.parts.sets import ChannelPart as SetChannel
from animspec.rounding import just_before, round_value
from animspec.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.fixes import Operation
    from animspec.parts.scene_channels import ChannelPart as SceneChannel

DIGITS: Final = 7
"""A value that is worked out for a scene has so many digits: more than any screen shows."""


def in_order(channel: SetChannel | SceneChannel) -> Fix:
    """Return the fix that sorts the keys of a channel by time."""
    times = channel.times
    order = tuple(sorted(range(len(times)), key=times.__getitem__))
    return Fix("sort the keys by time", (Reorder(channel.pointer, order),))


def moved_apart(channel: SetChannel | SceneChannel) -> Fix:
    """Return the fix that leaves no two keys of a channel at one time, and the keys in order."""
    times = channel.times
    order = sorted(range(len(times)), key=times.__getitem__)
    operations: list[Operation] = []
    stay: list[int] = []
    lasts: list[int] = []
    for time, group in groupby(order, key=times.__getitem__):
        together = list(group)
        first, last = together[0], together[-1]
        if first != last and _has_room(channel, lasts, time) and _jumps(channel, first, last):
            stay.append(first)
            operations += _pulled_back(channel, [*lasts, first])
        stay.append(last)
        lasts.append(last)
    message = _told(channel, sorted({*stay} - {*lasts}), len(times) - len(stay))
    if stay != list(range(len(times))):
        operations.append(Reorder(channel.pointer, tuple(stay)))
    return Fix(message, tuple(operations), channel.pointer)


def _told(channel: SetChannel | SceneChannel, pulled: list[int], gone: int) -> str:
    """Return what is done, as a fix tells it."""
    told = []
    if len(pulled) == 1:
        to = channel.said(just_before(channel.times[pulled[0]]))
        told = [f"pull key {pulled[0]} back to {to}"]
    elif pulled:
        told = [f"pull {len(pulled)} keys back, each to just before its jump"]
    return listed([*told, *(["keep the later of keys at one time"] if gone else [])])


def _has_room(channel: SetChannel | SceneChannel, before: list[int], time: float) -> bool:
    """Whether a key can stand just before a time, after the keys before it."""
    if before:
        return channel.times[before[-1]] < just_before(time)
    return time != 0


def _jumps(channel: SetChannel | SceneChannel, first: int, last: int) -> bool:
    """Whether the value changes from the one key to the other."""
    return bool(_value(channel, first) != _value(channel, last))


def _value(channel: SetChannel | SceneChannel, at: int) -> Any:
    key: Any = channel.keys[at]
    if isinstance(channel, SetChannel):
        return [round_value(getattr(key.value, axis)) for axis in "xyz"]
    return getattr(key, {"camera": "cam", "object": "m", "property": "v"}[channel.content])


def _pulled_back(channel: SetChannel | SceneChannel, places: Sequence[int]) -> Iterator[Operation]:
    """Yield what pulls the last of some keys, which follow each other in time, back."""
    time = just_before(channel.times[places[-1]])
    yield Replace(channel.time_pointer(places[-1]), time)
    if isinstance(channel, SetChannel):
        yield from _of_set(channel, places, time)
    else:
        yield from _of_scene(channel, places, time)


def _of_set(channel: SetChannel, places: Sequence[int], tick: float) -> Iterator[Operation]:
    """Yield the changes of a key's value to that of the curve at a tick, as sets store it."""
    from animspec.sampling import KeyCurve  # noqa: PLC0415 - loads numpy, and few need it

    value = KeyCurve([channel.keys[at] for at in places[-2:]]).sample(tick)
    written = channel.keys[places[-1]].value
    for axis in "xyz":
        number = round_value(getattr(value, axis))
        if number != getattr(written, axis):
            yield Replace((*channel.pointer, places[-1], "value", axis), number)


def _of_scene(channel: SceneChannel, places: Sequence[int], time: float) -> Iterator[Operation]:
    """Yield the changes of a key's value to that of the curve at a time, held until the jump.

    Splines then end before the jump and start anew behind it.
    """
    at = places[-1]
    key = channel.keys[at]
    keys = [channel.keys[place] for place in places]
    for member, written, numbers in _sampled(channel, keys, time):
        for place, (old, new) in enumerate(zip(written, numbers, strict=True)):
            if f"{old:.{DIGITS}g}" != f"{new:.{DIGITS}g}":
                number = float(f"{new:.{DIGITS}g}")
                yield Replace((*channel.pointer, at, *member, place), number)
    if key.ease != "hold":
        yield Replace((*channel.pointer, at, "ease"), "hold")


def _sampled(
    channel: SceneChannel, keys: Sequence[Any], time: float
) -> Iterator[tuple[tuple[str, ...], Sequence[float], Sequence[float]]]:
    """Yield the lists of numbers of the last key, with their members, and those of the curve."""
    last = keys[-1]
    if channel.content == "property":
        from animspec.curves import SceneKeys, scene_curve  # noqa: PLC0415 - as for sets

        curve = scene_curve(SceneKeys.read(keys))
        yield ("v",), last.v, curve.sample_many([time])[0].tolist()
    elif channel.content == "object":
        from animspec.sampling.poses import PoseCurve  # noqa: PLC0415

        yield ("m",), last.m, PoseCurve.of(keys).sample_many([time])[0].tolist()
    else:
        from animspec.cameras import CameraCurve  # noqa: PLC0415

        camera = CameraCurve.of(keys).sample_many([time])
        yield ("cam", "eye"), last.cam.eye, camera.eye[0].tolist()
        yield ("cam", "target"), last.cam.target, camera.target[0].tolist()
