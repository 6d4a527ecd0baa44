"""Scales made alike while ratings are read: labels merged, numbers shifted, rescaled or reversed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ...errors import InputError, OptionError, choose, is_number
from ...quote import quote
from ...result import Note
from ..factorise import CodedColumn, factorise
from ..grid import Grid
from ..native import is_gap
from ..observed import Missing, number_in, relabel, spelling
from ..phrases import listed
from ..rows import keys, labels_of
from .roles import Roles

_GAPS = Missing()

#: A label of one rater, and what it becomes.
Change = Callable[[Any], Any]
#: Stands for every rater, where an option names none.
EVERYBODY = ""

OPTIONS = ("merge", "shift", "rescale", "reverse")


@dataclass(frozen=True)
class Rescale:
    """From one scale to another, linearly: `low` becomes `to_low`, `high` becomes `to_high`."""

    low: float
    high: float
    to_low: float
    to_high: float

    def __call__(self, x: float, rater: str) -> float:
        """A number on the other scale; one that is not on the first is refused."""
        if not min(self.low, self.high) <= x <= max(self.low, self.high):
            raise InputError(
                f"{rater or 'A rater'} gave {x:g}, which is not on the scale from {self.low:g} to "
                f"{self.high:g} declared in rescale: correct the ends of the scale, or the rating."
            )
        share = (x - self.low) / (self.high - self.low)
        return whole_if_near(self.to_low + share * (self.to_high - self.to_low))


@dataclass(frozen=True, kw_only=True)
class Recoding:
    """What is done to labels: merged first, then shifted, rescaled and reversed, each by rater.

    `reverse` has the ends of the scale, or None for those that the ratings show.
    """

    merge: Mapping[Any, Any] = field(default_factory=dict)
    shift: Mapping[str, float] = field(default_factory=dict)
    rescale: Mapping[str, Rescale] = field(default_factory=dict)
    reverse: Mapping[str, tuple[float, float] | None] = field(default_factory=dict)
    categories: tuple[Any, ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """The raters that an option names."""
        names = (*self.shift, *self.rescale, *self.reverse)
        return tuple(dict.fromkeys(name for name in names if name != EVERYBODY))

    def __bool__(self) -> bool:
        return bool(self.merge or self.shift or self.rescale or self.reverse)

    def heads(self, grid: Grid) -> Grid:
        """The grid whose first rows are shown as they will be read, so that columns are guessed by that."""
        if not self:
            return grid

        def head(name: str) -> list[Any]:
            change = self._unreversed(name if name in self.named else None)
            return [_changed(x, change) for x in grid.head(name)]

        return replace(grid, head=head)

    def _unreversed(self, rater: str | None) -> Change:
        """Everything but the reversal of one rater; only labels are merged where the rater is not known."""

        def change(label: Any) -> Any:
            label = self.merge.get(spelling(label), label)
            number = _number(label)
            if number is None or rater is None:
                return label
            number = whole_if_near(number + _of(self.shift, rater, 0.0))
            scale = _of(self.rescale, rater, None)
            return whole_if_near(number) if scale is None else scale(number, rater)

        return change

    def applied(self, columns: Mapping[str, Any], roles: Roles) -> tuple[dict[str, Any], tuple[Note, ...]]:
        """The columns of ratings recoded, and what was done as notes."""
        if not self:
            return dict(columns), ()
        if roles.shape not in ("long", "wide", "pairs"):
            raise OptionError(f"{self._first} changes ratings, but a table of {roles.shape} contains none.")
        return self._long(columns, roles) if roles.shape == "long" else self._wide(columns, roles)

    @property
    def _first(self) -> str:
        return next(name for name in OPTIONS if getattr(self, name))

    def _wide(self, columns: Mapping[str, Any], roles: Roles) -> tuple[dict[str, Any], tuple[Note, ...]]:
        for name in self.named:
            choose(f"a rater of {self._option_of(name)}", name, roles.raters)
        merged = {r: _relabelled(factorise(columns[r]), self._unreversed(r)) for r in roles.raters}
        ended = self._with_ends(merged.values())
        turned = {r: _relabelled(c, ended.reversal(r)) if r in self.reverse else c for r, c in merged.items()}
        return {**columns, **turned}, tuple(ended._notes())

    def _long(self, columns: Mapping[str, Any], roles: Roles) -> tuple[dict[str, Any], tuple[Note, ...]]:
        """Every rater that is named has a way of their own; all others have one together."""
        who, value = keys(columns[str(roles.rater)]), factorise(columns[str(roles.value)])
        everyone = [str(x) for x in labels_of(CodedColumn(np.arange(len(who.labels)), who.labels)).tolist()]
        for name in self.named:
            choose(f"a rater of {self._option_of(name)}", name, everyone)
        groups = np.array([self.named.index(r) + 1 if r in self.named else 0 for r in everyone] + [0])
        group = groups[who.codes]
        changes = [self._unreversed(name) for name in (EVERYBODY, *self.named)]
        made = _by_group(value, group, changes)
        ended = self._with_ends([made])
        if self.reverse:
            names = (EVERYBODY, *self.named)
            made = _by_group(made, group, [ended.reversal(n) if n in self.reverse else _same for n in names])
        return {**columns, str(roles.value): made}, tuple(ended._notes())

    def _option_of(self, name: str) -> str:
        return next(option for option in OPTIONS[1:] if name in getattr(self, option))

    def _with_ends(self, columns: Iterable[CodedColumn]) -> Recoding:
        """The ends between which scales are reversed: those that were named, else declared, else seen."""
        declared = [n for x in self.categories if (n := _number(x)) is not None]
        seen = [n for c in columns for x in _used(c) if (n := _number(x)) is not None] if self.reverse else []
        numbers = declared or seen
        usual = (min(numbers), max(numbers)) if numbers else None
        return replace(self, reverse={rater: ends or usual for rater, ends in self.reverse.items()})

    def reversal(self, rater: str) -> Change:
        """What turns the scale of a rater round."""
        ends = self.reverse[rater]
        mirrored = dict(zip(map(spelling, self.categories), self.categories[::-1], strict=True))

        def change(label: Any) -> Any:
            number = _number(label)
            if number is not None and ends is not None:
                return whole_if_near(ends[0] + ends[1] - number)
            if spelling(label) not in mirrored:
                raise OptionError(
                    f"reverse needs the order of {quote(label)}: give categories=[…] from lowest to highest."
                )
            return mirrored[spelling(label)]

        return change

    def _notes(self) -> Iterator[Note]:
        if self.merge:
            pairs = [f"{_shown(old)} → {_shown(new)}" for old, new in self.merge.items()]
            yield Note("merged-labels", f"Labels merged as requested: {listed(pairs)}.", {"pairs": pairs})
        for rater, step in self.shift.items():
            facts = {"rater": rater, "step": f"{step:+g}"} if rater else {"step": f"{step:+g}"}
            text = f"{_of_whom(rater)}: {step:+g} was added to every rating, as requested."
            yield Note("shifted-ratings", text, facts)
        for rater, scale in self.rescale.items():
            spans = {"own": f"{scale.low:g}–{scale.high:g}", "new": f"{scale.to_low:g}–{scale.to_high:g}"}
            text = (
                f"{_of_whom(rater)}: ratings were rescaled from {spans['own']} to {spans['new']}, as "
                "requested."
            )
            yield Note("rescaled-ratings", text, {"rater": rater, **spans} if rater else spans)
        for rater, ends in self.reverse.items():
            if ends is None:
                yield Note(
                    "reversed-ratings", f"{rater}: the scale was reversed, as requested.", {"rater": rater}
                )
                continue
            low, high = (f"{end:g}" for end in ends)
            text = f"{rater}: the scale was reversed within {low} to {high}, as requested."
            yield Note("reversed-ratings", text, {"rater": rater, "low": low, "high": high})


def _of_whom(rater: str) -> str:
    return rater or "All raters"


def _shown(label: Any) -> str:
    return f"{label:g}" if isinstance(label, float) else str(label)


def _same(label: Any) -> Any:
    return label


def _of(by_rater: Mapping[str, Any], rater: str, default: Any) -> Any:
    return by_rater.get(rater, by_rater.get(EVERYBODY, default))


def _number(label: Any) -> float | None:
    if isinstance(label, str):
        return number_in(label)
    return float(label) if is_number(label) or isinstance(label, (np.integer, np.floating)) else None


def whole_if_near(number: float) -> int | float:
    """Without the last digits, in which arithmetic errs; whole numbers as such."""
    near = round(number, 10)
    return int(near) if float(near).is_integer() else near


def _changed(label: Any, change: Change) -> Any:
    try:
        return label if label in _GAPS else change(label)
    except (InputError, TypeError):
        return label  # told when the ratings are read


def _relabelled(column: CodedColumn, change: Change) -> CodedColumn:
    there = column.present().tolist()
    labels = column.labels.tolist() if isinstance(column.labels, np.ndarray) else column.labels
    new = [
        change(x) if used and not is_gap(x) and x not in _GAPS else x
        for x, used in zip(labels, there, strict=True)
    ]
    return relabel(column, new)


def _by_group(column: CodedColumn, group: Any, changes: Sequence[Change]) -> CodedColumn:
    """The column with the labels of each group of rows changed in its own way."""
    labels = column.labels.tolist() if isinstance(column.labels, np.ndarray) else column.labels
    k = len(labels)
    codes = np.where(column.codes < 0, -1, group * k + column.codes)
    used = set(np.unique(codes).tolist())
    new = [
        change(x) if g * k + place in used and x not in _GAPS else x
        for g, change in enumerate(changes)
        for place, x in enumerate(labels)
    ]
    return relabel(CodedColumn(codes, new), new)


def _used(column: CodedColumn) -> list[Any]:
    labels = column.labels.tolist() if isinstance(column.labels, np.ndarray) else column.labels
    return [x for x, there in zip(labels, column.present().tolist(), strict=True) if there]
