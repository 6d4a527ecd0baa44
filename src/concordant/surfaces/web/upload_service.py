"""Uploads when an application starts: the files of the command are there, and old ones are gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .actions.uploads import keep_file, remove_old
from .auth.user import LOCAL
from .state import WebState


def start_uploads(state: WebState) -> Callable[[], None]:
    """Remove what is old, and upload the files that the command named."""
    settings = state.settings
    remove_old(settings.folder, state.limits.upload_days)
    state.services["files"] = [
        keep_file(state.store, settings.folder, Path(one), LOCAL.name, {}, state.limits)
        for one in settings.files
    ]
    return lambda: None
