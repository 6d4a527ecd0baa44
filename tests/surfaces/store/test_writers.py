"""Writers that are killed, and writers that write at once: real processes on real stores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import concordant
from tests.surfaces.store.conftest import Fresh

#: Where `concordant` and `tests` are found.
SOURCES = Path(concordant.__file__).parents[1]
TESTS = Path(__file__).parents[3]


def written(*jobs: tuple[object, ...]) -> Any:
    """What the program of `written.py` found for each."""
    paths = os.pathsep.join([str(SOURCES), str(TESTS)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.surfaces.store.written", json.dumps(jobs)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": paths}, cwd=TESTS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_writer_that_is_killed_loses_nothing_and_leaves_no_half_round(place: str, address: str) -> None:
    times = 100 if place == "sqlite" else 20
    (found,) = written(("killed", address, times, 7))
    assert found["while_adding"] >= times / 4  # else it was not killed while it wrote
    assert found["rounds"] >= 2 * found["committed"] > 0


@pytest.mark.slow
def test_processes_that_add_rounds_at_once_all_succeed(fresh: Fresh) -> None:
    two, *many = written(("beside", fresh(), 2, 8), *(("beside", fresh(), 6, 1) for _ in range(3)))
    names = [f"{writer}-{number}" for writer in range(2) for number in range(8)]
    assert sorted(name for name, _ in two["told"]) == sorted(names)
    for found in (two, *many):
        assert sorted(found["told"]) == sorted(found["found"])
        assert [int(place) for _, place in found["found"]] == list(range(1, len(found["told"]) + 1))
    assert [len(found["told"]) for found in many] == [6, 6, 6]


@pytest.mark.slow
def test_a_name_that_several_add_at_once_is_kept_once(fresh: Fresh) -> None:
    same, other = written(("at_once", fresh(), 5, "same"), ("at_once", fresh(), 5, "other"))
    assert len(same["found"]) == 1
    assert same["told"] == same["found"] * 5
    refused = [line for line in other["told"] if line.startswith("refused")]
    assert [line for line in other["told"] if line not in refused] == other["found"]
    assert len(refused) == 4
    assert all("is already in the store, but differs in its ratings" in line for line in refused)
