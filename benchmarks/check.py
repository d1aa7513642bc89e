"""How fast ``animspec check`` is, side by side with parsers and with schema validators.

Run with ``python benchmarks/check.py`` after ``pip install '.[bench]'``, on a
machine that does nothing else. It prints every figure as a ratio to a peer
timed in the same turns.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema_rs
import orjson

from animspec import Severity, check, schema
from animspec.settings import Settings
from benchmarks.made_sets import large_set, small_sets
from benchmarks.side_by_side import in_turns, table

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "made.voxelanim.json"
ROUNDS = 9
SAMPLE = 40


def main() -> None:
    """Print all tables."""
    one_large_file()
    one_fault_in_it()
    many_small_files()
    all_rules()
    two_processes()
    unchanged()
    schema_checker()
    start_up()


def one_large_file() -> None:
    """Print (a): 200 000 keys, written on one line and indented."""
    validator = jsonschema_rs.Draft202012Validator(schema.bundled("animation-set"))
    for title, indent in (("on one line", None), ("indented", 1)):
        data = large_set(indent=indent)
        assert not check(data, NAME).findings
        best = in_turns(
            {
                "orjson.loads": partial(orjson.loads, data),
                "animspec check": partial(check, data, NAME),
                "orjson + jsonschema-rs": partial(_judge, validator, data),
            },
            ROUNDS,
        )
        name = f"(a) 200 100 keys {title}, {len(data) / 1e6:.1f} MB"
        table(name, best, "orjson.loads", {"animspec check": 0.9})


def _judge(validator: jsonschema_rs.Draft202012Validator, data: bytes) -> bool:
    return validator.is_valid(orjson.loads(data))


def one_fault_in_it() -> None:
    """Print (a) with one fault: time against the clean file, memory against its bytes."""
    for title, indent in (("on one line", None), ("indented", 1)):
        data = large_set(indent=indent)
        faulty = dict(_faults(data))
        contenders: dict[str, Callable[[], object]] = {"clean": partial(check, data, NAME)}
        for fault, text in faulty.items():
            assert check(text, NAME).findings, fault
            contenders[fault] = partial(check, text, NAME)
        best = in_turns(contenders, 3)
        table(f"(a) {title} with one fault near its end", best, "clean", dict.fromkeys(faulty, 4))
        print("  memory, in bytes of the file (aim: 10 or less):")
        for fault, text in {"clean": data, **faulty}.items():
            print(f"    {fault:<40} {_memory(text) / len(text):6.1f} x")


def _faults(data: bytes) -> list[tuple[str, bytes]]:
    """Return texts with one fault each, at nine tenths of the text."""
    start = len(data) * 9 // 10
    start = data.index(b'"path"', start)

    def once(pattern: bytes, new: Callable[[re.Match[bytes]], bytes]) -> bytes:
        match = re.compile(pattern).search(data, start)
        assert match is not None
        return data[: match.start()] + new(match) + data[match.end() :]

    return [
        ("a value not rounded", once(rb'"x": (-?[0-9]+)[0-9.]*', lambda m: m[0] + b".12345"[-6:]
                                     if b"." not in m[0] else m[0] + b"12345")),
        ("a text for a number", once(rb'("x": )([-0-9.]+)', lambda m: m[1] + b'"' + m[2] + b'"')),
        ("an unknown member", once(rb'"x":', lambda m: b'"w": 1, ' + m[0])),
        ("a repeated member", once(rb'"x":', lambda m: b'"x": 1, ' + m[0])),
        ("a misspelt interpolation", once(rb'"(linear|smooth|step)"', lambda _: b'"liner"')),
        ("keys out of order", once(rb'"tick": [0-9]{5,}', lambda _: b'"tick": 1')),
        ("an fps off the grid", data.replace(b'"fps": 24', b'"fps": 23')),
        ("a trailing comma", once(rb"\}(\s*)\]", lambda m: b"}," + m[1] + b"]")),
        ("NaN", once(rb'("x": )([-0-9.]+)', lambda m: m[1] + b"NaN")),
        ("a file cut off", data[: start + 1000]),
    ]  # fmt: skip


def _memory(data: bytes) -> int:
    """Return how many bytes checking takes at the most, besides those of the text and of Python."""
    with tempfile.NamedTemporaryFile(suffix=NAME) as file:
        file.write(data)
        file.flush()
        script = (
            "import sys; from animspec import check; import animspec.exact, jsonschema;"
            "peak = lambda: int(next(line for line in open('/proc/self/status')"
            " if line.startswith('VmHWM')).split()[1]);"
            "check(b'{', 'warm.voxelanim.json'); check(b'{}', 'warm.voxelanim.json');"
            "data = open(sys.argv[1], 'rb').read();"
            "before = peak(); check(data, sys.argv[1]); print(peak() - before)"
        )
        run = [sys.executable, "-c", script, file.name]
        return int(subprocess.run(run, check=True, capture_output=True).stdout) * 1024


def many_small_files() -> None:
    """Print (b): 2 000 files of 50 to 500 keys, in one process, their reading included."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for at, data in enumerate(small_sets()):
            path = Path(folder, f"{at}.voxelanim.json")
            path.write_bytes(data)
            paths.append(path)

        def read_all(use: Callable[[bytes], object]) -> None:
            for path in paths:
                use(path.read_bytes())

        best = in_turns(
            {
                "orjson.loads": lambda: read_all(orjson.loads),
                "animspec check": lambda: read_all(lambda data: check(data, NAME)),
            },
            ROUNDS,
        )
    table("(b) 2 000 files of 50 to 500 keys", best, "orjson.loads", {"animspec check": 1.9})


def all_rules() -> None:
    """Print (b) with the hints that are hidden by default, against the run without them."""
    files = small_sets()
    hints = Settings(show=Severity.HINT)
    best = in_turns(
        {
            "animspec check": lambda: [check(data, NAME) for data in files],
            "with all hints": lambda: [check(data, NAME, hints) for data in files],
        },
        ROUNDS,
    )
    table("(b) with all rules", best, "animspec check", {"with all hints": 4})


def two_processes() -> None:
    """Print the command on (b) in one process and in two."""
    with tempfile.TemporaryDirectory() as folder:
        _write_small_sets(folder)
        command = [_script("animspec"), "check", "--no-cache", folder]
        best = in_turns(
            {
                "one process": lambda: _run([*command, "--jobs", "1"]),
                "two processes": lambda: _run([*command, "--jobs", "2"]),
            },
            ROUNDS,
        )
    table("the command on (b), in processes", best, "one process", {"two processes": 0.65})


def unchanged() -> None:
    """Print the command on (b) where nothing has changed, and where one file has."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        _write_small_sets(folder)
        one = Path(folder, "0000.voxelanim.json")
        old = time.time() - 3_600
        for path in Path(folder).iterdir():
            os.utime(path, (old, old))
        command = [_script("animspec"), "check", "--cache-dir", cache, folder]
        time.sleep(3)  # what has just changed is read again, lest its status deceive
        _run(command)

        def change() -> None:
            one.write_bytes(one.read_bytes() + b" ")
            _run(command)

        best = in_turns(
            {
                "everything": lambda: _run([*command, "--no-cache"]),
                "everything, one process": lambda: _run([*command, "--no-cache", "--jobs", "1"]),
                "one file changed": change,
                "the next run": lambda: _run(command),
                "nothing changed": lambda: _run(command),
            },
            ROUNDS,
        )
    table("the command on (b), again", best, "everything", {"nothing changed": 0.15})


def _write_small_sets(folder: str) -> None:
    for at, data in enumerate(small_sets()):
        Path(folder, f"{at:04}.voxelanim.json").write_bytes(data)


def schema_checker() -> None:
    """Print the commands as people run them, check-jsonschema on a sample and scaled."""
    with tempfile.TemporaryDirectory() as folder:
        files = small_sets()
        for at, data in enumerate(files):
            Path(folder, f"{at:04}.voxelanim.json").write_bytes(data)
        schema_file = Path(folder, "schema.json")
        schema_file.write_text(json.dumps(schema.bundled("animation-set")))
        sample = [str(Path(folder, f"{at:04}.voxelanim.json")) for at in range(SAMPLE)]
        ours = _seconds([_script("animspec"), "check", folder])
        theirs = _seconds([_script("check-jsonschema"), "--schemafile", str(schema_file), *sample])
        fixed = _seconds([_script("check-jsonschema"), "--schemafile", str(schema_file), sample[0]])
    scaled = fixed + (theirs - fixed) * (len(files) - 1) / (SAMPLE - 1)
    print(f"\nthe commands on (b), check-jsonschema scaled from {SAMPLE} files")
    print(f"  animspec check     {ours:8.2f} s")
    print(f"  check-jsonschema   {scaled:8.2f} s {scaled / ours:8.1f} x   (aim: 50 or more)")


def start_up() -> None:
    """Print the command on one small clean file against a Python that does nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, NAME)
        path.write_bytes(small_sets(1)[0])
        command = [_script("animspec"), "check", str(path)]
        nothing = [sys.executable, "-c", "pass"]
        best = in_turns(
            {"python -c pass": lambda: _run(nothing), "animspec check": lambda: _run(command)}, 25
        )
    table("one small clean file", best, "python -c pass", {"animspec check": 8})


def _script(name: str) -> str:
    """Return the path of a command installed beside this Python."""
    return str(Path(sys.executable).with_name(name))


def _run(command: list[str]) -> None:
    # Without bytecode every module would be compiled anew in every run.
    environment = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    subprocess.run(command, check=True, capture_output=True, env=environment)


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    _run(command)
    return time.perf_counter() - start


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    main()
