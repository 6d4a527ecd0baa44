"""The kappa paradox: how much of what kappa lacks is prevalence, rater bias, and real disagreement.

Every kappa is 1 − D_o/D_e with the same observed disagreement D_o; only chance D_e differs. With even
margins it is Brennan–Prediger's (Bennett's S, PABAK), with pooled margins Scott's or Fleiss', with own ones
Cohen's or Conger's. Along this path 1 − κ = (1 − BP) + (BP − π) + (π − κ): real disagreement, prevalence and
bias. For two categories it is κ = (PABAK − PI² + BI²)/(1 − PI² + BI²) of Byrt, Bishop & Carlin (1993).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...coefficients.categories import kappa_of, rater_margins, to_margins
from ...coefficients.kernels import as_matrix, both_ways
from ...coefficients.weights import disagreement
from ...errors import OptionError
from ...language.message import Message
from ...language.render import Language
from ...reduce.item_weights import Floats
from ...reduce.patterns import Patterns, patterns
from ...reduce.profiles import profiles
from ...reduce.table import table
from ...result import Result
from ..compare import CachedMeasures, Comparison
from ..record import Record


@dataclass(frozen=True, kw_only=True)
class Rule:
    """When a low kappa is a paradox: raters agree often, one category is common, kappa lies far below what
    even categories would give, and uneven categories explain more than this share of what it lacks.

    To agree often is to say the same often: near misses alone, which weights forgive, are disagreements.
    """

    agreement: float = 0.80
    common: float = 0.50
    gap: float = 0.20
    share: float = 0.50


RULE = Rule()


@dataclass(frozen=True, kw_only=True)
class Shortfall(Record):
    """What kappa lacks, part by part; a negative part raises kappa.

    `total` = `disagreement` + `prevalence` + `bias` = 1 − κ. Seen from the observed agreement p_o, which is
    1 − `missed`: `disagreement` = `missed` + `even_chance`, so p_o − κ = `even_chance` + `prevalence` +
    `bias`. `bias` is nan where it is not known who gave which rating; the path then ends at Fleiss' kappa.
    """

    total: float
    disagreement: float
    prevalence: float
    bias: float
    missed: float
    even_chance: float

    @property
    def from_agreement(self) -> float:
        """p_o − κ: what the correction for chance takes away."""
        return self.total - self.missed


@dataclass(frozen=True, kw_only=True)
class Use(Record):
    """How often a category is used, by all and by each rater, and on how many items by anyone."""

    category: str
    share: float
    by_rater: tuple[float, ...]
    n_items: float


@dataclass(frozen=True, kw_only=True)
class Standardised(Record):
    """Kappa of the table with the same odds ratios and other margins: "even", or "average" of both raters.

    `why_not` says why there is none. Several raters are met in all pairs, so that they have one margin.
    """

    margins: str
    estimate: float
    why_not: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Paradox(Record):
    """Kappa beside what moves it without any change in skill.

    `verdict` is "paradox", "none" or "undefined". `kappa` keeps each rater's own margins, `pooled` (Scott,
    Fleiss) a common one, `even` (Brennan–Prediger, PABAK) equally common categories; all have the weights of
    `options`, and so have `observed` and `expected` agreement, while `agreement` is the raw share of equal
    ratings. With `several_people` the first of `raters` stands for them.
    """

    verdict: str
    options: Mapping[str, Any]
    raters: tuple[str, ...]
    several_people: bool = False
    agreement: Result
    kappa: Result
    pooled: Result
    even: Result
    gwet: Result
    observed: float
    expected: float
    shortfall: Shortfall | None
    use: tuple[Use, ...]
    specific: Result
    kappa_max: Result | None = None
    prevalence_index: Result | None = None
    bias_index: Result | None = None
    standardised: tuple[Standardised, ...] = ()
    homogeneity: tuple[Result, ...] = ()
    sentences: tuple[Message, ...] = field(default=())

    def text(self, lang: Language = "en") -> str:
        """All sentences, one a line."""
        return "\n".join(message.text(lang) for message in self.sentences)


def paradox(compared: Comparison, rule: Rule = RULE) -> Paradox:
    """What kappa lacks and why, for any number of categories and raters, with the main measure's weights."""
    from .paradox_words import sentences

    if not compared.categorical:
        raise OptionError("The kappa paradox concerns categories, but these data are measurements.")
    measures, options = compared.cached_measures, weights_of(compared)
    p = patterns(measures.ratings)
    named = _chain(p)
    kappa, pooled, even, gwet = (measures.answer(name, options) for name in named)
    short = _shortfall(kappa, pooled, even, known=not p.anonymous)
    use = _use(p)
    often = max(one.share for one in use) >= rule.common
    agreement = measures.answer("exact_agreement")
    is_one = short is not None and often and _is_paradox(kappa, agreement, short, rule)
    found = Paradox(
        verdict="undefined" if short is None else "paradox" if is_one else "none",
        options=kappa.options,
        raters=() if p.anonymous else compared.ratings.raters,
        several_people=len(compared.reference) > 1,
        agreement=agreement,
        kappa=kappa,
        pooled=pooled,
        even=even,
        gwet=gwet,
        observed=float(kappa.details.get("observed_agreement", math.nan)),
        expected=float(kappa.details.get("expected_agreement", math.nan)),
        shortfall=short,
        use=use,
        specific=measures.answer("specific_agreement"),
        standardised=_standardised(p, options),
        homogeneity=_homogeneity(measures, p),
    )
    found = replace(found, **_of_two_raters(measures, p, options))
    return replace(found, sentences=sentences(found))


# --- the path from even margins to own ones ---------------------------------------------------


def weights_of(compared: Comparison) -> dict[str, Any]:
    """The weights of the main measure as kappas understand them."""
    options = compared.main[1]
    metric = options.get("metric")
    if callable(metric):
        labels = compared.ratings.labels.tolist()
        return {"weights": [[float(metric(a, b)) for b in labels] for a in labels]}
    if metric is not None:
        as_weights = {"nominal": "identity", "interval": "quadratic"}
        return {"weights": as_weights.get(metric, metric) if isinstance(metric, str) else metric}
    return {name: options[name] for name in ("weights", "scores") if options.get(name) is not None}


def _chain(p: Patterns) -> tuple[str, str, str, str]:
    """Kappas with own, pooled and even margins, and Gwet's."""
    if p.anonymous:
        return "fleiss_kappa", "fleiss_kappa", "brennan_prediger", "gwet_ac"
    if p.codes.shape[1] == 2:
        return "cohen_kappa", "scott_pi", "brennan_prediger", "gwet_ac"
    return "conger_kappa", "fleiss_kappa", "brennan_prediger", "gwet_ac"


def _shortfall(kappa: Result, pooled: Result, even: Result, *, known: bool) -> Shortfall | None:
    if not (kappa.defined and pooled.defined and even.defined):
        return None
    missed = 1 - float(kappa.details["observed_agreement"])
    # weights with a direction: the observed disagreement of kappa stands, only chance is even
    bp = 1 - missed / (1 - float(even.details["expected_agreement"]))
    return Shortfall(
        total=1 - kappa.estimate,
        disagreement=1 - bp,
        prevalence=bp - pooled.estimate,
        bias=pooled.estimate - kappa.estimate if known else math.nan,
        missed=missed,
        even_chance=1 - bp - missed,
    )


def _is_paradox(kappa: Result, agreement: Result, short: Shortfall, rule: Rule) -> bool:
    often = min(kappa.details["observed_agreement"], agreement.estimate) >= rule.agreement
    far = short.total - short.disagreement >= rule.gap
    return bool(often and far and short.prevalence > rule.share * short.total)


# --- what stands beside it --------------------------------------------------------------------


def _of_two_raters(measures: CachedMeasures, p: Patterns, options: Mapping[str, Any]) -> dict[str, Any]:
    if p.anonymous or p.codes.shape[1] != 2:
        return {}
    return {
        "kappa_max": measures.answer("kappa_max", options),
        "prevalence_index": measures.answer("prevalence_index"),
        "bias_index": measures.answer("bias_index"),
    }


def _use(p: Patterns) -> tuple[Use, ...]:
    """Over the ratings that count: of two raters, the items both rated."""
    counts = np.where((p.codes >= 0).all(axis=1), p.counts, 0.0) if p.codes.shape[1] == 2 else p.counts
    p = replace(p, counts=counts)
    together = profiles(p, keep_rows=True).item_margin.shares
    each = np.zeros((0, p.size)) if p.anonymous else np.array([m.shares for m in rater_margins(p)])
    return tuple(
        Use(
            category=str(label),
            share=float(together[code]),
            by_rater=tuple(each[:, code].tolist()),
            n_items=float(p.counts[(p.codes == code).any(axis=1)].sum()),
        )
        for code, label in enumerate(p.labels.tolist())
    )


def _standardised(p: Patterns, options: Mapping[str, Any]) -> tuple[Standardised, ...]:
    cells = _cells(p)
    used = (cells.sum(axis=0) + cells.sum(axis=1)) > 0
    kernel = disagreement(options.get("weights", "identity"), p.scale, p.labels, scores=options.get("scores"))
    d = as_matrix(kernel if p.codes.shape[1] == 2 else both_ways(kernel), p.size)[np.ix_(used, used)]
    cells = cells[np.ix_(used, used)]
    if len(cells) < 2:
        return ()
    average = (cells.sum(axis=0) + cells.sum(axis=1)) / (2 * cells.sum())
    targets = {"even": np.full(len(cells), 1 / len(cells)), "average": average}
    return tuple(_brought_to(name, cells, target, d) for name, target in targets.items())


def _brought_to(name: str, cells: Floats, target: Floats, d: Floats) -> Standardised:
    table = to_margins(cells, target, target)
    if table is None:
        never = bool((cells.sum(axis=1) == 0).any() or (cells.sum(axis=0) == 0).any())
        code = "paradox.no-standard-unused" if never else "paradox.no-standard-empty"
        return Standardised(margins=name, estimate=math.nan, why_not=Message(code))
    return Standardised(margins=name, estimate=kappa_of(table, d))


def _cells(p: Patterns) -> Floats:
    """The table of two raters; of several, all their ordered pairs, an item counting once."""
    if p.codes.shape[1] == 2 and not p.anonymous:
        return table(p).cells
    s = profiles(p, keep_rows=True)
    pairs = np.where(s.paired, s.counts / np.maximum(s.given * (s.given - 1), 1), 0.0)
    met = s.matrix.T @ (pairs[:, None] * s.matrix)
    return np.asarray(met - np.diag(pairs @ s.matrix))  # a rating does not meet itself


def _homogeneity(measures: CachedMeasures, p: Patterns) -> tuple[Result, ...]:
    from ...inference.homogeneity import homogeneity

    return () if p.anonymous else homogeneity(measures.ratings)
