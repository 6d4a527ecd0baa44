"""Category by category: how often each rater uses it, and how far raters agree in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...interpret.where import EVERYBODY, BandTable, ScoreBand
from ...language.numerals import written_count, written_percent
from ...language.render import Language, render
from ...result import Result
from ..figure import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, Figure
from .axis_labels import down, name_in, name_list, named_axis, steps
from .drawing import PLAIN, altair, channels, domain, short, titled, values
from .layering import beside, layered
from .theme import themed

#: Raters that have a bar each; of more there is the mean, and a tick for each.
_BARS = (BLUE, ORANGE, GREEN, PURPLE)
#: How high a row is at most and at least, what all rows take, and how wide the two halves are.
_HIGH, _LOW, _WHOLE, _USE, _AGREE = 46.0, 15.0, 420.0, 250, 190

_QUARTERS = [0, 0.25, 0.5, 0.75, 1]


def category_bars(bands: BandTable, *, lang: Language = "en", names: Sequence[Any] | None = None) -> Figure:
    """On the left the share of each rater's ratings; on the right the agreement with its interval.

    Of measurements the rows are ranges, and on the right is the mean distance of two ratings. `names` stand
    for the raters: texts, or words in each language.
    """
    drawn = _Bars(bands, lang, tuple(name_in(name, lang) for name in names or _names(bands, lang)))
    chart = beside(drawn.use(), drawn.agreement(), spacing=22, title=drawn.title())
    return themed("category-bars", chart, lang=lang)


def _names(bands: BandTable, lang: Language) -> tuple[str, ...]:
    if bands.raters == EVERYBODY:
        return (render("figures.a-all-raters", {}, lang),)
    return bands.raters


@dataclass(frozen=True)
class _Bars:
    """Rows from the top, one step each."""

    table: BandTable
    lang: Language
    names: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.table.bands)

    @property
    def row(self) -> float:
        return max(_LOW, min(_HIGH, _WHOLE / max(self.size, 1)))

    @property
    def labels(self) -> list[str]:
        return [str(band.label) for band in self.table.bands]

    @property
    def several(self) -> bool:
        """Whether there are too many raters for a bar each."""
        return len(self.names) > len(_BARS)

    @property
    def measured(self) -> bool:
        return any(band.distance is not None for band in self.table.bands)

    def word(self, key: str, **facts: Any) -> str:
        return render(f"figures.a-{key}", facts, self.lang)

    def title(self) -> Any:
        levels = {result.interval.level for _, result in self._points if result.interval is not None}
        lines = [
            self.word("mean-use", n=len(self.names)) if self.several else "",
            self.word("interval", level=levels.pop()) if len(levels) == 1 else "",
        ]
        return titled(self.word("bands" if self.measured else "categories"), *lines)

    def _rows(self, *, named: bool) -> dict[str, Any]:
        look = down(self.row) if named else {"labels": False}
        axis = named_axis(self.labels, **{**look, "title": None, "domain": True})
        return {"scale": steps(0, self.size, reverse=True), "axis": axis}

    # --- the left half --------------------------------------------------------------------------

    def use(self) -> Any:
        """Bars of each rater, or the mean of many with a tick for each."""
        layers = [self._mean(), self._ticks()] if self.several else [self._each()]
        return layered(*layers, width=_USE, height=self.row * self.size)

    def _x(self) -> Any:
        alt = altair()
        axis = alt.Axis(format="~%", tickCount=4, title=self.word("use"), domain=False, ticks=False)
        return alt.X("share:Q", axis=axis, scale=alt.Scale(zero=True, nice=True))

    def _each(self) -> Any:
        alt = altair()
        colours = [str(g) for g in range(len(self.names))]
        legend = alt.Legend(
            orient="top",
            title=None,
            offset=8,
            labelExpr=f"{name_list(self.names)}[toNumber(datum.value)]",
            symbolType="square",
        )
        scale = alt.Scale(domain=colours, range=list(_BARS[: len(colours)]))
        return (
            alt.Chart(values(self._shares()))
            .mark_rect()
            .encode(
                x=self._x(),
                x2=alt.X2(datum=0),
                y=alt.Y("y:Q", **self._rows(named=True)),
                y2=alt.Y2("y2"),
                color=alt.Color("place:N", scale=scale, legend=legend if len(colours) > 1 else None),
                tooltip=self._tooltips("category", "rater", "use", "items"),
            )
        )

    def _shares(self) -> Iterator[dict[str, Any]]:
        """Every rater's share of every row, one below the other."""
        thick = 0.76 / len(self.names)
        for i, band in enumerate(self.table.bands):
            for g, (share, n) in enumerate(zip(band.shares, band.counts, strict=True)):
                top = i + 0.12 + g * thick
                yield {
                    "y": top, "y2": top + thick, "share": 0.0 if math.isnan(share) else share,
                    "place": str(g), "category": short(band.label), "rater": self.names[g],
                    "use": written_percent(share), "items": written_count(n),
                }  # fmt: skip

    def _mean(self) -> Any:
        rows = [
            {
                "y": i + 0.2,
                "y2": i + 0.8,
                "share": mean,
                "category": short(band.label),
                "use": written_percent(mean),
            }
            for i, band in enumerate(self.table.bands)
            if not math.isnan(mean := _mean_of(band.shares))
        ]
        alt = altair()
        y = alt.Y("y:Q", **self._rows(named=True))
        mark = alt.Chart(values(rows)).mark_rect(color=GREY, opacity=0.45)
        return mark.encode(
            x=self._x(), x2=alt.X2(datum=0), y=y, y2=alt.Y2("y2"), tooltip=self._tooltips("category", "use")
        )

    def _ticks(self) -> Any:
        rows = [{**row, "y": int(row["y"]) + 0.25, "y2": int(row["y"]) + 0.75} for row in self._shares()]
        mark = altair().Chart(values(rows)).mark_rule(color=INK, strokeWidth=1)
        return mark.encode(
            **channels(x="share:Q", y="y:Q", y2="y2"),
            tooltip=self._tooltips("category", "rater", "use", "items"),
        )

    # --- the right half -------------------------------------------------------------------------

    @cached_property
    def _points(self) -> list[tuple[int, Result]]:
        known = ((i, _speaks(band)) for i, band in enumerate(self.table.bands))
        return [(i, result) for i, result in known if result is not None and result.defined]

    def agreement(self) -> Any:
        """A point with its interval in each row."""
        alt = altair()
        data = values(self._agreed())
        key = "distance" if self.measured else "specific"
        ticks = {"format": PLAIN, "tickCount": 4} if self.measured else {"format": "~%", "values": _QUARTERS}
        axis = alt.Axis(title=self.word(key), domain=False, ticks=False, **ticks)
        y = alt.Y("y:Q", **self._rows(named=False))
        x = alt.X("low:Q", axis=axis, scale=alt.Scale(domain=self._ends(), nice=self.measured))
        lines = alt.Chart(data).mark_rule(color=INK, strokeWidth=1.2).encode(x=x, x2=alt.X2("high"), y=y)
        tooltip = self._tooltips("category", key, "within", "items")
        points = alt.Chart(data).mark_point(filled=True, size=55, opacity=1, color=INK)
        layers = (lines, points.encode(**channels(x="at:Q", y="y:Q"), tooltip=tooltip))
        return layered(*layers, width=_AGREE, height=self.row * self.size)

    def _ends(self) -> list[float]:
        if not self.measured:
            return [0, 1]
        return [0, domain([end for row in self._agreed() for end in (row["at"], row["high"])])[1]]

    def _agreed(self) -> Iterator[dict[str, Any]]:
        for i, result in self._points:
            low, high = (result.estimate, result.estimate)
            if result.interval is not None:
                low, high = result.interval.low, result.interval.high
            shown = [render("figures.a-amount", {"x": [result.measure, x]}, self.lang) for x in (low, high)]
            yield {
                "y": i + 0.5, "at": result.estimate, "low": low, "high": high,
                "category": short(self.table.bands[i].label), "items": written_count(result.n_items),
                "within": " – ".join(shown) if result.interval is not None else "–",
                "distance" if self.measured else "specific": render(
                    "figures.a-amount", {"x": [result.measure, result.estimate]}, self.lang
                ),
            }  # fmt: skip

    def _tooltips(self, *keys: str) -> list[Any]:
        return [altair().Tooltip(f"{key}:N", title=self.word(key)) for key in keys]


def _speaks(band: ScoreBand) -> Result | None:
    return band.distance if band.specific is None else band.specific


def _mean_of(shares: Sequence[float]) -> float:
    known = [share for share in shares if not math.isnan(share)]
    return sum(known) / len(known) if known else math.nan
