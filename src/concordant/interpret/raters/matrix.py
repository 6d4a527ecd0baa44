"""Every rater with every other one: how many items both rated, and how well they agree on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ... import columns as col
from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...inference.pairwise import RATER_A, RATER_B, pairwise
from ...inference.plan import Plan
from ...language.message import Message
from ...language.render import topic
from ...ratings.check_ratings import KINDS
from ...ratings.ratings import Ratings
from ...reduce.distinct_rows import distinct
from ...reduce.every_pair import fits, number_of_pairs, shared_and_same
from ...reduce.item_weights import Floats
from ...reduce.moments import Moments
from ..record import Record
from ..where import MOST_RATERS

#: Products, or rows of pairs, beyond which the coefficient of every pair is left out.
_COUNTED, _ONE_BY_ONE = 5e10, 2e7
#: Pairs that are answered one by one where a coefficient cannot take all at once.
_ANSWERED = 2000
#: With more raters than this nobody is compared with each other one.
MOST_COMPARED = 1000
#: Pairs of raters that a sentence names.
_NAMED = 5

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, kw_only=True)
class RaterRow(Record):
    """One rater with all others: how many others share items, and the mean, least and most agreement."""

    rater: str
    kind: str
    n_items: float
    others: int
    exact: float
    exact_least: float
    exact_most: float
    main: float
    main_least: float
    main_most: float


@dataclass(frozen=True, kw_only=True)
class KindRow(Record):
    """Raters of one kind with those of another (or of the same): pairs that share items, mean agreement.

    `main` is the mean over the pairs that have one; of people with each other the coefficient of all of them
    together, where there is one.
    """

    kinds: tuple[str, str]
    pairs: int
    exact: float
    main: float


@dataclass(frozen=True, kw_only=True)
class RaterMatrix(Record):
    """Raters in the order people, judges, codes, gold, others; a rater with themselves is nan.

    `overlap` counts the items that both rated, and on the diagonal what the rater rated. With many raters
    the matrices are left out, and `rows` say of each rater what is worth knowing.
    """

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    raters: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    overlap: Matrix = ()
    exact: Matrix = ()
    main: Matrix = ()
    rows: tuple[RaterRow, ...] = ()
    groups: tuple[KindRow, ...] = ()
    said: tuple[Message, ...] = ()


def rater_matrix(
    ratings: Ratings, main: tuple[str, Mapping[str, Any]], kinds: Mapping[str, str] | None = None,
    people: float = math.nan,
) -> RaterMatrix:  # fmt: skip
    """Agreement of every two raters; `kinds` says what some raters are where the ratings do not.

    `people` is the coefficient of all people together, where it is known.
    """
    name, options = main
    found = RaterMatrix(measure=name, options=dict(options))
    if ratings.anonymous:
        return replace(found, said=(Message("profiles.anonymous"),))
    if ratings.n_raters > MOST_COMPARED:
        facts = {"n": ratings.n_raters, "most": MOST_COMPARED}
        return replace(found, said=(Message("profiles.pairs-left-out", facts),))
    ratings = _by_kind(ratings, kinds or {})
    if ratings.n_raters < 2:
        return replace(
            found, raters=ratings.raters, kinds=ratings.rater_kinds, said=(Message("profiles.alone"),)
        )
    overlap, exact = _exact(ratings)
    value, why = _main(ratings, name, options)
    few = ratings.n_raters <= MOST_RATERS
    return replace(
        found,
        raters=ratings.raters,
        kinds=ratings.rater_kinds,
        overlap=_shown(overlap) if few else (),
        exact=_shown(exact) if few else (),
        main=_shown(value) if few else (),
        rows=tuple(_rows(ratings, overlap, exact, value)),
        groups=tuple(_groups(ratings, overlap, exact, value, people)),
        said=tuple(_sentences(ratings, overlap, value, why)),
    )


def _by_kind(ratings: Ratings, kinds: Mapping[str, str]) -> Ratings:
    """Only what raters said, equal rows counted, raters of a kind beside each other."""
    known = tuple(kinds.get(r, k) for r, k in zip(ratings.raters, ratings.rater_kinds, strict=True))
    order = sorted(range(ratings.n_raters), key=lambda place: KINDS.index(known[place]))
    # estimates alone are asked for, and what varies together does not change them
    alone = replace(
        ratings, rater_kinds=known, clusters=None, cluster_copies=None, dimension=None, repeat=None,
        round=None, times=None, slices={}, copies=True, item_source=None, same_rows=object(),
    )  # fmt: skip
    return distinct(alone.select([ratings.raters[place] for place in order]))


def _exact(ratings: Ratings) -> tuple[Floats, Floats]:
    """Items that both rated, and the share of them on which both say the same; nan where there are none."""
    met, same = shared_and_same(ratings)
    share = same / np.where(met > 0, met, np.nan)
    np.fill_diagonal(share, np.nan)
    return met, share


def _both_sides(above: Floats) -> Floats:
    """What stands above the diagonal on both sides of it, nan on it."""
    out = np.where(np.triu(np.ones_like(above), 1) > 0, above, above.T)
    np.fill_diagonal(out, np.nan)
    return out


def _main(ratings: Ratings, name: str, options: Mapping[str, Any]) -> tuple[Floats, str]:
    """The coefficient of every pair, or the reason it is left out."""
    out = np.full((ratings.n_raters, ratings.n_raters), np.nan)
    if _too_much(ratings, name):
        return out, "profiles.main-left-out"
    try:
        frame = pairwise(ratings, BY_NAME[name], options, Plan(interval="none"))
    except OptionError:
        return out, "profiles.main-impossible"
    place = {rater: g for g, rater in enumerate(ratings.raters)}
    for row in zip(*(frame[c].tolist() for c in (RATER_A, RATER_B, col.ESTIMATE)), strict=True):
        out[place[row[0]], place[row[1]]] = row[2]
    return _both_sides(out), ""


def _too_much(ratings: Ratings, name: str) -> bool:
    raters, rows, c = ratings.n_raters, len(ratings), BY_NAME[name]
    pairs = number_of_pairs(raters)
    if c.statistic is Moments or not fits(ratings):
        return pairs * rows > _ONE_BY_ONE
    return (raters * len(ratings.labels)) ** 2 * rows > _COUNTED or (not c.together and pairs > _ANSWERED)


def _shown(matrix: Floats) -> Matrix:
    return tuple(map(tuple, matrix.tolist()))


# --- each rater, each kind ----------------------------------------------------------------------


def _rows(ratings: Ratings, overlap: Floats, exact: Floats, main: Floats) -> Iterator[RaterRow]:
    met = overlap > 0
    np.fill_diagonal(met, False)
    for g, (rater, kind) in enumerate(zip(ratings.raters, ratings.rater_kinds, strict=True)):
        a, b = _range(exact[g]), _range(main[g])
        yield RaterRow(
            rater=rater, kind=kind, n_items=float(overlap[g, g]), others=int(met[g].sum()),
            exact=a[0], exact_least=a[1], exact_most=a[2], main=b[0], main_least=b[1], main_most=b[2],
        )  # fmt: skip


def _range(values: Floats) -> tuple[float, float, float]:
    """Mean, least and most of what is known."""
    known = values[~np.isnan(values)]
    return (float(known.mean()), float(known.min()), float(known.max())) if known.size else (math.nan,) * 3


def _groups(
    ratings: Ratings, overlap: Floats, exact: Floats, main: Floats, people: float
) -> Iterator[KindRow]:
    """Each pair once; the mean of what is known."""
    kinds = np.array(ratings.rater_kinds)
    above = np.triu(np.ones_like(overlap), 1) * (overlap > 0) > 0
    present = list(dict.fromkeys(ratings.rater_kinds))
    for place, one in enumerate(present):
        for other in present[place:]:
            here = above & (kinds == one)[:, None] & (kinds == other)[None, :]
            if here.any():
                values = [_range(x[here])[0] for x in (exact, main)]
                if (one, other) == ("human", "human") and not math.isnan(people):
                    values[1] = people
                yield KindRow(kinds=(one, other), pairs=int(here.sum()), exact=values[0], main=values[1])


def _sentences(ratings: Ratings, overlap: Floats, main: Floats, why: str) -> Iterator[Message]:
    above = np.triu(np.ones_like(overlap), 1) > 0
    if ratings.n_raters > MOST_RATERS:
        yield Message("profiles.matrix-left-out", {"n": ratings.n_raters, "most": MOST_RATERS})
    apart = above & (overlap == 0)
    if apart.any():
        yield Message("profiles.no-overlap", _which(ratings.raters, apart))
    if why:
        yield Message(why)
        return
    undefined = above & (overlap > 0) & np.isnan(main)
    if undefined.any():
        yield Message("profiles.undefined-pairs", _which(ratings.raters, undefined))


def _which(names: Sequence[str], pairs: Any) -> dict[str, Any]:
    """How many pairs, and the names of the first."""
    first = np.argwhere(pairs)[:_NAMED].tolist()
    some = [f"{names[g]}–{names[h]}" for g, h in first]
    return {"n": int(pairs.sum()), "pairs": some, "among": topic("profiles")[_among(pairs)]}


def _among(pairs: Any) -> str:
    """What stands before the names: whether they are all."""
    return "the-first" if pairs.sum() > _NAMED else "all-of-them"
