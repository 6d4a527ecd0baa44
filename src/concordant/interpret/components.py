"""Where the variance of measurements comes from: items, raters, what is left; and how large an error is."""

from __future__ import annotations

from dataclasses import dataclass

from ..result import Result
from .compared import Compared
from .measured import tried
from .record import Record


@dataclass(frozen=True, kw_only=True)
class Components(Record):
    """`variances` has a part for items, raters and error (and occasions), each with its `share` in details.

    `error` is the standard error of one measurement, `detectable` the smallest change that is more than it.
    """

    variances: Result
    error: Result
    detectable: Result


def components_of(compared: Compared) -> Components | None:
    """The components of measurements whose raters are told apart; None of categories."""
    if not compared.measurements or compared.ratings.anonymous or compared.ratings.values is None:
        return None
    return Components(
        variances=tried(compared, "variance_components", {}),
        error=tried(compared, "sem", {}),
        detectable=tried(compared, "smallest_detectable_change", {}),
    )
