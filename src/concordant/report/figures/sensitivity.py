"""The weight-sensitivity curve: a kappa from no partial credit to quadratic weights, and how it reads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...errors import OptionError
from ...interpret.compare import Benchmark
from ...interpret.trust import Scheme, Sensitivity, scheme_name
from ...language.render import Language
from ...number_text import show
from ..figure import BLUE, INK, ORANGE, SOFT, Figure
from .drawing import Words, altair, domain, ends, short, titled, values, wrapped
from .layering import beside, layered
from .theme import themed

#: The power of the distance that a named scheme is.
_POWERS = {"identity": 0.0, "linear": 1.0, "quadratic": 2.0}
_WIDTH, _HEIGHT, _STEP = 360, 260, 86
#: A band that takes less of the height has no room for its word.
_LEAST = 0.05


def sensitivity_curve(sensitivity: Sensitivity, *, lang: Language = "en") -> Figure:
    """The coefficient as the power of the distance goes from 0 to 2, with its interval and named schemes.

    Behind it stand the bands of the usual benchmark; where the curve enters another band there is a rule.
    Schemes that are no power of the distance stand beside the curve.
    """
    if not sensitivity.curve:
        why = sensitivity.sentences[0].text("en") if sensitivity.sentences else "it is undefined."
        raise OptionError(f"There is no weight-sensitivity curve here: {why}")
    plot = _SensitivityPlot(sensitivity, Words(lang))
    chart = plot.powers()
    if plot.others:
        chart = beside(chart, plot.beside(), spacing=8, resolve={"scale": {"y": "shared"}})
    return themed("sensitivity-curve", chart.properties(title=titled(plot.title, *plot.notes())), lang=lang)


@dataclass(frozen=True)
class _SensitivityPlot:
    found: Sensitivity
    words: Words

    @property
    def title(self) -> str:
        return self.words("weights", m=[self.found.measure, {}])

    def notes(self) -> Iterator[str]:
        """What to know, a sentence a line."""
        level = next((s.result.interval.level for s in self.found.schemes if s.result.interval), None)
        if level is not None:
            yield self.words("shaded-curve", level=level)
        if self.benchmark is not None:
            yield self.words("words", source=self.benchmark.label[self.words.lang])
        if self.found.changes:
            yield self.words("change", powers=[show(change.power, 2) for change in self.found.changes])

    @cached_property
    def benchmark(self) -> Benchmark | None:
        """The scale of words behind the curve."""
        return next((s.verdict.benchmark for s in self.found.schemes if s.verdict is not None), None)

    @cached_property
    def others(self) -> list[Scheme]:
        """The schemes that are no power of the distance."""
        return [s for s in self.found.schemes if s.name not in _POWERS and s.result.defined]

    @cached_property
    def upright(self) -> list[float]:
        """From the lowest to the highest, and no further than a kappa can be."""
        every = [x for p in self.found.curve for x in (p.low, p.high, p.estimate)]
        every += [x for scheme in self.found.schemes for x in ends(scheme.result)]
        low, high = domain(every, pad=0.08)
        return [low, min(high, 1.0)]

    # --- layers ---------------------------------------------------------------------------------

    def y(self, field: str = "y", *, axis: bool = True) -> Any:
        """Any height, on the one scale of both panels."""
        alt = altair()
        scale = alt.Scale(domain=self.upright, nice=False, zero=False)
        return alt.Y(f"{field}:Q", title=None, scale=scale, axis=alt.Axis(grid=False) if axis else None)

    def powers(self) -> Any:
        """The curve, with the schemes that lie on it."""
        alt = altair()
        axis = alt.Axis(values=[0, 0.5, 1, 1.5, 2], grid=False)
        x = alt.X("x:Q", title=self.words("power"), scale=alt.Scale(domain=[0, 2], nice=False), axis=axis)
        base = alt.Chart(
            values({"x": p.power, "y": p.estimate, "low": p.low, "high": p.high} for p in self.found.curve)
        )
        tips = [
            alt.Tooltip("x:Q", title=self.words("power-short")),
            alt.Tooltip("y:Q", title=self.words("value"), format=".3f"),
        ]
        area = base.mark_area(color=BLUE, opacity=0.15, clip=True).encode(
            x=x, y=self.y("low"), y2=alt.Y2("high:Q")
        )
        line = base.mark_line(color=BLUE, strokeWidth=2).encode(x=x, y=self.y(), tooltip=tips)
        layers = [*self.bands(_WIDTH, named=not self.others), area, *self.changes(x), line, *self.named(x)]
        return layered(*layers, width=_WIDTH, height=_HEIGHT)

    def bands(self, width: int, *, named: bool, axis: bool = True) -> Iterator[Any]:
        """Every other band of the benchmark lightly shaded, and its word to the right."""
        alt = altair()
        rows = list(self._bands())
        if shaded := [row for row in rows if row["shaded"]]:
            mark = alt.Chart(values(shaded)).mark_rect(color=SOFT, opacity=0.09)
            yield mark.encode(x=alt.XValue(0), x2=alt.X2Value(width), y=self.y(axis=axis), y2=alt.Y2("top:Q"))
        least = _LEAST * (self.upright[1] - self.upright[0])
        if room := [row for row in rows if named and row["top"] - row["y"] >= least]:
            mark = alt.Chart(values(room)).mark_text(align="left", dx=6, color=SOFT)
            yield mark.encode(x=alt.XValue(width), y=self.y("middle", axis=axis), text=alt.Text("word:N"))

    def _bands(self) -> Iterator[dict[str, Any]]:
        """The part of each band that is in the picture."""
        bands = self.benchmark.bands if self.benchmark else ()
        tops = [*(band.start for band in bands[1:]), math.inf]
        for place, (band, end) in enumerate(zip(bands, tops[: len(bands)], strict=True)):
            low, high = max(band.start, self.upright[0]), min(end, self.upright[1])
            if high > low:
                facts = {"word": band.words[self.words.lang], "shaded": place % 2 == 1}
                yield {"y": low, "top": high, "middle": (low + high) / 2, **facts}

    def changes(self, x: Any) -> Iterator[Any]:
        """Where the curve reads as another word."""
        if self.found.changes:
            mark = altair().Chart(values({"x": change.power} for change in self.found.changes))
            yield mark.mark_rule(strokeDash=[2, 3], color=SOFT).encode(x=x)

    def named(self, x: Any) -> Iterator[Any]:
        """No weights, linear and quadratic ones; their names where the curve is not."""
        alt, curve = altair(), self.found.curve
        rises = curve[-1].estimate >= curve[0].estimate
        for scheme in self.found.schemes:
            if scheme.name not in _POWERS or not scheme.result.defined:
                continue
            power = _POWERS[scheme.name]
            number = show(scheme.result.estimate, 2)
            text = f"{self.words('none' if scheme.name == 'identity' else scheme.name)} {number}"
            base = alt.Chart(values([{"x": power, "y": scheme.result.estimate, "said": text}]))
            base = base.encode(x=x, y=self.y(), tooltip=[alt.Tooltip("said:N", title=self.words("scheme"))])
            yield base.mark_point(filled=True, size=60, color=BLUE, opacity=1)
            last = power == max(_POWERS.values())
            side = {"align": "right", "dx": -6} if last else {"align": "left", "dx": 8}
            yield base.mark_text(**side, dy=-12 if last == rises else 13, color=INK).encode(
                text=alt.Text("said:N")
            )

    def beside(self) -> Any:
        """The other schemes, one beside the other, with their intervals."""
        alt = altair()
        rows = [self._other(place, scheme) for place, scheme in enumerate(self.others)]
        width = _STEP * len(rows)
        x = alt.X("x:O", title=None, axis=alt.Axis(labels=False, ticks=False))
        base = alt.Chart(values(rows)).encode(x=x)
        tips = [
            alt.Tooltip("said:N", title=self.words("scheme")),
            alt.Tooltip("y:Q", title=self.words("value"), format=".3f"),
        ]
        rule = base.mark_rule(color=ORANGE, strokeWidth=1.5, clip=True)
        dot = base.mark_point(filled=True, size=70, color=ORANGE, shape="diamond", opacity=1)
        name = base.mark_text(baseline="top", lineBreak="\n", color=INK)
        layers = [
            *self.bands(width, named=True, axis=False),
            rule.encode(y=self.y("low", axis=False), y2=alt.Y2("high:Q")),
            dot.encode(y=self.y(axis=False), tooltip=tips),
            name.encode(y=alt.YValue(_HEIGHT + 8), text=alt.Text("name:N")),
        ]
        return layered(*layers, width=width, height=_HEIGHT)

    def _other(self, place: int, scheme: Scheme) -> dict[str, Any]:
        label = short(scheme_name(scheme.name, self.words.lang))
        low, high = ends(scheme.result)
        name = f"{wrapped(label)}\n{show(scheme.result.estimate, 2)}"
        return {
            "x": place,
            "y": scheme.result.estimate,
            "low": low,
            "high": high,
            "said": label,
            "name": name,
        }
