"""What editors and type checkers see of the package: slips are found, and right calls pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "typing"
SLIP = "  # slip"


def mypy(name: str, cache: Path) -> tuple[set[int], str]:
    """The lines of a file that mypy complains about, and what it says."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(cache)]
    done = subprocess.run([*command, str(FOLDER / name)], capture_output=True, text=True, check=False)
    return {int(line) for line in re.findall(rf"{name}:(\d+): error", done.stdout)}, done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mypy")


def test_a_slip_in_a_call_is_found(cache: Path) -> None:
    lines = (FOLDER / "wrong_calls.py").read_text(encoding="utf-8").splitlines()
    slips = {number for number, line in enumerate(lines, start=1) if line.endswith(SLIP)}
    found, said = mypy("wrong_calls.py", cache)
    assert len(slips) == 13
    assert found == slips, said


def test_right_calls_pass(cache: Path) -> None:
    assert mypy("right_calls.py", cache)[0] == set()
