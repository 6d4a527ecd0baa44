"""What a figure looks at: the comparison of a study, or of data as they are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import OptionError, choose
from ..interpret.compare import Comparison, together, with_main
from ..interpret.study import ComparisonReport, Study
from ..interpret.trust import kappa_for
from ..interpret.where import SliceTable
from ..ratings.as_ratings import as_ratings
from ..ratings.phrases import many


def comparison_in(study: Study, name: str | None) -> ComparisonReport:
    """The comparison of that name, or the one that a reader asks for first."""
    if name is not None:
        return study.comparison(name)
    if study.main is None:
        raise OptionError("This study compares nobody: it has only what raters repeated themselves.")
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
        raise OptionError("There are no slices here: name the column to slice by, by='content_type'.")
    choose("by", wanted := column or next(iter(tables)), tables)
    return tables[wanted]


def cannot(figure: str, needs: str, raters: int, *, measured: bool) -> OptionError:
    """Why data cannot have a figure, and what to do."""
    found = f"{many(raters, 'rater')} and {'measurements' if measured else 'categories'}"
    instead = " Choose two with raters=[…], or pass a study, which sets a judge against people."
    return OptionError(f"{figure} needs {needs}; here are {found}.{instead if raters > 2 else ''}")
