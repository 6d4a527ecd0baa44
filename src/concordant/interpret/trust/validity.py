"""Correlation is not agreement; reliability is not validity: said with the numbers of these data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ...coefficients.ranks import MANY_RATERS, PearsonPairs
from ...errors import OptionError
from ...language.message import Message
from ...reduce.every_pair import MOST_PAIRS, number_of_pairs
from ...reduce.patterns import Patterns
from ...result import Result
from ..compare import Comparison, tried
from ..record import Record

#: Correlation at least so high, and so much above agreement, is worth a word.
HIGH_CORRELATION, WIDE_GAP = 0.6, 0.1


@dataclass(frozen=True, kw_only=True)
class Validity(Record):
    """Against a known truth: mean squared error = bias² + error variance, for each rater a part."""

    truth: str
    result: Result
    sentences: tuple[Message, ...] = ()


def correlation_is_not_agreement(compared: Comparison) -> tuple[Message, ...]:
    """Where scores rise and fall together and yet differ: by a shift, by spread, or both."""
    if not compared.ordered or compared.ratings.anonymous or compared.ratings.values is None:
        return ()
    r, ccc = _correlation_and_concordance(compared)
    if math.isnan(r) or math.isnan(ccc) or r < HIGH_CORRELATION or r - ccc < WIDE_GAP:
        return ()
    facts = {"r": r, "ccc": ccc, "names": list(compared.ratings.raters)}
    if not compared.pair:
        return (Message("validity.correlation-several", facts),)
    bias, spread = _shift_and_spread(compared)
    code = "correlation-shift" if abs(bias) >= abs(spread) else "correlation-spread"
    return (Message(f"validity.{code}", facts | {"bias": bias, "rater": compared.ratings.raters[1]}),)


def _correlation_and_concordance(compared: Comparison) -> tuple[float, float]:
    """Pearson's r and Lin's concordance (divisor n), nan where these data cannot have them."""
    if compared.ratings.n_raters <= MANY_RATERS:
        return _value(compared, "pearson", {}), _value(compared, "ccc", {"divisor": "n"})
    if number_of_pairs(compared.ratings.n_raters) > MOST_PAIRS:
        return math.nan, math.nan
    statistic = compared.cached_measures.statistic(compared.cached_measures.measure("pearson"))
    pairs = PearsonPairs(cast(Patterns, statistic), compared.positions)
    return math.nan if pairs.undefined else float(pairs.mean()), pairs.concordance()


def _value(compared: Comparison, name: str, options: Mapping[str, Any]) -> float:
    """A measure without its uncertainty, nan where these data cannot have it."""
    measure = compared.cached_measures.measure(name, options)
    try:
        estimate = measure.estimate(measure.reduce())
    except OptionError:
        return math.nan
    return math.nan if estimate.undefined is not None else float(estimate.value)


def _shift_and_spread(compared: Comparison) -> tuple[float, float]:
    """Mean of (second − first) and difference of their standard deviations, of items that both rated.

    Mean squared difference = shift² + (s₁ − s₂)² + 2(1 − r)·s₁s₂: what correlation does not see comes first.
    """
    first, second = compared.ratings.columns
    both = (first >= 0) & (second >= 0)
    x, y = (compared.positions[column[both]] for column in (first, second))
    weights = compared.weights[both]
    means = [float(np.average(v, weights=weights)) for v in (x, y)]
    deviations = [
        math.sqrt(np.average((v - mean) ** 2, weights=weights)) for v, mean in zip((x, y), means, strict=True)
    ]
    return means[1] - means[0], deviations[1] - deviations[0]


def against_gold(compared: Comparison, truth: str) -> Validity | None:
    """Each rater against the truth, where values are numbers."""
    if compared.ratings.values is None or not compared.ordered:
        return None
    result = tried(compared, "against_truth", {"truth": truth})
    return Validity(truth=truth, result=result, sentences=tuple(_sentences(truth, result)))


def _sentences(truth: str, result: Result) -> Iterator[Message]:
    for part in result.parts:
        if not part.defined:
            continue
        d = part.details
        facts = {
            "rater": part.category, "truth": truth, "mse": part.estimate, "bias": d["bias"],
            "variance": d["error_variance"], "reliability": d["reliability"],
        }  # fmt: skip
        mostly = d["bias"] ** 2 > part.estimate / 2
        if mostly and d["reliability"] >= 0.9:
            yield Message("validity.reliable-not-valid", facts)
        elif mostly:
            yield Message("validity.mostly-bias", facts)
        else:
            yield Message("validity.mostly-scatter", facts)
