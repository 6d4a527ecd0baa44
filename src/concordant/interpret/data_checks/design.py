"""The design: who rated what, what that allows, and the fewest extra ratings that would help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...coefficients.catalogue import BY_NAME
from ...coefficients.coefficient import Need
from ...language.message import Message
from ...language.render import Language
from ...ratings.ratings import Ratings
from ..record import Record
from .extra_ratings import ENOUGH, Help, Names, linking, second_looks, sharing
from .overlap import MOST_RATERS, Overlap, over_repeats, overlap_of

#: Two raters who share fewer items have no interval worth having.
THIN = 10


def _needing(need: Need) -> tuple[str, ...]:
    return tuple(name for name, c in BY_NAME.items() if need in c.needs)


#: They look only at items that everyone rated.
_COMPLETE = _needing("complete items")
#: They tell raters' levels from those of items, which takes raters who are linked by shared items.
_LEVELS = _needing("linked raters")
_WITHIN = ("intra_rater_icc",)
_BETWEEN = tuple(name for name in BY_NAME if name not in _WITHIN)
#: Their chance depends on how many categories there are, not on which were used.
_BY_NUMBER = _needing("two categories")
#: They set agreement against how much ratings vary.
_BY_VARIATION = (
    *(name for name, c in BY_NAME.items() if c.chance_corrected and name not in _BY_NUMBER),
    *_needing("variation"),
)


@dataclass(frozen=True, kw_only=True)
class Obstacle(Record):
    """Something the design does not allow.

    `impossible` names the coefficients that are not available for all raters together, `strained` those that
    can, but rest on more than the data say; `n` is how many pairs, items or raters it is about.
    """

    code: str
    said: Message
    n: float = 0.0
    impossible: tuple[str, ...] = ()
    strained: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Design(Record):
    """Who rated what. `groups` are raters who are linked by shared items; `idle` rated nothing.

    `least_shared` and `most_shared` are items that two raters share (None where raters are not told apart).
    """

    said: Message
    n_items: float
    n_raters: int
    anonymous: bool
    groups: tuple[tuple[str, ...], ...] = ()
    idle: tuple[str, ...] = ()
    rated_twice: float
    rated_once: float
    rated_by_all: float
    least_shared: float | None = None
    most_shared: float | None = None
    obstacles: tuple[Obstacle, ...] = ()
    helps: tuple[Help, ...] = ()

    @property
    def impossible(self) -> tuple[str, ...]:
        """Coefficients that are not available for all raters together."""
        named = {name for obstacle in self.obstacles for name in obstacle.impossible}
        return tuple(name for name in BY_NAME if name in named)

    def sentences(self, lang: Language = "en") -> tuple[str, ...]:
        """What the design is, what it does not allow, and what would help."""
        parts = (self.said, *(o.said for o in self.obstacles), *(h.said for h in self.helps))
        return tuple(part.text(lang) for part in parts)


def design(ratings: Ratings) -> Design:
    """What can and cannot be learned from who rated what."""
    items = over_repeats(ratings)
    overlap = overlap_of(items)
    given, counts = overlap.given, overlap.counts
    facts: dict[str, Any] = {
        "n_items": float(counts.sum()),
        "rated_twice": float(counts[given > 1].sum()),
        "rated_once": float(counts[given == 1].sum()),
    }
    if ratings.anonymous:
        return Design(
            said=Message("doctor.design-anonymous", facts),
            n_raters=0,
            anonymous=True,
            rated_by_all=float("nan"),
            obstacles=(_unknown(), *_of_items(ratings, facts["rated_twice"], facts["rated_once"])),
            **facts,
        )
    rated = overlap.rated
    everyone = float(counts[given == np.count_nonzero(rated)].sum()) if rated.any() else 0.0
    if len(rated) > MOST_RATERS:
        return Design(
            said=Message("doctor.design-many", {**facts, "raters": int(rated.sum()), "most": MOST_RATERS}),
            n_raters=int(rated.sum()),
            anonymous=False,
            idle=tuple(r for r, there in zip(overlap.raters, rated, strict=True) if not there),
            rated_by_all=everyone,
            **facts,
        )
    between = _between(overlap)
    return Design(
        said=_summary(facts, int(rated.sum()), everyone, between),
        n_raters=int(rated.sum()),
        anonymous=False,
        groups=tuple(tuple(overlap.raters[g] for g in group) for group in overlap.groups),
        idle=tuple(r for r, there in zip(overlap.raters, rated, strict=True) if not there),
        rated_by_all=everyone,
        least_shared=min(between, default=None),
        most_shared=max(between, default=None),
        obstacles=tuple(_obstacles(ratings, overlap, facts, everyone)),
        helps=tuple(_helps(items, overlap)),
        **facts,
    )


def _between(overlap: Overlap) -> list[float]:
    """What every two raters who rated anything share."""
    rated = np.flatnonzero(overlap.shared.diagonal() > 0)
    g, h = np.triu_indices(len(rated), 1)
    return [float(x) for x in overlap.shared[rated[g], rated[h]]]


def _summary(facts: dict[str, Any], n_raters: int, everyone: float, between: list[float]) -> Message:
    if not between:
        return Message("doctor.design-alone", {**facts, "raters": n_raters})
    if everyone == facts["n_items"]:
        return Message("doctor.design-complete", {**facts, "raters": n_raters})
    least, most = min(between), max(between)
    code = "doctor.design-partial" if least < most else "doctor.design-partial-even"
    return Message(code, {**facts, "least": least, "most": most, "raters": n_raters})


def _helps(ratings: Ratings, overlap: Overlap) -> Iterator[Help]:
    """A known truth is not asked to rate more."""
    may_rate = [kind != "gold" for kind in ratings.rater_kinds]
    names = Names(ratings)
    if np.count_nonzero(overlap.shared.diagonal()) < 2:
        return
    for found in (linking(overlap, names, may_rate), sharing(overlap, names, may_rate)):
        if found:
            yield found
    if found := second_looks(overlap, names, may_rate):
        yield found


def _obstacles(
    ratings: Ratings, overlap: Overlap, facts: dict[str, Any], everyone: float
) -> Iterator[Obstacle]:
    shared, names = overlap.shared, overlap.raters
    rated = np.flatnonzero(shared.diagonal() > 0)
    if len(rated) < len(names):
        idle = [name for g, name in enumerate(names) if not shared[g, g]]
        yield Obstacle(code="idle", said=Message("doctor.idle", {"names": idle}), n=float(len(idle)))
    if len(rated) == 1:
        message = Message("doctor.one-rater", {"rater": names[rated[0]]})
        yield Obstacle(code="one-rater", said=message, n=1.0, impossible=_BETWEEN)
    alone = len(rated) == 1  # said already
    yield from _of_items(ratings, *(1.0, 0.0) if alone else (facts["rated_twice"], facts["rated_once"]))
    if len(rated) > 1 and facts["rated_twice"]:
        yield from _of_pairs(overlap)
        yield from _of_groups(overlap)
        if not everyone and len(rated) > 2:
            message = Message("doctor.no-complete-item", {"raters": len(rated)})
            yield Obstacle(code="no-complete-item", said=message, impossible=_COMPLETE)
    yield from _unanswerable(ratings)


def _of_items(ratings: Ratings, twice: float, once: float) -> Iterator[Obstacle]:
    """What too few ratings of an item, or too few categories, leave out."""
    if not twice:
        yield Obstacle(code="nothing-twice", said=Message("doctor.nothing-twice"), impossible=_BETWEEN)
    elif once:
        share = once / (once + twice)
        message = Message("doctor.rated-once", {"n": once, "share": share})
        yield Obstacle(code="rated-once", said=message, n=once)
    used = np.zeros(len(ratings.labels) + 1, dtype=bool)
    for column in ratings.columns:
        used[column if ratings.weights is None else column[ratings.weights > 0]] = True
    if used[:-1].sum() == 1:
        label = str(ratings.labels[int(np.argmax(used[:-1]))])
        message = Message("doctor.one-category", {"label": label})
        number = _BY_NUMBER if len(ratings.labels) == 1 else ()
        impossible = tuple(dict.fromkeys((*_BY_VARIATION, *number)))
        yield Obstacle(code="one-category", said=message, n=1.0, impossible=impossible)


def _of_pairs(overlap: Overlap) -> Iterator[Obstacle]:
    shared = overlap.shared
    rated = shared.diagonal() > 0
    pair = np.triu(rated[:, None] & rated[None, :], 1)
    for code, hit in (("pairs-apart", shared == 0), ("thin-pairs", (shared > 0) & (shared < THIN))):
        g, h = np.nonzero(pair & hit)
        if len(g):
            a, b = overlap.raters[g[0]], overlap.raters[h[0]]
            facts = {"n": len(g), "a": a, "b": b, "shared": float(shared[g[0], h[0]]), "limit": THIN}
            yield Obstacle(code=code, said=Message(f"doctor.{code}", facts), n=float(len(g)))


def _of_groups(overlap: Overlap) -> Iterator[Obstacle]:
    if len(overlap.groups) < 2:
        return
    first, second = ([overlap.raters[g] for g in group[:5]] for group in overlap.groups[:2])
    facts = {"n": len(overlap.groups), "first": first, "second": second}
    message = Message("doctor.not-linked", facts)
    yield Obstacle(code="not-linked", said=message, n=float(len(overlap.groups)), strained=_LEVELS)


def _unanswerable(ratings: Ratings) -> Iterator[Obstacle]:
    """Questions that nobody's ratings can answer here."""
    if ratings.repeat is None or len(set(ratings.repeat.tolist())) < 2:
        yield Obstacle(code="no-repeats", said=Message("doctor.no-repeats"), impossible=_WITHIN)
    if "gold" not in ratings.rater_kinds:
        yield Obstacle(code="no-truth", said=Message("doctor.no-truth"))


def _unknown() -> Obstacle:
    return Obstacle(code="anonymous", said=Message("doctor.anonymous", {"enough": ENOUGH}))
