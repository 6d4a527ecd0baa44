"""What Python users call for figures: `concordant.figures.heat_map(human, judge).save("table.pdf")`.

Each takes what every coefficient takes (two sequences, a matrix, a frame, a file's path, ratings) with the
options of reading, or a study, or the part of a study that it draws. A study has several comparisons; the one
to look at first is drawn unless `comparison` names another. All words are in `lang`, "en" or "zh".
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Unpack

from ..arguments import check_arguments, check_arguments_and, kind_of
from ..coefficients.catalogue import BY_NAME
from ..coefficients.weights import Weights
from ..errors import OptionError
from ..interpret.raters import RaterMatrix
from ..interpret.raters import rater_matrix as matrix_of
from ..interpret.rounds import Anchored, Progress
from ..interpret.study import Study, for_readers
from ..interpret.trust import Paradox, Sensitivity
from ..interpret.trust.paradox import paradox
from ..interpret.where import (
    BandTable,
    SliceTable,
    band_table,
    points_of,
)
from ..language.render import Language
from ..ratings.read import READING
from ..report.figure import Figure
from ..report.figures import bangdiwala as _bangdiwala
from ..report.figures import bland_altman as _bland_altman
from ..report.figures import category_bars as _category_bars
from ..report.figures import components as _components
from ..report.figures import drift as _drift
from ..report.figures import forest as _forest
from ..report.figures import heat_map as _heat_map
from ..report.figures import paradox_curve as _paradox_curve
from ..report.figures import rater_matrix as _rater_matrix
from ..report.figures import rounds as _rounds
from ..report.figures import sensitivity as _sensitivity
from ..report.figures.axis_labels import names_in
from ..report.figures.rounds import Round
from ..result import Result
from .api.coefficients import public_function, sort_options
from .api.drift import drift as drift_of
from .api.study import sensitivity, study
from .figure_input import (
    cannot,
    compared_of,
    comparison_in,
    followed,
    part_in,
    sliced_by,
    strata_in,
    table_in,
)
from .track.project import Project

if TYPE_CHECKING:
    from .. import (
        BlandAltmanFigureOptions,
        ComponentsFigureOptions,
        DriftFigureOptions,
        ForestOptions,
        ForestStrataOptions,
        ParadoxFigureOptions,
        ReadingOptions,
        RoundsStripOptions,
        SensitivityFigureOptions,
    )

__all__ = [
    "Figure",
    "Round",
    "bangdiwala",
    "bland_altman",
    "category_bars",
    "components",
    "drift",
    "forest",
    "forest_strata",
    "heat_map",
    "paradox_curve",
    "rater_matrix",
    "rounds_strip",
    "sensitivity_curve",
]


_OF_NUMBERS = ("A Bland–Altman plot", "two identified raters and measurements")

# --- the confusion matrix ----------------------------------------------------


@check_arguments_and(READING)
def heat_map(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **reading: Unpack[ReadingOptions],
) -> Figure:
    """What one said where the other said what, with margins and the band that counts as near."""
    table, facts, places = table_in(data, second, comparison, reading)
    return _heat_map.heat_map(table, lang=lang, positions=places, **facts)


@check_arguments_and(READING)
def bangdiwala(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **reading: Unpack[ReadingOptions],
) -> Figure:
    """Bangdiwala's agreement chart: a rectangle for each category, its full square exact agreement."""
    table, facts, _ = table_in(data, second, comparison, reading)
    return _bangdiwala.bangdiwala(table, lang=lang, **facts)


@check_arguments
def bland_altman(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[BlandAltmanFigureOptions],
) -> Figure:
    """Differences of two raters by size, with the bias, the limits of agreement and their intervals.

    Options are those of `concordant.bland_altman` (`differences`, `limits`, `allowed`, …), those of inference
    and those of reading.
    """
    if isinstance(data, Study):
        one = comparison_in(data, comparison)
        limits = one.measure("bland_altman")
        if one.scatter is None or limits is None:
            raise cannot(*_OF_NUMBERS, len(one.raters), measured=one.confusion is None)
        names = names_in(one, (one.scatter.first, one.scatter.second))
        return _bland_altman.bland_altman(one.scatter, limits.result, lang=lang, names=names)
    own = BY_NAME["bland_altman"]
    seen = compared_of(data, second, sort_options(own, options)[2])
    if not seen.pair or seen.ratings.anonymous or seen.ratings.values is None:
        raise cannot(*_OF_NUMBERS, seen.ratings.n_raters, measured=seen.measurements)
    return _bland_altman.bland_altman(
        points_of(seen), public_function(own)(data, second, **options), lang=lang
    )


@check_arguments
def components(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[ComponentsFigureOptions],
) -> Figure:
    """How much of the variance of a rating is of items, of raters and of error (and of occasions)."""
    if isinstance(data, Study):
        held = comparison_in(data, comparison).components
        if held is None:
            raise OptionError("This study has no variance components, which exist only for measurements.")
        return _components.components(held.variances, lang=lang)
    if not isinstance(data, Result):
        data = public_function(BY_NAME["g_study"])(data, second, **options)
    return _components.components(data, lang=lang)


# --- where it fails -----------------------------------------------------------------------------


@check_arguments
def forest(
    data: Any,
    second: Any = None,
    /,
    *,
    by: str | None = None,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[ForestOptions],
) -> Figure:
    """The main measure in every slice by one column (without `by` the first), beside that of all items.

    Data are studied first; other options are those of `concordant.study`.
    """
    if isinstance(data, SliceTable):
        return _forest.forest(data, lang=lang)
    found = data if isinstance(data, Study) else study(data, second, by=by, **options)
    one = comparison_in(found, comparison)
    fdr = float(found.options.get("fdr", 0.05))
    return _forest.forest(sliced_by(one, by), one.main.result, fdr=fdr, lang=lang)


@check_arguments
def forest_strata(
    data: Any,
    *,
    by: str | None = None,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[ForestStrataOptions],
) -> Figure:
    """The measure in every stratum, and as diamonds the ways to make one number of them.

    `data` may be what `concordant.stratified` returns; other options are those of `stratified`.
    """
    data = strata_in(data, by, comparison, options)
    return _forest.forest_strata(data, lang=lang)


@check_arguments
def rounds_strip(
    data: Any,
    second: Any = None,
    /,
    *,
    goal: float | None = None,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[RoundsStripOptions],
) -> Figure:
    """A measure round by round, what each round changed, and `goal` as a line; data need round="version".

    `data` may be a project that is tracked, the `progress` of a comparison, or `Round`s of your own: a name,
    a result, and the change from the round before.
    """
    line = math.nan if goal is None else goal
    if isinstance(data, Project):
        data = followed(data)
    if isinstance(data, Progress):
        rounds = _rounds.rounds_of(data)
        return _rounds.rounds_strip(rounds, goal=line, convergence=data.convergence, lang=lang)
    if isinstance(data, (list, tuple)) and data and all(isinstance(one, Round) for one in data):
        return _rounds.rounds_strip(data, goal=line, lang=lang)
    found = data if isinstance(data, Study) else study(data, second, **options)
    return _rounds.progress_strip(comparison_in(found, comparison), goal=goal, lang=lang)


@check_arguments
def drift(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[DriftFigureOptions],
) -> Figure:
    """A judge run by run on the same items: how far its level moved, and with whom it agrees.

    `data` may be what `concordant.drift` returns, a project that is tracked, or the `progress` of a
    comparison; other options are those of `concordant.drift`.
    """
    if isinstance(data, Project):
        data = followed(data)
    if isinstance(data, Study):
        data = comparison_in(data, comparison).progress
        if data is None:
            raise OptionError("There are no rounds here: name the column of rounds with round='version'.")
    if isinstance(data, Progress):
        if (data := data.drift) is None:
            raise OptionError("There is no judge here to check for drift.")
    elif not isinstance(data, Anchored):
        data = drift_of(data, second, **options)
    return _drift.drift_chart(data, lang)


@check_arguments_and(READING)
def category_bars(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **reading: Unpack[ReadingOptions],
) -> Figure:
    """How often each rater uses each category, and how far raters agree in it."""
    if isinstance(data, BandTable):
        return _category_bars.category_bars(data, lang=lang)
    one = comparison_in(data, comparison) if isinstance(data, Study) else None
    found = band_table(compared_of(data, second, reading)) if one is None else one.bands
    if found is None:
        raise OptionError("There are no bars by category here: they need ratings in at most 50 categories.")
    names = names_in(one, found.raters) if one is not None and len(one.reference) > 1 else None
    return _category_bars.category_bars(found, lang=lang, names=names)


@check_arguments_and(READING)
def rater_matrix(
    data: Any, second: Any = None, /, *, lang: Language = "en", **reading: Unpack[ReadingOptions]
) -> Figure:
    """Every rater with every other one: agreement above the diagonal, how many items both rated below."""
    if isinstance(data, Study):
        if data.matrix is None:
            raise OptionError(
                "This study has no matrix of raters: the data do not record who gave each rating."
            )
        data = data.matrix
    if not isinstance(data, RaterMatrix):
        seen = compared_of(data, second, reading)
        data = matrix_of(seen.source, seen.main)
    return _rater_matrix.rater_matrix(data, lang=lang)


# --- whether to believe the number --------------------------------------------------------------


@check_arguments
def sensitivity_curve(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **options: Unpack[SensitivityFigureOptions],
) -> Figure:
    """A kappa from no partial credit to quadratic weights, its interval, and the words it reads as.

    Options are those of `concordant.sensitivity`: schemes of your own as `weights`, `name`, and reading.
    """
    if isinstance(data, Study):
        data = part_in(comparison_in(for_readers(data, lang), comparison), "sensitivity")
    if not isinstance(data, Sensitivity):
        data = sensitivity(data, second, **options)
    return _sensitivity.sensitivity_curve(data, lang=lang)


@check_arguments_and({**READING, "weights": kind_of(Weights)})
def paradox_curve(
    data: Any,
    second: Any = None,
    /,
    *,
    comparison: str | None = None,
    lang: Language = "en",
    **reading: Unpack[ParadoxFigureOptions],
) -> Figure:
    """Kappa at the same agreement, were the most common category more or less common; the data's own marked.

    The kappa has the weights that a study would choose, or those of `weights`.
    """
    if isinstance(data, Study):
        data = part_in(comparison_in(data, comparison), "paradox")
    if not isinstance(data, Paradox):
        data = paradox(compared_of(data, second, reading))
    return _paradox_curve.paradox_curve(data, lang=lang)
