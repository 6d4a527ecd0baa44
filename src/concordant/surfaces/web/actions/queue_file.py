"""What a queue has collected, as one long table: the file that a round is made of, and that is exported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from ....ratings.ratings import Ratings
from ....report.render.csv import cell
from ...store.store import Store
from ...store.web_schema import rating, task
from ...track.stored_rounds import one_of, rounds_in
from .choose_queue_items import first_rows, item_slices
from .decisions import newest_decisions
from .queues import Queue, items_of_queue
from .rating_rows import RatingRow, item_texts, rating_rows

#: Columns of ours; a column of the data with such a name gets a line behind it.
COLUMNS = (
    "item", "rater", "rater_kind", "dimension", "score", "repeat", "time", "seconds", "comment", "unsure",
    "skipped",
)  # fmt: skip
#: Columns that are left out where nothing stands in them.
_OPTIONAL = ("dimension", "time", "seconds", "comment", "unsure", "skipped")
#: The rater whose ratings are the decisions.
GOLD = "gold"

Line = dict[str, Any]


def queue_lines(store: Store, found: Queue, *, unanimous: bool = True) -> tuple[list[Line], dict[str, Any]]:
    """The rows of a queue's file, and the options that say how they are read.

    Rated items have the ratings of the queue and those of the judges of its round. Decisions come with all
    ratings of their round; with `unanimous`, items on which all people agreed are gold, too.
    """
    ratings = store.ratings(one_of(rounds_in(store, found.project), found.settings["round"]))
    if found.kind == "adjudicate":
        lines = [*_of_round(ratings), *_gold(store, found, ratings, unanimous=unanimous)]
    else:
        lines = [
            *_given(store, found),
            *_judged(ratings, {one.item for one in items_of_queue(store, found.id)}),
        ]
    facts = {**_facts(ratings), **_queue_facts(store, found)}
    return _whole(lines, facts)


def queue_csv(lines: Sequence[Line], *, safe: bool = False) -> str:
    """The rows as CSV; `safe` for people who open it in a spreadsheet: no text runs as a formula."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(lines[0])
    for line in lines:
        write([cell(value) for value in line.values()] if safe else line.values())
    return out.getvalue()


def _given(store: Store, found: Queue) -> Iterator[Line]:
    """The last rating of each task and dimension; a skipped one has no score, and says why."""
    source = rating.join(
        task,
        (task.c.queue_id == rating.c.queue_id)
        & (task.c.rater == rating.c.rater)
        & (task.c.place == rating.c.place),
    )
    wanted = select(rating, task.c.number, task.c.repeat).select_from(source)
    with store.reading() as connection:
        own = wanted.where(rating.c.queue_id == found.id).order_by(
            rating.c.rater, rating.c.place, rating.c.id
        )
        rows = {(one.rater, one.place, one.dimension): one for one in connection.execute(own)}
    items = [one.item for one in items_of_queue(store, found.id)]
    for one in rows.values():
        yield {
            "item": items[one.number], "rater": one.rater, "rater_kind": "human", "dimension": one.dimension,
            "score": one.value or "", "repeat": one.repeat, "time": one.created,
            "seconds": "" if one.seconds is None else round(one.seconds, 1), "comment": one.comment or "",
            "unsure": "yes" if one.unsure else "", "skipped": one.skipped or "",
        }  # fmt: skip


def _judged(ratings: Ratings, items: set[str]) -> Iterator[Line]:
    """What judges gave the items of the queue, the first time."""
    for row in rating_rows(ratings):
        if row.kind in ("judge", "code") and row.item in items and row.repeat == 1:
            yield _line(row)


def _of_round(ratings: Ratings) -> Iterator[Line]:
    yield from (_line(row) for row in rating_rows(ratings) if row.rater != GOLD)


def _line(row: RatingRow) -> Line:
    return {
        "item": row.item, "rater": row.rater, "rater_kind": row.kind, "dimension": row.dimension,
        "score": row.value, "repeat": row.repeat, "time": "", "seconds": "", "comment": row.comment,
        "unsure": "", "skipped": "",
    }  # fmt: skip


def _gold(store: Store, found: Queue, ratings: Ratings, *, unanimous: bool) -> Iterator[Line]:
    """What was decided; with `unanimous`, what all people gave, two at least, where nothing was."""
    decided = newest_decisions(store, found.project)
    by_row: dict[tuple[str, str], list[RatingRow]] = {}
    for row in rating_rows(ratings):
        by_row.setdefault((row.item, row.dimension), []).append(row)
    for (item, dimension), rows in by_row.items():
        one = decided.get((item, dimension))
        value = one.value if one is not None else _common(rows) if unanimous else None
        if value is not None:
            reason = "" if one is None else one.reason
            yield _line(
                RatingRow(
                    item=item, dimension=dimension, rater=GOLD, kind="gold", value=value, repeat=1,
                    comment=reason,
                )
            )  # fmt: skip


def outside_decisions(store: Store, found: Queue, ratings: Ratings) -> int:
    """How many decisions on items of the round were made outside of this queue: they become gold with it."""
    own = {(one.item, one.dimension) for one in items_of_queue(store, found.id)}
    there = first_rows(ratings)
    decided = newest_decisions(store, found.project)
    return sum(item in there and (item, dimension) not in own for item, dimension in decided)


def _common(rows: Sequence[RatingRow]) -> str | None:
    """What every person gave, the first time; None where they differ, or where fewer than two rated."""
    people = {row.rater: row.value for row in reversed(rows) if row.kind in ("human", "")}
    values = set(people.values())
    return values.pop() if len(people) > 1 and len(values) == 1 else None


def _facts(ratings: Ratings) -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """Texts and slices of each item of a round."""
    return {
        name: (item_texts(ratings, row, 1 << 30), item_slices(ratings, row))
        for name, row in first_rows(ratings).items()
    }


def _queue_facts(store: Store, found: Queue) -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """Of a queue for rating, the texts as the raters saw them."""
    if found.kind == "adjudicate":
        return {}
    items = items_of_queue(store, found.id)
    texts = {
        one.item: {name: text for name, text in one.texts.items() if name not in one.slices} for one in items
    }
    return {one.item: (texts[one.item], dict(one.slices)) for one in items}


def _whole(
    lines: Sequence[Line], facts: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]]
) -> tuple[list[Line], dict[str, Any]]:
    """The rows with texts and slices behind them, without columns in which nothing stands."""
    empty = {name for name in _OPTIONAL if all(line[name] == "" for line in lines)}
    here = [facts[item] for item in dict.fromkeys(str(line["item"]) for line in lines)]
    texts, slices = (list(dict.fromkeys(name for one in here for name in one[part])) for part in (0, 1))
    heads = {name: f"{name}_" if name in COLUMNS else name for name in (*texts, *slices)}
    whole = [
        {name: value for name, value in line.items() if name not in empty}
        | {heads[name]: facts[str(line["item"])][0].get(name, "") for name in texts}
        | {heads[name]: facts[str(line["item"])][1].get(name, "") for name in slices}
        for line in lines
    ]
    return whole, _reading(empty, [heads[name] for name in texts], [heads[name] for name in slices])


def _reading(empty: set[str], texts: list[str], slices: list[str]) -> dict[str, Any]:
    """Which column is what, so that no name of the data is taken for another."""
    single = ("dimension", "time", "seconds", "comment")
    return {
        "item": "item", "rater": "rater", "value": "score", "repeat": "repeat", "rater_kind": "rater_kind",
        **{name: name for name in single if name not in empty},
        **({"text": texts} if texts else {}), "slices": slices,
    }  # fmt: skip
