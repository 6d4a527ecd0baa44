"""The same input gives the same bytes, in another process too, where sets come in another order."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
import sys, concordant as cc
for name in ("rounds", "crowd"):
    sys.stdout.write(cc.study(cc.example(name)).to_json())
"""


def written(seed: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
    )
    return ran.stdout


def test_a_study_has_the_same_bytes_in_every_process() -> None:
    first, *others = (written(seed) for seed in ("1", "2", "3"))
    assert len(first) > 100_000
    assert all(other == first for other in others)
