"""Install the wheel into fresh environments and try every command in each: ./dev installs [NAME …]

The environments are: the plain package; each extra alone, and all; the lowest versions that pyproject.toml
allows, without and with extras; the source archive; every Python from 3.11 on that this machine has. Prints
how each command ended in each environment, and ends with 1 where one failed or a plain install is too large.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import polars

import concordant as cc

ROOT = Path(__file__).parents[1]
#: Faults of an environment that are shown whole; the others are mostly the same.
MOST_SHOWN = 3
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("polars", "spark", "postgres", "all")
UV = Path(sys.executable).with_name("uv")
#: What a plain installation may take, in megabytes.
LARGEST = 480

#: Processes of their own: these arguments must end with 0 and say nothing on standard error.
BASICS = "import concordant as cc; assert cc.cohen_kappa([1, 2, 1, 2], [1, 2, 2, 2]).estimate == 0.5"
PROCESSES = {
    "concordant --version": ("concordant", "--version"),
    "python -m concordant": ("python", "-m", "concordant", "list"),
    "import, -W error": ("python", "-W", "error", "-c", BASICS),
}


@dataclass
class Environment:
    """A fresh environment: its name, its Python, and what is installed, in one step or in several."""

    name: str
    python: str
    steps: Sequence[Sequence[str]]
    size: float = 0
    tries: list[dict[str, str]] = field(default_factory=list)

    def row(self, name: str) -> str:
        """How the tries of a row ended."""
        ended = Counter(one["outcome"] for one in self.tries if one["row"] == name)
        if "FAIL" in ended:
            return f"FAIL {ended['FAIL']} of {ended.total()}"
        return "–" if not ended else "/".join(ended)

    def note(self, row: str, fault: str) -> None:
        """Keep how something ended that is a row of its own."""
        outcome = "FAIL" if fault else "ok"
        self.tries.append({"row": row, "what": row, "outcome": outcome, "why": fault})

    @property
    def faults(self) -> list[str]:
        """What failed, and why."""
        found = [f"{one['what']}: {one['why']}" for one in self.tries if one["outcome"] == "FAIL"]
        too_large = self.name == "plain" and self.size > LARGEST
        return [*found, *([f"{self.size:.0f} MB, more than {LARGEST}"] if too_large else [])]


def environments(dist: Path) -> Iterator[Environment]:
    """All of them, those that take longest first."""
    (wheel,), (source,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    here = "{}.{}".format(*sys.version_info)
    lowest = ("--resolution", "lowest-direct", "-r", str(ROOT / "pyproject.toml"))
    itself = ("--no-deps", str(wheel))
    yield Environment("plain", sys.executable, [(str(wheel),)])
    for extra in reversed(EXTRAS):
        yield Environment(extra, sys.executable, [(f"{wheel}[{extra}]",)])
    yield Environment("lowest, all", sys.executable, [(*lowest, "--all-extras"), itself])
    yield Environment("lowest", sys.executable, [lowest, itself])
    yield Environment("source", sys.executable, [(str(source),)])
    for python in PYTHONS:
        if python != here and (path := interpreter(python)):
            yield Environment(f"Python {python}", path, [(str(wheel),)])


def interpreter(version: str) -> str | None:
    """A Python of this machine, also one of pyenv that is not switched on."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    known = map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python")))
    for path in filter(None, (shutil.which(f"python{version}"), *known)):
        asked = [path, "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603
        if done.stdout.strip() == version:
            return path
    return None


class InstallError(Exception):
    """What uv says of an environment that cannot be made."""


def uv(*arguments: str) -> None:
    """Run uv, which takes no Python from elsewhere."""
    command = [UV, "--quiet", "--no-python-downloads", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise InstallError(done.stderr.strip())


def inputs(folder: Path) -> None:
    """Ratings in every format, and measurements of features."""
    for name in ("scores", "rounds", "pathology", "methods"):
        (folder / f"{name}.csv").write_bytes(Path(cc.examples()[name].path).read_bytes())
    frame = polars.read_csv(folder / "scores.csv")
    frame.write_parquet(folder / "scores.parquet")
    frame.write_ndjson(folder / "scores.jsonl")
    book = openpyxl.Workbook()
    for row in (frame.columns, *frame.iter_rows()):
        book.active.append(list(row))
    book.save(folder / "scores.xlsx")
    with open(folder / "features.csv", "w", encoding="utf-8", newline="") as file:
        rows = ([i, r, *((i * f + r * i) % 7 + i for f in range(1, 4))] for i in range(20) for r in (1, 2))
        csv.writer(file).writerows([["case", "reader", "f1", "f2", "f3"], *rows])
    for name, heads, rows in JUDGED:
        with open(folder / name, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([heads, *rows])


#: Votes on pairs, scores beside labels, and three people beside a judge.
JUDGED: tuple[tuple[str, list[str], list[list[object]]], ...] = (
    (
        "votes.csv",
        ["model_a", "model_b", "human", "judge"],
        [["m1", "m2", "model_a" if i % 3 else "tie", "model_b" if i % 5 else "model_a"] for i in range(30)],
    ),
    ("thresholds.csv", ["human", "judge"], [[i % 2, i % 2 + 0.1 * (i % 7)] for i in range(40)]),
    (
        "people.csv",
        ["ann", "bob", "cal", "judge"],
        [["xyz"[i % 3], "xyz"[i % 3], "xyz"[i % 2], "xyz"[i * i % 3]] for i in range(40)],
    ),
)


def tried(one: Environment, place: Path) -> Environment:
    """The environment made, measured, and every command tried in it."""
    try:
        uv("venv", "--python", one.python, str(place))
        for step in one.steps:
            uv("pip", "install", "--compile-bytecode", "--python", str(place), *step)
    except InstallError as problem:
        one.note("installed", str(problem))
        return one
    files = (path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    one.size = sum(path.stat().st_size for path in files) / 1e6
    work = place / "work"
    work.mkdir()
    inputs(work)
    for row, (program, *rest) in PROCESSES.items():
        done = run(place, program, *rest)
        one.note(row, f"exit code {done.returncode}: {done.stderr}" if done.returncode or done.stderr else "")
    done = run(place, "python", "-I", str(ROOT / "tools" / "try_commands.py"))
    one.tries += map(json.loads, done.stdout.splitlines())
    one.note("to the end", done.stderr if done.returncode or done.stderr else "")
    return one


def run(place: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program of the environment, in its folder, with little of the environment of this process."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(place), "LANG": "C.UTF-8"}
    return subprocess.run(  # noqa: S603
        [place / "bin" / program, *arguments],
        cwd=place / "work", env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def table(found: Sequence[Environment]) -> str:
    """Commands down, environments across."""
    rows = list(dict.fromkeys(row["row"] for one in found for row in one.tries))
    cells = [["", *(one.name for one in found)], ["installed, MB", *(f"{one.size:.0f}" for one in found)]]
    cells += [[row, *(one.row(row) for one in found)] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    )


def main(wanted: Sequence[str]) -> int:
    """Make all environments, or those that are named, two at a time."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        dist = Path(folder, "dist")
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", dist], cwd=ROOT, check=True)  # noqa: S603
        known = list(environments(dist))
        if unknown := set(wanted) - {one.name for one in known}:
            raise SystemExit(f"No such environment: {unknown}; there are {[one.name for one in known]}.")
        chosen = [one for one in known if not wanted or one.name in wanted]
        with ThreadPoolExecutor(2) as pool:
            places = (Path(folder, one.name.replace(", ", "-").replace(" ", "-")) for one in chosen)
            found = list(pool.map(tried, chosen, places))
    print(table(found))
    for python in PYTHONS:
        if interpreter(python) is None:
            print(f"Python {python} is not on this machine and was not tried.")
    for one in found:
        for fault in one.faults[:MOST_SHOWN]:
            print(f"FAIL in {one.name}: {fault}")
        if len(one.faults) > MOST_SHOWN:
            print(f"FAIL in {one.name}: {len(one.faults) - MOST_SHOWN} more.")
    print(f"{sum(len(one.tries) for one in found)} tries in {time.monotonic() - began:.0f} s.")
    return int(any(one.faults for one in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
