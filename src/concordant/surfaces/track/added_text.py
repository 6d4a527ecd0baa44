"""What is said of rounds that were just stored: where, what holds from before, and the main numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...interpret.rounds import Progress
from ...interpret.study import ComparisonReport, Section, Study
from ...interpret.table_cells import within
from ...language.message import Message, fact
from ..store.records import StoredRound
from .pages import about_messages, word
from .status_sections import followed_first, rounds_tables


def added_section(kept: StoredRound, what: str, where: str, *more: Message) -> Section:
    """One round that is stored: "added", "replaced", or "known" already."""
    title = word(what, round=kept.name, project=kept.project, where=where)
    sizes = word("sizes", n=kept.n_items, ratings=kept.n_ratings)
    return Section(title, (sizes, *about_messages(kept.about), *more))


def several_section(
    kept: Sequence[StoredRound],
    known: Sequence[str],
    where: str,
    progress: Sequence[Progress],
    *more: Message,
) -> Section:
    """Several rounds that are stored, some `known` already; how far raters agree in each."""
    facts: dict[str, Any] = {"project": kept[0].project, "where": where, "n": len(kept)}
    if 0 < len(known) < len(kept):
        new = [one.name for one in kept if one.name not in known]
        title = word("added-some", **facts, added=new, known=list(known))
    else:
        title = word("known-several" if known else "added-several", **facts)
    return Section(title, more, rounds_tables(followed_first(progress), kept[-1]))


def same_ratings_messages(added: Sequence[StoredRound], rounds: Sequence[StoredRound]) -> Iterator[Message]:
    """That a round has the very ratings of one before it, which may be the wrong file."""
    for one in added:
        same = [other.name for other in rounds if other.content == one.content and other.place < one.place]
        if same:
            yield word("same-as", round=one.name, names=same)


def carried_over_messages(
    before: str, held: Mapping[str, Any], goal: Mapping[str, str] | None
) -> Iterator[Message]:
    """What was taken over from the round before."""
    parts = [word(f"held-{name}", **_held(name, value)) for name, value in held.items()]
    if goal is not None:
        parts.append(word("held-goal", name=dict(goal)))
    if parts:
        yield word("held", before=before, flag="--fresh", what=[fact(part) for part in parts])


def _held(name: str, value: Any) -> dict[str, Any]:
    if name in ("reference", "categories", "missing"):
        return {"names": [str(one) for one in ([value] if isinstance(value, str) else value)]}
    if name == "scale":
        return {"level": value if isinstance(value, str) else value["level"]}
    return {} if name == "rater_kind" else {"level" if name == "level" else "name": value}


def number_messages(study: Study) -> Iterator[Message]:
    """The main numbers of every comparison, in a line each."""
    for one in study.comparisons:
        main, exact = one.main, one.measure("exact_agreement")
        facts: dict[str, Any] = {"name": fact(comparison_message(one)), **_number(main, "")}
        if exact is None or exact is main:
            yield word("number", **facts)
        else:
            yield word("numbers", name=facts["name"], **_number(exact, ""), **_number(main, "2"))
    if not study.comparisons:
        yield word("alone")


def _number(measured: Any, place: str) -> dict[str, Any]:
    cell = within(measured.result)
    shown_as = fact(cell) if isinstance(cell, Message) else cell
    return {f"m{place}": [measured.measure, dict(measured.options)], f"x{place}": shown_as}


def comparison_message(one: ComparisonReport) -> Message:
    """Who is compared with whom."""
    if one.kind != "judge":
        return word(f"name-{one.kind}")
    if len(one.reference) > 1:
        return word("name-judge-people", name=one.name)
    return word("name-judge", name=one.name, reference=list(one.reference))
