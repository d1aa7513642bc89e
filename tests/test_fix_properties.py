"""Laws of fixing, over documents with faults that can be fixed, and over broken ones.

For any document and any set of fixes, the fixed document has no finding that the fix
claims to remove, no new one but those silenced before, and every byte outside the
edits is unchanged.
"""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any, Final

from hypothesis import event, given
from hypothesis import strategies as st

from animspec import Severity, check
from animspec.catalogue import entry, names
from animspec.composing import composed
from animspec.documents import read
from animspec.edits import Edit, apply_edits
from animspec.fixing import fix
from animspec.model.animation_set import AnimationSet, channels
from animspec.names import name_key
from animspec.paths import path_key
from animspec.sampling import KeyCurve
from animspec.settings import Settings
from animspec.severities import Safety
from animspec.strategies import animation_sets, as_json
from tests.set_texts import PATIENT, examples, faulty, laid_out, some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.findings import Finding
    from animspec.fixing import Outcome

NAME: Final = "fox.voxelanim.json"
EVERYTHING: Final = Settings(show=Severity.HINT, fold=False)
CHANNELS: Final = ("position", "rotation", "scale")


def tracks(document: Any) -> list[Any]:
    return [track for clip in document["clips"] for track in clip["tracks"]]


def keyed(document: Any) -> list[list[Any]]:
    """Return every list of keys that is not empty."""
    lists = [track[name] for track in tracks(document) for name in CHANNELS if name in track]
    return [keys for keys in lists if keys]


def unround(document: Any, random: Random) -> None:
    value = random.choice(random.choice(keyed(document)))["value"]
    value[random.choice("xyz")] += random.choice([0.00003, 1e-17, -0.00005, 1 / 3])


def double(document: Any, random: Random) -> None:
    keys = random.choice(keyed(document))
    place = random.randrange(len(keys))
    keys.insert(place, deepcopy(keys[place]))
    keys[place]["value"]["x"] += random.choice([0, 1, 0.5])


def swap(document: Any, random: Random) -> None:
    random.shuffle(random.choice(keyed(document)))


def nudge(document: Any, random: Random) -> None:
    random.choice(random.choice(keyed(document)))["tick"] += random.choice([1, 3, 400, 501])


def lengthen(document: Any, random: Random) -> None:
    random.choice(document["clips"])["length"] += random.choice([1, 499, 12_000])


def pad(document: Any, random: Random) -> None:
    track = random.choice(tracks(document))
    track["path"] = random.choice([f" {track['path']}", f"{track['path']}\u00a0"])


def respell(document: Any, random: Random) -> None:
    track = deepcopy(random.choice(tracks(document)))
    track["path"] = track["path"].swapcase()
    random.choice(document["clips"])["tracks"].append(track)


def rename(document: Any, random: Random) -> None:
    one, other = random.choice(document["clips"]), random.choice(document["clips"])
    one["name"] = random.choice([other["name"], other["name"].upper(), f" {other['name']}"])


def empty(document: Any, random: Random) -> None:
    track = random.choice(tracks(document))
    track[random.choice(CHANNELS)] = []


def idle(document: Any, random: Random) -> None:
    tracks_of_one = random.choice(document["clips"])["tracks"]
    tracks_of_one.insert(random.randint(0, len(tracks_of_one)), {"path": "Idle", "scale": []})


def whole(document: Any, random: Random) -> None:
    clip = random.choice(document["clips"])
    clip["length"] = float(clip["length"])


SPOILERS: Final[tuple[Callable[[Any, Random], None], ...]] = (
    *(unround, double, swap, nudge, lengthen, pad, respell, rename, empty, idle, whole),
)


_rich: Final = (
    animation_sets(most_clips=3, most_tracks=2, most_keys=4)
    .map(as_json)
    .filter(lambda document: len(document["clips"]) > 1 and len(keyed(document)) > 1)
)
rich: Final = _rich if PATIENT else st.sampled_from(some(_rich, 40))
"""Clean documents with several clips that move something."""


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """Return a set with faults that have fixes, laid out in any way, as a text with some too."""
    document = deepcopy(draw(rich))
    random = Random(draw(st.integers(0, 2**32)))  # noqa: S311 - for faults
    for _ in range(random.randint(1, 6)):
        if keyed(document):
            random.choice(SPOILERS)(document, random)
    text = draw(laid_out(document, marked=True)).text
    return "".join(_littered(text, random)).encode()


def _littered(text: str, random: Random) -> Iterator[str]:
    """Yield a text with a few commas and comments too many, where JSON has white space."""
    litter = random.choice([0.0, 0.0, 0.02])
    in_string = is_escaped = False
    for before, character in zip(" " + text, text, strict=False):
        if not in_string and random.random() < litter:
            if character in "]}" and before not in "[{":
                yield ","
            elif character in "\n\r ]},:[{":
                yield random.choice(["/* * */", "// x\n", "/* a\n b */"])
        yield character
        in_string = in_string != (character == '"' and not is_escaped)
        is_escaped = in_string and character == "\\" and not is_escaped


def findings(data: bytes) -> tuple[Finding, ...]:
    return check(data, NAME, EVERYTHING).findings


def silenced(rule: str, fixed: set[str]) -> bool:
    """Whether findings of a rule may have been silenced by those that are fixed."""
    return not fixed.isdisjoint(entry(rule).rule.silenced_by)


ALL_RULES: Final = frozenset(names())
SAFE: Final = frozenset({Safety.SAFE})
EVERY: Final = frozenset(Safety)
safeties: Final = st.sampled_from([SAFE, EVERY])
"""The fixes that are asked for."""


def judged(
    data: bytes, outcome: Outcome, safety: frozenset[Safety], rules: frozenset[str] = ALL_RULES
) -> None:
    """Assert the law of fixing for one document and the fixes that were asked for."""
    assert outcome.data == spliced(data, outcome.edits)
    before, after = findings(data), findings(outcome.data)
    fixed = {fault.rule for fault in outcome.fixed}
    for rule, count in Counter(each.rule for each in after).items():
        had = sum(each.rule == rule for each in before)
        assert count <= had or silenced(rule, fixed), rule
    refused = {refusal.fault.rule for refusal in outcome.refused}
    for finding in after:
        is_wanted = finding.rule in rules and finding.fixable in safety
        assert not is_wanted or finding.rule in refused, finding
    for rule in fixed:
        assert rule in rules
        assert entry(rule).rule.fix in safety
        event(f"fixes {rule}")
    for refusal in outcome.refused:
        event(f"refuses {refusal.fault.rule}: {refusal.reason.partition(':')[0]}")


def spliced(data: bytes, edits: tuple[Edit, ...]) -> bytes:
    """Return a text after edits, byte by byte outside of them."""
    pieces, position = [], 0
    for edit in edits:
        assert position <= edit.start <= edit.end <= len(data)
        pieces += [data[position : edit.start], edit.replacement]
        position = edit.end
    return b"".join([*pieces, data[position:]])


@examples(120, 3000)
@given(spoilt(), safeties)
def test_a_fix_removes_what_it_claims_and_adds_nothing(
    data: bytes, safety: frozenset[Safety]
) -> None:
    judged(data, fix(data, NAME, EVERYTHING, unsafe=safety == EVERY), safety)


@examples(60, 3000)
@given(faulty, safeties)
def test_whatever_is_broken_the_law_holds(data: bytes, safety: frozenset[Safety]) -> None:
    judged(data, fix(data, NAME, EVERYTHING, unsafe=safety == EVERY), safety)


@examples(40, 1000)
@given(spoilt(), st.sets(st.sampled_from([name for name in names() if entry(name).rule.fix])))
def test_any_rules_can_be_fixed_without_the_others(data: bytes, chosen: set[str]) -> None:
    settings = Settings(show=Severity.HINT, fold=False, select=frozenset(chosen))
    outcome = fix(data, NAME, settings, unsafe=True)
    judged(data, outcome, EVERY, frozenset(chosen))


@examples(40, 1000)
@given(spoilt(), safeties)
def test_fixing_again_changes_nothing(data: bytes, safety: frozenset[Safety]) -> None:
    once = fix(data, NAME, EVERYTHING, unsafe=safety == EVERY)
    again = fix(once.data, NAME, EVERYTHING, unsafe=safety == EVERY)
    assert (again.data, again.edits, again.fixed) == (once.data, (), ())


@examples(40, 1000)
@given(spoilt())
def test_a_finding_that_is_spared_stays(data: bytes) -> None:
    spared = [(each.rule, each.pointer) for each in findings(data)]
    outcome = fix(
        data, NAME, EVERYTHING, unsafe=True,
        spared=lambda finding: (finding.rule, finding.pointer) in spared,
    )  # fmt: skip
    assert outcome.data == data


@examples(60, 2000)
@given(spoilt())
def test_no_player_can_tell_the_difference_of_safe_fixes(data: bytes) -> None:
    """*safe*: no player can tell the difference, or the specification demands it."""
    before, fixed = read(data, NAME), fix(data, NAME, EVERYTHING)
    after = read(fixed.data, NAME)
    old, new = dict(played(before.model)), dict(played(after.model))
    assert {place: motion for place, motion in old.items() if motion is not None} == {
        place: new[place] for place, motion in old.items() if motion is not None
    }


def played(model: AnimationSet) -> Iterator[tuple[tuple[str, str, str], Any]]:
    """Yield what each channel plays at its keys and between them; None where nobody can tell."""
    for clip in model.clips:
        paths = Counter(path_key(track.path) for track in clip.tracks)
        for track in clip.tracks:
            for name, keys in channels(track):
                place = (clip.id, path_key(track.path), name)
                if not keys or paths[path_key(track.path)] > 1:
                    continue
                if not KeyCurve.is_ordered(keys):
                    yield place, None
                    continue
                ticks = sorted({key.tick + step for key in keys for step in (-700, 0, 1, 350)})
                values = KeyCurve(keys).sample_many(ticks)
                assert values is not None
                yield place, (name_key(clip.name), clip.length, ticks, values.tolist())


def pairs(data: bytes) -> Any:
    """Return a document with its members in order and its numbers as they are written."""
    return json.loads(data, object_pairs_hook=list, parse_int=str, parse_float=str)


@examples(60, 1000)
@given(spoilt())
def test_members_keep_their_order_and_their_spelling(data: bytes) -> None:
    """Member order, number spelling, indentation, line ends and final newline stay."""
    fixed = fix(data, NAME, EVERYTHING, unsafe=True)
    touched = bytearray(len(data))
    for edit in fixed.edits:
        touched[edit.start : edit.end] = b"\x01" * (edit.end - edit.start)
    if not any(touched) and not fixed.edits:
        assert fixed.data == data
    assert (b"\r\n" in fixed.data) <= (b"\r\n" in data)
    assert fixed.data.endswith(b"\n") == data.endswith(b"\n") or b"//" in data or b"/*" in data
    if not any(each.rule in {"not-json", "byte-order-mark"} for each in findings(data)):
        orders = [order_of(value) for value in objects(pairs(plain(fixed.data)))]
        given_orders = [order_of(value) for value in objects(pairs(plain(data)))]
        for order in orders:
            assert any(is_within(order, other) for other in given_orders)


def plain(data: bytes) -> bytes:
    """Return a text without what JSON does not allow, as the checker reads it."""
    return read(data, NAME).text


def objects(value: Any) -> Iterator[list[Any]]:
    """Yield every object, as a list of pairs."""
    if isinstance(value, list):
        if value and all(isinstance(each, tuple) for each in value):
            yield value
        for each in value:
            yield from objects(each[1] if isinstance(each, tuple) else each)


def order_of(pairs_of_one: list[Any]) -> list[str]:
    return [name for name, _ in pairs_of_one]


def is_within(order: list[str], other: list[str]) -> bool:
    """Whether the names are in the other order, of which some may be gone."""
    rest = iter(other)
    return all(name in rest for name in order)


edits = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 4), st.binary(max_size=4)), max_size=4
)


def apart(drawn: list[tuple[int, int, bytes]], length: int) -> list[Edit]:
    """Return edits of a text of some length that do not meet."""
    made: list[Edit] = []
    end = -1
    for start, size, text in sorted(drawn):
        if start > end and start + size <= length:
            made.append(Edit(start, start + size, text))
            end = start + size
    return made


@examples(200, 5000)
@given(st.binary(max_size=30), edits, edits)
def test_edits_after_edits_are_edits(
    data: bytes, first: list[tuple[int, int, bytes]], second: list[tuple[int, int, bytes]]
) -> None:
    one = apart(first, len(data))
    between = apply_edits(data, one)
    two = apart(second, len(between))
    assert apply_edits(data, composed(len(data), one, two)) == apply_edits(between, two)


def test_documents_are_spoilt_in_every_way() -> None:
    """The strategy draws faults of every rule for sets that has a fix."""
    random = Random(3)  # noqa: S311 - for faults
    clip = {"id": "a", "name": "Walk", "length": 24_000, "fps": 24, "loop": False}
    key = {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}
    made: set[str] = set()
    for spoiler in SPOILERS * (100 if PATIENT else 40):
        track = {"path": "Body", "position": [deepcopy(key), deepcopy(key) | {"tick": 12_000}]}
        other = {**clip, "id": "b", "name": "Run", "tracks": []}
        document = {"rig": "Fox", "clips": [{**clip, "tracks": [track]}, other]}
        spoiler(document, random)
        made |= {each.rule for each in findings(json.dumps(document).encode())}
    of_text = {"byte-order-mark", "trailing-comma", "comment-in-json"}
    motion = {"channel-at-rest", "constant-channel", "redundant-key", "euler-flip"}
    mendable = {
        name
        for name in names()
        if entry(name).rule.fix and "animation-set" in entry(name).rule.kinds
    }
    assert mendable - of_text - motion <= made
