"""What the service and its workers say to each other: a head in MessagePack, then bytes.

A frame is two lengths of four bytes each (little endian), the head, the body.
Nothing is unpickled, so a worker that has been taken over can only answer wrongly.
"""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from attrs import field, frozen

if TYPE_CHECKING:
    from animspec.web.problems import Problem

LENGTHS: Final = struct.Struct("<II")

JSON: Final = "application/json"

Head = TypeVar("Head")


@frozen
class Task:
    """What a request asks.

    Attributes:
        job: a key of ``jobs.JOBS``.
        query: the query of the address, as it was sent.
        encoding: the head's ``Content-Encoding``.
        settings: the head's ``Animspec-Settings``.
    """

    job: str
    query: str = ""
    encoding: str = ""
    settings: str = ""


@frozen
class Reply:
    """How a request is answered; the content follows in its frame.

    Attributes:
        found: how many findings there are, by severity.
        failure: the kind and the place of a failure of the engine, for the log.
    """

    status: int = 200
    media_type: str = JSON
    headers: dict[str, str] = field(factory=dict)
    found: dict[str, int] = field(factory=dict)
    failure: str = ""


def frame(head: object, body: bytes = b"") -> list[bytes]:
    """Return the pieces of a frame, of which the body is not copied."""
    encoded = msgspec.msgpack.encode(head)
    return [LENGTHS.pack(len(encoded), len(body)) + encoded, body]


def decode_head(data: bytes, kind: type[Head]) -> Head:
    """Return the head of a frame."""
    return msgspec.msgpack.decode(data, type=kind)


def read_frame(channel: socket.socket, kind: type[Head]) -> tuple[Head, bytes] | None:
    """Return the next frame of a channel that blocks, None at its end."""
    lengths = _exactly(channel, LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    head_length, body_length = LENGTHS.unpack(lengths)
    head = decode_head(_exactly(channel, head_length), kind)
    return head, _exactly(channel, body_length)


def _exactly(channel: socket.socket, count: int) -> bytes:
    """Return so many bytes, fewer only at the end of the channel; mostly one call does."""
    if not count:
        return b""
    pieces = []
    while count and (piece := channel.recv(count, socket.MSG_WAITALL)):
        pieces.append(piece)
        count -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def refused(problem: Problem, media_type: str, failure: str = "") -> tuple[Reply, bytes]:
    """Return the reply that is a problem document."""
    return Reply(problem.status, media_type, problem.headers, failure=failure), problem.content
