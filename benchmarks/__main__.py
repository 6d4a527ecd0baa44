"""The command: `./dev bench [names…]`, or `python -m benchmarks` in an environment that has the peers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.table import Table

from . import bigfiles, pages, startup, tables, timing
from .growth import GROWTHS
from .machine import describe
from .record import Results, load
from .workloads import WORKLOADS

NAMES = [*(w.name for w in WORKLOADS), *(g.name for g in GROWTHS), "startup"]


def options(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./dev bench", description="Time concordant beside other libraries."
    )
    add = parser.add_argument
    add("names", nargs="*", metavar="name", help="what to run; all but the large files unless given")
    add("--list", action="store_true", help="name what can be run, and stop")
    add("--large", action="store_true", help="the files of 10⁸ rows too: minutes, and gigabytes of disk")
    add("--keep", action="store_true", help="keep the large files for the next time")
    add(
        "--scale",
        type=float,
        default=1,
        metavar="SHARE",
        help="a trial at a share of the sizes; nothing is written",
    )
    add("--limit", type=float, default=150, metavar="SECONDS", help="the longest a peer may take (150)")
    add(
        "--update",
        action="store_true",
        help="put what is run into the results there are, instead of new ones",
    )
    add("--date", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date to write; today's unless given")
    given = parser.parse_args(words)
    for name in given.names:
        if name not in NAMES:
            parser.error(f"there is no {name!r}; --list names what there is")
    return given


def chosen(given: argparse.Namespace) -> list[str]:
    """The names to run, in order; the large ones when asked for or named."""
    large = {w.name for w in WORKLOADS if w.large}
    every = [name for name in NAMES if given.large or name not in large]
    return [name for name in NAMES if name in given.names] if given.names else every


def run(given: argparse.Namespace, console: Console) -> Results:
    """Measure, show each table when it is there, and write as it goes."""
    fresh = Results(describe(), given.limit)
    kept = load(pages.RESULTS) if given.update and pages.RESULTS.exists() else fresh
    kept.machine = fresh.machine
    writes = given.scale == 1 and (given.update or not given.names)
    for name in chosen(given):
        console.print(f"[dim]{name} …[/dim]", highlight=False)
        for record in _measured(name, given):
            kept.put(record, [*NAMES, *(each.name for each in startup.STARTUPS)])
            _show(console, name, Results(kept.machine, kept.limit), record)
        if writes:
            kept.save(pages.RESULTS)
            pages.write(load(pages.RESULTS))
    return kept


def _measured(name: str, given: argparse.Namespace) -> list[Any]:
    if name == "startup":
        return [r for each in startup.STARTUPS if (r := startup.measure(each, given.date)) is not None]
    settings = {"scale": given.scale, "limit": given.limit, "date": given.date}
    for growth in (g for g in GROWTHS if g.name == name):
        record = timing.measure_growth(growth, **settings)
        return [] if record is None else [record]
    return [timing.measure(next(w for w in WORKLOADS if w.name == name), **settings)]


def _show(console: Console, name: str, alone: Results, record: Any) -> None:
    """One record as a table."""
    alone.put(record, [record.name])
    if name == "startup":
        head, body = tables.STARTUP_HEAD, tables.startup_rows(alone)
    elif name.startswith("growth-"):
        head, body = tables.GROWTH_HEAD, tables.growth_rows(alone)
    else:
        head, body = tables.HEAD, tables.rows(record)
    table = Table(*head, box=None, pad_edge=False)
    for row in body:
        table.add_row(*(cell.replace("**", "") for cell in row))
    console.print(table, highlight=False)


def main(words: Sequence[str]) -> int:
    """Run, and tidy up."""
    given = options(words)
    console = Console(width=None if sys.stdout.isatty() else 200)
    if given.list:
        console.print("\n".join(NAMES), highlight=False)
        return 0
    try:
        run(given, console)
    finally:
        if not given.keep:
            bigfiles.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
