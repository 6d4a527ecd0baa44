"""Files of any length, written by DuckDB block by block; a row is a hash of its number, always the same."""

from __future__ import annotations

from pathlib import Path

from . import samples

FOLDER = Path(__file__).parent / "data"
RATERS = tuple(f"r{i}" for i in range(1, 6))
SLICES = {"language": 8, "kind": 4, "length": 3}


def _random(seed: int, below: int) -> str:
    """A number for each row and seed: of a sum, as DuckDB's hash of two things keeps low bits in step."""
    return f"(hash(i + {seed}_000_000_007) % {below})"


def _copied(seed: int) -> str:
    """Another rater: a copy of the first seven times in ten, else a label of their own."""
    own, copied = _random(seed, 5), _random(seed + 1, 10)
    return f"CASE WHEN {copied} < 7 THEN {_random(0, 5)} ELSE {own} END::TINYINT"


def _slices(counts: dict[str, int]) -> str:
    return ", ".join(f"{_random(90 + i, k)}::TINYINT AS {name}" for i, (name, k) in enumerate(counts.items()))


def judged(n: int, ending: str) -> Path:
    """As users have it: two raters, 0 to 4, beside the item, a slice column and a text."""
    language, question = f"'language ' || {_random(90, 7)}", f"'question ' || {_random(91, 999)}"
    beside = f"i AS item, {language} AS language, {question} AS question"
    raters = f"{_random(0, 5)}::TINYINT AS human, {_copied(1)} AS judge"
    return _written(f"judged-{n}.{ending}", n, f"{beside}, {raters}")


def sliced(n: int, ending: str) -> Path:
    """Two raters and the slice columns that are also timed in memory."""
    raters = f"{_random(0, 5)}::TINYINT AS a, {_copied(1)} AS b"
    return _written(f"sliced-{n}.{ending}", n, f"{raters}, {_slices(samples.SLICES)}")


def rated_by_five(n: int) -> Path:
    """Five raters who leave out one item in twenty, and three slice columns."""
    seeds = {name: 10 * (place + 1) for place, name in enumerate(RATERS)}
    given = {name: f"CASE WHEN {_random(s + 2, 20)} > 0 THEN {_copied(s)} END" for name, s in seeds.items()}
    raters = ", ".join(f"{value} AS {name}" for name, value in given.items())
    return _written(f"rated-by-five-{n}.parquet", n, f"{raters}, {_slices(SLICES)}")


def _written(name: str, n: int, columns: str) -> Path:
    path = FOLDER / name
    if not path.exists():
        import duckdb

        FOLDER.mkdir(exist_ok=True)
        unfinished = path.with_suffix(".part")
        kind = "(FORMAT csv, HEADER)" if path.suffix == ".csv" else "(FORMAT parquet)"
        with duckdb.connect(config={"memory_limit": "2GB"}) as connection:
            connection.execute(
                f"COPY (SELECT {columns} FROM range({n}) AS numbers(i)) TO '{unfinished}' {kind}"
            )
        unfinished.replace(path)
    return path


def remove(larger_than: int = 0) -> None:
    """Delete the files of more than so many rows."""
    for path in FOLDER.glob("*-*.*"):
        if int(path.stem.rsplit("-", 1)[1]) > larger_than:
            path.unlink()
