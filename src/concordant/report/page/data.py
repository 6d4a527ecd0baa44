"""The data as they were read: rows, columns, scale, who is who, the design, and doubts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...interpret.study import ScaleFacts, Study
from ...language.message import Message
from ...language.render import LANGUAGES
from .names import short
from .text_helpers import PanelView, sentence

#: Categories and names that are listed one by one.
MOST = 60


@dataclass(frozen=True)
class Fact:
    """A head and what is said under it; `kind` tells a doubt from a plain fact."""

    title: Message
    lines: tuple[Any, ...]
    kind: str = ""


@dataclass(frozen=True)
class DataView(PanelView):
    """Facts in reading order."""

    facts: tuple[Fact, ...]


def data(study: Study) -> DataView:
    """Everything that is known of the data."""
    return DataView(tuple(fact for fact in _facts(study) if fact.lines))


def _facts(study: Study) -> Iterator[Fact]:
    doubts = [message for doubt in study.scale_doubts for message in doubt.sentences]
    yield Fact(sentence("doubts"), tuple(doubts), "doubt")
    plain = [
        message
        for message in study.audit
        if message.code != "audit.columns" and message not in study.scale.notes
    ]
    yield Fact(sentence("read"), tuple(plain))
    yield Fact(sentence("columns"), tuple(_roles(study)))
    yield Fact(sentence("scale"), tuple(_scale(study.scale)))
    yield Fact(sentence("who"), (*_who(study), *study.who.notes))
    yield Fact(sentence("design"), (study.design.said,))
    yield Fact(sentence("obstacles"), tuple(o.said for o in study.design.obstacles), "doubt")
    yield Fact(sentence("helps"), tuple(h.said for h in study.design.helps))


def _roles(study: Study) -> Iterator[Message]:
    """What each column was taken for, one by one."""
    for message in study.audit:
        if message.code == "audit.columns":
            for role in message.facts["roles"]:
                yield Message(role["code"], role["facts"])


def _scale(scale: ScaleFacts) -> Iterator[Message]:
    yield sentence("scale-declared" if scale.declared else "scale-guessed", level=scale.level)
    names = scale.categories
    if names:
        some = [*names[:MOST], *(["…"] if len(names) > MOST else [])]
        yield sentence("scale-categories", n=len(names), names=_in_order(some, scale.level))
    if scale.values and [f"{v:g}" for v in scale.values] != list(names) and len(names) <= MOST:
        yield sentence("scale-values", names=_in_order([f"{v:g}" for v in scale.values], scale.level))
    yield from scale.notes


def _in_order(names: list[str], level: str) -> Any:
    """Names in a row; an order is shown as one."""
    if level != "nominal":
        return dict.fromkeys(LANGUAGES, " < ".join(map(short, names)))
    return {"en": ", ".join(map(short, names)), "zh": "、".join(map(short, names))}


def _who(study: Study) -> Iterator[Message]:
    who = study.who
    if study.design.anonymous:
        yield sentence("anonymous")
        return
    groups = (
        ("people" if who.kinds_known else "raters", who.people),
        ("judges", who.judges),
        ("gold", who.gold),
    )
    for kind, names in groups:
        if names:
            shown = [*names[:MOST], *(["…"] if len(names) > MOST else [])]
            yield sentence(f"named-{kind}", n=len(names), names=shown)
