"""A project with a round of two people and a judge, and jobs that do what a test asks of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from concordant.errors import InputError
from concordant.surfaces.store.store import Store
from concordant.surfaces.track.project import Project

PROJECT = "助手"
#: Scores that only the judge gives, and names that stand nowhere else: no rater may ever receive them.
JUDGE, PEOPLE = "judge_zx", ("ann_zx", "bob_zx")


def table(n: int = 40, seed: int = 1, *, dimensions: tuple[str, ...] = ()) -> dict[str, list[Any]]:
    """A long table: two people and a judge, a text for each item, a slice."""
    rng = np.random.default_rng(seed)
    rows: dict[str, list[Any]] = {name: [] for name in ("item", "rater", "score", "question", "type")}
    if dimensions:
        rows["dimension"] = []
    for number in range(n):
        truth = int(rng.integers(1, 6))
        for dimension in dimensions or ("",):
            for rater in (*PEOPLE, JUDGE):
                rows["item"].append(f"题 {number}")
                rows["rater"].append(rater)
                rows["score"].append(int(np.clip(truth + rng.integers(-1, 2), 1, 5)))
                rows["question"].append(f"Why is question number {number} asked at all?")
                rows["type"].append("chat" if number % 3 else "news")
                if dimensions:
                    rows["dimension"].append(dimension)
    return rows


def with_round(store: Store, n: int = 40, name: str = "v1", **more: Any) -> None:
    """Add the round to the project."""
    kinds = {JUDGE: "judge", **dict.fromkeys(PEOPLE, "human")}
    Project(PROJECT, store).add(table(n, **more), round=name, rater_kind=kinds)


# --- jobs of tests ------------------------------------------------------------------------------


def _wait(store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]) -> Any:
    """Take so many seconds, in steps that are told."""
    for number in range(10):
        tell(f"step {number}", number / 10)
        time.sleep(payload["seconds"] / 10)
    return {"waited": payload["seconds"]}


def _complain(store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]) -> Any:
    raise InputError("There is nothing in this file.")


def _break(store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]) -> Any:
    raise RuntimeError("secret detail")


def _add(store: Store, payload: Mapping[str, Any], tell: Callable[[str, float], None]) -> Any:
    """Write a round, as a job that was really asked for does."""
    tell("adding", 0.1)
    with_round(store, 12, payload["round"], seed=payload["seed"])
    return {"round": payload["round"]}


KINDS = {"wait": _wait, "study": _wait, "complain": _complain, "break": _break, "add": _add}
PLACE = f"{__name__}:KINDS"
