"""What changed between two rounds, as sections: judges first, every measure, the items and the slices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...digits import order_key
from ...interpret.compare import called
from ...interpret.rounds import Change, SliceChange, change_table, flips_tables, gap_message, progress_words
from ...interpret.study import Section, Study
from ...interpret.table import COUNT, P_VALUE, RESULT, TEXT, WORDS, Column, DeclaredTable
from ...interpret.table_cells import brackets_of, chance
from ...interpret.where import value_text
from ...language.message import Message, fact
from ...language.render import LANGUAGES
from ...language.text_table import NONE, Cell
from .pages import word

#: Slices by the name of the comparison.
Slices = Mapping[str, Sequence[SliceChange]]

#: How many slices a table shows, those that lost or gained first; and how many a sentence names.
_SHOWN, _MOST_SLICES = 15, 5


def change_page(
    changes: Sequence[Change], first: str, second: str, items: int, slices: Slices, *more: Message
) -> Iterator[Section]:
    """Every comparison of two rounds: what changed, by how much, in which slices, and on which items."""
    for one in judges_first(changes):
        title = word("title-compare", first=first, second=second, name=called(one.name, one.kind))
        tables = (change_table(one), *slices_tables(one, slices), *flips_tables(one, items))
        yield Section(title, one.sentences, tuple(table.in_words() for table in tables))
    rest = (*_same_people(changes), *more)
    if not changes:
        rest = (word("no-change", first=first, second=second), *more)
    if rest:
        yield Section(word("title-beside" if changes else "title-since", before=first), rest)


def since_page(changes: Sequence[Change], slices: Slices, *more: Message) -> Iterator[Section]:
    """What the newest round changed, in sentences."""
    in_order = judges_first(changes)
    for place, one in enumerate(in_order):
        several = len(in_order) > 1
        facts = {"before": one.first, **({"name": called(one.name, one.kind)} if several else {})}
        rest = (*_same_people(changes), *more) if place == len(in_order) - 1 else ()
        messages = (*one.sentences, *lost_messages(one, slices), *rest)
        yield Section(word("title-since-of" if several else "title-since", **facts), messages)


def judges_first(changes: Sequence[Change]) -> list[Change]:
    """Judges before others; people without new ratings are left for a line where there are judges."""
    same = [one for one in changes if unmoved(one)] if any(one.kind == "judge" for one in changes) else []
    return sorted((one for one in changes if one not in same), key=lambda one: one.kind != "judge")


def unmoved(change: Change) -> bool:
    """Whether people said of every item what they said before."""
    return change.kind != "judge" and change.paired and not change.n_rater_changed


def _same_people(changes: Sequence[Change]) -> Iterator[Message]:
    for one in changes:
        if one not in judges_first(changes):
            yield word("people-same", before=one.first)


def unmatched_messages(
    changes: Sequence[Change], first: str, before: Study, second: str, after: Study
) -> Iterator[Message]:
    """Judges that only one of two rounds has."""
    gone = [name for name in _judges(before) if name not in [one.name_before for one in changes]]
    new = [name for name in _judges(after) if name not in [one.name for one in changes]]
    if gone:
        yield word("judges-gone", names=gone, first=first, second=second)
    if new:
        yield word("judges-new", names=new, first=first, second=second)


def _judges(study: Study) -> list[str]:
    return [one.name for one in study.comparisons if one.kind == "judge"]


# --- slices -------------------------------------------------------------------------------------


def lost_messages(change: Change, slices: Slices) -> Iterator[Message]:
    """The slices that reliably lost, in a sentence."""
    lost = [one for one in slices.get(change.name, ()) if one.lost]
    if not lost:
        return
    parts = [fact(_slice_message(one)) for one in lost[:_MOST_SLICES]]
    if len(lost) > _MOST_SLICES:
        parts.append(fact(word("slice-more", n=len(lost) - _MOST_SLICES)))
    yield word("slices-lost", name=called(change.name, change.kind), before=change.first, slices=parts)


def _slice_message(one: SliceChange) -> Message:
    gap = gap_message(one.measure, one.difference)
    shown_as = NONE if gap is None else fact(gap)
    return word("slice-by", column=one.column, value=_value(one), gap=shown_as, q=chance(_q(one)), n=one.n)


def slices_tables(change: Change, slices: Slices) -> Iterator[DeclaredTable]:
    """Every slice in both rounds, those that lost first; of many the largest changes."""
    found = tuple(sorted(slices.get(change.name, ()), key=_rank))
    if not found:
        return
    columns = (
        Column("slice", word("head-slice"), WORDS, slice_name, TEXT),
        Column("n_items", progress_words.word("head-items"), COUNT, lambda one: one.n, TEXT),
        Column("before", change.first, RESULT, lambda one: one.first, TEXT, data=True),
        Column("after", change.second, RESULT, lambda one: one.second, TEXT, data=True),
        Column("difference", progress_words.word("head-difference"), WORDS, _gap, TEXT),
        Column("q_value", word("head-q"), P_VALUE, _q, TEXT),
        Column("verdict", word("head-verdict"), WORDS, _verdict, TEXT),
    )
    title = word("slices", m=[found[0].measure, {}], brackets=brackets_of([one.difference for one in found]))
    notes = [word("slices-note")]
    if len(found) > _SHOWN:
        notes.append(word("slices-more", n=len(found) - _SHOWN))
    yield DeclaredTable("slices", title, columns, found, tuple(notes), found[:_SHOWN])


def _rank(one: SliceChange) -> tuple[int, float]:
    place = 0 if one.lost else 1 if one.gained else 2 if one.difference.defined else 3
    return place, -order_key(abs(one.difference.estimate)) if one.difference.defined else 0.0


def slice_name(one: SliceChange) -> Message:
    """The column and the value of a slice."""
    return word("slice", column=one.column, value=_value(one))


def _gap(one: SliceChange) -> Cell:
    return gap_message(one.measure, one.difference) or NONE


def _verdict(one: SliceChange) -> Cell:
    if one.lost or one.gained:
        return word("slice-lost" if one.lost else "slice-gained")
    return word("slice-few") if one.p_lost != one.p_lost else word("slice-unsure")


def _q(one: SliceChange) -> float:
    """What it is worth among all slices: of a loss, of a gain, or of the likelier of both."""
    return one.q_value if one.lost else one.q_gained if one.gained else min(one.q_value, one.q_gained)


def _value(one: SliceChange) -> dict[str, str]:
    return {lang: value_text(one.value, lang) for lang in LANGUAGES}
