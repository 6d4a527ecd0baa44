"""Written by tools/generate.py from the catalogue and the public functions; not to be edited."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from numpy.typing import NDArray

from .errors import AmbiguousReading as AmbiguousReading
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
from .ratings.read import read as read
from .reduce.moments import Moments as Moments
from .reduce.from_published import mean_squares as mean_squares
from .reduce.from_published import summary as summary
from .coefficients.catalogue import CATALOGUE as CATALOGUE
from .coefficients.reliability.icc_forms import Form as Form
from .coefficients.reliability.icc_forms import icc_form as icc_form
from .coefficients.reliability.spearman_brown import raters_needed as raters_needed
from .coefficients.reliability.spearman_brown import spearman_brown as spearman_brown
from .coefficients.truth.validity import reliability_and_mse as reliability_and_mse
from .inference.measure import Measure as Measure
from .inference.plan import Plan as Plan
from .inference.slices import Sliced as Sliced
from .inference.strata import Strata as Strata
from .inference.features import icc_features as icc_features
from .inference.reliable_features import reliable_features as reliable_features
from .surfaces.api.summaries import counts as counts
from .surfaces.api.summaries import table as table
from .surfaces.api.category_weights import severity_scores as severity_scores
from .surfaces.api.category_weights import weight_matrix as weight_matrix
from .planning.sample_plan import SamplePlan as SamplePlan
from .planning.next_tasks import TaskList as TaskList
from .surfaces.api.study_result import Study as Study
from .interpret.kappa_steps import KappaSteps as KappaSteps
from .language.terms import Explanation as Explanation
from .surfaces.api.explain import explain as explain
from .surfaces.api.examples import example as example
from .surfaces.api.examples import examples as examples
from .judges.latent_truth import LatentTruth as LatentTruth
from .judges.label_panel import LabelPanel as LabelPanel
from .judges.panel import JudgePanel as JudgePanel
from .judges.ordinal_map import OrdinalMap as OrdinalMap
from .judges.score_map import ScoreMap as ScoreMap
from .surfaces.api.panels import bradley_terry as bradley_terry
from .surfaces.api.panels import position_bias as position_bias
from .surfaces.api.exports import formats as formats
from .surfaces.api.exports import import_table as import_table
from .surfaces.gate.check import Gate as Gate
from .surfaces.track.track import projects as projects
from .surfaces.track.track import store as store
from .surfaces.track.track import track as track
from .surfaces.track.project import Project as Project
from .surfaces import figures as figures
from .interpret.goals.goal import Goal
from .interpret.judge_reports.preferences import PreferenceReport
from .interpret.judge_reports.soft_labels import SoftLabelReport
from .interpret.judge_reports.thresholds import ThresholdReport
from .interpret.rounds.anchors import Anchored
from .interpret.trust.sensitivity import Sensitivity
from .report.write_back.targets import Outgoing
from .version import __version__ as __version__

__all__ = [
    "AmbiguousReading",
    "Audit",
    "CATALOGUE",
    "ConcordantError",
    "Explanation",
    "Form",
    "Frame",
    "Gate",
    "InputError",
    "Interval",
    "JudgePanel",
    "KappaSteps",
    "LabelPanel",
    "LatentTruth",
    "Measure",
    "MissingLibrary",
    "Moments",
    "Note",
    "OptionError",
    "OrdinalMap",
    "Plan",
    "Project",
    "Ratings",
    "Result",
    "SamplePlan",
    "Scale",
    "ScaleError",
    "ScoreMap",
    "Sliced",
    "Strata",
    "Study",
    "TaskList",
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
    "bradley_terry",
    "brennan_prediger",
    "category_kappa",
    "ccc",
    "check",
    "cohen_kappa",
    "compare",
    "conger_kappa",
    "corrected_difference",
    "corrected_mean",
    "corrected_share",
    "counts",
    "coverage_probability",
    "cronbach_alpha",
    "d_study",
    "deming",
    "diagnostic_accuracy",
    "drift",
    "exact_agreement",
    "example",
    "examples",
    "explain",
    "figures",
    "finn_coefficient",
    "fleiss_kappa",
    "formats",
    "g_coefficient",
    "g_study",
    "gwet_ac",
    "hubert_kappa",
    "icc",
    "icc_features",
    "icc_form",
    "import_table",
    "intra_rater",
    "intra_rater_icc",
    "iota",
    "kappa_max",
    "kappa_steps",
    "kendall_tau",
    "kendall_w",
    "krippendorff_alpha",
    "latent_truth",
    "light_kappa",
    "marginal_homogeneity",
    "mean_absolute_error",
    "mean_squares",
    "measure",
    "moments",
    "moments_by",
    "pabak",
    "pairwise",
    "panel",
    "passing_bablok",
    "pearson",
    "phi_coefficient",
    "plan",
    "plan_next",
    "position_bias",
    "preferences",
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
    "score_map",
    "scott_pi",
    "sem",
    "sensitivity",
    "severity_scores",
    "signed_bias",
    "smallest_detectable_change",
    "soft_labels",
    "spearman",
    "spearman_brown",
    "specific_agreement",
    "store",
    "stratified",
    "study",
    "summary",
    "table",
    "threshold_curve",
    "top_items",
    "total_deviation_index",
    "track",
    "variance_components",
    "weight_matrix",
    "within_subject_cv",
    "within_subject_sd",
    "write_back",
]

class InferenceOptions(TypedDict, total=False):
    """How sure a number is; see `Plan`."""

    level: float
    interval: (
        Literal[
            "analytic",
            "score",
            "bootstrap",
            "bca",
            "jackknife",
            "exact",
            "classical",
            "adjusted",
            "generalised",
            "none",
        ]
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
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class CoefficientOptions(TypedDict, total=False):
    """Options of single coefficients; each takes its own."""

    across: Literal["pairs", "all"]
    within: float
    weights: (
        Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
    )
    scores: Sequence[float] | None
    margins: Literal["items", "ratings"]
    metric: (
        Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
        | None
        | NDArray[Any]
        | list[list[float]]
        | Callable[[Any, Any], float]
    )
    correct_ties: bool
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ]
    model: Literal["random", "mixed"] | None
    method: Literal["auto", "anova", "reml"]
    averaged: int | None
    all_forms: bool
    divisor: Literal["n-1", "n"]
    transform: Literal["fisher", "none"]
    coverage: float
    approximate: bool
    agreement: float
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    allowed: float | None
    ratio: float | None
    weighted: bool
    at: float | None
    truth: str | None
    positive: str | None
    standardized: bool
    kind: Literal["agreement", "consistency"]
    levels: int | None
    n_raters: int | None
    n_occasions: int | None
    fixed: Literal["raters", "occasions"] | None
    certainty: float
    cv_by: Literal["mean", "items", "log"]
    without_each: bool

class CheckOptions(TypedDict, total=False):
    """Options of `check`."""

    comparison: str | None
    allowed_loss: float
    margin: float | None
    least_common: float
    reference: str | Sequence[str] | None
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]
    by: str | Sequence[str] | None
    level: float
    fdr: float
    project: str | None
    store: Any

class PlanOptions(TypedDict, total=False):
    """Options of every question of `plan`, and of plans from data."""

    kappa: float
    null: float | None
    width: float | None
    shares: Sequence[float] | None
    categories: int | None | Iterable[Any]
    raters: int | str | Sequence[str] | Mapping[str, Any] | None
    power: float
    level: float
    minutes: float | None
    price: float | None
    weights: (
        Literal["linear", "quadratic"]
        | Literal["identity", "linear", "quadratic"]
        | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
    )
    alpha: float
    metric: (
        Literal["nominal", "ordinal", "interval"]
        | Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
        | None
        | NDArray[Any]
        | list[list[float]]
        | Callable[[Any, Any], float]
    )
    icc: float
    form: Literal["A,1", "C,1", "1,1"] | str
    sided: int
    share: float
    correlation: float | None
    sd: float
    allowed: float | None
    bias: float
    discordant: float
    gain: float
    goal: str | Path | Mapping[str, Any] | None
    expected: float
    measure: str
    labels: int | None
    pass_rate: float | None
    specificity: float
    sensitivity: float
    pilot: int
    judged: int | None
    reliability: float
    target: float | None
    budget: float | None
    item_cost: float
    rating_cost: float
    repeat_error: float
    agreement: float
    pool: int | None
    reference: str | Sequence[str] | None
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]
    by: str | Sequence[str] | None
    across: Literal["pairs", "all"]
    within: float
    scores: Sequence[float] | None
    margins: Literal["items", "ratings"]
    correct_ties: bool
    model: Literal["random", "mixed"] | None
    method: Literal["auto", "anova", "reml"]
    averaged: int | None
    all_forms: bool
    divisor: Literal["n-1", "n"]
    transform: Literal["fisher", "none"]
    coverage: float
    approximate: bool
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    ratio: float | None
    weighted: bool
    at: float | None
    truth: str | None
    positive: str | None
    standardized: bool
    kind: Literal["agreement", "consistency"]
    levels: int | None
    n_raters: int | None
    n_occasions: int | None
    fixed: Literal["raters", "occasions"] | None
    certainty: float
    cv_by: Literal["mean", "items", "log"]
    without_each: bool
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class ProgressOptions(TypedDict, total=False):
    """Who hears how far a study is."""

    tell: Callable[..., Any]

class Options(InferenceOptions, ReadingOptions, total=False): ...
class MeasureOptions(CoefficientOptions, ReadingOptions, total=False): ...
class StudyOptions(ProgressOptions, ReadingOptions, total=False): ...
class AssertOptions(CheckOptions, ReadingOptions, total=False): ...
class AnyOptions(CoefficientOptions, InferenceOptions, ReadingOptions, total=False): ...

class DriftOptions(TypedDict, total=False):
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class CorrectedDifferenceOptions(TypedDict, total=False):
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class CorrectedMeanOptions(TypedDict, total=False):
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class SensitivityOptions(TypedDict, total=False):
    across: Literal["pairs", "all"]
    within: float
    scores: Sequence[float] | None
    margins: Literal["items", "ratings"]
    metric: (
        Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
        | None
        | NDArray[Any]
        | list[list[float]]
        | Callable[[Any, Any], float]
    )
    correct_ties: bool
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ]
    model: Literal["random", "mixed"] | None
    method: Literal["auto", "anova", "reml"]
    averaged: int | None
    all_forms: bool
    divisor: Literal["n-1", "n"]
    transform: Literal["fisher", "none"]
    coverage: float
    approximate: bool
    agreement: float
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    allowed: float | None
    ratio: float | None
    weighted: bool
    at: float | None
    truth: str | None
    positive: str | None
    standardized: bool
    kind: Literal["agreement", "consistency"]
    levels: int | None
    n_raters: int | None
    n_occasions: int | None
    fixed: Literal["raters", "occasions"] | None
    certainty: float
    cv_by: Literal["mean", "items", "log"]
    without_each: bool
    level: float
    interval: (
        Literal[
            "analytic",
            "score",
            "bootstrap",
            "bca",
            "jackknife",
            "exact",
            "classical",
            "adjusted",
            "generalised",
            "none",
        ]
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
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class TopItemsOptions(TypedDict, total=False):
    across: Literal["pairs", "all"]
    within: float
    weights: (
        Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
    )
    scores: Sequence[float] | None
    margins: Literal["items", "ratings"]
    metric: (
        Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
        | None
        | NDArray[Any]
        | list[list[float]]
        | Callable[[Any, Any], float]
    )
    correct_ties: bool
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ]
    model: Literal["random", "mixed"] | None
    method: Literal["auto", "anova", "reml"]
    averaged: int | None
    all_forms: bool
    divisor: Literal["n-1", "n"]
    transform: Literal["fisher", "none"]
    coverage: float
    approximate: bool
    agreement: float
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    allowed: float | None
    ratio: float | None
    weighted: bool
    at: float | None
    truth: str | None
    positive: str | None
    standardized: bool
    kind: Literal["agreement", "consistency"]
    levels: int | None
    n_raters: int | None
    n_occasions: int | None
    fixed: Literal["raters", "occasions"] | None
    certainty: float
    cv_by: Literal["mean", "items", "log"]
    without_each: bool
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class BlandAltmanFigureOptions(TypedDict, total=False):
    agreement: float
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    allowed: float | None
    level: float
    interval: (
        Literal[
            "analytic",
            "score",
            "bootstrap",
            "bca",
            "jackknife",
            "exact",
            "classical",
            "adjusted",
            "generalised",
            "none",
        ]
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
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class ComponentsFigureOptions(TypedDict, total=False):
    method: Literal["auto", "anova", "reml"]
    level: float
    interval: (
        Literal[
            "analytic",
            "score",
            "bootstrap",
            "bca",
            "jackknife",
            "exact",
            "classical",
            "adjusted",
            "generalised",
            "none",
        ]
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
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None

class ForestOptions(TypedDict, total=False):
    tell: Callable[..., Any]
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    reference: str | Sequence[str] | None
    goal: str | Path | Mapping[str, Any] | Goal | None
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]
    benchmark: str | None
    weights: (
        Mapping[
            str,
            Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
            | Literal[
                "power:0.25",
                "power:0.5",
                "power:0.75",
                "power:1",
                "power:1.25",
                "power:1.5",
                "power:1.75",
                "power:2",
                "power:2.5",
                "power:3",
            ]
            | Sequence[Sequence[float]]
            | NDArray[Any],
        ]
        | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
        | None
    )
    level: float
    margin: float | None
    fdr: float
    examples: int
    per_cell: int

class ForestStrataOptions(TypedDict, total=False):
    across: Literal["pairs", "all"]
    within: float
    weights: (
        Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
    )
    scores: Sequence[float] | None
    margins: Literal["items", "ratings"]
    metric: (
        Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
        | None
        | NDArray[Any]
        | list[list[float]]
        | Callable[[Any, Any], float]
    )
    correct_ties: bool
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ]
    model: Literal["random", "mixed"] | None
    method: Literal["auto", "anova", "reml"]
    averaged: int | None
    all_forms: bool
    divisor: Literal["n-1", "n"]
    transform: Literal["fisher", "none"]
    coverage: float
    approximate: bool
    agreement: float
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    allowed: float | None
    ratio: float | None
    weighted: bool
    at: float | None
    truth: str | None
    positive: str | None
    standardized: bool
    kind: Literal["agreement", "consistency"]
    levels: int | None
    n_raters: int | None
    n_occasions: int | None
    fixed: Literal["raters", "occasions"] | None
    certainty: float
    cv_by: Literal["mean", "items", "log"]
    without_each: bool
    level: float
    interval: (
        Literal[
            "analytic",
            "score",
            "bootstrap",
            "bca",
            "jackknife",
            "exact",
            "classical",
            "adjusted",
            "generalised",
            "none",
        ]
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
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    name: (
        Literal[
            "exact_agreement",
            "adjacent_agreement",
            "specific_agreement",
            "cohen_kappa",
            "kappa_max",
            "scott_pi",
            "bennett_s",
            "pabak",
            "prevalence_index",
            "bias_index",
            "bangdiwala_b",
            "fleiss_kappa",
            "category_kappa",
            "conger_kappa",
            "light_kappa",
            "hubert_kappa",
            "randolph_kappa",
            "brennan_prediger",
            "gwet_ac",
            "krippendorff_alpha",
            "mean_absolute_error",
            "root_mean_square_error",
            "signed_bias",
            "pearson",
            "spearman",
            "kendall_tau",
            "kendall_w",
            "icc",
            "intra_rater_icc",
            "ccc",
            "total_deviation_index",
            "coverage_probability",
            "bland_altman",
            "deming",
            "passing_bablok",
            "against_truth",
            "diagnostic_accuracy",
            "iota",
            "robinson_a",
            "finn_coefficient",
            "variance_components",
            "g_study",
            "g_coefficient",
            "phi_coefficient",
            "sem",
            "smallest_detectable_change",
            "within_subject_sd",
            "repeatability_limit",
            "within_subject_cv",
            "cronbach_alpha",
        ]
        | None
    )

class RoundsStripOptions(TypedDict, total=False):
    tell: Callable[..., Any]
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    reference: str | Sequence[str] | None
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]
    benchmark: str | None
    by: str | Sequence[str] | None
    weights: (
        Mapping[
            str,
            Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
            | Literal[
                "power:0.25",
                "power:0.5",
                "power:0.75",
                "power:1",
                "power:1.25",
                "power:1.5",
                "power:1.75",
                "power:2",
                "power:2.5",
                "power:3",
            ]
            | Sequence[Sequence[float]]
            | NDArray[Any],
        ]
        | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
        | None
    )
    level: float
    margin: float | None
    fdr: float
    examples: int
    per_cell: int

class DriftFigureOptions(TypedDict, total=False):
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    reference: str | Sequence[str] | None
    level: float

class SensitivityFigureOptions(TypedDict, total=False):
    across: Literal["pairs", "all"]
    within: float
    weights: (
        Mapping[
            str,
            Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
            | Literal[
                "power:0.25",
                "power:0.5",
                "power:0.75",
                "power:1",
                "power:1.25",
                "power:1.5",
                "power:1.75",
                "power:2",
                "power:2.5",
                "power:3",
            ]
            | Sequence[Sequence[float]]
            | NDArray[Any],
        ]
        | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
        | None
    )
    scores: Sequence[float] | None
    margins: Literal["items", "ratings"]
    metric: (
        Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
        | None
        | NDArray[Any]
        | list[list[float]]
        | Callable[[Any, Any], float]
    )
    correct_ties: bool
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ]
    model: Literal["random", "mixed"] | None
    method: Literal["auto", "anova", "reml"]
    averaged: int | None
    all_forms: bool
    divisor: Literal["n-1", "n"]
    transform: Literal["fisher", "none"]
    coverage: float
    approximate: bool
    agreement: float
    multiplier: float | None
    differences: Literal["plain", "percent", "log"]
    limits: Literal["normal", "nonparametric", "regression"]
    limits_interval: Literal["exact", "mover", "approximate", "bland1986"] | None
    repeats: Literal["linked", "unlinked"] | None
    allowed: float | None
    ratio: float | None
    weighted: bool
    at: float | None
    truth: str | None
    positive: str | None
    standardized: bool
    kind: Literal["agreement", "consistency"]
    levels: int | None
    n_raters: int | None
    n_occasions: int | None
    fixed: Literal["raters", "occasions"] | None
    certainty: float
    cv_by: Literal["mean", "items", "log"]
    without_each: bool
    level: float
    interval: (
        Literal[
            "analytic",
            "score",
            "bootstrap",
            "bca",
            "jackknife",
            "exact",
            "classical",
            "adjusted",
            "generalised",
            "none",
        ]
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
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    name: (
        Literal[
            "exact_agreement",
            "adjacent_agreement",
            "specific_agreement",
            "cohen_kappa",
            "kappa_max",
            "scott_pi",
            "bennett_s",
            "pabak",
            "prevalence_index",
            "bias_index",
            "bangdiwala_b",
            "fleiss_kappa",
            "category_kappa",
            "conger_kappa",
            "light_kappa",
            "hubert_kappa",
            "randolph_kappa",
            "brennan_prediger",
            "gwet_ac",
            "krippendorff_alpha",
            "mean_absolute_error",
            "root_mean_square_error",
            "signed_bias",
            "pearson",
            "spearman",
            "kendall_tau",
            "kendall_w",
            "icc",
            "intra_rater_icc",
            "ccc",
            "total_deviation_index",
            "coverage_probability",
            "bland_altman",
            "deming",
            "passing_bablok",
            "against_truth",
            "diagnostic_accuracy",
            "iota",
            "robinson_a",
            "finn_coefficient",
            "variance_components",
            "g_study",
            "g_coefficient",
            "phi_coefficient",
            "sem",
            "smallest_detectable_change",
            "within_subject_sd",
            "repeatability_limit",
            "within_subject_cv",
            "cronbach_alpha",
        ]
        | None
    )

class ParadoxFigureOptions(TypedDict, total=False):
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    weights: (
        Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
    )

class RoundOptions(TypedDict, total=False):
    tell: Callable[..., Any]
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]
    benchmark: str | None
    by: str | Sequence[str] | None
    weights: (
        Mapping[
            str,
            Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
            | Literal[
                "power:0.25",
                "power:0.5",
                "power:0.75",
                "power:1",
                "power:1.25",
                "power:1.5",
                "power:1.75",
                "power:2",
                "power:2.5",
                "power:3",
            ]
            | Sequence[Sequence[float]]
            | NDArray[Any],
        ]
        | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
        | None
    )
    level: float
    margin: float | None
    fdr: float
    examples: int
    per_cell: int

class PreviewOptions(TypedDict, total=False):
    tell: Callable[..., Any]
    shape: Literal["long", "wide", "pairs", "counts", "table"] | None
    item: str | int | None
    rater: str | int | None
    value: str | int | None
    raters: str | Sequence[str] | Mapping[str, Any] | None
    columns: str | None
    join: str | Sequence[str] | None
    dimension: str | int | None
    repeat: str | int | None
    round: str | int | None
    rater_kind: str | int | None | Mapping[Any, Any]
    slices: str | Sequence[str] | Mapping[str, Any] | None
    case_weights: str | int | None | Iterable[Any] | NDArray[Any]
    clusters: str | int | None | Iterable[Any] | NDArray[Any]
    time: str | int | None
    seconds: str | int | None
    cost: str | int | None
    text: str | int | None | Sequence[str]
    comment: str | int | None | Mapping[Any, Any]
    scale: Scale | Literal["nominal", "ordinal", "interval", "ratio"] | None
    categories: Iterable[Any] | None
    missing: str | float | Iterable[Any] | set[Any] | None
    out_of_scale: Literal["error", "drop"]
    duplicates: Literal["error", "first", "last", "repeat", "checked", "unchecked"]
    merge: Mapping[Any, Any] | None
    shift: Mapping[Any, Any] | float | None
    rescale: str | Mapping[Any, Any] | None
    reverse: str | Sequence[str] | Mapping[Any, Any] | None
    rounded: bool | None
    multilabel: str | None
    sheet: str | int | None
    encoding: str | None
    delimiter: str | None
    decimal: Literal[",", "."] | None
    header: bool | None
    input_format: str | None
    dimensions: str | Sequence[str] | Mapping[str, Any] | None
    table: str | None
    engine: Literal["memory", "duckdb", "polars", "spark"] | None
    memory_limit: str | None
    progress: Callable[[float], None] | None
    reference: str | Sequence[str] | None
    goal: str | Path | Mapping[str, Any] | Goal | None
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]
    benchmark: str | None
    by: str | Sequence[str] | None
    weights: (
        Mapping[
            str,
            Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
            | Literal[
                "power:0.25",
                "power:0.5",
                "power:0.75",
                "power:1",
                "power:1.25",
                "power:1.5",
                "power:1.75",
                "power:2",
                "power:2.5",
                "power:3",
            ]
            | Sequence[Sequence[float]]
            | NDArray[Any],
        ]
        | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any]
        | None
    )
    level: float
    margin: float | None
    fdr: float
    examples: int
    per_cell: int

def as_ratings(first: Any, second: Any = None, **options: Unpack[ReadingOptions]) -> Ratings:
    """Ratings from any source: two sequences, a matrix, a frame, a file, or ratings.

    Every coefficient reads its data this way. Call it to read once and measure often.

    Parameters
    ----------
    first : sequence, matrix, frame, path or Ratings
        One rater's ratings, item by item, if `second` contains the other's. Otherwise all ratings.
    second : sequence, optional
        The other rater's ratings of the same items.
    **options
        The options of `concordant.read`. For sequences and matrices, `case_weights` and
        `clusters` are arrays with one entry for each item, `slices` a dictionary of such arrays.

    Returns
    -------
    Ratings
        The ratings, checked. `ratings.audit` lists what was read, inferred and excluded.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = cc.as_ratings([[1, 2], [2, 2], [3, None]], raters=["human", "judge"])
    >>> ratings
    Ratings(3 rows, 2 raters, ordinal scale with 3 values)
    >>> cc.exact_agreement(ratings).estimate
    0.5
    """

def check(
    data: Any,
    *,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    baseline: Any = None,
    comparison: str | None = None,
    allowed_loss: float = 0.0,
    margin: float | None = None,
    least_common: float = 0.9,
    reference: str | Sequence[str] | None = None,
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"] = "auto",
    by: str | Sequence[str] | None = None,
    level: float = 0.95,
    fdr: float = 0.05,
    project: str | None = None,
    store: Any = None,
    **reading: Unpack[ReadingOptions],
) -> Gate:
    """Check whether a goal is met and nothing was lost since a baseline.

    Use it as a gate before a judge is released. The outcome is met, not met or inconclusive: a
    target is judged by its confidence limits, for every judge, or for the raters among
    themselves where there is none.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings to check.
    goal : str, path, mapping or Goal, optional
        Goal to reach: "first", "optimised", "mature", "kappa-target", a TOML file or a
        mapping.
    baseline : frame, path, Ratings or str, optional
        Baseline for losses: a file or table of ratings, a round of the same data (the last one is
        checked), or with `project` a stored round, "last" for the newest.
    comparison : str, optional
        Check only this comparison: a judge's name, "people" or "raters".
    allowed_loss : float, default 0.0
        Allowed loss; 0.02 is two percentage points. Only a reliably larger loss counts.
    margin : float, optional
        Non-inferiority: loss since the baseline that the data have to exclude; 0.02 is two percentage
        points. If they do not exclude it, the outcome is inconclusive.
    least_common : float, default 0.9
        Share of the baseline's items that must be in the data. With fewer, the outcome is
        inconclusive; 0 requires none.
    reference, preset, by
        As in `concordant.study`.
    level : float, default 0.95
        Confidence level of the intervals.
    fdr : float, default 0.05
        False discovery rate among slices that improved or declined.
    project : str, optional
        Project with the stored rounds.
    store : str, path or Store, optional
        Store of the rounds: a file, the address of a database, or an open store.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Gate
        `gate.outcome`, and `gate.exit_code`: 0 met, 1 not met, 2 inconclusive.

    Examples
    --------
    >>> import concordant as cc
    >>> gate = cc.check(cc.example("judge"), goal="first")
    >>> gate.outcome, gate.exit_code
    ('not-met', 1)
    >>> [goal.outcome for goal in gate.goals.values()]
    ['cannot-tell', 'not-met']
    """

def d_study(
    data: Any,
    *,
    n_raters: Sequence[int] | None = None,
    n_occasions: Sequence[int] | None = None,
    fixed: Literal["raters", "occasions"] | None = None,
    target: float | None = None,
    **reading: Unpack[ReadingOptions],
) -> Frame:
    """Predict how reliable decisions would be with other numbers of raters and occasions.

    Use it to plan how many raters and occasions are enough. It extrapolates from these data, which is
    uncertain with few raters or occasions; `concordant.g_study` has the intervals.

    Parameters
    ----------
    data : matrix, array, frame, path, Ratings or Moments
        The measurements: items × raters, or items × raters × occasions.
    n_raters : sequence of int, optional
        Numbers of raters to try. By default, 1 to 10, or to the number who took part if that is
        larger; only the number who took part if that is one or raters are `fixed`.
    n_occasions : sequence of int, optional
        Numbers of occasions to try. By default, 1 to 3, or to the number observed if that is larger;
        only the number observed if that is one or occasions are `fixed`.
    fixed : {"raters", "occasions"}, optional
        Facet that is not generalised over: only these raters, or only these occasions, matter.
    target : float, optional
        A reliability between 0 and 1; adds the number of raters that reach it.
    **reading
        Options of reading: see `concordant.read`. `repeat=` names the column of occasions.

    Returns
    -------
    Frame
        One row for each design, with the columns n_raters, n_occasions, g (for comparing items), phi
        (for judging their level), sem_relative and sem_absolute (both errors of measurement, in
        points), and with a `target` raters_for_g and raters_for_phi, inf where no number is enough.

    Examples
    --------
    >>> import concordant as cc
    >>> scores = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> designs = cc.d_study(scores, n_raters=[1, 2, 4, 8], target=0.9)
    >>> dict(zip(designs["n_raters"].tolist(), designs["g"].round(2).tolist()))
    {1: 0.71, 2: 0.83, 4: 0.91, 8: 0.95}
    >>> int(designs["raters_for_g"][0])
    4
    """

def drift(
    data: Any,
    second: Any = None,
    /,
    *,
    rater: str | None = None,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
    **reading: Unpack[DriftOptions],
) -> Anchored:
    """Test whether a judge, run again on the same items, still rates them as in the first run.

    Use it on anchor items that are rated in every run. Noise within a run, change from run to run,
    and disagreement with people are kept apart. A judge alone is enough.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings. The runs are its rounds (round="version"), with repeats in them where there are
        any, or else its repeats (repeat="run", or duplicates="repeat", which numbers them).
    second : sequence, optional
        The other rater's ratings, where `data` is one rater's.
    rater : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters for the judge.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Anchored
        `verdict`, and the results it is based on.

    Examples
    --------
    >>> import concordant as cc
    >>> runs = [{"item": i, "run": r, "judge": i % 5 + (r == 3)} for r in (1, 2, 3) for i in range(40)]
    >>> cc.drift(runs, round="run").verdict
    'drifting'
    """

def marginal_homogeneity(
    data: Any, second: Any = None, /, **reading: Unpack[ReadingOptions]
) -> tuple[Result, ...]:
    """Test whether raters use the categories equally often, by every test that the data allow.

    Two raters: McNemar (plain, corrected, exact) and Bhapkar with two categories; Bowker,
    Stuart–Maxwell and Bhapkar with more. Several raters: Cochran's Q or its form for several
    categories, and a Wald test of equal margins, which also allows for clusters.

    Parameters
    ----------
    data : sequence, matrix, frame, path or Ratings
        The ratings; one rater's, item by item, if `second` contains the other's.
    second : sequence, optional
        The other rater's ratings of the same items.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    tuple of Result
        One for each test; the estimate is the test's statistic.

    Examples
    --------
    >>> import concordant as cc
    >>> human = ["yes", "no", "yes", "yes", "no", "no", "yes", "no", "yes", "yes"]
    >>> judge = ["yes", "no", "yes", "no", "no", "no", "no", "no", "no", "yes"]
    >>> [(test.measure, round(test.p_value, 3)) for test in cc.marginal_homogeneity(human, judge)]
    [('mcnemar', 0.083), ('mcnemar_corrected', 0.248), ('mcnemar_exact', 0.25), ('bhapkar', 0.038)]
    """

def moments(data: Any, **reading: Unpack[ReadingOptions]) -> Moments:
    """Sum up measurements once; every coefficient of measurements takes the sums instead of the data.

    Use it when you need several coefficients from data that take long to read. Data that stay where they are
    (large files, databases, clusters) are summed there. Without the items nothing can be resampled, so sums
    have no bootstrap.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The measurements.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    Moments
        Numbers of items, means and cross-products of the raters, for `icc`, `ccc`, `bland_altman`, ….

    Examples
    --------
    >>> import concordant as cc
    >>> sums = cc.moments([[9.1, 9.0], [6.2, 6.6], [8.0, 7.8], [7.3, 7.9], [10.4, 10.1]])
    >>> sums
    Moments(5 items, 2 raters, sums only)
    >>> round(cc.icc(sums).estimate, 3), round(cc.ccc(sums).estimate, 3)
    (0.97, 0.963)
    """

def moments_by(
    data: Any, *, by: str | Sequence[str], **reading: Unpack[ReadingOptions]
) -> dict[tuple[Any, ...], Moments]:
    """Sum up the measurements of every part of the data, such as every site, in one pass.

    Use it like `concordant.moments` when each part needs its own coefficients.

    Parameters
    ----------
    data : frame, path or Ratings
        The measurements, with the columns named in `by`.
    by : str or sequence of str
        Columns of a frame or a file, or slices of ratings. With several, each combination that
        occurs is a part.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    dict
        The sums of each part, {values of the columns: Moments}, in order. The key is a tuple, with
        one column too.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "Ann": [9.1, 6.2, 8.0, 7.3, 10.4, 6.5],
    ...     "Bo": [9.0, 6.6, 7.8, 7.9, 10.1, 6.3],
    ...     "site": ["north"] * 3 + ["south"] * 3,
    ... }
    >>> parts = cc.moments_by(data, by="site", raters=["Ann", "Bo"])
    >>> {values: round(cc.icc(sums).estimate, 3) for values, sums in parts.items()}
    {('north',): 0.98, ('south',): 0.979}
    """

def plan_next(
    data: Any,
    *,
    items: int = 100,
    what: Literal["sample", "disputed"] = "sample",
    people: Sequence[str] | None = None,
    per_item: float = 2.0,
    repeats: float = 0.1,
    by: str | Sequence[str] | None = None,
    seed: int = 0,
    **reading: Unpack[ReadingOptions],
) -> TaskList:
    """Choose which items people rate next, and who rates which.

    Use it where a judge rated many items and people can rate some. Items are drawn at random within strata
    (the judge's score, whether judges or repeats disagree, slices), so that agreement, bias and the mean
    human score can be estimated for all items. `what="disputed"` gives an adjudication list instead, which is
    not a sample.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings so far: a judge's on all items, and people's on some or none.
    items : int, default 100
        Number of items to rate.
    what : {"sample", "disputed"}, default "sample"
        A stratified random sample, or the items on which raters are furthest apart.
    people : sequence of str, optional
        Raters to assign. By default, the people in the data.
    per_item : float, default 2.0
        Number of people per item; 1.3 gives a second person to 30% of the items.
    repeats : float, default 0.1
        Share of items that one of the assigned raters rates twice, the second time at the end.
    by : str or sequence of str, optional
        Slice columns to stratify by, in addition to the judge's score and whether judges disagree.
    seed : int, default 0
        The same seed gives the same tasks.
    **reading
        Options of reading: see `concordant.read`.

    Returns
    -------
    TaskList
        `tasks.csv()` is the file, `tasks.tasks` its rows, `tasks.text("zh")` explains it.

    Examples
    --------
    >>> import concordant as cc
    >>> judged = {"item": list(range(91)), "judge": [3, *[1, 2, 3] * 30], "human": [3, *[None] * 90]}
    >>> tasks = cc.plan_next(judged, items=30, people=["ann", "bob", "human"])
    >>> len(tasks.tasks), sorted(set(tasks.tasks["weight"].tolist()))
    (63, [3.0])
    """

def write_back(
    data: Any,
    *,
    to: Literal["langfuse", "label-studio", "argilla", "phoenix", "promptfoo", "prodigy", "doccano"],
    what: Literal["disputed", "gold", "scores"] = "disputed",
    path: str | Path | None = None,
    top: int | None = None,
    queue: str = "",
    object_type: str = "TRACE",
    to_name: str = "text",
    **reading: Unpack[ReadingOptions],
) -> Outgoing:
    """Write disputed items, agreed answers or all ratings in the form that a tool imports.

    Nothing is sent. On the command line, `concordant export --send` sends it to Langfuse, Label
    Studio or Phoenix.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, often an export of the same tool.
    to : {"langfuse", "label-studio", "argilla", "phoenix", "promptfoo", "prodigy", "doccano"}
        The tool.
    what : {"disputed", "gold", "scores"}, default "disputed"
        "disputed" items to rate again, the most disputed first; "gold", the answer most people gave
        (the median where there is an order, nothing where they are split); "scores", every rating.
    path : str or path, optional
        The file to write.
    top : int, optional
        Maximum number of disputed items.
    queue : str, optional
        Annotation queue of Langfuse for disputed items.
    object_type : {"TRACE", "OBSERVATION", "SESSION"}, default "TRACE"
        Type of the items in Langfuse.
    to_name : str, default "text"
        The name of the object in Label Studio, if it is not in the data.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Outgoing
        `text` is the file, `requests` are what the tool's API would be asked.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {"item": ["a", "b"], "ann": [1, 3], "bob": [1, 5]}
    >>> made = cc.write_back(data, to="langfuse", what="disputed")
    >>> made.text
    '{"objectId": "b", "objectType": "TRACE"}\n'
    """

def kappa_steps(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **reading: Unpack[ReadingOptions],
) -> KappaSteps:
    """Show how Cohen's kappa is computed: P_o, P_e category by category, improvement over chance.

    Use it to explain kappa, or to see which category makes chance agreement high.

    Parameters
    ----------
    first : sequence, matrix, frame, path or Ratings
        One rater's ratings, item by item, if `second` has the other's; otherwise all ratings of
        two raters.
    second : sequence, optional
        The other rater's ratings of the same items.
    weights : str or array-like, default "identity"
        Partial credit for near misses, as in `concordant.cohen_kappa`.
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between scores.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    KappaSteps
        `steps.text("zh")` gives the steps in words; `observed`, `expected`, `gained`, `possible`
        and `kappa` are the numbers, `categories` the terms of each category.

    Examples
    --------
    >>> import concordant as cc
    >>> steps = cc.kappa_steps([1, 2, 2, 1, 2], [1, 2, 1, 1, 2])
    >>> round(steps.observed, 2), round(steps.expected, 2), round(steps.kappa, 3)
    (0.8, 0.48, 0.615)
    """

def corrected_difference(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    by: str | Iterable[Any] | None,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    weights: Iterable[Any] | None = None,
    clusters: str | Iterable[Any] | None = None,
    power: float | Literal["tuned"] = "tuned",
    positive: Any = None,
    level: float = 0.95,
    **reading: Unpack[CorrectedDifferenceOptions],
) -> Result:
    """Estimate how much better people would score one of two systems, from a judge on all items.

    Use it to compare two systems whose answers a judge scored and people scored in part. Where both
    answered the same items (rows of one item, or `clusters`), the difference is paired.

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's scores of all items, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    by : str or sequence
        Column with the system, or the system of each item; of two values, the first minus the second.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    weights : sequence, optional
        Design weights of labelled items.
    clusters : str or sequence, optional
        Clusters of items: a column (of `data`), or a value for each item.
    power : float or "tuned", default "tuned"
        Weight of the judge; see `concordant.corrected_mean`.
    positive : optional
        Category, where ratings are names: the difference is that of its corrected shares. Without
        `clusters` the groups are then treated as independent.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Result
        The difference; its parts are the corrected means of both systems.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = [4, 5, 3, 4, 5, 4, 3, 4, 2, 3, 1, 2, 3, 2, 1, 2]
    >>> human = [4, 4, 3, 4, 5, None, None, None, 2, 2, 1, 2, 2, None, None, None]
    >>> cc.corrected_difference(judge, human, by=["new"] * 8 + ["old"] * 8).estimate > 0
    True
    """

def corrected_mean(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    by: str | Iterable[Any] | None = None,
    weights: Iterable[Any] | None = None,
    clusters: str | Iterable[Any] | None = None,
    power: float | Literal["tuned"] = "tuned",
    level: float = 0.95,
    **reading: Unpack[CorrectedMeanOptions],
) -> Result:
    """Estimate the mean score people would give to all items, from a judge on all and people on some.

    Use it where a judge scored everything and people a random part. The judge's mean is corrected by how far
    people and judge differ on the labelled items (prediction-powered inference, PPI++), so that the result is
    unbiased whatever the judge's errors, and more precise than the labels alone where the judge is
    informative.

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's scores of all items, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Several people's labels of an item are averaged.
    by : str or sequence, optional
        Column (of `data`), or a value for each item; adds an estimate for each group.
    weights : sequence, optional
        Design weights of labelled items: the number of items each represents.
    clusters : str or sequence, optional
        Clusters of items: a column (of `data`), or a value for each item.
    power : float or "tuned", default "tuned"
        Weight of the judge: 0 uses the labels alone, 1 the judge in full; "tuned" is the most precise.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Result
        `details` has the judge alone, the labels alone, and how many labels the estimate is worth.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = [4, 4, 2, 3, 1, 1, 3, 3, 4, 3, 2, 2, 4, 4, 3, 3, 2, 1, 3, 3]
    >>> human = [4, 3, 2, 4, 1, 0, 3, 2, 4, 3, 1, 2] + [None] * 8
    >>> round(cc.corrected_mean(judge, human).estimate, 3)
    2.516
    """

def corrected_share(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    positive: Any = None,
    by: str | Iterable[Any] | None = None,
    level: float = 0.95,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Estimate the true share of a category, such as the pass rate, from a judge that makes errors.

    Use it where a judge answered every item and people labelled some. The judge's error rates on labelled
    items correct its shares (Rogan and Gladen; interval of Lee et al.).

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's answers to all items, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Of several people the majority counts; items on which they tie
        count as unlabelled, and a note states how many.
    positive : optional
        Category whose share is wanted. By default, one part for each category.
    by : str or sequence, optional
        Column (of `data`), or a value for each item; adds the share of `positive` in each group.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    Result
        The share, with a part for each group; or one part for each category.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = ["pass"] * 60 + ["fail"] * 40 + ["pass"] * 55 + ["fail"] * 45
    >>> human = ["pass"] * 50 + ["fail"] * 50 + [None] * 100
    >>> round(cc.corrected_share(judge, human, positive="pass").estimate, 3)
    0.438
    """

def score_map(
    data: Any,
    human: Iterable[Any] | None = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    method: Literal["isotonic", "ordinal"] = "isotonic",
    weights: Iterable[Any] | None = None,
    **reading: Unpack[ReadingOptions],
) -> ScoreMap | OrdinalMap:
    """Estimate which score of people corresponds to which score of a judge.

    Use it where a judge is consistently harsher or milder, or on another scale. The map never goes down, and
    its error is measured on items not used to fit it.

    Parameters
    ----------
    data : sequence, frame, path or Ratings
        The judge's scores, if `human` has the labels; otherwise all ratings.
    human : sequence, optional
        People's label of each item; None or nan where there is none.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    method : {"isotonic", "ordinal"}, default "isotonic"
        The mean score of people (isotonic regression), or their category and the probability of each (ordered
        logit). For categories, the mean of several people is rounded to the nearest score, halves down.
    weights : sequence, optional
        Design weights of labelled items.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    ScoreMap or OrdinalMap
        `scores` and `people`, the errors before and after, and `mapped`, the scores of all items.

    Examples
    --------
    >>> import concordant as cc
    >>> judge = [10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 20, 40]
    >>> human = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, None, None]
    >>> cc.score_map(judge, human).people.tolist()
    [1.0, 2.0, 3.0, 4.0, 5.0]
    """

def latent_truth(
    data: Any,
    second: Any = None,
    /,
    *,
    pseudo_count: float = 0.5,
    draws: int = 0,
    level: float = 0.95,
    **reading: Unpack[ReadingOptions],
) -> LatentTruth:
    """Estimate the true category of every item, and how each rater errs, when there is no gold standard.

    Use it with three or more raters whose errors are independent (Dawid and Skene 1979).

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    second : sequence, optional
        The other rater's ratings, where `data` is one rater's.
    pseudo_count : float, default 0.5
        Count added to every cell of a rater's confusion matrix, so that a few ratings are not treated as
        certain; 0 gives maximum likelihood.
    draws : int, default 0
        Number of bootstrap resamples of items for intervals of accuracies and shares; 200 are usual.
    level : float, default 0.95
        Confidence level of these intervals.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    LatentTruth
        `answers`, `probabilities`, `accuracy` and `confusion` of the raters, and `moved`: the share of
        items whose answer is not that of the majority.

    Examples
    --------
    >>> import concordant as cc
    >>> votes = {"a": list("xxyyxy"), "b": list("xxyyxx"), "c": list("xyyyxy")}
    >>> cc.latent_truth(votes).answers
    ('x', 'x', 'y', 'y', 'x', 'y')
    """

def panel(
    data: Any,
    /,
    *,
    reference: str | Sequence[str] | None = None,
    costs: Mapping[str, float] | None = None,
    budget: float | None = None,
    **reading: Unpack[ReadingOptions],
) -> JudgePanel | LabelPanel:
    """Compare panels of judges with people: what each further judge adds, whom to keep, how to combine.

    Use it where several judges rated items that people rated too. Scores are averaged and compared by their
    error; categories without order, or two of them, are combined by vote and compared by agreement.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, with two judges or more; of repeats the first counts.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Several people's scores of an item are averaged; of their
        labels the majority counts, and ties are no label.
    costs : mapping, optional
        Cost of one rating by each judge; 1 by default.
    budget : float, optional
        Maximum total cost of the ratings of an item.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    JudgePanel or LabelPanel
        `judges` alone, the best panel of every size (`sizes`) with its error or agreement on held-out items,
        the panel `chosen`, and ways to combine all of them (`rules`).

    Examples
    --------
    >>> import concordant as cc
    >>> people = [1, 2, 3, 4, 5] * 6
    >>> votes = {"human": people, "judge_a": people[1:] + [1], "judge_b": [min(x + 1, 5) for x in people]}
    >>> found = cc.panel(votes, rater_kind={"judge_a": "judge", "judge_b": "judge"})
    >>> found.chosen.best
    ('judge_b',)
    """

def preferences(
    data: Any,
    /,
    *,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
    **reading: Unpack[ReadingOptions],
) -> PreferenceReport:
    """Analyse votes on which of two answers is better: agreement, win rates, abilities, position bias.

    Use it on A/B comparisons with or without ties, such as the files of MT-Bench. Values are A, B or tie,
    model_a, model_b or tie, or names of systems; two columns such as model_a and model_b name the systems.

    Parameters
    ----------
    data : frame, path or Ratings
        The votes: a column for each rater, or one vote a row.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    PreferenceReport
        `agreement` with and without ties, `wins` by system, and `orders`: pairs asked in both orders.

    Examples
    --------
    >>> import concordant as cc
    >>> votes = {"human": ["A", "B", "A", "tie"] * 5, "judge": ["A", "B", "B", "tie"] * 5}
    >>> found = cc.preferences(votes, rater_kind={"judge": "judge"})
    >>> round(found.agreement[0].result.estimate, 2), round(found.agreement[0].decided.estimate, 2)
    (0.75, 0.67)
    """

def soft_labels(
    data: Any,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
    **reading: Unpack[ReadingOptions],
) -> SoftLabelReport:
    """Test whether a judge is as close to people who differ as they are to each other.

    Use it where three people or more rated an item. One person at a time is held out, and the judge and that
    person are compared with the same others.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    SoftLabelReport
        The distance of the judge (`result`) and of a person from the others, their `difference`, the `least`
        distance that one answer can have, and agreement by `certainty` of the others.

    Examples
    --------
    >>> import concordant as cc
    >>> votes = {"ann": list("xxyyz") * 5, "bob": list("xxyyz") * 5, "cal": list("xyyyz") * 5}
    >>> found = cc.soft_labels({**votes, "judge": list("xxyyy") * 5}, rater_kind={"judge": "judge"})
    >>> round(found.result.estimate, 2), round(found.person.estimate, 2)
    (0.27, 0.13)
    """

def threshold_curve(
    data: Any,
    second: Any = None,
    /,
    *,
    judge: str | None = None,
    reference: str | Sequence[str] | None = None,
    criterion: Literal["youden", "f1", "accuracy"] = "youden",
    level: float = 0.95,
    **reading: Unpack[ReadingOptions],
) -> ThresholdReport:
    """Find the threshold at which a judge's scores best separate labels of two kinds.

    Use it where a judge gives scores and people answer yes or no (1 or 0). What to expect on new items is
    measured on items that were not used to choose the threshold.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings: people's labels are two numbers, the judge's are scores.
    second : sequence, optional
        The judge's scores, where `data` are the labels.
    judge : str, optional
        The judge; optional if there is only one.
    reference : str or sequence of str, optional
        Reference raters: a kind or names. Of several people the majority counts.
    criterion : {"youden", "f1", "accuracy"}, default "youden"
        Criterion for choosing the threshold: sensitivity plus specificity, F1 or accuracy.
    level : float, default 0.95
        Confidence level.
    **reading
        Options of reading; see `concordant.read`.

    Returns
    -------
    ThresholdReport
        `area` under the ROC curve with its interval, `threshold`, `found` and `held_out` at it, and `points`.

    Examples
    --------
    >>> import concordant as cc
    >>> labels = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
    >>> scores = [0.1, 0.2, 0.15, 0.4, 0.3, 0.6, 0.5, 0.7, 0.8, 0.9, 0.75, 0.85]
    >>> found = cc.threshold_curve({"human": labels, "judge": scores})
    >>> found.threshold, round(found.area.estimate, 2)
    (0.7, 0.97)
    """

def agreement(
    data: Any,
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
    ],
    **options: Unpack[AnyOptions],
) -> Result:
    """Measure any coefficient by its name.

    Use it where the coefficient is chosen at run time; `concordant.gwet_ac(data)` is the same
    as `concordant.agreement(data, "gwet_ac")`.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    name : str
        Name of the coefficient: one of `[c.name for c in concordant.CATALOGUE]`.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Result
        The estimate with its interval and notes.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = [[1, 1, 2], [2, 2, 2], [3, 3, 1], [4, 3, 4], [2, 1, 2], [3, 4, 4]]
    >>> cc.agreement(ratings, "gwet_ac", weights="quadratic", categories=range(1, 5))
    gwet_ac 0.656 [-0.090, 0.952] (n=6, score t(5))
    """

def agreement_by(
    data: Any,
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
    ],
    *,
    by: str | Sequence[str],
    **options: Unpack[AnyOptions],
) -> Sliced:
    """Measure any coefficient in every part of the data, such as every language.

    The data are read once, whatever the number of parts. It shows one number a part; to test
    whether parts differ use `concordant.stratified`, to find weak slices `concordant.study`.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, with the columns named in `by`.
    name : str
        Name of the coefficient.
    by : str or sequence of str
        Columns of a frame or a file, or slices of ratings. With several, each combination that
        occurs is a part.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Sliced
        The parts in order: `sliced["zh"]` is the result of one, `sliced.frame()` a table of all.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "human": [1, 2, 3, 1, 2, 3, 1, 2, 3, 1],
    ...     "judge": [1, 2, 3, 1, 3, 3, 2, 2, 1, 1],
    ...     "lang": ["en"] * 5 + ["zh"] * 5,
    ... }
    >>> parts = cc.agreement_by(data, "exact_agreement", by="lang", raters=["human", "judge"])
    >>> [(values, result.estimate) for values, result in parts]
    [(('en',), 0.8), (('zh',), 0.6)]
    """

def intra_rater(
    data: Any,
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
        "auto",
    ] = "auto",
    **options: Unpack[AnyOptions],
) -> Result:
    """Measure intra-rater (test–retest) reliability: each rater's agreement on the same items rated again.

    The coefficient is computed between a rater's occasions and averaged over raters. Use it to see whether
    raters are stable before asking why they differ from each other.

    Parameters
    ----------
    data : array, frame, path or Ratings
        Repeated ratings: a frame or a file where `repeat=` names the column of occasions, or an
        array of items × raters × occasions.
    name : str, default "auto"
        A coefficient: "icc", "cohen_kappa", "sem", "repeatability_limit", …; "auto" takes kappa for
        nominal scales, quadratic kappa for ordinal ones and ICC(A,1) for measurements.
    **options
        Options of the coefficient and of inference (`level`, `interval`, …; see `concordant.Plan`).
        Options of reading: see `concordant.read`.

    Returns
    -------
    Result
        The mean over raters with its interval; `parts` has one result for each rater.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "item": ["a", "b", "c", "d", "e"] * 4,
    ...     "rater": ["Ann"] * 10 + ["Bo"] * 10,
    ...     "day": (["Monday"] * 5 + ["Tuesday"] * 5) * 2,
    ...     "score": [1, 2, 3, 2, 1] + [1, 2, 3, 3, 1] + [1, 2, 3, 2, 1] + [2, 2, 1, 2, 1],
    ... }
    >>> result = cc.intra_rater(data, "exact_agreement", repeat="day")
    >>> {part.category: part.estimate for part in result.parts}
    {'Ann': 0.8, 'Bo': 0.6}
    >>> round(result.estimate, 3)
    0.7
    """

def pairwise(
    data: Any,
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
    ] = "cohen_kappa",
    **options: Unpack[AnyOptions],
) -> Frame:
    """Measure a coefficient for every pair of raters, over the items that both rated.

    Use it to find the rater who differs from all others. At most 1,000 raters are accepted, or 200 for
    coefficients that must be computed pair by pair.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    name : str, default "cohen_kappa"
        Any coefficient that two raters can have.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Frame
        One row for each pair, with the columns rater_a, rater_b, estimate, std_error, conf_low,
        conf_high, n_items, observed_agreement (where the coefficient has it) and reason, which
        explains why a pair has no value.

    Examples
    --------
    >>> import concordant as cc
    >>> ratings = [[1, 1, 2], [2, 2, 2], [3, 3, 1], [3, 3, 3], [2, 1, 2], [1, 1, 3]]
    >>> pairs = cc.pairwise(ratings, "exact_agreement", raters=["Ann", "Bo", "Cy"])
    >>> list(zip(pairs["rater_a"], pairs["rater_b"], pairs["estimate"].round(2).tolist()))
    [('Ann', 'Bo', 0.83), ('Ann', 'Cy', 0.5), ('Bo', 'Cy', 0.33)]
    """

def sensitivity(
    data: Any,
    second: Any = None,
    /,
    *,
    weights: Mapping[
        str,
        Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any],
    ]
    | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any]
    | None = None,
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
    ]
    | None = None,
    **options: Unpack[SensitivityOptions],
) -> Sensitivity:
    """Show whether the verdict depends on the weights: a kappa under several schemes and powers.

    Use it before a weighted kappa is published: it shows the value without weights, with linear and quadratic
    weights and with custom weights, and where the verdict changes.

    Parameters
    ----------
    data : sequence, matrix, frame, path or Ratings
        The ratings; one rater's, item by item, if `second` contains the other's.
    second : sequence, optional
        The other rater's ratings of the same items.
    weights : mapping or weights, optional
        Custom weights to show in addition to the usual ones: {"clinic": [[1, .5, 0], …]}, or one matrix.
    name : str, optional
        A coefficient with weights, or "krippendorff_alpha". By default, Cohen's kappa for two
        raters and Conger's for more.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Sensitivity
        `schemes`, `curve` and `robust`; `print` shows a table and what follows from it.

    Examples
    --------
    >>> import concordant as cc
    >>> human = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1]
    >>> judge = [1, 2, 4, 4, 5, 2, 2, 3, 5, 2]
    >>> found = cc.sensitivity(human, judge, categories=range(1, 6))
    >>> found.robust
    False
    >>> [round(scheme.result.estimate, 2) for scheme in found.schemes]
    [0.5, 0.74, 0.89, 0.68]
    """

def stratified(
    data: Any,
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
    ]
    | None = None,
    *,
    by: str | Sequence[str],
    **options: Unpack[AnyOptions],
) -> Strata:
    """Combine a coefficient over strata, and test whether all strata are equal.

    Use it where the data mix parts that differ, such as departments or languages. It gives the
    size-weighted and the inverse-variance mean, chance taken within strata, and the pooled table,
    and explains why these differ.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings, with the columns that define the strata.
    name : str, optional
        Name of the coefficient. By default, the one that a study would choose, or with `weights` a
        kappa: Cohen's for two raters, Conger's for more.
    by : str or sequence of str
        The columns that define the strata.
    **options
        Options of the coefficient, of inference (`level`, `interval`, …; see `concordant.Plan`)
        and of reading (see `concordant.read`).

    Returns
    -------
    Strata
        Iterate over it for the strata; `size_weighted`, `inverse_variance`, `pooled_chance`,
        `pooled_table` and `equality` are results.

    Examples
    --------
    >>> import concordant as cc
    >>> data = {
    ...     "human": [1, 2, 1, 1, 2, 2, 1, 2, 1, 1, 2, 1],
    ...     "judge": [1, 2, 1, 2, 2, 2, 1, 1, 2, 1, 2, 1],
    ...     "lang": ["en"] * 6 + ["zh"] * 6,
    ... }
    >>> strata = cc.stratified(data, "cohen_kappa", by="lang", raters=["human", "judge"])
    >>> [(values, round(result.estimate, 2)) for values, result in strata]
    [(('en',), 0.67), (('zh',), 0.25)]
    >>> round(strata.size_weighted.estimate, 2), round(strata.pooled_table.estimate, 2)
    (0.46, 0.5)
    """

def assert_agreement(
    data: Any,
    *,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    baseline: Any = None,
    cannot_tell: Literal["fail", "skip", "pass"] = "fail",
    lang: Literal["en", "zh"] = "en",
    **options: Unpack[AssertOptions],
) -> Gate:
    """Fail a test unless the goal is met and nothing was lost since the baseline.

    Use it in pytest or unittest; it raises AssertionError with the reasons.

    Parameters
    ----------
    data : frame, path or Ratings
        The ratings to check.
    goal : str, path, mapping or Goal, optional
        Goal to reach; see `concordant.check`.
    baseline : frame, path, Ratings or str, optional
        Baseline for losses; see `concordant.check`.
    cannot_tell : {"fail", "skip", "pass"}, default "fail"
        What to do while the result is inconclusive: fail, skip the test, or let it pass.
    lang : {"en", "zh"}, default "en"
        Language of the reasons.
    **options
        Other options of `concordant.check`.

    Returns
    -------
    Gate
        The outcome, where it does not fail.

    Examples
    --------
    >>> import concordant as cc
    >>> goal = {"name": "release", "targets": [{"measure": "exact_agreement", "at_least": 0.3}]}
    >>> cc.assert_agreement(cc.example("judge"), goal=goal).outcome
    'met'
    """

def compare(
    first: Measure, second: Measure, *, paired: bool | None = None, **options: Unpack[InferenceOptions]
) -> Result:
    """Measure the difference of two coefficients, `first - second`, with its uncertainty.

    Use it to see whether one judge agrees better with people than another, or one coefficient
    is larger than another. On the same items the comparison is paired, which makes its interval
    narrower than that of two separate samples.

    Parameters
    ----------
    first, second : Measure
        The coefficients to compare, made by `concordant.measure`.
    paired : bool, optional
        Whether both are about the same items; by default, inferred from the items.
    **options
        Options of inference: `level`, `interval`, …; see `concordant.Plan`.

    Returns
    -------
    Result
        The difference, its interval, and the p-value of no difference.

    Examples
    --------
    >>> import concordant as cc
    >>> human = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1] * 2
    >>> old = [1, 3, 4, 4, 4, 2, 1, 3, 5, 2] * 2
    >>> new = [1, 2, 4, 4, 5, 3, 2, 3, 5, 2] * 2
    >>> cc.compare(cc.measure("cohen_kappa", human, new), cc.measure("cohen_kappa", human, old))
    difference 0.500 [0.238, 0.762] (n=20, sides swapped, paired)
    """

def measure(
    name: Literal[
        "exact_agreement",
        "adjacent_agreement",
        "specific_agreement",
        "cohen_kappa",
        "kappa_max",
        "scott_pi",
        "bennett_s",
        "pabak",
        "prevalence_index",
        "bias_index",
        "bangdiwala_b",
        "fleiss_kappa",
        "category_kappa",
        "conger_kappa",
        "light_kappa",
        "hubert_kappa",
        "randolph_kappa",
        "brennan_prediger",
        "gwet_ac",
        "krippendorff_alpha",
        "mean_absolute_error",
        "root_mean_square_error",
        "signed_bias",
        "pearson",
        "spearman",
        "kendall_tau",
        "kendall_w",
        "icc",
        "intra_rater_icc",
        "ccc",
        "total_deviation_index",
        "coverage_probability",
        "bland_altman",
        "deming",
        "passing_bablok",
        "against_truth",
        "diagnostic_accuracy",
        "iota",
        "robinson_a",
        "finn_coefficient",
        "variance_components",
        "g_study",
        "g_coefficient",
        "phi_coefficient",
        "sem",
        "smallest_detectable_change",
        "within_subject_sd",
        "repeatability_limit",
        "within_subject_cv",
        "cronbach_alpha",
    ],
    first: Any,
    second: Any = None,
    /,
    **options: Unpack[MeasureOptions],
) -> Measure:
    """A coefficient with its options and data, not yet computed, for use in `compare`.

    Use it to define what is compared; `concordant.agreement` gives the number itself.

    Parameters
    ----------
    name : str
        Name of the coefficient: one of `[c.name for c in concordant.CATALOGUE]`.
    first : sequence, matrix, frame, path, Ratings or Moments
        The ratings; one rater's, item by item, if `second` contains the other's.
    second : sequence, optional
        The other rater's ratings of the same items.
    **options
        Options of the coefficient. Options of reading: see `concordant.read`. Those of inference
        (`level`, `interval`, …) are given to `compare`.

    Returns
    -------
    Measure
        An argument of `concordant.compare`; `measure.result()` computes it alone.

    Examples
    --------
    >>> import concordant as cc
    >>> human, judge = [1, 2, 3, 4, 5, 3, 2, 4, 5, 1], [1, 3, 4, 4, 4, 2, 1, 3, 5, 2]
    >>> plain = cc.measure("cohen_kappa", human, judge)
    >>> weighted = cc.measure("cohen_kappa", human, judge, weights="quadratic")
    >>> cc.compare(weighted, plain).estimate > 0
    True
    """

def plan(what: Any, /, **options: Unpack[PlanOptions]) -> SamplePlan:
    """Plan how many items, raters, repeats or labels a question takes.

    Use it with the name of a question before any data are collected, or with existing data, which then supply
    the variance of items. Every plan states its assumptions and its formula, and shows how the answer changes
    if the assumptions are wrong.

    Parameters
    ----------
    what : str, or matrix, frame, path or Ratings
        A question: "kappa", "weighted-kappa", "alpha", "icc", "share", "correlation", "limits",
        "paired", "goal", "labels", "raters" or "double-ratings"; or the ratings in hand.
    **options
        Of a question: what is expected (`kappa=0.6`, `share=0.8`, `shares=[0.3, 0.7]`, `raters=3`, …),
        one aim (`width=0.2`, the full width of the interval, or `null=0.4`, the value to
        distinguish it from),
        `power`, `level`, and `minutes` or `price` of one rating. Of data: `measure` with its own options,
        `width`, `null` or `goal`, and options of reading; see `concordant.read`.

    Returns
    -------
    SamplePlan
        `plan.answer` has the numbers, `plan.text("zh")` is its text, `plan.to_dict()` is strict JSON.

    Examples
    --------
    >>> import concordant as cc
    >>> cc.plan("kappa", kappa=0.6, null=0.4, shares=[0.3, 0.7]).answer
    {'items': 184.0, 'raters': 2, 'ratings': 368.0}
    >>> cc.plan("share", share=0.8, width=0.1)["items"]
    245.0
    >>> cc.plan(cc.table([[28, 6, 6], [9, 22, 4], [5, 2, 18]]), measure="cohen_kappa", width=0.2)["items"]
    196.0
    """

def study(
    data: Any,
    second: Any = None,
    /,
    *,
    reference: str | Sequence[str] | None = None,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    preset: Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"] = "auto",
    benchmark: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: Mapping[
        str,
        Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
        | Literal[
            "power:0.25",
            "power:0.5",
            "power:0.75",
            "power:1",
            "power:1.25",
            "power:1.5",
            "power:1.75",
            "power:2",
            "power:2.5",
            "power:3",
        ]
        | Sequence[Sequence[float]]
        | NDArray[Any],
    ]
    | Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any]
    | None = None,
    level: float = 0.95,
    margin: float | None = None,
    fdr: float = 0.05,
    examples: int = 20,
    per_cell: int = 10,
    **reading: Unpack[StudyOptions],
) -> Study:
    """Study the agreement in one call: how high it is, how reliable, where it fails and what to fix.

    Use it first. It chooses coefficients that suit the data, distinguishes human raters from LLM judges,
    compares each judge with people and people with each other, looks for known problems, and
    lists the items to read.

    Parameters
    ----------
    data : sequence, matrix, frame, path or Ratings
        The ratings; one rater's, item by item, if `second` contains the other's.
    second : sequence, optional
        The other rater's ratings of the same items.
    reference : str or sequence of str, optional
        Reference that judges are compared with: a kind ("human", "gold") or names of raters. By
        default, inferred from the raters' kinds and names.
    goal : str, path, mapping or Goal, optional
        Goal to reach: "first", "optimised", "mature", "kappa-target", a TOML file or a
        mapping. It is judged by the confidence limits.
    preset : {"auto", "daily", "strict", "ordinal", "continuous", "everything"}, default "auto"
        Set of coefficients: "auto" chooses by the data, the others by purpose.
    benchmark : str, optional
        Interpretation scale for the numbers: "landis-koch", "guide" ("指南"),
        "introduction" ("入门"), "krippendorff", "fleiss", "altman", "cicchetti-sparrow", "regier",
        "koo-li" or "mcbride". By default, the usual one for the coefficient; in Chinese, the guide
        instead of Landis and Koch.
    by : str or sequence of str, optional
        Columns to slice by. By default, those recognised as slice columns.
    weights : mapping or weights, optional
        Custom weights for the sensitivity of weighted kappa: {"clinic": [[1, .5, 0], …]}.
    level : float, default 0.95
        Confidence level of the intervals.
    margin : float, optional
        Non-inferiority: largest loss, relative to people and to the previous round, at which a judge
        still counts as non-inferior; 0.05 is five percentage points.
    fdr : float, default 0.05
        False discovery rate among the problems found, and among slices.
    examples : int, default 20
        Number of items to list for review.
    per_cell : int, default 10
        Number of items kept for display in each cell of a table, with their texts; 0 for none.
    **reading
        Options of reading; see `concordant.read`. `tell` is a
        function that is called with the current step and the progress, from 0 to 1.

    Returns
    -------
    Study
        `study.save("report.html")` writes the report, `study.summary()` and `study.text("zh")`
        give it in words, and `study.to_dict()` has every number as strict JSON.

    Examples
    --------
    >>> import concordant as cc
    >>> study = cc.study(cc.example("judge"))
    >>> [comparison.name for comparison in study.comparisons]
    ['people', 'judge_v2', 'judge_v1']
    >>> [finding.code for finding in study.findings]
    ['slice-misjudged', 'unstable-boundary', 'central-tendency', 'systematically-high']
    """

def top_items(
    data: Any,
    *,
    k: int = 20,
    by: str = "disagreement",
    where: Mapping[str, Any] | None = None,
    raters: Sequence[str] | None = None,
    **options: Unpack[TopItemsOptions],
) -> Frame:
    """List the items behind a number, the most influential first.

    Use it to choose what to read or to adjudicate. A table that is kept elsewhere (a large file, a database)
    is not read into memory for it.

    Parameters
    ----------
    data : matrix, frame, path or Ratings
        The ratings.
    k : int, default 20
        Number of items to list.
    by : str, default "disagreement"
        "disagreement" (the distance between the ratings of an item), or a coefficient's name: how
        much an item pulls it away from perfect agreement.
    where : mapping, optional
        Slice or cell whose items are listed: {"lang": "zh", "human": 2, "judge": 4}.
    raters : sequence of str, optional
        The raters to compare.
    **options
        Options of the coefficient that `by` names, and of reading (see `concordant.read`).

    Returns
    -------
    Frame
        One row for each item: its name, its ratings, its slices, and `score`.

    Examples
    --------
    >>> import concordant as cc
    >>> items = cc.top_items({"item": ["a", "b", "c"], "human": [1, 3, 5], "judge": [1, 5, 4]}, k=2)
    >>> list(items["item"])
    ['b', 'c']
    """

def exact_agreement(
    first: Any,
    second: Any = None,
    /,
    *,
    across: Literal["pairs", "all"] = "pairs",
    **options: Unpack[Options],
) -> Result:
    """Share of pairs of ratings of an item that are the same.

    With gaps, each item with two ratings or more counts once. `across="all"` gives instead
    the share of items on which all raters agree. It is not corrected for chance: with a
    dominant category it is high without any skill.

    `help(concordant.exact_agreement)` has the other options, the formula, references and an example.

    Parameters
    ----------
    across : {"pairs", "all"}, default "pairs"
        pairs: count agreeing pairs of raters; all: count items on which all raters agree.
    """

def adjacent_agreement(
    first: Any,
    second: Any = None,
    /,
    *,
    within: float = 1.0,
    across: Literal["pairs", "all"] = "pairs",
    **options: Unpack[Options],
) -> Result:
    """Share of pairs of ratings of an item that differ by `within` or less.

    Distances are those of the values on a numeric scale, and of the ranks on a named
    ordinal one. `across="all"` gives the share of items on which all raters are that close.
    Compare it with its chance level (`expected_agreement`): on a short scale, chance alone
    makes it high.

    `help(concordant.adjacent_agreement)` has the other options, the formula, references and an example.

    Parameters
    ----------
    within : float, default 1.0
        Largest difference between two ratings that still counts as agreement.
    across : {"pairs", "all"}, default "pairs"
        pairs: count agreeing pairs of raters; all: count items on which all raters agree.
    """

def specific_agreement(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """For each category: of the pairs in which one rater chose it, the share where the other did too.

    For two raters and two categories these are positive and negative agreement. The overall
    value is the share of all pairs of ratings that agree (every pair counts once).

    `help(concordant.specific_agreement)` has the other options, the formula, references and an example.
    """

def cohen_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of two raters beyond the chance level of their own marginal distributions.

    Weights give partial credit: "linear" and "quadratic" on an ordered scale, or a matrix.
    It is undefined if both raters use only one category, and the same one. With a rare
    category it can be low although raw agreement is high; look at AC1 and PABAK as well.

    `help(concordant.cohen_kappa)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def kappa_max(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """The highest kappa these two raters could reach, given how often each uses each category.

    It is below 1 when the raters do not use the categories equally often; with weights, the
    best table is found by optimal transport of one margin onto the other.

    `help(concordant.kappa_max)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def scott_pi(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of two raters beyond chance, with chance based on one distribution shared by both.

    Use it when the raters are interchangeable. Unequal use of the categories counts as
    disagreement, so without weights it is never above Cohen's kappa.

    `help(concordant.scott_pi)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def bennett_s(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Agreement of two raters beyond what random picking among all categories would give.

    The number of categories is that of the declared scale; every unused category raises the
    value.

    `help(concordant.bennett_s)` has the other options, the formula, references and an example.
    """

def pabak(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Kappa as it would be if categories were equally common and both raters used them alike.

    For two categories it is 2·p_o − 1. Read it together with kappa, never instead of it,
    and with the prevalence and bias indices.

    `help(concordant.pabak)` has the other options, the formula, references and an example.
    """

def prevalence_index(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """How far the categories are from being equally common.

    With two categories it is signed (positive: the first is more common). With more, it is
    the distance of the mean margin from equal use, from 0 to 1.

    `help(concordant.prevalence_index)` has the other options, the formula, references and an example.
    """

def bias_index(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """How differently the two raters use the categories.

    With two categories it is signed (positive: the first rater uses the first category more
    often). With more, it is the distance between the two margins, from 0 to 1.

    `help(concordant.bias_index)` has the other options, the formula, references and an example.
    """

def bangdiwala_b(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """The share of the agreement chart's rectangles that is filled by exact agreement.

    1 is perfect agreement, 0 none. It is the black area of the Bangdiwala plot.

    `help(concordant.bangdiwala_b)` has the other options, the formula, references and an example.
    """

def fleiss_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    margins: Literal["items", "ratings"] = "items",
    **options: Unpack[Options],
) -> Result:
    """Agreement of any number of raters beyond chance, with chance based on one distribution shared by all.

    Who rated which item does not matter. If items have different numbers of ratings, each
    item counts once in the margins (`margins="items"`, as in Gwet's work); with
    `margins="ratings"`, each rating counts once instead.

    `help(concordant.fleiss_kappa)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    margins : {"items", "ratings"}, default "items"
        Whether chance agreement averages over items or over ratings, if the number of
        raters per item varies.
    """

def category_kappa(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """For each category, kappa of "this category or not"; overall, Fleiss' kappa.

    It shows on which category the raters disagree. A category that nobody used has no
    kappa.

    `help(concordant.category_kappa)` has the other options, the formula, references and an example.
    """

def conger_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Cohen's kappa for several raters: chance is based on each rater's own distribution.

    For two raters without gaps it is Cohen's kappa. With missing ratings, an item counts
    once, however many raters rated it, and a rater's distribution is based on all items
    this rater rated. Asymmetric weights are averaged over both directions.

    `help(concordant.conger_kappa)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def light_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """The mean of Cohen's kappa over all pairs of raters.

    Each pair uses the items both rated. The standard error allows for raters and items
    shared by pairs. If one pair has no kappa, the mean is undefined. For asymmetric
    weights, the rater who comes first is the row.

    `help(concordant.light_kappa)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def hubert_kappa(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Disagreement summed over all pairs of raters, relative to the sum expected by chance.

    With complete data it is Conger's kappa. With gaps, each pair of raters is weighted by
    the number of items both rated, and their distributions are based on those items.
    Asymmetric weights are averaged over both directions.

    `help(concordant.hubert_kappa)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def randolph_kappa(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Fleiss' kappa for raters who may use each category as often as they like.

    It is the unweighted Brennan–Prediger coefficient for several raters, under the name
    used in survey and annotation research.

    `help(concordant.randolph_kappa)` has the other options, the formula, references and an example.
    """

def brennan_prediger(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of any number of raters beyond random picking among all categories.

    Rare categories hardly affect it. It depends on the number of declared categories.

    `help(concordant.brennan_prediger)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def gwet_ac(
    first: Any,
    second: Any = None,
    /,
    *,
    weights: Literal["identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"]
    | Literal[
        "power:0.25",
        "power:0.5",
        "power:0.75",
        "power:1",
        "power:1.25",
        "power:1.5",
        "power:1.75",
        "power:2",
        "power:2.5",
        "power:3",
    ]
    | Sequence[Sequence[float]]
    | NDArray[Any] = "identity",
    scores: Sequence[float] | None = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement of any number of raters beyond chance, stable if one category is rare.

    AC1 without weights, AC2 with them. Chance agreement is that of random ratings of the
    items that are hard to rate; it shrinks, rather than grows, when one category dominates.
    Its value depends on the number of categories of the declared scale.

    `help(concordant.gwet_ac)` has the other options, the formula, references and an example.

    Parameters
    ----------
    weights : {"identity", "linear", "quadratic", "radical", "ordinal", "ratio", "circular", "bipolar"}, str or array-like, default "identity"
        Weights that give partial credit for near misses: a name, "power:1.5", or a matrix
        (categories × categories).
    scores : sequence of float, optional
        Score of each category, lowest first; the weights follow the distances between
        scores.
    """

def krippendorff_alpha(
    first: Any,
    second: Any = None,
    /,
    *,
    metric: Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"]
    | None
    | NDArray[Any]
    | list[list[float]]
    | Callable[[Any, Any], float] = None,
    **options: Unpack[Options],
) -> Result:
    """Agreement beyond chance of any number of raters, with a metric that suits the scale; allows for gaps.

    By default, `metric` follows the level of the scale. Items with one rating are excluded;
    every other rating counts once. "ordinal" is Krippendorff's own metric, based on the
    number of ratings between two categories; it is not Gwet's ordinal weight. "jaccard" and
    "masi" are distances of sets of labels, written "a; b" (Passonneau 2006). The standard
    error of alpha is that of its large-sample form, in which N² replaces N (N − 1).

    `help(concordant.krippendorff_alpha)` has the other options, the formula, references and an example.

    Parameters
    ----------
    metric : {"nominal", "ordinal", "interval", "ratio", "circular", "bipolar", "jaccard", "masi"}, array-like or callable, optional
        Difference metric: a name, a matrix, or a function of two values. By default, the
        level of the scale.
    """

def mean_absolute_error(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Average distance between two ratings of an item, in points.

    With more than two raters, the mean over an item's pairs, then over items. It is in the
    units of the scale; on a named ordinal scale, in steps.

    `help(concordant.mean_absolute_error)` has the other options, the formula, references and an example.
    """

def root_mean_square_error(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Like the mean absolute error, but large distances count more.

    It is the root of the mean squared distance between two ratings of an item.

    `help(concordant.root_mean_square_error)` has the other options, the formula, references and an example.
    """

def signed_bias(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """How many points the second rater rates above the first, on average.

    Positive: the second is more generous. Zero bias does not mean agreement: errors may
    cancel.

    `help(concordant.signed_bias)` has the other options, the formula, references and an example.
    """

def pearson(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """How closely the scores of two raters follow a straight line.

    It ignores differences in mean and spread: use it in addition to an agreement
    coefficient, not instead. With more than two raters, the mean over all pairs.

    `help(concordant.pearson)` has the other options, the formula, references and an example.
    """

def spearman(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """How well the two raters put the items in the same order, ties sharing a rank.

    With more than two raters, the mean over all pairs.

    `help(concordant.spearman)` has the other options, the formula, references and an example.
    """

def kendall_tau(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Share of item pairs that two raters put in the same order, minus the share in opposite order.

    Pairs tied by a rater are set aside for that rater. With more than two raters, the mean
    over all pairs of raters.

    `help(concordant.kendall_tau)` has the other options, the formula, references and an example.
    """

def kendall_w(
    first: Any, second: Any = None, /, *, correct_ties: bool = True, **options: Unpack[Options]
) -> Result:
    """How closely several raters agree on the order of the items, 0 to 1.

    Items that a rater did not rate are excluded, and their number is reported. For two
    raters it is (ρ + 1)/2.

    `help(concordant.kendall_w)` has the other options, the formula, references and an example.

    Parameters
    ----------
    correct_ties : bool, default True
        Correct for ties.
    """

def icc(
    first: Any,
    second: Any = None,
    /,
    *,
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ] = "A,1",
    model: Literal["random", "mixed"] | None = None,
    method: Literal["auto", "anova", "reml"] = "auto",
    averaged: int | None = None,
    all_forms: bool = False,
    **options: Unpack[Options],
) -> Result:
    """Share of the variance of ratings that is due to differences between items.

    `form` is one of "1,1", "A,1", "C,1" (one rater's rating) and "1,k", "A,k", "C,k" (the
    mean of k); the names of Shrout and Fleiss ("ICC(2,1)", "ICC3k") are accepted too. A:
    absolute agreement, a constant difference between raters counts as error; C:
    consistency, it does not; 1: every item may have raters of its own. `model` states
    whether these raters are a sample of others ("random") or all that matter ("mixed"): the
    number is the same, but the conclusion is not.

    Where ratings are missing, variance components are estimated by restricted likelihood
    from all ratings (`method="anova"` excludes incomplete items instead, except for the
    one-way form, which uses all items with the mean number of ratings k₀). Estimates below
    0 are shown. `averaged` gives the form for the mean of a different number of raters;
    `all_forms` shows the six estimates side by side.

    From 30 items on, the interval allows for scores that are not normal. For absolute
    agreement it also allows for the uncertainty of generalising from a few raters, unless
    `model="mixed"` limits the conclusions to these raters.

    `help(concordant.icc)` has the other options, the formula, references and an example.

    Parameters
    ----------
    form : str, default "A,1"
        Form of the intraclass correlation: 1,1 1,k A,1 A,k C,1 or C,k, or a name such as
        ICC(2,1).
    model : {"random", "mixed"}, optional
        random: the raters are a sample of possible raters; mixed: only these raters matter.
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    averaged : int, optional
        Number of raters whose mean is used, if not the number who took part.
    all_forms : bool, default False
        Show all six forms side by side.
    """

def intra_rater_icc(
    first: Any,
    second: Any = None,
    /,
    *,
    form: Literal[
        "1,1",
        "ICC(1,1)",
        "ICC1",
        "1,k",
        "ICC(1,k)",
        "ICC1k",
        "2,1",
        "ICC(2,1)",
        "ICC2",
        "2,k",
        "ICC(2,k)",
        "ICC2k",
        "3,1",
        "ICC(3,1)",
        "ICC3",
        "3,k",
        "ICC(3,k)",
        "ICC3k",
        "A,1",
        "ICC(A,1)",
        "ICCA",
        "A,k",
        "ICC(A,k)",
        "ICCAk",
        "C,1",
        "ICC(C,1)",
        "ICCC",
        "C,k",
        "ICC(C,k)",
        "ICCCk",
    ] = "1,1",
    model: Literal["random", "mixed"] = "random",
    **options: Unpack[Options],
) -> Result:
    """Intra-rater (test–retest) reliability: how alike two readings of an item by the same rater are.

    It is given over all raters, from the items that all of them read on all occasions, and
    for each rater alone. With `model="random"`, differences in level between raters count
    as part of what a rater repeats; "mixed" is about these raters only and excludes such
    differences. `form` states how readings may differ: for "1,1" occasions are
    interchangeable; for "A,1" they are the first, the second, …, and a shift from one to
    the next counts against the rater; "C,1" ignores it. Needs repeats: name their column
    with `repeat=…`.

    `help(concordant.intra_rater_icc)` has the other options, the formula, references and an example.

    Parameters
    ----------
    form : str, default "1,1"
        Form of the intraclass correlation: 1,1 1,k A,1 A,k C,1 or C,k, or a name such as
        ICC(2,1).
    model : {"random", "mixed"}, default "random"
        random: the raters are a sample of possible raters; mixed: only these raters matter.
    """

def ccc(
    first: Any,
    second: Any = None,
    /,
    *,
    divisor: Literal["n-1", "n"] = "n-1",
    transform: Literal["fisher", "none"] = "fisher",
    **options: Unpack[Options],
) -> Result:
    """How close the ratings are to the line of identity, on which both raters agree.

    It is Pearson's r (`precision`) times a factor for differences in mean and spread
    (`accuracy`). `divisor="n"` is Lin's original and equals kappa with quadratic weights;
    the usual n − 1 is a little higher. The interval is Lin's, on Fisher's z scale or, with
    `transform="none"`, directly.

    With more than two raters it is the overall concordance correlation, over the items that
    each pair of raters shares. Where ratings were repeated, raters are compared occasion by
    occasion.

    `help(concordant.ccc)` has the other options, the formula, references and an example.

    Parameters
    ----------
    divisor : {"n-1", "n"}, default "n-1"
        Divide variances by n − 1, or by n as in Lin's first paper.
    transform : {"fisher", "none"}, default "fisher"
        Compute the interval on Fisher's z scale, or directly.
    """

def total_deviation_index(
    first: Any,
    second: Any = None,
    /,
    *,
    coverage: float = 0.9,
    approximate: bool = False,
    **options: Unpack[Options],
) -> Result:
    """The largest difference between two raters on a given share of items.

    If differences are normal, a share of `coverage` of them is no larger than this, in
    points of the scale. The upper end of a 90% interval is about the 95% upper limit, to be
    compared with the largest acceptable difference. `approximate` is Lin's z·√MSD, which is
    accurate if the mean difference is small relative to the spread.

    `help(concordant.total_deviation_index)` has the other options, the formula, references and an example.

    Parameters
    ----------
    coverage : float, default 0.9
        Share of differences that the index covers.
    approximate : bool, default False
        Use Lin's approximation instead of the exact solution.
    """

def coverage_probability(
    first: Any, second: Any = None, /, *, within: float = 1.0, **options: Unpack[Options]
) -> Result:
    """Share of items on which two raters differ by no more than is allowed.

    `within` is the largest difference allowed, in points of the scale; differences are
    assumed to be normal. For the observed share, whatever the distribution, see
    `adjacent_agreement`.

    `help(concordant.coverage_probability)` has the other options, the formula, references and an example.

    Parameters
    ----------
    within : float, default 1.0
        Largest difference between two ratings that still counts as agreement.
    """

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
    """Differences between two raters' measurements of an item: their mean, and limits for single ones.

    The estimate is the bias, the mean of first minus second. The parts "lower limit" and
    "upper limit" enclose the share `agreement` of single differences, or `multiplier`
    standard deviations on either side (such as 1.96). The interval of the bias is for the
    mean only and much narrower: do not use it for limits.

    `differences`: as measured, in "percent" of the mean of both raters, or as ratios
    ("log"), where the estimate is the geometric mean ratio. `limits`: of "normal"
    differences, "nonparametric" quantiles (with the median as bias), or by "regression" on
    size, given at the mean size. `limits_interval` is the method for the limits' own
    intervals: "exact" (default), "mover" (default with repeats), "approximate" (1999),
    "bland1986". Where items were measured repeatedly, `repeats` states whether an occasion
    is shared by both raters ("linked", the true value may change) or not ("unlinked").
    `allowed` is the largest difference that would not matter, and is compared with the
    limits' intervals.

    `help(concordant.bland_altman)` has the other options, the formula, references and an example.

    Parameters
    ----------
    agreement : float, default 0.95
        Share of differences that lie between the limits.
    multiplier : float, optional
        Number of standard deviations from the mean to each limit, such as 1.96.
    differences : {"plain", "percent", "log"}, default "plain"
        Differences as measured, as a percentage of the mean of both raters, or as ratios
        (log).
    limits : {"normal", "nonparametric", "regression"}, default "normal"
        Limits for normal differences, from quantiles (nonparametric), or varying with size
        (regression).
    limits_interval : {"exact", "mover", "approximate", "bland1986"}, optional
        Method for the confidence intervals of the limits; by default exact, or mover with
        repeats.
    repeats : {"linked", "unlinked"}, optional
        Whether an occasion is shared by both raters (linked) or not (unlinked).
    allowed : float, optional
        Largest difference that does not matter in practice (a ratio with differences log).
    """

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
    """The slope of the line between two raters' measurements when both have errors: 1 if they scale alike.

    The first rater is x, the second y. The parts are "slope", tested against 1 (a
    proportional bias), and "intercept", tested against 0 (a constant bias). `ratio` is the
    variance of y's errors over that of x's: 1 if not given, or estimated where items were
    measured repeatedly. `weighted` is for errors proportional to the measured value
    (Linnet); measurements must then be above 0. `at` gives the bias y − x at this true
    value of x.

    Intervals are by Linnet's jackknife, t with n − 2 degrees of freedom;
    interval="analytic" uses influence values instead. With outliers, or errors that are not
    normal, see passing_bablok.

    `help(concordant.deming)` has the other options, the formula, references and an example.

    Parameters
    ----------
    ratio : float, optional
        Error variance of the second rater divided by that of the first; by default 1, or
        estimated from repeats.
    weighted : bool, default False
        Assume that errors are proportional to the measured value.
    at : float, optional
        Report the bias at this measured value.
    """

def passing_bablok(
    first: Any, second: Any = None, /, *, at: float | None = None, **options: Unpack[Options]
) -> Result:
    """The slope of the line between two raters by medians, robust to outliers: 1 if they scale alike.

    The first rater is x, the second y; exchanging them inverts the line. The parts are
    "slope", tested against 1 (a proportional bias), and "intercept" (a constant bias, if
    its interval excludes 0). `at` gives the bias y − x at this value of x. Intervals are by
    ranks. The relation must be linear and increasing; the details give the p-value of a
    test of linearity (a small value indicates a curve). Ties make it imprecise: with few
    distinct values, use deming.

    `help(concordant.passing_bablok)` has the other options, the formula, references and an example.

    Parameters
    ----------
    at : float, optional
        Report the bias at this measured value.
    """

def against_truth(
    first: Any, second: Any = None, /, *, truth: str | None = None, **options: Unpack[Options]
) -> Result:
    """How far raters are from a known truth, and whether by a constant bias or by scatter.

    `truth` names the rater who is right: the gold standard, a reference method. By default,
    it is the rater of kind gold, otherwise the first. The other raters are the parts; for
    each, the mean squared error is exactly bias² plus error variance (both over n).
    `reliability` is var(T) / (var(T) + error variance) and ignores bias: a rater may be
    reliable and yet wrong. The overall value is the mean over raters.

    `help(concordant.against_truth)` has the other options, the formula, references and an example.

    Parameters
    ----------
    truth : str, optional
        Rater whose ratings count as the truth; by default, the rater of kind gold,
        otherwise the first.
    """

def diagnostic_accuracy(
    first: Any,
    second: Any = None,
    /,
    *,
    positive: str | None = None,
    truth: str | None = None,
    **options: Unpack[Options],
) -> Result:
    """How well a judge's answers match the truth: sensitivity, specificity, precision, F1 and MCC.

    `truth` names the rater who is right; by default, it is the first. `positive` is the
    category to be detected, against all others; by default, the last of two (1, yes, pass,
    true). The overall value is balanced accuracy; the parts are sensitivity (recall),
    specificity, precision (positive predictive value), negative predictive value, F1 and
    Matthews' correlation. With more than two categories and no `positive` the overall value
    is the mean recall of the categories that occur in the truth; the parts are their
    recalls.

    `help(concordant.diagnostic_accuracy)` has the other options, the formula, references and an example.

    Parameters
    ----------
    positive : str, optional
        Category to detect, against all others; by default, the second of two.
    truth : str, optional
        Rater whose ratings count as the truth; by default, the rater of kind gold,
        otherwise the first.
    """

def iota(
    first: Any, second: Any = None, /, *, standardized: bool = False, **options: Unpack[Options]
) -> Result:
    """How much closer ratings of the same item are than ratings of any two items.

    For one variable it is the overall concordance correlation with divisor n (`ccc` with
    `divisor="n"`). For several variables, name their column with `repeat=…`: squared
    distances are added over variables; `standardized` first scales each to the same spread.

    `help(concordant.iota)` has the other options, the formula, references and an example.

    Parameters
    ----------
    standardized : bool, default False
        Standardise every column first.
    """

def robinson_a(
    first: Any,
    second: Any = None,
    /,
    *,
    kind: Literal["agreement", "consistency"] = "agreement",
    **options: Unpack[Options],
) -> Result:
    """Share of the squared deviations from the grand mean that lies between items, not raters.

    "agreement" is Robinson's own: a rater who is always higher counts against it.
    "consistency" removes raters' means first, as R's irr does under the same name. k
    unrelated raters reach about 1/k, not 0; `icc_equivalent` is the equivalent intraclass
    correlation, (kA − 1)/(k − 1).

    `help(concordant.robinson_a)` has the other options, the formula, references and an example.

    Parameters
    ----------
    kind : {"agreement", "consistency"}, default "agreement"
        agreement: a constant difference between raters counts as error; consistency: it
        does not.
    """

def finn_coefficient(
    first: Any,
    second: Any = None,
    /,
    *,
    levels: int | None = None,
    kind: Literal["agreement", "consistency"] = "agreement",
    **options: Unpack[Options],
) -> Result:
    """How much less the ratings of an item vary than ratings given at random on the scale.

    `levels` is the number of points of the scale, one apart; a declared scale supplies it.
    Unlike an intraclass correlation, it can be high where all items are alike, because it
    compares with the scale and not with the items. "agreement" is the one-way form;
    "consistency", the two-way form, ignores constant differences between raters.

    `help(concordant.finn_coefficient)` has the other options, the formula, references and an example.

    Parameters
    ----------
    levels : int, optional
        Number of points on the scale, one unit apart.
    kind : {"agreement", "consistency"}, default "agreement"
        agreement: a constant difference between raters counts as error; consistency: it
        does not.
    """

def variance_components(
    first: Any,
    second: Any = None,
    /,
    *,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """The variance of ratings, and its shares due to items, raters and error.

    It uses analysis of variance of complete items, in which estimates below 0 are shown
    unchanged, or, if ratings are missing or `method="reml"`, restricted likelihood (REML),
    which has none below 0.

    `help(concordant.variance_components)` has the other options, the formula, references and an example.

    Parameters
    ----------
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    """

def g_study(
    first: Any,
    second: Any = None,
    /,
    *,
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """The variance of a single rating, and how much of it comes from each facet and from their interactions.

    The design is items × raters × occasions if ratings were repeated, otherwise items ×
    raters (or items × the occasions of one rater). The estimate is the sum of all
    components; the parts are the components with their `share` of it. Estimates below 0 are
    shown unchanged; there are none by restricted likelihood, which is used for items ×
    raters where ratings are missing.

    `help(concordant.g_study)` has the other options, the formula, references and an example.

    Parameters
    ----------
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    """

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
    """How well the mean over raters (and occasions) distinguishes items: for decisions that compare items.

    A shift of all items is not an error here. `n_raters` and `n_occasions` are those of the
    design used for decisions; by default, those of the data. `fixed` is a facet that is not
    generalised over: only these raters, or only these occasions, matter. For items × raters
    it is ICC(C,k); where ratings are missing, components are estimated by restricted
    likelihood.

    `help(concordant.g_coefficient)` has the other options, the formula, references and an example.

    Parameters
    ----------
    n_raters : int, optional
        Number of raters whose mean each decision is based on, if not the number who took
        part.
    n_occasions : int, optional
        Number of occasions whose mean each decision is based on, if not the number
        observed.
    fixed : {"raters", "occasions"}, optional
        Facet that is not generalised over: only these raters, or only these occasions,
        matter.
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    """

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
    """How well the mean over raters (and occasions) gives an item's own value: for decisions on its level.

    Constant differences between raters or between occasions count as error. Options are
    those of `g_coefficient`; for items × raters it is ICC(A,k).

    `help(concordant.phi_coefficient)` has the other options, the formula, references and an example.

    Parameters
    ----------
    n_raters : int, optional
        Number of raters whose mean each decision is based on, if not the number who took
        part.
    n_occasions : int, optional
        Number of occasions whose mean each decision is based on, if not the number
        observed.
    fixed : {"raters", "occasions"}, optional
        Facet that is not generalised over: only these raters, or only these occasions,
        matter.
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    """

def sem(
    first: Any,
    second: Any = None,
    /,
    *,
    kind: Literal["agreement", "consistency"] = "agreement",
    method: Literal["auto", "anova", "reml"] = "auto",
    **options: Unpack[Options],
) -> Result:
    """Typical distance of a single rating from the item's true value, a standard deviation in points.

    "agreement" counts raters who are always higher or lower as error, √(σ_r² + σ_e²), a
    negative estimate of σ_r² as 0; "consistency" does not, √MS_e. Unlike a reliability it
    does not depend on how much the items differ.

    `help(concordant.sem)` has the other options, the formula, references and an example.

    Parameters
    ----------
    kind : {"agreement", "consistency"}, default "agreement"
        agreement: a constant difference between raters counts as error; consistency: it
        does not.
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    """

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
    """The smallest change between two ratings of an item that exceeds measurement error.

    It is 1.96·√2·SEM at a `certainty` of 95%. Also called minimal detectable change (MDC).

    `help(concordant.smallest_detectable_change)` has the other options, the formula, references and an example.

    Parameters
    ----------
    kind : {"agreement", "consistency"}, default "agreement"
        agreement: a constant difference between raters counts as error; consistency: it
        does not.
    certainty : float, default 0.95
        Share of cases that the limit covers.
    method : {"auto", "anova", "reml"}, default "auto"
        anova: analysis of variance of complete items; reml: restricted maximum likelihood
        from all ratings; auto: reml if ratings are missing.
    """

def within_subject_sd(first: Any, second: Any = None, /, **options: Unpack[Options]) -> Result:
    """Standard deviation of repeated readings of the same item, pooled over items.

    Where raters repeated their ratings, it is the spread of each rater's own readings,
    pooled over raters; otherwise the spread between raters.

    `help(concordant.within_subject_sd)` has the other options, the formula, references and an example.
    """

def repeatability_limit(
    first: Any, second: Any = None, /, *, certainty: float = 0.95, **options: Unpack[Options]
) -> Result:
    """The difference that two readings of the same item exceed in only 5% of cases: 1.96·√2·s_w.

    Also called the repeatability coefficient; two readings differ by 0 ± this much.

    `help(concordant.repeatability_limit)` has the other options, the formula, references and an example.

    Parameters
    ----------
    certainty : float, default 0.95
        Share of cases that the limit covers.
    """

def within_subject_cv(
    first: Any,
    second: Any = None,
    /,
    *,
    cv_by: Literal["mean", "items", "log"] = "mean",
    **options: Unpack[Options],
) -> Result:
    """Spread of the readings of an item relative to their size; for measurements with a true zero.

    By "mean": within-subject standard deviation over the general mean; by "items": the root
    of the mean of every item's own squared share; by "log": from the spread of logarithms,
    √(exp s² − 1), where error grows with size. Items that were read once do not count.

    `help(concordant.within_subject_cv)` has the other options, the formula, references and an example.

    Parameters
    ----------
    cv_by : {"mean", "items", "log"}, default "mean"
        Standard deviation divided by the overall mean or by each item's own mean, or
        computed from logarithms.
    """

def cronbach_alpha(
    first: Any,
    second: Any = None,
    /,
    *,
    standardized: bool = False,
    without_each: bool = False,
    **options: Unpack[Options],
) -> Result:
    """How reliable the sum (or mean) of all raters' ratings is; equal to ICC(C,k).

    Columns may be raters or the questions of a test. `standardized` scales every column to
    the same spread first; `without_each` shows the value without each of them. Items with a
    gap are excluded.

    `help(concordant.cronbach_alpha)` has the other options, the formula, references and an example.

    Parameters
    ----------
    standardized : bool, default False
        Standardise every column first.
    without_each : bool, default False
        Show the value without each column in turn.
    """
