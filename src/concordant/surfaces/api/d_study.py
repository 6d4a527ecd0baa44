"""How reliable decisions would be with other numbers of raters and occasions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...arguments import check_arguments_and
from ...coefficients.catalogue import BY_NAME
from ...coefficients.reliability import Facet
from ...coefficients.reliability.d_study import d_study as _d_study
from ...frame import Frame
from ...inference.measure import Measure
from ...ratings.read import READING
from .coefficients import rated


@check_arguments_and(READING)
def d_study(
    data: Any,
    *,
    n_raters: Sequence[int] | None = None,
    n_occasions: Sequence[int] | None = None,
    fixed: Facet | None = None,
    target: float | None = None,
    **reading: Any,
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
    return _d_study(
        Measure(BY_NAME["g_coefficient"], rated(BY_NAME["g_coefficient"], data, None, reading)).reduce(),  # type: ignore[arg-type]
        n_raters=n_raters, n_occasions=n_occasions, fixed=fixed, target=target,
    )  # fmt: skip
