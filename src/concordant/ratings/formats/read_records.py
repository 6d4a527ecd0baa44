"""The interpreter: from the records of an export to ratings, by the rules of the table of formats."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np

from ..native import is_gap
from .canonical import CanonicalBuilder
from .declaration import (
    CANONICAL,
    COMMENT,
    COST,
    DIMENSION,
    ITEM,
    KIND,
    RATER,
    REPEAT,
    ROUND,
    SCORE,
    SECONDS,
    TIME,
    Condition,
    ExportFormat,
    RowRule,
)
from .path import Scope, each_of, getter, is_empty, is_list, unfold

#: What is known of an item beyond this many things is no slice and no text of it.
_MOST_DATA = 60


def read_records(
    known: ExportFormat, records: Iterable[Any], builder: CanonicalBuilder, *, file: str, document: Any = None
) -> None:
    """Add the ratings of all records; whatever is none is counted with its reason."""
    outer = {"log": document} if document is not None else {}
    for number, record in enumerate(records, start=1):
        if not isinstance(record, Mapping):
            builder.drop("damaged")
            continue
        scope = Scope(record, {**outer, known.level: record}, {}, file, number)
        before = builder.rows + builder.dropped.total()
        passed = 0
        for rule in known.rows:
            passed += _read(rule, scope, builder, list(rule.explode.items()), known.level)
        if builder.rows + builder.dropped.total() == before and not passed:
            builder.drop("empty")


def _read(
    rule: RowRule, scope: Scope, builder: CanonicalBuilder, deeper: list[tuple[str, str]], level: str
) -> int:
    """The ratings below a level; how many records were passed over without being lost."""
    for condition in rule.drop:
        if condition.level == level and not condition.kind and _holds(condition, scope):
            builder.drop(condition.why)
            return 0
    if not deeper:
        return _rate(rule, scope, builder)
    (name, path), *rest = deeper
    passed, found = 0, False
    for key, value in each_of(path)(scope):
        found = True
        passed += _read(rule, scope.within(name, key, value), builder, rest, name)
    if not found and scope.keys:
        builder.drop("empty")
    return passed


def _holds(condition: Condition, scope: Scope) -> bool:
    value = getter(condition.at)(scope)
    if condition.exists is not None:
        return condition.exists != is_empty(value)
    return any(
        value == wanted and isinstance(value, bool) == isinstance(wanted, bool) for wanted in condition.equals
    ) or (isinstance(value, str) and value.strip().lower() in _spelled(condition))


def _spelled(condition: Condition) -> set[str]:
    """How a CSV file writes what is asked for."""
    return {str(wanted).lower() for wanted in condition.equals}


def _rate(rule: RowRule, scope: Scope, builder: CanonicalBuilder) -> int:
    """Add one rating, or count why it is none; 1 where it is kept elsewhere or belongs to another rule."""
    if not all(_holds(condition, scope) for condition in rule.keep):
        return 1
    by = text_of(getter(rule.value_by)(scope)) if rule.value_by else ""
    if by in rule.passed_over:
        return 1
    kind = _kind(rule, scope)
    rater = text_of(getter(_chosen(rule.rater, kind))(scope))
    for condition in rule.drop:
        if condition.kind in ("", kind) and _holds(condition, scope):
            builder.drop(condition.why, rater)
            return 0
    item = text_of(getter(rule.item)(scope))
    value, why = _value(rule, scope, by)
    for reason, lost in (("no-item", item is None), ("no-rater", rater is None), (why, bool(why))):
        if lost:
            builder.drop(reason, rater)
            return 0
    cells = _cells(rule, scope) | {ITEM: item, RATER: rater, KIND: kind or None}
    dimension = cells[DIMENSION]
    if rule.remember:
        facts = {name: text_of(getter(path)(scope)) for name, path in rule.remember.items()}
        builder.remembered.setdefault(str(dimension), facts)
    data = data_of(rule, scope)
    values = value.items() if isinstance(value, dict) else [(None, value)]
    for key, own in values:
        named = dimension if key is None else f"{dimension}.{key}"
        builder.add({**cells, DIMENSION: named, SCORE: own}, data)
    return 0


def _kind(rule: RowRule, scope: Scope) -> str:
    if isinstance(rule.kind, str):
        return text_of(getter(rule.kind)(scope)) or ""
    found = getter(rule.kind["at"])(scope)
    if "exists" in rule.kind and not is_empty(found):
        return rule.kind["exists"]
    said = text_of(found) or ""
    return rule.kind.get(
        said, rule.kind.get(said.lower(), rule.kind.get(said.upper(), rule.kind.get("other", "")))
    )


def _chosen(by_kind: str | Mapping[str, str], kind: str) -> str:
    return by_kind if isinstance(by_kind, str) else by_kind.get(kind, by_kind.get("other", ""))


def _value(rule: RowRule, scope: Scope, by: str | None) -> tuple[Any, str]:
    """The rating, and why there is none."""
    path = (
        rule.value if isinstance(rule.value, str) else rule.value.get(by or "", rule.value.get("other", ""))
    )
    if not path:
        return None, "region" if by and "label" in by else "free-text"
    value = rating_of(getter(path)(scope))
    if value in rule.failed and not isinstance(value, (bool, tuple)):
        return None, "failed"
    if value is None or value in rule.gaps:
        return None, "no-value"
    return value, ""


class Several(tuple[Any, ...]):
    """What was chosen where several options may be, even if it is one."""


def rating_of(value: Any) -> Any:
    """A number, a truth value or a text; several as a tuple, or by name in a dictionary; None for a gap."""
    value = unfold(value)
    if isinstance(value, Several):
        return value
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()
    if is_gap(value) or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, Mapping):
        found = {str(k): rating_of(v) for k, v in value.items()}
        scalars = {k: v for k, v in found.items() if v is not None and not isinstance(v, (dict, tuple))}
        return scalars or None
    if is_list(value):
        parts = [_option(one) for one in value]
        return tuple(part for part in parts if part is not None)
    return value if isinstance(value, (bool, int, float)) else str(value)


def _option(one: Any) -> Any:
    """One of several options; the path to a leaf of a taxonomy is one option."""
    if is_list(one):
        return " / ".join(str(part) for part in one) or None
    if isinstance(one, Mapping):
        return text_of(one.get("value", one.get("label")))
    return None if is_empty(one) else one


def text_of(value: Any) -> str | None:
    """A name: numbers as they are written, dictionaries as JSON; None where there is nothing."""
    if is_empty(value):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    if isinstance(value, (Mapping, list, tuple)):
        return json.dumps(value, ensure_ascii=False, default=str, sort_keys=True)
    return str(value).strip()


def _cells(rule: RowRule, scope: Scope) -> dict[str, Any]:
    return {
        DIMENSION: text_of(getter(rule.dimension)(scope)) or "rating",
        REPEAT: _repeat(getter(rule.repeat)(scope)) if rule.repeat else None,
        ROUND: text_of(getter(rule.round)(scope)) if rule.round else None,
        TIME: time_of(getter(rule.time)(scope)) if rule.time else None,
        COMMENT: comment_of(getter(rule.comment)(scope)) if rule.comment else None,
        SECONDS: amount_of(getter(rule.seconds)(scope)) if rule.seconds else None,
        COST: amount_of(getter(rule.cost)(scope)) if rule.cost else None,
    }


def _repeat(value: Any) -> Any:
    number = amount_of(value)
    return int(number) if number is not None and number.is_integer() else text_of(value)


def amount_of(value: Any) -> float | None:
    """A number that is not negative; None for anything else."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and number >= 0 else None


def comment_of(value: Any) -> str | None:
    """Free text, several texts as one."""
    value = unfold(value)
    if is_list(value):
        parts = [
            comment_of(one.get("comment", one.get("text")) if isinstance(one, Mapping) else one)
            for one in value
        ]
        return "\n".join(part for part in parts if part) or None
    return text_of(value)


def time_of(value: Any) -> str | None:
    """A point in time as text, in UTC: from text, or from seconds or milliseconds since 1970."""
    if is_empty(value) or isinstance(value, (bool, Mapping, list, tuple)):
        return None
    try:
        if hasattr(value, "isoformat"):
            moment = value
        else:
            number = amount_of(value)
            if number is None:
                moment = datetime.fromisoformat(str(value).strip().removesuffix(" UTC"))
            else:
                moment = datetime.fromtimestamp(number / (1000 if number > 1e11 else 1), UTC)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return str(moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z")
    except (ValueError, OverflowError, OSError, TypeError, AttributeError):
        return None


def data_of(rule: RowRule, scope: Scope) -> dict[str, Any]:
    """What is known of the item: values by name, of dictionaries a value for each key."""
    found: dict[str, Any] = {}
    for path in rule.data:
        if path == "*" or path.endswith(".*"):
            held = unfold(getter(path[:-1].rstrip("."))(scope))
            held = _others(held) if path == "*" else held
            pairs: Iterator[tuple[Any, Any]] = iter(held.items() if isinstance(held, Mapping) else ())
        else:
            pairs = iter([(path.rpartition(".")[2], getter(path)(scope))])
        for name, value in pairs:
            if len(found) < _MOST_DATA and not is_empty(value):
                found.setdefault(str(name), _fact(value))
    return found


def _others(record: Any) -> Any:
    """What a record holds beside the canonical columns."""
    known = isinstance(record, Mapping)
    return {name: value for name, value in record.items() if name not in CANONICAL} if known else record


def _fact(value: Any) -> Any:
    if isinstance(value, (bool, int, float)):
        return value
    return text_of(value if not hasattr(value, "tolist") else value.tolist())
