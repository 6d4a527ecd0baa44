"""Threads of one process that use a SQLite store at once, beside another process: no lock is let go of."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from concordant.surfaces.store import store as store_module
from concordant.surfaces.store.store import Store
from tests.surfaces.store.material import new_round

#: Another program: it writes to the store if nobody else does, and asks what is in it.
OTHER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0.1, isolation_level=None)
try:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO concordant_project (name) VALUES ('of the other program')")
    connection.execute("COMMIT")
except sqlite3.OperationalError as problem:
    print(problem)
print(sorted(name for (name,) in connection.execute("SELECT name FROM concordant_round")))
print(connection.execute("PRAGMA integrity_check").fetchone()[0])
connection.close()
"""


def told_by_another(path: Path) -> list[str]:
    """What another process finds."""
    done = subprocess.run(
        [sys.executable, "-c", OTHER, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()


def test_a_second_look_at_a_store_does_not_let_others_write_beside_its_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.db"
    with Store(path) as store:
        store.add([new_round("v1")])
    writes, looked = threading.Event(), threading.Event()
    whole = store_module.added

    def slowly(*given: Any, **more: Any) -> Any:
        kept = whole(*given, **more)
        writes.set()
        assert looked.wait(60)
        return kept

    def add() -> None:
        with Store(path) as store:
            store.add([new_round("v2", seed=2)])

    monkeypatch.setattr(store_module, "added", slowly)
    thread = threading.Thread(target=add)
    thread.start()
    try:
        assert writes.wait(60)
        with Store(path, create=False) as second:
            assert [kept.name for kept in second.rounds("助手")] == ["v1"]
            second.export(tmp_path / "beside.zip")
        assert told_by_another(path) == ["database is locked", "['v1']", "ok"]
        Store(path, create=False).close()
        assert told_by_another(path) == ["database is locked", "['v1']", "ok"]
    finally:
        looked.set()
        thread.join()
    assert told_by_another(path) == ["['v1', 'v2']", "ok"]
    with Store(path, create=False) as store:
        store.add([new_round("v3", seed=3)])
        assert [kept.place for kept in store.rounds("助手")] == [1, 2, 3]
