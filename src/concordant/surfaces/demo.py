"""The demonstration: a study of the bundled ratings with the public API, then a page of it."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ..coefficients.catalogue import BY_NAME
from ..ratings.ratings import Ratings
from ..ratings.read import read
from ..result import Result, show, show_count
from .api import agreement
from .demo_words import WORDS, Words

DATA = Path(__file__).parents[1] / "data" / "demo.csv"
WIDTH = 88

MEASURES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("exact_agreement", {}),
    ("adjacent_agreement", {}),
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "linear"}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("gwet_ac", {}),
    ("krippendorff_alpha", {"metric": "ordinal"}),
    ("mean_absolute_error", {}),
    ("signed_bias", {}),
    ("pearson", {}),
)


@dataclass(frozen=True)
class Slice:
    """One content type."""

    name: str
    exact: Result
    kappa: Result


@dataclass(frozen=True)
class Study:
    """The ratings, every measure of them, and each content type."""

    ratings: Ratings
    results: tuple[Result, ...]
    slices: tuple[Slice, ...]

    def result(self, name: str) -> Result:
        """The first measure of this name."""
        return next(r for r in self.results if r.measure == name)


def study() -> Study:
    """All that the page shows."""
    ratings = read(DATA, item="item", raters=["human", "judge"], slices="content_type", categories=range(5))
    results = tuple(agreement(ratings, name, **options) for name, options in MEASURES)
    slices = tuple(
        Slice(str(name), agreement(part, "exact_agreement"), agreement(part, "cohen_kappa"))
        for name, part in ratings.by("content_type")
    )
    return Study(ratings, results, slices)


def page(lang: str) -> str:
    """The study as text in one language."""
    words, done = WORDS[lang], study()
    audit = done.ratings.audit
    read_line = words.read.format(
        items=audit.n_items, gaps=audit.n_gaps, scores=" ".join(map(str, done.ratings.labels))
    )
    out = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    parts = (words.title, read_line, _measures(done, lang), _slices(done, words), closing(done, words))
    for part in (*parts, words.next_steps):
        out.print(part, *([""] if isinstance(part, str) else []), markup=False, soft_wrap=True, sep="\n")
    text: str = out.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def closing(done: Study, words: Words) -> str:
    """What the numbers say, in plain sentences."""
    exact = done.result("exact_agreement")
    weak, *_, strong = sorted(done.slices, key=lambda s: s.kappa.estimate)
    apart = (
        weak.kappa.interval and strong.kappa.interval and weak.kappa.interval.high < strong.kappa.interval.low
    )
    last = words.weakest_apart if apart else words.weakest_unclear
    said = (words.same, _bias_words(done.result("signed_bias"), words), last)
    return "\n".join(said).format(
        exact=exact.estimate,
        chance=exact.details["expected_agreement"],
        points=abs(done.result("signed_bias").estimate),
        weak=words.contents[weak.name],
        strong=words.contents[strong.name],
        low=weak.kappa.estimate,
        high=strong.kappa.estimate,
    )


def _bias_words(bias: Result, words: Words) -> str:
    if bias.interval is None or 0 in bias.interval:
        return words.bias_none
    return words.bias_high if bias.estimate > 0 else words.bias_low


def _measures(done: Study, lang: str) -> Table:
    words = WORDS[lang]
    table = _table(words.measures, words.measure_columns, words.level.format(_level(done)))
    for result in done.results:
        chance = result.details.get("expected_agreement")
        raw = not BY_NAME[result.measure].chance_corrected
        shown = show(chance) if raw and chance is not None else ""
        table.add_row(_name(result, lang), show(result.estimate), _interval(result), shown)
    return table


def _slices(done: Study, words: Words) -> Table:
    table = _table(words.slices, words.slice_columns, words.level.format(_level(done)))
    for part in sorted(done.slices, key=lambda part: list(words.contents).index(part.name)):
        table.add_row(
            words.contents[part.name],
            show_count(part.exact.n_items),
            show(part.exact.estimate),
            show(part.kappa.estimate),
            _interval(part.kappa),
        )
    return table


def _table(title: str, columns: tuple[str, ...], level: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="", box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        table.add_column(column.format(level=level), justify="right" if place else "left", no_wrap=True)
    return table


def _name(result: Result, lang: str) -> str:
    c = BY_NAME[result.measure]
    option = next((WORDS[lang].options[value] for value in result.options.values()), None)
    title = c.title_zh.replace(c.title, result.title) if lang == "zh" else result.title
    if option is None:
        return title
    return f"{title}（{option}）" if lang == "zh" else f"{title}, {option}"


def _interval(result: Result) -> str:
    return " – ".join(result.interval.ends()) if result.interval else "–"


def _level(done: Study) -> float:
    return next(r.interval.level for r in done.results if r.interval)
