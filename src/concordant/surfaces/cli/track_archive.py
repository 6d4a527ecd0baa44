"""`concordant track export` and `import`: rounds as one file, to keep or to carry to another store."""

from __future__ import annotations

import inspect
from pathlib import Path

import rich_click as click

from ...language.render import Language
from ..track.pages import word
from ..track.store_location import store_at
from .json_output import as_json
from .track_options import option, show_options, where_options


def _export(
    path: str, project: str | None, store: str | None, force: bool, lang: Language, as_json_too: bool
) -> None:
    """Write all rounds of a store, or those of a project, to one file.

    concordant track export rounds.zip
    """
    with store_at(store) as kept:
        written = kept.export(path, project, force=force)
        found = [one for one in kept.projects() if project in (None, one.name)]
    n = sum(one.n_rounds for one in found)
    if as_json_too:
        click.echo(as_json({"path": str(written), "projects": [one.to_dict() for one in found]}))
    else:
        click.echo(word("exported", n=n, projects=len(found), path=str(written)).text(lang))


def _import(path: str, store: str | None, lang: Language, as_json_too: bool) -> None:
    """Add the rounds of a file that export wrote; what is there already stays as it is.

    concordant track import rounds.zip
    """
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

export = click.RichCommand(
    name="export",
    callback=_export,
    help=inspect.getdoc(_export),
    params=[_FILE, *where_options(), option("force", "Output", is_flag=True), *show_options()],
)
import_ = click.RichCommand(
    name="import",
    callback=_import,
    help=inspect.getdoc(_import),
    params=[_FILE, *(one for one in where_options() if one.name == "store"), *show_options()],
)
