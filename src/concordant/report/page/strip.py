"""The strip that is always in sight: what the numbers rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...interpret.study.outline import read_as
from ...interpret.study.study import Study
from ...language.message import Message


def strip(study: Study) -> tuple[Message, ...]:
    """The most important first: items, who is held against whom, coefficient and scale; then the rest."""
    return tuple(_facts(study))


def _facts(study: Study) -> Iterator[Message]:
    main, size = study.main, _audit(study, "size")
    used = study.n_items if main is None else main.n_items
    yield _said("items" if used <= study.n_items else "rows", used=used, n=study.n_items)
    if main is not None:
        held = {"names": list(main.reference), "judge": main.name}
        yield _said("reference", **held) if main.reference else _said("no-reference")
        yield _said("measure", m=[main.main.measure, dict(main.main.options)])
    read = read_as(study).facts
    kind = "scale" if "scale" in read else "measured"
    yield _said(kind, **{name: read[name] for name in ("level", "scale") if name in read})
    yield _said("raters", n=size.get("raters", len((*study.who.people, *study.who.judges, *study.who.gold))))
    yield _said("gaps", n=size.get("gaps", 0))
    yield _said("duplicates", n=_audit(study, "duplicates").get("count", 0))


def _audit(study: Study, key: str) -> Mapping[str, Any]:
    """The facts of a sentence of the audit; none where it was not said."""
    return next((said.facts for said in study.audit if said.code == f"audit.{key}"), {})


def _said(key: str, **facts: Any) -> Message:
    return Message(f"page.strip-{key}", facts)
