"""Which items to rate next: strata with a floor and weights, even loads, linked raters, repeats, seeds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.planning.draw_sample import allocation, draw


def judged(n: int = 600, seed: int = 1) -> dict[str, Any]:
    """Two judges on every item, a person on none but the first, and a slice."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(5, n, p=[0.05, 0.1, 0.2, 0.45, 0.2]) + 1
    first, second = (np.clip(truth + rng.choice([-1, 0, 1], n, p=[0.1, 0.7, 0.2]), 1, 5) for _ in range(2))
    return {
        "item": np.arange(n).tolist(), "human": [int(truth[0]), *[None] * (n - 1)],
        "judge_a": first.tolist(), "judge_b": second.tolist(), "lang": ["zh", "en", "en"] * (n // 3),
        "truth": truth,
    }  # fmt: skip


DATA = judged()
READ = {name: DATA[name] for name in ("item", "human", "judge_a", "judge_b", "lang")}
PEOPLE = ["ann", "bob", "cat", "dan"]
TASKS = cc.plan_next(READ, items=120, people=PEOPLE, by="lang", raters=["human", "judge_a", "judge_b"])


def test_shares_are_proportional_above_a_floor() -> None:
    # 4000, 900, 100 of 5000 and n = 100: 80, 18, 2; the last gets 5, the others share 95: 77.55, 17.45
    assert allocation(np.array([4000, 900, 100]), 100).tolist() == [78, 17, 5]
    assert allocation(np.array([50, 3, 40]), 93).tolist() == [50, 3, 40]
    assert allocation(np.array([50, 3, 40]), 20).sum() == 20


def test_weights_add_up_to_the_items_there_are() -> None:
    once = {row["item"]: row["weight"] for row in TASKS.tasks}
    assert len(once) == 120
    assert sum(once.values()) == pytest.approx(599)  # item 0 has a rating by a person
    assert 0 not in once


def test_every_stratum_has_its_floor() -> None:
    items = {row["item"]: (row["stratum"], row["weight"]) for row in TASKS.tasks}
    drawn, least = Counter(items.values()), 120 // len(set(items.values()))
    assert len(drawn) > 10
    for (stratum, weight), n in drawn.items():
        assert " | " in stratum
        assert n >= min(5, least, round(n * weight))  # or all that the stratum has


def test_loads_are_even_and_raters_are_linked() -> None:
    first = [row for row in TASKS.tasks if row["repeat"] == 1]
    loads = Counter(row["rater"] for row in first)
    assert set(loads) == set(PEOPLE)
    assert max(loads.values()) - min(loads.values()) <= 1
    by_item: dict[Any, set[str]] = {}
    for row in first:
        by_item.setdefault(row["item"], set()).add(row["rater"])
    pairs = Counter(tuple(sorted(raters)) for raters in by_item.values())
    assert len(pairs) == 6  # all pairs of four raters
    assert max(pairs.values()) - min(pairs.values()) <= 4


def test_repeats_come_last_and_from_a_rater_of_the_item() -> None:
    again = [row for row in TASKS.tasks if row["repeat"] == 2]
    assert len(again) == 12
    first = {(row["item"], row["rater"]): row["order"] for row in TASKS.tasks if row["repeat"] == 1}
    last = Counter(row["rater"] for row in TASKS.tasks if row["repeat"] == 1)
    assert all((row["item"], row["rater"]) in first and row["order"] > last[row["rater"]] for row in again)


def test_a_seed_gives_the_same_tasks_and_another_seed_others() -> None:
    options: dict[str, Any] = {
        "items": 120,
        "people": PEOPLE,
        "by": "lang",
        "raters": ["human", "judge_a", "judge_b"],
    }
    assert cc.plan_next(READ, **options).csv() == TASKS.csv()
    assert cc.plan_next(READ, **options, seed=1).csv() != TASKS.csv()


def test_the_file_keeps_the_rule_and_the_text_says_what_it_serves() -> None:
    assert set(TASKS.tasks["rule"].tolist()) == {
        "stratified random sample by judge score, whether judges or repeats disagree and lang; proportional, "
        "at least 5 items per stratum; seed 0"
    }
    assert "mean human score" in TASKS.text()
    assert "人工平均分" in TASKS.text("zh")


def test_items_that_nothing_tells_apart_are_a_simple_random_sample() -> None:
    rows = [{"item": i, "rater": f"r{i % 3}", "score": i % 5} for i in range(90)]
    tasks = cc.plan_next(rows, items=30)
    assert set(tasks.tasks["rule"].tolist()) == {"simple random sample; seed 0"}
    assert set(tasks.tasks["stratum"].tolist()) == {"all"}
    assert tasks.text().startswith("30 items of 90, drawn at random, for 3 raters")
    assert "trata" not in tasks.text()
    assert "层" not in tasks.text("zh")
    assert "简单随机抽样" in tasks.csv("zh")
    by_language = cc.plan_next([row | {"lang": "en"} for row in rows], items=30, by=["lang"])
    assert set(by_language.tasks["stratum"].tolist()) == {"en"}


def test_a_share_of_second_raters_links_people_too() -> None:
    tasks = cc.plan_next(READ, items=60, people=PEOPLE, per_item=1.3, repeats=0.0)
    assert len(tasks.tasks) == 78  # 60 items, 18 of them twice


def test_weighted_estimates_from_the_sample_are_right_on_average() -> None:
    # The mean of people over all items, from 30 draws of 100 items: the mean of estimates is within 3 se.
    found = []
    for seed in range(30):
        tasks = cc.plan_next(READ, items=100, people=["ann"], per_item=1, repeats=0.0, seed=seed).tasks
        weights = tasks["weight"].astype(float)
        found.append(float(np.average(DATA["truth"][tasks["item"].astype(int)], weights=weights)))
    target = float(DATA["truth"][1:].mean())
    assert abs(np.mean(found) - target) < 3 * np.std(found) / np.sqrt(len(found))
    # Strata by the judge's score hold most of the spread: a random sample would stray by sd/√n.
    assert np.std(found) < 0.75 * DATA["truth"].std() / np.sqrt(100)


def test_strata_by_judge_score_save_most_for_the_mean_less_for_bias_and_hardly_anything_for_agreement() -> (
    None
):
    # 200 labels of 5,000 items, 500 times, beside simple random samples: 1 − the ratio of variances. By hand
    # from the shares between strata: 82 % for the mean, 10 % for the bias, 1 % for exact agreement.
    rng, n = np.random.default_rng(1), 5000
    people = rng.choice(5, n, p=[0.05, 0.1, 0.2, 0.4, 0.25]) + 1
    judge = np.clip(people + rng.choice([-1, 0, 1], n, p=[0.1, 0.7, 0.2]), 1, 5)
    asked = np.stack([people, judge - people, judge == people]).astype(float)
    between = [
        1 - sum((judge == s).mean() * x[judge == s].var() for s in range(1, 6)) / x.var() for x in asked
    ]
    found = []
    for _ in range(500):
        places, weights = draw(judge, 200, rng)
        found.append(asked[:, places] @ weights / weights.sum())
    saved = 1 - np.var(found, axis=0) / (asked.var(axis=1) / 200 * (1 - 200 / n))
    # the ratio of variances of 500 draws is known to 6 %
    assert saved == pytest.approx(between, abs=0.18)
    assert saved[0] > 0.78
    assert between[0] > 0.8 > 0.2 > between[1] > between[2]


def test_weights_are_taken_by_coefficients() -> None:
    tasks = cc.plan_next(READ, items=100, people=["ann"], per_item=1, repeats=0.0).tasks
    places = tasks["item"].astype(int)
    weights = tasks["weight"].astype(float)
    human, judge = DATA["truth"][places], np.array(DATA["judge_a"])[places]
    found = cc.exact_agreement(human.tolist(), judge.tolist(), case_weights=weights)
    assert found.estimate == pytest.approx(float(np.average(human == judge, weights=weights)))


def test_disputed_items_are_no_sample_and_say_so() -> None:
    tasks = cc.plan_next(READ, items=20, what="disputed", people=["ann"])
    assert set(tasks.tasks["weight"].tolist()) == {""}
    assert "not a sample" in tasks.text()
    assert "不是样本" in tasks.text("zh")
    assert "not a sample" in tasks.tasks["rule"][0]
    apart = [abs(DATA["judge_a"][i] - DATA["judge_b"][i]) for i in tasks.tasks["item"]]
    assert min(apart[1:]) >= 1


def crowd(n: int = 60) -> dict[str, Any]:
    """Two of ann, bob and cat on every item, by turns, always apart."""
    pairs = [("ann", "bob"), ("bob", "cat"), ("ann", "cat")]
    found: dict[str, Any] = {"item": list(range(n)), "ann": [], "bob": [], "cat": []}
    for i in range(n):
        for name in ("ann", "bob", "cat"):
            place = pairs[i % 3].index(name) if name in pairs[i % 3] else None
            found[name].append(None if place is None else 1 + 3 * place)
    return found


def test_disputed_items_are_spread_over_people_who_did_not_rate_them() -> None:
    data = crowd()
    tasks = cc.plan_next(data, items=60, what="disputed").tasks
    assert Counter(tasks["rater"].tolist()) == {"ann": 20, "bob": 20, "cat": 20}
    assert all(data[row["rater"]][row["item"]] is None for row in tasks)
    assert [row["order"] for row in tasks if row["rater"] == "ann"] == list(range(1, 21))
    assert (
        cc.plan_next(data, items=60, what="disputed").csv()
        == cc.plan_next(data, items=60, what="disputed").csv()
    )
    # others who rated nothing share the load evenly, and who is first depends on the seed
    some = cc.plan_next(data, items=31, what="disputed", people=["dan", "eve"]).tasks
    assert sorted(Counter(some["rater"].tolist()).values()) == [15, 16]
    orders = {
        tuple(cc.plan_next(data, items=9, what="disputed", people=["dan", "eve"], seed=s).tasks["rater"])
        for s in range(4)
    }
    assert len(orders) > 1


def test_a_dispute_of_everybody_has_no_rater_unless_one_of_them_is_asked_by_name() -> None:
    data = {"item": [1, 2, 3], "ann": [1, 2, 3], "bob": [2, 3, 1]}
    nobody = cc.plan_next(data, what="disputed")
    assert nobody.tasks["rater"].tolist() == ["", "", ""]
    assert "3 items have been rated by everyone in the data" in nobody.text()
    assert "没有指派评分者" in nobody.text("zh")
    asked = cc.plan_next(data, what="disputed", people=["bob"])
    assert asked.tasks["rater"].tolist() == ["bob"] * 3
    assert "3 items are assigned to people who rated them" in asked.text()
    assert "指派给了评过它的人" in asked.text("zh")


def test_the_rule_in_the_file_is_in_the_language_asked_for() -> None:
    english, chinese = TASKS.csv().splitlines()[1], TASKS.csv("zh").splitlines()[1]
    assert "stratified random sample by" in english
    assert "分层随机抽样" in chinese
    assert "stratified" not in chinese
    disputed = cc.plan_next(READ, items=20, what="disputed", people=["ann"])
    assert "这是裁定清单" in disputed.csv("zh").splitlines()[1]


def test_items_of_several_dimensions_are_not_disputed_for_that() -> None:
    rows = [
        {"item": i, "dimension": d, "human": 1 if i == 0 else None, "judge": 1 + 3 * (d == "tone")}
        for i in range(30) for d in ("tone", "truth")
    ]  # fmt: skip
    tasks = cc.plan_next(
        {name: [row[name] for row in rows] for name in rows[0]}, items=10, people=["ann", "bob"]
    )
    assert all(" | undisputed" in stratum for stratum in tasks.tasks["stratum"])


def test_nobody_gets_an_item_that_they_rated() -> None:
    data = {"item": list(range(40)), "human": [1, 2] * 20, "judge": [1, 2, 2, 1] * 10}
    tasks = cc.plan_next(data, items=20, people=["human", "eve"], repeats=0.0)
    assert set(tasks.tasks["rater"].tolist()) == {"eve"}
    assert len(tasks.tasks) == 20


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"items": 10_000}, "too many"),
        ({"items": 0}, "1 or more"),
        ({"items": 20, "per_item": 9.0}, "need at least that many raters"),
        ({"items": 3, "people": [f"p{i}" for i in range(12)], "per_item": 2.0}, "request more"),
        ({"items": 20, "what": "disputd"}, "Did you mean 'disputed'?"),
        ({"items": 20, "by": "language"}, "language"),
        ({"items": 20, "people": ["ann", "ann"]}, "must be unique"),
    ],
)
def test_what_cannot_be_planned_is_said_in_one_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.ConcordantError) as problem:
        cc.plan_next(READ, **{"people": PEOPLE, **options})
    assert said in str(problem.value)
