"""The same input gives the same bytes: in every process, on every processor, with any number of threads."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core import _multiarray_umath as built

import concordant as cc

#: Pages, a figure as PDF, and studies as JSON, each as one line: its name and its hash. A judge who says one
#: thing agrees no better than by chance, and rounding leaves something else than that 0.
SCRIPT = """
import hashlib, concordant as cc
def written(name, content):
    print(name, hashlib.sha256(content if isinstance(content, bytes) else content.encode()).hexdigest())
for name in ("rounds", "pathology", "crowd", "methods"):
    study = cc.study(cc.example(name))
    written(f"{name}.json", study.to_json())
written("methods.html", study.to_html())
constant = cc.study({"human": [i % 7 for i in range(49)], "judge": [0] * 49})
written("constant.json", constant.to_json())
written("constant.html", constant.to_html())
written("methods.pdf", study.figures()["bland-altman"].pdf())
"""
#: What numpy has faster code for on this processor.
FASTER = " ".join(name for name in built.__cpu_dispatch__ if built.__cpu_features__[name])
#: Kinds of processor whose linear algebra this one can run, by what it must have for that.
CORES = {"Haswell": "AVX2", "Prescott": "SSE3"}


def settings() -> list[dict[str, str]]:
    """As it is; and as on other processors, the plainest of them without faster code in numpy."""
    usable = [core for core, needed in CORES.items() if built.__cpu_features__.get(needed)]
    found = [{}, *({"OPENBLAS_CORETYPE": core, "OPENBLAS_NUM_THREADS": "1"} for core in usable)]
    found[-1] |= {"NPY_DISABLE_CPU_FEATURES": FASTER}
    return [{**one, "PYTHONHASHSEED": str(seed)} for seed, one in enumerate(found, start=1)]


def written(setting: dict[str, str]) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "PYTHONUTF8": "1", "OPENBLAS_VERBOSE": "2", **setting},
    )
    print(setting, {line for line in (ran.stdout + ran.stderr).splitlines() if line.startswith("Core: ")})
    return [line for line in ran.stdout.splitlines() if not line.startswith("Core: ")]


def in_order(rows: list[str], path: Path) -> str:
    """The study of these rows as JSON, the first of which names the columns."""
    path.write_text("\n".join(rows), encoding="utf-8")
    return cc.study(path).to_json()


@pytest.mark.parametrize("name", ["methods", "pathology"])
def test_the_order_of_rows_decides_no_tie_and_changes_no_byte(name: str, tmp_path: Path) -> None:
    head, *rows = cc.examples()[name].path.read_text(encoding="utf-8").splitlines()
    other = random.Random(1).sample(rows, len(rows))  # noqa: S311
    path = tmp_path / "ratings.csv"
    assert in_order([head, *other], path) == in_order([head, *rows], path)


@pytest.mark.slow
def test_everything_written_has_the_same_bytes_on_every_processor() -> None:
    first, *others = map(written, settings())
    assert len(first) == 8
    assert all(other == first for other in others)
