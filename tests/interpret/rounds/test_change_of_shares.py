"""How sure a change of agreement with several people is, where few items change."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from scipy.stats import binom, norm, t

from concordant.interpret.rounds.change import change
from concordant.interpret.rounds.progress import progress
from concordant.interpret.rounds.round import ComparedRound
from concordant.interpret.rounds.slice_changes import slices_of_all
from concordant.result import Result
from tests.interpret.rounds.made import as_round

N = 300


def judged(wrong: int, name: str, n: int = N, half: int = 0) -> ComparedRound:
    """Three people, two of whom say 1; the judge says 3 of the first items, as nobody, and then 1, as two do.

    Of the last `half` items it says 2, as one person does.
    """
    judge = [3] * wrong + [1] * (n - wrong - half) + [2] * half
    columns: dict[str, Any] = {
        "item": [f"q{i}" for i in range(n)],
        "judge": judge,
        "part": ["a", "b"] * (n // 2),
    }
    columns |= {"human_1": 1, "human_2": 1, "human_3": 2}
    return as_round(pd.DataFrame(columns), name, slices=["part"], categories=[1, 2, 3])


def gained(first: ComparedRound, second: ComparedRound, level: float = 0.95) -> Result:
    """The difference of exact agreement with people."""
    told = next(one for one in change(first, second, level=level, examples=0) if one.kind == "judge")
    found = told.measure("exact_agreement")
    assert found is not None
    return found.difference


def ends(result: Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


@pytest.mark.parametrize("level", [0.95, 1 - 0.05 / 12])
def test_where_four_items_get_better_on_average_the_upper_end_is_seldom_below_the_truth(level: float) -> None:
    # every item gets better by two thirds with the chance 4/300, so the truth is 4/300 · 2/3; k of them do
    # with the chance of a binomial, so this is the coverage itself and no simulation of it
    true, missed, by_t = 4 / N * 2 / 3, 0.0, 0.0
    for k in range(4):  # with four or more the estimate itself is not below the truth
        found, chance = gained(judged(k, "v1"), judged(0, "v2"), level), binom.pmf(k, N, 4 / N)
        missed += chance * (ends(found)[1] < true)
        by_t += chance * (found.se > 0 and found.estimate + t.ppf(0.5 + level / 2, N - 1) * found.se < true)
    assert missed <= (1 - level) / 2
    assert by_t > (1 - level)  # which is what makes it worth while


def test_one_item_that_changed_a_little_does_not_make_the_others_certain() -> None:
    # t of one of 400 items that changed by a third ends at (1 + 2.89)/1200 = 0.0032
    found = gained(judged(0, "v1", 400, half=1), judged(0, "v2", 400), 1 - 0.05 / 12)
    assert found.estimate == pytest.approx(1 / 1200)
    assert ends(found)[1] > 0.01


def test_the_test_of_no_change_is_that_of_items_that_all_changed_alike() -> None:
    # 9 items up by two thirds, none down: z = 9/√9
    assert gained(judged(9, "v1"), judged(0, "v2")).p_value == pytest.approx(2 * norm.sf(3.0))


@pytest.mark.by_turns(3)
@pytest.mark.parametrize(("k", "half"), [(3, 0), (4, 0), (5, 0), (9, 2), (2, 9), (40, 30)])
def test_p_is_small_where_the_interval_leaves_out_nought_and_only_there(k: int, half: int) -> None:
    for first, second in ((judged(k, "v1"), judged(0, "v2", half=half)), (judged(0, "v1"), judged(k, "v2"))):
        p = gained(first, second).p_value
        for level, leaves_out in ((1 - 1.01 * p, True), (1 - 0.99 * p, False)):
            low, high = ends(gained(first, second, level))
            assert (low > 0 or high < 0) is leaves_out


def test_changes_slices_and_convergence_show_one_interval() -> None:
    first, second = judged(4, "v1"), judged(0, "v2")
    (found,) = (one for one in progress([first, second], level=0.95) if one.kind == "judge")
    assert found.convergence is not None
    assert found.convergence.last is not None
    now = found.convergence.level_now
    assert ends(found.convergence.last) == ends(gained(first, second, now))


def test_a_slice_has_lost_where_its_interval_says_so() -> None:
    from concordant.interpret.rounds.round import comparisons_of, matched

    pairs = matched(*(comparisons_of(one) for one in (judged(0, "v1"), judged(12, "v2"))))
    slices = [one for each in slices_of_all(pairs) for one in each if one.difference.estimate < 0]
    assert len(slices) == 2  # of the judge; people did not change
    for one in slices:
        assert one.p_lost == pytest.approx(one.difference.p_value / 2)
        assert one.difference.interval is not None
        assert "score" in one.difference.interval.method
