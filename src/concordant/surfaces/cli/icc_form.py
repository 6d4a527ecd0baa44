"""`concordant icc-form`: four questions about the design, and the intraclass correlation that fits it."""

from __future__ import annotations

import rich_click as click

from ...coefficients.reliability import QUESTIONS, Form, icc_form
from ...errors import OptionError
from .help_text import LocalisedCommand
from .language import lang_option

_QUESTION_NAMES = tuple(name for name, _, _ in QUESTIONS)
_WORDS = {
    "en": ("Form", "Shrout and Fleiss", "Model", "Meaning", "none of their six", "Ask for it"),
    "zh": ("形式", "Shrout–Fleiss 名称", "模型", "含义", "不在其六种之内", "用法"),
}


def _run(lang: str, **answers: bool | None) -> None:
    given = dict(answers)
    if given["same_raters"] is False and given["absolute"] is False:
        raise OptionError(_NESTED[lang])
    for name, english, chinese in QUESTIONS:
        if given[name] is None and not (name in ("generalise", "absolute") and given["same_raters"] is False):
            given[name] = _answer(chinese if lang == "zh" else english, lang, usual=name != "average")
    nested = given["same_raters"] is False
    form = icc_form(
        **{name: bool(given[name]) if given[name] is not None else nested for name in _QUESTION_NAMES}
    )
    click.echo(page(form, lang))


_YES = {"y", "yes", "是", "对", "1"}
_NO = {"n", "no", "否", "不", "不是", "0"}
_AGAIN = {"en": "Please answer yes or no.", "zh": "请回答“是”或“否”。"}
_NESTED = {
    "en": "When each item is rated by different raters, only absolute agreement can be measured.",
    "zh": "每个条目由不同的评分者评分时，评分者效应与条目效应无法分开，只能衡量绝对一致性。",
}


def _answer(question: str, lang: str, *, usual: bool) -> bool:
    """Yes or no, in either language; nothing means the usual."""
    hint = (
        ("[是/否，默认是]" if usual else "[是/否，默认否]")
        if lang == "zh"
        else ("[Y/n]" if usual else "[y/N]")
    )
    while True:
        text = (
            click.prompt(f"{question} {hint}", default="", show_default=False, prompt_suffix=" ")
            .strip()
            .casefold()
        )
        if not text:
            return usual
        if text in _YES | _NO:
            return text in _YES
        click.echo(_AGAIN[lang])


def page(form: Form, lang: str) -> str:
    """The form in a few lines."""
    name, theirs, model, meaning, none, use = _WORDS[lang]
    zh = lang == "zh"
    command = f"concordant icc FILE --form {form.key}"
    if form.raters == ("random" if not form.absolute else "mixed"):
        command += f" --model {form.raters}"
    rows = [
        (name, form.mcgraw_wong),
        (theirs, form.shrout_fleiss or none),
        (model, form.model_zh if zh else form.model),
        (meaning, form.meaning_zh if zh else form.meaning),
        (use, command),
    ]
    colon = "：" if zh else ": "
    return "\n".join(f"{label}{colon}{text}" for label, text in rows)


def _option(name: str, words: str) -> click.Parameter:
    dashed = name.replace("_", "-")
    return click.RichOption([f"--{dashed}/--no-{dashed}", name], default=None, help=words)


command = LocalisedCommand(
    name="icc-form",
    callback=_run,
    params=[
        *(_option(name, english) for name, english, _ in QUESTIONS),
        lang_option(),
    ],
    texts={english: chinese for _, english, chinese in QUESTIONS},
)
