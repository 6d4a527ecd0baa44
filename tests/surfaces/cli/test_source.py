"""What a command reads, how far it is, and what is left when it is stopped."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path

import duckdb
import pytest

from tests.surfaces.child import child

COMMAND = [sys.executable, "-c", "from concordant.surfaces.cli.main import main; main()"]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows enough to keep an engine busy for seconds: names of items that have to be told apart."""
    path = tmp_path_factory.mktemp("large") / "large.parquet"
    duckdb.execute(
        "COPY (SELECT md5(i::VARCHAR) || md5((i + 1)::VARCHAR) AS id, hash(i) % 3 AS a, hash(i + 1) % 3 AS b "
        f"FROM range(2000000) t(i)) TO '{path}' (FORMAT parquet)"
    )
    return path


def started(
    path: Path, folder: Path, stderr: int, **more: str
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return child(
        [
            *COMMAND,
            "kappa",
            str(path),
            "--raters",
            "a,b",
            "--item",
            "id",
            "--memory-limit",
            "150MB",
            "--duplicates",
            "checked",
        ],  # every item, so that it takes long enough
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TMPDIR": str(folder), **more},
    )


@pytest.mark.slow
def test_ctrl_c_stops_at_once_and_leaves_nothing_behind(large: Path, tmp_path: Path) -> None:
    with started(large, tmp_path, subprocess.PIPE) as running:
        deadline = time.monotonic() + 60
        while not any(p.stat().st_size for folder in tmp_path.glob("concordant-*") for p in folder.glob("*")):
            assert running.poll() is None, "it was over before anything was spilled to disk"
            assert time.monotonic() < deadline
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, problems = running.communicate(timeout=60)
    assert running.returncode == 130
    assert out == b""
    assert b"Traceback" not in problems
    assert list(tmp_path.iterdir()) == []


def everything_said(terminal: int) -> str:
    """What a program writes to a terminal until it ends."""
    said = b""
    try:
        while block := os.read(terminal, 65536):
            said += block
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    return said.decode(errors="replace")


@pytest.mark.slow
def test_a_long_reading_shows_a_bar_on_a_terminal_and_nothing_elsewhere(large: Path, tmp_path: Path) -> None:
    terminal, other_end = pty.openpty()
    with started(large, tmp_path, other_end, TERM="xterm", COLUMNS="80") as running:
        os.close(other_end)
        told = everything_said(terminal)
        out, _ = running.communicate(timeout=120)
    assert running.returncode == 0
    assert "Counting" in told
    assert "%" in told
    assert b"Counting" not in out
    with started(large, tmp_path, subprocess.PIPE) as quiet:
        same, silence = quiet.communicate(timeout=120)
    assert (same, silence) == (out, b"")
    assert list(tmp_path.iterdir()) == []
