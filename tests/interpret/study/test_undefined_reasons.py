"""Why there is no number, in both languages: undefined results, and what data cannot have."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.coefficients.weights import positions
from concordant.errors import ConcordantError, OptionError
from concordant.interpret.notes import not_possible, note_message, reason
from concordant.result import Note, Result
from tests.interpret.saying import assert_said

NAN = np.nan
WORDS = cc.as_ratings(list("abc"), list("abd"))


def test_the_reason_of_an_undefined_result_keeps_the_observed_agreement() -> None:
    result = cc.cohen_kappa(["a", "a", "a"], ["a", "a", "a"])
    assert not result.defined
    assert reason(result).text("en") == result.notes[0].text
    assert reason(result).text("zh") == (
        "计入的评分全是同一类别，因此没有可供比较的偶然不一致。观测一致率为 1.000。"
    )


def test_a_reason_returns_from_json_with_the_reason_in_it() -> None:
    result = cc.cohen_kappa(["a", "a", "a"], ["a", "a", "a"])
    again = Result.from_dict(json.loads(json.dumps(result.to_dict(), allow_nan=False)))
    assert reason(again).text("zh") == reason(result).text("zh")
    assert reason(again).code == "notes.why.observed"


def test_a_pair_of_raters_without_value_is_named_with_its_reason() -> None:
    # a and b share no item, nor do b and c: a and c alone can be compared
    result = cc.light_kappa([[1, NAN, 1], [NAN, 1, NAN], [2, NAN, 1]], raters=["a", "b", "c"])
    said = reason(result)
    assert said.text("en") == result.notes[0].text
    left = "3 对评分者中有 2 对无定义，未计入平均值。"
    assert said.text("zh") == left + "a 与 b：没有任何条目由两位评分者评过，因此无法比较。"


def many_values(n: int) -> np.ndarray:
    return np.arange(2.0 * n).reshape(n, 2)


#: Three items, two raters, two occasions; and how many raters gave which number.
AGAIN = cc.as_ratings(np.arange(12.0).reshape(3, 2, 2) ** 1.5)
COUNTED = cc.counts([[2, 0, 1], [1, 1, 1], [0, 2, 1]], categories=[1, 2, 3])


IMPOSSIBLE: list[tuple[Callable[[], Any], str]] = [
    (lambda: cc.cohen_kappa([[1, 2, 2], [2, 1, 1]]), "two-raters"),
    (lambda: cc.cohen_kappa([[1] * 6, [2] * 6]), "two-of-many-raters"),
    (lambda: cc.deming([[1, 2, 2.5], [2, 1, 1.5]]), "two-measuring"),
    (lambda: cc.deming([[1.5] * 6, [2.5] * 6]), "two-of-many-measuring"),
    (lambda: cc.cohen_kappa([[1], [2]]), "one-rater"),
    (lambda: cc.within_subject_sd([[1.5], [2.5]]), "one-rater-repeats"),
    (lambda: cc.cohen_kappa(cc.counts([[2, 0], [1, 1]])), "anonymous"),
    (lambda: cc.cohen_kappa(list("abc"), list("abd"), weights="linear"), "no-order"),
    (lambda: cc.spearman(list("abc"), list("abd")), "no-order"),
    (lambda: positions(WORDS.scale, WORDS.labels), "no-order-here"),
    (lambda: cc.icc(list("abc"), list("abd")), "no-numbers"),
    (lambda: cc.cohen_kappa(many_values(1500), weights="ordinal", scale="interval"), "weights-of-categories"),
    (lambda: cc.cohen_kappa(many_values(1500), weights="power:1.5", scale="interval"), "power"),
    (lambda: cc.krippendorff_alpha(many_values(1600), metric="circular"), "metric-of-categories"),
    (lambda: cc.krippendorff_alpha([[-1, 2], [3, -4]], metric="ratio"), "ratio-metric"),
    (lambda: cc.cohen_kappa([[-1, 2], [3, -4]], weights="ratio"), "ratio-weights"),
    (lambda: cc.within_subject_cv([[-1, -2], [-3, -4]]), "variation"),
    (lambda: cc.kendall_tau(cc.summary(n_items=5, means=[1, 2], sds=[1, 1], correlations=0.5)), "sums"),
    (lambda: cc.against_truth(AGAIN, truth="rater 1"), "truth-repeated"),
    (lambda: cc.against_truth(COUNTED), "truth-anonymous"),
    (lambda: cc.compare(*[cc.measure("icc", AGAIN)] * 2, paired=True), "repeats-paired"),
    (lambda: cc.variance_components(AGAIN), "components-repeated"),
    (lambda: cc.sem(AGAIN), "error-repeated"),
    (lambda: cc.variance_components(COUNTED), "components-anonymous"),
    (lambda: cc.pearson(COUNTED), "pairs-anonymous"),
    (lambda: cc.icc(COUNTED, form="A,1"), "icc-anonymous"),
    (lambda: cc.ccc(COUNTED), "ccc-anonymous"),
    (lambda: cc.ccc(cc.mean_squares(items=3, raters=2, error=1, n_items=6, n_raters=2)), "mean-squares"),
]


@pytest.mark.parametrize(("ask", "case"), IMPOSSIBLE, ids=[case for _, case in IMPOSSIBLE])
def test_what_data_cannot_have_is_said_in_both_languages(ask: Callable[[], Any], case: str) -> None:
    with pytest.raises(ConcordantError) as caught:
        ask()
    note = not_possible(caught.value)
    assert_said(note)
    assert note_message(note).code == f"notes.not-possible.{case}"


def test_what_a_coefficient_is_called_in_a_complaint_is_chinese_too() -> None:
    for ask in (cc.adjacent_agreement, cc.mean_absolute_error, cc.root_mean_square_error, cc.signed_bias,
                cc.pearson, cc.spearman, cc.kendall_tau, cc.kendall_w):  # fmt: skip
        with pytest.raises(OptionError) as caught:
            ask(list("abc"), list("abd"))
        assert re.match(
            r"“(Pearson |Spearman |Kendall . |Kendall's W )?[\u4e00-\u9fff]+”",
            note_message(not_possible(caught.value)).text("zh"),
        )


def test_another_complaint_is_said_to_be_in_english() -> None:
    note = not_possible(OptionError("It does not fit."))
    assert note_message(note).text("en") == "It does not fit."
    assert note_message(note).text("zh") == "这些数据无法计算该指标（仅有英文说明）：It does not fit."


def test_a_sentence_that_nobody_translated_is_said_as_it_is() -> None:
    for note in (Note("never-heard-of", "Something."), Note("no-variation", "Another reason.")):
        assert note_message(note).text("en") == note.text
        assert note_message(note).text("zh") == f"（仅有英文说明）{note.text}"
