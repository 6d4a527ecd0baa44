"""What the users' own documents teach, as a study shows it; every test names its document.

The guide is 评估一致性指标详解, the introduction Cohen's κ 简介; 绝对一致性 and 加权 Kappa are
the articles on kappa and on weights. Tables, shares and advice are copied from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.errors import OptionError
from concordant.frame import width
from concordant.interpret.compare.benchmarks import benchmark, standard, standard_keys
from concordant.interpret.study import brief, for_readers
from concordant.surfaces.cli.main import main
from concordant.surfaces.cli.wrap import wrapped

from .study_data import long


@cache
def studied(name: str, **options: Any) -> Any:
    """The study of an example, made once."""
    return cc.study(cc.example(name), **options)


def compared(rows: Sequence[tuple[int, int, int]], **more: Any) -> dict[str, Any]:
    """Items of two raters: (human, judge, how many)."""
    pairs = [(h, j) for h, j, n in rows for _ in range(n)]
    columns = {"human": [h for h, _ in pairs], "judge": [j for _, j in pairs]}
    return {"item": [f"q{i}" for i in range(len(pairs))], **columns, **more}


def moved(i: int) -> int:
    """Another score than i % 5: mostly one point up or down, sometimes two."""
    step = (2 if i % 7 == 0 else 1) * (1 if i % 2 else -1)
    return i % 5 + (step if 0 <= i % 5 + step <= 4 else -step)


def with_agreement(same: int, n: int) -> dict[str, Any]:
    """Items on five scores in turn, of which so many agree."""
    return compared([(i % 5, i % 5 if i * 37 % n < same else moved(i), 1) for i in range(n)])


# --- the guide's and the introduction's tables ---------------------------------------------------


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("guide-kappa", {0.19: "极差", 0.2: "一般", 0.4: "中等", 0.6: "较好", 0.8: "极好", 1.0: "极好"}),
        ("guide-exact", {0.49: "需要优化", 0.5: "可接受", 0.69: "可接受", 0.7: "良好"}),
        ("guide-adjacent", {0.79: "需要优化", 0.8: "可接受", 0.9: "良好"}),
        ("guide-mae", {0.5: "良好", 0.51: "可接受", 1.0: "可接受", 1.01: "需要优化"}),
        ("guide-pearson", {0.59: "弱相关", 0.6: "中等相关", 0.8: "强相关"}),
        (
            "introduction-kappa",
            {
                -0.01: "差",
                0.0: "轻微",
                0.2: "轻微",
                0.21: "较低",
                0.41: "中等",
                0.61: "良好",
                0.81: "几乎完全一致",
            },
        ),
    ],
)
def test_the_tables_of_the_guide_and_the_introduction(key: str, values: dict[float, str]) -> None:
    scale = benchmark(key)
    assert {value: scale.band(value).words["zh"] for value in values} == values


def test_the_guide_reads_a_share_by_its_value_and_by_its_interval() -> None:
    # 72 of 100: every interval reaches below 70 %, the guide's cut for 良好
    study = cc.study(with_agreement(72, 100))
    expected = "完全一致率 72%：按内置指南为“良好”，置信区间只支持“可接受”。"
    assert expected in study.text("zh")
    assert expected in study.summary("zh")
    assert (
        "Exact agreement 72% is “good” (built-in guide); its confidence interval supports only"
        in study.text()
    )


def test_the_guide_reads_every_measure_that_it_has_a_table_for() -> None:
    text = cc.study(with_agreement(72, 100), preset="everything").text("zh")
    for name in ("完全一致率", "相邻一致率", "平均绝对误差", "Pearson 相关系数"):
        assert any(f"{name} " in line and "：按内置指南" in line for line in text.splitlines()), name


def test_the_introductions_example_is_good_by_its_own_scale() -> None:
    # A: 1 2 2 1 2, B: 1 2 1 1 2; P_o = 0.8, P_e = 0.48, κ = 0.32/0.52 = 0.615
    columns = {"A": [1, 2, 2, 1, 2], "B": [1, 2, 1, 1, 2]}
    study = cc.study(columns, benchmark="入门", categories=[1, 2], scale="nominal")
    kappa = next(m for m in study.comparisons[0].measures if m.measure == "cohen_kappa")
    assert kappa.result.estimate == pytest.approx(0.32 / 0.52)
    assert (kappa.verdicts[0].benchmark.key, kappa.verdicts[0].point.words["zh"]) == (
        "introduction-kappa",
        "良好",
    )


# --- the choice of a standard -------------------------------------------------------------------


def test_a_chinese_study_is_read_by_the_guide_and_an_english_one_by_landis_and_koch() -> None:
    study = studied("judge")
    assert "0.73, “substantial” (Landis & Koch 1977)" in study.summary("en")
    assert "为 0.73，属于“较好”（内置指南）" in study.summary("zh")
    chosen = studied("judge", benchmark="landis-koch")
    assert "为 0.73，属于“实质性一致”（Landis 与 Koch，1977）" in chosen.summary("zh")


@pytest.mark.parametrize("name", ["指南", "入门", "fleiss"])
def test_the_chosen_standard_decides_the_headline_and_the_weights(name: str) -> None:
    one = cc.study(with_agreement(72, 100), benchmark=name).main
    assert one is not None
    assert one.sensitivity is not None
    first = one.main.verdicts[0]
    assert first.benchmark.key in standard(name)
    assert first.point == benchmark(first.benchmark.key).band(one.main.result.estimate)
    assert first.said in one.headline
    assert {s.verdict.benchmark.key for s in one.sensitivity.schemes if s.verdict} == {first.benchmark.key}


def test_weights_read_by_the_guide_afterwards_as_if_it_had_been_chosen() -> None:
    usual, chosen = (studied("judge", benchmark=name) for name in (None, "guide"))
    for one, other in zip(for_readers(usual, "zh").comparisons, chosen.comparisons, strict=True):
        assert [m.verdicts[:1] for m in one.measures] == [m.verdicts[:1] for m in other.measures]
        assert one.headline == other.headline
        assert one.sensitivity == other.sensitivity


def test_a_standard_nobody_knows_or_that_does_not_suit_is_an_error_that_helps() -> None:
    with pytest.raises(OptionError, match=r"benchmark must be one of \['landis-koch'.*got 'giude'.*'guide'"):
        cc.study(with_agreement(72, 100), benchmark="giude")
    with pytest.raises(OptionError, match="'koo-li' has no bands for the measures of this study"):
        cc.study(with_agreement(72, 100), benchmark="koo-li")
    assert {"guide", "introduction", "landis-koch"} <= {*standard_keys()}


def test_the_command_line_takes_a_standard_by_its_chinese_name(tmp_path: Any) -> None:
    path = tmp_path / "scores.csv"
    pd.DataFrame(with_agreement(72, 100)).to_csv(path, index=False)
    shown = CliRunner().invoke(main, ["study", str(path), "--benchmark", "指南"])
    assert shown.exit_code == 0
    assert "(built-in guide)" in shown.output
    usual = CliRunner().invoke(main, ["study", str(path), "--lang", "zh"])
    assert "（内置指南）" in usual.output


# --- bands, slices and stages of the guide -------------------------------------------------------


def test_the_guides_score_bands_lead_to_the_criteria_for_4() -> None:
    # 分数档位: 0: 3 % of ratings, 80 % agreement; 1: 8 %, 60 %; 2: 15 %, 70 %; 3: 64 %, 85 %; 4: 10 %, 50 %
    bands = {0: (30, 24), 1: (80, 48), 2: (150, 105), 3: (640, 544), 4: (100, 50)}
    rows = [
        row for s, (n, same) in bands.items() for row in ((s, s, same), (s, max(s - 1, 0) or 1, n - same))
    ]
    summary = cc.study(compared(rows)).summary("zh")
    assert "human 评为 4 时，judge 的一致率为 50%" in summary
    assert "检查 4 的标准是否清晰" in summary


def test_the_guides_slices_lead_to_the_criteria_for_emotional_support() -> None:
    # 内容类型: 资讯问答 500 72 %, 闲聊陪伴 300 68 %, 情绪支持 200 61 %
    shares = {"资讯问答": (500, 360), "闲聊陪伴": (300, 204), "情绪支持": (200, 122)}
    rows = [
        (i % 5, i % 5 if i * 7919 % n < same else moved(i), 1)
        for n, same in shares.values()
        for i in range(n)
    ]
    kinds = [name for name, (n, _) in shares.items() for _ in range(n)]
    summary = cc.study(compared(rows, 内容类型=kinds)).summary("zh")
    assert "情绪支持" in summary
    assert "61%" in summary
    assert "强化“情绪支持”的评估标准" in summary


def test_the_guides_stages_by_value_and_by_interval() -> None:
    report = studied("scores").comparison("judge_v2").stages
    assert report is not None
    assert (report.reached, report.reached_by_value) == ("optimised", "mature")
    assert report.said.text("zh").startswith("已达到“优化版”阶段。下一阶段“成熟版”尚无法判断")
    assert report.by_value is not None
    assert report.by_value.text("zh") == "仅按实测值，已达到“成熟版”阶段。"
    text = studied("scores").text("en")
    assert "These stages are the built-in default" in text
    assert "goal='FILE.toml'" in text


def test_kappa_below_0_is_said_to_be_below_chance() -> None:
    # 绝对一致性: κ < 0 means raters agree less often than by chance
    study = cc.study(compared([(0, 1, 40), (1, 0, 40), (0, 0, 10), (1, 1, 10)]), scale="nominal")
    assert "低于偶然水平" in study.summary("zh")
    assert "below chance" in study.summary("en")


def test_the_choice_of_weights_is_compared_and_explained_in_the_study() -> None:
    # 加权 Kappa: a sensitivity analysis over linear, quadratic and custom weights
    text = cc.study(with_agreement(72, 100)).text("zh")
    assert "结论取决于权重：采用线性权重、二次权重、相邻类别计一半时" in text
    assert "相差两档的分歧按相差一档的四倍计" in text


# --- items and ratings ---------------------------------------------------------------------------


def test_items_and_ratings_are_kept_apart() -> None:
    study = studied("judge")
    text = study.text()
    assert "Counts are ratings: 128 items × 3 dimensions, 435 ratings with repeats." in text
    assert "the 433 of 435 ratings made by at least two people" in text
    assert "435 items" not in text
    assert "435 个条目" not in study.text("zh")


def with_dimensions_and_repeats() -> Any:
    return long(40, ["human_1", "human_2", "judge"], ("depth", "tone"), times=2)


@pytest.mark.parametrize("goal", ["first", "mature"])
@pytest.mark.parametrize("name", ["judge", "rounds", None])
def test_study_report_and_check_need_the_same_number_of_items(name: str | None, goal: str) -> None:
    data = with_dimensions_and_repeats() if name is None else cc.example(name)
    study = cc.study(data, goal=goal) if name is None else studied(name, goal=goal)
    gate = cc.check(data, goal=goal)
    for judge, report in gate.goals.items():
        held = study.comparison(judge).goal
        assert held is not None
        asked = [(one.outcome, one.items_needed, one.items) for one in report.targets]
        assert asked == [(one.outcome, one.items_needed, one.items) for one in held.targets]
        assert [one.said for one in report.targets] == [one.said for one in held.targets]


def test_what_a_goal_needs_is_counted_in_items() -> None:
    target = next(
        t for t in studied("judge", goal="first").comparison("judge_v2").goal.targets if t.items_needed
    )
    assert target.items == 128
    assert target.result.n_items == 435
    assert f"(currently {target.items:.0f})" in target.said.text("en")


# --- one screen ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["judge", "scores", "rounds", "pathology", "methods"])
def test_a_study_fits_a_screen(name: str, lang: Any) -> None:
    study = studied(name)
    lines = [
        line
        for section in brief(for_readers(study, lang))
        for line in [
            section.title.text(lang),
            *section.body(lang, lambda s: wrapped(s, 100), 100).split("\n"),
            "",
        ]
    ]
    assert max(map(width, lines)) <= 100
    assert len(lines) <= 42, len(lines)


def test_long_ids_are_shortened_and_each_is_named_once() -> None:
    data = with_agreement(72, 100)
    data["item"] = [f"{i:03d}-" + "x" * 60 for i in range(100)]
    summary = cc.study(data).summary()
    assert "x" * 30 not in summary.split("Next steps")[1]


def test_text_has_true_minus_signs_and_files_have_hyphens() -> None:
    study = cc.study(compared([(0, 1, 40), (1, 0, 40), (0, 0, 10), (1, 1, 10)]), scale="nominal")
    assert "−0.60" in study.summary()
    assert "-0.60" not in study.summary()
    assert "-0.6" in study.to_json()
    assert "−" not in "".join(map(str, study.to_dict()["comparisons"][0]["measures"]))


# --- the guide's choice of measures ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "measures"),
    [
        ("日常监控", {"exact_agreement", "adjacent_agreement"}),
        ("严格评估", {"cohen_kappa"}),
        ("连续分数", {"pearson", "mean_absolute_error"}),
        (
            "综合评估",
            {"exact_agreement", "adjacent_agreement", "cohen_kappa", "mean_absolute_error", "pearson"},
        ),
    ],
)
def test_the_guides_choice_of_measures_by_its_chinese_names(name: str, measures: set[str]) -> None:
    # 指标选择建议 of 评估一致性指标详解
    found = cc.study(with_agreement(72, 100), preset=name).comparisons[0].measures
    assert measures <= {one.measure for one in found}


def test_the_introductions_weights_of_three_classes_on_the_command_line(tmp_path: Any) -> None:
    # A: 1 2 3 1 2, B: 1 1 3 2 2; quadratic weights 1, 0.75, 0: P_o = 4.5/5 = 0.9,
    # P_e = Σ w_ij n_i· n_·j / 25 with n_i· = n_·j = 2, 2, 1: (9 + 2·4·0.75 + 2·2·0.75) / 25 = 18/25 = 0.72
    path = tmp_path / "three.csv"
    pd.DataFrame({"A": [1, 2, 3, 1, 2], "B": [1, 1, 3, 2, 2]}).to_csv(path, index=False)
    shown = CliRunner().invoke(main, ["cohen-kappa", str(path), "--weights", "二次", "--lang", "zh"])
    assert shown.exit_code == 0, shown.output
    # κ = (0.9 − 0.72) / (1 − 0.72) = 0.18 / 0.28 = 0.643
    assert "（权重：二次）：0.643" in shown.output
    assert "观测一致率（P_o）  0.900" in shown.output
    assert "偶然一致率（P_e）  0.720" in shown.output


def test_a_result_in_text_has_true_minus_signs_in_both_languages() -> None:
    result = cc.cohen_kappa([0, 1] * 20, [1, 0] * 19 + [0, 1])
    for text in (result.text(), result.text("zh")):
        assert "−0.9" in text
        assert "-0.9" not in text
    assert "-0.9" in repr(result)


# --- the guide's three levels of agreement, and what an exact match is too strict for ---------------


def test_the_guides_three_levels_within_raters_between_raters_and_between_people_and_judge() -> None:
    # 40 items twice: ann repeats herself on all, bob on 30 and agrees with ann on 30 of 40 the first time;
    # the judge differs from ann on the 20 even items, the same both times
    first = [i % 4 for i in range(40)]
    rows = {
        "item": [*range(40)] * 2,
        "visit": [1] * 40 + [2] * 40,
        "human_ann": first * 2,
        "human_bob": [x if i % 4 else (x + 1) % 4 for i, x in enumerate(first)] + first,
        "judge": [x if i % 2 else (x + 1) % 4 for i, x in enumerate(first)] * 2,
    }
    text = cc.study(rows, repeat="visit").text("zh")
    # ann and bob agree on 30 of 40, then on 40 of 40: 70 of 80
    assert "人工之间的一致率为 88%" in text
    assert "评分者内一致率最高的是" in text
    assert "human_bob（75%）" in text
    assert "judge 对 40 个条目重复评分，前后相同的占 100%" in text


@pytest.mark.parametrize(("lang", "said"), [("zh", "过于严格"), ("en", "too strict")])
def test_the_guide_calls_an_exact_match_too_strict_and_so_does_the_explanation(lang: Any, said: str) -> None:
    assert said in str(cc.explain("exact agreement", lang=lang))
