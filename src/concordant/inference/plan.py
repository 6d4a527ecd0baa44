"""How uncertainty is estimated: the options that mean the same for every coefficient."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

import numpy as np

from ..arguments import check_fields
from ..errors import OptionError, choose, is_number
from ..quote import quote

IntervalName = Literal[
    "analytic",
    "score",
    "bootstrap",
    "bca",
    "jackknife",
    "exact",
    "classical",
    "adjusted",
    "generalised",
    "none",
]
Alternative = Literal["two-sided", "greater", "less"]
TestName = Literal["z", "t"]
VarianceName = Literal["delta", "irrcac"]
RaterSampling = Literal["fixed", "sampled"]


#: More resamples change no digit that anyone reads, and take hours.
MOST_DRAWS = 1_000_000


@check_fields
@dataclass(frozen=True, kw_only=True)
class Plan:
    """Options of inference.

    level        confidence level of the interval
    interval     "score" (each value judged by the error it would have: for shares, and for coefficients of
                 categories), "analytic" (influence values), "jackknife", "bootstrap" (percentile), "bca";
                 "exact" (Clopper–Pearson) for raw agreement of two raters or of all, S and PABAK; "classical"
                 (normal errors: F, Fisher z, …) for Pearson and continuous measurements; "adjusted" for
                 measurements (classical, allowing for scores that are not normal and for few raters);
                 "generalised" for ICC(A,.), which allows for few raters; None: what is usual for the
                 coefficient
    null         the value to test against; None: no agreement, as the coefficient defines it
    alternative  "two-sided", "greater" or "less"; None: two-sided, but greater for an F test
    test         "z" (large-sample variance) or "t" (n - 1); None: what is usual for the coefficient
    variance     "delta": the exact influence values; "irrcac": as irrCAC 1.0 has it with gaps
    raters_are   "fixed": these raters; "sampled": raters are a sample too
    population   number of items in a finite population, for the finite-population correction
    draws        number of bootstrap resamples
    rng          a seed or a numpy Generator, for the bootstrap
    """

    level: float = 0.95
    interval: IntervalName | None = None
    null: float | None = None
    alternative: Alternative | None = None
    test: TestName | None = None
    variance: VarianceName = "delta"
    raters_are: RaterSampling = "fixed"
    population: float | None = None
    draws: int = 2000
    rng: Any = 0

    def __post_init__(self) -> None:
        if not (is_number(self.level) and 0 < self.level < 1):
            raise OptionError(
                f"level must be a number between 0 and 1, such as 0.95, got {quote(self.level)}."
            )
        if self.interval is not None:
            choose("interval", self.interval, get_args(IntervalName))
        if self.alternative is not None:
            choose("alternative", self.alternative, get_args(Alternative))
        choose("variance", self.variance, get_args(VarianceName))
        choose("raters_are", self.raters_are, get_args(RaterSampling))
        if self.test is not None:
            choose("test", self.test, get_args(TestName))
        if self.null is not None and not (is_number(self.null)):
            raise OptionError(f"null, the value to test against, must be a number, got {quote(self.null)}.")
        if not (isinstance(self.draws, (int, np.integer)) and 40 <= self.draws <= MOST_DRAWS):
            raise OptionError(
                f"draws must be a whole number of resamples from 40 to {MOST_DRAWS:,}, got "
                f"{quote(self.draws)}."
            )
        if not (_is_seed(self.rng) or isinstance(self.rng, np.random.Generator)):  # numpy.random takes 6 ms
            raise OptionError(
                f"rng must be a seed (a whole number, 0 or more) or a numpy Generator, got {quote(self.rng)}."
            )
        if self.interval == "score" and self.variance == "irrcac":
            raise OptionError("interval='score' uses the exact influence values: omit variance='irrcac'.")
        if self.variance == "irrcac" and self.interval not in (None, "analytic", "none"):
            raise OptionError("variance='irrcac' is an analytic variance: it requires interval='analytic'.")
        if self.population is not None and self.interval not in (
            None,
            "analytic",
            "score",
            "jackknife",
            "none",
        ):
            raise OptionError("population requires interval='analytic', 'score' or 'jackknife'.")
        if self.population is not None and not (is_number(self.population) and self.population > 0):
            raise OptionError(
                "population, the size of the whole population, must be a number above 0, got "
                f"{quote(self.population)}."
            )

    @property
    def resamples(self) -> bool:
        """Whether the interval comes from a bootstrap."""
        return self.interval in ("bootstrap", "bca")

    @property
    def side(self) -> Alternative:
        """The alternative of a test that can look either way."""
        return self.alternative or "two-sided"

    @property
    def plain(self) -> bool:
        """Whether nothing is asked that textbook intervals do not know."""
        return self.variance == "delta" and self.raters_are == "fixed" and self.population is None

    @property
    def usual(self) -> bool:
        """Whether nothing is asked but a level, a kind of test, and an interval without resampling."""
        return self.plain and self.interval in (None, "analytic", "score", "none")

    def taking(self, interval: IntervalName) -> Plan:
        """This plan with another interval, which is known to go with it."""
        other = object.__new__(Plan)
        other.__dict__.update(self.__dict__, interval=interval)
        return other

    def generator(self) -> np.random.Generator:
        """The randomness to draw from."""
        return np.random.default_rng(self.rng if isinstance(self.rng, np.random.Generator) else int(self.rng))

    def stated(self) -> dict[str, Any]:
        """The options that differ from their defaults, and the seed of a bootstrap."""
        if self is USUAL:
            return {}
        drawn = {"rng": self.rng} if self.resamples and not isinstance(self.rng, np.random.Generator) else {}
        return drawn | {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name != "rng" and getattr(self, f.name) != f.default
        }


def _is_seed(value: Any) -> bool:
    """A whole number, 0 or more."""
    return is_number(value) and value >= 0 and float(value).is_integer()


#: What is usual, nothing asked for.
USUAL = Plan()

PLAN_OPTIONS = tuple(f.name for f in fields(Plan))
