"""Hostile files made by mutation from small valid ones, and the command run on each of them.

`python -m tests.hostile_files --count 10000` looks at all of them and prints what went wrong.
A file is determined by its number, so a finding can be repeated: `--first 4711 --count 1 --keep FOLDER`.
"""

from __future__ import annotations

import argparse
import csv
import faulthandler
import gzip
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

#: A command that takes longer than this on a file of some kilobytes hangs, however busy the machine is.
SECONDS = 60
#: So many files are looked at by one process, which is then replaced: a crash costs one process.
TOGETHER = 250

COMMANDS = (
    ["cohen-kappa"],
    ["cohen-kappa", "--engine", "duckdb"],
    ["krippendorff-alpha"],
    ["cohen-kappa", "--engine", "polars"],
    ["study"],
)

ROWS = [
    ["item", "type", "human", "judge"],
    *([f"q{i}", "ab"[i % 2], str(1 + i * 7 % 5), str(1 + i * 5 % 5)] for i in range(24)),
]
LONG = [
    ["item", "rater", "score", "说明"],
    *([f"q{i // 2}", ["安", "é"][i % 2], ["low", "high"][i * 3 % 5 > 1], f"“{i}”"] for i in range(40)),
]


# --- valid files ------------------------------------------------------------------------------


def _table(rows: list[list[str]], delimiter: str = ",", end: str = "\n") -> bytes:
    return end.join(delimiter.join(row) for row in rows).encode() + end.encode()


def _records(rows: list[list[str]]) -> list[dict[str, Any]]:
    typed = [[int(cell) if cell.isdigit() else cell for cell in row] for row in rows[1:]]
    return [dict(zip(rows[0], row, strict=True)) for row in typed]


def _columns(rows: list[list[str]]) -> dict[str, list[Any]]:
    records = _records(rows)
    return {name: [record[name] for record in records] for name in rows[0]}


def _parquet(select: str, options: str = "") -> bytes:
    import duckdb

    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        path = os.path.join(folder, "seed.parquet")
        connection.execute(f"COPY ({select}) TO '{path}' (FORMAT parquet{options})")
        return Path(path).read_bytes()


def _database() -> bytes:
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "seed.duckdb")
        with duckdb.connect(path) as connection:
            connection.execute(
                "CREATE TABLE t AS SELECT i AS item, i % 3 AS a, i % 4 AS b FROM range(20) r(i)"
            )
        return Path(path).read_bytes()


def _workbook(rows: list[list[str]]) -> bytes:
    import openpyxl

    book, held = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
    book.save(held)
    return held.getvalue()


def _zipped(name: str, content: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return held.getvalue()


_WIDE = (
    "SELECT i AS item, CAST(i * 7 % 5 AS {kind}) AS human, CAST(i * 5 % 5 AS {kind}) AS judge "
    "FROM range(60) r(i)"
)
_NESTED = "SELECT i AS item, [i, 1] AS human, {'a': i} AS judge, i % 3 AS a, i % 2 AS b FROM range(30) r(i)"
_TIMES = (
    "SELECT 'q' || (i // 2) AS item, 'r' || (i % 2) AS rater, i * 3 % 5 AS score, "
    "TIMESTAMP '2024-01-01' + INTERVAL (i) HOUR AS rated_at, i % 2 = 0 AS done FROM range(60) r(i)"
)


@cache
def seeds() -> dict[str, bytes]:
    """Small valid files, by the name that such a file would have."""
    return {
        "wide.csv": _table(ROWS),
        "long.csv": _table(LONG),
        "tabs.tsv": _table(ROWS, "\t", "\r\n"),
        "semicolons.csv": _table(LONG, ";"),
        "records.json": json.dumps(_records(ROWS), ensure_ascii=False).encode(),
        "columns.json": json.dumps(_columns(LONG)).encode(),
        "nested.json": json.dumps({"ann": {"q1": 3, "q2": 5}, "bob": {"q1": 3, "q2": 4}}).encode(),
        "lines.jsonl": "\n".join(json.dumps(r, ensure_ascii=False) for r in _records(LONG)).encode(),
        "whole.parquet": _parquet(_WIDE.format(kind="TINYINT")),
        "text.parquet": _parquet(_WIDE.format(kind="VARCHAR"), ", COMPRESSION zstd"),
        "plain.parquet": _parquet(_WIDE.format(kind="DOUBLE"), ", COMPRESSION uncompressed"),
        "lists.parquet": _parquet(_NESTED, ", ROW_GROUP_SIZE 10"),
        "times.parquet": _parquet(_TIMES, ", PARQUET_VERSION v2"),
        "book.xlsx": _workbook(ROWS),
        "words.xlsx": _workbook(LONG),
        "packed.csv.gz": gzip.compress(_table(ROWS), mtime=0),
        "packed.jsonl.gz": gzip.compress(b'{"a": 1, "b": 2}\n{"a": 2, "b": 2}\n' * 9, mtime=0),
        "packed.zip": _zipped("scores.csv", _table(ROWS)),
        "survey.sav": b"$FL2@(#) SPSS DATA FILE concordant".ljust(64) + bytes(range(256)) * 4,
        "base.duckdb": _database(),
    }


# --- mutations --------------------------------------------------------------------------------

Mutation = Callable[[random.Random, bytes], bytes]


def _place(rng: random.Random, data: bytes) -> int:
    """Anywhere, but often at the beginning or at the end, where files say what they are."""
    n = len(data)
    return rng.choice(
        [rng.randrange(n + 1), rng.randrange(min(n, 64) + 1), n - rng.randrange(min(n, 300) + 1)]
    )


def flipped(rng: random.Random, data: bytes) -> bytes:
    """Some bytes are others."""
    held = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5, 40])):
        if held:
            held[min(_place(rng, data), len(held) - 1)] ^= rng.randrange(1, 256)
    return bytes(held)


def truncated(rng: random.Random, data: bytes) -> bytes:
    """The end is missing, or the beginning."""
    at = _place(rng, data)
    return data[:at] if rng.random() < 0.8 else data[at:]


def inserted(rng: random.Random, data: bytes) -> bytes:
    """Something stands where nothing was."""
    at = _place(rng, data)
    return data[:at] + rng.choice(_ODD)(rng) + data[at:]


def duplicated(rng: random.Random, data: bytes) -> bytes:
    """A part occurs twice, or many times."""
    a, b = sorted((_place(rng, data), _place(rng, data)))
    return data[:b] + data[a:b] * rng.choice([1, 1, 2, 30]) + data[b:]


def removed(rng: random.Random, data: bytes) -> bytes:
    """A part in the middle is missing."""
    a, b = sorted((_place(rng, data), _place(rng, data)))
    return data[:a] + data[b:]


def spliced(rng: random.Random, data: bytes) -> bytes:
    """The beginning of one file and the end of another."""
    other = rng.choice(list(seeds().values()))
    return data[: _place(rng, data)] + other[_place(rng, other) :]


def recoded(rng: random.Random, data: bytes) -> bytes:
    """The text in another encoding, with or without a mark, or with a wrong one."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return data
    encoding = rng.choice(
        ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "gbk", "latin-1", "utf-8-sig", "utf-7"]
    )
    marks = [b"", b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00"]
    return rng.choice(marks) + text.encode(encoding, "replace")


def redelimited(rng: random.Random, data: bytes) -> bytes:
    """Other signs between cells and at the end of lines."""
    old = rng.choice([b",", b"\t", b";", b"\n", b"\r\n", b'"', b":"])
    new = rng.choice(
        [b",", b"|", b" ", b"\x00", b"\r", b"\n\n", b'"', b'""', b"\x1b", b";;", b"\xe2\x80\xa8", b""]
    )
    return data.replace(old, new)


def misvalued(rng: random.Random, data: bytes) -> bytes:
    """A number or a word is something else: huge, endless, nothing."""
    words = [b"q1", b"human", b"1", b"2", b"5", b"low", b"item", b"rater", b"score", b"a", b"3"]
    old = rng.choice([word for word in words if word in data] or [b"0"])
    return data.replace(old, rng.choice(_ODD)(rng), rng.choice([1, 1, 5, -1]))


def unpacked_and_hurt(rng: random.Random, data: bytes) -> bytes:
    """What is inside a packed file is mutated, and packed again."""
    try:
        if data.startswith(b"\x1f\x8b"):
            return gzip.compress(mutated(rng, gzip.decompress(data)), mtime=0)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, EOFError, ValueError, zlib.error, zipfile.BadZipFile, NotImplementedError):
        return flipped(rng, data)
    hurt, held = rng.choice(list(parts)), io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, mutated(rng, content) if name == hurt else content)
    return held.getvalue()


def replaced(rng: random.Random, data: bytes) -> bytes:
    """Something else altogether."""
    return rng.choice(_WHOLE)(rng)


def _headless(rng: random.Random) -> bytes:
    return rng.choice(
        [b"a,b\n", b"a,a\n1,2\n2,2\n", b"\n\n\n", b" ", b'"', b"a\n1\n2\n", b",,,\n,,,\n", b"\xef\xbb\xbf"]
    )


_ODD: tuple[Callable[[random.Random], bytes], ...] = (
    lambda rng: rng.randbytes(rng.randrange(1, 60)),
    lambda rng: b"\x00" * rng.randrange(1, 9),
    lambda rng: b"9" * rng.choice([20, 400, 5000, 100_000]),
    lambda rng: rng.choice(
        [b"1e308", b"-1e308", b"1e999", b"nan", b"-inf", b"1_0", b"0x1F", b"5e-324", b"1e-400"]
    ),
    lambda rng: b"x" * rng.choice([300, 140_000]),
    lambda rng: rng.choice(
        [b'"', b'""', b"'", b",", b"\n", b"\r", b"\r\n", b"\t", b"\x1b[2J", b"\xff", b"\xf0\x9f"]
    ),
    lambda rng: rng.choice(["\u202e", "\u2028", "，", "é" * 40, "\x85", "\u0301" * 30, "\ufffe"]).encode(),
    lambda rng: rng.choice(
        [b"null", b"true", b"{}", b"[]", b"[[1]]", b'{"a":{"b":1}}', b"NaN", b"Infinity", b"\\ud800"]
    ),
    lambda rng: rng.choice(
        [b"2024-01-01", b"1900-02-30", b"=1+1", b"1,5", b"1.5.2", b"50%", b"$5", b"-", b"--", b"?"]
    ),
)

_WHOLE: tuple[Callable[[random.Random], bytes], ...] = (
    lambda rng: rng.randbytes(rng.choice([1, 3, 16, 300, 5000])),
    lambda rng: b"",
    _headless,
    lambda rng: b"[" * rng.choice([10, 1000, 200_000]) + b"]" * rng.choice([0, 10, 1000, 200_000]),
    lambda rng: b'{"a":' * rng.choice([10, 2000, 100_000]) + b"1" + b"}" * rng.choice([0, 10, 2000]),
    lambda rng: rng.choice(
        [b"PAR1", b"PAR1PAR1", b"PARE" + b"\0" * 40 + b"PARE", b"PK\x03\x04", b"\x1f\x8b", b"PK\x05\x06"]
    ),
    lambda rng: (
        rng.choice(
            [b"SQLite format 3\0", b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]
        )
        + rng.randbytes(rng.choice([0, 600]))
    ),
    lambda rng: b"\xd0\xcf\x11\xe0" + rng.randbytes(rng.choice([0, 512, 4096])),
    lambda rng: b"a,b\n" + b"1,2\n" * rng.choice([1, 2, 5000]),
    lambda rng: ("a,b\n" + "".join(f"{rng.random()},{rng.gauss(0, 1e300)}\n" for _ in range(30))).encode(),
    lambda rng: (
        b",".join(b"c%d" % i for i in range(40))
        + b"\n"
        + b",".join(b"%d" % (i % 3) for i in range(40))
        + b"\n"
    ),
    lambda rng: gzip.compress(b"\0" * rng.choice([10, 6_000_000]), mtime=0),
    lambda rng: gzip.compress(gzip.compress(_table(ROWS), mtime=0), mtime=0),
    lambda rng: (
        b"[" + b",".join(rng.choice([b"1", b'"x"', b"null", b"[1]", b"{}", b"true"]) for _ in range(9)) + b"]"
    ),
    lambda rng: b"\n".join(
        rng.choice([b'{"a":1,"b":2}', b'{"b":"x"}', b"[1]", b"", b"{", b"{}"]) for _ in range(9)
    ),
)

MUTATIONS: tuple[Mutation, ...] = (
    flipped, flipped, truncated, inserted, duplicated, removed, spliced, recoded, redelimited, misvalued,
    misvalued, unpacked_and_hurt, replaced,
)  # fmt: skip


def mutated(rng: random.Random, data: bytes) -> bytes:
    """One to three mutations after each other."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        data = rng.choice(MUTATIONS)(rng, data)
    return data[:2_000_000]


# --- tables that are well written and odd -------------------------------------------------------

_CELLS: tuple[Any, ...] = (
    1, 2, 3, 4, 5, 0, -1, 1.5, 1e308, -1e308, 5e-324, 10**18, 2**63, 2**64, 0.1, True, False, None, "", " ",
    "NA", "nan", "-inf", "low", "high", "Low ", "5+", "1,5", "50%", "2024-01-01", "2024-02-30T25:00", "08:15",
    "甲", "é", "e\u0301", "\u202eab", "a\nb", "a\tb", '"', "'", "=1+1", "<b>", "{x}", "x" * 500, "٣", "1_0",
    "0x1F",
)  # fmt: skip
_HEADS = (
    "type", "weight", "n", "time", "comment", "prompt", "1", "2", "", " ", "a\nb", "评分", "x" * 300,
    "\u202e", "gold", "dimension", "round", "repeat", "clusters", "human_2",
)  # fmt: skip


def odd_table(rng: random.Random) -> list[list[Any]]:
    """A table of ratings with odd columns beside them and odd cells in them; the first row are names."""
    height = rng.choice([0, 1, 2, 3, 8, 8, 20, 20, 60])
    table = _wide(rng, height) if rng.random() < 0.6 else _long(rng, height)
    for name in rng.sample(_HEADS, rng.choice([0, 0, 0, 1, 1, 3])):
        pool = rng.sample(_CELLS, rng.choice([1, 2, 5]))
        table = [[*row, name if i == 0 else rng.choice(pool)] for i, row in enumerate(table)]
    for _ in range(rng.choice([0, 0, 1, 2, 5])):
        row = table[rng.randrange(len(table)) if rng.random() < 0.2 else -1]
        row[rng.randrange(len(row))] = rng.choice(_CELLS)
    return table


def _ratings(rng: random.Random) -> Callable[[], Any]:
    """How one rating is drawn: categories, words, measurements, nothing but one value, or odd things."""
    pool = rng.sample(_CELLS, 3)
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: rng.randrange(1, 6), lambda: rng.randrange(1, 6), lambda: rng.choice(["low", "mid", "high"]),
        lambda: round(rng.gauss(5, 2), 3), lambda: rng.choice([0, 1]), lambda: 3, lambda: rng.choice(pool),
        lambda: rng.choice([1e308, -1e308, 1.0]), lambda: rng.choice([1, 2, None]),
        lambda: 10.0 ** rng.randrange(-300, 300),
    )  # fmt: skip
    return rng.choice(kinds)


def _wide(rng: random.Random, height: int) -> list[list[Any]]:
    raters = rng.choice([["human", "judge"], ["human", "judge"], ["a", "b"], ["r1", "r2", "r3"], ["only"]])
    draw, named = _ratings(rng), rng.random() < 0.7
    rows = [[f"q{i}"] * named + [draw() for _ in raters] for i in range(height)]
    return [["item"] * named + raters, *rows]


def _long(rng: random.Random, height: int) -> list[list[Any]]:
    draw, raters = _ratings(rng), rng.choice([["ann", "bob"], ["ann", "bob"], ["甲", " é", "c"]])
    rows = [[f"q{i}", rater, draw()] for i in range(height) for rater in raters if rng.random() < 0.95]
    return [["item", "rater", "score"], *rows]


def _as_text(table: list[list[Any]], delimiter: str) -> bytes:
    held = io.StringIO()
    csv.writer(held, delimiter=delimiter, lineterminator="\n").writerows(table)
    return held.getvalue().encode("utf-8", "replace")


def _as_frame(table: list[list[Any]]) -> bytes:
    """As Parquet, which wants one type for a column."""
    import polars

    held = io.BytesIO()
    columns = {str(name): [row[j] for row in table[1:]] for j, name in enumerate(table[0])}
    made = []
    for name, cells in columns.items():
        try:
            made.append(polars.Series(name, cells))
        except (TypeError, OverflowError, polars.exceptions.PolarsError):
            made.append(polars.Series(name, [None if cell is None else str(cell) for cell in cells]))
    polars.DataFrame(made).write_parquet(held)
    return held.getvalue()


def _as_workbook(table: list[list[Any]]) -> bytes:
    import openpyxl
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    book, held = openpyxl.Workbook(), io.BytesIO()
    for row in table:
        book.active.append([ILLEGAL_CHARACTERS_RE.sub("", x) if isinstance(x, str) else x for x in row])
    book.save(held)
    return held.getvalue()


def _as_objects(table: list[list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(map(str, table[0]), row, strict=True)) for row in table[1:]]


WRITERS: dict[str, Callable[[list[list[Any]]], bytes]] = {
    "odd.csv": lambda table: _as_text(table, ","),
    "odd.tsv": lambda table: _as_text(table, "\t"),
    "odd.txt": lambda table: _as_text(table, ";"),
    "odd.csv.gz": lambda table: gzip.compress(_as_text(table, ","), mtime=0),
    "odd.json": lambda table: json.dumps(_as_objects(table)).encode(),
    "rows.json": lambda table: json.dumps(table).encode(),
    "odd.jsonl": lambda table: "\n".join(map(json.dumps, _as_objects(table))).encode(),
    "odd.parquet": _as_frame,
    "odd.xlsx": _as_workbook,
}


# --- one file by its number ---------------------------------------------------------------------

#: Names that say something else than what the file is.
ENDINGS = (".csv", ".json", ".jsonl", ".parquet", ".xlsx", ".xls", ".ods", ".gz", "", ".txt")


@dataclass(frozen=True)
class Hostile:
    """A file with its name, and the command it is given to."""

    number: int
    name: str
    content: bytes
    command: list[str]


def hostile(number: int) -> Hostile:
    """The file of this number: every other is a table that is odd, the others are damaged."""
    rng = random.Random(number)  # noqa: S311 - no secret
    command = COMMANDS[rng.randrange(len(COMMANDS))]
    if number % 2:
        name = rng.choice(list(WRITERS))
        return Hostile(number, name, WRITERS[name](odd_table(rng)), command)
    name = rng.choice(list(seeds()))
    content = mutated(rng, seeds()[name])
    return Hostile(number, f"named{rng.choice(ENDINGS)}" if rng.random() < 0.1 else name, content, command)


# --- the command on each ----------------------------------------------------------------------


def complaint_about(case: Hostile, folder: Path) -> str:
    """What is wrong with how the command takes the file; nothing if it ends as it should."""
    from click.testing import CliRunner

    from concordant.surfaces.cli.main import main

    path = folder / case.name
    path.write_bytes(case.content)
    with warnings.catch_warnings(), tempfile.TemporaryFile() as below:
        warnings.simplefilter("always")
        with _stderr_to(below.fileno()):
            done = CliRunner().invoke(main, [*case.command, str(path)])
        below.seek(0)
        said = below.read().decode(errors="replace")
    path.unlink()
    return _judged(done, said)


def _judged(done: Any, below: str) -> str:
    """One line and 2 or 3, or 0 and nothing on standard error."""
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return (
            f"{type(done.exception).__module__}.{type(done.exception).__name__}: {str(done.exception)[:200]}"
        )
    if below:
        return f"a library wrote to standard error: {below[:200]!r}"
    if done.exit_code == 0:
        return f"0 with something on standard error: {done.stderr[:200]!r}" if done.stderr else ""
    if done.exit_code not in (2, 3):
        return f"exit code {done.exit_code}"
    first, *others = done.stderr.splitlines()
    to_paste = first.endswith(" Run one of:") and all(line.startswith("  concordant ") for line in others)
    if (
        not first.startswith("concordant: ")
        or done.stderr.count("\n") != 1 + len(others)
        or bool(others) != to_paste
    ):
        return f"not one line: {done.stderr[:300]!r}"
    return f"something on standard output: {done.stdout[:100]!r}" if done.stdout else ""


class _stderr_to:  # noqa: N801 - used as a function
    """File descriptor 2, to which libraries of other languages write, goes to another file."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> None:
        self.kept = os.dup(2)
        os.dup2(self.number, 2)

    def __exit__(self, *_: object) -> None:
        os.dup2(self.kept, 2)
        os.close(self.kept)


def findings_here(numbers: range) -> Iterator[tuple[int, str]]:
    """In this process: the files that are taken wrongly, with what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            if said := complaint_about(hostile(number), Path(folder)):
                yield number, said


def _work(first: int, count: int, out: Path) -> None:
    """What a process of its own does: say which file is next, so that a crash has a name."""
    with (
        out.open("a", encoding="utf-8") as file,
        os.fdopen(os.dup(2), "w") as traces,
        tempfile.TemporaryDirectory() as folder,
    ):
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        for number in range(first, first + count):
            case = hostile(number)
            print(json.dumps({"begun": number}), file=file, flush=True)
            faulthandler.dump_traceback_later(SECONDS, exit=True, file=traces)
            said = complaint_about(case, Path(folder))
            faulthandler.cancel_dump_traceback_later()
            if said:
                print(json.dumps({"number": number, "said": said}), file=file, flush=True)


def _looked_at(first: int, count: int) -> list[tuple[int, str]]:
    """The same in a process of its own, again from the next file on where it ends before its time."""
    found: list[tuple[int, str]] = []
    while count > 0:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "found.jsonl")
            words = ["--first", str(first), "--count", str(count), "--work", str(out)]
            done = subprocess.run(
                [sys.executable, "-m", "tests.hostile_files", *words],
                capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1],
            )  # fmt: skip
            lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        found += [(line["number"], line["said"]) for line in lines if "said" in line]
        if done.returncode == 0:
            break
        last = max(line["begun"] for line in lines if "begun" in line)
        found.append((last, f"the process ended with {done.returncode}: {done.stderr[-600:]}"))
        first, count = last + 1, first + count - last - 1
    return found


def findings(count: int, processes: int = 2, first: int = 0) -> Iterator[tuple[int, str]]:
    """The files that are taken wrongly, looked at in processes of their own."""
    parts = [(start, min(TOGETHER, first + count - start)) for start in range(first, first + count, TOGETHER)]
    with ThreadPoolExecutor(processes) as pool:
        for found in pool.map(lambda part: _looked_at(*part), parts):
            yield from found


def main() -> None:
    """Look at some files and print what is wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--count", type=int, default=10_000)
    asked.add_argument("--work", type=Path)
    asked.add_argument("--keep", type=Path)
    given = asked.parse_args()
    if given.work:
        _work(given.first, given.count, given.work)
        return
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
        for number in range(given.first, given.first + given.count):
            case = hostile(number)
            (given.keep / f"{number}-{case.name}").write_bytes(case.content)
            print(case.number, *case.command, case.name)
    wrong = 0
    for number, said in findings(given.count, first=given.first):
        wrong += 1
        print(number, hostile(number).name, *hostile(number).command, "|", said, flush=True)
    print(f"{given.count} files, {wrong} findings")


if __name__ == "__main__":
    main()
