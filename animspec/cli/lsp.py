"""``animspec lsp``: findings, fixes and help with writing in editors, as a language server."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Final

from animspec.severities import Severity

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

_LARGEST_PORT: Final = 65_535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--tcp", metavar="HOST:PORT", type=_address,
        help="listen for one client there instead of speaking on standard input and output",
    )  # fmt: skip
    parser.add_argument("--stdio", action="store_true", help="the default; editors may name it")
    parser.add_argument(
        "--show", choices=[str(severity) for severity in Severity],
        help="the least severity that is looked for at least, whatever projects say",
    )  # fmt: skip
    parser.add_argument(
        "--baseline", metavar="FILE",
        help="tell only of what the baseline does not know; the path counts from the folder that "
        "the editor has open",
    )  # fmt: skip
    parser.add_argument(
        "--verbose", action="store_true", help="log every message on standard error"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve one client until it leaves; return the exit status."""
    from animspec.cli import UNUSABLE  # noqa: PLC0415 - that package imports this module

    try:
        import pygls  # noqa: F401, PLC0415 - an extra
    except ImportError:
        print('the language server needs pygls: pip install "animspec[lsp]"', file=sys.stderr)
        return UNUSABLE
    _prepare(verbose=arguments.verbose)
    _serve(_server(arguments), arguments.tcp)
    return 0


def _prepare(*, verbose: bool) -> None:
    """Let the process live long: memory is cleaned up, and what happens is logged."""
    import gc  # noqa: PLC0415 - see above
    import logging  # noqa: PLC0415

    gc.enable()
    logging.basicConfig(stream=sys.stderr, level=logging.DEBUG if verbose else logging.ERROR)


def _server(arguments: argparse.Namespace) -> LanguageServer:
    from animspec.lsp.project import Wishes  # noqa: PLC0415 - see above
    from animspec.lsp.server import make_server  # noqa: PLC0415

    show = None if arguments.show is None else Severity(arguments.show)
    return make_server(Wishes(show, arguments.baseline))


def _serve(server: LanguageServer, address: tuple[str, int] | None) -> None:
    if address is not None:
        server.start_tcp(*address)
        return
    # The server closes what it writes to, and nothing else may write there.
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with redirect_stdout(sys.stderr):
        server.start_io(sys.stdin.buffer, out)


def _address(argument: str) -> tuple[str, int]:
    """Return the host and the port that a text names.

    >>> _address("127.0.0.1:7000")
    ('127.0.0.1', 7000)
    """
    host, colon, port = argument.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > _LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"{argument!r} is no address, expected HOST:PORT")
    return host, int(port)
