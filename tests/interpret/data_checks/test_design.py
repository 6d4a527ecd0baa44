"""The design's doctor: what it calls impossible is undefined, and all else is not."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from concordant.coefficients.catalogue import BY_NAME
from concordant.errors import OptionError
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.interpret.data_checks.design import Design, design
from concordant.interpret.data_checks.overlap import overlap_of
from concordant.language.render import topic
from concordant.ratings.as_ratings import as_ratings
from concordant.ratings.read import read
from concordant.ratings.reading.arrays import from_counts
from tests.interpret.designs import DESIGNS, codes, designed, helps

# --- what is there ---


def test_a_complete_design_hinders_nothing_between_raters() -> None:
    found = design(designed([(0, 1, 2)], 3))
    assert codes(found) == {"no-repeats", "no-truth"}
    assert found.helps == ()
    assert found.groups == (("A", "B", "C"),)
    assert (found.least_shared, found.most_shared, found.rated_by_all) == (40, 40, 40)
    assert found.sentences()[0] == "All raters (3) rated the same 40 items."


@pytest.mark.parametrize("filled", [0.02, 0.4])
def test_shared_items_are_those_counted_one_by_one(filled: float) -> None:
    rng = np.random.default_rng(1)
    said = np.where(rng.random((60, 30)) < filled, 1.0, np.nan)
    said[0, :2] = [1, 2]
    ratings = as_ratings(said)
    shared = overlap_of(ratings).shared
    there = ~np.isnan(said)
    for g, h in combinations(range(30), 2):
        assert (
            shared[g, h]
            == shared[h, g]
            == sum(a and b for a, b in zip(there[:, g], there[:, h], strict=True))
        )


@pytest.mark.parametrize("seed", range(12))
def test_groups_are_what_can_be_reached_through_shared_items(seed: int) -> None:
    rng = np.random.default_rng(seed)
    said = np.where(rng.random((9, 8)) < 0.2, 1.0, np.nan)
    said[0, 0] = 2
    ratings = as_ratings(said)
    there = (~np.isnan(said)).astype(int)
    reach = np.linalg.matrix_power(there.T @ there, 8) > 0  # walks of up to eight steps
    wanted = {tuple(np.flatnonzero(row)) for row in reach if row.any()}
    assert set(overlap_of(ratings).groups) == wanted


def test_a_row_that_stands_for_several_items_is_so_many_items() -> None:
    counted = {"A": [1, 2, None], "B": [1, None, 2], "n": [25, 4, 1]}
    spelled = {"A": [1] * 25 + [2] * 4 + [None], "B": [1] * 25 + [None] * 4 + [2]}
    few, many = design(read(counted, case_weights="n")), design(read(spelled, raters=["A", "B"]))
    assert few.sentences() == many.sentences()
    assert few.rated_twice == 25
    assert [h.extra for h in few.helps] == [h.extra for h in many.helps]
    assert helps(few)["second"].steps[0].items == ()  # nothing says which of the items they are


# --- what is impossible ---


@pytest.mark.parametrize("name", DESIGNS)
def test_what_is_called_impossible_is_undefined_and_all_else_is_not(name: str) -> None:
    ratings = designed(*DESIGNS[name])
    impossible = design(ratings).impossible
    for measure, c in BY_NAME.items():
        try:
            result = Measure(c, ratings, {}).result(Plan(interval="none"))
        except OptionError:
            continue  # for two raters only
        assert math.isnan(result.estimate) == (measure in impossible), measure


@pytest.mark.parametrize("raters", [2, 3])
@pytest.mark.parametrize("categories", [None, [1, 2, 3]])
def test_with_one_category_what_needs_variation_is_undefined_and_all_else_is_not(
    raters: int, categories: list[int] | None
) -> None:
    ratings = as_ratings([[3] * raters] * 12, scale="interval", categories=categories)
    impossible = design(ratings).impossible
    for measure, c in BY_NAME.items():
        try:
            result = Measure(c, ratings, {}).result(Plan(interval="none"))
        except OptionError:
            continue
        assert math.isnan(result.estimate) == (measure in impossible), measure


def test_raters_in_groups_that_nothing_links_are_told_apart() -> None:
    found = design(designed([(0, 1), (2, 3)], 4))
    apart = next(one for one in found.obstacles if one.code == "not-linked")
    assert found.groups == (("A", "B"), ("C", "D"))
    assert "icc" in apart.strained
    assert "not-linked" not in codes(design(designed([(0, 1), (1, 2)], 3)))


def test_a_pair_that_shares_few_items_is_named_with_their_number() -> None:
    ratings = designed([(0, 1)] + [(0, 2), (1, 2)] * 3, 3, n=70)  # A and B meet in every seventh item
    assert "thin-pairs" not in codes(design(ratings))
    found = next(one for one in design(ratings.rows(np.arange(63))).obstacles if one.code == "thin-pairs")
    assert found.said.text() == (
        "1 pair of raters shares fewer than 10 items, for example A and B (9): too few for an "
        "informative confidence interval."
    )


def test_raters_without_a_rating_and_a_rater_alone_are_said_to_be_so() -> None:
    ratings = as_ratings([[1, None], [2, None]], raters=["A", "B"], categories=[1, 2])
    found = design(ratings)
    assert found.idle == ("B",)
    assert {"idle", "one-rater"} <= codes(found)
    assert found.helps == ()
    assert found.least_shared is None


def test_of_anonymous_ratings_it_is_said_what_cannot_be_known() -> None:
    found = design(from_counts([[2, 0], [1, 1], [1, 0]]))
    assert found.anonymous
    assert found.groups == ()
    assert {"anonymous", "rated-once"} <= codes(found)
    assert (found.rated_twice, found.rated_once) == (2, 1)


def test_repeats_and_a_known_truth_are_not_missed_where_they_are() -> None:
    table = {
        "item": [1, 1, 2, 2] * 2, "rater": ["gold", "A"] * 4, "repeat": [1] * 4 + [2] * 4,
        "score": [1, 2, 2, 2, 1, 1, 2, 2],
    }  # fmt: skip
    assert not {"no-repeats", "no-truth"} & codes(design(read(table)))


# --- where data are, and repeats ---


def test_data_that_stay_where_they_are_have_the_same_design(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    path = tmp_path / "scores.csv"
    rows = [f"{i},{1 + i % 5 if i % 3 else ''},{1 + i % 4 if i % 3 != 1 else ''}" for i in range(90)]
    path.write_text("id,A,B\n" + "\n".join(rows) + "\n")
    here, there = (read(str(path), raters=["A", "B"], engine=engine) for engine in ("memory", "duckdb"))
    assert there.item_source is not None
    assert design(there).sentences("en") == design(here).sentences("en")
    assert design(there).rated_twice == 30


def test_an_item_rated_again_by_the_same_rater_is_one_item() -> None:
    table = {
        "item": [1, 1, 2, 2, 1, 2], "rater": ["A", "B", "A", "B", "A", "A"], "repeat": [1, 1, 1, 1, 2, 2],
        "score": [1, 2, 2, 2, 1, 1],
    }  # fmt: skip
    found = design(read(table))
    assert (found.n_items, found.rated_twice, found.rated_once) == (2, 2, 0)
    assert found.sentences()[0] == "All raters (2) rated the same 2 items."


# --- words ---


def test_a_design_goes_to_json_and_back() -> None:
    for name in DESIGNS:
        found = design(designed(*DESIGNS[name]))
        back = Design.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
        assert back.to_dict() == found.to_dict()
        assert back.sentences("zh") == found.sentences("zh")


def test_both_languages_say_the_same_numbers() -> None:
    for name in DESIGNS:
        found = design(designed(*DESIGNS[name]))
        for english, chinese in zip(found.sentences("en"), found.sentences("zh"), strict=True):
            assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", chinese)), english


def test_every_sentence_of_the_doctors_is_there_in_both_languages() -> None:
    for key, words in topic("doctor").items():
        assert set(words) == {"en", "zh"}, key
        places = [sorted(re.findall(r"\{(\w+)", text)) for text in words.values()]
        assert set(places[0]) == set(places[1]), key


def test_the_words_on_two_groups() -> None:
    found = design(designed([(0, 1), (2, 3)], 4))
    assert found.sentences("en") == (
        "40 items and 4 raters: 40 items were rated by two or more raters, 0 by one; any two raters "
        "share 0 to 20 items.",
        "4 pairs of raters share no item, for example A and C. Kappa is undefined for such a pair, and "
        "averages over pairs (Light's kappa, mean correlation) exclude it.",
        "The raters form 2 groups with no item in common, for example A and B on one side and C and D "
        "on the other. Between groups, strict raters cannot be distinguished from poor items; ICC for "
        "absolute agreement and Conger's kappa then assume that the groups are alike.",
        "No item was rated by all 4 raters. Kendall's W and Cronbach's alpha need such items.",
        "No rater rated the same item twice, so intra-rater (test–retest) reliability is unknown.",
        "No rater is marked as the truth: agreement shows that ratings are reproducible, not that they "
        "are correct.",
        "1 extra rating would link the 2 groups; start with C on an item rated by A. That is the "
        "minimum: 30 shared items allow a comparison.",
        "60 more ratings would give every pair of raters 30 shared items; fewer would not be enough.",
    )
    assert found.sentences("zh")[2] == (
        "评分者分成 2 组，组与组之间没有共同条目，例如一组是 A、B，另一组是 C、D。跨组时，"
        "无法区分是评分者更严，还是条目本身更差；此时绝对一致性 ICC 和 Conger's Kappa "
        "都以各组情况相同为前提。"
    )
