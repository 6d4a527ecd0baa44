"""The ledger: every split adds up to the whole, and each part is what a count by hand gives."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.where.ledger import Ledger, ledger
from concordant.ratings.factorise import factorise
from concordant.ratings.reading.arrays import from_columns
from concordant.ratings.scale import Scale
from tests.interpret.spaced import VALUES, ratings_of

OWN = [[0, 1, 4, 9], [2, 0, 1, 4], [5, 1, 0, 1], [9, 4, 2, 0]]

PAIR = [
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "linear"}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("cohen_kappa", {"weights": OWN}),
    ("scott_pi", {}),
    ("scott_pi", {"weights": OWN}),
    ("pabak", {}),
    ("light_kappa", {"weights": "linear"}),
]
SEVERAL: list[tuple[str, dict[str, Any]]] = [
    ("fleiss_kappa", {"weights": "linear"}),
    ("fleiss_kappa", {"weights": OWN, "margins": "ratings"}),
    ("conger_kappa", {"weights": OWN}),
    ("hubert_kappa", {"weights": "quadratic"}),
    ("brennan_prediger", {"weights": "ordinal"}),
    ("gwet_ac", {}),
    ("gwet_ac", {"weights": "quadratic"}),
    ("krippendorff_alpha", {"metric": "nominal"}),
    ("krippendorff_alpha", {"metric": "ordinal"}),
    ("krippendorff_alpha", {"metric": "interval"}),
    ("exact_agreement", {}),
    ("exact_agreement", {"across": "all"}),
    ("adjacent_agreement", {"within": 2}),
    ("adjacent_agreement", {"within": 2, "across": "all"}),
    ("mean_absolute_error", {}),
    ("root_mean_square_error", {}),
    ("icc", {"form": "A,1"}),
]


def splits(book: Ledger) -> dict[str, float]:
    """The sum of each split."""
    return {
        "raters": sum(e.amount for e in book.raters),
        "rater_pairs": sum(e.amount for e in book.rater_pairs),
        "categories": sum(map(sum, book.categories)),
        **{name: sum(e.amount for e in entries) for name, entries in book.slices.items()},
    }


def adds_up(compared: Comparison) -> None:
    book = ledger(compared, k=10**6)
    assert book.total > 0
    everything = {**splits(book), "items": sum(i.amount for i in book.items)}
    for name, found in everything.items():
        assert math.isclose(found, book.total, rel_tol=1e-12), name
    assert math.isclose(book.items[-1].cumulative, 1, rel_tol=1e-12)
    result = compared.measure(*compared.main)
    if book.what == "one-minus":
        assert math.isclose(book.total, 1 - result.estimate, rel_tol=1e-12)
    elif book.what == "distance" or book.measure == "root_mean_square_error":
        power = 1 if book.what == "distance" else 2
        assert math.isclose(book.total, result.estimate**power, rel_tol=1e-12)


@pytest.mark.parametrize(("name", "options"), PAIR + SEVERAL)
def test_every_split_of_two_raters_adds_up_to_the_total(name: str, options: Any) -> None:
    r = ratings_of(2)
    adds_up(together(r, r.raters, "raters", main=(name, options)))


@pytest.mark.parametrize(("name", "options"), SEVERAL)
def test_every_split_of_several_raters_with_gaps_adds_up_to_the_total(name: str, options: Any) -> None:
    r = ratings_of(4, gaps=0.35)
    adds_up(together(r, r.raters, "raters", main=(name, options)))


@pytest.mark.parametrize(("name", "options"), PAIR + SEVERAL)
def test_every_split_of_a_judge_against_several_people_adds_up(name: str, options: Any) -> None:
    r = ratings_of(4, gaps=0.3, n=80)
    c = judged(r, ["r0", "r1", "r2"], "r3", main=(name, options))
    adds_up(c)
    if name not in ("exact_agreement", "adjacent_agreement") or "across" not in options:
        assert [e.name for e in ledger(c).rater_pairs] == [("r0", "r3"), ("r1", "r3"), ("r2", "r3")]


@pytest.mark.parametrize(("name", "options"), PAIR[:3] + SEVERAL)
def test_a_row_that_stands_for_many_items_is_that_many_items(name: str, options: Any) -> None:
    r = ratings_of(3 if (name, options) in SEVERAL else 2, n=30)
    copies = np.random.default_rng(3).integers(1, 5, len(r))
    weighed = replace(r, weights=copies.astype(float))
    repeated = r.rows(np.repeat(np.arange(len(r)), copies))
    a, b = (ledger(together(x, x.raters, "raters", main=(name, options))) for x in (weighed, repeated))
    assert math.isclose(a.total, b.total, rel_tol=1e-12)
    assert a.half_items == b.half_items
    assert np.allclose(a.categories, b.categories, rtol=1e-12, atol=0)
    for x, y in zip(a.rater_pairs, b.rater_pairs, strict=True):
        assert np.allclose([x.amount, x.size], [y.amount, y.size], rtol=1e-12)


def test_each_part_is_what_a_loop_over_pairs_of_ratings_gives() -> None:
    """Conger with quadratic weights: an item counts one, shared among its pairs."""
    r = ratings_of(4, gaps=0.35)
    book = ledger(together(r, r.raters, "raters", main=("conger_kappa", {"weights": "quadratic"})), k=10**6)
    by_pair: dict[tuple[str, str], float] = {}
    by_item: dict[Any, float] = {}
    by_cell: dict[tuple[int, int], float] = {}
    for i, row in enumerate(r.matrix):
        pairs = [(g, h) for g, h in combinations(range(4), 2) if row[g] >= 0 and row[h] >= 0]
        for g, h in pairs:
            d = (VALUES[row[g]] - VALUES[row[h]]) ** 2 / len(pairs)
            by_pair[r.raters[g], r.raters[h]] = by_pair.get((r.raters[g], r.raters[h]), 0) + d
            by_item[i + 1] = by_item.get(i + 1, 0) + d
            cell = (min(row[g], row[h]), max(row[g], row[h]))
            by_cell[cell] = by_cell.get(cell, 0) + d
    whole = sum(by_item.values())
    for e in book.rater_pairs:
        assert math.isclose(e.share, by_pair[e.name] / whole, rel_tol=1e-12)
    for item in book.items:
        assert math.isclose(item.share, by_item[item.said["item"]] / whole, rel_tol=1e-11)
    for (i, j), amount in by_cell.items():
        both = book.categories[i][j] + (book.categories[j][i] if i != j else 0)
        assert math.isclose(both / book.total, amount / whole, rel_tol=1e-12, abs_tol=1e-15)


def test_the_size_of_a_pair_of_categories_is_its_share_of_all_pairs_of_ratings() -> None:
    r = ratings_of(3, gaps=0.2)
    book = ledger(together(r, r.raters, "raters", main=("exact_agreement", {})))
    size: dict[tuple[int, int], float] = {}
    for row in r.matrix:
        said = sorted(int(c) for c in row if c >= 0)
        pairs = list(combinations(said, 2))
        for pair in pairs:
            size[pair] = size.get(pair, 0) + 1 / len(pairs)
    assert len(book.category_pairs) == 6
    for e in book.category_pairs:
        cell = (VALUES.index(e.name[0]), VALUES.index(e.name[1]))
        assert math.isclose(e.size, size[cell] / sum(size.values()), rel_tol=1e-12)


def test_krippendorff_counts_an_item_as_its_ratings() -> None:
    # items aab, ab and aa: pairs that differ 2 of 3, 1 of 1, 0 of 1; alpha lets them count 3, 2 and 2
    # ratings, so that the parts are 3·2/3 = 2 and 2·1 = 2; with Conger's kappa they are 2/3 and 1
    r = from_columns(
        [["a", "a", "a"], ["a", "b", "a"], ["b", None, None]],
        ["x", "y", "z"],
        scale=Scale.nominal(list("ab")),
    )
    alpha = ledger(together(r, r.raters, "raters", main=("krippendorff_alpha", {"metric": "nominal"})))
    assert [(i.said["item"], i.share) for i in alpha.items] == [(1, 0.5), (2, 0.5)]
    conger = ledger(together(r, r.raters, "raters", main=("conger_kappa", {})))
    assert [i.said["item"] for i in conger.items] == [2, 1]
    assert [i.share for i in conger.items] == pytest.approx([3 / 5, 2 / 5])


def test_a_small_ledger_by_hand() -> None:
    # people: 3 3 3 3 1; judge: 4 4 3 5 1; |differences| 1 1 0 2 0, so the mean absolute error is 4/5
    r = from_columns(
        [[3, 3, 3, 3, 1], [4, 4, 3, 5, 1]], ["people", "judge"], scale=Scale.ordinal(range(1, 6))
    )
    r = replace(r, slices={"kind": factorise(["x", "x", "y", "y", "y"])})
    book = ledger(judged(r, ["people"], "judge", main=("mean_absolute_error", {})))
    assert (book.what, book.total, book.n_items) == ("distance", pytest.approx(4 / 5), 5)
    assert [(i.said["item"], i.share, i.cumulative) for i in book.items] == [
        (4, 0.5, 0.5), (1, 0.25, 0.75), (2, 0.25, 1.0),
    ]  # fmt: skip
    assert book.half_items == 1  # one item of five makes up half
    assert [(e.name, e.share, e.size) for e in book.category_pairs] == [
        ((3, 4), 0.5, 0.4),
        ((3, 5), 0.5, 0.2),
    ]
    assert book.categories[2][3] == pytest.approx(0.4)  # row: people's 3, column: the judge's 4
    assert book.categories[3][2] == 0
    kind = book.slices["kind"]
    assert [(e.name, e.share, e.size) for e in kind] == [(("x",), 0.5, 0.4), (("y",), 0.5, 0.6)]
    assert kind[0].ratio == pytest.approx(1.25)


def test_the_mean_squared_difference_is_bias_and_scatter() -> None:
    # differences 1, 1, 3, 3: mean 2, so bias 4 and scatter 1 of a mean square of 5
    r = from_columns([[1.0, 2.5, 3, 4], [2.0, 3.5, 6, 7]], ["a", "b"], level="interval")
    book = ledger(together(r, r.raters, "raters", main=("icc", {"form": "A,1"})))
    assert (book.what, book.total) == ("squared", pytest.approx(5))
    assert book.bias == pytest.approx(4 / 5)
    assert book.rater_pairs[0].bias == pytest.approx(4)
    assert book.categories == () or len(book.labels) == len(book.categories)
    ccc = together(r, r.raters, "raters", main=("ccc", {})).measure("ccc", {"divisor": "n"})
    spread = sum(np.var(x) for x in ([1, 2.5, 3, 4], [2, 3.5, 6, 7])) + 4
    assert 1 - ccc.estimate == pytest.approx(book.total / spread)


def test_many_distinct_measurements_have_no_matrix_but_all_other_splits() -> None:
    rng = np.random.default_rng(5)
    true = rng.normal(size=90)
    columns = [(true + rng.normal(0, 0.3, 90) + shift).tolist() for shift in (0, 0.2, 1)]
    columns[2][:10] = [None] * 10
    r = from_columns(columns, ["a", "b", "c"], level="interval")
    book = ledger(together(r, r.raters, "raters", main=("icc", {"form": "A,1"})), k=10**6)
    assert book.categories == ()
    assert book.category_pairs == ()
    assert sum(e.amount for e in book.rater_pairs) == pytest.approx(book.total, rel=1e-12)
    assert sum(e.amount for e in book.raters) == pytest.approx(book.total, rel=1e-12)
    assert sum(i.amount for i in book.items) == pytest.approx(book.total, rel=1e-10)
    a, b, c = (np.array(x, dtype=float) for x in columns)
    gap = {("a", "b"): b - a, ("a", "c"): (c - a)[10:], ("b", "c"): (c - b)[10:]}
    for e in book.rater_pairs:  # items of one pair count 1, of three pairs 1/3 for each
        u = np.where(np.arange(90) < 10, 1, 1 / 3)[-len(gap[e.name]) :]
        mean = np.average(gap[e.name], weights=u)
        assert e.bias == pytest.approx(u.sum() * mean**2 / 90)
        assert e.amount == pytest.approx(u @ gap[e.name] ** 2 / 90)


def test_rows_that_an_engine_counted_give_the_same_ledger(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    lines = ["id,a,b,c,topic"]
    for item, row in enumerate(np.random.default_rng(8).integers(1, 5, (60, 3)).tolist()):
        lines.append(f"i{item:02d},{','.join(map(str, row))},{'xy'[item % 2]}")
    path = tmp_path / "ratings.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    asked: dict[str, Any] = {"raters": ["a", "b", "c"], "item": "id", "slices": ["topic"]}
    here, there = cc.read(path, **asked), cc.read(path, engine="duckdb", **asked)
    assert there.item_source is not None
    for kind, main in (
        ("raters", ("conger_kappa", {"weights": "quadratic"})),
        ("judge", ("cohen_kappa", {})),
    ):
        made = [
            together(r, r.raters, "raters", main=main)
            if kind == "raters"
            else judged(r, ["a", "b"], "c", main=main)
            for r in (here, there)
        ]
        a, b = (ledger(c, k=7).to_dict() for c in made)
        assert a.pop("items") == [_near(item) for item in b.pop("items")]
        assert json.dumps(a) == json.dumps(b)


def _near(item: Any) -> Any:
    return {name: pytest.approx(x) if name != "said" else x for name, x in item.items()}
