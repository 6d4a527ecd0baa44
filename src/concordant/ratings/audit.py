"""The audit: what was read, what was used, what was left out and why; and the notes on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..number_text import show_count
from ..result import Note
from .phrases import counted, listed, many
from .times import Effort

if TYPE_CHECKING:
    from .ratings import Ratings

#: A larger share of rows than this is not left out without a word.
MUCH = 0.03

#: What a reader must know before any number: what was not used, and what could not be read.
WARNINGS = (
    "column-not-used", "numbers-not-used", "slice-like-rater", "rater-beside-rows", "several-values",
    "rows-dropped", "stray-rows", "error-cells", "missing-code", "transposed",
    "value-passed-over", "value-same-for-all",
    "answers-failed",
    "raters-alike", "items-alike", "joined-only", "joined-nameless", "rows-dropped-alone", "idle-raters",
    "machine-gaps",
    "names-apart", "other-scales", "one-rater-dimensions",
)  # fmt: skip
#: How the data were read where they could be read in another way, said with what they were taken for.
CHOICES = (
    "dimension-columns", "raters-in-rows", "items-outside", "raters-outside", "time-columns",
    "repeat-columns", "repeats-likely", "answers-parsed", "joined",
    "merged-labels", "shifted-ratings", "rescaled-ratings", "reversed-ratings", "grades-ordered",
    "decimal-comma", "rounded-scores", "hundred-points", "label-sets", "label-lists",
)  # fmt: skip

#: Notes that belong beside a number, with those on the scale. All others are facts of reading.
SHOWN_CODES = frozenset(
    [
        "unused-columns",
        "out-of-scale",
        "kept-as-category",
        "alike-labels",
        "aligned-by-index",
        "too-many-raters",
        "unrated-items",
        "sampling-weights",
        "clustered-by-item",
        "first-sheet",
        "uneven-files",
        *WARNINGS,
        *CHOICES,
        "failed-ratings",
    ]
)

#: What follows the column of a role that nobody named.
INFERRED = " (inferred)"


@dataclass(frozen=True, kw_only=True)
class Audit:
    """What was read, what was excluded and why; every `Ratings` has one."""

    source: str = ""
    rows_read: int = 0
    rows_used: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    out_of_scale: Mapping[str, int] = field(default_factory=dict)
    failed_parses: Mapping[str, int] = field(default_factory=dict)
    duplicates: int = 0
    duplicate_rule: str = ""
    n_items: int = 0
    n_raters: int = 0
    n_ratings: int = 0
    n_gaps: int = 0
    single_rated: int = 0
    unrated: int = 0
    unused_categories: tuple[Any, ...] = ()
    least_overlap: int | None = None
    effort: Mapping[str, Effort] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def but(self, **changes: Any) -> Audit:
        """The audit with some entries replaced."""
        return replace(self, **changes)

    def lines(self) -> list[str]:
        """The audit as sentences, in reading order."""
        lines = [f"Data source: {self.source}."] if self.source else []
        lines.append(f"{many(self.rows_read, 'row')} read, {show_count(self.rows_used)} used.")
        lines += [f"Excluded {show_count(count)}: {why}." for why, count in self.dropped.items() if count]
        if self.roles:
            lines.append(f"Columns: {'; '.join(f'{role} = {name}' for role, name in self.roles.items())}.")
        lines.append(
            f"{many(self.n_items, 'item')}, {many(self.n_raters, 'rater')}, "
            f"{many(self.n_ratings, 'rating')}, {many(self.n_gaps, 'missing rating')}."
        )
        return [*lines, *self._losses(), *(note.text for note in self.notes)]

    def _losses(self) -> Iterator[str]:
        """What cannot count, and what is not there."""
        if self.missing:
            yield f"Treated as missing: {counted(self.missing)}."
        if self.duplicates:
            what = many(self.duplicates, "repeated rating")
            yield f"{what} of the same item by the same rater; rule applied: {self.duplicate_rule}."
        if self.single_rated:
            who = many(self.single_rated, "item has", "items have")
            yield f"{who} only one rating and cannot be used to measure agreement."
        if self.least_overlap is not None and self.n_gaps:
            yield f"The two raters with the fewest items in common share {self.least_overlap}."
        if self.unused_categories:
            yield f"Categories never used: {listed(self.unused_categories)}."

    def __str__(self) -> str:
        return "\n".join(self.lines())


#: So many rows are looked at together.
_BLOCK = 1 << 16


def audit_of(ratings: Ratings) -> Audit:
    """What was read, used and left out, and what the data look like."""
    rated = np.zeros(len(ratings), dtype=np.int64)
    for column in ratings.columns:
        rated += column >= 0
    used = np.zeros(len(ratings.labels) + 1, dtype=bool)
    for column in ratings.columns:
        used[column] = True
    unused = tuple(x for x, u in zip(ratings.labels.tolist(), used, strict=False) if not u)
    n_ratings = ratings.weighed(rated)
    return ratings.reading.but(
        n_items=ratings.n_items,
        n_raters=ratings.n_raters,
        n_ratings=n_ratings,
        n_gaps=0 if ratings.anonymous else ratings.weighed(ratings.n_raters - rated),
        single_rated=ratings.weighed(rated == 1),
        unrated=ratings.unrated,
        unused_categories=unused if ratings.scale.declared else (),
        least_overlap=_least_overlap(ratings, bool((rated == ratings.n_raters).all())),
        notes=notes_on(ratings),
    )


def _least_overlap(ratings: Ratings, complete: bool) -> int | None:
    """The fewest items that two raters share, by one product of who-rated-what."""
    if ratings.anonymous or ratings.n_raters > 200 or ratings.n_raters < 2:
        return None
    if complete:
        return ratings.weighed(1)
    shared = np.zeros((ratings.n_raters, ratings.n_raters))
    for start in range(0, len(ratings), _BLOCK):
        there = np.stack([c[start : start + _BLOCK] >= 0 for c in ratings.columns]).astype(np.float32)
        weights = 1 if ratings.weights is None else ratings.weights[start : start + _BLOCK]
        shared += there @ (there * weights).T
    return round(float(shared[np.triu_indices(ratings.n_raters, 1)].min()))


def notes_on(ratings: Ratings) -> tuple[Note, ...]:
    """Everything there is to say, each sentence once."""
    return tuple(dict.fromkeys((*ratings.reading.notes, *ratings.scale.notes, *_looks(ratings))))


def remarks_on(ratings: Ratings) -> tuple[Note, ...]:
    """What a result should say about the data it rests on."""
    scale = ratings.scale.notes
    return (*scale, *(n for n in notes_on(ratings) if n.code in SHOWN_CODES and n not in scale))


def _looks(ratings: Ratings) -> Iterator[Note]:
    """What the ratings look like, as they are or in the part that was chosen."""
    yield from _dropped(ratings.reading)
    rows = max(len(ratings), ratings.reading.rows_read)
    if ratings.n_raters > rows and ratings.n_raters > 5 and not ratings.anonymous:
        yield Note(
            "transposed",
            f"There are more raters ({ratings.n_raters}) than items ({rows}): rows must be items and "
            "columns raters; transpose the matrix if they are swapped.",
            {"raters": ratings.n_raters, "items": rows},
        )
    if not ratings.copies:
        text = "Non-integer weights are treated as sampling weights: one row is one item."
        yield Note("sampling-weights", text)
    elif ratings.clusters is None and ratings.clusters_in_force is not None:
        yield Note(
            "clustered-by-item",
            "Items have several rows (dimensions, repeats or rounds): all rows are pooled, n counts rows, "
            "and standard errors treat the rows of an item as one cluster.",
        )
    if ratings.unrated:
        what = "item" if ratings.repeat is None else "row"
        text = f"{many(ratings.unrated, f'{what} has', f'{what}s have')} no rating."
        yield Note("unrated-items", text, {"count": ratings.unrated})
    idle = [
        rater
        for rater, column in zip(ratings.raters, ratings.columns, strict=True)
        if len(column) and column[0] < 0 and column.max() < 0
    ]
    if idle:
        yield Note("idle-raters", f"No ratings from {listed(idle)}.", {"raters": idle})
    yield from _raters_alike(ratings)
    yield from _items_alike(ratings)
    yield from _machine_gaps(ratings, idle)
    yield from _hundred_points(ratings)


def _hundred_points(ratings: Ratings) -> Iterator[Note]:
    """That scores up to 100 by people or judges are measurements, and how to read them as categories."""
    if ratings.scale.categories is not None or not any(ratings.rater_kinds):
        return
    values = ratings.values
    if values is None or not len(values):
        return
    low, high = float(values.min()), float(values.max())
    if low >= 0 and 20 < high <= 100 and low + 20 < high and bool((values == np.round(values)).all()):
        text = (
            f"Scores from {low:g} to {high:g} are treated as measurements. To read them as ordered "
            "categories, with exact agreement and goals, pass rescale='0..100:1..5' and rounded=True."
        )
        yield Note("hundred-points", text, {"low": f"{low:g}", "high": f"{high:g}"})


def _raters_alike(ratings: Ratings) -> Iterator[Note]:
    """That names of raters differ in case and blanks only, as names that were typed do."""
    for names in _alike(() if ratings.anonymous else map(str, ratings.raters)):
        text = (
            f"{listed(map(repr, names), ' and ')} differ only in case and blanks and were kept as "
            "separate raters; if they are one rater, give all ratings one name."
        )
        yield Note("raters-alike", text, {"names": names})


def _items_alike(ratings: Ratings) -> Iterator[Note]:
    """That names of items differ in case and blanks only, where some of their ratings are missing."""
    if ratings.items is None or ratings.n_raters < 2 or ratings.anonymous:
        return
    gaps = np.logical_or.reduce([column < 0 for column in ratings.columns])
    lacking = dict.fromkeys(item for item in ratings.items[gaps].tolist() if isinstance(item, str))
    found = _alike(lacking)
    if found:
        text = (
            f"{many(sum(map(len, found)), 'item')} with missing ratings differ from another only in case and "
            f"blanks, such as {listed(map(repr, found[0]), ' and ')}, and were kept apart; if they are the "
            "same items, give all ratings of one item one name."
        )
        yield Note("items-alike", text, {"count": sum(map(len, found)), "names": found[0]})


def _alike(names: Iterable[str]) -> list[list[str]]:
    """The names that differ in case and blanks only, by what they have in common."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(" ".join(name.casefold().split()), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


#: Kinds of raters that are meant to rate everything.
_MACHINES = frozenset({"judge", "code", "gold"})


def _machine_gaps(ratings: Ratings, idle: list[str]) -> Iterator[Note]:
    """Judges that lack a rating on many items: unlike people, they are meant to rate everything.

    Answers that could not be parsed and items that only one of two joined files holds have notes of their
    own.
    """
    if ratings.anonymous or not _MACHINES.intersection(ratings.rater_kinds):
        return
    if any(note.code == "joined-only" for note in ratings.reading.notes):
        return
    rated = np.logical_or.reduce([column >= 0 for column in ratings.columns])
    for rater, kind, column in zip(ratings.raters, ratings.rater_kinds, ratings.columns, strict=True):
        if kind not in _MACHINES or rater in idle:
            continue
        asked = rated
        if ratings.repeat is not None:
            asked = rated & np.isin(ratings.repeat, ratings.repeat[column >= 0])
        gaps, total = (float(ratings.item_weights[rows].sum()) for rows in (asked & (column < 0), asked))
        if gaps - ratings.reading.failed_parses.get(str(rater), 0) > MUCH * total:
            count, percent = round(gaps), f"{gaps / total:.0%}"
            text = (
                f"{rater} has no rating on {count} of {round(total)} rows ({percent}): they are not compared."
            )
            yield Note(
                "machine-gaps",
                text,
                {"rater": rater, "count": count, "total": round(total), "percent": percent},
            )


#: Rows of a table that hold no ratings, which have a note of their own.
STRAY_ROWS = "repeated headers, totals and separators"
#: Rows that were not asked for are no loss.
NOT_ASKED = "rows of raters that were not selected"
#: Rows whose dimension was left out, which notes of their own name.
_DIMENSIONS = (
    "ratings of dimensions on another scale",
    "ratings of dimensions with only one rater",
    "ratings of dimensions that were not selected",
)
#: What to do about rows that were left out.
_REMEDIES = {
    "rows without an item": "no item given; name the column of items with item=…",
    "rows without a rater": "no rater given; name the column of raters with rater=…",
}


def _dropped(reading: Audit) -> Iterator[Note]:
    """Rows that were left out, where they are more than a few percent."""
    for why, count in reading.dropped.items():
        if why not in (NOT_ASKED, STRAY_ROWS, *_DIMENSIONS) and count > MUCH * max(reading.rows_read, 1):
            percent = f"{count / reading.rows_read:.0%}"
            text = (
                f"{many(count, 'row')} of {show_count(reading.rows_read)} ({percent}) excluded: "
                f"{_REMEDIES.get(why, why)}."
            )
            facts = {"count": count, "total": reading.rows_read, "percent": percent, "reason": why}
            yield Note("rows-dropped", text, facts)
