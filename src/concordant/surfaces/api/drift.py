"""What Python users call for drift: `concordant.drift(frame, round="version")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...arguments import check_arguments_and
from ...errors import InputError, OptionError
from ...interpret.rounds import Anchored, anchored_in
from ...ratings.as_ratings import as_ratings
from ...ratings.ratings import Ratings
from ...ratings.read import READING


@check_arguments_and(READING)
def drift(
    data: Any,
    second: Any = None,
    /,
    *,
    rater: str | None = None,
    reference: str | Sequence[str] | None = None,
    level: float = 0.95,
    **reading: Any,
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
    found = anchored_in(_read(data, second, reading), rater, reference=reference, level=level)
    if found is None:
        raise OptionError("There are no runs to compare: name the column of runs with round='version'.")
    return found


def _read(data: Any, second: Any, reading: Mapping[str, Any]) -> Ratings:
    """The ratings; a judge alone is read only where a column tells its runs apart."""
    try:
        return as_ratings(data, second, **reading)
    except InputError as problem:
        if {"round", "repeat"} & reading.keys():
            raise
        more = "If one rater was run again and again, name the column of runs, round='version'."
        raise InputError(f"{problem} {more}") from None
