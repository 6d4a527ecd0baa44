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
from .assign_raters import assign, spread
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
    rule: Message

    @check_arguments
    def text(self, lang: Language = "en") -> str:
        """What the list is for, in words."""
        return "\n".join(message.text(lang) for message in self.messages)

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    @check_arguments
    def csv(self, lang: Language = "en") -> str:
        """The tasks as CSV, their rule in one language."""
        out = io.StringIO()
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(self.tasks.names)
        rule = self.rule.text(lang)
        lines.writerows((*list(row.values())[:-1], rule) for row in self.tasks)
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
    done = [{named.index(who) for who in own if who in named} for own in _rated_by(every, ratings)]
    if what == "disputed":
        return _adjudication(every, items, named, done, rng, asked=people is not None)
    open_items = _candidates(every, per_item)
    chosen, weights = draw(every.strata()[open_items], items, rng)
    floor = floor_of(len(set(every.strata()[open_items].tolist())), items)
    rule = _rule(by, seed, bool(judges), floor)
    blocks = assign([done[item] for item in open_items[chosen]], named, per_item, rng)
    rows = list(_tasks(every, open_items[chosen], weights, blocks, named, repeats, rng))
    facts = {
        "items": len(chosen), "of": len(open_items), "strata": len(set(every.strata()[open_items].tolist())),
        "raters": len(named), "tasks": len(rows), "repeats": sum(row["repeat"] > 1 for row in rows),
    }  # fmt: skip
    simple = "-simple" if rule.code == "plan.rule-simple" else ""
    notes = [Message(f"plan.next-sample{simple}", facts), Message("plan.next-rule", {"rule": fact(rule)})]
    if facts["repeats"]:
        notes.append(Message("plan.next-repeats", facts))
    if every.n_people[open_items].any():
        notes.append(Message("plan.next-again"))
    notes += [Message(f"plan.next-serves{simple}"), Message("plan.next-weights")]
    return TaskList(_frame(rows, rule), tuple(notes), rule)


def _rated_by(every: ItemTable, ratings: Ratings) -> list[list[str]]:
    """The people who rated each item already."""
    return [
        [ratings.raters[i] for i, rated in every.rated.items() if rated[item]]
        for item in range(len(every.names))
    ]


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
    strata = [*parts, *by]
    if not strata:
        return Message("plan.rule-simple", {"seed": seed})
    return Message("plan.rule", {"strata": strata, "floor": floor, "seed": seed})


def _tasks(
    every: ItemTable, chosen: np.ndarray, weights: np.ndarray, blocks: list[list[int]], names: list[str],
    repeats: float, rng: np.random.Generator,
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
            "stratum": strata[item], "weight": float(weights[place]),
        }  # fmt: skip


def _adjudication(
    every: ItemTable, items: int, names: list[str], done: Sequence[set[int]], rng: np.random.Generator,
    *, asked: bool,
) -> TaskList:  # fmt: skip
    """The items on which raters are furthest apart, one person for each; no sample of anything.

    Nobody settles an item that they rated, unless everybody who was asked by name did. Where the names come
    from the data, such an item has no rater.
    """
    order = np.argsort(-every.spread, kind="stable")
    chosen = [int(place) for place in order[:items] if every.spread[place] > 0]
    if not chosen:
        raise InputError("No two raters differ on any item: there is nothing to adjudicate.")
    everybody = set(range(len(names)))
    free = [everybody - done[place] or (everybody if asked else set()) for place in chosen]
    taken = spread(free, len(names), rng)
    load: dict[int, int] = {}
    rows = []
    for place, rater in zip(chosen, taken, strict=True):
        load[rater] = load.get(rater, 0) + 1
        rows.append(
            {
                "item": every.names[place], "rater": names[rater] if rater >= 0 else "", "repeat": 1,
                "order": load[rater], **{key: column[place] for key, column in every.slices.items()},
                "stratum": DISPUTED, "weight": "",
            }
        )  # fmt: skip
    own = sum(rater in done[place] for place, rater in zip(chosen, taken, strict=True))
    rule = Message("plan.no-sample")
    notes = [
        Message("plan.next-disputed", {"n": len(chosen)}),
        *([Message("plan.next-nobody", {"n": load[-1]})] if -1 in load else []),
        *([Message("plan.next-own", {"n": own})] if own else []),
    ]
    return TaskList(_frame(rows, rule), (*notes, rule), rule)


def _frame(rows: Sequence[Mapping[str, Any]], rule: Message) -> Frame:
    numbered = [{"task": number, **row, "rule": rule.text()} for number, row in enumerate(rows, 1)]
    return Frame({name: np.array([row[name] for row in numbered], dtype=object) for name in numbered[0]})
