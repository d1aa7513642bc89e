"""Comparing two documents: where, when and by how much their motions differ."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING, Any

from attrs import evolve

from animspec.channels import MotionError
from animspec.comparison import compare
from animspec.golden.forms import comparison_as_json
from animspec.loading import DocumentError, model_of
from animspec.tolerances import USUAL
from animspec.web.asking import NAMELESS
from animspec.web.bodies import COMPARE, read_body
from animspec.web.jobs.playing import unplayable
from animspec.web.messages import Reply
from animspec.web.problems import ProblemError

if TYPE_CHECKING:
    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer

VERSION = 1
"""The version of the form, that of ``animspec compare --format json``."""


def run(asked: Asked) -> Answer:
    """Compare two documents."""
    said = read_body(asked.data, COMPARE)
    old, new = (_model(said[side], side) for side in ("old", "new"))
    given = {name: said[name] for name in ("linear", "degrees") if name in said}
    try:
        found = compare(old, new, evolve(USUAL, **given))
    except (MotionError, TypeError) as error:
        raise unplayable("one of the documents", error) from None
    document = {
        "version": VERSION,
        "old": said["old"].get("name", NAMELESS),
        "new": said["new"].get("name", NAMELESS),
        "passes": found.passes,
        "motions": comparison_as_json(found),
    }
    content = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return Reply(), content.encode("utf-8", "backslashreplace")


def _model(side: dict[str, Any], where: str) -> Any:
    """Return the model of one document."""
    name = side.get("name", NAMELESS)
    try:
        return model_of(_data(side, where), name)
    except DocumentError as error:
        raise unplayable(name, error) from None


def _data(side: dict[str, Any], where: str) -> bytes:
    if ("text" in side) == ("base64" in side):
        raise ProblemError("request-wrong", f"{where} has to have either text or base64")
    if "text" in side:
        text: str = side["text"]
        return text.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(side["base64"], validate=True)
    except (binascii.Error, ValueError):
        raise ProblemError("request-wrong", f"{where}.base64 is not base64") from None
