"""Two motions compared: where, when and by how much one is not the other.

``compare`` takes the models of two documents, of one kind or of two. Each channel is
looked at on the frames, at the keys of both, just beside them and between them; a
``ChannelComparison`` tells the worst error and its time.
"""

from __future__ import annotations

from animspec.comparison.documents import compare
from animspec.comparison.results import (
    ChannelComparison,
    Comparison,
    Curves,
    MotionComparison,
    Status,
)

__all__ = [
    "ChannelComparison",
    "Comparison",
    "Curves",
    "MotionComparison",
    "Status",
    "compare",
]
