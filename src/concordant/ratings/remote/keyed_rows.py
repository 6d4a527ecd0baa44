"""Several rows for each item, in its dimensions and repeats, counted where they are.

An item with its dimension and its repeat is what is rated, and an item is a cluster of them: items with the
same ratings in the same dimensions and repeats are counted as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engines.counting import TooMany, named
from ...engines.relation import Relation
from ..factorise import CodedColumn
from ..ratings import Ratings
from ..reading import Roles
from ..rows import labels_of

#: What tells the rows of an item apart.
KEYS = ("dimension", "repeat")
#: The name of the column that names what is rated; no column of a table has it.
_KEY = "item\x1fdimension\x1frepeat"
#: What stands between the parts of such a name.
_BETWEEN = "\x1f"


def keys_of(roles: Roles) -> dict[str, str]:
    """The columns that tell the rows of an item apart, by role."""
    return {role: name for role in KEYS if (name := getattr(roles, role)) is not None}


def are_countable(roles: Roles) -> bool:
    """Whether an item can be a cluster of rows that are counted: nothing else is a cluster or a weight."""
    plain = roles.clusters is None and roles.case_weights is None and roles.round is None
    return plain and roles.item is not None and roles.shape in ("long", "wide", "pairs")


def keyed(r: Relation, roles: Roles) -> tuple[Relation, Roles]:
    """The relation with a column that names what is rated, which is the item then, in clusters by item."""
    import narwhals.stable.v2 as nw

    item, keys = str(roles.item), keys_of(roles)
    held = {name: named(r, name).alias(r.place(name)) for name in (item, *keys.values())}
    frame = r.frame.with_columns(*held.values())
    parts = [nw.col(r.place(name)).cast(nw.String) for name in held]
    first, *others = parts
    name = nw.concat_str([first, *(part.fill_null("") for part in others)], separator=_BETWEEN)
    place = f"c{len(r.names)}"
    frame = frame.with_columns(nw.when(~first.is_null()).then(name).alias(place))
    at = {one: r.place(one) for one in held}
    wider = replace(
        r, names=(*r.names, _KEY), kinds={**r.kinds, _KEY: "text"}, frame=frame, names_at={**at, _KEY: place},
        share=None, complete=lambda name: False,
    )  # fmt: skip
    slices = tuple(dict.fromkeys([*roles.slices, *keys.values()]))
    nothing = dict.fromkeys(KEYS)
    return wider, replace(roles, item=_KEY, slices=slices, clusters=item, **nothing)  # type: ignore[arg-type]


def with_keys(found: Ratings, roles: Roles) -> Ratings:
    """Rows in clusters by item as rows of items, each item with the number of equal ones it stands for."""
    if found.anonymous:
        raise TooMany(f"{roles.item} has rows of more raters than are kept apart where the data are.")
    keys = keys_of(roles)
    facts: dict[str, NDArray[Any]] = {role: _values(found.slices[name]) for role, name in keys.items()}
    slices: Mapping[str, CodedColumn] = {name: found.slices[name] for name in roles.slices}
    return replace(found, items=found.clusters, clusters=None, numbered=True, slices=slices, **facts)  # type: ignore[arg-type]


def shown(name: Any) -> Any:
    """What is rated as a reader sees it: the item, and what tells its rows apart."""
    return ", ".join(name.split(_BETWEEN)) if isinstance(name, str) else name


def _values(column: CodedColumn) -> NDArray[Any]:
    return np.asarray(labels_of(column))
