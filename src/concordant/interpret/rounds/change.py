"""What changed from one round to another: every measure, on the same items where there are any."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ..compare import Comparison, Preset
from ..non_inferiority import MarginTest, check_margin, margin_test
from ..where import beside
from .change_record import Change, Flip, Flips, MeasureChange
from .change_words import sentences
from .difference import RoundPair, both
from .flips import flips_of, n_changed
from .gain import gain_of, possible, room
from .round import MARKS, ComparedRound, alike, comparisons_of, matched, on_one_scale
from .same_items import SameItems

#: A measure with its options.
Chosen = tuple[str, Mapping[str, Any]]

__all__ = ["Change", "Flip", "Flips", "MeasureChange", "change", "change_of"]


def change(
    first: ComparedRound,
    second: ComparedRound,
    *,
    preset: Preset = "auto",
    level: float = 0.95,
    examples: int = 10,
    margin: float | None = None,
) -> tuple[Change, ...]:
    """What changed in each comparison that both rounds have, and whether a loss of `margin` is excluded."""
    margin = check_margin(margin)
    first, second = on_one_scale([first, second])
    pairs = matched(*(comparisons_of(one, preset=preset, level=level) for one in (first, second)))
    return tuple(
        change_of(both(*pair, (first.name, second.name)), first, second, examples=examples, margin=margin)
        for pair in pairs
    )


def change_of(
    pair: RoundPair,
    first: ComparedRound,
    second: ComparedRound,
    *,
    examples: int = 10,
    tracked: Chosen | None = None,
    margin: float | None = None,
) -> Change:
    """What changed in one comparison of two rounds; `tracked` is compared too, whatever it is.

    Measures, flips and sentences are found when looked at: a table of rounds shows one difference each.
    """
    common, one = pair.common, pair.second
    who = cache(lambda: (0.0, 0.0) if common is None else _who_changed(pair, common))
    same_scale = alike(pair.first.source, one.source)
    known = Change.deferred(
        lambda: dict(zip(_WHO, who(), strict=True)),
        _WHO,
        first=first.name,
        second=second.name,
        name=one.name,
        name_before=pair.first.name,
        kind=one.kind,
        paired=common is not None,
        n_common=pair.n_common,
        n_first=pair.n_items[0],
        n_second=pair.n_items[1],
        n_rows=None if common is None else common.n_rows,
        measures=tuple(measure_change(pair, name, options) for name, options in _compared_by(one, tracked)),
        marks=_marks(first, second),
    )

    def details() -> dict[str, Any]:
        flips = None if common is None else flips_of(common, examples)
        found = known.but(flips=flips, margin=_margin_of(known, margin))
        messages = tuple(sentences(found, first, second, one.plan.level, same_scale))
        return {"flips": flips, "margin": found.margin, "sentences": messages}

    return known.put_off(details, ("flips", "margin", "sentences"))


#: Fields of a change that are found together: on how many items people, and the judge, changed.
_WHO = ("n_reference_changed", "n_rater_changed")


def _margin_of(found: Change, margin: float | None) -> MarginTest | None:
    """Whether a loss of the leading measure is excluded."""
    leading = found.measure("exact_agreement") or found.measure("mean_absolute_error") or found.main
    return margin_test(leading.difference, leading.measure, margin)


def _compared_by(one: Comparison, tracked: Chosen | None) -> list[Chosen]:
    """The main measure, and what stands beside it."""
    found: list[Chosen] = [one.main]
    for name, options in (*((name, {}) for name in beside(one)), *([tracked] if tracked else [])):
        if (name, options) not in found:
            found.append((name, options))
    return found


def measure_change(pair: RoundPair, name: str, options: Mapping[str, Any]) -> MeasureChange:
    """One measure in both rounds, and how it differs; computed when it is looked at."""
    return MeasureChange.deferred(
        lambda: _measured(pair, name, options),
        ("first", "second", "difference", "detectable"),
        measure=name,
        options=dict(options),
        main=(name, dict(options)) == (pair.second.main[0], dict(pair.second.main[1])),
    )


def _measured(pair: RoundPair, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    first, second = pair.measured(name, options)
    difference = pair.difference(name, options).result(pair.second.plan.level)
    gain = gain_of(difference, name)
    detectable = math.nan if gain is None else possible(gain.detectable(), room(name, first.estimate))
    return {"first": first, "second": second, "difference": difference, "detectable": detectable}


def _marks(first: ComparedRound, second: ComparedRound) -> tuple[str, ...]:
    """What is known to differ: marks that both rounds have, with other fingerprints."""
    before, after = first.about.marks, second.about.marks
    known = [mark for mark in MARKS if mark in before and mark in after]
    return tuple(mark for mark in known if before[mark].fingerprint != after[mark].fingerprint)


def _who_changed(pair: RoundPair, common: SameItems) -> tuple[float, float]:
    """On how many items people, and on how many the judge (or any rater), said something else than before."""
    if pair.second.kind != "judge":
        names = dict.fromkeys((*pair.first.ratings.raters, *pair.second.ratings.raters))
        return 0.0, n_changed(common, {name: name for name in names})
    people = _references(pair.first.reference, pair.second.reference)
    return n_changed(common, people), n_changed(common, {pair.first.name: pair.second.name})


def _references(first: Sequence[str], second: Sequence[str]) -> dict[str, str]:
    """Who of the first round is who in the second; one person alone may have another name."""
    if len(first) == len(second) == 1:
        return {first[0]: second[0]}
    return {name: name for name in dict.fromkeys((*first, *second))}
