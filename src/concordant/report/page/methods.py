"""How everything was computed: each coefficient with its formula, its intervals and its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ...coefficients.catalogue import BY_NAME
from ...coefficients.references import Reference, reference
from ...interpret.study import Study
from ...language.message import Message
from ...language.render import LANGUAGES, topic
from ...result import Result, interval_method
from ..mathml import mathml
from ..paper.citations import gb7714
from .bilingual import in_each
from .text_helpers import PanelView, sentence


@dataclass(frozen=True)
class Formula:
    """A coefficient: its variants that were used, its symbol in three pieces, what its letters mean."""

    name: Message
    variants: tuple[Message, ...]
    symbol: tuple[str, str, str]
    latex: str
    letters: Mapping[str, str]
    intervals: tuple[Mapping[str, str], ...]
    sources: tuple[Mapping[str, str], ...]

    @property
    def drawn(self) -> Any:
        """The formula as markup, which is made of the catalogue's own signs alone."""
        from markupsafe import Markup

        return Markup(mathml(self.latex))  # noqa: S704 - every sign in it is escaped


@dataclass(frozen=True)
class MethodsView(PanelView):
    """Settings, then formulas, then the versions of what it was computed with."""

    settings: tuple[Message, ...]
    formulas: tuple[Formula, ...]
    versions: tuple[tuple[str, str], ...]
    fingerprint: str


def methods(study: Study) -> MethodsView:
    """How the numbers of a study were had."""
    results = tuple(results_in((study.comparisons, study.within, study.validity, study.profiles)))
    versions = {"concordant": study.version, **study.versions}
    return MethodsView(
        settings=tuple(_settings(study, results)),
        formulas=tuple(_formulas(results)),
        versions=tuple((name, version) for name, version in versions.items() if version),
        fingerprint=study.data.fingerprint,
    )


def results_in(value: Any) -> Iterator[Result]:
    """Every result in a record, in the order in which they stand there."""
    if isinstance(value, Result):
        yield value
        value = value.parts
    if isinstance(value, Mapping):
        value = tuple(value.values())
    elif is_dataclass(value):
        value = tuple(getattr(value, f.name) for f in fields(value))
    if isinstance(value, tuple | list):
        for one in value:
            yield from results_in(one)


def _settings(study: Study, results: tuple[Result, ...]) -> Iterator[Message]:
    if study.data.source:
        yield sentence("source-name", name=study.data.source)
    yield sentence("level", level=study.options.get("level", 0.95))
    yield sentence("fdr", fdr=study.options.get("fdr", 0.05))
    seeds = sorted({str(r.options["seed"]) for r in results if "seed" in r.options})
    yield sentence("seed", seeds=seeds) if seeds else sentence("no-seed")


def _formulas(results: tuple[Result, ...]) -> Iterator[Formula]:
    """One for each coefficient, in the catalogue's order."""
    for name in BY_NAME:
        used = [r for r in results if r.measure == name and (r.defined or r.parts)]
        if used:
            yield _formula(name, used)


def _formula(name: str, results: list[Result]) -> Formula:
    c = BY_NAME[name]
    ways = dict.fromkeys(way for way in map(interval_method, results) if way is not None)
    texts = {in_each(way)["en"]: way for way in map(how, ways)}
    variants = {in_each(variant)["en"]: variant for variant in map(_variant, results)}
    return Formula(
        name=sentence("measure", m=name),
        variants=tuple(variants.values()) if list(variants) != [c.title] else (),
        symbol=_symbol(c.symbol),
        latex=c.formula,
        letters=topic("letters")[name],
        intervals=tuple(texts.values()),
        sources=tuple(_cited(reference(key)) for key in c.references),
    )


def _cited(source: Reference) -> dict[str, str]:
    """A source as each language lists it: APA 7, and GB/T 7714 in Chinese."""
    return {"en": source.text(), "zh": gb7714(source)}


def _variant(result: Result) -> Message:
    chosen = {k: v for k, v in result.options.items() if k in ("weights", "metric", "form")}
    return sentence("variant", m=[result.measure, chosen])


def _symbol(symbol: str) -> tuple[str, str, str]:
    """What stands on the line, below it, and behind: p_o(t) is p, o and (t)."""
    base, _, rest = symbol.partition("_")
    below = re.match(r"\w*", rest)
    index = below.group() if below else ""
    return base, index, rest[len(index) :]


def how(method: str) -> dict[str, str]:
    """The method in words, without degrees of freedom; a piece that has no words is said as it is."""
    pieces = re.sub(r"\bt\([\d.]+\)", "t", method).split(", ")
    words = topic("page_lower")
    texts = [words.get(_key(piece), dict.fromkeys(LANGUAGES, piece)) for piece in pieces]
    return {"en": ", ".join(piece["en"] for piece in texts), "zh": "，".join(piece["zh"] for piece in texts)}


def _key(piece: str) -> str:
    return "how-" + re.sub(r"[^a-z]+", "-", piece.lower()).strip("-")
