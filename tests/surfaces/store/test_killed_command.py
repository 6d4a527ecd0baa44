"""The real command killed at any moment: what it said to be stored is there, and nothing is half there."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from concordant.surfaces.store.store import Store

SCORES = "item,human,judge\n" + "".join(f"q{i},{i % 5},{(i + (i % 4 == 0)) % 5}\n" for i in range(60))


def adding(folder: Path, name: str) -> subprocess.Popen[str]:
    words = ["track", "add", "scores.csv", "--project", "p", "--round", name, "--store", "rounds.db"]
    return subprocess.Popen(
        [sys.executable, "-m", "concordant", *words], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def finished(one: subprocess.Popen[str]) -> None:
    told = one.communicate()
    assert one.returncode == 0, told


def killed_at_any_moment(folder: Path, times: int, seed: int) -> tuple[list[str], list[str]]:
    """The rounds that the command said to be stored, and those that are there, every one of them whole."""
    (folder / "scores.csv").write_text(SCORES, encoding="utf-8")
    begun = time.monotonic()
    finished(adding(folder, "v0"))
    whole, rng, said = time.monotonic() - begun, np.random.default_rng(seed), ["v0"]
    for number in range(1, times + 1):
        one = adding(folder, f"v{number}")
        time.sleep(rng.uniform(0.4, 1.1) * whole)
        one.kill()
        if "Stored round" in one.communicate()[0]:
            said.append(f"v{number}")
    with Store(folder / "rounds.db", create=False) as store:
        kept = store.rounds("p")
        for each in kept:
            assert (store.ratings(each).n_items, store.study(each).n_items) == (60, 60)
        assert [each.place for each in kept] == list(range(1, len(kept) + 1))
    finished(adding(folder, "last"))
    return said, [each.name for each in kept]


@pytest.mark.slow
def test_the_command_that_is_killed_loses_nothing_and_leaves_no_half_round(tmp_path: Path) -> None:
    said, there = killed_at_any_moment(tmp_path, times=10, seed=3)
    assert set(said) <= set(there)
    assert len(there) < 11  # else nothing was killed in time
