"""The drift chart: a judge run by run on anchor items, its level above, and below with whom it agrees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...digits import order_key
from ...errors import OptionError
from ...interpret.rounds import Anchored, Run, rated
from ...language.render import Language, render
from ...result import Result
from ..figure import BLUE, FAINT, GREEN, PURPLE, RED, SOFT, Figure
from .axis_labels import across, named_axis, steps, wrapped
from .drawing import PLAIN, altair, apart, domain, ends, short, titled, values
from .theme import themed

_STEP, _ABOVE, _BELOW = 64, 150, 150
_LEAST_WIDTH, _MOST_WIDTH = 380, 760
#: Signs of a name below the chart, level or upright, and in a sentence.
_LEVEL, _UPRIGHT, _IN_TITLE = 14, 24, 20
#: Without an order, so many categories are drawn: those that moved most.
_CATEGORIES = 4
_SIGNED = "datum.value == 0 ? '0' : format(datum.value, '+~f')"
#: A series has a colour and a shape of its own, and stands a little beside the others.
_LOOKS = ((BLUE, "circle"), (RED, "triangle-up"), (GREEN, "square"), (PURPLE, "diamond"))


def drift_chart(anchored: Anchored, lang: Language = "en") -> Figure:
    """Mean shifts with intervals around none; below the agreement with the first run, itself and people."""
    if not any(run.same is not None for run in anchored.runs):
        raise OptionError("There is no drift to draw: the runs share too few items.")
    plot = DriftFigure(anchored, lang)
    chart = altair().vconcat(plot.above(), plot.below(), spacing=30)
    notes = [*plot.notes()]
    title = titled(plot.title, *wrapped(notes, plot.width + 150))
    return themed("drift", chart.properties(title=title), lang=lang, words=[plot.title, *notes])


@dataclass(frozen=True)
class _Series:
    """One line: its name, its looks, and a result for each run that has one."""

    name: str
    colour: str
    shape: str
    results: Sequence[Result | None]
    beside: float = 0.0
    from_none: bool = False

    def rows(self, names: Sequence[str], unit: float = 1.0) -> list[dict[str, Any]]:
        start = {
            "x": 0.5 + self.beside,
            "y": 0.0,
            "low": 0.0,
            "high": 0.0,
            "name": names[0],
            "who": self.name,
        }
        out: list[dict[str, Any]] = [start] if self.from_none else []
        for place, (name, result) in enumerate(zip(names, self.results, strict=True)):
            if result is not None and result.defined:
                low, high = (unit * end for end in ends(result))
                x, y = place + 0.5 + self.beside, unit * result.estimate
                out.append({"x": x, "y": y, "low": low, "high": high, "name": name, "who": self.name})
        return out


@dataclass(frozen=True)
class DriftFigure:
    """What is drawn of a judge's runs, in one language."""

    anchored: Anchored
    lang: Language

    # --- words ----------------------------------------------------------------------------------

    def words(self, key: str, **facts: Any) -> str:
        return render(f"figures_drift.{key}", facts, self.lang)

    @property
    def title(self) -> str:
        items = rated(self.anchored.items, self.anchored.n_anchors)
        return self.words("title", rater=short(self.anchored.rater, _IN_TITLE), items=items)

    def notes(self) -> Iterator[str]:
        """What to know, a sentence a line."""
        yield self.words(self.anchored.verdict)
        yield self.words("ends", last=self.called(self.runs[-1]), what=self._last())
        yield self.words("interval", level=self.level)
        if any(not math.isnan(run.noise) for run in self.runs):
            yield self.words("band")

    def _last(self) -> str:
        """What the last run says, in words."""
        last, first = self.runs[-1], self.called(self.runs[0])
        same = math.nan if last.same is None else last.same.estimate
        text = self.words("end-apart" if self.anchored.measured else "end-same", same=same, first=first)
        if last.shift is None:
            return text
        shift = self.words("end-shift", shift=last.shift.estimate, first=first)
        return f"{shift}, {text}" if self.lang == "en" else f"{shift}，{text}"

    @staticmethod
    def called(run: Run) -> str:
        """A run's name in a sentence."""
        return short(run.name, _IN_TITLE)

    # --- what is drawn --------------------------------------------------------------------------

    @property
    def runs(self) -> tuple[Run, ...]:
        return self.anchored.runs

    @cached_property
    def level(self) -> float:
        known = (run.same.interval for run in self.runs if run.same is not None)
        return next((interval.level for interval in known if interval is not None), 0.95)

    @property
    def unit(self) -> float:
        """Changes of shares are drawn in points."""
        return 1.0 if self.anchored.ordered else 100.0

    @cached_property
    def moved(self) -> list[_Series]:
        """The mean's shift, or the changes of the shares that moved most."""
        if self.anchored.ordered:
            return [_Series("", BLUE, "circle", [run.shift for run in self.runs], from_none=True)]
        names = {name: 0.0 for run in self.runs for name in run.shares}
        for run in self.runs:
            names |= {name: max(names[name], abs(r.estimate)) for name, r in run.shares.items()}
        most = sorted(names, key=lambda name: -order_key(names[name]))[:_CATEGORIES]
        found = [(short(name, _LEVEL), [run.shares.get(name) for run in self.runs]) for name in most]
        return [replace(one, from_none=True) for one in self._series(found)]

    @cached_property
    def agreeing(self) -> list[_Series]:
        """With the first run, with people, and repeats among themselves, as far as they are known."""
        first = short(self.runs[0].name, _LEVEL)
        return self._series([
            (self.words("same", first=first), [run.same for run in self.runs]),
            (self.words("people"), [run.with_people for run in self.runs]),
            (self.words("itself"), [run.itself for run in self.runs]),
        ])  # fmt: skip

    def _series(self, found: Sequence[tuple[str, Sequence[Result | None]]]) -> list[_Series]:
        """Each beside the others; one that no run has is left out."""
        known = [
            (name, results, look)
            for (name, results), look in zip(found, _LOOKS, strict=False)
            if any(result is not None and result.defined for result in results)
        ]
        middle = (len(known) - 1) / 2
        return [
            _Series(name, *look, results, 0.16 * (place - middle))
            for place, (name, results, look) in enumerate(known)
        ]

    # --- axes -----------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        return min(max(_STEP * len(self.runs), _LEAST_WIDTH), _MOST_WIDTH)

    def x(self, *, names: bool) -> Any:
        labels = [short(run.name, _LEVEL) for run in self.runs]
        look = across(labels, self.width / len(labels))
        if look["labelAngle"]:
            labels = [short(run.name, _UPRIGHT) for run in self.runs]
        axis = named_axis(labels, **look) if names else None
        return altair().X("x:Q", title=None, scale=steps(0, len(labels)), axis=axis)

    @staticmethod
    def y(field: str, span: Sequence[float], **look: Any) -> Any:
        alt = altair()
        scale = alt.Scale(domain=list(span), nice=False, zero=False)
        return alt.Y(f"{field}:Q", title=None, scale=scale, axis=alt.Axis(tickCount=5, **look))

    # --- layers ---------------------------------------------------------------------------------

    def above(self) -> Any:
        """How far the level has moved, the band of noise, and what would matter."""
        names, matter = [run.name for run in self.runs], self.unit * self.anchored.matter
        rows = [row for one in self.moved for row in one.rows(names, self.unit)]
        noise = [run.noise for run in self.runs if not math.isnan(run.noise)]
        reach = [x for row in rows for x in (row["low"], row["high"])]
        span = domain([*reach, -matter, matter, *noise, *(-x for x in noise)], pad=0.1)
        look = {"labelExpr": _SIGNED}
        head = "shift" if self.anchored.ordered else "shares"
        layers = [
            *self._band(span, look),
            self._line([0.0], span, look, color=SOFT),
            self._line([-matter, matter], span, look, color=SOFT, strokeDash=[2, 3]),
            *self._drawn(self.moved, span, look, names=False, unit=self.unit),
            self._head(self.words(head, first=self.called(self.runs[0]))),
        ]
        return altair().layer(*layers).properties(width=self.width, height=_ABOVE)

    def below(self) -> Any:
        """With whom the judge agrees, run by run."""
        names = [run.name for run in self.runs]
        rows = [row for one in self.agreeing for row in one.rows(names)]
        span = domain([x for row in rows for x in (row["low"], row["high"])], pad=0.08)
        look = {"format": PLAIN if self.anchored.measured else "~%"}
        head = self._head(self.words("distance" if self.anchored.measured else "agreement"))
        layers = [*self._drawn(self.agreeing, span, look, names=True), head]
        return altair().layer(*layers).properties(width=self.width, height=_BELOW)

    def _band(self, span: list[float], look: dict[str, Any]) -> Iterator[Any]:
        rows = [
            {"x": place, "to": place + 1, "y": -run.noise, "high": run.noise}
            for place, run in enumerate(self.runs)
            if not math.isnan(run.noise)
        ]
        if rows:
            alt = altair()
            base = alt.Chart(values(rows)).mark_rect(color=FAINT, opacity=1)
            yield base.encode(
                x=self.x(names=False), x2=alt.X2("to:Q"), y=self.y("y", span, **look), y2=alt.Y2("high:Q")
            )

    def _line(self, at: list[float], span: list[float], look: dict[str, Any], **mark: Any) -> Any:
        base = altair().Chart(values({"y": y} for y in at))
        return base.mark_rule(strokeWidth=1, **mark).encode(y=self.y("y", span, **look))

    def _drawn(
        self,
        series: Sequence[_Series],
        span: list[float],
        look: dict[str, Any],
        *,
        names: bool,
        unit: float = 1.0,
    ) -> Iterator[Any]:
        """Every series as a line with intervals and points, and its name at its right end."""
        alt, size = altair(), 60 if len(self.runs) <= 15 else 30
        for one in series:
            rows = one.rows([short(run.name) for run in self.runs], unit)
            base = alt.Chart(values(rows)).encode(x=self.x(names=names))
            yield base.mark_line(color=one.colour, opacity=0.4, strokeWidth=1.5).encode(
                y=self.y("y", span, **look)
            )
            yield base.mark_rule(color=one.colour, strokeWidth=1.5, clip=True).encode(
                y=self.y("low", span, **look), y2=alt.Y2("high:Q")
            )
            tips = [
                alt.Tooltip("name:N", title=self.words("run")),
                alt.Tooltip("y:Q", title=one.name or self.words("value"), format=".3~f"),
            ]
            yield base.mark_point(
                filled=True, size=size, color=one.colour, shape=one.shape, opacity=1
            ).encode(y=self.y("y", span, **look), tooltip=tips)
        if any(one.name for one in series):
            yield from self._names(series, span, look, unit)

    def _names(
        self, series: Sequence[_Series], span: list[float], look: dict[str, Any], unit: float
    ) -> Iterator[Any]:
        alt = altair()
        last = {place: one.rows([""] * len(self.runs), unit)[-1]["y"] for place, one in enumerate(series)}
        heights = apart({str(place): y for place, y in last.items()}, 15 * (span[1] - span[0]) / _BELOW)
        for place, one in enumerate(series):
            base = alt.Chart(values([{"y": heights[str(place)], "said": one.name}]))
            base = base.encode(x=alt.XValue(self.width + 10), y=self.y("y", span, **look))
            yield base.mark_point(filled=True, size=50, color=one.colour, shape=one.shape, opacity=1)
            yield base.mark_text(align="left", dx=9).encode(text=alt.Text("said:N"))

    def _head(self, text: str) -> Any:
        alt = altair()
        base = alt.Chart(values([{"said": text}])).mark_text(align="left", baseline="bottom", color=SOFT)
        return base.encode(x=alt.XValue(0), y=alt.YValue(-4), text=alt.Text("said:N"))
