"""Commands in Chinese: one place decides the language, and no English sentence is left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import concordant as cc
from concordant.surfaces.cli.language import choose_language
from concordant.surfaces.cli.main import main

#: Words that may stay in Chinese output: columns of the data, options, names of coefficients and statistics.
_MAY_STAY = re.compile(
    r"--[\w-]+|concordant [a-z-]+|[\w/.-]+\.csv|`[^`]*`|[\w-]+ [≤<>=] |judge\w*|human\w*|item\w*|"
    r"content\w*|Cohen's|Kappa|Wilson|Gwet's|Fleiss'|Krippendorff's|Alpha|Light's|Conger's|Bland|Altman|Pearson|"
    r"Hotelling|Clopper|Shrout|Spearman|Wright|mini|occasion\w*|FILE|NAME|TERM|CONCORDANT_LANG|OPTIONS|COMMAND|ARGS|"
    r"Parquet|JSON\w*|Excel|Agostino|Benjamini|Hochberg|Landis|Koch|来源：.*|area|texture|icc_\w+|Bowker|Stuart|"
    r"Maxwell|Bhapkar"
)
_SENTENCE = re.compile(r"(?:[A-Za-z]{2,}[ ,;]+){3,}[A-Za-z]{2,}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("zh")
    for name in ("scores", "pathology", "methods"):
        (place / f"{name}.csv").write_bytes(cc.examples()[name].path.read_bytes())
    rows = [f"{i},{rater},{i + n / 10},{i % 3}" for i in range(1, 6) for n, rater in enumerate("ab")]
    (place / "features.csv").write_text(
        "\n".join(["item,rater,area,texture", *rows]) + "\n", encoding="utf-8"
    )
    return place


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    return done.exit_code, done.output


def english_left(text: str) -> list[str]:
    return _SENTENCE.findall(_MAY_STAY.sub("·", text))


COMMANDS = (
    ("cohen-kappa", "scores.csv", "--raters", "human,judge", "--weights", "二次"),
    ("cohen-kappa", "scores.csv", "--raters", "human,judge", "--by", "content_type", "--audit"),
    ("gwet-ac", "pathology.csv"),
    ("icc", "pathology.csv"),
    ("bland-altman", "methods.csv"),
    ("compare", "cohen-kappa", "scores.csv", "--raters", "human,judge", "--against", "human,judge_v2"),
    ("intra", "auto", "methods.csv", "--repeat", "occasion"),
    ("pairwise", "pathology.csv", "--coefficient", "cohen-kappa", "--weights", "线性"),
    ("items", "scores.csv", "--raters", "human,judge", "--top", "3"),
    ("d-study", "pathology.csv"),
    ("list",),
    ("icc-features", "features.csv", "--item", "item", "--rater", "rater"),
    ("sensitivity", "scores.csv", "--raters", "human,judge"),
    ("plan", "share", "--share", "0.8", "--null", "0.75"),
    ("plan", "icc", "--icc", "0.8", "--null", "0.7"),
    ("correct", "scores.csv", "--judge", "judge"),
    ("margins", "scores.csv", "--raters", "human,judge"),
    ("explain", "p_e"),
    (),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:2]) or "help")
def test_a_command_in_chinese_leaves_no_english_sentence(
    command: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    code, text = run(*command, "--lang", "zh")
    assert code == 0, text
    assert english_left(text) == []
    assert re.search("[\u4e00-\u9fff]", text)


ERRORS = (
    ("cohen-kappa", "none.csv"),
    ("cohen-kappa", "scores.csv"),
    ("cohen-kappa", "scores.csv", "--raters", "human,jugde"),
    ("cohen-kappa", "scores.csv", "--raters", "human,judge", "--weights", "linar"),
    ("cohen-kappa", "scores.csv", "--raters", "human,judge", "--level", "2"),
    ("cohen-kappa",),
    ("cohen-kapa", "scores.csv"),
    ("cohen-kappa", "scores.csv", "--wieghts", "linear"),
    ("study", "scores.csv", "--preset", "x"),
    ("study", "scores.csv", "--goal", "matur"),
    ("intra", "cohen-kappa", "scores.csv", "--repeat", "day"),
    ("explain", "foo"),
)


@pytest.mark.parametrize("command", ERRORS, ids=lambda c: " ".join(c))
def test_an_error_a_newcomer_meets_is_chinese(
    command: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    code, text = run(*command, "--lang", "zh")
    assert code in (2, 3)
    assert "仅有英文说明" not in text
    assert english_left(text) == []


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "zh_CN.UTF-8"}, "zh"),
        ([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "zh_CN.UTF-8", "CONCORDANT_LANG": "en"}, "en"),
        ([], {"CONCORDANT_LANG": "zh"}, "zh"),
        (["list", "--lang", "en"], {"CONCORDANT_LANG": "zh"}, "en"),
        (["--lang=zh", "list"], {}, "zh"),
        (["list", "--lang", "中文"], {}, "zh"),
        (["--", "--lang", "zh"], {}, "en"),
    ],
)
def test_the_language_is_that_of_the_flag_then_the_variable_then_the_locale(
    words: list[str], environment: dict[str, str], language: str
) -> None:
    assert choose_language(words, environment) == language
    choose_language([], {})


def test_chinese_values_mean_what_the_english_ones_do() -> None:
    human, judge = [1, 2, 3, 4, 2, 3, 1, 4], [1, 3, 3, 4, 2, 2, 1, 3]
    assert cc.cohen_kappa(human, judge, weights="二次") == cc.cohen_kappa(human, judge, weights="quadratic")
    assert cc.krippendorff_alpha(
        human, judge, metric="有序", interval="自助法", rng=1
    ) == cc.krippendorff_alpha(human, judge, metric="ordinal", interval="bootstrap", rng=1)
    assert (
        cc.study(human, judge, preset="日常监控").to_dict()
        == cc.study(human, judge, preset="daily").to_dict()
    )


def test_results_and_notes_say_themselves_in_chinese() -> None:
    result = cc.cohen_kappa([1, 1, 1], [1, 1, 1])
    assert result.text("zh").startswith("Cohen's Kappa 系数：无定义")
    assert english_left(result.text("zh")) == []
    note = result.notes[0]
    assert note.text == note.text("en") == str(note)
    assert re.search("[\u4e00-\u9fff]", note.text("zh"))
    frame = cc.pairwise([[1, 1, 2], [2, 2, 2], [1, 2, 1]], "cohen_kappa")
    assert frame.text(lang="zh").startswith("评分者间信度：3 对评分者的 Cohen's Kappa 系数")
