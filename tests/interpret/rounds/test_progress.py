"""A comparison over many rounds, and the rounds within a study."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.goals.goal import read_goals
from concordant.interpret.rounds.change import change
from concordant.interpret.rounds.progress import Progress, progress
from concordant.interpret.rounds.round import ComparedRound
from concordant.interpret.rounds.rounds_in_data import rounds_in
from concordant.interpret.study.study import Study, with_progress
from concordant.surfaces.track.next_steps import goal_messages
from tests.interpret.rounds.made import as_round, frame, marked

ERRORS = (0.6, 0.45, 0.3, 0.3, 0.28)


def rounds(n: int = 80, errors: tuple[float, ...] = ERRORS, **options: Any) -> list[ComparedRound]:
    return [
        as_round(frame(n, error, seed, **options), f"v{seed}", about=marked(prompt=str(seed)))
        for seed, error in enumerate(errors, start=1)
    ]


def stacked(n: int = 60, errors: tuple[float, ...] = ERRORS, **options: Any) -> pd.DataFrame:
    """The rounds below each other, in one set of data."""
    parts = [frame(n, e, s, **options).assign(round=f"v{s}") for s, e in enumerate(errors, start=1)]
    return pd.concat(parts, ignore_index=True)


def test_each_round_has_its_own_numbers_and_each_step_its_change() -> None:
    every = rounds()
    (found,) = progress(every)
    assert [one.name for one in found.rounds] == ["v1", "v2", "v3", "v4", "v5"]
    assert (found.measure, dict(found.options)) == ("exact_agreement", {})
    for one, facts in zip(every, found.rounds, strict=True):
        human, judge = one.ratings.columns
        assert facts.tracked.estimate == pytest.approx((human == judge).mean())
        assert facts.main.measure == "cohen_kappa"
        assert facts.about.marks["prompt"].fingerprint == one.name[1]
    assert found.changes == tuple(change(a, b)[0] for a, b in pairwise(every))
    assert all(one.marks == ("prompt",) for one in found.changes)


def test_convergence_is_asked_of_the_last_three_steps_on_the_same_items() -> None:
    every = rounds()
    (found,) = progress(every)
    called = found.convergence
    assert called is not None
    values = [one.tracked.estimate for one in found.rounds]
    assert called.gains == pytest.approx(tuple(np.diff(values)[-3:]))
    assert (called.looked, called.in_a_row) == (4, 3)
    assert called.over is not None
    over = change(every[1], every[4])[0].measure("exact_agreement")
    assert over is not None
    assert called.over.estimate == pytest.approx(over.difference.estimate)
    assert called.over.se == pytest.approx(over.difference.se)
    assert called.over.interval is not None
    assert called.over.interval.level == pytest.approx(called.level_now)


def test_another_rule_and_another_measure_may_be_asked_for() -> None:
    (found,) = progress(rounds(), measure="cohen_kappa", least_gain=0.02, in_a_row=2)
    assert (found.measure, dict(found.options)) == ("cohen_kappa", {"weights": "quadratic"})
    assert found.convergence is not None
    assert (found.convergence.least_gain, len(found.convergence.gains)) == (0.02, 2)
    with pytest.raises(OptionError, match="measure"):
        progress(rounds(), measure="cohen_kapa")


def test_what_is_tracked_is_compared_in_every_change_whatever_it_is() -> None:
    (found,) = progress(rounds(40, (0.6, 0.4)), measure="gwet_ac")
    one = found.changes[0].measure("gwet_ac")
    assert one is not None
    values = [facts.tracked.estimate for facts in found.rounds]
    assert one.difference.estimate == pytest.approx(values[1] - values[0])


def test_one_round_is_no_progress_yet() -> None:
    (found,) = progress(rounds()[:1])
    assert (len(found.rounds), found.changes, found.convergence) == (1, (), None)
    assert progress([]) == ()


def test_a_round_without_the_judge_is_passed_over_and_named() -> None:
    every = [as_round(frame(40, 0.4, s).assign(judge_b=1), f"v{s}") for s in (1, 2, 3)]
    every[1] = as_round(
        frame(40, 0.4, 2).assign(judge_c=1, judge_d=2)[["item", "human_1", "judge_c", "judge_d"]], "v2"
    )
    found = {one.name: one for one in progress(every)}
    assert [one.name for one in found["judge_b"].rounds] == ["v1", "v3"]
    assert "v2" in found["judge_b"].sentences[0].text()
    assert [(one.first, one.second) for one in found["judge_b"].changes] == [("v1", "v3")]


def test_a_judge_that_the_last_round_does_not_have_is_named_with_its_rounds() -> None:
    every = [as_round(frame(40, 0.4, s).assign(judge_b=1, judge_c=2), f"v{s}") for s in (1, 2, 3)]
    every[2] = as_round(frame(40, 0.4, 3).assign(judge_b=1), "v3")
    found = progress(every)
    assert [one.name for one in found] == ["judge", "judge_b"]
    for one in found:
        assert [said.text() for said in one.sentences] == [
            "Not in v3, so no progress is shown here: judge_c (compared in v1, v2)."
        ]
        assert "judge_c" in one.sentences[0].text("zh")


def test_people_who_are_two_no_longer_are_named_in_the_words_of_the_language() -> None:
    (found,) = progress([as_round(frame(40, 0.4, 1, people=2), "v1"), as_round(frame(40, 0.4, 2), "v2")])
    assert found.sentences[0].text("en") == (
        "Not in v2, so no progress is shown here: people (compared in v1)."
    )
    assert "people" not in found.sentences[0].text("zh")


def test_a_judge_that_is_renamed_every_time_is_followed() -> None:
    every = [
        as_round(frame(40, 0.4, s).rename(columns={"judge": f"model {s}"}), f"v{s}", reference="human_1")
        for s in (1, 2, 3)
    ]
    (found,) = progress(every)
    assert [one.called for one in found.rounds] == ["model 1", "model 2", "model 3"]
    assert (found.name, found.changes[0].name_before) == ("model 3", "model 1")


def test_goals_are_judged_in_every_round() -> None:
    target = {"measure": "exact_agreement", "at_least": 0.45}
    (found,) = progress(rounds(200, (0.9, 0.1)), goal=read_goals({"name": "own", "targets": [target]}))
    assert [one.goal for one in found.rounds] == ["not-met", "met"]


def test_the_goal_of_the_last_round_is_one_of_all_looks() -> None:
    """Look 5 of 95 % has 1 − .05/30 = 99.83 %; the sentence and the table of rounds say the same."""
    options = {"name": "g", "targets": [{"measure": "exact_agreement", "more_than": 0.6}]}
    every = rounds()
    (found,) = progress(every, goal=read_goals(options))
    assert found.goal is not None
    assert found.goal.paid is not None
    assert found.goal.outcome == found.rounds[-1].goal
    (target,) = found.goal.targets
    assert target.result.interval is not None
    assert target.result.interval.level == pytest.approx(1 - 0.05 / 30)
    study = cc.study(every[-1].ratings, goal=options)
    told = list(goal_messages(study, [found]))
    assert told[0] == found.goal.said
    assert told[-1] == found.goal.paid


def test_people_among_themselves_make_progress_too() -> None:
    found = progress(rounds(people=3))
    assert [(one.kind, one.drift is None) for one in found] == [("people", True), ("judge", False)]
    people = found[0].changes[0].measure("exact_agreement")
    assert people is not None
    assert people.difference.estimate == 0.0


def test_scales_seen_in_part_are_one_scale_over_all_rounds() -> None:
    every = [as_round(frame(60, 0.4, s, k=k), f"v{s}") for s, k in ((1, 3), (2, 5), (3, 4))]
    (found,) = progress(every)
    assert all(one.main.measure == "cohen_kappa" for one in found.rounds)
    assert not any("scales-differ" in s.code for one in found.changes for s in one.sentences)


# --- in a study -------------------------------------------------------------------------------


def test_a_study_of_data_with_rounds_has_their_progress() -> None:
    data = stacked()
    study = cc.study(data)
    assert study.main is not None
    found = study.main.progress
    assert found is not None
    apart = progress(
        [as_round(data[data["round"] == v].drop(columns="round"), v) for v in data["round"].unique()]
    )[0]
    assert [one.tracked.estimate for one in found.rounds] == [one.tracked.estimate for one in apart.rounds]
    for a, b in zip(found.changes, apart.changes, strict=True):
        assert a.measures == b.measures
        assert a.paired
    assert found.convergence == apart.convergence


def test_a_study_without_rounds_or_with_one_has_none() -> None:
    for data in (frame(40, 0.3, 1), frame(40, 0.3, 1).assign(round="v1")):
        study = cc.study(data)
        assert study.main is not None
        assert study.main.progress is None


def test_the_study_with_its_progress_comes_back_from_json() -> None:
    study = cc.study(stacked(people=2))
    again = Study.from_dict(json.loads(json.dumps(study.to_dict(), allow_nan=False)))
    assert again.to_dict() == study.to_dict()
    assert all(isinstance(one.progress, Progress) for one in again.comparisons)


@pytest.mark.parametrize(
    ("names", "order"),
    [
        ([10, 9, 2], ["2", "9", "10"]),
        (["pilot", "final", "after"], ["pilot", "final", "after"]),
        (["v1", "v10", "v2"], ["v1", "v2", "v10"]),
        (["v2", "v1", "final"], ["v2", "v1", "final"]),
    ],
)
def test_rounds_come_as_numbers_do_or_as_they_are_met(names: list[Any], order: list[str]) -> None:
    data = pd.concat([frame(20, 0.3, 1).assign(round=name) for name in names])
    assert [one.name for one in rounds_in(cc.as_ratings(data))] == order


def test_rounds_that_are_dated_come_by_time() -> None:
    rows = [
        {"item": f"q{i}", "rater": rater, "value": i % 3, "round": name, "when": day}
        for name, day in (("late", 9), ("early", 2)) for i in range(12) for rater in ("human", "judge")
    ]  # fmt: skip
    ratings = cc.as_ratings(
        pd.DataFrame(rows), item="item", rater="rater", value="value", round="round", time="when"
    )
    assert [one.name for one in rounds_in(ratings)] == ["early", "late"]


def test_rows_without_a_round_are_left_out_and_counted() -> None:
    data = stacked(40, (0.5, 0.3))
    data.loc[:4, "round"] = None
    study = cc.study(data)
    assert study.main is not None
    found = study.main.progress
    assert found is not None
    assert [one.name for one in found.rounds] == ["v1", "v2"]
    assert found.sentences[-1].text() == "5 rows without a round excluded."
    assert found.changes[0].n_first == 35


def test_more_rounds_than_anybody_reads_are_a_column_like_others() -> None:
    data = frame(120, 0.3, 1).assign(round=range(120))
    assert rounds_in(cc.as_ratings(data)) == ()


def test_progress_is_put_where_it_belongs() -> None:
    study = cc.study(frame(40, 0.3, 1, people=2))
    found = progress(rounds(40, people=2))
    with_it = with_progress(study, found)
    assert [(one.name, one.progress.name) for one in with_it.comparisons if one.progress] == [
        ("people", "people"),
        ("judge", "judge"),
    ]
    assert with_progress(study, ()) == study
