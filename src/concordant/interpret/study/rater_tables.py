"""The tables of raters, each declared once: every two of them, and each alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from ...columns import ESTIMATE as ESTIMATE_COLUMN
from ...digits import order_key
from ...language.text_table import NONE, Cell
from ...result import Result
from ..compare import MOST_CATEGORIES
from ..raters import RaterMatrix, RaterProfile
from ..table import (
    AMOUNT,
    COUNT,
    ESTIMATE,
    EVERYWHERE,
    FILE,
    MEASURE,
    NAME,
    PAGE,
    RESULT,
    SHARE,
    SHARE_ESTIMATE,
    SHOWN,
    WORDS,
    Column,
    ColumnKind,
    DeclaredTable,
    Fields,
    estimate_kind,
    number_fields,
    signed,
    term,
)
from ..table_cells import amount, count, name_of, own_options, word
from ..trust import Validity
from .study import Study
from .tables import MOST

#: Raters that are listed.
LISTED = 50


def rater_tables(study: Study) -> Iterator[DeclaredTable]:
    """Of three raters or more, those that can be read as text; two are a comparison of their own."""
    matrix = study.matrix
    if matrix is not None and 2 < len(matrix.raters) <= MOST and matrix.overlap:
        yield pairs_table(matrix, exact=shows_exact(study))
    if len(study.profiles) > 2:
        yield raters_table(study)


def shows_exact(study: Study) -> bool:
    """Whether two raters are told by how often they say exactly the same, as far as categories are few."""
    return 1 <= len(study.scale.categories) <= MOST_CATEGORIES


# --- every two ----------------------------------------------------------------------------------


def pairs_table(matrix: RaterMatrix, *, exact: bool) -> DeclaredTable:
    """Agreement above the diagonal, below it how many items both rated; a row is the place of a rater."""
    measure, options = shown_measure(matrix, exact=exact)
    values = matrix.exact if exact else matrix.main
    kind = ColumnKind(lambda pair: _pair(matrix, values, measure, *pair))
    columns = (
        Column("rater", word("head-rater"), NAME, lambda g: matrix.raters[g], SHOWN),
        *(
            Column(f"rater-{h}", name, kind, partial(_both, h=h), SHOWN, data=True)
            for h, name in enumerate(matrix.raters)
        ),
    )
    title = word("matrix", m=[measure, options])
    return DeclaredTable("rater-pairs", title, columns, tuple(range(len(matrix.raters))))


def _both(g: int, h: int) -> tuple[int, int]:
    return g, h


def shown_measure(matrix: RaterMatrix, *, exact: bool) -> tuple[str, dict[str, Any]]:
    """The measure that stands above the diagonal, with its options."""
    return ("exact_agreement", {}) if exact else (matrix.measure, dict(matrix.options))


def _pair(matrix: RaterMatrix, values: Any, measure: str, g: int, h: int) -> Cell:
    if g == h:
        return "·"
    return amount(measure, values[g][h]) if g < h else count(matrix.overlap[g][h])


# --- each alone -------------------------------------------------------------------------------------


def raters_table(study: Study) -> DeclaredTable:
    """Each rater against the others; of many, those who agree least are listed."""
    profiles = study.profiles
    many = len(profiles) > LISTED
    listed = tuple(sorted(profiles, key=_agreement)[:LISTED]) if many else profiles
    main = profiles[0].main
    other = main.measure != "exact_agreement"
    columns = (
        Column("rater", word("head-rater"), NAME, lambda p: p.rater),
        Column("kind", NONE, WORDS, lambda p: term(p.kind), FILE),
        Column("n_items", NONE, COUNT, lambda p: p.n_items, FILE),
        Column("n_shared", word("head-items"), COUNT, lambda p: p.n_shared),
        Column("mean", word("head-mean"), AMOUNT, lambda p: ("signed_bias", p.mean)),
        Column("others_mean", NONE, WORDS, lambda p: p.others_mean, FILE),
        Column("sd", NONE, WORDS, lambda p: p.sd, FILE),
        Column("others_sd", NONE, WORDS, lambda p: p.others_sd, FILE),
        Column("severity", word("head-severity"), _SIGNED, lambda p: p.severity),
        Column("spread", word("head-spread"), _RATIO, lambda p: p.spread),
        Column("exact", word("head-exact"), SHARE_ESTIMATE, lambda p: p.exact),
        Column("measure", NONE, MEASURE, lambda p: (p.main.measure, own_options(p.main)), FILE),
        Column(
            "", name_of(main.measure, main.options), ESTIMATE, lambda p: p.main, EVERYWHERE, lambda _: other
        ),
        Column("drift", word("head-drift"), _SIGNED, lambda p: p.drift and p.drift.severity, PAGE),
        Column("never", word("head-never"), _CATEGORIES, lambda p: p.never or None, PAGE),
        *_effort_columns(profiles),
    )
    left = len(profiles) - len(listed)
    notes = (word("profiles-left", n=left),) if left else ()
    return DeclaredTable("raters", word(f"profiles{_against(study)}"), columns, profiles, notes, listed)


def _effort_columns(profiles: tuple[RaterProfile, ...]) -> Iterator[Column]:
    """Seconds and costs, where anybody's are known."""
    for key in ("seconds", "cost"):
        if any(not math.isnan(getattr(profile, key)) for profile in profiles):
            yield Column(key, word(f"head-{key}"), _EFFORT, attrgetter(key))


#: A number of seconds, or an amount of money.
_EFFORT = ColumnKind(partial(amount, "signed_bias"))
#: A difference with its sign, and a ratio of two standard deviations.
_SIGNED = estimate_kind(signed(share=False))
_RATIO = estimate_kind(lambda _, *numbers: [amount("signed_bias", number) for number in numbers])
#: The first of some categories.
_CATEGORIES = ColumnKind(lambda labels: word("names", names=[str(label) for label in labels[:5]]))


def _against(study: Study) -> str:
    """What stands behind the key of a title: whom raters are compared with, where it is not each other."""
    who = study.who
    if who.gold and who.reference == who.gold:
        return "-truth"
    return "-people" if who.judges and who.reference == who.people else ""


def _agreement(profile: RaterProfile) -> float:
    """What raters are listed by: those who agree least come first, then those of whom nothing is known."""
    known = (profile.exact or profile.main).estimate
    return math.inf if math.isnan(known) else order_key(known)


# --- each with the truth ----------------------------------------------------------------------------


def truth_tables(study: Study) -> Iterator[DeclaredTable]:
    """Each rater against each truth of which anything is defined."""
    yield from (truth_table(one) for one in study.validity if any(part.defined for part in one.result.parts))


def truth_table(validity: Validity) -> DeclaredTable:
    """The mean squared error of each rater, as bias² and variance."""
    raters = validity.result.parts
    columns = (
        Column("truth", NONE, NAME, lambda _: validity.truth, FILE),
        Column("rater", word("head-rater"), NAME, lambda part: part.category),
        Column("n_items", word("head-items"), COUNT, lambda part: part.n_items),
        Column("bias", word("truth-bias"), _UNITS, lambda part: part.details.get("bias")),
        Column(
            "error_variance",
            word("truth-scatter"),
            _VARIANCE,
            lambda part: part.details.get("error_variance"),
        ),
        Column("mse", word("truth-error"), _ERROR, lambda part: part),
        Column("share_of_bias", word("truth-share"), SHARE, lambda part: part.details.get("share_of_bias")),
        Column("reliability", NONE, WORDS, lambda part: part.details.get("reliability"), FILE),
    )
    known = tuple(part for part in raters if part.defined)
    return DeclaredTable(
        "truth", word("truth", truth=validity.truth), columns, raters, (word("truth-note"),), known
    )


_UNITS = ColumnKind(lambda x: word("units", x=x))
_VARIANCE = ColumnKind(lambda x: amount("against_truth", x))


def _error_fields(name: str, part: Result) -> Fields:
    """The estimate under the name that files of 0.1.0 have, and its interval."""
    ends = number_fields(part, f"{name}_")
    return {name: ends.pop(f"{name}_{ESTIMATE_COLUMN}"), **ends}


_ERROR = replace(RESULT, fields=_error_fields)
