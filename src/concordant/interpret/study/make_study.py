"""Making a study of ratings: who is compared with whom, then every part in turn, with its progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ...errors import InputError, OptionError, choose, is_number
from ...inference.plan import Plan
from ...language.message import Message
from ...quote import quote, shorten
from ...ratings.ratings import Ratings
from ...reduce.fingerprint import fingerprint
from ..audit_words import audit_sentences
from ..compare import (
    Comparison,
    Preset,
    RaterRoles,
    Withheld,
    called,
    deciding_scales,
    rounded_comparisons,
    together,
    who_rated,
    within_raters,
)
from ..compare.comparisons import comparisons
from ..data_checks import COPIED, ScaleDoubt, copied_from, defer_explained, scale_doubts
from ..data_checks.design import design
from ..finding import Finding, overrides_others
from ..goals import Goal, Looks, read_goals
from ..judge_reports import as_pair_rows, judge_reports
from ..non_inferiority import check_margin
from ..notes import note_message
from ..patterns import PatternContext, failed_parses
from ..patterns.find_patterns import find_patterns
from ..raters import most_rated, rater_matrix, rater_profiles
from ..rounds import ComparedRound, progress_in, rounds_in
from ..trust import Validity, against_gold
from .cell_items import with_items
from .comparison_report import ComparisonReport, Request, as_copied, comparison, unadvised
from .leaderboard import in_order, leaderboard
from .study import DataFacts, ScaleFacts, Study, with_progress

T = TypeVar("T")

#: Told what is made now and how much is done, from 0 to 1.
ProgressCallback = Callable[[Message, float], None]


def silent(_: Message, __: float) -> None:
    """Progress that nobody wants to see."""


class ProgressSteps:
    """So many parts of about equal size; each is told as it begins."""

    def __init__(self, callback: ProgressCallback, total: int) -> None:
        self._callback, self._total, self._done = callback, max(total, 1), 0

    def begin(self, key: str, **facts: Any) -> None:
        """The next part begins."""
        self._callback(Message(f"telling.{key}", facts), self._done / self._total)
        self._done += 1

    def each(self, things: Iterable[T], key: str, called: Callable[[T], Any]) -> Iterator[T]:
        """One part for each thing."""
        for thing in things:
            self.begin(key, name=called(thing))
            yield thing


def make_study(
    ratings: Ratings,
    *,
    reference: str | Sequence[str] | None = None,
    goal: str | Path | Mapping[str, Any] | Goal | None = None,
    preset: Preset = "auto",
    benchmark: str | None = None,
    by: str | Sequence[str] | None = None,
    weights: Mapping[str, Any] | None = None,
    level: float = 0.95,
    margin: float | None = None,
    fdr: float = 0.05,
    examples: int = 20,
    per_cell: int = 10,
    version: str = "",
    versions: Mapping[str, str] | None = None,
    progress_callback: ProgressCallback = silent,
) -> Study:
    """Everything a study says, once. `by` limits the slices to these columns.

    `progress_callback` hears how far it is.

    `margin` is the loss against people, and against the round before, that has to be excluded. `benchmark` is
    the standard whose words decide; without it what is usual, and for Chinese readers the guide's
    (`for_readers`).
    Of data with rounds the last one is studied, and the progress over all of them stands beside it; with the
    round among `by`, all rounds are taken together, and rounds are slices.
    """
    _check_how_many(examples=examples, per_cell=per_cell)
    everything, rounds = ratings, () if "round" in _listed(by) else rounds_in(ratings, reference)
    data = _data_facts(ratings, rounds)
    as_voted = _sliced(rounds[-1].ratings if rounds else ratings, by)
    ratings = as_pair_rows(as_voted)
    who = who_rated(ratings, reference)
    request = Request(
        preset=preset, weights=dict(weights or {}), goal=None if goal is None else read_goals(goal), fdr=fdr,
        examples=int(examples), margin=check_margin(margin),
    )  # fmt: skip
    plan = Plan(level=level)
    within = within_raters(ratings, who, plan)
    compared = comparisons(ratings, who, preset, plan)
    if not compared and not within:
        raise _alone(who, rounds=bool(rounds))
    whole = rounded_comparisons(ratings, who, preset, plan)
    request = _with_looks_and_scales(request, compared, len(rounds), benchmark)
    found = _found(ratings, who, compared, whole, request, plan, int(per_cell), progress_callback)
    board = leaderboard(ratings, compared, found["comparisons"], within, found["scale_doubts"])
    found |= {"comparisons": in_order(found["comparisons"], board), "leaderboard": board}
    over_rounds = progress_in(
        everything, reference, goal=request.goal, preset=preset, level=level,
        examples=min(request.examples, 10), margin=request.margin,
    )  # fmt: skip
    study = Study(
        who=who, **_read_facts(ratings), within=within, validity=tuple(_validity(ratings, who, plan)),
        **found, data=data, version=version, versions=dict(versions or {}),
        options={
            "preset": preset, "level": level, "fdr": fdr, "margin": request.margin, "benchmark": benchmark,
        },
    )  # fmt: skip
    study = study.put_off(partial(_raters, ratings, who, compared, plan), ["matrix", "profiles"])
    of_judges = partial(judge_reports, as_voted, who, compared, level)
    study = study.put_off(lambda: {"judge_reports": of_judges()}, ["judge_reports"])
    return with_progress(study, over_rounds)


def _data_facts(ratings: Ratings, rounds: Sequence[ComparedRound]) -> DataFacts:
    names = tuple(one.name for one in rounds)
    return DataFacts(source=ratings.audit.source, fingerprint=fingerprint(ratings), rounds=names)


def _read_facts(ratings: Ratings) -> dict[str, Any]:
    """What is known of the ratings before anything is measured."""
    return {
        "scale": _scale(ratings),
        "n_items": ratings.audit.n_items,
        "n_ratings": ratings.audit.n_ratings,
        "audit": audit_sentences(ratings.audit),
        "design": design(ratings),
    }


def _found(
    ratings: Ratings,
    who: RaterRoles,
    compared: Sequence[Comparison],
    whole: Mapping[tuple[str, str], Comparison],
    request: Request,
    plan: Plan,
    per_cell: int,
    progress_callback: ProgressCallback,
) -> dict[str, Any]:
    """What takes its time: the problems, every comparison, and the items behind them."""
    parts = ProgressSteps(progress_callback, len(compared) + 2)
    parts.begin("patterns")
    patterns = find_patterns([PatternContext(one) for one in compared], request.fdr)
    settled, doubts = defer_explained(patterns, scale_doubts(ratings), compared)
    findings, small = (tuple(f for f in settled if f.small is small) for small in (False, True))
    findings = (*failed_parses(ratings, plan.level), *findings)
    made = tuple(
        _settled(comparison(one, request, _withheld(one, findings, doubts), whole), findings, doubts)
        for one in parts.each(compared, "comparing", lambda one: called(one.name, one.kind))
    )
    parts.begin("items")
    made, items = with_items(ratings, compared, made, findings, per_cell)
    found = {"scale_doubts": doubts, "findings": findings, "small_findings": small}
    return {**found, "comparisons": made, "items": items}


def _with_looks_and_scales(
    request: Request, compared: Sequence[Comparison], rounds: int, benchmark: str | None
) -> Request:
    """The request with how often its goal is asked, and the scales of words that decide."""
    judges = sum(one.kind == "judge" for one in compared)
    looks = Looks(look=rounds or None, judges=max(judges, 1))
    return replace(request, looks=looks, scales=deciding_scales(compared, benchmark, request.preset))


def _withheld(one: Comparison, findings: Sequence[Finding], doubts: Sequence[ScaleDoubt]) -> Withheld | None:
    """Why nothing is claimed of a judge next to people: copied columns, or people who hardly agree."""
    sides = {one.name, *one.reference}
    if any(doubt.code in COPIED and len(sides & {*doubt.about["names"]}) > 1 for doubt in doubts):
        return "copy"
    return "rubric" if any(finding.code == "unclear-rubric" for finding in findings) else None


def _settled(
    report: ComparisonReport, findings: Sequence[Finding], doubts: Sequence[ScaleDoubt]
) -> ComparisonReport:
    """The comparison without goals that a copy would meet, and without advice that means nothing yet."""
    person = copied_from(report.name, report.reference, doubts)
    if person is not None:
        report = as_copied(report, person)
    return unadvised(report) if overrides_others(findings, report.name) else report


def _alone(who: RaterRoles, *, rounds: bool) -> InputError:
    drift = " concordant.drift(…) shows whether one rater changes from round to round."
    everyone = ", ".join(map(shorten, (*who.people, *who.judges, *who.gold)))
    return InputError(
        f"There is nobody to compare {everyone} with: a study needs two raters, or ratings that one rater "
        f"repeated (repeat=…).{drift if rounds else ''}"
    )


def _check_how_many(**numbers: Any) -> None:
    for name, number in numbers.items():
        if not (is_number(number) and number == int(number) >= 0):
            raise OptionError(f"{name} must be the number of items to list, 0 or more, got {quote(number)}.")


def _listed(by: str | Sequence[str] | None) -> list[str]:
    return [by] if isinstance(by, str) else list(by or ())


def _sliced(ratings: Ratings, by: str | Sequence[str] | None) -> Ratings:
    """The ratings with these slice columns only, the round among them."""
    columns = dict(ratings.slices)
    if ratings.round is not None:
        columns["round"] = ratings.part_column("round")
    if by is not None:
        names = _listed(by)
        for name in names:
            choose("by", name, [*columns, *(["dimension"] if ratings.dimension is not None else [])])
        columns = {name: column for name, column in columns.items() if name in names}
    return replace(ratings, slices=columns)


def _scale(ratings: Ratings) -> ScaleFacts:
    scale = ratings.scale
    return ScaleFacts(
        level=scale.level,
        categories=tuple(map(str, scale.categories or ())),
        values=scale.values or (),
        declared=scale.declared,
        notes=tuple(note_message(note) for note in scale.notes),
    )


def _raters(ratings: Ratings, who: RaterRoles, compared: Sequence[Comparison], plan: Plan) -> dict[str, Any]:
    """Everybody with everybody, and each alone: found where they are shown."""
    if ratings.anonymous or not compared:
        return {"matrix": None, "profiles": ()}
    main = compared[-1].main
    kinds = {name: kind for kind, names in _named(who) for name in names}
    rated = ratings.select([name for name in ratings.raters if name in kinds])
    everybody = _looked_at(who)
    described = most_rated(ratings, everybody)
    matrix = rater_matrix(rated, main, kinds, _of_people(compared, main))
    if len(described) < len(everybody):
        some = Message("profiles.some-raters", {"n": len(everybody), "most": len(described)})
        matrix = replace(matrix, said=(*matrix.said, some))
    return {
        "matrix": matrix,
        "profiles": rater_profiles(
            ratings,
            main,
            raters=described,
            references=who.reference or None,
            people=_beside_judges(who),
            plan=plan,
        ),
    }


def _of_people(compared: Sequence[Comparison], main: tuple[str, Mapping[str, Any]]) -> float:
    """The main coefficient of all people together, so that it is one number wherever it is shown."""
    one = next((c for c in compared if c.kind == "people"), None)
    if one is None or main[0] != "cohen_kappa" or one.ratings.n_raters < 3:
        return math.nan
    return one.measure("conger_kappa", main[1]).estimate


def _beside_judges(who: RaterRoles) -> bool:
    """Whether raters are compared with people alone, while there are judges too."""
    return bool(who.judges) and who.reference == who.people


def _looked_at(who: RaterRoles) -> tuple[str, ...]:
    """Everybody but a reference that stands alone, which has nobody to be compared with."""
    alone = who.reference if len(who.reference) == 1 and who.held else ()
    return tuple(name for name in (*who.people, *who.judges) if name not in alone)


def _named(who: RaterRoles) -> tuple[tuple[str, tuple[str, ...]], ...]:
    people = "human" if who.kinds_known else ""
    return ((people, who.people), ("judge", who.judges), ("gold", who.gold))


def _validity(ratings: Ratings, who: RaterRoles, plan: Plan) -> Iterator[Validity]:
    """Everybody against each known truth."""
    for truth in who.gold:
        everybody = together(ratings, [truth, *who.people, *who.judges], "raters", plan=plan)
        found = against_gold(everybody, truth)
        if found is not None:
            yield found
