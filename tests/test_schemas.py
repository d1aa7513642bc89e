"""The schemas: what they say is what the models hold, and they are found wherever animspec is."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin, get_type_hints

import attrs
import pytest
from jsonschema import Draft202012Validator

from animspec import schema
from animspec.kinds import ANIMATION_SET, KINDS, RENAMED
from animspec.model import animation_set as model
from animspec.ticks import FRAME_RATES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "schemas" / "v1"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

CLASSES: Final[dict[str, type]] = {
    shape.schema: cls for kind in KINDS for cls, shape in kind.shapes.items()
}
"""The class of the model that each schema of a document's part stands for."""

BESIDE: Final = {
    *("report", "statistics", "animation-set-command"),
    *("configuration", "ignores", "baseline"),
    *("golden", "golden-report", "comparison-report"),
}
"""Schemas of what animspec writes and reads beside documents."""


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a schema, itself first."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner)


def literals(hint: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the choices in a type."""
    if get_origin(hint) is Literal:
        yield get_args(hint)
    else:
        for inner in get_args(hint):
            yield from literals(inner)


def test_every_schema_is_of_a_class_or_of_what_stands_beside_documents() -> None:
    assert set(schema.names()) == set(CLASSES) | BESIDE
    assert {path.name for path in FOLDER.iterdir()} == {
        f"{name}{schema.SUFFIX}" for name in schema.names()
    }


@pytest.mark.parametrize("name", CLASSES)
def test_a_schema_has_the_members_of_its_class(name: str) -> None:
    members = {
        RENAMED.get(each.name, each.name): each.default is attrs.NOTHING
        for each in attrs.fields(CLASSES[name])
    }
    said = schema.load(name)
    assert set(said["properties"]) == set(members)
    assert set(said.get("required", [])) == {member for member, needed in members.items() if needed}
    assert said["type"] == "object"
    assert "additionalProperties" not in said


@pytest.mark.parametrize("name", CLASSES)
def test_the_choices_of_a_schema_are_those_of_the_model(name: str) -> None:
    hints = get_type_hints(CLASSES[name], include_extras=True)
    for attribute, hint in hints.items():
        member = schema.load(name)["properties"][RENAMED.get(attribute, attribute)]
        chosen = [tuple(part["enum"]) for part in parts(member) if "enum" in part]
        assert chosen == list(literals(hint))


def test_the_frame_rates_of_the_schema_are_the_divisors_of_a_second() -> None:
    fps = schema.load("animation-set-clip")["properties"]["fps"]
    assert fps["enum"] == [rate for rate in range(1, 24_001) if 24_000 % rate == 0]
    assert fps["enum"] == list(FRAME_RATES) == list(get_args(model.FramesPerSecond))


def test_the_bounds_of_ticks_are_those_that_doubles_hold() -> None:
    tick = schema.load("animation-set-key")["properties"]["tick"]
    length = schema.load("animation-set-clip")["properties"]["length"]
    assert (tick["minimum"], tick["maximum"]) == (0, 2**53)
    assert (length["minimum"], length["maximum"]) == (1, 2**53)
    assert model.LARGEST_INTEGER == 2**53


def test_the_channels_of_a_track_are_those_of_the_model() -> None:
    lists = [
        name
        for name, said in schema.load("animation-set-track")["properties"].items()
        if said["type"] == "array"
    ]
    assert tuple(lists) == model.CHANNEL_NAMES == get_args(model.ChannelName)
    assert frozenset(lists) == ANIMATION_SET.channels


@pytest.mark.parametrize("name", schema.names())
class TestEverySchema:
    def test_it_is_valid_and_names_itself(self, name: str) -> None:
        said = dict(schema.load(name))
        Draft202012Validator.check_schema(said)
        assert said["$schema"] == DIALECT
        assert said["$id"] == schema.PREFIX + name == f"urn:animspec:schema:v1:{name}"

    def test_it_and_each_member_have_title_and_description(self, name: str) -> None:
        said = schema.load(name)
        described = [said]
        for part in parts(said):
            described += [
                each for each in part.get("properties", {}).values() if "$ref" not in each
            ]
        for each in described:
            assert each["title"]
            assert each["description"].endswith(".")

    def test_its_examples_are_valid(self, name: str) -> None:
        bundled = schema.bundled(name)
        examples = [
            (part, example)
            for part in parts(schema.load(name))
            if isinstance(part.get("examples"), list)
            for example in part["examples"]
        ]
        assert examples
        for part, example in examples:
            whole = {**part, "$defs": bundled.get("$defs", {}), "$schema": DIALECT}
            Draft202012Validator(whole).validate(example)

    def test_bundled_it_stands_alone(self, name: str) -> None:
        bundled = schema.bundled(name)
        Draft202012Validator.check_schema(bundled)
        inner = {each["$id"] for each in parts(bundled) if "$id" in each}
        references = {each["$ref"] for each in parts(bundled) if "$ref" in each}
        outer = {reference for reference in references if not reference.startswith("#")}
        assert outer <= inner
        assert {"$schema", "$id", "title"} <= set(bundled)

    def test_it_is_laid_out_like_the_others(self, name: str) -> None:
        text = (FOLDER / f"{name}{schema.SUFFIX}").read_text("utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


def test_a_bundled_schema_refuses_what_is_wrong_deep_inside() -> None:
    key = {"tick": 0, "value": {"x": 0, "y": 0, "z": "0"}}
    clip = schema.load("animation-set-clip")["examples"][0]
    document = {"rig": "", "clips": [clip | {"tracks": [{"path": "", "scale": [key]}]}]}
    (error,) = Draft202012Validator(schema.bundled("animation-set")).iter_errors(document)
    assert list(error.absolute_path) == ["clips", 0, "tracks", 0, "scale", 0, "value", "z"]


def test_there_is_no_schema_of_an_unknown_name() -> None:
    with pytest.raises(LookupError) as caught:
        schema.load("animation-sets")
    assert caught.value.args == (
        'there is no schema "animation-sets"; did you mean "animation-set"?',
    )


def test_in_a_checkout_the_schemas_lie_beside_the_package() -> None:
    assert Path(str(schema.folder())).resolve() == FOLDER


needs_builder = pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None or importlib.util.find_spec("pip") is None,
    reason="building needs hatchling and pip",
)


def pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (built,) = folder.glob("animspec-*.whl")
    return built


def environment(folder: Path) -> Path:
    """Make a new environment that has what animspec needs, but not animspec; return its Python."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    # A path in a .pth file is searched for packages; the .pth files in it are not read.
    needed = Path(paths["purelib"]) / "needed.pth"
    needed.write_text(sysconfig.get_paths()["purelib"], "utf-8")
    return Path(paths["scripts"]) / Path(sys.executable).name


def run(python: Path, *words: str) -> str:
    """Run a new environment's Python, far from the checkout, and return what it prints."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(python), *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=python.parent,
        env=clean,
    )
    return done.stdout


WHERE: Final = "import animspec.schema as s; print(s.folder())"


@needs_builder
class TestInstalled:
    def test_the_wheel_holds_what_is_needed_and_no_more(self, wheel: Path) -> None:
        names = zipfile.ZipFile(wheel).namelist()
        carried = {Path(name).name for name in names if name.startswith("animspec/schemas/v1/")}
        assert carried == {path.name for path in FOLDER.iterdir()}
        assert {"animspec/py.typed", "expressions/py.typed", "expressions/driver.lark"} <= set(
            names
        )
        tops = {name.partition("/")[0] for name in names}
        assert {top for top in tops if not top.endswith(".dist-info")} == {
            "animspec",
            "expressions",
        }

    def test_a_wheel_brings_its_schemas(self, wheel: Path, tmp_path: Path) -> None:
        python = environment(tmp_path / "new")
        pip("--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
        folder = Path(run(python, "-c", WHERE).strip())
        assert folder.is_relative_to((tmp_path / "new").resolve())
        program = python.with_name("animspec")
        listed = subprocess.run(
            [str(program), "schema"], capture_output=True, check=True, text=True
        )
        assert listed.stdout.split() == list(schema.names())
        fixture = ROOT / "fixtures" / "reports" / "fox.voxelanim.json"
        done = subprocess.run(
            [str(program), "check", str(fixture)], capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (1, b"")
        assert b"error[wrong-type]" in done.stdout

    def test_an_editable_install_finds_those_of_the_checkout(self, tmp_path: Path) -> None:
        if importlib.util.find_spec("editables") is None:
            pytest.skip("an editable build needs editables")
        python = environment(tmp_path / "new")
        words = ["install", "--no-deps", "--no-index", "--no-build-isolation", "--editable"]
        pip("--python", str(python), *words, str(ROOT))
        assert Path(run(python, "-c", WHERE).strip()).resolve() == FOLDER
