"""Data with one rating an item by people get a plan for second ratings."""

from __future__ import annotations

import numpy as np

import concordant as cc
from concordant.interpret.study import brief, next_messages


def once_rated(n: int = 120) -> dict[str, list[object]]:
    """A judge on every item, and one of three people on each."""
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 6, n)
    ratings = np.clip(truth + rng.integers(-1, 2, n), 1, 5)
    people = {
        name: [int(truth[i]) if i % 3 == place else None for i in range(n)]
        for place, name in enumerate(("human_a", "human_b", "human_c"))
    }
    return {"item": list(range(n)), **people, "judge": ratings.tolist()}


def test_a_study_says_how_many_items_to_give_to_a_second_person() -> None:
    study = cc.study(once_rated(), per_cell=0)
    assert study.main is not None
    advice = [message for message in study.main.headline if message.code == "plan.double-advice"]
    # Wilson at 70 % and a width of .2: 78.6 items; of 120 that is 78.6/(1 + 78.6/120) = 47.5
    assert [message.facts["n"] for message in advice] == [48]
    assert "48" in study.text("zh")
    assert not any(message.code == "headline.stand-in-few" for message in study.main.headline)


def test_people_who_share_items_get_no_such_advice() -> None:
    data = once_rated()
    data["human_b"][0] = data["human_a"][0]
    study = cc.study(data, per_cell=0)
    assert study.main is not None
    assert not any(message.code == "plan.double-advice" for message in study.main.headline)


def crowd(n: int = 120) -> dict[str, list[object]]:
    """One of three people on each item, and nobody else."""
    return {name: values for name, values in once_rated(n).items() if name != "judge"}


def test_people_who_share_no_item_get_the_number_of_the_plan_and_its_command_as_the_next_step() -> None:
    study = cc.study(crowd())
    plan = cc.plan(cc.read(crowd()))
    assert plan.answer["items"] == 48  # as above
    (step,) = next_messages(study)
    assert (step.facts["n"], step.facts["pool"]) == (48, 120)
    shown = [message for section in brief(study) for message in section.sentences]
    assert shown.count(step) == 1
    assert "`concordant plan double-ratings --pool 120`" in step.text("zh")
    assert cc.plan("double-ratings", pool=120).answer == plan.answer


def test_items_that_nobody_rated_are_not_in_the_pool() -> None:
    data = crowd()
    for values in data.values():
        values.extend([None] * 30)
    data["item"][120:] = list(range(120, 150))
    (step,) = next_messages(cc.study(data))
    assert step.facts["pool"] == 120


def test_the_gate_says_it_too() -> None:
    sentences = cc.check(crowd(), goal="first").sentences
    assert [message.facts["n"] for message in sentences if message.code == "plan.double-advice"] == [48]


def test_the_page_has_it_once_as_the_next_step_and_a_chinese_colon() -> None:
    page = cc.study(crowd()).to_html()
    assert "无定义：没有任何条目由两位评分者评过" in page
    assert "无定义</span>:" not in page
    assert page.count("plan double-ratings --pool 120") == 2  # once in each language
