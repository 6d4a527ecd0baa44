"""How many people's labels a corrected judge needs: for a mean (PPI++), or for a share (Rogan–Gladen)."""

from __future__ import annotations

import math
from typing import Any

from ..arguments import check_arguments
from ..coefficients.distributions import normal_quantile
from ..errors import OptionError
from ..inference.items_needed import items_of_variance
from ..judges.corrected_share import label_allocation
from ..language.message import Message
from .checks import at_least, certainty, inside, one_aim, positive
from .make_plan import Cost, around, curve_values, moved
from .sample_plan import SamplePlan, whole

MEAN_FORMULA = "s²/n·(1 − ρ²·N/(n + N)) = (w/2z)²; N → ∞: n = s²(2z/w)²·(1 − ρ²)"
SHARE_FORMULA = (
    "m₁ = m / (1 + (1/p − 1)√κ), κ = (m_p(1 − q₀) + 1) / (m_p(1 − q₁) + 1); "
    "se² = (p(1 − p)/N + (1 − θ)²q₀(1 − q₀)/m₀ + θ²q₁(1 − q₁)/m₁) / (q₀ + q₁ − 1)²"
)
#: So many labels that rounding does not show in how they are divided.
_MANY = 10**9


def labels_for_mean(
    *, width: float, sd: float, correlation: float, judged: int | None, level: float
) -> float:
    """n with s²/n·(1 − ρ²N/(n + N)) = (width/2z)²: a quadratic equation."""
    positive("width", width)
    alone, hidden = items_of_variance(sd**2, width, level), 1 - correlation**2
    if judged is None:
        return alone * hidden
    b = 1 - judged / alone
    return alone * (b + math.sqrt(b**2 + 4 * judged / alone * hidden)) / 2


def true_share(pass_rate: float, specificity: float, sensitivity: float) -> float:
    """θ = (p + q₀ − 1) / (q₀ + q₁ − 1); complain where judge and labels contradict each other."""
    skill = specificity + sensitivity - 1
    if skill <= 0:
        raise OptionError(
            "A judge whose sensitivity and specificity add up to 1 or less cannot be corrected."
        )
    share = (pass_rate + specificity - 1) / skill
    if not 0 <= share <= 1:
        raise OptionError(
            f"A judge of this sensitivity and specificity passes between {1 - specificity:.3g} "
            f"and {sensitivity:.3g} of any set of items, but pass_rate is {pass_rate:g}: they "
            "contradict each other."
        )
    return share


def labels_for_share(
    *,
    width: float,
    pass_rate: float,
    specificity: float,
    sensitivity: float,
    pilot: int,
    judged: int | None,
    level: float,
) -> float:
    """m at which the interval of the corrected share has this width; infinite if too few items are judged."""
    inside("width", width, 0, 1)
    q0, q1 = specificity, sensitivity
    theta = true_share(pass_rate, q0, q1)
    to_passed = label_allocation(_MANY, pass_rate, q0, q1, pilot)[1] / _MANY
    one = (1 - theta) ** 2 * q0 * (1 - q0) / (1 - to_passed) + theta**2 * q1 * (1 - q1) / to_passed
    of_judged = 0.0 if judged is None else pass_rate * (1 - pass_rate) / judged
    room = (width * (q0 + q1 - 1) / (2 * normal_quantile(0.5 + level / 2))) ** 2 - of_judged
    return one / room if room > 0 else math.inf


@check_arguments
def plan_labels(
    *,
    width: float | None = None,
    labels: int | None = None,
    correlation: float | None = None,
    sd: float = 1.0,
    pass_rate: float | None = None,
    specificity: float = 0.9,
    sensitivity: float = 0.9,
    pilot: int = 10,
    judged: int | None = None,
    level: float = 0.95,
    minutes: float | None = None,
    price: float | None = None,
) -> SamplePlan:
    """Labels of people for a corrected judge: `correlation` for a mean score, `pass_rate` for a share."""
    certainty(level, 0.8)
    if judged is not None:
        at_least("judged", judged, 2)
    cost = Cost(minutes, price)
    if one_aim(correlation=correlation, pass_rate=pass_rate) == "correlation":
        if width is None:
            raise OptionError("A plan for a corrected mean needs width=…, the width of its interval.")
        inside("correlation", correlation or 0.0, -1, 1)
        positive("sd", sd)
        return _mean(
            {"width": width, "sd": sd, "correlation": correlation, "judged": judged, "level": level}, cost
        )
    for name, value in (("pass_rate", pass_rate), ("specificity", specificity), ("sensitivity", sensitivity)):
        inside(name, value or 0.0, 0, 1)
    at_least("pilot", pilot, 1)
    given = {"pass_rate": pass_rate, "specificity": specificity, "sensitivity": sensitivity, "pilot": pilot}
    if one_aim(width=width, labels=labels) == "labels":
        at_least("labels", labels or 0, 2)
        return _split(float(labels or 0), given, cost, {"labels": labels})
    return _share({"width": width, "judged": judged, "level": level, **given}, cost)


def _mean(given: dict[str, Any], cost: Cost) -> SamplePlan:
    exact = labels_for_mean(**given)
    alone = items_of_variance(given["sd"] ** 2, given["width"], given["level"])
    labels = whole(exact)
    r = given["correlation"]
    return SamplePlan(
        question="labels",
        title=Message("plan.labels-mean", given),
        exact=exact,
        answer={"labels": labels},
        assumption=Message("plan.assume-labels-mean", given),
        formula=MEAN_FORMULA,
        sources=("angelopoulos2023",),
        moves=tuple(moved(labels_for_mean, given, "correlation", around(r, 0.1, -1, 1), also=True)),
        curve=tuple(moved(labels_for_mean, given, "width", curve_values("width", given["width"]))),
        cost=cost.of(labels),
        notes=(
            Message("plan.labels-saved", {"alone": whole(alone), "saved": 1 - exact / alone}),
            Message("plan.labels-random"),
        ),
        options=given,
    )


def _share(given: dict[str, Any], cost: Cost) -> SamplePlan:
    exact = labels_for_share(**given)
    if not math.isfinite(exact):
        raise OptionError(
            f"With so few judged items the interval is wider than {given['width']:g}: judge more items."
        )
    plan = _split(
        whole(exact),
        {name: given[name] for name in ("pass_rate", "specificity", "sensitivity", "pilot")},
        cost,
        given,
    )
    moves = [
        move
        for name in ("sensitivity", "specificity")
        for move in moved(labels_for_share, given, name, around(given[name], 0.05, 0, 1), also=True)
    ]
    curve = moved(labels_for_share, given, "width", curve_values("width", given["width"]))
    return SamplePlan(
        **{
            name: getattr(plan, name)
            for name in ("question", "answer", "assumption", "formula", "sources", "cost", "notes")
        },
        title=Message("plan.labels-share", given),
        exact=exact,
        moves=tuple(moves),
        curve=tuple(curve),
        options=given,
    )


def _split(labels: float, given: dict[str, Any], cost: Cost, options: dict[str, Any]) -> SamplePlan:
    true_share(given["pass_rate"], given["specificity"], given["sensitivity"])
    failed, passed = label_allocation(
        int(labels), given["pass_rate"], given["specificity"], given["sensitivity"], given["pilot"]
    )
    return SamplePlan(
        question="labels",
        title=Message("plan.labels-split", {"labels": labels}),
        exact=labels,
        answer={"labels": labels, "failed": failed, "passed": passed},
        assumption=Message("plan.assume-labels-share", given),
        formula=SHARE_FORMULA,
        sources=("rogan1978", "lee2025"),
        cost=cost.of(labels),
        notes=(Message("plan.labels-random"),),
        options={**given, **options},
    )
