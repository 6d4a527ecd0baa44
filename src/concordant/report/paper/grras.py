"""The GRRAS checklist, filled with what the data can say and marked where the author must add."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from ...interpret.study import Study
from ...language.render import Language, render
from .measure_names import enumerated, named, title
from .methods import rated, repeats, scale
from .methods_measures import beside_no_skill, reading
from .passage import MarkedText, Paragraph, Passage, TextRun, cite, runs, spaced, write
from .results import main_result

State = Literal["filled", "partly", "author"]


@dataclass(frozen=True)
class Check:
    """One point of the checklist: what it asks, and the answer; `state` says whose turn it is."""

    number: int
    part: str
    asks: str
    state: State
    answer: Passage


def checklist(study: Study, lang: Language = "en") -> tuple[Check, ...]:
    """The fifteen points in their order."""
    return tuple(_check(number, study, lang) for number in range(1, 16))


def grras(study: Study, lang: Language = "en") -> Passage:
    """The checklist as a passage: a point and its answer to a paragraph."""
    first = runs(write("grras.intro", lang, cite=cite("kottner2011")))
    return Passage((first, *(_paragraph(check, lang) for check in checklist(study, lang))), lang)


def _paragraph(check: Check, lang: Language) -> Paragraph:
    state = render(f"grras.{check.state}", {}, lang)
    heading = render("grras.entry", {"number": check.number, "asks": check.asks, "state": state}, lang)
    return (TextRun(heading, "strong"), TextRun(" "), *check.answer.paragraphs[0])


def _check(number: int, study: Study, lang: Language) -> Check:
    known = [known_text for known_text in _KNOWN.get(number, _nothing)(study, lang) if known_text]
    blank = number not in _COMPLETE
    texts = [*known, *([write(f"grras.add-{number}", lang)] if blank else [])]
    text = (" " if lang == "en" else "").join(texts)
    return Check(
        number=number,
        part=render(f"grras.part-{_part(number)}", {}, lang),
        asks=render(f"grras.asks-{number}", {}, lang),
        state="filled" if not blank else "partly" if known else "author",
        answer=Passage((runs(spaced(text) if lang == "zh" else text),), lang),
    )


#: Points that the data answer in full.
_COMPLETE = (10, 11, 13)


def _part(number: int) -> str:
    """Which part of a paper a point belongs to, by the first point of each."""
    starts = ((15, "further"), (14, "discussion"), (11, "results"), (6, "methods"), (2, "introduction"))
    return next((part for start, part in starts if number >= start), "title")


def _nothing(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield from ()


def _kind(study: Study, lang: Language) -> Iterator[MarkedText]:
    kind = "both" if study.within and study.comparisons else "within" if study.within else "between"
    yield write(f"grras.{kind}", lang)


def _scale(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield scale(study, lang)


def _raters(study: Study, lang: Language) -> Iterator[MarkedText]:
    who = study.who
    if who.people and who.judges:
        yield write("grras.kinds", lang, people=named(who.people, lang), judges=named(who.judges, lang))


def _numbers(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield rated(study, lang)
    yield from repeats(study, lang)


def _statistics(study: Study, lang: Language) -> Iterator[MarkedText]:
    every = (m for one in study.comparisons for m in one.measures)
    called = dict.fromkeys(title(m.measure, m.options, lang) for m in every)
    if not called:
        parts = (part for one in study.within for part in one.again.parts)
        called = dict.fromkeys(title(part.measure, {}, lang) for part in parts)
    yield write("grras.see-methods", lang, measures=enumerated(called, lang))


def _estimates(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield from main_result(study, lang)


def _meaning(study: Study, lang: Language) -> Iterator[MarkedText]:
    if any(reading(one.main) for one in study.comparisons):
        yield write("grras.reading", lang)
    if beside_no_skill(study):
        yield write("grras.reading-floor", lang)


def _details(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield write("grras.detail", lang)


def _used(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield write("grras.used", lang)


_KNOWN: dict[int, Callable[[Study, Language], Iterator[MarkedText]]] = {
    1: _kind, 2: _scale, 4: _raters, 10: _statistics, 11: _numbers, 12: _used, 13: _estimates,
    14: _meaning, 15: _details,
}  # fmt: skip
