"""Preferences: agreement with and without ties, win rates, abilities, and the effect of the order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from operator import attrgetter

import numpy as np

from ...arguments import check_arguments
from ...inference.item_means import ItemMean
from ...judges.bradley_terry import PreferencePairs, bradley_terry
from ...judges.position_bias import position_bias
from ...judges.preferences import PreferenceAgreement, asked_both_ways, preference_agreement, win_rates
from ...language.message import Message
from ...language.render import Language
from ...reduce.item_weights import Floats
from ...result import Result
from ..compare import RaterRoles
from ..notes import note_message
from ..record import Record
from ..table import COUNT, NAME, SHARE, SHARE_RESULT, Column, DeclaredTable
from ..table_cells import level_of
from .first_place import PlaceRow, first_places, place_sentences, place_table
from .preference_votes import PEOPLE, WHO, PreferenceVotes, named
from .section import NUMBER_RESULT, JudgeSection, judge_message, section_text

#: So many systems are ranked.
MOST_SYSTEMS = 50


@dataclass(frozen=True, kw_only=True)
class AgreementRow(Record):
    """Two raters or groups: how often they prefer the same answer, and how often they would by chance."""

    first: str
    second: str
    result: Result
    chance: float
    decided: Result
    decided_chance: float


@dataclass(frozen=True, kw_only=True)
class TurnRow(Record):
    """The agreement of two raters or groups on one turn of conversations."""

    turn: str
    agreement: AgreementRow


@dataclass(frozen=True, kw_only=True)
class WinRow(Record):
    """A system by a rater or group: its win rate, ties counting half, and its ability in log odds."""

    rater: str
    name: str
    result: Result
    ability: Result | None = None
    comparisons: float
    ties: float


@dataclass(frozen=True, kw_only=True)
class OrderRow(Record):
    """A rater on pairs asked in both orders: consistent ones, and flips that favour the first place.

    `flips` is None where the data say only that the answers of a pair differ.
    """

    rater: str
    pairs: float
    result: Result
    flips: Result | None


@dataclass(frozen=True, kw_only=True)
class PreferenceReport(Record):
    """Which answers raters prefer."""

    n_items: float
    agreement: tuple[AgreementRow, ...]
    wins: tuple[WinRow, ...]
    orders: tuple[OrderRow, ...]
    sentences: tuple[Message, ...]
    places: tuple[PlaceRow, ...] = ()
    turns: tuple[TurnRow, ...] = ()

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """Agreement, win rates and the effect of the order in words, in "en" or "zh"."""
        return section_text(preference_section(self), lang)


def preference_report(votes: PreferenceVotes, who: RaterRoles, level: float) -> PreferenceReport:
    """People with each other, each judge with people, and systems by people and by each judge."""
    people = [name for name in who.reference or who.people if name in votes.votes]
    judges = [name for name in who.judges if name in votes.votes]
    agreement = tuple(_agreements(votes, people, judges, level))
    groups: dict[str, list[str]] = {
        **({PEOPLE: people} if people else {}),
        **{name: [name] for name in judges},
    }
    fitted = _fitted(votes, groups, level) if votes.first else {}
    wins = tuple(_wins(votes, groups, fitted, level)) if votes.first else ()
    orders = tuple(_orders(votes, [*people, *judges], level))
    places = tuple(first_places(votes, groups, fitted, level)) if votes.places_known else ()
    sentences = [*_agreement_sentences(agreement), *_win_sentences(wins)]
    sentences += [*_order_sentences(orders), *place_sentences(places)]
    if votes.first and not votes.places_known:
        sentences.append(judge_message("places-unknown"))
    return PreferenceReport(
        n_items=float(len(votes.units)),
        agreement=agreement,
        wins=wins,
        orders=orders,
        sentences=tuple(sentences),
        places=places,
        turns=tuple(_by_turn(votes, people, judges, level)),
    )


def _by_turn(
    votes: PreferenceVotes, people: Sequence[str], judges: Sequence[str], level: float
) -> Iterator[TurnRow]:
    for turn in sorted({*votes.turns}):
        for row in _agreements(votes.of_turn(turn), people, judges, level):
            yield TurnRow(turn=turn, agreement=row)


def _agreements(
    votes: PreferenceVotes, people: Sequence[str], judges: Sequence[str], level: float
) -> Iterator[AgreementRow]:
    among = [votes.alongside(a, b) for a, b in combinations(people, 2)]
    if among:
        yield _row(preference_agreement(among, votes.units, first=PEOPLE, second=PEOPLE, level=level))
    for judge in judges:
        pairs = [votes.alongside(judge, name) for name in people]
        if pairs:
            yield _row(preference_agreement(pairs, votes.units, first=judge, second=PEOPLE, level=level))
    if not people and len(judges) > 1:
        for a, b in combinations(judges, 2):
            pairs = [votes.alongside(a, b)]
            yield _row(preference_agreement(pairs, votes.units, first=a, second=b, level=level))


def _row(found: PreferenceAgreement) -> AgreementRow:
    return AgreementRow(
        first=found.first,
        second=found.second,
        result=found.with_ties,
        chance=found.chance_with_ties,
        decided=found.without_ties,
        decided_chance=found.chance_without_ties,
    )


def _fitted(votes: PreferenceVotes, groups: Mapping[str, list[str]], level: float) -> dict[str, Result]:
    """Bradley and Terry's model by every group, where there are no more systems than are ranked."""
    if not 2 <= len({*votes.first, *votes.second}) <= MOST_SYSTEMS:
        return {}
    found = {
        group: _model(votes, [votes.votes[name] for name in members], level)
        for group, members in groups.items()
    }
    return {group: one for group, one in found.items() if one is not None}


def _wins(
    votes: PreferenceVotes, groups: Mapping[str, list[str]], fitted: Mapping[str, Result], level: float
) -> Iterator[WinRow]:
    names = {*votes.first, *votes.second}
    if not 2 <= len(names) <= MOST_SYSTEMS:
        return
    columns = {group: [votes.votes[name] for name in members] for group, members in groups.items()}
    abilities = {
        group: {str(part.category): part for part in one.parts if part.defined}
        for group, one in fitted.items()
    }
    for one in win_rates(votes.first, votes.second, columns, votes.units, level=level):
        if one.rate.defined:
            yield WinRow(
                rater=one.rater,
                name=one.name,
                result=one.rate,
                ability=abilities.get(one.rater, {}).get(one.name),
                comparisons=one.comparisons,
                ties=one.ties,
            )


def _model(votes: PreferenceVotes, columns: Sequence[Floats], level: float) -> Result | None:
    """Bradley and Terry's model of some votes; None where a system has none."""
    names = tuple(dict.fromkeys([*votes.first, *votes.second]))
    place = {name: code for code, name in enumerate(names)}
    first = np.array([place[name] for name in votes.first] * len(columns))
    second = np.array([place[name] for name in votes.second] * len(columns))
    outcome = np.concatenate(list(columns))
    there = ~np.isnan(outcome) & (first != second)
    met = np.zeros(len(names), dtype=bool)
    met[first[there]] = met[second[there]] = True
    if not there.any() or not met.all():
        return None
    pairs = PreferencePairs(
        names=names,
        first=first[there],
        second=second[there],
        outcome=outcome[there],
        counts=np.ones(int(there.sum())),
    )
    return bradley_terry(pairs, level=level)


def _orders(votes: PreferenceVotes, raters: Sequence[str], level: float) -> Iterator[OrderRow]:
    for rater in raters:
        both = asked_both_ways(votes.pairs, votes.first, votes.votes[rater]) if votes.first else None
        if both is not None and both.pairs:
            found = position_bias(both, level=level)
            yield OrderRow(rater=rater, pairs=both.pairs, result=found.parts[0], flips=_bare(found))
        elif rater in votes.inconsistent:
            same = 1 - votes.inconsistent[rater]
            share = ItemMean(same, np.ones(len(same)), votes.units, level).share(
                "exact_agreement", "Consistent"
            )
            yield OrderRow(rater=rater, pairs=float((~np.isnan(same)).sum()), result=share, flips=None)


def _bare(found: Result) -> Result:
    return replace(found, parts=(), details={})


# --- sentences ---------------------------------------------------------------------------------


def _agreement_sentences(rows: Sequence[AgreementRow]) -> Iterator[Message]:
    people = next((row for row in rows if row.first == PEOPLE), None)
    for row in rows:
        if row is people or row.result.interval is None:
            continue
        facts = {
            "first": named(row.first),
            "second": named(row.second),
            "x": row.result.estimate,
            "within": [row.result.interval.low, row.result.interval.high],
            "chance": row.chance,
            "decided": row.decided.estimate,
        }
        if people is None:
            yield judge_message("prefers", **facts)
        else:
            yield judge_message("prefers-people", **facts, people=people.result.estimate)


def _win_sentences(rows: Sequence[WinRow]) -> Iterator[Message]:
    """The first system by each rater, and whether it is told from the next."""
    for rater in dict.fromkeys(row.rater for row in rows):
        own = [row for row in rows if row.rater == rater]
        best = max(own, key=lambda row: row.result.estimate)
        if best.result.interval is not None and len(own) > 1:
            sure = best.result.interval.low > 0.5
            yield judge_message(
                "wins" if sure else "wins-open",
                rater=named(rater),
                name=best.name,
                x=best.result.estimate,
                within=[best.result.interval.low, best.result.interval.high],
            )


def _order_sentences(rows: Sequence[OrderRow]) -> Iterator[Message]:
    for row in rows:
        facts = {"rater": row.rater, "pairs": row.pairs, "x": row.result.estimate}
        if row.flips is None:
            yield judge_message("order-ties", **facts)
        elif row.flips.defined:
            yield judge_message("order", **facts, first=row.flips.estimate, p=row.flips.p_value)
        else:
            yield judge_message("order-none", **facts)
            yield from () if row.result.defined else map(note_message, row.flips.notes)


# --- shown -------------------------------------------------------------------------------------


def preference_section(report: PreferenceReport) -> JudgeSection:
    """Agreement, systems, and both orders."""
    tables = [_agreement_table(report)] if report.agreement else []
    tables += [_turns_table(report)] if report.turns else []
    tables += [_wins_table(report)] if report.wins else []
    tables += [_orders_table(report)] if report.orders else []
    tables += [place_table(report.places)] if report.places else []
    sentences = report.sentences if tables else (judge_message("one-rater"),)
    return JudgeSection("preferences", sentences, tuple(tables))


def _agreement_table(report: PreferenceReport) -> DeclaredTable:
    columns = (
        Column("first", judge_message("head-first"), WHO, attrgetter("first")),
        Column("second", judge_message("head-second"), WHO, attrgetter("second")),
        Column("", judge_message("head-with-ties"), SHARE_RESULT, attrgetter("result")),
        Column("chance", judge_message("head-chance"), SHARE, attrgetter("chance")),
        Column("decided", judge_message("head-without-ties"), SHARE_RESULT, attrgetter("decided")),
        Column("decided_chance", judge_message("head-chance"), SHARE, attrgetter("decided_chance")),
    )
    title = judge_message("table-prefers", level=level_of([row.result for row in report.agreement]))
    return DeclaredTable("preferences", title, columns, report.agreement, (judge_message("note-prefers"),))


def _turns_table(report: PreferenceReport) -> DeclaredTable:
    columns = (
        Column("turn", judge_message("head-turn"), NAME, attrgetter("turn")),
        Column("first", judge_message("head-first"), WHO, attrgetter("agreement.first")),
        Column("second", judge_message("head-second"), WHO, attrgetter("agreement.second")),
        Column("", judge_message("head-with-ties"), SHARE_RESULT, attrgetter("agreement.result")),
        Column("decided", judge_message("head-without-ties"), SHARE_RESULT, attrgetter("agreement.decided")),
    )
    level = level_of([row.agreement.result for row in report.turns])
    title = judge_message("table-prefers-turn", level=level)
    return DeclaredTable("preferences-by-turn", title, columns, report.turns)


def _wins_table(report: PreferenceReport) -> DeclaredTable:
    columns = (
        Column("rater", judge_message("head-by"), WHO, attrgetter("rater")),
        Column("name", judge_message("head-system"), NAME, attrgetter("name")),
        Column("", judge_message("head-wins"), SHARE_RESULT, attrgetter("result")),
        Column("ability", judge_message("head-ability"), NUMBER_RESULT, attrgetter("ability")),
        Column("comparisons", judge_message("head-comparisons"), COUNT, attrgetter("comparisons")),
        Column("ties", judge_message("head-ties"), COUNT, attrgetter("ties")),
    )
    title = judge_message("table-wins", level=level_of([row.result for row in report.wins]))
    return DeclaredTable("win-rates", title, columns, report.wins, (judge_message("note-wins"),))


def _orders_table(report: PreferenceReport) -> DeclaredTable:
    columns = (
        Column("rater", judge_message("head-by"), NAME, attrgetter("rater")),
        Column("pairs", judge_message("head-pairs"), COUNT, attrgetter("pairs")),
        Column("", judge_message("head-consistent"), SHARE_RESULT, attrgetter("result")),
        Column("first_flips", judge_message("head-flips"), SHARE_RESULT, attrgetter("flips")),
    )
    title = judge_message("table-orders", level=level_of([row.result for row in report.orders]))
    return DeclaredTable("both-orders", title, columns, report.orders)
