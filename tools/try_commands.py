"""Try every command in the environment that runs this, on files that tools/try_installs.py writes.

Each try is printed as a line of JSON: what was tried, how it ended, and why it failed. It ends as "ok",
"refused" (one sentence that names the extra to install), "no server" (one sentence) or "FAIL".
"""

from __future__ import annotations

import io
import json
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import concordant as cc
from concordant.report.formats import NAMES
from concordant.surfaces.cli.coefficient_menu import menu
from concordant.surfaces.cli.main import main

#: What an extra lets one import.
EXTRAS = {"polars": "polars", "spark": "pyspark", "postgres": "ibis", "web": "fastapi"}
#: No server listens there.
NOWHERE = "postgresql://nobody@127.0.0.1:1/none"
SCALE = ("--categories", "0,1,2,3,4")
TWO = ("scores.csv", "--raters", "human,judge")


@dataclass(frozen=True)
class Try:
    """Arguments of the command line; `row` is what it is counted under."""

    row: str
    arguments: tuple[str, ...]
    extra: str = ""
    """The extra that it needs."""
    code: int = 0
    """The exit code where its libraries are there."""


def tries() -> Iterator[Try]:
    """All but the coefficients, in an order in which what a command needs is there."""
    for option in ("--version", "--help"):
        yield Try(option, (option,))
    for arguments in COMMANDS:
        yield Try(" ".join(arguments[: 2 if arguments[0] == "track" else 1]), arguments)
    for name in NAMES:
        yield Try("report", ("report", *TWO, *SCALE, "--format", name, "-o", f"report-{name}"))
    for ending in ("xlsx", "parquet", "jsonl"):
        yield Try(f"study of .{ending}", ("study", f"scores.{ending}", "--raters", "human,judge"))
    yield Try("report of .xlsx", ("report", "scores.xlsx", "--lang", "zh", "-o", "excel.html"))
    yield Try("--engine duckdb", ("cohen-kappa", "scores.parquet", *TWO[1:], "--engine", "duckdb"))
    yield Try("--engine polars", ("cohen-kappa", "scores.parquet", *TWO[1:], "--engine", "polars"), "polars")
    yield Try("--engine spark", ("cohen-kappa", "scores.parquet", *TWO[1:], "--engine", "spark"), "spark", 3)
    yield Try("from PostgreSQL", ("cohen-kappa", NOWHERE, "--table", "t"), "postgres", 3)
    yield Try("serve", ("serve", "--store", "scores.csv"), "web", 3)  # no store: it ends, and says why
    yield Try("track in PostgreSQL", ("track", "list", "--store", NOWHERE), "postgres", 3)


COMMANDS = (
    ("demo",),
    ("demo", "judge-zh", "--lang", "zh"),
    ("list",),
    ("list", "--lang", "zh"),
    ("explain", "kappa"),
    ("explain", "重测信度", "--lang", "zh"),
    ("correct", *TWO, *SCALE),
    ("truth", "scores.csv", *SCALE),
    ("preferences", "votes.csv"),
    ("panel", "scores.csv", *SCALE),
    ("score-map", *TWO, *SCALE),
    ("threshold", "thresholds.csv"),
    ("soft-labels", "people.csv"),
    ("study", *TWO, *SCALE, "--full"),
    ("study", *TWO, *SCALE, "--json"),
    ("track", "add", "rounds.csv", "--project", "p", *SCALE),
    ("track", "status"),
    ("track", "list"),
    ("track", "show"),
    ("track", "compare"),
    ("track", "drift"),
    ("track", "report", "-o", "rounds.html"),
    ("track", "export", "rounds.zip"),
    ("track", "import", "rounds.zip", "--store", "other.db"),
    ("check", "rounds.csv", "--goal", "first", "--baseline", "v3"),
    ("plan", "kappa", "--kappa", "0.6", "--null", "0.4"),
    ("plan", "weighted-kappa", "--kappa", "0.7", "--width", "0.2"),
    ("plan", "alpha", "--alpha", "0.7", "--null", "0.6", "--raters", "3"),
    ("plan", "icc", "--icc", "0.8", "--null", "0.6"),
    ("plan", "share", "--share", "0.8", "--width", "0.1", "--lang", "zh"),
    ("plan", "correlation", "--correlation", "0.7", "--width", "0.2"),
    ("plan", "limits", "--width", "0.5"),
    ("plan", "paired", "--discordant", "0.3", "--gain", "0.1"),
    ("plan", "goal", "--goal", "mature", "--expected", "0.82"),
    ("plan", "labels", "--correlation", "0.8", "--width", "0.2", "--judged", "1000"),
    ("plan", "raters", "--reliability", "0.6", "--target", "0.9"),
    ("plan", "double-ratings", "--pool", "500"),
    ("plan", "from-data", *TWO, "--width", "0.1"),
    ("plan", *TWO, "--width", "0.1", "--format", "json"),
    (
        "plan",
        "next",
        "scores.csv",
        "--raters",
        "human,judge,judge_v2",
        "--items",
        "60",
        "--people",
        "human,eve,fay",
        "-o",
        "next.csv",
    ),
    ("pairwise", "pathology.csv"),
    ("items", *TWO),
    ("formats",),
    ("export", *TWO, "--to", "label-studio", "--what", "scores", "-o", "tasks.json"),
    ("import", "tasks.json", "-o", "ratings.csv"),
    ("export", *TWO, "--to", "langfuse", "--what", "gold", "--dry-run"),
    ("strata", *TWO, "--by", "content_type"),
    ("sensitivity", *TWO, *SCALE),
    ("margins", *TWO),
    ("icc-form", "--same-raters", "--generalise", "--absolute", "--no-average"),
    ("d-study", "pathology.csv"),
    ("icc-features", "features.csv"),
)


def of_coefficients() -> Iterator[Try]:
    """Each coefficient alone, compared, and within raters."""
    sides = ("scores.csv", "--raters", "human,judge", "--against", "human,judge_v2")
    for entry in menu():
        yield Try("each coefficient", (entry.command, *(TWO if entry.two_raters else ("pathology.csv",))))
        yield Try("compare, each", ("compare", entry.command, *sides))
    matrix = json.dumps([[1 - abs(i - j) / 4 for i in range(5)] for j in range(5)])
    yield Try(
        "kappa step by step", ("cohen-kappa", *TWO, *SCALE, "--steps", "--weights", "线性", "--lang", "zh")
    )
    for weights in ("power:0.5", matrix):
        yield Try("weights of one's own", ("cohen-kappa", *TWO, *SCALE, "--weights", weights))
    for name in ("auto", *(entry.command for entry in menu())):
        yield Try("intra, each", ("intra", name, "methods.csv", "--repeat", "occasion"))


def run(arguments: tuple[str, ...]) -> tuple[int, str]:
    """The exit code, and what was said on standard error; -1 with a traceback where one came through."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(list(arguments))
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:
            return -1, traceback.format_exc()
    return code, err.buffer.getvalue().decode().strip()


def outcome(one: Try) -> tuple[str, str]:
    """How a try ended, and why it failed."""
    code, said = run(one.arguments)
    sentence = code in (2, 3) and len(said.splitlines()) == 1
    if one.extra and not find_spec(EXTRAS[one.extra]):
        named = sentence and f"pip install 'concordant[{one.extra}]'" in said
        return ("refused", "") if named else ("FAIL", f"exit code {code}: {said}")
    if code != one.code or (code and not sentence):
        return "FAIL", f"exit code {code}: {said}"
    return ("no server" if code else "ok"), ""


def untried(tried: set[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Commands of the command line that no try begins with."""
    for leaf in leaves(main):
        if not any(arguments[: len(leaf)] == leaf for arguments in tried):
            yield leaf


def leaves(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, with the groups that it is in."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "module"):
            command = import_module(f"concordant.surfaces.cli.{command.module}").command
        if hasattr(command, "list_commands"):
            yield from leaves(command, (*path, name))
        else:
            yield (*path, name)


def _figures() -> None:
    study = cc.study("scores.csv", raters=["human", "judge"], categories=range(5))
    for lang in ("en", "zh"):
        for ending in ("svg", "png", "pdf", "html", "json"):
            cc.figures.heat_map(study, lang=lang).save(f"heat-{lang}.{ending}")


def _frames() -> None:
    rows = cc.agreement_by("scores.csv", "cohen_kappa", by="content_type", raters=["human", "judge"]).frame()
    try:
        rows.to_polars()
    except cc.MissingLibrary as problem:
        if find_spec("polars") or "concordant[polars]" not in str(problem):
            raise


#: What Python has beside the commands.
CALLS: dict[str, Callable[[], Any]] = {"figures: SVG, PNG, PDF": _figures, "to_polars": _frames}


def of_call(call: Callable[[], Any]) -> tuple[str, str]:
    """How a call ended."""
    try:
        call()
    except Exception:
        return "FAIL", traceback.format_exc()
    return "ok", ""


def told(row: str, what: str, ended: tuple[str, str]) -> None:
    """Print one line."""
    print(json.dumps({"row": row, "what": what, "outcome": ended[0], "why": ended[1]}), flush=True)


def try_all() -> None:
    """Everything, a line each."""
    tried = set()
    for one in (*tries(), *of_coefficients()):
        tried.add(one.arguments)
        told(one.row, " ".join(one.arguments), outcome(one))
    for leaf in untried(tried):
        told("commands that nobody tries", " ".join(leaf), ("FAIL", "add it to tools/try_commands.py"))
    for name, call in CALLS.items():
        told(name, name, of_call(call))


if __name__ == "__main__":
    try_all()
