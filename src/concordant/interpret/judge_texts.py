"""Corrected estimates, estimated truths and abilities as text, in either language."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..judges.labelled_items import CHOSEN
from ..judges.latent_truth import SURE, LatentTruth
from ..language.message import Message, fact
from ..language.render import Language
from ..language.text_table import NONE, Cell, TextTable, interval_cell, shown
from ..number_text import show
from ..result import Interval, Result
from .notes import note_message

#: Below so many more labels' worth of precision a judge adds almost nothing.
_WORTH_SAYING = 1.05


def corrected_mean_text(found: Result, lang: Language = "en") -> str:
    """The uncorrected mean, that of the labels, and the corrected one; then each group, and what it saved."""
    level = 0.95 if found.interval is None else found.interval.level
    heads = _heads("estimate", "value", "interval", level=level)
    d = found.details
    rows: list[tuple[Any, ...]] = []
    if "people_alone" in d:
        rows += [
            (_message("row-judge"), show(d["judge_alone"]), NONE),
            (
                _message("row-people"),
                show(d["people_alone"]),
                _within(Interval(d["people_low"], d["people_high"], level, "t")),
            ),
        ]
        title, row = _message("mean-title", n=found.n_items), _message("row-corrected")
    else:
        title = _message("difference-title", n=found.n_items)
        row = _message("row-difference", first=d["first"], second=d["second"])
    tables = [shown(title, heads, [*rows, (row, show(found.estimate), _within(found.interval))])]
    if found.parts:
        tables.append(_groups(found.parts, level))
    notes = list(map(note_message, found.notes))
    chosen = any(note.code == CHOSEN for note in found.notes)
    return _page(tables, notes if chosen else [*_saved(found), *notes], lang)


def _saved(found: Result) -> Iterator[Message]:
    d = found.details
    if not math.isnan(d.get("correlation", math.nan)):
        facts = {"labels": d["labels"], "worth": round(d["worth_labels"]), "r": d["correlation"]}
        helps = d["worth_labels"] > _WORTH_SAYING * d["labels"]
        yield _message("saved" if helps else "not-saved", **facts)
    yield _message("random")


def _groups(parts: Sequence[Result], level: float) -> TextTable:
    rows = [
        (
            part.category or "",
            show(part.estimate),
            _within(part.interval),
            str(part.details.get("labels", NONE)),
        )
        for part in parts
    ]
    return shown(_message("groups-title"), _heads("group", "value", "interval", "labels", level=level), rows)


def corrected_share_text(found: Result, lang: Language = "en") -> str:
    """The corrected share, or that of every category or group, beside what the judge and the labels say."""
    level = next((r.interval.level for r in (found, *found.parts) if r.interval is not None), 0.95)
    d, n = found.details, found.n_items
    if "first" in d:
        title = _message("share-difference-title", category=d["positive"], n=n)
        row = (_message("row-difference", **_sides(found)), show(found.estimate), _within(found.interval))
        tables = [shown(title, _heads("estimate", "value", "interval", level=level), [row])]
    else:
        rows = (found,) if "positive" in d else found.parts or (found,)
        tables = [_shares(_message("share-title", n=n), "category", rows, level)]
    if "positive" in d and found.parts:
        tables.append(_shares(_message("groups-title"), "group", found.parts, level))
    return _page(tables, list(_share_sentences(found)), lang)


def _sides(found: Result) -> dict[str, str]:
    return {name: found.details[name] for name in ("first", "second")}


def _shares(title: Message, first: str, parts: Sequence[Result], level: float) -> TextTable:
    rows = [
        (part.category or part.details.get("positive", ""), show(part.details.get("judge_alone", math.nan)),
         show(part.details.get("people_alone", math.nan)), _people(part),
         show(part.estimate), _within(part.interval))
        for part in parts
    ]  # fmt: skip
    heads = _heads(first, "judge-share", "people-share", "interval", "corrected", "interval", level=level)
    return shown(title, heads, rows)


def _share_sentences(found: Result) -> Iterator[Message]:
    """How far the estimate is valid, and its notes; first of all that labels look chosen."""
    grouped = "positive" in found.details
    parts = (found,) if grouped else found.parts or (found,)
    own = (found,) if grouped else (found, *found.parts)
    notes = dict.fromkeys(note for result in own for note in result.notes)
    of_groups = [(part.category, note) for part in found.parts for note in part.notes if grouped]
    chosen = any(note.code == CHOSEN for note in (*notes, *(note for _, note in of_groups)))
    if not chosen and any(enough := [_labels_suffice(part) for part in parts]):
        names = [part.category for part, suffice in zip(parts, enough, strict=True) if suffice]
        facts = {"labels": sum(part.details["labels"] for part in parts), "categories": names}
        yield Message(f"judge_reports.labels-suffice{'' if all(enough) else '-some'}", facts)
    if not chosen and any(part.defined for part in parts):
        yield _message("random")
    yield from map(note_message, notes)
    for group, note in of_groups:
        yield _message("of-group", group=group, text=fact(note_message(note)))


def _people(part: Result) -> Cell:
    d = part.details
    return interval_cell(show(d["people_low"]), show(d["people_high"])) if "people_low" in d else NONE


def _labels_suffice(part: Result) -> bool:
    """Whether the labels alone give a shorter interval than with the judge."""
    d, around = part.details, part.interval
    return (
        around is not None
        and "people_low" in d
        and d["people_high"] - d["people_low"] < around.high - around.low
    )


def latent_truth_text(found: LatentTruth, lang: Language = "en") -> str:
    """Shares of categories, raters with their accuracy, and how far it moves the majority."""
    shares = [
        (name, f"{share:.1%}", _percents(found.share_intervals.get(name)))
        for name, share in zip(found.categories, found.shares, strict=True)
    ]
    raters = [
        (name, f"{right:.1%}", _percents(found.accuracy_intervals.get(name)))
        for name, right in found.accuracy.items()
    ]
    level = next((one.level for one in found.accuracy_intervals.values()), 0.95)
    tables = [
        shown(
            _message("truth-title", n=len(found.items)),
            _heads("category", "share", "interval", level=level),
            shares,
        ),
        shown(_message("raters-title"), _heads("rater", "accuracy", "interval", level=level), raters),
        shown(
            _message("errors-title"),
            _heads("rater", "true", "answer", "how-often", "interval", level=level),
            list(_errors(found)),
        ),
    ]
    unsure = int((found.certainty < SURE).sum())
    texts = [_message("truth-moved", moved=found.moved, open=unsure, sure=SURE), _message("truth-assumes")]
    page = _page(tables, texts, lang)
    return "\n\n".join([*(note_message(note).text(lang) for note in found.notes), page])


def _errors(found: LatentTruth) -> Iterator[tuple[Any, ...]]:
    """The error that each rater makes most often on items like these."""
    for r, rater in enumerate(found.raters):
        wrong = found.confusion[r] * (1 - np.eye(len(found.categories)))
        j, k = np.unravel_index(np.argmax(wrong * found.shares[:, None]), wrong.shape)
        around: Cell = NONE
        if found.confusion_low is not None and found.confusion_high is not None:
            low, high = found.confusion_low[r, j, k], found.confusion_high[r, j, k]
            around = interval_cell(f"{low:.1%}", f"{high:.1%}")
        yield rater, found.categories[j], found.categories[k], f"{wrong[j, k]:.1%}", around


def _percents(interval: Interval | None) -> Cell:
    return NONE if interval is None else interval_cell(f"{interval.low:.1%}", f"{interval.high:.1%}")


def bradley_terry_text(found: Result, lang: Language = "en") -> str:
    """Every ability, best first, and the effect of order."""
    reference = found.details.get("reference", "")
    level = next((part.interval.level for part in found.parts if part.interval is not None), 0.95)
    ranked = sorted(found.parts, key=lambda part: -part.estimate if part.defined else math.inf)
    rows = [
        (part.category or "", show(part.estimate), _within(part.interval), _chance(part.estimate))
        for part in ranked
    ]
    heads = [*_heads("name", "ability", "interval", level=level), _message("head-beats", reference=reference)]
    table = shown(_message("pairs-title", n=found.n_items, reference=reference), heads, rows)
    texts = []
    if "order_effect" in found.details:
        odds = math.exp(found.details["order_effect"])
        texts.append(_message("order", odds=odds, p=found.details["order_effect_p"]))
    return _page([table], [*texts, *map(note_message, found.notes)], lang)


def position_bias_text(found: Result, lang: Language = "en") -> str:
    """One sentence, or why there is none."""
    d = found.details
    if not found.defined:
        return "\n".join(note_message(note).text(lang) for note in found.notes)
    flips = d["first_slot_flips"] + d["second_slot_flips"]
    facts = {"consistent": d["consistent"] / d["pairs"], "pairs": d["pairs"], "p": found.p_value}
    return _message("position", **facts, first=d["first_slot_flips"], flips=flips).text(lang)


def _chance(ability: float) -> str:
    return NONE if math.isnan(ability) else f"{1 / (1 + math.exp(-ability)):.0%}"


def _within(interval: Interval | None) -> Cell:
    return NONE if interval is None else interval_cell(*interval.ends())


def _heads(*names: str, level: float = 0.95) -> list[Message]:
    return [_message(f"head-{name}", **({"level": level} if name == "interval" else {})) for name in names]


def _message(key: str, **facts: Any) -> Message:
    return Message(f"judges.{key}", facts)


def _page(tables: Sequence[TextTable], texts: Sequence[Message], lang: Language) -> str:
    """Titles and tables, then the sentences."""
    blocks = ["\n".join([table.title.text(lang), *table.lines(lang)]) for table in tables]
    sentences = [text.text(lang) for text in texts]
    return "\n\n".join([*blocks, *(["\n".join(sentences)] if sentences else [])])
