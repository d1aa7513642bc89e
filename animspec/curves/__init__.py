"""The neutral core: times, values, and how a value goes from key to key, on whole arrays.

Every channel of every format becomes a ``Curve``: a table with one column per key, read
by a formula. Sampling is in three layers, and a format adds to one of them only:

* ``Curve`` (``curve``) finds the column for each time: for rising times by placing the
  keys among the times and repeating their columns over each run, for others by search.
  It holds the curve at both ends and hands times and columns to the formula. One time is
  an array of one: scalar and array answers are the same bits.
* A *formula* turns times and columns into values: ``share_formula`` and ``cubic_formula``
  (``kinds``). Another way of moving is another formula with its own rows; the rows
  ``START`` and ``LENGTH`` come first. A formula must give the key's own value where the
  time equals the start, to the bit.
* A *kind* gives stretches their rows: a ``Share`` triple, or a function of the keys that
  returns four coefficients per stretch (``by_share``, ``hermite``).

To use it for a format: keep a table from the format's names to kinds; make ``Keys`` of the
times and values (with ``arriving`` and ``leaving`` speeds where a kind reads them, such as
a spline whose two sides differ); ``cubic_curve(keys, kinds)`` is the curve. To wrap or
fold time, map the times first; to interpolate across a wrap, append the wrapped keys. For
values that do not move by cubics (a rotation turned along the sphere), give ``Curve`` a
formula of your own and ``stacked(times, stretch_lengths(times), operands)`` as its table.

``CurveBundle`` samples many curves of one formula at a time, packed in one array.
"""

from animspec.curves.bundle import CurveBundle
from animspec.curves.curve import (
    FIRST,
    LENGTH,
    START,
    Curve,
    Floats,
    Formula,
    Places,
    stacked,
    stretch_lengths,
)
from animspec.curves.kinds import (
    EASED,
    HOLD,
    LINEAR,
    SHARES,
    Keys,
    Kind,
    Share,
    by_share,
    cubic_curve,
    cubic_formula,
    hermite,
    passed,
    share_curve,
    share_formula,
    share_table,
)
from animspec.curves.rounded import rounded, rounded_times, rounded_values
from animspec.curves.scene import (
    BEZIER,
    EASES,
    HANDLE_MODES,
    POSE_SHARES,
    HandlePoints,
    SceneKeys,
    handle_points,
    scene_curve,
    speeds,
)

__all__ = [
    "BEZIER",
    "EASED",
    "EASES",
    "FIRST",
    "HANDLE_MODES",
    "HOLD",
    "LENGTH",
    "LINEAR",
    "POSE_SHARES",
    "SHARES",
    "START",
    "Curve",
    "CurveBundle",
    "Floats",
    "Formula",
    "HandlePoints",
    "Keys",
    "Kind",
    "Places",
    "SceneKeys",
    "Share",
    "by_share",
    "cubic_curve",
    "cubic_formula",
    "handle_points",
    "hermite",
    "passed",
    "rounded",
    "rounded_times",
    "rounded_values",
    "scene_curve",
    "share_curve",
    "share_formula",
    "share_table",
    "speeds",
    "stacked",
    "stretch_lengths",
]
