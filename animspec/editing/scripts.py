"""A commands file: a JSON array of commands, or a single command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from animspec.editing.commands import read_command
from animspec.editing.values import CommandError

if TYPE_CHECKING:
    from animspec.editing.commands import Command


def read_commands(data: bytes) -> list[Command]:
    """Return the commands in a JSON text.

    >>> read_commands(b'{"command": "renameRig", "rig": "Fox"}')
    [RenameRig(rig='Fox')]

    Raises: CommandError if the text is not JSON or holds anything else; its
    member is a JSON Pointer into the text.
    """
    value = _decoded(data)
    if not isinstance(value, list):
        return [read_command(value)]
    return [_read_one(item, index) for index, item in enumerate(value)]


def _read_one(value: Any, index: int) -> Command:
    try:
        return read_command(value)
    except CommandError as error:
        raise CommandError(f"/{index}{error.member}", error.sentence) from None


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise CommandError("", f"is not JSON from {place} on: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise CommandError("", f"is not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise CommandError("", "is nested too deep to be one") from None
    except CommandError:
        raise
    except ValueError:
        # The only other one: Python refuses to read an integer of thousands of digits.
        raise CommandError("", "holds an integer too large to be read") from None


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(members)
    if len(value) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in value if names.count(name) > 1)
        raise CommandError("", f"has the member {json.dumps(twice)} twice in one object")
    return value
