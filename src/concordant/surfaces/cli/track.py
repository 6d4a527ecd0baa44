"""`concordant track`: rounds of a project, what changed between them, export and import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import rich_click as click

from ...interpret.study import for_readers
from ...language.render import Language
from ...report.shorten import shortened
from ..track.change_sections import change_page, unmatched_messages
from ..track.pages import drift_page, projects_page, round_page, rounds_page, word
from ..track.project import status_sections
from ..track.stored_rounds import rounds_in, store_at
from .help_text import LocalisedCommand
from .main import SuggestingGroup
from .output import as_json
from .report import STDOUT, default_place, deliver, kind_of_output, output_options
from .track_add import command as add
from .track_options import chosen, option, show, show_options, slices_as_json, where_options
from .wrap import lang_option


def _run(
    round_name: str | None,
    project: str | None,
    store: str | None,
    output: str | None,
    format_name: str | None,
    lang: Language,
    force: bool,
    open_it: bool,
) -> None:
    kind = kind_of_output(output, format_name)
    tracked = chosen(project, store, lang).project
    kept = tracked.round(round_name)
    place = default_place(f"{kept.project}-{kept.name}", kind) if output is None else output
    if place != STDOUT:
        kind.check(place, force=force)
    deliver(tracked.study(kept.name), kind, place, lang, force=force)
    if open_it and place != STDOUT:
        click.launch(place)


report = LocalisedCommand(
    name="report",
    callback=_run,
    params=[
        click.RichArgument(["round_name"], metavar="[ROUND]", required=False),
        *where_options(),
        lang_option(),
        *output_options(),
    ],
)


def _export(
    path: str, project: str | None, store: str | None, force: bool, lang: Language, as_json_too: bool
) -> None:
    with store_at(store) as kept:
        written = kept.export(path, project, force=force)
        found = [one for one in kept.projects() if project in (None, one.name)]
    n = sum(one.n_rounds for one in found)
    if as_json_too:
        click.echo(as_json({"path": str(written), "projects": [one.to_dict() for one in found]}))
    else:
        click.echo(word("exported", n=n, projects=len(found), path=str(written)).text(lang))


def _import(path: str, store: str | None, lang: Language, as_json_too: bool) -> None:
    _check_carried(path)
    with store_at(store, create=True) as kept:
        found = kept.load(path)
        where = kept.where
    if as_json_too:
        click.echo(as_json({"store": where, **found.to_dict()}))
    else:
        facts = {"added": len(found.added), "known": len(found.known)}
        click.echo(word("loaded", where=where, **facts).text(lang))


def _check_carried(path: str) -> None:
    """Complain of a file that cannot be loaded before a store is made for it."""
    from ..store.archive_format import carried

    with carried(Path(path)):
        pass


_FILE = click.RichArgument(["path"], metavar="FILE")

export = LocalisedCommand(
    name="export",
    callback=_export,
    params=[_FILE, *where_options(), option("force", "Output", is_flag=True), *show_options()],
)
import_ = LocalisedCommand(
    name="import",
    callback=_import,
    params=[_FILE, *(one for one in where_options() if one.name == "store"), *show_options()],
)


def _list(project: str | None, store: str | None, lang: Language, as_json_too: bool) -> None:
    with store_at(store) as kept:
        where, found = kept.where, kept.projects()
        rounds = () if project is None else rounds_in(kept, project)
    if project is None:
        projects = {"store": where, "projects": [one.to_dict() for one in found]}
        show(lambda: projects, projects_page(found, where), lang, as_json_too)
        return
    data = {"store": where, "project": project, "rounds": [one.to_dict() for one in rounds]}
    show(lambda: data, rounds_page(project, rounds, where), lang, as_json_too)


def _show(
    round_name: str | None,
    project: str | None,
    store: str | None,
    full: bool,
    generation: int | None,
    lang: Language,
    as_json_too: bool,
) -> None:
    tracked = chosen(project, store, lang).project
    newest, kept = tracked.round(round_name), tracked.round(round_name, generation=generation)
    study = tracked.study(kept.name, generation=kept.generation)
    shown = for_readers(shortened(study), lang)

    def data() -> dict[str, Any]:
        return {"round": kept.to_dict(), "study": study.to_dict()}

    show(data, round_page(kept, newest, shown, full=full), lang, as_json_too)


def _compare(
    first: str | None,
    second: str | None,
    project: str | None,
    store: str | None,
    items: int,
    margin: float | None,
    lang: Language,
    as_json_too: bool,
) -> None:
    tracked = chosen(project, store, lang).project
    pair = [one.name for one in tracked.pair(first, second)]
    changes, slices = tracked.compare(*pair, examples=items, margin=margin), tracked.slices(*pair)

    def data() -> dict[str, Any]:
        return {
            "project": tracked.name,
            "first": pair[0],
            "second": pair[1],
            "changes": [one.to_dict() for one in changes],
            "slices": slices_as_json(slices),
        }

    before, after = (tracked.study(name, progress=False) for name in pair)
    more = unmatched_messages(changes, pair[0], before, pair[1], after)
    show(data, change_page(changes, pair[0], pair[1], items, slices, *more), lang, as_json_too)


def _status(project: str | None, store: str | None, lang: Language, as_json_too: bool) -> None:
    found = chosen(project, store, lang)
    rounds, progress = found.project.rounds, found.project.progress()

    def data() -> dict[str, Any]:
        return {
            "store": found.project.where,
            "project": found.project.name,
            "rounds": [one.to_dict() for one in rounds],
            "progress": [one.to_dict() for one in progress],
        }

    show(data, status_sections(found.project, progress, found.typed), lang, as_json_too)


def _drift(
    project: str | None, store: str | None, rater: str | None, lang: Language, as_json_too: bool
) -> None:
    tracked = chosen(project, store, lang).project
    found = tracked.drift(rater)
    data = {"project": tracked.name, "drift": [one.to_dict() for one in found]}
    show(lambda: data, drift_page(found), lang, as_json_too)


# --- the group ----------------------------------------------------------------------------------


def _command(name: str, run: Callable[..., None], *params: click.Parameter) -> LocalisedCommand:
    every = [*params, *where_options()]
    return LocalisedCommand(name=name, callback=run, params=[*every, *show_options()])


def _round(name: str, metavar: str) -> click.Parameter:
    return click.RichArgument([name], metavar=f"[{metavar}]", required=False)


_ITEMS = option("items", "Rounds", type=click.IntRange(0), default=10, show_default=True)
_MARGIN = option("margin", "Rounds", type=float)
_FULL = option("full", "Output", is_flag=True)
_GENERATION = option("generation", "Rounds", type=click.IntRange(1), metavar="N")

command = SuggestingGroup(
    name="track",
    commands=[
        add,
        _command("status", _status),
        _command("list", _list),
        _command("show", _show, _round("round_name", "ROUND"), _GENERATION, _FULL),
        _command("compare", _compare, _round("first", "FIRST"), _round("second", "SECOND"), _ITEMS, _MARGIN),
        _command("drift", _drift, option("rater", "Rounds", metavar="NAME")),
        report,
        export,
        import_,
    ],
)
