"""The Bland–Altman plot: how much two raters' measurements differ, by their size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...digits import rounded
from ...errors import OptionError
from ...interpret.where import Scatter
from ...language.numerals import in_units
from ...language.render import Language
from ...result import Result
from ..figure import BLUE, GREEN, INK, RED, SOFT, Figure
from .axis_labels import name_in
from .drawing import Words, altair, domain, titled, values
from .layering import layered
from .theme import themed

#: Below this p differences are said to change with size, and the line is drawn.
SURE = 0.05
_WIDTH, _HEIGHT = 420, 280
#: An interval of a limit may take this much of the height; that of a few pairs is far wider.
_MOST_ROOM = 0.4
#: What lies beyond an interval that is shown whole.
_PAST = 0.03


def bland_altman(
    scatter: Scatter, result: Result, *, lang: Language = "en", names: Sequence[Any] | None = None
) -> Figure:
    """Differences against means, with the bias, the limits of agreement and their confidence intervals.

    `result` is that of `bland_altman` on the same pairs. Where its limits follow size, so do the lines; where
    differences change with size all the same, their slope is drawn; an allowed difference is dotted. `names`
    stand for the two: texts, or words in each language.
    """
    if not result.defined or not scatter.pairs:
        why = result.notes[0].text if result.notes else "there are no pairs of measurements."
        raise OptionError(f"There is no Bland–Altman plot here: {why}")
    first, second = (name_in(name, lang) for name in names or (scatter.first, scatter.second))
    plot = BlandAltmanPlot(scatter, result, {"first": first, "second": second}, Words(lang))
    layers = [*plot.bands(), *plot.lines(), plot.points(), *plot.ends()]
    title = titled(plot.title, *plot.notes())
    chart = layered(*layers, width=_WIDTH, height=_HEIGHT, title=title)
    return themed("bland-altman", chart, lang=lang)


@dataclass(frozen=True)
class BlandAltmanPlot:
    """What is drawn, in the units of the picture: differences, percents, or ratios."""

    scatter: Scatter
    result: Result
    names: Mapping[str, str]
    words: Words

    @property
    def how(self) -> str:
        """What the differences are: plain, percent or log."""
        return str(self.result.options.get("differences", "plain"))

    @property
    def sloped(self) -> bool:
        """Whether the limits follow size."""
        return "bias_slope" in self.result.details

    @cached_property
    def dots(self) -> list[tuple[float, float]]:
        """Size and difference of every pair; of logarithms the geometric mean and the ratio."""
        size, apart = _PLACES[self.how]
        return [(size(a, b), apart(a, b)) for a, b in self.scatter.pairs]

    @property
    def title(self) -> str:
        return self.words("differences", **self.names)

    def notes(self) -> Iterator[str]:
        """What to know, a sentence a line."""
        details = self.result.details
        yield self.words("limits-hold", share=float(details.get("agreement", math.nan)))
        yield from self._about_intervals()
        if self.slope is not None:
            yield self.words("follows-size", p=float(details["slope_on_size_p"]))
        if self.allowed is not None:
            yield self.words("allowed-ratio" if self.how == "log" else "allowed", x=self.allowed)
        shown, n = len(self.scatter.pairs), self.scatter.n
        yield self.words("some-pairs", shown=shown, n=n) if shown < n else self.words("all-pairs", n=n)

    def _about_intervals(self) -> Iterator[str]:
        if self.sloped:
            lower, upper = (in_units(self.three[name].estimate) for name in ("lower", "upper"))
            yield self.words("limits-follow", lower=lower, upper=upper)
        elif self.unsure:
            yield self.words("limits-unsure")
        elif self.result.interval is not None:
            yield self.words("shaded", level=self.result.interval.level)

    # --- places ---------------------------------------------------------------------------------

    @property
    def three(self) -> dict[str, Result]:
        """Bias, lower and upper limit."""
        by_name = {part.category: part for part in self.result.parts}
        return {"bias": self.result, "lower": by_name["lower limit"], "upper": by_name["upper limit"]}

    @property
    def same(self) -> bool:
        """Whether all differences are equal, so that limits and bias are one line."""
        return len({rounded(result.estimate) for result in self.three.values()}) == 1

    @property
    def unsure(self) -> bool:
        """Whether the interval of a limit is wider than the limits are apart, as with few pairs."""
        lower, upper = self.three["lower"], self.three["upper"]
        known = [part.interval for part in (lower, upper) if part.interval is not None]
        apart = upper.estimate - lower.estimate
        return not self.same and any(interval.high - interval.low > apart for interval in known)

    @property
    def allowed(self) -> float | None:
        given = self.result.options.get("allowed")
        return None if given is None else float(given)

    @property
    def nothing(self) -> float:
        """Where both raters say the same."""
        return 1.0 if self.how == "log" else 0.0

    @cached_property
    def across(self) -> list[float]:
        """From the smallest to the largest."""
        if self.how == "log":
            return [math.exp(x) for x in domain(math.log(size) for size, _ in self.dots)]
        return domain(size for size, _ in self.dots)

    @cached_property
    def upright(self) -> list[float]:
        """All points and limits; of their intervals as much as leaves room for the points."""
        to, back = _scaling(self.how)
        dotted = [] if self.allowed is None else [self.allowed, self.other_way(self.allowed)]
        inner = [
            *(y for _, y in self.dots),
            *(r.estimate for r in self.three.values()),
            self.nothing,
            *dotted,
        ]
        inner += [y for row in self.sloped_rows() for y in (row["bias"], row["lower"], row["upper"])]
        low, high = domain(map(to, inner))
        room = _MOST_ROOM * (high - low)
        known = [] if self.unsure else [r.interval for r in self.three.values() if r.interval]
        ends = [to(x) for interval in known for x in (interval.low, interval.high)]
        wide = [min(max(x, low - room), high + room) for x in ends if math.isfinite(x)]
        # an interval that ends where the picture does would look cut
        past = _PAST * (high - low)
        bottom, top = min([low, *(x - past for x in wide)]), max([high, *(x + past for x in wide)])
        return [back(bottom), back(top)]

    def other_way(self, allowed: float) -> float:
        """What is allowed below, of what is allowed above."""
        return 1 / allowed if self.how == "log" else -allowed

    @property
    def slope(self) -> float | None:
        """By how much differences grow with size, where that is sure and the limits do not show it."""
        details = self.result.details
        if self.sloped or not details.get("slope_on_size_p", 1.0) < SURE:
            return None
        return float(details["slope_on_size"])

    # --- layers ---------------------------------------------------------------------------------

    def encoded(self, **more: Any) -> dict[str, Any]:
        """Both axes, the same in every layer."""
        alt = altair()
        kind = "log" if self.how == "log" else "linear"
        named = "mean-log" if self.how == "log" else "mean"
        suffix = "" if self.how == "plain" else f"-{self.how}"
        x = alt.Scale(domain=self.across, nice=False, zero=False, type=kind)
        y = alt.Scale(domain=self.upright, nice=False, zero=False, type=kind)
        return {
            "x": alt.X("x:Q", title=self.words(named), scale=x, axis=alt.Axis(grid=False)),
            "y": alt.Y(
                "y:Q",
                title=self.words(f"difference{suffix}", **self.names),
                scale=y,
                axis=alt.Axis(grid=False),
            ),
            **more,
        }

    def bands(self) -> Iterator[Any]:
        """The confidence intervals of bias and limits, where these are one number each."""
        alt = altair()
        if self.sloped:
            return
        for name, one in self.three.items():
            if one.interval is None or (self.unsure and name != "bias"):
                continue
            rows = [
                {"x": self.across[0], "end": self.across[1], "y": one.interval.low, "top": one.interval.high}
            ]
            mark = alt.Chart(values(rows)).mark_rect(color=_COLOURS[name], opacity=0.13, clip=True)
            yield mark.encode(**self.encoded(x2=alt.X2("end:Q"), y2=alt.Y2("top:Q")))

    def lines(self) -> Iterator[Any]:
        """No difference, bias and limits, what is allowed, and the slope."""
        low, high = self.across
        flat = {name: one.estimate for name, one in self.three.items()}
        ends = list(self.sloped_rows()) or [{"x": low, **flat}, {"x": high, **flat}]
        yield self._line([(low, self.nothing), (high, self.nothing)], SOFT, [1, 0], 0.8)
        for y in () if self.allowed is None else (self.allowed, self.other_way(self.allowed)):
            yield self._line([(low, y), (high, y)], GREEN, [1, 3], 1.5)
        for name in ("bias",) if self.same else ("lower", "upper", "bias"):
            dash = [1, 0] if name == "bias" else [6, 4]
            yield self._line([(row["x"], row[name]) for row in ends], _COLOURS[name], dash, 1.6)
        if self.slope is not None:
            yield self._line(list(self.slope_ends(self.slope)), BLUE, [2, 2], 1.2)

    def _line(self, ends: list[tuple[float, float]], colour: str, dash: list[int], width: float) -> Any:
        mark = altair().Chart(values({"x": x, "y": y} for x, y in ends))
        return mark.mark_line(color=colour, strokeDash=dash, strokeWidth=width, clip=True).encode(
            **self.encoded()
        )

    def sloped_rows(self) -> Iterator[dict[str, float]]:
        """Limits that follow size at both ends: a + b·size ± k·(c + d·size)."""
        if not self.sloped:
            return
        d, (to, back) = self.result.details, _scaling(self.how)
        for x in self.across:
            middle = d["bias_intercept"] + d["bias_slope"] * to(x)
            half = d["multiplier"] * (d["sd_intercept"] + d["sd_slope"] * to(x))
            yield {"x": x, "bias": back(middle), "lower": back(middle - half), "upper": back(middle + half)}

    def slope_ends(self, slope: float) -> Iterator[tuple[float, float]]:
        """The line through the means with the slope of all pairs; of some pairs, through theirs."""
        to, back = _scaling(self.how)
        at = math.fsum(to(x) if self.how == "log" else x for x, _ in self.dots) / len(self.dots)
        mean = math.fsum(to(y) for _, y in self.dots) / len(self.dots)
        for x in self.across:
            yield x, back(mean + slope * ((to(x) if self.how == "log" else x) - at))

    def points(self) -> Any:
        """Every pair."""
        alt = altair()
        a, b = self.names.values()
        rows = [
            {"x": x, "y": y, "a": first, "b": second}
            for (x, y), (first, second) in zip(self.dots, self.scatter.pairs, strict=True)
        ]
        tips = [alt.Tooltip("a:Q", title=a), alt.Tooltip("b:Q", title=b)]
        few = len(rows) <= 200
        mark = alt.Chart(values(rows)).mark_circle(color=INK, opacity=0.55 if few else 0.3, size=24)
        return mark.encode(**self.encoded(tooltip=tips))

    def ends(self) -> Iterator[Any]:
        """What each line is, at its right end."""
        alt = altair()
        right = list(self.sloped_rows())[-1:]
        for name, one in self.three.items():
            if self.same and name != "bias":
                continue
            y = right[0][name] if right else one.estimate
            number = "" if self.sloped else in_units(one.estimate)
            text = self.words("bias-and-limits" if self.same else name, x=number).rstrip()
            mark = alt.Chart(values([{"y": y, "said": text}]))
            mark = mark.mark_text(align="left", dx=6, color=_COLOURS[name], fontWeight="bold")
            yield mark.encode(x=alt.XValue(_WIDTH), y=alt.Y("y:Q"), text=alt.Text("said:N"))


_COLOURS = {"bias": BLUE, "lower": RED, "upper": RED}
_PLACES: dict[str, tuple[Callable[[float, float], float], Callable[[float, float], float]]] = {
    "plain": (lambda a, b: (a + b) / 2, lambda a, b: a - b),
    "percent": (lambda a, b: (a + b) / 2, lambda a, b: 100 * (a - b) / ((a + b) / 2)),
    "log": (lambda a, b: math.sqrt(a * b), lambda a, b: a / b),
}


def _scaling(how: str) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """To where differences are added up, and back."""
    return (math.log, math.exp) if how == "log" else (float, float)
