"""Goals as data: which measure should be where, from a name, a TOML file or a mapping.

name = "release gate"
name_zh = "发布门槛"            # optional

[[targets]]
measure = "cohen_kappa"
options = { weights = "quadratic" }
at_least = 0.6                  # or more_than, at_most, less_than

[[targets]]
measure = "exact_agreement"
more_than = 0.7
on = { content_type = "chat" }  # only items with this value of a slice column
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from ...coefficients.catalogue import BY_NAME
from ...errors import InputError, OptionError, choose, is_number
from ...quote import quote
from ...suggestion import hint
from ..compare import same
from ..record import Record

Bound = Literal["at_least", "more_than", "at_most", "less_than"]
BOUNDS: tuple[Bound, ...] = get_args(Bound)


@dataclass(frozen=True, kw_only=True)
class Target(Record):
    """One measure and where it should be, on all items or on those with given values of slice columns."""

    measure: str
    bound: Bound
    threshold: float
    options: Mapping[str, Any] = field(default_factory=dict)
    on: Mapping[str, Any] = field(default_factory=dict)

    def satisfied(self, value: float) -> bool:
        """Whether a value is where it should be; one that is the threshold but for rounding is on it."""
        if same(value, self.threshold):
            return self.bound in ("at_least", "at_most")
        return (value > self.threshold) == (self.bound in ("at_least", "more_than"))


@dataclass(frozen=True, kw_only=True)
class Goal(Record):
    """A named set of targets; it is met when all of them are."""

    key: str
    name: Mapping[str, str]
    targets: tuple[Target, ...]


def read_goals(what: str | Path | Mapping[str, Any] | Goal) -> Goal:
    """A goal that comes along, by its name in any language; or one's own, from a TOML file or a mapping."""
    if isinstance(what, Goal):
        return what
    if isinstance(what, Mapping):
        return _goal(what, "The goal")
    if isinstance(what, Path) or what.endswith(".toml"):
        return _from_file(Path(what))
    for goal in GOALS:
        if what in (goal.key, *goal.name.values()):
            return goal
    names = [goal.key for goal in GOALS]
    raise OptionError(f"goal must be one of {names} or a .toml file, got {quote(what)}.{hint(what, names)}")


def _from_file(path: Path) -> Goal:
    try:
        return _goal(tomllib.loads(path.read_text(encoding="utf-8")), str(path))
    except OSError as error:
        raise InputError(f"The goal file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"The goal file {path} cannot be read: it is not UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"The goal file {path} is not TOML: {error}.") from None


def _goal(data: Mapping[str, Any], where: str) -> Goal:
    _known(data, ("key", "name", "name_zh", "targets"), where)
    name, entries = data.get("name"), data.get("targets")
    if not (isinstance(name, str) and name):
        raise OptionError(f"{where} needs a name, for example name = 'release gate'.")
    if not (isinstance(entries, (list, tuple)) and entries):
        raise OptionError(f"{where} needs targets: a list, each with a measure and a threshold.")
    targets = tuple(_target(entry, f"{where}, target {i}") for i, entry in enumerate(entries, 1))
    names = {"en": name, "zh": str(data.get("name_zh", name))}
    return Goal(key=str(data.get("key", name)), name=names, targets=targets)


def _target(entry: Any, where: str) -> Target:
    if not isinstance(entry, Mapping):
        raise OptionError(f"{where} must be a table with a measure and a threshold, got {quote(entry)}.")
    _known(entry, ("measure", "options", "on", *BOUNDS), where)
    measure = entry.get("measure")
    choose(f"{where}: measure", measure, BY_NAME)
    options, on = (_table(entry, name, where) for name in ("options", "on"))
    _known(options, BY_NAME[str(measure)].options, f"{where}, options of {measure!r}")
    given = [bound for bound in BOUNDS if bound in entry]
    if len(given) != 1:
        two = " For a range, write two targets." if given else ""
        raise OptionError(f"{where} needs one of {list(BOUNDS)}, got {given or 'none'}.{two}")
    threshold = _threshold(str(measure), given[0], entry[given[0]], where)
    return Target(measure=str(measure), bound=given[0], threshold=threshold, options=options, on=on)


def _threshold(measure: str, bound: Bound, value: Any, where: str) -> float:
    """A number that the measure can lie beyond."""
    if not is_number(value):
        raise OptionError(f"{where}: {bound} must be a number, got {quote(value)}.")
    low, high = BY_NAME[measure].range
    if not low <= value <= high:
        meant = f" Did you mean {value / 100:g}?" if high == 1 and 1 < value <= 100 else ""
        raise OptionError(
            f"{where}: {measure!r} must lie between {low:g} and {high:g}, got {quote(value)}.{meant}"
        )
    if (bound, value) in (("more_than", high), ("less_than", low)):
        raise OptionError(f"{where} can never be met: {measure!r} lies between {low:g} and {high:g}.")
    return float(value)


def _table(entry: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    value = entry.get(name, {})
    if not isinstance(value, Mapping):
        raise OptionError(
            f"{where}: {name} must be a table, such as {{ name = 'value' }}, got {quote(value)}."
        )
    return dict(value)


def _known(entry: Mapping[str, Any], allowed: Iterable[str], where: str) -> None:
    names = list(allowed)
    for key in entry:
        choose(f"{where}: a key", key, names)


def _built_in() -> tuple[tuple[Goal, ...], tuple[Goal, ...]]:
    text = files(__package__).joinpath("goals.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    stages, others = (tuple(_goal(entry, "goals.toml") for entry in data[k]) for k in ("stage", "other"))
    return stages, others


#: Stages in the order in which they are reached, and other goals that come along.
STAGES, _OTHERS = _built_in()
GOALS = (*STAGES, *_OTHERS)
