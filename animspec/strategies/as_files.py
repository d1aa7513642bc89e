"""Models as their files have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import fields, has

from animspec.kinds import RENAMED


def as_json(value: Any) -> Any:
    """Return a model as its file has it: optional members that are absent are left out.

    >>> from animspec.model.animation_set import Key, Vector3
    >>> as_json(Key(24000, Vector3(0.0, 0.5, 90.0)))
    {'tick': 24000, 'value': {'x': 0, 'y': 0.5, 'z': 90}}
    """
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    if isinstance(value, Mapping):
        return {name: as_json(item) for name, item in value.items()}
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if not has(type(value)):
        return value
    members = ((each.name, getattr(value, each.name)) for each in fields(type(value)))
    return {RENAMED.get(name, name): as_json(item) for name, item in members if item is not None}
