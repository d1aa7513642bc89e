"""What is wrong with a request, or with the service, as RFC 9457 problem documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

MEDIA_TYPE: Final = "application/problem+json"

_TYPE: Final = "urn:animspec:problem:"


@frozen
class Kind:
    """One kind of problem: its status, and a title that is the same for all of its kind."""

    status: int
    title: str


KINDS: Final[dict[str, Kind]] = {
    "body-not-inflatable": Kind(400, "The body is not what its Content-Encoding says"),
    "body-too-large": Kind(413, "The body is too large"),
    "body-too-slow": Kind(408, "The body takes too long to arrive"),
    "document-unplayable": Kind(422, "The document has errors, and so no motion"),
    "encoding-unknown": Kind(415, "The body's Content-Encoding is not known"),
    "head-too-large": Kind(431, "The head of the request is too large"),
    "head-too-slow": Kind(408, "The head of the request takes too long to arrive"),
    "host-unknown": Kind(421, "The service is not called by this name"),
    "internal-error": Kind(500, "The service has failed"),
    "method-not-allowed": Kind(405, "The address does not know this method"),
    "not-found": Kind(404, "There is nothing at this address"),
    "not-http": Kind(400, "The request is not HTTP"),
    "parameter-wrong": Kind(400, "A parameter cannot be used"),
    "request-wrong": Kind(400, "The request cannot be used"),
    "too-busy": Kind(503, "The service has more to do than it bears"),
    "took-too-long": Kind(504, "The work takes too long"),
    "too-much-memory": Kind(413, "The document needs too much memory"),
    "token-wrong": Kind(401, "The request brings no token that is known"),
    "worker-died": Kind(503, "The process that did the work has died"),
}
"""Every kind of problem by the last part of its type."""


class ProblemError(Exception):
    """A request that ends in a problem document.

    Attributes:
        kind: a key of ``KINDS``.
        detail: what is wrong with this request, a sentence without its full stop.
        headers: what the answer's head says of it.
        members: further members of the document.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})
        self.members = members
        super().__init__(detail)

    def problem(self) -> Problem:
        """Return the problem as it is answered."""
        return problem(self.kind, self.detail, self.headers, **self.members)


@frozen
class Problem:
    """A problem as it is answered: status, head and document."""

    status: int
    content: bytes
    headers: dict[str, str] = field(factory=dict)


def problem(
    kind: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any
) -> Problem:
    """Return a problem of a kind.

    >>> problem("too-busy", "64 requests wait").content.decode()[:60]
    '{"type": "urn:animspec:problem:too-busy", "title": "The serv'
    """
    known = KINDS[kind]
    document = {
        "type": f"{_TYPE}{kind}",
        "title": known.title,
        "status": known.status,
        "detail": detail,
        **members,
    }
    # A text of a request may hold a lone surrogate: escaped, it can be written.
    return Problem(known.status, json.dumps(document).encode(), dict(headers or {}))


RETRY: Final = {"Retry-After": "1"}
"""The head of answers to requests that may do better a second later."""
