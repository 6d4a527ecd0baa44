"""Who is compared with whom in a study, and which coefficient speaks for each comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...inference.plan import Plan
from ...ratings.ratings import Ratings
from ...ratings.rounded import rounded
from .choose_measures import ChosenMeasure, Preset, choose_measures, shape_of
from .comparison import Comparison, Kind, judged, together
from .rater_roles import RaterRoles, rater_roles


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
