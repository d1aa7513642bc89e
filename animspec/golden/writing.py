"""Golden files as text: laid out so that a change of motion changes few lines.

Members stand in a fixed order, numbers in rows of twenty frames, keys and what lies between
them a row each. Numbers are as short as they can be.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.golden.model import Golden, GoldenChannel, GoldenMotion, Value

ROW: Final = 20
"""How many frames stand in a line."""


def as_text(golden: Golden) -> bytes:
    """Return a golden file's text, in UTF-8, with a line end at its end."""
    head = {
        "golden": golden.golden,
        "source": golden.source,
        "kind": golden.kind,
        "made": {"animspec": golden.made.animspec, "semantics": golden.made.semantics},
        "plan": {"between": [*golden.plan.between]},
    }
    tolerances: dict[str, Any] = {
        "linear": golden.tolerances.linear,
        "degrees": golden.tolerances.degrees,
    }
    if golden.tolerances.tracks:
        tolerances["tracks"] = dict(golden.tolerances.tracks)
    lines = [f"  {_text(name)}: {_text(value)},\n" for name, value in head.items()]
    lines.append(f'  "tolerances": {_text(tolerances)},\n')
    motions = _listed((_motion(each) for each in golden.motions), "  ")
    return "".join(("{\n", *lines, f'  "motions": {motions}\n}}\n')).encode("utf-8", "replace")


def _motion(motion: GoldenMotion) -> str:
    members: dict[str, Any] = {
        "name": motion.name,
        "label": motion.label,
        "start": motion.start,
        "end": motion.end,
        "unit": motion.unit,
        "unitsPerSecond": motion.unitsPerSecond,
        "fps": motion.fps,
        "loop": motion.loop,
        "frames": motion.frames,
        "beside": motion.beside,
    }
    lines = [
        f"      {_text(name)}: {_text(value)},\n"
        for name, value in members.items()
        if value is not None
    ]
    channels = _listed((_channel(each) for each in motion.channels), "      ")
    return "".join(("    {\n", *lines, f'      "channels": {channels}\n    }}'))


def _channel(channel: GoldenChannel) -> str:
    members = {
        "path": channel.path,
        "name": channel.name,
        "components": channel.components,
        "unit": channel.unit,
        "measure": channel.measure,
        "decimals": channel.decimals,
        "digest": channel.digest,
    }
    lines = [f"          {_text(name)}: {_text(value)},\n" for name, value in members.items()]
    lines += _member("frameKeys", (_text(each) for each in channel.frameKeys), ROW)
    lines += _member("keys", (_row(each) for each in channel.keys), 1)
    lines += _member("ways", (_text(each) for each in channel.ways), ROW)
    lines += _member("between", (_row(each) for each in channel.between), 1)
    values = ",\n".join(
        f"            {_text(name)}: {_values(each)}" for name, each in channel.values.items()
    )
    lines.append(f'          "values": {{\n{values}\n          }}\n')
    return "".join(("        {\n", *lines, "        }"))


def _member(name: str, items: Iterator[str], across: int) -> list[str]:
    """Return the lines of a member that is a list, so many items a line; none without items."""
    listed = list(items)
    if not listed:
        return []
    if len(listed) <= across:
        return [f'          "{name}": [{", ".join(listed)}],\n']
    rows = (", ".join(listed[at : at + across]) for at in range(0, len(listed), across))
    inner = ",\n            ".join(rows)
    return [f'          "{name}": [\n            {inner}\n          ],\n']


def _values(values: Value | list[Value]) -> str:
    """Return a component's one value, or those of all frames in rows."""
    if not isinstance(values, list):
        return _number(values)
    numbers = _numbers(values)
    # Spaces between them would make the file a tenth larger when it is compressed.
    rows = (",".join(numbers[at : at + ROW]) for at in range(0, len(numbers), ROW))
    return "[\n              {}\n            ]".format(",\n              ".join(rows))


def _numbers(values: list[Value]) -> list[str]:
    """Return numbers as text, whole ones without a point."""
    encoded = msgspec.json.encode(values).decode()[1:-1] + ","
    return encoded.replace(".0,", ",")[:-1].split(",")


def _number(value: Value) -> str:
    return _numbers([value])[0]


def _row(values: list[Value]) -> str:
    return f"[{', '.join(_numbers(values))}]"


def _listed(items: Iterator[str], indent: str) -> str:
    listed = ",\n".join(items)
    return f"[\n{listed}\n{indent}]" if listed else "[]"


def _text(value: Any) -> str:
    """Return a value as JSON on one line; whole numbers have no point."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _WHOLE:
        return str(int(value))
    if isinstance(value, dict):
        inner = ", ".join(f"{_text(name)}: {_text(each)}" for name, each in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text, value))}]"
    return json.dumps(value, ensure_ascii=False)


_WHOLE: Final = 2.0**53
"""From there on doubles do not hold every whole number."""
