"""The tables of a leaderboard, each declared once: the judges, and every two of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...digits import rounded
from ...language.message import Message, fact
from ...language.render import is_share
from ...language.text_table import NONE, Cell
from ...result import Result
from ..compare import SKILLED
from ..table import (
    COUNT,
    EVERYWHERE,
    FILE,
    NAME,
    P_VALUE,
    PAGE_AND_FILE,
    RESULT,
    SHARE_ESTIMATE,
    SHOWN,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
    Writer,
    estimate_kind,
    number_fields,
    signed,
)
from ..table_cells import amount, level_of
from .comparison_report import ComparisonReport
from .leaderboard import MOST_COMPARED, Leaderboard, LeaderboardRow
from .leaderboard_words import two_figures
from .rater_tables import shows_exact
from .study import Study

#: So many judges, and pairs of judges, are listed.
LISTED, PAIRS_LISTED = 50, 12


def leaderboard_tables(study: Study) -> Iterator[DeclaredTable]:
    """The judges, and where there are three or more every two of them."""
    table = leaderboard_table(study)
    if table is not None:
        yield table
        if study.leaderboard is not None and len(study.leaderboard.rows) > 2:
            yield judge_pairs_table(study.leaderboard)


def leaderboard_table(study: Study) -> DeclaredTable | None:
    """The judges, the best first, with what each reaches; None where there is no leaderboard.

    Its rows are `LeaderboardRow`. Keys of columns: place, judge, n_items, main, exact, adjacent, error, bias,
    short_of_people, stand_in, again, level, stage, cost, seconds.
    """
    board = study.leaderboard
    if board is None:
        return None
    notes = tuple(_notes(study, board))
    table = DeclaredTable("leaderboard", _title(board), tuple(_columns(study, board)), board.rows, notes)
    return first_rows(table, LISTED)


def first_rows(table: DeclaredTable, most: int) -> DeclaredTable:
    """The table with its first rows only, and how many are left out."""
    left = len(table.rows) - most
    if left <= 0:
        return table
    return replace(table, listed=table.rows[:most], notes=(*table.notes, _word("note-left", n=left)))


#: What a table on one screen has no room for: columns, and the note that explains one of them.
_FULL_COLUMNS = ("adjacent", "stand_in", "again", "stage", "n_items")
_FULL_NOTES = ("leaderboard.note-stand-in",)


def narrow_table(table: DeclaredTable) -> DeclaredTable:
    """The table without the columns that only the full text has."""
    columns = tuple(column for column in table.columns if column.key not in _FULL_COLUMNS)
    notes = tuple(note for note in table.notes if note.code not in _FULL_NOTES)
    return replace(table, columns=columns, notes=notes)


def _columns(study: Study, board: Leaderboard) -> Iterator[Column]:
    reports = _judges(study)
    ratings = any(one.n_items > one.n_distinct for one in reports.values())
    judges = {row.judge for row in board.rows} <= {*study.who.judges}
    yield Column("judge", _word("head-judge" if judges else "head-rater"), NAME, attrgetter("judge"))
    yield Column("place", _word("head-place"), COUNT, attrgetter("place"), FILE)
    yield Column("main", _main_head(board), RESULT, attrgetter("main"))
    if board.measure != "exact_agreement":
        yield Column("exact", _word("head-exact"), SHARE_ESTIMATE, attrgetter("exact"))
    if board.measure != "adjacent_agreement":
        yield Column("adjacent", _word("head-adjacent"), SHARE_ESTIMATE, attrgetter("adjacent"))
    if board.measure != "mean_absolute_error":
        places = PAGE_AND_FILE if shows_exact(study) else EVERYWHERE
        yield Column("error", _word("head-error"), _PLAIN, attrgetter("error"), places)
    yield Column("bias", _word("head-bias"), _BIAS, attrgetter("bias"))
    yield Column(
        "short_of_people", _word("head-people"), estimate_kind(_signed(board)), attrgetter("short_of_people")
    )
    yield Column("stand_in", _word("head-stand-in"), _STAND_IN, _tested)
    yield from _again_column(board)
    yield Column("level", _word("head-level"), WORDS, lambda row: _level(reports.get(row.judge)), SHOWN)
    yield Column("stage", _word("head-stage"), WORDS, lambda row: _stage(reports.get(row.judge)), SHOWN)
    places = EVERYWHERE if _differ(board) else PAGE_AND_FILE
    head = _word("head-ratings" if ratings else "head-items")
    yield Column("n_items", head, COUNT, attrgetter("n_items"), places)
    yield from _effort_columns(board)


#: Measures that have a name of a word or two.
_NAMED = ("cohen_kappa", "krippendorff_alpha", "icc", "ccc")


def _main_head(board: Leaderboard) -> Message:
    """The main measure in a word or two; the title has its full name."""
    if board.measure not in _NAMED:
        return _word("head-main")
    weighted = board.measure == "cohen_kappa" and board.options.get("weights", "identity") != "identity"
    return _word(f"head-{board.measure}{'-weighted' if weighted else ''}")


def _again_column(board: Leaderboard) -> Iterator[Column]:
    """Self-agreement, where judges rated anything twice: a share, of measurements a distance."""
    known = [row.again for row in board.rows if row.again is not None]
    if known:
        measured = known[0].measure == "mean_absolute_error"
        head = "head-again-measured" if measured else "head-again"
        yield Column("again", _word(head), _PLAIN if measured else SHARE_ESTIMATE, attrgetter("again"))


def _effort_columns(board: Leaderboard) -> Iterator[Column]:
    """Costs and seconds, where anybody's are known."""
    for key in ("cost", "seconds"):
        if any(not math.isnan(getattr(row, key)) for row in board.rows):
            yield Column(key, _word(f"head-{key}"), _EFFORT, attrgetter(key))


def judge_pairs_table(board: Leaderboard) -> DeclaredTable:
    """Every two judges on the items that both rated; rows are `JudgePair`. Those of the best come first."""
    share = is_share(board.measure)
    head = "head-difference-points" if share else "head-difference"
    columns = (
        Column("first", _word("head-first"), NAME, attrgetter("first")),
        Column("second", _word("head-second"), NAME, attrgetter("second")),
        Column(
            "difference", _word(head, m=[board.measure, dict(board.options)]), _difference(_signed(board)),
            attrgetter("difference"),
        ),
        Column("p_adjusted", _word("head-p"), P_VALUE, attrgetter("p_adjusted")),
        Column("better", _word("head-better"), _BETTER, attrgetter("better")),
        Column("items_needed", _word("head-needed"), _NEEDED, attrgetter("items_needed")),
        Column("n_items", _word("head-items"), COUNT, attrgetter("n_items")),
    )  # fmt: skip
    left = len(board.pairs) - PAIRS_LISTED
    notes = [_word("pairs-note", n=len(board.pairs))]
    if left > 0:
        notes.append(_word("pairs-left", n=left))
    title = _word("pairs", level=board.level)
    listed = board.pairs[:PAIRS_LISTED] if left > 0 else None
    return DeclaredTable("judge-pairs", title, columns, board.pairs, tuple(notes), listed)


def _title(board: Leaderboard) -> Message:
    facts: dict[str, Any] = {"m": [board.measure, dict(board.options)]}
    level = level_of([row.main for row in board.rows])
    return _word("title-bare", **facts) if math.isnan(level) else _word("title", **facts, level=level)


def _notes(study: Study, board: Leaderboard) -> Iterator[Message]:
    if any(row.short_of_people is not None for row in board.rows):
        yield _word("note-people", m=[board.measure, dict(board.options)])
    if any(row.stand_in for row in board.rows):
        yield _word("note-stand-in", epsilon=SKILLED)
    numbers = [pair.n_items for pair in board.pairs]
    if numbers and rounded(min(numbers)) < rounded(max(map(_items_of, _judges(study).values()))):
        key = "note-items-equal" if min(numbers) == max(numbers) else "note-items"
        yield _word(key, low=min(numbers), high=max(numbers))
    if len(board.rows) > MOST_COMPARED:
        yield _word("note-most", n=MOST_COMPARED)


def _judges(study: Study) -> dict[str, ComparisonReport]:
    return {one.name: one for one in study.comparisons if one.kind == "judge"}


def _items_of(one: ComparisonReport) -> float:
    """How many items a judge and the reference rated, each once however many ratings it has."""
    return one.n_items if math.isnan(one.n_distinct) else one.n_distinct


def _differ(board: Leaderboard) -> bool:
    """Whether judges rated different numbers of items; those of several people are sums of shares."""
    return len({rounded(row.n_items) for row in board.rows}) > 1


# --- cells ----------------------------------------------------------------------------------------


def _word(key: str, **facts: Any) -> Message:
    return Message(f"leaderboard.{key}", facts)


def _bias(result: Result) -> Cell:
    """The bias with its direction, where its interval leaves out 0."""
    around = result.interval
    sure = around is not None and not around.low <= 0 <= around.high
    key = "no-bias" if not sure else "lenient" if result.estimate > 0 else "strict"
    return _word(key, x=result.estimate)


_plain_bias = estimate_kind(signed(share=False))
_BIAS = ColumnKind(
    _bias,
    lambda result: (_bias(result), _plain_bias.in_parts(result)[1]),
    lambda name, result: number_fields(result, f"{name}_"),
)
#: A distance in units of the scale.
_PLAIN = estimate_kind(lambda _, *numbers: [amount("mean_absolute_error", number) for number in numbers])
#: An amount of money, or seconds.
_EFFORT = ColumnKind(partial(amount, "signed_bias"))

#: How the outcomes of the alternative annotator test are called; all others pass, and mean nothing.
_OUTCOMES = {"yes": "passes", "no": "fails", "not-shown": "open"}


def _tested(row: LeaderboardRow) -> LeaderboardRow | None:
    return row if row.stand_in else None


_STAND_IN = ColumnKind(
    lambda row: _word(f"stand-in-{_OUTCOMES.get(row.stand_in, 'doubtful')}", won=row.replaced, n=row.tested),
    fields=lambda name, row: {
        name: None if row is None else row.stand_in,
        "replaced": math.nan if row is None else row.replaced,
        "tested": math.nan if row is None else row.tested,
    },
)


def _signed(board: Leaderboard) -> Writer:
    """Differences of the main measure: of shares in points, of other bounded measures with two decimals."""
    if is_share(board.measure) or math.isinf(BY_NAME[board.measure].range[1]):
        return signed(is_share(board.measure))
    return lambda _, *numbers: [_word("signed", x=number) for number in numbers]


def _difference(write: Writer) -> ColumnKind:
    """A difference with its sign and its interval."""
    kind = estimate_kind(write)

    def words(result: Result) -> Cell:
        if not result.defined:
            return NONE
        if result.interval is None:
            return write("", result.estimate)[0]
        ends = (result.estimate, result.interval.low, result.interval.high)
        x, low, high = (fact(cell) for cell in write("", *ends))
        return Message("shown.within", {"x": x, "low": low, "high": high})

    return ColumnKind(words, kind.parts, lambda name, result: number_fields(result, f"{name}_"))


#: The judge that is reliably better, and how many items would tell.
_BETTER = ColumnKind(lambda name: str(name) if name else _word("neither"), data=True)
_NEEDED = ColumnKind(
    lambda n: NONE if math.isnan(n) else Message("shown.count", {"n": two_figures(n)}),
    fields=lambda name, n: {name: n},
)


def _level(one: ComparisonReport | None) -> Cell | None:
    """The word that the interval supports."""
    limit = None if one is None or not one.main.verdicts else one.main.verdicts[0].limit
    return None if limit is None else dict(limit.words)


def _stage(one: ComparisonReport | None) -> Cell | None:
    """The stage reached by the interval, or how the goal stands."""
    if one is None:
        return None
    if one.goal is not None:
        return Message(f"report.{one.goal.outcome}")
    if one.stages is None or one.stages.reached is None:
        return None
    known = {stage.goal.key: stage.goal.name for stage in one.stages.stages}
    return dict(known[one.stages.reached])
