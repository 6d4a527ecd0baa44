"""The methods of a study as a paper tells them: only what was done; the author's part is left blank."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...interpret.study import ComparisonReport, Study
from ...language.render import Language
from .citations import SOFTWARE
from .measure_names import enumerated, named, reference_of, title
from .methods_measures import measures, measures_within, stood_in, tested_parts, uncertainty
from .numbers import apa_count, many
from .passage import MarkedText, Passage, cite, name, passage, write
from .rounds import rounds_compared

#: So many categories are given one by one.
_FEW = 7


def methods(study: Study, lang: Language = "en") -> Passage:
    """Data and raters, scale and measures, uncertainty and tests, program."""
    return passage(
        (
            _data(study, lang),
            (*_scale(study, lang), *measures(study, lang), *measures_within(study, lang)),
            (*uncertainty(study, lang), *tested_parts(study, lang), *stood_in(study, lang)),
            rounds_compared(study, lang),
            _program(study, lang),
        ),
        lang,
    )


def _data(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield rated(study, lang)
    yield _gaps(study, lang)
    yield from _several_rows(study, lang)
    yield from repeats(study, lang)
    if noted(study, "sampling-weights"):
        yield write("paper.weighted-items", lang)
    yield from _who(study, lang)
    yield write("paper.add-sample", lang)
    yield write("paper.add-training", lang)
    if study.who.judges:
        yield write("paper.add-judge", lang)
    if study.within:
        yield write("paper.add-interval-between", lang)


def rated(study: Study, lang: Language) -> MarkedText:
    """How many ratings of how many items by whom."""
    facts = {
        "items": many(study.n_items, "item", "items"),
        "ratings": many(study.n_ratings, "rating", "ratings"),
    }
    if study.design.anonymous:
        return write("paper.rated-anonymous", lang, **facts)
    everybody = (*study.who.people, *study.who.judges, *study.who.gold)
    raters = many(len(everybody), "rater", "raters")
    return write("paper.rated", lang, **facts, raters=raters, names=named(everybody, lang))


def noted(study: Study, code: str) -> bool:
    """Whether a result of the study has such a note."""
    results = [m.result for one in study.comparisons for m in one.measures]
    results += [r for one in study.within for r in (one.again, one.main)]
    return any(note.code == code for result in results for note in result.notes)


#: What a result notes whose measure has a place for repeats of its own.
_REPEATED = {"replicates", "repeated-measures", "repeats-linked"}


def _several_rows(study: Study, lang: Language) -> Iterator[MarkedText]:
    """Which measures pooled the rows of an item, and which took them as repeats."""
    pooled: dict[str, None] = {}
    modelled: dict[str, None] = {}
    for m in (m for one in study.comparisons for m in one.measures):
        codes = {note.code for note in m.result.notes}
        measure_title = title(m.measure, m.options, lang)
        if "clustered-by-item" in codes:
            pooled[measure_title] = None
        elif codes & _REPEATED or "n_repeats" in m.result.details:
            modelled[measure_title] = None
    if modelled:
        code = "several-rows-some" if pooled else "several-rows-none"
        facts = {"pooled": enumerated(pooled, lang)} if pooled else {}
        yield write(f"paper.{code}", lang, **facts, modelled=enumerated(modelled, lang))
    elif noted(study, "clustered-by-item"):
        yield write("paper.several-rows", lang)


def _gaps(study: Study, lang: Language) -> MarkedText:
    design = study.design
    if design.n_items == design.rated_by_all and design.n_items:
        return write("paper.complete", lang)
    if math.isnan(design.rated_by_all) and not design.rated_once:
        return MarkedText("")
    twice = many(design.rated_twice, "item", "items")
    if not design.rated_once:
        return write("paper.gaps-all", lang, twice=twice)
    return write("paper.gaps", lang, twice=twice, once=apa_count(design.rated_once, lang))


def repeats(study: Study, lang: Language) -> Iterator[MarkedText]:
    """On how many occasions raters rated."""
    occasions = [one.main.details.get("n_occasions") for one in study.within]
    known = [k for k in occasions if k]
    if known:
        yield write("paper.repeated", lang, k=apa_count(max(known), lang))


def _who(study: Study, lang: Language) -> Iterator[MarkedText]:
    """Who was compared with whom."""
    judged = [one for one in study.comparisons if one.kind == "judge"]
    if judged:
        held = named([one.name for one in judged], lang)
        code = "held" if len(judged) == 1 else "held-each"
        yield write(f"paper.{code}", lang, held=held, reference=_reference(judged[0], lang))
        if len(judged[0].reference) > 1:
            yield write("paper.shared-items", lang)
    for one in study.comparisons:
        if one.kind == "people":
            yield write("paper.compared-people", lang, names=named(one.raters, lang))
        elif one.kind == "raters":
            yield write("paper.compared-raters", lang)
    for validity in study.validity:
        yield write("paper.truth", lang, truth=name(validity.truth), cite=cite("lin2002"))


def _reference(one: ComparisonReport, lang: Language) -> MarkedText:
    """Everybody of the reference by name."""
    return named(one.reference, lang) if one.reference else reference_of(one, lang)


def scale(study: Study, lang: Language) -> MarkedText:
    """The scale as it was understood."""
    facts = study.scale
    level = write(f"paper.level-{facts.level}", lang)
    if not facts.categories:
        return write("paper.scale-measured", lang, level=level)
    categories = many(len(facts.categories), "category", "categories")
    labels = _labels(facts.categories, facts.level, lang)
    return write("paper.scale-categories", lang, level=level, categories=categories, labels=labels)


def _scale(study: Study, lang: Language) -> Iterator[MarkedText]:
    yield scale(study, lang)
    yield write("paper.add-anchors" if study.scale.declared else "paper.add-scale", lang)


def _labels(labels: tuple[str, ...], level: str, lang: Language) -> MarkedText:
    if len(labels) <= _FEW:
        return enumerated([name(label) for label in labels], lang)
    if level != "nominal":
        return write("paper.from-to", lang, low=name(labels[0]), high=name(labels[-1]))
    return MarkedText((", " if lang == "en" else "、").join([*map(name, labels[:_FEW]), "…"]))


#: How packages spell themselves.
_SPELT = {"python": "Python", "numpy": "NumPy", "scipy": "SciPy"}


def _program(study: Study, lang: Language) -> Iterator[MarkedText]:
    facts = {"version": study.version or "–", "cite": cite(SOFTWARE)}
    used = {name: version for name, version in study.versions.items() if name != SOFTWARE}
    others = [f"{_SPELT.get(package, package)} {version}" for package, version in used.items()]
    if others:
        yield write("paper.software-with", lang, **facts, **{"with": enumerated(others, lang)})
    else:
        yield write("paper.software", lang, **facts)
    if study.data.fingerprint:
        yield write("paper.fingerprint", lang, fingerprint=study.data.fingerprint)
