"""Spark on several processes: a master with two workers, and a server that is only talked to."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import concordant as cc
from tests.engines import java
from tests.engines.java import environment

ROOT = Path(__file__).parents[2]
WORKERS = 2
PATIENCE = 120


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[pa.Table, pa.Table, list[str]]:
    """A wide and a long table, in several files each."""
    rng = np.random.default_rng(17)
    size = 3000
    raters = {
        name: pa.array([["good", "bad", "中", None][x] for x in rng.integers(0, 4, size)]) for name in "abc"
    }
    true = rng.normal(10, 3, size)
    wide = pa.table(
        {
            **raters,
            "x": true + rng.normal(size=size),
            "y": true + rng.normal(size=size),
            "lang": pa.array([["zh", "en", None][x] for x in rng.integers(0, 3, size)]),
            "kind": pa.array(rng.choice(["chat", "code"], size)),
        }
    )
    item, rater = np.divmod(rng.permutation(size), 3)
    long = pa.table(
        {
            "item": pa.array([None if x == 0 else f"q{x}" for x in item.tolist()]),
            "rater": pa.array([f"r{x}" for x in rater.tolist()]),
            "value": pa.array([["1", " 2", "NA"][x] for x in rng.integers(0, 3, size)]),
        }
    )
    folder = tmp_path_factory.mktemp("tables")
    for name, table in (("wide", wide), ("long", long)):
        (folder / name).mkdir()
        for place in range(4):
            part = table.slice(place * size // 4, size // 4)
            pq.write_table(part, folder / name / f"{place}.parquet")
    return wide, long, [str(folder / "wide"), str(folder / "long")]


@pytest.fixture
def master(tmp_path: Path) -> Iterator[str]:
    """The address of a standalone master with two workers, all on loopback."""
    import pyspark

    starter = Path(pyspark.__file__).parent / "bin" / "spark-class"
    surroundings = {
        **environment(tmp_path),
        "SPARK_WORKER_DIR": str(tmp_path / "work"),
        "SPARK_DAEMON_JAVA_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    port = free_port()
    address = f"spark://127.0.0.1:{port}"
    deploy = "org.apache.spark.deploy"
    asked = {
        "master": [
            f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0",
        ],
        **{
            f"worker {place}": [
                f"{deploy}.worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "600m",
                "--webui-port", "0", address,
            ]
            for place in range(WORKERS)
        },
    }  # fmt: skip
    log = tmp_path / "master.log"
    with ExitStack() as stack:
        for name, arguments in asked.items():
            told = stack.enter_context((tmp_path / f"{name}.log").open("w"))
            process = subprocess.Popen([str(starter), *arguments], env=surroundings, stdout=told, stderr=told)
            stack.callback(end, process)
            if name == "master":
                wait_for(log, "I have been elected leader", 1, process)
        wait_for(log, "Registering worker", WORKERS, process)
        yield address


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop a process and wait until it is gone."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)


def wait_for(log: Path, text: str, times: int, process: subprocess.Popen[bytes]) -> None:
    """Until a log says something so many times."""
    until = time.monotonic() + PATIENCE
    while log.read_text(encoding="utf-8").count(text) < times:
        assert process.poll() is None, log.read_text(encoding="utf-8")
        assert time.monotonic() < until, log.read_text(encoding="utf-8")
        time.sleep(0.1)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def told_by(kind: str, address: str, paths: list[str], surroundings: dict[str, str]) -> dict:
    """What a program of its own finds there."""
    command = [sys.executable, "-m", "tests.engines.on_spark", kind, address, *paths]
    done = subprocess.run(
        command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def assert_same(told: dict, wide: pa.Table, long: pa.Table) -> None:
    """The counts are those of plain Python and of the same data in memory."""
    parts = cc.agreement_by(wide, "fleiss_kappa", by=["lang", "kind"], raters=["a", "b", "c"])
    assert told["by slice"] == [[list(values), r.estimate, r.n_items] for values, r in parts]
    items: dict[str, list[int]] = {}
    for item, rater, value in zip(*(column.to_pylist() for column in long.columns), strict=True):
        if item is not None:
            items.setdefault(item, [-1, -1, -1])[int(rater[1])] = {"1": 0, " 2": 1, "NA": -1}[value]
    assert told["rows"] == sorted(
        [list(row), float(n)] for row, n in Counter(map(tuple, items.values())).items()
    )
    assert told["dropped"] == {"rows without an item": 3}
    assert told["icc"] == pytest.approx(cc.icc(wide, raters=["x", "y"], shape="wide").estimate, rel=1e-9)


def test_the_java_of_a_wheel_runs_where_the_machine_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr(java, "system_version", lambda: 0)
    home = java.java_home(tmp_path)["JAVA_HOME"]
    asked = [f"{home}/bin/java", "--add-modules=jdk.incubator.vector", "-version"]
    assert subprocess.run(asked, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_a_master_with_two_workers_gives_the_same_counts(master, files, tmp_path):
    wide, long, paths = files
    (tmp_path / "driver").mkdir()
    told = told_by("cluster", master, paths, environment(tmp_path / "driver"))
    assert told["executors"] == WORKERS
    assert_same(told, wide, long)


@pytest.mark.slow
def test_a_server_that_is_only_talked_to_gives_the_same_counts(files, tmp_path):
    wide, long, paths = files
    told = told_by("connect", "local[2]", paths, environment(tmp_path))
    assert told["session"].startswith("pyspark.sql.connect")
    assert_same(told, wide, long)
