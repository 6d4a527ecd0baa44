"""The rounds strip: a measure round by round, with the goal, and below it what each round changed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...interpret.record import Record
from ...interpret.rounds import (
    LEAST_GAIN,
    Change,
    Convergence,
    Progress,
    RoundFacts,
    change_to,
    gap_message,
    tracked_change,
    verdict_message,
)
from ...interpret.study import ComparisonReport
from ...interpret.table_cells import within
from ...language.message import Message
from ...language.numerals import written_count
from ...language.render import Language, is_share
from ...language.text_table import NONE, Cell
from ...result import Result
from ..figure import BLUE, FAINT, SOFT, Figure
from .axis_labels import across, named_axis, steps, wrapped
from .drawing import Words, altair, domain, ends, number_format, short, titled, values
from .goal_line import Wanted, wanted_of
from .theme import themed

_STEP, _HEIGHT, _BELOW = 44, 200, 110
#: A strip is not narrower than this, for its words, and not wider.
_LEAST_WIDTH, _MOST_WIDTH = 280, 760
#: Signs of a name below the strip, level or upright, and in a sentence.
_LEVEL, _UPRIGHT, _IN_TITLE = 14, 24, 24
#: A change with its sign; none has no sign.
_SIGNED = "datum.value == 0 ? '0' : format(datum.value, '+~f')"


@dataclass(frozen=True, kw_only=True)
class Round(Record):
    """A round and its result; `change` is the difference from the round before.

    It is `paired` where it was taken on the same items, else the rounds were compared as if independent.
    """

    name: str
    result: Result
    change: Result | None = None
    paired: bool = True


def rounds_of(progress: Progress) -> tuple[Round, ...]:
    """The rounds of a project by the measure that is tracked, each with what it changed."""
    return tuple(_round(one, change_to(progress, one.name), progress) for one in progress.rounds)


def _round(one: RoundFacts, change: Change | None, progress: Progress) -> Round:
    paired = change is None or change.paired
    return Round(name=one.name, result=one.tracked, change=tracked_change(progress, change), paired=paired)


def progress_strip(one: ComparisonReport, *, goal: float | None = None, lang: Language = "en") -> Figure:
    """The strip of a comparison that has rounds, with the goal given, its own, or the next stage."""
    found = one.progress
    if found is None:
        raise OptionError("There are no rounds here: name the column of rounds with round='version'.")
    wanted = wanted_of(one, found.measure, found.options) if goal is None else Wanted(goal)
    return rounds_strip(rounds_of(found), goal=wanted, convergence=found.convergence, lang=lang)


def rounds_strip(
    rounds: Sequence[Round],
    *,
    goal: float | Wanted = math.nan,
    convergence: Convergence | None = None,
    lang: Language = "en",
) -> Figure:
    """The measure of every round with its interval, the goal as a line, and below it the changes.

    With `convergence` the strip says whether the rounds still improve.
    """
    if not any(one.result.defined for one in rounds):
        raise OptionError("There are no rounds to draw: no round has a value of the measure.")
    wanted = goal if isinstance(goal, Wanted) else Wanted(goal)
    alt, plot = altair(), RoundsStrip(rounds, wanted, convergence, Words(lang))
    chart = plot.measured()
    if plot.changed:
        chart = alt.vconcat(chart, plot.changes(), spacing=26)
    notes = [*plot.notes()]
    title = titled(plot.title, *wrapped(notes, plot.width + 90))
    return themed("rounds-strip", chart.properties(title=title), lang=lang, words=[plot.title, *notes])


@dataclass(frozen=True)
class RoundsStrip:
    """What is drawn of the rounds, in one language."""

    rounds: Sequence[Round]
    goal: Wanted
    convergence: Convergence | None
    words: Words

    @property
    def first(self) -> Result:
        return self.rounds[0].result

    @property
    def title(self) -> str:
        own = {
            name: x for name, x in self.first.options.items() if name in BY_NAME[self.first.measure].options
        }
        return self.words("rounds", m=[self.first.measure, own])

    @cached_property
    def known(self) -> tuple[Round, ...]:
        """The rounds whose change is known."""
        return tuple(one for one in self.rounds if one.change is not None and one.change.defined)

    @property
    def changed(self) -> bool:
        return bool(self.known)

    @property
    def least(self) -> float:
        """The gain that is worth another round."""
        return LEAST_GAIN if self.convergence is None else self.convergence.least_gain

    @property
    def unit(self) -> float:
        """Changes of shares are drawn in points."""
        return 100.0 if is_share(self.first.measure) else 1.0

    def notes(self) -> Iterator[str]:
        """What to know, a sentence a line."""
        if self.convergence is not None:
            yield verdict_message(self.convergence).text(self.words.lang)
        yield from self._ends()
        level = next((one.result.interval.level for one in self.rounds if one.result.interval), None)
        if level is not None:
            yield self.words("interval", level=level)
        if any(one.paired for one in self.known):
            yield self.words("paired")
        if any(not one.paired for one in self.known):
            yield self.words("independent")
        if self.changed:
            key = "band-points" if is_share(self.first.measure) else "band-units"
            yield self.words(key, x=self.unit * self.least)
        yield from self.goal.notes(self.first.measure, self.words)

    def _ends(self) -> Iterator[str]:
        """From what to what the measure went."""
        known = [one for one in self.rounds if one.result.defined]
        if len(known) > 1:
            first, last = known[0], known[-1]
            yield self.words(
                "from-to",
                first=short(first.name, _IN_TITLE),
                last=short(last.name, _IN_TITLE),
                first_x=[first.result.measure, first.result.estimate],
                last_x=[last.result.measure, last.result.estimate],
            )

    # --- axes -----------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        return min(max(_STEP * len(self.rounds), _LEAST_WIDTH), _MOST_WIDTH)

    def x(self, *, names: bool) -> Any:
        alt = altair()
        cell = self.width / len(self.rounds)
        labels = [short(one.name, _LEVEL) for one in self.rounds]
        look = across(labels, cell)
        if look["labelAngle"]:
            labels = [short(one.name, _UPRIGHT) for one in self.rounds]
        axis = named_axis(labels, **look) if names else None
        return alt.X("place:Q", title=None, scale=steps(0, len(labels)), axis=axis)

    def y(self, field: str, span: list[float], *, signed: bool = False) -> Any:
        alt = altair()
        look = {"labelExpr": _SIGNED} if signed else {"format": number_format(self.first.measure)}
        axis = alt.Axis(tickCount=5, **look)
        scale = alt.Scale(domain=span, nice=False, zero=False)
        return alt.Y(f"{field}:Q", title=None, scale=scale, axis=axis)

    def rows(self, *, changes: bool) -> list[dict[str, Any]]:
        """A row for every round: the result, or the change."""
        return [self._row(place, one, changes=changes) for place, one in enumerate(self.rounds)]

    def _row(self, place: int, one: Round, *, changes: bool) -> dict[str, Any]:
        result, unit = (one.change, self.unit) if changes else (one.result, 1.0)
        low, high = (unit * end for end in ends(result))
        return {
            "place": place + 0.5,
            "name": short(one.name),
            "y": unit * result.estimate if result else math.nan,
            "low": low,
            "high": high,
            "told": self._cell_text(gap_message(self.first.measure, result) if changes else within(result)),
            "n": written_count(one.result.n_items),
            "paired": one.paired,
        }

    def _cell_text(self, cell: Message | Cell | None) -> str:
        return cell.text(self.words.lang) if isinstance(cell, Message) else NONE

    # --- layers ---------------------------------------------------------------------------------

    def measured(self) -> Any:
        """The measure and the goal; the rounds' names stand below the last part."""
        alt, rows = altair(), self.rows(changes=False)
        span = domain(
            [x for row in rows for x in (row["low"], row["high"], row["y"])] + [self.goal.value], pad=0.1
        )
        base = alt.Chart(values(rows)).encode(x=self.x(names=not self.changed))
        tips = [
            alt.Tooltip("name:N", title=self.words("round")),
            alt.Tooltip("told:N", title=self.words("estimate")),
            alt.Tooltip("n:N", title=self.words("items")),
        ]
        line = base.mark_line(color=BLUE, opacity=0.4, strokeWidth=1.5).encode(y=self.y("y", span))
        bar = base.mark_rule(color=BLUE, strokeWidth=1.5, clip=True)
        dot = base.mark_point(filled=True, size=70, color=BLUE, opacity=1)
        layers = [
            *self.goal.layers(self.first.measure, self.y("y", span), self.width, self.words), line,
            bar.encode(y=self.y("low", span), y2=alt.Y2("high:Q")),
            dot.encode(y=self.y("y", span), tooltip=tips),
        ]  # fmt: skip
        return alt.layer(*layers).properties(width=self.width, height=_HEIGHT)

    def changes(self) -> Any:
        """The change of every round from the one before, around none, and the band of what is too little."""
        alt, rows = altair(), self.rows(changes=True)
        reach = [x for row in rows for x in (row["low"], row["high"], row["y"])]
        least = self.unit * self.least
        span = domain([*reach, -least, least], pad=0.1)
        none = alt.Chart(values([{"y": 0.0, "low": -least, "high": least}]))
        band = none.mark_rect(color=FAINT, opacity=1).encode(
            y=self.y("low", span, signed=True), y2=alt.Y2("high:Q")
        )
        line = none.mark_rule(color=SOFT).encode(y=self.y("y", span, signed=True))
        layers = [band, line, *self._paired(rows, span), *self._independent(rows, span), self._head()]
        return alt.layer(*layers).properties(width=self.width, height=_BELOW)

    def _paired(self, rows: list[dict[str, Any]], span: list[float]) -> Iterator[Any]:
        base = self._steps(rows, paired=True)
        yield self._bar(base.mark_rule(color=BLUE, strokeWidth=1.5, clip=True), span)
        yield self._dot(base.mark_point(filled=True, size=70, color=BLUE, opacity=1), span)

    def _independent(self, rows: list[dict[str, Any]], span: list[float]) -> Iterator[Any]:
        if all(one.paired for one in self.known):
            return
        base = self._steps(rows, paired=False)
        yield self._bar(base.mark_rule(color=BLUE, strokeWidth=1.5, strokeDash=[3, 3], clip=True), span)
        yield self._dot(base.mark_point(filled=False, strokeWidth=2, size=70, color=BLUE, opacity=1), span)

    def _steps(self, rows: list[dict[str, Any]], *, paired: bool) -> Any:
        return altair().Chart(values(r for r in rows if r["paired"] is paired)).encode(x=self.x(names=True))

    def _bar(self, mark: Any, span: list[float]) -> Any:
        return mark.encode(y=self.y("low", span, signed=True), y2=altair().Y2("high:Q"))

    def _dot(self, mark: Any, span: list[float]) -> Any:
        alt = altair()
        tips = [
            alt.Tooltip("name:N", title=self.words("round")),
            alt.Tooltip("told:N", title=self.words("changed")),
        ]
        return mark.encode(y=self.y("y", span, signed=True), tooltip=tips)

    def _head(self) -> Any:
        alt = altair()
        key = "changed-points" if is_share(self.first.measure) else "changed"
        head = alt.Chart(values([{"said": self.words(key)}]))
        mark = head.mark_text(align="left", baseline="bottom", color=SOFT)
        return mark.encode(x=alt.value(0), y=alt.value(-6), text="said:N")
