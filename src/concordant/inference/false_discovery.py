"""Many tests at once: p-values adjusted for the rate of false discoveries."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal, get_args

import numpy as np

from ..errors import OptionError, choose
from ..quote import quote
from ..reduce.item_weights import Floats

Correction = Literal["bh", "by", "none"]


def adjusted(p: Floats, correction: Correction = "bh") -> Floats:
    """The smallest rate of false discoveries at which each test would count; nan takes no part.

    "bh" (Benjamini and Hochberg, 1995) holds for independent tests and those that rise and fall together;
    "by" (Benjamini and Yekutieli, 2001) for any dependence, at the price of a factor 1 + 1/2 + … + 1/m.
    """
    choose("correction", correction, get_args(Correction))
    out = np.array(p, dtype=float)
    known = np.flatnonzero(~np.isnan(out))
    if correction == "none" or not known.size:
        return out
    order = known[np.argsort(out[known])]
    rank = np.arange(1, len(order) + 1)
    factor = len(order) * (float((1 / rank).sum()) if correction == "by" else 1.0)
    from_above = np.minimum.accumulate((out[order] * factor / rank)[::-1])[::-1]
    out[order] = np.minimum(from_above, 1.0)
    return out


def adjusted_in_families(p: Floats, families: Sequence[Hashable]) -> Floats:
    """What `adjusted` gives where some tests are families, such as all slices of one column.

    Each test is adjusted for those of its own family, for those without one (None), and for every other
    family as one test, by the p-value of Simes, its least adjusted one: fifty slices do not make all else
    less sure, nor the other way round. nan takes no part.
    """
    out = np.array(p, dtype=float)
    members: dict[Hashable, list[int]] = {None: []}
    for place in np.flatnonzero(~np.isnan(out)).tolist():
        members.setdefault(families[place], []).append(place)
    alone = members.pop(None)
    simes = {name: float(adjusted(p[places]).min()) for name, places in members.items()}
    out[alone] = adjusted(np.array([*p[alone], *simes.values()]))[: len(alone)]
    for name, places in members.items():
        others = [value for other, value in simes.items() if other != name]
        out[places] = adjusted(np.array([*p[places], *p[alone], *others]))[: len(places)]
    return out


def stepped_down(p: Floats) -> Floats:
    """The smallest chance of any false discovery at which each counts (Holm, 1979); nan takes no part."""
    out = np.array(p, dtype=float)
    known = np.flatnonzero(~np.isnan(out))
    order = known[np.argsort(out[known])]
    left = np.arange(len(order), 0, -1)
    out[order] = np.minimum(np.maximum.accumulate(out[order] * left), 1.0)
    return out


def check_rate(fdr: float) -> None:
    """Complain unless it is a rate."""
    if isinstance(fdr, bool) or not (isinstance(fdr, (int, float)) and 0 < fdr < 1):
        raise OptionError(
            f"fdr must be a false discovery rate between 0 and 1, such as 0.05, got {quote(fdr)}."
        )
