"""The help of groups, and the summaries of commands, in the language of the run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import rich_click as click

from ...language.words_file import topic
from .coefficient_menu import MenuEntry
from .flags import as_flags
from .language import current_language, help_word

#: Options that every group has, and their words.
_OPTIONS = {"help": "help-option", "version": "version-option", "lang": "lang-option"}


def summary(entry: MenuEntry) -> str:
    """What a coefficient is for, in one line: of its docstring in English, of its explanation in Chinese."""
    lang = current_language()
    known = topic("explain").get(f"{entry.name}.answers") if lang != "en" else None
    return known[lang] if known else as_flags(entry.summary)


class LocalisedCommand(click.RichCommand):
    """A command whose line in a list is in the language of the run."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """The summary as lists of commands show it."""
        return _summary(self) or super().get_short_help_str(limit)

    def get_rich_table_row(self, ctx: Any, formatter: Any, panel: Any = None) -> Any:
        """The command as a row of help."""
        with _replaced([(self, "help", _summary(self) or self.help)]):
            return super().get_rich_table_row(ctx, formatter, panel)


def _summary(command: click.Command) -> str:
    entry = getattr(command, "entry", None)
    return help_word(f"command-{command.name}") or (summary(entry) if entry is not None else "")


class LocalisedGroup(click.RichGroup):
    """A group whose help is in help.toml, under its name; so are its panels, by their names."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Usage, under its heading."""
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), help_word("usage"))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help in the language of the run."""
        with _replaced(_in_language(self, ctx, formatter)):
            super().format_help(ctx, formatter)

    def get_rich_table_row(self, ctx: Any, formatter: Any, panel: Any = None) -> Any:
        """The group as a row of help."""
        with _replaced([(self, "help", _summary(self) or self.help)]):
            return super().get_rich_table_row(ctx, formatter, panel)


def _in_language(group: click.RichGroup, ctx: Any, formatter: Any) -> Iterator[tuple[Any, str, Any]]:
    yield group, "help", help_word(f"group-{group.name}") or group.help
    yield group, "epilog", help_word("epilog") if group.name == "concordant" else group.epilog
    yield formatter.config, "options_panel_title", help_word("options")
    for panel in group.panels or ():
        yield panel, "name", help_word(panel.name) or panel.name
    for option in group.get_params(ctx):
        if option.name in _OPTIONS:
            yield option, "help", help_word(_OPTIONS[option.name])


@contextmanager
def _replaced(changes: Any) -> Iterator[None]:
    """Attributes as they should be shown, for as long as they are shown."""
    before = [(thing, name, getattr(thing, name), value) for thing, name, value in changes]
    for thing, name, _, value in before:
        setattr(thing, name, value)
    try:
        yield
    finally:
        for thing, name, old, _ in before:
            setattr(thing, name, old)
