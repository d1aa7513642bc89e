"""``animspec serve``: check, fix and evaluate over HTTP, with a page."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from animspec.cli import UNUSABLE
from animspec.configuration.nearest import Configurations
from animspec.configuration.service import (
    TABLE,
    TOKEN_VARIABLE,
    attribute,
    default,
    from_environment,
    read_word,
    service,
    variable,
)
from animspec.files import absolute, read_bounded
from animspec.settings import ConfigurationError
from animspec.wording import listed

if TYPE_CHECKING:
    import argparse

    from animspec.configuration import Configuration
    from animspec.configuration.service import Service

MISSING = "animspec serve needs {}, which pip install 'animspec[serve]' installs"

LONGEST_TOKEN = 4096

_EPILOG = """\
Each setting can also stand in the table [serve] of animspec.toml, or in the environment:
--body-bytes is body-bytes there and ANIMSPEC_SERVE_BODY_BYTES here. Flags win over the
environment, the environment over the file. ANIMSPEC_SERVE_TOKEN may hold the token itself.
Documents are checked as the configuration says, where a request does not.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments: one for each key of the table."""
    parser.epilog = _EPILOG
    for key, member in TABLE.members.items():
        said = member.description.removesuffix(".")
        known = default(key)
        shown = f" ({_shown(known)})" if known not in (None, [], ()) else ""
        help_text = (said[0].lower() + said[1:] + shown).replace("%", "%%")
        parser.add_argument(f"--{key}", metavar=key.rpartition("-")[2].upper(), help=help_text)
    files = parser.add_argument_group("configuration files")
    which = files.add_mutually_exclusive_group()
    which.add_argument("--config", metavar="FILE", help="the configuration, wherever it stands")
    which.add_argument(
        "--isolated", action="store_true", help="take no notice of configuration files"
    )


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to end; return the exit status."""
    try:
        from animspec.web.serving import Server  # noqa: PLC0415 - optional packages
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("animspec"):
            raise
        print(MISSING.format(error.name), file=sys.stderr)
        return UNUSABLE
    try:
        configuration = _configuration(arguments)
        chosen = chosen_service(arguments, configuration, os.environ)
        server = Server(chosen, configuration.settings, token_of(chosen, os.environ))
        listening = server.open()
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        print(f"{chosen.host} port {chosen.port} cannot be used: {reason}", file=sys.stderr)
        return UNUSABLE
    server.run(listening)
    return 0


def _configuration(arguments: argparse.Namespace) -> Configuration:
    """Return the configuration of the current folder, or the one that is named."""
    configurations = Configurations(isolated=arguments.isolated)
    if arguments.config is not None:
        configurations.name(arguments.config)
    return configurations.of_folder(absolute("."))


def chosen_service(
    arguments: argparse.Namespace, configuration: Configuration, environment: Any
) -> Service:
    """Return the service that file, environment and flags make, the later before the earlier.

    Raises:
        ConfigurationError: one of them cannot be used.
    """
    said = {**configuration.serve, **from_environment(environment)}
    for key in TABLE.members:
        word = getattr(arguments, attribute(key))
        if word is not None:
            said[key] = read_word(key, word, f"--{key}")
    return service(said)


def token_of(chosen: Service, environment: Any) -> str | None:
    """Return the token that requests must bring; None where none is needed.

    Raises:
        ConfigurationError: it cannot be read, or there is nothing in it.
    """
    token: str | None = environment.get(TOKEN_VARIABLE)
    where = TOKEN_VARIABLE
    if chosen.token_file is not None:
        if token is not None:
            both = listed([TOKEN_VARIABLE, variable("token-file")])
            raise ConfigurationError(f"{both} both set the token, expected one of them")
        where = chosen.token_file
        try:
            token = read_bounded(where, LONGEST_TOKEN).decode("ascii")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is not ASCII"
            raise ConfigurationError(f"{where} cannot be read: {reason}") from None
    if token is None:
        return None
    token = token.strip()
    if not token or not token.isascii():
        raise ConfigurationError(f"{where} holds no token, expected ASCII characters")
    return token
