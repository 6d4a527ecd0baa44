"""The page of a study: the same study gives the same bytes."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from ...interpret.study.study import Study
from ...language.message import Message
from ...language.render import TAGS, Language
from .bilingual import both, in_each, with_code
from .panels import blocks_of, cells_of, panels_of
from .strip import strip
from .visible_signs import visible

_STYLES = ("style.css", "lower.css", "paper.css")


def page(study: Study, lang: Language = "en") -> str:
    """One file of HTML that needs nothing else; `lang` is the language it opens in."""
    script, panels, blocks = _file("script.js"), panels_of(study), blocks_of(study)
    return visible(
        _environment()
        .get_template("page.html")
        .render(
            study=study,
            lang=lang,
            tags=TAGS,
            title=in_each(_title(study)),
            source=_source(study),
            panels=panels,
            blocks=blocks,
            cells=cells_of(panels, blocks),
            strip=strip(study),
            style="".join(map(_file, _STYLES)),
            script=script,
            script_hash=_hash(script),
        )
    )


def _title(study: Study) -> Message:
    source = _source(study)
    return Message("page.title") if source is None else Message("page.title-of", source.facts)


def _source(study: Study) -> Message | None:
    """Where the ratings were read from, as the audit says it in each language."""
    told = (said.facts["source"] for said in study.audit if said.code == "audit.source")
    name = next(told, study.data.source)
    return Message("page.source", {"source": name}) if name else None


@cache
def _environment() -> Any:
    """Templates whose every value is escaped."""
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__, "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["both"] = both
    made.filters["with_code"] = with_code
    made.globals["say"] = _say
    return made


def _say(key: str, **facts: Any) -> Any:
    """A sentence of the page itself in both languages."""
    return both(Message(f"page.{key}", facts))


def _file(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a policy of content names a script by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
