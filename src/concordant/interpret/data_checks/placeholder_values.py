"""Numbers that may mean "no rating": 0, -1, 99, … where what others say of the items does not fit them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...reduce.item_weights import Floats
from .scale_doubt import LIMITS, ScaleDoubt, doubt
from .units import Marks, Values


def unset(values: Values) -> Iterator[ScaleDoubt]:
    """Every rater who used such a code often enough.

    If 0 were the worst rating, others would think little of those items: no more than of the items that got
    the rater's lowest other ratings. If it only means that nothing was entered, they think of them as of any.
    Where others give the same code to the same items more often than to any, it is a rating.
    """
    candidates = [] if values.names is not None else list(_candidates(values))
    sums = {code: _others(values, code) for code in {code for _, code in candidates}}
    for g, code in candidates:
        found = _one(values, g, code, sums[code], LIMITS.alpha / len(candidates))
        if found:
            yield found


def without(values: Values, doubts: Sequence[ScaleDoubt]) -> Values:
    """The values with gaps where a rater gave a code that is doubted."""
    at = values.at.copy() if doubts else values.at
    for one in doubts:
        column = at[:, values.raters.index(one.about["rater"])]
        column[column == float(one.about["code"])] = np.nan
    return replace(values, at=at)


def _candidates(v: Values) -> Iterator[tuple[int, float]]:
    """Raters and codes to look at: a code lies below, or above, all that is none."""
    real = v.at[~np.isnan(v.at) & ~np.isin(v.at, LIMITS.codes)]
    if not real.size:
        return
    low, high = float(real.min()), float(real.max())
    for code in LIMITS.codes:
        if low <= code <= high:
            continue
        used = ((v.at == code) * v.weights[:, None]).sum(axis=0)
        yield from ((g, code) for g in np.flatnonzero(used >= LIMITS.fewest_codes).tolist())


def _one(v: Values, g: int, code: float, sums: tuple[Floats, Floats], alpha: float) -> ScaleDoubt | None:
    """What the others say where the rater gave the code, beside what they say at that end of the scale."""
    from scipy.special import stdtr

    x, (total, count) = v.at[:, g], sums
    own = ~np.isnan(x) & (x != code)
    total, count = total - np.where(own, x, 0.0), count - own
    met = (count > 0) & ~np.isnan(x)
    x, y, w = x[met], total[met] / count[met], v.weights[met]
    coded = x == code
    end = _end(x, w, code)
    if w[coded].sum() < LIMITS.fewest_codes or w[end].sum() < LIMITS.fewest_codes:
        return None
    here, there, usual = (float(np.average(y[part], weights=w[part])) for part in (coded, end, ~coded))
    spread = _pooled(y, w, coded, end)
    n_here, n_there = float(w[coded].sum()), float(w[end].sum())
    if spread <= 0:
        return None
    away = (here - there) / (spread * np.sqrt(1 / n_here + 1 / n_there))
    p = float(stdtr(n_here + n_there - 2, -away if code < x[~coded].min() else away))
    if p >= alpha or abs(here - usual) >= abs(here - there) or _shared(v, g, code):
        return None
    facts = {
        "rater": v.raters[g], "code": f"{code:g}", "n": float((v.weights * (v.at[:, g] == code)).sum()),
        "here": here, "there": there, "usual": usual, "option": f"missing=[{code:g}]",
    }  # fmt: skip
    evidence = {"others_where_code": here, "others_where_extreme": there, "others_elsewhere": usual}
    return doubt("unset", facts, about=("rater", "code"), n=n_here, p_value=p, evidence=evidence)


def _shared(v: Values, g: int, code: float) -> bool:
    """Whether others give the code to the same items more often than they give it to the rest."""
    from scipy.special import bdtrc

    others = np.delete(v.at, g, axis=1)
    met = ~np.isnan(v.at[:, g]) & ~np.isnan(others).all(axis=1)
    here, too = met & (v.at[:, g] == code), (others == code).any(axis=1)
    n, hits = float(v.weights[here].sum()), float(v.weights[here & too].sum())
    elsewhere = float(v.weights[met & ~here].sum())
    usual = (float(v.weights[met & ~here & too].sum()) + 1) / (elsewhere + 1)
    return hits > 0 and float(bdtrc(np.ceil(hits) - 1, round(n), usual)) < LIMITS.joined_alpha


def _others(v: Values, code: float) -> tuple[Floats, Floats]:
    """The sum of what is said of each item, codes left out, and of how many."""
    real = ~np.isnan(v.at) & (v.at != code)
    return np.where(real, v.at, 0.0).sum(axis=1), real.sum(axis=1).astype(float)


def _end(x: Floats, w: Floats, code: float) -> Marks:
    """The rater's ratings nearest to the code: whole categories, a tenth of all and five at least."""
    real: Marks = np.asarray(x != code)
    if not real.any():
        return real
    near = np.abs(x - code)
    order = np.argsort(near[real], kind="stable")
    upto = np.cumsum(w[real][order])
    wanted = max(LIMITS.fewest_codes, LIMITS.end_share * float(upto[-1]))
    last = min(int(np.searchsorted(upto, wanted)), len(upto) - 1)
    return np.asarray(real & (near <= near[real][order][last]))


def _pooled(y: Floats, w: Floats, *parts: Marks) -> float:
    """The spread of y within the parts: √(Σw(y − ȳ)²/(Σw − number of parts))."""
    squares = sum(float(w[part] @ (y[part] - np.average(y[part], weights=w[part])) ** 2) for part in parts)
    return float(np.sqrt(squares / (sum(float(w[part].sum()) for part in parts) - len(parts))))
