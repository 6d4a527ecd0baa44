"""What was chosen of several options: one label, or a yes or no for each where several may be chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from ..factorise import CodedColumn
from ..observed import number_in
from .canonical import CanonicalTable, at_rows
from .declaration import DIMENSION, SCORE
from .read_records import Several

YES, NO = "yes", "no"


def with_single_choices(table: CanonicalTable) -> CanonicalTable:
    """The table with one value in each row; options of which several may be chosen become dimensions."""
    score, dimension = table.columns[SCORE], table.columns[DIMENSION]
    tuples = {code for code, label in enumerate(score.labels) if isinstance(label, tuple)}
    if not tuples:
        return table
    chosen: dict[int, set[tuple[Any, ...]]] = defaultdict(set)
    for pair in set(zip(dimension.codes.tolist(), score.codes.tolist(), strict=True)):
        if pair[1] in tuples:
            chosen[pair[0]].add(score.labels[pair[1]])
    rankings = {code for code, all_of in chosen.items() if _are_rankings(all_of)}
    several = {code: _Options(all_of) for code, all_of in chosen.items() if any(map(_is_several, all_of))}
    rows: list[int] = []
    names: list[Any] = []
    values: list[Any] = []
    lost = 0
    for row, (place, code) in enumerate(zip(dimension.codes.tolist(), score.codes.tolist(), strict=True)):
        label: Any = score.labels[code] if code >= 0 else None
        name = dimension.labels[place] if place >= 0 else None
        if code not in tuples:
            found = [(name, label)]
        elif place in rankings:
            found = _ranks(name, label)
        else:
            found = _spread(name, label, several.get(place))
        lost += not found
        for own_name, own_value in found:
            rows.append(row)
            names.append(own_name)
            values.append(own_value)
    columns = {
        name: at_rows(column, np.array(rows, dtype=np.int64)) for name, column in table.columns.items()
    }
    columns |= {DIMENSION: _column(names), SCORE: _column(values)}
    dropped = {**table.dropped, "no-value": table.dropped.get("no-value", 0) + lost}
    return replace(table, columns=columns, n_rows=len(rows), dropped=dropped)


def _is_several(chosen: tuple[Any, ...]) -> bool:
    return len(chosen) > 1 or isinstance(chosen, Several)


def _are_rankings(chosen: set[tuple[Any, ...]]) -> bool:
    """Whether every answer is all options in an order, and not always in the same."""
    options = {frozenset(one) for one in chosen}
    return len(options) == 1 and len(chosen) > 1 and all(len(set(one)) == len(one) > 1 for one in chosen)


def _ranks(name: Any, label: tuple[Any, ...]) -> list[tuple[Any, Any]]:
    """Of two options the better one; of more, the rank of each as a dimension of its own."""
    if len(label) == 2:
        return [(name, label[0])]
    return [(f"{name}: {option}", rank) for rank, option in enumerate(label, start=1)]


class _Options:
    """The options of one question: groups of which one is chosen, and options that stand for themselves."""

    def __init__(self, chosen: set[tuple[Any, ...]]) -> None:
        options = sorted({option for one in chosen for option in one}, key=str)
        grouped = defaultdict(list)
        for option in options:
            group, _, rest = str(option).partition(": ")
            if rest:
                grouped[group].append(option)
        self.groups = {
            group: own
            for group, own in grouped.items()
            if len(own) > 1 and all(sum(option in own for option in one) < 2 for one in chosen)
        }
        held = {option for own in self.groups.values() for option in own}
        self.alone = [option for option in options if option not in held]


def _spread(name: Any, label: tuple[Any, ...], options: _Options | None) -> list[tuple[Any, Any]]:
    if options is None:
        return [(name, label[0])] if label else []
    found: list[tuple[Any, Any]] = [(f"{name}: {o}", YES if o in label else NO) for o in options.alone]
    for group, own in options.groups.items():
        found += [(group, str(option).partition(": ")[2]) for option in own if option in label]
    return found


def _column(values: Iterable[Any]) -> CodedColumn:
    known: dict[Any, int] = {}
    codes = [-1 if v is None else known.setdefault((isinstance(v, bool), v), len(known)) for v in values]
    return CodedColumn(np.array(codes, dtype=np.int64), [label for _, label in known])


def with_numbers(table: CanonicalTable) -> CanonicalTable:
    """Text that spells numbers as numbers, in dimensions that hold nothing else; 4.0 as 4."""
    score, dimension = table.columns[SCORE], table.columns[DIMENSION]
    numbers = [_number(label) for label in score.labels]
    words: set[int] = set()
    pairs = set(zip(dimension.codes.tolist(), score.codes.tolist(), strict=True))
    for place, code in pairs:
        if code >= 0 and numbers[code] is None:
            words.add(place)
    kept = {code for place, code in pairs if place in words}
    labels = [
        label if number is None or code in kept else number
        for code, (label, number) in enumerate(zip(score.labels, numbers, strict=True))
    ]
    whole = _column(labels)
    codes = np.append(whole.codes, -1)[score.codes]
    return replace(table, columns={**table.columns, SCORE: CodedColumn(codes, whole.labels)})


def _number(label: Any) -> int | float | None:
    """The number that a label is or spells; truth values and names such as 007 are none."""
    if isinstance(label, (bool, tuple)):
        return None
    if isinstance(label, str):
        text = label.strip()
        found = number_in(text)
        if found is None or (text.lstrip("+-")[:1] == "0" and text.lstrip("+-")[1:2].isdigit()):
            return None
    elif isinstance(label, (int, float)):
        found = float(label)
    else:
        return None
    return int(found) if found.is_integer() and abs(found) < 2**53 else found
