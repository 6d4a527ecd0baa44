"""Data in which each statement is known to be true, and the study says it with the numbers that are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

import concordant as cc
from concordant.interpret.finding import Finding
from concordant.interpret.study.study import Study
from tests.interpret.study_data import wide

#: 400 items, every score from 0 to 4 on 80 of them; `place` numbers the items of each score.
truth = np.arange(400) % 5
place = np.arange(400) // 5


def slips(rater: int, every: int = 20) -> NDArray[np.int64]:
    """The truth with two items in `every` a step off, one up and one down, no two raters on the same item.

    Scores 1 to 3 slip on 2/20 of their items, 0 and 4 on 1/20: (3·2 + 2·1)/100 = 8 % of all. Every cut is
    crossed equally often, and nobody is high or low.
    """
    up, down = place % every == 2 * rater, place % every == 2 * rater + 1
    return truth + np.where(up & (truth < 4), 1, 0) - np.where(down & (truth > 0), 1, 0)


def study(*columns: Any, names: str = "human_1 human_2 judge", **more: Any) -> Study:
    options = {"slices": list(more)} if more else {}
    return cc.study(wide(np.column_stack(columns), names.split(), **more), **options)


def found(made: Study, code: str) -> Finding:
    return next(finding for finding in made.findings if finding.code == code)


def codes(made: Study) -> list[str]:
    return [finding.code for finding in made.findings]


def said(made: Study, code: str) -> dict[str, Any]:
    return next(dict(one.facts) for one in made.headline if one.code == code)


def kappa(a: Any, b: Any, power: float = 0) -> float:
    """1 − observed over expected disagreement, both as means over all pairs, written out."""
    distance = np.abs(np.subtract.outer(a, b)) ** power if power else np.not_equal.outer(a, b)
    return 1 - np.diag(distance).mean() / distance.mean()


# --- a judge and people -------------------------------------------------------------------------


def test_a_judge_who_is_as_good_as_people() -> None:
    made = study(slips(0), slips(1), slips(3), slips(2), names="human_1 human_2 human_3 judge")
    facts = said(made, "headline.people-level")
    # any two agree unless one of them slipped: 1 − 2·8 %
    assert facts["with"] == pytest.approx(0.84)
    assert facts["among"] == pytest.approx(0.84)
    assert facts["gap"] == pytest.approx(0)
    assert said(made, "headline.stand-in-yes")["won"] == 3  # in place of each of the people
    assert not made.findings
    assert made.main is not None
    assert made.main.main.reached == pytest.approx(1)  # all the way from no skill to people


def test_a_judge_who_is_better_than_people() -> None:
    wrong = [np.where(place % 10 // 3 == k, (truth + 1) % 5, truth) for k in (0, 1)]
    facts = said(study(*wrong, truth), "headline.people-better")
    # each person is wrong on another 30 %: with each other 40 %, with the judge 70 %
    assert (facts["among"], facts["with"]) == pytest.approx((0.4, 0.7))
    # an item adds 1 − 1 where nobody is wrong (40 %), 1/2 − 0 where one is (60 %): mean .3, variance
    # .6·.25 − .09 = .06, so se = √(.06/400)·√(400/399)
    half = (facts["within"][1] - facts["within"][0]) / 2
    # a judge like the people would have −1 on a third of those 60 %, else 1/2: variance .6·.5, twice the
    # standard error and more, so that the interval is somewhat longer than by the data alone
    assert 1.9659 * np.sqrt(0.06 / 399) < half < 1.3 * 1.9659 * np.sqrt(0.06 / 399)


def test_a_judge_who_is_worse_than_people() -> None:
    wrong = np.where(place % 10 < 3, (truth + 2) % 5, truth)
    made = study(truth, truth, truth, wrong, names="human_1 human_2 human_3 judge")
    facts = said(made, "headline.people-worse")
    assert (facts["among"], facts["with"]) == pytest.approx((1.0, 0.7))
    assert said(made, "headline.stand-in-no")["won"] == 0


def test_a_judge_of_measurements_is_set_beside_people_in_their_units() -> None:
    people = [place + 0.25 * (truth - 2), place + 0.5 * (truth - 2)]  # |difference| = .25·|t − 2|: mean .3
    judge = place + 2.0 + 0.25 * (truth - 2)
    facts = said(study(*people, judge), "headline.people-worse-measured")
    # from the first 2 always, from the second |2 − .25(t − 2)| with mean 2
    assert (facts["among"], facts["with"]) == pytest.approx((0.3, 2.0))


def test_with_few_items_nobody_can_say_that_a_judge_may_stand_in() -> None:
    few = slice(29)
    raters = [slips(rater)[few] for rater in range(4)]
    made = study(*raters, names="human_1 human_2 human_3 judge")
    assert said(made, "headline.stand-in-few")["n"] == 29
    assert not [one for one in made.headline if one.code in ("headline.stand-in-yes", "headline.stand-in-no")]


def test_a_harsh_judge() -> None:
    harsh = np.where((place % 5 < 2) & (truth > 0), truth - 1, truth)  # 2/5 of the 4/5 that can be lower
    made = study(slips(0), slips(1), harsh)
    finding = found(made, "systematically-low")
    assert finding.about["rater"] == "judge"
    people = np.mean([slips(0), slips(1)], axis=0)
    assert finding.evidence.estimate == pytest.approx((harsh - people).mean()) == pytest.approx(-0.32)
    assert finding.facts["n"] == 400
    assert "放宽边界条件" in finding.fix("zh")
    assert finding.headroom is not None
    both = np.concatenate([slips(0), slips(1)])
    assert finding.headroom.now == pytest.approx(kappa(both, np.tile(harsh, 2), 2))
    assert finding.headroom.repaired > finding.headroom.now
    assert finding.examples
    for example in finding.examples:
        assert example["judge"] < max(example["human_1"], example["human_2"])


def test_a_generous_judge_is_told_what_the_document_says() -> None:
    generous = np.where((place % 5 < 2) & (truth < 4), truth + 1, truth)
    finding = found(study(slips(0), slips(1), generous), "systematically-high")
    assert finding.evidence.estimate == pytest.approx(0.32)
    assert "提示词不够严格" in finding.cause("zh")
    assert "强化扣分条款" in finding.fix("zh")


def test_a_judge_who_always_says_the_same() -> None:
    made = study(truth, np.full(400, 3), names="human judge")
    main = made.main
    assert main is not None
    exact, weighted = main.measure("exact_agreement"), main.main
    assert exact is not None
    assert exact.result.estimate == pytest.approx(1 / 5) == pytest.approx(exact.floor.level)
    assert weighted.result.estimate == 0
    mae = main.measure("mean_absolute_error")
    assert mae is not None
    # |3 − s| over 0…4 is 3, 2, 1, 0, 1: 7/5; the best constant is 2, whose distances are 2, 1, 0, 1, 2: 6/5
    assert (mae.result.estimate, mae.floor.level) == pytest.approx((7 / 5, 6 / 5))
    assert "profiles.constant" in [one.code for profile in made.profiles for one in profile.said]


# --- where it fails -----------------------------------------------------------------------------


def test_a_slice_that_is_misjudged() -> None:
    kind = np.array(["news", "chat", "help", "code"])[place % 4]  # 100 items each
    judge = np.where((kind == "help") & (place // 4 % 2 == 0), (truth + 2) % 5, slips(1))
    made = study(truth, judge, names="human judge", type=kind.tolist())
    finding = found(made, "slice-misjudged")
    assert (finding.about["column"], finding.about["value"]) == ("type", "help")
    there = kind == "help"
    own, rest = (truth == judge)[there].mean(), (truth == judge)[~there].mean()
    assert (finding.facts["agreement"], finding.facts["rest"]) == pytest.approx((own, rest))
    assert finding.facts["n"] == 100
    assert "补充专项条款" in finding.fix("zh")
    assert made.main is not None
    rows = {row.value: row for row in made.main.slices[0].rows}
    for value, row in rows.items():
        at = kind == value
        assert row.n == 100
        assert row.exact.estimate == pytest.approx((truth == judge)[at].mean())
        assert row.main.estimate == pytest.approx(kappa(truth[at], judge[at], 2))


def test_a_top_score_that_is_not_clear() -> None:
    mixed = (truth >= 3) & (place % 2 == 0)
    judge = np.where(mixed, 7 - truth, truth)  # half of the 3s and 4s exchanged
    finding = found(study(truth, judge, names="human judge"), "top-inconsistent")
    # 80 and 80 times a 4, 40 times both: 2·40/160
    assert finding.facts["agreement"] == pytest.approx(0.5)
    assert finding.facts["high"] == "4"
    assert "4 分标准不清晰" in finding.cause("zh")
    assert "增加 4 分自检清单" in finding.fix("zh")


def test_a_cut_that_is_blurred() -> None:
    mixed = np.isin(truth, (2, 3)) & (place % 2 == 0)
    judge = np.where(mixed, 5 - truth, truth)
    made = study(truth, judge, names="human judge")
    finding = found(made, "unstable-boundary")
    assert finding.about["cut"] == "2|3"
    assert finding.facts["flips"] == pytest.approx(80 / 400)
    assert "2–3 分区分模糊" in finding.cause("zh")
    assert "增加锚点示例" in finding.fix("zh")
    assert made.main is not None
    flips = {(b.lower, b.upper): b for b in made.main.boundaries}
    assert flips[2, 3].flips.estimate == pytest.approx(0.2)
    assert flips[2, 3].kappa.estimate == pytest.approx(kappa(truth > 2, judge > 2))
    assert flips[1, 2].flips.estimate == 0


def test_a_judge_who_is_lower_at_every_cut_is_the_stricter_one() -> None:
    harsh = np.where((place % 5 < 2) & (truth > 0), truth - 1, truth)
    made = study(truth, truth, harsh)
    assert made.main is not None
    for boundary in made.main.boundaries:
        # 2/5 of 80 items cross each cut, the judge below every time: p = 2·(1/2)³² by the sign test
        assert boundary.strictest == "judge"
        assert boundary.second_lower is not None
        assert boundary.second_lower.estimate == 1
        assert boundary.second_lower.p_value == pytest.approx(2 * 0.5**32)


def test_a_reversed_scale() -> None:
    judge = 4 - slips(1)
    finding = found(study(truth, judge, names="human judge"), "reversed-scale")
    assert finding.evidence.estimate == pytest.approx(np.corrcoef(truth, judge)[0, 1])
    assert finding.headroom is not None
    assert finding.headroom.now == pytest.approx(kappa(truth, judge, 2))
    assert finding.headroom.repaired == pytest.approx(kappa(truth, 4 - judge, 2))


def test_two_labels_that_were_exchanged() -> None:
    labels = np.array(["ape", "bee", "cat", "dog", "owl"])
    other = labels[np.select([truth == 1, truth == 2], [2, 1], truth)]
    finding = found(study(labels[truth], other, names="human judge"), "swapped-labels")
    assert finding.about["labels"] == "bee, cat"
    assert (finding.facts["n"], finding.facts["crossed"]) == (160, 1)
    assert finding.headroom is not None
    assert (finding.headroom.now, finding.headroom.repaired) == pytest.approx((0.5, 1))  # (3/5 − 1/5)/(4/5)


def test_one_rater_who_does_not_know_the_task() -> None:
    made = study(slips(0), slips(1), slips(2), place % 5, names="ann bob cid dan")
    finding = found(made, "rogue-rater")
    assert finding.about["rater"] == "dan"
    assert made.matrix is not None


@pytest.mark.slow
def test_noise_is_not_a_finding() -> None:
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(20):
        raters = [np.clip(truth[:200] + rng.choice([-1, 0, 0, 0, 1], 200), 0, 4) for _ in range(3)]
        hits += bool(study(*raters).findings)
    assert hits <= 4  # 5 % of 20 is 1; more than 4 has probability .003


# --- whether to believe it ----------------------------------------------------------------------


def test_categories_that_nobody_uses_make_no_paradox() -> None:
    # three of six declared categories, half of the items a step apart: kappa is far below what six even
    # categories would give, but no category is so common that chance agrees on it
    first = np.arange(300) % 3 + 1
    second = np.where(np.arange(300) // 3 % 2 == 0, np.array([2, 3, 2])[first - 1], first)
    made = cc.study(first, second, categories=range(6))
    assert made.main is not None
    assert made.main.paradox is not None
    assert made.main.paradox.shortfall is not None
    assert made.main.paradox.shortfall.prevalence > 0.2
    assert made.main.paradox.verdict == "none"


def test_correlation_is_not_agreement() -> None:
    low = np.arange(400) % 4
    made = study(low, low + 1, names="human judge")
    assert made.main is not None
    (one,) = made.main.correlation
    assert one.code == "validity.correlation-shift"
    # variance of 0…3 is 5/4, so CCC = 2·5/4 / (2·5/4 + 1) = 5/7 though r = 1
    assert (one.facts["r"], one.facts["ccc"], one.facts["bias"]) == pytest.approx((1, 5 / 7, 1))


def test_a_wider_spread_is_told_from_a_shift() -> None:
    human = np.array([4, 5, 6, 7]).repeat(100)
    judge = np.array([1, 4, 7, 10]).repeat(100)  # the same mean, three times the spread
    made = study(human, judge, names="human judge")
    assert made.main is not None
    (one,) = made.main.correlation
    assert one.code == "validity.correlation-spread"
    assert one.facts["ccc"] == pytest.approx(2 * 3 / (1 + 9))


def test_reliable_is_not_valid() -> None:
    gold = np.arange(400) % 4
    made = study(gold, gold + 1, names="gold judge")
    (validity,) = made.validity
    (one,) = validity.sentences
    assert one.code == "validity.reliable-not-valid"
    assert (one.facts["mse"], one.facts["bias"]) == pytest.approx((1, 1))


def test_a_rater_and_themself() -> None:
    rows = [
        {"item": i, "rater": rater, "repeat": time, "value": int(value)}
        for rater, again in (("human", place % 10 < 3), ("judge", place % 10 < 1))
        for i in range(400)
        for time, value in ((1, truth[i]), (2, (truth[i] + again[i]) % 5))
    ]
    made = cc.study(pd.DataFrame(rows), repeat="repeat")
    exact = {part.category: part.estimate for within in made.within for part in within.again.parts}
    assert exact == pytest.approx({"human": 0.7, "judge": 0.9})


def test_who_is_held_against_whom_can_be_said() -> None:
    raters = {"gold": truth, "ann": slips(0), "gpt": slips(1)}
    data = wide(np.column_stack(list(raters.values())), list(raters))
    kinds = {"gold": "gold", "ann": "human", "gpt": "judge"}
    options = {"raters": list(raters), "rater_kind": kinds}
    by_people = cc.study(data, **options)
    assert [(c.name, c.reference) for c in by_people.comparisons] == [("gpt", ("ann",))]
    by_truth = cc.study(data, reference="gold", **options)
    assert [(c.name, c.reference) for c in by_truth.comparisons] == [("ann", ("gold",)), ("gpt", ("gold",))]
    for one in by_truth.comparisons:
        assert one.main.result.estimate == pytest.approx(kappa(truth, raters[one.name], 2))
    assert "Agreement of gpt with gold" in by_truth.text()


def test_somebody_without_ratings_is_named_and_left_out() -> None:
    empty = [None] * 400
    data = wide(np.column_stack([slips(0), slips(1)]), ["ann", "bob"]) | {"cid": empty}
    made = cc.study(data, raters=["ann", "bob", "cid"])
    (one,) = made.comparisons
    assert one.raters == ("ann", "bob")
    assert one.main.measure == "cohen_kappa"
    assert "No ratings from cid." in made.text()


# --- goals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "goal", "outcome"),
    [(0, "mature", "met"), (4, "mature", "not-met"), (2, "mature", "cannot-tell"), (2, "first", "met")],
)
def test_a_goal_is_judged_by_the_interval(wrong: int, goal: str, outcome: str) -> None:
    judge = np.where(place % 8 < wrong, (truth + 1) % 5, truth)  # 0, 50 % or 25 % of items
    made = cc.study(wide(np.column_stack([truth, judge]), ["human", "judge"]), goal=goal)
    assert made.main is not None
    assert made.main.goal is not None
    exact = next(t for t in made.main.goal.targets if t.target.measure == "exact_agreement")
    assert exact.outcome == outcome
    assert exact.result.estimate == pytest.approx(1 - wrong / 8)


def test_a_goal_above_what_people_reach_is_warned_of() -> None:
    people = [np.where(place % 10 // 4 == k, (truth + 1) % 5, truth) for k in (0, 1)]  # agree on 20 %
    made = cc.study(wide(np.column_stack([*people, truth]), ["human_1", "human_2", "judge"]), goal="mature")
    assert made.main is not None
    assert made.main.goal is not None
    exact = next(t for t in made.main.goal.targets if t.target.measure == "exact_agreement")
    assert exact.outcome == "not-met"
    assert exact.ceiling is not None
    assert exact.ceiling.estimate == pytest.approx(0.2)
    assert exact.warning is not None
    assert "higher than human agreement" in exact.warning.text()
