"""One coefficient on one set of ratings: the number, its uncertainty, and what to know about it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from ..coefficients.coefficient import Coefficient, Estimate, Statistic
from ..errors import OptionError
from ..ratings.ratings import Ratings
from ..reduce.patterns import Patterns, patterns
from ..reduce.profiles import Profiles, profiles, profiles_of
from ..reduce.table import Table, table
from ..reduce.weighing import Floats, Weighing
from ..result import Interval, Note, Result, show_count
from . import limits
from .plan import Plan
from .resample import bootstrap, jackknife_variance
from .testing import p_value
from .variance import Influence, influence


@dataclass(frozen=True)
class Measure:
    """A question: this coefficient, with these options, on these ratings by these raters."""

    coefficient: Coefficient
    ratings: Ratings
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = self.coefficient.options
        for name in self.options:
            if name not in known:
                raise OptionError(
                    f"{self.coefficient.name} has no option {name!r}; it has {sorted(known) or 'none'}."
                )
        _check_raters(self.coefficient, self.ratings)

    def reduce(self) -> Statistic:
        """The small statistic this coefficient needs."""
        kind = self.coefficient.statistic
        if kind is Profiles:
            return profiles_of(self.ratings)
        return as_statistic(kind, patterns(self.ratings), keep_rows=False)

    def estimate(self, statistic: Statistic) -> Estimate:
        """The coefficient on a statistic of these ratings."""
        return self.coefficient(statistic, **self.options)

    def result(self, plan: Plan | None = None) -> Result:
        """The answer."""
        return answer(self, plan or Plan())


def as_statistic(kind: type[Statistic], p: Patterns, *, keep_rows: bool) -> Statistic:
    """Patterns as the kind of statistic a coefficient takes."""
    if kind is Table:
        return table(p, keep_rows=keep_rows)
    return profiles(p, keep_rows=keep_rows) if kind is Profiles else p


def _check_raters(c: Coefficient, ratings: Ratings) -> None:
    count = ratings.n_raters
    if count < 2:
        raise OptionError(f"{c.name} compares raters, but there is only one: {ratings.raters[0]}.")
    if not c.two_raters_only:
        return
    if ratings.anonymous:
        raise OptionError(f"{c.name} needs to know who gave which rating, and counts do not say.")
    if count != 2:
        raise OptionError(
            f"{c.name} compares two raters, but there are {count} ({_some(ratings.raters)}): choose two with "
            "raters=[…], or use a coefficient for several, such as fleiss_kappa, conger_kappa or krippendorff_alpha."
        )


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "")


# --- the answer -------------------------------------------------------------------------------


def answer(measure: Measure, plan: Plan) -> Result:
    """Estimate, standard error, interval and test of one measure."""
    statistic = measure.reduce()
    estimate = measure.estimate(statistic)
    return _result(measure, statistic, estimate, plan)


def _result(
    measure: Measure, statistic: Statistic, estimate: Estimate, plan: Plan, category: str | None = None
) -> Result:
    c = measure.coefficient
    common: dict[str, Any] = {
        "measure": c.name,
        "title": c.title,
        "n_items": float(estimate.n) if estimate.n.value.ndim == 0 else math.nan,
        "n_raters": measure.ratings.n_raters,
        "options": {**_shown_options(measure.options), **plan.stated()},
        "category": category,
    }
    notes = [*estimate.notes, *(_data_notes(measure, statistic) if category is None else ())]
    parts = tuple(
        _result(measure, statistic, part, plan, category=name) for name, part in estimate.parts.items()
    )
    if estimate.undefined is not None or math.isnan(float(estimate.value)):
        reason = estimate.undefined or Note("undefined", "The value is not defined on these data.")
        return Result(
            **common,
            estimate=math.nan,
            method="undefined",
            notes=(reason, *notes),
            details=_details(estimate),
            parts=parts,
        )
    spread = _Spread(measure, statistic, estimate, plan, category)
    interval = spread.interval()
    tested, p = spread.test()
    return Result(
        **common,
        estimate=float(estimate.value),
        se=spread.se,
        interval=interval,
        p_value=p,
        method=spread.method,
        notes=(*notes, *spread.notes),
        details={**_details(estimate), **tested},
        parts=parts,
    )


def _shown_options(options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else getattr(value, "__name__", value)
        for name, value in options.items()
        if value is not None
    }


def _details(estimate: Estimate) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if estimate.observed is not None:
        out["observed_agreement"] = float(estimate.observed)
    if estimate.expected is not None:
        out["expected_agreement"] = float(estimate.expected)
    for name, value in estimate.details.items():
        out[name] = float(value) if isinstance(value, (np.ndarray, np.floating)) else value
    return out


def _data_notes(measure: Measure, statistic: Statistic) -> list[Note]:
    """What of the data did not count, and what was inferred about them."""
    notes = list(measure.ratings.scale.notes)
    if isinstance(statistic, Table) and statistic.left_out:
        left = show_count(statistic.left_out)
        notes.append(Note("incomplete-pairs", f"{left} items that one of the two raters did not rate were left out."))
    if not isinstance(statistic, Table):
        single = float(statistic.counts[np.asarray(statistic.given) == 1].sum())
        if single:
            text = f"{show_count(single)} items have one rating only and cannot show agreement."
            notes.append(Note("single-rated", text))
    return notes


class _Spread:
    """Standard error, interval and test of a defined estimate."""

    def __init__(
        self, measure: Measure, statistic: Statistic, estimate: Estimate, plan: Plan, category: str | None
    ) -> None:
        self.measure, self.statistic, self.plan = measure, statistic, plan
        self.estimate, self.value, self.category = estimate, float(estimate.value), category
        self.notes: list[Note] = []
        self.test_name = plan.test or measure.coefficient.test
        self.influence: Influence = influence(
            estimate, statistic.counts, statistic.clusters, as_irrcac=plan.variance == "irrcac"
        )
        self.draws: Floats | None = None
        self.se = self._standard_error()

    # --- standard error ---

    def _standard_error(self) -> float:
        if self.plan.interval == "jackknife":
            variance, lost = jackknife_variance(self.evaluate, self.statistic.counts, self.statistic.clusters)
            self._say_lost(lost, "left-out items", "jackknife")
        elif self.plan.resamples:
            variance = self._bootstrap_variance()
        else:
            variance = self.influence.variance(
                divisor_n=self.test_name == "z" and self.statistic.clusters is None,
                population=self.plan.population,
            )
        if self.plan.raters_are == "sampled":
            variance += self._rater_variance()
        return math.sqrt(max(variance, 0.0)) if not math.isnan(variance) else math.nan

    def evaluate(self, weighing: Weighing) -> Floats:
        """The value under other weights: one for each draw."""
        estimate = self.measure.estimate(self.statistic.weighed(weighing))
        part = estimate if self.category is None else estimate.parts[self.category]
        return np.atleast_1d(part.value.value)

    def _bootstrap_variance(self) -> float:
        draws = bootstrap(
            self.evaluate, self.statistic.counts, self.statistic.clusters, self.plan.draws, self.plan.generator()
        )
        good = draws[np.isfinite(draws)]
        self._say_lost(len(draws) - len(good), f"of {len(draws)} resamples", "bootstrap")
        self.draws = good
        return float(good.var(ddof=1)) if len(good) > 1 else math.nan

    def _say_lost(self, lost: float, what: str, how: str) -> None:
        if lost:
            text = f"The coefficient was undefined in {show_count(lost)} {what}; the {how} uses the others."
            self.notes.append(Note("undefined-resamples", text))

    def _rater_variance(self) -> float:
        """Jackknife over raters: what another sample of raters would change."""
        ratings = self.measure.ratings
        if ratings.anonymous or self.measure.coefficient.two_raters_only or ratings.n_raters < 3:
            raise OptionError(
                "raters_are='sampled' needs three named raters or more and a coefficient for several raters."
            )
        values = []
        for kept in combinations(ratings.raters, ratings.n_raters - 1):
            part = replace(self.measure, ratings=ratings.select(kept))
            estimate = part.estimate(part.reduce())
            chosen = estimate if self.category is None else estimate.parts[self.category]
            values.append(math.nan if chosen.undefined else float(chosen.value))
        known = np.array([v for v in values if not math.isnan(v)])
        self._say_lost(len(values) - len(known), "sets without one rater", "jackknife over raters")
        r = len(known)
        return float((r - 1) / r * ((known - known.mean()) ** 2).sum()) if r > 1 else math.nan

    @property
    def df(self) -> float:
        """Degrees of freedom: units less one for t, none counted for z."""
        if self.plan.raters_are == "sampled":
            return max(self.measure.ratings.n_raters - 1.0, 1.0)
        if self.test_name == "z":
            return math.inf
        return max(self.influence.units - 1, 1.0)

    # --- interval ---

    def interval(self) -> Interval | None:
        """The interval asked for; at the edge of the range one that does not claim certainty."""
        name = self.plan.interval
        if name == "none":
            return None
        if name in ("exact", "classical"):
            return self._own_interval(name)
        spread = float(np.ptp(self.draws)) if self.draws is not None and len(self.draws) else self.se
        if spread == 0 or (self.se == 0 and name != "bootstrap"):
            return self._at_the_edge()
        if math.isnan(self.se):
            self.notes.append(Note("no-spread", "There are too few items for a standard error."))
            return None
        low, high = self._limits(name)
        bottom, top = self.measure.coefficient.range
        return Interval(max(low, bottom), min(high, top), self.plan.level, self.method)

    def _limits(self, name: str) -> tuple[float, float]:
        if self.draws is not None and name == "bootstrap":
            return limits.percentile(self.draws, self.plan.level)
        if self.draws is not None and name == "bca":
            bend = limits.skewness_of_influence(self.influence.slope, self.statistic.counts)
            return limits.bca(self.draws, self.value, bend, self.plan.level)
        if self.measure.coefficient.transform == "fisher" and abs(self.value) < 1:
            return limits.fisher(self.value, self.se, self.plan.level, self.df)
        return limits.wald(self.value, self.se, self.plan.level, self.df)

    def _own_interval(self, name: str) -> Interval:
        if name not in self.estimate.intervals:
            raise OptionError(
                f"interval={name!r} is not offered for {self.measure.coefficient.name} on these data; "
                "use 'analytic', 'jackknife', 'bootstrap' or 'bca'."
            )
        low, high = self.estimate.intervals[name](self.plan.level)
        return Interval(low, high, self.plan.level, name)

    def _at_the_edge(self) -> Interval | None:
        """No disagreement was seen; n items cannot rule out a little of it."""
        best, n = self.measure.coefficient.best, self.influence.units
        bottom, top = self.measure.coefficient.range
        missed = limits.most_missed(n, self.plan.level)
        how = "one-sided limit at the edge of the range"
        if self.value == best and self.estimate.at_best is not None:
            other = min(max(self.estimate.at_best(missed), bottom), top)
            self.notes.append(
                Note(
                    "at-the-edge",
                    f"No disagreement was seen. With {show_count(n)} items up to {missed:.1%} of items could "
                    "still be disagreed on, with disagreements as chance would make them; the interval says so.",
                )
            )
            return Interval(min(best, other), max(best, other), self.plan.level, how)
        if self.value == 0 and (bottom, top) == (0, 1) and self.estimate.at_best is not None:
            return Interval(0.0, missed, self.plan.level, how)
        self.notes.append(
            Note("no-spread", "Every item says the same, so the data hold no spread to make an interval from.")
        )
        return None

    # --- test ---

    def test(self) -> tuple[dict[str, Any], float]:
        """The test against `null` (by default: no agreement), and what it rests on."""
        c, plan = self.measure.coefficient, self.plan
        asked = c.null if plan.null is None else plan.null
        details: dict[str, Any] = {"df": self.df} if not math.isinf(self.df) else {}
        p = math.nan
        if asked is not None:
            statistic = (self.value - asked) / self.se if self.se > 0 else math.nan
            p = p_value(statistic, self.df, plan.alternative)
            details |= {"null_value": asked, "statistic": statistic, "p_wald": p}
        if plan.null is None or plan.null == c.null:
            if self.estimate.null_variance is not None and plan.raters_are == "fixed":
                details |= self._null_details()
                p = details.get("p_null", p)
            elif self.estimate.null_p is not None and plan.alternative == "two-sided":
                p = self.estimate.null_p
        return details, p

    def _null_details(self) -> dict[str, float]:
        """z with the standard error that holds if agreement were only chance."""
        assert self.estimate.null_variance is not None  # noqa: S101
        variance = self.estimate.null_variance()
        if not variance > 0 or self.statistic.clusters is not None:
            return {}
        se = math.sqrt(variance)
        z = self.value / se
        return {"se_null": se, "z": z, "p_null": p_value(z, math.inf, self.plan.alternative)}

    @property
    def method(self) -> str:
        """How the uncertainty was had, in a few words."""
        name = {"bootstrap": "bootstrap percentile", "bca": "bootstrap BCa"}.get(self.plan.interval, self.plan.interval)
        if self.plan.interval in ("analytic", "jackknife"):
            name += " z" if math.isinf(self.df) else f" t({self.df:g})"
        if self.plan.variance == "irrcac":
            name += ", irrCAC's variance"
        if self.statistic.clusters is not None:
            name += ", clustered"
        return name + (", raters sampled" if self.plan.raters_are == "sampled" else "")
