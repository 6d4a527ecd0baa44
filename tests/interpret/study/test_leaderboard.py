"""The leaderboard of a study: its order, who is ranked, its sentences and its tables."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.study import Study, judge_pairs_table, leaderboard_table
from concordant.interpret.study.leaderboard import Leaderboard
from tests.inference.test_two_judges import made


def board_of(study: Study) -> Leaderboard:
    assert study.leaderboard is not None
    return study.leaderboard


@cache
def three_judges() -> Study:
    """The judges' names run against their skill."""
    return cc.study(made(200, (1.6, 0.9, 0.4), people=3))


def test_judges_are_in_the_order_of_the_main_measure_and_the_best_speaks() -> None:
    study = three_judges()
    rows = board_of(study).rows
    assert [row.judge for row in rows] == ["judge_c", "judge_b", "judge_a"]
    assert [row.place for row in rows] == [1, 2, 3]
    values = [row.main.estimate for row in rows]
    assert values == sorted(values, reverse=True)
    assert study.main is not None
    assert study.main.name == "judge_c"
    assert [one.name for one in study.comparisons] == ["people", "judge_c", "judge_b", "judge_a"]


def test_a_row_holds_what_the_comparison_of_the_judge_says() -> None:
    study = three_judges()
    row, one = board_of(study).rows[1], study.comparison("judge_b")
    exact, bias = one.measure("exact_agreement"), one.measure("signed_bias")
    assert exact is not None
    assert bias is not None
    assert (row.main, row.exact, row.bias) == (one.main.result, exact.result, bias.result)
    assert row.short_of_people == one.short_of_people_main
    assert (row.tested, row.stand_in != "") == (3, True)


def test_one_judge_has_no_leaderboard() -> None:
    study = cc.study(made(40, (0.5,), people=2))
    assert study.leaderboard is None
    assert leaderboard_table(study) is None
    assert "Leaderboard" not in study.text()


def test_it_comes_back_from_json_and_a_study_without_it_loads() -> None:
    study = three_judges()
    written = json.loads(json.dumps(study.to_dict(), allow_nan=False))
    assert Study.from_dict(written).leaderboard == study.leaderboard
    del written["leaderboard"]
    assert Study.from_dict(written).leaderboard is None


def test_equal_judges_share_a_place() -> None:
    data = made(60, (0.5, 0.5, 1.5))
    board = board_of(cc.study(data | {"judge_b": data["judge_a"]}))
    assert [row.place for row in board.rows] == [1, 1, 3]


def test_a_copy_of_a_person_is_listed_last_and_not_compared() -> None:
    data = made(120, (0.5, 0.9), people=2)
    study = cc.study(data | {"judge_x": data["human_0"]})
    board = board_of(study)
    assert (board.rows[-1].judge, board.rows[-1].copy_of, board.rows[-1].place) == (
        "judge_x",
        "human_0",
        None,
    )
    assert board.pair("judge_x", "judge_a") is None
    assert board.sentences[-1].text() == "Not ranked: judge_x, which looks like a copy of human_0."
    assert study.main is not None
    assert study.main.name == "judge_a"


def test_a_judge_without_a_value_is_listed_last() -> None:
    data = made(60, (0.5, 0.9, 0.7))
    data["human_0"] = data["human_0"][:50] + [None] * 10
    data["judge_c"] = [None] * 50 + data["judge_c"][50:]
    board = board_of(cc.study(data))
    assert board.rows[-1].judge == "judge_c"
    assert board.rows[-1].place is None
    assert board.sentences[-1].text().startswith("Not ranked: judge_c, for which Cohen's kappa")
    assert len(board.pairs) == 1


def test_two_judges_are_one_sentence() -> None:
    (sure,) = board_of(cc.study(made(200, (0.4, 1.6)))).sentences
    assert sure.text().startswith(
        "judge_a is reliably better than judge_b: Cohen's kappa (quadratic weights) 0."
    )
    (open_,) = board_of(cc.study(made(60, (0.7, 0.75), seed=2))).sentences
    assert open_.text().startswith("These items cannot distinguish judge_")
    assert "items to confirm." in open_.text()


@pytest.mark.parametrize(
    ("noise", "codes"),
    [
        ((0.3, 1.2, 2.5), ["best", "others-all"]),
        ((0.7, 0.7, 2.5), ["level-needed", "several-better"]),
        ((0.3, 1.6, 1.6), ["best", "others-none"]),
    ],
)
def test_several_judges_are_told_in_groups(noise: Any, codes: list[str]) -> None:
    board = board_of(cc.study(made(200, noise, people=2, seed=4)))
    assert [message.code.partition(".")[2] for message in board.sentences] == codes
    assert all(message.text("zh") for message in board.sentences)


def test_a_judge_that_is_first_on_easier_items_only_is_said_to_be_beaten() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 6, 300)
    easy = np.arange(300) < 150

    def judge(on_easy: float, on_hard: float) -> Any:
        noise = np.where(easy, on_easy, on_hard) * rng.normal(0, 1, 300)
        return pd.Series(np.clip(np.rint(truth + noise), 1, 5))

    frame = pd.DataFrame(
        {"human": truth, "judge_a": judge(0.45, 0.5), "judge_b": judge(0.0, 2.5), "judge_c": judge(2.0, 2.0)}
    )
    frame.loc[~easy, "judge_a"] = np.nan
    board = board_of(cc.study(frame))
    # on the items of both, judge_b is right every time; on all it is not
    assert board.rows[0].judge == "judge_a"
    assert board.sentences[0].code == "leaderboard.beaten"
    assert "but judge_b did reliably better on the items that both rated." in board.sentences[0].text()


def test_many_judges_take_at_most_four_sentences_and_the_table_says_who_is_left_out() -> None:
    study = cc.study(made(60, tuple(np.linspace(0.4, 2.0, 12))))
    board = board_of(study)
    assert len(board.pairs) == 66
    assert len(board.sentences) <= 4
    pairs = judge_pairs_table(board)
    assert len(pairs.read) == 12
    assert len(list(pairs.records())) == 66
    assert any("4 more" in line for line in study.summary().splitlines())


def priced() -> pd.DataFrame:
    """A person, and two judges who rated every item twice, at a price and in a time."""
    rng = np.random.default_rng(1)
    rows = []
    for i in range(40):
        truth = int(rng.integers(1, 6))
        rows.append({"item": i, "rater": "human", "value": truth, "repeat": 1, "cost": None, "seconds": None})
        for judge, price in (("judge_a", 0.02), ("judge_b", 0.5)):
            for repeat in (1, 2):
                value = int(np.clip(truth + rng.integers(-1, 2), 1, 5))
                own = {"item": i, "rater": judge, "value": value, "repeat": repeat}
                rows.append({**own, "cost": price, "seconds": 1.5})
    return pd.DataFrame(rows)


@cache
def priced_study() -> Study:
    kinds = {"human": "human", "judge_a": "judge", "judge_b": "judge"}
    return cc.study(
        priced(), item="item", rater="rater", value="value", repeat="repeat", cost="cost", seconds="seconds",
        rater_kind=kinds,
    )  # fmt: skip


def test_cost_is_for_an_item_and_repeats_are_shown() -> None:
    study, frame = priced_study(), priced()
    found = {row.judge: row for row in board_of(study).rows}
    assert [found[j].cost for j in ("judge_a", "judge_b")] == pytest.approx([0.04, 1.0])
    wide = frame[frame.rater == "judge_a"].pivot(index="item", columns="repeat", values="value")
    again = found["judge_a"].again
    assert again is not None
    assert again.estimate == pytest.approx((wide[1] == wide[2]).mean())
    table = leaderboard_table(study)
    assert table is not None
    assert {"cost", "seconds", "again"} <= {column.key for column in table.columns}


def test_the_file_has_every_number_with_its_interval() -> None:
    study = three_judges()
    table = leaderboard_table(study)
    assert table is not None
    first = next(table.records())
    row = board_of(study).rows[0]
    assert row.main.interval is not None
    assert (first["judge"], first["main_estimate"]) == ("judge_c", row.main.estimate)
    assert first["main_conf_low"] == row.main.interval.low
    assert {"exact_conf_low", "bias_conf_high", "short_of_people_estimate", "replaced", "tested"} <= set(
        first
    )


def test_measurements_are_ranked_by_concordance() -> None:
    rng = np.random.default_rng(2)
    truth = rng.normal(50, 10, 60)
    columns = {
        "human": truth,
        "judge_a": truth + rng.normal(5, 6, 60),
        "judge_b": truth + rng.normal(0, 1, 60),
    }
    study = cc.study({name: np.round(values, 3) for name, values in columns.items()})
    board = board_of(study)
    assert (board.measure, board.best) == ("ccc", "judge_b")
    assert board.pairs[0].better == "judge_b"
    gap = np.mean(columns["judge_a"] - columns["human"])
    assert board.rows[1].bias is not None
    assert board.rows[1].bias.estimate == pytest.approx(gap, abs=1e-3)
