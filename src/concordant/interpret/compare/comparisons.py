"""Who is who (people, judges, the truth), who is compared with whom, and which coefficient speaks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...errors import OptionError, choose
from ...inference.plan import Plan
from ...language.message import Message
from ...quote import quote
from ...ratings.check_ratings import KINDS
from ...ratings.ratings import Ratings
from ...ratings.rounded import rounded
from ..record import Record
from .choose_measures import ChosenMeasure, Preset, choose_measures, shape_of
from .comparison import Comparison, Kind, judged, together

_JUDGED = ("judge", "code")


def who_rated(ratings: Ratings, reference: str | Sequence[str] | None = None) -> RaterRoles:
    """People, judges and truths of whom there is any rating; the design names the others."""
    who = rater_roles(ratings, reference)
    if ratings.anonymous:
        return who
    idle = {
        name
        for name, column in zip(ratings.raters, ratings.columns, strict=True)
        if column.max(initial=-1) < 0
    }
    people, judges, gold = (
        tuple(n for n in names if n not in idle) for names in (who.people, who.judges, who.gold)
    )
    return replace(who, people=people, judges=judges, gold=gold)


def comparisons(ratings: Ratings, who: RaterRoles, preset: Preset, plan: Plan) -> tuple[Comparison, ...]:
    """Every comparison, each with the coefficient that speaks for it."""
    return tuple(with_main(one, preset) for one in _each(ratings, who, plan))


def rounded_comparisons(
    ratings: Ratings, who: RaterRoles, preset: Preset, plan: Plan
) -> dict[tuple[str, str], Comparison]:
    """The comparisons of the rounded scores by kind and name; none where scores are no scale, or are one."""
    made = rounded(ratings)
    if made is None:
        return {}
    return {(one.kind, one.name): one for one in comparisons(made, who, preset, plan)}


def _each(ratings: Ratings, who: RaterRoles, plan: Plan) -> Iterator[Comparison]:
    """Between people (or raters of no known kind), then each judge with people, or each with the truth."""
    among = who.people or (who.judges if not who.reference else ())
    if len(among) > 1 or ratings.anonymous:
        kind: Kind = "people" if who.kinds_known and who.people else "raters"
        yield together(ratings, among, kind, plan=plan)
    for judge in who.held:
        yield judged(ratings, who.reference, judge, plan=plan)


def with_main(compared: Comparison, preset: Preset) -> Comparison:
    """The comparison with the coefficient that speaks for it."""
    main = next(c for c in chosen_for(compared, preset) if c.main)
    return replace(compared, main=(main.measure, dict(main.options)))


def chosen_for(compared: Comparison, preset: Preset) -> tuple[ChosenMeasure, ...]:
    """The coefficients that fit a comparison, or its purpose."""
    return choose_measures(shape_of(compared.ratings, compared.kind), preset)


@dataclass(frozen=True, kw_only=True)
class RaterRoles(Record):
    """The names of people, judges and known truths; `kinds_known` is False where nobody is told apart.

    `to_truth` says that everybody is to be compared with the truth.
    """

    people: tuple[str, ...]
    judges: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    kinds_known: bool = False
    to_truth: bool = False
    notes: tuple[Message, ...] = ()

    @property
    def reference(self) -> tuple[str, ...]:
        """Whom others are compared with: people, or the truth where asked for or nobody else is left."""
        alone = len(self.people) == 1 and not self.judges
        return self.gold if self.gold and (self.to_truth or alone) else self.people or self.gold

    @property
    def held(self) -> tuple[str, ...]:
        """Who is compared with the reference, one by one."""
        if not self.reference:
            return ()
        return self.judges if self.reference == self.people else (*self.people, *self.judges)


def rater_roles(ratings: Ratings, reference: str | Sequence[str] | None = None) -> RaterRoles:
    """People, judges and truths among the raters.

    `reference` is a kind ("human", "gold"), or the names of the raters that the others are compared with.
    Without it the raters' kinds tell; a rater of no known kind beside judges is taken for a person.
    """
    kinds = dict(zip(ratings.raters, ratings.rater_kinds, strict=True))
    gold = tuple(name for name, kind in kinds.items() if kind == "gold")
    if ratings.anonymous:
        if reference is not None:
            raise OptionError(
                "Counts do not record who gave each rating, so they cannot contain a reference."
            )
        return RaterRoles(people=ratings.raters)
    if reference is not None:
        named = _named(ratings, kinds, reference)
        others = tuple(name for name in kinds if name not in named and name not in gold)
        if not others:
            raise OptionError("Every rater is a reference, so no rater is left to compare with it.")
        if set(named) <= set(gold):
            people = tuple(n for n in others if kinds[n] not in _JUDGED)
            judges = tuple(n for n in others if n not in people)
            return RaterRoles(people=people, judges=judges, gold=gold, kinds_known=True, to_truth=True)
        return RaterRoles(people=named, judges=others, gold=gold, kinds_known=True)
    judges = tuple(name for name, kind in kinds.items() if kind in _JUDGED)
    people = tuple(name for name in kinds if name not in judges and name not in gold)
    unknown = tuple(name for name in people if not kinds[name])
    notes = (Message("who.taken-as-people", {"names": unknown}),) if unknown and (judges or gold) else ()
    known = bool(judges or gold) or not unknown
    return RaterRoles(people=people, judges=judges, gold=gold, kinds_known=known, notes=notes)


def _named(ratings: Ratings, kinds: dict[str, str], reference: str | Sequence[str]) -> tuple[str, ...]:
    if isinstance(reference, str) and reference in KINDS and reference not in kinds:
        found = tuple(name for name, kind in kinds.items() if kind == reference)
        if not found:
            raise OptionError(
                f"No rater is of kind {quote(reference)}: name the reference, one or more of "
                f"{quote(list(ratings.raters))}."
            )
        return found
    several = isinstance(reference, Iterable) and not isinstance(reference, str)
    names: list[str] = list(reference) if several else [str(reference)]
    if not names:
        raise OptionError(f"reference is empty: give one or more of {quote(list(ratings.raters))}.")
    for name in names:
        choose("reference", name, ratings.raters)
    return tuple(dict.fromkeys(names))
