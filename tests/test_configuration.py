"""Configuration: what files of it say, which one counts, and what comes of it."""

from __future__ import annotations

import inspect
import io
import json
import math
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from attrs import fields
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import Severity, check, schema
from animspec.catalogue import entry, names
from animspec.cli import main
from animspec.cli.shown_settings import lines
from animspec.configuration import shape
from animspec.configuration.nearest import Configurations
from animspec.configuration.reading import read_configuration
from animspec.globs import globs
from animspec.hierarchies import read_hierarchy
from animspec.settings import Budgets, ConfigurationError, Settings
from animspec.suppression import baseline, ignores
from animspec.tables import parse_toml

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.configuration import Configuration

    Run: TypeAlias = "Callable[..., tuple[int, str, str]]"

ROOT: Final = Path(__file__).parent.parent
NAME: Final = "fox.voxelanim.json"
CLEAN: Final = '{"rig": "Fox", "clips": []}'
FAULTY: Final = '{"rig": 1, "clips": []}'
HINTED: Final = '{"version": 1.0, "rig": "Fox", "clips": []}'
WARNED: Final = '{"rig": "Fox", "clips": [], "extra": 1}'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], folder: Path) -> Run:
    """Run ``animspec check`` and return its status, its output and what it says of errors."""
    assert folder.is_dir()

    def call(*words: str) -> tuple[int, str, str]:
        try:
            status = main(["check", "--format", "concise", *words])
        except SystemExit as stop:
            status = int(str(stop.code))
        sys.stdout.flush()
        captured = capfd.readouterr()
        return status, captured.out, captured.err

    return call


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def found(run: Run, *words: str) -> list[str]:
    """Return file and rule of each finding."""
    _, out, err = run(*words)
    assert err == ""
    return [
        f"{found['file']} {found['rule']}"
        for found in (
            re.match(r"(?P<file>.*?):.*\[(?P<rule>.*?)\]", line) for line in out.splitlines()
        )
        if found is not None
    ]


def read(text: str, name: str = "animspec.toml") -> Configuration:
    configuration = read_configuration(text.encode(), f"/repo/{name}", name)
    assert configuration is not None
    return configuration


def problems(text: str, name: str = "animspec.toml") -> tuple[str, ...]:
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(text.encode(), f"/repo/{name}", name)
    return caught.value.problems


WORDS: Final = ("all", "error", "scale-zero", "loop-seam-jump", "animation-set", "a", "#a", "!")
KEYS: Final = (
    *(*shape.CONFIGURATION.members, *shape.BUDGETS.members),
    *("loop-seam-jump", "share", "least", "key-past-end", "a", "#", "!a", ""),
)
ANYTHING: Final = st.recursive(
    st.sampled_from([None, True, -1, 0, 1, 9, 0.5, 2.0, *WORDS]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=6,
)
VALUES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "select": st.lists(st.sampled_from(["all", "hint", "scale-zero", "hnt"]), max_size=2),
    "show": st.sampled_from(["error", "hint", "none"]),
    "severities": st.dictionaries(
        st.sampled_from(["scale-zero", "scale-zer"]), st.sampled_from(["hint", "off"])
    ),
    "thresholds": st.dictionaries(
        st.sampled_from(["loop-seam-jump", "key-past-end"]),
        st.dictionaries(st.sampled_from(["share", "sha"]), st.sampled_from([0, 0.5, -1, "1"])),
    ),
    "budgets": st.fixed_dictionaries(
        {},
        optional={
            "fps": st.lists(st.sampled_from([24, 29.97, 0]), max_size=2),
            "clip-seconds": st.sampled_from([0, 0.1, 60]),
            "keys-per-channel": st.sampled_from([0, 1, 1.0, 1.5]),
            "file-bites": st.just(1),
        },
    ),
    "kinds": st.dictionaries(
        st.sampled_from(["*.json", "!a", "#", ""]), st.sampled_from(["animation-set", "set"])
    ),
    "selct": st.just([]),
}


class TestShape:
    """The shape says what the reader takes; the schema is made from it."""

    @pytest.mark.parametrize(
        ("name", "made"),
        [
            ("configuration", shape.schema),
            ("ignores", ignores.schema),
            ("baseline", baseline.schema),
        ],
    )
    def test_a_schema_is_made_from_its_shape(
        self, name: str, made: Callable[[], dict[str, Any]]
    ) -> None:
        assert schema.load(name) == made(), "python docs/generate.py writes it anew"

    @given(
        st.fixed_dictionaries({}, optional=VALUES)
        | st.dictionaries(st.sampled_from([*shape.CONFIGURATION.members]), ANYTHING, max_size=2)
        | ANYTHING
    )
    @settings(max_examples=150, deadline=None)
    def test_the_schema_takes_what_the_reader_takes(self, said: Any) -> None:
        accepted = not list(shape.CONFIGURATION.problems(said, ""))
        assert Draft202012Validator(dict(schema.load("configuration"))).is_valid(said) == accepted

    def test_a_glob_for_nothing_is_a_problem_that_no_schema_can_see(self) -> None:
        assert problems('exclude = ["[a"]') == (
            'animspec.toml: exclude[0] is "[a", which is a glob for nothing',
        )

    def test_numbers_that_only_toml_has_are_problems(self) -> None:
        assert problems("[budgets]\nclip-seconds = inf") == (
            "animspec.toml: budgets.clip-seconds is Infinity, expected a number",
        )

    @pytest.mark.parametrize("name", names())
    def test_thresholds_are_declared_as_they_can_be_set(self, name: str) -> None:
        rule, look = entry(name).rule, entry(name).check
        for key, each in rule.thresholds.items():
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key)
            assert math.isfinite(each.default)
            assert each.default >= 0
            assert not each.meaning.endswith(".")
        parameters = list(inspect.signature(look).parameters)[1:] if look is not None else []
        assert parameters == ["thresholds"] * bool(rule.thresholds) + ["budget"] * bool(rule.budget)

    def test_every_budget_can_be_set(self) -> None:
        attributes = [each.name.replace("_", "-") for each in fields(Budgets)]
        assert attributes == list(shape.BUDGETS.members)
        used = {entry(name).rule.budget for name in names()} - {None}
        assert used == {each.name for each in fields(Budgets)} - {"file_bytes"}


A_RULE: Final = 'expected the name of a rule, a severity or "all"'
A_GUESS: Final = '; did you mean "loop-seam-jump"?'
A_SHARE: Final = '; did you mean "share"?'
A_KIND: Final = 'expected "animation-set", "scene-animation" or "m3g-animation"'
A_SEVERITY: Final = 'expected "error", "warning" or "hint"'


class TestReading:
    def test_every_key_says_what_it_says(self, folder: Path) -> None:
        put(folder, {"rigs/fox.json": '{"Body": {}}'})
        text = """
            select = ["all", "scale-zero"]
            ignore = ["key-off-frame-grid"]
            show = "hint"
            fold = false
            include = ["*.anim"]
            exclude = ["vendor/"]
            allowed-members = ["extra"]
            [severities]
            loop-seam-jump = "error"
            [thresholds.loop-seam-jump]
            share = 0.5
            [budgets]
            keys-per-channel = 3
            tracks-per-clip = 4
            clip-seconds = 1.5
            fps = [24, 29.97]
            file-bytes = 100
            [kinds]
            "motion/*.json" = "animation-set"
            [per-file-ignores]
            "old/" = ["warning"]
            [hierarchies]
            " Fox" = "rigs/fox.json"
        """
        configuration = read_configuration(text.encode(), str(folder / "animspec.toml"))
        assert configuration is not None
        assert configuration.settings == Settings(
            show=Severity.HINT,
            fold=False,
            allowed_members=frozenset({"extra"}),
            hierarchies={"fox": read_hierarchy(b'{"Body": {}}')},
            thresholds={"loop-seam-jump": {"share": 0.5}},
            select=frozenset({"all", "scale-zero"}),
            ignore=frozenset({"key-off-frame-grid"}),
            severities={"loop-seam-jump": Severity.ERROR},
            budgets=Budgets(3, 4, 1.5, (24, 29.97), 100),
        )
        assert configuration.includes(str(folder / "in/a.anim"))
        assert not configuration.includes(str(folder / "in/a.json"))
        assert configuration.excludes(str(folder / "vendor"), is_folder=True)
        kind = configuration.kind_of(str(folder / "motion/a.json"))
        assert kind is not None
        assert kind.name == "animation-set"
        old = configuration.settings_of(str(folder / "old/in/a.json"))
        assert old.ignore == {"key-off-frame-grid", "warning"}
        assert configuration.settings_of(str(folder / "a.json")) is configuration.settings

    def test_an_empty_file_changes_nothing(self) -> None:
        assert read("").settings == Settings()

    def test_the_table_of_a_project_file_counts(self) -> None:
        text = '[project]\nname = "x"\n[tool.animspec]\nshow = "hint"\n'
        assert read(text, "pyproject.toml").settings.show is Severity.HINT
        assert read_configuration(b"[tool.other]\n", "/repo/pyproject.toml") is None

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("selct = []", 'the file has a key "selct" that is not known; did you mean "select"?'),
            ('select = "all"', 'select is "all", expected a list'),
            ('ignore = ["loop-seam-jmp"]', f'ignore[0] is "loop-seam-jmp", {A_RULE}{A_GUESS}'),
            ("ignore = [1979-05-27]", f"ignore[0] is a date or a time, {A_RULE}"),
            ('show = "warn"', f'show is "warn", {A_SEVERITY}; did you mean "warning"?'),
            ("fold = 1", "fold is 1, expected true or false"),
            ('allowed-members = [""]', "allowed-members[0] is empty"),
            ("severities = 3", "severities is 3, expected a table"),
            ("severities.x = 'hint'", 'a key of severities is "x", expected the name of a rule'),
            ("severities.scale-zero = 'off'", f'severities.scale-zero is "off", {A_SEVERITY}'),
            (
                "thresholds.loop-seam-jump.shar = 1",
                'thresholds.loop-seam-jump has a key "shar" that is not known' + A_SHARE,
            ),
            (
                "thresholds.loop-seam-jump.share = -1",
                "thresholds.loop-seam-jump.share is -1, expected 0 or more",
            ),
            (
                "thresholds.key-past-end.x = 1",
                "thresholds.key-past-end cannot be set: key-past-end has no thresholds",
            ),
            ("budgets.fps = []", "budgets.fps is empty"),
            ("budgets.clip-seconds = 0", "budgets.clip-seconds is 0, expected more than 0"),
            ("budgets.file-bytes = true", "budgets.file-bytes is true, expected a whole number"),
            (
                "kinds.'a/*' = 'animation-sets'",
                f'kinds."a/*" is "animation-sets", {A_KIND}; did you mean "animation-set"?',
            ),
            (
                "kinds.'!a' = 'animation-set'",
                'a key of kinds starts with "!", which has no meaning here',
            ),
        ],
    )
    def test_what_is_wrong_is_said_with_its_key(self, text: str, said: str) -> None:
        assert problems(text) == (f"animspec.toml: {said}",)

    def test_every_problem_is_told(self) -> None:
        assert len(problems('selct = []\nshow = "x"\nfold = 0\n[budgets]\nkeys = 1')) == 4

    def test_problems_of_a_project_file_name_the_whole_key(self) -> None:
        assert problems("[tool.animspec]\nfold = 0", "pyproject.toml") == (
            "pyproject.toml: tool.animspec.fold is 0, expected true or false",
        )
        assert problems("tool.animspec = 1", "pyproject.toml") == (
            "pyproject.toml: tool.animspec is 1, expected a table",
        )

    def test_a_fault_of_toml_has_its_line_and_column(self) -> None:
        assert problems("show = 'hint'\nfold = = 1") == (
            "animspec.toml:2:8: the text is not TOML: invalid value",
        )
        assert read_fails(b"show = 'hint'\nx = '\xff'") == (
            "animspec.toml:2: the text is not UTF-8"
        )

    def test_a_hierarchy_that_cannot_be_used_is_said(self, folder: Path) -> None:
        put(folder, {"rig.json": "[]"})
        for name, reason in (
            ("absent.json", "cannot be read: No such file or directory"),
            (
                "rig.json",
                "the hierarchy is an array, expected an object that names the blocks below",
            ),
        ):
            text = f"[hierarchies]\nFox = {name!r}".encode()
            with pytest.raises(ConfigurationError) as caught:
                read_configuration(text, str(folder / "animspec.toml"), "animspec.toml")
            assert str(caught.value).startswith("animspec.toml: hierarchies: ")
            assert str(caught.value).endswith(reason)


def read_fails(data: bytes) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(data, "/repo/animspec.toml", "animspec.toml")
    return str(caught.value)


class TestWhichFileCounts:
    def show(self, path: Path, **more: Any) -> Severity:
        return Configurations(**more).of(str(path))[0].show

    def test_the_nearest_file_counts_and_no_other(self, folder: Path) -> None:
        put(
            folder,
            {
                "animspec.toml": 'show = "hint"\nignore = ["scale-zero"]',
                "in/deep/animspec.toml": 'show = "error"',
            },
        )
        assert self.show(folder / "a.json") is Severity.HINT
        assert self.show(folder / "in/a.json") is Severity.HINT
        assert self.show(folder / "in/deep/er/a.json") is Severity.ERROR
        deep, _ = Configurations().of(str(folder / "in/deep/a.json"))
        assert deep.ignore == frozenset()

    def test_a_project_file_counts_only_with_our_table(self, folder: Path) -> None:
        put(
            folder,
            {
                "pyproject.toml": '[tool.animspec]\nshow = "hint"',
                "in/pyproject.toml": "[tool.ruff]\n# not animspec",
                "both/pyproject.toml": '[tool.animspec]\nshow = "hint"',
                "both/animspec.toml": 'show = "error"',
            },
        )
        assert self.show(folder / "a.json") is Severity.HINT
        assert self.show(folder / "in/a.json") is Severity.HINT
        assert self.show(folder / "both/a.json") is Severity.ERROR

    def test_isolated_nothing_counts(self, folder: Path) -> None:
        put(folder, {"animspec.toml": 'show = "hint"'})
        assert self.show(folder / "a.json", isolated=True) is Severity.WARNING

    def test_a_named_file_counts_everywhere(self, folder: Path, run: Run) -> None:
        put(
            folder,
            {
                "animspec.toml": 'show = "error"',
                "ci/strict.toml": 'show = "hint"',
                NAME: HINTED,
            },
        )
        assert found(run, NAME) == []
        assert found(run, NAME, "--config", "ci/strict.toml") == [
            f"{NAME} integer-written-as-float"
        ]

    @pytest.mark.parametrize(
        ("file", "said"),
        [
            ("absent.toml", "absent.toml cannot be read: No such file or directory"),
            ("pyproject.toml", "pyproject.toml has no table tool.animspec"),
            ("bad.toml", 'bad.toml: the file has a key "x" that is not known; it knows select'),
        ],
    )
    def test_a_named_file_that_cannot_be_used_is_two(
        self, file: str, said: str, folder: Path, run: Run
    ) -> None:
        put(folder, {"pyproject.toml": "[tool.animspecs]", "bad.toml": "x = 1", NAME: FAULTY})
        status, out, err = run(NAME, "--config", file)
        assert (status, out) == (2, "")
        assert err.startswith(said)

    def test_a_file_far_below_that_cannot_be_used_is_two_before_anything_is_told(
        self, folder: Path, run: Run
    ) -> None:
        put(folder, {NAME: FAULTY, "z/animspec.toml": "x", f"z/{NAME}": CLEAN})
        status, out, err = run()
        assert (status, out) == (2, "")
        assert err.startswith("z/animspec.toml:1: the text is not TOML: expected '='")

    def test_a_folder_of_that_name_is_said_to_be_unreadable(self, folder: Path, run: Run) -> None:
        (folder / "animspec.toml").mkdir()
        put(folder, {NAME: CLEAN})
        assert run()[::2] == (2, "animspec.toml cannot be read: Is a directory\n")

    def test_standard_input_has_the_configuration_of_its_name(
        self, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, {"in/animspec.toml": 'ignore = ["wrong-type"]'})
        for words, count in (([], 1), (["--stdin-filename", f"in/{NAME}"], 0)):
            given_bytes = io.TextIOWrapper(io.BytesIO(FAULTY.encode()))
            monkeypatch.setattr("sys.stdin", given_bytes)
            assert len(found(run, "-", *words)) == count

    def test_without_such_a_file_nothing_that_reads_one_is_loaded(self, folder: Path) -> None:
        put(folder, {f"without/{NAME}": CLEAN, f"with/{NAME}": CLEAN, "with/animspec.toml": ""})
        loaded = {}
        for name in ("without", "with"):
            program = (
                f"from animspec.cli import main; main(['check', {str(folder / name / NAME)!r}]); "
                "import sys; print(' '.join(sys.modules), file=sys.stderr)"
            )
            done = subprocess.run(
                [sys.executable, "-c", program],
                capture_output=True,
                text=True,
                check=True,
                cwd=ROOT,
            )
            loaded[name] = set(done.stderr.split())
        reading = {"tomllib", "animspec.tables", "animspec.globs", "animspec.configuration.shape"}
        assert loaded["without"].isdisjoint(reading)
        assert reading <= loaded["with"]


class TestWhatIsLookedFor:
    TEXT: Final = '{"version": 1.0, "rig": 1, "clips": [], "extra": 1}'
    ERROR: Final = f"{NAME} wrong-type"
    WARNING: Final = f"{NAME} unknown-member"
    HINT: Final = f"{NAME} integer-written-as-float"

    @pytest.mark.parametrize(
        ("said", "words", "rules"),
        [
            ("", "", {ERROR, WARNING}),
            ('show = "hint"', "", {ERROR, WARNING, HINT}),
            ('show = "hint"', "--show error", {ERROR}),
            ('show = "error"', "--fail-on warning", {ERROR, WARNING}),
            ('select = ["error"]', "", {ERROR}),
            ('select = ["error", "hint"]', "", {ERROR, HINT}),
            ('select = ["all", "integer-written-as-float"]', "", {ERROR, WARNING, HINT}),
            ("select = []", "", set()),
            ('ignore = ["error"]', "", {WARNING}),
            ('ignore = ["all"]', "", set()),
            ('select = ["wrong-type"]\nignore = ["wrong-type"]', "", set()),
            ('ignore = ["wrong-type"]', "--ignore unknown-member", set()),
            ('ignore = ["wrong-type"]', "--select wrong-type,hint", {ERROR, HINT}),
            ('select = ["error"]', "--select all --select hint", {ERROR, WARNING, HINT}),
            ('allowed-members = ["extra"]', "", {ERROR}),
            ("", "--allow-member extra", {ERROR}),
            (f'[per-file-ignores]\n"{NAME}" = ["error"]', "--select all", {WARNING}),
            ('[severities]\nunknown-member = "hint"', "", {ERROR}),
            ('[severities]\nunknown-member = "hint"', "--select hint", {WARNING, HINT}),
        ],
    )
    def test_flags_win_over_files(
        self, said: str, words: str, rules: set[str], folder: Path, run: Run
    ) -> None:
        put(folder, {"animspec.toml": said, NAME: self.TEXT})
        assert set(found(run, *words.split())) == rules

    def test_a_severity_decides_what_fails(self, folder: Path, run: Run) -> None:
        put(folder, {"animspec.toml": '[severities]\nunknown-member = "error"', NAME: WARNED})
        status, out, _ = run()
        assert status == 1
        assert "error[unknown-member]" in out
        assert out.endswith("Found 1 error in 1 file\n")

    def test_severities_hold_for_files_that_cannot_be_read(self, folder: Path, run: Run) -> None:
        put(folder, {"animspec.toml": '[severities]\ncannot-read = "warning"'})
        status, out, _ = run("absent.json")
        assert status == 0
        assert out.startswith("absent.json: warning[cannot-read]: the file cannot be read: No such")
        assert run("absent.json", "--ignore", "cannot-read")[0] == 0

    def test_a_rule_that_is_misspelt_on_the_command_line_is_two(self, run: Run) -> None:
        status, _, err = run("--select", "error, loop-seam-jmp")
        assert status == 2
        assert 'it is "loop-seam-jmp", expected the name of a rule' in err
        assert 'did you mean "loop-seam-jump"?' in err

    def test_what_follows_from_an_ignored_fault_is_not_told(self) -> None:
        keys = ", ".join(
            f'{{"tick": {tick}, "value": {{"x": {x}, "y": 0, "z": 0}}}}'
            for tick, x in ((0, 0), (2000, 1), (1000, 5))
        )
        track = f'{{"path": "Body", "position": [{keys}]}}'
        clip = '"id": "a", "name": "A", "length": 2000, "fps": 24, "loop": true'
        data = f'{{"rig": "Fox", "clips": [{{{clip}, "tracks": [{track}]}}]}}'.encode()
        assert [each.rule for each in check(data, NAME).findings] == ["keys-out-of-order"]
        ignoring = Settings(ignore=frozenset({"keys-out-of-order"}))
        assert check(data, NAME, ignoring).findings == ()


class TestNumbers:
    def seam(self, jump: float) -> bytes:
        keys = ", ".join(
            f'{{"tick": {tick}, "value": {{"x": {x}, "y": 0, "z": 0}}}}'
            for tick, x in ((0, 0), (1000, 10), (2000, jump))
        )
        track = f'{{"path": "Body", "position": [{keys}]}}'
        clip = '"id": "a", "name": "A", "length": 2000, "fps": 24, "loop": true'
        return f'{{"rig": "Fox", "clips": [{{{clip}, "tracks": [{track}]}}]}}'.encode()

    @pytest.mark.parametrize(
        ("thresholds", "count"),
        [({}, 1), ({"share": 0.049}, 1), ({"share": 0.051}, 0), ({"least": 0.6}, 0)],
    )
    def test_a_threshold_moves_the_line(self, thresholds: dict[str, float], count: int) -> None:
        # The jump is 0.5, a twentieth of the channel's range.
        settings = Settings(thresholds={"loop-seam-jump": thresholds})
        assert len(check(self.seam(0.5), NAME, settings).findings) == count

    def test_a_file_may_have_a_budget_of_bytes(self, folder: Path, run: Run) -> None:
        put(folder, {"animspec.toml": f"[budgets]\nfile-bytes = {len(CLEAN)}"})
        put(folder, {"a.voxelanim.json": CLEAN, "b.voxelanim.json": CLEAN + "\n"})
        _, out, _ = run()
        assert out.splitlines()[0] == (
            f"b.voxelanim.json: warning[file-over-budget]: the file has {len(CLEAN) + 1} bytes, "
            f"expected at most {len(CLEAN)}"
        )
        assert len(out.splitlines()) == 2

    def test_without_a_budget_its_rule_says_nothing(self) -> None:
        settings = Settings(select=frozenset({"fps-not-allowed", "too-many-keys"}))
        assert check(self.seam(0), NAME, settings).findings == ()


class TestWhichFilesAreChecked:
    @pytest.fixture
    def files(self, folder: Path) -> Path:
        names = ("a.voxelanim.json", "motion/b.json", "motion/c.anim", "vendor/d.voxelanim.json")
        put(folder, dict.fromkeys(names, FAULTY))
        put(folder, {"animspec.toml": 'include = ["*.anim"]\nexclude = ["vendor/"]\n'
                     '[kinds]\n"motion/*.json" = "animation-set"'})  # fmt: skip
        return folder

    def checked(self, run: Run, *words: str) -> list[str]:
        return [each.split()[0] for each in found(run, *words)]

    def test_globs_add_files_and_take_them_away(self, files: Path, run: Run) -> None:
        assert files.is_dir()
        assert self.checked(run) == ["a.voxelanim.json", "motion/b.json", "motion/c.anim"]
        assert self.checked(run, "motion") == ["motion/b.json", "motion/c.anim"]
        assert self.checked(run, "--isolated") == ["a.voxelanim.json", "vendor/d.voxelanim.json"]

    def test_what_is_named_is_checked_unless_exclusion_is_forced(
        self, files: Path, run: Run
    ) -> None:
        name = "vendor/d.voxelanim.json"
        for path in (name, "vendor", str(files / name), "./vendor/../vendor"):
            assert len(self.checked(run, path)) == 1
            assert self.checked(run, path, "--force-exclude") == []
        assert self.checked(run, "a.voxelanim.json", "--force-exclude") == ["a.voxelanim.json"]

    def test_a_glob_says_what_kind_a_file_is(self, folder: Path, run: Run) -> None:
        put(folder, {"animspec.toml": '[kinds]\n"*.json" = "animation-set"\n'
                     '"m/*.json" = "m3g-animation"'})  # fmt: skip
        put(folder, {"a.json": "{}", "m/a.json": "{}", "b.m3g.golden.json": "{}"})
        _, out, _ = run()
        assert "golden" not in out
        assert "the animation set has no member" in out.splitlines()[0]
        assert 'has no member "sequences"' in out.splitlines()[-2]

    def test_configuration_deep_down_rules_its_own_folder(self, folder: Path, run: Run) -> None:
        put(folder, {"animspec.toml": 'exclude = ["x.*"]', "in/animspec.toml": ""})
        put(folder, dict.fromkeys(["x.voxelanim.json", "in/x.voxelanim.json"], FAULTY))
        assert self.checked(run) == ["in/x.voxelanim.json"]

    @pytest.mark.parametrize(
        ("glob", "covered"),
        [
            ("a.json", {"a.json", "in/a.json", "in/deep/a.json"}),
            ("/a.json", {"a.json"}),
            ("in", {"in/a.json", "in/deep/a.json"}),
            ("in/", {"in/a.json", "in/deep/a.json"}),
            ("in/*.json", {"in/a.json"}),
            ("in/**/*.json", {"in/a.json", "in/deep/a.json"}),
            ("deep/", {"in/deep/a.json"}),
            ("a.json/", set()),
        ],
    )
    def test_a_glob_covers_files_and_all_that_is_in_folders(
        self, glob: str, covered: set[str]
    ) -> None:
        paths = {"a.json", "in/a.json", "in/deep/a.json"}
        assert {path for path in paths if globs("/r", [glob]).cover(f"/r/{path}")} == covered
        assert not globs("/r", [glob]).cover("/rest/a.json")


class TestShownSettings:
    def test_it_says_where_settings_come_from(self, folder: Path, run: Run) -> None:
        put(folder, {"animspec.toml": '[per-file-ignores]\n"old/" = ["hint"]\n'
                     '[kinds]\n"old/" = "animation-set"'})  # fmt: skip
        put(folder, {"old/a.json": FAULTY})
        status, out, _ = run("--show-settings", "old/a.json", "--ignore", "scale-zero")
        assert status == 0
        assert out.splitlines()[:4] == [
            "# old/a.json, by animspec.toml",
            "# kind: animation-set",
            'select = ["all"]',
            'ignore = ["hint", "scale-zero"]',
        ]
        assert run("--show-settings", "--isolated")[1].startswith("# ., by no configuration file\n")

    @given(
        st.builds(
            Settings,
            show=st.sampled_from(Severity),
            fold=st.booleans(),
            allowed_members=st.frozensets(st.text(min_size=1), max_size=3),
            thresholds=st.fixed_dictionaries(
                {},
                optional={
                    "loop-seam-jump": st.fixed_dictionaries(
                        {"share": st.floats(0, 1e9), "least": st.floats(0, 1e-3)}
                    )
                },
            ),
            select=st.frozensets(st.sampled_from(["all", "hint", "scale-zero"])),
            ignore=st.frozensets(st.sampled_from(["all", "hint", "scale-zero"])),
            severities=st.dictionaries(
                st.sampled_from(names()), st.sampled_from(Severity), max_size=3
            ),
            budgets=st.builds(
                Budgets,
                st.none() | st.integers(1, 10**9),
                st.none() | st.integers(1, 9),
                st.none() | st.floats(1e-3, 1e9),
                st.none() | st.lists(st.floats(1, 1e3), min_size=1, max_size=3).map(tuple),
                st.none() | st.integers(1, 10**12),
            ),
        )
    )
    @settings(max_examples=60, deadline=None)
    def test_what_is_shown_is_a_file_that_says_the_same(self, chosen: Settings) -> None:
        text = "\n".join(lines(chosen))
        configuration = read(text)
        again = configuration.settings
        assert tomllib.loads(text)
        for name in (
            "show",
            "fold",
            "allowed_members",
            "select",
            "ignore",
            "severities",
            "budgets",
        ):
            assert getattr(again, name) == getattr(chosen, name)
        rule = entry("loop-seam-jump").rule
        said = {**rule.defaults(), **chosen.thresholds.get(rule.name, {})}
        assert again.thresholds[rule.name] == said


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("configuration", "ignores", "baseline"):
        assert main(["schema", name]) == 0
        assert json.loads(capsys.readouterr().out)["$id"] == f"urn:animspec:schema:v1:{name}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"Hips": {"Leg": {}}, "Hips": {"Arm": {}}}', '"Hips" twice, expected each block once'),
        ('{"Hips": {"Leg": {}, " leg": {}}}', '"Hips/ leg" as "Hips/Leg", too, expected each'),
        ('{"Hips": {"Leg": []}}', '"Hips/Leg" is an array, expected an object'),
        ('{"Hips": ', "the hierarchy is not JSON: "),
    ],
)
def test_a_hierarchy_that_is_none_says_why(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read_hierarchy(text.encode())


def test_a_byte_order_mark_says_nothing_in_toml() -> None:
    assert parse_toml("animspec.toml", b'\xef\xbb\xbfselect = ["all"]') == {"select": ["all"]}
