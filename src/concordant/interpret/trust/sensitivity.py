"""Does the verdict depend on the weights? The same coefficient under several schemes and powers.

Linear, quadratic and custom weights are all reasonable on an ordered scale; what holds under each of them
is robust. Power weights 1 − (|x_i − x_j|/span)^p lead from no partial credit (p = 0) over linear to
quadratic ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from ...arguments import check_arguments
from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Coefficient
from ...coefficients.kernels import as_matrix
from ...coefficients.weights import Weights, disagreement
from ...errors import OptionError
from ...inference.compare import compare
from ...language.message import Message
from ...language.render import Language
from ...quote import quote
from ...ratings.ratings import Ratings
from ...reduce.profiles import profiles_of
from ...result import Result
from ..compare import Band, Benchmark, CachedMeasures, Comparison, Verdict, benchmarks_for
from ..compare.verdict import verdict
from ..record import Record
from .paradox import weights_of

#: The powers of the curve.
POWERS = tuple(step / 10 for step in range(21))
#: How closely the power is found at which a verdict changes.
_CLOSE = 0.001


@dataclass(frozen=True, kw_only=True)
class Scheme(Record):
    """The coefficient under one scheme of weights, and what it reads as."""

    name: str
    result: Result
    verdict: Verdict | None = None


@dataclass(frozen=True, kw_only=True)
class PowerPoint(Record):
    """The coefficient with disagreement growing as this power of the distance."""

    power: float
    estimate: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class WordChange(Record):
    """The power from which on the coefficient reads as another word."""

    power: float
    before: Band
    after: Band


@dataclass(frozen=True, kw_only=True)
class Sensitivity(Record):
    """One coefficient under many weights.

    `robust` says whether all schemes with partial credit read as the same word, by their estimates
    (`robust_by_estimate`) and by their limits (`robust_by_limit`); None where there is nothing to compare,
    and `sentences` say why.
    `difference` is linear − quadratic on the same items. `one_step` is the share of disagreements that are
    one step of the scale. `ccc` is Lin's concordance (divisor n), which quadratic kappa of two raters is.
    """

    measure: str
    options: Mapping[str, Any]
    schemes: tuple[Scheme, ...]
    curve: tuple[PowerPoint, ...] = ()
    changes: tuple[WordChange, ...] = ()
    robust: bool | None = None
    robust_by_estimate: bool | None = None
    robust_by_limit: bool | None = None
    difference: Result | None = None
    one_step: float = math.nan
    ccc: Result | None = None
    sentences: tuple[Message, ...] = field(default=())

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """A small table of the schemes, then the sentences."""
        from .sensitivity_words import text

        return text(self, lang)

    def __str__(self) -> str:
        return self.text()


def sensitivity(
    compared: Comparison, weights: Mapping[str, Weights] | None = None, scales: Sequence[str] = ()
) -> Sensitivity:
    """The main kappa under identity, linear, quadratic, half-credit and custom weights, and by power.

    `weights` are more schemes: a name of yours for each matrix (or named weights). `scales` are the keys of
    the scales of words that decide, where one suits.
    """
    from .sensitivity_words import sentences

    if compared.measurements:
        raise OptionError(
            f"Weights are for categories that raters choose from, but these are measurements "
            f"({len(compared.ratings.labels)} different values): use icc, ccc or bland_altman instead."
        )
    lens = _Lens(compared)
    names = lens.schemes(weights or {})
    known = benchmarks_for(lens.name, lens.options)
    benchmark = next((b for b in known if b.key in scales), next(iter(known), None))
    schemes = tuple(lens.scheme(name, w, benchmark) for name, w in names.items())
    found = Sensitivity(measure=lens.name, options=_plain(lens.options), schemes=schemes)
    if lens.pointless is None and all(scheme.result.defined for scheme in schemes):
        found = _filled(found, lens, benchmark)
    return replace(found, sentences=sentences(found, lens.pointless))


def kappa_for(ratings: Ratings) -> str:
    """The kappa with weights that these raters can have."""
    if ratings.anonymous:
        return "fleiss_kappa"
    return "cohen_kappa" if ratings.n_raters == 2 else "conger_kappa"


def weighable(c: Coefficient) -> bool:
    """Whether a coefficient gives partial credit as it is told, and says how far raters agree."""
    return bool({"weights", "metric"} & set(c.options)) and c.null is not None


def on_scale(found: Sensitivity, scale: Benchmark) -> Sensitivity:
    """Sensitivity read on another scale of words, whose cuts are among those of the former."""
    from .sensitivity_words import sentences

    schemes = tuple(replace(one, verdict=verdict(one.result, scale)) for one in found.schemes)
    read = replace(found, schemes=schemes, changes=tuple(_renamed(found.changes, scale)))
    if not found.curve:
        return read
    robust = _robust(read)
    return replace(read, **robust, sentences=sentences(replace(read, **robust), None))


def _renamed(changes: Sequence[WordChange], scale: Benchmark) -> Iterator[WordChange]:
    for one in changes:
        before, after = scale.band(one.before.start), scale.band(one.after.start)
        if before != after:
            yield replace(one, before=before, after=after)


def _robust(found: Sensitivity) -> dict[str, Any]:
    by_estimate, by_limit = _one_word(found, lambda v: v.point), _one_word(found, lambda v: v.limit)
    robust = None if by_estimate is None else by_estimate and by_limit is not False
    return {"robust": robust, "robust_by_estimate": by_estimate, "robust_by_limit": by_limit}


def _filled(found: Sensitivity, lens: _Lens, benchmark: Benchmark | None) -> Sensitivity:
    curve = tuple(lens.point(power) for power in POWERS)
    return replace(
        found,
        curve=curve,
        changes=tuple(_changes(curve, lens.value, benchmark)) if benchmark else (),
        **_robust(found),
        difference=compare(lens.measure("linear"), lens.measure("quadratic"), plan=lens.measures.plan),
        one_step=_one_step(lens.measures.ratings),
        ccc=lens.concordance(),
    )


def _one_word(found: Sensitivity, word: Callable[[Verdict], Band | None]) -> bool | None:
    """Whether all schemes with partial credit read as one band; None where one has none."""
    bands = [word(s.verdict) for s in found.schemes if s.name != "identity" and s.verdict is not None]
    return None if not bands or None in bands else all(band == bands[0] for band in bands)


def _changes(
    curve: tuple[PowerPoint, ...], value: Callable[[float], float], benchmark: Benchmark
) -> Iterator[WordChange]:
    """Every power at which the band of the estimate changes, by halving between two points of the curve."""

    def place(power: float) -> int:
        return benchmark.place(value(power))

    for a, b in pairwise(curve):
        here, power, last = benchmark.place(a.estimate), a.power, benchmark.place(b.estimate)
        while here != last:
            low, high = power, b.power
            while high - low > _CLOSE:
                middle = (low + high) / 2
                low, high = (middle, high) if place(middle) == here else (low, middle)
            there = last if high == b.power else place(high)
            yield WordChange(power=high, before=benchmark.bands[here], after=benchmark.bands[there])
            here, power = there, high


# --- one coefficient, any weights -------------------------------------------------------------


class _Lens:
    """The coefficient that is looked through, on ratings that are counted once."""

    def __init__(self, compared: Comparison) -> None:
        self.measures: CachedMeasures = compared.cached_measures
        self.ratings = compared.ratings
        name, options = compared.main
        if not weighable(BY_NAME[name]) or (BY_NAME[name].two_raters_only and not compared.pair):
            name, options = kappa_for(self.ratings), weights_of(compared)
        self.name = name
        written = weights_of(compared) if callable(options.get("metric")) else {}
        own = {**options, "metric": written["weights"]} if written else options
        self.options = {name: value for name, value in own.items() if value is not None}
        self.pointless = _pointless(compared)

    def options_for(self, weights: Weights) -> dict[str, Any]:
        """The options that mean these weights."""
        if self.name == "krippendorff_alpha":
            own = {"identity": "nominal", "quadratic": "interval"}
            known = own.get(weights) if isinstance(weights, str) else None
            return {"metric": known or self.matrix(weights)}
        spaced = isinstance(weights, str) and weights != "identity"
        kept = {n: x for n, x in self.options.items() if n != "weights" and (n != "scores" or spaced)}
        return {**kept, "weights": weights}

    def matrix(self, weights: Weights) -> list[list[float]]:
        """Disagreement written out."""
        kernel = disagreement(weights, self.ratings.scale, self.ratings.labels)
        written: list[list[float]] = as_matrix(kernel, len(self.ratings.labels)).tolist()
        return written

    def schemes(self, more: Mapping[str, Weights]) -> dict[str, Weights]:
        """Every scheme by its name; the main measure's own where it is none of the usual ones."""
        if self.pointless:
            return {"identity": "identity", **self._own(), **more}
        usual: dict[str, Weights] = {n: n for n in ("identity", "linear", "quadratic")}
        return {**usual, **self._half_credit(), **self._own(), **more}

    def _half_credit(self) -> dict[str, Weights]:
        """Half credit for neighbours; nothing where linear weights give the same, as on three even steps."""
        step = np.abs(np.subtract.outer(*[np.arange(len(self.ratings.labels))] * 2))
        half = np.where(step == 0, 1.0, np.where(step == 1, 0.5, 0.0))
        scale, labels = self.ratings.scale, self.ratings.labels
        linear = as_matrix(disagreement("linear", scale, labels, self.options.get("scores")), len(labels))
        return {} if np.allclose(1 - half, linear) else {"adjacent-half": half.tolist()}

    def _own(self) -> dict[str, Weights]:
        own = self.options.get("weights", self.options.get("metric", "identity"))
        if not isinstance(own, str):
            return {"own": own}
        return {} if own in ("identity", "linear", "quadratic", "nominal", "interval") else {own: own}

    def scheme(self, name: str, weights: Weights, benchmark: Benchmark | None) -> Scheme:
        metric = self.options.get("metric")
        ordinal = name == metric == "ordinal"  # alpha's own ordinal metric moves with the margins
        result = self.measures.answer(self.name, {"metric": metric} if ordinal else self.options_for(weights))
        return Scheme(name=name, result=result, verdict=verdict(result, benchmark) if benchmark else None)

    def measure(self, weights: Weights) -> Any:
        return self.measures.measure(self.name, self.options_for(weights))

    def value(self, power: float) -> float:
        """The coefficient at a power, without its interval."""
        measure = self.measure(f"power:{quote(power)}")
        return float(measure.estimate(self.measures.statistic(measure)).value)

    def point(self, power: float) -> PowerPoint:
        result = self.measures.answer(self.name, self.options_for(f"power:{quote(power)}"))
        return PowerPoint.deferred(
            partial(_limits, result), ["low", "high"], power=power, estimate=result.estimate
        )

    def concordance(self) -> Result | None:
        """Lin's concordance (divisor n) where it is quadratic kappa: two raters whose scale has values."""
        if self.name != "cohen_kappa" or self.ratings.values is None or "scores" in self.options:
            return None
        return self.measures.answer("ccc", {"divisor": "n"})


def _limits(result: Result) -> dict[str, float]:
    """Found where the curve is drawn: an interval takes longer than the estimate."""
    within = result.interval
    low, high = (math.nan, math.nan) if within is None else (within.low, within.high)
    return {"low": low, "high": high}


def _pointless(compared: Comparison) -> str | None:
    """Why weights would change nothing or mean nothing."""
    if not compared.ordered:
        return "nominal"
    return "two-categories" if len(compared.ratings.labels) <= 2 else None


def _one_step(ratings: Ratings) -> float:
    """Of the disagreements within items, the share of one step of the scale."""
    s = profiles_of(ratings)
    all_of_them = float(s.mean_disagreement(lambda a, b: np.asarray(a != b, dtype=float)))
    one = float(s.mean_disagreement(lambda a, b: np.asarray(np.abs(a - b) == 1, dtype=float)))
    return one / all_of_them if all_of_them > 0 else math.nan


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {n: x.tolist() if isinstance(x, np.ndarray) else x for n, x in options.items()}
