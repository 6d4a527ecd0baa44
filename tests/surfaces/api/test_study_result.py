"""What `cc.study` returns can be saved, shown and taken apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import concordant as cc
from concordant.errors import OptionError
from concordant.interpret.study.study import Study


@pytest.fixture(scope="module")
def study() -> cc.Study:
    return cc.study([1, 2, 3, 1, 2, 3, 1, 2], [1, 2, 3, 1, 2, 2, 1, 2])


def test_it_is_a_study_with_more_to_it(study: cc.Study) -> None:
    assert isinstance(study, cc.Study)
    assert isinstance(study, Study)
    assert cc.Study.from_dict(study.to_dict()).to_dict() == study.to_dict()


def test_text_is_returned_and_written_where_a_place_is_given(study: cc.Study, tmp_path: Path) -> None:
    for make, name in (
        (study.to_markdown, "a.md"), (study.to_latex, "a.tex"), (study.to_word, "a.doc"),
        (study.to_json, "a.json"), (study.to_bibtex, "a.bib"), (study.to_html, "a.html"),
    ):  # fmt: skip
        text = make()
        assert make(tmp_path / name) == text
        assert (tmp_path / name).read_text(encoding="utf-8") == text


def test_the_ending_says_what_save_writes(study: cc.Study, tmp_path: Path) -> None:
    assert study.save(tmp_path / "a.md", lang="zh").read_text(encoding="utf-8") == study.to_markdown(
        lang="zh"
    )
    assert (study.save(f"{tmp_path}/tables/") / "measures.csv").is_file()
    assert json.loads(study.save(tmp_path / "a.json").read_text(encoding="utf-8"))["n_items"] == 8
    with pytest.raises(OptionError, match="does not indicate a format"):
        study.save(tmp_path / "a.rtf")


def test_nothing_else_is_written_over_unless_forced(study: cc.Study, tmp_path: Path) -> None:
    place = tmp_path / "a.md"
    place.write_text("my thesis", encoding="utf-8")
    for write in (study.to_markdown, study.save):
        with pytest.raises(OptionError, match="is not a concordant report"):
            write(place)
    assert place.read_text(encoding="utf-8") == "my thesis"
    study.save(place, force=True)
    study.save(place)


def test_a_language_that_is_not_there_is_said_so(study: cc.Study, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"lang must be one of \['en', 'zh'\], got 'de'"):
        study.save(tmp_path / "a.md", lang="de")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="lang must be"):
        study.shown("fr")  # type: ignore[arg-type]


def test_tables_are_frames_with_all_digits(study: cc.Study) -> None:
    tables = study.tables()
    measures = tables["measures"].to_pandas()
    exact = measures[measures["measure"] == "exact_agreement"]["estimate"].item()
    assert exact == 7 / 8
    assert "name" in measures
    assert set(study.tables("zh")["measures"]["name"]) != set(measures["name"])


def test_figures_come_by_name(study: cc.Study) -> None:
    figures = study.figures("zh")
    assert figures
    assert all(figure.name for figure in figures.values())


def test_a_notebook_shows_it_in_english_or_as_asked(study: cc.Study) -> None:
    assert study._repr_html_() == study.shown().html
    assert "一致" in study.shown("zh")._repr_html_()


def test_it_tells_how_far_it_is() -> None:
    told: list[float] = []
    cc.study([1, 2, 3, 1], [1, 2, 3, 2], tell=lambda what, share: told.append(share))
    assert told == sorted(told)
    assert told[0] == 0
    assert told[-1] < 1
