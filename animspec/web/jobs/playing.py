"""Sampling a document: what its channels come to at frames, at keys, or at any times."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from animspec.channels import MotionError, motions, plans
from animspec.choosing import ChoiceError, NothingMovesError, chosen
from animspec.loading import DocumentError, model_of
from animspec.samples import FORMS, samples
from animspec.web.messages import JSON, Reply
from animspec.web.problems import ProblemError
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.channels import Channel, Motion
    from animspec.curves import Floats
    from animspec.kinds import Kind
    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer

MOST_NUMBERS: Final = 2_000_000
"""Numbers of one answer, some 40 MB of JSON."""

CURVE_POINTS: Final = 512
"""Even steps of a motion that is to be drawn; beside its keys, so that steps are seen."""

MEDIA_TYPES: Final = {
    "json": JSON,
    "csv": "text/csv",
    "npz": "application/octet-stream",
}
"""The forms that samples are answered in."""


def run(asked: Asked) -> Answer:
    """Sample what is chosen of a document."""
    said = asked.said
    found = _chosen(played(asked.data, asked.name, asked.kind), asked)
    tables = []
    left = MOST_NUMBERS
    for motion in found:
        times = _times(motion, said)
        left -= len(times) * (len(motion.columns()) + 2)
        if left < 0:
            detail = (
                f"there would be more than {MOST_NUMBERS} numbers; choose fewer times or tracks"
            )
            raise ProblemError("parameter-wrong", detail)
        tables.append(samples(motion, times))
    form = said.get("format", "json")
    content = FORMS[form].write(tables, asked.name)
    if form == "json" and said.get("keys", False):
        content = _with_keys(content, found)
    return Reply(media_type=MEDIA_TYPES[form]), content


def played(data: bytes, name: str, kind: Kind | None) -> tuple[Motion, ...]:
    """Return the motions of a document.

    Raises:
        ProblemError: it has errors.
    """
    try:
        return motions(model_of(data, name, kind))
    except (DocumentError, MotionError, TypeError) as error:
        raise unplayable(name, error) from None


def unplayable(name: str, error: DocumentError | MotionError | TypeError) -> ProblemError:
    """Return the problem that a document has errors, or is none."""
    if isinstance(error, DocumentError):
        first = error.findings[0]
        count = plural(len(error.findings), "error")
        where = "" if first.where is None else f"{first.where}: "
        detail = f"{name} has {count}, the first is {where}{first.rule}: {first.message}"
    elif isinstance(error, MotionError):
        detail = f"{name} cannot be played: {error}"
    else:
        detail = f"{name} is no animation"
    return ProblemError("document-unplayable", detail)


def _chosen(found: tuple[Motion, ...], asked: Asked) -> tuple[Motion, ...]:
    try:
        return chosen(found, asked.said.get("clip"), asked.said.get("track"), asked.name)
    except NothingMovesError as error:
        raise ProblemError("document-unplayable", str(error)) from None
    except ChoiceError as error:
        raise ProblemError("parameter-wrong", str(error)) from None


def _times(motion: Motion, said: Mapping[str, Any]) -> Floats:
    """Return the times that a request asks for, in the motion's own unit."""
    if "at" in said:
        return np.array(said["at"], np.float64)
    plan = said.get("plan", "frames")
    try:
        if plan == "keys":
            return plans.keyed(motion)
        if plan == "curve":
            return _curve(motion)
        return plans.grid(motion, said.get("fps"))
    except ValueError as error:
        raise ProblemError("parameter-wrong", str(error)) from None


def _curve(motion: Motion) -> Floats:
    """Return the times that a drawing needs: even ones, those of keys, and just before them."""
    keyed = plans.keyed(motion)
    even = np.linspace(motion.start, motion.end, CURVE_POINTS + 1)
    return plans.union(even, keyed, plans.beside(motion, keyed))


def _with_keys(content: bytes, found: tuple[Motion, ...]) -> bytes:
    """Return samples in JSON with the keys of each channel."""
    document = json.loads(content)
    for told, motion in zip(document["motions"], found, strict=True):
        for each, channel in zip(told["channels"], motion.channels, strict=True):
            each["keys"] = _keys(channel)
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _keys(channel: Channel) -> dict[str, Any]:
    return {
        "times": channel.keys.tolist(),
        "values": channel.values.tolist(),
        "interpolations": list(channel.interpolations),
    }
