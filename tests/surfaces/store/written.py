"""Programs that write to a store, each a process of its own, some of them killed: run by the tests.

    python -m tests.surfaces.store.written '[["killed", PLACE, TIMES, SEED], …]'

The jobs are the functions `killed`, `beside` and `at_once`; it prints a list of what each found. Processes
are forked from one that has loaded everything, so that a hundred of them take seconds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import alembic.command  # noqa: F401  (loaded once, before there are many processes)
from sqlalchemy import text

from concordant.errors import OptionError
from concordant.surfaces.store import rows
from concordant.surfaces.store.records import NewRound, StoredRound
from concordant.surfaces.store.store import Store
from tests.surfaces.store.material import new_round, rated, studied

PROJECT = "项目"
N_ITEMS = 12


def new(name: str, seed: int = 1) -> NewRound:
    """A round of this name."""
    return new_round(name, PROJECT, seed=seed, n=N_ITEMS)


def forked(work: Callable[[int], None]) -> tuple[int, int]:
    """A process that does this; its id, and where to read what it writes."""
    reads, writes = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writes)
        return pid, reads
    status = 1
    try:
        os.close(reads)
        work(writes)
        status = 0
    finally:
        os._exit(status)


def all_of(reads: int) -> list[str]:
    """The lines that a process wrote until its end."""
    with os.fdopen(reads, encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


def said(writes: int, line: str) -> None:
    os.write(writes, f"{line}\n".encode())


# --- killed at any moment ----------------------------------------------------------------------


def adding_pairs(place: str, turn: int) -> Callable[[int], None]:
    """Add two rounds in one go, again and again, and say so before and after."""

    def work(writes: int) -> None:
        rows.PIECE = 700  # so that a round has many pieces
        with Store(place) as store:
            for number in range(10_000):
                name = f"{turn}-{number}"
                said(writes, f"begun {name}")
                store.add([new(f"{name}{half}") for half in "ab"])
                said(writes, f"done {name}")

    return work


def killed(place: str, times: int, seed: int) -> dict[str, Any]:
    """Kill writers at random moments; after each, everything that was said to be done is there, whole."""
    rng = random.Random(seed)  # noqa: S311
    committed: set[str] = set()
    checked: set[str] = set()
    studied(N_ITEMS)  # before there are many processes
    while_adding, reach = 0, 0.2
    for turn in range(times):
        if turn == times // 5:  # until here the store may not have been made: from here on it is there
            reach = seconds_to_add(place)
            committed.add("timed")
        pid, reads = forked(adding_pairs(place, turn))
        time.sleep(rng.uniform(0.0, reach))
        os.kill(pid, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
        lines = [line.split(" ", 1) for line in all_of(reads)]
        committed |= {name for what, name in lines if what == "done"}
        while_adding += bool(lines) and lines[-1][0] == "begun"
        with Store(place) as store:
            check(store, committed, turn + 1, checked)
    with Store(place) as store:
        store.add([new("after")])
        found = store.rounds(PROJECT)
        check_tables(store, len(found))
    return {"while_adding": while_adding, "committed": len(committed), "rounds": len(found)}


def seconds_to_add(place: str) -> float:
    """How long it takes, on a machine that others use too, to open a store and to add a few pairs."""
    begun = time.monotonic()
    with Store(place) as store:
        store.add([new("timeda"), new("timedb")])
    return 3 * (time.monotonic() - begun)


def check(store: Store, committed: set[str], turns: int, checked: set[str]) -> None:
    """Nothing that was done is missing, no pair is half there, and every round can be read."""
    there = store.rounds(PROJECT)
    names = {kept.name for kept in there}
    assert {f"{name}{half}" for name in committed for half in "ab"} <= names, "lost"
    assert {name[:-1] + "a" for name in names} | {name[:-1] + "b" for name in names} == names, "half a call"
    assert len(names) <= 2 * (len(committed) + turns), "more than was added"
    assert [kept.place for kept in there] == list(range(1, len(there) + 1)), "places"
    for kept in there:
        if kept.name not in checked:
            check_whole(store, kept)
            checked.add(kept.name)


def check_whole(store: Store, kept: StoredRound) -> None:
    ratings = store.ratings(kept)
    assert ratings.item_labels.tolist() == rated(1, N_ITEMS).item_labels.tolist()
    assert store.study(kept).data.fingerprint == studied(N_ITEMS).data.fingerprint
    assert set(kept.about.marks) == {"prompt", "model"}


def check_tables(store: Store, n_rounds: int) -> None:
    """No row of any table belongs to nothing, and each round has as many as it should."""
    study = studied(N_ITEMS)
    n_results = sum(len(c.measures) for c in study.comparisons)
    with store._opened.reading() as connection:

        def count(table: str, more: str = "") -> Any:
            return connection.scalar(text(f"SELECT count(*) FROM concordant_{table} {more}"))

        assert count("round") == n_rounds
        assert count("result") == n_results * n_rounds
        assert count("finding") == len(study.findings) * n_rounds
        assert count("mark") == 2 * n_rounds
        assert count("piece", "WHERE number = 0") == 2 * n_rounds
        for table in ("result", "finding", "mark", "piece"):
            assert count(table, "WHERE round_id NOT IN (SELECT id FROM concordant_round)") == 0
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA integrity_check").all() == [("ok",)]


# --- several at once ---------------------------------------------------------------------------


def together(writers: int, work: Callable[[int, int], None]) -> list[list[str]]:
    """Several processes that begin at the same moment; what each wrote."""
    begin = time.time() + 0.05

    def started(number: int) -> Callable[[int], None]:
        def when_it_is_time(writes: int) -> None:
            time.sleep(max(0.0, begin - time.time()))
            work(number, writes)

        return when_it_is_time

    processes = [forked(started(number)) for number in range(writers)]
    found = [all_of(reads) for _, reads in processes]
    for pid, _ in processes:
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return found


def beside(place: str, writers: int, rounds: int) -> dict[str, Any]:
    """Several processes add rounds of their own to one store that none of them has made yet."""

    def work(writer: int, writes: int) -> None:
        with Store(place) as store:
            for number in range(rounds):
                (kept,) = store.add([new(f"{writer}-{number}")])
                said(writes, f"{kept.name} {kept.place}")

    told = [line.split(" ") for lines in together(writers, work) for line in lines]
    with Store(place) as store:
        found = store.rounds(PROJECT)
        for kept in found:
            check_whole(store, kept)
        check_tables(store, len(found))
    return {"told": told, "found": [[kept.name, str(kept.place)] for kept in found]}


def at_once(place: str, writers: int, content: str) -> dict[str, Any]:
    """Several processes add a round of one name, with the same ratings or each with others."""
    seeds = [1 if content == "same" else number + 1 for number in range(writers)]
    made = [new("v1", seed) for seed in seeds]

    def work(writer: int, writes: int) -> None:
        with Store(place) as store:
            try:
                (kept,) = store.add([made[writer]])
                said(writes, f"{kept.place} {kept.content}")
            except OptionError as problem:
                said(writes, f"refused {problem}")

    told = [line for lines in together(writers, work) for line in lines]
    with Store(place) as store:
        return {"told": told, "found": [f"{k.place} {k.content}" for k in store.rounds(PROJECT)]}


if __name__ == "__main__":
    jobs = {"killed": killed, "beside": beside, "at_once": at_once}
    print(json.dumps([jobs[what](*more) for what, *more in json.loads(sys.argv[1])]))
