"""Motions sampled into tables, and the tables as CSV, JSON, NumPy archives and Parquet files.

A table has a row per motion and time, and a column per component of a channel,
``path.channel.component``. Where several motions are in one table, a cell is empty where a row's
motion has no such channel. Values are full doubles; one that nothing gives is empty, too.
"""

from __future__ import annotations

import json
from csv import writer
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.channels import Motion
    from animspec.curves import Floats

VERSION: Final = 1
"""The version of the JSON form, which stands in all but CSV; it rises when a reader of the old
form would go wrong."""

MOST_CELLS: Final = 100_000_000
"""Numbers in one table: beyond it, it is a slip, and a gigabyte of memory."""


class MissingPackageError(ImportError):
    """A form needs a package that is not installed; the message says which extra has it."""


class TooManyCellsError(ValueError):
    """So many numbers that the table is a slip."""


@frozen(eq=False)
class Samples:
    """A motion's values at some times: ``values`` has (times, width) for each channel."""

    motion: Motion
    times: Floats
    values: tuple[Floats, ...]

    @property
    def seconds(self) -> Floats | None:
        """The times in seconds; ``None`` where the document does not say how long a second is."""
        rate = self.motion.units_per_second
        return None if rate is None else self.times / rate

    def columns(self) -> list[tuple[str, str, Floats]]:
        """Return each component's word, unit and values at all times."""
        units = [channel.unit for channel in self.motion.channels for _ in channel.components]
        columns = [column for values in self.values for column in values.T]
        return list(zip(self.motion.columns(), units, columns, strict=True))


def samples(motion: Motion, times: Floats) -> Samples:
    """Return a motion sampled at times in its own unit.

    Raises:
        TooManyCellsError: there would be more than a hundred million numbers.
    """
    cells = len(times) * (len(motion.columns()) + 2)
    if cells > MOST_CELLS:
        raise TooManyCellsError(f"there would be {cells} numbers, expected at most {MOST_CELLS}")
    return Samples(motion, times, motion.sample(times))


def csv_form(found: Sequence[Samples], _: str = "") -> bytes:
    """Return a table as CSV: headings with units in brackets, then a row per motion and time."""
    columns = _all_columns(found)
    units = dict.fromkeys(each.motion.unit for each in found)
    has_seconds = any(each.seconds is not None for each in found)
    text = StringIO()
    rows = writer(text, lineterminator="\n")
    names = [f"{name} [{unit}]" if unit else name for name, unit in columns]
    rows.writerow(["clip", f"time [{' or '.join(units)}]", *["seconds"] * has_seconds, *names])
    for title, each in zip(_titles(found), found, strict=True):
        own = {name: values for name, _, values in each.columns()}
        cells: list[list[str]] = [[title] * len(each.times), _cells(each.times)]
        if has_seconds:
            cells.append(_cells(each.seconds, len(each.times)))
        cells += [_cells(own.get(name), len(each.times)) for name, _ in columns]
        rows.writerows(zip(*cells, strict=True))
    return text.getvalue().encode("utf-8", "backslashreplace")


def _titles(found: Sequence[Samples]) -> list[str]:
    """Return what each motion is called: by its label, or its id where labels are alike."""
    labels = [each.motion.label for each in found]
    return labels if len(set(labels)) == len(labels) else [each.motion.name for each in found]


def _all_columns(found: Sequence[Samples]) -> list[tuple[str, str]]:
    """Return the columns of all motions with their units, each once."""
    return list(dict.fromkeys((name, unit) for each in found for name, unit, _ in each.columns()))


def _cells(values: Floats | None, count: int = 0) -> list[str]:
    """Return numbers as texts that read back as the same doubles; empty ones for those missing.

    >>> _cells(np.array([0.1, 24000.0, np.nan, -0.0]))
    ['0.1', '24000', '', '0']
    """
    if values is None:
        return [""] * count
    # Adding 0 makes a negative zero a positive one, which is what people mean.
    numbers = (values + 0.0).tolist()
    return ["" if value != value else repr(value).removesuffix(".0") for value in numbers]  # noqa: PLR0124 - only NaN is unlike itself


def json_form(found: Sequence[Samples], file: str = "") -> bytes:
    """Return samples as JSON: motions, each with its times and its channels' values."""
    document = {"version": VERSION, "file": file, "motions": list(map(_motion_json, found))}
    return (json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def _motion_json(found: Samples) -> dict[str, Any]:
    motion, seconds = found.motion, found.seconds
    channels = zip(motion.addresses(), motion.channels, found.values, strict=True)
    return {
        **_head(motion),
        "times": found.times.tolist(),
        "seconds": None if seconds is None else seconds.tolist(),
        "channels": [
            {
                "address": address,
                "path": channel.path,
                "name": channel.name,
                "components": channel.components,
                "unit": channel.unit,
                "measure": channel.measure,
                "values": _lists(values),
            }
            for address, channel, values in channels
        ],
    }


def _head(motion: Motion) -> dict[str, Any]:
    return {
        "kind": motion.kind,
        "name": motion.name,
        "label": motion.label,
        "start": motion.start,
        "end": motion.end,
        "unit": motion.unit,
        "unitsPerSecond": motion.units_per_second,
        "fps": motion.fps,
        "loop": motion.loop,
    }


def _lists(values: Floats) -> Any:
    """Return values as lists, with None for what is not finite and so no number of JSON."""
    if np.isfinite(values).all():
        return values.tolist()
    rows = values.tolist()
    return [[number if np.isfinite(number) else None for number in row] for row in rows]


def npz_form(found: Sequence[Samples], file: str = "") -> bytes:
    """Return samples as a NumPy archive.

    ``clips`` has the motions' names; of the first there are ``0.times`` (n,), ``0.seconds``,
    ``0.columns``, ``0.units`` and ``0.values`` (n, columns), and so on; ``about`` is a text of
    JSON that says the rest.
    """
    arrays: dict[str, Any] = {"clips": np.array(_titles(found))}
    for place, each in enumerate(found):
        columns = each.columns()
        arrays[f"{place}.times"] = each.times
        if each.seconds is not None:
            arrays[f"{place}.seconds"] = each.seconds
        arrays[f"{place}.columns"] = np.array([name for name, _, _ in columns], np.str_)
        arrays[f"{place}.units"] = np.array([unit for _, unit, _ in columns], np.str_)
        arrays[f"{place}.values"] = np.column_stack(
            [np.empty((len(each.times), 0)), *(values for _, _, values in columns)]
        )
    arrays["about"] = np.array(_about(found, file))
    data = BytesIO()
    np.savez_compressed(data, **arrays)
    return data.getvalue()


def _about(found: Sequence[Samples], file: str) -> str:
    motions = [_head(each.motion) for each in found]
    about = {"version": VERSION, "file": file, "motions": motions}
    return json.dumps(about, ensure_ascii=False)


def parquet_form(found: Sequence[Samples], file: str = "") -> bytes:
    """Return a table as a Parquet file: ``clip``, ``time``, ``seconds``, then the components.

    Each field's metadata has its ``unit``; the schema's has ``animspec``, which is a text of JSON
    about the motions.

    Raises:
        MissingPackageError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        message = "Parquet files need pyarrow: pip install 'animspec[parquet]'"
        raise MissingPackageError(message) from error
    counts = [len(each.times) for each in found]
    clips = [title for title, each in zip(_titles(found), found, strict=True) for _ in each.times]
    units = " or ".join(dict.fromkeys(each.motion.unit for each in found))
    fields = [pa.field("clip", pa.dictionary(pa.int32(), pa.string()))]
    arrays = [pa.array(clips, fields[0].type)]
    parts: list[tuple[str, str, list[Floats | None]]] = [
        ("time", units, [each.times for each in found]),
        ("seconds", "s", [each.seconds for each in found]),
    ]
    owned = [{name: values for name, _, values in each.columns()} for each in found]
    for name, unit in _all_columns(found):
        parts.append((name, unit, [own.get(name) for own in owned]))
    for name, unit, columns in parts:
        fields.append(pa.field(name, pa.float64(), metadata={"unit": unit}))
        # NaN is what nothing gives; Parquet has a word for that.
        arrays.append(pa.array(_joined(columns, counts), pa.float64(), from_pandas=True))
    schema = pa.schema(fields, metadata={"animspec": _about(found, file)})
    data = BytesIO()
    parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), data)
    return data.getvalue()


def _joined(columns: Sequence[Floats | None], counts: Sequence[int]) -> Floats:
    """Return one column over all motions, NaN where a motion has none."""
    filled = [
        np.full(count, np.nan) if column is None else column
        for column, count in zip(columns, counts, strict=True)
    ]
    return np.concatenate(filled)


@frozen(eq=False)
class Form:
    """A form of samples: what writes it, how its files' names end, and whether it is text."""

    write: Callable[[Sequence[Samples], str], bytes]
    suffixes: tuple[str, ...]
    is_text: bool


FORMS: Final[dict[str, Form]] = {
    "csv": Form(csv_form, (".csv",), is_text=True),
    "json": Form(json_form, (".json",), is_text=True),
    "npz": Form(npz_form, (".npz",), is_text=False),
    "parquet": Form(parquet_form, (".parquet", ".pq"), is_text=False),
}


def form_of(name: str) -> str | None:
    """Return the form that a file's name declares.

    >>> form_of("Walk.CSV"), form_of("walk.txt")
    ('csv', None)
    """
    lower = name.lower()
    return next((form for form in FORMS if lower.endswith(FORMS[form].suffixes)), None)
