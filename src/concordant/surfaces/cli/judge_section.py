"""What the commands of judge methods share: read, call, show a section or JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rich_click as click

from ...interpret.judge_reports import JudgeSection, section_text
from ...quote import tamed
from ...ratings.ratings import Ratings
from ..option_help import CORRECT_WORDS, OUTPUT_WORDS
from .coefficient import read_file, stated
from .help_text import LocalisedCommand
from .options import reading_flags
from .output import as_json, document
from .source import file_argument
from .wrap import lang_option

#: Ratings and the options of the command, to a section and what JSON has of it.
Answer = Callable[..., tuple[JudgeSection, dict[str, Any]]]


def section_command(name: str, answer: Answer, *options: click.Parameter) -> LocalisedCommand:
    """A command that reads ratings and shows what `answer` makes of them and of its own options."""
    own = [str(option.name) for option in options]

    def run(file: Any, lang: Any, as_json_too: bool, **given: Any) -> None:
        asked = {key: given.pop(key) for key in own}
        ratings: Ratings = read_file(file, stated(given)[0])
        section, facts = answer(ratings, **asked)
        click.echo(as_json(document(facts, ratings)) if as_json_too else tamed(section_text(section, lang)))

    json_flag = click.RichOption(
        ["--json", "as_json_too"], is_flag=True, help=OUTPUT_WORDS["json"], panel="Output"
    )
    params = [file_argument(), *options, *reading_flags(), lang_option(), json_flag]
    return LocalisedCommand(name=name, callback=run, params=params)


def own_option(*names: str, words: str, **more: Any) -> click.Parameter:
    """An option of the estimate, with its help by key."""
    return click.RichOption(list(names), help=CORRECT_WORDS[words], panel="Options of the estimate", **more)


def level_option() -> click.Parameter:
    """The confidence level."""
    return own_option("--level", words="level", type=float, default=0.95, show_default=True)
