"""How the command line says how files are checked: by flags, and by files of configuration."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from attrs import evolve

from animspec.configuration.nearest import Configurations
from animspec.files import read_bounded
from animspec.settings import LARGEST_FILE
from animspec.severities import Severity

if TYPE_CHECKING:
    from animspec.hierarchies import Hierarchy
    from animspec.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that say how files are checked."""
    chosen = parser.add_argument_group("what is looked for; flags win over configuration files")
    chosen.add_argument(
        "--show", choices=[str(severity) for severity in Severity],
        help="the least severity to look for and report (warning, or that of --fail-on if less)",
    )  # fmt: skip
    chosen.add_argument(
        "--select", action="extend", metavar="RULES", type=_rules,
        help="the only rules to look for, whatever a file selects or ignores: names and "
        "severities with commas between, or all",
    )  # fmt: skip
    chosen.add_argument(
        "--ignore", action="extend", default=[], metavar="RULES", type=_rules,
        help="rules not to look for, beside those that a file ignores",
    )  # fmt: skip
    chosen.add_argument(
        "--no-fold", action="store_true",
        help="report each finding, also where a channel has more than 20 of one rule",
    )  # fmt: skip
    chosen.add_argument(
        "--allow-member", action="append", default=[], metavar="NAME",
        help="an extra member that documents may hold; may be repeated",
    )  # fmt: skip
    chosen.add_argument(
        "--hierarchy", action="append", default=[], metavar="RIG=FILE", type=_hierarchy,
        help="the blocks of a rig, as a JSON tree of names; may be repeated",
    )  # fmt: skip
    files = parser.add_argument_group("configuration files")
    which = files.add_mutually_exclusive_group()
    which.add_argument(
        "--config", metavar="FILE",
        help="check every file by this configuration (the nearest animspec.toml, or "
        "pyproject.toml with a table tool.animspec, in the file's folder or above)",
    )  # fmt: skip
    which.add_argument(
        "--isolated", action="store_true",
        help="take no notice of configuration files, nor of animspec-ignores.toml",
    )  # fmt: skip
    files.add_argument(
        "--force-exclude", action="store_true",
        help="leave out what is excluded even where it is named, as pre-commit does",
    )  # fmt: skip
    files.add_argument(
        "--show-settings", action="store_true",
        help="check nothing; print how each PATH would be checked, and which file says so",
    )  # fmt: skip


def configurations(arguments: argparse.Namespace, threshold: Severity) -> Configurations:
    """Return the configurations that the arguments ask for; what fails the run is shown.

    Raises:
        ConfigurationError: the file that is named cannot be used.
    """

    def adjust(settings: Settings) -> Settings:
        return _adjusted(settings, arguments, threshold)

    found = Configurations(adjust, isolated=arguments.isolated)
    if arguments.config is not None:
        found.name(arguments.config)
    return found


def _adjusted(settings: Settings, arguments: argparse.Namespace, threshold: Severity) -> Settings:
    """Return what the flags make of the settings in a file."""
    show = settings.show if arguments.show is None else Severity(arguments.show)
    selecting = arguments.select is not None
    ignore = frozenset[str]() if selecting else settings.ignore
    return evolve(
        settings,
        show=max(show, threshold, key=lambda severity: severity.rank),
        select=frozenset(arguments.select) if selecting else settings.select,
        ignore=ignore.union(arguments.ignore),
        fold=settings.fold and not arguments.no_fold,
        allowed_members=settings.allowed_members.union(arguments.allow_member),
        hierarchies={**settings.hierarchies, **dict(arguments.hierarchy)},
    )


def _rules(argument: str) -> list[str]:
    """Return the rules, severities and "all" that a flag lists."""
    from animspec.configuration.shape import RULES  # noqa: PLC0415 - only where they are listed

    words = [word.strip() for word in argument.split(",") if word.strip()]
    problems = [problem for word in words for problem in RULES.of.problems(word, "it")]
    if problems:
        raise argparse.ArgumentTypeError(problems[0])
    return words


def _hierarchy(argument: str) -> tuple[str, Hierarchy]:
    """Return the rig's key and its blocks."""
    from animspec.hierarchies import read_hierarchy  # noqa: PLC0415 - only where one is named
    from animspec.names import name_key  # noqa: PLC0415

    rig, equals, path = argument.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{argument!r} has no equals sign, expected RIG=FILE")
    try:
        return name_key(rig), read_hierarchy(read_bounded(path, LARGEST_FILE))
    except OSError as error:
        reason = f"{path} cannot be read: {error.strerror or error}"
    except ValueError as error:
        reason = f"{path}: {error}"
    raise argparse.ArgumentTypeError(reason)
