"""Rounds in a paper: how they were compared, and what the last one changed."""

from __future__ import annotations

from collections.abc import Iterator

from ...interpret.rounds import Progress, last_change, tracked_change
from ...interpret.study import ComparisonReport, Study
from ...language.render import Language, is_share
from ...result import Result
from .measure_names import enumerated, title
from .numbers import apa_count, level, units
from .passage import MarkedText, cite, name, write
from .result_sentence import capital, numbers
from .results_comparisons import points


def rounds_compared(study: Study, lang: Language) -> Iterator[MarkedText]:
    """On which items rounds were compared, how intervals were had, and how looks were accounted for."""
    found = [one.progress for one in study.comparisons if one.progress is not None and one.progress.changes]
    if not found:
        return
    measures = dict.fromkeys(title(one.measure, one.options, lang) for one in found)
    yield write("paper.rounds", lang, m=enumerated(measures, lang), n=apa_count(len(found[0].rounds), lang))
    yield from _ways(found, lang)
    judged = [one.convergence for one in found if one.convergence is not None]
    if judged:
        yield write(
            "paper.rounds-looks", lang, n=apa_count(judged[0].looked, lang), error=level(1 - judged[0].level)
        )
    yield from _drift(found, lang)


def _drift(found: list[Progress], lang: Language) -> Iterator[MarkedText]:
    """How it was tested that a judge stays as it was on the items of every round."""
    tested = [one.drift for one in found if one.drift is not None and one.drift.level is not None]
    if not tested:
        return
    n = apa_count(tested[0].n_anchors, lang)
    before, margins = cite("congdon2000", "hoskens2001"), cite("cochran1950", "landis1978")
    yield write("paper.rounds-drift", lang, n=n, before=before, margins=margins, shares=cite("wilson1927"))
    if any(one.beyond_noise is not None for one in tested):
        yield write("paper.rounds-noise", lang, cite=cite("baringhaus2004"))
    yield write("paper.rounds-holm", lang, cite=cite("holm1979"))


def _ways(found: list[Progress], lang: Language) -> Iterator[MarkedText]:
    """Whether differences were taken on the same items, by the score method or by influence values."""
    paired = [c for one in found for c in one.changes if c.paired]
    methods = [m.difference.method for c in paired for m in c.measures if m.difference.interval is not None]
    if any("score" in method for method in methods):
        yield write("paper.rounds-score", lang, cite=cite("tango1998"))
    if any("score" not in method for method in methods):
        yield write("paper.rounds-paired", lang)
    if any(not c.paired for one in found for c in one.changes):
        yield write("paper.rounds-independent", lang)


def round_sentences(one: ComparisonReport, lang: Language) -> Iterator[MarkedText]:
    """What the last round changed, by the measure that is tracked."""
    found = one.progress
    change = None if found is None else last_change(found)
    difference = None if found is None else tracked_change(found, change)
    if found is None or change is None or difference is None or not difference.defined:
        return
    facts = {
        "title": MarkedText(capital(title(found.measure, found.options, lang))),
        "first": name(change.first),
        "second": name(change.second),
        "stat": _stat(found.measure, difference, lang),
    }
    if change.paired:
        yield write("paper.round-changed", lang, **facts, n=apa_count(change.n_common, lang))
    else:
        yield write("paper.round-changed-independent", lang, **facts)
    if found.convergence is not None:
        yield write(f"paper.over-rounds-{found.convergence.verdict}", lang)


def _stat(measure: str, difference: Result, lang: Language) -> MarkedText:
    if is_share(measure):
        return points(difference, lang)
    return numbers(difference, units(difference.estimate), "", lang)
