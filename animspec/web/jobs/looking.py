"""Looking into a document: its motions and channels at a glance."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from animspec.channels import MotionError
from animspec.channels.plans import TooManyTimesError
from animspec.loading import DocumentError, model_of
from animspec.overview import as_json, overview
from animspec.web.jobs.playing import unplayable
from animspec.web.messages import Reply
from animspec.web.problems import ProblemError

if TYPE_CHECKING:
    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer


def run(asked: Asked) -> Answer:
    """Answer as ``animspec info --format json`` does."""
    try:
        found = overview(model_of(asked.data, asked.name, asked.kind))
    except (DocumentError, MotionError, TypeError) as error:
        raise unplayable(asked.name, error) from None
    except TooManyTimesError as error:
        detail = f"{asked.name} is too long to be looked at: {error}"
        raise ProblemError("document-unplayable", detail) from None
    content = json.dumps(as_json(found, asked.name), ensure_ascii=False)
    return Reply(), content.encode("utf-8", "backslashreplace")
