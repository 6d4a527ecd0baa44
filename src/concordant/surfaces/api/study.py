"""What Python users call to understand a number: a study, and the parts of it that stand alone."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
import scipy

from ...arguments import Kinds, check_arguments, check_arguments_and, kind_of, kinds_of
from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...coefficients.weights import Weights
from ...errors import OptionError, choose
from ...inference.homogeneity import MOST_CATEGORIES, MOST_SUMS, homogeneity
from ...inference.measure import Measure
from ...inference.strata import Strata
from ...inference.strata import stratified as _stratified
from ...interpret.compare import Preset, shape_of, together
from ...interpret.compare.choose_measures import choose_measures
from ...interpret.goals import Goal
from ...interpret.study import silent
from ...interpret.study.make_study import make_study
from ...interpret.trust import Sensitivity, kappa_for, weighable
from ...interpret.trust.sensitivity import sensitivity as _sensitivity
from ...ratings.as_ratings import as_ratings
from ...ratings.phrases import many
from ...ratings.ratings import Ratings
from ...ratings.read import READING
from ...ratings.remote import is_table, open_source
from ...reduce.moments import Moments
from ...reduce.remote_moments import are_measurements
from ...result import Result
from ...version import __version__
from .breakdowns import columns_of, names_of
from .coefficients import rated, sort_options
from .study_result import Study

#: What an option of reading may be, and the function that hears how far a study is.
_READING_AND_PROGRESS: Kinds = {**READING, "tell": kind_of(Callable[..., Any])}
#: How many items to list is checked where the study is made, which says what the number is for.
_HOW_MANY: Kinds = {"examples": None, "per_cell": None}


@check_arguments_and({**_READING_AND_PROGRESS, **_HOW_MANY})
def study(
    data: Any,
    second: Any = None,
    /,
    *,
    reference: str | Sequence[str] | None = None,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    preset: Preset = "auto",
    benchmark: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: Mapping[str, Weights] | Weights | None = None,
    level: float = 0.95,
    margin: float | None = None,
    fdr: float = 0.05,
    examples: int = 20,
    per_cell: int = 10,
    **reading: Any,
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
    progress_callback = reading.pop("tell", silent)
    ratings = ratings_to_study(data, second, by, reading)
    made = make_study(
        ratings, reference=reference, goal=goal, preset=preset, benchmark=benchmark, by=by,
        weights=_schemes(weights), level=level, margin=margin, fdr=fdr, examples=examples, per_cell=per_cell,
        version=__version__, versions=versions_of(ratings), progress_callback=progress_callback,
    )  # fmt: skip
    return Study.of(made)


#: What an option of a study may be.
STUDYING: Kinds = {
    **_READING_AND_PROGRESS,
    **{n: k for n, k in kinds_of(study).items() if n not in ("data", "second")},
    **_HOW_MANY,
}


def ratings_to_study(
    data: Any, second: Any, by: str | Sequence[str] | None, reading: Mapping[str, Any]
) -> Ratings:
    """The ratings of whatever was given, with the slices asked for."""
    if isinstance(data, Moments):
        raise OptionError("A study needs the ratings themselves, but only sums are available here.")
    if second is None and is_table(data):
        opened = open_source(data, reading)
        if by is not None:
            rest = [
                name
                for name in names_of(by)
                if name not in (opened.roles.dimension, opened.roles.round, "dimension", "round")
            ]
            opened = opened.sliced_by(rest)[0]
        if opened.relation is not None and are_measurements(opened):
            raise OptionError(
                "A study of measurements needs the items, but these are not in memory: read them with "
                "engine='memory', or use icc, ccc, sem or bland_altman, which need sums only."
            )
        return as_ratings(opened, **reading)
    return as_ratings(data, second, **reading)


def _schemes(weights: Mapping[str, Weights] | Weights | None) -> Mapping[str, Weights] | None:
    return weights if weights is None or isinstance(weights, Mapping) else {"own": weights}


@check_arguments
def stratified(data: Any, name: str | None = None, *, by: str | Sequence[str], **options: Any) -> Strata:
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
    if name is not None:
        choose("name", name, BY_NAME)
    c, names = BY_NAME[name or "cohen_kappa"], columns_of(by)
    own, plan, reading = sort_options(c, options)
    if is_table(data):
        data, names = open_source(data, reading).sliced_by(names)
    ratings = as_ratings(data, **reading)
    if name is None:
        c, own = _fitting(ratings, own)
    return _stratified(c, ratings, names, own, plan)


def _fitting(ratings: Ratings, own: Mapping[str, Any]) -> tuple[Coefficient, dict[str, Any]]:
    """The coefficient that speaks for a study of these raters, or the kappa whose options were given."""
    if own:
        return BY_NAME[kappa_for(ratings)], dict(own)
    main = next(c for c in choose_measures(shape_of(ratings, "raters")) if c.main)
    return BY_NAME[main.measure], dict(main.options)


@check_arguments_and(READING)
def marginal_homogeneity(data: Any, second: Any = None, /, **reading: Any) -> tuple[Result, ...]:
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
    ratings = as_ratings(data, second, **reading)
    if not (found := homogeneity(ratings)):
        raise OptionError(
            f"Margins can be compared between two or more identified raters, with at most {MOST_CATEGORIES} "
            f"categories and {MOST_SUMS} raters × categories, got {_found(ratings)}."
        )
    return found


def _found(ratings: Ratings) -> str:
    """What the data are, where they are not what was asked for."""
    raters = "raters who are not distinguished" if ratings.anonymous else many(ratings.n_raters, "rater")
    scale = ratings.scale
    if scale.categories is None:
        return f"{raters} and measurements on a scale of level {scale.level}"
    return f"{raters} and {many(len(ratings.labels), 'category', 'categories')}"


@check_arguments
def sensitivity(
    data: Any,
    second: Any = None,
    /,
    *,
    weights: Mapping[str, Weights] | Weights | None = None,
    name: str | None = None,
    **options: Any,
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
    if name is not None:
        choose("name", name, [known.name for known in BY_NAME.values() if weighable(known)])
    c = BY_NAME[name or "cohen_kappa"]
    own, plan, reading = sort_options(c, options)
    ratings = rated(c, data, second, reading)
    if isinstance(ratings, Moments):
        raise OptionError("sensitivity needs the ratings themselves, but only sums are available here.")
    main = (Measure(BY_NAME[name or kappa_for(ratings)], ratings, own).coefficient.name, own)
    compared = together(ratings, ratings.raters, "raters", main=main, plan=plan)
    return _sensitivity(compared, _schemes(weights))


_ENGINES = {"spark": "pyspark", "ibis": "ibis-framework"}


def versions_of(ratings: Ratings) -> dict[str, str]:
    """Versions by name; that of the engine too where one keeps the items."""
    engine = None if ratings.item_source is None else ratings.item_source.relation.engine
    found = {"concordant": __version__, "python": platform.python_version()}
    found |= {"numpy": numpy.__version__, "scipy": scipy.__version__}
    return found | ({} if engine is None else _version_of(_ENGINES.get(engine, engine)))


def _version_of(library: str) -> dict[str, str]:
    """Its version by its name; Spark may come with a cluster, and not as a package."""
    from importlib.metadata import PackageNotFoundError, version  # takes as long as a chapter of the study

    try:
        return {library: version(library)}
    except PackageNotFoundError:
        return {}
