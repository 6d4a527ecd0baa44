"""Scales of words: every cut on each side and on itself, sources, and which scale is for what."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import concordant as cc
from concordant.coefficients.catalogue import BY_NAME
from concordant.errors import OptionError
from concordant.interpret.compare.benchmarks import BENCHMARKS, Benchmark, benchmark, benchmarks_for

PACKAGE = Path(cc.__file__).parent

# (scale, cut, word just below, word on the cut, word just above), as the sources print them
CUTS = [
    # < 0.00 poor, 0.00–0.20 slight, 0.21–0.40 fair, …, 0.81–1.00 almost perfect
    ("landis-koch", 0.00, "poor", "slight", "slight"),
    ("landis-koch", 0.20, "slight", "slight", "fair"),
    ("landis-koch", 0.40, "fair", "fair", "moderate"),
    ("landis-koch", 0.60, "moderate", "moderate", "substantial"),
    ("landis-koch", 0.80, "substantial", "substantial", "almost perfect"),
    # α ≥ .800; .667 is the lowest for tentative conclusions
    ("krippendorff", 0.667, "not to be relied on", *["good for tentative conclusions"] * 2),
    ("krippendorff", 0.800, "good for tentative conclusions", "reliable", "reliable"),
    # below .40, between .40 and .75, greater than .75
    ("fleiss", 0.40, "poor", "fair to good", "fair to good"),
    ("fleiss", 0.75, "fair to good", "fair to good", "excellent"),
    # < 0.20, 0.21–0.40, 0.41–0.60, 0.61–0.80, 0.81–1.00
    ("altman", 0.20, "poor", "poor", "fair"),
    ("altman", 0.40, "fair", "fair", "moderate"),
    ("altman", 0.60, "moderate", "moderate", "good"),
    ("altman", 0.80, "good", "good", "very good"),
    # below .40, .40–.59, .60–.74, .75–1.00
    ("cicchetti-sparrow", 0.40, "poor", "fair", "fair"),
    ("cicchetti-sparrow", 0.60, "fair", "good", "good"),
    ("cicchetti-sparrow", 0.75, "good", "excellent", "excellent"),
    # < 0.20, 0.20–0.39, 0.40–0.59, 0.60–0.79, from 0.80 on
    ("regier", 0.20, "unacceptable", "questionable", "questionable"),
    ("regier", 0.40, "questionable", "good", "good"),
    ("regier", 0.60, "good", "very good", "very good"),
    ("regier", 0.80, "very good", "excellent", "excellent"),
    # less than 0.5, between 0.5 and 0.75, between 0.75 and 0.9, greater than 0.90
    ("koo-li", 0.50, "poor", "moderate", "moderate"),
    ("koo-li", 0.75, "moderate", "good", "good"),
    ("koo-li", 0.90, "good", "good", "excellent"),
    # < 0.90, 0.90–0.95, 0.95–0.99, > 0.99
    ("mcbride", 0.90, "poor", "moderate", "moderate"),
    ("mcbride", 0.95, "moderate", "substantial", "substantial"),
    ("mcbride", 0.99, "substantial", "substantial", "almost perfect"),
    # document 003, in its own words: <0.20, 0.20-0.40, …; the aim is ≥ 0.6, 较好 and above
    ("guide-kappa", 0.20, "极差", "一般", "一般"),
    ("guide-kappa", 0.40, "一般", "中等", "中等"),
    ("guide-kappa", 0.60, "中等", "较好", "较好"),
    ("guide-kappa", 0.80, "较好", "极好", "极好"),
    # ≥70 %, 50-70 %, <50 %
    ("guide-exact", 0.50, "需要优化", "可接受", "可接受"),
    ("guide-exact", 0.70, "可接受", "良好", "良好"),
    # ≥90 %, 80-90 %, <80 %
    ("guide-adjacent", 0.80, "需要优化", "可接受", "可接受"),
    ("guide-adjacent", 0.90, "可接受", "良好", "良好"),
    # ≤0.5, 0.5-1.0, >1.0
    ("guide-mae", 0.50, "良好", "良好", "可接受"),
    ("guide-mae", 1.00, "可接受", "可接受", "需要优化"),
    # ≥0.8, 0.6-0.8, <0.6
    ("guide-pearson", 0.60, "弱相关", "中等相关", "中等相关"),
    ("guide-pearson", 0.80, "中等相关", "强相关", "强相关"),
    # document 004: κ < 0, 0 ≤ κ ≤ 0.20, 0.21 ≤ κ ≤ 0.40, 0.41 ≤ κ ≤ 0.60, 0.61 ≤ κ ≤ 0.80, 0.81 ≤ κ ≤ 1.00
    ("introduction-kappa", 0.00, "差", "轻微", "轻微"),
    ("introduction-kappa", 0.20, "轻微", "轻微", "较低"),
    ("introduction-kappa", 0.40, "较低", "较低", "中等"),
    ("introduction-kappa", 0.60, "中等", "中等", "良好"),
    ("introduction-kappa", 0.80, "良好", "良好", "几乎完全一致"),
]
every_benchmark = pytest.mark.parametrize("scale", BENCHMARKS, ids=[b.key for b in BENCHMARKS])


@pytest.mark.parametrize(("key", "cut", "below", "on", "above"), CUTS, ids=[f"{c[0]} {c[1]}" for c in CUTS])
def test_a_cut_has_the_side_that_its_source_gives_it(
    key: str, cut: float, below: str, on: str, above: str
) -> None:
    found = [benchmark(key).band(value).words for value in (cut - 1e-6, cut, cut + 1e-6)]
    for words, expected in zip(found, (below, on, above), strict=True):
        assert expected in words.values()


def test_every_cut_of_every_scale_is_in_the_table_above() -> None:
    assert [(b.key, cut) for b in BENCHMARKS for cut in b.cuts] == [(key, cut) for key, cut, *_ in CUTS]


@pytest.mark.parametrize(("key", "word"), [("landis-koch", "fair"), ("introduction-kappa", "low")])
def test_between_printed_bands_the_upper_one_starts_at_once(key: str, word: str) -> None:
    assert benchmark(key).band(0.205).words["en"] == word  # printed: 0.00–0.20 and 0.21–0.40


def test_rounding_does_not_move_a_value_off_its_cut() -> None:
    assert 5.6 - 5 < 0.6 < 3 * 0.2
    for value in (5.6 - 5, 3 * 0.2):
        assert benchmark("landis-koch").band(value).words["en"] == "moderate"
        assert benchmark("guide-kappa").band(value).words["zh"] == "较好"


@pytest.mark.parametrize("key", ["landis-koch", "introduction-kappa", "guide-kappa"])
def test_the_table_of_document_000_reads_as_moderate(key: str) -> None:
    kappa = cc.cohen_kappa(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]])).estimate
    assert round(kappa, 3) == 0.513
    assert benchmark(key).band(kappa).words == {"en": "moderate", "zh": "中等"}


def test_the_example_of_document_004_reads_as_good() -> None:
    kappa = cc.cohen_kappa([1, 2, 2, 1, 2], [1, 2, 1, 1, 2]).estimate
    assert kappa == pytest.approx(8 / 13)  # 0.615: p_o = 4/5, p_e = 12/25
    assert benchmark("introduction-kappa").band(kappa).words["zh"] == "良好"


@pytest.mark.parametrize(
    ("kappa", "exact", "words"),
    [(0.65, 0.72, ("较好", "良好")), (0.58, 0.68, ("中等", "可接受")), (0.48, 0.61, ("中等", "可接受"))],
)
def test_the_content_types_of_document_003_read_as_its_own_thresholds_say(
    kappa: float, exact: float, words: tuple[str, str]
) -> None:
    found = benchmark("guide-kappa").band(kappa), benchmark("guide-exact").band(exact)
    assert tuple(band.words["zh"] for band in found) == words


@every_benchmark
def test_a_scale_is_whole(scale: Benchmark) -> None:
    assert set(scale.measures) <= set(BY_NAME)
    assert set(scale.usual_for) <= set(scale.measures)
    assert list(scale.cuts) == sorted(set(scale.cuts))
    assert set(scale.label) == {"en", "zh"}
    assert scale.year is None or f"({scale.year})" in scale.reference
    for language in ("en", "zh"):
        words = [band.words[language] for band in scale.bands]
        assert len(set(words)) == len(words)
        assert all(words)


@every_benchmark
def test_a_scale_returns_from_json(scale: Benchmark) -> None:
    text = json.dumps(scale.to_dict(), allow_nan=False)
    assert Benchmark.from_dict(json.loads(text)) == scale


@pytest.mark.parametrize(
    ("measure", "first"),
    [
        ("cohen_kappa", "landis-koch"),
        ("gwet_ac", "landis-koch"),
        ("krippendorff_alpha", "krippendorff"),
        ("icc", "koo-li"),
        ("ccc", "koo-li"),
        ("exact_agreement", "guide-exact"),
        ("adjacent_agreement", "guide-adjacent"),
        ("mean_absolute_error", "guide-mae"),
        ("pearson", "guide-pearson"),
    ],
)
def test_the_usual_scale_comes_first(measure: str, first: str) -> None:
    assert benchmarks_for(measure)[0].key == first


def test_there_is_no_scale_for_what_nobody_made_one_for() -> None:
    assert benchmarks_for("kappa_max") == ()
    assert benchmarks_for("adjacent_agreement", {"within": 2.0}) == ()
    assert benchmarks_for("adjacent_agreement", {"within": 1})[0].key == "guide-adjacent"


def test_an_unknown_measure_or_scale_is_named_with_a_guess() -> None:
    with pytest.raises(OptionError, match="Did you mean 'cohen_kappa'"):
        benchmarks_for("cohen_kapa")
    with pytest.raises(OptionError, match="Did you mean 'landis-koch'"):
        benchmark("landis_koch")


def test_cuts_in_points_stretch_with_the_rating_scale_and_say_so() -> None:
    (five,) = benchmarks_for("mean_absolute_error", span=4)
    (ten,) = benchmarks_for("mean_absolute_error", span=10)
    assert five.cuts == (0.5, 1.0)
    assert five.label["en"] == "built-in guide (five-point scale)"
    assert ten.cuts == (1.25, 2.5)  # 0.5 and 1.0 times 10/4
    assert ten.label == {
        "en": f"{five.label['en']}, converted from a range of 4 to 10 points",
        "zh": "内置指南（五分制），由全距 4 分换算至 10 分",
    }
    assert ten.band(1.25).words["en"] == "good"
    assert (ten.span, ten.written_for) == (10, 4)


@pytest.mark.parametrize("span", [0, -1, float("nan"), float("inf")])
def test_a_scale_of_no_length_is_refused(span: float) -> None:
    with pytest.raises(OptionError, match="span, the highest minus the lowest rating, must be above 0"):
        benchmarks_for("mean_absolute_error", span=span)


def test_a_scale_without_points_does_not_stretch() -> None:
    assert benchmarks_for("cohen_kappa", span=10) == benchmarks_for("cohen_kappa")


def test_adjectives_of_scales_live_in_their_data_only() -> None:
    words = re.compile(r"substantial agreement|almost perfect|几乎完全", re.IGNORECASE)
    texts = [path for pattern in ("*.py", "*.toml") for path in PACKAGE.rglob(pattern)]
    assert [p.name for p in texts if words.search(p.read_text(encoding="utf-8"))] == ["benchmarks.toml"]
