"""The help of commands and options, in the language of the run: texts of help.toml and option_help.toml."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import rich.text
import rich_click as click
from rich.cells import cell_len

from ...language.chinese import line_breaks
from ...language.words_file import Language, topic
from .coefficient_menu import MenuEntry
from .flags import as_flags
from .language import current_language, help_word, lang_option

if TYPE_CHECKING:
    from ...coefficients.coefficient import Coefficient

#: Strings of the layout, which is in English by itself, and their words.
_LAYOUT = {
    "options_panel_title": "options",
    "arguments_panel_title": "arguments",
    "commands_panel_title": "commands",
    "default_string": "default",
    "required_long_string": "required",
}


def summary(entry: MenuEntry) -> str:
    """What a coefficient is for, in one line: its docstring in English, its explanation in Chinese."""
    lang = current_language()
    known = topic("explain").get(f"{entry.name}.answers") if lang != "en" else None
    return known[lang] if known else as_flags(entry.summary)


def coefficient_help(c: Coefficient) -> str:
    """The help of a coefficient's command: its docstring in English, its explanation in Chinese."""
    lang = current_language()
    if lang == "en":
        return as_flags(inspect.getdoc(c.function) or "")
    words = topic("explain")
    return "\n\n".join([words[f"{c.name}.answers"][lang], as_flags(words[f"{c.name}.use"][lang])])


def placeholders() -> dict[str, str]:
    """What click calls options and commands in a usage line, with the words of the language of the run."""
    return {topic("help")[key]["en"]: help_word(key) for key in ("usage-options", "usage-command")}


class _Localised:
    """Help by the path of the command: `concordant track add` has help-track-add."""

    name: str | None
    help: str | None

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What may follow the command, with the placeholders of click in the language of the run."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [placeholders().get(piece, piece) for piece in pieces]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Usage, under its heading."""
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), help_word("usage"))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help in the language of the run."""
        with _replaced(_in_language(self, ctx, formatter)):
            super().format_help(ctx, formatter)  # type: ignore[misc]

    def get_short_help_str(self, limit: int = 45) -> str:
        """The summary as lists of commands show it."""
        said = _summary(self, "") or super().get_short_help_str(limit)  # type: ignore[misc]
        return str(said)

    def get_rich_table_row(self, ctx: Any, formatter: Any, panel: Any = None) -> Any:
        """The command as a row of help."""
        with _replaced([(self, "help", _summary(self, _path(ctx)) or self.help)]):
            return super().get_rich_table_row(ctx, formatter, panel)  # type: ignore[misc]


class LocalisedCommand(_Localised, click.RichCommand):
    """A command with help in the language of the run; `texts` has Chinese that is not in option_help.toml.

    `references` are the keys of the sources that its help ends with.
    """

    def __init__(
        self,
        *args: Any,
        texts: Mapping[str, str] | None = None,
        references: Sequence[str] = (),
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.texts = dict(texts or {})
        self.references = references


class LocalisedGroup(_Localised, click.RichGroup):  # type: ignore[misc]
    """A group whose help, and the names of whose panels, are in the language of the run."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.params.append(lang_option(panel=None, expose_value=False))


def _path(ctx: Any) -> str:
    """The names of the commands below the program, with hyphens between."""
    names = []
    while ctx.parent is not None:
        names.append(ctx.command.name)
        ctx = ctx.parent
    return "-".join(reversed(names))


def _summary(command: Any, above: str) -> str:
    name = f"{above}-{command.name}".strip("-")
    entry = getattr(command, "entry", None)
    first = help_word(f"help-{name}").partition("\n")[0]
    return help_word(f"command-{name}") or first or (summary(entry) if entry is not None else "")


def _in_language(command: Any, ctx: Any, formatter: Any) -> Iterator[tuple[Any, str, Any]]:
    path = _path(ctx) or "concordant"
    yield command, "help", help_word(f"help-{path}") or command.help
    yield command, "epilog", help_word("epilog") if path == "concordant" else _sources(command)
    lang = current_language()
    if lang == "zh":
        yield rich.text, "divide_line", _chinese_lines
    for setting, key in _LAYOUT.items() if lang != "en" else ():
        yield formatter.config, setting, help_word(key)
    for panel in getattr(command, "panels", None) or ():
        yield panel, "name", help_word(panel.name) or panel.name
    for option in command.get_params(ctx):
        texts = {**_texts(lang), **(getattr(command, "texts", {}) if lang == "zh" else {})}
        if getattr(option, "help", None):
            yield option, "help", texts.get(option.help, option.help)
        if getattr(option, "panel", None):
            yield option, "panel", texts.get(option.panel, option.panel)


def _sources(command: Any) -> str | None:
    """The sources of a coefficient, one a paragraph."""
    keys = getattr(command, "references", ())
    if not keys:
        return None
    from ...coefficients.references import reference  # reads a file

    return "\n\n".join(help_word("reference").format(text=reference(key).text()) for key in keys)


def _chinese_lines(text: str, width: int, fold: bool = True) -> list[int]:
    """Where rich breaks lines: in Chinese between characters, and never in a word that fits on a line."""
    return line_breaks(text, width, cell_len)


@cache
def _texts(lang: Language) -> Mapping[str, str]:
    """Texts of options and names of panels in a language, by their English."""
    return {said["en"]: said[lang] for name in ("help", "option_help") for said in topic(name).values()}


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
