"""What is told of the place that the pointer rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lsprotocol.types import Hover, MarkupContent, MarkupKind

from animspec.catalogue import entry
from animspec.holes import is_known
from animspec.kinds import ANIMATION_SET, M3G_ANIMATION, SCENE_ANIMATION
from animspec.lsp.checks import examined
from animspec.lsp.diagnostics import PAGES
from animspec.lsp.expression_words import is_expression, meaning, variables, word_at
from animspec.lsp.members import described, kind_of_text, schema_at, value_at, whole
from animspec.lsp.sketching import spot_at, written
from animspec.lsp.telling import brief, time_told
from animspec.rounding import round_key_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lsprotocol.types import ClientCapabilities, HoverParams

    from animspec.kinds import Kind
    from animspec.lsp.documents import Opened
    from animspec.lsp.project import Project
    from animspec.lsp.readings import Reading
    from animspec.lsp.sketching import Spot
    from animspec.pointers import Pointer

_RULE: Final = "\n\n---\n\n"
"""A line between two things told of one place."""


def hover(
    project: Project, opened: Opened, params: HoverParams, _: ClientCapabilities
) -> Hover | None:
    """Return what is known of a place: of what is found there, of its value, of its member."""
    offset = opened.text.offset(params.position)
    told = [*_pages(project, opened, offset), *_facts(project, opened, offset)]
    if not told:
        return None
    return Hover(MarkupContent(MarkupKind.Markdown, _RULE.join(told)))


def _pages(project: Project, opened: Opened, offset: int) -> Iterator[str]:
    """Yield the page of each rule that found something at an offset."""
    known = examined(project, opened)
    told: set[str] = set()
    for finding, diagnostic in zip(known.findings, known.shown, strict=False):
        start, end = opened.text.span(diagnostic.range)
        if start <= offset <= end and finding.place is not None and finding.rule not in told:
            told.add(finding.rule)
            page = entry(finding.rule).markdown.strip()
            yield f"[{finding.rule}]({PAGES}{finding.rule}) ({finding.severity})\n\n{page}"


def _facts(project: Project, opened: Opened, offset: int) -> Iterator[str]:
    """Yield what is known of the value or the member at an offset."""
    chosen = project.of(opened.path)
    data = opened.text.data
    kind = kind_of_text(data, chosen)
    spot = spot_at(data, offset)
    if kind is None or not spot.levels:
        return
    reading = opened.reading(chosen)
    if is_expression(kind, spot):
        model = None if reading is None else reading.model
        word = meaning(word_at(data, spot, offset).text, variables(model, spot.pointer))
        yield from [] if word is None else [word]
    elif spot.is_name and spot.is_string:
        yield from _member(kind, spot, written(data[spot.start : spot.end]))
    if reading is not None and not spot.is_name:
        yield from _evaluated(kind, reading, offset)


def _member(kind: Kind, spot: Spot, name: str) -> Iterator[str]:
    """Yield what a member is."""
    above = schema_at(kind, spot.container)
    if above is None:
        return
    full = whole(above)
    schema = full.get("properties", {}).get(name)
    if schema is not None:
        yield described(name, schema, needed=name in full.get("required", ()))


def _evaluated(kind: Kind, reading: Reading, offset: int) -> Iterator[str]:
    """Yield what a time comes to, and what the key around an offset is when it is played."""
    pointer = reading.pointer_at(offset)
    if pointer is None:
        return
    time = time_told(kind, reading.model, pointer)
    if time is not None:
        yield time
    for told in _TOLD.get(kind.name, ()):
        try:
            said = told(reading.model, pointer)
        except Exception:  # noqa: BLE001 - a document with faults has places that have no value
            said = None
        if said is not None:
            yield said


def _key_of_set(model: Any, pointer: Pointer) -> str | None:
    """Tell of the key of a set that a pointer leads into."""
    if len(pointer) < 6 or pointer[0] != "clips" or pointer[2] != "tracks":
        return None
    keys = value_at(model, pointer[:5])
    at = pointer[5]
    key = value_at(model, pointer[:6])
    if not isinstance(at, int) or not is_known(key):
        return None
    value = round_key_value(key.value)
    axes = ", ".join(f"{axis} {brief(getattr(value, axis))}" for axis in "xyz")
    onward = "held from there on"
    if at + 1 < len(keys):
        onward = (
            f"{key.interpolation or 'linear'} to the next, {keys[at + 1].tick - key.tick} ticks on"
        )
    path = value_at(model, (*pointer[:4], "path"))
    return f"{pointer[4]} of `{path}`, key {at + 1} of {len(keys)}: {axes}; {onward}"


def _property_of_scene(model: Any, pointer: Pointer) -> str | None:
    """Tell what a property of a scene is at a key's time, all that changes it counted in."""
    if len(pointer) < 3 or pointer[0] != "props" or pointer[2] not in ("keys", "driver"):
        return None
    from animspec.scenes import evaluate_scene  # noqa: PLC0415 - slow to load

    track = value_at(model, pointer[:2])
    time = value_at(model, (*pointer[:4], "t")) if pointer[2] == "keys" else 0.0
    times = [time] if pointer[2] == "keys" else [0.0, model.length / 2, model.length]
    values = evaluate_scene(model, times).property(track.path, track.name)
    told = [
        f"{brief(at)} s: {', '.join(map(brief, row))}"
        for at, row in zip(times, values.tolist(), strict=True)
    ]
    return f"`{track.name}` of `{track.path}` at {'; '.join(told)}"


def _object_of_scene(model: Any, pointer: Pointer) -> str | None:
    """Tell where an object of a scene is at a key's time."""
    if len(pointer) < 4 or pointer[0] != "objects" or pointer[2] != "keys":
        return None
    from animspec.scenes import evaluate_scene  # noqa: PLC0415 - slow to load
    from animspec.transforms import decompose  # noqa: PLC0415

    path, time = value_at(model, (*pointer[:2], "path")), value_at(model, (*pointer[:4], "t"))
    pose = decompose(evaluate_scene(model, [time]).matrix(path))
    position, scale = pose.position.tolist()[0], pose.scale.tolist()[0]
    return (
        f"`{path}` at {brief(time)} s: position {', '.join(map(brief, position))}; "
        f"scale {', '.join(map(brief, scale))}"
    )


def _key_of_sequence(model: Any, pointer: Pointer) -> str | None:
    """Tell of the key of a sequence that a pointer leads into."""
    if len(pointer) < 4 or pointer[0] != "sequences" or pointer[2] != "keyframes":
        return None
    sequence, key = value_at(model, pointer[:2]), value_at(model, pointer[:4])
    value = ", ".join(map(brief, key.value))
    at = int(pointer[3]) + 1
    return f"sequence `{sequence.id}`, key {at} of {len(sequence.keyframes)}: {value}"


_TOLD: Final[dict[str, tuple[Callable[[Any, Pointer], str | None], ...]]] = {
    ANIMATION_SET.name: (_key_of_set,),
    SCENE_ANIMATION.name: (_property_of_scene, _object_of_scene),
    M3G_ANIMATION.name: (_key_of_sequence,),
}
"""What is told of keys, by kind of document."""
