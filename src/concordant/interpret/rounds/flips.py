"""Which items flipped from one round to the next, in both directions, and what people and judges changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...ratings.ratings import Ratings
from ...reduce.item_weights import Floats, Ints
from ..compare import Comparison
from ..where import ItemFacts, in_item_order, item_facts
from .change_record import Flip, Flips
from .same_items import Cut, SameItems

#: Changes of a score up to this share of it are rounding.
_ROUNDING = 1e-9


def flips_of(common: SameItems, examples: int) -> Flips:
    """How many items agree better and worse than before, and the largest changes of either kind.

    An item scores the share of the reference (or of pairs of raters) who say the same; measurements score
    minus their mean distance. Of repeats it is the mean.
    """
    before, after = (_by_key(cut, common.n_keys) for cut in (common.first, common.second))
    change = after - before
    slack = _ROUNDING * max(1.0, float(np.abs(before).max(initial=0.0)))
    values = [_Values(cut) for cut in (common.first, common.second)]
    shown = [_largest(sign * change, slack, examples, values[1]) for sign in (1, -1)]
    mended, broken = (
        tuple(_flip(values, key, float(before[key]), float(after[key])) for key in keys.tolist())
        for keys in shown
    )
    return Flips(
        n_mended=float(common.weights[change > slack].sum()),
        n_broken=float(common.weights[change < -slack].sum()),
        mended=mended,
        broken=broken,
    )


def _largest(change: Floats, slack: float, most: int, values: _Values) -> Ints:
    """The keys that rose most; of equals the smallest items, whatever order they came in."""
    risen = np.flatnonzero(change > slack)
    size = np.round(change[risen], 12)
    least = np.sort(size)[-most:][:1]
    risen = risen[size >= least] if least.size else risen[:0]
    risen = values.in_item_order(risen)
    return np.asarray(risen[np.argsort(-np.round(change[risen], 12), kind="stable")][:most])


# --- scores -----------------------------------------------------------------------------------


def _by_key(cut: Cut, n_keys: int) -> Floats:
    """The mean score of each key's rows."""
    score = _scores(cut.compared)
    there = ~np.isnan(score)
    total = np.bincount(cut.keys[there], score[there], minlength=n_keys)
    return np.asarray(total / np.maximum(np.bincount(cut.keys[there], minlength=n_keys), 1))


def _scores(one: Comparison) -> Floats:
    """The score of each row of the source; nan where there is nothing to compare."""
    own = one.source
    if one.kind == "judge":
        judge = own.columns[own.place_of(one.name)]
        people = [own.columns[own.place_of(name)] for name in one.reference]
        return _with_judge(one, judge, people)
    columns = [own.columns[own.raters.index(name)] for name in one.ratings.raters]
    return _spread_out(one, columns) if one.measurements else _alike(columns, len(own.labels))


def _with_judge(one: Comparison, judge: Ints, people: Sequence[Ints]) -> Floats:
    total, pairs = np.zeros(len(judge)), np.zeros(len(judge))
    x = one.positions
    for person in people:
        met = (person >= 0) & (judge >= 0)
        near = -np.abs(x[person] - x[judge]) if one.measurements else person == judge
        total += np.where(met, near, 0.0)
        pairs += met
    return np.where(pairs > 0, total / np.maximum(pairs, 1), np.nan)


def _alike(columns: Sequence[Ints], size: int) -> Floats:
    """Σ n_k(n_k − 1) / n(n − 1) over categories k: the share of pairs who say the same."""
    same, given = np.zeros(len(columns[0])), np.zeros(len(columns[0]))
    for code in range(size):
        counts = np.sum([column == code for column in columns], axis=0)
        same += counts * (counts - 1.0)
        given += counts
    return np.where(given > 1, same / np.maximum(given * (given - 1), 1), np.nan)


def _spread_out(one: Comparison, columns: Sequence[Ints]) -> Floats:
    """Minus the mean distance of pairs, which is Σ (2i − n − 1) x₍ᵢ₎ over n(n − 1)/2 pairs."""
    x = np.append(one.positions, np.nan)
    ordered = np.sort(np.stack([x[column] for column in columns], axis=1), axis=1)
    n = np.sum(~np.isnan(ordered), axis=1)
    place = np.arange(1, ordered.shape[1] + 1)
    total = np.nansum((2 * place - n[:, None] - 1) * ordered, axis=1)
    return np.where(n > 1, -total / np.maximum(n * (n - 1) / 2, 1), np.nan)


# --- what was said ----------------------------------------------------------------------------


class _Values:
    """What everybody said of each key in one round."""

    def __init__(self, cut: Cut) -> None:
        self.ratings = cut.compared.source
        self._keys = cut.keys
        self._order = np.argsort(cut.keys, kind="stable")
        self._sorted = cut.keys[self._order]
        self._named = self.ratings.items is not None and not self.ratings.numbered

    def in_item_order(self, keys: Ints) -> Ints:
        """Keys by the names of their items."""
        rows = self._order[np.searchsorted(self._sorted, keys)]
        return np.asarray(self._keys[in_item_order(self.ratings, rows)])

    def facts(self, key: int) -> list[ItemFacts]:
        """All rows of a key."""
        low, high = np.searchsorted(self._sorted, [key, key + 1])
        return list(item_facts(self.ratings, self._order[low:high].tolist(), named=self._named))


def _flip(values: Sequence[_Values], key: int, before: float, after: float) -> Flip:
    first, second = (one.facts(key) for one in values)
    about = {name: value for name, value in second[0].about.items() if name != "repeat"}
    return Flip(
        item=second[0].item or str(key + 1),
        about=about,
        texts=second[0].texts or first[0].texts,
        before=_values(first),
        after=_values(second),
        score_before=before,
        score_after=after,
    )


def _values(rows: Sequence[ItemFacts]) -> dict[str, Any]:
    """Everybody's value; a list of them where repeats differ."""
    out: dict[str, Any] = {}
    for rater in rows[0].ratings:
        given = [row.ratings[rater] for row in rows if row.ratings[rater] is not None]
        out[rater] = None if not given else given[0] if len(set(map(str, given))) == 1 else given
    return out


# --- who changed ------------------------------------------------------------------------------


def n_changed(common: SameItems, raters: Mapping[str, str]) -> float:
    """On how many items some of these raters said something else than before: {name in the first: second}."""
    cuts = (common.first, common.second)
    labels: dict[Any, int] = {}
    codes = [_label_codes(cut.compared.source, labels) for cut in cuts]
    changed = np.zeros(common.n_keys, dtype=bool)
    for names in raters.items():
        before, after = (
            _codes_of(cut, name, code) for cut, name, code in zip(cuts, names, codes, strict=True)
        )
        changed |= _differ(before, after, common.n_keys, len(labels))
    return float(common.weights[changed].sum())


def _label_codes(ratings: Ratings, known: dict[Any, int]) -> Ints:
    """Labels numbered alike in both rounds; the last is for gaps."""
    return np.array([*(known.setdefault(label, len(known)) for label in ratings.labels.tolist()), -1])


def _codes_of(cut: Cut, rater: str, codes: Ints) -> tuple[Ints, Ints]:
    """What a rater said, with the keys of what; nothing of somebody who is not there."""
    own = cut.compared.source
    if rater not in own.raters:
        return cut.keys[:0], cut.keys[:0]
    values = codes[own.columns[own.raters.index(rater)]]
    return cut.keys[values >= 0], values[values >= 0]


def _differ(before: tuple[Ints, Ints], after: tuple[Ints, Ints], n_keys: int, size: int) -> Any:
    """The keys with other values than before; of repeats, with another set of values."""
    (old_keys, old), (new_keys, new) = before, after
    if max(len(old), len(new)) <= n_keys and _once(old_keys, n_keys) and _once(new_keys, n_keys):
        both = np.full((2, n_keys), -1)
        both[0, old_keys], both[1, new_keys] = old, new
        return both[0] != both[1]
    first, second = (np.unique(keys * size + values) for keys, values in (before, after))
    moved = np.zeros(n_keys, dtype=bool)
    moved[np.setxor1d(first, second, assume_unique=True) // size] = True
    return moved


def _once(keys: Ints, n_keys: int) -> bool:
    return bool(np.bincount(keys, minlength=n_keys).max(initial=0) <= 1)
