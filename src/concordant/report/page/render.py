"""The page of a study, and each of its panels alone: the same study gives the same bytes."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ...interpret.study import Study, read_as
from ...language.message import Message
from ...language.render import TAGS, Language
from .bilingual import both, both_in_svg, in_each, with_code
from .panels import Panel, cells_of, contents_of
from .template_environment import environment_of

_STYLES = ("style.css", "panels.css", "tables.css", "paper.css")


def page(study: Study, lang: Language = "en") -> str:
    """One file of HTML that needs nothing else; `lang` is the language it opens in."""
    script, contents = _file("script.js"), contents_of(study)
    return visible(
        _environment()
        .get_template("page.html")
        .render(
            study=study,
            lang=lang,
            title=in_each(_title(study)),
            source=_source(study),
            contents=contents,
            cells=cells_of(contents),
            basis=basis(study),
            style=style(),
            script=script,
            script_hash=_hash(script),
        )
    )


def fragment(panel: Panel, level: int = 2) -> Any:
    """The markup of one panel, wherever it is put; `level` is that of its heading."""
    from markupsafe import Markup

    text = _environment().get_template("panel.html").render(panel=panel, view=panel.view, level=level)
    return Markup(visible(text))  # noqa: S704 - the template escapes every value


def style() -> str:
    """The style that all panels share."""
    return "".join(map(_file, _STYLES))


def _title(study: Study) -> Message:
    source = _source(study)
    return Message("page.title") if source is None else Message("page.title-of", source.facts)


def _source(study: Study) -> Message | None:
    """Where the ratings were read from, as the audit says it in each language."""
    sources = (message.facts["source"] for message in study.audit if message.code == "audit.source")
    name = next(sources, study.data.source)
    return Message("page.source", {"source": name}) if name else None


@cache
def _environment() -> Any:
    """Templates whose every value is escaped."""
    made = environment_of(__package__)
    made.filters["both"] = both
    made.filters["with_code"] = with_code
    made.filters["both_svg"] = both_in_svg
    made.filters["in_english"] = lambda words: in_each(words)["en"]
    made.filters["text"] = lambda words, lang: in_each(words)[lang]
    made.globals["say"] = _sentence
    made.globals["in_each"] = lambda key: in_each(Message(f"page.{key}"))
    made.globals["tags"] = TAGS
    made.globals["shown"] = fragment
    return made


def _sentence(key: str, **facts: Any) -> Any:
    """A sentence of the page itself in both languages."""
    return both(Message(f"page.{key}", facts))


def _file(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a policy of content names a script by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def basis(study: Study) -> tuple[Message, ...]:
    """What the numbers rest on: items, who is compared with whom, coefficient and scale; then the rest."""
    return tuple(_facts(study))


def _facts(study: Study) -> Iterator[Message]:
    main, size = study.main, _audit(study, "size")
    used = study.n_items if main is None else main.n_items
    yield _message("items" if used <= study.n_items else "rows", used=used, n=study.n_items)
    if main is not None:
        held = {"names": list(main.reference), "judge": main.name}
        yield _message("reference", **held) if main.reference else _message("no-reference")
        yield _message("measure", m=[main.main.measure, dict(main.main.options)])
    read = read_as(study).facts
    kind = "scale" if "scale" in read else "measured"
    yield _message(kind, **{name: read[name] for name in ("level", "scale") if name in read})
    yield _message(
        "raters", n=size.get("raters", len((*study.who.people, *study.who.judges, *study.who.gold)))
    )
    yield _message("gaps", n=size.get("gaps", 0))
    yield _message("duplicates", n=_audit(study, "duplicates").get("count", 0))


def _audit(study: Study, key: str) -> Mapping[str, Any]:
    """The facts of a sentence of the audit; none where it was not said."""
    return next((message.facts for message in study.audit if message.code == f"audit.{key}"), {})


def _message(key: str, **facts: Any) -> Message:
    return Message(f"page.basis-{key}", facts)


#: For what has no picture of its own: later control signs, and halves of signs, which no file can hold.
_BOX = "□"
_SHOWN = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    0x7F: "\N{SYMBOL FOR DELETE}",
    **dict.fromkeys((*range(0x80, 0xA0), *range(0xD800, 0xE000)), _BOX),
}
#: To look for them is much faster than to exchange them.
_UNSEEN = re.compile("[" + "".join(map(re.escape, map(chr, _SHOWN))) + "]")


def visible(text: str) -> str:
    """The text with pictures in place of control signs; every end of a line is of one kind."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_SHOWN) if _UNSEEN.search(text) else text
