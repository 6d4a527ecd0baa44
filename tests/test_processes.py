"""Tests of a file run in one process, so that it makes what they share once."""

from __future__ import annotations

import os
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
