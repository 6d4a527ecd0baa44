"""Tests of a file run in one process, so that it makes what they share once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TOGETHER, shared_scope
from tests.kept_results import VARIABLE

TESTS = Path(__file__).parent


@pytest.mark.parametrize("number", range(20))
def test_all_tests_of_a_file_run_in_one_process(number: int) -> None:
    """Each notes where it runs; were tests handed out one by one, half of them would run elsewhere."""
    folder = Path(os.environ[VARIABLE]) / "processes"
    folder.mkdir(exist_ok=True)
    (folder / str(os.getpid())).touch()
    assert len(list(folder.iterdir())) == 1


def test_folders_that_share_a_server_are_there_and_run_in_one_process() -> None:
    assert [folder for folder in TOGETHER if not (TESTS.parent / folder).is_dir()] == []
    assert len({shared_scope(f"tests/engines/{name}.py::test_a[b::c]") for name in ("test_x", "test_y")}) == 1
    assert shared_scope("tests/test_x.py::test_a[b::c]") == "tests/test_x.py"


def test_a_run_within_a_run_leaves_the_folder_of_the_outer_one(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--collect-only"]
    environment = {**os.environ, VARIABLE: str(kept)}
    subprocess.run([*command, __file__], env=environment, cwd=TESTS.parent, check=True, capture_output=True)
    assert kept.is_dir()
