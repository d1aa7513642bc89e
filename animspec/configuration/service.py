"""What can be set about the service: one table for the file, the environment and the flags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import fields, frozen

from animspec.settings import ConfigurationError
from animspec.tables import Flag, Items, Member, Number, Table, Text, hold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from animspec.tables import Shape

KEY: Final = "serve"
"""The key of the table in a configuration file."""

PREFIX: Final = "ANIMSPEC_SERVE_"
"""What the names of environment variables start with."""

MEBIBYTE: Final = 2**20


@frozen
class Service:
    """How the service listens, and what it bears; see ``TABLE`` for what each means."""

    host: str = "127.0.0.1"
    port: int = 8321
    token_file: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    workers: int = 0
    waiting: int = 64
    seconds: float = 10
    body_bytes: int = 32 * MEBIBYTE
    body_seconds: float = 20
    held_bytes: int = 256 * MEBIBYTE
    worker_bytes: int = 1024 * MEBIBYTE
    worker_requests: int = 1000
    findings: int = 1000
    connections: int = 1000
    shutdown_seconds: float = 30
    log: bool = True


_WHOLE: Final = Number(1, whole=True)
_SECONDS: Final = Number(exclusive=True)

_ROWS: Final[dict[str, tuple[Shape, str]]] = {
    "host": (Text(), "The address to listen at; by default only this machine reaches it."),
    "port": (Number(0, whole=True), "The port to listen at; 0 takes one that is free."),
    "token-file": (
        Text(),
        "A file with a token that requests must bring as a bearer; without it none is needed.",
    ),
    "allowed-hosts": (
        Items(Text()),
        (
            "The names, beside this machine's own, that requests may call the service by. Where "
            "there are none, a service that others reach takes any."
        ),
    ),
    "cors-origins": (
        Items(Text()),
        (
            "The origins whose pages may read answers, such as https://tools.example, or * for "
            "all; by default none."
        ),
    ),
    "workers": (Number(0, whole=True), "How many processes do the work; 0 is one for each core."),
    "waiting": (
        Number(0, whole=True),
        "How many requests may wait for a worker; the next is told to come back (503).",
    ),
    "seconds": (
        _SECONDS,
        "How long a request may wait for a worker (503), then work (504: its worker is killed).",
    ),
    "body-bytes": (
        _WHOLE,
        "The largest body, as it is sent and as it inflates (413).",
    ),
    "body-seconds": (
        _SECONDS,
        "How long a request's head may take to arrive, and then its body (408).",
    ),
    "held-bytes": (
        _WHOLE,
        "How many bytes of bodies may be held at a time, all together (503).",
    ),
    "worker-bytes": (
        _WHOLE,
        "How much memory a worker may have for data; a document that needs more is refused (413).",
    ),
    "worker-requests": (_WHOLE, "After so many requests a worker makes way for a new one."),
    "findings": (
        _WHOLE,
        "The most findings that a report lists; its summary says how many it leaves out.",
    ),
    "connections": (_WHOLE, "How many connections may be open; the next is told to come back."),
    "shutdown-seconds": (
        _SECONDS,
        "How long what runs may go on when the service is told to stop.",
    ),
    "log": (Flag(), "Whether each request is a line of the log."),
}


def attribute(key: str) -> str:
    """Return the attribute of ``Service`` that a key sets.

    >>> attribute("body-bytes")
    'body_bytes'
    """
    return key.replace("-", "_")


def variable(key: str) -> str:
    """Return the environment variable that sets what a key does.

    >>> variable("body-bytes")
    'ANIMSPEC_SERVE_BODY_BYTES'
    """
    return PREFIX + attribute(key).upper()


def default(key: str) -> Any:
    """Return what holds where nobody sets a key: None, or a value as JSON has it."""
    value = getattr(fields(Service), attribute(key)).default
    return list(value) if isinstance(value, tuple) else value


def _member(key: str, shape: Shape, description: str) -> Member:
    known = default(key)
    return Member(shape, description, more={} if known is None else {"default": known})


TABLE: Final = Table({key: _member(key, *row) for key, row in _ROWS.items()})
"""The shape of the table ``[serve]``."""


def service(said: Mapping[str, Any]) -> Service:
    """Return the service that a table of the shape describes.

    >>> service({"workers": 2, "allowed-hosts": ["check.example"]}).allowed_hosts
    ('check.example',)
    """
    values: dict[str, Any] = {
        attribute(key): tuple(value) if isinstance(value, list) else value
        for key, value in said.items()
    }
    return Service(**values)


_FLAGS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _number(word: str) -> Any:
    try:
        value = float(word)
    except ValueError:
        return word
    return int(value) if value.is_integer() and word.lstrip("+-").isdigit() else value


def _words(word: str) -> list[str]:
    return [each.strip() for each in word.split(",") if each.strip()]


_READERS: Final[dict[type, Callable[[str], Any]]] = {
    Text: str,
    Number: _number,
    Items: _words,
    Flag: lambda word: _FLAGS.get(word.lower(), word),
}


def read_word(key: str, word: str, source: str) -> Any:
    """Return the value that a flag or an environment variable sets; ``source`` is its name.

    >>> read_word("body-bytes", "1000", "--body-bytes"), read_word("log", "no", "--log")
    (1000, False)

    Raises:
        ConfigurationError: the word is no such value.
    """
    shape = TABLE.members[key].shape
    value = _READERS[type(shape)](word)
    try:
        hold(source, value, shape, key)
    except ConfigurationError as error:
        problems = (each.removeprefix(f"{source}: {key} ") for each in error.problems)
        raise ConfigurationError(*(f"{source} {problem}" for problem in problems)) from None
    return value


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return what the environment sets, by key.

    Raises:
        ConfigurationError: a variable has a value that cannot be used, or a name that is not known.
    """
    known = {variable(key): key for key in TABLE.members}
    said = {}
    for name, word in environment.items():
        if not name.startswith(PREFIX) or name in OTHERS:
            continue
        if name not in known:
            from animspec.wording import did_you_mean  # noqa: PLC0415 - only where one is misspelt

            guess = did_you_mean(name, known)
            raise ConfigurationError(f"{name} sets nothing of the service{guess}")
        said[known[name]] = read_word(known[name], word, name)
    return said


TOKEN_VARIABLE: Final = f"{PREFIX}TOKEN"
"""The environment variable that may hold the token itself, as containers are given secrets."""

OTHERS: Final = frozenset({TOKEN_VARIABLE})
"""Variables with the prefix that no key stands for."""
