"""A document that nobody looks at as a whole: nothing is proven of it."""

from __future__ import annotations

from math import inf


class Unseen:
    """The facts of such a document, none proven; see ``vocabulary.Survey`` for what they say."""

    __slots__ = ()

    brief = rises = in_time = on_frames = whole = tracked = from_start = full = closed = False
    neat = own_ids = own_names = own_paths = one_spelling = unrigged = False
    least_scale = -inf

    def turns_within(self, degrees: float) -> bool:  # noqa: ARG002 - as in other surveys
        """Whether every angle is nearer to 0 than so many degrees: who knows."""
        return False
