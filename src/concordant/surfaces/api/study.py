"""What Python users call to understand a number: a study, and the parts of it that stand alone."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ...arguments import Kinds, check_arguments, check_arguments_and, kind_of, kinds_of
from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...coefficients.weights import Weights
from ...errors import OptionError, choose
from ...inference.homogeneity import MOST_CATEGORIES, MOST_SUMS, homogeneity
from ...inference.measure import Measure
from ...inference.strata import Strata
from ...inference.strata import stratified as _stratified
from ...interpret.compare.choose_measures import Preset, choose_measures, shape_of
from ...interpret.compare.comparison import together
from ...interpret.goals.goal import Goal
from ...interpret.study.make_study import make_study, silent
from ...interpret.trust.sensitivity import Sensitivity, kappa_for, weighable
from ...interpret.trust.sensitivity import sensitivity as _sensitivity
from ...ratings.phrases import many
from ...ratings.ratings import Ratings
from ...ratings.read import READING, as_ratings
from ...ratings.remote.unread import is_table, open_source
from ...reduce.moments import Moments
from ...reduce.remote_moments import are_measurements
from ...result import Result
from ...version import __version__
from .coefficients import columns_of, names_of, rated, sort_options
from .study_result import Study

#: What an option of reading may be, and the function that hears how far a study is.
_READING_AND_TELL: Kinds = {**READING, "tell": kind_of(Callable[..., Any])}
#: How many items to list is checked where the study is made, which says what the number is for.
_HOW_MANY: Kinds = {"examples": None, "per_cell": None}


@check_arguments_and({**_READING_AND_TELL, **_HOW_MANY})
def study(
    data: Any,
    second: Any = None,
    /,
    *,
    reference: str | Sequence[str] | None = None,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    preset: Preset = "auto",
    by: str | Sequence[str] | None = None,
    weights: Mapping[str, Weights] | Weights | None = None,
    level: float = 0.95,
    fdr: float = 0.05,
    examples: int = 20,
    per_cell: int = 10,
    **reading: Any,
) -> Study:
    """What the agreement is, whether to believe it, where it fails, and what to fix; in one call.

    reference  who judges are held against: a kind ("human", "gold") or the names of raters; without it the
               raters' kinds tell, which names often give away
    goal       "first", "optimised", "mature", "kappa-target", a TOML file or a mapping: judged on interval
               bounds
    preset     "auto" chooses coefficients from the data; "daily", "strict", "ordinal", "continuous" and
               "everything" by purpose
    by         the columns to slice by; without it, those that look like slices
    weights    schemes of your own for the sensitivity of weighted kappa: {"clinic": [[1, .5, 0], …]}
    level      of the confidence intervals
    fdr        the rate of false discoveries among the problems found, and among slices
    examples   how many items to adjudicate first are listed
    per_cell   how many items of each cell of a table are kept to be shown, with their texts; 0 for none

    Other options are those of reading; `tell(what, share)` hears how far it is. `study.save("report.html")`
    writes the report, `study.text("zh")` says it in Chinese, and `study.to_dict()` holds every number as
    strict JSON.
    """
    tell = reading.pop("tell", silent)
    ratings = ratings_to_study(data, second, by, reading)
    made = make_study(
        ratings, reference=reference, goal=goal, preset=preset, by=by, weights=_schemes(weights), level=level,
        fdr=fdr, examples=examples, per_cell=per_cell, version=__version__, versions=versions_of(ratings),
        tell=tell,
    )  # fmt: skip
    return Study.of(made)


#: What an option of a study may be.
STUDYING: Kinds = {
    **_READING_AND_TELL,
    **{n: k for n, k in kinds_of(study).items() if n not in ("data", "second")},
    **_HOW_MANY,
}


def ratings_to_study(
    data: Any, second: Any, by: str | Sequence[str] | None, reading: Mapping[str, Any]
) -> Ratings:
    """The ratings of whatever was given, with the slices asked for."""
    if isinstance(data, Moments):
        raise OptionError("A study needs the ratings themselves, and only sums are known here.")
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
                "A study of measurements needs the items, and these stay where they are: read them with "
                "engine='memory', or ask for icc, ccc, sem or bland_altman, which need sums only."
            )
        return as_ratings(opened, **reading)
    return as_ratings(data, second, **reading)


def _schemes(weights: Mapping[str, Weights] | Weights | None) -> Mapping[str, Weights] | None:
    return weights if weights is None or isinstance(weights, Mapping) else {"own": weights}


@check_arguments
def stratified(data: Any, name: str | None = None, *, by: str | Sequence[str], **options: Any) -> Strata:
    """A coefficient in every stratum, the ways to make one number of them, and why these differ.

    `by` names the columns that make the strata: `stratified(data, by="department", weights="linear")`. The
    size-weighted and the inverse-variance mean, chance taken within strata, the pooled table, the test that
    all strata are equal, and what margins and agreement have to do with the difference of pooled and mean.
    Without a `name` it is the coefficient that a study would choose, or with weights a kappa: Cohen's of two
    raters, Conger's of several.
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
    """Do raters use the categories alike? Every test of it that the data allow.

    Two raters: McNemar (plain, corrected, exact) and Bhapkar with two categories; Bowker, Stuart–Maxwell and
    Bhapkar with more. Several raters: Cochran's Q or its form for several categories, and a Wald test of
    equal margins, which also allows for clusters. The estimate of each result is the test's statistic.
    """
    ratings = as_ratings(data, second, **reading)
    if not (found := homogeneity(ratings)):
        raise OptionError(
            f"Margins are compared between two or more raters who are known, with at most {MOST_CATEGORIES} "
            f"categories and {MOST_SUMS} raters × categories; here are {_found(ratings)}."
        )
    return found


def _found(ratings: Ratings) -> str:
    """What the data are, where they are not what was asked for."""
    raters = "raters who are not told apart" if ratings.anonymous else many(ratings.n_raters, "rater")
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
    """Does the verdict depend on the weights? A kappa under several schemes and powers, and what it reads as.

    `weights` are schemes of your own beside the usual ones: {"clinic": [[1, .5, 0], …]}, or one matrix.
    `name` is a coefficient with weights (or "krippendorff_alpha"); without it Cohen's kappa of two raters,
    Conger's of several. Other options are the coefficient's own, those of inference and those of reading.
    """
    if name is not None:
        choose("name", name, [known.name for known in BY_NAME.values() if weighable(known)])
    c = BY_NAME[name or "cohen_kappa"]
    own, plan, reading = sort_options(c, options)
    ratings = rated(c, data, second, reading)
    if isinstance(ratings, Moments):
        raise OptionError("sensitivity needs the ratings themselves, and only sums are known here.")
    main = (Measure(BY_NAME[name or kappa_for(ratings)], ratings, own).coefficient.name, own)
    compared = together(ratings, ratings.raters, "raters", main=main, plan=plan)
    return _sensitivity(compared, _schemes(weights))


_ENGINES = {"spark": "pyspark", "ibis": "ibis-framework"}


def versions_of(ratings: Ratings) -> dict[str, str]:
    """Versions by name; that of the engine too where one keeps the items."""
    engine = None if ratings.item_source is None else ratings.item_source.relation.engine
    found = {"concordant": __version__, "python": platform.python_version()}
    for name in ("numpy", "scipy", *([_ENGINES.get(engine, engine)] if engine else [])):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue  # Spark may come with a cluster, and not as a package
    return found
