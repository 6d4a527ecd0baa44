"""Sentences as data: both languages complete, the same facts in both."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

import concordant.language
from concordant.errors import OptionError
from concordant.language.chinese import in_chinese
from concordant.language.message import Message
from concordant.language.render import FILES, FORMATS, LANGUAGES, measure_name, render, topic
from concordant.language.words_file import sentences_in

WORDS = sorted((Path(concordant.language.__file__).parent / "words").glob("*.toml"))
TOPICS = {file: name for name, file in FILES.items()}
#: Every sentence in both languages, by its code.
SENTENCES = {
    f"{name}.{key}": topic(name)[key]
    for path in WORDS
    for name in [TOPICS.get(path.stem, path.stem)]
    for key in tomllib.loads(path.read_text(encoding="utf-8"))
}


def places(sentence: str) -> set[str]:
    """The facts a sentence has; `points` is the Chinese measure word 分, which English has no need of."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_sentence_has_both_languages_with_the_same_facts() -> None:
    assert len(SENTENCES) > 1000
    assert {code for code, said in SENTENCES.items() if set(said) != set(LANGUAGES)} == set()
    differing = {
        code
        for code, said in SENTENCES.items()
        if places(said["zh"]) - {"points"} != places(said["en"]) - {"points"}
    }
    assert differing == set()


def test_every_place_of_a_sentence_is_written_in_a_way_that_there_is() -> None:
    kinds = {
        (spec or "").partition(" ")[0]
        for said in SENTENCES.values()
        for sentence in said.values()
        for _, name, spec, _ in Formatter().parse(sentence)
        if name
    }
    known = {"", "+", *FORMATS}
    assert {kind for kind in kinds - known if not re.fullmatch(r"[+,]?(\.\d+)?[fg%]", kind)} == set()
    assert set(FORMATS) - kinds == set()


#: What may stay as it is in a Chinese sentence: names of coefficients, authors, formats and keys.
_LATIN = re.compile(r"[A-Za-z]{4,}")
_NAMES = re.compile(
    r"Cohen|Kappa|Krippendorff|Alpha|Gwet|Pearson|Spearman|Bland|Altman|Landis|Koch|Fleiss|Cicchetti|Sparrow|"
    r"Regier|Koo|McBride|McNemar|Bowker|Stuart|Maxwell|Bhapkar|Cochran|PABAK|Scott|Conger|Bennett|Brennan|Prediger|"
    r"Prompt|Byrt|Kendall|Light|Hubert|Randolph|Bangdiwala|Deming|Agostino|Passing|Bablok|Cronbach|Finn|Robinson|Iota|"
    r"Python|Wald|JSON|CSV|TOML|Satterthwaite|Clopper|Holm|Benjamini|Hochberg|Lin|REML|MOVER|ANOVA|irrCAC|"
    r"GRRAS|BibTeX|concordant|epsilon|Spearman-Brown|Fisher|DuckDB|Ibis|polars|Spark|PostgreSQL|Parquet|BCa|"
    r"Excel|Shrout|Dawid|Skene|Bradley|Terry|Jaccard|MASI|jaccard|"
    r"LaTeX|Wilson|Tango|Label Studio|Langfuse|Argilla|Phoenix|promptfoo|Prodigy|doccano|Inspect|"
    r"HTML|Word|Markdown|If-Match|Idempotency-Key|client_id|“gold”|Ctrl-C|Enter|Backspace"
)


#: Sentences that name options and hold whole commands.
_WITH_COMMANDS = ("errors.", "errors_", "help.help-", "option_help.", "help.epilog", "help.lang-option")


def _latin_words(sentence: str) -> list[str]:
    bare = re.sub(
        r"\{[^}]*\}|`[^`]*`|\w+=\S*|[a-z_]+\(|--[a-z-]+|concordant [a-z-]+", "", sentence
    )  # facts, code
    return _LATIN.findall(_NAMES.sub("", bare))


def test_every_chinese_sentence_is_chinese() -> None:
    prose = {
        code: said
        for code, said in SENTENCES.items()
        if not code.startswith(_WITH_COMMANDS) and not code.endswith((".names", ".example"))
    }
    foreign = {code: found for code, said in prose.items() if (found := _latin_words(said["zh"]))}
    assert foreign == {}


@pytest.mark.parametrize(
    ("spec", "value", "en", "zh"),
    [
        ("pct", 0.834, "83%", "83%"),
        ("pct", 0.997, "99.7%", "99.7%"),
        ("pct", 0.002, "0.2%", "0.2%"),
        ("pct", float("nan"), "–", "–"),
        ("+", 0.5, "+0.50", "+0.50"),
        ("+", -0.25, "−0.25", "−0.25"),
        ("+", 0.001, "0.00", "0.00"),
        ("", 0.5129, "0.51", "0.51"),
        ("ci", (0.41, 0.62), "0.41 to 0.62", "0.41 至 0.62"),
        ("cipct", (0.41, 0.62), "41% to 62%", "41% 至 62%"),
        ("n", 12000, "12000", "12000"),
        ("n", 120000, "120,000", "120,000"),
        ("p", 0.0321, "p = 0.032", "p = 0.032"),
        ("p", 0.0001, "p < 0.001", "p < 0.001"),
        ("list", ["a", "b", "c"], "a, b and c", "a、b、c"),
        ("list", ["a"], "a", "a"),
        ("list", ["“无”", "“轻度”", "重"], "“无”, “轻度” and 重", "“无”“轻度”、重"),
        ("quoted", ["无", "轻度"], "'无', '轻度'", "“无”“轻度”"),
        ("name", ["甲", "v1", "乙"], "甲, v1, 乙", "“甲”、v1、“乙”"),
        ("cut", ("exact_agreement", 0.01), "1%", "1%"),
        ("change", ("exact_agreement", 0.01), "1 percentage point", "1 个百分点"),
        ("change", ("exact_agreement", 0.025), "2.5 percentage points", "2.5 个百分点"),
        ("change", ("cohen_kappa", 0.01), "0.01", "0.01"),
        ("measure", "cohen_kappa", "Cohen's kappa", "Cohen's Kappa 系数"),
        ("term", "people", "people", "人工评分者"),
    ],
)
def test_facts_are_shown_as_people_read_them(spec: str, value: object, en: str, zh: str) -> None:
    from concordant.language.render import _Renderer

    assert _Renderer("en").format_field(value, spec) == en
    assert _Renderer("zh").format_field(value, spec) == zh


def test_one_item_is_not_one_items() -> None:
    from concordant.language.render import _Renderer

    assert _Renderer("en").format_field(1, "many item items") == "1 item"
    assert _Renderer("en").format_field(20, "many item items") == "20 items"


def test_a_weighted_kappa_is_named_with_its_weights() -> None:
    assert (
        measure_name(("cohen_kappa", {"weights": "quadratic"}), "en") == "Cohen's kappa (quadratic weights)"
    )
    assert measure_name(("cohen_kappa", {"weights": "quadratic"}), "zh") == "Cohen's Kappa 系数（二次加权）"


def test_a_said_says_the_same_in_both_languages() -> None:
    said = Message("who.taken-as-people", {"names": ["ann", "bob"]})
    assert said.text("en") == (
        "The type of ann and bob is not given; because LLM judges are present, they were treated as "
        "human raters."
    )
    assert said.text("zh") == "未说明 ann、bob 的类型；由于另有模型评审，这里按人工评分者处理。"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(OptionError, match="lang must be one of"):
        render("who.taken-as-people", {"names": ["a"]}, "fr")  # type: ignore[arg-type]


def test_a_name_that_ends_in_a_number_stands_apart_from_chinese() -> None:
    assert in_chinese("模型_v2", "与", "人工_1") == "模型_v2 与人工_1"
    assert in_chinese("judge_", "与", "3号") == "judge_ 与 3号"
    assert in_chinese("甲", "与", "乙") == "甲与乙"


def test_a_chinese_name_stands_in_quotes_where_it_would_run_into_the_words() -> None:
    named = {"project": "对话评审", "round": "v1", "where": "rounds.db"}
    assert render("track.added", named, "zh") == "已将项目“对话评审”的轮次 v1 存入 rounds.db"
    assert render("track.added", named) == "Stored round v1 of 对话评审 in rounds.db"
    plain = {"project": "chat", "round": "v2 修订", "where": "rounds.db"}
    assert render("track.added", plain, "zh") == "已将项目 chat 的轮次“v2 修订”存入 rounds.db"
    alike = {"round": "终版", "names": ["v1", "初版"]}
    assert render("track.same-as", alike, "zh") == "“终版”的评分与 v1、“初版”完全相同：文件选对了吗？"


def test_a_word_of_ours_in_the_place_of_a_name_needs_no_quotes() -> None:
    facts = {"baseline": {"code": "gate.baseline", "facts": {}}, "n": 3}
    assert render("gate.slices-unchanged", facts, "zh") == "3 个切片与基线相比都没有变化。"


def test_a_phrase_given_in_both_languages_needs_no_quotes_and_a_name_does() -> None:
    facts = {"second": "判官", "signed": 0.5}
    phrase = {"en": "people", "zh": "人工评分者"}
    assert (
        render("page.measure-bias-bare", facts | {"first": phrase}, "zh")
        == "“判官”减人工评分者平均为 +0.50。"
    )
    name = {"en": "甲", "zh": "甲"}
    assert render("page.measure-bias-bare", facts | {"first": name}, "zh") == "“判官”减“甲”平均为 +0.50。"


def test_quotes_need_no_blank_in_chinese() -> None:
    blank = re.compile("[\u4e00-\u9fff] “|” [\u4e00-\u9fff]")
    assert [code for code, said in SENTENCES.items() if blank.search(said["zh"])] == []


def test_full_width_brackets_need_no_blank_before_a_number() -> None:
    weighted = ("cohen_kappa", {"weights": "linear"})
    said = render("page.chip-number", {"m": weighted, "x": ("cohen_kappa", 0.5)}, "zh")
    assert said == "Cohen's Kappa 系数（线性加权）0.50"


@pytest.mark.parametrize("path", WORDS, ids=lambda path: path.stem)
def test_words_are_read_as_toml_reads_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert sentences_in(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", ['[a]\nen = "1"\nzh = ["2"]\n', "[a]\nen = 'it'\n", '[a]\nen = "\\U0001f600"\n']
)
def test_other_toml_is_left_to_its_reader(text: str) -> None:
    assert sentences_in(text) == tomllib.loads(text)
