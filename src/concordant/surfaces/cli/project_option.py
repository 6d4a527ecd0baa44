"""`--project` of `study` and `report`: the file as the newest round beside those that are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from ..api.study import study
from ..api.study_result import Study
from ..option_help import TRACK_WORDS


def beside_options() -> list[click.Parameter]:
    """`--project` and `--store`."""
    panel = "Rounds"
    return [
        click.RichOption(["--project"], metavar="NAME", help=TRACK_WORDS["beside"], panel=panel),
        click.RichOption(["--store"], metavar="FILE|URL", help=TRACK_WORDS["store"], panel=panel),
    ]


def study_beside(
    source: str | Path | list[Path], project: str | None, store: str | None, **options: Any
) -> Study:
    """The study of a file; of a project's, with the progress of its rounds."""
    if project is not None:
        if isinstance(source, list):
            raise click.UsageError("--project takes one file.")
        from ..track.project import Project

        return Project(project, store).preview(source, **options)
    if store is not None:
        raise click.UsageError("--store goes with --project, which names the rounds to show beside the file.")
    return study(source, **options)
