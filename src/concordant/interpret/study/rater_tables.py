"""The tables of raters as they are shown: every two of them, and each by themself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...digits import order_key
from ...language.text_table import NONE, Cell, TextTable, shown
from ...result import Result
from ..compare.comparison import MOST_CATEGORIES
from ..raters.matrix import RaterMatrix
from ..raters.profiles import RaterProfile
from ..table_cells import amount, count, name_of, word
from .study import Study
from .tables import MOST, percent

#: Raters that are listed.
_LISTED = 50


def rater_tables(study: Study) -> Iterator[TextTable]:
    """Of three raters or more; two are a comparison of their own."""
    if study.matrix is not None:
        yield from _matrix(study.matrix, exact=1 <= len(study.scale.categories) <= MOST_CATEGORIES)
    if len(study.profiles) > 2:
        yield _profiles(study)


def _matrix(matrix: RaterMatrix, *, exact: bool) -> Iterator[TextTable]:
    """Agreement above the diagonal, below it how many items both rated."""
    names = matrix.raters
    if not 2 < len(names) <= MOST or not matrix.overlap:
        return
    measure, options = ("exact_agreement", {}) if exact else (matrix.measure, matrix.options)
    values = matrix.exact if exact else matrix.main
    rows = [
        (name, *(_pair(matrix, values, measure, g, h) for h in range(len(names))))
        for g, name in enumerate(names)
    ]
    title = word("matrix", m=[measure, dict(options)])
    yield shown(title, (word("head-rater"), *names), rows)


def _pair(matrix: RaterMatrix, values: Any, measure: str, g: int, h: int) -> Cell:
    if g == h:
        return "·"
    return amount(measure, values[g][h]) if g < h else count(matrix.overlap[g][h])


def _profiles(study: Study) -> TextTable:
    profiles = study.profiles
    listed = profiles if len(profiles) <= _LISTED else sorted(profiles, key=_agreement)[:_LISTED]
    main = profiles[0].main
    heads = (
        word("head-rater"),
        word("head-items"),
        word("head-mean"),
        word("head-severity"),
        word("head-spread"),
        word("head-exact"),
        name_of(main.measure, main.options) if main.measure != "exact_agreement" else NONE,
    )
    left = len(profiles) - len(listed)
    notes = [word("profiles-left", n=left)] if left else []
    return shown(
        word(f"profiles{held_against(study)}"), heads, [_profile(profile) for profile in listed], *notes
    )


def held_against(study: Study) -> str:
    """What stands behind the key of a title: whom raters are held against, where it is not each other."""
    who = study.who
    if who.gold and who.reference == who.gold:
        return "-truth"
    return "-people" if who.judges and who.reference == who.people else ""


def _agreement(profile: RaterProfile) -> float:
    """What raters are listed by: those who agree least come first, then those of whom nothing is known."""
    known = profile.exact or profile.main
    return order_key(known.estimate) if known.defined else float("inf")


def _profile(profile: RaterProfile) -> tuple[Cell, ...]:
    main = profile.main
    return (
        profile.rater,
        count(profile.n_shared),
        amount("signed_bias", profile.mean),
        _estimate(profile.severity, lambda x: word("units", x=x)),
        _estimate(profile.spread, lambda x: amount("signed_bias", x)),
        _estimate(profile.exact, percent),
        NONE if main.measure == "exact_agreement" else amount(main.measure, main.estimate),
    )


def _estimate(result: Result | None, cell: Callable[[float], Cell]) -> Cell:
    return NONE if result is None or not result.defined else cell(result.estimate)
