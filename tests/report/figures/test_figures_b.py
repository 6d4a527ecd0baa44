"""Figures of differences, parts, weights, prevalence and variance: every mark is where it belongs."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import concordant as cc
from concordant.digits import rounded
from concordant.errors import OptionError
from concordant.interpret.study.study import Study
from concordant.interpret.where.scatter import Scatter
from concordant.language.render import LANGUAGES, Language
from concordant.report.figure import Figure
from concordant.report.figures.bland_altman import bland_altman
from concordant.report.figures.components import components
from concordant.report.figures.drawing import apart, short, wrapped
from concordant.report.figures.forest import forest, forest_strata
from concordant.report.figures.paradox_curve import paradox_curve
from concordant.report.figures.prevalence import Prevalence
from concordant.report.figures.sensitivity import sensitivity_curve
from concordant.report.figures.study_figures import figures_of
from tests.interpret.study_cases import CASES, some_cases, studied, words_in
from tests.interpret.study_data import scores, wide

PEOPLE = ["human_1", "human_2", "judge"]


def rows(figure: Figure, *fields: str) -> Iterator[dict[str, Any]]:
    """Every row of data that has these fields, in the order of the layers; data of two layers once."""
    seen: list[Any] = []
    for data in tables(figure.spec):
        if data not in seen:
            seen.append(data)
            yield from (row for row in data if set(fields) <= set(row))


def tables(part: Any) -> Iterator[list[dict[str, Any]]]:
    if isinstance(part, list):
        for inner in part:
            yield from tables(inner)
    elif isinstance(part, dict):
        if isinstance(part.get("data"), dict):
            yield part["data"]["values"]
        for name, inner in part.items():
            if name != "data":
                yield from tables(inner)


def texts(value: Any, key: str = "") -> Iterator[str]:
    """Every word that a figure can show: titles, labels and data, not its marks and colours."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in ("config", "$schema", "mark", "encoding", "transform", "resolve"):
                yield from texts(inner, name)
            elif name == "encoding":
                yield from (t for channel in inner.values() for t in _titles(channel))
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner, key)
    elif isinstance(value, str) and key not in (
        "name",
        "type",
        "look",
        "source",
        "frame",
        "anchor",
        "colour",
    ):
        yield value


def _titles(channel: Any) -> Iterator[str]:
    for one in channel if isinstance(channel, list) else [channel]:
        if isinstance(one, dict) and isinstance(one.get("title"), str):
            yield one["title"]


def below(figure: Figure) -> list[str]:
    """The sentences below the title."""
    return list(figure.spec["title"].get("subtitle", []))


# --- all of them, on everything -----------------------------------------------------------------


@some_cases(4)
def test_whatever_the_data_every_figure_is_drawn_in_both_languages(name: str) -> None:
    study = studied(name)
    drawn = {lang: figures_of(study, lang) for lang in LANGUAGES}
    assert list(drawn["en"]) == list(drawn["zh"])
    for lang, figures in drawn.items():
        for key, figure in figures.items():
            assert figure.name == key
            assert figure.lang == lang
            json.dumps(figure.spec, allow_nan=False)
            for text in texts(figure.spec):
                assert not re.search(r"\bnan\b|\bNone\b|figures\.|\{[a-z]+:", text), (key, text)


@pytest.mark.parametrize(
    "name", ["two slice columns", "measurements with slices", "rounds", "repeats of several"]
)
def test_chinese_figures_have_no_english_left(name: str) -> None:
    known = words_in(name) | {
        "Cohen", "Kappa", "Gwet", "AC", "Brennan", "Prediger", "Bland", "Altman", "Landis", "Koch",
        "Bangdiwala", "ICC", "B", "s", "p", "q", "A",
    }  # fmt: skip
    for figure in figures_of(studied(name), "zh").values():
        for text in texts(figure.spec):
            left = set(re.findall(r"[A-Za-z]+", text)) - known
            assert not left, (figure.name, text, left)


def test_the_same_study_gives_the_same_bytes() -> None:
    first = [figure.json() for figure in figures_of(studied("two slice columns")).values()]
    again = [figure.json() for figure in figures_of(studied("two slice columns")).values()]
    assert first == again
    assert len(first) >= 8


def test_figures_come_in_reading_order_and_every_slice_column_has_one() -> None:
    found = list(figures_of(studied("two slice columns")))
    assert found == [
        "heat-map", "bangdiwala", "forest", "forest-2", "strata", "strata-2", "category-bars",
        "sensitivity-curve", "paradox-curve", "rater-matrix",
    ]  # fmt: skip


def test_measurements_have_the_figures_of_measurements() -> None:
    found = list(figures_of(studied("measurements of two")))
    assert found[:2] == ["bland-altman", "variance-components"]
    assert not {"heat-map", "paradox-curve", "sensitivity-curve"} & set(found)


def test_another_comparison_has_figures_of_its_own() -> None:
    study = studied("gold with people and judges")
    last = study.comparisons[-1]
    drawn = figures_of(study, comparison=last.name)["heat-map"]
    assert last.name in drawn.title


HOSTILE = [
    "<script>alert(1)</script>",
    "x" * 10_000,
    "\u05e9\u05dc\u05d5\u05dd \u202e abc",
    "😀 =cmd()",
    "a\nb",
]


def test_hostile_names_are_cut_and_escaped_in_every_picture() -> None:
    slices = HOSTILE * 24
    study = cc.study(wide(scores(120, 2), HOSTILE[:2], kind=slices), raters=HOSTILE[:2], slices=["kind"])
    for figure in figures_of(study).values():
        assert not any("\u202e" in text or "x" * 100 in text for text in texts(figure.spec)), figure.name
        assert "<script" not in figure.svg()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_picture_holds_its_words_as_text(lang: Language) -> None:
    drawn = forest(studied("two slice columns").main.slices[0], lang=lang).svg()  # type: ignore[union-attr]
    assert "chat" in drawn
    assert ("items" if lang == "en" else "条目数") in drawn


# --- labels -------------------------------------------------------------------------------------


def test_a_long_label_is_cut_and_a_name_from_right_to_left_keeps_its_direction_to_itself() -> None:
    assert short("x" * 40) == "x" * 31 + "…"
    assert short("\u05e9\u05dc") == "\u2068\u05e9\u05dc\u2069"
    assert short(" a \n b ") == "a b"
    assert short("") == "–"


def test_labels_are_wrapped_at_words_and_chinese_anywhere() -> None:
    assert wrapped("half credit for neighbours") == "half credit\nfor neighbours"
    assert wrapped("相邻类别计一半计分") == "相邻类别计一半\n计分"


def test_labels_are_moved_apart_upwards_only() -> None:
    moved = apart({"a": 0.5, "b": 0.52, "c": 0.9}, 0.1)
    assert moved["a"] == 0.5
    assert moved["b"] == pytest.approx(0.6)
    assert moved["c"] == 0.9


# --- Bland–Altman -------------------------------------------------------------------------------

FIRST = [10.0, 12.0, 14.0, 20.0, 23.0, 31.0]
SECOND = [11.0, 11.0, 15.0, 17.0, 22.0, 27.0]
PAIRS = Scatter(first="A", second="B", pairs=tuple(zip(FIRST, SECOND, strict=True)), n=6)


def test_points_are_difference_over_mean() -> None:
    figure = bland_altman(PAIRS, cc.bland_altman(FIRST, SECOND))
    points = list(rows(figure, "x", "y", "a", "b"))
    assert [(p["x"], p["y"]) for p in points] == [
        (10.5, -1.0), (11.5, 1.0), (14.5, -1.0), (18.5, 3.0), (22.5, 1.0), (29.0, 4.0)
    ]  # fmt: skip


def test_lines_lie_at_bias_and_limits_and_shades_at_their_intervals() -> None:
    # differences -1, 1, -1, 3, 1, 4: mean 7/6, variance (29 - 49/6)/5 = 25/6
    sd = math.sqrt(25 / 6)
    result = cc.bland_altman(FIRST, SECOND, multiplier=1.96, level=0.5)
    figure = bland_altman(PAIRS, result)
    heights = {row["y"] for row in rows(figure, "x", "y") if set(row) == {"x", "y"}}
    for expected in (0.0, 7 / 6, 7 / 6 - 1.96 * sd, 7 / 6 + 1.96 * sd):
        assert any(math.isclose(expected, y, abs_tol=1e-9) for y in heights), expected
    shades = [(row["y"], row["top"]) for row in rows(figure, "end", "top")]
    intervals = [r.interval for r in (result, *result.parts)]
    assert shades == [(rounded(i.low), rounded(i.high)) for i in intervals if i is not None]


def test_limits_of_a_few_pairs_have_no_shade_and_it_says_so() -> None:
    few = Scatter(first="A", second="B", pairs=((1.0, 2.0), (3.0, 3.5)), n=2)
    figure = bland_altman(few, cc.bland_altman([1.0, 3.0], [2.0, 3.5]))
    assert len(list(rows(figure, "end", "top"))) == 1
    assert any("Too few pairs" in line for line in below(figure))


def test_ratios_are_drawn_as_ratios() -> None:
    figure = bland_altman(PAIRS, cc.bland_altman(FIRST, SECOND, differences="log", allowed=1.25))
    points = list(rows(figure, "x", "y", "a", "b"))
    assert points[3]["y"] == pytest.approx(20 / 17)
    assert points[3]["x"] == pytest.approx(math.sqrt(340))
    heights = {row["y"] for row in rows(figure, "x", "y") if set(row) == {"x", "y"}}
    assert {1.0, 1.25, 0.8} <= heights


def test_percents_are_of_the_mean() -> None:
    figure = bland_altman(PAIRS, cc.bland_altman(FIRST, SECOND, differences="percent"))
    assert next(rows(figure, "a"))["y"] == pytest.approx(-100 / 10.5)


def test_limits_that_follow_size_are_sloping_lines() -> None:
    result = cc.bland_altman(FIRST, SECOND, limits="regression")
    figure = bland_altman(PAIRS, result)
    size = (np.array(FIRST) + SECOND) / 2
    slope, start = np.polyfit(size, np.array(FIRST) - SECOND, 1)
    drawn = [(row["x"], row["y"]) for row in rows(figure, "x", "y") if set(row) == {"x", "y"}]
    assert sum(math.isclose(y, start + slope * x, abs_tol=1e-9) for x, y in drawn) == 2
    assert not list(rows(figure, "end", "top"))


def test_differences_that_grow_with_size_have_their_line() -> None:
    x = np.linspace(10, 100, 40)
    y = 0.8 * x + np.tile([0.5, -0.5], 20)
    pairs = Scatter(first="A", second="B", pairs=tuple(zip(x.tolist(), y.tolist(), strict=True)), n=40)
    figure = bland_altman(pairs, cc.bland_altman(x, y))
    slope, start = np.polyfit((x + y) / 2, x - y, 1)
    drawn = [(row["x"], row["y"]) for row in rows(figure, "x", "y") if set(row) == {"x", "y"}]
    assert sum(math.isclose(b, start + slope * a, abs_tol=1e-9) for a, b in drawn) == 2
    assert any("change with magnitude" in line for line in below(figure))


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Showing 6 of 23456 pairs."), ("zh", "共 23456 对，图中显示 6 对。")]
)
def test_a_part_of_the_pairs_is_said_to_be_one(lang: Language, said: str) -> None:
    some = Scatter(first="A", second="B", pairs=PAIRS.pairs, n=23456)
    assert said in below(bland_altman(some, cc.bland_altman(FIRST, SECOND), lang=lang))


def test_without_a_number_there_is_no_plot_and_it_says_why() -> None:
    one = Scatter(first="A", second="B", pairs=((1.0, 2.0),), n=1)
    with pytest.raises(OptionError, match="only one item"):
        bland_altman(one, cc.bland_altman([1.0], [2.0]))


# --- forest plots -------------------------------------------------------------------------------


def sliced() -> Study:
    """One slice of full agreement, one of noise, one of a few items."""
    rng = np.random.default_rng(5)
    first = rng.integers(0, 5, 170)
    noise = rng.integers(0, 5, 170)
    second = np.where(np.arange(170) < 80, first, noise)
    kind = ["good"] * 80 + ["bad"] * 80 + ["few"] * 10
    return cc.study(wide(np.c_[first, second], ["human", "judge"], kind=kind), slices=["kind"])


def test_a_forest_shows_the_slices_numbers_and_marks_what_stands_out() -> None:
    one = sliced().main
    assert one is not None
    table = one.slices[0]
    figure = forest(table, one.main.result)
    drawn = {row["label"]: row for row in rows(figure, "label", "look")}
    for row in table.rows:
        assert drawn[row.value]["estimate"] == rounded(row.main.estimate)
        interval = row.main.interval
        assert interval is not None
        ends = (rounded(interval.low), rounded(interval.high))
        assert (drawn[row.value]["low"], drawn[row.value]["high"]) == ends
    assert {label: row["look"] for label, row in drawn.items()} == {
        "good": "better", "bad": "worse", "few": "small"
    }  # fmt: skip
    assert {"estimate": rounded(one.main.result.estimate)} in list(rows(figure, "estimate"))
    assert len(below(figure)) == 4


def test_a_table_without_slices_has_no_forest_and_it_says_why() -> None:
    table = studied("a slice column with one value").main.slices[0]  # type: ignore[union-attr]
    with pytest.raises(OptionError, match="There are no slices to draw"):
        forest(table)


def test_strata_end_with_the_ways_to_combine_them_as_diamonds() -> None:
    one = sliced().main
    assert one is not None
    strata = one.strata[0]
    drawn = list(rows(forest_strata(strata), "label", "look"))
    assert [row["look"] for row in drawn] == ["usual"] * 3 + ["combined"] * 4
    ways = (strata.size_weighted, strata.inverse_variance, strata.pooled_chance, strata.pooled_table)
    assert [row["estimate"] for row in drawn[3:]] == [
        rounded(way.estimate) for way in ways if way is not None
    ]


# --- weights ------------------------------------------------------------------------------------

GRADES = cc.table([[28, 6, 6, 1], [9, 22, 4, 2], [5, 2, 18, 6], [1, 1, 7, 20]], [1, 2, 3, 4])


def test_the_curve_starts_unweighted_passes_linear_and_ends_at_quadratic_kappa() -> None:
    figure = sensitivity_curve(cc.sensitivity(GRADES))
    drawn = {row["x"]: row["y"] for row in rows(figure, "x", "y", "low", "high") if "name" not in row}
    for power, weights in ((0.0, "identity"), (1.0, "linear"), (2.0, "quadratic")):
        assert drawn[power] == pytest.approx(cc.cohen_kappa(GRADES, weights=weights).estimate)


def test_every_change_of_the_word_has_a_rule_and_other_weights_stand_beside() -> None:
    found = cc.sensitivity(GRADES, weights={"clinic": np.eye(4).tolist()})
    figure = sensitivity_curve(found)
    assert [row["x"] for row in rows(figure, "x") if set(row) == {"x"}] == [c.power for c in found.changes]
    beside = {row["said"]: row["y"] for row in rows(figure, "name", "said")}
    assert beside["clinic"] == pytest.approx(cc.cohen_kappa(GRADES).estimate)
    assert set(beside) == {"adjacent-half weights", "clinic"}


def test_the_bands_of_words_cover_the_picture_without_a_gap() -> None:
    figure = sensitivity_curve(cc.sensitivity(GRADES), lang="zh")
    words = list(rows(figure, "word", "top"))
    assert {row["word"] for row in words} <= {"差", "轻微", "一般", "中等", "实质性一致", "几乎完全一致"}
    for row in words:
        assert row["y"] < row["middle"] < row["top"]


def test_names_without_an_order_have_no_curve_of_weights() -> None:
    with pytest.raises(OptionError, match="no weights to choose"):
        sensitivity_curve(cc.sensitivity(["cat", "dog", "owl"] * 3, ["cat", "dog", "cat"] * 3))


# --- prevalence ---------------------------------------------------------------------------------


def paradox_of(cells: list[list[int]], labels: list[Any], **options: Any) -> Any:
    one = cc.study(cc.table(cells, labels), **options).main
    assert one is not None
    assert one.paradox is not None
    return one.paradox


@pytest.mark.parametrize("agree", [1, 20, 40, 60, 79])
def test_the_curve_is_kappa_and_gwet_of_tables_with_the_same_agreement_and_bias(agree: int) -> None:
    # 80 of 100 agree, and the first says "yes" 8 times more often; both cells of agreement add up to 80
    path = Prevalence(paradox_of([[30, 14], [6, 50]], ["yes", "no"]))
    other = cc.table([[80 - agree, 14], [6, agree]], ["yes", "no"])
    share = (2 * agree + 20) / 200  # of "no", the more common: both columns together
    assert path.category == "no"
    assert path.kappa(share) == pytest.approx(cc.cohen_kappa(other).estimate)
    assert path.gwet(share) == pytest.approx(cc.gwet_ac(other).estimate)


def test_the_curve_is_the_formula_of_byrt_bishop_and_carlin() -> None:
    path = Prevalence(paradox_of([[30, 14], [6, 50]], ["yes", "no"]))
    for share in (0.2, 0.5, 0.85):
        index, bias = 2 * share - 1, 0.08
        expected = (2 * 0.8 - 1 - index**2 + bias**2) / (1 - index**2 + bias**2)
        assert path.kappa(share) == pytest.approx(expected)


def test_the_curve_ends_where_no_table_has_the_observed_agreement() -> None:
    path = Prevalence(paradox_of([[30, 14], [6, 50]], ["yes", "no"]))
    assert path.span == pytest.approx((0.1, 0.9), abs=1e-5)  # (1 - p_o)/2 and (1 + p_o)/2


def test_with_several_categories_the_others_keep_their_proportions() -> None:
    cells = [[40, 6, 2], [4, 20, 5], [3, 4, 16]]
    path = Prevalence(paradox_of(cells, [1, 2, 4]))
    p, q = np.array(cells).sum(axis=1) / 100, np.array(cells).sum(axis=0) / 100
    more = (p[0] - q[0]) / 2
    at = 0.7
    p2 = np.r_[at + more, p[1:] / p[1:].sum() * (1 - at - more)]
    q2 = np.r_[at - more, q[1:] / q[1:].sum() * (1 - at + more)]
    d = np.subtract.outer([1, 2, 4], [1, 2, 4]) ** 2 / 9
    observed = (d * np.array(cells)).sum() / 100
    assert path.kappa(at) == pytest.approx(1 - observed / (p2 @ d @ q2))
    assert path.kappa(path.here) == pytest.approx(
        cc.cohen_kappa(cc.table(cells, [1, 2, 4]), weights="quadratic").estimate
    )
    assert path.kappa(path.span[1]) > -1


@some_cases(0)
def test_a_curve_that_is_drawn_passes_through_the_studys_own_kappa(name: str) -> None:
    for one in studied(name).comparisons:
        if one.paradox is None or not Prevalence(one.paradox).drawable:
            continue
        path = Prevalence(one.paradox)
        low, high = path.span
        assert low - 1e-9 <= path.here <= high + 1e-9
        drawn = rows(paradox_curve(one.paradox), "x", "y")
        points = [row["y"] for row in drawn if row["x"] == rounded(path.here)]
        assert any(math.isclose(y, one.paradox.kappa.estimate, abs_tol=1e-9) for y in points)


@pytest.mark.slow
def test_most_studies_of_categories_have_a_curve() -> None:
    found = [one.paradox for name in CASES for one in studied(name).comparisons if one.paradox is not None]
    known = [p for p in found if p.shortfall is not None]
    assert sum(Prevalence(p).drawable for p in known) > 0.9 * len(known)


# --- variance components ------------------------------------------------------------------------


def test_shares_of_the_variance_add_up_and_are_those_of_the_analysis_of_variance() -> None:
    x = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
    # Shrout and Fleiss 1979: mean squares 11.24, 32.49 and 1.02 of 6 items and 4 raters
    items, raters, error = 11.2417, 32.4861, 1.0194
    variances = np.array([(items - error) / 4, (raters - error) / 6, error])
    drawn = list(rows(components(cc.variance_components(x)), "share"))
    assert [row["source"] for row in drawn] == ["items", "raters", "error"]
    np.testing.assert_allclose([row["share"] for row in drawn], variances / variances.sum(), atol=1e-4)
    of_icc = list(rows(components(cc.icc(x, form="A,1")), "share"))
    assert [row["share"] for row in of_icc] == pytest.approx([row["share"] for row in drawn])


def test_a_component_below_nought_takes_no_room_and_is_named() -> None:
    data, options = CASES["measurements of two"]()
    result = cc.variance_components(*data, **options)
    assert result.parts[1].estimate < 0
    figure = components(result, lang="zh")
    drawn = list(rows(figure, "share"))
    assert drawn[1]["share"] == 0
    assert sum(row["share"] for row in drawn) == pytest.approx(1)
    assert "评分者" in below(figure)[0]


def test_ratings_that_never_vary_have_no_components_and_it_says_why() -> None:
    with pytest.raises(OptionError, match="All ratings are the same"):
        components(cc.variance_components([2.0, 2.0, 2.0], [2.0, 2.0, 2.0]))
