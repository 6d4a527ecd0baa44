"""Who is right where nobody is taken as right: Dawid and Skene's model of three raters or more."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ...judges.latent_truth import RESAMPLED, SURE, LatentTruth, latent_truth
from ...language.message import Message, worded_note
from ...ratings.ratings import Ratings
from ...result import Interval, Result
from ..compare import RaterRoles
from ..notes import note_message
from ..record import Record
from ..table import NAME, SHARE, SHARE_RESULT, Column, DeclaredTable
from ..table_cells import level_of
from .section import JudgeSection, judge_message

#: The model is fitted to so many raters and categories, at most, and to so many items at least.
_MOST_RATERS, _MOST_CATEGORIES, _LEAST_ITEMS = 30, 12, 30
_MOST_CELLS = 2e6
_DRAWS = 100
#: Errors that are listed; all are in the file.
_MOST_ERRORS = 12


@dataclass(frozen=True, kw_only=True)
class TruthRow(Record):
    """A rater: the estimated accuracy, and how often they say what most raters say."""

    rater: str
    result: Result
    majority: float


@dataclass(frozen=True, kw_only=True)
class CategoryRow(Record):
    """A category: its estimated share of the items, and its share of the votes."""

    category: str
    result: Result
    votes: float


@dataclass(frozen=True, kw_only=True)
class RaterErrorRow(Record):
    """How often a rater gives an answer where another one, or the same, is the truth."""

    rater: str
    truth: str
    answer: str
    result: Result


@dataclass(frozen=True, kw_only=True)
class TruthReport(Record):
    """The fitted model; `moved` is the share of items whose answer is not that of most raters."""

    n_items: float
    moved: Result
    unsure: float
    raters: tuple[TruthRow, ...]
    categories: tuple[CategoryRow, ...]
    sentences: tuple[Message, ...]
    confusion: tuple[RaterErrorRow, ...] = ()


def truth_report(ratings: Ratings, who: RaterRoles, level: float) -> TruthReport | None:
    """The model of all raters but a known truth; None where there are too few or too many of anything."""
    names = [name for name in ratings.raters if name in {*who.people, *who.judges}]
    if who.gold or not 3 <= len(names) <= _MOST_RATERS or ratings.scale.categories is None:
        return None
    k = len(ratings.labels)
    if ratings.scale.ordered and k > 2:  # scores: a panel compares ways to combine them
        return None
    if not 2 <= k <= _MOST_CATEGORIES or len(ratings) * len(names) * k > _MOST_CELLS:
        return None
    found = latent_truth(ratings.select(names), draws=_DRAWS, level=level)
    if len(found.items) < _LEAST_ITEMS:
        return None
    return _report(ratings.select(names), found)


def _report(ratings: Ratings, found: LatentTruth) -> TruthReport:
    n = float(len(found.items))
    votes = _vote_shares(ratings)
    raters = tuple(
        TruthRow(rater=name, result=_share(right, found.accuracy_intervals.get(name), n), majority=same)
        for (name, right), same in zip(found.accuracy.items(), _with_majority(ratings), strict=True)
    )
    categories = tuple(
        CategoryRow(category=name, result=_share(share, found.share_intervals.get(name), n), votes=vote)
        for name, share, vote in zip(found.categories, found.shares.tolist(), votes, strict=True)
    )
    unsure = float((found.certainty < SURE).sum())
    moved = _share(found.moved, found.moved_interval, n)
    sentences = (
        Message("judges.truth-moved", {"moved": found.moved, "open": int(unsure), "sure": SURE}),
        Message("judges.truth-assumes"),
        *map(note_message, found.notes),
    )
    return TruthReport(
        n_items=n, moved=moved, unsure=unsure, raters=raters, categories=categories, sentences=sentences,
        confusion=tuple(_confusion(found)),
    )  # fmt: skip


def _confusion(found: LatentTruth) -> Iterator[RaterErrorRow]:
    """Every cell of every rater's confusion matrix, with its interval where items were resampled."""
    for r, rater in enumerate(found.raters):
        items = found.shares * len(found.items)
        for j, truth in enumerate(found.categories):
            for k, answer in enumerate(found.categories):
                around = None
                if found.confusion_low is not None and found.confusion_high is not None:
                    low, high = float(found.confusion_low[r, j, k]), float(found.confusion_high[r, j, k])
                    around = Interval(low, high, found.level, RESAMPLED)
                result = _share(float(found.confusion[r, j, k]), around, float(items[j]))
                yield RaterErrorRow(rater=rater, truth=truth, answer=answer, result=result)


def _share(value: float, around: Interval | None, n: float) -> Result:
    notes = (worded_note("no-clear-majority"),) if math.isnan(value) else ()
    return Result(
        measure="exact_agreement",
        title="Share",
        estimate=value,
        interval=around,
        n_items=n,
        method="" if around is None else around.method,
        notes=notes,
    )


def _with_majority(ratings: Ratings) -> Iterator[float]:
    """How often each rater gives the most frequent answer of the others."""
    k = len(ratings.labels)
    votes = np.zeros((len(ratings), k))
    for codes in ratings.columns:
        there = np.flatnonzero(codes >= 0)
        votes[there, codes[there]] += 1
    for codes in ratings.columns:
        there = np.flatnonzero(codes >= 0)
        others = votes[there].copy()
        others[np.arange(len(there)), codes[there]] -= 1
        top = others.max(axis=1, initial=0)
        clear = (top > 0) & ((others == top[:, None]).sum(axis=1) == 1)
        same = others.argmax(axis=1)[clear] == codes[there][clear]
        yield float(same.mean()) if clear.any() else math.nan


def _vote_shares(ratings: Ratings) -> list[float]:
    counts = sum(np.bincount(codes[codes >= 0], minlength=len(ratings.labels)) for codes in ratings.columns)
    return list(np.asarray(counts / np.sum(counts)).tolist())


def truth_section(report: TruthReport) -> JudgeSection:
    """Raters, categories, and the errors of each rater."""
    tables = (_raters(report), _categories(report), *([_errors(report)] if report.confusion else []))
    return JudgeSection("truth", report.sentences, tables)


def _errors(report: TruthReport) -> DeclaredTable:
    """The confusion matrices; shown are the most frequent error of each rater on each true category."""
    wrong = [row for row in report.confusion if row.truth != row.answer]
    worst = {
        (rater, truth): max(
            (row for row in wrong if (row.rater, row.truth) == (rater, truth)),
            key=lambda row: row.result.estimate,
        )
        for rater, truth in dict.fromkeys((row.rater, row.truth) for row in wrong)
    }
    listed = sorted(worst.values(), key=lambda row: -row.result.estimate * row.result.n_items)
    columns = (
        Column("rater", judge_message("head-rater"), NAME, attrgetter("rater")),
        Column("true_category", judge_message("head-true"), NAME, attrgetter("truth")),
        Column("answer", judge_message("head-answer"), NAME, attrgetter("answer")),
        Column("", judge_message("head-how-often"), SHARE_RESULT, attrgetter("result")),
    )
    title = judge_message("table-confusion", level=level_of([row.result for row in report.confusion]))
    return DeclaredTable(
        "latent-confusion", title, columns, report.confusion, (judge_message("note-confusion"),),
        tuple(listed[:_MOST_ERRORS]),
    )  # fmt: skip


def _raters(report: TruthReport) -> DeclaredTable:
    columns = (
        Column("rater", judge_message("head-rater"), NAME, attrgetter("rater")),
        Column("", judge_message("head-accuracy"), SHARE_RESULT, attrgetter("result")),
        Column("majority", judge_message("head-majority"), SHARE, attrgetter("majority")),
    )
    title = judge_message(
        "table-truth", n=report.n_items, level=level_of([row.result for row in report.raters])
    )
    return DeclaredTable("latent-truth", title, columns, report.raters)


def _categories(report: TruthReport) -> DeclaredTable:
    columns = (
        Column("category", judge_message("head-category"), NAME, attrgetter("category")),
        Column("", judge_message("head-share"), SHARE_RESULT, attrgetter("result")),
        Column("votes", judge_message("head-votes"), SHARE, attrgetter("votes")),
    )
    title = judge_message("table-truth-shares")
    return DeclaredTable("latent-shares", title, columns, report.categories)
