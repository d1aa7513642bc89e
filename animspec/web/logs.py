"""The service's log: one JSON object a line, to standard error, and nothing of any document."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, TextIO

LOGGER: Final = logging.getLogger("animspec.web")

LONGEST: Final = 200
"""Characters of a text in the log; what a client sends may be of any length."""


def tell(event: str, level: int = logging.INFO, **said: Any) -> None:
    """Write a line about an event."""
    LOGGER.log(level, event, extra={"said": said})


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record's line."""
        said = {key: _short(value) for key, value in getattr(record, "said", {}).items()}
        document = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _short(record.getMessage()),
            **said,
        }
        if record.exc_info is not None and record.exc_info[0] is not None:
            # Its message may quote what a client sent.
            document["failure"] = record.exc_info[0].__name__
        return json.dumps(document)


def _short(value: Any) -> Any:
    return value[:LONGEST] if isinstance(value, str) else value


def begin(stream: TextIO | None = None) -> None:
    """Send what the service and its server say to a stream; else to standard error."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(Lines())
    for name, level in (("animspec.web", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
