"""Strata as a small table in one language: each stratum, the ways to combine them, and the sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...frame import Frame
from ...language.render import Language, render
from ...result import Result, show, show_count
from ..notes import reason
from .strata import StrataTold

_HEADS = ("stratum", "items", "value", "interval")
_WAYS = ("size_weighted", "inverse_variance", "pooled_chance", "pooled_table")


def strata_text(told: StrataTold, lang: Language) -> str:
    """A line for each stratum and each way to combine them, then the sentences."""
    rows = [(name, *_cells(result)) for name, result in _lines(told, lang)]
    heads = [render(f"strata.head-{name}", {}, lang) for name in _HEADS]
    columns = {head: np.array([row[i] for row in rows], dtype=object) for i, head in enumerate(heads)}
    whole = told.pooled_table
    title = render("strata.title", {"m": [whole.measure, dict(whole.options)], "column": told.column}, lang)
    sentences = [*(said.text(lang) for said in told.said), *_undefined(told, lang)]
    return "\n".join([Frame(columns, title=title).text(), "", *sentences])


def _lines(told: StrataTold, lang: Language) -> Iterator[tuple[str, Result]]:
    yield from ((stratum.value, stratum.result) for stratum in told.strata)
    for way in _WAYS:
        result = getattr(told, way)
        if result is not None:
            yield render(f"strata.way-{way}", {}, lang), result


def _cells(result: Result) -> tuple[str, str, str]:
    within = result.interval
    return show_count(result.n_items), show(result.estimate), "–" if within is None else str(within)


def _undefined(told: StrataTold, lang: Language) -> Iterator[str]:
    """Why a line has no number, each reason once."""
    reasons: dict[str, list[str]] = {}
    for name, result in _lines(told, lang):
        if not result.defined:
            reasons.setdefault(reason(result).text(lang), []).append(name)
    for why, names in reasons.items():
        yield render("strata.undefined", {"names": names, "why": why}, lang)
