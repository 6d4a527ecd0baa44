"""The agreement in every slice: numbers of the users' documents, second ways, and what noise does."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.optimize import brentq

import concordant as cc
from concordant.interpret.compare.comparison import Comparison, judged, together
from concordant.interpret.where.shrinkage import between_variance, shrink
from concordant.interpret.where.slice_grid import SliceGrid, columns_for_grid, two_way
from concordant.interpret.where.slice_table import SliceRow, SliceTable
from concordant.interpret.where.slices import slice_tables
from concordant.interpret.where.subgroups import split

KAPPA = ("cohen_kappa", {})
QUADRATIC = ("cohen_kappa", {"weights": "quadratic"})
SCALE = cc.Scale.ordinal(range(5))


def from_tables(tables: dict[str, Any], column: str = "type") -> pd.DataFrame:
    """A row for every item of tables of counts, first rater by rows."""
    parts = []
    for value, table in tables.items():
        cells = np.asarray(table)
        first, second = (np.repeat(place.ravel(), cells.ravel()) for place in np.indices(cells.shape))
        parts.append(pd.DataFrame({"human": first, "judge": second, column: value}))
    frame = pd.concat(parts, ignore_index=True)
    return frame.assign(id=[f"i{row}" for row in range(len(frame))])


def agreeing(n: int, agreed: int) -> list[list[int]]:
    """A 5 × 5 table in which so many of n items agree."""
    table = np.diag([agreed - 4 * (agreed // 5), *[agreed // 5] * 4])
    table[0, 1] = n - agreed
    return table.tolist()


def compared(frame: pd.DataFrame, main: Any = KAPPA, people: Any = ("human",), **more: Any) -> Comparison:
    slices = [name for name in frame if name not in ("id", "judge", *people, *more.values())]
    ratings = cc.read(frame, item="id", raters=[*people, "judge"], slices=slices, scale=SCALE, **more)
    return judged(ratings, people, "judge", main=main)


def only(tables: tuple[SliceTable, ...]) -> SliceTable:
    assert len(tables) == 1
    return tables[0]


def row_of(table: SliceTable, value: Any) -> SliceRow:
    return next(row for row in table.rows if row.value == value)


# --- the users' documents ---------------------------------------------------------------------

# Both raters use categories equally often, so that kappa can be had by hand:
#   p_o = 360/500, margins 1/5 each:                p_e = 1/5,            kappa = .52/.8 = .65
#   p_o = 204/300, margins 100, 70, 50, 50, 30:     p_e = 20800/90000,    kappa = 40400/69200 = .584
#   p_o = 122/200, margins 50 in four categories:   p_e = 1/4,            kappa = .36/.75 = .48
CONTENT = {
    "资讯问答": [
        [80, 20, 0, 0, 0],
        [20, 65, 15, 0, 0],
        [0, 15, 70, 15, 0],
        [0, 0, 15, 65, 20],
        [0, 0, 0, 20, 80],
    ],
    "闲聊陪伴": [
        [82, 18, 0, 0, 0],
        [18, 52, 0, 0, 0],
        [0, 0, 35, 15, 0],
        [0, 0, 15, 20, 15],
        [0, 0, 0, 15, 15],
    ],
    "情绪支持": [
        [37, 13, 0, 0, 0],
        [13, 24, 13, 0, 0],
        [0, 13, 24, 13, 0],
        [0, 0, 13, 37, 0],
        [0, 0, 0, 0, 0],
    ],
}


def test_document_003_by_content_type_is_reproduced() -> None:
    table = only(slice_tables(compared(from_tables(CONTENT))))
    shown = {
        row.value: (row.n, f"{row.exact.estimate:.0%}", f"{row.main.estimate:.2f}") for row in table.rows
    }
    assert shown == {
        "资讯问答": (500, "72%", "0.65"),
        "闲聊陪伴": (300, "68%", "0.58"),
        "情绪支持": (200, "61%", "0.48"),
    }
    assert table.worst == "情绪支持"
    assert table.equality is not None
    assert table.equality.p_value < 0.01


def test_document_003_by_dimension_is_reproduced() -> None:
    # 102/120 = 85 %, 140/200 = 70 %, 82/150 = 54.7 %, 90/180 = 50 %
    counts = {"相关性": (120, 102), "内容深度": (200, 140), "共情度": (150, 82), "交互引导": (180, 90)}
    frame = from_tables({name: agreeing(*pair) for name, pair in counts.items()}, "criterion")
    table = only(slice_tables(compared(frame, dimension="criterion")))
    assert table.column == "dimension"
    shown = {row.value: (row.n, f"{row.exact.estimate:.0%}") for row in table.rows}
    assert shown == {
        "相关性": (120, "85%"), "内容深度": (200, "70%"), "共情度": (150, "55%"), "交互引导": (180, "50%")
    }  # fmt: skip


def test_the_worst_slice_is_told_in_both_languages() -> None:
    # gap 576/800 − 122/200 = .11; se² = .61·.39/199 + .72·.28/799 = .00145, t ≈ 1.97: 3.5 to 18.5 points
    tables = {"emotional support": agreeing(200, 122), "chat": agreeing(800, 576)}
    table = only(slice_tables(compared(from_tables(tables), ("exact_agreement", {}))))
    assert table.said.text("en") == (
        "emotional support: 61% agreement, 11 percentage points below the rest (95% CI 4 to 18). "
        "Strengthen the criteria for emotional support."
    )
    assert table.said.text("zh") == (
        "emotional support：一致率 61%，比其余条目低 11 个百分点（95% 置信区间 4 至 18）。"
        "建议强化“emotional support”的评估标准。"
    )
    row = row_of(table, "emotional support")
    assert row.difference.estimate == pytest.approx(-0.11)
    assert row.difference.se == pytest.approx(math.sqrt(0.61 * 0.39 / 199 + 0.72 * 0.28 / 799), rel=1e-9)


# --- second ways ------------------------------------------------------------------------------


def noisy(n: int, seed: int, people: int = 1, gaps: float = 0.0) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    true = rng.normal(2, 1.2, n)
    said = {f"h{p}": true + rng.normal(0, 0.7, n) for p in range(people)} | {
        "judge": true + rng.normal(0, 0.7, n)
    }
    frame = pd.DataFrame({name: np.clip(np.round(x), 0, 4) for name, x in said.items()})
    frame = frame.mask(rng.random(frame.shape) < gaps)
    return frame.assign(
        id=[f"i{row}" for row in range(n)],
        type=rng.choice(["a", "b", "c"], n),
        grade=rng.choice([2, 10, 9], n),
    )


@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("gaps", [0.0, 0.2])
def test_a_slice_has_what_its_rows_alone_would_give(people: int, gaps: float) -> None:
    frame = noisy(400, 1, people, gaps)
    names = [f"h{p}" for p in range(people)]
    for table in slice_tables(compared(frame, QUADRATIC, names)):
        for row in table.rows:
            part = frame[frame[table.column] == row.value]
            alone = compared(part.drop(columns=["type", "grade"]), QUADRATIC, names)
            for name, result in (*row.results.items(), ("cohen_kappa", row.main)):
                other = alone.measure(name, QUADRATIC[1] if name == "cohen_kappa" else {})
                assert result.estimate == pytest.approx(other.estimate, rel=1e-9), name
                assert result.se == pytest.approx(other.se, rel=1e-9), name
            both = part.dropna(subset=["judge"])
            assert row.n == (both[names].notna().any(axis=1)).sum()


def test_of_several_people_an_item_counts_once() -> None:
    # items: (1,1|1) agrees wholly, (1,2|1) by half, (3,gap|4) not: (1 + 1/2 + 0)/3
    frame = pd.DataFrame(
        {
            "h0": [1, 1, 3, 0],
            "h1": [1, 2, None, 0],
            "judge": [1, 1, 4, 0],
            "type": list("xxxy"),
            "id": list("pqrs"),
        }
    )
    table = only(slice_tables(compared(frame, people=("h0", "h1"))))
    assert row_of(table, "x").exact.estimate == pytest.approx(1 / 2)
    assert row_of(table, "x").n == 3


def test_a_weight_is_that_many_copies() -> None:
    frame = noisy(60, 2)
    copies = np.random.default_rng(3).integers(1, 6, 60)
    spelled = frame.loc[frame.index.repeat(copies)].assign(id=np.arange(copies.sum()))
    short = cc.as_ratings(
        frame[["h0", "judge"]].to_numpy(), raters=["h0", "judge"], scale=SCALE, case_weights=copies,
        slices={"type": frame["type"], "grade": frame["grade"]},
    )  # fmt: skip
    one = slice_tables(judged(short, ["h0"], "judge", main=QUADRATIC))
    two = slice_tables(compared(spelled, QUADRATIC, ("h0",)))
    for a, b in zip(one, two, strict=True):
        for x, y in zip(a.rows, b.rows, strict=True):
            assert (x.value, x.n) == (y.value, y.n)
            assert x.q_value == pytest.approx(y.q_value, nan_ok=True)
            assert x.shrunk.estimate == pytest.approx(y.shrunk.estimate)


def test_q_values_are_those_of_all_slices_of_all_columns() -> None:
    rows = [row for table in slice_tables(compared(noisy(500, 4), QUADRATIC, ("h0",))) for row in table.rows]
    p = [row.difference.p_value for row in rows]
    assert len(p) == 6
    assert [row.q_value for row in rows] == pytest.approx(stats.false_discovery_control(p).tolist())


def crossed(n: int = 80) -> pd.DataFrame:
    """Every item in two dimensions; what is hard in one is hard in the other."""
    rng = np.random.default_rng(5)
    human = rng.integers(0, 5, (n, 2))
    miss = rng.random(n)
    judge = np.where(miss[:, None] < [0.25, 0.45], (human + 1) % 5, human)
    rows = [(f"i{i}", d, human[i, j], judge[i, j]) for i in range(n) for j, d in enumerate(["depth", "tone"])]
    return pd.DataFrame(rows, columns=["id", "criterion", "human", "judge"])


def test_dimensions_of_the_same_items_are_compared_item_by_item() -> None:
    frame = crossed()
    table = only(slice_tables(compared(frame, ("exact_agreement", {}), dimension="criterion")))
    agree = (frame["human"] == frame["judge"]).to_numpy().reshape(-1, 2).astype(float)
    gap = agree[:, 0] - agree[:, 1]
    row = row_of(table, "depth")
    assert row.difference.estimate == pytest.approx(gap.mean())
    assert row.difference.se == pytest.approx(gap.std(ddof=1) / math.sqrt(80))
    # of two dependent shares the chi-square is (mean gap / its error)²
    assert table.equality.details["chi_square"] == pytest.approx(gap.mean() ** 2 / (gap.var(ddof=1) / 80))
    assert table.equality.estimate == pytest.approx(table.equality.details["chi_square"], rel=0.03)


def test_dimensions_of_some_of_the_items_have_the_error_that_drawing_items_gives() -> None:
    rng = np.random.default_rng(31)
    easy = rng.random(200) < 0.6
    options = {"depth": (0.75, 1.0), "empathy": (0.6, 0.5), "guide": (0.6, 0.9), "relevance": (0.85, 0.6)}
    rows = [
        (
            f"i{i:03}",
            name,
            human,
            human if rng.random() < right + (0.15 if easy[i] else -0.4) else (human + 1) % 5,
        )
        for i in range(200)
        for name, (right, share) in options.items()
        if rng.random() < share
        for human in [int(rng.integers(0, 5))]
    ]
    frame = pd.DataFrame(rows, columns=["id", "criterion", "human", "judge"])
    table = only(slice_tables(compared(frame, QUADRATIC, dimension="criterion")))
    same = frame.assign(same=frame["human"] == frame["judge"], one=1)
    hits, given = (
        same.pivot(index="id", columns="criterion", values=v).fillna(0).to_numpy(float)
        for v in ("same", "one")
    )
    draws = rng.multinomial(200, [1 / 200] * 200, 4000)
    hits, given = draws @ hits, draws @ given
    for place, row in enumerate(table.rows):
        here, rest = hits[:, place] / given[:, place], hits.sum(1) - hits[:, place]
        drawn = here - rest / (given.sum(1) - given[:, place])
        assert row.tested == "exact_agreement"
        assert row.difference.se == pytest.approx(drawn.std(), rel=0.05), row.value


def test_a_few_items_of_a_dimension_that_all_agree_show_the_spread_of_the_others() -> None:
    # 20 of the 80 items in a third dimension, all agreed: its own spread is 0, that of the others is not
    frame = crossed()
    few = pd.DataFrame({"id": [f"i{i}" for i in range(20)], "criterion": "wit", "human": 1, "judge": 1})
    table = only(
        slice_tables(compared(pd.concat([frame, few]), ("exact_agreement", {}), dimension="criterion"))
    )
    same = (frame["human"] == frame["judge"]).to_numpy().reshape(-1, 2).astype(float)
    typical = same.var(axis=0, ddof=1).mean()
    # all of 20 beside the items' mean in the rest, which the 20 do not move
    rest = same.mean(axis=1).var(ddof=1) / 80
    row = row_of(table, "wit")
    assert row.difference.se == pytest.approx(math.sqrt(rest + typical / 20), rel=0.01)


def test_dimensions_that_are_rated_alike_do_not_differ_by_rounding() -> None:
    frame = noisy(200, 16).drop(columns=["type", "grade"])
    both = pd.concat([frame.assign(criterion=name) for name in ("depth", "tone", "wit")])
    table = only(slice_tables(compared(both, QUADRATIC, ("h0",), dimension="criterion")))
    assert table.worst is None
    assert all(math.isnan(row.q_value) for row in table.rows)


def test_a_slice_that_agrees_as_often_but_misses_by_more_is_told_by_the_measure() -> None:
    # exact agreement is 300/400 in both; of far, 100 items miss by 4 and the margins have variance 5/2
    near, far = np.diag([60] * 5), np.diag([60] * 5)
    near[1, 2] = near[2, 3] = far[0, 4] = far[4, 0] = 50
    table = only(slice_tables(compared(from_tables({"far": far, "near": near}), QUADRATIC)))
    assert table.worst is None
    here = 1 - (100 * 16 / 400) / (2 * 5 / 2)  # 1 − mean d² / 2·variance
    assert table.said.text() == (
        "By type: no slice has reliably lower exact agreement than the rest; however, Cohen's kappa "
        f"(quadratic weights) is reliably lower in far ({here:.2f}, compared with 0.92 in the rest)."
    )
    assert "；但 far 的 Cohen's Kappa 系数（二次加权）明确较低（" in table.said.text("zh")


@pytest.mark.parametrize(
    ("far", "en", "zh"),
    [
        # the mean d² is 78/200 = .39 here, and (2·113 + 6·16)/800 = .40 or (2·96 + 40·16)/800 = 1.04 there
        (3, "; whether {} is also lower is uncertain. ", "；其 {}是否也较低，尚不能确定。建议"),
        (20, "; however, {} is reliably higher there.", "；但其 {}明确较高。"),
    ],
)
def test_a_slice_that_agrees_less_often_is_told_whatever_kappa_says(far: int, en: str, zh: str) -> None:
    # 61 % and 71 % exact, but some of the rest miss by all four steps
    here, rest = np.diag([61, 0, 0, 0, 61]), np.diag([284, 0, 0, 0, 284])
    here[0, 1] = here[4, 3] = 39
    rest[0, 1] = rest[4, 3] = 116 - far
    rest[0, 4] = rest[4, 0] = far
    table = only(slice_tables(compared(from_tables({"x": here, "y": rest}), QUADRATIC)))
    row = row_of(table, "x")
    assert (table.worst, row.tested) == ("x", "exact_agreement")
    assert row.q_value < 0.05
    assert row.difference.p_value == row.differences["exact_agreement"].p_value
    assert en.format("Cohen's kappa (quadratic weights)") in table.said.text()
    assert zh.format("Cohen's Kappa 系数（二次加权）") in table.said.text("zh")
    assert ("Strengthen" in table.said.text()) is (far == 3)  # not where kappa is higher


@pytest.mark.parametrize(
    ("bad", "also"), [(1, ""), (2, "b2"), (4, "b2, b3 and b4"), (6, "b2, b3, b4 and 2 more")]
)
def test_the_worst_slice_is_followed_by_the_others_that_are_surely_worse(bad: int, also: str) -> None:
    tables = {f"b{i}": agreeing(300, 90 + 12 * i) for i in range(1, bad + 1)}
    tables |= {f"good{i}": agreeing(300, 280) for i in range(12)}
    table = only(slice_tables(compared(from_tables(tables), ("exact_agreement", {}))))
    text = table.said.text()
    assert text.startswith("b1: 34% agreement, ")
    seen = text.removesuffix(" Strengthen the criteria for b1.")
    assert seen.endswith(f" Also reliably worse than the rest: {also}." if also else ").")
    if bad == 6:
        assert "。同样明确差于其余部分的还有：b2、b3、b4，另有 2 个。" in table.said.text("zh")


# --- order and what cannot be sliced ----------------------------------------------------------


def test_numbers_sort_as_numbers_and_what_is_missing_comes_last() -> None:
    frame = noisy(90, 6).assign(grade=np.tile([10.0, 9.0, np.nan], 30)).drop(columns="type")
    table = only(slice_tables(compared(frame, people=("h0",))))
    assert [row.value for row in table.rows] == [9, 10, "(missing)"]
    assert [row.missing for row in table.rows] == [False, False, True]
    named = noisy(90, 6).assign(type=np.tile(["b", "a", None], 30)).drop(columns="grade")
    assert [row.value for row in only(slice_tables(compared(named, people=("h0",)))).rows] == [
        "a", "b", "(missing)"
    ]  # fmt: skip


def test_a_slice_without_a_value_has_a_name_in_each_language() -> None:
    frame = from_tables({"x": agreeing(300, 100), "y": agreeing(900, 800)})
    frame["type"] = frame["type"].replace({"x": None})
    said = only(slice_tables(compared(frame))).said
    assert said.text().startswith("(missing): 33% agreement, ")
    assert said.text("zh").startswith("（缺失）：一致率 33%，")


def test_a_declared_order_of_a_column_is_kept() -> None:
    frame = noisy(90, 6).drop(columns="grade")
    size = pd.Categorical(np.tile(["small", "large", "huge"], 30), ["small", "large", "huge"], ordered=True)
    table = only(slice_tables(compared(frame.assign(type=size), people=("h0",))))
    assert [row.value for row in table.rows] == ["small", "large", "huge"]


def test_columns_that_cannot_be_sliced_are_named() -> None:
    frame = noisy(60, 7).assign(type="news", grade=range(60))
    by_type, by_grade = slice_tables(compared(frame, people=("h0",)))
    assert (by_type.rows, by_grade.rows) == ((), ())
    assert by_type.said.text() == (
        "By type: all items have the same value (news), so no comparison is possible."
    )
    assert by_grade.said.text() == "By grade: 60 distinct values, too many to slice by (at most 50)."
    assert by_grade.said.text("zh") == "按 grade 切分：共有 60 个不同取值，数量过多，未切分（最多 50 个）。"


# --- small slices -----------------------------------------------------------------------------


def test_a_slice_below_thirty_items_is_grey() -> None:
    tables = {"x": agreeing(29, 26), "y": agreeing(30, 27), "z": agreeing(300, 200)}
    table = only(slice_tables(compared(from_tables(tables), ("exact_agreement", {}))))
    assert [row.small for row in table.rows] == [True, False, False]


def test_a_slice_with_a_wide_interval_is_grey() -> None:
    rare = np.diag([40, 1, 0, 0, 0])
    rare[0, 1] = rare[1, 0] = 2  # one item more or less decides
    table = only(slice_tables(compared(from_tables({"x": rare, "y": agreeing(300, 200)}))))
    assert [row.small for row in table.rows] == [True, False]


def test_a_few_items_that_all_agree_are_no_discovery() -> None:
    # 12 of 12 where the rest agree on 75 %: not rare (.75¹² = .03), though the slice itself shows no spread
    tables = {"x": agreeing(12, 12), "y": agreeing(1000, 750)}
    row = row_of(only(slice_tables(compared(from_tables(tables), ("exact_agreement", {})))), "x")
    assert row.difference.p_value > 0.03
    assert row.shrunk.estimate < 0.95


def test_fewer_than_ten_items_are_not_tested() -> None:
    tables = {"x": agreeing(9, 0), "y": agreeing(1000, 750)}
    row = row_of(only(slice_tables(compared(from_tables(tables)))), "x")
    assert math.isnan(row.difference.p_value)
    assert math.isnan(row.q_value)
    assert row.difference.notes[0].code == "too-few"


def test_where_kappa_is_undefined_exact_agreement_is_tested() -> None:
    one_category = np.zeros((5, 5), dtype=int)
    one_category[3, 3] = 60
    row = row_of(only(slice_tables(compared(from_tables({"x": one_category, "y": agreeing(300, 150)})))), "x")
    assert not row.main.defined
    assert row.shrunk is None
    assert row.tested == "exact_agreement"
    assert row.difference.estimate == pytest.approx(0.5)
    assert row.q_value < 0.05


def test_one_item_and_an_unrated_slice_are_told_apart_without_complaint() -> None:
    frame = noisy(40, 8).drop(columns="grade").assign(type=["lone"] + ["empty"] * 9 + ["rest"] * 30)
    frame.loc[1:9, "judge"] = np.nan
    table = only(slice_tables(compared(frame, people=("h0",))))
    assert {row.value: row.n for row in table.rows} == {"lone": 1, "empty": 0, "rest": 30}
    assert not row_of(table, "empty").main.defined
    assert row_of(table, "empty").main.notes


@pytest.mark.parametrize(("samples", "most"), [(12, 3), pytest.param(40, 6, marks=pytest.mark.slow)])
def test_a_planted_slice_is_found_and_noise_is_not(samples: int, most: int) -> None:
    wrong, hit = 0, 0
    for seed in range(samples):
        frame = noisy(300, 100 + seed)
        wrong += any(table.worst is not None for table in slice_tables(compared(frame, QUADRATIC, ("h0",))))
        bad = frame["type"] == "b"
        frame.loc[bad, "judge"] = np.random.default_rng(seed).permutation(frame.loc[bad, "judge"].to_numpy())
        text = slice_tables(compared(frame, QUADRATIC, ("h0",)))[0].said.text()
        hit += text.startswith("b: ") or " reliably lower in b (" in text
    assert wrong <= most  # at a rate of 5 %, four or more of 12 come once in 450 times, seven of 40 in 290
    assert hit >= samples - 2


def documents(rng: Any) -> Any:
    """40 documents of ten rows, three of which hold a slice besides; the judge is as good in it."""
    document, noise = np.repeat(np.arange(40), 10), rng.gamma(1, 0.6, 40)
    true = rng.normal(size=400)
    scores = np.searchsorted([-1, -0.3, 0.3, 1], [true, true + noise[document] * rng.normal(size=400)])
    where = np.where((document < 3) & (np.arange(400) % 2 == 0), "a", "b")
    ratings = cc.as_ratings(
        scores.T, raters=["human", "judge"], slices={"type": where}, clusters=document, scale=SCALE
    )
    return judged(ratings, ["human"], "judge", main=QUADRATIC)


def few_in_three(rng: Any) -> Any:
    """300 items, three slices of about fifteen."""
    true = rng.normal(size=300)
    scores = np.searchsorted([-1, -0.3, 0.3, 1], true + 0.5 * rng.normal(size=(2, 300)))
    where = rng.choice(list("abcd"), 300, p=[0.85, 0.05, 0.05, 0.05])
    ratings = cc.as_ratings(scores.T, raters=["human", "judge"], slices={"type": where}, scale=SCALE)
    return judged(ratings, ["human"], "judge", main=QUADRATIC)


@pytest.mark.parametrize("made", [documents, few_in_three])
@pytest.mark.parametrize("asked", [QUADRATIC, ("exact_agreement", {}), ("krippendorff_alpha", {})])
def test_equal_slices_are_seldom_called_unequal_however_small(made: Any, asked: Any) -> None:
    rejected = 0
    for seed in range(60):
        parts = split(made(np.random.default_rng(seed)), "type")
        results = [part.answer(*asked) for _, part in parts]
        rejected += parts.equality(results, *asked).p_value < 0.05
    assert rejected <= 8  # at .05 nine or more of 60 come once in 400 times


def test_a_cluster_that_stands_for_many_counts_as_many_in_the_equality_of_slices() -> None:
    rng = np.random.default_rng(3)
    copies = rng.integers(1, 5, 30)
    pairs, places, part = rng.integers(0, 3, (60, 2)), np.repeat(np.arange(30), 2), np.tile(["x", "y"], 30)
    scale = cc.Scale.ordinal(range(3))
    bundled = replace(
        cc.as_ratings(pairs, clusters=places, slices={"part": part}, scale=scale),
        weights=copies[places].astype(float),
        cluster_copies=copies[places].astype(float),
    )
    rows = [(2 * c + half, f"{c}-{k}") for c, n in enumerate(copies) for k in range(n) for half in (0, 1)]
    chosen, names = [row for row, _ in rows], [name for _, name in rows]
    written = cc.as_ratings(pairs[chosen], clusters=names, slices={"part": part[chosen]}, scale=scale)
    ours, theirs = (
        only(slice_tables(together(r, r.raters, "raters", main=QUADRATIC))).equality
        for r in (bundled, written)
    )
    assert ours.estimate == pytest.approx(theirs.estimate)
    assert ours.p_value == pytest.approx(theirs.p_value)


# --- raters, measurements ---------------------------------------------------------------------


def test_the_rater_who_lowers_the_agreement_is_named() -> None:
    frame = noisy(300, 9, people=3)
    frame["h1"] = np.random.default_rng(1).permutation(frame["h1"].to_numpy())
    ratings = cc.read(frame, item="id", raters=["h0", "h1", "h2"], scale=SCALE)
    alpha = ("krippendorff_alpha", {"metric": "ordinal"})
    table = slice_tables(together(ratings, ["h0", "h1", "h2"], "people", main=alpha))[-1]
    assert (table.kind, table.worst) == ("rater", "h1")
    row = row_of(table, "h1")
    pairs = [(frame["h1"] == frame[other]).mean() for other in ("h0", "h2")]
    assert row.exact.estimate == pytest.approx(np.mean(pairs))
    same = np.stack([frame[a] == frame[b] for a, b in (("h0", "h2"), ("h0", "h1"), ("h1", "h2"))]).astype(
        float
    )
    gain = same.mean(axis=0) - same[0]  # by item: all pairs, less the pair without h1
    assert row.differences["exact_agreement"].estimate == pytest.approx(gain.mean())
    assert row.differences["exact_agreement"].se == pytest.approx(gain.std(ddof=1) / math.sqrt(300))


def test_a_rater_is_told_on_which_items_each_number_rests() -> None:
    # p and q agree on all of 60 items; r joins on 20 and never agrees: by item 1/3 there, 1 elsewhere
    said = [["a", "a", "b"]] * 10 + [["b", "b", "a"]] * 10 + [["a", "a", None]] * 20 + [["b", "b", None]] * 20
    said[59] = ["a", "b", None]  # but for one item: (20/3 + 39)/60 with r, 59/60 without
    ratings = cc.as_ratings(said, raters=["p", "q", "r"])
    table = slice_tables(together(ratings, ["p", "q", "r"], "people", main=("krippendorff_alpha", {})))[-1]
    gap = 100 * (59 / 60 - (20 / 3 + 39) / 60)
    assert table.worst == "r"
    assert table.said.text().startswith(
        "On the 20 items rated by r, r agrees with the others in 0% of ratings. Over all items, agreement is "
        f"76% with r and 98% without: {gap:.1f} percentage points higher (95% CI "
    )
    assert table.said.text("zh").startswith(
        "在 r 评过的 20 个条目上，r 与其他评分者的一致率为 0%；就全部条目而言，整体一致率为 76%，"
        f"去掉 r 后为 98%，提高 {gap:.1f} 个百分点（95% 置信区间 "
    )


@pytest.mark.parametrize("main", [("icc", {}), ("ccc", {})])
def test_measurements_are_sliced_by_distance_and_the_main_coefficient(main: Any) -> None:
    rng = np.random.default_rng(10)
    true = rng.normal(50, 10, 300)
    noise = np.where(np.arange(300) % 3 == 0, 8, 2)
    both = np.stack([true, true + noise * rng.normal(size=300)], axis=1)
    where = np.array(["lab", "home", "home"])[np.arange(300) % 3]
    ratings = cc.as_ratings(both, raters=["a", "b"], slices={"place": where})
    table = only(slice_tables(together(ratings, ["a", "b"], "raters", main=main)))
    assert table.worst == "lab"
    lab = both[where == "lab"]
    assert row_of(table, "lab").results["mean_absolute_error"].estimate == pytest.approx(
        np.abs(lab[:, 0] - lab[:, 1]).mean()
    )
    assert row_of(table, "lab").results["signed_bias"].estimate == pytest.approx(
        (lab[:, 1] - lab[:, 0]).mean()
    )
    assert "exact_agreement" not in table.rows[0].results
    assert {row.tested for row in table.rows} == {"mean_absolute_error"}
    assert table.said.text().startswith("lab: Mean absolute error ")
    twice = np.concatenate([both, both])
    even = cc.as_ratings(twice, raters=["a", "b"], slices={"place": np.repeat([1, 2], 300)})
    assert only(slice_tables(together(even, ["a", "b"], "raters", main=main))).said.text() == (
        "By place: no slice has a reliably larger mean absolute error than the rest."
    )


# --- shrinkage --------------------------------------------------------------------------------


def test_equal_variances_shrink_as_by_hand() -> None:
    # y = 1, 2, 6 with v = 1: s² = 7, so τ² = 6, B = 1/7, μ = 3; 1 → 3/7 + 6/7 = 9/7, 6 → 3/7 + 36/7 = 39/7
    common, drawn = shrink(np.array([1.0, 2.0, 6.0]), np.ones(3))
    assert common.between == pytest.approx(math.sqrt(6))
    assert [one.estimate for one in drawn] == pytest.approx([9 / 7, 15 / 7, 39 / 7])
    assert common.se == pytest.approx(math.sqrt(7 / 3))
    # variance 6/7·1 + (1/7)²·7/3 = 19/21
    assert drawn[0].high - drawn[0].low == pytest.approx(2 * 1.959964 * math.sqrt(19 / 21), rel=1e-6)


def test_the_variance_between_parts_solves_its_equation() -> None:
    # BCG vaccine trials (Colditz 1994), log risk ratios: cases and others, vaccinated and not
    cells = [
        (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619),
        (33, 5036, 47, 5761), (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892),
        (29, 7470, 45, 7232), (17, 1699, 65, 1600), (186, 50448, 141, 27197), (5, 2493, 3, 2338),
        (27, 16886, 29, 17825),
    ]  # fmt: skip
    a, b, c, d = np.array(cells, dtype=float).T
    y = np.log(a / (a + b) * (c + d) / c)
    v = 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)

    def excess(tau2: float) -> float:
        mean = np.average(y, weights=1 / (v + tau2))
        return float(((y - mean) ** 2 / (v + tau2)).sum()) - 12

    assert between_variance(y, v) == pytest.approx(brentq(excess, 0, 10, xtol=1e-14))


def test_parts_that_differ_by_chance_alone_are_all_drawn_to_the_mean() -> None:
    # eight schools (Rubin 1981): nothing between them; the mean is 7.69 with error 4.07
    schools = np.array([28.0, 8, -3, 7, -1, 1, 18, 12]), np.array([15.0, 10, 16, 11, 9, 11, 10, 18]) ** 2
    common, drawn = shrink(*schools)
    assert (round(common.mean, 2), round(common.se, 2), common.between) == (7.69, 4.07, 0)
    assert {round(one.estimate, 2) for one in drawn} == {7.69}


def test_dimensions_of_the_same_items_have_their_error_in_common() -> None:
    # six dimensions rated alike are one: their mean is no surer than any of them
    frame = noisy(80, 16).drop(columns=["type", "grade"])
    alike = pd.concat([frame.assign(criterion=f"d{i}") for i in range(6)])
    table = only(slice_tables(compared(alike, QUADRATIC, ("h0",), dimension="criterion")))
    row = table.rows[0]
    assert table.common.between == 0
    assert table.common.se == pytest.approx(row.main.se, rel=0.02)
    assert row.shrunk.high - row.shrunk.low == pytest.approx(2 * 1.96 * row.main.se, rel=0.02)
    grid = two_way(
        compared(alike.assign(half=np.tile([1, 2], 240)), QUADRATIC, ("h0",), dimension="criterion"),
        "dimension",
        "half",
    )
    assert grid.common.se > 0.6 * grid.cells[0].main.se


def test_the_mean_of_dimensions_has_the_error_that_other_items_would_give() -> None:
    rng = np.random.default_rng(12)
    means, errors = [], []
    for _ in range(60):
        hard = rng.random(60) < 0.5
        miss = rng.random((60, 3)) < np.where(hard, 0.7, 0.1)[:, None]
        human = rng.integers(0, 5, (60, 3))
        judge = np.where(miss, (human + 1) % 5, human)
        rows = [(f"i{i}", d, human[i, d], judge[i, d]) for i in range(60) for d in range(3)]
        frame = pd.DataFrame(rows, columns=["id", "criterion", "human", "judge"])
        table = only(slice_tables(compared(frame, ("exact_agreement", {}), dimension="criterion")))
        means.append(table.common.mean)
        errors.append(table.common.se)
    assert np.mean(errors) == pytest.approx(np.std(means), rel=0.25)
    # had they nothing in common, √(.24/180) = .037


def test_a_small_slice_is_drawn_further() -> None:
    tables = {"x": agreeing(20, 8), "y": agreeing(400, 160), "z": agreeing(400, 320)}
    table = only(slice_tables(compared(from_tables(tables), ("exact_agreement", {}))))
    small, large, _ = table.rows
    assert small.exact.estimate == large.exact.estimate == pytest.approx(0.4)
    assert small.shrunk.estimate > large.shrunk.estimate > 0.4
    assert small.shrunk.pulled > large.shrunk.pulled


# --- two-way ----------------------------------------------------------------------------------


def test_every_cell_of_a_grid_has_what_its_rows_alone_would_give() -> None:
    frame = noisy(500, 11)
    grid = two_way(compared(frame, QUADRATIC, ("h0",)), "type", "grade")
    assert grid.column_values == (2, 9, 10)
    assert len(grid.cells) == 9
    for cell in grid.cells:
        part = frame[(frame["type"] == cell.value[0]) & (frame["grade"] == cell.value[1])]
        assert cell.n == len(part)
        assert cell.exact.estimate == pytest.approx((part["h0"] == part["judge"]).mean())
        alone = cc.cohen_kappa(part["h0"], part["judge"], weights="quadratic", scale=SCALE)
        assert cell.main.estimate == pytest.approx(alone.estimate)
    p = [cell.difference.p_value for cell in grid.cells]
    assert [cell.q_value for cell in grid.cells] == pytest.approx(stats.false_discovery_control(p).tolist())


def test_a_combination_that_fails_is_named_and_one_that_does_not_occur_is_left_out() -> None:
    frame = noisy(900, 12)
    frame = frame[(frame["type"] != "c") | (frame["grade"] != 2)]
    bad = (frame["type"] == "b") & (frame["grade"] == 10)
    frame.loc[bad, "judge"] = (frame.loc[bad, "judge"] + 2) % 5
    grid = two_way(compared(frame, QUADRATIC, ("h0",)), "type", "grade")
    assert grid.said.text().startswith("b × 10: ")
    assert grid.cell("c", 2) is None
    assert grid.cell("b", 10).q_value < 0.001


def test_a_grid_crosses_the_dimension_or_else_the_least_equal_columns() -> None:
    tables = slice_tables(compared(noisy(300, 13), QUADRATIC, ("h0",)))
    assert set(columns_for_grid(tables)) == {"type", "grade"}
    assert columns_for_grid(tables[:1]) is None
    with pytest.raises(cc.OptionError, match="two different columns, got 'type' twice"):
        two_way(compared(noisy(300, 13), QUADRATIC, ("h0",)), "type", "type")


# --- as a record ------------------------------------------------------------------------------


def test_tables_and_grids_return_from_strict_json() -> None:
    whole = compared(noisy(200, 14, 2, 0.1), QUADRATIC, ("h0", "h1"))
    for record in (*slice_tables(whole), two_way(whole, "type", "grade")):
        written = json.dumps(record.to_dict(), allow_nan=False)
        back = type(record).from_dict(json.loads(written))
        assert back.to_dict() == record.to_dict()
        assert isinstance(back, (SliceTable, SliceGrid))
        assert back.said.text("zh") == record.said.text("zh")


def test_a_part_of_a_comparison_can_be_sliced_too() -> None:
    frame = noisy(300, 15, 3)
    names = ("h0", "h1", "h2")
    whole = compared(frame, QUADRATIC, names)
    here = whole.ratings.column_of("type") == "a"
    half = replace(whole, ratings=whole.ratings.rows(here), origin=whole.origin[here])
    by_grade = slice_tables(half, ["grade"])[0]
    alone = slice_tables(compared(frame[frame["type"] == "a"].drop(columns="type"), QUADRATIC, names))[0]
    assert [row.main.estimate for row in by_grade.rows] == pytest.approx(
        [row.main.estimate for row in alone.rows]
    )
