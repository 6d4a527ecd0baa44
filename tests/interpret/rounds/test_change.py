"""What changed between two rounds, on the same items and on others."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.inference.compare import compare
from concordant.inference.measure import Measure
from concordant.inference.share_differences import score_interval
from concordant.interpret.rounds.change import Change, change
from concordant.interpret.rounds.round import ComparedRound
from tests.interpret.rounds.made import as_round, frame, two

SEVERAL = {"people": 3, "gaps": 0.1}


def judge_in(first: ComparedRound, second: ComparedRound, **options: Any) -> Change:
    return next(one for one in change(first, second, **options) if one.kind == "judge")


def shuffled(one: ComparedRound, seed: int = 5) -> ComparedRound:
    r = one.ratings
    order = np.random.default_rng(seed).permutation(len(r))
    return replace(one, ratings=r.rows(order).select(r.raters[::-1]))


# --- properties -------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, SEVERAL])
def test_swapping_the_rounds_turns_every_sign(options: dict[str, Any]) -> None:
    first, second = two(**options)
    forth, back = judge_in(first, second), judge_in(second, first)
    for a, b in zip(forth.measures, back.measures, strict=True):
        assert a.measure == b.measure
        assert a.difference.estimate == pytest.approx(-b.difference.estimate)
        assert a.difference.se == pytest.approx(b.difference.se)
        assert a.difference.p_value == pytest.approx(b.difference.p_value)
        assert a.difference.interval is not None
        assert b.difference.interval is not None
        assert a.difference.interval.low == pytest.approx(-b.difference.interval.high)
        assert a.gain == pytest.approx(-b.gain)
    assert forth.flips is not None
    assert back.flips is not None
    assert (forth.flips.n_mended, forth.flips.n_broken) == (back.flips.n_broken, back.flips.n_mended)
    assert forth.flips.n_mended > 0 < forth.flips.n_broken


@pytest.mark.parametrize("options", [{}, SEVERAL])
def test_a_round_and_itself_do_not_differ(options: dict[str, Any]) -> None:
    for one in change(*[two(**options)[0]] * 2):
        assert [m.difference.estimate for m in one.measures] == [0.0] * len(one.measures)
        assert one.flips is not None
        assert (one.flips.n_mended, one.flips.n_broken, one.n_rater_changed) == (0, 0, 0)


@pytest.mark.parametrize("options", [{}, SEVERAL])
def test_the_order_of_items_and_raters_does_not_matter(options: dict[str, Any]) -> None:
    first, second = two(**options)
    usual, mixed = judge_in(first, second), judge_in(shuffled(first, 5), shuffled(second, 6))
    for a, b in zip(usual.measures, mixed.measures, strict=True):
        assert a.difference.estimate == pytest.approx(b.difference.estimate)
        assert a.difference.se == pytest.approx(b.difference.se)
    assert (usual.n_common, usual.n_rater_changed) == (mixed.n_common, mixed.n_rater_changed)
    assert usual.flips is not None
    assert mixed.flips is not None
    assert [flip.item for flip in usual.flips.mended] == [flip.item for flip in mixed.flips.mended]
    assert [s.text() for s in usual.sentences] == [s.text() for s in mixed.sentences]


# --- numbers ----------------------------------------------------------------------------------


def test_one_person_is_a_table_of_two_by_two() -> None:
    first, second = frame(120, 0.5, 1), frame(120, 0.3, 2)
    then, now = (data["judge"] == data["human_1"] for data in (first, second))
    b, c = int((now & ~then).sum()), int((then & ~now).sum())
    found = judge_in(as_round(first), as_round(second, "v2"))
    exact = found.measure("exact_agreement")
    assert exact is not None
    assert exact.difference.estimate == pytest.approx((b - c) / 120)
    assert exact.difference.se == pytest.approx(
        math.sqrt(b + c - (b - c) ** 2 / 120) / 120 * math.sqrt(120 / 119)
    )
    within = exact.difference.interval
    assert within is not None
    assert (within.low, within.high) == pytest.approx(score_interval(b, c, 120, 0.95))
    assert (exact.first.estimate, exact.second.estimate) == pytest.approx((then.mean(), now.mean()))
    assert exact.difference.details["first"] == pytest.approx(then.mean())
    assert found.flips is not None
    assert (found.flips.n_mended, found.flips.n_broken) == (b, c)


def test_kappas_differ_as_compare_says() -> None:
    first, second = two()
    main = judge_in(first, second).main
    assert main.measure == "cohen_kappa"
    asked = compare(
        *(Measure(BY_NAME["cohen_kappa"], r.ratings, main.options) for r in (second, first)), paired=True
    )
    assert main.difference.estimate == pytest.approx(asked.estimate)
    assert main.difference.se == pytest.approx(asked.se)


def _kappa(data: pd.DataFrame, people: int, weights: np.ndarray[Any, Any]) -> float:
    """Linear kappa of all pairs (person, judge), an item counting once, written out."""
    table = np.zeros((5, 5))
    for row, weight in zip(data.itertuples(index=False), weights, strict=True):
        said = [row[1 + p] for p in range(people) if row[1 + p] == row[1 + p]]
        judge = row[1 + people]
        for value in said if judge == judge else ():
            table[int(value), int(judge)] += weight / len(said)
    p = table / table.sum()
    apart = np.abs(np.subtract.outer(np.arange(5), np.arange(5))) ** 2
    return float(1 - (apart * p).sum() / (apart * np.outer(p.sum(1), p.sum(0))).sum())


def test_several_people_are_what_a_jackknife_over_items_finds() -> None:
    n = 60
    first, second = (frame(n, e, s, people=3) for e, s in ((0.5, 1), (0.3, 2)))
    main = judge_in(as_round(first), as_round(second, "v2")).main
    assert dict(main.options) == {"weights": "quadratic"}
    everything = np.ones(n)
    whole = _kappa(second, 3, everything) - _kappa(first, 3, everything)
    left_out = []
    for i in range(n):
        weights = np.where(np.arange(n) == i, 0.0, 1.0)
        left_out.append(_kappa(second, 3, weights) - _kappa(first, 3, weights))
    jackknife = math.sqrt((n - 1) / n * float(((np.array(left_out) - np.mean(left_out)) ** 2).sum()))
    assert main.difference.estimate == pytest.approx(whole)
    assert main.difference.se == pytest.approx(jackknife, rel=0.05)


def test_the_standard_error_is_that_of_items_drawn_again() -> None:
    n, rng = 150, np.random.default_rng(7)
    first, second = (frame(n, e, s, people=2) for e, s in ((0.5, 1), (0.3, 2)))
    exact = judge_in(as_round(first), as_round(second, "v2")).measure("exact_agreement")
    assert exact is not None
    share = [
        np.mean([data["judge"] == data[f"human_{p}"] for p in (1, 2)], axis=0) for data in (first, second)
    ]
    change_of_item = share[1] - share[0]
    drawn = [change_of_item[rng.integers(0, n, n)].mean() for _ in range(2000)]
    assert exact.difference.estimate == pytest.approx(change_of_item.mean())
    assert exact.difference.se == pytest.approx(np.std(drawn), rel=0.06)


def test_rounds_without_common_items_are_compared_as_if_independent() -> None:
    first, second = frame(80, 0.5, 1), frame(60, 0.3, 2).assign(item=[f"other {i}" for i in range(60)])
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert (found.paired, found.n_common, found.n_first, found.n_second, found.flips) == (
        False,
        0,
        80,
        60,
        None,
    )
    exact = found.measure("exact_agreement")
    assert exact is not None
    x, y = ((data["judge"] == data["human_1"]).to_numpy(float) for data in (first, second))
    assert exact.difference.estimate == pytest.approx(y.mean() - x.mean())
    assert exact.difference.se == pytest.approx(math.sqrt(x.var(ddof=1) / 80 + y.var(ddof=1) / 60))
    assert exact.difference.interval is not None
    low, high = newcombe_by_hand((y.sum(), 60), (x.sum(), 80))
    assert (exact.difference.interval.low, exact.difference.interval.high) == pytest.approx((low, high))
    from scipy.stats import ttest_ind

    assert exact.difference.p_value == pytest.approx(ttest_ind(y, x, equal_var=False).pvalue, rel=0.1)


def newcombe_by_hand(first: tuple[float, int], second: tuple[float, int]) -> tuple[float, float]:
    """Square-and-add of the roots of Wilson's equation (p − q)² = z² q(1 − q)/n."""
    z2, ends = 1.959963984540054**2, []
    for x, n in (first, second):
        ends.append(sorted(np.roots([1 + z2 / n, -2 * x / n - z2 / n, (x / n) ** 2]).real))
    a, b = first[0] / first[1], second[0] / second[1]
    low = a - b - math.hypot(a - ends[0][0], ends[1][1] - b)
    return low, a - b + math.hypot(ends[0][1] - a, b - ends[1][0])


@pytest.mark.parametrize(("common", "paired"), [(9, False), (10, True)])
def test_ten_common_items_are_enough_and_nine_are_not(common: int, paired: bool) -> None:
    first, second = frame(40, 0.5, 1), frame(20, 0.3, 2)
    second["item"] = [name if i < common else f"new {i}" for i, name in enumerate(second["item"])]
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert (found.paired, found.n_common) == (paired, common)
    text = "\n".join(s.text() for s in found.sentences)
    assert ("only 9 items in common" in text) is not paired
    assert ("This comparison has low power" in text) is not paired
    assert ("Excluded: 30 items of v1 and 10 items of v2" in text) is paired


@pytest.mark.parametrize(("common", "paired"), [(10, False), (149, False), (150, True)])
def test_items_in_common_have_to_be_half_of_the_smaller_round(common: int, paired: bool) -> None:
    first, second = frame(400, 0.2, 1), frame(300, 0.6, 2)
    second["item"] = [name if i < common else f"new {i}" for i, name in enumerate(second["item"])]
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert (found.paired, found.n_common) == (paired, common)
    exact = found.measure("exact_agreement")
    assert exact is not None
    seen = [(data["judge"] == data["human_1"]).to_numpy(float) for data in (first, second)]
    then, now = (one[:common] if paired else one for one in seen)
    assert exact.difference.estimate == pytest.approx(now.mean() - then.mean())
    assert exact.difference.interval is not None
    assert exact.difference.interval.high < 0
    if not paired:
        assert any("A comparison on common items needs 150 of them" in s.text() for s in found.sentences)
        assert any("至少要有 150 个共同条目" in s.text("zh") for s in found.sentences)


def test_weights_that_are_no_copies_do_not_make_common_items_few() -> None:
    first, second = (frame(30, error, seed).assign(w=40.0) for error, seed in ((0.5, 1), (0.3, 2)))
    rounds = (as_round(data, name, case_weights="w") for data, name in ((first, "v1"), (second, "v2")))
    assert judge_in(*rounds).paired


def test_one_item_in_a_round_is_too_few_for_a_spread() -> None:
    found = judge_in(as_round(frame(1, 0.0, 1)), as_round(frame(1, 0.0, 2), "v2"))
    error = found.measure("mean_absolute_error")
    assert error is not None
    assert error.difference.interval is None
    assert [note.text for note in error.difference.notes] == [
        "Too few items or clusters for a standard error."
    ]


# --- who and what -----------------------------------------------------------------------------


def test_a_judge_may_be_renamed_where_there_is_one() -> None:
    first, second = frame(60, 0.5, 1), frame(60, 0.3, 2)
    same = judge_in(as_round(first), as_round(second, "v2"))
    renamed = second.rename(columns={"judge": "gpt-5"})
    found = judge_in(as_round(first), as_round(renamed, "v2"))
    assert (found.name_before, found.name) == ("judge", "gpt-5")
    assert [m.difference for m in found.measures] == [m.difference for m in same.measures]
    assert found.n_rater_changed == same.n_rater_changed > 0
    assert any(s.code == "rounds.renamed" for s in found.sentences)


def test_a_judge_that_is_new_is_not_compared_and_the_others_are() -> None:
    first, second = frame(60, 0.5, 1), frame(60, 0.3, 2)
    first["judge_b"], second["judge_b"], second["judge_c"] = first["judge"], second["judge"], 1
    found = change(as_round(first), as_round(second, "v2"))
    assert [(one.name_before, one.name) for one in found] == [("judge", "judge"), ("judge_b", "judge_b")]


def test_people_who_changed_are_told() -> None:
    first, second = frame(60, 0.5, 1), frame(60, 0.3, 2)
    second.loc[:6, "human_1"] = (second.loc[:6, "human_1"] + 1) % 5
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert found.n_reference_changed == 7
    assert found.n_rater_changed == (first["judge"] != second["judge"]).sum()
    assert any(s.code == "rounds.reference-changed" for s in found.sentences)


def test_an_item_that_one_round_lacks_is_left_out_of_both() -> None:
    first, second = frame(60, 0.5, 1), frame(60, 0.3, 2)
    whole = judge_in(as_round(first.iloc[1:]), as_round(second.iloc[1:], "v2"))
    second.loc[0, "judge"] = None
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert (found.n_common, found.n_first, found.n_second) == (59, 60, 59)
    assert [m.difference.estimate for m in found.measures] == [m.difference.estimate for m in whole.measures]


def test_an_item_is_the_same_whether_its_name_was_read_as_a_number_or_as_text() -> None:
    first, second = frame(30, 0.5, 1), frame(30, 0.3, 2)
    first["item"], second["item"] = range(30), [str(i) for i in range(30)]
    assert judge_in(as_round(first), as_round(second, "v2")).n_common == 30
    first["item"] = np.arange(30.0)
    assert judge_in(as_round(first), as_round(second, "v2")).n_common == 30


# --- shapes -----------------------------------------------------------------------------------


def test_rows_that_are_only_numbered_are_paired_where_a_rater_said_the_same() -> None:
    first, second = (frame(60, e, s)[["human_1", "judge"]] for e, s in ((0.5, 1), (0.3, 2)))
    assert judge_in(as_round(first), as_round(second, "v2")).paired
    second["human_1"] = second["human_1"].to_numpy()[::-1]
    assert not judge_in(as_round(first), as_round(second, "v2")).paired
    assert not judge_in(as_round(first), as_round(second.iloc[:-1], "v2")).paired


def test_rows_of_a_table_of_counts_are_no_items() -> None:
    cells = np.arange(1, 26).reshape(5, 5)
    (found,) = change(as_round(cc.table(cells)), as_round(cc.table(cells.T), "v2"))
    assert not found.paired


def dimensions(data: pd.DataFrame) -> pd.DataFrame:
    return data.assign(
        item=[f"q{i // 2}" for i in range(len(data))], dimension=["tone", "depth"] * (len(data) // 2)
    )


def test_an_item_with_dimensions_is_one_unit() -> None:
    first, second = (dimensions(frame(80, e, s)) for e, s in ((0.5, 1), (0.3, 2)))
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert (found.n_common, found.n_first) == (40, 40)
    exact = found.measure("exact_agreement")
    assert exact is not None
    right = [(data["judge"] == data["human_1"]).to_numpy(float) for data in (first, second)]
    by_item = (right[1] - right[0]).reshape(40, 2).sum(axis=1)
    d = by_item - by_item.mean()
    assert exact.difference.se == pytest.approx(math.sqrt((d**2).sum() * 40 / 39) / 80)


def test_repeats_in_one_round_all_count() -> None:
    first, second = frame(40, 0.5, 1), frame(40, 0.3, 2)
    twice = pd.concat([second.assign(repeat=1), frame(40, 0.3, 3).assign(repeat=2)])
    found = judge_in(as_round(first), as_round(twice, "v2", repeat="repeat"))
    assert (found.paired, found.n_common) == (True, 40)
    exact = found.measure("exact_agreement")
    assert exact is not None
    before = (first["judge"] == first["human_1"]).to_numpy(float)
    after = (twice["judge"] == twice["human_1"]).to_numpy(float).reshape(2, 40).mean(axis=0)
    assert exact.difference.estimate == pytest.approx((after - before).mean())
    assert exact.difference.se == pytest.approx((after - before).std(ddof=1) / math.sqrt(40))


def test_a_weight_is_that_many_items() -> None:
    first, second = frame(40, 0.5, 1), frame(40, 0.3, 2)
    times = np.resize([1, 2, 3], 40)
    weighed = judge_in(
        *(as_round(d.assign(w=times), v, case_weights="w") for d, v in ((first, "v1"), (second, "v2")))
    )
    copied = []
    for data in (first, second):
        many = data.loc[data.index.repeat(times)]
        copied.append(many.assign(item=[f"{i}" for i in range(len(many))]))
    found = judge_in(as_round(copied[0]), as_round(copied[1], "v2"))
    assert weighed.n_common == found.n_common == times.sum()
    for a, b in zip(weighed.measures, found.measures, strict=True):
        assert a.difference.estimate == pytest.approx(b.difference.estimate)
        assert a.difference.se == pytest.approx(b.difference.se)
    assert weighed.flips is not None
    assert found.flips is not None
    assert weighed.flips.n_mended == found.flips.n_mended


def test_weights_of_a_sample_weigh_and_do_not_multiply() -> None:
    first, second = frame(40, 0.5, 1), frame(40, 0.3, 2)
    weights = np.resize([0.5, 1.25, 2.0], 40)
    found = judge_in(
        *(as_round(d.assign(w=weights), v, case_weights="w") for d, v in ((first, "v1"), (second, "v2")))
    )
    exact = found.measure("exact_agreement")
    assert exact is not None
    before, after = ((d["judge"] == d["human_1"]).to_numpy(float) for d in (first, second))
    d = after - before
    mean = (weights * d).sum() / weights.sum()
    se = math.sqrt((weights**2 * (d - mean) ** 2).sum() * 40 / 39) / weights.sum()
    assert exact.difference.estimate == pytest.approx(mean)
    assert exact.difference.se == pytest.approx(se)
    assert found.n_common == 40


def test_clusters_of_the_user_are_the_units() -> None:
    first, second = (
        frame(60, e, s).assign(talk=[f"t{i // 5}" for i in range(60)]) for e, s in ((0.5, 1), (0.3, 2))
    )
    found = judge_in(as_round(first, clusters="talk"), as_round(second, "v2", clusters="talk"))
    exact = found.measure("exact_agreement")
    assert exact is not None
    right = [(data["judge"] == data["human_1"]).to_numpy(float) for data in (first, second)]
    d = (right[1] - right[0]).reshape(12, 5).sum(axis=1)
    assert exact.difference.se == pytest.approx(math.sqrt(((d - d.mean()) ** 2).sum() * 12 / 11) / 60)


def test_categories_of_text_have_no_near_and_far() -> None:
    names = np.array(["cat", "dog", "owl", "pig", "yak"])
    first, second = (
        frame(60, e, s).assign(human_1=lambda d: names[d["human_1"]], judge=lambda d: names[d["judge"]])
        for e, s in ((0.5, 1), (0.3, 2))
    )
    found = judge_in(as_round(first), as_round(second, "v2"))
    assert [m.measure for m in found.measures] == ["cohen_kappa", "exact_agreement"]
    assert found.paired


def test_measurements_are_compared_by_their_own_measures() -> None:
    rng = np.random.default_rng(3)
    truth = np.round(rng.normal(50, 10, 60), 3)
    data = [
        pd.DataFrame(
            {"item": range(60), "human": truth, "judge": np.round(truth + rng.normal(0, noise, 60), 3)}
        )
        for noise in (6, 2)
    ]
    found = judge_in(as_round(data[0]), as_round(data[1], "v2"))
    assert (found.main.measure, found.paired) == ("ccc", True)
    error = found.measure("mean_absolute_error")
    assert error is not None
    d = (data[1]["judge"] - truth).abs() - (data[0]["judge"] - truth).abs()
    assert error.difference.estimate == pytest.approx(d.mean())
    assert error.difference.se == pytest.approx(d.std(ddof=1) / math.sqrt(60))
    assert error.gain == pytest.approx(-d.mean())  # less is better
    assert found.flips is not None
    assert (found.flips.n_mended, found.flips.n_broken) == ((d < 0).sum(), (d > 0).sum())


def test_a_bias_that_comes_nearer_to_nought_is_a_gain_from_either_side() -> None:
    truth = np.tile(np.arange(5), 12)
    data = [pd.DataFrame({"item": range(60), "human": truth, "judge": truth + by}) for by in (-2, 1)]
    data[1].loc[0, "judge"] -= 1
    bias = judge_in(as_round(data[0]), as_round(data[1], "v2")).measure("signed_bias")
    assert bias is not None
    assert bias.difference.estimate > 0
    assert bias.gain == pytest.approx(2 - 59 / 60)


# --- scales -----------------------------------------------------------------------------------


def test_what_was_seen_in_either_round_is_one_scale() -> None:
    first, second = frame(60, 0.5, 1, k=4), frame(60, 0.3, 2, k=5)
    found = judge_in(as_round(first), as_round(second, "v2"))
    declared = judge_in(*(as_round(d, v, categories=range(5)) for d, v in ((first, "v1"), (second, "v2"))))
    assert [m.difference.estimate for m in found.measures] == [
        m.difference.estimate for m in declared.measures
    ]
    assert not any(s.code == "rounds.scales-differ" for s in found.sentences)


def test_scales_that_were_declared_differently_are_said_to_differ() -> None:
    first, second = frame(60, 0.5, 1, k=4), frame(60, 0.3, 2, k=5)
    found = judge_in(as_round(first, categories=range(4)), as_round(second, "v2", categories=range(5)))
    assert any(s.code == "rounds.scales-differ" for s in found.sentences)
    assert found.paired


def test_a_change_comes_back_from_json() -> None:
    for one in change(*two(people=3, gaps=0.1)):
        assert Change.from_dict(one.to_dict()) == one
