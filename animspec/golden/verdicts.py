"""What is said of one file and its golden file, and of a whole run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import frozen

from animspec.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.comparison import Comparison

State: TypeAlias = Literal["same", "within", "changed", "missing", "gone", "faulty", "unreadable"]
"""Of a file: as recorded; within tolerances; not; without a golden file; a golden file without
its file; with errors, so that it cannot be played; with a golden file that cannot be used."""

PASSING: Final = frozenset({"same", "within"})

NOUNS: Final[dict[State, str]] = {
    "changed": "changed",
    "missing": "without a golden file",
    "gone": "gone",
    "faulty": "with errors",
    "unreadable": "with a golden file that cannot be used",
    "within": "within tolerances",
    "same": "as recorded",
}
"""What a summary says of files in each state, what fails first."""

FAILED: Final = 1
UNUSABLE: Final = 2


@frozen(eq=False)
class Verdict:
    """What is said of one file.

    Attributes:
        file, golden: the paths, as they are shown.
        message: a sentence on what stands in the way, where there is no comparison.
        accepted: what became of the golden file: ``written``, ``rewritten``, ``removed``, or
            "" where it was left as it is.
    """

    file: str
    golden: str
    state: State
    comparison: Comparison | None = None
    message: str = ""
    accepted: str = ""

    @property
    def passes(self) -> bool:
        """Whether nothing is wrong, or what was has been accepted."""
        return self.state in PASSING or bool(self.accepted)


def exit_status(verdicts: Sequence[Verdict]) -> int:
    """Return 0 where all is well, 2 where a golden file cannot be used, else 1."""
    if any(each.state == "unreadable" and not each.passes for each in verdicts):
        return UNUSABLE
    return 0 if all(each.passes for each in verdicts) else FAILED


def summary(verdicts: Sequence[Verdict]) -> str:
    """Say how many files are in which state.

    >>> summary([Verdict("a", "", "same"), Verdict("b", "", "changed"), Verdict("c", "", "same")])
    '1 of 3 files changed, 2 as recorded'
    """
    if not verdicts:
        return "No animation files found"
    told = []
    for state, noun in NOUNS.items():
        count = sum(each.state == state for each in verdicts)
        if count:
            told.append(f"{count} {noun}")
    total = plural(len(verdicts), "file")
    first, _, rest = told[0].partition(" ")
    accepted = sum(bool(each.accepted) for each in verdicts)
    said = ", ".join([f"{first} of {total} {rest}", *told[1:]])
    return f"{said}; {plural(accepted, 'golden file')} brought up to date" if accepted else said


def counts(verdicts: Sequence[Verdict]) -> dict[State, int]:
    """Return how many files are in each state."""
    return {state: sum(each.state == state for each in verdicts) for state in NOUNS}


def parts(comparison: Comparison) -> str:
    """Say how much of a document is not what it was.

    Motions are clips, a scene or sequences; channels are what people call tracks.
    """
    failing = [motion for motion in comparison.motions if not motion.passes]
    tracks = sum(len(motion.failing) for motion in failing)
    total = sum(len(motion.channels) for motion in comparison.motions)
    said = [f"{len(failing)} of {plural(len(comparison.motions), 'motion')}"]
    if tracks:
        said.append(f"{tracks} of {plural(total, 'track')}")
    return listed(said)
