"""What a user can set about checking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.hierarchies import Hierarchy

ALL: Final = "all"
"""Every rule, in ``select`` and ``ignore``."""

DEFAULT_SELECT: Final = frozenset({ALL})

LARGEST_FILE: Final = 256 * 2**20
"""In bytes. A file of 200 000 keys has 20 million; far beyond that is not motion."""


class ConfigurationError(ValueError):
    """A file that tells how to check cannot be used.

    Attributes:
        problems: what is wrong, one sentence each, with the file's name and where known the line.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


@frozen
class Budgets:
    """How much a document may have; None where nobody set a bound.

    Attributes:
        keys_per_channel: the keys of one channel.
        tracks_per_clip: the tracks of one clip; of a scene its objects and properties.
        clip_seconds: how long a clip or a scene may last.
        fps: the frame rates that there may be.
        file_bytes: the size of a file.
    """

    keys_per_channel: int | None = None
    tracks_per_clip: int | None = None
    clip_seconds: float | None = None
    fps: tuple[float, ...] | None = None
    file_bytes: int | None = None


@frozen
class Settings:
    """How a document is checked.

    Attributes:
        show: the least severity that is looked for among "all" rules.
        select: the rules that are looked for: their names, severities, or "all". A
            rule chosen by its name or severity is looked for whatever ``show`` says.
        ignore: the rules that are not, likewise; it wins over ``select``.
        severities: how much findings matter, by rule, where it is not as the rule says.
        fold: whether more than 20 findings of one rule in one channel become one.
        allowed_members: names of extra members that documents may hold.
        hierarchies: the blocks of rigs, by the rig's name as names compare.
        largest_file: in bytes; a larger file is not read.
        thresholds: numbers that rules judge by, by rule and by name; those that
            are not named are as the rule has them.
        budgets: bounds that some rules hold documents to.
        remedies: whether findings tell the edits that would mend them.
        most: how many findings are told; None for all. A report says what it leaves out.
    """

    show: Severity = Severity.WARNING
    fold: bool = True
    allowed_members: frozenset[str] = frozenset()
    hierarchies: Mapping[str, Hierarchy] = field(factory=dict)
    largest_file: int = LARGEST_FILE
    thresholds: Mapping[str, Mapping[str, float]] = field(factory=dict)
    select: frozenset[str] = DEFAULT_SELECT
    ignore: frozenset[str] = frozenset()
    severities: Mapping[str, Severity] = field(factory=dict)
    budgets: Budgets = Budgets()
    remedies: bool = False
    most: int | None = None

    def severity(self, rule: str, own: Severity) -> Severity:
        """Return how much a rule's findings matter; ``own`` is what the rule says."""
        return self.severities.get(rule, own)

    def ignores(self, rule: str, own: Severity) -> bool:
        """Whether a rule is ignored; ``own`` is the severity that the rule says."""
        if not self.ignore:
            return False
        return not self.ignore.isdisjoint((rule, self.severity(rule, own), ALL))

    def wants(self, rule: str, own: Severity) -> bool:
        """Whether a rule's findings are looked for; ``own`` is the severity that the rule says.

        >>> settings = Settings(select=frozenset({"all", "scale-zero"}))
        >>> settings.wants("scale-zero", Severity.HINT), settings.wants("empty-key", Severity.HINT)
        (True, False)
        """
        if self.ignores(rule, own):
            return False
        severity = self.severity(rule, own)
        if rule in self.select or severity in self.select:
            return True
        return ALL in self.select and severity.at_least(self.show)
