"""Properties that expressions drive."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.drivers import (
    DriverCycleError,
    PropertySampler,
    components,
    driver_cycles,
    loop_in,
    loop_sentence,
    scene_bytecode,
)
from expressions import ExpressionError, Program, run
from tests.scene_texts import scene_of, some


def prop(name: str, expression: Any = None, keys: Any = None, **variables: Any) -> dict[str, Any]:
    """Return a property of the object A; a variable given as text reads the property so named."""
    read = {
        known: {"path": "a", "name": value} if isinstance(value, str) else value
        for known, value in variables.items()
    }
    track: dict[str, Any] = {"path": "A", "name": name}
    if expression is not None:
        track["driver"] = {"expression": expression, "variables": read}
    return track if keys is None else {**track, "keys": keys}


def sampler(*props: dict[str, Any], **more: Any) -> PropertySampler:
    return PropertySampler.of(scene_of({"length": 4, "fps": 29.97, "props": list(props), **more}))


def value(sampled: PropertySampler, name: str, time: float = 0.5) -> list[float]:
    numbers: list[float] = sampled.sample_many([time])["a", name][0].tolist()
    return numbers


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("t", 0.5), ("frame", 0.5 * 29.97), ("fps", 29.97), ("length", 4.0), ("value", 0.0)],
)
def test_a_driver_knows_the_time_the_grid_and_the_keyed_value(
    expression: str, expected: float
) -> None:
    assert value(sampler(prop("x", expression)), "x") == [expected]


def test_a_variable_of_its_own_wins_over_a_known_one_but_not_over_a_constant() -> None:
    assert value(sampler(prop("x", "t + pi * 0", t=7, pi=5)), "x") == [7.0]
    assert value(sampler(prop("x", "pi", pi=5)), "x") == [np.pi]
    assert value(sampler(prop("x", "value", [{"t": 0, "v": [2]}], value=9)), "x") == [9.0]


def test_value_is_the_keyed_value_of_the_component() -> None:
    """One text drives every component; a list has one for each."""
    keys = [{"t": 0, "v": [1, 2, 3]}]
    assert value(sampler(prop("x", "10 * value", keys)), "x") == [10, 20, 30]
    assert value(sampler(prop("x", ["value", "-value", "t"], keys)), "x") == [1, -2, 0.5]
    assert value(sampler(prop("x", ["t", "value + 1"])), "x") == [0.5, 1.0]


def test_value_is_the_layered_value() -> None:
    """SEMANTICS 3.9a: keys and cycles; layers; drivers."""
    action = {"id": "a", "props": [prop("x", keys=[{"t": 0, "v": [6]}])]}
    clips = [{"action": "a", "start": 0, "from": 0, "to": 1, "weight": 0.5}]
    keyed = prop("x", "value * 2", [{"t": 0, "v": [2]}])
    layered = sampler(keyed, actions=[action], clips=clips)
    assert value(layered, "x") == [8.0]
    assert value(layered, "x", 3) == [4.0]
    # Where no clip plays and no key is, there is no value: the expression sees 0.
    alone = sampler(prop("x", "value + 1"), actions=[action], clips=clips)
    assert [value(alone, "x", time) for time in (0.5, 3)] == [[7.0], [1.0]]


def test_a_driver_reads_the_final_value_of_another_wherever_it_stands() -> None:
    chain = [prop("c", "b + 1", b="b"), prop("b", "2 * a", a="a"), prop("a", "t")]
    for props in (chain, chain[::-1]):
        sampled = sampler(*props)
        assert value(sampled, "c") == [2.0]
        assert value(sampled, "b") == [1.0]


def test_a_component_is_read_by_its_number_and_0_where_there_is_none() -> None:
    keys = prop("k", keys=[{"t": 0, "v": [1, 2]}])
    for component, expected in ((0, 1.0), (1, 2.0), (2, 0.0)):
        reads = {"path": " A ", "name": "K", "component": component}
        assert value(sampler(keys, prop("x", "v", v=reads)), "x") == [expected]
    assert value(sampler(prop("x", "v + 1", v="none")), "x") == [1.0]


def test_where_nothing_gives_a_value_it_is_nan_and_read_as_0() -> None:
    action = {"id": "a", "props": [prop("k", keys=[{"t": 0, "v": [6]}])]}
    clips = [{"action": "a", "start": 1, "from": 0, "to": 1}]
    sampled = sampler(prop("x", "k + 1", k="k"), actions=[action], clips=clips)
    assert value(sampled, "x", 1.5) == [7.0]
    assert value(sampled, "x", 3) == [1.0]
    assert np.isnan(value(sampled, "k", 3)).all()


def test_one_time_and_many_give_the_same() -> None:
    sampled = sampler(prop("a", "t * t - 3 / t"), prop("b", "atan2(a, t) ^ 2", a="a"))
    times = np.linspace(-1, 5, 50)
    many = sampled.sample_many(times)["a", "b"][:, 0]
    np.testing.assert_array_max_ulp(many, [value(sampled, "b", time)[0] for time in times], 4)


def test_only_what_the_wanted_properties_need_is_sampled() -> None:
    sampled = sampler(prop("a", "t"), prop("b", "a", a="a"), prop("c", "t"))
    assert list(sampled.sample_many([1.0], [("a", "b"), ("no", "such")])) == [("a", "b")]


@pytest.mark.parametrize(
    ("props", "loops", "sentence"),
    [
        ([prop("x", "v", v="X ")], ((0,),), 'property "x" of "A" reads itself'),
        (
            [prop("k"), prop("x", "v", v="y"), prop("y", "v", v="x")],
            ((1, 2),),
            'property "x" of "A" reads "y" of "A", which reads "x" of "A"',
        ),
    ],
)
def test_a_loop_of_drivers_is_named(
    props: list[Any], loops: tuple[tuple[int, ...], ...], sentence: str
) -> None:
    scene = scene_of({"length": 1, "fps": 24, "props": props})
    assert driver_cycles(scene) == loops
    assert loop_sentence(scene, loops[0]) == sentence
    with pytest.raises(DriverCycleError) as refusal:
        PropertySampler.of(scene)
    assert refusal.value.loop == loops[0]
    assert str(refusal.value) == sentence


def test_a_variable_that_no_expression_reads_makes_no_loop() -> None:
    scene = scene_of({"length": 1, "fps": 24, "props": [prop("x", "t", v="x")]})
    assert driver_cycles(scene) == ()


def test_an_expression_that_does_not_compile_is_part_of_no_loop() -> None:
    props = [prop("x", "v +", v="y"), prop("y", "v", v="x"), prop("z", "v", v="z")]
    scene = scene_of({"length": 1, "fps": 24, "props": props})
    assert driver_cycles(scene) == ((2,),)
    with pytest.raises(ExpressionError):
        PropertySampler.of(scene)


def test_a_long_chain_of_drivers_is_no_nesting() -> None:
    count = 3000
    props = [prop(f"p{at}", "v + 1", v=f"p{at + 1}") for at in range(count)]
    assert value(sampler(*props), "p0") == [float(count)]


graphs = st.integers(1, 9).flatmap(
    lambda count: st.lists(
        st.sets(st.integers(0, count), max_size=3), min_size=count, max_size=count
    )
)


@some
@given(graphs)
def test_groups_come_after_what_they_read_and_loops_are_loops(graph: list[set[int]]) -> None:
    reads = dict(enumerate(map(sorted, graph)))
    groups = components(reads)
    assert sorted(node for group in groups for node in group) == list(reads)
    place = {node: at for at, group in enumerate(groups) for node in group}
    for node, others in reads.items():
        assert all(place[other] <= place[node] for other in others if other in reads)
    loops = [loop for group in groups if (loop := loop_in(reads, group))]
    for loop in loops:
        for node, following in zip(loop, (*loop[1:], loop[0]), strict=True):
            assert following in reads[node]
    known = {node: [other for other in others if other in reads] for node, others in reads.items()}
    try:
        TopologicalSorter(known).prepare()
    except CycleError:
        assert loops
    else:
        assert not loops
        assert all(len(group) == 1 for group in groups)


def test_bytecode_runs_to_the_values_of_the_sampler() -> None:
    keys = [{"t": 0, "v": [1, 2]}]
    scene = scene_of(
        {
            "length": 4,
            "fps": 24,
            "props": [
                prop("b", ["value + gain * a", "frame"], keys, a="a", gain=3, spare=1),
                prop("a", "2 * t"),
            ],
        }
    )
    first, second = scene_bytecode(scene)["drivers"]
    assert (first["name"], first["each"], second["each"]) == ("a", False, True)
    assert second["variables"] == {"a": {"path": "a", "name": "a", "component": 0}, "gain": 3.0}
    t = 0.75
    a = run(Program.from_json(first["programs"][0]), {"t": t})
    known = {"t": t, "frame": t * 24}
    b = [
        run(Program.from_json(steps), {**known, "a": a, "gain": 3, "value": keyed})
        for steps, keyed in zip(second["programs"], (1, 2), strict=True)
    ]
    assert PropertySampler.of(scene).sample_many([t])["a", "b"][0].tolist() == b == [5.5, 18.0]
