"""Words for numbers: published scales that name a range of values, and which of them decide in a study.

The scales are in `benchmarks.toml`. Adjectives such as "substantial" live there and nowhere else.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any, Literal

from ...coefficients.catalogue import BY_NAME
from ...coefficients.references import reference
from ...errors import OptionError, choose
from ...language.render import LANGUAGES, render
from ...quote import quote
from ...suggestion import hint
from ..record import Record
from .choose_measures import Preset
from .comparison import Comparison
from .comparisons import chosen_for

#: Values that differ by less are the same but for rounding.
_ROUNDING = 1e-9


def same(a: float, b: float) -> bool:
    """Whether two numbers are equal but for rounding, so that 1 − 0.4 lies on the cut 0.6."""
    return math.isclose(a, b, rel_tol=_ROUNDING, abs_tol=_ROUNDING)


@dataclass(frozen=True, kw_only=True)
class Band(Record):
    """A range of values with a name; it reaches up to where the next one starts.

    `start` itself belongs to it if `holds_start`, else to the band below.
    """

    words: Mapping[str, str]
    start: float = -math.inf
    holds_start: bool = True

    def begins_below(self, value: float) -> bool:
        """Whether the value lies at or above the start of this band."""
        return self.holds_start if same(value, self.start) else value > self.start


@dataclass(frozen=True, kw_only=True)
class Benchmark(Record):
    """A scale of words from low values to high ones, where it comes from and what it is for.

    `label` is how it is cited in a sentence, in each language, and `source` the key of its reference where it
    was published. `better` says which end is the good one.
    `options` must be those of the measure. `span` is the length of the rating scale that the cuts are for,
    where they are in points of it, and `written_for` that of the source where the cuts were stretched.
    """

    key: str
    label: Mapping[str, str]
    reference: str
    measures: tuple[str, ...]
    bands: tuple[Band, ...]
    year: int | None = None
    source: str = ""
    better: Literal["higher", "lower"] = "higher"
    usual_for: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    span: float | None = None
    written_for: float | None = None

    @property
    def cuts(self) -> tuple[float, ...]:
        """Where one band ends and the next starts."""
        return tuple(band.start for band in self.bands[1:])

    @property
    def worst(self) -> Band:
        """The band at the bad end."""
        return self.bands[0 if self.better == "higher" else -1]

    def place(self, value: float) -> int:
        """Which band a value lies in: its place in `bands`."""
        return sum(band.begins_below(value) for band in self.bands) - 1

    def band(self, value: float) -> Band:
        """The band that a value lies in."""
        return self.bands[self.place(value)]

    def suits(self, measure: str, options: Mapping[str, Any] | None = None) -> bool:
        """Whether it was made for this measure, asked with these options."""
        stated = {**_defaults(measure), **(options or {})}
        return measure in self.measures and all(stated.get(k) == v for k, v in self.options.items())

    def on_span(self, span: float) -> Benchmark:
        """The cuts for a rating scale of another length: those in points stretch with it."""
        if self.span is None or same(span, self.span):
            return self
        if not (math.isfinite(span) and span > 0):
            raise OptionError(
                f"span, the highest minus the lowest rating, must be above 0, got {quote(span)}."
            )
        factor = span / self.span
        bands = tuple(replace(band, start=band.start * factor) for band in self.bands)
        texts = {"label": self.label, "old": self.span, "new": span}
        label: dict[str, str] = {
            language: render("benchmarks.stretched", texts, language) for language in LANGUAGES
        }
        return replace(self, bands=bands, label=label, span=span, written_for=self.span)


def benchmarks_for(
    measure: str, options: Mapping[str, Any] | None = None, *, span: float | None = None
) -> tuple[Benchmark, ...]:
    """The scales for a measure, the usual one first; none for a measure that nobody made a scale for.

    `span` is the highest minus the lowest value of the rating scale: cuts in points of a scale (for the mean
    absolute error) are stretched to it. Without it they stay as written, and their label says for what.
    """
    choose("measure", measure, BY_NAME)
    found = sorted((b for b in BENCHMARKS if b.suits(measure, options)), key=lambda b: _rank(b, measure))
    return tuple(found if span is None else [b.on_span(span) for b in found])


def benchmark(key: str) -> Benchmark:
    """One scale by its key, such as "landis-koch"."""
    choose("benchmark", key, _BY_KEY)
    return _BY_KEY[key]


def standard(name: str) -> tuple[str, ...]:
    """The keys of the scales that a standard consists of, by any of its names."""
    if name in _STANDARDS:
        return _STANDARDS[name]
    known = standard_keys()
    raise OptionError(f"benchmark must be one of {list(known)}, got {quote(name)}.{hint(name, known)}")


def standard_keys() -> tuple[str, ...]:
    """The keys of all standards, in reading order; other names of them are left out."""
    return tuple(dict.fromkeys(_STANDARD_OF.get(b.key, b.key) for b in BENCHMARKS))


def _rank(b: Benchmark, measure: str) -> tuple[bool, int]:
    """The usual one first, and of two of them the one for fewer measures, which was made for this one."""
    return measure not in b.usual_for, len(b.measures) if measure in b.usual_for else 0


def _defaults(measure: str) -> dict[str, Any]:
    return {name: p.default for name, p in BY_NAME[measure].options.items()} if measure in BY_NAME else {}


def _read() -> dict[str, Any]:
    text = files(__package__).joinpath("benchmarks.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _sets(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The scales of every standard, by each of its names; a scale alone by its key."""
    alone = {b.key: (b.key,) for b in BENCHMARKS}
    entries = data["standard"]
    return alone | {name: tuple(one["scales"]) for one in entries for name in (one["key"], *one["names"])}


def _benchmark(entry: Mapping[str, Any], groups: Mapping[str, list[str]]) -> Benchmark:
    def named(names: list[str]) -> tuple[str, ...]:
        return tuple(one for name in names for one in groups.get(name, [name]))

    bands = tuple(_band(band) for band in entry["bands"])
    measures, usual = named(entry["measures"]), named(entry.get("usual_for", []))
    facts: dict[str, Any] = {"bands": bands, "measures": measures, "usual_for": usual}
    if "source" in entry:
        facts["reference"] = reference(entry["source"]).text(entry.get("page"))
    return Benchmark(**{name: value for name, value in entry.items() if name != "page"} | facts)


def _band(entry: Mapping[str, Any]) -> Band:
    start = entry.get("from", entry.get("above", -math.inf))
    words: dict[str, str] = {language: entry[language] for language in LANGUAGES}
    return Band(words=words, start=start, holds_start="above" not in entry)


_DATA = _read()
#: Every scale, in reading order.
BENCHMARKS = tuple(_benchmark(entry, _DATA["groups"]) for entry in _DATA["benchmark"])
_BY_KEY = {b.key: b for b in BENCHMARKS}
_STANDARDS = _sets(_DATA)
_STANDARD_OF = {scale: one["key"] for one in _DATA["standard"] for scale in one["scales"]}


def deciding_scales(compared: Sequence[Comparison], chosen: str | None, preset: Preset) -> tuple[str, ...]:
    """The keys of the scales that decide: those chosen, else the usual one of the main coefficient.

    A judge's comparison speaks for the study, else the first one.
    """
    main = next((one for one in compared if one.kind == "judge"), next(iter(compared), None))
    if chosen is None:
        return () if main is None else tuple(one.key for one in benchmarks_for(*main.main)[:1])
    keys = standard(chosen)
    measures = [m for one in compared for m in chosen_for(one, preset)]
    fits = {b.key for m in measures for b in benchmarks_for(m.measure, m.options)}
    if compared and not fits & {*keys}:
        names = [name for name in standard_keys() if fits & {*standard(name)}]
        raise OptionError(
            f"The benchmark {quote(chosen)} has no bands for the measures of "
            f"this study. Choose one of {names}."
        )
    return keys
