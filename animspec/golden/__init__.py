"""Golden files: what a document's motions came to, kept to be compared with later ones.

``record`` returns a ``Golden``, ``as_text`` its file, ``read`` reads one, and ``compare``
tells how far a document is from it. ``docs/golden.md`` describes the form.

>>> from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
>>> def fox(y):
...     keys = (Key(0, Vector3(0, 0, 0)), Key(12000, Vector3(0, y, 0), "step"))
...     clip = Clip("w", "Walk", 24000, 24, loop=False, tracks=(Track("Body", keys),))
...     return AnimationSet("Fox", (clip,))
>>> golden = read(as_text(record(fox(1), name="fox.voxelanim.json")))
>>> compare(golden, fox(1)).is_same, compare(golden, fox(1.1)).passes
(True, False)
"""

from __future__ import annotations

from animspec.golden.checking import compare
from animspec.golden.model import SEMANTICS, VERSION, Golden, GoldenError
from animspec.golden.reading import NewerGoldenError, read
from animspec.golden.recording import record
from animspec.golden.writing import as_text

__all__ = [
    "SEMANTICS",
    "VERSION",
    "Golden",
    "GoldenError",
    "NewerGoldenError",
    "as_text",
    "compare",
    "read",
    "record",
]
