"""A share: how often something holds where it could, with its interval and test."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...coefficients.distributions import clopper_pearson
from ...inference.measure import on_t
from ...inference.plan import Plan
from ...inference.score_interval import wilson_of
from ...inference.spread import analytic
from ...inference.variance import Influence
from ...number_text import whole
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats
from ...reduce.patterns import cluster_codes, cluster_copies
from ...result import Interval, Note, Result


def share(
    ratings: Ratings, top: Any, bottom: Any, plan: Plan, *, title: str, null: float | None = None
) -> Result:
    """Σ w·top / Σ w·bottom over rows, with 0 ≤ top ≤ bottom.

    Where items are independent and count wholly or not at all, the interval is Clopper and Pearson's and the
    test the exact binomial one (twice the smaller tail). Else both rest on what each item or cluster adds,
    (top − share·bottom) / Σ w·bottom, and on t; where all or none of them do, the test counts them as items.
    """
    weights = ratings.item_weights
    top, bottom = (np.broadcast_to(np.asarray(x, dtype=float), len(ratings)) for x in (top, bottom))
    n = float(weights @ bottom)
    common: dict[str, Any] = {
        "measure": "share", "title": title, "n_items": whole(n), "n_raters": ratings.n_raters
    }  # fmt: skip
    if not n > 0:
        note = Note("no-items", "No item is available for this.")
        return Result(**common, estimate=math.nan, method="undefined", notes=(note,))
    counted = ratings.clusters_in_force is None and bool(np.isin(bottom, (0, 1)).all())
    if counted and bool(np.isin(top, (0, 1)).all()):
        return _binomial(float(weights @ top), n, plan.level, null, common)
    return _by_influence(ratings, weights, top, bottom, plan, null, common)


def _binomial(hits: float, n: float, level: float, null: float | None, common: dict[str, Any]) -> Result:
    value = hits / n
    method = "exact (Clopper–Pearson)"
    return Result(
        **common,
        estimate=value,
        se=math.sqrt(value * (1 - value) / n),
        interval=Interval(*clopper_pearson(hits, n, level), level, method),
        p_value=math.nan if null is None else _exact_p(hits, n, null),
        method=method,
        details={} if null is None else {"test": "exact binomial", "null_value": null},
    )


def _exact_p(hits: float, n: float, null: float) -> float:
    """Twice the smaller tail; P(X ≥ x) is the incomplete beta function at (x, n − x + 1)."""
    from scipy.special import betainc

    above = 1.0 if hits <= 0 else float(betainc(hits, n - hits + 1, null))
    below = 1.0 if hits >= n else float(betainc(n - hits, hits + 1, 1 - null))
    return min(1.0, 2 * min(above, below))


def _by_influence(
    ratings: Ratings,
    weights: Floats,
    top: Floats,
    bottom: Floats,
    plan: Plan,
    null: float | None,
    common: Any,
) -> Result:
    n = float(weights @ bottom)
    value = float(weights @ top) / n
    here = bottom > 0
    clusters = cluster_codes(ratings)
    values = Influence(
        ((top - value * bottom) / n)[here],
        weights[here],
        None if clusters is None else clusters[here],
        float(weights[here].sum()),
        cluster_copies(ratings),
    )
    around = analytic(value, values, Plan(level=plan.level))
    how = ", clustered" if clusters is not None else ""
    fields = on_t(around, plan.level, how=how, bounds=(0.0, 1.0), null=null)
    if around.units > 1:
        method = f"Wilson t({float(f'{around.df:.4g}'):g}){how}"
        fields |= {"interval": Interval(*wilson_of(around, plan.level), plan.level, method), "method": method}
    if null is not None:
        fields["details"] = {"test": "exact binomial" if around.none else "Wald t", "null_value": null}
        if around.none:
            fields["p_value"] = _all_or_nothing(value, values.units, null)
    return Result(**common, **fields)


def _all_or_nothing(value: float, units: float, null: float) -> float:
    """How likely so many units would all be of one kind; nan where they are equal but mixed."""
    if 1e-9 <= value <= 1 - 1e-9:
        return math.nan
    return _exact_p(units if value > 0.5 else 0.0, units, null)
