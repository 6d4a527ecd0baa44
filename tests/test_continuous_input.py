"""Bad, odd and extreme measurements, asked of every coefficient on measurements.

Whatever is given, the answer is a number with an ordered interval, or undefined with a reason, or one clear
complaint; never a traceback of another kind and never a warning. Then what must not change an answer.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import concordant as cc
from concordant.coefficients.coefficient import Coefficient
from concordant.errors import ConcordantError, InputError, OptionError
from concordant.inference.measure import Measure
from concordant.inference.plan import Plan
from concordant.ratings.ratings import Ratings
from concordant.ratings.reading.arrays import from_columns
from concordant.reduce.moments import Moments, of_values
from tests.designs import VARIANTS

Floats = NDArray[np.float64]
CONTINUOUS = [c for c in cc.CATALOGUE if c.statistic is Moments]
every_continuous = pytest.mark.parametrize("c", CONTINUOUS, ids=[c.name for c in CONTINUOUS])


def every_continuous_by_turns(name: str, values: Iterable[Any]) -> Any:
    """Every coefficient with every value, a third of them by `./dev test` and the rest by `./dev slow`."""
    sets = [
        pytest.param(c, value, marks=() if (place + turn) % 3 == 0 else pytest.mark.slow)
        for place, c in enumerate(CONTINUOUS)
        for turn, value in enumerate(values)
    ]
    return pytest.mark.parametrize(("c", name), sets)


INTERVALS = (None, "analytic", "jackknife", "bootstrap", "bca", "classical", "none")
NAMES = ["甲", "乙 医生", "r'3", 'R"4', "丙,1"]

#: What measurements that are not whole numbers need to be told.
NEEDED: dict[str, dict[str, Any]] = {"finn_coefficient": {"levels": 40}}
#: Options beside those of the battery: they take other roads.
MORE: dict[str, list[dict[str, Any]]] = {
    "icc": [{"all_forms": True}, {"method": "reml"}, {"form": "1,k"}],
    "bland_altman": [
        {"differences": "log"}, {"differences": "percent"}, {"allowed": 2.0}, {"repeats": "unlinked"},
        {"limits_interval": "bland1986"},
    ],
    "deming": [{"weighted": True}],
    "within_subject_cv": [{"cv_by": "items"}, {"cv_by": "log"}],
    "cronbach_alpha": [{"without_each": True}],
    "variance_components": [{"method": "reml"}],
    "g_coefficient": [{"method": "reml"}, {"n_raters": 1}],
    "phi_coefficient": [{"fixed": "raters"}],
    "intra_rater_icc": [{"form": "A,1"}, {"model": "mixed"}],
    "coverage_probability": [{"within": 1e-9}, {"within": 1e9}],
    "total_deviation_index": [{"coverage": 0.999}],
}  # fmt: skip


def options_of(c: Coefficient) -> list[dict[str, Any]]:
    """Plain, and every variant."""
    return with_needed(c, [{}, *VARIANTS.get(c.name, []), *MORE.get(c.name, [])])


def with_needed(c: Coefficient, options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With what the coefficient has to be told; the truth is the first rater."""
    return [{**NEEDED.get(c.name, {}), **o} for o in options if "truth" not in o]


def rated(y: Any, **more: Any) -> Ratings:
    """Measurements of items × raters, or items × raters × occasions, nan for a gap; names in Chinese too."""
    y = np.asarray(y, dtype=float)
    y = y[:, :, None] if y.ndim == 2 else y
    n, k, times = y.shape
    rows = y.transpose(0, 2, 1).reshape(n * times, k)
    if times > 1:
        more = {name: np.repeat(np.asarray(x), times) for name, x in more.items()}
        more |= {"items": np.repeat(np.arange(n), times), "repeat": np.tile(np.arange(1, times + 1), n)}
    columns = [[None if np.isnan(x) else float(x) for x in column] for column in rows.T]
    return from_columns(columns, NAMES[:k], level="interval", **more)


def of(c: Coefficient, y: Any) -> Any:
    """As many raters as the coefficient takes."""
    y = np.asarray(y)
    return y[:, :2] if c.two_raters_only else y


def sane(c: Coefficient, result: cc.Result, plan: Plan, part: bool = False) -> None:
    """Undefined with a reason, or a number with what belongs to it; and it can be shown and stored."""
    i = result.interval
    if not result.defined:
        assert result.notes
        assert all(note.text.endswith((".", "?")) for note in result.notes)
        assert i is None
        assert math.isnan(result.p_value)
    else:
        assert math.isfinite(result.estimate)
        assert math.isnan(result.p_value) or 0 <= result.p_value <= 1
        assert math.isnan(result.se) or 0 <= result.se < math.inf
        assert part or c.range[0] - 1e-9 <= result.estimate <= c.range[1] + 1e-9
    if i is not None:
        assert i.low <= i.high
        near = 1e-7 * abs(result.estimate)
        assert plan.resamples or i.low - near <= result.estimate <= i.high + near
    elif result.defined and plan.interval != "none" and not part:
        assert result.notes
    json.dumps(result.to_dict(), allow_nan=False)
    assert "nan" not in f"{result} {result._repr_html_()}".lower().split()
    for each in result.parts:
        sane(c, each, plan, part=True)


def ask(c: Coefficient, ratings: Any, options: dict[str, Any], plan: Plan) -> cc.Result | None:
    """The result, checked; None where there was a complaint in words."""
    try:
        result = Measure(c, ratings, options).result(plan)
    except ConcordantError as complaint:
        if len(str(complaint)) < 25:
            pytest.fail(f"too short to help: {complaint}")
        return None
    sane(c, result, plan)
    return result


# --- odd designs ------------------------------------------------------------------------------------


def odd() -> dict[str, Floats]:
    """Designs that break formulas, 8 items × 3 raters unless they say otherwise."""
    rng = np.random.default_rng(11)
    true = rng.normal(10, 3, 8)
    y = true[:, None] + rng.normal(0, 1, 3) + rng.normal(0, 1, (8, 3))
    gap = np.nan
    constant, constants, gaps = y.copy(), y.copy(), y.copy()
    constant[:, 1], constants[:, :2] = 5.0, (5.0, 0.1)
    gaps[rng.random(y.shape) < 0.3] = gap
    alone = np.full((6, 3), gap)
    alone[np.arange(6), [0, 1, 2, 0, 1, 2]] = true[:6]
    return {
        "raters who cross": np.array([[0.0, 1.0], [1.0, 0.0]]),
        "one item": y[:1], "two items": y[:2], "three items": y[:3], "constant rater": constant,
        "constant raters": constants, "all the same": np.full((8, 3), 0.1), "zeros": np.zeros((8, 3)),
        "perfect agreement": np.repeat(true[:, None], 3, axis=1), "constant bias": true[:, None] + [0, 2, 5],
        "items alike": np.tile(y[:1], (8, 1)), "opposite": np.stack([true, -true, true], axis=1),
        "whole numbers": np.round(y / 3), "a billion and noise": y + 1e9, "small units": y * 1e-9,
        "large units": y * 1e9, "units of their own": y * [1e6, 1.0, 1e-6], "gaps": gaps,
        "many gaps": np.where(rng.random(y.shape) < 0.6, gap, y), "nobody overlaps": alone,
        "two without common items": np.where(np.arange(8)[:, None] % 2 == [0, 1, 2], gap, y),
        "a rater without ratings": np.where([False, True, False], gap, y),
        "repeats": y[:, :, None] + rng.normal(0, 0.5, (8, 3, 2)),
        "repeats of one rater": y[:, :1, None] + rng.normal(0, 0.5, (8, 1, 3)),
        "repeats that are all alike": np.repeat(y[:, :, None], 2, axis=2),
        "repeats with gaps": np.where(rng.random((8, 3, 2)) < 0.3, gap, y[:, :, None] + np.zeros(2)),
    }  # fmt: skip


ODD = odd()


@every_continuous_by_turns("design", ODD)
def test_odd_designs_have_an_answer_or_a_reason(c: Coefficient, design: str) -> None:
    ratings = rated(of(c, ODD[design]))
    turn = list(ODD).index(design)
    usual, extreme = [{}, *VARIANTS.get(c.name, [])], MORE.get(c.name, [])
    by_turns = [o for at, o in enumerate(usual) if at == 0 or (at + turn) % 3 == 0]
    for at, options in enumerate(with_needed(c, [*by_turns, *extreme])):
        ask(c, ratings, options, Plan(interval=INTERVALS[turn % 3 if at else 0]))  # type: ignore[arg-type]


@every_continuous_by_turns("interval", INTERVALS)
def test_every_kind_of_interval_is_ordered_and_holds_the_estimate(c: Coefficient, interval: Any) -> None:
    asked = [("whole numbers", 0.5), ("whole numbers", 0.999), ("three items", 0.999)]
    if c.name == "intra_rater_icc":
        asked = [("repeats", 0.5), ("repeats", 0.999)]
    elif interval in (None, "analytic", "bootstrap"):  # likelihood, over and over
        asked.append(("gaps", 0.5))
    for design, level in asked:
        plan = Plan(interval=interval, level=level, draws=40)
        result = ask(c, rated(of(c, ODD[design])), NEEDED.get(c.name, {}), plan)
        assert result is not None or interval == "classical"
        if result is not None and interval == "none":
            assert result.interval is None


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@every_continuous
def test_tests_against_any_value_have_a_p_or_say_why_not(c: Coefficient, alternative: Any) -> None:
    ratings = rated(of(c, ODD["repeats" if c.name == "intra_rater_icc" else "whole numbers"]))
    for null in (-1e9, -0.5, 0.3, 1.0, 7.0):
        for interval in (None, "analytic"):
            ask(c, ratings, {}, Plan(alternative=alternative, null=null, interval=interval))


@every_continuous
def test_weights_and_clusters_of_all_kinds(c: Coefficient) -> None:
    y = of(c, ODD["repeats" if c.name == "intra_rater_icc" else "whole numbers"])
    weights = ([0, 1, 2, 3, 0, 1, 1, 2], [0.5] * 8, [0] * 7 + [1], [0] * 8, [1e-9] * 8, [1e9] * 8)
    for w in weights:
        ask(c, rated(y, weights=np.array(w, dtype=float)), {}, Plan())
    for clusters in ([0] * 8, [0, 0, 0, 0, 1, 1, 1, 1], list(range(8))):
        for interval in (None, "jackknife", "bootstrap"):
            ask(c, rated(y, clusters=np.array(clusters)), {}, Plan(interval=interval, draws=40))


@pytest.mark.by_turns(4)
@pytest.mark.parametrize("seed", range(8))
def test_random_designs_have_an_answer_or_a_reason(seed: int) -> None:
    """Any size, any gaps, any weights, any options together."""
    rng = np.random.default_rng(seed)
    for _ in range(3):
        n, k, times = (int(rng.choice(x)) for x in ([1, 2, 3, 5, 12], [1, 2, 3, 4], [1, 1, 2, 3]))
        y = rng.normal(10, 3, (n, 1, 1)) + rng.normal(0, 2, (k, 1)) + rng.normal(0, 1, (n, k, times))
        y = np.round(y) if rng.random() < 0.3 else y
        y[rng.random(y.shape) < rng.choice([0, 0, 0.2, 0.6])] = np.nan
        if np.isnan(y).all():
            continue
        more = {} if rng.random() < 0.7 else {"weights": rng.choice([0.0, 1, 2, 0.3], n)}
        for c in CONTINUOUS:
            options = options_of(c)[int(rng.integers(len(options_of(c))))]
            plan = Plan(
                interval=[*INTERVALS, "exact"][int(rng.integers(8))],  # type: ignore[arg-type]
                level=float(rng.choice([0.5, 0.95, 0.999])), draws=40,
                alternative=[None, "two-sided", "greater", "less"][int(rng.integers(4))],  # type: ignore[arg-type]
                null=[None, None, 0.0, 0.5, -0.5, 3.0][int(rng.integers(6))],
                raters_are="sampled" if rng.random() < 0.1 else "fixed",
            )  # fmt: skip
            ask(c, rated(y, **more), options, plan)


# --- what is refused ----------------------------------------------------------------------------------

INF = math.inf
REFUSED: dict[str, tuple[Any, str]] = {
    "infinity": ([[1.5, 2.5], [INF, 3.0], [2.0, 4.0]], "infinite"),
    "minus infinity": ([[1.5, 2.5], [-INF, 3.0], [2.0, 4.0]], "infinite"),
    "text among numbers": ([[1.5, 2.5], ["abc", 3.0], [2.0, 4.0]], "'abc'"),
    "text only": ([["low", "high"], ["high", "high"], ["low", "low"]], "needs numbers"),
    "truth values": ([[True, False], [False, False], [True, True]], "needs numbers"),
    "no rows": ([], "no ratings"),
    "all gaps": ([[None, math.nan], [None, None]], "gap"),
    "ragged rows": ([[1.5, 2.0], [3.0], [4.0, 5.0]], "Row 2"),
    "complex numbers": ([[1 + 2j, 1], [2, 3], [3, 4]], "number"),
    "a whole number beyond all floats": ([[10**400, 1], [2, 3], [3, 4]], "large"),
    "nothing": (None, "NoneType"),
    "no file": ("there is no such file.csv", "no file"),
    "squares that overflow": ([[1e300, 2e300], [3e300, 5e300], [0.0, 1.0]], "squares"),
    "squares that vanish": ([[1e-300, 2e-300], [3e-300, 5e-300], [4e-300, 1e-300]], "squares"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_measurement_is_refused_in_words(what: str) -> None:
    data, words = REFUSED[what]
    for c in CONTINUOUS:
        with pytest.raises(ConcordantError, match=words):
            getattr(cc, c.name)(data, **NEEDED.get(c.name, {}))


@every_continuous
def test_one_item_beyond_all_squares_is_refused(c: Coefficient) -> None:
    """Its column shows no spread, but raters are as far apart as can be."""
    for size in (1e300, 1e-300):
        for y in ([[size, -2 * size, size]], [[[size, 3 * size], [2 * size, size]]]):
            with pytest.raises(InputError, match="squares"):
                rated(of(c, y))


@every_continuous
def test_one_rater_is_refused_or_needs_repeats(c: Coefficient) -> None:
    with pytest.raises(OptionError, match="only one"):
        getattr(cc, c.name)([[1.5], [2.5], [3.5]])


def test_an_infinite_measurement_is_named_with_its_place() -> None:
    with pytest.raises(InputError) as said:
        cc.icc([[1.5, 2.5], [2.0, INF], [2.0, 4.0]])
    assert "row 2" in str(said.value).lower()
    assert "rater 2" in str(said.value)


Y = ODD["constant bias"] + np.random.default_rng(1).normal(0, 0.3, (8, 3))
TWO = Y[:, :2]
WRONG: list[tuple[str, Any, dict[str, Any]]] = [
    *(("icc", Y, {"form": "A,k", "averaged": x}) for x in ("3", 0, math.nan, INF, True)),
    *(("icc", Y, {"form": x}) for x in ("X", None, "A,2", "ICC(4,1)", "")),
    ("icc", Y, {"model": "fixed"}), ("icc", Y, {"form": "ICC(3,1)", "model": "random"}),
    ("icc", Y, {"method": "ml"}), ("icc", Y, {"null": 1.0}),
    *(("smallest_detectable_change", Y, {"certainty": x}) for x in ("x", 0, 1, math.nan, True)),
    *(("repeatability_limit", Y, {"certainty": x}) for x in ("x", 2)),
    ("sem", Y, {"kind": "both"}),
    *(("total_deviation_index", TWO, {"coverage": x}) for x in ("x", 0, 1, math.nan)),
    *(("coverage_probability", TWO, {"within": x}) for x in ("x", 0, -1, math.nan, INF)),
    *(("bland_altman", TWO, {"agreement": x}) for x in ("x", 0, 95)),
    *(("bland_altman", TWO, {"allowed": x}) for x in ("x", 0, math.nan, True)),
    ("bland_altman", TWO, {"agreement": 0.9, "multiplier": 1.96}),
    ("bland_altman", TWO - 50, {"differences": "log"}),
    *(("deming", TWO, {"ratio": x}) for x in ("x", 0, -1, math.nan, INF)),
    *((name, TWO, {"at": x}) for name in ("deming", "passing_bablok") for x in ("x", math.nan, INF)),
    ("deming", TWO - 50, {"weighted": True}),
    *(("finn_coefficient", Y, {"levels": x}) for x in ("x", math.nan, INF, 1, 2.5, None)),
    *(("g_coefficient", Y, {"n_raters": x}) for x in ("x", 0, INF, math.nan, 2.5)),
    ("g_coefficient", Y, {"n_occasions": 3}), ("phi_coefficient", Y, {"fixed": "items"}),
    ("against_truth", Y, {"truth": "nobody"}),
    ("within_subject_cv", Y - 50, {}), ("within_subject_cv", Y, {"cv_by": "median"}),
    ("ccc", Y, {"divisor": 1}), ("cronbach_alpha", Y, {"standardized": "yes"}),
    *(("icc", Y, {"level": x}) for x in (0, 1, 95, "0.95", None, True)),
    *(("ccc", Y, {"null": x}) for x in ("x", INF, math.nan, True)),
    ("icc", Y, {"interval": "wald"}), ("icc", Y, {"interval": "exact"}), ("icc", Y, {"alternative": "up"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "options"), WRONG, ids=[f"{n}-{o}" for n, _, o in WRONG])
def test_wrong_options_are_told_in_one_sentence(name: str, data: Any, options: dict[str, Any]) -> None:
    with pytest.raises(ConcordantError) as said:
        getattr(cc, name)(data, **options)
    assert str(said.value).endswith((".", "?"))


FIGURES: list[tuple[Any, dict[str, Any]]] = [
    (cc.mean_squares, {"items": -1, "error": 1, "n_items": 5, "n_raters": 3}),
    (cc.mean_squares, {"items": "x", "error": 1, "n_items": 5, "n_raters": 3}),
    (cc.mean_squares, {"items": 1, "error": INF, "n_items": 5, "n_raters": 3}),
    (cc.mean_squares, {"items": 1, "error": 1, "n_items": "5", "n_raters": 3}),
    (cc.mean_squares, {"items": 1, "error": 1, "n_items": 1, "n_raters": 3}),
    (cc.summary, {"n_items": 9, "means": ["x", 1], "sds": [1, 1], "correlations": 0.5}),
    (cc.summary, {"n_items": 9, "means": [1, 2], "sds": [1, -1], "correlations": 0.5}),
    (cc.summary, {"n_items": 9, "means": [1, 2], "sds": [1, 1], "correlations": 1.5}),
    (cc.summary, {"n_items": 9, "means": [1, 2], "sds": [1, 1], "correlations": 0.5, "raters": ["a"]}),
    (cc.spearman_brown, {"reliability": "x", "times": 2}),
    (cc.spearman_brown, {"reliability": -0.5, "times": 3}),
    (cc.spearman_brown, {"reliability": 0.5, "times": math.nan}),
    (cc.raters_needed, {"reliability": "x", "target": 0.8}),
    (cc.raters_needed, {"reliability": 0.5, "target": "x"}),
    (cc.reliability_and_mse, {"var_true": "x", "bias": 1, "error_variance": 1}),
    (cc.reliability_and_mse, {"var_true": 1, "bias": "x", "error_variance": 1}),
    (cc.reliability_and_mse, {"var_true": 1, "bias": 1, "error_variance": -1}),
    (cc.d_study, {"data": Y, "n_raters": ["x"]}),
    (cc.d_study, {"data": Y, "n_raters": [0]}),
    (cc.d_study, {"data": Y, "target": "x"}),
]


@pytest.mark.parametrize(("function", "figures"), FIGURES, ids=[f"{f.__name__}-{x}" for f, x in FIGURES])
def test_wrong_figures_are_told_in_one_sentence(function: Any, figures: dict[str, Any]) -> None:
    with pytest.raises(ConcordantError) as said:
        function(**figures)
    assert str(said.value).endswith(".")


@every_continuous
def test_sums_alone_have_an_answer_or_say_what_is_missing(c: Coefficient) -> None:
    summary = cc.summary(n_items=20, means=[1.0, 2.0], sds=[1.0, 1.5], correlations=0.8)
    squares = cc.mean_squares(items=18.0, raters=24.0, error=4.0, n_items=20, n_raters=5)
    nothing = cc.mean_squares(items=0.0, raters=0.0, error=0.0, n_items=20, n_raters=5)
    for known in (summary, squares, nothing):
        for interval in INTERVALS:
            ask(c, known, NEEDED.get(c.name, {}), Plan(interval=interval, draws=40))  # type: ignore[arg-type]


# --- what must not be taken for certainty, or for a number -----------------------------------------------


def test_small_units_keep_their_intervals() -> None:
    """Nanomol are no rounding error."""
    for name, power in (("sem", 1), ("variance_components", 2), ("against_truth", 2), ("bland_altman", 1)):
        data = TWO if name == "bland_altman" else Y
        large, small = (getattr(cc, name)(y, scale="interval") for y in (data, data * 1e-9))
        assert small.estimate == pytest.approx(large.estimate * 1e-9**power, rel=1e-9)
        for end in ("low", "high"):
            right = getattr(large.interval, end) * 1e-9**power
            assert getattr(small.interval, end) == pytest.approx(right, rel=1e-6)


def test_perfect_agreement_has_no_interval_made_of_rounding() -> None:
    agreed = ODD["perfect agreement"]
    for name in ("variance_components", "g_study"):
        error = {p.category: p for p in getattr(cc, name)(agreed, interval="analytic").parts}["error"]
        assert error.estimate == pytest.approx(0, abs=1e-12)
        assert error.interval is None
        assert error.notes


@pytest.mark.parametrize("name", ["deming", "passing_bablok"])
def test_points_on_a_line_are_not_certain_to_stay_there(name: str) -> None:
    x = ODD["perfect agreement"][:, 0]
    for y in (x, 2 * x + 1):
        result = getattr(cc, name)(x, y, scale="interval")
        assert result.interval is None or result.interval.low < result.interval.high or result.notes


def test_the_intercept_is_not_cut_at_0() -> None:
    """A slope cannot be below 0 where raters go together; an intercept can."""
    result = cc.passing_bablok(TWO, interval="analytic")
    intercept = next(part for part in result.parts if part.category == "intercept")
    assert intercept.interval is not None
    half = (intercept.interval.high - intercept.estimate) / intercept.se
    assert intercept.estimate - intercept.interval.low == pytest.approx(half * intercept.se, rel=1e-9)


def test_items_that_are_all_alike_are_not_reliable() -> None:
    """No variance of items and none of error: rounding is not a share of rounding."""
    alike = np.tile([[12.3, 11.7, 13.1]], (5, 1))
    for method in ("anova", "reml"):
        result = cc.icc(alike, form="C,1", method=method, scale="interval")
        assert not result.defined
        assert result.notes


def test_no_reliability_is_minus_infinity() -> None:
    result = cc.cronbach_alpha([[1, 4], [5, 2]], standardized=True)
    assert not result.defined


def test_notes_do_not_depend_on_the_order_of_items() -> None:
    """With a constant rater, residuals of the line on size are rounding."""
    x = np.array([7.3, 9.1, 12.7, 8.8, 10.4, 11.9, 6.6, 9.7])
    rng = np.random.default_rng(0)
    said = {
        tuple(
            note.code
            for note in cc.bland_altman(x[rng.permutation(8)], np.full(8, 0.1), scale="interval").notes
        )
        for _ in range(25)
    }
    assert len(said) == 1


# --- what must not change an answer ------------------------------------------------------------------------

#: In which power of the unit a coefficient is told; the others are without unit.
UNITS = {
    "sem": 1, "smallest_detectable_change": 1, "within_subject_sd": 1, "repeatability_limit": 1,
    "bland_altman": 1, "total_deviation_index": 1, "variance_components": 2, "g_study": 2, "against_truth": 2,
}  # fmt: skip


def plain(c: Coefficient, seed: int = 0) -> Floats:
    """12 items, three raters or two, and two occasions where they are needed; some gaps where they may be."""
    rng = np.random.default_rng(seed)
    y = rng.normal(20, 4, (12, 1, 1)) + rng.normal(0, 1, (3, 1)) + rng.normal(0, 1.5, (12, 3, 2))
    return y if c.name == "intra_rater_icc" else of(c, y[:, :, 0])


def told(c: Coefficient, y: Any, *, interval: Any = None, **options: Any) -> list[float]:
    """Estimate and limits, of the whole and of its parts."""
    found = Measure(c, rated(y), {**NEEDED.get(c.name, {}), **options}).result(Plan(interval=interval))
    out: list[float] = []
    for r in (found, *found.parts):
        out += [r.estimate, *((r.interval.low, r.interval.high) if r.interval else ())]
    return out


def close(a: list[float], b: list[float], rel: float = 1e-7) -> bool:
    return len(a) == len(b) and a == pytest.approx(
        b, rel=rel, abs=1e-9 * max(1e-300, *map(abs, a)), nan_ok=True
    )


@pytest.mark.parametrize("interval", [None, "analytic"])
@every_continuous
def test_a_shift_of_all_measurements_changes_nothing_where_that_is_promised(
    c: Coefficient, interval: Any
) -> None:
    if "shift" not in c.ignores:
        return
    y = plain(c)
    for shift in (-7.25, 1e4, 1e9):
        digits = 1e-7 if abs(shift) < 1e6 else 1e-4
        assert close(told(c, y, interval=interval), told(c, y + shift, interval=interval), rel=digits)


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("factor", [1e-9, 0.01, 1e6])
@every_continuous
def test_a_change_of_unit_changes_the_unit(c: Coefficient, factor: float) -> None:
    if c.name == "finn_coefficient":  # it compares with the levels of the scale
        return
    options = [{}, {"within": 2.0}] if c.name == "coverage_probability" else [{}, {}]
    scaled = {name: value * factor for name, value in options[1].items()}
    y = plain(c)
    for interval in (None, "analytic", "jackknife"):
        a = told(c, y, interval=interval, **options[1])
        b = told(c, y * factor, interval=interval, **scaled)
        if c.name in ("deming", "passing_bablok"):  # slope, slope, then the intercept in the unit of y
            a = [*a[:6], *(x * factor for x in a[6:])]
        else:
            a = [x * factor ** UNITS.get(c.name, 0) for x in a]
        assert close(a, b)


@every_continuous
def test_the_order_of_items_changes_nothing(c: Coefficient) -> None:
    y = plain(c, seed=3)
    y[0, 0] = np.nan
    order = np.random.default_rng(1).permutation(len(y))
    for interval in (None, "jackknife"):
        assert close(told(c, y, interval=interval), told(c, y[order], interval=interval))


@every_continuous
def test_the_order_of_raters_changes_nothing_where_that_is_promised(c: Coefficient) -> None:
    if "rater order" not in c.ignores:
        return
    y = plain(c, seed=4)
    turned = y[:, ::-1]
    for interval in (None, "analytic"):
        ends = 1 if c.name not in ("g_study", "variance_components") else None
        a, b = told(c, y, interval=interval), told(c, turned, interval=interval)
        whole = 3 if ends else len(a)
        assert close(a[:whole], b[:whole])


def test_swapping_two_raters_turns_differences_and_lines_around() -> None:
    x, y = TWO.T
    there, back = cc.bland_altman(x, y), cc.bland_altman(y, x)
    assert back.estimate == pytest.approx(-there.estimate, abs=1e-12)
    assert back.parts[0].estimate == pytest.approx(-there.parts[1].estimate, abs=1e-12)
    assert back.p_value == pytest.approx(there.p_value, rel=1e-9)
    for line in (cc.deming, cc.passing_bablok):
        one, other = (line(*pair, scale="interval") for pair in ((x, y), (y, x)))
        assert other.estimate == pytest.approx(1 / one.estimate, rel=1e-9)
        slope, intercept = (part.estimate for part in one.parts[:2])
        assert other.parts[1].estimate == pytest.approx(-intercept / slope, rel=1e-9)


@pytest.mark.parametrize("bias", [-3.0, 0.5, 40.0])
def test_a_rater_of_constant_bias_moves_level_and_not_consistency(bias: float) -> None:
    moved = Y + np.array([0.0, 0.0, bias])
    for name, options in (
        ("icc", {"form": "C,1"}), ("icc", {"form": "C,k"}), ("sem", {"kind": "consistency"}),
        ("cronbach_alpha", {}), ("g_coefficient", {}), ("robinson_a", {"kind": "consistency"}),
        ("finn_coefficient", {"kind": "consistency", "levels": 40}), ("pearson", {}),
    ):  # fmt: skip
        a, b = (getattr(cc, name)(y, scale="interval", **options) for y in (Y, moved))
        assert a.estimate == pytest.approx(b.estimate, rel=1e-9), name
        assert a.interval is not None
        assert b.interval is not None
        assert a.interval.low == pytest.approx(b.interval.low, rel=1e-6)
    level = np.ptp(moved.mean(0)) - np.ptp(Y.mean(0))
    for name in ("icc", "ccc", "phi_coefficient", "iota", "robinson_a"):  # further apart: less agreement
        a, b = (getattr(cc, name)(y, scale="interval").estimate for y in (Y, moved))
        assert (b < a) == (level > 0), name


def test_a_bias_of_one_of_two_raters_goes_where_it_belongs() -> None:
    x, y = TWO.T
    for bias in (-4.0, 10.0):
        before, after = cc.bland_altman(x, y), cc.bland_altman(x + bias, y)
        assert after.estimate == pytest.approx(before.estimate + bias, abs=1e-9)
        assert [p.estimate - q.estimate for p, q in zip(after.parts, before.parts, strict=True)] == (
            pytest.approx([bias, bias], abs=1e-9)
        )
        for line in (cc.deming, cc.passing_bablok):
            a, b = (line(x, y + shift, scale="interval") for shift in (0, bias))
            assert b.estimate == pytest.approx(a.estimate, rel=1e-9)
            assert b.parts[1].estimate == pytest.approx(a.parts[1].estimate + bias, abs=1e-8)
        was, now = (cc.against_truth(x, y + shift, scale="interval").details for shift in (0, bias))
        assert now["error_variance"] == pytest.approx(was["error_variance"], rel=1e-9)
        assert now["bias"] == pytest.approx(was["bias"] + bias, abs=1e-9)


@pytest.mark.parametrize("gaps", [0.0, 0.25])
@every_continuous
def test_moments_of_parts_add_to_those_of_the_whole(c: Coefficient, gaps: float) -> None:
    """Measured apart, at a million and with gaps, reduced and added: the same number."""
    y = plain(c, seed=7) + 1e6
    times = y.shape[2] if y.ndim == 3 else 1
    flat = y.reshape(len(y), -1)
    flat[np.random.default_rng(2).random(flat.shape) < gaps] = np.nan
    raters, occasions = NAMES[: y.shape[1]], ("1", "2") if times == 2 else ("",)
    whole, *parts = (of_values(v, raters, occasions) for v in (flat, flat[:5], flat[5:9], flat[9:]))
    added, sums = parts[0] + parts[1] + parts[2], parts[0].without_items()
    for part in parts[1:]:
        sums = sums + part.without_items()
    for options in ({}, *(o for o in VARIANTS.get(c.name, []) if "truth" not in o)):
        asked = {**NEEDED.get(c.name, {}), **options}
        right = c(whole, **asked)
        assert float(c(added, **asked).value) == pytest.approx(float(right.value), rel=1e-6, nan_ok=True)
        try:
            found = float(c(sums, **asked).value)
        except OptionError:  # needs the measurements of every item
            continue
        assert found == pytest.approx(float(right.value), rel=1e-6, nan_ok=True)


@pytest.mark.parametrize("method", ["auto", "anova"])
def test_a_feature_among_many_is_what_it_is_alone_in_odd_designs_too(method: Any) -> None:
    """Estimate, limits, p and items of every form, feature by feature."""
    flat = {name: y for name, y in ODD.items() if y.shape == (8, 3)}
    stack = np.stack(list(flat.values()), axis=2)
    frame = cc.icc_features(stack, method=method, null=0.2, level=0.9)
    for place, y in enumerate(flat.values()):
        for form in ("1,1", "1,k", "A,1", "A,k", "C,1", "C,k"):
            if method == "anova" and form.startswith("1") and np.isnan(y).any():
                continue  # alone, the one-way table takes items with gaps too
            alone = cc.icc(
                y, form=form, method=method, null=0.2, level=0.9, scale="interval", interval="classical"
            )
            low, high = (alone.interval.low, alone.interval.high) if alone.interval else (math.nan,) * 2
            column = "icc_" + form.replace(",", "").lower()
            batch = [float(frame[column + end][place]) for end in ("", "_low", "_high", "_p")]
            right = [alone.estimate, low, high, alone.p_value]
            if np.isinf(frame[f"{column}_f"][place]):  # alone there is no p without an error
                batch[3] = right[3] = 0.0
            assert batch == pytest.approx(right, rel=1e-7, abs=1e-9, nan_ok=True), (place, form)
            assert alone.defined or frame["reason"][place]
