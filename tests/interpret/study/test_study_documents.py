"""What the users' documents show, a study of the same data shows too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import concordant as cc
from concordant.interpret.study.comparison_report import ComparisonReport
from concordant.interpret.study.study import Study
from tests.strata_tables import DEPARTMENTS, rows

ABC = ("无", "轻度", "重度")
TABLE = cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]], ABC, raters=("评分者1", "评分者2"))


def main_of(study: Study) -> ComparisonReport:
    assert study.main is not None
    return study.main


def estimate(one: ComparisonReport, name: str, **options: Any) -> float:
    found = one.measure(name, **options)
    assert found is not None
    return found.result.estimate


def words(one: ComparisonReport, key: str, name: str, **options: Any) -> str:
    """What a measure reads as on one scale of words, by its point estimate, in Chinese."""
    found = one.measure(name, **options)
    assert found is not None
    verdict = next(v for v in found.verdicts if v.benchmark.key == key)
    assert verdict.point is not None
    return verdict.point.words["zh"]


# --- document 000: kappa, its paradoxes, strata ---------------------------------------------------


def test_000_the_table_of_one_hundred_patients() -> None:
    study = cc.study(TABLE, preset="strict")
    one = main_of(study)
    main = one.main
    assert main.measure == "cohen_kappa"
    # p_o = 68/100, p_e = .168 + .105 + .070 = .343, kappa = .337/.657
    assert main.result.details["observed_agreement"] == pytest.approx(0.68)
    assert main.result.details["expected_agreement"] == pytest.approx(0.343)
    assert main.result.estimate == pytest.approx(0.337 / 0.657)
    assert words(one, "landis-koch", "cohen_kappa") == "中等"
    assert "Cohen's Kappa 系数为 0.51，按实测值属于“中等”（内置指南）" in study.text("zh")
    assert "Cohen's kappa is 0.51, “moderate” (Landis & Koch 1977)" in study.text("en")
    assert one.confusion is not None
    assert [list(map(float, row)) for row in one.confusion.cells] == [[28, 6, 6], [9, 22, 4], [5, 2, 18]]


def test_000_the_same_table_has_the_unweighted_kappa_beside_the_weighted_one() -> None:
    one = main_of(cc.study(TABLE))
    assert estimate(one, "cohen_kappa") == pytest.approx(0.337 / 0.657)
    assert estimate(one, "exact_agreement") == pytest.approx(0.68)
    exact = one.measure("exact_agreement")
    assert exact is not None
    assert exact.floor.chance is not None
    assert exact.floor.chance.estimate == pytest.approx(0.343)


def test_000_ninety_nine_percent_and_kappa_zero_are_explained() -> None:
    study = cc.study(cc.table([[0, 0], [1, 99]], ("阳性", "阴性")))
    one = main_of(study)
    assert estimate(one, "exact_agreement") == pytest.approx(0.99)
    assert one.main.result.estimate == pytest.approx(0, abs=1e-12)
    assert one.paradox is not None
    assert one.paradox.verdict == "paradox"
    assert one.paradox.expected == pytest.approx(0.99)
    assert one.paradox.even.estimate == pytest.approx(0.98)  # PABAK = 2·.99 − 1
    first = study.text("zh").splitlines()[:8]
    assert any("出现 Kappa 悖论：一致率为 99%，Kappa 却只有 0.00" in line for line in first)
    assert "Kappa paradox: agreement is 99%, yet kappa is 0.00." in study.summary("en")


def test_000_forty_patients_without_a_finding_are_undefined_and_told_why() -> None:
    study = cc.study(cc.table([[0, 0], [0, 40]], ("阳性", "阴性")))
    one = main_of(study)
    assert not one.main.result.defined
    assert estimate(one, "exact_agreement") == 1
    assert "Cohen's Kappa 系数无定义：计入的评分全部是“阴性”。" in study.text("zh")
    assert "0/0" in study.text("en")


def test_000_three_departments_averaged_and_pooled() -> None:
    frame = rows(DEPARTMENTS).replace({"stratum": {"s0": "门诊", "s1": "住院部", "s2": "急诊室"}})
    study = cc.study(frame, raters=["a", "b"], slices=["stratum"])
    (told,) = main_of(study).strata
    by_name = {stratum.value: round(stratum.result.estimate, 2) for stratum in told.strata}
    assert by_name == {"门诊": 0.21, "住院部": 0.49, "急诊室": 0.33}
    assert round(told.size_weighted.estimate, 3) == 0.334
    assert round(told.pooled_table.estimate, 3) == 0.386
    assert told.from_margins + told.from_agreement == pytest.approx(told.difference)
    assert "0.334" in study.text("zh")
    assert "0.386" in study.text("zh")


# --- document 001: weights ------------------------------------------------------------------------


def test_001_linear_quadratic_and_own_weights_stand_side_by_side() -> None:
    own = [[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]
    one = main_of(cc.study(TABLE, weights={"临床": own}))
    assert one.sensitivity is not None
    found = {scheme.name: scheme.result.estimate for scheme in one.sensitivity.schemes}
    # agreement weights 1 − |i−j|/2 and 1 − (i−j)²/4 on the table: Σw·n/100 and Σw·row·column/10⁴
    near, far = 6 + 9 + 4 + 2, 6 + 5
    by_chance = np.outer([40, 35, 25], [42, 30, 28]) / 1e4
    for name, half in (("linear", 0.5), ("quadratic", 0.75)):
        w = np.array([[1, half, 0], [half, 1, half], [0, half, 1]])
        observed = (68 + half * near) / 100
        assert observed == pytest.approx(1 - (near * (1 - half) + far) / 100)
        expected = (w * by_chance).sum()
        assert found[name] == pytest.approx((observed - expected) / (1 - expected))
    assert found["临床"] == pytest.approx(found["linear"])  # on three categories the same
    assert found["identity"] == pytest.approx(0.337 / 0.657)
    assert one.sensitivity.robust is True  # moderate each time


def test_001_quadratic_kappa_is_lins_concordance() -> None:
    one = main_of(cc.study([1, 2, 3, 4, 2, 1, 3, 4, 4, 2], [1, 2, 4, 4, 1, 1, 3, 3, 4, 2]))
    assert one.sensitivity is not None
    assert one.sensitivity.ccc is not None
    assert one.sensitivity.ccc.estimate == pytest.approx(estimate(one, "cohen_kappa", weights="quadratic"))


# --- document 003: thresholds, presets, tables, patterns, stages ------------------------------------

FIVE = cc.Scale.ordinal(range(5))

# Both raters use categories equally often, so that kappa can be had by hand:
#   p_o = 360/500, margins 1/5 each:              p_e = 1/5,          kappa = .52/.8 = .65
#   p_o = 204/300, margins 100, 70, 50, 50, 30:   p_e = 20800/90000,  kappa = 40400/69200 = .584
#   p_o = 122/200, margins 50 in four categories: p_e = 1/4,          kappa = .36/.75 = .48
NEWS = [[80, 20, 0, 0, 0], [20, 65, 15, 0, 0], [0, 15, 70, 15, 0], [0, 0, 15, 65, 20], [0, 0, 0, 20, 80]]
CHAT = [[82, 18, 0, 0, 0], [18, 52, 0, 0, 0], [0, 0, 35, 15, 0], [0, 0, 15, 20, 15], [0, 0, 0, 15, 15]]
SUPPORT = [[37, 13, 0, 0, 0], [13, 24, 13, 0, 0], [0, 13, 24, 13, 0], [0, 0, 13, 37, 0], [0, 0, 0, 0, 0]]
CONTENT = {"资讯问答": NEWS, "闲聊陪伴": CHAT, "情绪支持": SUPPORT}


def written_out(tables: dict[str, Any], column: str) -> pd.DataFrame:
    """A row for each item of tables of counts, the human by rows."""
    parts = []
    for value, table in tables.items():
        cells = np.asarray(table)
        human, judge = (np.repeat(place.ravel(), cells.ravel()) for place in np.indices(cells.shape))
        parts.append(pd.DataFrame({"human": human, "judge": judge, column: value}))
    frame = pd.concat(parts, ignore_index=True)
    return frame.assign(id=[f"q{i}" for i in range(len(frame))])


def test_003_by_content_type() -> None:
    frame = written_out(CONTENT, "内容类型")
    study = cc.study(
        frame, item="id", raters=["human", "judge"], slices=["内容类型"], scale=FIVE, preset="strict"
    )
    (table,) = main_of(study).slices
    shown = [
        (row.value, row.n, f"{row.exact.estimate:.0%}", f"{row.main.estimate:.2f}")
        for row in table.rows
        if row.exact is not None
    ]
    assert sorted(shown) == sorted(
        [("资讯问答", 500, "72%", "0.65"), ("闲聊陪伴", 300, "68%", "0.58"), ("情绪支持", 200, "61%", "0.48")]
    )
    assert table.worst == "情绪支持"
    assert "情绪支持" in table.said.text("zh")


def test_003_by_score_band() -> None:
    # read as "of the items that the judge put here": 16/20, 30/50, 84/120, 604/710, 50/100
    bands = [[16, 14, 0, 0, 0], [4, 30, 34, 12, 0], [0, 6, 84, 46, 14], [0, 0, 0, 604, 36], [0, 0, 2, 48, 50]]
    one = main_of(cc.study(cc.table(bands, range(5), raters=("human", "judge"))))
    assert one.bands is not None
    shown = [
        (band.label, *(f"{share:.0%}" for share in band.shares), f"{band.given_second.estimate:.0%}")
        for band in one.bands.bands
    ]
    assert shown == [
        (0, "3%", "2%", "80%"), (1, "8%", "5%", "60%"), (2, "15%", "12%", "70%"),
        (3, "64%", "71%", "85%"), (4, "10%", "10%", "50%"),
    ]  # fmt: skip


def test_003_by_dimension() -> None:
    counts = {"相关性": (120, 102), "内容深度": (200, 140), "共情度": (150, 82), "交互引导": (180, 90)}
    tables = {}
    for name, (n, same) in counts.items():
        cells = np.diag([same - 4 * (same // 5), *[same // 5] * 4])
        cells[0, 1] = n - same
        tables[name] = cells
    frame = written_out(tables, "维度")
    study = cc.study(frame, item="id", raters=["human", "judge"], dimension="维度", scale=FIVE)
    (table,) = main_of(study).slices
    shown = {row.value: (row.n, f"{row.exact.estimate:.0%}") for row in table.rows if row.exact is not None}
    # 102/120, 140/200, 82/150 and 90/180
    assert shown == {
        "相关性": (120, "85%"), "内容深度": (200, "70%"), "共情度": (150, "55%"), "交互引导": (180, "50%")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "measures"),
    [
        ("daily", ["exact_agreement", "adjacent_agreement"]),
        ("strict", ["cohen_kappa"]),
        ("ordinal", ["cohen_kappa", "cohen_kappa"]),
        ("continuous", ["pearson", "mean_absolute_error"]),
        (
            "everything",
            ["exact_agreement", "adjacent_agreement", *["cohen_kappa"] * 3, "pearson", "mean_absolute_error"],
        ),
    ],
)
def test_003_the_purposes_and_their_measures(preset: Any, measures: list[str]) -> None:
    one = main_of(cc.study([0, 1, 2, 3, 4, 2], [0, 1, 3, 3, 4, 1], preset=preset))
    assert [m.measure for m in one.measures] == measures


def agreeing(same: int, near: int) -> tuple[list[int], list[int]]:
    """100 items: so many the same, so many one step apart, the others two; scores 0 to 4."""
    first = [i % 5 for i in range(100)]
    far = {0: 2, 1: 3, 2: 0, 3: 1, 4: 2}
    next_to = {0: 1, 1: 2, 2: 1, 3: 4, 4: 3}
    second = [
        value if i < same else next_to[value] if i < same + near else far[value]
        for i, value in enumerate(first)
    ]
    return first, second


@pytest.mark.parametrize(
    ("same", "near", "exact", "adjacent", "mae"),
    [
        (70, 20, "良好", "良好", "良好"),  # 70 %, 90 %, MAE .2 + 2·.1 = .4
        (69, 20, "可接受", "可接受", "良好"),  # 69 %, 89 %
        (50, 30, "可接受", "可接受", "可接受"),  # 50 %, 80 %, MAE .3 + .4 = .7
        (49, 30, "需要优化", "需要优化", "可接受"),  # 49 %, 79 %
        (0, 10, "需要优化", "需要优化", "需要优化"),  # MAE .1 + 1.8 = 1.9
    ],
)
def test_003_the_thresholds_of_exact_adjacent_and_mae(
    same: int, near: int, exact: str, adjacent: str, mae: str
) -> None:
    one = main_of(cc.study(*agreeing(same, near), preset="everything"))
    assert estimate(one, "exact_agreement") == pytest.approx(same / 100)
    assert estimate(one, "adjacent_agreement") == pytest.approx((same + near) / 100)
    found = [
        words(one, key, name)
        for key, name in (
            ("guide-exact", "exact_agreement"),
            ("guide-adjacent", "adjacent_agreement"),
            ("guide-mae", "mean_absolute_error"),
        )
    ]
    assert found == [exact, adjacent, mae]


def test_003_stages_are_met_in_order() -> None:
    study = cc.study(*agreeing(95, 5), raters=["human", "judge"], reference="human")
    stages = main_of(study).stages
    assert stages is not None
    targets = [[(t.target.measure, t.target.threshold) for t in report.targets] for report in stages.stages]
    names = ("exact_agreement", "cohen_kappa", "adjacent_agreement")
    wanted = [(0.5, 0.4, 0.75), (0.65, 0.55, 0.85), (0.75, 0.65, 0.92)]
    assert targets == [list(zip(names, values, strict=True)) for values in wanted]
    assert stages.reached == "mature"
    assert [report.goal.name["zh"] for report in stages.stages] == ["初版", "优化版", "成熟版"]


# --- document 004: five items ---------------------------------------------------------------------


def test_004_five_items_are_good_in_its_own_words() -> None:
    one = main_of(cc.study([1, 2, 2, 1, 2], [1, 2, 1, 1, 2]))
    # p_o = 4/5, p_e = (2·3 + 3·2)/25 = 12/25, kappa = 8/13 = .615
    assert one.main.result.estimate == pytest.approx(8 / 13)
    assert one.main.result.details["expected_agreement"] == pytest.approx(12 / 25)
    assert words(one, "introduction-kappa", "cohen_kappa") == "良好"
    assert words(one, "guide-kappa", "cohen_kappa") == "较好"


def test_004_five_items_in_three_categories_with_quadratic_weights() -> None:
    one = main_of(cc.study([1, 2, 3, 1, 2], [1, 1, 3, 2, 2]))
    # weighted p_o = (3 + 2·3/4)/5 = 9/10, p_e = 18/25, kappa = (9/10 − 18/25)/(7/25) = 9/14
    assert estimate(one, "cohen_kappa", weights="quadratic") == pytest.approx(9 / 14)
