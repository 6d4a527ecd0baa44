"""Whether rounds have converged: the rule to the letter, the verdict by the intervals, more items."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta, binom, norm, t

from concordant.errors import OptionError
from concordant.inference.share_differences import score_limits
from tests.interpret.rounds.gains import LARGE, SMALL, called, counted, measured


def rule(*values: float, **options: Any) -> str:
    return called(values, [None] * min(3, len(values) - 1), None, **options).rule


# --- the rule -----------------------------------------------------------------------------------


def test_three_gains_in_a_row_below_one_percent_are_converged() -> None:
    assert rule(0.50, 0.65, 0.655, 0.66, 0.665) == "converged"
    assert rule(0.65, 0.655, 0.66, 0.665) == "converged"


def test_one_larger_gain_among_the_last_three_is_not() -> None:
    assert rule(0.65, 0.655, 0.67, 0.675) == "not-converged"
    assert rule(0.60, 0.65, 0.655, 0.66) == "not-converged"


@pytest.mark.parametrize("low", [0.05, 0.29, 0.57, 0.65, 0.69, 0.98])
def test_a_gain_of_exactly_one_percent_is_not_below_it(low: float) -> None:
    assert rule(low, round(low + 0.01, 2), low, low) == "not-converged"
    assert rule(low, round(low + 0.0099, 4), low, low) == "converged"


def test_fewer_than_four_rounds_are_too_few() -> None:
    assert [rule(*[0.65] * n) for n in (2, 3, 4)] == ["too-few-rounds", "too-few-rounds", "converged"]
    assert rule(0.5, 0.5, in_a_row=1) == "converged"


def test_a_loss_is_converged_by_the_rule_and_said_to_be_one() -> None:
    fallen = called([0.65, 0.64, 0.60, 0.61 - 0.005], SMALL, counted(12, 30, 300))
    assert fallen.rule == "converged"
    assert next(s.facts for s in fallen.sentences if s.code == "convergence.fell")["n"] == 2


def test_where_less_is_better_a_fall_is_a_gain() -> None:
    falling = called([0.5, 0.45, 0.41, 0.38], [None] * 3, None, measure="mean_absolute_error")
    assert falling.gains == pytest.approx((0.05, 0.04, 0.03))
    assert falling.rule == "not-converged"
    assert rule(0.5, 0.55, 0.6, 0.65, measure="mean_absolute_error") == "converged"


def test_a_round_without_a_value_is_named_with_its_reason() -> None:
    lost = called([0.65, 0.655, math.nan, 0.66], [SMALL[0], None, None], None)
    assert lost.rule == "undefined"
    assert [math.isnan(gain) for gain in lost.gains] == [False, True, True]
    for lang, word in (("en", "no data to compute"), ("zh", "无定义")):
        text = " ".join(s.text(lang) for s in lost.sentences)
        assert "v3" in text
        assert word in text
        assert "nan" not in text.lower()


def test_a_large_gain_decides_whatever_is_not_known() -> None:
    assert rule(0.50, 0.65, math.nan, 0.66) == "not-converged"


@pytest.mark.parametrize(
    ("options", "said"),
    [({"least_gain": 0.0}, "above 0"), ({"least_gain": math.nan}, "nan"), ({"in_a_row": 0}, "1 or more")],
)
def test_a_rule_that_makes_no_sense_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        rule(0.5, 0.6, **options)


def test_a_measure_that_may_miss_on_either_side_has_no_gain_to_track() -> None:
    with pytest.raises(OptionError, match="Neither higher nor lower values of signed_bias are better"):
        rule(-0.5, 0.1, measure="signed_bias")


# --- the verdict --------------------------------------------------------------------------------


def test_a_gain_over_all_that_is_surely_one_is_improving() -> None:
    assert called([0.6, 0.66, 0.7, 0.75], LARGE, counted(70, 25, 300)).verdict == "improving"
    assert called([0.6, 0.66], LARGE[:1], LARGE[0]).verdict == "improving"


def test_a_loss_over_all_is_worse() -> None:
    assert called([0.75, 0.7, 0.66, 0.6], SMALL, counted(25, 70, 300)).verdict == "worse"


def test_small_gains_on_few_items_cannot_be_told() -> None:
    found = called([0.65, 0.656, 0.657, 0.66], SMALL, counted(20, 17, 300))
    assert (found.rule, found.verdict) == ("converged", "cannot-tell")


def test_gains_surely_above_nothing_and_surely_too_small_are_converged() -> None:
    steps = [counted(600, 500, 100_000)] * 3
    found = called([0.65, 0.651, 0.652, 0.653], steps, counted(900, 600, 100_000))
    assert found.verdict == "converged"
    assert [s.code for s in found.sentences][:2] == ["convergence.converged", "convergence.converged-rising"]


def test_converged_takes_every_step_and_enough_of_them() -> None:
    tiny, over = counted(600, 590, 100_000), counted(900, 880, 100_000)
    values = [0.65, 0.6501, 0.6502, 0.6503]
    assert called(values, [tiny] * 3, over).verdict == "converged"
    assert called(values, [tiny, counted(1800, 600, 100_000), tiny], over).verdict == "cannot-tell"
    assert called(values, [tiny, None, tiny], over).verdict == "cannot-tell"
    assert called(values[:3], [tiny] * 2, over).verdict == "cannot-tell"


def test_the_verdict_turns_where_less_is_better() -> None:
    fallen, risen = measured(-0.3, 0.05, 200), measured(0.3, 0.05, 200)
    options: dict[str, Any] = {"measure": "mean_absolute_error"}
    assert called([0.9, 0.6], [fallen], fallen, **options).verdict == "improving"
    assert called([0.6, 0.9], [risen], risen, **options).verdict == "worse"


def test_a_later_look_asks_for_more() -> None:
    # z = 21/√89 = 2.226 lies beyond 1.960 (95 %), and short of 2.241, which is that of 97.5 %
    assert called([0.6, 0.67], [counted(55, 34, 300)], counted(55, 34, 300)).verdict == "cannot-tell"
    # z = 24/√86 = 2.588: beyond 2.241 at the first look, short of 2.638 at the second
    change = counted(55, 31, 300)
    assert called([0.6, 0.68], [change], change).verdict == "improving"
    assert called([0.6, 0.64, 0.68], [change] * 2, change).verdict == "cannot-tell"
    assert called([0.6, 0.64, 0.68], [change] * 2, change).level_now == pytest.approx(1 - 0.05 / 6)


# --- what the noise allows ----------------------------------------------------------------------


def test_the_chance_of_a_small_gain_is_that_of_t_around_the_estimate() -> None:
    found = called([0.6, 0.62], [measured(0.02, 0.015, 100)], None)
    assert found.probability_below == pytest.approx(t.cdf((0.01 - 0.02) / 0.015, 99), abs=1e-9)
    # (t₀.₉₈₇₅(99) + z₀.₈)·0.015
    assert found.detectable == pytest.approx((t.ppf(0.9875, 99) + norm.ppf(0.8)) * 0.015, abs=1e-9)


def test_items_that_never_changed_are_not_taken_for_certainty() -> None:
    found = called([0.65] * 4, [counted(0, 0, 60)] * 3, counted(0, 0, 60))
    assert found.verdict == "cannot-tell"
    # the score test of δ = 0.01 on 60 items without a change: z = √(60·0.01/0.99)
    assert found.probability_below == pytest.approx(norm.cdf(math.sqrt(0.6 / 0.99)), abs=1e-9)
    # z²/(n + z²) < 0.01 needs n > 99·z², z = 2.8653 at 1 − 0.05/12
    assert found.items_needed == math.ceil(99 * norm.ppf(1 - 0.05 / 24) ** 2) - 60


def test_the_gain_that_unchanged_items_would_show_is_shown_four_times_out_of_five() -> None:
    seen = called([0.65] * 2, [counted(0, 0, 400)], None).detectable
    up = np.arange(60)
    z = norm.ppf(0.9875)
    assert binom.pmf(up[np.sqrt(up) > z], 400, seen).sum() == pytest.approx(0.8, abs=0.01)


def test_all_items_that_got_right_leave_no_doubt() -> None:
    mended = called([0.0, 1.0], [counted(20, 0, 20)], counted(20, 0, 20))
    assert mended.verdict == "improving"
    assert mended.probability_below < 0.001
    assert 0 < mended.detectable < 1


def test_the_chance_of_a_small_gain_falls_with_every_item_that_got_right() -> None:
    found = [called([0.6, 0.6], [counted(up, 0, 300)], None).probability_below for up in range(8)]
    assert (np.diff(found) < 0).all()
    # the score test of δ = .01 on 300 items without a change: z = √(300·.01/.99)
    assert found[0] == pytest.approx(norm.cdf(math.sqrt(3 / 0.99)))


def test_few_items_that_changed_do_not_make_small_gains_seen() -> None:
    found = [called([0.6] * 4, [counted(up, 0, 100)] * 3, None).detectable for up in (0, 1, 2)]
    # nine items have to get right for z = 2.865: P(X ≥ 9) = .8 for X binomial(100, .1119)
    assert found == pytest.approx([binomial(9, 100)] * 3, abs=1e-6)


def binomial(least: int, n: int) -> float:
    """The chance of an item with which so many of n happen four times out of five."""
    return float(beta.ppf(0.8, least, n - least + 1))


# --- how many more items ------------------------------------------------------------------------


def shares(n: float, up: float, down: float) -> Any:
    return counted(n * up, n * down, n)


def test_so_many_items_show_a_gain_four_times_out_of_five() -> None:
    n, up, down = 200, 0.11, 0.07
    found = called([0.6, 0.64], [shares(n, up, down)], shares(n, up, down))
    assert found.verdict == "cannot-tell"
    assert found.items_needed is not None
    then = int(n + found.items_needed)
    drawn = np.random.default_rng(8).multinomial(then, [up, down, 1 - up - down], size=4000)
    settled = np.mean([abs(b - c) / math.sqrt(b + c) > norm.ppf(0.9875) for b, c, _ in drawn])
    assert settled == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize(("n", "changing"), [(1000, 0.006), (2000, 0.02), (10_000, 0.15)])
def test_so_many_items_show_convergence_four_times_out_of_five(n: int, changing: float) -> None:
    """Four rounds of a judge that never changes, some items new by chance: every step at once."""
    steps = [shares(n, changing, changing)] * 3
    found = called([0.65] * 4, steps, shares(n, 2 * changing, 2 * changing))
    assert found.verdict == "cannot-tell"
    assert found.items_needed is not None
    then = int(n + found.items_needed)
    share = (changing, changing, 1 - 2 * changing)
    counts = np.random.default_rng(9).multinomial(then, share, size=(2000, 3))
    high = score_limits(counts[..., 0], counts[..., 1], then, norm.ppf(0.5 + found.level_now / 2))[1]
    # a little more than 0.8: the chances to miss a step are added up, whatever the steps have in common
    assert 0.78 < (high < 0.01).all(axis=1).mean() < 0.88


@pytest.mark.parametrize(
    ("n", "gain", "spread", "rounds"), [(12, 0.08, 0.07, 6), (12, 0.08, 0.1, 6), (30, 0.04, 0.1, 4)]
)
def test_so_many_items_show_a_gain_on_t_four_times_out_of_five(
    n: int, gain: float, spread: float, rounds: int
) -> None:
    over = measured(-gain, spread / math.sqrt(n), n)
    step = measured(-gain / 3, spread / math.sqrt(n), n)
    found = called([0.9] * rounds, [step] * 3, over, measure="mean_absolute_error")
    assert found.items_needed is not None
    then = int(n + found.items_needed)
    drawn = np.random.default_rng(2).normal(gain, spread, size=(4000, then))
    score = drawn.mean(axis=1) / drawn.std(axis=1, ddof=1) * math.sqrt(then)
    settled = (score > t.ppf(0.5 + found.level_now / 2, then - 1)).mean()
    assert settled == pytest.approx(0.82, abs=0.04)


def test_hardly_any_number_of_items_is_infinite_and_nothing_to_go_by_is_none() -> None:
    nearly = counted(31, 30, 300)
    assert called([0.6, 0.603], [nearly], nearly).items_needed == math.inf
    assert called([0.6, 0.603], [None], None).items_needed is None
    assert called([0.6, 0.7], [LARGE[0]], LARGE[0]).items_needed is None
