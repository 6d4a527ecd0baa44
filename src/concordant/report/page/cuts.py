"""The cuts of an ordered scale, its categories, and bands of measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...interpret.study.comparison_report import ComparisonReport
from ...interpret.study.tables import MOST, percent
from ...interpret.table_cells import count, name_of, word
from ...interpret.where.cuts import Boundary
from ...interpret.where.items import item_said
from ...interpret.where.score_bands import EVERYBODY, Band, BandTable
from ...language.message import Message
from ...language.render import Language, topic
from ...language.text_table import NONE
from ...result import Result
from ..figure import Figure
from ..figures.axis_labels import names_in
from .names import shortened
from .table import Axis, Cell, Row, Table, held, named, row, table
from .text_helpers import Picture, Worded, told


@dataclass(frozen=True)
class OnTheLine:
    """Items that one cut splits."""

    cut: str
    said: Message
    items: tuple[Any, ...]


@dataclass(frozen=True)
class CutsView(Worded):
    """Cuts with items on the line, then categories or bands."""

    sentences: tuple[Message, ...]
    cuts: Table | None
    on_the_line: tuple[OnTheLine, ...]
    bands: Table | None
    picture: Picture | None


def cuts(one: ComparisonReport, *, pictures: bool = True) -> CutsView | None:
    """The cuts and categories of a comparison; None where there are none."""
    shown = one.bands if one.bands is not None and len(one.bands.bands) > 1 else None
    if not one.boundaries and shown is None:
        return None
    said = () if one.bands is None or one.bands.said is None else (one.bands.said,)
    return CutsView(
        sentences=said,
        cuts=_cuts(one) if one.boundaries else None,
        on_the_line=tuple(_line(cut) for cut in one.boundaries),
        bands=None if shown is None else _bands(one, shown),
        picture=_picture(one, shown) if pictures and shown is not None and _is_of_categories(shown) else None,
    )


def title_of(one: ComparisonReport) -> Message:
    """What the panel is about: cuts that an ordered scale has, categories, or ranges of measurements."""
    if one.boundaries:
        return told("cuts")
    return told("cuts-categories" if one.bands is None or _is_of_categories(one.bands) else "cuts-ranges")


def _picture(one: ComparisonReport, shown: BandTable) -> Picture:
    def make(lang: Language) -> Figure:
        from ..figures.category_bars import category_bars

        names = names_in(one, shown.raters) if len(one.reference) > 1 else None
        return category_bars(shown, names=names, lang=lang)

    return Picture(told("category-bars"), make)


def called(one: ComparisonReport, name: str) -> Cell:
    """A rater's name, or that of several people who are one column."""
    several = len(one.reference) > 1 and name == one.raters[0]
    return Cell(dict(topic("terms")["people"])) if several else named(name)


# --- cuts ---------------------------------------------------------------------------------------


def _cuts(one: ComparisonReport) -> Table:
    most = max((_end(cut) for cut in one.boundaries), default=0.0)
    axis = Axis(0.0, most)
    heads = (
        word("head-cut"), word("head-flips"), "", word("head-by-chance"),
        name_of(one.boundaries[0].kappa.measure, {}), told("stricter"), told("next-to"),
    )  # fmt: skip
    rows = [_cut(one, cut, axis) for cut in one.boundaries]
    caption = told("cuts-bars", low=axis.low, high=axis.high)
    return table(caption, heads, rows, *_about_cuts(one.boundaries))


def _about_cuts(cuts: Sequence[Boundary]) -> Iterator[Message]:
    """What the heads mean of columns that are there."""
    if any(cut.strictest is not None for cut in cuts):
        yield told("cuts-note")
    if any(cut.next_to.defined for cut in cuts):
        yield told("next-to-note")


def _end(cut: Boundary) -> float:
    known = [x for x in (cut.flips.estimate, cut.by_chance) if x == x]
    return max([*known, *([cut.flips.interval.high] if cut.flips.interval else [])], default=0.0)


def _cut(one: ComparisonReport, cut: Boundary, axis: Axis) -> Row:
    return row(
        _name(cut),
        held(cut.flips, percent),
        Cell("", bar=axis.bar(cut.flips, cut.by_chance), kind="drawn"),
        percent(cut.by_chance),
        held(cut.kappa),
        NONE if cut.strictest is None else called(one, cut.strictest),
        percent(cut.next_to.estimate),
    )


def _name(cut: Boundary) -> Cell:
    return Cell(told("cut", lower=str(cut.lower), upper=str(cut.upper)))


def _line(cut: Boundary) -> OnTheLine:
    return OnTheLine(
        f"{cut.lower} | {cut.upper}", cut.said, tuple(item_said(shortened(one)) for one in cut.examples)
    )


# --- categories and bands -----------------------------------------------------------------------


def _is_of_categories(shown: BandTable) -> bool:
    return all(band.distance is None for band in shown.bands)


def _bands(one: ComparisonReport, shown: BandTable) -> Table:
    few = len(shown.raters) <= MOST
    names = [called(one, name).words for name in shown.raters] if few else []
    anonymous = shown.raters == EVERYBODY and not one.reference
    head = "head-share" if _is_of_categories(shown) else "head-values"
    used = [word("head-use") if anonymous else word(head, rater=name) for name in names]
    widest = max((s for band in shown.bands for s in band.shares if s == s), default=0.0)
    if _is_of_categories(shown):
        return _categories(shown.bands, used, names, widest)
    return _ranges(shown.bands, used, widest)


def _shares(band: Band, number: int, widest: float) -> list[Cell]:
    axis = Axis(0.0, widest)
    return [_share(share, axis) for share in band.shares[:number]]


def _share(share: float, axis: Axis) -> Cell:
    place = axis.place(share)
    return Cell(percent(share), heat=None if place is None else place / 200)


def _categories(bands: Sequence[Band], used: list[Message], names: list[Any], widest: float) -> Table:
    pair = names if len(names) == 2 else (NONE, NONE)  # of more there is no other one
    given = [word("head-given", rater=name) for name in pair]
    heads = (word("head-category"), *used, *given, word("head-specific"))
    rows = [
        row(
            named(band.label),
            *_shares(band, len(used), widest),
            *(held(r, percent) for r in (band.given_first, band.given_second, band.specific)),
        )
        for band in bands
    ]
    return table(told("categories-used", brackets=_brackets([b.specific for b in bands])), heads, rows)


def _ranges(bands: Sequence[Band], used: list[Message], widest: float) -> Table:
    heads = (word("head-band"), word("head-items"), *used, word("head-distance"), word("head-shift"))
    rows = [
        row(
            word("ends", low=["mean_absolute_error", band.low], high=["mean_absolute_error", band.high]),
            count(band.n),
            *_shares(band, len(used), widest),
            held(band.distance),
            held(band.shift),
        )
        for band in bands
    ]
    return table(told("bands-used", brackets=_brackets([b.distance for b in bands])), heads, rows)


def _brackets(results: Sequence[Result | None]) -> Any:
    """What stands in brackets behind numbers; nothing where no number has an interval."""
    level = next((r.interval.level for r in results if r is not None and r.interval is not None), None)
    return "" if level is None else {"code": "shown.brackets", "facts": {"level": level}}
