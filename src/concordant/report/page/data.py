"""The data as they were read: rows, columns, scale, who is who, the design, and doubts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.study.study import ScaleFacts, Study
from ...language.message import Message
from ...language.render import LANGUAGES
from .names import short
from .text_helpers import Worded, told

#: Categories and names that are listed one by one.
MOST = 60


@dataclass(frozen=True)
class Fact:
    """A head and what is said under it; `kind` tells a doubt from a plain fact."""

    title: Message
    lines: tuple[Any, ...]
    kind: str = ""


@dataclass(frozen=True)
class DataView(Worded):
    """Facts in reading order."""

    facts: tuple[Fact, ...]


def data(study: Study) -> DataView:
    """Everything that is known of the data."""
    return DataView(tuple(fact for fact in _facts(study) if fact.lines))


def _facts(study: Study) -> Iterator[Fact]:
    doubts = [said for doubt in study.scale_doubts for said in doubt.sentences]
    yield Fact(told("doubts"), tuple(doubts), "doubt")
    plain = [said for said in study.audit if said.code != "audit.columns" and said not in study.scale.notes]
    yield Fact(told("read"), tuple(plain))
    yield Fact(told("columns"), tuple(_roles(study)))
    yield Fact(told("scale"), tuple(_scale(study.scale)))
    yield Fact(told("who"), (*_who(study), *study.who.notes))
    yield Fact(told("design"), (study.design.said,))
    yield Fact(told("obstacles"), tuple(o.said for o in study.design.obstacles), "doubt")
    yield Fact(told("helps"), tuple(h.said for h in study.design.helps))


def _roles(study: Study) -> Iterator[Message]:
    """What each column was taken for, one by one."""
    for said in study.audit:
        if said.code == "audit.columns":
            for role in said.facts["roles"]:
                yield Message(role["code"], role["facts"])


def _scale(scale: ScaleFacts) -> Iterator[Message]:
    yield told("scale-declared" if scale.declared else "scale-guessed", level=scale.level)
    names = scale.categories
    if names:
        some = [*names[:MOST], *(["…"] if len(names) > MOST else [])]
        yield told("scale-categories", n=len(names), names=_in_order(some, scale.level))
    if scale.values and [f"{v:g}" for v in scale.values] != list(names) and len(names) <= MOST:
        yield told("scale-values", names=_in_order([f"{v:g}" for v in scale.values], scale.level))
    yield from scale.notes


def _in_order(names: list[str], level: str) -> Any:
    """Names in a row; an order is shown as one."""
    if level != "nominal":
        return dict.fromkeys(LANGUAGES, " < ".join(map(short, names)))
    return {"en": ", ".join(map(short, names)), "zh": "、".join(map(short, names))}


def _who(study: Study) -> Iterator[Message]:
    who = study.who
    if study.design.anonymous:
        yield told("anonymous")
        return
    groups = (
        ("people" if who.kinds_known else "raters", who.people),
        ("judges", who.judges),
        ("gold", who.gold),
    )
    for kind, names in groups:
        if names:
            shown = [*names[:MOST], *(["…"] if len(names) > MOST else [])]
            yield told(f"named-{kind}", n=len(names), names=shown)
