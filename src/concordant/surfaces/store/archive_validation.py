"""What the tables and all commands rely on, should somebody else have written a file of rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...interpret.compare.choose_measures import Preset
from ...interpret.goals.goal import Goal, read_goals
from ...interpret.study.study import Study
from ...ratings.scale import Scale
from .prepare import LONGEST_MOMENT, checked_name, storable_about
from .records import StoredRound
from .remembered_options import from_before
from .rows import findings_of, results_of, storable
from .type_check import fits

#: More items or ratings than this are not counted.
_MOST = 2**53


def check_entries(rounds: Sequence[StoredRound]) -> None:
    """Complain of a round that is not as we write it, and of a generation without the one before it."""
    seen: set[tuple[str, str, int]] = set()
    for kept in rounds:
        _check(kept)
        seen.add((kept.project, kept.name, kept.generation))
        if kept.generation > 1 and (kept.project, kept.name, kept.generation - 1) not in seen:
            raise ValueError("a generation without the one before it")


def _check(kept: StoredRound) -> None:
    checked_name("project", kept.project)
    checked_name("round", kept.name)
    right = fits(StoredRound, kept) and (
        all(0 < n < 2**31 for n in (kept.place, kept.generation))
        and all(0 <= n <= _MOST for n in (kept.n_items, kept.n_ratings))
        and storable(kept.version) == kept.version
        and storable_about(kept.about) == kept.about
        and len(kept.about.when) <= LONGEST_MOMENT
    )
    if not right:
        raise ValueError("not as we write it")
    if kept.goal is not None:
        _check_goal(Goal.from_dict(kept.goal))
    _check_options(kept.options)


def _check_goal(goal: Goal) -> None:
    """As strictly as a user's own."""
    if not fits(Goal, goal):
        raise ValueError("no goal")
    targets = [{"measure": t.measure, "options": t.options, "on": t.on, t.bound: t.threshold}
               for t in goal.targets]  # fmt: skip
    read_goals({"name": goal.name["en"], "name_zh": goal.name["zh"], "key": goal.key, "targets": targets})


def _check_options(options: Mapping[str, Any]) -> None:
    """Those that hold for later rounds; others are only kept."""
    held = from_before({}, options)
    for name, fitting in _FITTING.items():
        if held.get(name) is not None and not fitting(held[name]):
            raise ValueError(f"no {name}")


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)


#: What an option may be that was kept.
_FITTING: dict[str, Any] = {
    "reference": lambda x: isinstance(x, str) or (_is_list(x) and all(isinstance(one, str) for one in x)),
    "categories": _is_list,
    "missing": _is_list,
    "scale": lambda x: isinstance(x, str | Scale),
    "rater_kind": lambda x: fits(Mapping[str, str], x),
    "preset": lambda x: fits(Preset, x),
    "level": lambda x: isinstance(x, float) and 0 < x < 1,
}


def check_study(study: Study, kept: StoredRound) -> None:
    """Complain of a study that is none, is of other ratings, or cannot be told."""
    if not fits(Study, study) or (study.n_items, study.n_ratings) != (kept.n_items, kept.n_ratings):
        raise ValueError("no study of these ratings")
    results_of(study)
    findings_of(study)
