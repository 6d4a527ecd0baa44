"""Errors in Chinese: found by their English, which is written where they arise."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import concordant as cc
from concordant.language.error_text import error_text
from concordant.language.translate import translate
from concordant.language.words_file import topic

PACKAGE = Path(cc.__file__).parent
#: What click says, what the system says, and words that stand in other sentences.
NOT_OURS = (
    "cli-", "os-", "kind-", "role-", "which-", "several-", "times", "n-field", "other", "hint", "name-them",
    "name-unknown", "option-unknown", "rater-unknown", "explain-", "is-folder", "clash-what",
)  # fmt: skip
_PLACE = re.compile(r"\{[^}]*\}")


def written_in_source() -> list[str]:
    """Every text in the package as it is written, with a sign in the place of what is filled in."""
    texts = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                texts.append("".join(v.value if isinstance(v, ast.Constant) else "\0" for v in node.values))
    return texts


def test_the_english_of_every_error_is_written_in_the_package() -> None:
    """An error whose English was changed is no longer found by it: change errors.toml too."""
    source = [" ".join(text.split()) for text in written_in_source()]
    lost = []
    for key, said in topic("errors").items():
        if key.startswith(NOT_OURS):
            continue
        pattern = re.compile(".*".join(re.escape(one) for one in _PLACE.split(said["en"].rstrip("."))))
        if not any(pattern.search(text.replace("\0", "…")) for text in source):
            lost.append(key)
    assert lost == []


def test_facts_are_read_out_of_the_english() -> None:
    text = "weights must be one of ['identity', 'linear'], got 'linar'. Did you mean 'linear'?"
    assert (
        error_text(text, "zh") == "weights 须为以下之一：identity、linear；实际为“linar”。是否想写 linear？"
    )
    assert error_text(text, "en") == text


def test_what_nobody_has_written_in_chinese_says_so() -> None:
    assert error_text("Quite unheard of.", "zh") == "（仅有英文说明）Quite unheard of."
    assert translate("errors", "Quite unheard of.", "zh") is None


def test_an_error_says_itself_in_chinese() -> None:
    with pytest.raises(cc.OptionError) as caught:
        cc.cohen_kappa([[1, 2, 1], [2, 2, 1]])
    assert caught.value.text("zh").startswith("cohen_kappa 只比较两位评分者，而这里有 3 位")
    assert str(caught.value) == caught.value.text()
