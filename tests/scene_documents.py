"""Scenes for property tests, as JSON: mostly sound, with the faults that rules look for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
NAME: Final = "fox.sceneanim.json"

bases: Final = st.sampled_from(
    [json.loads(path.read_bytes()) for path in sorted(FIXTURES.rglob("*.sceneanim.json"))]
)
"""Scenes to start from: all there are."""

quarters: Final = st.integers(-8, 8).map(lambda number: number / 4)
IDENTITY: Final = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
PATHS: Final = ("A", "B", "A/C", "camera")
NAMES: Final = ("x", "fov")
EASES: Final = ("smooth", "linear", "hold", "stop")
CYCLES: Final = ("hold", "repeat", "offset", "pingpong")


def rarely(usual: st.SearchStrategy[Any], rare: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return mostly what is usual; 17 is no number that Hypothesis has a liking for."""
    return st.integers(0, 29).flatmap(lambda number: rare if number == 17 else usual)


@st.composite
def times(draw: st.DrawFn, most: int = 4) -> list[float]:
    """Return the times of a track's keys, which rarely do not rise, or only when not rounded."""
    steps = draw(st.lists(rarely(st.integers(50, 2000), st.integers(-900, 1)), max_size=most))
    moments = [draw(st.sampled_from([0.0, 0.0, 0.25, -0.5]))]
    for step in steps:
        moments.append(moments[-1] + step / 1000)
    return [moment + draw(rarely(st.just(0), st.just(0.0004))) for moment in moments]


cycles = st.fixed_dictionaries(
    {"before": st.sampled_from(CYCLES), "after": st.sampled_from(CYCLES)}
)
places = st.tuples(quarters, quarters, quarters)
turned = st.permutations([0, 1, 2]).flatmap(
    lambda order: places.map(lambda scale: permuted(order, scale))
)
sheared = st.lists(quarters, min_size=15, max_size=15).map(
    lambda numbers: [0.0 if at % 4 == 3 else number for at, number in enumerate(numbers)] + [1.0]
)
matrices = rarely(
    places.map(lambda place: [*IDENTITY[:12], *place, 1]) | turned | sheared,
    st.lists(quarters, min_size=16, max_size=16),
)


def permuted(order: list[int], scale: tuple[float, ...]) -> list[float]:
    """Return a matrix that sends each axis to another, scaled."""
    matrix = [0.0] * 15 + [1.0]
    for column, row in enumerate(order):
        matrix[4 * column + row] = scale[column]
    return matrix


def with_keys(made: dict[str, Any], keys: list[Any], cycle: Any) -> dict[str, Any]:
    return {**made, "keys": keys} | ({} if cycle is None else {"cycle": cycle})


@st.composite
def cameras(draw: st.DrawFn) -> list[Any]:
    vector = st.lists(quarters, min_size=3, max_size=3)
    lens = st.fixed_dictionaries(
        {"eye": vector, "target": vector},
        optional={"fov": quarters, "persp": st.booleans(), "height": quarters},
    )
    return [
        {"t": t, "cam": draw(lens), "ease": draw(st.sampled_from(EASES))} for t in draw(times())
    ]


@st.composite
def objects(draw: st.DrawFn, path: str) -> dict[str, Any]:
    moments = draw(rarely(times(), st.just([])))
    keys = [{"t": t, "m": draw(matrices), "ease": draw(st.sampled_from(EASES))} for t in moments]
    return with_keys({"path": path}, keys, draw(st.none() | cycles))


@st.composite
def property_keys(draw: st.DrawFn) -> list[Any]:
    width = draw(st.integers(1, 3))
    lengths = rarely(st.just(0), st.sampled_from([-1, 1]))

    def numbers(count: int) -> st.SearchStrategy[list[float]]:
        return st.lists(quarters, min_size=count, max_size=count)

    keys = []
    for t in draw(times()):
        key: dict[str, Any] = {"t": t, "v": draw(numbers(max(1, width + draw(lengths))))}
        key["ease"] = draw(st.sampled_from([*EASES, "bezier", "bezier"]))
        for handle in draw(st.sets(st.sampled_from(["hl", "hr"]))):
            key[handle] = draw(numbers(max(2, 1 + width + draw(lengths))))
            key["hm"] = draw(st.sampled_from(["free", "aligned", "auto", "vector"]))
        keys.append(key)
    return keys


SOUND: Final = (
    *("t", "value", "value * 2 + t", "sin(frame / fps)", "length - t", "a", "a * t + b", "b"),
    *("1 / t", "sqrt(t - 1)", "a / b", "value % a", "exp(frame)", "a ^ b", "log(b) * t", "-a"),
)
FAULTY: Final = ("2 ** t", "sine(t)", "sin()", "x + t", "(t", "", "(" * 120 + "t" + ")" * 120)
texts = rarely(st.sampled_from(SOUND), st.sampled_from(FAULTY))


@st.composite
def drivers(draw: st.DrawFn, there: list[tuple[str, str]]) -> dict[str, Any]:
    """Return a driver that reads properties which are mostly there."""
    address = rarely(st.sampled_from(there), st.just(("B", "y")))
    component: st.SearchStrategy[Any] = st.just({}) | st.fixed_dictionaries(
        {"component": rarely(st.just(0), st.just(1))}
    )
    variable = quarters | st.builds(
        lambda words, more: {"path": words[0], "name": words[1], **more}, address, component
    )
    variables = {"a": draw(variable), "b": draw(quarters)}
    expression = draw(texts | texts | st.lists(texts, min_size=1, max_size=3))
    return {"expression": expression, "variables": variables}


@st.composite
def properties(
    draw: st.DrawFn, address: tuple[str, str], there: list[tuple[str, str]]
) -> dict[str, Any]:
    """Return a property with keys, a driver, or both."""
    made: dict[str, Any] = {"path": address[0], "name": address[1]}
    if draw(st.booleans()):
        made["driver"] = draw(drivers(there))
    if "driver" not in made or draw(st.booleans()):
        made = with_keys(made, draw(property_keys()), draw(st.none() | cycles))
    return made


@st.composite
def tracks(draw: st.DrawFn) -> dict[str, Any]:
    """Return the tracks that a scene, or an action, owns."""
    paths = draw(st.lists(st.sampled_from(PATHS), max_size=2, unique=True))
    addresses = st.tuples(st.sampled_from(PATHS), st.sampled_from(NAMES))
    named = draw(st.lists(addresses, max_size=3, unique=draw(st.integers(0, 9)) != 7))
    return {
        "objects": [draw(objects(path)) for path in paths],
        "props": [draw(properties(address, named)) for address in named],
    }


clips = st.fixed_dictionaries(
    {
        "action": rarely(st.just("open"), st.just("shut")),
        "start": quarters,
        "from": st.sampled_from([0, 0, 0.25]),
        "to": rarely(st.sampled_from([0.5, 1, 2]), st.sampled_from([-1, 0])),
    },
    optional={
        "scale": st.sampled_from([0.5, 1, 1e-9]),
        "repeat": st.sampled_from([1, 1.5, 3]),
        "extend": st.sampled_from(["none", "hold", "both"]),
        "blend": st.sampled_from(["replace", "add"]),
        "weight": st.sampled_from([0, 0.5, 1]),
        "mute": st.booleans(),
    },
)


@st.composite
def scenes(draw: st.DrawFn) -> dict[str, Any]:
    """Return a scene that the schemas accept."""
    actions = [{"id": "open", **draw(tracks())}] if draw(st.booleans()) else []
    return {
        "length": draw(st.sampled_from([0.5, 2, 4, 4.0004])),
        "fps": draw(st.sampled_from([24, 29.97, 1000])),
        "camera": draw(st.just([]) | cameras()),
        **draw(tracks()),
        "actions": actions,
        "clips": draw(st.lists(clips, max_size=2 if actions else 0)),
    }
