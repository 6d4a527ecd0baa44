"""The rounds strip: the main measure round by round, with the goal, and what changed since the last one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...errors import OptionError
from ...interpret.comparison import Comparison
from ...interpret.numerals import count
from ...interpret.record import Record
from ...interpret.shown import within
from ...interpret.slice_table import SliceTable
from ...interpret.speak import Language
from ...interpret.tabular import NONE
from ...result import Result
from ..figure import BLUE, GREEN, SOFT, Figure
from .drawing import Words, altair, domain, ends, number_format, short, titled, values
from .theme import themed

#: The slice column that says in which round an item was rated.
ROUND = "round"
_STEP, _HEIGHT, _BELOW = 64, 200, 90
#: A strip is not narrower than this, for its words, and not wider.
_LEAST_WIDTH, _MOST_WIDTH = 260, 760


@dataclass(frozen=True, kw_only=True)
class Round(Record):
    """A round and its result; `change` is the difference from the round before, item by item."""

    name: str
    result: Result
    change: Result | None = None


def rounds_of(table: SliceTable) -> tuple[Round, ...]:
    """The rounds of slices by round.

    A slice is compared with all the rest. Of two rounds the rest is the other one, so the change is known.
    """
    two = len(table.rows) == 2
    return tuple(
        Round(
            name=str(row.value),
            result=row.main,
            change=row.differences.get(table.measure) if two and place else None,
        )
        for place, row in enumerate(table.rows)
    )


def goal_of(one: Comparison) -> float:
    """Where the comparison's own goal wants its main measure to be; nan where it says nothing of it."""
    main = one.main
    targets = [t.target for t in one.goal.targets] if one.goal is not None else []
    fitting = [
        t for t in targets if t.measure == main.measure and dict(t.options) == dict(main.options) and not t.on
    ]
    return fitting[0].threshold if fitting else math.nan


def rounds_strip(rounds: Sequence[Round], *, goal: float = math.nan, lang: Language = "en") -> Figure:
    """The measure of every round with its interval, the goal as a line, and below it the changes."""
    if not any(one.result.defined for one in rounds):
        raise OptionError("There are no rounds to draw: no round has a value of the measure.")
    alt, plot = altair(), _Strip(rounds, goal, Words(lang))
    chart = plot.measured()
    if plot.changed:
        chart = alt.vconcat(chart, plot.changes(), spacing=14).resolve_scale(x="shared")
    return themed("rounds-strip", chart.properties(title=titled(plot.title, *plot.told())), lang=lang)


@dataclass(frozen=True)
class _Strip:
    rounds: Sequence[Round]
    goal: float
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
    def changed(self) -> bool:
        """Whether any change is known."""
        return any(one.change is not None and one.change.defined for one in self.rounds)

    def told(self) -> Iterator[str]:
        """What to know, a sentence a line."""
        level = next((one.result.interval.level for one in self.rounds if one.result.interval), None)
        if level is not None:
            yield self.words("interval", level=level)
        if self.changed:
            yield self.words("paired")

    # --- layers ---------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        return min(max(_STEP * len(self.rounds), _LEAST_WIDTH), _MOST_WIDTH)

    def x(self, *, labels: bool) -> Any:
        alt = altair()
        return alt.X("place:O", title=None, axis=alt.Axis(labels=False, ticks=False) if labels else None)

    def y(self, field: str, span: list[float]) -> Any:
        alt = altair()
        axis = alt.Axis(format=number_format(self.first.measure), tickCount=5)
        scale = alt.Scale(domain=span, nice=False, zero=False)
        return alt.Y(f"{field}:Q", title=None, scale=scale, axis=axis)

    def rows(self, *, changes: bool) -> list[dict[str, Any]]:
        """A row for every round: the result, or the change."""
        out = []
        for place, one in enumerate(self.rounds):
            result = one.change if changes else one.result
            low, high = ends(result)
            cell = within(one.result)
            out.append({
                "place": place, "name": short(one.name, 12), "y": result.estimate if result else math.nan,
                "low": low, "high": high, "told": cell if cell is NONE else cell.text(self.words.lang),
                "n": count(one.result.n_items),
            })  # fmt: skip
        return out

    def measured(self) -> Any:
        """The measure, the goal, and the rounds' names."""
        alt, rows = altair(), self.rows(changes=False)
        span = domain([x for row in rows for x in (row["low"], row["high"], row["y"])] + [self.goal], pad=0.1)
        base = alt.Chart(values(rows)).encode(x=self.x(labels=True))
        tips = [
            alt.Tooltip("name:N", title=self.words("round")),
            alt.Tooltip("told:N", title=self.words("estimate")),
            alt.Tooltip("n:N", title=self.words("items")),
        ]
        line = base.mark_line(color=BLUE, opacity=0.4, strokeWidth=1.5).encode(y=self.y("y", span))
        name = base.mark_text(baseline="top").encode(y=alt.value(_HEIGHT + 6), text="name:N")
        layers = [*self._goal(span), line, *self._marks(base, span, tips), name]
        return alt.layer(*layers).properties(width=self.width, height=_HEIGHT)

    def _marks(self, base: Any, span: list[float], tips: list[Any]) -> Iterator[Any]:
        yield base.mark_rule(color=BLUE, strokeWidth=1.5, clip=True).encode(
            y=self.y("low", span), y2="high:Q"
        )
        dot = base.mark_point(filled=True, size=70, color=BLUE, opacity=1)
        yield dot.encode(y=self.y("y", span), tooltip=tips)

    def _goal(self, span: list[float]) -> Iterator[Any]:
        if math.isnan(self.goal):
            return
        alt = altair()
        said = self.words("goal", x=[self.first.measure, self.goal])
        base = alt.Chart(values([{"y": self.goal, "said": said}])).encode(y=self.y("y", span))
        yield base.mark_rule(color=GREEN, strokeDash=[6, 4], strokeWidth=1.5)
        yield base.mark_text(align="left", dx=6).encode(x=alt.value(self.width), text="said:N")

    def changes(self) -> Any:
        """The change of every round from the one before, around none."""
        alt, rows = altair(), self.rows(changes=True)
        span = domain([x for row in rows for x in (row["low"], row["high"], row["y"])] + [0.0], pad=0.1)
        base = alt.Chart(values(rows)).encode(x=self.x(labels=False))
        none = alt.Chart(values([{"y": 0.0}])).mark_rule(color=SOFT).encode(y=self.y("y", span))
        head = alt.Chart(values([{"said": self.words("changed")}]))
        head = head.mark_text(align="left", baseline="bottom", color=SOFT)
        head = head.encode(x=alt.value(0), y=alt.value(-3), text="said:N")
        tips = [
            alt.Tooltip("name:N", title=self.words("round")),
            alt.Tooltip("y:Q", title=self.words("changed"), format="+.3f"),
        ]
        layers = [none, *self._marks(base, span, tips), head]
        return alt.layer(*layers).properties(width=self.width, height=_BELOW)
