"""Plans: how often so many items do show it, and how wide the intervals are, by concordant's own intervals.

python -m benchmarks.calibration.planning [--draws 3000]     writes planning.json; about 20 minutes.

Data are drawn from the model that a plan assumes, as many items as it asks for.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import concordant as cc
from concordant.judges.corrected_share import rogan_gladen
from concordant.planning.expected_ratings import common_correlation, ordered_ratings
from concordant.planning.ordered import ratings_with
from concordant.ratings.ratings import Ratings
from concordant.result import Interval, Result

from .stored import write_rows

#: A sample of n items, measured.
Sample = Callable[[int, np.random.Generator], Result]


@dataclass(frozen=True)
class Case:
    """A plan, and how its data are drawn and measured: of a question by name, or from ratings in hand.

    `null` is the value to be excluded where no option says it, `answer` what the plan is asked for.
    """

    label: str
    kind: str | Ratings
    options: Mapping[str, Any]
    sample: Sample
    by_formula: bool = False
    null: float = 0.0
    answer: str = "items"

    @property
    def items(self) -> int:
        """What the plan asks for, or what the published formula does, which is given with it."""
        plan = cc.plan(self.kind, **self.options)
        if self.by_formula and plan.published is not None:
            return math.ceil(plan.published)
        return int(plan[self.answer])

    @property
    def aim(self) -> str:
        """What the plan is for: power, a width, or a reliability."""
        if self.answer == "raters":
            return "reliability"
        return "width" if "width" in self.options else "power"

    @property
    def asked(self) -> float:
        """The power, width or reliability that was asked for."""
        return float(
            {"width": self.options.get("width"), "reliability": self.options.get("target")}.get(self.aim, 0.8)
        )

    def measured(self, draws: int, seed: int = 1) -> float:
        """The share of samples that show it, the mean width of their intervals, or their reliability."""
        rng, n = np.random.default_rng(seed), self.items
        results = [self.sample(n, rng) for _ in range(draws)]
        if self.aim == "reliability":
            return float(np.mean([r.estimate for r in results]))
        if self.aim == "width":
            return float(np.mean([i.high - i.low for r in results if (i := r.interval) is not None]))
        return float(np.mean([self._shown(r) for r in results]))

    def _shown(self, result: Result) -> bool:
        ends = result.interval
        if self.kind == "limits":
            lower, upper = (_limit(result, name) for name in ("lower", "upper"))
            return -self.options["allowed"] < lower.low and upper.high < self.options["allowed"]
        null = self.options.get("null", self.null)
        return ends is not None and ends.low > null


def _limit(result: Result, name: str) -> Interval:
    found = [one.interval for one in result.parts if name in str(one.category) and one.interval is not None]
    return found[0]


def drawn(expected: Ratings, n: int, rng: np.random.Generator) -> Ratings:
    """n items drawn from expected ratings."""
    counts = rng.multinomial(n, expected.item_weights / expected.item_weights.sum())
    seen = counts > 0
    part = expected.rows(np.flatnonzero(seen))
    return replace(part, weights=counts[seen].astype(float))


def _categories(name: str, options: Mapping[str, Any], expected: Ratings) -> Sample:
    return lambda n, rng: getattr(cc, name)(drawn(expected, n, rng), **options)


def _icc(icc: float, raters: int, form: str, **interval: str) -> Sample:
    def sample(n: int, rng: np.random.Generator) -> Result:
        items = rng.normal(size=(n, 1)) * np.sqrt(icc)
        scores = items + rng.normal(size=(n, raters)) * np.sqrt(1 - icc)
        return cc.icc(scores, form=form, **interval)

    return sample


def _limits(bias: float, sd: float) -> Sample:
    def sample(n: int, rng: np.random.Generator) -> Result:
        first = rng.normal(size=n)
        return cc.bland_altman(np.stack([first + rng.normal(bias, sd, n), first], axis=1))

    return sample


def _limit_width(sd: float) -> Sample:
    inner = _limits(0.0, sd)

    def sample(n: int, rng: np.random.Generator) -> Result:
        result = inner(n, rng)
        return next(one for one in result.parts if "upper" in str(one.category))

    return sample


def _correlation(r: float) -> Sample:
    def sample(n: int, rng: np.random.Generator) -> Result:
        first = rng.normal(size=n)
        second = r * first + np.sqrt(1 - r**2) * rng.normal(size=n)
        return cc.pearson(np.stack([first, second], axis=1))

    return sample


def _share(p: float) -> Sample:
    def sample(n: int, rng: np.random.Generator) -> Result:
        agreed = rng.binomial(n, p)
        return cc.exact_agreement(cc.table([[agreed, n - agreed], [0, 0]], [1, 2]))

    return sample


def _gain(discordant: float, gain: float) -> Sample:
    def sample(n: int, rng: np.random.Generator) -> Result:
        up, down = (discordant + gain) / 2, (discordant - gain) / 2
        both = 0.9 * (1 - discordant)
        kinds = rng.choice(4, n, p=[up, down, both, 1 - up - down - both])
        human = np.ones(n, dtype=int)
        old = np.where(np.isin(kinds, [1, 2]), 1, 2)
        new = np.where(np.isin(kinds, [0, 2]), 1, 2)
        sides = [cc.measure("exact_agreement", human.tolist(), one.tolist()) for one in (new, old)]
        return cc.compare(*sides, paired=True)

    return sample


def _corrected_mean(correlation: float, judged: int) -> Sample:
    def sample(labels: int, rng: np.random.Generator) -> Result:
        people = rng.normal(size=judged + labels)
        noise = rng.normal(size=judged + labels)
        judge = correlation * people + math.sqrt(1 - correlation**2) * noise
        human = [float(x) if row < labels else None for row, x in enumerate(people)]
        return cc.corrected_mean(judge.tolist(), human)

    return sample


def _corrected_share(
    share: float, specificity: float, sensitivity: float, judged: int, passed: float
) -> Sample:
    """Labels divided as the plan divides them: so large a part of them are of items that pass."""

    def sample(labels: int, rng: np.random.Generator) -> Result:
        of = round(labels * passed)
        called, spared, found = (
            rng.binomial(n, p) / n
            for n, p in ((judged, share), (labels - of, specificity), (of, sensitivity))
        )
        return rogan_gladen(called, spared, found, judged, labels - of, of)

    return sample


def _reliability(icc: float, items: int) -> Sample:
    """The reliability of the mean of so many raters, found on many items."""
    return lambda raters, rng: _icc(icc, raters, "C,k")(items, rng)


BINARY, BINARY_3 = (common_correlation(0.6, [0.3, 0.7], raters, 1000) for raters in (2, 3))
RARE, RARER = (common_correlation(0.6, [rare, 1 - rare], 2, 1000) for rare in (0.1, 0.05))
THREE, THREE_3 = (common_correlation(0.6, [0.3, 0.6, 0.1], raters, 1000) for raters in (2, 3))
FIVE = (0.2,) * 5
QUADRATIC: dict[str, Any] = {"weights": "quadratic"}
SCORES = ordered_ratings("cohen_kappa", QUADRATIC, 0.7, FIVE, 2)(1000)
ALPHA = common_correlation(0.7, [0.2, 0.3, 0.5], 3, 1000)
NOMINAL: dict[str, Any] = {"metric": "nominal"}

#: A goal for quadratic kappa, where 50 % of two raters' scores are expected to be equal: kappa is .79 then.
GOAL = {"name": "kappa", "targets": [
    {"measure": "cohen_kappa", "options": QUADRATIC, "more_than": 0.74},
]}  # fmt: skip
EQUAL = ratings_with("exact_agreement", {}, 0.5, FIVE, 2)(1000)
#: Data in hand of which a plan asks for more: kappa .5, of which the true value is the same.
IN_HAND = common_correlation(0.5, [0.2, 0.8], 2, 400)
MEAN: dict[str, Any] = {"width": 0.2, "correlation": 0.8, "judged": 5000}
SHARE: dict[str, Any] = {
    "width": 0.15, "pass_rate": 0.4, "specificity": 0.9, "sensitivity": 0.8, "judged": 2000,
}  # fmt: skip
OF_SHARE = cc.plan("labels", **SHARE)

CASES = (
    Case("kappa, shares 30 and 70%", "kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.3, 0.7]},
         _categories("cohen_kappa", {}, BINARY)),
    Case("kappa, shares 30 and 70%", "kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.3, 0.7]},
         _categories("cohen_kappa", {}, BINARY), True),
    Case("kappa, three categories", "kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.3, 0.6, 0.1]},
         _categories("cohen_kappa", {}, THREE)),
    Case("quadratic kappa", "weighted-kappa", {"kappa": 0.7, "null": 0.6},
         _categories("cohen_kappa", QUADRATIC, SCORES)),
    Case("alpha, three raters", "alpha",
         {"alpha": 0.7, "null": 0.6, "metric": "nominal", "shares": [0.2, 0.3, 0.5], "raters": 3},
         _categories("krippendorff_alpha", NOMINAL, ALPHA)),
    Case("ICC(1,1)", "icc", {"icc": 0.8, "null": 0.6, "form": "1,1"},
         _icc(0.8, 2, "1,1", interval="classical"), True),
    Case("ICC(C,1), three raters", "icc",
         {"icc": 0.8, "null": 0.6, "raters": 3, "form": "C,1"},
         _icc(0.8, 3, "C,1", interval="classical"), True),
    Case("ICC(1,1)", "icc", {"icc": 0.8, "null": 0.6, "form": "1,1"}, _icc(0.8, 2, "1,1")),
    Case("ICC(C,1), three raters", "icc", {"icc": 0.8, "null": 0.6, "raters": 3, "form": "C,1"},
         _icc(0.8, 3, "C,1")),
    Case("ICC(A,1), three raters", "icc", {"icc": 0.8, "null": 0.6, "raters": 3}, _icc(0.8, 3, "A,1")),
    Case("ICC(A,1), two raters", "icc", {"icc": 0.8, "null": 0.6}, _icc(0.8, 2, "A,1")),
    Case("kappa, shares 10 and 90%", "kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.1, 0.9]},
         _categories("cohen_kappa", {}, RARE)),
    Case("kappa, shares 5 and 95%", "kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.05, 0.95]},
         _categories("cohen_kappa", {}, RARER)),
    Case("kappa, three raters", "kappa", {"kappa": 0.6, "null": 0.4, "shares": [0.3, 0.7], "raters": 3},
         _categories("fleiss_kappa", {}, BINARY_3)),
    Case("kappa, three raters, three categories", "kappa",
         {"kappa": 0.6, "null": 0.4, "shares": [0.3, 0.6, 0.1], "raters": 3},
         _categories("fleiss_kappa", {}, THREE_3)),
    Case("share", "share", {"share": 0.8, "null": 0.7}, _share(0.8)),
    Case("limits of agreement", "limits", {"bias": 0.001167, "sd": 0.001129, "allowed": 0.004},
         _limits(0.001167, 0.001129)),
    Case("paired gain", "paired", {"discordant": 0.3, "gain": 0.1}, _gain(0.3, 0.1)),
    Case("kappa", "kappa", {"kappa": 0.6, "width": 0.2, "shares": [0.3, 0.7]},
         _categories("cohen_kappa", {}, BINARY)),
    Case("quadratic kappa", "weighted-kappa", {"kappa": 0.7, "width": 0.2},
         _categories("cohen_kappa", QUADRATIC, SCORES)),
    Case("alpha, three raters", "alpha",
         {"alpha": 0.7, "width": 0.2, "metric": "nominal", "shares": [0.2, 0.3, 0.5], "raters": 3},
         _categories("krippendorff_alpha", NOMINAL, ALPHA)),
    Case("ICC(1,1)", "icc", {"icc": 0.8, "width": 0.2, "form": "1,1"},
         _icc(0.8, 2, "1,1", interval="classical"), True),
    Case("ICC(1,1)", "icc", {"icc": 0.8, "width": 0.2, "form": "1,1"}, _icc(0.8, 2, "1,1")),
    Case("ICC(A,1), three raters", "icc", {"icc": 0.8, "width": 0.2, "raters": 3}, _icc(0.8, 3, "A,1")),
    Case("share", "share", {"share": 0.8, "width": 0.1}, _share(0.8)),
    Case("correlation", "correlation", {"correlation": 0.7, "width": 0.2}, _correlation(0.7)),
    Case("limits of agreement", "limits", {"width": 0.5}, _limit_width(1.0)),
    Case("goal, quadratic kappa", "goal", {"goal": GOAL, "expected": 0.5},
         _categories("cohen_kappa", QUADRATIC, EQUAL), null=0.74),
    Case("from data, kappa", IN_HAND, {"measure": "cohen_kappa", "null": 0.3},
         _categories("cohen_kappa", {}, IN_HAND)),
    Case("from data, kappa", IN_HAND, {"measure": "cohen_kappa", "width": 0.2},
         _categories("cohen_kappa", {}, IN_HAND)),
    Case("labels, corrected mean", "labels", MEAN, _corrected_mean(0.8, 5000), answer="labels"),
    Case("labels, corrected share", "labels", SHARE,
         _corrected_share(0.4, 0.9, 0.8, 2000, OF_SHARE["passed"] / OF_SHARE["labels"]), answer="labels"),
    Case("raters per item", "raters", {"reliability": 0.5, "target": 0.8}, _reliability(0.5, 300),
         answer="raters"),
)  # fmt: skip


def rows(draws: int) -> Iterator[dict[str, Any]]:
    """What each case asks for and what was found; `formula` where it is the number of a published formula.

    A mean width, and the power of a formula, which is not promised, take a third of the draws.
    """
    for case in CASES:
        samples = draws // 3 if case.aim != "power" or case.by_formula else draws
        yield {
            "plan": case.label, "aim": case.aim, "formula": case.by_formula,
            "items": case.items, "asked": case.asked, "draws": samples,
            "found": round(case.measured(samples), 4),
        }  # fmt: skip


def main() -> None:
    """Run all cases, and write them down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--draws", type=int, default=3000, help="samples in each case (3000)")
    write_rows("planning", rows(parser.parse_args().draws))


if __name__ == "__main__":
    main()
