"""A large upload in a real browser, sent to `concordant serve` in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from .test_killed import free_port, until

MEGABYTE = 1 << 20
#: Megabytes of the file, of the memory of the server, and a second of an upload that is to be cancelled.
SIZE, MOST, A_SECOND = 300, 300, 40


@dataclass(frozen=True)
class Served:
    """Where it answers, its process, and the folder that everything it keeps lies in."""

    address: str
    process: int
    folder: Path

    def most_memory(self) -> float:
        """The most megabytes that it held so far."""
        status = Path(f"/proc/{self.process}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024


@pytest.fixture
def served(address: str, tmp_path: Path) -> Iterator[Served]:
    """The command on a store of either engine."""
    port = free_port()
    command = [sys.executable, "-m", "concordant", "serve", "--store", address, "--port", str(port)]
    process = subprocess.Popen(command, env={**os.environ, "HOME": str(tmp_path)})
    found = Served(f"http://127.0.0.1:{port}", process.pid, tmp_path)
    try:
        until(lambda: answers(found.address))
        yield found
    finally:
        process.terminate()
        process.wait(20)


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/api/v1/readyz").status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.slow
def test_progress_only_grows_memory_is_bounded_and_a_cancelled_upload_leaves_nothing(
    served: Served, visit: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "source" / "large.csv"
    path.parent.mkdir()
    line = b"%08d,%d,%d," + b"x" * 100 + b"\n"
    with path.open("wb") as file:
        file.write(b"item,ann,bob,text\n")
        for start in range(0, SIZE * MEGABYTE // 113, 1000):
            file.write(b"".join(line % (i, i % 5, i * 7 % 11 % 5) for i in range(start, start + 1000)))
    page, seen = visit(f"{served.address}/"), []
    page.expose_function("tell", lambda text: seen.append(text))
    page.evaluate(
        """new MutationObserver(() => window.tell(document.querySelector(".progress output").textContent))
        .observe(document.querySelector(".progress output"), {childList: true})"""
    )
    slow = page.context.new_cdp_session(page)
    most = A_SECOND * MEGABYTE
    conditions = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": most}
    slow.send("Network.emulateNetworkConditions", conditions)
    page.set_input_files("#file", path)
    page.click("form.drop button[type=submit]")
    until(lambda: page.evaluate("document.querySelector('.progress progress').value") > 10, 60)
    assert partial_files(served)
    page.get_by_role("button", name="Cancel").click()
    until(lambda: not partial_files(served), 60)
    assert uploaded(served) == []
    seen.clear()
    slow.send("Network.emulateNetworkConditions", {**conditions, "uploadThroughput": -1})
    page.click("form.drop button[type=submit]")
    page.wait_for_url("**/uploads/*", timeout=240_000)
    shares = [int(one.split()[0]) for one in seen if one]
    assert shares == sorted(shares)
    assert len(set(shares)) >= 3  # a fast machine shows few steps between the first and the last
    assert shares[-1] == 100
    assert [one.stat().st_size for one in uploaded(served)] == [path.stat().st_size]
    page.get_by_text("only its beginning was examined here").wait_for()
    assert served.most_memory() < MOST


def partial_files(served: Served) -> list[Path]:
    return list(served.folder.rglob("*.partial"))


def uploaded(served: Served) -> list[Path]:
    return [one for one in served.folder.rglob("large.csv") if one.parent.name != "source"]
