"""How many items would settle a goal: by hand, by exact power, by simulation."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.stats import binom, norm

import concordant as cc
from concordant.interpret.goals.evaluate import TargetReport, judge_goal, read_goals  # fmt: skip
from concordant.interpret.goals.questions import items_to_settle
from concordant.result import Result
from tests.interpret.goal_answers import answering, goal, judged_one, result


def test_the_number_of_items_is_that_of_eighty_percent_power() -> None:
    # 0.7 ± 0.05 of 100 items is 2 standard errors from 0.6: 100·((1.959964 + 0.841621)/2)² = 196.2
    assert items_to_settle(result(0.7, 0.6, 0.8, se=0.05), 0.6) == 197
    # to settle in half of all cases: 100·(1.959964/2)² = 96.04
    assert items_to_settle(result(0.7, 0.6, 0.8, se=0.05), 0.6, power=0.5) == 97


def test_a_correlation_is_as_far_as_its_interval_has_it() -> None:
    # Fisher: d = (artanh 0.9 − artanh 0.8)(1 − 0.81)/0.03 = (1.472219 − 1.098612)·0.19/0.03 = 2.366177
    r = result(0.9, 0.8, 0.95, se=0.03, measure="pearson", n_items=50)
    assert items_to_settle(r, 0.8) == math.ceil(50 * (2.801585 / 2.366177) ** 2)


@pytest.mark.parametrize("cut", [0.6, 0.8])
def test_so_many_items_do_settle_it_four_times_out_of_five(cut: float) -> None:
    def measured(k: int, n: int) -> Result:
        return cc.exact_agreement(cc.table([[k, n - k], [0, 0]]))

    n = int(items_to_settle(measured(56, 80), cut))  # 56/80 = 0.7
    chances = {k: binom.pmf(k, n, 0.7) for k in range(n) if binom.pmf(k, n, 0.7) > 1e-4}
    settled = [k for k in chances if judged_of(measured(k, n), cut) == ("met" if cut < 0.7 else "not-met")]
    assert sum(chances[k] for k in settled) == pytest.approx(0.8, abs=0.04)


def judged_of(found: Result, cut: float) -> str:
    return judged_one(goal("exact_agreement", more_than=cut), found).outcome


@pytest.mark.parametrize("samples", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_so_many_items_settle_a_kappa_too(samples: int) -> None:
    # margins ½, ½ and p_o = 0.8 give κ = 0.6
    p = np.array([0.4, 0.1, 0.1, 0.4])
    small = cc.cohen_kappa(cc.table((p * 60).reshape(2, 2)))
    assert small.estimate == pytest.approx(0.6)
    n = int(items_to_settle(small, 0.4))
    rng = np.random.default_rng(11)
    draws = rng.multinomial(n, p, size=samples).reshape(-1, 2, 2)
    met = [
        judged_one(goal(more_than=0.4), cc.cohen_kappa(cc.table(cells))).outcome == "met" for cells in draws
    ]
    assert np.mean(met) == pytest.approx(0.8, abs=3 * math.sqrt(0.8 * 0.2 / samples))


def test_perfect_agreement_needs_the_n_at_which_its_limit_passes() -> None:
    def perfect(n: int) -> Result:
        ratings = [1 + i % 2 for i in range(n)]
        return cc.exact_agreement(ratings, ratings)

    # Wilson's limit n/(n + t²) > 0.75 from n > 3t² on: t(13) = 2.160 gives 14.0, t(14) = 2.145 gives 13.8
    one = judged_one(goal("exact_agreement", more_than=0.75), perfect(5))
    assert one.items_needed in (14, 15)
    assert "without any disagreement would settle it" in str(one.said)
    assert judged_of(perfect(13), 0.75) == "cannot-tell"
    assert judged_of(perfect(15), 0.75) == "met"


def test_on_the_threshold_no_number_of_items_will_do() -> None:
    one = judged_one(goal(more_than=0.6), result(3 * 0.2, 0.5, 0.7))
    assert one.items_needed == math.inf
    assert str(one.said).endswith("equals the goal, so no number of items would settle it.")
    assert TargetReport.from_dict(json.loads(json.dumps(one.to_dict(), allow_nan=False))) == one


def test_the_open_target_that_needs_most_says_how_many_items_a_goal_needs() -> None:
    targets = [{"measure": m, "at_least": 0.6} for m in ("cohen_kappa", "exact_agreement")]
    found = {
        "cohen_kappa": result(0.7, 0.55, 0.85, se=0.075),
        "exact_agreement": result(0.7, 0.6 - 1e-3, 0.8, se=0.05, measure="exact_agreement"),
    }
    report = judge_goal(read_goals({"name": "own", "targets": targets}), answering(**found))
    # 100·(2.801585·0.075/0.1)² = 441.5
    assert report.items_needed == 442


def test_a_normal_quantile_is_what_the_hand_derived_numbers_use() -> None:
    assert norm.ppf(0.975) + norm.ppf(0.8) == pytest.approx(2.801585, abs=1e-6)
