"""Who is compared with whom in a study, and which coefficient speaks for each comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...inference.plan import Plan
from ...ratings.ratings import Ratings
from .choose_measures import Chosen, Preset, chosen, shape_of
from .comparison import Compared, Kind, judged, together
from .rater_roles import Who, who_is_who


def who_rated(ratings: Ratings, reference: str | Sequence[str] | None = None) -> Who:
    """People, judges and truths of whom there is any rating; the design names the others."""
    who = who_is_who(ratings, reference)
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


def comparisons(ratings: Ratings, who: Who, preset: Preset, plan: Plan) -> tuple[Compared, ...]:
    """Every comparison, each with the coefficient that speaks for it."""
    return tuple(with_main(one, preset) for one in _each(ratings, who, plan))


def _each(ratings: Ratings, who: Who, plan: Plan) -> Iterator[Compared]:
    """Between people (or raters of no known kind), then each judge with people, or each with the truth."""
    among = who.people or (who.judges if not who.reference else ())
    if len(among) > 1 or ratings.anonymous:
        kind: Kind = "people" if who.kinds_known and who.people else "raters"
        yield together(ratings, among, kind, plan=plan)
    for judge in who.held:
        yield judged(ratings, who.reference, judge, plan=plan)


def with_main(compared: Compared, preset: Preset) -> Compared:
    """The comparison with the coefficient that speaks for it."""
    main = next(c for c in chosen_for(compared, preset) if c.main)
    return replace(compared, main=(main.measure, dict(main.options)))


def chosen_for(compared: Compared, preset: Preset) -> tuple[Chosen, ...]:
    """The coefficients that fit a comparison, or its purpose."""
    return chosen(shape_of(compared.ratings, compared.kind), preset)
