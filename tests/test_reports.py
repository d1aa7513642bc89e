"""Reports for other tools, held to what those tools read; statistics, files and progress."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections import Counter
from contextlib import redirect_stderr
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft4Validator, Draft202012Validator
from junitparser import Error, Failure, JUnitXml

from animspec import Severity, check, schema
from animspec.catalogue import entry
from animspec.cli import main, progress
from animspec.findings import Finding, Place, Spot
from animspec.reports import FORMS, Counts, Manner, reporter
from animspec.reports.artifacts import Fingerprints
from animspec.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.catalogue import Entry
    from tests.conftest import Golden

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
REPORTS: Final = FIXTURES / "reports"
SCHEMA: Final = REPORTS / "sarif-schema-2.1.0.json"
NAME: Final = "fox.voxelanim.json"
NAMES: Final = ("cut-off", "fox", "clean", "one-line", "missing")
PATHS: Final = [f"{name}.voxelanim.json" for name in NAMES]
CLEAN: Final = '{"rig": "Fox", "clips": []}\n'
FAULTY: Final = '{"rig": 1, "clips": [], "extra": 1}\n'

Run: TypeAlias = "Callable[..., tuple[int, str]]"


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run ``animspec check`` and return its status and what it wrote."""

    def call(*words: str) -> tuple[int, str]:
        status = main(["check", *words])
        sys.stdout.flush()
        captured = capfdbinary.readouterr()
        assert captured.err == b""
        return status, captured.out.decode()

    return call


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def reported(form: str, findings: list[Finding], fail_on: str = "error") -> str:
    """Return the report of a form on findings in one file."""
    written: list[str] = []
    report = reporter(form, written.append, Manner(fail_on=Severity(fail_on)))
    report.file(findings[0].file, findings, b"")
    report.close(Counts().plus(findings))
    return "".join(written)


def finding(file: str = NAME, message: str = "x is 1", **more: Any) -> Finding:
    usual = Finding("wrong-type", Severity.ERROR, file, "", "", Place(1, 2, 1, 3), message)
    return evolve(usual, **more)


def truncated() -> bytes:
    """Return a binary file whose last section is cut off."""
    return (FIXTURES / "m3g" / "walk.m3g").read_bytes()[:-40]


def with_a_short_page(name: str) -> Entry:
    """Return a rule with a page of its own, so that expected reports outlive better pages."""
    page = f"A part has {name}.\n\nWhy\n    Players\n    differ.\n\nFix\n    Mend it.\n"
    return evolve(entry(name), page=page)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("sarif.expected.json", ["--format", "sarif"]),
        ("github.expected.txt", ["--format", "github"]),
        ("gitlab.expected.json", ["--format", "gitlab"]),
        ("junit.expected.xml", ["--format", "junit"]),
        ("statistics.expected.txt", ["--statistics", "--color", "never"]),
        ("statistics.expected.json", ["--statistics", "--format", "json"]),
    ],
)
def test_a_report_is_as_expected(
    expected: str, words: list[str], run: Run, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(REPORTS)
    monkeypatch.setattr("importlib.metadata.version", lambda _: "0.0.0")
    monkeypatch.setattr("animspec.reports.sarif.entry", with_a_short_page)
    status, out = run(*PATHS, *words)
    assert status == 1
    golden(REPORTS / expected, out)


def test_every_form_has_an_expected_report() -> None:
    known = {path.name.partition(".")[0] for path in REPORTS.glob("*.expected.*")}
    assert set(FORMS) - {"json"} <= known  # JSON's is called report.expected.json


def test_every_form_has_a_section_of_the_page_on_reports() -> None:
    page = (FIXTURES.parent / "docs" / "reports.md").read_text("utf-8")
    assert re.findall(r"^## ([a-z]+)$", page, re.MULTILINE) == list(FORMS)


@pytest.mark.parametrize("form", FORMS)
class TestEveryForm:
    def test_a_run_without_findings_is_a_report_too(
        self, form: str, run: Run, folder: Path
    ) -> None:
        (folder / NAME).write_text(CLEAN)
        for words in ([], [NAME]):
            status, out = run(*words, "--format", form)
            assert status == 0
            assert number_of_findings(form, out) == 0

    def test_all_findings_are_told(
        self, form: str, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(FIXTURES)
        _, out = run("reports", "input", "--format", form, "--show", "hint")
        _, listed = run("reports", "input", "--format", "json", "--show", "hint")
        assert number_of_findings(form, out) == len(json.loads(listed)["findings"]) > 100

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
    @pytest.mark.parametrize(
        "name",
        [
            b"a b'\"<&>#%?,:[1].json",
            "ä🦊\u2028.json".encode(),
            b"a\n::b\x1b\r.json",
            b"\xff.json",
        ],
    )
    def test_a_file_may_have_any_name(self, form: str, name: bytes, run: Run, folder: Path) -> None:
        path = os.fsencode(folder) + b"/" + name
        try:
            Path(os.fsdecode(path)).write_text(FAULTY)
        except OSError:
            pytest.skip("this file system has no such names")
        status, out = run(os.fsdecode(path), "--format", form)
        assert status == 1
        assert number_of_findings(form, out) == 2

    def test_a_binary_file_has_offsets_instead_of_lines(
        self, form: str, run: Run, folder: Path
    ) -> None:
        (folder / "walk.m3g").write_bytes(truncated())
        status, out = run("walk.m3g", "--format", form)
        assert status == 1
        assert number_of_findings(form, out) >= 1
        spot = check(truncated(), "walk.m3g").findings[0].spot
        assert spot is not None
        shown = {"json": f'"offset": {spot.offset}', "sarif": f'{{"byteOffset": {spot.offset}}}'}
        assert shown.get(form, str(spot)) in out


def number_of_findings(form: str, out: str) -> int:
    """Return how many findings a report tells, read as its readers do."""
    match form:
        case "text" | "concise":
            return len(re.findall(r": (?:error|warning|hint)\[", out))
        case "json":
            return len(json.loads(out)["findings"])
        case "sarif":
            return len(results(out))
        case "github":
            return len(list(commands(out)))
        case "gitlab":
            return len(json.loads(out))
        case _:
            texts = (case.itertext() for case in ET.fromstring(out).iter("testcase"))  # noqa: S314 - our own
            return len(re.findall(r": (?:error|warning|hint)\[", "".join(map("".join, texts))))


class TestSarif:
    """SARIF 2.1.0, by the schema that OASIS publishes and by what the standard says of it."""

    def test_the_schema_is_the_published_one(self) -> None:
        assert hashlib.sha256(SCHEMA.read_bytes()).hexdigest() == (
            "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
        )

    @pytest.mark.parametrize("path", ["reports", "input", "sets", "m3g"])
    @pytest.mark.parametrize("more", [[], ["--show", "hint", "--no-fold"]])
    def test_reports_keep_to_the_schema(
        self,
        path: str,
        more: list[str],
        run: Run,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(FIXTURES)
        _, out = run(path, "absent.json", "--format", "sarif", *more)
        log = json.loads(out)
        published().validate(log)
        assert log["$schema"] == json.loads(SCHEMA.read_bytes())["id"]

    def test_a_report_on_a_binary_file_keeps_to_the_schema(self) -> None:
        spots = [finding(place=None, spot=spot) for spot in (Spot(0), Spot(50, 2, 16))]
        log = json.loads(reported("sarif", spots))
        published().validate(log)
        _, inflated = log["runs"][0]["results"]
        assert inflated["locations"][0]["physicalLocation"]["region"] == {"byteOffset": 50}
        assert inflated["properties"] == {"pointer": "", "object": 2, "inflatedOffset": 16}

    def test_each_result_names_its_rule_and_its_place_in_the_list(self, run: Run) -> None:
        _, out = run(str(REPORTS), "--format", "sarif", "--show", "hint")
        (told,) = json.loads(out)["runs"]
        rules = told["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        for result in told["results"]:
            rule = rules[result["ruleIndex"]]
            assert rule["id"] == result["ruleId"]
            assert rule["defaultConfiguration"]["level"] == result["level"]

    @pytest.mark.parametrize(
        ("name", "level"),
        [("wrong-type", "error"), ("key-past-end", "warning"), ("key-off-frame-grid", "note")],
    )
    def test_a_rule_is_described_by_its_page(self, name: str, level: str) -> None:
        severity = entry(name).rule.severity
        log = json.loads(reported("sarif", [finding(rule=name, severity=severity)]))
        (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
        page = entry(name).page
        first = page.partition("\n")[0]
        assert rule["id"] == name
        assert rule["defaultConfiguration"] == {"level": level}
        assert rule["shortDescription"]["text"] == first
        assert rule["fullDescription"]["text"].startswith(first + " ")
        assert rule["help"]["text"].split() == page.split()
        assert "**Fix.** " in rule["help"]["markdown"]

    def test_a_region_is_the_text_at_fault_counted_in_code_points(self, folder: Path) -> None:
        text = '{"rig": "äß走🦊",\r\n "clips": 1, "🦊": {\n "a": 2}, "rig": "b"}'
        (folder / NAME).write_bytes(text.encode())
        report = check(text.encode(), NAME)
        log = json.loads(reported("sarif", list(report.findings)))
        assert log["runs"][0]["columnKind"] == "unicodeCodePoints"
        regions = [result["locations"][0]["physicalLocation"]["region"] for result in results(log)]
        assert {cut(text, region) for region in regions} == {"1", '"🦊"', '"rig"'}
        (related,) = [each for each in results(log) if "relatedLocations" in each]
        (other,) = related["relatedLocations"]
        assert cut(text, other["physicalLocation"]["region"]) == '"rig"'
        assert other["physicalLocation"]["region"]["startLine"] == 1
        assert other["message"]["text"]

    def test_a_file_as_a_whole_has_no_region(self) -> None:
        (result,) = results(reported("sarif", [finding(place=None)]))
        assert result["locations"] == [
            {"physicalLocation": {"artifactLocation": {"uri": NAME, "uriBaseId": "%SRCROOT%"}}}
        ]

    def test_an_address_is_a_logical_location(self) -> None:
        (result,) = results(reported("sarif", [finding(address="clips[a].fps")]))
        assert result["locations"][0]["logicalLocations"] == [
            {"fullyQualifiedName": "clips[a].fps"}
        ]

    def test_a_folded_finding_counts_as_all_that_it_stands_for(self) -> None:
        one, many = results(reported("sarif", [finding(), finding(count=25)]))
        assert "occurrenceCount" not in one
        assert many["occurrenceCount"] == 25

    def test_braces_in_a_message_are_doubled(self) -> None:
        """3.11.5: "the characters '{' and '}' SHALL be represented by … '{{' and '}}'"."""
        (result,) = results(reported("sarif", [finding(message='rig is "{0}"')]))
        assert result["message"] == {"text": 'rig is "{{0}}"'}

    def test_what_a_file_holds_is_no_link(self) -> None:
        """3.11.6: ``embedded link = "[", link text, "](", link destination, ")"``."""
        (result,) = results(reported("sarif", [finding(message='rig is "[a](b)", "\\](c)"')]))
        assert "](" not in result["message"]["text"]
        assert result["message"]["text"].replace("]\\(", "](") == 'rig is "[a](b)", "\\](c)"'

    @pytest.mark.parametrize(
        ("name", "uri"),
        [
            ("./a/../b/50% #1?.json", "b/50%25%20%231%3F.json"),
            ("c:d.json", "c%3Ad.json"),
            ("ä🦊.json", "%C3%A4%F0%9F%A6%8A.json"),
            ("<stdin>", "%3Cstdin%3E"),
        ],
    )
    def test_uris_are_relative_and_encoded(self, name: str, uri: str, folder: Path) -> None:
        for file in (name, str(folder / name)):
            (result,) = results(reported("sarif", [finding(file)]))
            artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
            assert artifact == {"uri": uri, "uriBaseId": "%SRCROOT%"}

    def test_the_uri_of_a_file_elsewhere_is_absolute(self, folder: Path) -> None:
        (folder / "in").mkdir()
        os.chdir(folder / "in")
        (result,) = results(reported("sarif", [finding("../a b.json")]))
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert artifact.keys() == {"uri"}
        parts = urlsplit(artifact["uri"])
        assert (parts.scheme, parts.netloc) == ("file", "")
        assert Path(unquote(parts.path)) == folder / "a b.json"


@cache
def published() -> Draft4Validator:
    """Return what tells whether a log keeps to the schema of OASIS."""
    return Draft4Validator(json.loads(SCHEMA.read_bytes()))


def results(log: Any) -> list[dict[str, Any]]:
    log = json.loads(log) if isinstance(log, str) else log
    (told,) = log["runs"]
    found: list[dict[str, Any]] = told["results"]
    return found


def cut(text: str, region: dict[str, int]) -> str:
    """Return the text of a region, by the lines and columns of the standard (3.30)."""
    lines = text.split("\n")
    assert region["startLine"] == region["endLine"]
    return lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]


class TestFingerprints:
    """A fingerprint is made of rule, file and stable address, and no two of a run are equal."""

    def prints(self, document: Any) -> dict[str, str]:
        """Return the fingerprint of each finding in a document, by rule and address."""
        findings = check(json.dumps(document).encode(), NAME, Settings(fold=False)).findings
        made = Fingerprints()
        return {f"{each.rule} {each.address}": made.of(each, NAME) for each in findings}

    def document(self, *clips: str) -> dict[str, Any]:
        keys = [{"tick": tick, "value": {"x": 0.00001, "y": 0, "z": 0}} for tick in (0, 90000)]
        track = {"path": "Body", "position": keys}
        shape = {"length": 24000, "fps": 24, "loop": False, "tracks": [track]}
        return {"rig": "Fox", "clips": [{"id": each, "name": each, **shape} for each in clips]}

    def test_it_is_a_hash_of_rule_file_and_address(self) -> None:
        given_one = finding(rule="a", address="clips[x].fps")
        expected = hashlib.sha256(b"a\0b/c.json\0clips[x].fps").hexdigest()
        assert Fingerprints().of(given_one, "b/c.json") == expected

    def test_it_survives_reordering_and_what_comes_before(self) -> None:
        before, after = (
            self.prints(self.document("a", "b")),
            self.prints(self.document("new", "b", "a")),
        )
        assert before
        assert before.items() <= after.items()

    def test_places_in_lists_are_no_part_of_it(self) -> None:
        near, far = (finding(address=f"clips[#{at}].name") for at in (0, 7))
        assert Fingerprints().of(near, NAME) == Fingerprints().of(far, NAME)

    @pytest.mark.parametrize("change", [{"rule": "blank-name"}, {"address": "clips[b].fps"}])
    def test_another_rule_or_address_makes_another(self, change: dict[str, str]) -> None:
        usual = {"rule": "wrong-type", "address": "clips[a].fps"}
        one, other = finding(**usual), finding(**usual | change)
        assert Fingerprints().of(one, NAME) != Fingerprints().of(other, NAME)

    def test_another_file_makes_another(self) -> None:
        assert Fingerprints().of(finding(), "a") != Fingerprints().of(finding(), "b")

    def test_those_alike_are_counted_the_same_way_each_time(self) -> None:
        runs = []
        for _ in range(2):
            made = Fingerprints()
            runs.append([made.of(finding(address="clips[a]"), NAME) for _ in range(5)])
        assert runs[0] == runs[1]
        assert len(set(runs[0])) == 5

    def test_none_are_equal_in_a_report(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(FIXTURES)
        words = ("input", "reports", "rules", "--no-fold", "--show", "hint", "--format")
        issues = json.loads(run(*words, "gitlab")[1])
        counted = Counter(issue["fingerprint"] for issue in issues)
        assert len(issues) > 200
        assert max(counted.values()) == 1
        told = [
            list(each["partialFingerprints"].values()) for each in results(run(*words, "sarif")[1])
        ]
        assert len({*map(tuple, told)}) == len(issues)


class TestGitHub:
    """Workflow commands, read as GitHub's runner reads them."""

    def test_a_finding_is_a_command_with_its_place(self) -> None:
        text = reported("github", [finding("a/b.json", place=Place(3, 4, 3, 9), address="rig")])
        (command,) = commands(text)
        assert command == {
            "command": "error",
            "file": "a/b.json",
            "line": "3",
            "endLine": "3",
            "col": "4",
            "endColumn": "9",
            "title": "animspec (wrong-type)",
            "message": "a/b.json:3:4: error[wrong-type]: x is 1\nin rig",
        }

    def test_over_several_lines_no_columns_are_told(self) -> None:
        (command,) = commands(reported("github", [finding(place=Place(3, 4, 5, 1))]))
        assert (command["line"], command["endLine"]) == ("3", "5")
        assert not {"col", "endColumn"} & command.keys()

    def test_a_file_as_a_whole_has_no_line(self) -> None:
        (command,) = commands(reported("github", [finding(place=None)]))
        assert command.keys() == {"command", "file", "title", "message"}

    @pytest.mark.parametrize(
        ("severity", "word"), [("error", "error"), ("warning", "warning"), ("hint", "notice")]
    )
    def test_a_severity_is_a_command(self, severity: str, word: str) -> None:
        (command,) = commands(reported("github", [finding(severity=Severity(severity))]))
        assert command["command"] == word

    @example("100%0A%3A", "a%2Cb,c:d")
    @given(st.text(), st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1))
    def test_messages_and_names_arrive_as_they_are(self, message: str, name: str) -> None:
        file = f"a/{name}b"
        text = reported("github", [finding(file, message=message)])
        (command,) = commands(text)
        assert command["file"] == file
        assert command["message"].endswith(f": error[wrong-type]: {message}")

    def test_it_ends_with_the_summary(self, run: Run) -> None:
        _, out = run(str(REPORTS / "clean.voxelanim.json"), "--format", "github")
        assert out == "No findings in 1 file\n"


def commands(text: str) -> Iterator[dict[str, str]]:
    """Yield the commands in a log: what the runner takes for one, taken apart and unescaped."""
    for line in re.split(r"\r\n|\r|\n", text):
        if line.startswith("::"):
            head, message = line[2:].split("::", 1)
            command, _, properties = head.partition(" ")
            pairs = (pair.split("=", 1) for pair in properties.split(","))
            told = {key: unescaped(value, ":,") for key, value in pairs}
            yield {"command": command, **told, "message": unescaped(message)}


def unescaped(text: str, more: str = "") -> str:
    codes = {f"%{ord(each):02X}": each for each in f"%\r\n{more}"}
    return re.sub("|".join(codes), lambda match: codes[match[0]], text)


class TestGitLab:
    """The members that GitLab asks for."""

    def test_a_finding_is_an_issue(self) -> None:
        given_one = finding("./a/b.json", place=Place(3, 4, 5, 1), address="clips[a].fps")
        (issue,) = json.loads(reported("gitlab", [given_one]))
        assert re.fullmatch("[0-9a-f]{64}", issue.pop("fingerprint"))
        assert issue == {
            "description": "x is 1 (in clips[a].fps)",
            "check_name": "wrong-type",
            "severity": "major",
            "location": {"path": "a/b.json", "lines": {"begin": 3, "end": 5}},
        }

    @pytest.mark.parametrize(
        ("severity", "word"), [("error", "major"), ("warning", "minor"), ("hint", "info")]
    )
    def test_a_severity_is_one_of_gitlab(self, severity: str, word: str) -> None:
        (issue,) = json.loads(reported("gitlab", [finding(severity=Severity(severity))]))
        assert issue["severity"] == word

    def test_what_has_no_line_is_shown_at_the_first(self) -> None:
        (issue,) = json.loads(reported("gitlab", [finding(place=None, spot=Spot(418, 5))]))
        assert issue["location"]["lines"] == {"begin": 1}
        assert issue["description"] == "@0x1A2 (object 5): x is 1"


class TestJUnit:
    """JUnit XML, read by a reader of JUnit XML."""

    def suite(self, out: str) -> Any:
        (suite,) = JUnitXml.fromstring(out.encode())
        return suite

    @pytest.mark.parametrize(
        ("fail_on", "failing"),
        [("error", ["a.json", "c.json"]), ("warning", ["a.json", "b.json", "c.json"])],
    )
    def test_a_file_is_a_test_that_fails_as_the_run_does(
        self, fail_on: str, failing: list[str], run: Run, folder: Path
    ) -> None:
        texts = {"a": FAULTY, "b": '{"rig": "", "clips": [], "extra": 1}', "d": CLEAN}
        for name, text in texts.items():
            (folder / f"{name}.json").write_text(text)
        names = [f"{name}.json" for name in "abcd"]
        status, out = run(*names, "--format", "junit", "--fail-on", fail_on)
        suite = self.suite(out)
        cases = list(suite)
        assert status == 1
        assert [case.name for case in cases] == names
        assert [case.name for case in cases if case.result] == failing
        assert (suite.tests, suite.failures, suite.errors) == (4, len(failing), 0)

    def test_a_test_has_one_failure_with_all_that_fails(self) -> None:
        warning = finding(severity=Severity.WARNING, rule="key-past-end", message="x is 3")
        out = reported("junit", [finding(address="rig"), warning, finding(message="x is 2")])
        (case,) = self.suite(out)
        (failure,) = case.result
        assert isinstance(failure, Failure)
        assert not isinstance(failure, Error)
        assert (failure.type, failure.message) == ("error", "Found 2 errors in 1 file")
        assert failure.text.splitlines() == [
            "fox.voxelanim.json:1:2: error[wrong-type]: x is 1",
            "  in rig",
            "fox.voxelanim.json:1:2: error[wrong-type]: x is 2",
        ]
        assert case.system_out == "fox.voxelanim.json:1:2: warning[key-past-end]: x is 3"

    def test_what_does_not_fail_is_output_of_a_test_that_passes(self) -> None:
        (case,) = self.suite(reported("junit", [finding(severity=Severity.WARNING)]))
        assert case.is_passed
        assert "warning[wrong-type]" in case.system_out

    def test_no_name_is_taken_for_packages(self) -> None:
        (case,) = self.suite(reported("junit", [finding("a.b/c.d.json")]))
        assert "." not in case.classname
        assert case._elem.get("file") == case.name == "a.b/c.d.json"  # noqa: SLF001 - it has no name for this

    @given(st.text(st.characters()))
    def test_any_message_arrives_but_for_what_xml_cannot_hold(self, message: str) -> None:
        (case,) = self.suite(reported("junit", [finding(message=message)]))
        text = case.result[0].text
        forbidden = {*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF}
        expected = "".join("\ufffd" if ord(each) in forbidden else each for each in message)
        assert text.partition(": error[wrong-type]: ")[2] == expected


class TestStatistics:
    def test_they_count_what_a_report_lists(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(FIXTURES)
        words = ("reports", "input", "--show", "hint", "--format", "json")
        status, out = run(*words, "--statistics")
        told = json.loads(out)
        Draft202012Validator(schema.bundled("statistics")).validate(told)
        listed_status, listed = run(*words)
        report = json.loads(listed)
        counts: Counter[str] = Counter()
        files: dict[str, set[str]] = {}
        for each in report["findings"]:
            counts[each["rule"]] += each["count"]
            files.setdefault(each["rule"], set()).add(each["file"])
        assert {each["rule"]: each["count"] for each in told["statistics"]} == counts
        assert {each["rule"]: each["files"] for each in told["statistics"]} == {
            rule: len(names) for rule, names in files.items()
        }
        assert told["summary"] == report["summary"]
        assert status == listed_status == 1
        order = [(-each["count"], each["rule"]) for each in told["statistics"]]
        assert order == sorted(order)

    def test_both_forms_of_lines_show_the_same_table(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(REPORTS)
        words = ("--statistics", "--color", "never", "--format")
        assert run(*words, "text") == run(*words, "concise")

    def test_colour_moves_no_column(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(REPORTS)
        _, plain = run("--statistics", "--color", "never")
        _, coloured = run("--statistics", "--color", "always")
        assert coloured != plain
        assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain

    def test_where_nothing_is_found_there_is_no_table(self, run: Run, folder: Path) -> None:
        (folder / NAME).write_text(CLEAN)
        assert run("--statistics") == (0, "No findings in 1 file\n")

    def test_forms_for_tools_have_none(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / NAME).write_text(FAULTY)
        assert main(["check", "--statistics", "--format", "sarif"]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == ("--statistics has no form sarif, expected text, concise or json\n")


class TestOutputFile:
    @pytest.mark.parametrize("form", FORMS)
    def test_it_holds_what_would_be_written(self, form: str, run: Run, folder: Path) -> None:
        (folder / "ä.voxelanim.json").write_text(FAULTY)
        words = ("--format", form, "--color", "never")
        status, out = run(*words)
        assert run(*words, "--output-file", "report.txt") == (status, "")
        assert (folder / "report.txt").read_bytes() == out.encode()

    def test_an_older_report_is_replaced(self, run: Run, folder: Path) -> None:
        (folder / NAME).write_text(CLEAN)
        (folder / "report.txt").write_text("old" * 1000)
        assert run("--output-file", "report.txt") == (0, "")
        assert (folder / "report.txt").read_text() == "No findings in 1 file\n"

    def test_an_older_report_stays_where_the_run_is_interrupted(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / NAME).write_text(FAULTY)
        (folder / "report.txt").write_text("old")

        def interrupt(*_: object) -> bytes:
            raise KeyboardInterrupt

        monkeypatch.setattr("animspec.cli.checking.read_with_status", interrupt)
        assert main(["check", "--output-file", "report.txt"]) == 130
        assert sorted(path.name for path in folder.iterdir()) == [NAME, "report.txt"]
        assert (folder / "report.txt").read_text() == "old"

    @pytest.mark.parametrize(
        ("path", "reason"),
        [("absent/report.txt", "No such file or directory"), (".", "Is a directory")],
    )
    def test_a_file_that_cannot_be_written_is_explained(
        self, path: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (folder / NAME).write_text(FAULTY)
        assert main(["check", "--output-file", path]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == f"{path} cannot be written: {reason}\n"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
    def test_a_pipe_stays_a_pipe(self, run: Run, folder: Path) -> None:
        (folder / NAME).write_text(CLEAN)
        os.mkfifo(folder / "pipe")
        reader = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        assert run("--output-file", "pipe") == (0, "")
        assert os.read(reader, 100) == b"No findings in 1 file\n"
        os.close(reader)
        assert (folder / "pipe").is_fifo()

    def test_it_has_no_colour_on_its_own(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        (folder / NAME).write_text(FAULTY)
        run("--output-file", "report.txt")
        assert "\x1b" not in (folder / "report.txt").read_text()


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class TestProgress:
    """A bar on standard error: at a terminal, where it takes long and rich is there."""

    @pytest.fixture
    def terminal(self, monkeypatch: pytest.MonkeyPatch) -> Terminal:
        """A terminal, and no patience."""
        terminal = Terminal()
        monkeypatch.setattr(progress, "PATIENCE", -1.0)
        monkeypatch.setattr(progress, "REDRAWN", -1.0)
        monkeypatch.setenv("TERM", "xterm")
        for name in ("CI", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            monkeypatch.delenv(name, raising=False)
        return terminal

    def walk(self, terminal: Terminal, paths: str = "abc") -> None:
        with redirect_stderr(terminal):
            assert list(progress.Progress().over(iter(paths), len(paths))) == list(paths)

    def test_it_shows_how_many_files_are_done(self, terminal: Terminal) -> None:
        self.walk(terminal)
        assert drawn(terminal) == ["0/3", "1/3", "2/3"]

    def test_nothing_of_it_stays(self, terminal: Terminal) -> None:
        self.walk(terminal)
        assert screen(terminal.getvalue()) == []

    def test_a_report_on_the_same_terminal_is_whole(
        self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Output:
            """Standard output that is the same terminal; it keeps what is written for a while."""

            buffer = BytesIO()
            isatty = staticmethod(lambda: False)

            @classmethod
            def flush(cls) -> None:
                terminal.write(cls.buffer.getvalue().decode())
                cls.buffer.truncate(0)
                cls.buffer.seek(0)

        monkeypatch.chdir(REPORTS)
        monkeypatch.setattr(sys, "stdout", Output)
        with redirect_stderr(terminal):
            assert main(["check", *PATHS, "--format", "concise"]) == 1
        expected = (REPORTS / "concise.expected.txt").read_text("utf-8")
        assert "4/5" in terminal.getvalue()
        assert terminal.getvalue().index("cut-off") < terminal.getvalue().index("1/5")
        assert screen(terminal.getvalue()) == expected.splitlines()

    def test_nothing_is_shown_before_it_takes_long(
        self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = iter([0.0, 0.5, 1.0, 1.5, *[2.0] * 10])
        monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
        monkeypatch.setattr(progress, "PATIENCE", 1.0)
        self.walk(terminal, "abcd")
        assert drawn(terminal) == ["2/4", "3/4"]

    @pytest.mark.parametrize("environment", [{"CI": "true"}, {"TERM": "dumb"}])
    def test_nobody_looks_at_a_log(
        self, environment: dict[str, str], terminal: Terminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        self.walk(terminal)
        assert terminal.getvalue() == ""

    def test_in_a_pipe_there_is_none(
        self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(terminal, "isatty", lambda: False)
        self.walk(terminal)
        assert terminal.getvalue() == ""

    def test_without_rich_there_is_none(
        self, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "rich", None)
        self.walk(terminal)
        assert terminal.getvalue() == ""


def drawn(terminal: Terminal) -> list[str]:
    """Return the counts that a bar showed, each once; before it goes it draws the last again."""
    return list(dict.fromkeys(re.findall(r"\d/\d", terminal.getvalue())))


def screen(written: str) -> list[str]:
    """Return the lines that a terminal shows after all that was written to it."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[?0-9;]*[a-zA-Z]|.", written, re.DOTALL):
        if part == "\n":
            row, column = row + 1, 0  # terminals are set to return at line feeds
            lines += [""] * (row + 1 - len(lines))
        elif part == "\r":
            column = 0
        elif part.startswith("\x1b"):
            if part.endswith("A"):
                row -= int(part[2:-1] or 1)
            elif part == "\x1b[2K":
                lines[row] = ""
            else:
                assert part[-1] in "mhl", f"{part!r} is not known to this terminal"
        else:
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + 1 :]
            column += 1
    return [line for line in lines if line]
