"""Labels of a list for adjudication are no sample: nothing is estimated from them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant as cc

KINDS = {"ann": "human", "judge_a": "judge", "judge_b": "judge"}


def labelled(what: Any) -> dict[str, list[Any]]:
    """Two judges on 300 items, and a person on the items of a task list."""
    rng = np.random.default_rng(2)
    truth = rng.choice(5, 300) + 1
    data: dict[str, list[Any]] = {"item": [f"q{i}" for i in range(300)]}
    for judge in ("judge_a", "judge_b"):
        data[judge] = np.clip(truth + rng.choice([-2, -1, 0, 0, 0, 1, 2], 300), 1, 5).tolist()
    tasks = cc.plan_next(data, items=80, what=what, people=["ann"], repeats=0.0, per_item=1).tasks
    strata = dict(zip(tasks["item"], tasks["stratum"], strict=True))
    data["ann"] = [int(x) if item in strata else None for item, x in zip(data["item"], truth, strict=True)]
    data["stratum"] = [strata.get(item) for item in data["item"]]
    return data


@pytest.mark.parametrize("estimate", [cc.corrected_mean, cc.score_map])
def test_disputed_items_are_refused_and_a_sample_is_not(estimate: Any) -> None:
    with pytest.raises(cc.InputError, match=r"an adjudication list .* not a sample"):
        estimate(labelled("disputed"), judge="judge_a", rater_kind=KINDS)
    estimate(labelled("sample"), judge="judge_a", rater_kind=KINDS)


def test_shares_are_refused_too() -> None:
    data = labelled("disputed")
    for name in KINDS:
        data[name] = [x if x is None else "good" if x > 3 else "bad" for x in data[name]]
    with pytest.raises(cc.InputError, match="an adjudication list"):
        cc.corrected_share(data, judge="judge_a", positive="good", rater_kind=KINDS)


def test_a_study_leaves_the_corrections_out_and_says_so() -> None:
    study = cc.study(labelled("disputed"), rater_kind=KINDS)
    assert study.judge_reports is not None
    assert study.judge_reports.corrected == study.judge_reports.score_maps == ()
    assert "adjudication list (`stratum` is `disputed`), not a sample" in study.text()
    assert "待裁定清单" in study.text("zh")
    sampled = cc.study(labelled("sample"), rater_kind=KINDS)
    assert sampled.judge_reports is not None
    assert len(sampled.judge_reports.corrected) == 2
