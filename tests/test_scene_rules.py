"""Rules about scene animations: against the evaluator, over mutated documents, and in doubt."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from animspec import transforms
from animspec.catalogue import names
from animspec.drivers import DriverCycleError
from animspec.hierarchies import Hierarchy
from animspec.layers import clip_local, timing
from animspec.linting import check
from animspec.model.scene_animation import Clip
from animspec.parts import scene_matrices
from animspec.parts.scene_channels import rounded
from animspec.parts.scene_matrices import shape_of
from animspec.rounding import round_time
from animspec.rules.scenes import fractional_repeat_jumps
from animspec.scenes import evaluate_scene
from animspec.settings import Budgets, Settings
from animspec.severities import Severity
from expressions import FUNCTIONS, OPERATORS, compile_expression
from tests.expression_texts import anything as any_expression
from tests.scene_documents import NAME, bases, scenes
from tests.scene_texts import scene_of
from tests.set_texts import Written, examples, laid_out, mangled, mutated, written
from tests.test_reading_properties import text_at

if TYPE_CHECKING:
    from animspec.findings import Finding
    from animspec.scenes import SceneValues

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
HINTS: Final = Settings(
    show=Severity.HINT, hierarchies={"scene": Hierarchy({"box": "Box", "lamp": "Lamp"})}
)
SHOWN: Final = Settings(show=Severity.HINT)


def found(document: Any, settings: Settings = SHOWN) -> tuple[Finding, ...]:
    return check(json.dumps(document).encode(), NAME, settings).findings


def rules(document: Any) -> list[str]:
    """Return the rules that find something, first-key-after-start left out."""
    return [each.rule for each in found(document) if each.rule != "first-key-after-start"]


def evaluate(document: Any) -> SceneValues:
    """Return a scene well before its start, to well after its end."""
    with np.errstate(all="ignore"):
        return evaluate_scene(scene_of(document), np.linspace(-1, document["length"] + 1, 40))


class TestThatEvaluatingNeverRaisesOnADocumentWithoutErrors:
    """Evaluating never raises on a document without errors."""

    @examples(80, 10_000)
    @given(scenes())
    def test_a_scene_without_errors_evaluates_to_finite_numbers(self, document: Any) -> None:
        sound = all(each.severity is not Severity.ERROR for each in found(document))
        event(f"sound: {sound}")
        if not sound:
            return
        values = evaluate(document)
        if values.camera is not None:
            camera = values.camera
            for numbers in (camera.eye, camera.target, camera.fov, camera.height):
                assert np.isfinite(numbers).all()
        for matrices in values.matrices.values():
            assert np.isfinite(matrices).all()
        own = {(each["path"], each["name"]) for each in document["props"]}
        for address, numbers in values.properties.items():
            assert np.isfinite(numbers).all() if address in own else not np.isinf(numbers).any()

    @examples(25, 3000)
    @given(scenes(), st.sampled_from([1e-300, 1e30, 1e160, 1e300]))
    def test_no_number_is_too_large_or_too_small(self, document: Any, scale: float) -> None:
        for track in (*document["objects"], *document["props"]):
            for key in track.get("keys", []):
                name = "m" if "m" in key else "v"
                key[name] = [number * scale for number in key[name]]
        every = found(document)
        assert all(each.message.isprintable() for each in every)
        if all(each.severity is not Severity.ERROR for each in every):
            evaluate(document)


def key(t: float, **more: Any) -> dict[str, Any]:
    return {"t": t, "v": [t], **more}


def placed(t: float, *numbers: float, **more: Any) -> dict[str, Any]:
    matrix = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    return {"t": t, "m": list(numbers) or matrix, **more}


def prop(name: str = "x", *keys: Any, **more: Any) -> dict[str, Any]:
    return {"path": "Lamp", "name": name, **({"keys": list(keys)} if keys else {}), **more}


def driven(text: Any, name: str = "x", *keys: Any, **variables: Any) -> dict[str, Any]:
    driver = {"expression": text, **({"variables": variables} if variables else {})}
    return prop(name, *keys, driver=driver)


def reads(name: str, **more: Any) -> dict[str, Any]:
    return {"path": "Lamp", "name": name, **more}


def scene(*props: Any, **members: Any) -> dict[str, Any]:
    return {"length": 4, "fps": 24, "props": list(props), **members}


def action(*props: Any, **members: Any) -> dict[str, Any]:
    return {"id": "open", "props": list(props), **members}


PLAYED: Final = {"action": "open", "start": 1, "from": 0, "to": 1}
CAMERA: Final = {"cam": {"eye": [0, -8, 2], "target": [0, 0, 0]}}

REFUSED: Final = [
    ("keys-out-of-order", scene(prop("x", key(1), key(0)))),
    ("keys-at-the-same-time", scene(camera=[{"t": 1, **CAMERA}, {"t": 1, **CAMERA}])),
    ("keys-at-the-same-time", scene(objects=[{"path": "A", "keys": [placed(0), placed(0)]}])),
    ("keys-out-of-order", scene(actions=[action(prop("x", key(1), key(0)))], clips=[PLAYED])),
    ("value-length-differs", scene(prop("x", key(0), {"t": 1, "v": [1, 2]}))),
    ("value-length-differs", scene(prop("x", key(0, hm="free", hl=[0, 1, 2]), key(1)))),
    ("unknown-reference", scene(clips=[PLAYED])),
    ("expression-syntax", scene(driven("2 ** t"))),
    ("unknown-function", scene(driven(["t", "sine(t)"]))),
    ("wrong-argument-count", scene(driven("sin()"))),
    ("expression-too-large", scene(driven("-" * 200 + "t"))),
    ("driver-cycle", scene(driven("a", a=reads("X")))),
    ("driver-cycle", scene(driven("a", a=reads("y")), driven("t + a", "y", a=reads("x")))),
]


@pytest.mark.parametrize(("rule", "document"), REFUSED, ids=lambda each: str(each)[:24])
def test_what_cannot_be_evaluated_is_one_error(rule: str, document: Any) -> None:
    errors = [each.rule for each in found(document) if each.severity is Severity.ERROR]
    assert errors == [rule]
    with pytest.raises((ValueError, DriverCycleError)):
        evaluate(document)


def test_of_two_drivers_of_a_property_the_first_is_looked_at() -> None:
    first = {"path": "A", "name": "x", "driver": {"expression": "t"}}
    second = {"path": "A", "name": "x", "driver": {"expression": ["t", "1 / t"]}}
    document: Any = {"length": 0.5, "fps": 24, "camera": [], "objects": []}
    for props, rule in (([first, second], []), ([second, first], ["expression-not-finite"])):
        scene = {**document, "props": props, "actions": [], "clips": []}
        assert [each for each in rules(scene) if each.startswith("expression")] == rule


def test_keys_that_meet_when_rounded_are_an_error_though_the_later_one_plays() -> None:
    document = scene(prop("x", key(0.9996), key(1)))
    (finding,) = (each for each in found(document) if each.severity is Severity.ERROR)
    assert finding.message == (
        "key 1 is at 1 s, which is not after key 0 at 0.9996 s (rounded 1 s)"
    )
    assert evaluate(document).property("Lamp", "x")[-1].tolist() == [1.0]


class TestThatCheckingNeverRaises:
    """Checking never raises, whatever the document is."""

    @examples(150, 20_000)
    @given(
        mutated(bases).map(lambda document: json.dumps(document).encode())
        | mangled(written(bases))
        | mangled(mutated(bases).flatmap(laid_out).map(lambda laid: laid.text.encode())),
        st.sampled_from([SHOWN, HINTS]),
    )
    def test_a_mutated_document_has_findings_with_places(
        self, data: bytes, settings: Settings
    ) -> None:
        for finding in check(data, NAME, settings).findings:
            assert finding.rule in names()
            assert finding.message.isprintable()
            assert finding.place is not None


class TestThatAFaultOfAnExpressionStandsAtItsCharacters:
    """A finding inside of an expression stands at the very characters, escapes or not."""

    @examples(50, 3000)
    @given(st.data())
    def test_an_unknown_name_is_found_where_it_is(self, data: st.DataObject) -> None:
        spaces = st.text(st.sampled_from(" \t\n"), max_size=4)
        before = data.draw(st.sampled_from(["", "t*", "2 /", "sin(t) +\t"]))
        text = before + data.draw(spaces) + "qq" + data.draw(spaces) + "+ 1"
        stranger = data.draw(st.text(max_size=3))
        document = scene(driven([text, "t"]), prop(f"🦊{stranger}", key(0)))
        laid: Written = data.draw(laid_out(document))
        (finding,) = [
            each
            for each in check(laid.text.encode(), NAME).findings
            if each.rule == "unknown-variable"
        ]
        assert json.loads(f'"{text_at(laid.text, finding)}"') == "qq"

    def test_the_end_of_an_expression_is_its_closing_quote(self) -> None:
        text = json.dumps(scene(driven("t + ")))
        (finding,) = check(text.encode(), NAME).findings
        assert text_at(text, finding) == '"'
        assert finding.place is not None
        assert text[: finding.place.column - 1].endswith('"t + ')


def raw(text: str, known: dict[str, float]) -> float:
    """Return what an expression comes to before what is not finite becomes 0."""
    stack: list[float] = []
    for step in compile_expression(text).steps:
        if step.k in ("num", "var"):
            stack.append(float(step.v) if step.k == "num" else known.get(str(step.v), 0.0))
            continue
        if step.k == "op":
            takes, compute = OPERATORS[str(step.v)]
        else:
            takes, compute = FUNCTIONS[str(step.v)].arity, FUNCTIONS[str(step.v)].evaluate
        stack[-takes:] = [compute(*stack[-takes:])]
    return stack[0]


def is_moderate(text: str) -> bool:
    """Whether an expression holds no number beyond what scenes hold."""
    steps = compile_expression(text).steps
    return all(abs(float(step.v)) < 1e9 for step in steps if step.k == "num")


class TestThatExpressionsThatAreNotFiniteAreFound:
    """A result that is not finite is 0: the rule says at which frame."""

    @examples(60, 10_000)
    @given(any_expression.filter(is_moderate))
    def test_the_frames_are_those_of_a_plain_machine(self, text: str) -> None:
        document = scene(driven(text, x=0.5, amp=reads("amp")), prop("amp", key(0), key(2)))
        document |= {"length": 1, "fps": 12}
        known = {"fps": 12.0, "length": 1.0, "x": 0.5}
        keyed = evaluate_scene(scene_of(document), np.arange(13) / 12).property("Lamp", "amp")
        frames = [
            frame
            for frame in range(13)
            if not math.isfinite(
                raw(text, {**known, "t": frame / 12, "frame": frame, "amp": float(keyed[frame, 0])})
            )
        ]
        told = [each for each in found(document) if each.rule == "expression-not-finite"]
        event(f"not finite: {bool(frames)}")
        assume("a.b" not in text)
        assert bool(told) == bool(frames)
        if len(frames) == 13:
            assert "at any frame" in told[0].message
        elif frames:
            more = f" and {len(frames) - 1} other" if len(frames) > 1 else ", so"
            assert f"at frame {frames[0]} (" in told[0].message
            assert more in told[0].message

    def test_a_component_is_judged_by_its_own_keys(self) -> None:
        halves = [{"t": 0, "v": [1, 1]}, {"t": 2, "v": [1, 0], "ease": "hold"}]
        halves.append({"t": 2.5, "v": [1, 1]})
        (finding,) = found(scene(driven("1 / value", "x", *halves)))
        assert finding.message == (
            "the expression is not finite at frame 48 (2 s) and 11 others, "
            "so that its value there is 0"
        )

    def test_a_long_scene_is_looked_at_from_its_start_to_its_end(self) -> None:
        document = scene(driven("1 / (length - t)")) | {"length": 3600, "fps": 1000}
        (finding,) = found(document)
        assert "at frame 3600000 (3600 s)," in finding.message


numbers: Final = st.floats(-4, 4) | st.sampled_from([0.0, 1.0, -1.0])
columns: Final = st.lists(numbers.map(lambda number: round(number, 6)), min_size=3, max_size=3)


class TestThatMatricesAreJudgedAsLinearAlgebraDoes:
    """A matrix is a position, a rotation and a scale, or it is told why not."""

    @examples(200, 10_000)
    @given(st.lists(columns, min_size=3, max_size=3), st.sampled_from([1.0, 1e-9, 1e150, 1e306]))
    def test_volume_and_shear_are_those_of_numpy(self, axes: Any, scale: float) -> None:
        rows = np.array(axes)
        lengths = np.linalg.norm(rows, axis=1)
        assume(all(length == 0 or length > 1e-2 for length in lengths))
        matrix = [number * scale for axis in axes for number in (*axis, 0.0)] + [1, 2, 3, 1.0]
        shape = shape_of(tuple(matrix))
        assert shape.affine
        assert shape.flat == tuple(np.array(["x", "y", "z"])[lengths == 0])
        if shape.flat:
            return
        directions = rows / lengths[:, None]
        volume = np.linalg.det(directions)
        cosines = np.abs((directions @ directions.T)[[0, 1, 0], [1, 2, 2]])
        assume(abs(abs(volume) - 1e-6) > 1e-9)
        assume(abs(cosines.max() - 1e-3) > 1e-9)
        event(f"coplanar: {shape.coplanar}, sheared: {shape.shear is not None}")
        assert shape.coplanar == (abs(volume) < 1e-6)
        if not shape.coplanar:
            assert shape.sign == np.sign(volume)
            assert (shape.shear is not None) == (cosines.max() > 1e-3)
        if shape.shear is not None:
            assert abs(math.cos(math.radians(shape.shear[2]))) == pytest.approx(cosines.max())

    @pytest.mark.parametrize(("slant", "sheared"), [(0.0004, 0), (0.0009, 0), (0.0011, 1)])
    @pytest.mark.parametrize("pair", [(0, 1), (1, 2), (2, 0)])
    def test_a_thousandth_is_upright(
        self,
        slant: float,
        sheared: int,
        pair: tuple[int, int],
    ) -> None:
        matrix = placed(0)["m"]
        matrix[4 * pair[0] + pair[1]] = slant
        assert (shape_of(matrix).shear is not None) == sheared

    def test_its_constants_are_those_of_the_evaluator(self) -> None:
        assert scene_matrices.NO_LENGTH == transforms.NO_LENGTH
        assert fractional_repeat_jumps.TOLERANCE == timing.TIME_TOLERANCE


class TestThatFractionalRepeatsJump:
    """At the end of its last repeat a clip shows `to`, also where the repeat is a fraction."""

    @examples(60, 5000)
    @given(st.integers(1, 40), st.integers(1, 3000), st.sampled_from([0.5, 1.0, 3.0]))
    def test_a_repeat_is_reported_exactly_if_the_clip_jumps(
        self, eighths: int, milliseconds: int, scale: float
    ) -> None:
        clip = Clip(
            action="open",
            start=0,
            from_=1.0,
            to=round_time(1.0 + milliseconds / 1000),
            repeat=eighths / 8,
            scale=scale,
        )
        end = (clip.to - clip.from_) * scale * eighths / 8
        just_before, at_end = clip_local(clip, end - 1e-6), clip_local(clip, end)
        assert just_before is not None
        assert at_end is not None
        jumps = abs(at_end - just_before) > 1e-5
        document = scene(
            actions=[action(prop("x", key(0)))],
            clips=[PLAYED | {"from": 1, "to": clip.to, "repeat": eighths / 8, "scale": scale}],
        )
        assert rules(document) == ["fractional-repeat-jumps"] * jumps


@given(st.floats(allow_nan=False, allow_infinity=False) | st.decimals(-9, 9, places=4).map(float))
def test_the_quick_way_of_rounding_times_is_the_exact_one(time: float) -> None:
    assert rounded(time) == round_time(time)


def test_a_sound_scene_has_no_findings() -> None:
    for path in sorted((FIXTURES / "scenes").glob("*.json")):
        assert check(path.read_bytes(), path.name).findings == ()
    example = json.loads((FIXTURES.parent / "schemas/v1/scene-animation.schema.json").read_bytes())
    assert rules(example["examples"][0]) == []


ACTION: Final = action(prop("x", key(0)), name="Open")


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # What could not be read may have been what is named.
        (scene(actions=[{**ACTION, "id": 7}], clips=[PLAYED]), ["wrong-type"]),
        (scene(actions=7, clips=[PLAYED]), ["wrong-type"]),
        (scene(actions=[7], clips=[PLAYED]), ["wrong-type"]),
        (scene(driven("a", a=reads("y")), prop("y", key(0)) | {"name": 7}), ["wrong-type"]),
        (scene(driven("a", a=reads("y")), 7), ["wrong-type"]),
        (scene(driven("a", a=reads("y")), actions=[{"id": "o", "props": 7}]), ["wrong-type"]),
        # A name in an action's variables is looked up, and drivers there are read otherwise.
        (scene(actions=[ACTION], clips=[PLAYED, 7]), ["wrong-type"]),
        # Variables that could not be read stand for any name.
        (scene(prop("x", driver={"expression": "q", "variables": 7})), ["wrong-type"]),
        (scene(driven("q + t", q="1")), ["wrong-type"]),
        (scene(driven(7, q=1)), ["wrong-type"]),
        (scene(driven("1 / t"), prop("y", {"t": "0", "v": [0]})), ["wrong-type"]),
        # Only the channel of a wrong key is silent, and what was not wrong in it speaks.
        (scene(prop("x", key(1), {"t": "0", "v": [0]}), prop("y", key(1), key(0))), 2),
        (scene(prop("x", key(0.0001), {"t": "1", "v": [0]})), ["time-not-rounded", "wrong-type"]),
        (scene(prop("x", key(0), {"t": 1, "v": "1"}, {"t": 2, "v": [1, 2]})), 2),
        (scene(camera=[{"t": 0, "cam": {"eye": [0, 0, 0]}}]), ["missing-member"]),
        (scene(objects=[{"path": "A", "keys": [placed(0, 1)]}]), ["value-out-of-range"]),
        (scene(objects=[{"path": "A"}]), ["missing-member"]),
        (scene(physics={"from": 5, "to": "9"}), ["wrong-type"]),
        (scene(physics={"bodies": [{"path": "A"}]}), 5),
        (scene(prop("x", key(9))) | {"length": "4"}, ["wrong-type"]),
        (scene(prop("x", key(0), key(0.001))) | {"fps": 0}, ["value-out-of-range"]),
        (scene(prop("x", key(9), cycle={"after": "hold"})), ["missing-member"]),
        (scene(clips=[PLAYED | {"to": "1"}], actions=[ACTION]), ["wrong-type"]),
    ],
)
def test_what_is_not_known_is_not_judged(document: Any, expected: list[str] | int) -> None:
    told = rules(document)
    assert (len(told) if isinstance(expected, int) else told) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (scene(driven("sped * t", speed=1)), ["unknown-variable"]),
        (scene(driven("2x * sped", speed=1)), ["expression-syntax"]),
        (scene(driven("1 / 0")), ["expression-not-finite"]),
        (scene(driven("e * t", e=1)), ["shadowed-variable"]),
        (
            scene(prop("x", key(0)), prop(" X", key(0))),
            ["duplicate-track", "name-with-outer-space"],
        ),
        (scene(objects=[{"path": "A", "keys": [placed(0, *[0, 0, 0, 1] * 4)]}]), None),
        (scene(clips=[PLAYED | {"from": 2, "repeat": 1.5}], actions=[ACTION]), None),
    ],
)
def test_one_fault_is_one_finding(document: Any, expected: list[str] | None) -> None:
    told = rules(document)
    if expected is None:
        assert len(told) == 1
    else:
        assert sorted(told) == expected


def test_many_findings_of_one_rule_in_a_channel_are_folded() -> None:
    keys = [placed(at / 10, *[0.0] * 15, 1.0) for at in range(30)]
    finding, *_ = found(scene(objects=[{"path": "Box", "keys": keys}]), Settings())
    assert (finding.rule, finding.count) == ("matrix-singular", 30)


def test_a_long_loop_of_drivers_is_told_at_once() -> None:
    count = 3000
    document = scene(
        *[driven("v + t", f"p{at}", v=reads(f"p{(at + 1) % count}")) for at in range(count)]
    )
    (finding,) = found(document)
    assert finding.rule == "driver-cycle"
    assert finding.message == (
        'property "Lamp:p0" reads "Lamp:p1", which reads "Lamp:p2", which reads "Lamp:p3", which '
        'reads "Lamp:p4", which reads 2995 others in turn, which reads "Lamp:p0" again'
    )


def test_a_variable_may_read_a_component_of_a_property_that_is_wide_enough() -> None:
    wide = prop("y", {"t": 0, "v": [1, 2, 3]})
    assert rules(scene(driven("a + t", a=reads("y", component=2)), wide)) == []
    assert rules(scene(driven("a + t", a=reads("y", component=3)), wide)) == [
        "driver-component-count"
    ]


def test_bodies_are_looked_up_in_the_hierarchy_where_one_is_named() -> None:
    body = {"shape": "box", "mass": 1, "friction": 0, "bounce": 0}
    document = scene(physics={"bodies": [{"path": "Box", **body}, {"path": "Bax", **body}]})
    assert rules(document) == ["unknown-reference", "unknown-reference"]
    assert [(each.rule, each.pointer) for each in found(document, HINTS)] == [
        ("unknown-block", "/physics/bodies/1/path")
    ]


PROGRAM: Final = """
import sys
from animspec import check
found = check(open(sys.argv[1], "rb").read(), "a.sceneanim.json").findings
loaded = {"numpy", "jsonschema", "lark", "expressions", "animspec.rules.m3g"} & set(sys.modules)
print(*sorted(loaded), *(each.rule for each in found))
"""


@pytest.mark.parametrize(
    ("document", "loaded"),
    [
        (scene(prop("x", key(0), key(2)), camera=[{"t": 0, **CAMERA}]), ""),
        (scene(driven("sin(t) / 4 + smoothstep(0, length, t)")), "expressions"),
        (scene(driven("1 / (t + 1)")), "expressions numpy"),
    ],
)
def test_a_clean_scene_loads_only_what_its_rules_need(
    document: Any, loaded: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.sceneanim.json"
    path.write_text(json.dumps(document))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == loaded


def test_times_of_actions_have_no_end_and_no_frames() -> None:
    keys = [prop("x", key(0), key(0.002), key(9, ease="hold"))]
    assert rules(scene(actions=[action(*keys)], clips=[PLAYED])) == []
    assert rules(scene(*keys)) == ["keys-closer-than-a-frame", "key-past-end"]


def test_scenes_are_held_to_budgets() -> None:
    tight = Budgets(clip_seconds=3, fps=(30,), keys_per_channel=1, tracks_per_clip=2)
    document = scene(prop("x", key(0), key(1)), prop("y", key(0)), prop("z", key(0)))
    assert [(each.rule, each.pointer) for each in found(document, Settings(budgets=tight))] == [
        ("clip-too-long", "/length"),
        ("fps-not-allowed", "/fps"),
        ("too-many-tracks", "/props"),
        ("too-many-keys", "/props/0/keys"),
    ]


def test_one_second_is_said_as_one() -> None:
    document = {"length": 1, "fps": 24, "props": [prop("x", key(0))]}
    (finding,) = found(document, Settings(budgets=Budgets(clip_seconds=0.5)))
    assert finding.message == "the scene lasts 1 second, expected at most 0.5"
