"""Drift on anchor items: which items and runs, one file, and whatever else comes."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.rounds.anchors import Anchored, anchored
from concordant.interpret.rounds.round import About, ComparedRound, Mark
from concordant.interpret.rounds.rounds_in_data import anchored_in
from tests.interpret.rounds.anchor_data import (
    FIRST,
    SECOND,
    THIRD,
    TRUTH,
    codes,
    followed,
    run,
    texts,
)
from tests.interpret.study_cases import CASES


def test_fewer_than_ten_anchors_are_said_and_not_tested() -> None:
    found = followed([run("a", [FIRST[:9]]), run("b", [SECOND[:9]])])
    assert (found.verdict, found.n_anchors, codes(found)) == ("cannot-tell", 9, ["few"])
    assert found.level is None
    assert math.isnan(found.detectable)


def test_one_run_has_no_drift() -> None:
    assert anchored([run("a", [FIRST])], ["judge"], [["human"]]) is None


def test_a_run_on_other_items_is_left_out_and_named() -> None:
    odd = run("odd", [FIRST])
    other = replace(odd, ratings=replace(odd.ratings, items=np.array([f"x{i}" for i in range(60)])))
    found = followed([run("a", [FIRST]), other, run("c", [SECOND])])
    assert [one.name for one in found.runs] == ["a", "c"]
    assert found.left_out == ("odd",)
    assert any("odd" in one.text() for one in found.sentences if one.code == "anchors.left-out")


def test_an_item_that_is_missing_in_one_run_is_no_anchor() -> None:
    rounds = [run("a", [FIRST]), run("b", [SECOND])]
    rounds[0] = replace(rounds[0], ratings=rounds[0].ratings.rows(np.arange(3, 60)))
    found = followed(rounds)
    shift = found.runs[1].shift
    assert found.n_anchors == 57
    assert shift is not None
    assert shift.estimate == pytest.approx(np.mean(SECOND[3:] - FIRST[3:]))
    assert "part" in codes(found)


def test_items_without_names_are_paired_only_where_somebody_rated_them_alike() -> None:
    def plain(judge: Any, human: Any) -> ComparedRound:
        return ComparedRound(name="r", ratings=cc.as_ratings(human, judge))

    def over(*rounds: ComparedRound) -> Anchored:
        found = anchored(
            rounds, [one.ratings.raters[1] for one in rounds], [[r.ratings.raters[0]] for r in rounds]
        )
        assert found is not None
        return found

    assert over(plain(FIRST, TRUTH), plain(SECOND, TRUTH)).n_anchors == 60
    assert codes(over(plain(FIRST, TRUTH), plain(SECOND, THIRD))) == ["unnamed"]


def test_a_renamed_judge_is_followed() -> None:
    old, new = run("a", [FIRST]), run("b", [SECOND])
    renamed = replace(new, ratings=replace(new.ratings, raters=("human", "judge-2")))
    found = anchored([old, renamed], ["judge", "judge-2"], [["human"]] * 2)
    assert found is not None
    assert found.rater == "judge-2"
    assert found.n_anchors == 60


def test_a_change_of_the_prompt_is_named() -> None:
    def marked(name: str, prompt: str) -> About:
        return About(marks={"prompt": Mark(name=name, fingerprint=prompt)})

    rounds = [run("a", [FIRST], about=marked("p", "1")), run("b", [SECOND], about=marked("p", "2"))]
    assert "marks" in codes(followed(rounds))
    assert any("提示词" in text for text in texts(followed(rounds)))
    assert "marks" not in codes(followed([rounds[0], replace(rounds[1], about=rounds[0].about)]))


def long(**columns: Any) -> pd.DataFrame:
    parts = {"v2": FIRST, "v10": SECOND, "v1": THIRD}
    rows = [
        pd.DataFrame({"item": np.arange(60), "version": name, "human": TRUTH, "judge": own})
        for name, own in parts.items()
    ]
    return pd.concat(rows).assign(**columns)


def test_the_rounds_of_a_file_are_runs_in_the_order_of_their_numbers() -> None:
    found = cc.drift(long(), item="item", round="version", rater="judge")
    assert [one.name for one in found.runs] == ["v1", "v2", "v10"]
    assert found.runs[1].shift is not None
    assert found.runs[1].shift.estimate == pytest.approx(np.mean(FIRST - THIRD))


def test_the_repeats_of_a_judge_alone_are_runs() -> None:
    found = cc.drift(long()[["item", "version", "judge"]], item="item", repeat="version", raters=["judge"])
    assert len(found.runs) == 3
    assert found.runs[0].with_people is None


def test_repeats_with_times_go_by_their_times() -> None:
    when = {"v2": "2026-03-01", "v10": "2026-01-01", "v1": "2026-02-01"}
    frame = long().assign(when=lambda f: f["version"].map(when)).drop(columns="human")
    frame = frame.melt(["item", "version", "when"], ["judge"], "rater", "value")
    found = anchored_in(
        cc.read(frame, item="item", rater="rater", value="value", repeat="version", time="when")
    )
    assert found is not None
    assert [one.name for one in found.runs] == ["v10", "v1", "v2"]


def test_data_without_runs_and_several_judges_are_one_clear_sentence() -> None:
    with pytest.raises(OptionError, match="no runs"):
        cc.drift(long()[["human", "judge"]], rater="judge")
    with pytest.raises(OptionError, match="whose drift"):
        cc.drift(long().rename(columns={"human": "ann", "judge": "bob"}), item="item", round="version")


def test_it_returns_whole_from_json() -> None:
    for rounds in (
        [run("a", [FIRST, SECOND]), run("b", [THIRD, SECOND])],
        [run("a", [[1]]), run("b", [[1]])],
    ):
        found = followed(rounds)
        assert Anchored.from_dict(found.to_dict()).to_dict() == found.to_dict()


@pytest.mark.parametrize("kind", ["one category", "hostile", "one cluster", "weights", "large numbers"])
def test_odd_data_give_sentences_without_gaps(kind: str) -> None:
    a, b = run("a", [FIRST, SECOND]), run("b", [SECOND, THIRD])
    if kind == "one category":
        a, b = run("a", [["x"] * 20]), run("b", [["x"] * 20])
    if kind == "hostile":
        bad = "<script>alert(1)</script>" * 50
        a, b = run(bad, [[bad, "=cmd()"] * 10]), run("\u202eb", [["=cmd()", bad] * 10])
    if kind == "one cluster":
        a, b = (replace(x, ratings=replace(x.ratings, clusters=np.zeros(120, dtype=int))) for x in (a, b))
    if kind == "weights":
        a, b = (replace(x, ratings=replace(x.ratings, weights=np.linspace(0, 2, 120))) for x in (a, b))
    if kind == "large numbers":
        a, b = run("a", [np.arange(40) * 1e-30]), run("b", [np.arange(40) * 1e30])
    found = followed([a, b])
    for text in texts(found):
        assert not [word for word in ("nan", "None", "anchors.few") if word in text]
    if kind == "one cluster":
        assert found.verdict == "cannot-tell"


@pytest.mark.parametrize("name", CASES)
def test_any_data_run_twice_are_told_without_gaps(name: str) -> None:
    data, options = CASES[name]()
    reading = {key: value for key, value in options.items() if key in signature(cc.read).parameters}
    ratings = cc.as_ratings(*data, **reading)
    rounds = [ComparedRound(name=name, ratings=ratings) for name in ("before", "after")]
    for rater in ratings.raters[-2:]:
        others = [other for other in ratings.raters if other != rater]
        found = anchored(rounds, [rater] * 2, [others] * 2)
        assert found is not None
        assert found.verdict in ("steady", "cannot-tell")
        for text in texts(found):
            assert not re.search(r"\bnan\b|\bNone\b|anchors\.\w", text)


# --- a judge alone ------------------------------------------------------------------------------


def alone(column: str) -> pd.DataFrame:
    """A judge in three runs, one point higher in the last; nobody else."""
    runs = [
        {"item": f"q{i}", column: v, "judge": i % 4 + (v == "v3")}
        for v in ("v1", "v2", "v3")
        for i in range(40)
    ]
    return pd.DataFrame(runs)


@pytest.mark.parametrize(("column", "options"), [("round", {}), ("version", {"round": "version"})])
def test_a_judge_alone_is_enough_where_a_column_tells_its_runs_apart(
    column: str, options: dict[str, str]
) -> None:
    found = cc.drift(alone(column), **options)
    assert (found.rater, found.verdict, found.n_anchors) == ("judge", "drifting", 40)
    assert found.runs[-1].shift is not None
    assert found.runs[-1].shift.estimate == 1.0


def test_without_such_a_column_it_is_said_what_to_do() -> None:
    with pytest.raises(cc.InputError, match="name the column of runs, round='version'"):
        cc.drift(alone("version"))


def test_a_study_of_a_judge_alone_says_where_its_drift_is() -> None:
    with pytest.raises(cc.InputError, match=r"nobody to compare judge with.*concordant\.drift"):
        cc.study(alone("round"))


def test_rows_of_no_round_are_no_run() -> None:
    data = alone("round")
    data.loc[:4, "round"] = None
    assert [run.name for run in cc.drift(data).runs] == ["v1", "v2", "v3"]


def _marked(prompt: str) -> About:
    return About(marks={"prompt": Mark(name="prompt.md", fingerprint=prompt)})


def test_other_ratings_after_a_change_of_the_prompt_are_the_change_and_no_drift() -> None:
    before, after = TRUTH, np.clip(TRUTH + 1, 0, 4)
    changed = followed([run("a", [before], about=_marked("1")), run("b", [after], about=_marked("2"))])
    assert (changed.verdict, changed.changed) == ("changed", ("prompt",))
    assert "changed" in codes(changed)
    assert not {"drifting", "marks"} & {*codes(changed)}
    assert any("not drift" in text for text in texts(changed))
    assert any("不是漂移" in text for text in texts(changed))
    same = followed([run("a", [before], about=_marked("1")), run("b", [after], about=_marked("1"))])
    assert (same.verdict, same.changed) == ("drifting", ())
    assert "drifting" in codes(same)


def test_a_judge_that_drifts_after_the_prompt_was_changed_is_said_to_drift() -> None:
    higher, lower = np.clip(TRUTH + 1, 0, 4), np.clip(TRUTH - 1, 0, 4)
    rounds = [
        run("a", [TRUTH], about=_marked("1")), run("b", [higher], about=_marked("2")),
        run("c", [lower], about=_marked("2")),
    ]  # fmt: skip
    found = followed(rounds)
    assert found.verdict == "drifting"
    assert codes(found)[0] == "drifting-since"
    steady = followed([*rounds[:2], run("c", [higher], about=_marked("2"))])
    assert steady.verdict == "changed"
