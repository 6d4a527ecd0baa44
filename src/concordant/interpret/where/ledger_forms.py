"""What a coefficient calls disagreement: how far two ratings lie apart, and what an item counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...coefficients.categories.agreement import Nearness
from ...coefficients.categories.krippendorff import metric_kernel
from ...coefficients.kernels import AbsoluteKernel, NominalKernel, SquaredKernel
from ...coefficients.weights import disagreement, positions
from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ...reduce.profiles import profiles_of
from ...reduce.table import Table
from ...reduce.totals import symmetric

#: 1 − coefficient, the distance itself, or the mean squared difference in its place.
What = Literal["one-minus", "distance", "squared"]
#: An item counts one, or as its ratings, or as its pairs; or one where any two ratings differ.
Counts = Literal["item", "ratings", "pairs", "any"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Form:
    """Disagreement as a sum over items, of pairs of ratings: Σ_i c_i Σ_gh d(x_ig, x_ih).

    `between` is d. `one_way` means that (first, second) is all there is to ask: d has no direction, or a pair
    has one. `squares` are places of the categories where d = (a − b)²: it then falls into bias and scatter.
    """

    between: Callable[[Ints, Ints], Floats]
    what: What = "one-minus"
    counts: Counts = "item"
    one_way: bool = True
    squares: Floats | None = None


def form_of(name: str, options: Mapping[str, Any], ratings: Ratings) -> Form | None:
    """The form of a coefficient of the catalogue, None where it has none."""
    if name == "light_kappa" and ratings.n_raters == 2:
        name = "cohen_kappa"
    if name in _WEIGHTED:
        return _weighted(name, options, ratings)
    if name in _SAME_OR_NOT:
        across = "any" if options.get("across") == "all" else "item"
        return Form(between=NominalKernel().between, counts=across)  # type: ignore[arg-type]
    if name == "krippendorff_alpha":
        return _alpha(options, ratings)
    if name not in _BY_DISTANCE or not ratings.scale.ordered:
        return None
    x = positions(ratings.scale, ratings.labels, None, name)
    if name == "adjacent_agreement":
        near = Nearness(x, float(options.get("within", 1.0)))
        return Form(between=near.between, counts="any" if options.get("across") == "all" else "item")
    if name == "mean_absolute_error":
        return Form(between=AbsoluteKernel(x).between, what="distance")
    return Form(between=SquaredKernel(x).between, what="squared", squares=x)


_WEIGHTED = (
    "cohen_kappa", "scott_pi", "fleiss_kappa", "conger_kappa", "hubert_kappa", "brennan_prediger", "gwet_ac",
)  # fmt: skip
_SAME_OR_NOT = ("exact_agreement", "bennett_s", "pabak", "randolph_kappa", "category_kappa")
#: Adjacent and absolute, then those in whose place the mean squared difference is split.
_BY_DISTANCE = (
    "adjacent_agreement", "mean_absolute_error",
    "root_mean_square_error", "icc", "ccc", "robinson_a", "sem",
)  # fmt: skip


def _weighted(name: str, options: Mapping[str, Any], ratings: Ratings) -> Form:
    weights = options.get("weights", "identity")
    scores = options.get("scores")
    kernel = disagreement(weights, ratings.scale, ratings.labels, scores)
    squares = None
    if isinstance(weights, str) and weights == "quadratic":
        x = positions(ratings.scale, ratings.labels, scores)
        squares = x / (np.ptp(x) or 1.0)
    return Form(
        between=kernel.between,
        counts="pairs" if name == "hubert_kappa" else "item",
        one_way=BY_NAME[name].statistic is Table or symmetric(kernel),
        squares=squares,
    )


def _alpha(options: Mapping[str, Any], ratings: Ratings) -> Form:
    """Every pairable rating counts one, so that an item counts as its ratings."""
    kernel = metric_kernel(profiles_of(ratings), options.get("metric"))
    squares = kernel.x if isinstance(kernel, SquaredKernel) else None
    return Form(between=kernel.between, counts="ratings", squares=squares)
