"""Rounds made by hand, and odd data with rounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

import concordant as cc
from concordant.interpret.goals.goal import STAGES
from concordant.interpret.rounds.change_record import Change, Flip, Flips, MeasureChange
from concordant.interpret.rounds.convergence import Convergence
from concordant.interpret.rounds.progress import Progress, RoundFacts
from concordant.interpret.rounds.round import About, Mark
from concordant.interpret.study.study import Study
from concordant.result import Interval, Note, Result
from tests.interpret.study_data import long, measured

NOTHING = (Note("no-variation", "Every rating is the same category."),)


def result(x: float, half: float, measure: str = "exact_agreement", n: float = 120, **more: Any) -> Result:
    """A result with an interval of that half width; undefined with a reason."""
    if math.isnan(x):
        return Result(measure=measure, title=measure, estimate=x, n_items=n, notes=NOTHING)
    interval = Interval(x - half, x + half, 0.95, "analytic t")
    facts = {"se": half / 1.98, "interval": interval, "p_value": 0.03, "n_items": n, "n_raters": 2}
    return Result(measure=measure, title=measure, estimate=x, **{**facts, **more})


def change(first: str, second: str, before: float, after: float, **more: Any) -> Change:
    """From one round to the next; `measure` is the one that is tracked."""
    measure = more.pop("measure", "exact_agreement")
    sides = [result(x, 0.08, measure) for x in (before, after)]
    difference = result(after - before, 0.06, "difference")
    told = MeasureChange(
        measure=measure, first=sides[0], second=sides[1], difference=difference, main=True, detectable=0.08
    )
    facts = {
        "name": "judge", "name_before": "judge", "kind": "judge", "paired": True, "n_common": 120.0,
        "n_first": 120.0, "n_second": 120.0, "measures": (told,),
    }  # fmt: skip
    return Change(first=first, second=second, **{**facts, **more})


def flip(item: str, before: Any, after: Any, **more: Any) -> Flip:
    """An item on which the judge came round to what the person said, or left it."""
    return Flip(
        item=item, before={"human": 3, "judge": before}, after={"human": 3, "judge": after},
        score_before=float(before == 3), score_after=float(after == 3), **more,
    )  # fmt: skip


def progress(values: Sequence[float], names: Sequence[str] | None = None, **more: Any) -> Progress:
    """Rounds of these values of exact agreement, each compared with the one before on the same items."""
    measure = more.pop("measure", "exact_agreement")
    called = list(names or (f"v{place}" for place in range(1, len(values) + 1)))
    rounds = tuple(
        RoundFacts(
            name=name, called="judge", n_items=120.0, tracked=result(x, 0.08, measure),
            main=result(x - 0.1, 0.09, "cohen_kappa", options={"weights": "quadratic"}),
            about=About(
                when=f"2026-05-{place % 27 + 1:02d}T10:00:00Z", who="ann", note="a note",
                marks={"prompt": Mark(name=f"prompt-{place}.txt", fingerprint=f"sha256:{place}")},
            ),
            goal="not-met" if x < 0.7 else "met", stage=STAGES[0].key,
        )
        for place, (name, x) in enumerate(zip(called, values, strict=True))
    )  # fmt: skip
    steps = zip(called, called[1:], values, values[1:], strict=False)
    changes = tuple(change(*step, measure=measure, flips=_FLIPS, marks=("prompt",)) for step in steps)
    facts = {"rounds": rounds, "changes": changes, "convergence": convergence("improving", measure)}
    return Progress(name="judge", kind="judge", measure=measure, **{**facts, **more})


_FLIPS = Flips(
    n_mended=9.0, n_broken=4.0,
    mended=(flip("a001", 1, 3, texts={"question": "Why?"}, about={"content_type": "chat"}),),
    broken=(flip("a002", 3, 4),),
)  # fmt: skip


def convergence(verdict: Any, measure: str = "exact_agreement", **more: Any) -> Convergence:
    """A call of convergence."""
    facts = {
        "gains": (0.05, 0.02, 0.03), "rule": "not-converged", "looked": 3, "level": 0.95, "level_now": 0.9958,
        "over": result(0.1, 0.05, measure), "last": result(0.03, 0.05, measure), "detectable": 0.09,
        "probability_below": 0.24, "items_needed": None,
    }  # fmt: skip
    return Convergence(measure=measure, verdict=verdict, **{**facts, **more})


def rounds_study(**options: Any) -> Study:
    """The bundled rounds, studied."""
    return cc.study(cc.example("rounds"), **options)


def in_rounds(kind: str) -> Study:
    """Odd data with rounds."""
    data, options = ROUNDS[kind]()
    return cc.study(data, **options)


def _long(n: int, raters: Sequence[str], rounds: Sequence[str], **more: Any) -> Any:
    """The same items in every round; the last rater answers anew."""
    rng, parts = np.random.default_rng(5), []
    for name in rounds:
        part = long(n, raters, **more).assign(round=name)
        last = (part["rater"] == raters[-1]).to_numpy() & (rng.random(len(part)) < 0.4)
        part.loc[last, "value"] = rng.integers(0, 5, int(last.sum()))
        parts.append(part)
    return pd.concat(parts)


def _measured(rounds: int) -> Any:
    values = measured(30 * rounds, 2)
    told = {
        "item": [f"q{i % 30}" for i in range(30 * rounds)],
        "round": [i // 30 for i in range(30 * rounds)],
    }
    return pd.DataFrame({**told, "ann": values[:, 0], "bob": values[:, 1]})


def _words(rounds: int, **more: Any) -> Any:
    data = _long(30, ["human", "judge"], [f"v{i}" for i in range(rounds)])
    return data.assign(value=[["cat", "dog", "eel", "fox", "gnu"][v] for v in data["value"]], **more)


def _disjoint() -> Any:
    first, second = (_long(25, ["human", "judge"], [name]) for name in ("a", "b"))
    return pd.concat([first, second.assign(item=[f"{item}-b" for item in second["item"]])])


HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=1>', "y" * 10_000, "\u202eمرحبا", "👩‍👧 =cmd()")

ROUNDS: dict[str, Any] = {
    "one person and a judge": lambda: (_long(30, ["human", "judge"], ["v1", "v2", "v3", "v4"]), {}),
    "several people and judges": lambda: (
        _long(25, ["human_1", "human_2", "human_3", "judge_a", "judge_b"], ["v1", "v2"]), {}
    ),
    "people only": lambda: (_long(30, ["ann", "bob", "cid"], ["first", "second", "third"]), {}),
    "dimensions": lambda: (_long(20, ["human", "judge"], ["v1", "v2"], dimensions=["tone", "depth"]), {}),
    "repeats": lambda: (_long(15, ["human", "judge"], ["v1", "v2"], times=2), {}),
    "measurements": lambda: (_measured(3), {"raters": ["ann", "bob"], "scale": "interval"}),
    "words": lambda: (_words(3), {"scale": "nominal"}),
    "other items": lambda: (_disjoint(), {}),
    "few items": lambda: (_long(4, ["human", "judge"], ["v1", "v2"]), {}),
    "no variation": lambda: (_long(20, ["human", "judge"], ["v1", "v2"]).assign(value=1), {}),
    "thirty rounds": lambda: (_long(12, ["human", "judge"], [f"r{i}" for i in range(30)]), {}),
    "harm": lambda: (_long(20, ["human", HOSTILE[4]], HOSTILE), {"reference": "human"}),
}  # fmt: skip
