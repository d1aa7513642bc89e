"""Where findings stand in the text, what is folded into one, and what silences what."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from animspec import Severity, check
from animspec.collecting import FOLD_ABOVE
from animspec.findings import Place
from animspec.settings import Settings
from animspec.source import FRAME_WIDTH, Source

NAME: Final = "fox.voxelanim.json"


def key(tick: int, x: Any = 0, **more: Any) -> dict[str, Any]:
    return {"tick": tick, "value": {"x": x, "y": 0, "z": 0}, **more}


def track(path: str = "Body", **channels: Any) -> dict[str, Any]:
    return {"path": path, **(channels or {"position": [key(0)]})}


def clip(*tracks: Any, identity: str = "a", **more: Any) -> dict[str, Any]:
    usual = {"id": identity, "name": identity, "length": 24000, "fps": 24, "loop": False}
    return usual | {"tracks": list(tracks)} | more


def found(document: Any, show: str = "warning", *, fold: bool = True) -> list[tuple[str, str]]:
    """Return rule and pointer of what is found in a document."""
    data = document if isinstance(document, bytes) else as_set(document)
    report = check(data, NAME, Settings(show=Severity(show), fold=fold))
    return [(finding.rule, finding.pointer) for finding in report.findings]


def as_set(clips: Any) -> bytes:
    return json.dumps({"rig": "Fox", "clips": clips}).encode()


class TestPlaces:
    """Lines and columns count from 1; columns count code points."""

    def place(self, text: str) -> tuple[int, int, int, int]:
        """Return the place of the one finding in a text."""
        (finding,) = check(text.encode(), NAME).findings
        assert finding.place is not None
        place = finding.place
        return place.line, place.column, place.end_line, place.end_column

    def test_a_character_is_one_column_however_many_bytes_it_takes(self) -> None:
        assert self.place('{"rig": "äß走🦊", "clips": 1}') == (1, 26, 1, 27)

    def test_a_combining_mark_is_a_column_of_its_own(self) -> None:
        assert self.place('{"rig": "a\u0301", "clips": 1}') == (1, 24, 1, 25)

    def test_a_tab_is_one_column(self) -> None:
        assert self.place('{\n\t\t"rig": "",\n\t\t"clips": 1\n}') == (3, 12, 3, 13)

    def test_carriage_returns_make_no_lines_of_their_own(self) -> None:
        assert self.place('{\r\n  "rig": "",\r\n  "clips": 1\r\n}\r\n') == (3, 12, 3, 13)

    def test_a_byte_order_mark_takes_no_column(self) -> None:
        report = check('\ufeff{"rig": "", "clips": 1}'.encode(), NAME)
        mark, fault = report.findings
        assert mark.place == Place(1, 1, 1, 1)
        assert fault.place == Place(1, 22, 1, 23)

    def test_a_value_of_many_lines_has_its_last_line_and_column(self) -> None:
        assert self.place('{"rig": [\n  1\n ], "clips": []}') == (1, 9, 3, 3)

    def test_a_line_separator_of_unicode_ends_no_line(self) -> None:
        assert self.place('{"rig": "a\u2028b\u0085c", "clips": 1}') == (1, 27, 1, 28)

    def test_places_can_be_asked_for_in_any_order(self) -> None:
        source = Source('{"ä": 1,\n "b": 2}'.encode())
        expected = {0: (1, 1), 7: (1, 7), 12: (2, 3), 13: (2, 4)}
        assert source.positions([12, 0, 7, 13, 7]) == expected

    def test_findings_come_in_the_order_of_their_places(self) -> None:
        text = b'{"clips": [{}, 5], "rig": 7, "x": 1}'
        places = [finding.place for finding in check(text, NAME).findings]
        assert len(places) > 5
        columns = [place.column for place in places if place is not None]
        assert columns == sorted(columns)


class TestFrames:
    """A frame shows the line of a finding, and marks what is at fault."""

    def frame(self, line: str, start: int, stop: int) -> tuple[str, str]:
        """Return a frame's line, and what is marked in it."""
        shown, first, width = Source(line.encode()).frame(Place(1, start + 1, 1, stop + 1))
        return shown, shown[first : first + width]

    def test_a_short_line_is_shown_whole(self) -> None:
        assert self.frame('{"rig": 1}', 8, 9) == ('{"rig": 1}', "1")

    def test_of_a_long_line_only_a_stretch_is_shown(self) -> None:
        line = "[" + "1, " * 1000 + '"x"' + ", 2" * 1000 + "]"
        shown, marked = self.frame(line, 3001, 3004)
        assert marked == '"x"'
        assert len(shown) <= FRAME_WIDTH + 2
        assert shown[0] == shown[-1] == "…"

    def test_a_long_line_is_shown_from_its_start_where_the_fault_is_there(self) -> None:
        shown, marked = self.frame('["x"' + ", 2" * 1000, 1, 4)
        assert marked == '"x"'
        assert shown.startswith('["x", 2')
        assert shown.endswith("…")

    def test_a_fault_longer_than_the_frame_is_marked_as_far_as_it_is_shown(self) -> None:
        shown, marked = self.frame("[" + "1" * 1000 + "]", 1, 1001)
        assert set(marked) == {"1"}
        assert len(shown) <= FRAME_WIDTH + 2

    def test_at_the_end_of_the_text_one_column_is_marked(self) -> None:
        source = Source(b"[1,\n")
        assert source.frame(Place(2, 1, 2, 1)) == ("", 0, 1)

    def test_characters_that_would_break_the_frame_are_replaced(self) -> None:
        shown, marked = self.frame('\t"a\u001bb\u2028c"\t7\r', 9, 10)
        assert marked == "7"
        assert shown.isprintable()

    def test_of_a_fault_over_several_lines_the_rest_of_its_first_line_is_marked(self) -> None:
        source = Source(b'{"rig": [  \n1]}')
        assert source.frame(Place(1, 9, 2, 3)) == ('{"rig": [', 8, 1)

    def test_a_byte_order_mark_is_not_shown(self) -> None:
        assert self.frame('\ufeff{"rig": 1}', 8, 9) == ('{"rig": 1}', "1")


class TestFolding:
    """More than 20 findings of one rule in one channel become one, with their count."""

    def report(self, keys: int, *, fold: bool = True) -> list[tuple[str, int]]:
        keyed = [key(at * 1000, 0.00001) for at in range(keys)]
        document = as_set([clip(track(position=keyed, scale=[key(0, 0.00001)]))])
        findings = check(document, NAME, Settings(fold=fold)).findings
        return [(finding.message, finding.count) for finding in findings]

    MESSAGE: Final = "x is 1e-05, expected at most 4 decimals: 0"

    def test_twenty_findings_are_shown_one_by_one(self) -> None:
        assert FOLD_ABOVE == 20
        assert self.report(20) == [(self.MESSAGE, 1)] * 21

    def test_one_more_is_folded_with_the_count(self) -> None:
        folded = f"{self.MESSAGE} (and 20 more of this rule in the channel)"
        assert self.report(21) == [(folded, 21), (self.MESSAGE, 1)]

    def test_nothing_is_folded_where_that_is_not_wanted(self) -> None:
        assert self.report(25, fold=False) == [(self.MESSAGE, 1)] * 26

    def test_no_rule_and_no_channel_is_hidden(self) -> None:
        keyed = [key(at * 1000, 0.00001, extra=1) for at in range(25)]
        keyed[3] = key(-1, "1")
        document = [clip(track(position=keyed), track("Head", rotation=keyed))]
        folded, whole = found(document), found(document, fold=False)
        assert len(folded) < len(whole)
        assert {(rule, self.channel(pointer)) for rule, pointer in folded} == {
            (rule, self.channel(pointer)) for rule, pointer in whole
        }

    def channel(self, pointer: str) -> str:
        return "/".join(pointer.split("/")[:6])

    def test_what_is_folded_stands_at_the_first_of_its_places(self) -> None:
        keyed = [key(0)] + [key(at * 1000, 0.00001) for at in range(1, 30)]
        document = [clip(track(position=keyed), length=48000)]
        assert found(document) == [("value-not-rounded", "/clips/0/tracks/0/position/1/value/x")]

    def test_what_is_in_no_channel_is_not_folded(self) -> None:
        assert len(found([clip(track(), name="") for _ in range(30)])) > 30


class TestSilence:
    """A fault silences what follows from it, in the part that it concerns."""

    def test_one_bad_clip_does_not_hide_the_faults_of_others(self) -> None:
        bad = {"id": 1, "tracks": "none"}
        late = clip(track(position=[key(0), key(99000)]), identity="b")
        assert found([bad, late, 7, late | {"name": "c", "id": "c"}]) == [
            ("missing-member", "/clips/0"),
            ("missing-member", "/clips/0"),
            ("missing-member", "/clips/0"),
            ("missing-member", "/clips/0"),
            ("wrong-type", "/clips/0/id"),
            ("wrong-type", "/clips/0/tracks"),
            ("key-past-end", "/clips/1/tracks/0/position/1/tick"),
            ("wrong-type", "/clips/2"),
            ("key-past-end", "/clips/3/tracks/0/position/1/tick"),
        ]

    def test_a_repeated_member_silences_only_what_reads_it(self) -> None:
        text = as_set([clip(track(position=[key(0), key(99000, 0.00001)]))])
        assert found(text) == [
            ("key-past-end", "/clips/0/tracks/0/position/1/tick"),
            ("value-not-rounded", "/clips/0/tracks/0/position/1/value/x"),
        ]
        repeated = text.replace(b'"length": 24000', b'"length": 24000, "length": 48000')
        assert found(repeated) == [
            ("duplicate-member", "/clips/0/length"),
            ("value-not-rounded", "/clips/0/tracks/0/position/1/value/x"),
        ]

    def test_a_repeated_list_silences_what_is_in_it(self) -> None:
        text = as_set([clip(track(position=[key(0), key(99000)]))])
        repeated = text.replace(b'"tracks": ', b'"tracks": [], "tracks": ')
        assert found(repeated) == [("duplicate-member", "/clips/0/tracks")]

    def test_a_number_that_is_none_silences_its_axis_alone(self) -> None:
        text = as_set([clip(track(position=[key(0, 0.12345), key(1000, 7)]))])
        broken = text.replace(b'"x": 7, "y": 0', b'"x": NaN, "y": 0.12345')
        assert found(broken) == [
            ("value-not-rounded", "/clips/0/tracks/0/position/0/value/x"),
            ("number-not-finite", "/clips/0/tracks/0/position/1/value/x"),
            ("value-not-rounded", "/clips/0/tracks/0/position/1/value/y"),
        ]

    def test_a_track_of_no_path_still_has_its_channels_checked(self) -> None:
        document = [
            clip({"path": 1, "position": [key(1000), key(0)]}, track("Head"), track("head"))
        ]
        assert found(document) == [
            ("wrong-type", "/clips/0/tracks/0/path"),
            ("keys-out-of-order", "/clips/0/tracks/0/position/1/tick"),
            ("duplicate-track", "/clips/0/tracks/2/path"),
        ]

    def test_an_empty_track_does_not_have_empty_channels_too(self) -> None:
        assert found([clip(track(position=[], scale=[]))]) == [("empty-track", "/clips/0/tracks/0")]

    def test_what_is_misspelt_is_one_finding(self) -> None:
        text = as_set([clip(track())]).replace(b'"fps"', b'"Fps"')
        assert found(text) == [("missing-member", "/clips/0")]

    def test_an_allowed_member_is_no_finding(self) -> None:
        document = as_set([clip(track(), author="Ada", extra=1)])
        settings = Settings(allowed_members=frozenset({"author"}))
        findings = check(document, NAME, settings).findings
        assert [finding.pointer for finding in findings] == ["/clips/0/extra"]

    @pytest.mark.parametrize(
        ("show", "rules"),
        [
            ("error", ["value-not-rounded"]),
            ("warning", ["value-not-rounded", "key-past-end"]),
            ("hint", ["first-key-after-start", "value-not-rounded", "key-past-end"]),
        ],
    )
    def test_only_what_matters_enough_is_shown(self, show: str, rules: list[str]) -> None:
        document = [clip(track(position=[key(1000, 0.00001), key(99000)]))]
        spoken_of = {"first-key-after-start", "value-not-rounded", "key-past-end"}
        assert [rule for rule, _ in found(document, show) if rule in spoken_of] == rules


class TestAddresses:
    """An address names a part by clip, track, channel and tick, and survives reordering."""

    def addresses(self, document: Any) -> set[tuple[str, str]]:
        findings = check(as_set(document), NAME, Settings(show=Severity.HINT)).findings
        return {(finding.rule, finding.address) for finding in findings}

    def test_a_key_is_named_by_its_tick(self) -> None:
        document = [clip(track("Body/Arm.L", rotation=[key(0), key(500, 9.12345)]), identity="w")]
        assert self.addresses(document) >= {
            ("key-off-frame-grid", "clips[w].tracks[Body/Arm.L].rotation[500].tick"),
            ("keys-closer-than-a-frame", "clips[w].tracks[Body/Arm.L].rotation[500].tick"),
            ("value-not-rounded", "clips[w].tracks[Body/Arm.L].rotation[500].value.x"),
        }

    def test_reordering_changes_no_address(self) -> None:
        tracks = [track("A", position=[key(0), key(99000)]), track("B", scale=[key(500)])]
        clips = [clip(*tracks, identity="a"), clip(*tracks, identity="b", length=500)]
        reordered = [each | {"tracks": list(reversed(each["tracks"]))} for each in reversed(clips)]
        assert self.addresses(clips) == self.addresses(reordered)

    def test_brackets_in_names_are_escaped(self) -> None:
        document = [clip(track("a]b\\"), identity="[x]", length=500)]
        assert ("length-off-frame-grid", "clips[[x\\]].length") in self.addresses(document)

    def test_what_has_no_usable_name_is_named_by_its_place(self) -> None:
        assert self.addresses([clip(identity="")]) >= {
            ("blank-name", "clips[#0].name"),
            ("clip-without-tracks", "clips[#0].tracks"),
        }
