"""The language of a command, decided here for all of them: --lang, else CONCORDANT_LANG, else the locale."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import rich_click as click

from ...language.words_file import LANGUAGES, Language, topic
from ...option_values import plain_value

VARIABLE = "CONCORDANT_LANG"
#: Of these the first that is set says the language of a system.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_FLAG = "--lang"
_current: list[Language] = ["en"]


def choose_language(arguments: Sequence[str], environ: Mapping[str, str] | None = None) -> Language:
    """Decide the language of this run, by the words of the command line and the environment."""
    found = _language(arguments, os.environ if environ is None else environ)
    _current[:] = [found]
    return found


def current_language() -> Language:
    """The language that was decided."""
    return _current[0]


def _language(arguments: Sequence[str], environ: Mapping[str, str]) -> Language:
    for text in (_flag_value(arguments), environ.get(VARIABLE, "")):
        for known in LANGUAGES:
            if plain_value("lang", text).lower().startswith(known):
                return known
    locale = next((environ[name] for name in _LOCALE if environ.get(name)), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def _flag_value(arguments: Sequence[str]) -> str:
    """What the last --lang names; a word behind `--` is no option."""
    words = list(arguments)
    words = words[: words.index("--")] if "--" in words else words
    value = ""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        name, equals, rest = word.partition("=")
        if name == _FLAG:
            value = rest if equals else following
    return value


def without_language(arguments: Sequence[str]) -> list[str]:
    """The words of a command line but for the language."""
    words = iter(arguments)
    return [
        word for word in words if not (word.startswith(f"{_FLAG}=") or (word == _FLAG and [next(words, "")]))
    ]


class LanguageName(click.Choice):  # type: ignore[type-arg]
    """en or zh, or their names in Chinese."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The code of the language."""
        known = str(plain_value("lang", value)).lower()
        if known not in LANGUAGES:
            self.fail(f"'{value}' is not one of {', '.join(LANGUAGES)}.", param, ctx)
        return known


def lang_option(panel: str | None = "Output", *, expose_value: bool = True) -> click.RichOption:
    """`--lang`, for every command."""
    return click.RichOption(
        [_FLAG],
        type=LanguageName(LANGUAGES),
        default=current_language,
        help=topic("help")["lang-option"]["en"],
        panel=panel,
        expose_value=expose_value,
    )


def help_word(key: str) -> str:
    """A text of the help in the language of this run; empty where there is none."""
    known = topic("help").get(key)
    return known[current_language()] if known else ""
