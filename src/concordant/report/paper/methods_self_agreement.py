"""Methods, continued: by what raters were held against themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...interpret.study.study import Study
from ...language.render import Language
from ...result import Result
from .interval_methods import SOURCES, way
from .markup import Marked, cite, write
from .measure_names import enumerated, title
from .numbers import level


def measures_within(study: Study, lang: Language) -> Iterator[Marked]:
    """The measures of raters' agreement with themselves."""
    called = dict.fromkeys(title(part.measure, options_of(part), lang) for part in _parts(study))
    if called:
        yield write("paper.measures-within", lang, measures=enumerated(called, lang))


def intervals_within(study: Study, lang: Language) -> Iterator[Marked]:
    """How the intervals of raters' agreement with themselves were had."""
    by_way: dict[str, dict[str, None]] = {}
    levels: dict[str, None] = {}
    for part in _parts(study):
        if way(part) not in ("", "edge") and part.interval is not None:
            by_way.setdefault(way(part), {})[title(part.measure, options_of(part), lang)] = None
            levels[level(part.interval.level)] = None
    if by_way:
        how = [
            write(f"paper.how-{usual}", lang, what=enumerated(what, lang), cite=cite(*SOURCES.get(usual, ())))
            for usual, what in by_way.items()
        ]
        told = enumerated(how, lang, ";")
        yield write("paper.intervals-within", lang, level=enumerated(levels, lang), how=told)


def _parts(study: Study) -> list[Result]:
    """Every rater's own result, plainly and by the coefficient of the scale."""
    found = (part for one in study.within for whole in (one.again, one.main) for part in whole.parts)
    return [part for part in found if part.defined]


def options_of(result: Result) -> Mapping[str, Any]:
    """What a coefficient is called by: its weights or metric, and the form it had without being asked."""
    asked = {key: result.options[key] for key in ("weights", "metric", "form") if key in result.options}
    if result.measure == "icc" and "form" not in asked:
        asked["form"] = BY_NAME["icc"].options["form"].default
    return asked
