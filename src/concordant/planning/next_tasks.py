"""Which items to rate next and by whom: a task list with its rule, its strata and its design weights."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..arguments import check_arguments
from ..errors import InputError, OptionError
from ..frame import Frame
from ..interpret.compare import DISPUTED
from ..language.message import Message, fact
from ..language.render import Language
from ..ratings.ratings import Ratings
from .assign_raters import assign
from .checks import at_least, inside
from .draw_sample import draw, floor_of
from .item_strata import ItemTable, items_of, people_and_judges

What = Literal["sample", "disputed"]
#: Names of raters where the data know no people.
_NAMELESS = ("rater 1", "rater 2")


@dataclass(frozen=True, eq=False)
class TaskList:
    """Tasks, one row each, and what they are for.

    `tasks` has the columns task, item, rater, repeat, order, stratum, weight and rule; `weight` is
    the number of items an item represents, empty if the list is not a sample.
    """

    tasks: Frame
    messages: tuple[Message, ...]

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """What the list is for, in words."""
        return "\n".join(message.text(lang) for message in self.messages)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def csv(self) -> str:
        """The tasks as CSV."""
        out = io.StringIO()
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(self.tasks.names)
        lines.writerows(row.values() for row in self.tasks)
        return out.getvalue()


def next_tasks(
    ratings: Ratings,
    *,
    items: int,
    what: What = "sample",
    people: Sequence[str] | None = None,
    per_item: float = 2.0,
    repeats: float = 0.1,
    by: Sequence[str] = (),
    seed: int = 0,
) -> TaskList:
    """The tasks of a stratified sample of items, or of the most disputed ones."""
    at_least("items", items, 1)
    inside("per_item", per_item, 1, 1000, ends=True)
    inside("repeats", repeats, 0, 1, ends=True)
    columns, judges = people_and_judges(ratings, people)
    every = items_of(ratings, columns, judges, by)
    named = list(people) if people is not None else [ratings.raters[i] for i in columns] or list(_NAMELESS)
    if len(set(named)) != len(named):
        raise OptionError("The names in people must be unique.")
    rng = np.random.default_rng(seed)
    if what == "disputed":
        return _adjudication(every, items, named[: max(round(per_item), 1)])
    open_items = _candidates(every, per_item)
    chosen, weights = draw(every.strata()[open_items], items, rng)
    floor = floor_of(len(set(every.strata()[open_items].tolist())), items)
    rule = _rule(by, seed, bool(judges), floor)
    rated_by = [
        {
            named.index(ratings.raters[i])
            for i, done in every.rated.items()
            if done[item] and ratings.raters[i] in named
        }
        for item in open_items[chosen]
    ]
    blocks = assign(rated_by, named, per_item, rng)
    rows = list(_tasks(every, open_items[chosen], weights, blocks, named, repeats, rule.text(), rng))
    facts = {
        "items": len(chosen), "of": len(open_items), "strata": len(set(every.strata()[open_items].tolist())),
        "raters": len(named), "tasks": len(rows), "repeats": sum(row["repeat"] > 1 for row in rows),
    }  # fmt: skip
    notes = [Message("plan.next-sample", facts), Message("plan.next-rule", {"rule": fact(rule)})]
    if facts["repeats"]:
        notes.append(Message("plan.next-repeats", facts))
    if every.n_people[open_items].any():
        notes.append(Message("plan.next-again"))
    return TaskList(_frame(rows), (*notes, Message("plan.next-serves"), Message("plan.next-weights")))


def _candidates(every: ItemTable, per_item: float) -> np.ndarray:
    """Items that no person rated; where all have been rated, those with fewer ratings than wanted."""
    for most in range(max(round(per_item), 1)):
        places = np.flatnonzero(every.n_people <= most)
        if len(places):
            return places
    raise InputError(
        "Every item has as many human ratings as the plan requires: request more with per_item=…."
    )


def _rule(by: Sequence[str], seed: int, judged: bool, floor: int) -> Message:
    parts = [fact(Message(f"plan.stratum-{name}")) for name in (("score", "dispute") if judged else ())]
    strata = [*parts, *by] or [fact(Message("plan.stratum-one"))]
    return Message("plan.rule", {"strata": strata, "floor": floor, "seed": seed})


def _tasks(
    every: ItemTable, chosen: np.ndarray, weights: np.ndarray, blocks: list[list[int]], names: list[str],
    repeats: float, rule: str, rng: np.random.Generator,
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """One task for each item and rater, repeats behind all others of that rater."""
    strata = every.strata()
    pairs = [(place, rater, 1) for place, block in enumerate(blocks) for rater in block]
    rated = np.flatnonzero([len(block) > 0 for block in blocks])
    again = rng.choice(rated, round(repeats * len(rated)), replace=False)
    pairs += [
        (int(place), blocks[place][int(rng.integers(len(blocks[place])))], 2) for place in np.sort(again)
    ]
    shuffled = [pairs[i] for i in rng.permutation(len(pairs))]
    done: dict[int, int] = {}
    for place, rater, repeat in sorted(shuffled, key=lambda task: (task[1], task[2])):
        done[rater] = done.get(rater, 0) + 1
        item = chosen[place]
        yield {
            "item": every.names[item], "rater": names[rater], "repeat": repeat, "order": done[rater],
            **{name: column[item] for name, column in every.slices.items()},
            "stratum": strata[item], "weight": float(weights[place]), "rule": rule,
        }  # fmt: skip


def _adjudication(every: ItemTable, items: int, names: list[str]) -> TaskList:
    """The items on which raters are furthest apart, for one person to settle; no sample of anything."""
    order = np.argsort(-every.spread, kind="stable")
    chosen = [int(place) for place in order[:items] if every.spread[place] > 0]
    if not chosen:
        raise InputError("No two raters differ on any item: there is nothing to adjudicate.")
    rule = Message("plan.no-sample").text()
    rows = [
        {
            "item": every.names[place], "rater": name, "repeat": 1, "order": number,
            **{key: column[place] for key, column in every.slices.items()},
            "stratum": DISPUTED, "weight": "", "rule": rule,
        }
        for name in names[:1]
        for number, place in enumerate(chosen, 1)
    ]  # fmt: skip
    return TaskList(
        _frame(rows), (Message("plan.next-disputed", {"n": len(chosen)}), Message("plan.no-sample"))
    )


def _frame(rows: Sequence[Mapping[str, Any]]) -> Frame:
    numbered = [{"task": number, **row} for number, row in enumerate(rows, 1)]
    return Frame({name: np.array([row[name] for row in numbered], dtype=object) for name in numbered[0]})
