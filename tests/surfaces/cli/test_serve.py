"""`concordant serve`: what it refuses, in one sentence, and that it answers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_another_address_without_signing_in_is_refused(run: Run) -> None:
    done = run("serve", "--demo", "--host", "0.0.0.0")  # noqa: S104 - it is refused
    assert done.exit_code == 2
    assert "add --auth token" in done.output
    chinese = run("serve", "--demo", "--host", "0.0.0.0", "--lang", "zh")  # noqa: S104
    assert "无需登录" in chinese.output


def test_without_the_extra_one_sentence_names_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    done = run("serve", "--demo")
    assert done.exit_code != 0
    assert done.output.strip().endswith("pip install 'concordant[web]'.")
    assert len(done.output.strip().splitlines()) == 1


def test_a_file_that_is_no_store_is_said_so(run: Run, scores: Path) -> None:
    done = run("serve", "--store", scores, "--port", free_port())
    assert done.exit_code == 3
    assert "scores.csv" in done.output
    assert len([line for line in done.output.splitlines() if line.startswith("concordant: ")]) == 1


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    """In a process of its own: another test of this one may have a browser open, and so an event loop."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port, store = taken.getsockname()[1], tmp_path / "rounds.db"
        command = [sys.executable, "-m", "concordant", "serve", "--store", str(store), "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "choose another --port" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_it_answers_with_the_file_it_was_given_and_ends_when_told(scores: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "concordant", "serve", str(scores), "--demo", "--port", str(port)]
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(folder)}, stdout=subprocess.DEVNULL)
    try:
        page = _page(f"http://127.0.0.1:{port}/", process)
        assert "scores.csv" in page
        assert 'action="/examples/judge"' in page
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    assert list(folder.iterdir()) == []  # a demonstration keeps nothing


def _page(address: str, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own server
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.2)
