"""kill -9 during jobs and writes: what was acknowledged is there, nothing is half there, jobs run again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from concordant.surfaces.store.store import Store
from concordant.surfaces.web.actions.decisions import decisions_of
from concordant.surfaces.web.actions.jobs import find_job, run_again, submit_job
from concordant.surfaces.web.actions.workers import error_texts
from tests.surfaces.web.killed_server import SILENCE
from tests.surfaces.web.material import PROJECT, with_round

ITEM = "题 1"
OWN = {"sec-fetch-site": "same-origin"}


class Server:
    """A server in a process of its own."""

    def __init__(self, store: str) -> None:
        self._store = store
        self._start()
        until(self._answers, 240)

    def _start(self) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "tests.surfaces.web.killed_server", self._store, str(self.port)]
        self._log = Path(tempfile.mkdtemp()) / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=Path(__file__).parents[3], stderr=log)

    def _answers(self) -> bool:
        if self.process.poll() is not None:
            complaint = self._log.read_text(encoding="utf-8")
            assert "address already in use" in complaint, complaint
            self._start()  # another process has taken the port
        try:
            return httpx.get(f"{self.address}/api/v1/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def until(what: Callable[[], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.1)


class Writer(threading.Thread):
    """Decides on one item again and again, each time on the version it has seen."""

    def __init__(self, address: str, version: int) -> None:
        super().__init__(daemon=True)
        self.address, self.acknowledged, self.statuses = address, version, set[int]()
        self.start()

    def run(self) -> None:
        path = f"{self.address}/api/v1/projects/{PROJECT}/items/{ITEM}/decision"
        with httpx.Client(headers=OWN, timeout=60) as client:
            try:
                while True:
                    body = {"value": "3", "reason": f"version {self.acknowledged + 1}"}
                    answer = client.put(path, json=body, headers={"if-match": f'"{self.acknowledged}"'})
                    self.statuses.add(answer.status_code)
                    if answer.status_code != 200:
                        return
                    self.acknowledged = answer.json()["version"]
            except httpx.HTTPError:
                return


def kill_and_look(address: str, times: int) -> None:
    rng = np.random.default_rng(times)
    with Store(address) as store:
        with_round(store, 12)
        version = 0
        waiting: list[str] = []
        adding: list[str] = []
        for number in range(times):
            server = Server(address)
            for key in waiting:
                until(partial(has_ended, store, key), SILENCE + 60)
                found = find_job(store, key)
                assert (found.state, found.error) == ("failed", error_texts("lost"))
            waiting = [submit_job(store, "local", "wait", {"seconds": 600 + number}).id]
            adding.append(
                submit_job(store, "ann", "add", {"round": f"r{number}", "seed": number}, most_queued=99).id
            )
            until(partial(is_running, store, waiting[0]))
            writer = Writer(server.address, version)
            time.sleep(float(rng.uniform(0.05, 2.5)))
            server.kill()
            writer.join()
            assert writer.statuses <= {200}
            version = check_writes(store, writer.acknowledged)
        server = Server(address)
        for key in (*waiting, *adding):
            until(partial(has_ended, store, key))
        again = [
            run_again(store, "ann", key, most_queued=99).id
            for key in adding
            if find_job(store, key).state == "failed"
        ]
        for key in again:
            until(partial(has_ended, store, key))
        server.kill()
        assert {find_job(store, key).state for key in again} <= {"done"}
        assert {one.name for one in store.rounds(PROJECT)} == {"v1", *(f"r{n}" for n in range(times))}
        for kept in store.rounds(PROJECT):
            assert store.study(kept).n_items == len(store.ratings(kept)) == 12


def has_ended(store: Store, key: str) -> bool:
    return find_job(store, key).ended


def is_running(store: Store, key: str) -> bool:
    return find_job(store, key).state == "running"


def check_writes(store: Store, acknowledged: int) -> int:
    """Every acknowledged decision is there, at most one more that was not, and none lacks between."""
    kept = decisions_of(store, PROJECT, ITEM)
    assert [one.version for one in kept] == list(range(1, len(kept) + 1))
    assert [one.reason for one in kept] == [f"version {one.version}" for one in kept]
    assert acknowledged <= len(kept) <= acknowledged + 1
    return len(kept)


def test_a_killed_server_loses_nothing_that_it_acknowledged(address: str) -> None:
    kill_and_look(address, 2)


@pytest.mark.slow
def test_many_killed_servers_lose_nothing(address: str, request: pytest.FixtureRequest) -> None:
    """`--kills 50` is the promise; eight are enough to notice a fault."""
    kill_and_look(address, request.config.getoption("--kills"))


def test_nobody_is_left_behind_by_a_killed_server(address: str) -> None:
    """Workers end by themselves: otherwise each killed server would leave two."""
    with Store(address) as store:
        server = Server(address)
        key = submit_job(store, "local", "wait", {"seconds": 600}).id
        until(lambda: find_job(store, key).state == "running")
        children = children_of(server.process.pid)
        assert children
        server.kill()
        until(lambda: not any(is_alive(one) for one in children), 20)


def test_after_a_restart_the_page_says_failed_and_runs_the_job_again(
    address: str, visit: Callable[..., Any]
) -> None:
    with Store(address) as store:
        server = Server(address)
        key = submit_job(store, "local", "study", {"seconds": 600}).id
        until(partial(is_running, store, key))
        server.kill()
        server = Server(address)
        until(partial(has_ended, store, key))
        page = visit(f"{server.address}/jobs/{key}")
        assert page.get_by_role("alert").inner_text() == error_texts("lost")["en"]
        page.get_by_role("button", name="Run again").click()
        page.wait_for_url(lambda url: key not in url)
        until(partial(is_running, store, page.url.rpartition("/")[2]))
        page.get_by_role("button", name="Cancel").click()
        page.get_by_text("Cancelled").wait_for()
        page.close()
        server.kill()


def children_of(pid: int) -> list[int]:
    found: Any = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(one) for one in found.stdout.split()]


def is_alive(pid: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip()) and not found.stdout.startswith("Z")
