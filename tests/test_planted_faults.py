"""Faults that are planted in a copy of the package are found by the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import concordant

PACKAGE = Path(concordant.__file__).parent
ROOT = Path(__file__).parents[1]
FAULTS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "planted_faults.toml").read_text(encoding="utf-8")
)


def test_every_fault_can_be_planted() -> None:
    assert len(FAULTS) >= 20
    found = {name: _text(fault).count(fault["old"]) for name, fault in FAULTS.items()}
    assert {name: count for name, count in found.items() if count != 1} == {}
    assert [name for name, fault in FAULTS.items() if fault["old"] == fault["new"]] == []


def _text(fault: dict[str, Any]) -> str:
    return (PACKAGE / fault["file"]).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    shutil.copytree(PACKAGE, tmp_path / "concordant", ignore=shutil.ignore_patterns("__pycache__"))
    changed = _text(fault).replace(fault["old"], fault["new"])
    (tmp_path / "concordant" / fault["file"]).write_text(changed, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "-m",
            "not slow",
            *fault["tests"],
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, f"{fault['what']}: not found\n{done.stdout[-2000:]}"
    assert " failed" in done.stdout
