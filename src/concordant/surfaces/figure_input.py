"""What a figure looks at: the comparison of a study, or of data as they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..errors import OptionError, choose
from ..inference.strata import Strata
from ..interpret.compare import Comparison, together, with_main
from ..interpret.study import ComparisonReport, Study
from ..interpret.trust import kappa_for
from ..interpret.where import Confusion, ExplainedStrata, SliceTable, confusion_of, explain_strata
from ..quote import quote
from ..ratings.as_ratings import as_ratings
from ..ratings.phrases import many
from ..report.figures import study_figures as every
from .api.study import stratified
from .track.project import Project

_OF_TWO = ("A confusion matrix", "two identified raters and categories")


def comparison_in(study: Study, name: str | None) -> ComparisonReport:
    """The comparison of that name, or the one that a reader asks for first."""
    if name is not None:
        return study.comparison(name)
    if study.main is None:
        raise OptionError("This study has no comparison of raters, only ratings repeated by the same rater.")
    return study.main


def compared_of(data: Any, second: Any, options: Mapping[str, Any]) -> Comparison:
    """All raters among themselves, with the coefficient that a study would choose, or a kappa's `weights`."""
    reading = {name: value for name, value in options.items() if name != "weights"}
    ratings = as_ratings(data, second, **reading)
    seen = with_main(together(ratings, ratings.raters, "raters"), "auto")
    if "weights" not in options:
        return seen
    return replace(seen, main=(kappa_for(ratings), {"weights": options["weights"]}))


def sliced_by(one: ComparisonReport, column: str | None) -> SliceTable:
    """The slices by a column, or the first there are."""
    tables = {table.column: table for table in one.slices}
    if not tables:
        raise OptionError(
            "There are no slices here: name the column to slice by, for example by='content_type'."
        )
    choose("by", wanted := column or next(iter(tables)), tables)
    return tables[wanted]


def cannot(figure: str, needs: str, raters: int, *, measured: bool) -> OptionError:
    """Why data cannot have a figure, and what to do."""
    found = f"{many(raters, 'rater')} and {'measurements' if measured else 'categories'}"
    instead = " Choose two with raters=[…], or pass a study, which compares a judge with people."
    return OptionError(f"{figure} needs {needs}; these data have {found}.{instead if raters > 2 else ''}")


def table_in(
    data: Any, second: Any, comparison: str | None, reading: Mapping[str, Any]
) -> tuple[Confusion, dict[str, Any], Sequence[float] | None]:
    """The table of two, what it does not say of itself, and where the categories lie."""
    if isinstance(data, Confusion):
        return data, {}, None
    if isinstance(data, Study):
        one = comparison_in(data, comparison)
        if (table := one.confusion) is None:
            raise cannot(*_OF_TWO, len(one.raters), measured=one.scatter is not None)
        return table, every.facts_of_table(data.scale, one, table), every.positions_in(data.scale, table)
    seen = compared_of(data, second, reading)
    if (table := confusion_of(seen)) is None:
        raise cannot(*_OF_TWO, seen.ratings.n_raters, measured=seen.measurements)
    return table, {} if seen.ordered else {"within": 0}, seen.positions.tolist()


def strata_in(
    data: Any, by: str | None, comparison: str | None, options: Mapping[str, Any]
) -> ExplainedStrata:
    """The strata of a study by a column, or those of data, with why the ways to combine them differ."""
    if isinstance(data, Study):
        tables = {strata.column: strata for strata in comparison_in(data, comparison).strata}
        if not tables:
            raise OptionError("This study has no strata: read the data with slices=[…].")
        choose("by", wanted := by or next(iter(tables)), tables)
        return tables[wanted]
    if isinstance(data, ExplainedStrata):
        return data
    if not isinstance(data, Strata):
        if by is None:
            raise OptionError("Strata need a column: name one, for example by='department'.")
        data = stratified(data, by=by, **options)
    return explain_strata(data, [data.pooled_table.measure, dict(data.pooled_table.options)])


def followed(project: Project) -> Study:
    """The newest round of a project with its progress."""
    if len(project.rounds) < 2:
        raise OptionError(
            f"The project {quote(project.name)} has only one round; a figure of rounds needs two."
        )
    return project.study()


def part_in(one: ComparisonReport, part: str) -> Any:
    """The part of a comparison that a figure draws."""
    found = getattr(one, part)
    if found is None:
        raise OptionError("This figure is for categories; these data are measurements.")
    return found
