"""The cuts of an ordered scale, its categories, and bands of measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...interpret.study import ComparisonReport, Study, bands_table, cuts_table, is_measured
from ...interpret.where import EVERYBODY, BandTable, Boundary, ScoreBand
from ...language.message import Message
from .items import label_of, link_to_card, who_said
from .table import Axis, Cell, ItemPart, Look, PageTable, of_all, page_table
from .text_helpers import PanelView, sentence


@dataclass(frozen=True)
class LinkedItem:
    """An item's name, what was said of it, and where its card is."""

    name: dict[str, str]
    said: dict[str, str]
    href: str


@dataclass(frozen=True)
class OnTheLine:
    """Items that one cut splits."""

    cut: str
    message: Message
    items: tuple[LinkedItem, ...]


@dataclass(frozen=True)
class CutsView(PanelView):
    """Cuts with items on the line, then categories or bands."""

    sentences: tuple[Message, ...]
    cuts: PageTable | None
    on_the_line: tuple[OnTheLine, ...]
    bands: PageTable | None

    @property
    def gist(self) -> Message | None:
        """What is read before it is opened."""
        return next(iter(self.sentences), None)


def cuts(study: Study, one: ComparisonReport) -> CutsView | None:
    """The cuts and categories of a comparison; None where there are none."""
    shown = one.bands if one.bands is not None and len(one.bands.bands) > 1 else None
    if not one.boundaries and shown is None:
        return None
    messages = () if one.bands is None or one.bands.said is None else (one.bands.said,)
    return CutsView(
        sentences=messages,
        cuts=_cuts(one) if one.boundaries else None,
        on_the_line=tuple(_line(study, cut) for cut in one.boundaries),
        bands=None if shown is None else _bands(one, shown),
    )


def cuts_title(one: ComparisonReport) -> Message:
    """What the panel is about: cuts that an ordered scale has, categories, or ranges of measurements."""
    if one.boundaries:
        return sentence("cuts")
    return sentence(
        "cuts-categories" if one.bands is None or not is_measured(one.bands.bands) else "cuts-ranges"
    )


# --- cuts ---------------------------------------------------------------------------------------


def _cuts(one: ComparisonReport) -> PageTable:
    axis = Axis(0.0, max((_end(cut) for cut in one.boundaries), default=0.0))
    caption = sentence("cuts-bars", low=axis.low, high=axis.high)
    bars = {"flips": lambda cut: axis.bar(cut.flips, cut.by_chance)}

    def look(cut: Boundary, _: Any, cell: Cell) -> Cell:
        place = one.boundaries.index(cut) + 1
        return replace(cell, about=ItemPart(cut=place) if cut.flips.estimate > 0 else None)

    looks: dict[str, Look] = dict.fromkeys(("flips", "next_to"), look)
    looks["kappa"] = lambda _cut, _result, cell: of_all(cell)
    return page_table(cuts_table(one), caption, *_about_cuts(one.boundaries), looks=looks, bars=bars)


def _about_cuts(cuts: Sequence[Boundary]) -> Iterator[Message]:
    """What the heads mean of columns that are there."""
    if any(cut.strictest is not None for cut in cuts):
        yield sentence("cuts-note")
    if any(cut.next_to.defined for cut in cuts):
        yield sentence("next-to-note")


def _end(cut: Boundary) -> float:
    known = [x for x in (cut.flips.estimate, cut.by_chance) if x == x]
    return max([*known, *([cut.flips.interval.high] if cut.flips.interval else [])], default=0.0)


def _line(study: Study, cut: Boundary) -> OnTheLine:
    items = (LinkedItem(label_of(x), who_said(x), link_to_card(study, x)) for x in cut.examples)
    return OnTheLine(f"{cut.lower} | {cut.upper}", cut.said, tuple(items))


# --- categories and bands -----------------------------------------------------------------------


def _bands(one: ComparisonReport, shown: BandTable) -> PageTable:
    """The darker a share, the more often a category is used."""
    declared = bands_table(one, shown)
    axis = Axis(0.0, max((s for band in shown.bands for s in band.shares if s == s), default=0.0))

    def used(rater: int) -> Look:
        def look(band: ScoreBand, share: float, cell: Cell) -> Cell:
            place = axis.place(share)
            heat = None if place is None else place / 200
            return replace(cell, heat=heat, about=_given(one, shown, band, rater))

        return look

    keys = [column.key for column in declared.columns if column.key.startswith("share-")]
    looks = {key: used(rater) for rater, key in enumerate(keys)}
    return page_table(declared, looks={**looks, **_conditional(one, shown)})


def _conditional(one: ComparisonReport, shown: BandTable) -> dict[str, Look]:
    """Agreement where a rater gave a category leads to the items to which that one, or anybody, gave it."""

    def given(rater: int) -> Look:
        return lambda band, _, cell: replace(cell, about=_given(one, shown, band, rater))

    def either(band: ScoreBand, _: Any, cell: Cell) -> Cell:
        there = band.distance is None and shown.raters != EVERYBODY and band.n > 0
        return replace(cell, about=ItemPart(value=str(band.label)) if there else None)

    return {"given_first": given(0), "given_second": given(1), "specific": either}


def _given(one: ComparisonReport, shown: BandTable, band: ScoreBand, rater: int) -> ItemPart | None:
    """The items to which a rater of a table gave a category.

    None where there are none, of ranges, and where nobody knows who gave it.
    """
    if band.distance is not None or shown.raters == EVERYBODY or not band.counts[rater]:
        return None
    if len(shown.raters) != 2:
        return ItemPart(raters=(shown.raters[rater],), value=str(band.label))
    if one.confusion is None:
        return None
    place = 1 + [other.label for other in shown.bands].index(band.label)
    return ItemPart(cell=(0, place) if rater else (place, 0))
