"""Which coefficients fit the data, and why; presets choose by purpose instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from ...coefficients.catalogue import BY_NAME
from ...errors import choose
from ...language.message import Message
from ...ratings.ratings import Ratings
from ..record import Record
from .comparison import MOST_CATEGORIES, Kind

#: "auto" looks at the data; the others are the purposes people have.
Preset = Literal["auto", "daily", "strict", "ordinal", "continuous", "everything"]


#: Presets that ask how often ratings are equal, or near.
_OF_CATEGORIES = ("daily", "strict", "ordinal", "everything")


@dataclass(frozen=True, kw_only=True)
class ChosenMeasure(Record):
    """A coefficient with its options, and the reason it is there; one of them is the `main` one."""

    measure: str
    options: Mapping[str, Any] = field(default_factory=dict)
    why: Message
    main: bool = False


@dataclass(frozen=True)
class Shape:
    """What the choice depends on."""

    level: str
    pair: bool
    gaps: bool
    categorical: bool
    kind: Kind
    anonymous: bool
    categories: int
    repeated: bool = False
    sets: bool = False

    @property
    def ordered(self) -> bool:
        """Whether there is near and far: an order, and more than two categories."""
        return self.level != "nominal" and (self.categories > 2 or not self.categorical)

    @property
    def measured(self) -> bool:
        """Whether ratings are measurements, of which hardly two are equal."""
        return not self.categorical and self.ordered

    @property
    def kappa(self) -> str:
        """Cohen's kappa, or what takes its place with several raters."""
        if self.anonymous:
            return "fleiss_kappa"
        return "cohen_kappa" if self.pair else "conger_kappa"


def shape_of(ratings: Ratings, kind: Kind) -> Shape:
    """What the ratings are like, as far as the choice goes."""
    scale = ratings.scale
    return Shape(
        level=scale.level,
        pair=ratings.n_raters == 2 and not ratings.anonymous,
        gaps=any(int(c.min(initial=0)) < 0 for c in ratings.columns),
        categorical=scale.categories is not None and len(ratings.labels) <= MOST_CATEGORIES,
        kind=kind,
        anonymous=ratings.anonymous,
        categories=len(ratings.labels),
        repeated=ratings.repeat is not None and len(set(ratings.repeat.tolist())) > 1,
        sets=_are_sets(ratings),
    )


def _are_sets(ratings: Ratings) -> bool:
    """Whether cells were read as sets of labels."""
    return any(note.code in ("label-sets", "label-lists") for note in ratings.reading.notes)


def choose_measures(shape: Shape, preset: Preset = "auto") -> tuple[ChosenMeasure, ...]:
    """The coefficients in reading order, the reason beside each."""
    choose("preset", preset, get_args(Preset))
    if preset in _OF_CATEGORIES and shape.measured:
        found = tuple(replace(one, why=Message("choice.preset-measured")) for one in _measurements(shape))
    else:
        found = tuple(_fitting(shape) if preset == "auto" else _preset(shape, preset))
    if any(one.main for one in found):
        return found
    speaks = next((c for c in reversed(found) if BY_NAME[c.measure].chance_corrected), found[0])
    return tuple(
        ChosenMeasure(measure=c.measure, options=c.options, why=c.why, main=c is speaks) for c in found
    )


def _one(measure: str, why: str, main: bool = False, **options: Any) -> ChosenMeasure:
    return ChosenMeasure(measure=measure, options=options, why=Message(f"choice.{why}"), main=main)


def _fitting(shape: Shape) -> Iterator[ChosenMeasure]:
    if shape.measured:
        return _measurements(shape)
    return _ordinal(shape) if shape.ordered else _nominal(shape)


def _nominal(shape: Shape) -> Iterator[ChosenMeasure]:
    yield _one("exact_agreement", "exact")
    if shape.pair:
        yield _one("cohen_kappa", "two-raters-nominal", main=True)
    else:
        yield _one("krippendorff_alpha", _alpha_because(shape), main=True, metric="nominal")
        yield _one(shape.kappa, "fleiss-beside-alpha" if shape.anonymous else "kappa-beside-alpha")
    if shape.sets:
        yield _one("krippendorff_alpha", "overlap-of-sets", metric="masi")
    yield _one("gwet_ac", "ac-for-prevalence")


def _ordinal(shape: Shape) -> Iterator[ChosenMeasure]:
    yield _one("exact_agreement", "exact")
    yield _one("adjacent_agreement", "adjacent")
    yield _one(shape.kappa, "unweighted-beside-weighted")
    if shape.pair:
        yield _one("cohen_kappa", "two-raters-ordinal", main=True, weights="quadratic")
        yield _one("cohen_kappa", "linear-beside-quadratic", weights="linear")
    else:
        yield _one("krippendorff_alpha", _alpha_because(shape), main=True, metric="ordinal")
        yield _one(shape.kappa, "weighted-beside-alpha", weights="quadratic")
    yield _one("gwet_ac", "ac-for-prevalence", weights="quadratic")
    yield _one("mean_absolute_error", "mae")
    if shape.pair:
        yield _one("signed_bias", "bias")
    if not shape.anonymous:
        yield _one("pearson", "pearson")


def _measurements(shape: Shape) -> Iterator[ChosenMeasure]:
    if shape.kind == "judge":
        yield _one("ccc", "ccc-for-judge", main=True)
    elif shape.anonymous:
        yield _one("icc", "icc-anonymous", main=True, form="1,1")
    else:
        yield _one("icc", "icc-pair" if shape.pair else "icc-several", main=True, form="A,1")
        yield _one("ccc", "ccc-beside-icc")
    yield _one("mean_absolute_error", "mae-measured")
    if shape.kind == "judge":
        yield _one("signed_bias", "bias")
    if shape.pair:
        yield _one("bland_altman", "bland-altman")
    if shape.kind != "judge":
        yield _one("within_subject_sd", "within-subject") if shape.repeated else _one("sem", "sem")
    if not shape.anonymous:
        yield _one("pearson", "pearson")


def _alpha_because(shape: Shape) -> str:
    return "alpha-gaps" if shape.gaps else "alpha-several"


def _preset(shape: Shape, preset: Preset) -> Iterator[ChosenMeasure]:
    """The purposes people have, and what each is watched by (guide to evaluation consistency)."""
    wanted = {
        "daily": ("daily",),
        "strict": ("strict",),
        "ordinal": ("ordinal",),
        "continuous": ("continuous",),
        "everything": ("daily", "strict", "ordinal", "continuous"),
    }[preset]
    if "daily" in wanted:
        yield _one("exact_agreement", "preset-daily")
        if shape.ordered:
            yield _one("adjacent_agreement", "preset-daily")
    if "strict" in wanted:
        yield _one(shape.kappa, "preset-strict", main=preset == "everything" and not shape.ordered)
    if "ordinal" in wanted and shape.ordered:
        yield _one(shape.kappa, "preset-ordinal", weights="linear")
        yield _one(shape.kappa, "preset-ordinal", main=True, weights="quadratic")
    elif preset == "ordinal":
        yield _one(shape.kappa, "preset-ordinal-nominal")
    if "continuous" in wanted and shape.ordered:
        if not shape.anonymous:
            yield _one("pearson", "preset-continuous")
        yield _one("mean_absolute_error", "preset-continuous")
    elif preset == "continuous":
        yield _one(shape.kappa, "preset-continuous-nominal")
