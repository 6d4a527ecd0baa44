"""A panel of judges that give categories without order, or two of them: by majority, compared with people.

A panel answers with its most frequent label. Where m labels are tied, each counts 1/m, as if one of them were
drawn, so that two judges by majority are as good as one of them on average. A judge's error is 1 where its
label is not that of people, and 0 elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_arguments
from ..errors import InputError, OptionError
from ..inference.item_means import ItemMean
from ..language.render import Language
from ..reduce.item_weights import Floats, Ints
from ..result import Result
from ..wording import text_in
from .folds import make_folds
from .panel import LEAST_ITEMS, MOST_JUDGES, held_out, mean_correlation, mean_with_luck, prices

_FOLDS = 5
_SAME = "Same label as people"


@dataclass(frozen=True, kw_only=True)
class LabelPanelSize:
    """The majority of k judges: the agreement expected of any k, and the best k on items held out.

    `gain` is how much more often it gives the label of people than the best judge alone, item by item.
    """

    judges: int
    expected: float
    best: tuple[str, ...]
    cost: float
    same: Result | None = None
    gain: Result | None = None


@dataclass(frozen=True, kw_only=True)
class LabelRule:
    """A judge alone, or a way to combine all judges, and how often it gives the label of people."""

    name: str
    same: Result


@dataclass(frozen=True, kw_only=True)
class LabelPanel:
    """Judges alone, the majority of panels of every size, ways to combine all, and how alike errors are.

    `correlation` is the mean correlation of two judges' errors, and `same_error` how often two judges that
    are both wrong give the same label. `chosen` is the panel that agrees most with people on held-out items
    and costs no more than `budget`.
    """

    items: int
    judges: tuple[LabelRule, ...]
    correlation: float
    same_error: float
    sizes: tuple[LabelPanelSize, ...]
    rules: tuple[LabelRule, ...]
    chosen: LabelPanelSize
    budget: float = math.inf

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """Judges, panels and ways to combine them in words, in "en" or "zh"."""
        return text_in("label panel", self, lang)


def label_panel(
    answers: Mapping[str, Ints],
    people: Ints,
    *,
    costs: Mapping[str, float] | None = None,
    budget: float = math.inf,
    rules: Mapping[str, Callable[[], Ints]] | None = None,
    units: Ints | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> LabelPanel:
    """Compare panels with people: labels by number, -1 for none; `rules` are more ways to combine all."""
    names = list(answers)
    if not 2 <= len(names) <= MOST_JUDGES:
        raise OptionError(f"A panel must have 2 to {MOST_JUDGES} judges, got {len(names)}.")
    table = np.stack([answers[name] for name in names], axis=1)
    there = (table >= 0).all(axis=1) & (people >= 0)
    if there.sum() < LEAST_ITEMS:
        raise InputError(
            f"Only {int(there.sum())} items have a label and every judge's answer; {LEAST_ITEMS} are needed."
        )
    price = prices(names, costs)
    unit = np.arange(len(people)) if units is None else units
    votes = _Votes(table[there], people[there], np.unique(unit[there], return_inverse=True)[1], level)
    sizes = tuple(_sizes(names, votes, price, budget, seed))
    possible = [size for size in sizes if size.same is not None]
    if not possible:
        raise OptionError(f"No judge costs {budget:g} or less.")
    combined = {name: (make()[there] == votes.people).astype(float) for name, make in (rules or {}).items()}
    every = {"majority": votes.credit(list(range(len(names)))), **combined}
    wrong = votes.table != votes.people[:, None]
    return LabelPanel(
        items=len(votes.people),
        judges=tuple(
            LabelRule(name=name, same=votes.share(right))
            for name, right in zip(names, (~wrong).T.astype(float), strict=True)
        ),
        correlation=mean_correlation(wrong.astype(float)),
        same_error=_same_error(votes.table, wrong),
        sizes=sizes,
        rules=tuple(LabelRule(name=name, same=votes.share(credit)) for name, credit in every.items()),
        chosen=max(possible, key=lambda size: (_estimate(size), -size.judges)),
        budget=budget,
    )


@dataclass(frozen=True)
class _Votes:
    """Labels of judges (items × judges) and of people, and what varies together."""

    table: Ints
    people: Ints
    units: Ints
    level: float

    @cached_property
    def rows(self) -> tuple[Ints, Ints, Ints]:
        """Distinct rows of labels of judges, those of people in them, and the row of each item."""
        both = np.column_stack([self.table, self.people])
        distinct, row = np.unique(both, axis=0, return_inverse=True)
        return distinct[:, :-1], distinct[:, -1], row.ravel()

    def credit(self, judges: list[int]) -> Floats:
        """1/m where the label of people is among the m most frequent ones of these judges, else 0."""
        table, people, row = self.rows
        own = table[:, judges]
        votes = (own[:, :, None] == own[:, None, :]).sum(axis=2)  # of each judge's label
        most = votes.max(axis=1)
        winners = (votes == most[:, None]).sum(axis=1) / most  # each winning label has so many judges
        right = (own == people[:, None]).sum(axis=1) == most
        return np.where(right, 1 / winners, 0.0)[row]

    def share(self, credit: Floats, luck: float = 0.0) -> Result:
        return self._mean(credit, luck).share("exact_agreement", _SAME)

    def gain(self, more: Floats, luck: float) -> Result:
        return self._mean(more, luck).of("exact_agreement", _SAME, null=0.0)

    def _mean(self, x: Floats, luck: float) -> ItemMean:
        return mean_with_luck(x, self.units, self.level, luck)


def _sizes(
    names: Sequence[str], votes: _Votes, price: Floats, budget: float, seed: int
) -> Iterator[LabelPanelSize]:
    """The best panel of every size, each beside the best judge alone."""
    fold = make_folds(np.column_stack([votes.table, votes.people]), votes.units, _FOLDS, seed)
    alone = _HeldCredit(np.zeros(0), 0.0)
    for k in range(1, len(names) + 1):
        size, held = _size(k, names, votes, price, budget, fold)
        if held is None:
            yield size
            continue
        alone = held if k == 1 else alone
        gain = None
        if k > 1 and len(alone.credit):
            gain = votes.gain(held.credit - alone.credit, math.hypot(held.luck, alone.luck))
        yield replace(size, same=votes.share(held.credit, held.luck), gain=gain)


@dataclass(frozen=True)
class _HeldCredit:
    """Credit by item on folds that did not choose the panel, and how far the choice may stray."""

    credit: Floats
    luck: float


def _size(
    k: int, names: Sequence[str], votes: _Votes, price: Floats, budget: float, fold: NDArray[np.intp]
) -> tuple[LabelPanelSize, _HeldCredit | None]:
    """The best k judges within the budget, and what they reach on folds that did not choose them."""
    sets = [list(s) for s in combinations(range(len(names)), k)]
    credits = np.stack([votes.credit(s) for s in sets], axis=1)
    expected = float(credits.mean())
    open_ = [at for at, s in enumerate(sets) if price[s].sum() <= budget]
    if not open_:
        return LabelPanelSize(judges=k, expected=expected, best=(), cost=math.nan), None
    credits = credits[:, open_]
    held, luck = held_out(-credits, fold)
    best = sets[open_[int(credits.mean(axis=0).argmax())]]
    named = tuple(names[j] for j in best)
    size = LabelPanelSize(judges=k, expected=expected, best=named, cost=float(price[best].sum()))
    return size, _HeldCredit(-held, luck)


def _estimate(size: LabelPanelSize) -> float:
    return -math.inf if size.same is None else size.same.estimate


def _same_error(table: Ints, wrong: NDArray[np.bool_]) -> float:
    """Of items on which two judges are both wrong, how often they give the same label; nan for none."""
    both = same = 0
    for one, other in combinations(range(table.shape[1]), 2):
        missed = wrong[:, one] & wrong[:, other]
        both += int(missed.sum())
        same += int((table[missed, one] == table[missed, other]).sum())
    return same / both if both else math.nan
