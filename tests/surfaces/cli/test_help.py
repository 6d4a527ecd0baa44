"""The help of every command and option in both languages, from help.toml and option_help.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
import rich_click as click
from click.testing import CliRunner

from concordant.coefficients.catalogue import CATALOGUE
from concordant.language.words_file import topic
from concordant.surfaces.cli import coefficient
from concordant.surfaces.cli.help_text import _Localised, _path
from concordant.surfaces.cli.main import COMMANDS, main

MAKERS = {
    (): coefficient.measure_command,
    ("compare",): coefficient.compare_command,
    ("intra",): coefficient.intra_command,
}
CHINESE = re.compile("[\u4e00-\u9fff]")


def below(command: Any, ctx: click.Context) -> Iterator[tuple[Any, click.Context]]:
    here = click.Context(command, info_name=command.name, parent=ctx)
    yield command, here
    for one in getattr(command, "commands", {}).values():
        yield from below(one, here)


@cache
def commands() -> tuple[tuple[Any, click.Context], ...]:
    """Every command as it is when it is called."""
    root = click.Context(main, info_name="concordant")
    found = [(main, root)]
    for module in COMMANDS.values():
        found += below(import_module(f"concordant.surfaces.cli.{module}").command, root)
    for names, make in MAKERS.items():
        above = root if not names else click.Context(main.commands[names[0]], parent=root)
        found += [(made, click.Context(made, parent=above)) for made in (make(c.name) for c in CATALOGUE)]
    found += [(main.commands[name], click.Context(main.commands[name], parent=root)) for name in ("list",)]
    return tuple(found)


def options(command: Any, ctx: click.Context) -> list[Any]:
    """All of them: commands for any coefficient get theirs when they are called."""
    late = [command.coefficient, *command.more] if hasattr(command, "coefficient") else []
    return [*command.get_params(ctx), *late]


def test_every_command_can_show_its_help_in_a_language() -> None:
    assert [command.name for command, _ in commands() if not isinstance(command, _Localised)] == []


def test_every_command_has_help_in_both_languages() -> None:
    named = {c.name.replace("_", "-") for c in CATALOGUE}
    lost = [_path(ctx) or "concordant" for command, ctx in commands() if command.name not in named]
    assert [path for path in lost if f"help-{path}" not in topic("help")] == []


def texts(lang: str) -> dict[str, str]:
    return {said["en"]: said[lang] for name in ("help", "option_help") for said in topic(name).values()}


def test_every_option_and_panel_has_chinese_help() -> None:
    """Words of a new option go to option_help.toml, those of a new heading to help.toml."""
    known, lost = texts("zh"), set()
    for command, ctx in commands():
        for option in options(command, ctx):
            for text in (getattr(option, "help", None), getattr(option, "panel", None)):
                if text and text not in known and text not in getattr(command, "texts", {}):
                    lost.add((_path(ctx), option.name, text))
    assert lost == set()


def test_every_text_of_an_option_is_used() -> None:
    used = {getattr(option, "help", None) for command, ctx in commands() for option in options(command, ctx)}
    assert [key for key, said in topic("option_help").items() if said["en"] not in used] == []


def test_one_english_text_has_one_chinese_text() -> None:
    pairs = {(said["en"], said["zh"]) for name in ("help", "option_help") for said in topic(name).values()}
    assert len(pairs) == len({english for english, _ in pairs})


@pytest.mark.parametrize(
    "words",
    [
        ["study"], ["check"], ["plan"], ["plan", "kappa"], ["track"], ["track", "add"], ["intra", "auto"],
        ["compare", "kappa"], ["kappa"], ["icc"], ["strata"], ["icc-form"], ["list"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_help_in_chinese_is_chinese(words: list[str]) -> None:
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(main, [*words, "--help", "--lang", "zh"]).output
    assert "用法：" in shown
    assert "显示本帮助" in shown
    assert "[选项]" in shown
    assert "[OPTIONS]" not in shown
    lines = [line for line in shown.splitlines() if re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", line)]
    assert [line for line in lines if not CHINESE.search(line) and "concordant " not in line] == []
    english = CliRunner(env={"COLUMNS": "200"}).invoke(main, [*words, "--help", "--lang", "en"]).output
    assert not CHINESE.search(english)
