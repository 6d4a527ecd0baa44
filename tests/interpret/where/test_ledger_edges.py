"""The ledger at its edges: ties, sample weights, parts, what cannot be split, words, JSON."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from concordant.interpret.compare.comparison import judged, together
from concordant.interpret.where.ledger import Ledger, ledger
from concordant.language.render import topic
from concordant.ratings.factorise import factorise
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale
from tests.interpret.spaced import ratings_of


def test_sample_weights_leave_a_row_one_item() -> None:
    r = from_columns([[1, 1, 2], [2, 1, 1]], ["a", "b"], scale=Scale.ordinal([1, 2]), weights=[0.5, 2.0, 1.5])
    book = ledger(together(r, r.raters, "raters", main=("exact_agreement", {})), k=5)
    assert not r.copies
    assert [(i.said["item"], i.share) for i in book.items] == [(3, 0.75), (1, 0.25)]
    assert book.half_items == 1


def test_items_that_add_the_same_are_named_in_order() -> None:
    r = from_columns(
        [["a"] * 4, ["b", "b", "b", "a"]],
        ["x", "y"],
        scale=Scale.nominal(list("ab")),
        items=np.array(list("zymk")),
    )
    book = ledger(together(r, r.raters, "raters"), k=2)
    assert [i.said["item"] for i in book.items] == ["m", "y"]
    assert book.items[-1].cumulative == pytest.approx(2 / 3)


def test_rounding_does_not_decide_which_item_comes_first() -> None:
    # (0.1 + 0.2)/2 and (0.3 + 0)/2 are the same distance, though not to the last digit
    r = from_columns(
        [[0.3, 0.1], [0.0, 0.2], [0.0, 0.0]], ["x", "y", "j"], scale=Scale.ordinal([0.0, 0.1, 0.2, 0.3]),
        items=np.array(["a", "b"]),
    )  # fmt: skip
    book = ledger(judged(r, ["x", "y"], "j", main=("mean_absolute_error", {})))
    assert [i.said["item"] for i in book.items] == ["a", "b"]
    assert 0.1 + 0.2 > 0.3


def test_a_part_of_the_rows_is_split_by_itself() -> None:
    r = ratings_of(4, gaps=0.3, n=80)
    c = judged(r, ["r0", "r1", "r2"], "r3", main=("exact_agreement", {}))
    here = np.flatnonzero(c.ratings.columns[0] == 2)
    part = replace(c, ratings=c.ratings.rows(here), origin=c.origin[here])
    book = ledger(part)
    assert math.isclose(sum(e.amount for e in book.slices["topic"]), book.total, rel_tol=1e-12)
    assert math.isclose(sum(e.amount for e in book.rater_pairs), book.total, rel_tol=1e-12)
    assert book.n_items < ledger(c).n_items


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ([["a", "a"], ["a", "a"]], "ledger.undefined"),  # one category: kappa is not defined
        ([["a", "b"], [None, None]], "ledger.undefined"),  # nobody met
        ([["a", "b"]], "ledger.undefined"),  # one rater
        ([["a", "b"], ["a", "b"]], "ledger.nothing"),
    ],
)
def test_where_nothing_can_be_split_it_says_so(columns: Any, code: str) -> None:
    r = from_columns(columns, ["x", "y"][: len(columns)], scale=Scale.nominal(list("abc")))
    book = ledger(together(r, r.raters, "raters"))
    assert book.said[-1].code == code
    assert book.items == ()
    assert book.rater_pairs == ()
    assert math.isnan(book.total) or book.total == 0


def test_a_coefficient_that_is_no_sum_over_items_says_so() -> None:
    r = ratings_of(2)
    book = ledger(together(r, r.raters, "raters", main=("kendall_tau", {})))
    assert book.what == "none"
    assert book.said[0].code == "ledger.no-form"
    assert "Kendall" in book.said[0].text()


def test_counts_have_no_raters_to_split_by() -> None:
    r = replace(ratings_of(3), anonymous=True)
    book = ledger(together(r, r.raters, "raters", main=("fleiss_kappa", {})))
    assert book.raters == ()
    assert book.rater_pairs == ()
    assert math.isclose(sum(map(sum, book.categories)), book.total, rel_tol=1e-12)


def test_the_words_are_as_written_in_both_languages() -> None:
    r = from_columns([[3, 3, 3, 3, 1], [4, 4, 3, 5, 1]], ["people", "gpt"], scale=Scale.ordinal(range(1, 6)))
    r = replace(r, slices={"kind": factorise(["x", "x", "y", "y", "y"])})
    book = ledger(judged(r, ["people"], "gpt", main=("mean_absolute_error", {})))
    assert [s.text() for s in book.said] == [
        "Decomposed: Mean absolute error, 0.80.",
        "3 items of 5 account for 100% of the disagreement: review them first.",
        "Items: 4 (people 3, gpt 5, kind y), 1 (people 3, gpt 4, kind x) and 2 (people 3, gpt 4, kind x).",
        "Half of the disagreement comes from 1 item, 20% of all items.",
        "people gave 3 and gpt gave 4: 50% of all disagreement.",
        "people gave 3 and gpt gave 5: 50% of all disagreement.",
        "kind = x accounts for 50% of the disagreement but only 40% of the items (1.25×).",
    ]
    assert [s.text("zh") for s in book.said] == [
        "分解对象：平均绝对误差（0.80）。",
        "5 个条目中的 3 个占全部分歧的 100%：请先复核这些条目。",
        "即 4（people 3，gpt 5，kind y）、1（people 3，gpt 4，kind x）、2（people 3，gpt 4，kind x）。",
        "一半的分歧集中在 1 个条目上，占全部条目的 20%。",
        "people 评为 3 而 gpt 评为 4：占全部分歧的 50%。",
        "people 评为 3 而 gpt 评为 5：占全部分歧的 50%。",
        "“kind = x”只占全部条目的 40%，却占全部分歧的 50%（1.25 倍）。",
    ]


def test_every_sentence_is_there_in_both_languages() -> None:
    for key, said in topic("ledger").items():
        assert [*said] == ["en", "zh"], key


def test_a_ledger_is_strict_json_and_returns() -> None:
    r = ratings_of(3)
    book = ledger(together(r, r.raters, "raters", main=("krippendorff_alpha", {"metric": "ordinal"})))
    told = json.dumps(book.to_dict(), allow_nan=False)
    assert Ledger.from_dict(json.loads(told)).to_dict() == book.to_dict()
