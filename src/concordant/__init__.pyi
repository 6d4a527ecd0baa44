"""Written by tools/generate.py from the catalogue and the public functions; not to be edited."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from numpy.typing import NDArray

from .errors import ConcordantError as ConcordantError
from .errors import InputError as InputError
from .errors import MissingLibrary as MissingLibrary
from .errors import OptionError as OptionError
from .errors import ScaleError as ScaleError
from .result import Interval as Interval
from .result import Note as Note
from .result import Result as Result
from .frame import Frame as Frame
from .ratings.ratings import Ratings as Ratings
from .ratings.scale import Scale as Scale
from .ratings.audit import Audit as Audit
from .ratings.read import as_ratings as as_ratings
from .ratings.read import read as read
from .reduce.moments import Moments as Moments
from .reduce.from_published import mean_squares as mean_squares
from .reduce.from_published import summary as summary
from .coefficients.catalogue import CATALOGUE as CATALOGUE
from .coefficients.reliability.forms import Form as Form
from .coefficients.reliability.forms import icc_form as icc_form
from .coefficients.reliability.spearman_brown import raters_needed as raters_needed
from .coefficients.reliability.spearman_brown import spearman_brown as spearman_brown
from .coefficients.truth.validity import reliability_and_mse as reliability_and_mse
from .inference.measure import Measure as Measure
from .inference.plan import Plan as Plan
from .inference.slices import Sliced as Sliced
from .inference.strata import Strata as Strata
from .inference.features import icc_features as icc_features
from .inference.reliable_features import reliable_features as reliable_features
from .surfaces.api.coefficients import agreement as agreement
from .surfaces.api.coefficients import agreement_by as agreement_by
from .surfaces.api.coefficients import compare as compare
from .surfaces.api.coefficients import counts as counts
from .surfaces.api.coefficients import d_study as d_study
from .surfaces.api.coefficients import intra_rater as intra_rater
from .surfaces.api.coefficients import measure as measure
from .surfaces.api.coefficients import moments as moments
from .surfaces.api.coefficients import moments_by as moments_by
from .surfaces.api.coefficients import pairwise as pairwise
from .surfaces.api.coefficients import severity_scores as severity_scores
from .surfaces.api.coefficients import table as table
from .surfaces.api.coefficients import top_items as top_items
from .surfaces.api.coefficients import weight_matrix as weight_matrix
from .surfaces.api.study import marginal_homogeneity as marginal_homogeneity
from .surfaces.api.study import sensitivity as sensitivity
from .surfaces.api.study import stratified as stratified
from .surfaces.api.study import study as study
from .surfaces.api.study_result import Study as Study
from .surfaces.api.drift import drift as drift
from .surfaces.api.examples import example as example
from .surfaces.api.examples import examples as examples
from .surfaces.gate.check import Gate as Gate
from .surfaces.gate.check import assert_agreement as assert_agreement
from .surfaces.gate.check import check as check
from .surfaces.track.functions import projects as projects
from .surfaces.track.functions import store as store
from .surfaces.track.functions import track as track
from .surfaces.track.project import Project as Project
from .surfaces import figures as figures
from .version import __version__ as __version__

__all__ = [
    "Audit",
    "CATALOGUE",
    "ConcordantError",
    "Form",
    "Frame",
    "Gate",
    "InputError",
    "Interval",
    "Measure",
    "MissingLibrary",
    "Moments",
    "Note",
    "OptionError",
    "Plan",
    "Project",
    "Ratings",
    "Result",
    "Scale",
    "ScaleError",
    "Sliced",
    "Strata",
    "Study",
    "adjacent_agreement",
    "against_truth",
    "agreement",
    "agreement_by",
    "as_ratings",
    "assert_agreement",
    "bangdiwala_b",
    "bennett_s",
    "bias_index",
    "bland_altman",
    "brennan_prediger",
    "category_kappa",
    "ccc",
    "check",
    "cohen_kappa",
    "compare",
    "conger_kappa",
    "counts",
    "coverage_probability",
    "cronbach_alpha",
    "d_study",
    "deming",
    "drift",
    "exact_agreement",
    "example",
    "examples",
    "figures",
    "finn_coefficient",
    "fleiss_kappa",
    "g_coefficient",
    "g_study",
    "gwet_ac",
    "hubert_kappa",
    "icc",
    "icc_features",
    "icc_form",
    "intra_rater",
    "intra_rater_icc",
    "iota",
    "kappa_max",
    "kendall_tau",
    "kendall_w",
    "krippendorff_alpha",
    "light_kappa",
    "marginal_homogeneity",
    "mean_absolute_error",
    "mean_squares",
    "measure",
    "moments",
    "moments_by",
    "pabak",
    "pairwise",
    "passing_bablok",
    "pearson",
    "phi_coefficient",
    "prevalence_index",
    "projects",
    "randolph_kappa",
    "raters_needed",
    "read",
    "reliability_and_mse",
    "reliable_features",
    "repeatability_limit",
    "robinson_a",
    "root_mean_square_error",
    "scott_pi",
    "sem",
    "sensitivity",
    "severity_scores",
    "signed_bias",
    "smallest_detectable_change",
    "spearman",
    "spearman_brown",
    "specific_agreement",
    "store",
    "stratified",
    "study",
    "summary",
    "table",
    "top_items",
    "total_deviation_index",
    "track",
    "variance_components",
    "weight_matrix",
    "within_subject_cv",
    "within_subject_sd",
]

class InferenceOptions(TypedDict, total=False):
    """How sure a number is; see `Plan`."""

    level: float
    interval: (
        Literal["analytic", "bootstrap", "bca", "jackknife", "exact", "classical", "generalised", "none"]
        | None
    )
    null: float | None
    alternative: Literal["two-sided", "greater", "less"] | None
    test: Literal["z", "t"] | None
    variance: Literal["delta", "irrcac"]
    raters_are: Literal["fixed", "sampled"]
    population: float | None
    draws: int
    rng: Any

class ReadingOptions(TypedDict, total=False):
    """What the data are; see `read`."""

    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | None
    rater: str | None
    value: str | None
    raters: Sequence[str] | Mapping[str, Sequence[str]] | None
    dimension: str | None
    repeat: str | None
    round: str | None
    rater_kind: str | Mapping[Any, str] | None
    slices: str | Sequence[str] | None
    case_weights: str | None
    clusters: str | None
    time: str | None
    text: str | Sequence[str] | None
    comment: str | Mapping[str, str] | None
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: Iterable[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "unchecked"]
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    header: bool | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class Options(InferenceOptions, ReadingOptions, total=False):
    """What every coefficient takes beside its own options."""

def exact_agreement(
    first: Any,
    second: Any = None,
    /,
    *,
    across: Literal["pairs", "all"] = "pairs",
    **options: Unpack[Options],
) -> Result:
    """Share of pairs of ratings of an item that are the same."""

def adjacent_agreement(
    first: Any,
    second: Any = None,
    /,
    *,
    within: float = 1.0,
    across: Literal["pairs", "all"] = "pairs",
    **options: Unpack[Options],
) -> Result:
    """Share of pairs of ratings of an item that differ by `within` or less."""

def specific_agreement(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """For each category: of the pairs in which one rater chose it, the share where the other did too."""

def cohen_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of two raters beyond what their own habits would give by chance."""

def kappa_max(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """The highest kappa these two raters could reach, given how often each uses each category."""

def scott_pi(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of two raters beyond chance, where chance is one habit shared by both."""

def bennett_s(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """Agreement of two raters beyond what random picking among all categories would give."""

def pabak(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """Kappa as it would be if categories were equally common and both raters used them alike."""

def prevalence_index(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How far the categories are from being equally common."""

def bias_index(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How differently the two raters use the categories."""

def bangdiwala_b(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """The share of the agreement chart's rectangles that is filled by exact agreement."""

def fleiss_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    margins: Literal["items", "ratings"] = "items",
    **options: Unpack[Options],
) -> Result:
    """Agreement of any number of raters beyond chance, where chance is one habit shared by all."""

def category_kappa(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """For each category, kappa of "this category or not"; overall, Fleiss' kappa."""

def conger_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Cohen's kappa for several raters: chance keeps each rater's own habits."""

def light_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """The mean of Cohen's kappa over all pairs of raters."""

def hubert_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Disagreement of all pairs of raters, added up, over the chance disagreement, added up."""

def randolph_kappa(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """Fleiss' kappa for raters who were not told how often to use each category."""

def brennan_prediger(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of any number of raters beyond random picking among all categories."""

def gwet_ac(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | str
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of any number of raters beyond chance, steady when one category is rare."""

def krippendorff_alpha(
    first: Any,
    second: Any = None,
    /,
    *,
    metric: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"]
    | None
    | NDArray[Any]
    | list[list[float]]
    | Callable[[Any, Any], float] = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement beyond chance, with a difference that suits the scale, whatever is missing."""

def mean_absolute_error(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How many points two ratings of an item lie apart, on average."""

def root_mean_square_error(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """Like the mean absolute error, but large distances count more."""

def signed_bias(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How many points the second rater rates above the first, on average."""

def pearson(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How well one rater's scores follow a straight line of the other's."""

def spearman(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How well the two raters put the items in the same order, ties sharing a rank."""

def kendall_tau(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """Of all pairs of items, how many more do the two raters order alike than oppositely."""

def kendall_w(
    first: Any,
    second: Any = None,
    /,
    *,
    correct_ties: bool = True,
    **options: Unpack[Options],
) -> Result:
    """How far several raters put the items in one common order, 0 to 1."""

def icc(
    first: Any,
    second: Any = None,
    /,
    *,
    form: str = "A,1",
    model: Literal["random", "mixed"] | None = None,
    method: Literal["auto", "anova", "reml"] = "auto",
    averaged: int | None = None,
    all_forms: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Which share of the variance of ratings is that of the items, the rest being raters and error."""

def intra_rater_icc(
    first: Any,
    second: Any = None,
    /,
    *,
    form: str = "1,1",
    model: Literal["random", "mixed"] = "random",
    **options: Unpack[Options],
) -> Result:
    """How far raters repeat themselves: how alike two readings of an item by one rater are (test–retest)."""

def ccc(
    first: Any,
    second: Any = None,
    /,
    *,
    divisor: Literal["n-1", "n"] = "n-1",
    transform: Literal["fisher", "none"] = "fisher",
    **options: Unpack[Options],
) -> Result:
    """How close the ratings lie to the line on which both raters say the same."""

def total_deviation_index(
    first: Any,
    second: Any = None,
    /,
    *,
    coverage: float = 0.9,
    approximate: bool = False,
    **options: Unpack[Options],
) -> Result:
    """How far apart two raters are at most on a given share of items."""

def coverage_probability(
    first: Any,
    second: Any = None,
    /,
    *,
    within: float = 1.0,
    **options: Unpack[Options],
) -> Result:
    """On which share of items two raters differ by no more than is allowed."""

def bland_altman(
    first: Any,
    second: Any = None,
    /,
    *,
    agreement: float = 0.95,
    multiplier: float | None = None,
    differences: Literal["plain", "percent", "log"] = "plain",
    limits: Literal["normal", "nonparametric", "regression"] = "normal",
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None = None,
    repeats: Literal["linked", "unlinked"] | None = None,
    allowed: float | None = None,
    **options: Unpack[Options],
) -> Result:
    """How far two raters' measurements of an item lie apart: the mean difference, and limits for single ones."""

def deming(
    first: Any,
    second: Any = None,
    /,
    *,
    ratio: float | None = None,
    weighted: bool = False,
    at: float | None = None,
    **options: Unpack[Options],
) -> Result:
    """The slope of the line between two raters' measurements when both have errors: 1 if they scale alike."""

def passing_bablok(
    first: Any,
    second: Any = None,
    /,
    *,
    at: float | None = None,
    **options: Unpack[Options],
) -> Result:
    """The slope of the line between two raters by medians, untroubled by outliers: 1 if they scale alike."""

def against_truth(
    first: Any,
    second: Any = None,
    /,
    *,
    truth: str | None = None,
    **options: Unpack[Options],
) -> Result:
    """How far raters are from a known truth, and whether by a constant bias or by scatter."""

def iota(
    first: Any,
    second: Any = None,
    /,
    *,
    standardized: bool = False,
    **options: Unpack[Options],
) -> Result:
    """How much closer ratings of the same item are than ratings of any two items."""

def robinson_a(
    first: Any,
    second: Any = None,
    /,
    *,
    kind: Literal["agreement", "consistency"] = "agreement",
    **options: Unpack[Options],
) -> Result:
    """Which share of the squared deviations from the general mean is between items, not between raters."""

def finn_coefficient(
    first: Any,
    second: Any = None,
    /,
    *,
    levels: int | None = None,
    kind: Literal["agreement", "consistency"] = "agreement",
    **options: Unpack[Options],
) -> Result:
    """How much less raters of an item scatter than raters who use the levels of the scale at random."""

def variance_components(
    first: Any,
    second: Any = None,
    /,
    *,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """The variance of ratings, and how much of it is that of items, of raters and of error."""

def g_study(
    first: Any,
    second: Any = None,
    /,
    *,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """The variance of a single rating, and how much of it comes from each facet and from their interplay."""

def g_coefficient(
    first: Any,
    second: Any = None,
    /,
    *,
    n_raters: int | None = None,
    n_occasions: int | None = None,
    fixed: Literal["raters", "occasions"] | None = None,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """How well the mean over raters (and occasions) keeps items apart: for decisions that compare items."""

def phi_coefficient(
    first: Any,
    second: Any = None,
    /,
    *,
    n_raters: int | None = None,
    n_occasions: int | None = None,
    fixed: Literal["raters", "occasions"] | None = None,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """How well the mean over raters (and occasions) gives an item's own value: for decisions on its level."""

def sem(
    first: Any,
    second: Any = None,
    /,
    *,
    kind: Literal["agreement", "consistency"] = "agreement",
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """How far a single rating lies from the item's true value, as a standard deviation in points."""

def smallest_detectable_change(
    first: Any,
    second: Any = None,
    /,
    *,
    kind: Literal["agreement", "consistency"] = "agreement",
    certainty: float = 0.95,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """The change between two ratings of an item that is more than measurement error would make."""

def within_subject_sd(
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[Options],
) -> Result:
    """How far readings of one and the same item spread: their standard deviation, pooled over items."""

def repeatability_limit(
    first: Any,
    second: Any = None,
    /,
    *,
    certainty: float = 0.95,
    **options: Unpack[Options],
) -> Result:
    """How far apart two readings of the same item will be at most, in 95 of 100 cases: 1.96·√2·s_w."""

def within_subject_cv(
    first: Any,
    second: Any = None,
    /,
    *,
    cv_by: Literal["mean", "items", "log"] = "mean",
    **options: Unpack[Options],
) -> Result:
    """How far readings of an item spread, as a share of their size; for measurements with a true zero."""

def cronbach_alpha(
    first: Any,
    second: Any = None,
    /,
    *,
    standardized: bool = False,
    without_each: bool = False,
    **options: Unpack[Options],
) -> Result:
    """How reliable the sum (or mean) of all raters' ratings is; ICC(C,k) by another name."""
