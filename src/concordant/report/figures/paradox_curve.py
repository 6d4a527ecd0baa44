"""Kappa over prevalence: what it would be at the same agreement, were one category more or less common."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...errors import OptionError
from ...interpret.trust import Paradox
from ...language.render import Language, measure_name
from ...number_text import show
from ...result import Result
from ..figure import BLUE, GREEN, ORANGE, SOFT, Figure
from .drawing import Words, altair, apart, domain, short, titled, values
from .layering import layered
from .prevalence import Prevalence
from .theme import themed

_WIDTH, _HEIGHT, _STEPS = 380, 260, 100
_COLOURS = {"kappa": BLUE, "gwet": ORANGE, "even": GREEN}
_DASHES = {"kappa": [1, 0], "gwet": [7, 3], "even": [2, 3]}


def paradox_curve(paradox: Paradox, *, lang: Language = "en") -> Figure:
    """Kappa by the share of the most common category, beside Gwet's and even chance; the study's own marked.

    Observed agreement stays, and so does how much more often one rater uses the category than the other;
    `prevalence` says how margins move when there are several categories.
    """
    path = Prevalence(paradox)
    if not path.drawable:
        raise OptionError(
            "There is no curve of kappa against prevalence here: it needs a defined kappa and "
            "two categories whose shares can vary at the same agreement."
        )
    plot = _ParadoxPlot(paradox, path, Words(lang))
    layers = [plot.here(), *plot.curves(), *plot.points(), plot.names()]
    title = titled(plot.title, *plot.notes())
    chart = layered(*layers, width=_WIDTH, height=_HEIGHT, title=title)
    return themed("paradox-curve", chart, lang=lang)


@dataclass(frozen=True)
class _ParadoxPlot:
    found: Paradox
    path: Prevalence
    words: Words

    @property
    def title(self) -> str:
        measure = [self.found.kappa.measure, self._options]
        return self.words("paradox", m=measure, category=short(self.path.category, 20))

    @property
    def _options(self) -> dict[str, Any]:
        """The weights, where they have a name."""
        weights = self.found.options.get("weights")
        return {} if weights is None else {"weights": weights}

    def notes(self) -> Iterator[str]:
        """What to know, a sentence a line."""
        found = [f"{self._name(name)} {show(one.estimate, 2)}" for name, one in self.results.items()]
        yield self.words("found", names=found)
        plain = self.found.options.get("weights", "identity") == "identity"
        yield self.words("fixed" if plain else "fixed-weighted", observed=self.found.observed)
        yield self.words("same-skill")
        if len(self.found.use) > 2:
            yield self.words("others-keep")

    @cached_property
    def results(self) -> Mapping[str, Result]:
        """Every coefficient that is drawn."""
        gwet = {"gwet": self.found.gwet} if self.path.has_gwet else {}
        return {"kappa": self.found.kappa, **gwet, "even": self.found.even}

    @cached_property
    def lines(self) -> Mapping[str, list[tuple[float, float]]]:
        """Every curve as points from left to right; even chance does not see the share."""
        low, high = self.path.span
        shares = sorted({*np.linspace(low, high, _STEPS + 1).tolist(), self.path.here})
        return {name: [(x, self._value(name, x)) for x in shares] for name in self.results}

    def _value(self, name: str, share: float) -> float:
        if name == "even":
            return self.found.even.estimate
        return self.path.kappa(share) if name == "kappa" else self.path.gwet(share)

    @cached_property
    def upright(self) -> list[float]:
        low, _ = domain(y for line in self.lines.values() for _, y in line)
        return [min(low, 0.0), 1.02]

    # --- layers ---------------------------------------------------------------------------------

    @property
    def x(self) -> Any:
        alt = altair()
        title = self.words("share", category=short(self.path.category, 20))
        scale = alt.Scale(domain=list(self.path.span), nice=False, zero=False)
        return alt.X("x:Q", title=title, scale=scale, axis=alt.Axis(format="~%", grid=False, tickCount=6))

    @property
    def y(self) -> Any:
        alt = altair()
        scale = alt.Scale(domain=self.upright, nice=False, zero=False)
        return alt.Y("y:Q", title=None, scale=scale, axis=alt.Axis(tickCount=6))

    def here(self) -> Any:
        """Where the study lies."""
        alt = altair()
        base = alt.Chart(values([{"x": self.path.here, "said": self.words("here")}])).encode(x=self.x)
        label = base.mark_text(baseline="bottom", color=SOFT).encode(
            y=alt.YValue(-3), text=alt.Text("said:N")
        )
        return layered(base.mark_rule(strokeDash=[2, 3], color=SOFT), label)

    def curves(self) -> Iterator[Any]:
        alt = altair()
        for name, line in self.lines.items():
            tips = [
                alt.Tooltip("x:Q", title=self.words("share-short"), format=".0%"),
                alt.Tooltip("y:Q", title=self._name(name), format=".3f"),
            ]
            mark = alt.Chart(values({"x": x, "y": y} for x, y in line))
            mark = mark.mark_line(color=_COLOURS[name], strokeDash=_DASHES[name], strokeWidth=2)
            yield mark.encode(x=self.x, y=self.y, tooltip=tips)

    def points(self) -> Iterator[Any]:
        """What the study found, on each curve."""
        for name, result in self.results.items():
            mark = altair().Chart(values([{"x": self.path.here, "y": result.estimate}]))
            mark = mark.mark_point(filled=True, size=70, color=_COLOURS[name], opacity=1)
            yield mark.encode(x=self.x, y=self.y)

    def names(self) -> Any:
        """Each curve's name at its right end, none upon another."""
        alt = altair()
        ends = {
            name: next(y for _, y in reversed(line) if math.isfinite(y)) for name, line in self.lines.items()
        }
        least = 16 * (self.upright[1] - self.upright[0]) / _HEIGHT
        rows = [{"y": y, "said": self._name(name)} for name, y in apart(ends, least).items()]
        mark = alt.Chart(values(rows)).mark_text(align="left", dx=6)
        return mark.encode(x=alt.XValue(_WIDTH), y=self.y, text=alt.Text("said:N"))

    def _name(self, name: str) -> str:
        result = self.results[name]
        options = {} if name == "even" else self._options
        return measure_name((result.measure, options), self.words.lang, variant=name == "kappa")
