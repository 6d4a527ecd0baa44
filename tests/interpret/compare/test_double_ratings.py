"""Data with one rating an item by people get a plan for second ratings."""

from __future__ import annotations

import numpy as np

import concordant as cc


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
