"""Findings, the largest gain first: how reliable, why, what to change, its gain, and items that show it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.finding import Finding, Headroom
from ...interpret.study import ComparisonReport, Study, gain_message
from ...interpret.table_cells import amount, percent
from ...interpret.where import place_of
from ...language.message import Message
from ...language.numerals import written
from ...language.render import LANGUAGES, Language, topic
from .bilingual import in_each, with_minus
from .items import Card, card, label_of
from .measures import scale_for
from .names import link_to, short, shortened, whose
from .table import Axis, IntervalBar


@dataclass(frozen=True)
class GainBar:
    """Now and repaired, in words, in numbers, and as places on an axis in percent."""

    message: Message
    numbers: Mapping[Language, str] | None = None
    now: float | None = None
    repaired: float | None = None


@dataclass(frozen=True)
class ExampleItem:
    """An item that shows a finding, with its dimension, repeat and round; `card` is all that is kept of it.

    `href` leads to its card among all items.
    """

    item: dict[str, str]
    href: str
    card: Card | None


@dataclass(frozen=True)
class FindingRow:
    """One finding; `about` names the comparison where it is not the one that is shown, `href` leads to it.

    `name` is the pattern in a few words, or the weak slice; `text` is `lead` and `rest`, and `advice` the fix
    with its gain. `snippet` is text for a prompt or a rubric, to be copied, with items and their scores.
    `slice` is where a weak slice lies between 0 and 100 %, with the rest of the items as the mark.
    `number` is its place among all findings of the study, from 1, and `all_items` leads to the items it was
    found in, where these can be listed.
    """

    id: str
    number: int
    about: Any
    href: str
    name: Message
    text: Mapping[str, str]
    lead: Mapping[str, str]
    rest: Mapping[str, str]
    cause: Mapping[str, str]
    fix: Mapping[str, str]
    advice: Mapping[str, str]
    snippet: Mapping[str, str] | None
    evidence: Message
    gain: GainBar
    n: float
    examples: tuple[ExampleItem, ...]
    slice: SlicePoint | None
    all_items: str = ""


@dataclass(frozen=True)
class SlicePoint:
    """A weak slice in the dot plot of all weak slices."""

    name: Message
    value: Any
    bar: IntervalBar


@dataclass(frozen=True)
class FindingsView:
    """Findings with the largest gain first; `small` are reliable but too small to act on.

    `slices` are the weak slices, the worst first, where there are several: they share one plot. `elsewhere`
    says that other judges have findings of their own.
    """

    rows: tuple[FindingRow, ...]
    slices: tuple[FindingRow, ...]
    small: tuple[FindingRow, ...]
    elsewhere: Message | None

    @property
    def single(self) -> tuple[FindingRow, ...]:
        """The rows that stand for themselves."""
        return tuple(row for row in self.rows if not self.slices or row.slice is None)


#: What a sentence begins with up to a colon, which is shown in bold.
_LEAD = re.compile(r"[^:：]{1,60}(?:: |：)")
#: So many items are shown for each, and so many signs of their texts.
_EXAMPLES, _TEXT = 3, 320
#: So many weak slices share a plot.
_SEVERAL = 2


def findings_view(study: Study, one: ComparisonReport, at: str = "") -> FindingsView:
    """The findings about a comparison and about the study, not those about another judge."""
    every = list(enumerate((*study.findings, *study.small_findings), 1))
    here = [(number, f) for number, f in every if not _of_another(_about(study, f), one)]
    rows = [
        _row(study, finding, one, f"{at}finding-{place}", number)
        for place, (number, finding) in enumerate(here, 1)
    ]
    small = {row.id for row in rows if row.number > len(study.findings)}
    serious = tuple(row for row in rows if row.id not in small)
    weak = sorted((row for row in serious if row.slice is not None), key=_place)
    left = len(every) - len(here)
    return FindingsView(
        rows=serious,
        slices=tuple(weak) if len(weak) >= _SEVERAL else (),
        small=tuple(row for row in rows if row.id in small),
        elsewhere=Message("page.findings-elsewhere", {"n": left}) if left else None,
    )


def _place(row: FindingRow) -> float:
    at = None if row.slice is None else row.slice.bar.at
    return 0.0 if at is None else at


def _of_another(about: ComparisonReport | None, one: ComparisonReport) -> bool:
    return about is not None and about is not one and about.kind == "judge"


def _row(study: Study, finding: Finding, one: ComparisonReport, key: str, number: int) -> FindingRow:
    cut = replace(finding, facts=shortened(finding.facts))
    about = _about(study, finding)
    other = about is not None and about is not one
    point, examples = _slice(cut), tuple(_example(study, one) for one in finding.examples[:_EXAMPLES])
    text, fix, gain = _in_each(cut.text), _in_each(cut.fix), _gain(finding, finding.headroom)
    begun = {lang: _LEAD.match(text[lang]) for lang in LANGUAGES}
    lead: dict[str, str] = {lang: found[0].strip() if found else "" for lang, found in begun.items()}
    return FindingRow(
        id=key,
        number=number,
        about=whose(study, about) if other else None,
        href=link_to(study, about) if other else "",
        name=Message(f"findings.name-{finding.code}") if point is None else point.name,
        text=text,
        lead=lead,
        rest={lang: text[lang].removeprefix(lead[lang]).strip() for lang in LANGUAGES},
        cause=_in_each(cut.cause),
        fix=fix,
        advice={
            "en": f"{fix['en']} {in_each(gain.message)['en']}",
            "zh": fix["zh"] + in_each(gain.message)["zh"],
        },
        snippet=_snippet(cut, examples, about or one),
        evidence=_evidence(finding),
        gain=gain,
        n=finding.evidence.n_items,
        examples=examples,
        slice=point,
    )


def _sentences(one: Mapping[str, str], other: Mapping[str, str]) -> dict[str, str]:
    """Two sentences in a row; Chinese has no blank between them."""
    return {lang: f"{one[lang]}{'' if lang == 'zh' else ' '}{other[lang]}" for lang in LANGUAGES}


#: Advice that is not about wording: a person is trained, an instrument calibrated, an identifier looked into.
_NOT_WORDS = ("person", "identifier", "system")


#: Text that shows how to score is followed by items; the others say how to answer.
_WITHOUT_ITEMS = ("failed-parses", "halo", "unsteady-rater")


def _snippet(
    finding: Finding, examples: Sequence[ExampleItem], one: ComparisonReport
) -> Mapping[str, str] | None:
    """Text for a prompt or a rubric that answers the finding, where one does."""
    key = f"snippet-{finding.code}"
    unfit = finding.facts.get("measured") or finding.facts.get("advice") in _NOT_WORDS
    if unfit or key not in topic("findings"):
        return None
    messages = [Message(f"findings.{key}", finding.facts)]
    if finding.code not in _WITHOUT_ITEMS:
        messages += [_scored(example, example.card, one) for example in examples if example.card]
    return {lang: "\n".join(message.text(lang) for message in messages) for lang in LANGUAGES}


#: What stands between names with their scores, and between the name of a text and the text.
_BETWEEN = {"en": ", ", "zh": "、"}
_COLON = {"en": ": ", "zh": "："}


def _scored(example: ExampleItem, shown: Card, one: ComparisonReport) -> Message:
    """An item as an example in a prompt: its texts and the score of the reference, to be given a reason."""
    known = {short(name) for name in one.reference}
    ratings = [rating for rating in shown.ratings if rating.rater in known] or list(shown.ratings)
    same = len({rating.value["en"] for rating in ratings}) == 1
    scores = {
        lang: ratings[0].value[lang] if same
        else _BETWEEN[lang].join(f"{rating.called[lang]} {rating.value[lang]}" for rating in ratings)
        for lang in LANGUAGES
    }  # fmt: skip
    texts = {
        lang: " ".join(f"{name}{_COLON[lang]}{' '.join(text.split())}" for name, text in shown.texts)
        for lang in LANGUAGES
    }
    facts: dict[str, Any] = {"item": example.item, "scores": scores}
    facts |= {"text": texts} if shown.texts else {}
    return Message("findings.example-text" if shown.texts else "findings.example", facts)


def _slice(finding: Finding) -> SlicePoint | None:
    facts = finding.facts
    if finding.code != "slice-misjudged" or "agreement" not in facts:
        return None
    axis = Axis(0.0, 1.0)
    name = Message("findings.slice", {"column": facts["column"], "value": facts["value"]})
    bar = IntervalBar(at=axis.place(facts["agreement"]), mark=axis.place(facts["rest"]))
    return SlicePoint(name, percent(facts["agreement"]), bar)


def _in_each(text_of: Callable[[Language], str]) -> dict[str, str]:
    return {lang: with_minus(text_of(lang)) for lang in LANGUAGES}


def _about(study: Study, finding: Finding) -> ComparisonReport | None:
    name = finding.about.get("comparison")
    return next((c for c in study.comparisons if c.name == name), None)


def _evidence(finding: Finding) -> Message:
    result, around = finding.evidence, finding.evidence.interval
    facts: dict[str, Any] = {"what": dict(topic("patterns")[f"evidence-{result.measure}"])}
    facts |= {"x": result.estimate, "n": result.n_items}
    key = "page.evidence" + ("-ratio" if result.measure == "spread_ratio" else "")
    if around is not None:
        key += "-within"
        facts |= {"low": around.low, "high": around.high}
    if not math.isnan(finding.q_value):
        key += "-q"
        facts["q"] = "< 0.001" if finding.q_value < 0.001 else f"= {written(finding.q_value, '.3f')}"
    return Message(key, facts)


def _gain(finding: Finding, headroom: Headroom | None) -> GainBar:
    message = gain_message(finding)
    if headroom is None or not headroom.gain > 0:
        return GainBar(message)
    axis = scale_for(headroom.measure, (headroom.now, headroom.repaired))
    now, then = amount(headroom.measure, headroom.now), amount(headroom.measure, headroom.repaired)
    numbers = {lang: f"{in_each(now)[lang]} → {in_each(then)[lang]}" for lang in LANGUAGES}
    return GainBar(message, numbers, axis.place(headroom.now), axis.place(headroom.repaired))


def _example(study: Study, example: Mapping[str, Any]) -> ExampleItem:
    place, label = place_of(study.items, example), label_of(example)
    if place is None:
        return ExampleItem(label, "", None)
    shown = card(study, place)
    texts = tuple(
        (head, text if len(text) <= _TEXT else f"{text[:_TEXT].rstrip()}…") for head, text in shown.texts
    )
    return ExampleItem(label, f"#{shown.id}", replace(shown, texts=texts))
