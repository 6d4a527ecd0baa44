"""The concordance correlation: how close ratings lie to the line on which raters say the same."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, get_args

import numpy as np

from ...digits import tied
from ...errors import OptionError, choose
from ...number_text import show, whole
from ...ratings.phrases import listed, many
from ...reduce.item_weights import Ints
from ...reduce.moments import Moments
from ...reduce.paired_columns import ColumnPairs, paired, pairs_of_raters
from ...reduce.totals import Total
from ...result import Note
from ..coefficient import NO_ITEMS, Classical, Estimate, coefficient
from ..heavy_tails import cautious_times
from ..normal_limits import LEAST_ITEMS, near_normal, shape_notes
from .effective_df import jackknife_variance
from .lin_ccc import (
    Concordance,
    Divisor,
    ccc_value,
    ccc_without_each,
    concordance,
    counted_pairs,
    lin_variance,
)

Transform = Literal["fisher", "none"]

#: Raters up to this number have a part for each pair; more would be a table of its own.
_SHOW_PAIRS = 10
#: Pearson and concordance part when they differ by this much. Published bands for the concordance
#: correlation (McBride 2005: .90, .95, .99) are about this wide, so the verdict would be another.
_PART = 0.05
#: What makes up at least this share of the distance from the line of identity is named.
_NAMED = 0.1


def _named(options: Mapping[str, Any]) -> str:
    lin = (options.get("divisor") or "n-1") == "n"
    return "Concordance correlation, " + ("divisor n (Lin 1989)" if lin else "divisor n − 1")


@coefficient(
    title="Concordance correlation",
    title_zh="一致性相关系数",
    symbol="CCC",
    formula=r"\rho_c = \frac{\sum_{g<h} 2 s_{gh}}{\sum_{g<h} [s_g^2 + s_h^2 + (\bar x_g - \bar x_h)^2]}",
    range=(-1, 1),
    references=("lin1989", "barnhart2002", "king2007"),
    scales=("ordinal", "interval", "ratio"),
    ignores={"rater order", "shift"},
    chance_corrected=False,
    transform="fisher",
    variants=_named,
    interval="classical",
    needs={"linked raters", "variation"},
    disagreement="squared",
)
def ccc(moments: Moments, *, divisor: Divisor = "n-1", transform: Transform = "fisher") -> Estimate:
    """How close the ratings are to the line of identity, on which both raters agree.

    It is Pearson's r (`precision`) times a factor for differences in mean and spread (`accuracy`).
    `divisor="n"` is Lin's original and equals kappa with quadratic weights; the usual n − 1 is a little
    higher. The interval is Lin's, on Fisher's z scale or, with `transform="none"`, directly.

    With more than two raters it is the overall concordance correlation, over the items that each pair of
    raters shares. Where ratings were repeated, raters are compared occasion by occasion.
    """
    choose("divisor", divisor, get_args(Divisor))
    choose("transform", transform, get_args(Transform))
    if moments.anonymous:
        raise OptionError("ccc needs to know who gave each rating, which counts do not record.")
    first, second = pairs_of_raters(moments)
    estimate_of = partial(_estimate, moments, divisor=divisor, transform=transform)
    overall = estimate_of(first, second)
    parts = {name: estimate_of(first[here], second[here]) for name, here in _parts(moments)}
    if overall.undefined is not None or moments.draws or not moments.by.follows_slopes:
        return replace(overall, parts=parts)
    c = concordance(paired(moments, first, second), divisor)
    return replace(
        overall,
        parts=parts,
        details={**_factors(c), **_in_detail(moments, divisor)},
        notes=(*_parted(moments, c), *_about(moments, first, second, divisor)),
    )


def _parts(m: Moments) -> Iterator[tuple[str, Ints]]:
    """Each pair of raters; of two raters each occasion, if there are several."""
    times = len(m.occasions)
    if m.n_raters == 2:
        names = m.occasions if times > 1 else ()
        yield from ((name, np.array([t])) for t, name in enumerate(names))
    elif m.n_raters <= _SHOW_PAIRS:
        pairs = [(g, h) for place, g in enumerate(m.raters) for h in m.raters[place + 1 :]]
        for q, (g, h) in enumerate(pairs):
            yield f"{g} and {h}", np.arange(q * times, (q + 1) * times)


def _estimate(m: Moments, first: Ints, second: Ints, *, divisor: Divisor, transform: Transform) -> Estimate:
    """The concordance correlation over some pairs of columns."""
    found = ccc_value(m, first, second, divisor)
    together = (m.present[:, first] & m.present[:, second]).any(axis=1)
    n = Total(m.sums.n[..., together].sum(axis=-1))
    if m.draws or not m.by.follows_slopes:
        return Estimate(value=found, n=n)
    p = paired(m, first, second)
    reason = _why_not(p, divisor, float(n))
    if reason is not None:
        return Estimate(value=Total(np.nan), n=n, undefined=reason)
    textbook = lins(m, first, second, divisor, transform, float(n))
    return Estimate(
        value=found,
        n=n,
        at_best=lambda missed: 1 - missed,
        transform=transform,
        classical=textbook,
        adjusted=_adjusted(m, first, second, divisor, transform, float(n), textbook),
    )


def lins(
    m: Moments, first: Ints, second: Ints, divisor: Divisor, transform: Transform, n: float
) -> Classical | None:
    """Lin's interval, where no item lacks a rating; influence values know what to do with gaps."""
    columns = np.unique([first, second])
    b, p = m.block(columns.tolist()), paired(m, first, second)
    rho = float(concordance(p, divisor).value)
    if float(b.n) < n or n <= 2 or abs(rho) >= 1 - 1e-14:
        return None
    here, there = (np.searchsorted(columns, x) for x in (first, second))
    variance = lin_variance(b, p, here, there, divisor)
    if not variance > 1e-24:
        return None
    name = "Lin, Fisher's z" if transform == "fisher" else "Lin, untransformed"
    return near_normal(name, rho, math.sqrt(variance), transform, range=(-1, 1))


def _adjusted(
    m: Moments,
    first: Ints,
    second: Ints,
    divisor: Divisor,
    transform: Transform,
    n: float,
    textbook: Classical | None,
) -> Classical | None:
    """Lin's interval with the error from leaving out each item, if that is larger; None with few items.

    On t, and found on Fisher's scale, where leaving out one item far away shows as much as it should.
    """
    if n < LEAST_ITEMS or m.values is None or textbook is None:
        return None
    rho = float(concordance(paired(m, first, second), divisor).value)
    left, counts = ccc_without_each(m, first, second, divisor)
    left = np.arctanh(np.clip(left, -1 + 1e-12, 1 - 1e-12))
    normal = textbook.se()
    times = jackknife_variance(left, counts) * ((1 - rho**2) / normal) ** 2
    error = normal * math.sqrt(max(cautious_times(times, left, counts), 1.0))
    name = "Fisher's z, jackknife" if transform == "fisher" else "jackknife, untransformed"
    made = near_normal(name, rho, error, transform, range=(-1, 1), df=n - 1)
    return replace(made, notes=shape_notes(times))


def _why_not(p: ColumnPairs, divisor: Divisor, n: float) -> Note | None:
    if not n > 0:
        return NO_ITEMS
    if not counted_pairs(p, divisor).any():
        return Note(
            "one-item",
            "No two raters share more than one item, so variation in their ratings cannot be estimated.",
        )
    if not float(concordance(p, divisor).apart) > 0:
        return Note("no-variation", "All ratings are the same, so items cannot be distinguished.")
    return None


# --- what stands behind it ----------------------------------------------------------------------


def _factors(c: Concordance) -> dict[str, Any]:
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = float(c.precision) if float(c.products) > 0 else math.nan
        return {"precision": precision, "accuracy": float(c.accuracy)}


def _in_detail(m: Moments, divisor: Divisor) -> dict[str, Any]:
    """Of two raters shift, spread and means; else how many pairs there are."""
    if m.n_raters > 2 or len(m.occasions) > 1:
        return {"n_rater_pairs": m.n_raters * (m.n_raters - 1) // 2}
    b = m.complete
    low, high = np.sqrt(np.diagonal(b.cross) / (b.n - 1 if divisor == "n-1" else b.n))
    gap = float(paired(m, [0], [1]).gap[0])
    both = low * high > 0
    return {
        "location_shift": gap / math.sqrt(low * high) if both else math.nan,
        "scale_shift": float(high / low) if both else math.nan,
        **{f"mean_{name}": float(x) for name, x in zip(m.raters, b.mean, strict=True)},
        **{f"sd_{name}": float(x) for name, x in zip(m.raters, (low, high), strict=True)},
    }


def _parted(m: Moments, c: Concordance) -> tuple[Note, ...]:
    """The warning that raters who vary together need not agree."""
    if not float(c.products) > 0 or not float(c.precision - c.value) >= _PART:
        return ()
    how = _of_two(m) if m.n_raters == 2 and len(m.occasions) == 1 else _of_many(m)
    r = "Pearson's r" if m.n_raters == 2 else "Precision"
    text = (
        f"{r} is {show(float(c.precision))} but the concordance correlation is {show(float(c.value))}: the "
        f"ratings are correlated but not on the line of identity: {how}."
    )
    facts = {"precision": float(c.precision), "value": float(c.value), "how": how}
    return (Note("correlation-is-not-agreement", text, facts),)


def _of_two(m: Moments) -> Note:
    """Who is higher and who spreads more, of (s_a − s_b)² and (m_a − m_b)² whatever counts."""
    b, (one, other) = m.complete, m.raters
    low, high = np.sqrt(np.diagonal(b.cross) / b.n)
    gap = float(paired(m, [0], [1]).gap[0])
    level, spread = gap**2, float(high - low) ** 2
    phrases: list[str] = []
    facts: dict[str, Any] = {"rater": other, "than": one}
    if level >= _NAMED * (level + spread):
        phrases.append(f"is {'higher' if gap > 0 else 'lower'} than {one} by {show(abs(gap))} on average")
        facts["gap"] = abs(gap)
    if spread >= _NAMED * (level + spread) and low > 0:
        phrases.append(f"{'with' if phrases else 'has'} {show(float(high / low), 2)} times the spread")
        facts["times"] = float(high / low)
    return Note("two-differ", f"{other} " + ", ".join(phrases), facts)


def _of_many(m: Moments) -> Note:
    names = [f"{g}, {t}" if t else g for g in m.raters for t in m.occasions]
    seen = [c for c in range(m.width) if m.present[:, c].any()]
    means = np.array([float(m.block([c]).mean[0]) for c in seen])
    low, high = seen[int(np.argmin(tied(means)))], seen[int(np.argmax(tied(means)))]
    least, most = float(means.min()), float(means.max())
    text = f"means range from {show(least)} ({names[low]}) to {show(most)} ({names[high]})"
    facts = {"least": least, "lowest": names[low], "most": most, "highest": names[high]}
    return Note("means-run", text, facts)


def _about(m: Moments, first: Ints, second: Ints, divisor: Divisor) -> Iterator[Note]:
    """What was left out, and how repeats were taken."""
    times = len(m.occasions)
    if times > 1:
        text = (
            f"Ratings were repeated: raters are compared on each of {times} occasions, first with first "
            "and so on, with equal weight per occasion."
        )
        yield Note("repeated-measures", text, {"times": times})
    p = paired(m, first, second)
    lost = int((counted_pairs(p, divisor) == 0).sum())
    if lost:
        pairs = many(lost, "pair of raters was", "pairs of raters were")
        yield Note("pairs-left-out", f"{pairs} excluded, with too few items in common.", {"pairs": lost})
    alone = whole(float(m.n_with(1)) - float(m.n_with(2)))
    if alone and times == 1:
        left = many(alone, "item was", "items were")
        yield Note("incomplete-pairs", f"{left} excluded, rated by only one rater.", {"items": alone})
    both = zip((*first, *second), (*p.squares_first, *p.squares_second), strict=True)
    same = sorted({m.raters[c // times] for c, squares in both if squares == 0} if not lost else ())
    if same:
        text = f"{listed(same)} gave only one value, so the correlation is undefined."
        yield Note("constant-rater", text, {"raters": same})
