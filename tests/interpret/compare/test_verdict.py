"""What a result reads as: by point, by limit, by Gwet's cumulative probability."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import truncnorm

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.compare.benchmarks import BENCHMARKS, benchmark, benchmarks_for
from concordant.interpret.compare.verdict import Verdict, memberships, verdict
from concordant.result import Interval, Note, Result


def result(measure: str, estimate: float, low: float, high: float, **more: Any) -> Result:
    facts = {"title": measure, "se": (high - low) / 3.92, "n_items": 100, **more}
    return Result(measure=measure, estimate=estimate, interval=Interval(low, high, 0.95, "test"), **facts)


def words(read: Verdict) -> list[str | None]:
    return [band and band.words["en"] for band in (read.point, read.limit, read.probable)]


# --- Gwet's cumulative probability ----------------------------------------------------------------


def test_the_documented_example_of_irrcac_comes_out() -> None:
    # Python irrCAC 0.4.4, irrCAC/benchmark.py: Benchmark(coeff=0.67, se=0.15).altman()
    read = verdict(result("cohen_kappa", 0.67, 0.38, 0.96, se=0.15), benchmark("altman"))
    assert read.cumulative[::-1] == pytest.approx((0.18168, 0.67511, 0.96356, 0.99912, 1.0), abs=5e-6)
    assert read.probable is not None
    assert read.probable.words["en"] == "moderate"
    # the same page, on a scale with cuts 0.6 and 0.3: 0.67511, 0.99308
    shares = dict(zip((0.6, 0.3), (0.67511, 0.99308), strict=True))
    for cut, share in shares.items():
        whole = (math.erfc((cut - 0.67) / 0.15 / 2**0.5) - math.erfc(0.33 / 0.15 / 2**0.5)) / 2
        assert whole / (1 - math.erfc(0.33 / 0.15 / 2**0.5) / 2) == pytest.approx(share, abs=5e-6)


@pytest.mark.parametrize("scale", BENCHMARKS, ids=[b.key for b in BENCHMARKS])
@pytest.mark.parametrize(("estimate", "se"), [(0.02, 0.3), (0.55, 0.1), (0.97, 0.05)])
def test_memberships_are_those_of_a_normal_cut_off_at_the_ends(
    scale: Any, estimate: float, se: float
) -> None:
    bottom, top = (0.0, math.inf) if scale.key == "guide-mae" else (-1.0, 1.0)
    law = truncnorm((bottom - estimate) / se, (top - estimate) / se, estimate, se)
    expected = np.diff([0.0, *law.cdf(scale.cuts), 1.0])
    found = memberships(estimate, se, scale, (bottom, top))
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert sum(found) == pytest.approx(1)


def test_lower_is_better_cumulates_from_the_low_end() -> None:
    # 0.5 ± 0.25 cut off at 0: P(≤ 0.5) = (Φ(0) − Φ(−2))/(1 − Φ(−2)) = 0.47725/0.97725
    read = verdict(result("mean_absolute_error", 0.5, 0.0, 1.0, se=0.25), benchmark("guide-mae"))
    assert read.cumulative[0] == pytest.approx(0.477250 / 0.977250, abs=1e-6)
    assert read.cumulative[1] == pytest.approx((0.977250 - 0.022750) / 0.977250, abs=1e-6)
    assert read.cumulative[2] == 1
    assert words(read) == ["good", "acceptable", "acceptable"]


@pytest.mark.parametrize(("certainty", "word"), [(0.6, "good"), (0.95, "moderate"), (0.97, "fair")])
def test_more_certainty_allows_less_praise(certainty: float, word: str) -> None:
    read = verdict(result("cohen_kappa", 0.67, 0.38, 0.96, se=0.15), benchmark("altman"), certainty=certainty)
    assert words(read)[2] == word


@pytest.mark.parametrize("certainty", [0, 1, 1.2, "high"])
def test_certainty_is_a_probability(certainty: Any) -> None:
    with pytest.raises(OptionError, match="certainty must be a number between 0 and 1"):
        verdict(result("cohen_kappa", 0.5, 0.4, 0.6), benchmark("altman"), certainty=certainty)


# --- the limit decides ----------------------------------------------------------------------------


def test_the_lower_limit_decides_the_headline() -> None:
    read = verdict(result("cohen_kappa", 0.513, 0.37, 0.65), benchmark("landis-koch"))
    assert words(read) == ["moderate", "fair", "fair"]
    assert read.headline == read.limit
    assert read.said.text("en") == (
        "Cohen's kappa is 0.51, “moderate” (Landis & Koch 1977); its confidence interval supports only "
        "“fair”."
    )
    assert read.said.text("zh") == (
        "Cohen's Kappa 系数为 0.51，按实测值属于“中等”（Landis 与 Koch，1977）；按置信区间只能认定为“一般”。"
    )
    assert read.probably is not None
    assert read.probably.text("en") == (
        "The probability of “fair” or better is at least 95% (Gwet's cumulative probability)."
    )
    assert read.probably.text("zh") == "达到“一般”或更好的概率不低于 95%（Gwet 累积概率法）。"


def test_a_word_that_the_interval_bears_out_is_said_plainly() -> None:
    read = verdict(result("exact_agreement", 0.75, 0.71, 0.79), benchmarks_for("exact_agreement")[0])
    assert words(read) == ["good", "good", "good"]
    assert read.said.text("en") == (
        "Exact agreement is 75%, “good” (built-in guide); the confidence limit is in the same band."
    )
    assert read.said.text("zh") == (
        "完全一致率为 75%，属于“良好”（内置指南）；置信区间较差的一端也在这一等级。"
    )


def test_where_lower_is_better_the_upper_limit_decides() -> None:
    read = verdict(result("mean_absolute_error", 0.4, 0.2, 0.6), benchmark("guide-mae"))
    assert words(read)[:2] == ["good", "acceptable"]
    assert words(verdict(result("mean_absolute_error", 0.4, 0.35, 0.5), benchmark("guide-mae")))[1] == "good"


def test_the_lowest_word_needs_no_interval_to_bear_it_out() -> None:
    read = verdict(result("exact_agreement", 0.43, 0.0, 0.92), benchmark("guide-exact"))
    assert read.said.text("en") == (
        "Exact agreement is 43%, “in need of work” (built-in guide), the lowest band."
    )
    high = verdict(result("mean_absolute_error", 1.2, 0.4, 2.0), benchmark("guide-mae"))
    assert high.said.code == "benchmarks.worst"


def test_weights_are_named() -> None:
    read = verdict(
        result("cohen_kappa", 0.7, 0.65, 0.75, options={"weights": "linear", "level": 0.95}),
        benchmark("landis-koch"),
    )
    assert read.said.text("en").startswith("Cohen's kappa (linear weights) is 0.70, “substantial”")
    assert read.said.text("zh").startswith("Cohen's Kappa 系数（线性加权）为 0.70，属于“实质性一致”")


# --- what cannot be read --------------------------------------------------------------------------


def test_no_value_no_verdict() -> None:
    nothing = Result(
        measure="cohen_kappa", title="", estimate=math.nan, notes=(Note("no-variation", "All the same."),)
    )
    read = verdict(nothing, benchmark("landis-koch"))
    assert words(read) == [None, None, None]
    assert read.cumulative == ()
    assert read.said.text("en") == "Cohen's kappa is undefined here, so it has no band."
    assert read.said.text("zh") == "Cohen's Kappa 系数在此无定义，因此没有等级。"


def test_without_an_interval_nothing_is_claimed() -> None:
    bare = Result(measure="cohen_kappa", title="", estimate=0.7, n_items=5)
    read = verdict(bare, benchmark("landis-koch"))
    assert words(read) == ["substantial", None, None]
    assert read.said.text("en") == (
        "Cohen's kappa is 0.70, “substantial” (Landis & Koch 1977); there is no confidence interval, so the "
        "band is not confirmed."
    )
    assert "没有置信区间，等级无法确认" in read.said.text("zh")


def test_perfect_agreement_of_few_items_claims_no_certainty() -> None:
    perfect = cc.exact_agreement([1, 2, 1, 2, 1], [1, 2, 1, 2, 1])
    read = verdict(perfect, benchmark("guide-exact"))
    # Wilson's limit on t(4) is 5/(5 + 2.776²) = 0.393: in need of work, though every item agrees
    assert words(read) == ["good", "in need of work", None]
    assert read.probabilities == ()


def test_a_scale_is_not_used_for_a_measure_it_was_not_made_for() -> None:
    with pytest.raises(OptionError, match="'koo-li' does not apply to cohen_kappa"):
        verdict(result("cohen_kappa", 0.5, 0.4, 0.6), benchmark("koo-li"))
    with pytest.raises(OptionError, match="'guide-adjacent' does not apply to adjacent_agreement"):
        verdict(
            result("adjacent_agreement", 0.5, 0.4, 0.6, options={"within": 2.0}), benchmark("guide-adjacent")
        )


def test_a_verdict_returns_from_json() -> None:
    kappa = cc.cohen_kappa(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]]))
    for scale in benchmarks_for("cohen_kappa"):
        read = verdict(kappa, scale)
        assert Verdict.from_dict(json.loads(json.dumps(read.to_dict(), allow_nan=False))) == read
