"""Findings that a doubt about the scale explains are not given as advice."""

from __future__ import annotations

from typing import Any

import numpy as np

import concordant as cc
from concordant.interpret.study.study import Study
from tests.interpret.study_data import wide

RNG = np.random.default_rng(9)
TRUE = RNG.choice(5, 300, p=[0.1, 0.2, 0.3, 0.25, 0.15]) + 1


def seen(seed: int, share: float = 0.15) -> Any:
    """The truth, one off on this share of items."""
    off = np.random.default_rng(seed).choice([-1, 0, 1], 300, p=[share / 2, 1 - share, share / 2])
    return np.clip(TRUE + off, 1, 5)


def study(*columns: Any, names: str = "human judge", **more: Any) -> Study:
    return cc.study(wide(np.column_stack(columns), names.split()), **{"raters": names.split(), **more})


def told(made: Study) -> dict[str, tuple[str, ...]]:
    return {doubt.code: doubt.explains for doubt in made.scale_doubts}


def test_a_judge_on_nought_to_one_is_not_told_to_relax_its_thresholds() -> None:
    made = study(seen(1), (seen(2) - 1) / 4)
    assert made.findings == ()
    assert set(told(made)["other-unit"]) >= {"systematically-low"}
    text = made.text()
    assert "boundary conditions" not in text
    assert "Relax" not in text
    assert "on which no advice is given yet" in text
    assert "因此暂不就其给出建议" in made.text("zh")
    assert "No other problem is both statistically reliable and large enough to act on." in made.summary()


def test_nothing_entered_is_no_strictness() -> None:
    left_out = np.where(np.random.default_rng(3).random(300) < 0.2, 0, seen(2))
    made = study(seen(1), left_out)
    assert "systematically-low" in told(made)["unset"]
    assert made.findings == ()
    assert study(seen(1), left_out, missing=[0]).findings == ()


def test_a_doubt_about_one_rater_leaves_what_is_found_about_another() -> None:
    high = np.clip(seen(3) + (np.arange(300) % 2), 1, 5)
    made = study(seen(1), seen(2), seen(4), (seen(5) - 1) / 4, high, names="ann bob cid dan eve")
    assert "other-unit" in told(made)
    assert {(f.code, f.about.get("rater")) for f in made.findings} == {("systematically-high", "eve")}


def test_a_doubt_about_one_comparison_leaves_the_others() -> None:
    high = np.clip(seen(3) + (np.arange(300) % 2), 1, 5)
    made = study(seen(1), high, (seen(5) - 1) / 4, names="human judge_a judge_b")
    assert [(f.code, f.about["rater"]) for f in made.findings] == [("systematically-high", "judge_a")]
    assert told(made)["other-unit"]


def test_yes_in_two_ways_of_writing_is_not_a_category_that_is_missing() -> None:
    yes = TRUE > 2
    made = study(np.where(yes, "Yes", "No"), np.where(yes, "yes", "no"), names="a b", raters=["a", "b"])
    assert {code for code, _ in told(made).items()} == {"look-alike"}
    assert made.findings == ()


def test_one_slip_of_writing_explains_only_what_speaks_of_it() -> None:
    names = np.array(["", "ape", "bee", "cat", "dog", "owl"], dtype=object)
    human, judge = names[TRUE].copy(), names[np.where(TRUE == 5, 4, TRUE)].copy()
    human[int(np.flatnonzero(TRUE == 1)[0])] = "Ape"
    made = study(human, judge)
    assert told(made) == {"look-alike": ()}
    assert [(f.code, f.facts["categories"]) for f in made.findings] == [("unused-category", ["owl"])]


def test_a_scale_turned_round_is_said_once_as_a_finding() -> None:
    made = study(seen(1), 6 - seen(2))
    assert [f.code for f in made.findings] == ["reversed-scale"]
    assert made.scale_doubts == ()


def test_nobody_is_blamed_for_a_person_who_is_turned_round() -> None:
    made = study(seen(1), 6 - seen(2), seen(3), seen(4), names="human_1 human_2 human_3 judge")
    assert [(f.code, f.about["rater"]) for f in made.findings] == [("reversed-scale", "human_2")]
    assert made.scale_doubts == ()


def test_a_doubt_goes_to_json_and_back_with_what_it_explains() -> None:
    made = study(seen(1), (seen(2) - 1) / 4)
    back = Study.from_dict(made.to_dict())
    assert told(back) == told(made)
    assert back.text("zh") == made.text("zh")


def test_a_finding_whose_gain_is_not_known_says_so() -> None:
    made = study(seen(1), np.full(300, 3))
    assert "The gain from fixing this is unknown." in made.text()
    assert "解决后能提升多少尚不清楚。" in made.text("zh")
