"""Values in words (results, notes, frames, errors), written in rooms to the right when asked for.

Values lie below all rooms, and sentences in `language` and `interpret`; a value that is asked for its text
calls this, as `concordant` itself loads a public name when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WRITERS = {
    "result": ("interpret.result_text", "result_text"),
    "note": ("interpret.notes", "note_text"),
    "frame": ("interpret.result_text", "frame_text"),
    "error": ("language.translate_errors", "error_text"),
    "latent truth": ("interpret.judge_texts", "latent_truth_text"),
    "panel": ("interpret.judge_reports.result_texts", "panel_text"),
    "label panel": ("interpret.judge_reports.result_texts", "label_panel_text"),
    "score map": ("interpret.judge_reports.result_texts", "score_map_text"),
    "ordinal map": ("interpret.judge_reports.result_texts", "ordinal_map_text"),
}


def text_in(kind: str, value: Any, lang: str, *more: Any) -> str:
    """The text of a value of this kind in one language."""
    module, function = _WRITERS[kind]
    text: str = getattr(import_module(f".{module}", __package__), function)(value, lang, *more)
    return text
