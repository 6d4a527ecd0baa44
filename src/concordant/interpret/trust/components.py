"""Where the variance of measurements comes from: items, raters, what is left; and how large an error is."""

from __future__ import annotations

from dataclasses import dataclass

from ...result import Result
from ..compare import Comparison, shape_of, tried
from ..record import Record


@dataclass(frozen=True, kw_only=True)
class Components(Record):
    """`variances` has a part for items, raters and error (and occasions), each with its `share` in details.

    `error` is the standard error of one measurement, `detectable` the smallest change that is more than it;
    where raters measured again, how much their own measurements scatter, and how far two of them may differ.
    """

    variances: Result
    error: Result
    detectable: Result


def components_of(compared: Comparison) -> Components | None:
    """The components of measurements whose raters are told apart; None of categories."""
    if not compared.measurements or compared.ratings.anonymous or compared.ratings.values is None:
        return None
    again = shape_of(compared.ratings, compared.kind).repeated
    names = _AGAIN if again else _ONCE
    variances, error, detectable = (tried(compared, name, {}) for name in names)
    return Components(variances=variances, error=error, detectable=detectable)


_ONCE = ("variance_components", "sem", "smallest_detectable_change")
_AGAIN = ("g_study", "within_subject_sd", "repeatability_limit")
