"""Plots of the page over time: a measure by round with its changes, and a judge's runs on anchor items."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...interpret.rounds import Anchored
from ...interpret.study import ComparisonReport
from ...language.message import Message
from ...language.numerals import in_units
from ...language.render import LANGUAGES, is_share
from ..figures.drawing import Words, domain
from ..figures.drift import DriftFigure
from ..figures.goal_line import wanted_of
from ..figures.rounds import RoundsStrip, rounds_of
from .plots import Plot, PlotBand, PlotLine, PlotPoint, name_ticks, number_ticks

#: Units for a round, and the width of few and of many.
_STEP, _LEAST, _MOST = 56, 440, 1000
#: Colours and shapes of series, in order.
_KINDS = ("first", "second", "third", "fourth")
_Rows = Sequence[Mapping[str, Any]]


def round_plots(one: ComparisonReport) -> tuple[Plot, ...]:
    """The measure of every round, and below it the change from the round before; none without values."""
    found = one.progress
    if found is None or not any(r.tracked.defined for r in found.rounds):
        return ()
    wanted = wanted_of(one, found.measure, found.options)
    rounds = rounds_of(found)
    each: dict[str, RoundsStrip] = {
        lang: RoundsStrip(rounds, wanted, found.convergence, Words(lang)) for lang in LANGUAGES
    }
    measured = _measured(each)
    return (measured, _changes(each)) if each["en"].changed else (measured,)


def _measured(each: Mapping[str, RoundsStrip]) -> Plot:
    drawn = each["en"]
    rows, texts = drawn.rows(changes=False), _texts(each, changes=False)
    goal = drawn.goal.value
    ends = domain([x for row in rows for x in (row["low"], row["high"], row["y"])] + [goal], pad=0.1)
    aim = {
        lang: one.words(
            "goal" if one.goal.stage is None else "stage-at", x=[one.first.measure, one.goal.value]
        )
        for lang, one in each.items()
    }
    kind = "goal" if drawn.goal.stage is None else "stage"
    goal_line = [] if math.isnan(goal) else [PlotLine(((0.0, goal), (len(rows), goal)), kind, aim)]
    level = next((one.result.interval.level for one in drawn.rounds if one.result.interval), None)
    notes = [] if level is None else [Message("figures.b-interval", {"level": level})]
    if drawn.goal.stage is not None and not math.isnan(goal):
        facts = {"name": dict(drawn.goal.stage), "x": [drawn.first.measure, goal]}
        notes.append(Message("figures.b-stage", facts))
    width = _width(len(rows))
    return Plot(
        title={lang: one.title for lang, one in each.items()},
        x_range=(0.0, float(len(rows))),
        y_range=(ends[0], ends[1]),
        x_ticks=name_ticks([row["name"] for row in rows], width - 56),
        y_ticks=tuple(number_ticks(ends, share=is_share(drawn.first.measure))),
        points=tuple(_points(rows, texts)),
        lines=(*goal_line, PlotLine(_joined(rows), "first")),
        notes=tuple(notes),
        width=width,
    )


def _changes(each: Mapping[str, RoundsStrip]) -> Plot:
    drawn = each["en"]
    rows, texts = drawn.rows(changes=True), _texts(each, changes=True)
    least = drawn.unit * drawn.least
    ends = domain([x for row in rows for x in (row["low"], row["high"], row["y"])] + [-least, least], pad=0.1)
    share = is_share(drawn.first.measure)
    notes = [Message("figures.b-band-points" if share else "figures.b-band-units", {"x": least})]
    if any(not one.paired for one in drawn.known):
        notes.append(Message("figures.b-independent"))
    width = _width(len(rows))
    return Plot(
        title=Message("figures.b-changed-points" if share else "figures.b-changed"),
        x_range=(0.0, float(len(rows))),
        y_range=(ends[0], ends[1]),
        x_ticks=name_ticks([row["name"] for row in rows], width - 56),
        y_ticks=tuple(number_ticks(ends, sign=True)),
        points=tuple(_points(rows, texts)),
        lines=(PlotLine(((0.0, 0.0), (float(len(rows)), 0.0)), "zero"),),
        bands=(PlotBand(-least, least),),
        notes=tuple(notes),
        height=150,
        width=width,
    )


def _width(n: int) -> int:
    return min(max(_STEP * n, _LEAST), _MOST)


def _texts(each: Mapping[str, RoundsStrip], *, changes: bool) -> list[dict[str, str]]:
    """What the pointer shows of every round."""
    by_language = {lang: one.rows(changes=changes) for lang, one in each.items()}
    return [
        {lang: f"{row['name']}: {row['told']}" for lang, row in zip(by_language, rows, strict=True)}
        for rows in zip(*by_language.values(), strict=True)
    ]


def _points(rows: _Rows, texts: Sequence[Mapping[str, str]]) -> Iterator[PlotPoint]:
    for row, text in zip(rows, texts, strict=True):
        if math.isfinite(row["y"]):
            kind = "first" if row["paired"] else "hollow"
            yield PlotPoint(row["place"], row["y"], row["low"], row["high"], text, kind)


def _joined(rows: _Rows) -> tuple[tuple[float, float], ...]:
    return tuple((row["place"], row["y"]) for row in rows if math.isfinite(row["y"]))


# --- drift --------------------------------------------------------------------------------------


def drift_plots(anchored: Anchored) -> tuple[Plot, ...]:
    """How far the level has moved, and with whom the judge agrees, run by run; none without common items."""
    if not any(run.same is not None for run in anchored.runs):
        return ()
    each: dict[str, DriftFigure] = {lang: DriftFigure(anchored, lang) for lang in LANGUAGES}
    return _moved(anchored, each), _agreement(anchored, each)


def _moved(anchored: Anchored, each: Mapping[str, DriftFigure]) -> Plot:
    drawn = each["en"]
    matter = drawn.unit * anchored.matter
    noise = [(place, run.noise) for place, run in enumerate(drawn.runs) if not math.isnan(run.noise)]
    more = [-matter, matter, *(x for _, size in noise for x in (-size, size))]
    n = float(len(drawn.runs))
    key = "shift" if anchored.ordered else "shares"
    return _series_plot(
        {lang: one.words(key, first=one.called(one.runs[0])) for lang, one in each.items()},
        each, "moved", more, sign=True,
        lines=[PlotLine(((0.0, y), (n, y)), "allowed" if y else "zero") for y in (0.0, -matter, matter)],
        bands=tuple(PlotBand(-size, size, "plain", place, place + 1.0) for place, size in noise),
        notes=[{lang: one.words("interval", level=one.level) for lang, one in each.items()},
               *([{lang: one.words("band") for lang, one in each.items()}] if noise else [])],
    )  # fmt: skip


def _agreement(anchored: Anchored, each: Mapping[str, DriftFigure]) -> Plot:
    key = "distance" if anchored.measured else "agreement"
    title = {lang: one.words(key) for lang, one in each.items()}
    return _series_plot(title, each, "agreeing", [], share=not anchored.measured)


def _series_plot(
    title: Mapping[str, str],
    each: Mapping[str, DriftFigure],
    which: str,
    more: Sequence[float],
    *,
    share: bool = False,
    sign: bool = False,
    lines: Sequence[PlotLine] = (),
    bands: tuple[PlotBand, ...] = (),
    notes: Sequence[Mapping[str, str]] = (),
) -> Plot:
    """Every series as a line with intervals and points."""
    drawn = each["en"]
    unit = drawn.unit if which == "moved" else 1.0
    names = [run.name for run in drawn.runs]
    found = [
        (kind, one, one.rows(names, unit)) for kind, one in zip(_KINDS, getattr(drawn, which), strict=False)
    ]
    called = zip(*(getattr(one, which) for one in each.values()), strict=True)
    keys = [(kind, {lang: one.name for lang, one in zip(each, pair, strict=True)})
            for kind, pair in zip(_KINDS, called, strict=False)]  # fmt: skip
    rows = [row for _, _, some in found for row in some]
    ends = domain([*(x for row in rows for x in (row["low"], row["high"])), *more], pad=0.1)
    width = _width(len(names))
    points = [
        PlotPoint(row["x"], row["y"], row["low"], row["high"], _value(row, share), kind)
        for kind, _, some in found
        for row in some
    ]
    joined = [PlotLine(tuple((row["x"], row["y"]) for row in some), kind) for kind, _, some in found]
    return Plot(
        title=title,
        x_range=(0.0, float(len(names))),
        y_range=(ends[0], ends[1]),
        x_ticks=name_ticks(names, width - 56),
        y_ticks=tuple(number_ticks(ends, share=share, sign=sign)),
        points=tuple(points),
        lines=(*lines, *joined),
        bands=bands,
        keys=tuple(keys) if any(one.name for _, one, _ in found) else (),
        notes=tuple(notes),
        height=170,
        width=width,
    )


def _value(row: Mapping[str, Any], share: bool) -> str:
    shown = f"{100 * row['y']:.0f}%" if share else in_units(row["y"])
    return f"{row['name']}: {row['who']} {shown}".replace(":  ", ": ")
