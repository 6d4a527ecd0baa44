"""Folders called key=value: each key is a column, and its values are text, whatever they look like."""

from __future__ import annotations

import os
from collections.abc import Sequence
from urllib.parse import unquote

#: What writers call a folder of rows that have no value.
_NOTHING = "__HIVE_DEFAULT_PARTITION__"


def folder_keys(paths: Sequence[str]) -> list[str]:
    """The keys of the folders, where every file lies in folders of the same keys."""
    keys = [list(folder_values(path)) for path in paths]
    return keys[0] if keys and keys[0] and all(own == keys[0] for own in keys) else []


def folder_values(path: str) -> dict[str, str | None]:
    """The value of each key for a file."""
    parts = [part.partition("=") for part in os.path.dirname(path).split(os.sep) if "=" in part]
    return {key: None if value == _NOTHING else unquote(value) for key, _, value in parts}


def by_folder(paths: Sequence[str]) -> list[tuple[dict[str, str | None], list[str]]]:
    """The files that lie in folders of the same values, with those values; none where there are no keys."""
    if not folder_keys(paths):
        return [({}, list(paths))]
    found: dict[tuple[str | None, ...], list[str]] = {}
    for path in paths:
        found.setdefault(tuple(folder_values(path).values()), []).append(path)
    keys = folder_keys(paths)
    return [(dict(zip(keys, values, strict=True)), own) for values, own in found.items()]
