"""Every figure that a study has, by name, in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ...errors import InputError, OptionError
from ...interpret.study import ComparisonReport, ScaleFacts, Study
from ...interpret.where import Confusion
from ...language.render import Language
from ..figure import Figure
from .axis_labels import names_in
from .bangdiwala import bangdiwala
from .bland_altman import bland_altman
from .category_bars import category_bars
from .components import components
from .drift import drift_chart
from .forest import forest, forest_strata
from .heat_map import heat_map
from .paradox_curve import paradox_curve
from .rater_matrix import rater_matrix
from .rounds import progress_strip
from .sensitivity import sensitivity_curve
from .theme import unchecked

#: A figure that waits to be drawn in a language.
Make = Callable[..., Figure]


def figures_of(study: Study, lang: Language = "en", *, comparison: str | None = None) -> dict[str, Figure]:
    """The figures of the comparison that a reader asks for first, or of another, and that of all raters.

    A name is that of the figure; of several slice columns the second has "forest-2", and so on.
    """
    one = study.main if comparison is None else study.comparison(comparison)
    found: dict[str, Figure] = {}
    for name, make in _makes(study, one):
        try:
            with unchecked():
                figure = make(lang=lang)
        except (InputError, OptionError):  # it says why the data cannot have this figure
            continue
        found[name] = replace(figure, name=name)
    return found


def _makes(study: Study, one: ComparisonReport | None) -> Iterator[tuple[str, Make]]:
    if one is not None:
        yield from _of_two(study, one)
        yield from _of_parts(study, one)
        yield from _of_the_number(one)
    if study.matrix is not None:
        yield "rater-matrix", partial(rater_matrix, study.matrix)


def _of_two(study: Study, one: ComparisonReport) -> Iterator[tuple[str, Make]]:
    """Who said what where the other said what."""
    table, limits = one.confusion, one.measure("bland_altman")
    if table is not None and table.total > 0:
        facts = facts_of_table(study.scale, one, table)
        yield "heat-map", partial(heat_map, table, positions=positions_in(study.scale, table), **facts)
        yield "bangdiwala", partial(bangdiwala, table, **facts)
    if one.scatter is not None and limits is not None:
        names = names_in(one, (one.scatter.first, one.scatter.second))
        yield "bland-altman", partial(bland_altman, one.scatter, limits.result, names=names)
    if one.components is not None:
        yield "variance-components", partial(components, one.components.variances)


def _of_parts(study: Study, one: ComparisonReport) -> Iterator[tuple[str, Make]]:
    """Where it fails: rounds, slices, strata and categories."""
    fdr = float(study.options.get("fdr", 0.05))
    sliced = [table for table in one.slices if table.rows]
    if one.progress is not None:
        yield "rounds-strip", partial(progress_strip, one)
        if one.progress.drift is not None:
            yield "drift", partial(drift_chart, one.progress.drift)
    for place, table in enumerate(sliced):
        yield _numbered("forest", place), partial(forest, table, one.main.result, fdr=fdr)
    for place, strata in enumerate(one.strata):
        yield _numbered("strata", place), partial(forest_strata, strata)
    if one.bands is not None:
        names = names_in(one, one.bands.raters) if len(one.reference) > 1 else None
        yield "category-bars", partial(category_bars, one.bands, names=names)


def _of_the_number(one: ComparisonReport) -> Iterator[tuple[str, Make]]:
    """Whether to believe the number."""
    if one.sensitivity is not None:
        yield "sensitivity-curve", partial(sensitivity_curve, one.sensitivity)
    if one.paradox is not None:
        yield "paradox-curve", partial(paradox_curve, one.paradox)


def _numbered(name: str, place: int) -> str:
    return f"{name}-{place + 1}" if place else name


def facts_of_table(scale: ScaleFacts, one: ComparisonReport, table: Confusion) -> dict[str, Any]:
    """What a table does not say of itself: what the two are called, and whether near misses are near."""
    near = {} if scale.level != "nominal" else {"within": 0}
    return {"names": names_in(one, (table.first, table.second)), **near}


def positions_in(scale: ScaleFacts, table: Confusion) -> tuple[float, ...] | None:
    """Where the categories lie, if they have values."""
    return scale.values if scale.values and scale.categories == table.labels else None
