"""What the commands of `track` share: which project, which store, and how it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import rich_click as click

from ...errors import OptionError
from ...interpret.study import Section
from ...language.render import Language
from ...ratings.phrases import listed
from ..option_help import OUTPUT_WORDS, TRACK_WORDS
from ..track.change_sections import Slices
from ..track.next_steps import Typed, typed
from ..track.pages import word
from ..track.project import Project
from ..track.stored_rounds import is_there, store_at
from .output import as_json
from .wrap import lang_option, sections


def option(name: str, panel: str, **more: Any) -> click.RichOption:
    """An option by its name, with its words."""
    flags = more.pop("flags", ["--" + name.replace("_", "-"), name])
    return click.RichOption(flags, help=TRACK_WORDS[name], panel=panel, **more)


def where_options() -> list[click.Parameter]:
    """`--project` and `--store`."""
    return [option("project", "Rounds", metavar="NAME"), option("store", "Rounds", metavar="FILE|URL")]


def show_options() -> list[click.Parameter]:
    """`--lang` and `--json`."""
    json = click.RichOption(
        ["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"
    )
    return [lang_option(), json]


@dataclass(frozen=True)
class Chosen:
    """The project that a command is about, and how further commands for it are typed."""

    project: Project
    typed: Typed


def chosen(name: str | None, store: str | None, lang: Language, *, new: bool = False) -> Chosen:
    """The project named, or the only one there is, which is said; a `new` one has to be named."""
    if store == "":
        raise OptionError("The store must be a file or the address of a database, but the name is empty.")
    if name is None:
        name = _only(store, lang, new)
    return Chosen(Project(name, store), typed(name, store, lang))


def _only(store: str | None, lang: Language, new: bool) -> str:
    names, where = _projects(store) if is_there(store) or not new else ([], "")
    if len(names) != 1:
        known = f" one of {listed([repr(name) for name in names])}" if names else " such as 'chat-judge'"
        raise OptionError(f"Name the project with --project,{known}.")
    click.echo(word("only-project", project=names[0], where=where).text(lang), err=True)
    return names[0]


def _projects(store: str | None) -> tuple[list[str], str]:
    """Their names, and the store as it may be shown."""
    with store_at(store) as found:
        return [one.name for one in found.projects()], found.where


def show(data: Callable[[], Any], page: Iterable[Section], lang: Language, as_json_too: bool) -> None:
    """Print strict JSON, for which everything there is to find is found, or the page."""
    click.echo(as_json(data()) if as_json_too else sections(page, lang))


def slices_as_json(slices: Slices) -> dict[str, Any]:
    """Slices by the name of the comparison, as plain values."""
    return {name: [one.to_dict() for one in each] for name, each in slices.items()}
