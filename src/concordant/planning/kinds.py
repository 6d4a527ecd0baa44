"""The kinds of plans that need no data, by name."""

from __future__ import annotations

from collections.abc import Callable

from .correlation import plan_correlation
from .double_ratings import plan_double_ratings
from .goal import plan_goal
from .icc import plan_icc
from .kappa import plan_kappa
from .labels import plan_labels
from .limits import plan_limits
from .ordered import plan_alpha, plan_weighted_kappa
from .paired import plan_paired
from .raters import plan_raters
from .sample_plan import SamplePlan
from .share import plan_share

KINDS: dict[str, Callable[..., SamplePlan]] = {
    "kappa": plan_kappa,
    "weighted-kappa": plan_weighted_kappa,
    "alpha": plan_alpha,
    "icc": plan_icc,
    "share": plan_share,
    "correlation": plan_correlation,
    "limits": plan_limits,
    "paired": plan_paired,
    "goal": plan_goal,
    "labels": plan_labels,
    "raters": plan_raters,
    "double-ratings": plan_double_ratings,
}
